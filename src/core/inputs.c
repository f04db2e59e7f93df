/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What comes from outside: input signals, sensors, and the samples of digital controllers. */
#include "core/system.h"

#include "signals/sensor.h"

#include <math.h>
#include <string.h>

/* What both the engine and readers call for each row: 100 instructions of a row are calls otherwise. */
#define INTO_CALLERS static inline __attribute__((always_inline))

enum { KINKS_MOST = 8 }; /* of one signal at one instant */

static StnIn input_at(const StnSystem *S, const StnState *st, int i, double t)
{
    const StnPiece *piece = &stn_pieces(S, st)[i];
    if (piece->exact && piece->linear)
        return (StnIn){piece->c[0] + piece->c[1] * (t - piece->t0), piece->c[1], 0.0};
    return piece->exact ? stn_piece_at(piece, t) : stn_input_inexact(S->input[i], piece, t);
}

/* The time of the next kink or sample. */
static inline void find_break(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    const double sample = stn_next_sample(S, st);
    W->t_break = sample < W->piece_end ? sample : W->piece_end;
}

void stn_inputs(const StnSystem *S, const StnState *st, double t, StnIn *u)
{
    const StnWork *W = stn_work(st);
    for (int i = 0; i < S->model.ninput; i++)
        u[i] = W->u[i]; /* what does not vary stays as refreshed */
    for (int k = 0; k < W->nvarying; k++)
        u[W->varying[k]] = input_at(S, st, W->varying[k], t);
}

double stn_next_sample(const StnSystem *S, const StnState *st)
{
    double next = S->model.sampled ? (double)st->tick * S->num.Ts : INFINITY;
    for (int k = 0; k < S->model.nsensor; k++) {
        const double sample = S->num.sensor[k].sample;
        const double due = sample > 0.0 ? (double)st->sensor_tick[k] * sample : INFINITY;
        next = due < next ? due : next;
    }
    return next;
}

static StnPiece replacement(const StnReplaced *own)
{
    const StnIn *in = &own->in;
    return (StnPiece){.t0 = own->t0,
                      .end = INFINITY,
                      .c = {in->val, in->d1, 0.5 * in->d2},
                      .exact = true,
                      .linear = in->d2 == 0.0};
}

/* The piece of input i at t: a kink may have ended the last one; true where it is another one.  Kinks that only rounding
 * keeps apart are one: same is t and what rounding adds. */
static bool other_piece(const StnSystem *S, StnState *st, int i, double t, double same)
{
    StnPiece *piece = &stn_pieces(S, st)[i];
    StnReplaced *own = &stn_replaced(S, st)[i];
    if (own->when == STN_REPLACED_DUE) {
        *piece = replacement(own);
        own->when = STN_REPLACED;
        return true;
    }
    if (own->when != STN_REPLACED_NOT)
        return false;
    const bool first = !st->started, ends = same >= piece->end;
    if (first)
        *piece = stn_signal_piece(S->input[i], t);
    for (int k = 0; k < KINKS_MOST && same >= piece->end; k++)
        stn_signal_go_on(S->input[i], fmax(t, piece->end), piece);
    return first || ends;
}

void stn_inputs_refresh(const StnSystem *S, StnState *st, double t)
{
    StnWork *W = stn_work(st);
    const StnPiece *piece = stn_pieces(S, st);
    const StnReplaced *own = stn_replaced(S, st);
    const bool known = st->started && W->inputs_known;
    const double same = t + 4e-16 * fabs(t);
    double end = INFINITY;
    int nvarying = 0;
    for (int i = 0; i < S->model.ninput; i++, piece++, own++) {
        const bool stays = known && own->when != STN_REPLACED_DUE && same < piece->end;
        const bool other = !stays && other_piece(S, st, i, t, same);
        const bool varies = !piece->exact || !piece->linear || piece->c[1] != 0.0;
        if (varies)
            W->varying[nvarying++] = i;
        if (other || varies || !known)
            W->u[i] = input_at(S, st, i, t);
        end = piece->end < end ? piece->end : end;
    }
    W->nvarying = nvarying;
    W->inputs_known = 1;
    W->form_known = 0;
    W->piece_end = end;
    find_break(S, st);
}

