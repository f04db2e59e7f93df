/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* From a path to its address, and the sentence for one that leads nowhere. */
#include "core/friction_set.h"
#include "core/names.h"
#include "core/params.h"

#include <string.h>

/* Whether `path` is the whole of `full`, or its last words. */
static bool ends_with(const char *full, const char *path)
{
    const size_t long_one = strlen(full), short_one = strlen(path);
    if (short_one > long_one || strcmp(full + long_one - short_one, path) != 0)
        return false;
    return short_one == long_one || full[long_one - short_one - 1] == '.';
}

static const char *last_word(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

/* The item whose path ends with `path`; -1: none, -2: several. */
static int find_item(const StnSystem *S, const char *path)
{
    char full[STN_PATH_CHARS];
    int found = -1;
    for (int k = 0; k < S->texts->nitem; k++) {
        stn_address_path(S, (StnAddress){(int16_t)k, -1}, full, sizeof full);
        if (strcmp(full, path) == 0)
            return k;
        if (ends_with(full, path))
            found = found == -1 ? k : -2;
    }
    return found;
}

/* Adds the names behind the first `skip` characters of the paths that begin with `head`. */
static void put_names(const StnSystem *S, const char *head, size_t skip, char *out, size_t size)
{
    char full[STN_PATH_CHARS];
    int at = (int)strlen(out);
    for (int k = 0; k < S->texts->nitem; k++) {
        stn_address_path(S, (StnAddress){(int16_t)k, -1}, full, sizeof full);
        if (strncmp(full, head, strlen(head)) == 0)
            at += stn_format(out + at, size - (size_t)at, "%s%s", at > 0 ? ", " : "", full + skip);
    }
}

/* The last word belongs to something that is no list, or has no such element. */
static StnStatus no_part(const StnSystem *S, const char *path, int item, StnError *error)
{
    const StnItem *of = &S->texts->item[item];
    if (!stn_item_is_list(S, of))
        return stn_error(error, STN_BAD_INPUT, "there is no number \"%s\": %s is a single number",
                         path, stn_address_info(S, (StnAddress){(int16_t)item, -1}).name);
    if (stn_item_param(S, of)->kind == STN_KIND_PAIR)
        return stn_error(error, STN_BAD_INPUT,
                         "there is no number \"%s\": %s has .forward and .backward", path,
                         stn_item_param(S, of)->name);
    return stn_error(error, STN_BAD_INPUT, "there is no number \"%s\": %s has elements 1 ... %d",
                     path, stn_item_param(S, of)->name, of->width);
}

/* A friction parameter that other laws have: true, with the sentence. */
static bool of_another_law(const StnSystem *S, const char *path, StnError *error)
{
    char names[600] = "", head[STN_PATH_CHARS];
    bool known = false;
    for (int k = 0; k < STN_PAR_COUNT && !known; k++)
        known = strcmp(stn_friction_parameter_at(k)->name, last_word(path)) == 0;
    for (int i = 0; known && i < S->model.nsite; i++) {
        stn_format(head, sizeof head, "friction.%s.", S->model.plant->sites[i].name);
        const size_t skip = strlen(head);
        const bool here = strncmp(path, head, skip) == 0;
        if (!here && (S->model.nsite > 1 || strchr(path, '.')))
            continue;
        put_names(S, head, skip, names, sizeof names);
        stn_error(error, STN_BAD_INPUT, "there is no number \"%s\": law %s has %s", path,
                  S->model.law[i]->name, names);
        return true;
    }
    return false;
}

static bool same_but_for(const StnPathWords *a, const StnPathWords *b, int word)
{
    for (int i = 0; i < a->count; i++)
        if (i != word && strcmp(a->word[i], b->word[i]) != 0)
            return false;
    return a->count == b->count;
}

/* The nearest path into `best`: one that differs in one word alone, the last one first; or, for `word` below
 * 0, one whose last word is the same but for a letter. */
static void nearest_path(const StnSystem *S, const char *path, int word, char best[STN_PATH_CHARS])
{
    const StnPathWords asked = stn_path_words(path);
    const char *wanted = word < 0 ? last_word(path) : asked.word[word];
    char full[STN_PATH_CHARS], kept[STN_PATH_CHARS] = "";
    for (int k = 0; k < S->texts->nitem; k++) {
        stn_address_path(S, (StnAddress){(int16_t)k, -1}, full, sizeof full);
        const StnPathWords words = stn_path_words(full);
        if (word >= 0 && !same_but_for(&asked, &words, word))
            continue;
        const char *names[] = {kept, word < 0 ? last_word(full) : words.word[word]};
        if (word < 0 && stn_name_distance(wanted, names[1]) > 1)
            continue;
        if (stn_nearest(wanted, names, 2) == names[1]) {
            stn_format(kept, sizeof kept, "%s", names[1]);
            memcpy(best, full, sizeof full);
        }
    }
}

/* A setting that is no number: true, with the sentence. */
static bool is_word(const char *path, StnError *error)
{
    const bool solver = strncmp(path, "solver.", 7) == 0;
    const StnField *field = solver ? stn_fields_find(&stn_solver_fields, path + 7, NULL) : NULL;
    if (field)
        stn_error(error, STN_BAD_INPUT, "\"%s\" is no number but %s%s", path,
                  field->kind == STN_FIELD_WORD ? "one of the words " : "true or false",
                  field->kind == STN_FIELD_WORD ? field->unit : "");
    return field != NULL;
}

static StnStatus unknown_path(const StnSystem *S, const char *path, StnError *error)
{
    char best[STN_PATH_CHARS], head[STN_PATH_CHARS] = "", names[600] = "";
    const size_t length = (size_t)(last_word(path) - path);
    stn_format(best, sizeof best, "%s.", path);
    put_names(S, best, strlen(best), names, sizeof names);
    if (names[0] && path[0])
        return stn_error(error, STN_BAD_INPUT, "\"%s\" is no number; there are %s in it", path,
                         names);
    if (is_word(path, error))
        return STN_BAD_INPUT;
    if (length > 1 && length < sizeof head) {
        memcpy(head, path, length - 1);
        head[length - 1] = '\0';
        const int item = find_item(S, head);
        if (item >= 0)
            return no_part(S, path, item, error);
        stn_format(head + length - 1, sizeof head - length + 1, ".");
    }
    if (of_another_law(S, path, error))
        return STN_BAD_INPUT;
    best[0] = '\0';
    for (int word = stn_path_words(path).count - 1; word >= -1 && !best[0]; word--)
        nearest_path(S, path, word, best);
    if (best[0])
        return stn_error(error, STN_BAD_INPUT, "there is no number \"%s\"%s", path,
                         stn_did_you_mean(best).text);
    if (head[0]) /* what there is beside it */
        put_names(S, head, length, names, sizeof names);
    else {
        put_names(S, "parameters.", sizeof "parameters." - 1, names, sizeof names);
        put_names(S, "friction.", 0, names, sizeof names);
    }
    if (names[0])
        return stn_error(error, STN_BAD_INPUT, "there is no number \"%s\"; there are %s", path,
                         names);
    return stn_error(error, STN_BAD_INPUT,
                     "there is no number \"%s\"; a path begins with parameters, controller, "
                     "options, friction, compensation, initial, inputs, sensors or solver",
                     path);
}

static StnStatus check_place(const StnSystem *S, const char *path, StnAddress address,
                             StnError *error)
{
    const StnItem *item = &S->texts->item[address.item];
    if (!stn_item_is_list(S, item))
        return stn_error(error, STN_BAD_INPUT, "\"%s\": this is a single number", path);
    if (address.place >= item->width)
        return stn_error(error, STN_BAD_INPUT, "\"%s\": there are %d elements", path, item->width);
    return STN_OK;
}

StnStatus stn_address(const StnSystem *S, const char *path, StnAddress *address, StnError *error)
{
    char head[STN_PATH_CHARS];
    int item = find_item(S, path), place = -1;
    const char *dot = strrchr(path, '.');
    if (item == -1 && dot && (place = stn_path_place(dot + 1)) >= 0 &&
        (size_t)(dot - path) < sizeof head) {
        memcpy(head, path, (size_t)(dot - path));
        head[dot - path] = '\0';
        item = find_item(S, head);
    }
    if (item == -2)
        return stn_error(error, STN_BAD_INPUT, "\"%s\" is ambiguous: use the full path", path);
    if (item < 0)
        return unknown_path(S, path, error);
    const StnAddress found = {(int16_t)item, (int16_t)place};
    StnStatus status = place >= 0 ? check_place(S, path, found, error) : STN_OK;
    if (!status)
        *address = found;
    return status;
}
