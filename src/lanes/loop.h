/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The loops of one plant on vectors of STN_LANES numbers.  The includer has included the plant and defines FUSED_PLANT.
 * A lane has the bits of a run by itself: the step is that of fused_step.h. */
#include "core/fused_pairs.h"
#include "lanes/block.h"
#include "laws/laws.h"

#include <string.h>

/* Number i of a lane, in all lanes. */
#define LANE_AT(block, name, i) ((real *)((block)->name + (size_t)(i)*STN_LANES))

/* As fused_account. */
STN_STEP_FN void lane_account(real *work, const FusedMotion *now, real v, real dt)
{
    real mean = 0.5 * (now->v_old + v) * dt;
    real input = now->h * mean;
    real friction = (now->h - now->m * (v - now->v_old) * (1.0 / dt)) * mean;
    real in = stn_abs(input), out = stn_abs(friction);
    work[0] = work[0] + input;
    work[1] = work[1] + friction;
    work[2] = work[2] + stn_select(stn_lt(out, in), in, out);
}

typedef struct {
    FusedMotion now;
    real work[3];
    int made; /* steps */
} LaneMotion;

/* What a block keeps during the steps, in variables of the function: then the compiler sees that it does not change. */
typedef struct {
    real p[FUSED_PARAMS], law_p[FUSED_PARAMS], mode[FUSED_ALL_RELS], disc[FUSED_PARAMS];
    real lo[FUSED_STOPS], hi[FUSED_STOPS], stop[FUSED_STOPS], step[FUSED_STATES];
    real start, count;
    mask on;
} LaneKept;

/* Inputs that vary: lines, and those that were computed ahead. */
STN_STEP_FN void lane_inputs(const FusedPair *pair, const StnLaneBlock *b, real t, int step,
                             StnIn *u)
{
    FUSED_UNROLL for (int i = 0; i < pair->ninput; i++)
    {
        const real *line = LANE_AT(b, line, 3 * i);
        const real *given = LANE_AT(b, ahead, 3 * (i * STN_LANE_AHEAD + step));
        if (b->varying[i] == 1)
            u[i].val = line[0] + line[1] * (t - line[2]);
        else if (b->varying[i] == 2)
            u[i].val = given[0], u[i].d1 = given[1], u[i].d2 = given[2];
    }
}

STN_STEP_FN void lane_begin(const FusedPair *pair, const StnLaneBlock *b, LaneMotion *at, StnIn *u)
{
    FUSED_UNROLL for (int i = 0; i < pair->nstate + pair->nlaw; i++)
    {
        at->now.y[i] = *LANE_AT(b, y, i);
    }
    for (int i = 0; i < 3; i++)
        at->work[i] = *LANE_AT(b, work, i);
    at->now.FF = *LANE_AT(b, last, 0), at->now.m = *LANE_AT(b, last, 1);
    at->now.v_old = at->now.h = stn_splat(0.0);
    at->made = 0;
    memcpy(u, b->input, (size_t)pair->ninput * sizeof *u);
}

/* What the steps have made; in `changes` the next one is not theirs. */
STN_STEP_FN void lane_end(const FusedPair *pair, StnLaneBlock *b, const LaneMotion *at,
                          mask changes)
{
    mask sane = stn_not(stn_never());
    FUSED_UNROLL for (int i = 0; i < pair->nstate + pair->nlaw; i++)
    {
        *LANE_AT(b, y, i) = at->now.y[i];
        sane = stn_and(sane, stn_not(stn_lt(*LANE_AT(b, range, i), stn_abs(at->now.y[i]))));
        sane = stn_and(sane, stn_eq(at->now.y[i], at->now.y[i]));
    }
    for (int i = 0; i < 3; i++)
        *LANE_AT(b, work, i) = at->work[i];
    *LANE_AT(b, last, 0) = at->now.FF, *LANE_AT(b, last, 1) = at->now.m;
    *LANE_AT(b, time, 1) = *LANE_AT(b, time, 1) + stn_splat((double)at->made);
    b->made = at->made;
    for (int lane = 0; lane < STN_LANES; lane++) {
        b->changes[lane] = (unsigned char)stn_in_lane(changes, lane);
        b->wild[lane] = (unsigned char)!stn_in_lane(sane, lane);
    }
}

