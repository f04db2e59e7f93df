/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Parameters with their intervals and addresses. */
#include "identify/finding_path.h"
#include "identify/spread.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const side_words[] = {".forward", ".backward"};

StnFindingBody stn_finding_body(bool rotary)
{
    return rotary ? (StnFindingBody){"servo",        "parameters.J",  "inputs.load",  "gear",
                                     "parameters.G", "parameters.q0", "parameters.Kg"}
                  : (StnFindingBody){"block", "parameters.m", "inputs.load", "contact",
                                     NULL,    NULL,           NULL};
}

const char *stn_finding_path(const char *name, int side, StnFindingBody body, char *out,
                             size_t size)
{
    const struct {
        const char *name, *path;
    } own[] = {{"m", body.mass},
               {"load", body.load},
               {"G", body.gravity},
               {"hang", body.hang},
               {"K", body.spring}};
    const char *path = NULL;
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        path = strcmp(name, own[i].name) == 0 ? own[i].path : path;
    if (path)
        snprintf(out, size, "%s", path);
    else if (stn_friction_parameter(name) >= 0)
        snprintf(out, size, "friction.%s.%s%s", body.site, name, side < 0 ? "" : side_words[side]);
    else
        out[0] = '\0';
    return out;
}

/* Names that methods have from the literature; + and - are directions. */
static void find_path(StnEstimate *e, bool rotary)
{
    static const struct {
        const char *name, *finding;
    } known[] = {{"M", "m"},       {"fc", "Fc"},       {"fv", "sigma2"},
                 {"Fv", "sigma2"}, {"offset", "load"}, {"w0", "v_onset"}};
    const size_t length = strcspn(e->name, "+-");
    const char sign = e->name[length];
    char name[sizeof e->name] = "";
    if (sign && e->name[length + 1])
        return; /* a difference */
    memcpy(name, e->name, length);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(name, known[i].name) == 0)
            strcpy(name, known[i].finding);
    stn_finding_path(name, sign ? sign == '-' : -1, stn_finding_body(rotary), e->path,
                     sizeof e->path);
}

/* Covariance of two estimates of one fit. */
static double together(const StnLeastSquares *fit, const StnEstimateOrigin *a,
                       const StnEstimateOrigin *b)
{
    double sum = 0.0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            sum += a->slope[i] * b->slope[k] * fit->covariance[a->index[i]][b->index[k]];
    return sum;
}

void stn_estimates_made_of(StnEstimates *estimates, const StnEstimateOrigin *origin,
                           const StnLeastSquares *fit)
{
    const int last = estimates->count - 1;
    estimates->origin[last] = *origin;
    for (int i = 0; i < last; i++) {
        const StnEstimateOrigin *other = &estimates->origin[i];
        const double both =
            other->index[0] < 0 || origin->index[0] < 0 ? 0.0 : together(fit, origin, other);
        estimates->correlation[last][i] =
            both == 0.0 ? 0.0
                        : both / sqrt(together(fit, origin, origin) * together(fit, other, other));
    }
}

void stn_estimates_copy_correlation(StnEstimates *estimates, const StnEstimates *from)
{
    int place[STN_LEAST_SQUARES_MAX];
    for (int i = 0; i < estimates->count; i++) {
        place[i] = -1;
        for (int k = 0; k < from->count && estimates->item[i].path[0]; k++)
            place[i] = strcmp(from->item[k].path, estimates->item[i].path) == 0 ? k : place[i];
    }
    for (int i = 0; i < estimates->count; i++)
        for (int k = 0; k < i; k++) {
            const int a = place[i] > place[k] ? place[i] : place[k],
                      b = place[i] > place[k] ? place[k] : place[i];
            estimates->correlation[i][k] = b < 0 ? 0.0 : from->correlation[a][b];
        }
}

void stn_estimates_add(StnEstimates *estimates, const char *name, const char *unit, bool rotary,
                       const StnLeastSquares *fit, int index)
{
    if (estimates->count == STN_LEAST_SQUARES_MAX)
        return;
    StnEstimate *e = &estimates->item[estimates->count++];
    e->path[0] = '\0';
    snprintf(e->name, sizeof e->name, "%s", name);
    if (strcmp(unit, "$m") == 0)
        snprintf(e->unit, sizeof e->unit, "%s", rotary ? "kg*m^2" : "kg");
    else
        stn_unit_text(unit, rotary, e->unit, sizeof e->unit);
    e->value = fit->value[index];
    e->std = fit->std[index];
    e->low = fit->low[index];
    e->high = fit->high[index];
    e->next_low = e->next_high = NAN;
    find_path(e, rotary);
    const int column = fit->covariance[index][index] > 0.0 ? index : -1;
    stn_estimates_made_of(estimates, &(StnEstimateOrigin){{column, column}, {1.0, 0.0}}, fit);
}

void stn_estimates_of_side(StnEstimates *estimates, int side)
{
    for (int i = 0; i < estimates->count; i++) {
        char *path = estimates->item[i].path;
        if (strncmp(path, "friction.", 9) == 0)
            strncat(path, side_words[side], sizeof estimates->item[i].path - strlen(path) - 1);
    }
}

const StnEstimate *stn_estimates_find(const StnEstimates *estimates, const char *name)
{
    for (int i = 0; i < estimates->count; i++)
        if (strcmp(estimates->item[i].name, name) == 0)
            return &estimates->item[i];
    return NULL;
}

double stn_estimates_value(const StnEstimates *estimates, const char *name, int side)
{
    char own[24];
    snprintf(own, sizeof own, "%s%c", name, side ? '-' : '+');
    const StnEstimate *e = stn_estimates_find(estimates, own);
    e = e ? e : stn_estimates_find(estimates, name);
    return e ? e->value : NAN;
}
