/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Scenario texts and their `base:` chain.  A built-in name wins over a file of the same name; write
 * ./name for the file. */
#define _POSIX_C_SOURCE 200809L
#include "scenario/load.h"

#include "io/path.h"
#include "scenario/merge.h"
#include "scenario/quote.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CHAIN_MAX = 16 };

/* One scenario in the chain of bases; `up` is the one that inherits. */
typedef struct Link {
    const struct Link *up;
    StnSource *source;
    const char *text;
    size_t length;
    struct stat id; /* of a file */
    bool is_file;
} Link;

/* "a/b/c.yaml" -> "a/b/" */
static char *folder_of(StnArena *arena, const char *path)
{
    return stn_arena_copy(arena, path, (size_t)(stn_path_name(path) - path));
}

static StnSource *new_source(StnArena *arena, const char *name, bool is_file)
{
    StnSource *source = stn_arena_take(arena, sizeof *source);
    if (source == NULL)
        return NULL;
    source->name = stn_arena_text(arena, name);
    source->folder = is_file ? folder_of(arena, name) : NULL;
    return source->name == NULL || (is_file && source->folder == NULL) ? NULL : source;
}

static const StnBuiltin *find_builtin(const char *name, StnBuiltin *builtin)
{
    for (int i = 0; i < stn_builtin_count(); i++) {
        *builtin = stn_builtin_at(i);
        if (strcmp(builtin->name, name) == 0)
            return builtin;
    }
    return NULL;
}

bool stn_files_init(StnFiles *files, StnArena *arena, bool confined)
{
    *files = (StnFiles){.arena = arena, .confined = confined, .what = "scenario"};
    files->paths = stn_node_new(arena, STN_NODE_LIST, NULL);
    return files->paths != NULL;
}

bool stn_files_note(StnFiles *files, const char *path, StnError *error)
{
    StnNode *node = stn_node_text(files->arena, stn_arena_text(files->arena, path), NULL);
    return stn_node_append(files->arena, files->paths, NULL, node) || stn_no_memory(error);
}

bool stn_is_builtin(const char *name)
{
    StnBuiltin builtin;
    return find_builtin(name, &builtin) != NULL;
}

/* Only plain files: a pipe or a device could block or never end. */
static bool plain_file(const char *path, struct stat *id)
{
    return stat(path, id) == 0 && S_ISREG(id->st_mode);
}

/* An error that has no place yet; false. */
#define fail(...) (stn_error(__VA_ARGS__) == STN_OK)

static bool read_file(StnFiles *files, const char *path, Link *link, StnError *error)
{
    if (link->id.st_size == 0) {
        stn_error(error, STN_BAD_INPUT,
                  "the file is empty (or one of the system's own, as in /proc: copy it first)");
        snprintf(error->file, sizeof error->file, "%s", path);
        error->line = error->column = 1;
        return false;
    }
    if (link->id.st_size > STN_TREE_BYTES_MAX)
        return fail(error, STN_BAD_INPUT, "the file is larger than %d MiB",
                    STN_TREE_BYTES_MAX >> 20);
    const size_t size = (size_t)link->id.st_size;
    char *text = stn_arena_take(files->arena, size + 1);
    if (text == NULL)
        return stn_no_memory(error);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return errno == ENOMEM ? stn_no_memory(error)
                               : fail(error, STN_NO_FILE, "the file cannot be opened");
    link->text = text;
    link->length = fread(text, 1, size, file);
    const bool broken = ferror(file) != 0;
    fclose(file);
    return broken ? fail(error, STN_NO_FILE, "the file cannot be read")
                  : stn_files_note(files, path, error);
}

/* No such scenario: the nearest built-in name helps. */
static bool not_found(const char *name, StnError *error)
{
    const char *names[256];
    size_t count = 0;
    for (int i = 0; i < stn_builtin_count() && count < 256; i++)
        names[count++] = stn_builtin_at(i).name;
    return fail(error, STN_NO_FILE, "there is no file and no built-in scenario \"%s\"%s",
                stn_quote_all(name).text, stn_suggest(name, names, count, NULL).text);
}

