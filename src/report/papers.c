/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where papers come from: the program itself, whose list is generated from papers/, and files. */
#include "io/file_load.h"
#include "report/paper.h"
#include "scenario/quote.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PAPERS_MAX = 256, PATH_SIZE = 4096 };

int stn_paper_count(void) { return stn_paper_file_count; }

StnPaper stn_paper_at(int index)
{
    const StnPaperFile *file = &stn_paper_files[index];
    return (StnPaper){file->name, file->title, file->year};
}

int stn_paper_find(const char *name)
{
    int found = -1, count = 0; /* "tran" is enough where one name begins so */
    for (int i = 0; i < stn_paper_file_count; i++) {
        if (strcmp(stn_paper_files[i].name, name) == 0)
            return i;
        if (name[0] != '\0' && strncmp(stn_paper_files[i].name, name, strlen(name)) == 0) {
            found = i;
            count++;
        }
    }
    return count == 1 ? found : -1;
}

/* ---- Built in ---- */

static StnPaperDef *load_builtin(const StnPaperFile *file, const StnReportDef *how, StnError *error)
{
    const StnSource source = {.name = file->name};
    StnPaperDef *paper =
        stn_paper_parse(file->yaml, strlen(file->yaml), file->name, &source, how, error);
    if (paper)
        paper->text = file->text;
    return paper;
}

/* The papers whose names begin so into out; how many. */
static int beginning(const char *name, char *out, size_t size)
{
    int count = 0;
    out[0] = '\0';
    for (int i = 0; name[0] && i < stn_paper_file_count; i++) {
        const size_t used = strlen(out);
        if (strncmp(stn_paper_files[i].name, name, strlen(name)) == 0)
            snprintf(out + used, size - used, "%s%s", count++ ? ", " : "", stn_paper_files[i].name);
    }
    return count;
}

static StnPaperDef *not_found(const char *name, StnError *error)
{
    const char *names[PAPERS_MAX];
    const StnNode node = {.text = name};
    char which[200];
    int count = 0;
    if (beginning(name, which, sizeof which) > 1) {
        stn_error(error, STN_BAD_INPUT, "\"%s\" is the beginning of more than one paper: %s",
                  stn_quote_all(name).text, which);
        return NULL;
    }
    if (strchr(name, '/')) {
        stn_error(error, STN_NO_FILE, "there is no file or folder %.200s", name);
        return NULL;
    }
    for (; count < stn_paper_file_count && count < PAPERS_MAX; count++)
        names[count] = stn_paper_files[count].name;
    stn_node_unknown(error, &node, "paper", names, (size_t)count);
    return NULL;
}

/* ---- Files ---- */

/* "a/NAME/paper.yaml" and "a/NAME.yaml" -> "NAME", fit for an id of the page. */
static void name_of(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/'), *from = slash ? slash + 1 : path;
    const char *end = from + strcspn(from, ".");
    if (slash && strcmp(from, "paper.yaml") == 0) {
        for (end = slash; end > path && end[-1] == '/';)
            end--;
        for (from = end; from > path && from[-1] != '/';)
            from--;
    }
    const bool usable = from < end && from[0] != '.' && (size_t)(end - from) < size;
    snprintf(out, size, "%.*s", usable ? (int)(end - from) : 5, usable ? from : "paper");
    for (char *c = out; *c; c++)
        if ((unsigned char)*c < 0x80 && !isalnum((unsigned char)*c) && !strchr("._-", *c))
            *c = '-';
}

/* text.md beside the paper, into its arena; there need be none. */
static bool load_text(StnPaperDef *paper, const StnSource *source, StnError *error)
{
    struct stat info;
    char *text = NULL;
    size_t length = 0;
    const StnNode node = {.kind = STN_NODE_SCALAR, .source = source, .text = "text.md"};
    const char *path = stn_arena_format(&paper->arena, "%stext.md", source->folder);
    if (!path)
        return stn_no_memory(error);
    if (stat(path, &info) != 0)
        return true;
    if (!stn_node_path(&paper->files, &node, error) ||
        stn_file_load(path, STN_TREE_BYTES_MAX, &text, &length, error) != STN_OK)
        return false;
    paper->text = stn_arena_copy(&paper->arena, text, length);
    free(text);
    return paper->text || stn_no_memory(error);
}

static StnPaperDef *load_file(const char *path, const StnReportDef *how, StnError *error)
{
    char *text = NULL, name[80], folder[PATH_SIZE];
    size_t length = 0;
    const char *slash = strrchr(path, '/');
    const StnSource source = {path, folder};
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 0, path);
    name_of(path, name, sizeof name);
    if (stn_file_load(path, STN_TREE_BYTES_MAX, &text, &length, error) != STN_OK)
        return NULL;
    StnPaperDef *paper = stn_paper_parse(text, length, name, &source, how, error);
    free(text);
    if (!paper || (stn_files_note(&paper->files, path, error) && load_text(paper, &source, error)))
        return paper;
    stn_paper_free(paper);
    return NULL;
}

StnPaperDef *stn_paper_load(const char *name, const StnReportDef *how, StnError *error)
{
    char path[PATH_SIZE];
    struct stat info;
    const size_t length = strlen(name);
    const int index = stn_paper_find(name);
    if (index >= 0)
        return load_builtin(&stn_paper_files[index], how, error);
    if (length + 20 > sizeof path || stat(name, &info) != 0)
        return not_found(name, error);
    snprintf(path, sizeof path, "%s%s", name, S_ISDIR(info.st_mode) ? "/paper.yaml" : "");
    return load_file(path, how, error);
}

/* ---- Cases ---- */

const StnCaseRun *stn_paper_case(const StnPaperRun *paper, const char *name)
{
    for (int i = 0; i < paper->def->ncase; i++)
        if (strcmp(paper->run[i].def->name, name) == 0)
            return paper->run[i].status == STN_OK ? &paper->run[i] : NULL;
    return NULL;
}

/* A command line that is being written; what does not fit is cut off. */
typedef struct Line {
    char *text;
    size_t size, used;
} Line;

static void put_text(Line *line, const char *text)
{
    const size_t length = strlen(text), room = line->size - line->used - 1;
    const size_t taken = length < room ? length : room;
    memcpy(line->text + line->used, text, taken);
    line->used += taken;
    line->text[line->used] = '\0';
}

/* The same between quotation marks of the shell, which have no escapes: one in the text ends them,
 * stands alone and opens them again. */
static void put_quoted(Line *line, const char *text)
{
    for (; *text; text++) {
        const char one[2] = {*text, '\0'};
        put_text(line, *text == '\'' ? "'\\''" : one);
    }
}

static bool is_plain(const char *word)
{
    return word[0] != '\0' &&
           word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             "0123456789_-+=.,:/%@")] == '\0';
}

/* One word for a shell, made of up to two texts. */
static void put_word(Line *line, const char *option, const char *one, const char *two)
{
    const bool plain = is_plain(one) && (two == NULL || two[0] == '\0' || is_plain(two));
    put_text(line, option);
    put_text(line, plain ? "" : "'");
    put_quoted(line, one);
    put_text(line, two == NULL ? "" : "=");
    put_quoted(line, two == NULL ? "" : two);
    put_text(line, plain ? "" : "'");
}

const char *stn_case_command(const StnCase *def, char *out, size_t size)
{
    Line line = {out, size, 0};
    put_word(&line, "stiction run ", def->scenario, NULL);
    if (def->law)
        put_word(&line, " --law ", def->law, NULL);
    for (int i = 0; i < def->nset; i++)
        put_word(&line, " --set ", def->set[i].path, def->set[i].value);
    return out;
}
