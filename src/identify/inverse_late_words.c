/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What is said of an effort that is late, or looks so: a delay, a low-pass, pre-sliding, or either where the data do not distinguish them. */
#include "identify/inverse_trial.h"
#include "identify/reversal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void stn_inverse_delay_option(const StnData *data, StnRole role, double delay, char *out,
                              size_t size)
{
    for (const char *at = data->column[role]; *at;) {
        const char *end = strstr(at, " + ");
        const int length = end ? (int)(end - at) : (int)strlen(at);
        const size_t used = strlen(out);
        snprintf(out + used, size - used, "%s--delay %.*s=%.3gs", used ? " " : "", length, at,
                 delay);
        at += length + (end ? 3 : 0);
    }
}

static void remark_lag(const StnInverse *r, const char *u, const char *option, StnRemarks *remarks)
{
    stn_remark(
        remarks,
        "The effort (column \"%s\") follows the motion as behind a low-pass of first order "
        "with a time constant of %.3g s (-3 dB at %.3g Hz): with that undone, %.0f %% of the "
        "residual's variance is gone (probability of chance %.1g).  All values above are "
        "wrong by what the filter does, and have no interval.",
        u, r->lag, 0.5 / (3.14159265358979 * r->lag), 100.0 * r->missing_share, r->missing_chance);
    stn_remark(remarks,
               "Record the effort before the filter; %s takes out the lag alone, not what the "
               "filter smears behind each reversal.",
               option);
}

/* A time or a way: what these data cannot tell, and what would. */
static void remark_either(const StnData *data, const StnInverse *r, const char *option,
                          StnRemarks *remarks)
{
    const char *u = data->column[STN_ROLE_EFFORT], *way = data->rotary ? "rad" : "m";
    stn_remark(
        remarks,
        "The effort (column \"%s\") is %.3g s %s the motion%s, or friction builds up over "
        "about %.2g %s after each reversal (pre-sliding): either explains about %.0f %% of the "
        "residual's variance (probability of chance %.1g).",
        u, isnan(r->lag) ? fabs(r->delay) : r->lag, r->delay > 0.0 ? "behind" : "ahead of",
        isnan(r->lag) ? "" : ", as behind a low-pass with that time constant", r->way, way,
        100.0 * r->missing_share, r->missing_chance);
    stn_remark(remarks,
               "These data do not tell which.  All values above are wrong by the one or the "
               "other, and have no interval.");
    stn_remark(remarks, "A delay takes the same time at each reversal, and moves inertia, too; "
                        "pre-sliding takes the same way.  Motion that turns with several "
                        "accelerations tells them apart, or less noise.");
    stn_remark(remarks, "%s takes a delay out; pre-sliding is found by %s.", option,
               stn_reversal_laws());
}

static void remark_both(const StnData *data, const StnInverse *r, const char *option,
                        StnRemarks *remarks)
{
    stn_remark(
        remarks,
        "The effort (column \"%s\") is about %.3g s %s the motion, and friction builds up "
        "over about %.2g %s after each reversal (pre-sliding): together they explain %.0f %% of "
        "the residual's variance (probability of chance %.1g), either alone far less.  All "
        "values above are wrong by that, and have no interval.",
        data->column[STN_ROLE_EFFORT], fabs(r->delay), r->delay > 0.0 ? "behind" : "ahead of",
        r->way, data->rotary ? "rad" : "m", 100.0 * r->missing_share, r->missing_chance);
    stn_remark(remarks, "%s takes the delay out; then pre-sliding is found by %s.", option,
               stn_reversal_laws());
}

static void remark_delay(const StnData *data, const StnInverse *r, const char *option,
                         StnRemarks *remarks)
{
    stn_remark(remarks,
               "The effort (column \"%s\") is %.3g s %s the motion: moved by that, %.0f %% of the "
               "residual's variance is gone (probability of chance %.1g).  All values above are "
               "wrong by what the delay does, and have no interval.",
               data->column[STN_ROLE_EFFORT], fabs(r->delay),
               r->delay > 0.0 ? "behind" : "ahead of", 100.0 * r->missing_share, r->missing_chance);
    stn_remark(remarks, "%s takes it out.", option); /* names of columns may be long */
}

/* The columns of the motion are late where the effort is early. */
void stn_inverse_remark_delay(const StnData *data, const StnInverse *r, StnRemarks *remarks)
{
    char option[320] = "";
    if (r->delay > 0.0) {
        stn_inverse_delay_option(data, STN_ROLE_EFFORT, r->delay, option, sizeof option);
    } else {
        stn_inverse_delay_option(data, STN_ROLE_POSITION, -r->delay, option, sizeof option);
        stn_inverse_delay_option(data, STN_ROLE_VELOCITY, -r->delay, option, sizeof option);
    }
    if (strstr(r->missing, " or "))
        remark_either(data, r, option, remarks);
    else if (strstr(r->missing, " and "))
        remark_both(data, r, option, remarks);
    else if (!isnan(r->lag))
        remark_lag(r, data->column[STN_ROLE_EFFORT], option, remarks);
    else
        remark_delay(data, r, option, remarks);
}

void stn_inverse_remark_lacks_too(const StnData *data, const StnInverse *found, const char *what,
                                  StnRemarks *remarks)
{
    if (!isnan(found->delay))
        stn_inverse_remark_delay(data, found, remarks);
    else
        stn_remark(remarks,
                   "The inverse model of these data lacks a term that this %s lacks, too "
                   "(%s: %.0f %% of its residual's variance, probability of chance %.1g).  Other "
                   "terms stand for it; their intervals hold what that model finds with and "
                   "without it.  \"identify inverse\" says more.",
                   what, found->missing, 100.0 * found->missing_share, found->missing_chance);
}
