/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which values each run gets.  Every run is found from its number alone, without memory of others,
 * so that threads, ranks and resumed studies agree. */
#include "ensemble/normal.h"
#include "ensemble/sobol_points.h"
#include "kernel/splitmix.h"
#include "stiction/ensemble.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STN_DESIGN_WORD(kind, word, text) word,
static const char *const words[] = {STN_DESIGN_LIST(STN_DESIGN_WORD)};

/* A 32-bit sequence has no more points. */
#define SAMPLES_MAX (INT64_C(1) << 32)
#define RUNS_MAX (INT64_C(1) << 48)

struct StnDesign {
    StnDesignDef def;
    int64_t count;
    bool correlated;
    double root[STN_VARIES_MAX][STN_VARIES_MAX]; /* Cholesky root of the correlations */
    uint32_t shift[2 * STN_VARIES_MAX];
    uint32_t direction[2 * STN_VARIES_MAX][STN_SOBOL_BITS];
};

const char *stn_design_word(StnDesignKind kind) { return words[kind]; }

int stn_design_kind(const char *word)
{
    for (int kind = 0; kind < STN_DESIGN_KINDS; kind++)
        if (strcmp(words[kind], word) == 0)
            return kind;
    return -1;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Says which part of the definition is wrong. */
static StnStatus name_part(StnError *error, const char *part, StnStatus status)
{
    if (error && status == STN_BAD_INPUT)
        snprintf(error->path, sizeof error->path, "%s", part);
    return status;
}

/* Whether numbers at this path are all among those at the other: friction.contact.Fs.forward at friction.contact.Fs. */
static bool lies_in(const char *path, const char *other)
{
    const size_t length = strlen(other);
    return strncmp(path, other, length) == 0 && path[length] == '.';
}

static StnStatus check_list(const StnDesignDef *def, StnError *error)
{
    if (def->nvary < 1 || def->nvary > STN_VARIES_MAX)
        return stn_error(error, STN_BAD_INPUT, "%d quantities vary; allowed: 1 to %d", def->nvary,
                         STN_VARIES_MAX);
    for (int i = 0; i < def->nvary; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(def->vary[i].path, def->vary[k].path) == 0)
                return stn_error(error, STN_BAD_INPUT, "%s varies twice", def->vary[i].path);
            else if (lies_in(def->vary[k].path, def->vary[i].path))
                return stn_error(error, STN_BAD_INPUT,
                                 "%s varies to no effect: %s, which sets it, too, comes after it",
                                 def->vary[k].path, def->vary[i].path);
    return STN_OK;
}

static StnStatus count_grid(StnDesign *design, StnError *error)
{
    const StnDesignDef *def = &design->def;
    design->count = 1;
    for (int i = 0; i < def->nvary; i++) {
        if (def->vary[i].levels == 0)
            return stn_error(
                error, STN_BAD_INPUT,
                "a grid needs levels, but %s has a distribution; give it as lin, log or "
                "list, or choose the design random, latin, sobol or saltelli",
                def->vary[i].path);
        if (design->count > RUNS_MAX / def->vary[i].levels)
            return stn_error(error, STN_BAD_INPUT, "the grid has more than %.2g runs",
                             (double)RUNS_MAX);
        design->count *= def->vary[i].levels;
    }
    return STN_OK;
}

static StnStatus count_samples(StnDesign *design, StnError *error)
{
    const StnDesignDef *def = &design->def;
    if (def->samples < 1 || def->samples > SAMPLES_MAX)
        return stn_error(error, STN_BAD_INPUT, "%lld samples; allowed: 1 to %lld",
                         (long long)def->samples, (long long)SAMPLES_MAX);
    design->count = def->samples * (def->kind == STN_DESIGN_SALTELLI ? def->nvary + 2 : 1);
    return STN_OK;
}

/* ---- Correlations ---------------------------------------------------------------------------- */

static bool same_pair(const StnCorrelation *a, const StnCorrelation *b)
{
    return (a->first == b->first && a->second == b->second) ||
           (a->first == b->second && a->second == b->first);
}

static StnStatus check_correlation(const StnDesignDef *def, int place, StnError *error)
{
    const StnCorrelation *c = &def->correlation[place];
    if (c->first < 0 || c->second < 0 || c->first >= def->nvary || c->second >= def->nvary ||
        c->first == c->second)
        return stn_error(error, STN_BAD_INPUT, "a correlation is between two that vary");
    const StnVary *a = &def->vary[c->first], *b = &def->vary[c->second];
    if (a->site >= 0 || b->site >= 0)
        return stn_error(error, STN_BAD_INPUT, "a law has no correlation with a number");
    if (!(fabs(c->value) < 1.0))
        return stn_error(error, STN_BAD_INPUT,
                         "the correlation of %s and %s is %g; allowed: between -1 and 1", a->path,
                         b->path, c->value);
    for (int k = 0; k < place; k++)
        if (same_pair(c, &def->correlation[k]))
            return stn_error(error, STN_BAD_INPUT, "the correlation of %s and %s is given twice",
                             a->path, b->path);
    return STN_OK;
}

static StnStatus factorise(StnDesign *design, StnError *error)
{
    const int n = design->def.nvary;
    double(*r)[STN_VARIES_MAX] = design->root;
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++) {
            double sum = r[i][k];
            for (int j = 0; j < k; j++)
                sum -= r[i][j] * r[k][j];
            if (i == k && !(sum > 1e-12))
                return stn_error(error, STN_BAD_INPUT,
                                 "these correlations exclude each other: those of %s with the "
                                 "quantities before it",
                                 design->def.vary[i].path);
            r[i][k] = i == k ? sqrt(sum) : sum / r[k][k];
        }
    return STN_OK;
}

