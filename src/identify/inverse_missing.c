/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What an inverse model lacks: terms that were not asked for are added one after another (lacking.h). */
#include "identify/data_rows.h"
#include "identify/falsified.h"
#include "identify/inverse_bristle.h"
#include "identify/inverse_trial.h"
#include "identify/lacking.h"
#include "identify/reversal.h"
#include "identify/shift.h"
#include "identify/suspect.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROWS = 50, WAVE_PARAMETERS = 5 };
#define ALIKE 0.3 /* neighbours in the residual: with less there is nothing to search for a wave */
#define WAVE_LEFT 0.5     /* of what the best other term leaves; */
#define WAVE_LEAST 0.2    /* of the residual's variance, where no other term explains any */
#define CONSTANT_LEFT 0.5 /* of what a constant leaves */
#define LAG_LEFT 0.5      /* of what the best shift leaves */
#define MASS_LEFT 0.5     /* of what the best other term leaves */
#define NEAR_UNIT 0.1     /* a ratio of units is met so nearly */

/* A term that may be missing: its values in the rows, as it hardly bends within a window; columns that it has; parameters
 * that it costs. */
typedef struct Term {
    StnLackingKind kind;
    const char *option;
    int columns, nparam;
    bool wanted; /* the data can show it, and the model lacks it */
    double (*value)(const StnInverseModel *m, size_t row, int column);
} Term;

/* Signs as windows have them: of windows that leave rests out, the part that moves.  The columns of the levels hold the
 * drift, too. */
static double sign_of(const StnInverseModel *m, size_t row)
{
    double sign = 0.0;
    for (int c = 0; c < m->ncolumn; c++)
        if (m->levels >> c & 1u && c != m->dexp)
            sign += m->column[c][row];
    return sign / stn_inverse_drifted(m, m->drift, row);
}
static double place_of(const StnInverseModel *m, size_t row) { return m->motion.x[m->place[row]]; }
static double part_of(const StnInverseModel *m, size_t row) /* of the record */
{
    const double *t = m->data->value[STN_ROLE_TIME];
    return (m->t[row] - t[0]) / (t[m->data->rows - 1] - t[0]);
}

static double gravity(const StnInverseModel *m, size_t row, int column)
{
    const double x = place_of(m, row);
    return (column ? cos(x) : sin(x)) * fabs(sign_of(m, row));
}
static double spring(const StnInverseModel *m, size_t row, int column)
{
    (void)column;
    return place_of(m, row) * fabs(sign_of(m, row));
}
static double position(const StnInverseModel *m, size_t row, int column)
{
    (void)column;
    return place_of(m, row) * sign_of(m, row);
}
static double constant(const StnInverseModel *m, size_t row, int column)
{
    (void)column;
    return fabs(sign_of(m, row));
}
static double direction(const StnInverseModel *m, size_t row, int column)
{
    return (column ? 1.0 : fabs(m->v[row])) *
           fabs(sign_of(m, row)); /* a constant: only where there is no offset */
}
static double drift(const StnInverseModel *m, size_t row, int column)
{
    (void)column;
    return part_of(m, row) * sign_of(m, row);
}
/* Beside a drift that is found: the viscous part changes, too, which --drift leaves as it is. */
static double drifting_viscous(const StnInverseModel *m, size_t row, int column)
{
    (void)column;
    return part_of(m, row) * m->v[row];
}
/* Beside a drift that is found: the level does not change evenly. */
static double bent_drift(const StnInverseModel *m, size_t row, int column)
{
    const double part = part_of(m, row);
    return (column ? part : part * part) * sign_of(m, row);
}
static double moving_zero(const StnInverseModel *m, size_t row, int column)
{
    return (column ? 1.0 : part_of(m, row)) * fabs(sign_of(m, row));
}
static double drag(const StnInverseModel *m, size_t row, int column)
{
    (void)column;
    return m->v[row] * fabs(m->v[row]) * fabs(sign_of(m, row));
}

/* An effort that is late, or looks so. */
typedef struct Late {
    StnInverseDelay by;
    StnLateness how;
    bool lags, taken; /* behind a low-pass; no other term was named instead */
} Late;

static StnGain gain_of(StnInverseTrial *t, const Term *term)
{
    for (int c = 0; c < term->columns; c++)
        for (size_t i = 0; i < t->m->rows; i++)
            t->extra[c][i] = term->value(t->m, i, c);
    return stn_inverse_trial_gain(t, term->columns);
}

