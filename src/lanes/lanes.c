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

/* What share of their range states may have after steps together: a lane beyond it goes back and on by itself, where every 16th
 * step is looked at. */
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
    StnLaneBlock block[STN_LANE_BLOCKS];
    Lane lane[STN_LANES_MOST];
    void *memory;    /* of the block */
    int count, busy; /* lanes; those in use */
    bool more;       /* runs to come */
    bool new_inputs; /* some input is in another piece, or of another run */
} Lanes;

/* ---- Numbers of a lane ---- */

/* The block of a lane, and its place there. */
static StnLaneBlock *block_of(Lanes *l, int lane) { return &l->block[lane / l->def->width]; }
static int place_of(const Lanes *l, int lane) { return lane % l->def->width; }

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
    const StnLaneBlock *b = block_of(l, lane);
    const int at = place_of(l, lane);
    const StnSystem *S = l->lane[lane].run.system;
    const StnModel *M = &S->model;
    put(b, b->p + at, S->p, M->full_plant->nparam);
    put(b, b->law_p + at, S->law_p[0], S->law_width[0]);
    put(b, b->lo + at, S->num.stop_lo, M->nstop);
    put(b, b->hi + at, S->num.stop_hi, M->nstop);
    for (int i = 0; i < FUSED_ALL_STATES; i++)
        b->range[i * b->width + at] = i < M->n ? SANE * S->range[i] : INFINITY;
    b->on[at] = 1.0;
}

static void load_inputs(Lanes *l, int lane)
{
    StnLaneBlock *b = block_of(l, lane);
    const int at = place_of(l, lane);
    const Lane *from = &l->lane[lane];
    const StnSystem *S = from->run.system;
    const StnWork *W = stn_work(from->run.state);
    for (int i = 0; i < S->model.ninput; i++)
        put(b, b->input + 3 * i * b->width + at, &W->u[i].val, 3);
    for (int k = 0; k < W->nvarying; k++) {
        const int i = W->varying[k];
        const StnPiece *piece = &stn_pieces(S, from->run.state)[i];
        const double line[] = {piece->c[0], piece->c[1], piece->t0};
        put(b, b->line + 3 * i * b->width + at, line, 3);
    }
}

/* What the last steps by itself have changed. */
static void load_state(Lanes *l, int lane)
{
    const StnLaneBlock *b = block_of(l, lane);
    const int at = place_of(l, lane);
    const StnSystem *S = l->lane[lane].run.system;
    const StnState *st = l->lane[lane].run.state;
    const StnWork *W = stn_work(st);
    const double time[] = {W->t_fixed, (double)st->fixed_steps, S->dt};
    const double way[] = {st->modes.dir[0], S->num.shape[0].zone, st->modes.zone[0]};
    const double last[] = {st->FF[0], W->mass[0]};
    const double work[] = {st->energy.input, st->energy.friction, st->energy.moved};
    put(b, b->y + at, stn_now(S, st), S->model.n);
    put(b, b->mode + at, stn_mode(S, st), S->model.nrel);
    put(b, b->disc + at, stn_disc(S, st), S->model.ndisc);
    put(b, b->stop + at, st->modes.stop, S->model.nstop);
    put(b, b->time + at, time, 3);
    put(b, b->way + at, way, 3);
    put(b, b->last + at, last, 2);
    put(b, b->work + at, work, 3);
}

static void store_state(Lanes *l, int lane)
{
    const StnLaneBlock *b = block_of(l, lane);
    const int at = place_of(l, lane);
    const StnSystem *S = l->lane[lane].run.system;
    StnState *st = l->lane[lane].run.state;
    double time[3], work[3], last[2];
    take(b, b->y + at, stn_now(S, st), S->model.n);
    take(b, b->time + at, time, 3);
    take(b, b->last + at, last, 2);
    take(b, b->work + at, work, 3);
    const int64_t done = (int64_t)time[1] - st->fixed_steps;
    st->fixed_steps += done;
    st->counters.steps += done, st->counters.rates += done;
    st->t = time[0] + time[1] * time[2];
    st->FF[0] = last[0], stn_work(st)->mass[0] = last[1];
    st->energy.input = work[0], st->energy.friction = work[1], st->energy.moved = work[2];
}

/* ---- Inputs ---- */

/* How inputs of a block are set: those that are no line in some lane one by one. */
static void choose_inputs(Lanes *l, StnLaneBlock *b, int first)
{
    memset(b->varying, 0, sizeof b->varying);
    b->lines = 0;
    for (int place = 0; place < b->width; place++) {
        const Lane *from = &l->lane[first + place];
        if (!from->busy)
            continue;
        const StnWork *W = stn_work(from->run.state);
        for (int k = 0; k < W->nvarying; k++) {
            const int i = W->varying[k];
            const StnPiece *piece = &stn_pieces(from->run.system, from->run.state)[i];
            const int how = piece->exact && piece->linear ? 1 : 2;
            b->varying[i] = b->varying[i] > how ? b->varying[i] : how;
            b->lines = 1;
        }
    }
    for (int place = 0; place < b->width; place++) { /* a constant is a line beside lines */
        const Lane *from = &l->lane[first + place];
        for (int i = 0; i < b->ninput && from->busy; i++)
            if (b->varying[i] == 1 && !stn_fused_varies(from->run.state, i)) {
                const double line[] = {stn_work(from->run.state)->u[i].val, 0.0, 0.0};
                put(b, b->line + 3 * i * b->width + place, line, 3);
            }
    }
}

