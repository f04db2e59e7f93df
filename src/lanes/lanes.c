/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Runs take turns: each goes on by itself (solve/open_run.h) until only steps come in which nothing happens; when all
 * wait there, these are made side by side, until something happens in a lane, or its row or the end of its input's piece
 * is reached.  A run that ends gives its lane to the next one. */
#include "lanes/lanes.h"

#include "core/fused.h"
#include "solve/open_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steps until states are looked at, and what share of their range they may have then: a lane beyond it goes back and on by
 * itself, where every 16th step is looked at. */
#define SANE 1e-6
enum { ASK_EVERY = 256 }; /* turns */

typedef struct {
    StnLaneRun run;
    StnOpenRun open;
    bool busy;
    int64_t left; /* steps that are sure to be of this stretch */
} Lane;

typedef struct {
    const StnLanesDef *def;
    StnLaneBlock block;
    Lane lane[STN_LANES_MOST];
    double *memory;  /* of the block */
    int count, busy; /* lanes; those in use */
    bool more;       /* runs to come */
    bool new_inputs; /* some input is in another piece, or of another run */
} Lanes;

/* ---- Numbers of a lane ---- */

static void put(const StnLaneBlock *b, double *at, const double *from, int count)
{
    for (int i = 0; i < count; i++)
        at[i * b->width] = from[i];
}

static void take(const StnLaneBlock *b, const double *at, double *to, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = at[i * b->width];
}

/* What a run keeps. */
static void load_parameters(Lanes *l, int lane)
{
    const StnLaneBlock *b = &l->block;
    const StnSystem *S = l->lane[lane].run.system;
    const StnModel *M = &S->model;
    put(b, b->p + lane, S->p, M->full_plant->nparam);
    put(b, b->law_p + lane, S->law_p[0], S->law_width[0]);
    put(b, b->lo + lane, S->num.stop_lo, M->nstop);
    put(b, b->hi + lane, S->num.stop_hi, M->nstop);
    const double on = 1.0;
    put(b, b->on + lane, &on, 1);
}

static void load_inputs(Lanes *l, int lane)
{
    StnLaneBlock *b = &l->block;
    const Lane *from = &l->lane[lane];
    const StnSystem *S = from->run.system;
    const StnWork *W = stn_work(from->run.state);
    for (int i = 0; i < S->model.ninput; i++)
        put(b, b->input + 3 * i * b->width + lane, &W->u[i].val, 3);
    for (int k = 0; k < W->nvarying; k++) {
        const int i = W->varying[k];
        const StnPiece *piece = &stn_pieces(S, from->run.state)[i];
        const double line[] = {piece->c[0], piece->c[1], piece->t0};
        put(b, b->line + 3 * i * b->width + lane, line, 3);
    }
}

/* What the last steps by itself have changed. */
static void load_state(Lanes *l, int lane)
{
    const StnLaneBlock *b = &l->block;
    const StnSystem *S = l->lane[lane].run.system;
    const StnState *st = l->lane[lane].run.state;
    const StnWork *W = stn_work(st);
    const double time[] = {W->t_fixed, (double)st->fixed_steps, S->dt};
    const double way[] = {st->modes.dir[0], S->num.shape[0].zone, st->modes.zone[0]};
    const double last[] = {st->FF[0], W->mass[0]};
    const double work[] = {st->energy.input, st->energy.friction, st->energy.moved};
    put(b, b->y + lane, stn_now(S, st), S->model.n);
    put(b, b->mode + lane, stn_mode(S, st), S->model.nrel);
    put(b, b->disc + lane, stn_disc(S, st), S->model.ndisc);
    put(b, b->stop + lane, st->modes.stop, S->model.nstop);
    put(b, b->time + lane, time, 3);
    put(b, b->way + lane, way, 3);
    put(b, b->last + lane, last, 2);
    put(b, b->work + lane, work, 3);
}

static void store_state(Lanes *l, int lane)
{
    const StnLaneBlock *b = &l->block;
    const StnSystem *S = l->lane[lane].run.system;
    StnState *st = l->lane[lane].run.state;
    double time[3], work[3], last[2];
    take(b, b->y + lane, stn_now(S, st), S->model.n);
    take(b, b->time + lane, time, 3);
    take(b, b->last + lane, last, 2);
    take(b, b->work + lane, work, 3);
    const int64_t done = (int64_t)time[1] - st->fixed_steps;
    st->fixed_steps += done;
    st->counters.steps += done, st->counters.rates += done;
    st->t = time[0] + time[1] * time[2];
    st->FF[0] = last[0], stn_work(st)->mass[0] = last[1];
    st->energy.input = work[0], st->energy.friction = work[1], st->energy.moved = work[2];
}