/* The acceleration bends, and its means are what the mass is fitted to. */
static StnGain gain_of_mass(StnInverseTrial *t)
{
    for (size_t i = 0; i < t->m->data->rows; i++)
        t->m->work[i] = stn_inverse_gain(t->m, i, -1) * t->m->motion.a[i];
    const StnStatus status = stn_inverse_decimate(t->m, t->m->work, t->extra[0]);
    t->memory_out = t->memory_out || status == STN_NO_MEMORY;
    return status == STN_OK ? stn_inverse_trial_gain(t, 1) : (StnGain){.sse = INFINITY};
}

/* The sizes of drive and load against the motion, both as the model has them in the rows: without noise. */
static StnGain gain_of_load(StnInverseTrial *t, const StnInverse *r)
{
    const StnInverseModel *m = t->m;
    for (size_t i = 0; i < m->rows; i++) {
        double load = 0.0;
        for (int c = 0; c < m->ncolumn; c++)
            if (m->carried >> c & 1u)
                load += r->fit.value[c] * m->column[c][i];
        t->extra[0][i] = copysign(fabs(r->fitted[i]), m->v[i]);
        t->extra[1][i] = copysign(fabs(load), m->v[i]);
    }
    return stn_inverse_trial_gain(t, 2);
}

/* Of what was tried last. */
static void take(StnInverseTrial *t, StnLacking *best, const Term *term, StnGain gain)
{
    const StnLackingTerm found = {.kind = term->kind,
                                  .option = term->option,
                                  .plain = t->plain,
                                  .sse = gain.sse,
                                  .correlation = gain.correlation,
                                  .rows = t->rows,
                                  .nmodel = t->m->ncolumn,
                                  .nparam = term->nparam};
    if (stn_lacking_take(best, &found))
        stn_inverse_trial_keep(t);
}

/* The way is a parameter, too, and of a play the mass behind it. */
static void take_reversal(StnInverseTrial *t, StnLacking *best, StnReversal *found)
{
    static const Term terms[] = {
        {.kind = STN_LACKS_PRESLIDING, .nparam = 2},
        {.kind = STN_LACKS_PLAY, .nparam = 3},
    };
    bool play;
    *found = stn_inverse_trial_reversal(t, best->kind ? best->share : 0.0, &play);
    take(t, best, &terms[play], found->gain);
}

/* Period and kind are searched among some hundreds, and a wave of few periods bends as other terms do: it is named only
 * where it leaves far less than these. */
static void take_ripple(StnInverseTrial *t, StnLacking *best, StnRipple *found)
{
    const double least = best->kind ? 1.0 - WAVE_LEFT * (1.0 - best->share) : WAVE_LEAST;
    *found = stn_inverse_trial_ripple(t, least);
    const Term term = {.kind = found->friction ? STN_LACKS_FRICTION_WAVE : STN_LACKS_FORCE_WAVE,
                       .nparam = WAVE_PARAMETERS};
    if (found->gain.sse < (1.0 - least) * t->plain)
        take(t, best, &term, found->gain);
}

/* Of an effort that is late by a time, or looks so because friction builds up over a way: by StnLateness. */
static const StnLackingKind late_kinds[2][4] = {
    {STN_LACKS_DELAY, STN_LACKS_PRESLIDING, STN_LACKS_DELAY_OR_PRESLIDING,
     STN_LACKS_DELAY_AND_PRESLIDING},
    {STN_LACKS_LAG, STN_LACKS_PRESLIDING, STN_LACKS_LAG_OR_PRESLIDING,
     STN_LACKS_DELAY_AND_PRESLIDING},
};

/* A low-pass that the effort went through leaves, once it is undone, far less than any shift. */
static bool looks_filtered(const StnInverseDelay *late)
{
    return late->lag >= late->step && late->lag_sse < STN_SHIFT_LEFT * late->plain &&
           late->lag_sse < LAG_LEFT * late->sse;
}

static void keep_bristle(StnInverseTrial *t, double length)
{
    const StnStatus status = stn_bristle_column(t->m, length, t->extra[0]);
    t->memory_out = t->memory_out || status == STN_NO_MEMORY;
    if (status == STN_OK)
        stn_inverse_trial_gain(t, 1);
    if (status == STN_OK)
        stn_inverse_trial_keep(t);
}