/* Fills source and text of link from a built-in scenario or a file. */
static bool fetch(StnFiles *files, const char *name, const char *path, Link *link, StnError *error)
{
    StnBuiltin builtin;
    if (find_builtin(name, &builtin) != NULL) {
        link->text = builtin.text;
        link->length = strlen(builtin.text);
        link->source = new_source(files->arena, name, false);
        return link->source != NULL || stn_no_memory(error);
    }
    link->is_file = path != NULL && plain_file(path, &link->id);
    if (!link->is_file && path != NULL && link->id.st_mode != 0) {
        const bool folder = S_ISDIR(link->id.st_mode);
        return fail(error, STN_NO_FILE, "\"%s\" is %s, not a scenario file%s",
                    stn_quote_all(name).text, folder ? "a folder" : "a pipe or a device",
                    folder ? "" : "; \"-\" reads standard input");
    }
    if (!link->is_file)
        return not_found(name, error);
    link->source = new_source(files->arena, path, true);
    return link->source == NULL ? stn_no_memory(error) : read_file(files, path, link, error);
}

/* Whether link inherits from itself. */
static bool is_cycle(const Link *link)
{
    for (const Link *l = link->up; l != NULL; l = l->up) {
        const bool same_file = link->is_file && l->is_file && l->id.st_dev == link->id.st_dev &&
                               l->id.st_ino == link->id.st_ino;
        const bool same_name = !link->is_file && !l->is_file && l->source->folder == NULL &&
                               strcmp(l->source->name, link->source->name) == 0;
        if (same_file || same_name)
            return true;
    }
    return false;
}

static const char *relative(StnArena *arena, const StnNode *node)
{
    const char *folder = node->source->folder;
    if (folder == NULL)
        return NULL;
    return stn_path_is_absolute(node->text) ? node->text
                                            : stn_arena_format(arena, "%s%s", folder, node->text);
}

/* Without links, as realpath() gives it; in the arena, NULL with *error filled. */
static char *real_path(StnFiles *files, const char *path, StnError *error)
{
    char *real = realpath(path, NULL);
    if (real == NULL && errno == ENOMEM) {
        stn_no_memory(error);
        return NULL;
    }
    if (real == NULL) {
        stn_error(error, STN_NO_FILE, "\"%s\" cannot be found: %s", stn_quote_all(path).text,
                  strerror(errno));
        return NULL;
    }
    char *copy = stn_arena_text(files->arena, real);
    free(real);
    if (copy == NULL)
        stn_no_memory(error);
    return copy;
}

/* Of a built-in scenario, whose overrides may name files, it is the current one. */
bool stn_files_confine(StnFiles *files, const char *folder, StnError *error)
{
    if (!files->confined)
        return true;
    files->folder = real_path(files, folder == NULL || folder[0] == '\0' ? "." : folder, error);
    return files->folder != NULL;
}

static bool may_read(StnFiles *files, const char *path, StnError *error)
{
    if (!files->confined)
        return true;
    const char *real = real_path(files, path, error);
    if (real == NULL)
        return false;
    const size_t length = strlen(files->folder);
    const bool root = length > 0 && files->folder[length - 1] == '/';
    if (strncmp(real, files->folder, length) == 0 && (root || real[length] == '/'))
        return true;
    return fail(error, STN_BAD_INPUT,
                "\"%s\" lies outside the folder of the %s, which files are confined to",
                stn_quote_all(path).text, files->what);
}

static bool parse_link(StnFiles *files, const Link *link, int depth, StnLoaded *loaded,
                       StnError *error);

/* Errors of the file itself that have no place yet point at `base:`. */
static bool at_node(const StnNode *node, StnError *error)
{
    if (error->file[0] == '\0') {
        snprintf(error->file, sizeof error->file, "%s", node->source->name);
        error->line = node->line;
        error->column = node->column;
    }
    return false;
}

static bool load_base(StnFiles *files, const Link *up, const StnNode *base, int depth,
                      StnLoaded *loaded, StnError *error)
{
    Link link = {.up = up};
    if (base->kind != STN_NODE_SCALAR || base->text[0] == '\0')
        return stn_node_error(error, base, "base is the name of a scenario or file, not %s",
                              stn_node_word(base));
    const char *path = relative(files->arena, base);
    struct stat id;
    if (path == NULL && base->source->folder != NULL)
        return stn_no_memory(error);
    if (path != NULL && plain_file(path, &id) && !stn_is_builtin(base->text) &&
        !may_read(files, path, error))
        return at_node(base, error);
    if (!fetch(files, base->text, path, &link, error))
        return at_node(base, error);
    if (is_cycle(&link) || depth >= CHAIN_MAX)
        return stn_node_error(error, base, "base \"%s\" %s", stn_quote_all(base->text).text,
                              is_cycle(&link) ? "leads back to itself" : "has too many bases");
    return parse_link(files, &link, depth, loaded, error);
}