static StnStatus correlate(StnDesign *design, StnError *error)
{
    const StnDesignDef *def = &design->def;
    design->correlated = def->ncorrelation > 0;
    if (!design->correlated)
        return STN_OK;
    if (def->kind == STN_DESIGN_GRID || def->kind == STN_DESIGN_SALTELLI)
        return name_part(
            error, "design",
            stn_error(error, STN_BAD_INPUT,
                      "the design %s needs quantities without correlation; choose random, "
                      "latin or sobol",
                      words[def->kind]));
    for (int i = 0; i < def->nvary; i++)
        design->root[i][i] = 1.0;
    for (int i = 0; i < def->ncorrelation; i++) {
        const StnCorrelation *c = &def->correlation[i];
        const StnStatus status = check_correlation(def, i, error);
        if (status != STN_OK)
            return name_part(error, "correlate", status);
        design->root[c->first][c->second] = design->root[c->second][c->first] = c->value;
    }
    return name_part(error, "correlate", factorise(design, error));
}

/* Shares of independent quantities -> shares of correlated ones (a Gaussian copula). */
static void mix(const StnDesign *design, double *share)
{
    double z[STN_VARIES_MAX];
    for (int i = 0; i < design->def.nvary; i++)
        z[i] = stn_normal_quantile(share[i]);
    for (int i = 0; i < design->def.nvary; i++) {
        double sum = 0.0;
        for (int k = 0; k <= i; k++)
            sum += design->root[i][k] * z[k];
        share[i] = stn_normal_below(sum);
    }
}

/* ---- Points ---------------------------------------------------------------------------------- */

static uint64_t bits_of(const StnDesign *design, int dimension, uint64_t place)
{
    return stn_splitmix(stn_splitmix(stn_splitmix(design->def.seed) ^ (uint64_t)dimension) ^ place);
}

/* In (0, 1): quantiles of both ends do not exist. */
static double inside(uint64_t bits) { return ((double)(bits >> 12) + 0.5) * 0x1p-52; }

/* A permutation of 0 ... count - 1 by its key: six rounds of a Feistel network on the least even
 * number of bits that holds it, again until the result is one of them. */