/* The delay or the way is a parameter, and so is that it was searched. */
static void take_late(StnInverseTrial *t, double speed, const StnReversal *reversal,
                      StnLacking *best, Late *found)
{
    StnInverseDelay *late = &found->by;
    const StnStatus status = stn_inverse_delay(t->m, t->rows, speed, late);
    t->memory_out = t->memory_out || status == STN_NO_MEMORY;
    const bool builds_up = best->kind == STN_LACKS_PRESLIDING;
    if (builds_up && isnan(late->way))
        late->way = reversal->length, late->height = fabs(reversal->gain.value);
    if (builds_up) /* by another law than that of bristles, better */
        late->way_sse = fmin(late->way_sse,
                             (1.0 - best->share) * t->plain * (double)late->rows / (double)t->rows);
    found->lags = looks_filtered(late);
    found->how = stn_inverse_lateness(late, found->lags);
    const bool both = found->how == STN_LATE_BY_BOTH;
    const bool shifts =
        !late->massless && fabs(late->delay) >= late->step && late->sse < late->way_sse;
    if (!found->lags && !stn_inverse_is_late(late) && !both) {
        if (!builds_up || !shifts)
            return;
        found->how = STN_LATE_BY_EITHER; /* it leaves too much for a delay, but less than the way */
    }
    if (found->how != STN_LATE_BY_WAY && builds_up)
        *best = (StnLacking){.kind = STN_LACKS_NOTHING}; /* not that alone */
    const bool way = found->how == STN_LATE_BY_WAY ||
                     (found->how == STN_LATE_BY_EITHER &&
                      late->way_sse < (found->lags ? late->lag_sse : late->sse));
    const StnLackingTerm term = {.kind = late_kinds[found->lags][found->how],
                                 .plain = late->plain,
                                 .sse = both          ? late->both_sse
                                        : way         ? late->way_sse
                                        : found->lags ? late->lag_sse
                                                      : late->sse,
                                 .correlation = way || both   ? late->way_correlation
                                                : found->lags ? late->lag_correlation
                                                              : late->correlation,
                                 .rows = late->rows,
                                 .nmodel = late->nparam,
                                 .nparam = both ? 4 : 2};
    found->taken = stn_lacking_take(best, &term);
    if (found->taken && found->how == STN_LATE_BY_WAY)
        keep_bristle(t, late->way);
}

/* The mass that the data want in place of a known one.  A spring makes nearly the same effort of a sine, and the mass
 * was given: it is doubted only where it leaves far less than any other term. */
static double take_mass(StnInverseTrial *t, StnLacking *best)
{
    const Term term = {.kind = STN_LACKS_MASS, .nparam = 1};
    const StnGain gain = gain_of_mass(t);
    if (gain.sse < MASS_LEFT * t->plain * (best->kind ? 1.0 - best->share : 2.0))
        take(t, best, &term, gain);
    return t->m->def->m + gain.value;
}

/* A mass that the data contradict, and the unit that would explain it. */
static void remark_mass(const StnInverseModel *m, double found, StnRemarks *remarks)
{
    const StnRole role = m->noise.of_velocity ? STN_ROLE_VELOCITY : STN_ROLE_POSITION;
    const char *unit = m->data->rotary ? "kg*m^2" : "kg", *x = m->data->column[role];
    const double factor = m->data->rotary ? 57.2957795 : 1000.0, ratio = m->def->m / found;
    stn_remark(remarks, "The data want %.4g %s, not %.4g %s.", found, unit, m->def->m, unit);
    if (fabs(ratio / factor - 1.0) < NEAR_UNIT)
        stn_remark(remarks,
                   "That is %.4g times less, as %s that were taken for %s do: --unit %s=%s%s.",
                   ratio, m->data->rotary ? "degrees" : "mm", m->data->rotary ? "rad" : "m", x,
                   m->data->rotary ? "deg" : "mm", role == STN_ROLE_VELOCITY ? "/s" : "");
}

/* Where there is no offset: a direction and a zero that drifts hold a constant as well, and explain more than it by chance
 * alone.  Returns what the constant leaves. */
static double take_constant(StnInverseTrial *t, StnLacking *best)
{
    static const Term term = {
        .kind = STN_LACKS_CONSTANT, .columns = 1, .nparam = 1, .value = constant};
    if (t->m->one_direction) /* friction does not tell from it */
        return INFINITY;
    const StnGain gain = gain_of(t, &term);
    take(t, best, &term, gain);
    return gain.sse;
}

