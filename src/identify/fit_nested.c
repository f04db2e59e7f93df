/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A model with a drift holds the one without, and a model with parameters by direction the one with both directions alike;
 * neither must fit worse.  The smaller ones are searched first, and their optima are starts of the larger. */
#include "identify/fit_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STARTS_PER_NESTED = 4, NESTED_ITERATIONS = 12 };
#define NESTED_TOLERANCE 1e-3 /* a place to start from needs no digits */

/* The parameter without its direction: "Fc.forward" and "Fc.each" have the length of "Fc". */
static size_t own_length(const char *path)
{
    static const char *const ends[] = {".each", ".forward", ".backward"};
    const size_t length = strlen(path);
    for (int k = 0; k < 3; k++) {
        const size_t end = strlen(ends[k]);
        if (length > end && strcmp(path + length - end, ends[k]) == 0)
            return length - end;
    }
    return length;
}

static double middle(double a, double b) { return isnan(a) ? b : isnan(b) ? a : 0.5 * (a + b); }

/* The free parameters with both directions alike; 0: nothing is free by direction. */
static int tie(const StnFitDef *def, StnFreeParameter *out)
{
    int count = 0;
    bool tied = false;
    for (int i = 0; i < def->nfree; i++) {
        const StnFreeParameter *one = &def->free[i];
        const size_t length = own_length(one->path);
        int before = -1;
        for (int k = 0; k < i && before < 0; k++)
            if (own_length(def->free[k].path) == length && one->path[length] &&
                strncmp(def->free[k].path, one->path, length) == 0)
                before = k;
        if (before < 0) {
            out[count] = *one;
            if (strcmp(one->path + length, ".each") == 0)
                out[count].path[length] = '\0', tied = true;
            count++;
            continue;
        }
        for (int k = 0; k < count; k++) /* the other direction: both become one */
            if (strcmp(out[k].path, def->free[before].path) == 0) {
                out[k].path[length] = '\0', tied = true;
                out[k].start = middle(out[k].start, one->start);
                out[k].min = fmax(out[k].min, one->min);
                out[k].max = fmin(out[k].max, one->max);
            }
    }
    return tied ? count : 0;
}

static bool pass_on(void *user, double fraction)
{
    (void)fraction;
    return stn_fit_progress(user, 0.0);
}

/* The values of the smaller model in the larger one. */
static void take(StnFitter *fitter, const StnFitter *nested, const double *x)
{
    const StnFitMap *small = &nested->map;
    double q[STN_FREE_MAX] = {0}, own[STN_FREE_MAX] = {0};
    stn_fit_to_q(small, x, own);
    for (int i = 0; i < fitter->map.nq; i++) {
        const StnFitParam *p = &fitter->map.param[i];
        q[i] = p->start;
        for (int k = 0; k < small->nq; k++) {
            const StnFitParam *other = &small->param[k];
            if (other->place == p->place && other->site == p->site && other->index == p->index &&
                strcmp(other->item, p->item) == 0 && other->first <= p->first &&
                p->last <= other->last)
                q[i] = own[k];
        }
    }
    double *nested_x = fitter->nested_x[fitter->nested++];
    stn_fit_to_x(&fitter->map, q, nested_x);
    stn_fit_inside(&fitter->map, nested_x);
}

static StnStatus find(StnFitter *fitter, StnFitDef *def, StnError *error)
{
    double x[STN_FREE_MAX] = {0};
    def->iterations = def->iterations < NESTED_ITERATIONS ? def->iterations : NESTED_ITERATIONS;
    def->tolerance = fmax(def->tolerance, NESTED_TOLERANCE);
    def->progress = pass_on;
    def->user = fitter;
    StnFitter *nested = malloc(sizeof *nested);
    StnFitResult *result = calloc(1, sizeof *result);
    StnStatus status = nested && result ? STN_OK : STN_NO_MEMORY;
    if (!status) {
        status = stn_fit_begin(nested, def, x, NULL);
        nested->rough = true;
        if (!status)
            status = stn_fit_all_starts(nested, x, result, NULL);
        if (!status)
            take(fitter, nested, x);
        atomic_fetch_add(&fitter->simulations, atomic_load(&nested->simulations));
        atomic_fetch_add(&fitter->iterations, atomic_load(&nested->iterations));
        stn_fit_end(nested);
    }
    free(nested);
    free(result);
    if (status == STN_NO_MEMORY)
        return stn_out_of_memory(error);
    return STN_OK; /* what else ends a smaller model does not end this one; a request to stop does */
}

/* A drift changes little, so what is without it takes as many starts as the whole. */
StnStatus stn_fit_find_nested(StnFitter *fitter, StnError *error)
{
    StnFreeParameter list[STN_FREE_MAX];
    StnFitDef without = *fitter->def, alike = *fitter->def;
    const bool motion = alike.run[0].x || alike.run[0].v;
    StnStatus status = STN_OK;
    without.drift = false;
    without.starts = motion ? without.starts : 1;
    alike.free = list;
    alike.nfree = tie(fitter->def, list);
    alike.starts = motion ? (alike.starts + STARTS_PER_NESTED - 1) / STARTS_PER_NESTED : 1;
    if (fitter->def->drift && without.nfree > 0)
        status = find(fitter, &without, error);
    if (!status && alike.nfree > 0 && fitter->nested + 1 < fitter->def->starts)
        status = find(fitter, &alike, error);
    return status;
}
