/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a curve through stretches of constant speed lacks: few points, each at a time and a place of its own, show no drift, no
 * position and no delay, but become another curve by them.  The inverse model of the whole record is searched. */
#include "identify/curve_parts.h"
#include "identify/falsified.h"
#include "identify/inverse_model.h"

#include <math.h>
#include <string.h>

static void take_missing(const StnInverse *found, StnFrictionCurve *r)
{
    r->missing = found->missing;
    r->missing_share = found->missing_share;
    r->missing_chance = found->missing_chance;
    r->delay = found->delay;
    for (int side = 0; side < r->nside; side++) {
        StnEstimates *both[] = {&r->side[side].coulomb, &r->side[side].stribeck};
        for (int k = 0; k < 2; k++) {
            stn_estimates_cover(both[k], &found->parameters, 0.0);
            for (int i = 0; i < both[k]->count; i++) {
                StnEstimate *e = &both[k]->item[i];
                if (!isnan(found->delay))
                    stn_estimate_withdraw(e);
                if (strcmp(e->name, "vs") == 0 && e->next_low < 0.0) /* no speed is */
                    e->next_low = 0.0;
            }
        }
    }
}

/* With a falling part where the curve has one: otherwise it would be what is missing. */
StnStatus stn_curve_look_for_missing(const StnCurveDef *def, const StnData *data,
                                     StnFrictionCurve *r, StnError *error)
{
    StnInverseDef whole = stn_default_inverse_def();
    StnInverse found;
    bool good;
    whole.m = def->m;
    whole.offset = !def->no_offset;
    whole.asymmetric = r->nside == 2;
    for (int side = 0; side < r->nside; side++)
        whole.stribeck = whole.stribeck || r->side[side].significant;
    whole.n = r->side[0].n > 0.0 ? r->side[0].n : whole.n;
    const StnStatus status = stn_inverse_ask(&whole, data, &found, &good, error);
    if (good && found.missing && strcmp(found.missing, "stribeck") != 0) {
        stn_inverse_remark_lacks_too(data, &found, "curve", &r->remarks);
        take_missing(&found, r);
    }
    stn_inverse_free(&found);
    return status;
}
