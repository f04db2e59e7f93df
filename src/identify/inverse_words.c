/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the inverse model found, and what there is to say about it. */
#include "identify/finding_signs.h"
#include "identify/curve_parts.h"
#include "identify/inverse_model.h"
#include "identify/lacking.h"
#include "identify/offset_words.h"
#include "identify/refuted.h"
#include "identify/suspect.h"
#include "identify/spread.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void stn_inverse_findings(const StnInverseModel *m, StnInverse *r)
{
    const StnEstimates *e = &r->parameters;
    StnFindings *k = &r->findings;
    const double rise = m->dexp >= 0 ? stn_estimates_value(e, "Fs-Fc", 0) : 0.0;
    const double mass = !isnan(m->def->m) ? m->def->m : stn_estimates_value(e, "M", 0);
    const double load = stn_estimates_value(e, "offset", 0);
    const double Fs[2] = {stn_estimates_value(e, "Fc", 0) + rise,
                          stn_estimates_value(e, "Fc", 1) + rise};
    *k = stn_findings_none(m->data->rotary);
    stn_findings_set(k, "m", &mass, 1);
    stn_findings_set(k, "load", &load, 1);
    stn_findings_set(k, "Fs", Fs, 2);
    stn_findings_take(k, "Fc", e);
    stn_findings_take(k, "sigma2", e);
    if (m->dexp >= 0 && rise > 0.0) {
        stn_findings_set(k, "vs", &r->vs, 1);
        stn_findings_set(k, "n", &m->def->n, 1);
    }
    static const char *const ground[] = {"G", "hang", "K"};
    static const char *const others[] = {"Fx1", "Fx2", "Fx3", "Fx4", "drift"};
    for (size_t i = 0; i < sizeof ground / sizeof ground[0]; i++)
        stn_findings_take(k, ground[i], e);
    if (!m->data->rotary)
        stn_findings_lose(k, e, "K");
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        stn_findings_lose(k, e, others[i]);
    if (m->def->load) {
        double carried = 0.0;
        for (size_t i = 0; i < m->data->rows; i++)
            carried += m->data->value[STN_ROLE_LOAD][i] / (double)m->data->rows;
        stn_findings_set(k, "carried", &carried, 1);
        const double eta = stn_estimates_value(e, "eta", 0), mu = stn_estimates_value(e, "mu", 0);
        const bool passive = eta > 0.0 && !(mu < 0.0);
        stn_findings_set(k, "eta", &eta, 1);
        stn_findings_set(k, "mu", &mu, 1);
        if (!m->def->load_friction) { /* of a load it does not fall with speed */
            stn_findings_lose(k, e, passive ? "Fs-Fc" : "eta");
            stn_findings_lose(k, e, passive ? "vs" : "mu");
        }
    }
    if (m->def->load_friction) {
        const double k_m = fmax(r->k_m, 0.0), k_e = fmax(r->k_e, 0.0);
        stn_findings_set(k, "k_m", &k_m, 1);
        stn_findings_set(k, "k_e", &k_e, 1);
    }
    k->speed = 0.0;
    for (size_t i = 0; i < m->rows; i++)
        k->speed = fmax(k->speed, fabs(m->v[i]));
}