StnStatus stn_state_set_input(const StnSystem *system, StnState *state, int input, StnIn in)
{
    StnWork *W = stn_work(state);
    if (input < 0 || input >= system->model.ninput || !isfinite(in.val) || !isfinite(in.d1) ||
        !isfinite(in.d2))
        return STN_BAD_INPUT;
    /* It takes effect when the present step is closed: its work is the old one's. */
    stn_replaced(system, state)[input] = (StnReplaced){in, state->t, STN_REPLACED_DUE};
    if (state->started &&
        W->h > 0.0) { /* rewind: the rest of the step was made with the old input */
        W->tv = state->t;
        W->theta_due = (state->t - W->t0) / W->h;
        W->due = STN_DUE_TIME;
    }
    W->t_break = state->t;
    return STN_OK;
}

/* At a time of the state, t. */
INTO_CALLERS void inputs_shown(const StnSystem *S, const StnState *st, double t, StnIn *u)
{
    stn_inputs(S, st, t, u);
    if (stn_work(st)->t_break > st->t) /* as stn_state_set_input leaves it, until it is seen */
        return;
    for (int i = 0; i < S->model.ninput; i++)
        if (stn_replaced(S, st)[i].when == STN_REPLACED_DUE) {
            StnPiece piece = replacement(&stn_replaced(S, st)[i]);
            u[i] = stn_piece_at(&piece, t);
        }
}

void stn_inputs_shown(const StnSystem *S, const StnState *st, StnIn *u)
{
    inputs_shown(S, st, st->t, u);
}

StnIn stn_state_input(const StnSystem *system, const StnState *state, int input)
{
    StnIn u[STN_INPUTS_MAX];
    if (input < 0 || input >= system->model.ninput)
        return (StnIn){NAN, 0.0, 0.0};
    inputs_shown(system, state, state->t, u);
    return u[input];
}

static inline __attribute__((always_inline)) void
put_outputs(const StnSystem *S, const StnState *st, const double *y, const StnIn *u, StnRel *rel,
            const StnSite *site, double *FF, double *out)
{
    for (int i = 0; i < S->model.nsite; i++)
        if (stn_friction_is_kept(S, st, i))
            FF[i] = st->FF[i];
    S->model.plant->outputs_at(&S->model.self, S->p, y, u, stn_disc(S, st), rel, site, FF, out);
}

/* For the engine, whose state it is. */
static void outputs(const StnSystem *S, StnState *st, const double *y, const StnIn *u, double *out)
{
    StnSite site[STN_SITES_MAX];
    double dy[STN_ROW], guard[STN_GUARDS_MAX], FF[STN_SITES_MAX];
    stn_sites_clear(site, S->model.nsite);
    stn_assemble(S, st, y, u, 0, dy, guard, site, FF);
    StnRel rel = {stn_mode(S, st),       guard,         stn_next(S, st), 0,
                  guard + S->model.nrel, st->modes.stop};
    put_outputs(S, st, y, u, &rel, site, FF, out);
}

/* For readers, who may share the state. */
void stn_outputs_shown(const StnSystem *S, const StnState *st, const double *y, const StnIn *u,
                       StnEvaluation *at, double *out)
{
    double mode[STN_RELS_MAX], next[STN_RELS_MAX];
    stn_evaluate_shown(S, st, y, u, mode, next, at);
    StnRel rel = {mode, at->guard, next, 0, at->guard + S->model.nrel, st->modes.stop};
    put_outputs(S, st, y, u, &rel, at->site, at->FF, out);
}

void stn_lags_start(const StnSystem *S, StnState *st, double *y)
{
    double out[STN_OUTPUTS_MAX];
    StnIn u[STN_INPUTS_MAX];
    if (S->model.nlag == 0)
        return;
    inputs_shown(S, st, st->t, u);
    outputs(S, st, y, u, out);
    for (int k = 0; k < S->model.nsensor; k++)
        if (S->model.sensor_lag[k] >= 0)
            y[S->model.sensor_lag[k]] = out[S->model.sensor_output[k]];
}

static double measure(const StnSystem *S, int k, const double *y, const double *out, uint64_t tick)
{
    const StnSensorDef *def = &S->num.sensor[k];
    double value = S->model.sensor_lag[k] >= 0 ? y[S->model.sensor_lag[k]] : out[def->output];
    return stn_sensor_reading(def, value, S->seed, (uint64_t)k, tick);
}