/* ---- Inputs ---- */

/* How inputs are set: those that are no line in some lane one by one. */
static void choose_inputs(Lanes *l)
{
    StnLaneBlock *b = &l->block;
    memset(b->varying, 0, sizeof b->varying);
    for (int lane = 0; lane < l->count; lane++) {
        const Lane *from = &l->lane[lane];
        if (!from->busy)
            continue;
        const StnWork *W = stn_work(from->run.state);
        for (int k = 0; k < W->nvarying; k++) {
            const int i = W->varying[k];
            const StnPiece *piece = &stn_pieces(from->run.system, from->run.state)[i];
            const int how = piece->exact && piece->linear ? 1 : 2;
            b->varying[i] = b->varying[i] > how ? b->varying[i] : how;
        }
    }
    for (int lane = 0; lane < l->count; lane++) /* a constant is a line beside lines */
        for (int i = 0; i < b->ninput && l->lane[lane].busy; i++)
            if (b->varying[i] == 1 && !stn_fused_varies(l->lane[lane].run.state, i)) {
                const double line[] = {stn_work(l->lane[lane].run.state)->u[i].val, 0.0, 0.0};
                put(b, b->line + 3 * i * b->width + lane, line, 3);
            }
}

/* Inputs that are no lines in some lane, for the steps that come. */
static void look_ahead(Lanes *l, int i, int steps)
{
    StnLaneBlock *b = &l->block;
    for (int lane = 0; lane < l->count; lane++) {
        const Lane *from = &l->lane[lane];
        if (!from->busy)
            continue;
        const StnSystem *S = from->run.system;
        double time[3];
        take(b, b->time + lane, time, 3);
        const bool varies = stn_fused_varies(from->run.state, i);
        for (int step = 0; step < steps; step++) {
            const double t = time[0] + (time[1] + step) * time[2];
            StnIn u = stn_work(from->run.state)->u[i];
            if (varies)
                stn_fused_input(S, from->run.state, i, t, &u);
            put(b, b->ahead + 3 * (i * STN_LANE_STEPS + step) * b->width + lane, &u.val, 3);
        }
    }
}

/* ---- Turns ---- */

/* Steps up to the end of the stretch, and of the inputs' present pieces. */
static int64_t steps_left(const Lane *lane)
{
    const StnSystem *S = lane->run.system;
    const StnState *st = lane->run.state;
    const StnWork *W = stn_work(st);
    const double dt = S->dt, until = W->t_break - 1e-9 * dt;
    const int64_t last = stn_fixed_last(S, st, lane->open.goal);
    return stn_fused_last(W->t_fixed, dt, until, last) - st->fixed_steps;
}

static void end_run(Lanes *l, Lane *lane)
{
    lane->run.status = stn_open_run_end(&lane->open);
    l->def->done(l->def->user, &lane->run);
    lane->busy = false;
    l->busy--;
}

/* A new run for a free lane; false: there is none. */
static bool begin_run(Lanes *l, int index)
{
    Lane *lane = &l->lane[index];
    StnLaneBlock *b = &l->block;
    memset(&lane->run, 0, sizeof lane->run);
    lane->run.place = index;
    if (!l->more || !l->def->next(l->def->user, &lane->run)) {
        l->more = false;
        const double off = 0.0;
        put(b, b->on + index, &off, 1);
        return false;
    }
    lane->busy = true;
    l->busy++;
    stn_open_run_begin(&lane->open, lane->run.system, lane->run.state, &lane->run.def,
                       &lane->run.record, &lane->run.error);
    stn_work(lane->run.state)->lane = STN_LANE_READY;
    load_parameters(l, index);
    return true;
}

/* The run goes on by itself until it waits, a new one where it ends. */
static void go_alone(Lanes *l, int index)
{
    Lane *lane = &l->lane[index];
    for (;;) {
        if (!lane->busy && !begin_run(l, index))
            return;
        if (!stn_open_run_go(&lane->open)) {
            end_run(l, lane);
            continue;
        }
        StnWork *W = stn_work(lane->run.state);
        lane->left = stn_fused_begins(lane->run.system, lane->run.state) ? steps_left(lane) : 0;
        if (lane->left > 0) {
            load_state(l, index);
            load_inputs(l, index);
            l->new_inputs = true;
            return;
        }
        W->lane = STN_LANE_RAN;
    }
}