/* How the samples were prepared, and what was chosen for them. */
static void remark_preparation(const StnInverseModel *m, StnInverse *r)
{
    const char *unit = m->data->rotary ? "rad/s" : "m/s";
    const StnInverseDef *def = m->def;
    const StnRole role = m->noise.of_velocity ? STN_ROLE_VELOCITY : STN_ROLE_POSITION;
    if (m->box > 0)
        stn_remark(&r->remarks,
                   "Samples are means over windows of %.3g s (cubic B-splines), every %.3g s; "
                   "differences of the %s go onto the spline, and no filter smears a reversal "
                   "(--cutoff takes filters instead).",
                   stn_window_length(m->box, m->data->Ts), m->decimate * m->data->Ts,
                   stn_role_word(role));
    else if (def->order > 0)
        stn_remark(&r->remarks,
                   "Filter: Butterworth of order %d at %.4g Hz, forwards and backwards; central "
                   "differences; the first %ld and the last %ld samples of each run are dropped.",
                   def->order, m->cutoff, m->skip, m->skip_end);
    if (m->box > 0 && m->a_rms > 0.0)
        stn_remark(&r->remarks,
                   "Their length is chosen: noise of the %s (%.2g %s) makes about %.2g %% of the "
                   "acceleration's variance, which the mass is put right for; the velocity that "
                   "friction depends on is smoothed around every sample as far as the motion there "
                   "allows.",
                   stn_role_word(role), m->noise.deviation, m->data->unit[role],
                   100.0 * m->noise_a / (m->a_rms * m->a_rms));
    stn_inverse_remark_held(m->shift, &r->remarks);
    if (m->box == 0 && m->decimate > 1)
        stn_remark(&r->remarks,
                   "All regressors and the effort are decimated by %d (zero-phase Chebyshev).",
                   m->decimate);
    if (m->one_direction && def->offset)
        stn_remark_one_direction("Fc", " (as --no-offset)", &r->remarks);
    if (m->reach > 0)
        stn_remark(
            &r->remarks,
            "%zu of %zu samples are left out: |v| < %.4g %s%s, where the sign of the velocity "
            "is not certain, or such a speed or a reversal lies within %.3g s, in the window "
            "(or within the reach of the filter)%s.",
            m->left_out, m->left_out + m->rows, m->dead_speed, unit,
            m->full_noise && isnan(def->dead_speed) ? " (in the middle; it follows the noise)" : "",
            (double)m->reach * m->data->Ts,
            m->full_moves ? "; windows of slow motion keep what of them moves" : "");
    else if (m->dead_speed > 0.0)
        stn_remark(&r->remarks,
                   "%zu of %zu samples are left out because |v| < %.4g %s, where the sign of the "
                   "velocity is not certain.",
                   m->left_out, m->left_out + m->rows, m->dead_speed, unit);
}

/* What coefficients of drive and load come to. */
static void remark_load(const StnInverseModel *m, StnInverse *r)
{
    const char *F = m->data->unit[STN_ROLE_EFFORT];
    if (!m->def->load_friction)
        return;
    stn_remark(
        &r->remarks,
        "Against 1 %s of load the drive needs (1 + k_e)/(1 - k_m) = %.3g %s more, with it "
        "(1 - k_e)/(1 + k_m) = %.3g %s less; friction of a load that falls with speed (k_ms, "
        "k_es of stribeck_load) is not in this model, `identify fit` finds it.",
        F, (1.0 + r->k_e) / (1.0 - r->k_m), F, (1.0 - r->k_e) / (1.0 + r->k_m), F);
}

#define WIDER 1.05 /* a factor that is printed as more than 1 */

/* Of the falling part that was asked for. */
static void remark_falling(const StnInverseModel *m, StnInverse *r)
{
    if (!m->falls)
        stn_remark(&r->remarks, "No falling part is seen: no Stribeck speed within the data makes "
                                "friction fall; no static level follows from them.");
    else if (r->stribeck_chance > 0.05)
        stn_remark(&r->remarks,
                   "What the Stribeck term gains may be chance (probability %.2g): these data "
                   "cannot tell whether friction falls.",
                   r->stribeck_chance);
    if (m->any_height && m->falls)
        stn_remark(&r->remarks,
                   "A falling part below the slowest speed that counts here (vs = %.2g %s) fits as "
                   "well: the interval of Fs ends at the largest effort, not at what the samples "
                   "show.  Slower reversals, or a finer sensor, would show it.",
                   m->vs_least, m->data->rotary ? "rad/s" : "m/s");
}

