/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Arguments of the interpreter as texts and options. */
#include "call.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* "text" of MATLAB, which is an object there, and a row of characters in Octave. */
static bool is_string(const mxArray *value)
{
    const bool other = mxIsChar(value) || mxIsNumeric(value) || mxIsLogical(value) ||
                       mxIsCell(value) || mxIsStruct(value);
    return !other && mxIsClass(value, "string") && mxGetNumberOfElements(value) == 1;
}

/* The library takes a text to end at its first NUL. */
static bool has_nul(const mxArray *value)
{
    const mxChar *text = mxGetChars(value);
    for (mwSize i = 0; i < mxGetNumberOfElements(value); i++)
        if (text[i] == 0)
            return true;
    return false;
}

static bool is_row(const mxArray *value)
{
    return mxIsChar(value) && (mxGetM(value) == 1 || mxIsEmpty(value));
}

bool is_text(const mxArray *value)
{
    return is_string(value) || (is_row(value) && !has_nul(value));
}

bool is_numbers(const mxArray *value)
{
    return mxIsDouble(value) && !mxIsComplex(value) && !mxIsSparse(value);
}

/* Not mxArrayToString: that of Octave 7 leaks some 100 bytes in each call. */
const char *text_of(const mxArray *value)
{
    mxArray *in = (mxArray *)value, *row = NULL;
    if (is_string(value) && mexCallMATLAB(1, &row, 1, &in, "char") == 0)
        value = row;
    const mwSize size =
        4 * mxGetNumberOfElements(value) + 1; /* at most four bytes of UTF-8 for a character */
    char *text = mxCalloc(size, 1);
    if (!mxIsEmpty(value))
        mxGetString(value, text, size);
    return text;
}

const char *plain_text(Call *call, const mxArray *value, const char *what)
{
    if (is_text(value))
        return text_of(value);
    if (is_row(value))
        bad_input(call, "%s: a text has no character NUL", what);
    else
        bad_input(call, "%s: a text is needed, not a value of class %s", what,
                  mxGetClassName(value));
    return NULL;
}

const char *only_text(Call *call, int nin, const mxArray **in, const char *what)
{
    if (nin == 1)
        return plain_text(call, in[0], call->verb);
    bad_input(call, nin < 1 ? "%s needs %s" : "%s takes %s and nothing else", call->verb, what);
    return NULL;
}

/* ---- Values in YAML ---- */

typedef struct Writer {
    Call *call;
    const char *what;
    char *text;
    size_t used, capacity;
    int depth;
} Writer;

static void add(Writer *w, const char *text, size_t length)
{
    if (w->used + length + 1 > w->capacity) {
        w->capacity = 2 * (w->used + length + 64);
        w->text = mxRealloc(w->text, w->capacity);
    }
    memcpy(w->text + w->used, text, length);
    w->used += length;
    w->text[w->used] = '\0';
}

static void add_text(Writer *w, const char *text) { add(w, text, strlen(text)); }

static void add_number(Writer *w, double value)
{
    char out[32];
    add_text(w, isinf(value) ? (value > 0 ? "inf" : "-inf") : stn_number_text(value, out));
}

/* In quotes, as JSON has it; YAML reads the same. */
static void add_quoted(Writer *w, const char *text)
{
    char escape[8];
    add_text(w, "\"");
    for (const char *c = text; *c; c++) {
        const unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\' || byte < 0x20) {
            snprintf(escape, sizeof escape, byte < 0x20 ? "\\u%04x" : "\\%c", byte);
            add_text(w, escape);
        } else {
            add(w, c, 1);
        }
    }
    add_text(w, "\"");
}

static StnStatus add_value(Writer *w, const mxArray *value);

static StnStatus add_map(Writer *w, const mxArray *value)
{
    StnStatus status = STN_OK;
    if (mxGetNumberOfElements(value) != 1)
        return bad_input(w->call, "%s: one struct is needed, not an array of them", w->what);
    add_text(w, "{");
    for (int i = 0; i < mxGetNumberOfFields(value) && !status; i++) {
        add_text(w, i ? ", " : "");
        add_quoted(w, mxGetFieldNameByNumber(value, i));
        add_text(w, ": ");
        status = add_value(w, mxGetFieldByNumber(value, 0, i));
    }
    add_text(w, "}");
    return status;
}

