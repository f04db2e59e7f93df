/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* "ADDRESS=SPREAD" -> which number varies, and how. */
#include "core/names.h"
#include "ensemble/normal.h"
#include "kernel/real.h"
#include "scenario/quantity.h"
#include "stiction/ensemble.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STN_VARY_WORD(kind, word, form, text) word,
#define STN_VARY_FORM(kind, word, form, text) form,
static const char *const words[] = {STN_VARY_LIST(STN_VARY_WORD)};
static const char *const forms[] = {STN_VARY_LIST(STN_VARY_FORM)};

enum { PIECES_MAX = 3, PIECE_SIZE = 96 };

/* What is read, and where in it a piece stands. */
typedef struct Parse {
    const StnSystem *system;
    const StnCatalog *catalog;
    const char *text;
    double own; /* the value that the system has */
    StnVary *vary;
    StnError *error;
} Parse;

/* A part of the text: from where to where. */
typedef struct Piece {
    const char *begin, *end;
} Piece;

static Piece trim(const char *begin, const char *end)
{
    while (begin < end && isspace((unsigned char)*begin))
        begin++;
    while (end > begin && isspace((unsigned char)end[-1]))
        end--;
    return (Piece){begin, end};
}

static bool place_error(const Parse *p, const char *at)
{
    if (p->error)
        p->error->column = (int)(at - p->text) + 1;
    return false;
}

/* STN_BAD_INPUT with the column of a piece; false. */
#define FAIL(p, at, ...) (stn_error((p)->error, STN_BAD_INPUT, __VA_ARGS__), place_error((p), (at)))

/* ---- Numbers --------------------------------------------------------------------------------- */

/* "20 %" -> 0.2; false for everything that is no percentage. */
static bool percentage(const char *text, double *share)
{
    char *end;
    const double value = strtod(text, &end);
    while (isspace((unsigned char)*end))
        end++;
    *share = value / 100.0;
    return end > text && end[0] == '%' && end[1] == '\0' && isfinite(value);
}

static bool copy_piece(const Parse *p, Piece piece, char out[PIECE_SIZE])
{
    const size_t length = (size_t)(piece.end - piece.begin);
    if (length == 0)
        return FAIL(p, piece.begin, "a value is missing");
    if (length >= PIECE_SIZE)
        return FAIL(p, piece.begin, "a value has more than %d characters", PIECE_SIZE - 1);
    memcpy(out, piece.begin, length);
    out[length] = '\0';
    return true;
}

/* A value in the unit of the number.  A percentage is one of `whole`, unless the number has no unit
 * itself. */
static bool quantity(const Parse *p, Piece piece, const char *unit, double whole, double *value)
{
    char text[PIECE_SIZE];
    StnError inner = {.status = STN_OK};
    double share;
    if (!copy_piece(p, piece, text))
        return false;
    if (percentage(text, &share) && strcmp(unit, "1") != 0) {
        *value = share * whole;
        return true;
    }
    if (stn_quantity_read(text, p->vary->path, unit, value, &inner) != STN_OK)
        return FAIL(p, piece.begin + (inner.column > 0 ? inner.column - 1 : 0), "%s", inner.text);
    if (!isfinite(*value))
        return FAIL(p, piece.begin, "\"%s\" is not finite", text);
    return true;
}

static bool own_quantity(const Parse *p, Piece piece, double *value)
{
    return quantity(p, piece, p->vary->unit, p->own, value);
}

/* ---- Levels ---------------------------------------------------------------------------------- */

static bool take_levels(const Parse *p, const char *at, long count)
{
    StnVary *v = p->vary;
    if (count < 1 || count > STN_LEVELS_MAX)
        return FAIL(p, at, "%ld values; allowed: 1 to %d", count, STN_LEVELS_MAX);
    v->levels = (int)count;
    v->level = malloc((size_t)count * sizeof *v->level);
    if (v->level == NULL)
        stn_out_of_memory(p->error);
    return v->level != NULL;
}

static bool read_count(const Parse *p, Piece piece, long *count)
{
    char text[PIECE_SIZE], *end;
    if (!copy_piece(p, piece, text))
        return false;
    *count = strtol(text, &end, 10);
    if (*end != '\0' || !isdigit((unsigned char)text[0]) || *count == LONG_MAX)
        return FAIL(p, piece.begin, "\"%s\" is no number of values; allowed: 1 to %d", text,
                    STN_LEVELS_MAX);
    return true;
}