/* Inputs that are no lines in some lane, for the steps that come. */
static void look_ahead(Lanes *l, int i, int steps)
{
    for (int lane = 0; lane < l->count; lane++) {
        const StnLaneBlock *b = block_of(l, lane);
        const int at = place_of(l, lane);
        const Lane *from = &l->lane[lane];
        if (!from->busy || b->varying[i] != 2)
            continue;
        const StnSystem *S = from->run.system;
        double time[3];
        take(b, b->time + at, time, 3);
        const bool varies = stn_fused_varies(from->run.state, i);
        for (int step = 0; step < steps; step++) {
            const double t = time[0] + (time[1] + step) * time[2];
            StnIn u = stn_work(from->run.state)->u[i];
            if (varies)
                stn_fused_input(S, from->run.state, i, t, &u);
            put(b, b->ahead + 3 * (i * STN_LANE_AHEAD + step) * b->width + at, &u.val, 3);
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
    memset(&lane->run, 0, sizeof lane->run);
    lane->run.place = index;
    if (!l->more || !l->def->next(l->def->user, &lane->run)) {
        l->more = false;
        block_of(l, index)->on[place_of(l, index)] = 0.0;
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

/* What the steps have made of a lane. */
static void take_steps(Lanes *l, int index)
{
    const StnLaneBlock *b = block_of(l, index);
    const int at = place_of(l, index);
    Lane *lane = &l->lane[index];
    if (b->wild[at]) { /* its state is still that before all steps of this stretch */
        stn_work(lane->run.state)->lane = STN_LANE_NONE; /* and it goes on by itself */
        lane->left = 0;
        return;
    }
    lane->left -= (int64_t)b->made;
    if (b->changes[at] || lane->left == 0) {
        store_state(l, index);
        stn_work(lane->run.state)->lane = STN_LANE_RAN;
        lane->left = 0;
    }
}

/* Steps of all lanes together. */
static void step_together(Lanes *l)
{
    bool ahead = false;
    for (int k = 0; k < STN_LANE_BLOCKS; k++)
        for (int i = 0; i < l->block[k].ninput; i++)
            ahead = ahead || l->block[k].varying[i] == 2;
    int64_t least = ahead ? STN_LANE_AHEAD : STN_LANE_STEPS;
    for (int i = 0; i < l->count; i++)
        if (l->lane[i].busy && l->lane[i].left < least)
            least = l->lane[i].left;
    for (int i = 0; ahead && i < l->block[0].ninput; i++)
        look_ahead(l, i, (int)least);
    l->def->loop(l->block, (int)least);
    for (int i = 0; i < l->count; i++)
        if (l->lane[i].busy)
            take_steps(l, i);
}

/* ---- The whole ---- */

static StnStatus make_blocks(Lanes *l, StnError *error)
{
    const int width = l->def->width;
#define LANE_COUNT(name, count) +(size_t)(count)
    const size_t each = 0 STN_LANE_NUMBERS(LANE_COUNT);
    const size_t bytes = STN_LANE_BLOCKS * each * (size_t)width * sizeof(double);
    l->count = STN_LANE_BLOCKS * width;
    enum { ALIGNED = 64 };
    l->memory = calloc(1, bytes + ALIGNED); /* aligned_alloc() is not everywhere */
    if (l->memory == NULL)
        return stn_out_of_memory(error);
    char *memory = l->memory;
    double *at = (double *)(void *)(memory + (ALIGNED - (uintptr_t)memory % ALIGNED));
#define LANE_PLACE(name, numbers) b->name = at, at += (size_t)(numbers) * (size_t)width;
    for (int k = 0; k < STN_LANE_BLOCKS; k++) {
        StnLaneBlock *b = &l->block[k];
        b->width = width;
        STN_LANE_NUMBERS(LANE_PLACE)
    }
    return STN_OK;
}

/* What all runs share. */
static void take_model(StnLaneBlock *b, const StnSystem *S)
{
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
    StnStatus status = make_blocks(l, error);
    for (int k = 0; k < STN_LANE_BLOCKS; k++)
        take_model(&l->block[k], def->base);
    for (int turn = 1; status == STN_OK; turn++) {
        for (int i = 0; i < l->count; i++)
            if (!l->lane[i].busy || l->lane[i].left == 0)
                go_alone(l, i);
        if (l->busy == 0)
            break;
        for (int k = 0; l->new_inputs && k < STN_LANE_BLOCKS; k++)
            choose_inputs(l, &l->block[k], k * def->width);
        l->new_inputs = false;
        step_together(l);
        if (turn % ASK_EVERY == 0 && !def->go_on(def->user))
            cancel(l);
    }
    free(l->memory);
    free(l);
    return status;
}