/* How another scenario names this one, wherever it lies. */
static bool name_link(StnFiles *files, const Link *link, const char **name, StnError *error)
{
    if (!link->is_file) {
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): fetch has filled the source */
        *name = link->source->folder == NULL ? link->source->name : NULL;
        return true;
    }
    *name = real_path(files, link->source->name, error);
    return *name != NULL;
}

/* Lays `own` over the tree of its base, which is kept beside it. */
static bool lay_on_base(StnFiles *files, const StnNode *at, StnNode *own, StnLoaded *base,
                        StnLoaded *loaded, StnError *error)
{
    loaded->root = base->root;
    loaded->base.tree = stn_node_copy(files->arena, base->root);
    loaded->base.name = stn_node_text(files->arena, base->name, at);
    if (loaded->base.tree == NULL || loaded->base.name == NULL)
        return stn_no_memory(error);
    stn_tree_prune(loaded->base.tree);
    if (!stn_tree_merge(files->arena, loaded->root, own, STN_LEVEL_ROOT, error))
        return false;
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a base that was loaded has a root */
    loaded->root->source = own->source; /* what is missing is missing there */
    loaded->root->line = own->line;
    loaded->root->column = own->column;
    return true;
}

/* The tree of a link with all its bases below it. */
static bool parse_link(StnFiles *files, const Link *link, int depth, StnLoaded *loaded,
                       StnError *error)
{
    StnNode *own = NULL;
    StnLoaded below = {0};
    if (!stn_tree_parse(files->arena, link->text, link->length, link->source, 0, &own, error) ||
        !name_link(files, link, &loaded->name, error))
        return false;
    if (own->kind != STN_NODE_MAP)
        return stn_node_error(error, own, "a scenario is a map (title:, plant:, ...), not %s",
                              stn_node_word(own));
    loaded->root = own;
    StnEntry *base = stn_node_entry(own, "base");
    if (base == NULL)
        return true;
    const StnNode *base_node = base->value;
    own->count--;
    memmove(base, base + 1, (size_t)(own->entry + own->count - base) * sizeof *base);
    return stn_node_is_null(base_node) ||
           (load_base(files, link, base_node, depth + 1, &below, error) &&
            lay_on_base(files, base_node, own, &below, loaded, error));
}

bool stn_tree_load(StnFiles *files, const char *name, StnLoaded *loaded, StnError *error)
{
    Link link = {.up = NULL};
    if (fetch(files, name, name, &link, error))
        return stn_files_confine(files, link.source->folder, error) &&
               parse_link(files, &link, 0, loaded, error);
    if (error->file[0] == '\0' && link.is_file)
        snprintf(error->file, sizeof error->file, "%s", name);
    return false;
}

bool stn_tree_load_text(StnFiles *files, const char *text, size_t length, const char *name,
                        StnLoaded *loaded, StnError *error)
{
    const Link link = {.text = text == NULL ? "" : text,
                       .length = text == NULL ? 0 : length,
                       .source = new_source(files->arena, name == NULL ? "text" : name, true)};
    if (link.source == NULL)
        return stn_no_memory(error);
    return stn_files_confine(files, link.source->folder, error) &&
           parse_link(files, &link, 0, loaded, error);
}

const char *stn_node_path(StnFiles *files, const StnNode *node, StnError *error)
{
    struct stat id;
    const char *path = relative(files->arena, node);
    if (path == NULL && node->source->folder == NULL) {
        stn_node_error(error, node, "\"%s\": a built-in scenario names no files",
                       stn_quote_all(node->text).text);
    } else if (path == NULL) {
        stn_no_memory(error);
    } else if (stat(path, &id) != 0) {
        stn_node_error(error, node, "there is no file \"%s\"", stn_quote_all(path).text);
        error->status = STN_NO_FILE;
    } else if (!S_ISREG(id.st_mode)) {
        stn_node_error(error, node, "\"%s\" is no plain file", stn_quote_all(path).text);
        error->status = STN_NO_FILE;
    } else if (!may_read(files, path, error) || !stn_files_note(files, path, error)) {
        at_node(node, error);
    } else {
        return path;
    }
    return NULL;
}
