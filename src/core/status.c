/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Errors as sentences, and the nearest valid name. */
#include "core/names.h"
#include "core/system.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *stn_status_text(StnStatus status)
{
#define STN_STATUS_CASE(name, value, text) \
    case name: return text;
    switch (status) {
        STN_STATUS_LIST(STN_STATUS_CASE)
    }
#undef STN_STATUS_CASE
    return "unknown status";
}

#define STN_ROLE_ROW(role, name, word, linear, rotary) {name, word, {linear, rotary}},
static const struct Role {
    const char *name, *word, *unit[2];
} roles[] = {STN_ROLE_LIST(STN_ROLE_ROW)};
#undef STN_ROLE_ROW

/* Columns of data beyond the list are others. */
static const struct Role *role_of(StnRole role)
{
    return &roles[role < STN_ROLE_COUNT ? role : STN_ROLE_OTHER];
}

const char *stn_role_name(StnRole role) { return role_of(role)->name; }
const char *stn_role_word(StnRole role) { return role_of(role)->word; }
const char *stn_role_unit(StnRole role, bool rotary) { return role_of(role)->unit[rotary]; }

StnStatus stn_error(StnError *error, StnStatus status, const char *format, ...)
{
    if (error) {
        va_list args;
        error->status = status;
        va_start(args, format);
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return status;
}

StnStatus stn_out_of_memory(StnError *error)
{
    if (error)
        error->file[0] = error->path[0] = '\0', error->line = error->column = 0;
    return stn_error(error, STN_NO_MEMORY, "%s", stn_status_text(STN_NO_MEMORY));
}

void stn_text_free(char *text) { free(text); }

const char *stn_error_format(const StnError *error, char *out, size_t size)
{
    if (error->file[0] && error->line > 0)
        snprintf(out, size, "%s:%d:%d: %s", error->file, error->line, error->column, error->text);
    else if (error->file[0])
        snprintf(out, size, "%s: %s", error->file, error->text);
    else
        snprintf(out, size, "%s", error->text);
    return out;
}

int stn_format(char *out, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(out, size, format, args);
    va_end(args);
    return length < 0 ? 0 : length < (int)size ? length : (int)size - 1;
}

/* Edit distance (insert, delete, replace, swap of neighbours), names up to 47 characters. */
int stn_name_distance(const char *a, const char *b)
{
    enum { MOST = 47 };
    int la = (int)strlen(a), lb = (int)strlen(b);
    int row[3][MOST + 1];
    if (la > MOST || lb > MOST)
        return MOST;
    for (int j = 0; j <= lb; j++)
        row[0][j] = j;
    for (int i = 1; i <= la; i++) {
        int *now = row[i % 3], *up = row[(i + 2) % 3], *upup = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= lb; j++) {
            int best = up[j - 1] + (a[i - 1] != b[j - 1]);
            if (up[j] + 1 < best)
                best = up[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                upup[j - 2] + 1 < best)
                best = upup[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[la % 3][lb];
}

const char *stn_nearest(const char *name, const char *const *names, size_t count)
{
    const char *best = NULL;
    int length = (int)strlen(name), least = length / 3 + 2; /* further away than this is no help */
    if (least > length)
        least = length;
    for (size_t i = 0; i < count; i++) {
        int d = stn_name_distance(name, names[i]);
        if (d < least)
            least = d, best = names[i];
    }
    return best;
}

StnSuggestion stn_did_you_mean(const char *near)
{
    StnSuggestion out = {""};
    if (near && near[0])
        stn_format(out.text, sizeof out.text, "; did you mean \"%s\"?", near);
    return out;
}

StnSuggestion stn_suggest(const char *name, const char *const *names, size_t count,
                          const char *otherwise)
{
    StnSuggestion out = stn_did_you_mean(stn_nearest(name, names, count));
    if (out.text[0] || !otherwise)
        return out;
    int used = stn_format(out.text, sizeof out.text, "%s", otherwise);
    for (size_t i = 0; i < count && used < (int)sizeof out.text - 60; i++)
        used += stn_format(out.text + used, sizeof out.text - (size_t)used, "%s%.50s",
                           i > 0 ? ", " : "", names[i]);
    if (count == 0)
        stn_format(out.text + used, sizeof out.text - (size_t)used, "none");
    return out;
}