static StnStatus add_list(Writer *w, const mxArray *value)
{
    StnStatus status = STN_OK;
    const size_t count = mxGetNumberOfElements(value);
    add_text(w, "[");
    for (size_t i = 0; i < count && !status; i++) {
        add_text(w, i ? ", " : "");
        if (mxIsCell(value))
            status = add_value(w, mxGetCell(value, i));
        else
            add_number(w, mxGetPr(value)[i]);
    }
    add_text(w, "]");
    return status;
}

static StnStatus add_value(Writer *w, const mxArray *value)
{
    StnStatus status = STN_OK;
    if (w->depth > 16)
        return bad_input(w->call, "%s: too deep", w->what);
    w->depth++;
    if (!value || (mxIsEmpty(value) && !mxIsCell(value) && !mxIsChar(value))) {
        add_text(w, "~");
    } else if (is_text(value)) {
        const char *text = text_of(value);
        if (w->depth == 1)
            add_text(w, text);
        else
            add_quoted(w, text);
    } else if (mxIsStruct(value)) {
        status = add_map(w, value);
    } else if (mxIsCell(value) || (is_numbers(value) && mxGetNumberOfElements(value) > 1)) {
        status = add_list(w, value);
    } else if (mxIsLogicalScalar(value)) {
        add_text(w, mxIsLogicalScalarTrue(value) ? "true" : "false");
    } else if (mxIsNumeric(value) && !mxIsComplex(value) && mxGetNumberOfElements(value) == 1) {
        add_number(w, mxGetScalar(value));
    } else {
        status = bad_input(w->call, "%s: texts and real numbers of class double are taken, not %s",
                           w->what, mxGetClassName(value));
    }
    w->depth--;
    return status;
}

const char *value_text(Call *call, const mxArray *value, const char *what)
{
    Writer w = {.call = call, .what = what};
    add_text(&w, "");
    return add_value(&w, value) == STN_OK ? w.text : NULL;
}

StnStatus text_list(Call *call, const mxArray *value, const char *what, const char ***list,
                    int *count)
{
    const size_t n = mxIsCell(value) ? mxGetNumberOfElements(value) : 1;
    *list = mxCalloc(n + 1, sizeof **list);
    *count = (int)n;
    for (size_t i = 0; i < n; i++) {
        const mxArray *one = mxIsCell(value) ? mxGetCell(value, i) : value;
        (*list)[i] = one ? plain_text(call, one, what) : "";
        if (!(*list)[i])
            return STN_BAD_INPUT;
    }
    return STN_OK;
}

/* ---- Options ---- */

StnStatus options_take(Call *call, int count, const mxArray **argument)
{
    for (int i = 0; i < count; i += 2) {
        const char *name = plain_text(call, argument[i], "the name of an option");
        if (!name)
            return STN_BAD_INPUT;
        if (i + 1 == count)
            return bad_input(call, "the option \"%s\" needs a value", name);
        if (call->ngiven == OPTIONS_MAX)
            return bad_input(call, "more than %d options", OPTIONS_MAX);
        for (int k = 0; k < call->ngiven; k++)
            if (strcmp(call->given[k].name, name) == 0)
                return bad_input(call, "the option \"%s\" is given twice", name);
        call->given[call->ngiven++] = (Given){name, argument[i + 1], false};
    }
    return STN_OK;
}

const mxArray *option(Call *call, const char *name)
{
    if (call->nknown < KNOWN_MAX)
        call->known[call->nknown++] = name;
    for (int i = 0; i < call->ngiven; i++)
        if (strcmp(call->given[i].name, name) == 0) {
            call->given[i].used = true;
            return call->given[i].value;
        }
    return NULL;
}

StnStatus option_text(Call *call, const char *name, const char **text)
{
    const mxArray *value = option(call, name);
    const char *found = value ? plain_text(call, value, name) : *text;
    if (value && !found)
        return STN_BAD_INPUT;
    *text = found;
    return STN_OK;
}