/* Both ends are met exactly. */
static bool read_steps(const Parse *p, const Piece *piece)
{
    StnVary *v = p->vary;
    long count;
    if (!own_quantity(p, piece[0], &v->a) || !own_quantity(p, piece[1], &v->b) ||
        !read_count(p, piece[2], &count))
        return false;
    const bool log_steps = v->kind == STN_VARY_LOG;
    if (log_steps && !(v->a > 0.0 ? v->b > 0.0 : v->a < 0.0 && v->b < 0.0))
        return FAIL(p, piece[0].begin, "log needs two values of one sign, not 0");
    if (!take_levels(p, piece[2].begin, count))
        return false;
    for (int k = 0; k < v->levels; k++) {
        const double share = v->levels > 1 ? (double)k / (v->levels - 1) : 0.0;
        v->level[k] = k == 0               ? v->a
                      : k == v->levels - 1 ? v->b
                      : log_steps          ? v->a * stn_exp_d(share * stn_log_d(v->b / v->a))
                                           : v->a + share * (v->b - v->a);
    }
    return true;
}

static long commas(const char *text)
{
    long count = 0;
    for (; *text; text++)
        count += *text == ',';
    return count;
}

static bool read_law(const Parse *p, Piece piece, const StnLaw **law)
{
    char name[PIECE_SIZE];
    if (!copy_piece(p, piece, name))
        return false;
    *law = stn_catalog_law(p->catalog, name);
    if (*law)
        return true;
    const char *names[256];
    size_t count = 0;
    for (int i = 0; i < stn_catalog_law_count(p->catalog) && count < 256; i++)
        names[count++] = stn_catalog_law_at(p->catalog, i)->name;
    return FAIL(p, piece.begin, "there is no law \"%s\"%s", name,
                stn_suggest(name, names, count, "; allowed: ").text);
}

/* VALUE,VALUE,... of a number or, for a site, of laws. */
static bool read_list(const Parse *p, const char *text)
{
    StnVary *v = p->vary;
    if (!take_levels(p, text, commas(text) + 1))
        return false;
    if (v->site >= 0) {
        v->law = calloc((size_t)v->levels, sizeof *v->law);
        if (v->law == NULL)
            return stn_out_of_memory(p->error), false;
    }
    for (int k = 0; k < v->levels; k++) {
        const char *end = text + strcspn(text, ",");
        const Piece piece = trim(text, end);
        v->level[k] = k;
        if (v->site >= 0 ? !read_law(p, piece, &v->law[k]) : !own_quantity(p, piece, &v->level[k]))
            return false;
        text = end + (*end == ',');
    }
    return true;
}

/* ---- Distributions --------------------------------------------------------------------------- */

static bool read_distribution(const Parse *p, const Piece *piece)
{
    StnVary *v = p->vary;
    const bool even = v->kind == STN_VARY_UNIFORM;
    if (!own_quantity(p, piece[0], &v->a))
        return false;
    if (v->kind == STN_VARY_LOGNORMAL
            ? !quantity(p, piece[1], "1", 1.0, &v->b)
            : !quantity(p, piece[1], v->unit, even ? p->own : fabs(v->a), &v->b))
        return false;
    if (even ? !(v->b > v->a) : !(v->b > 0.0))
        return FAIL(p, piece[1].begin,
                    even ? "TO must lie above FROM" : "the deviation must be above 0");
    if (v->kind == STN_VARY_LOGNORMAL && v->a == 0.0)
        return FAIL(p, piece[0].begin, "the median of a lognormal distribution is not 0");
    return true;
}

/* +-20 % or +-0.1 N around the value that the system has. */
static bool read_around(const Parse *p, Piece piece)
{
    StnVary *v = p->vary;
    char text[PIECE_SIZE];
    double half;
    if (!copy_piece(p, piece, text))
        return false;
    if (percentage(text, &half))
        half *= fabs(p->own);
    else if (!own_quantity(p, piece, &half))
        return false;
    if (!(half > 0.0))
        return FAIL(p, piece.begin, "%s is %g: give a half width above 0, as in +-0.1%s%s", v->path,
                    p->own, strcmp(v->unit, "1") == 0 ? "" : " ",
                    strcmp(v->unit, "1") == 0 ? "" : v->unit);
    v->kind = STN_VARY_UNIFORM;
    v->a = p->own - half;
    v->b = p->own + half;
    return true;
}

/* ---- The whole text -------------------------------------------------------------------------- */

static bool wrong_form(const Parse *p, const char *at)
{
    return FAIL(p, at, "%s is written %s:%s", words[p->vary->kind], words[p->vary->kind],
                forms[p->vary->kind]);
}