/* One step of all lanes of a block.  Where something happens in a lane none of them makes it, and it returns 0: those lanes,
 * *changes, go on by themselves, the others make it the next time. */
STN_STEP_FN uniform lane_step(const FusedPair *pair, const FusedRun *run, const LaneKept *kept,
                              const StnLaneBlock *b, StnIn *u, LaneMotion *at, mask *changes)
{
    FusedMotion next;
    FUSED_UNROLL for (int i = 0; i < pair->nstate + pair->nlaw; i++) { next.y[i] = at->now.y[i]; }
    if (__builtin_expect(b->lines, 0)) {
        const real number = kept->count + stn_splat((double)at->made);
        lane_inputs(pair, b, kept->start + number * run->dt, at->made, u);
    }
    const mask here = fused_step(pair, run, u, &next);
    if (__builtin_expect(stn_any_of(here, kept->on), 0)) {
        *changes = here;
        return 0;
    }
    if (__builtin_expect(b->energy, 0))
        lane_account(at->work, &next, next.y[pair->v], run->dt);
    FUSED_UNROLL for (int i = 0; i < pair->nstate + pair->nlaw; i++) { at->now.y[i] = next.y[i]; }
    at->now.FF = next.FF, at->now.m = next.m;
    at->made++;
    return 1;
}

/* Does a lane touch a stop? */
STN_STEP_FN uniform lane_touches(const FusedPair *pair, const StnLaneBlock *b)
{
    uniform touches = 0;
    FUSED_UNROLL for (int j = 0; j < pair->nstop; j++)
    {
        touches |= !stn_all(stn_eq(*LANE_AT(b, stop, j), stn_splat(0.0)));
    }
    return touches;
}

STN_STEP_FN void lane_keep(const FusedPair *pair, const StnLaneBlock *b, LaneKept *kept)
{
    memcpy(kept->p, b->p, (size_t)pair->nparam * sizeof *kept->p);
    memcpy(kept->law_p, b->law_p, (size_t)pair->nlaw_param * sizeof *kept->law_p);
    memcpy(kept->mode, b->mode, (size_t)(pair->nrel + pair->nlaw_rel) * sizeof *kept->mode);
    memcpy(kept->disc, b->disc, (size_t)b->ndisc * sizeof *kept->disc);
    memcpy(kept->lo, b->lo, (size_t)pair->nstop * sizeof *kept->lo);
    memcpy(kept->hi, b->hi, (size_t)pair->nstop * sizeof *kept->hi);
    memcpy(kept->stop, b->stop, (size_t)pair->nstop * sizeof *kept->stop);
    const real *time = LANE_AT(b, time, 0);
    FUSED_UNROLL for (int i = 0; i < pair->nstate; i++)
    {
        kept->step[i] = b->moves[i] ? time[2] : stn_splat(0.0);
    }
    kept->start = time[0], kept->count = time[1];
    kept->on = stn_lt(stn_splat(0.0), *LANE_AT(b, on, 0));
}

STN_STEP_FN FusedRun lane_run(const FusedPair *pair, const StnLaneBlock *b, const LaneKept *kept,
                              uniform touches)
{
    const real *way = LANE_AT(b, way, 0), zero = stn_splat(0.0);
    const mask stands = stn_eq(way[0], zero);
    const uniform some = stn_any(stands);
    const FusedRun run = {.self = b->self,
                          .law_self = b->law_self,
                          .p = kept->p,
                          .law_p = kept->law_p,
                          .d = kept->disc,
                          .mode = kept->mode,
                          .lo = kept->lo,
                          .hi = kept->hi,
                          .stop = kept->stop,
                          .moves = b->moves,
                          .step = kept->step,
                          .dt = *LANE_AT(b, time, 2),
                          .dir = way[0],
                          .edge = way[1],
                          .zone = stn_lt(zero, way[2]),
                          .nrel = pair->nrel + pair->nlaw_rel,
                          .zoned = stn_any(stn_lt(zero, way[1])),
                          .touches = touches,
                          .still = some && stn_all(stands),
                          .some = some,
                          .stands = stands};
    return run;
}