/* Terms of the rows that the model does not have. */
static void take_terms(StnInverseTrial *t, StnLacking *best)
{
    const StnInverseModel *m = t->m;
    const StnInverseDef *def = m->def;
    const bool x = m->motion.x != NULL, both = !m->one_direction,
               one_time = stn_data_time_restarts(m->data) == 0;
    const Term terms[] = {
        {STN_LACKS_GRAVITY, "--gravity", 2, 2, x && m->data->rotary && !def->gravity, gravity},
        {STN_LACKS_SPRING, "--spring", 1, 1, x && !def->spring, spring},
        {STN_LACKS_POSITION, "--position-terms 1", 1, 1, x && def->position_terms == 0, position},
        {STN_LACKS_DIRECTION, "--asymmetric", 1 + !m->offset, 1 + !m->offset,
         both && !def->asymmetric, direction},
        {STN_LACKS_DRIFT, "--drift", 1, 1, !def->drift && one_time, drift},
        {STN_LACKS_UNEVEN_DRIFT, NULL, 2, 1, def->drift, bent_drift},
        {STN_LACKS_VISCOUS_DRIFT, NULL, 1, 1, def->drift, drifting_viscous},
        {STN_LACKS_ZERO, NULL, 1 + !m->offset, 1 + !m->offset, both && one_time, moving_zero},
        {STN_LACKS_DRAG, NULL, 1, 1, true, drag},
    };
    const double without = m->offset ? INFINITY : take_constant(t, best);
    for (size_t k = 0; k < sizeof terms / sizeof terms[0]; k++) {
        const bool holds_it =
            !m->offset && (terms[k].value == direction || terms[k].value == moving_zero);
        const StnGain gain = terms[k].wanted ? gain_of(t, &terms[k]) : (StnGain){.sse = INFINITY};
        if (terms[k].wanted && (!holds_it || gain.sse < CONSTANT_LEFT * without))
            take(t, best, &terms[k], gain);
    }
}

/* What the search for terms of several kinds has found of each, for the words about the one that is missing. */
typedef struct Found {
    StnGain falling;
    double vs, mass;
    StnReversal reversal;
    StnRipple ripple;
    Late late;
} Found;

static StnLacking search(StnInverseTrial *t, const StnInverse *r, Found *found)
{
    static const Term stribeck = {.kind = STN_LACKS_STRIBECK, .option = "--stribeck", .nparam = 2};
    static const Term load = {.kind = STN_LACKS_LOAD, .option = "--load-friction", .nparam = 2};
    const StnInverseModel *m = t->m;
    const StnInverseDef *def = m->def;
    StnLacking best = {.kind = STN_LACKS_NOTHING};
    if (m->dexp < 0) {
        found->falling = stn_inverse_trial_falling(t, r->findings.speed, &found->vs);
        take(t, &best, &stribeck, found->falling);
    }
    if ((def->gravity || def->spring || def->load) && !def->load_friction)
        take(t, &best, &load, gain_of_load(t, r));
    take_terms(t, &best);
    if (!m->one_direction && m->box > 0)
        take_reversal(t, &best, &found->reversal);
    if (m->motion.x && r->correlation > ALIKE)
        take_ripple(t, &best, &found->ripple);
    take_late(t, r->findings.speed, &found->reversal, &best, &found->late);
    if (def->m > 0.0 && !stn_data_effort_rests(m->data))
        found->mass = take_mass(t, &best);
    found->late.taken =
        found->late.taken && best.kind == late_kinds[found->late.lags][found->late.how];
    return best;
}

/* Of what is late by a time; false: it is only by a way. */
static bool remark_late(const StnInverseModel *m, const Late *late, StnInverse *r)
{
    const StnInverseDelay *by = &late->by;
    if (!late->taken || late->how == STN_LATE_BY_WAY)
        return false;
    r->delay = late->how == STN_LATE_BY_BOTH      ? by->both_delay
               : late->lags && !(by->delay > 0.0) ? by->lag
                                                  : by->delay;
    r->lag = late->lags && late->how != STN_LATE_BY_BOTH ? by->lag : NAN;
    r->way = late->how == STN_LATE_BY_BOTH     ? by->both_way
             : late->how == STN_LATE_BY_EITHER ? by->way
                                               : NAN;
    stn_inverse_remark_delay(m->data, r, &r->remarks);
    return true;
}