/* Where states have become so large that they may be out of range, the steps are not made. */
static bool is_sane(const Lanes *l, int index)
{
    const StnLaneBlock *b = &l->block;
    const StnSystem *S = l->lane[index].run.system;
    double y[FUSED_ALL_STATES];
    bool sane = true;
    take(b, b->y + index, y, S->model.n);
    for (int i = 0; i < S->model.n; i++)
        sane = sane && fabs(y[i]) <= SANE * S->range[i];
    return sane;
}

/* Steps of all lanes together. */
static void step_together(Lanes *l)
{
    StnLaneBlock *b = &l->block;
    int64_t least = STN_LANE_STEPS;
    double before[STN_LANES_MOST];
    for (int i = 0; i < l->count; i++)
        if (l->lane[i].busy && l->lane[i].left < least)
            least = l->lane[i].left;
    memcpy(before, b->time + b->width, (size_t)l->count * sizeof *before);
    for (int i = 0; i < b->ninput; i++)
        if (b->varying[i] == 2)
            look_ahead(l, i, (int)least);
    l->def->loop(b, (int)least);
    for (int i = 0; i < l->count; i++) {
        Lane *lane = &l->lane[i];
        if (!lane->busy)
            continue;
        if (!is_sane(l, i)) { /* its state is still that before all steps of this stretch */
            stn_work(lane->run.state)->lane = STN_LANE_NONE; /* and it goes on by itself */
            lane->left = 0;
            continue;
        }
        lane->left -= (int64_t)(b->time[b->width + i] - before[i]);
        if (b->changes[i] || lane->left == 0) {
            store_state(l, i);
            stn_work(lane->run.state)->lane = STN_LANE_RAN;
            lane->left = 0;
        }
    }
}

/* ---- The whole ---- */

static StnStatus make_block(Lanes *l, StnError *error)
{
    StnLaneBlock *b = &l->block;
    b->width = l->def->width;
    l->count = b->width;
#define LANE_COUNT(name, count) +(size_t)(count)
    const size_t each = 0 STN_LANE_NUMBERS(LANE_COUNT);
    const size_t bytes = each * (size_t)l->count * sizeof(double);
    l->memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (l->memory == NULL)
        return stn_out_of_memory(error);
    memset(l->memory, 0, bytes);
    double *at = l->memory;
#define LANE_PLACE(name, numbers) b->name = at, at += (size_t)(numbers) * (size_t)l->count;
    STN_LANE_NUMBERS(LANE_PLACE)
    return STN_OK;
}

/* What all runs share. */
static void take_model(Lanes *l, const StnSystem *S)
{
    StnLaneBlock *b = &l->block;
    b->self = &S->model.self;
    b->law_self = &S->model.law_self[0];
    stn_fused_moves(S, b->moves);
    b->energy = S->solver.energy;
    b->ninput = S->model.ninput;
    b->ndisc = S->model.ndisc;
}

static void cancel(Lanes *l)
{
    l->more = false;
    for (int i = 0; i < l->count; i++)
        if (l->lane[i].busy) {
            l->lane[i].open.status = STN_CANCELLED;
            end_run(l, &l->lane[i]);
        }
}

StnStatus stn_lanes_run(const StnLanesDef *def, StnError *error)
{
    Lanes *l = calloc(1, sizeof *l);
    if (l == NULL)
        return stn_out_of_memory(error);
    l->def = def;
    l->more = true;
    StnStatus status = make_block(l, error);
    if (status == STN_OK)
        take_model(l, def->base);
    for (int turn = 1; status == STN_OK; turn++) {
        for (int i = 0; i < l->count; i++)
            if (!l->lane[i].busy || l->lane[i].left == 0)
                go_alone(l, i);
        if (l->busy == 0)
            break;
        if (l->new_inputs)
            choose_inputs(l);
        l->new_inputs = false;
        step_together(l);
        if (turn % ASK_EVERY == 0 && !def->go_on(def->user))
            cancel(l);
    }
    free(l->memory);
    free(l);
    return status;
}
