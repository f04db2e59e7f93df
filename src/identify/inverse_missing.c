/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What an inverse model lacks: terms that were not asked for are added one after another (lacking.h). */
#include "identify/data_rows.h"
#include "identify/inverse_trial.h"
#include "identify/lacking.h"
#include "identify/reversal.h"
#include "identify/shift.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROWS = 50 };

/* A term that may be missing: its values at the sampling rate; columns that it has; parameters that it costs. */
typedef struct Term {
    const char *name, *words, *option;
    int columns, nparam;
    bool wanted; /* the data can show it, and the model lacks it */
    double (*value)(const StnInverseModel *m, size_t i, int column);
} Term;

static double gravity(const StnInverseModel *m, size_t i, int column)
{
    return column ? cos(m->motion.x[i]) : sin(m->motion.x[i]);
}
static double spring(const StnInverseModel *m, size_t i, int column)
{
    (void)column;
    return m->motion.x[i];
}
static double position(const StnInverseModel *m, size_t i, int column)
{
    (void)column;
    return m->motion.x[i] * m->full_sign[i];
}
static double direction(const StnInverseModel *m, size_t i, int column)
{
    return column ? 1.0 : fabs(m->full_v[i]); /* a constant: only where there is no offset */
}
static double drift(const StnInverseModel *m, size_t i, int column)
{
    (void)column;
    return (m->data->value[STN_ROLE_TIME][i] - m->data->value[STN_ROLE_TIME][0]) * m->full_sign[i];
}