StnStatus option_texts(Call *call, const char *name, const char ***list, int *count)
{
    const mxArray *value = option(call, name);
    *list = NULL;
    *count = 0;
    return value ? text_list(call, value, name, list, count) : STN_OK;
}

/* "PATH=VALUE" as the program takes it. */
static StnStatus split_pair(Call *call, const char *text, PairFunction *f, void *user)
{
    StnOverride pair = {NULL, NULL};
    char *path = NULL, *value = NULL;
    if (stn_override_split(text, &pair, &call->error) != STN_OK)
        return STN_BAD_INPUT;
    path = mxMalloc(strlen(pair.path) + 1);
    value = mxMalloc(strlen(pair.value) + 1);
    strcpy(path, pair.path);
    strcpy(value, pair.value);
    stn_override_free(&pair);
    return f(call, user, path, value);
}

static StnStatus cell_pairs(Call *call, const char *name, const mxArray *value, PairFunction *f,
                            void *user)
{
    const size_t count = mxGetNumberOfElements(value);
    StnStatus status = STN_OK;
    for (size_t i = 0; i < count && !status; i++) {
        const mxArray *one = mxGetCell(value, i);
        const char *path = one ? plain_text(call, one, name) : "", *text = NULL;
        if (!path)
            return STN_BAD_INPUT;
        if (strchr(path, '=')) {
            status = split_pair(call, path, f, user);
            continue;
        }
        if (++i == count)
            return bad_input(call, "%s: a value is missing behind \"%s\"", name, path);
        text = value_text(call, mxGetCell(value, i), path);
        status = text ? f(call, user, path, text) : STN_BAD_INPUT;
    }
    return status;
}

StnStatus each_pair(Call *call, const char *name, const mxArray *value, PairFunction *f, void *user)
{
    StnStatus status = STN_OK;
    if (mxIsCell(value))
        return cell_pairs(call, name, value, f, user);
    if (is_text(value))
        return split_pair(call, text_of(value), f, user);
    if (!mxIsStruct(value) || mxGetNumberOfElements(value) != 1)
        return bad_input(call, "%s: {'name', value, ...}, 'name=value' or a struct is needed",
                         name);
    for (int i = 0; i < mxGetNumberOfFields(value) && !status; i++) {
        const char *key = mxGetFieldNameByNumber(value, i);
        const char *text = value_text(call, mxGetFieldByNumber(value, 0, i), key);
        status = text ? f(call, user, key, text) : STN_BAD_INPUT;
    }
    return status;
}

StnStatus option_pairs(Call *call, const char *name, PairFunction *f, void *user)
{
    const mxArray *value = option(call, name);
    return value ? each_pair(call, name, value, f, user) : STN_OK;
}

/* "[A, B]" of a pair, without its brackets. */
static const char *without_brackets(const char *text)
{
    char *out;
    const size_t length = strlen(text);
    if (text[0] != '[' || length < 2)
        return text;
    out = mxMalloc(length);
    memcpy(out, text + 1, length - 2);
    out[length - 2] = '\0';
    return out;
}

StnStatus option_fields(Call *call, const StnFields *fields, void *settings, bool *given)
{
    for (int i = 0; i < fields->count; i++) {
        const StnField *field = &fields->field[i];
        const mxArray *value = option(call, field->name);
        const char *text = value ? value_text(call, value, field->name) : NULL;
        if (given)
            given[i] = value != NULL;
        if (!value)
            continue;
        if (text && field->kind == STN_FIELD_PAIR)
            text = without_brackets(text);
        if (!text || stn_field_set_text(field, settings, text, &call->error) != STN_OK)
            return STN_BAD_INPUT;
    }
    return STN_OK;
}

StnStatus options_end(Call *call)
{
    for (int i = 0; i < call->ngiven; i++) {
        const char *name = call->given[i].name;
        if (!call->given[i].used)
            return bad_input(
                call, "%s has no option \"%s\"%s", call->verb, name,
                stn_suggest(name, call->known, (size_t)call->nknown, "; allowed: ").text);
    }
    return STN_OK;
}
