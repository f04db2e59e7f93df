/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A constant effort W beside friction moves both sliding levels, to Fc + W and -(Fc - W), as unequal friction does, too.
 * Bristles tell the two apart: dF/dx = sigma0*(1 - F*sgn v/Fc) is 2*sigma0 after each reversal under W, but
 * sigma0*(1 + Fc-/Fc+) and sigma0*(1 + Fc+/Fc-) where the levels of friction differ.  Springs are as stiff from
 * everywhere, and tell nothing. */
#include "identify/ramp_load.h"
#include "identify/offset_words.h"

#include <math.h>

#define CHANCE 4.0    /* deviations: levels that differ by less differ by chance */
#define ALIKE 0.03    /* of a slope: as far form and motion move it, beside its deviation */
#define WORSE 9.0     /* of the sum of squares: beyond, a cause is ruled out */
#define FREEDOM 3.0   /* ... for each branch more than two: beyond, no cause explains them */
#define SOFTENED -0.9 /* turned: beyond, nothing is left of the first slope */

static double sense_of(const StnRampBranch *b) { return b->side ? -1.0 : 1.0; }

/* The mean level of the branches of a direction that slide, and how sure it is. */
static double mean_level(const StnRampTest *r, int side, double *variance)
{
    double sum = 0.0, squares = 0.0;
    int n = 0;
    for (int i = 0; i < r->nbranch; i++) {
        const StnRampBranch *b = &r->branch[i];
        if (b->left_out || b->side != side || isnan(b->level))
            continue;
        sum += b->level, squares += b->level * b->level;
        n++;
    }
    *variance = n > 1 ? fmax(squares - sum * sum / n, 0.0) / (n - 1) / n : 0.0;
    return n > 0 ? sum / n : NAN;
}

StnRampLoad stn_ramp_find_load(const StnRampTest *r, const double *coarse, double noise)
{
    double variance[2];
    StnRampLoad load = {.cause = STN_RAMP_UNEQUAL};
    for (int side = 0; side < 2; side++)
        load.level[side] = mean_level(r, side, &variance[side]);
    if (isnan(load.level[0]) && isnan(load.level[1]))
        load.level[0] = coarse[0], load.level[1] = coarse[1];
    const double middle = 0.5 * (load.level[0] + load.level[1]),
                 half = 0.5 * (load.level[0] - load.level[1]),
                 chance = 0.5 * sqrt(variance[0] + variance[1] + 2.0 * noise * noise);
    /* NaN: only one direction slides */
    load.seen = middle > 0.0 && fabs(half) > fmax(STN_OFFSET_MUCH * middle, CHANCE * chance);
    load.load = load.seen ? half : 0.0;
    for (int side = 0; side < 2; side++)
        if (isnan(load.level[side]))
            load.level[side] = load.level[1 - side];
    return load;
}

double stn_ramp_load_by(const StnRampLoad *load, StnRampCause cause)
{
    /* Of friction that differs none of the levels is against the motion. */
    const bool must = load->level[0] <= 0.0 || load->level[1] <= 0.0;
    return cause == STN_RAMP_LOADED || must ? load->load : 0.0;
}

static double friction_over(const StnRampBranch *b, const StnRampLoad *load, StnRampCause cause,
                            int side)
{
    const double W = stn_ramp_load_by(load, cause), sense = side ? -1.0 : 1.0;
    return -sense_of(b) * (b->effort - W) / (load->level[side] - sense * W);
}

double stn_ramp_turned(const StnRampBranch *b, const StnRampLoad *load, StnRampCause cause)
{
    return friction_over(b, load, cause, b->side);
}

double stn_ramp_came_from(const StnRampBranch *b, const StnRampLoad *load, StnRampCause cause)
{
    return friction_over(b, load, cause, 1 - b->side);
}

double stn_ramp_slope_of(const StnRampBranch *b, const StnRampLoad *load, StnRampCause cause)
{
    if (cause == STN_RAMP_SPRINGS) /* whatever the load, which need not be known */
        return b->slope;
    double turned = stn_ramp_turned(b, load, cause);
    if (isnan(turned)) /* nothing slides */
        turned = b->from_rest ? 0.0 : 1.0;
    return b->slope / (1.0 + fmax(turned, SOFTENED));
}