static StnGain gain_of(StnInverseTrial *t, const Term *term)
{
    for (int c = 0; c < term->columns; c++) {
        for (size_t i = 0; i < t->m->data->rows; i++)
            t->m->work[i] = stn_inverse_gain(t->m, i, -1) * term->value(t->m, i, c);
        const StnStatus status = stn_inverse_decimate(t->m, t->m->work, t->extra[c]);
        t->memory_out = t->memory_out || status == STN_NO_MEMORY;
        if (status != STN_OK)
            return (StnGain){.sse = INFINITY};
    }
    return stn_inverse_trial_gain(t, term->columns);
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

static void take(const StnInverseTrial *t, StnLacking *best, const Term *term, StnGain gain)
{
    const StnLackingTerm found = {.name = term->name,
                                  .words = term->words,
                                  .option = term->option,
                                  .plain = t->plain,
                                  .sse = gain.sse,
                                  .correlation = gain.correlation,
                                  .rows = t->rows,
                                  .nmodel = t->m->ncolumn,
                                  .nparam = term->nparam};
    stn_lacking_take(best, &found);
}

/* The way is a parameter, too, and of a play the mass behind it. */
static void take_reversal(StnInverseTrial *t, StnLacking *best, StnReversal *found)
{
    static const Term terms[] = {
        {.name = "presliding", .nparam = 2},
        {.name = "play", .nparam = 3},
    };
    bool play;
    *found = stn_inverse_trial_reversal(t, best->name ? best->share : 0.0, &play);
    Term term = terms[play];
    term.words = stn_reversal_words(play);
    take(t, best, &term, found->gain);
}

/* The delay is a parameter, and so is that it was searched. */
static void take_delay(StnInverseTrial *t, double speed, StnLacking *best, StnInverseDelay *late)
{
    const StnStatus status = stn_inverse_delay(t->m, t->rows, speed, late);
    t->memory_out = t->memory_out || status == STN_NO_MEMORY;
    if (!(fabs(late->delay) >= t->m->data->Ts))
        return; /* a part of a step says how a controller holds its output */
    if (!(late->sse < STN_SHIFT_LEFT * late->plain))
        return; /* play and elasticity gain by a shift, too, but only a delay leaves little */
    const StnLackingTerm term = {.name = "delay",
                                 .plain = late->plain,
                                 .sse = late->sse,
                                 .correlation = late->correlation,
                                 .rows = late->rows,
                                 .nmodel = late->nparam,
                                 .nparam = 2};
    stn_lacking_take(best, &term);
}

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

/* The columns of the motion are late where the effort is early. */
void stn_inverse_remark_delay(const StnData *data, const StnInverse *r, StnRemarks *remarks)
{
    const char *u = data->column[STN_ROLE_EFFORT];
    char option[320] = "";
    if (r->delay > 0.0) {
        stn_inverse_delay_option(data, STN_ROLE_EFFORT, r->delay, option, sizeof option);
    } else {
        stn_inverse_delay_option(data, STN_ROLE_POSITION, -r->delay, option, sizeof option);
        stn_inverse_delay_option(data, STN_ROLE_VELOCITY, -r->delay, option, sizeof option);
    }
    stn_remark(remarks,
               "The effort (column \"%s\") is %.3g s %s the motion: moved by that, %.0f %% of the "
               "residual's variance is gone (probability of chance %.1g).  All values above are "
               "wrong by what the delay does, and their intervals do not know.",
               u, fabs(r->delay), r->delay > 0.0 ? "behind" : "ahead of", 100.0 * r->missing_share,
               r->missing_chance);
    stn_remark(remarks, "%s takes it out.", option); /* names of columns may be long */
}

static void search(StnInverseTrial *t, StnInverse *r)
{
    const StnInverseModel *m = t->m;
    const StnInverseDef *def = m->def;
    const bool x = m->motion.x != NULL, both = !m->one_direction;
    const Term terms[] = {
        {"gravity", "the angle as gravity does (sin and cos)", "--gravity", 2, 2,
         x && m->data->rotary && !def->gravity, gravity},
        {"spring", "the position", "--spring", 1, 1, x && !def->spring, spring},
        {"position", "the position times the direction (friction that changes over the travel)",
         "--position-terms 1", 1, 1, x && def->position_terms == 0, position},
        {"direction", "the direction", "--asymmetric", 1 + !m->offset, 1 + !m->offset,
         both && !def->asymmetric, direction},
        {"drift", "the time (the level of friction drifts)", "--drift", 1, 1,
         !def->drift && stn_data_time_restarts(m->data) == 0, drift},
    };
    const Term stribeck = {.name = "stribeck",
                           .words = "the speed as a falling part does (Stribeck)",
                           .option = "--stribeck",
                           .nparam = 2};
    const Term load = {.name = "load",
                       .words = "drive and load times the direction (gears lose more under load)",
                       .option = "--load-friction",
                       .nparam = 2};
    StnLacking best = {.name = NULL};
    StnReversal turned = {.length = NAN};
    double vs = NAN;
    StnGain falling = {.sse = INFINITY};
    if (m->dexp < 0) {
        falling = stn_inverse_trial_falling(t, r->findings.speed, &vs);
        take(t, &best, &stribeck, falling);
    }
    if ((def->gravity || def->spring || def->load) && !def->load_friction)
        take(t, &best, &load, gain_of_load(t, r));
    for (size_t k = 0; k < sizeof terms / sizeof terms[0]; k++)
        if (terms[k].wanted)
            take(t, &best, &terms[k], gain_of(t, &terms[k]));
    if (both && m->box > 0)
        take_reversal(t, &best, &turned);
    StnInverseDelay late;
    take_delay(t, r->findings.speed, &best, &late);
    r->missing = best.name;
    if (!best.name)
        return;
    r->missing_share = best.share;
    r->missing_chance = best.chance;
    if (strcmp(r->missing, "delay") == 0) {
        r->delay = late.delay;
        stn_inverse_remark_delay(m->data, r, &r->remarks);
        return;
    }
    stn_lacking_remark(&best, &r->remarks);
    const bool play = strcmp(r->missing, "play") == 0;
    if (play || strcmp(r->missing, "presliding") == 0)
        stn_reversal_remark(play, turned.length, m->data->rotary ? "rad" : "m",
                            fabs(turned.gain.value), m->data->unit[STN_ROLE_EFFORT], &r->remarks);
    if (strcmp(r->missing, "stribeck") == 0)
        stn_remark(&r->remarks, "The falling part is about %.2g %s over %.2g %s.", falling.value,
                   m->data->unit[STN_ROLE_EFFORT], vs, m->data->rotary ? "rad/s" : "m/s");
}

/* Mass and sliding level below 0: the sign of the effort is reversed, and so is what a residual would show. */
static bool is_turned(const StnInverseModel *m, const StnInverse *r)
{
    const bool mass = isnan(m->def->m);
    return mass && r->fit.value[0] < 0.0 && r->fit.value[2 + m->def->asymmetric] < 0.0;
}

StnStatus stn_inverse_missing(const StnInverseModel *m, StnInverse *r)
{
    StnInverseTrial t;
    r->missing = NULL;
    r->missing_share = r->missing_chance = r->delay = NAN;
    if (is_turned(m, r) || r->fit.rows < LEAST_ROWS ||
        m->ncolumn + STN_TRIAL_COLUMNS > STN_LEAST_SQUARES_MAX || !(r->findings.speed > 0.0) ||
        !(r->fit.sse > 0.0))
        return STN_OK;
    const StnStatus status = stn_inverse_trial_make(&t, m, r->fit.rows);
    if (status == STN_OK && t.plain > 0.0)
        search(&t, r);
    stn_inverse_trial_free(&t);
    return status == STN_OK && t.memory_out ? stn_out_of_memory(m->error) : status;
}