/* A:B:C or A:B. */
static bool read_pieces(const Parse *p, const char *text)
{
    const int wanted = p->vary->kind == STN_VARY_LIN || p->vary->kind == STN_VARY_LOG ? 3 : 2;
    Piece piece[PIECES_MAX];
    for (int k = 0; k < wanted; k++) {
        const char *end = text + strcspn(text, ":");
        if ((*end == ':') != (k < wanted - 1))
            return wrong_form(p, text);
        piece[k] = trim(text, end);
        text = end + 1;
    }
    return wanted == 3 ? read_steps(p, piece) : read_distribution(p, piece);
}

static bool read_spread(const Parse *p, const char *text)
{
    StnVary *v = p->vary;
    char word[PIECE_SIZE];
    text += strspn(text, " \t");
    const bool around = strncmp(text, "+-", 2) == 0 || strncmp(text, "\xc2\xb1", 2) == 0;
    const char *colon = text + strcspn(text, ":");
    if (around && v->site < 0)
        return read_around(p, trim(text + 2, text + strlen(text)));
    if (!copy_piece(p, trim(text, colon), word))
        return false;
    int kind = 0;
    while (kind < STN_VARY_KINDS && strcmp(word, words[kind]) != 0)
        kind++;
    if (kind == STN_VARY_KINDS || *colon != ':')
        return FAIL(
            p, text, "\"%s\" does not say how it varies%s; or +-20 %%", word,
            stn_suggest(word, words, STN_VARY_KINDS, "; allowed, each with a colon: ").text);
    v->kind = (StnVaryKind)kind;
    if (v->site >= 0 && v->kind != STN_VARY_LEVELS)
        return FAIL(p, text, "a law varies by list:LAW,LAW,...");
    return v->kind == STN_VARY_LEVELS ? read_list(p, colon + 1) : read_pieces(p, colon + 1);
}

/* friction.SITE.law, SITE.law, or law where there is one site: its index; -1: another path. */
static int law_site(const StnSystem *system, const char *path)
{
    const StnPathWords part = stn_path_words(path);
    const StnPlant *plant = stn_system_plant(system);
    const int first = part.count == 3 && strcmp(part.word[0], "friction") == 0;
    if (part.count - first < 1 || part.count - first > 2 ||
        strcmp(part.word[part.count - 1], "law") != 0)
        return -1;
    for (int i = 0; i < plant->nsite; i++)
        if (part.count - first == 1 ? plant->nsite == 1
                                    : strcmp(plant->sites[i].name, part.word[first]) == 0)
            return i;
    return -1;
}

static bool read_address(Parse *p, Piece piece)
{
    StnVary *v = p->vary;
    char path[PIECE_SIZE];
    if (!copy_piece(p, piece, path))
        return false;
    v->site = law_site(p->system, path);
    if (v->site >= 0) {
        snprintf(v->path, sizeof v->path, "friction.%s.law",
                 stn_system_plant(p->system)->sites[v->site].name);
        return true;
    }
    if (stn_address(p->system, path, &v->address, p->error) != STN_OK)
        return place_error(p, piece.begin);
    const StnAddressInfo info = stn_address_info(p->system, v->address);
    stn_address_path(p->system, v->address, v->path, sizeof v->path);
    snprintf(v->unit, sizeof v->unit, "%s", info.unit);
    p->own = info.value;
    return true;
}

StnStatus stn_vary_parse(const StnSystem *system, const StnCatalog *catalog, const char *text,
                         StnVary *out, StnError *error)
{
    StnError unused;
    Parse p = {system, catalog, text, NAN, out, error ? error : &unused};
    const char *equals = strchr(text, '=');
    *out = (StnVary){.address = {-1, -1}, .site = -1};
    *p.error = (StnError){.status = STN_OK};
    bool good = equals != NULL && equals > text + strspn(text, " \t");
    if (!good)
        FAIL(&p, text, "it is written ADDRESS=SPREAD, as in friction.contact.Fs=lin:1 N:2 N:5");
    good = good && read_address(&p, trim(text, equals)) && read_spread(&p, equals + 1);
    if (!good)
        stn_vary_free(out);
    return p.error->status;
}

void stn_vary_free(StnVary *vary)
{
    free(vary->level);
    free(vary->law);
    vary->level = NULL;
    vary->law = NULL;
    vary->levels = 0;
}

double stn_vary_value(const StnVary *vary, double share)
{
    if (vary->levels > 0) {
        const int k = (int)(share * vary->levels);
        return vary->level[k < vary->levels ? k : vary->levels - 1];
    }
    switch (vary->kind) {
    case STN_VARY_NORMAL: return vary->a + vary->b * stn_normal_quantile(share);
    case STN_VARY_LOGNORMAL: return vary->a * stn_exp_d(vary->b * stn_normal_quantile(share));
    default: return vary->a + share * (vary->b - vary->a);
    }
}