bool stn_ramp_is_straight(const StnRampTest *r)
{
    double lines = 0.0, branches = 0.0;
    for (int i = 0; i < r->nbranch; i++) {
        const StnRampBranch *b = &r->branch[i];
        lines += !b->left_out && b->straight && b->unbent > WORSE;
        branches += !b->left_out;
    }
    return lines > 0.5 * branches;
}

/* How far the first slopes are from one stiffness, by a cause: a sum of squares; branches: those that count. */
static double misfit(const StnRampTest *r, const StnRampLoad *load, StnRampCause cause,
                     int *branches)
{
    double weights = 0.0, sum = 0.0, squares = 0.0;
    *branches = 0;
    for (int i = 0; i < r->nbranch; i++) {
        const StnRampBranch *b = &r->branch[i];
        bool soft = false;
        for (int k = STN_RAMP_LOADED; k < STN_RAMP_CAUSES; k++)
            soft = soft || stn_ramp_turned(b, load, k) < SOFTENED;
        if (b->left_out || soft)
            continue;
        const double y = log(stn_ramp_slope_of(b, load, cause)), std = b->slope_std / b->slope,
                     weight = 1.0 / (std * std + ALIKE * ALIKE);
        weights += weight, sum += weight * y, squares += weight * y * y;
        ++*branches;
    }
    return *branches > 0 ? fmax(squares - sum * sum / weights, 0.0) : 0.0;
}

void stn_ramp_judge_load(const StnRampTest *r, StnRampLoad *load)
{
    double of[STN_RAMP_CAUSES], least = INFINITY;
    int branches = 0, open = 0;
    for (int k = 0; k < STN_RAMP_CAUSES; k++) {
        of[k] = k != STN_RAMP_SPRINGS && stn_ramp_is_straight(r) ? INFINITY
                                                                 : misfit(r, load, k, &branches);
        if (of[k] < least)
            least = of[k], load->cause = k;
    }
    const bool none = least > WORSE + FREEDOM * (branches - 2);
    for (int k = 0; k < STN_RAMP_CAUSES; k++) {
        load->open[k] = isfinite(of[k]) && (none || of[k] < least + WORSE);
        open += load->open[k];
    }
    load->decided = open == 1 && load->cause != STN_RAMP_SPRINGS;
    if (!load->decided && load->cause == STN_RAMP_LOADED)
        load->cause = STN_RAMP_UNEQUAL;
}

void stn_ramp_remark_load(const StnRampLoad *load, bool rotary, StnRemarks *remarks)
{
    const char *F = rotary ? "N*m" : "N";
    const double fit = stn_ramp_load_by(load, load->cause);
    if (!load->seen)
        return;
    if (load->decided && load->cause == STN_RAMP_UNEQUAL)
        stn_remark(remarks,
                   "It slides at %.4g %s forward and at %.4g %s backward: the first slopes follow "
                   "friction that differs between the directions, not a constant effort of %.4g %s "
                   "beside equal friction.",
                   load->level[0], F, load->level[1], F, load->load, F);
    else if (load->decided)
        stn_remark(
            remarks,
            "A constant effort of %.4g %s, as of a weight, acts beside friction: it slides "
            "at %.4g %s forward and at %.4g %s backward, and the first slopes are those of "
            "equal bristles under it (or of bristles whose level and stiffness differ between the "
            "directions by one factor).  sigma0, z_max and Fs are without it.",
            load->load, F, load->level[0], F, load->level[1], F);
    else if (fit != 0.0)
        stn_remark(
            remarks,
            "A constant effort of %.4g %s, as of a weight, acts beside friction: it slides at "
            "%.4g %s forward and at %.4g %s backward.  Fs and z_max are without it.",
            load->load, F, load->level[0], F, load->level[1], F);
    else
        stn_remark_offset(remarks, "A constant effort, as of a weight", load->load, F,
                          " (intervals hold both)");
}