static uint64_t permute(uint64_t key, uint64_t count, uint64_t x)
{
    int half = 1;
    while (half < 31 && UINT64_C(1) << 2 * half < count)
        half++;
    const uint64_t low = (UINT64_C(1) << half) - 1;
    do {
        for (uint64_t round = 0; round < 6; round++) {
            const uint64_t right = x & low;
            x = (right << half) | ((x >> half) ^ (stn_splitmix(key ^ (round << 58) ^ right) & low));
        }
    } while (x >= count);
    return x;
}

static double latin(const StnDesign *design, int dimension, int64_t run)
{
    const uint64_t count = (uint64_t)design->count;
    const uint64_t part = permute(bits_of(design, dimension, UINT64_MAX), count, (uint64_t)run);
    const double u =
        ((double)part + inside(bits_of(design, dimension, (uint64_t)run))) / (double)count;
    return u < 1.0 ? u : 1.0 - 0x1p-53;
}

static double sobol(const StnDesign *design, int dimension, int64_t point)
{
    const uint32_t x = stn_sobol_coordinate(design->direction[dimension], (uint32_t)point);
    return ((double)(x ^ design->shift[dimension]) + 0.5) * 0x1p-32;
}

/* Runs of one point stand together: A, B, then A with one quantity of B after the other. */
static double saltelli(const StnDesign *design, int dimension, int64_t run)
{
    const int n = design->def.nvary, part = (int)(run % (n + 2));
    const bool second = part == 1 || part == dimension + 2;
    return sobol(design, second ? n + dimension : dimension, run / (n + 2));
}

static double share_of(const StnDesign *design, int dimension, int64_t run)
{
    switch (design->def.kind) {
    case STN_DESIGN_LATIN: return latin(design, dimension, run);
    case STN_DESIGN_SOBOL: return sobol(design, dimension, run);
    case STN_DESIGN_SALTELLI: return saltelli(design, dimension, run);
    default: return inside(bits_of(design, dimension, (uint64_t)run));
    }
}

static void grid_values(const StnDesign *design, int64_t run, double *value)
{
    for (int i = design->def.nvary - 1; i >= 0; i--) {
        const StnVary *v = &design->def.vary[i];
        value[i] = v->level[run % v->levels];
        run /= v->levels;
    }
}

void stn_design_values(const StnDesign *design, int64_t run, double *value)
{
    if (design->def.kind == STN_DESIGN_GRID) {
        grid_values(design, run, value);
        return;
    }
    for (int i = 0; i < design->def.nvary; i++)
        value[i] = share_of(design, i, run);
    if (design->correlated)
        mix(design, value);
    for (int i = 0; i < design->def.nvary; i++)
        value[i] = stn_vary_value(&design->def.vary[i], value[i]);
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

static void prepare_sobol(StnDesign *design)
{
    for (int i = 0; i < 2 * design->def.nvary; i++) {
        stn_sobol_directions(i, design->direction[i]);
        design->shift[i] = (uint32_t)(bits_of(design, i, UINT64_MAX - 1) >> 32);
    }
}

StnDesign *stn_design_new(const StnDesignDef *def, StnError *error)
{
    if (name_part(error, "vary", check_list(def, error)) != STN_OK)
        return NULL;
    StnDesign *design = calloc(1, sizeof *design);
    if (design == NULL) {
        stn_out_of_memory(error);
        return NULL;
    }
    design->def = *def;
    StnStatus status = def->kind == STN_DESIGN_GRID
                           ? name_part(error, "design", count_grid(design, error))
                           : name_part(error, "samples", count_samples(design, error));
    if (status == STN_OK)
        status = correlate(design, error);
    if (status != STN_OK) {
        free(design);
        return NULL;
    }
    prepare_sobol(design);
    return design;
}

void stn_design_free(StnDesign *design) { free(design); }

int64_t stn_design_count(const StnDesign *design) { return design->count; }