/* Which draw of the noise a sensor without sample times shows: the step, or, where steps are the
 * solver's own business, the time itself, so that every time that is looked at has its own. */
static uint64_t draw_at(const StnSystem *S, const StnState *st)
{
    uint64_t bits;
    if (S->model.method == STN_METHOD_FIXED)
        return (uint64_t)st->fixed_steps;
    memcpy(&bits, &st->t, sizeof bits);
    return bits;
}

/* out: outputs as they are; the compensation acts before the controller and learns from what comes of both. */
static void sample_controller(const StnSystem *S, StnState *st, const double *y, const StnIn *u,
                              double *out)
{
    const StnModel *M = &S->model;
    const double *held = stn_held(S, st);
    StnSampled at = {.u = u, .y = y, .meas = out, .t = (double)st->tick * S->num.Ts};
    for (int k = 0; k < M->nsensor; k++)
        out[M->sensor_output[k]] = held[k];
    if (M->nterm > 0)
        stn_terms_act(S, st, &at);
    if (M->controls)
        M->plant->sample(&M->self, S->p, y, u, out, stn_disc(S, st));
    if (stn_terms_want_learning(M)) {
        outputs(S, st, y, u, out);
        stn_terms_learn(S, st, &at);
    }
}

void stn_sample_due(const StnSystem *S, StnState *st, double t, const double *y, const StnIn *u)
{
    double out[STN_OUTPUTS_MAX], *held = stn_held(S, st);
    bool controller = S->model.sampled && stn_is_due(t, st->tick, S->num.Ts), any = controller;
    for (int k = 0; k < S->model.nsensor; k++)
        any = any || (S->num.sensor[k].sample > 0.0 &&
                      stn_is_due(t, st->sensor_tick[k], S->num.sensor[k].sample));
    if (!any)
        return;
    outputs(S, st, y, u, out);
    for (int k = 0; k < S->model.nsensor; k++) {
        double sample = S->num.sensor[k].sample;
        if (sample > 0.0 && stn_is_due(t, st->sensor_tick[k], sample))
            held[k] = measure(S, k, y, out, (uint64_t)st->sensor_tick[k]++);
        else if (!(sample > 0.0) && controller)
            held[k] = measure(S, k, y, out, (uint64_t)st->tick);
    }
    if (controller) {
        sample_controller(S, st, y, u, out);
        st->tick++;
    }
    find_break(S, st);
}

static inline __attribute__((always_inline)) void
put_columns(const StnSystem *S, const StnState *st, const double *value, double *out)
{
    const double *y = stn_now(S, st), *held = stn_held(S, st);
    int c = 0;
    for (; c < S->model.noutput; c++)
        out[c] = value[S->model.visible[c]];
    for (int i = 0; i < S->model.nsite; i++)
        for (int j = 0; j < S->model.law_nstate[i]; j++)
            out[c++] = y[S->model.law_state[i] + j];
    for (int k = 0; k < S->model.nsensor; k++) {
        bool own = S->num.sensor[k].sample > 0.0 || S->model.sampled;
        out[c++] = own ? held[k] : measure(S, k, y, value, draw_at(S, st));
    }
    const double *memory = stn_terms_memory(S, st);
    for (int k = 0; k < S->model.nterm; k++) {
        if (k == 0)
            out[c++] = memory[0];
        for (int j = 0; j <= S->model.term[k]->nestimate; j++)
            out[c++] = memory[S->model.term_at[k] + j];
    }
}

void stn_state_columns(const StnSystem *S, const StnState *state, double *out)
{
    double value[STN_OUTPUTS_MAX];
    StnIn u[STN_INPUTS_MAX];
    StnEvaluation at;
    inputs_shown(S, state, state->t, u);
    stn_outputs_shown(S, state, stn_now(S, state), u, &at, value);
    put_columns(S, state, value, out);
}

void stn_columns_own(const StnSystem *S, StnState *st, double *out)
{
    double value[STN_OUTPUTS_MAX];
    StnIn u[STN_INPUTS_MAX];
    inputs_shown(S, st, st->t, u);
    outputs(S, st, stn_now(S, st), u, value);
    put_columns(S, st, value, out);
}