/* The steps of one block. */
STN_STEP_FN void lane_single(const FusedPair *pair, StnLaneBlock *b, int steps, uniform touches)
{
    LaneKept kept;
    LaneMotion at;
    StnIn u[FUSED_INPUTS];
    mask changes = stn_never();
    lane_keep(pair, b, &kept);
    lane_begin(pair, b, &at, u);
    const FusedRun run = lane_run(pair, b, &kept, touches);
    while (at.made < steps && lane_step(pair, &run, &kept, b, u, &at, &changes))
        ;
    lane_end(pair, b, &at, changes);
}

/* The steps of two blocks, in turn: while one waits for its results, the processor works on the other. */
STN_STEP_FN void lane_double(const FusedPair *pair, StnLaneBlock *b, int steps)
{
    LaneKept kept, kept2;
    LaneMotion at, at2;
    StnIn u[FUSED_INPUTS], u2[FUSED_INPUTS];
    mask changes = stn_never(), changes2 = stn_never();
    lane_keep(pair, b, &kept);
    lane_keep(pair, b + 1, &kept2);
    lane_begin(pair, b, &at, u);
    lane_begin(pair, b + 1, &at2, u2);
    const FusedRun run = lane_run(pair, b, &kept, 0), run2 = lane_run(pair, b + 1, &kept2, 0);
    while (at2.made < steps && lane_step(pair, &run, &kept, b, u, &at, &changes) &&
           lane_step(pair, &run2, &kept2, b + 1, u2, &at2, &changes2))
        ;
    lane_end(pair, b, &at, changes);
    lane_end(pair, b + 1, &at2, changes2);
}

/* twice: this pair has a loop for two blocks where no stop is touched. */
STN_STEP_FN void lane_blocks(const FusedPair *pair, StnLaneBlock *b, int steps, const bool twice)
{
    const uniform touches = lane_touches(pair, b) | lane_touches(pair, b + 1);
    if (twice && !touches) {
        lane_double(pair, b, steps);
        return;
    }
    for (int k = 0; k < STN_LANE_BLOCKS; k++)
        lane_single(pair, b + k, steps, touches);
}

/* The laws of each plant that have a loop, some 5 kB, with M; with T also one for two blocks, 10 kB more.  borello: as coulomb
 * (stn_fused_law). */
#define LANE_USUAL(M) M(stribeck) M(dahl) M(lugre)
#define LANE_LAWS_block(M, T) \
    T(coulomb) T(stribeck) T(lugre) M(dahl) M(elastoplastic) M(lugre_modified) M(lugre_new_modified)
#define LANE_LAWS_clutch(M, T) M(coulomb) LANE_USUAL(M) M(coulomb_map)
#define LANE_LAWS_cylinder(M, T) M(coulomb) LANE_USUAL(M) M(lugre_modified) M(lugre_new_modified)
#define LANE_LAWS_eha(M, T) T(coulomb) LANE_USUAL(M) M(coulomb_load)
#define LANE_LAWS_flap(M, T) M(coulomb) LANE_USUAL(M) M(coulomb_load)
#define LANE_LAWS_servo(M, T) M(coulomb) LANE_USUAL(M) M(coulomb_load) M(stribeck_load)
#define LANE_LAWS(M, T) FUSED_LIST(LANE_LAWS_)(M, T)

#define LANE_LOOP(name, twice)                                              \
    static void name##_loop(StnLaneBlock *block, int steps)                 \
    {                                                                       \
        static const FusedPair pair = {FUSED_OF_LAW(name), FUSED_OF_PLANT}; \
        lane_blocks(&pair, block, steps, twice);                            \
    }
#define LANE_ONCE(name) LANE_LOOP(name, false)
#define LANE_TWICE(name) LANE_LOOP(name, STN_LANES > 2)
LANE_LAWS(LANE_ONCE, LANE_TWICE)

#define LANE_NAME_(plant, back_end) stn_lane_##plant##_##back_end
#define LANE_NAME(plant, back_end) LANE_NAME_(plant, back_end)

StnLaneLoop *LANE_NAME(FUSED_PLANT, STN_LANE_BACK_END)(const char *law);
StnLaneLoop *LANE_NAME(FUSED_PLANT, STN_LANE_BACK_END)(const char *law)
{
#define LANE_ROW(name) {#name, name##_loop},
    static const struct {
        const char *law;
        StnLaneLoop *loop;
    } pairs[] = {LANE_LAWS(LANE_ROW, LANE_ROW)};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (strcmp(pairs[i].law, law) == 0)
            return pairs[i].loop;
    return NULL;
}