/* Residuals that alternate about a slow part can leave intervals as narrow as independent ones: then there is no factor. */
static void remark_correlation(StnInverse *r)
{
    char wider[100] = "";
    if (r->widened >= WIDER)
        snprintf(wider, sizeof wider,
                 ", and the intervals of this record are up to %.1f times as wide as if they were",
                 r->widened);
    const bool lacks = r->correlation > STN_UNLIKE_NOISE && !r->missing;
    if (r->correlation > 0.3 && (wider[0] || lacks))
        stn_remark(&r->remarks,
                   "Neighbouring residuals are correlated (%.2f): the samples are not "
                   "independent%s.%s",
                   r->correlation, wider,
                   lacks ? "  Either the noise of the effort is slow, or the model lacks something "
                           "that none of the terms that were tried shows: look at the residual "
                           "(--plot, --rows)."
                         : "");
}

/* What the terms are worth. */
static void remark_terms(const StnInverseModel *m, StnInverse *r)
{
    const char *unit = m->data->rotary ? "rad/s" : "m/s";
    if (m->dexp >= 0 && stn_lacks_at_reversals(r->missing))
        stn_remark_hidden_falling("", &r->remarks);
    else if (m->dexp >= 0)
        remark_falling(m, r);
    if (m->def->asymmetric && r->asymmetry_chance > 0.05)
        stn_remark(&r->remarks,
                   "The difference between the directions may be chance (probability %.2g).",
                   r->asymmetry_chance);
    const bool useless =
        stn_remark_unexplained(r->fit.relative_error, "the effort", m->data, &r->remarks);
    stn_withdraw_disagreeing(m->data, &r->parameters, &r->remarks);
    if (stn_is_refuted(r->fit.relative_error, r->missing ? r->missing_share : 0.0, r->correlation,
                       stn_data_clips(m->data)))
        stn_withdraw_refuted(m->data, &r->parameters, &r->remarks);
    for (int i = 0; i < r->parameters.count && !r->missing && !useless; i++) {
        const StnEstimate *e = &r->parameters.item[i];
        if (e->low < 0.0 && e->high > 0.0 && isfinite(e->std))
            stn_remark(&r->remarks,
                       "The interval of %s includes 0: these data cannot tell it from 0.", e->name);
    }
    if (m->dexp >= 0 && r->vs > 0.5 * r->findings.speed && !stn_lacks_at_reversals(r->missing))
        stn_remark(&r->remarks,
                   "The Stribeck speed lies near the largest speed in the data (%.3g %s): the "
                   "falling part is not seen as such; prefer slower motion, or leave it out.",
                   r->findings.speed, unit);
    remark_correlation(r);
    if (r->fit.condition > 100.0)
        stn_remark(&r->remarks,
                   "The regressors are nearly dependent (condition %.0f): single parameters are "
                   "less certain than their sum.",
                   r->fit.condition);
    stn_findings_signs(&r->findings, &r->parameters, isnan(r->delay) && !useless ? m->data : NULL,
                       &r->remarks);
    stn_withdraw_steady(m->data, &r->parameters);
}

/* sgn(v) and 1 span the same as one column for each direction: a constant effort and a difference of levels are one
 * number. */
static void remark_offset(const StnInverseModel *m, StnInverse *r)
{
    const StnEstimate *e = stn_estimates_find(&r->parameters, "offset");
    const double Fc = stn_estimates_value(&r->parameters, "Fc", 0);
    int c = 0; /* by noise alone it is away from 0 */
    while (c < m->ncolumn && strcmp(m->name[c], "offset") != 0)
        c++;
    if (e && c < m->ncolumn && (r->fit.low[c] > 0.0 || r->fit.high[c] < 0.0) &&
        fabs(e->value) > STN_OFFSET_MUCH * Fc)
        stn_remark_offset(&r->remarks, "The offset", e->value, e->unit, " (--asymmetric)");
    if (m->def->asymmetric && r->asymmetry_chance < 0.01)
        stn_remark(&r->remarks, "A constant effort would make the same difference between Fc+ and "
                                "Fc-: these data cannot tell them apart.");
}

void stn_inverse_words(const StnInverseModel *m, StnInverse *r)
{
    stn_remark_effort_rests(m->data, &r->remarks);
    remark_preparation(m, r);
    remark_offset(m, r);
    remark_terms(m, r);
    remark_load(m, r);
    stn_remark_next(&r->remarks, m->between_runs);
}
