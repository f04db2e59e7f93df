/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What breakaways say, as a scenario takes it. */
#include "identify/breakaway_findings.h"

#include <math.h>

/* The intervals of the mean static levels; a level that depends on the position has none. */
static void know_levels(const StnData *data, StnBreakaway *r)
{
    static const char *const names[] = {"Fs+", "Fs-"};
    StnEstimates levels = {.count = 0};
    for (int side = 0; side < 2; side++) {
        const StnBreakawaySide *own = &r->side[side];
        const StnLeastSquares mean = {
            .value = {own->mean}, .std = {NAN}, .low = {own->mean_low}, .high = {own->mean_high}};
        if (own->count > 1 && own->degree == 0)
            stn_estimates_add(&levels, names[side], "$F", data->rotary, &mean, 0);
    }
    stn_findings_know(&r->findings, &levels);
}

void stn_breakaway_findings(const StnBreakawayDef *def, const StnData *data, StnBreakaway *r)
{
    static const char *const map[] = {"Cs_forward", "Cs_backward"};
    StnFindings *k = &r->findings;
    double Fs[2];
    *k = stn_findings_none(data->rotary);
    for (int side = 0; side < 2; side++) {
        const StnBreakawaySide *own = &r->side[r->side[side].count > 0 ? side : 1 - side];
        Fs[side] = own->travel_mean;
        r->beta[side] = r->side[side].count > 0 ? Fs[side] / def->sliding[side] : NAN;
        if (r->side[0].degree > 0 || r->side[1].degree > 0) /* otherwise no map is needed */
            stn_findings_set(k, map[side], own->fit.value, own->degree + 1);
    }
    know_levels(data, r);
    stn_findings_set(k, "Fs", Fs, 2);
    stn_findings_set(k, "Fc", def->sliding, 2);
}