/* Why it is no delay, although it looks like one. */
static void remark_no_delay(const StnInverseDelay *late, bool lags, StnRemarks *remarks)
{
    stn_remark(remarks,
               "It is not that the effort is late: a %s leaves %.2g times as much of the residual.",
               lags ? "low-pass" : "delay",
               sqrt((lags ? late->lag_sse : late->sse) / late->way_sse));
}

static void remark_term(const StnInverseModel *m, StnLackingKind kind, const Found *found,
                        StnRemarks *remarks)
{
    const char *effort = m->data->unit[STN_ROLE_EFFORT], *way = m->data->rotary ? "rad" : "m";
    const bool play = kind == STN_LACKS_PLAY;
    if (kind == STN_LACKS_MASS)
        remark_mass(m, found->mass, remarks);
    else if (play || kind == STN_LACKS_PRESLIDING)
        stn_reversal_remark(play, found->reversal.length, way, fabs(found->reversal.gain.value),
                            effort, remarks);
    else if (kind == STN_LACKS_ZERO)
        stn_remark(remarks, "Take the zero of the sensor off the effort, or a shorter window "
                            "(--from, --to).");
    else if (kind == STN_LACKS_FORCE_WAVE || kind == STN_LACKS_FRICTION_WAVE)
        stn_remark(remarks,
                   "The wave has a period of %.3g %s and a height of about %.2g %s (%.3g from top "
                   "to bottom).",
                   found->ripple.period, way, found->ripple.height, effort,
                   2.0 * found->ripple.height);
    else if (kind == STN_LACKS_STRIBECK)
        stn_remark(remarks, "The falling part is about %.2g %s over %.2g %s.", found->falling.value,
                   effort, found->vs, m->data->rotary ? "rad/s" : "m/s");
}

static StnStatus name_missing(StnInverseTrial *t, StnInverse *r)
{
    Found found = {.falling = {.sse = INFINITY}, .vs = NAN, .mass = NAN};
    found.reversal.length = found.ripple.period = NAN;
    const StnLacking best = search(t, r, &found);
    r->missing = stn_lacking_name(best.kind);
    if (!best.kind)
        return STN_OK;
    r->missing_share = best.share;
    r->missing_chance = best.chance;
    if (remark_late(t->m, &found.late, r)) {
        for (int i = 0; i < r->parameters.count; i++)
            stn_estimate_withdraw(&r->parameters.item[i]);
        return STN_OK;
    }
    if (found.late.taken) {
        found.reversal.length = found.late.by.way;
        found.reversal.gain.value = found.late.by.height;
    }
    stn_lacking_remark(&best, &r->remarks);
    remark_term(t->m, best.kind, &found, &r->remarks);
    if (found.late.taken)
        remark_no_delay(&found.late.by, found.late.lags, &r->remarks);
    return stn_inverse_falsify(t, &r->parameters);
}

/* Mass and sliding level below 0: the sign of the effort is reversed, and so is what a residual would show, unless it does
 * work against friction. */
static bool is_turned(const StnInverseModel *m, const StnInverse *r)
{
    const bool mass = isnan(m->def->m);
    return mass && !(stn_data_work(m->data) > 0.0) && r->fit.value[0] < 0.0 &&
           r->fit.value[2 + m->def->asymmetric] < 0.0;
}

StnStatus stn_inverse_missing(const StnInverseModel *m, StnInverse *r)
{
    StnInverseTrial t;
    r->missing = NULL;
    r->missing_share = r->missing_chance = r->delay = r->lag = r->way = NAN;
    if (is_turned(m, r) || r->fit.rows < LEAST_ROWS ||
        m->ncolumn + STN_TRIAL_COLUMNS > STN_LEAST_SQUARES_MAX || !(r->findings.speed > 0.0) ||
        !(r->fit.sse > 0.0))
        return STN_OK;
    StnStatus status = stn_inverse_trial_make(&t, m, r->fit.rows);
    if (status == STN_OK && t.plain > 0.0)
        status = name_missing(&t, r);
    stn_inverse_trial_free(&t);
    return status == STN_OK && t.memory_out ? stn_out_of_memory(m->error) : status;
}
