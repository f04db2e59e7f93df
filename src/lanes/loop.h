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

/* Inputs that vary: lines, and those that were computed ahead. */
STN_STEP_FN void lane_inputs(const FusedPair *pair, const StnLaneBlock *b, real t, int step,
                             StnIn *u)
{
    FUSED_UNROLL for (int i = 0; i < pair->ninput; i++)
    {
        const real *line = LANE_AT(b, line, 3 * i);
        const real *given = LANE_AT(b, ahead, 3 * (i * STN_LANE_STEPS + step));
        if (b->varying[i] == 1)
            u[i].val = line[0] + line[1] * (t - line[2]);
        else if (b->varying[i] == 2)
            u[i].val = given[0], u[i].d1 = given[1], u[i].d2 = given[2];
    }
}

typedef struct {
    FusedMotion now;
    real work[3], count;
} LaneMotion;

/* Without what this pair does not have. */
STN_STEP_FN void lane_copy(const FusedPair *pair, LaneMotion *to, const LaneMotion *from)
{
    FUSED_UNROLL for (int i = 0; i < pair->nstate + pair->nlaw; i++) to->now.y[i] = from->now.y[i];
    to->now.FF = from->now.FF, to->now.m = from->now.m;
    to->work[0] = from->work[0], to->work[1] = from->work[1], to->work[2] = from->work[2];
    to->count = from->count;
}

/* The steps end here: where something happens, the last one is not made. */
STN_STEP_FN void lane_end(const FusedPair *pair, StnLaneBlock *b, const LaneMotion *at,
                          const LaneMotion *next, mask changes)
{
    FUSED_UNROLL for (int i = 0; i < pair->nstate + pair->nlaw; i++) * LANE_AT(b, y, i) =
        stn_select(changes, at->now.y[i], next->now.y[i]);
    for (int i = 0; i < 3; i++)
        *LANE_AT(b, work, i) = stn_select(changes, at->work[i], next->work[i]);
    *LANE_AT(b, last, 0) = stn_select(changes, at->now.FF, next->now.FF);
    *LANE_AT(b, last, 1) = stn_select(changes, at->now.m, next->now.m);
    *LANE_AT(b, time, 1) = stn_select(changes, at->count, next->count);
    for (int lane = 0; lane < STN_LANES; lane++)
        b->changes[lane] = (unsigned char)stn_in_lane(changes, lane);
}

STN_STEP_FN void lane_begin(const FusedPair *pair, const StnLaneBlock *b, LaneMotion *at, StnIn *u)
{
    FUSED_UNROLL for (int i = 0; i < pair->nstate + pair->nlaw; i++) at->now.y[i] =
        *LANE_AT(b, y, i);
    for (int i = 0; i < 3; i++)
        at->work[i] = *LANE_AT(b, work, i);
    at->now.FF = *LANE_AT(b, last, 0), at->now.m = *LANE_AT(b, last, 1);
    at->now.v_old = at->now.h = stn_splat(0.0);
    at->count = *LANE_AT(b, time, 1);
    memcpy(u, b->input, (size_t)pair->ninput * sizeof *u);
}

STN_STEP_FN void lane_loop(const FusedPair *pair, const FusedRun *run, StnLaneBlock *b, int steps)
{
    const real start = *LANE_AT(b, time, 0), one = stn_splat(1.0);
    const mask on = stn_lt(stn_splat(0.0), *LANE_AT(b, on, 0));
    const uniform energy = b->energy;
    StnIn u[FUSED_INPUTS];
    LaneMotion at, next;
    mask changes = stn_never();
    lane_begin(pair, b, &at, u);
    lane_copy(pair, &next, &at);
    for (int done = 0; done < steps; done++) {
        const real t = start + at.count * run->dt;
        lane_inputs(pair, b, t, done, u);
        changes = stn_and(on, fused_step(pair, run, u, &next.now));
        if (energy)
            lane_account(next.work, &next.now, next.now.y[pair->v], run->dt);
        next.count = at.count + one;
        if (stn_any(changes))
            break;
        lane_copy(pair, &at, &next);
    }
    lane_end(pair, b, &at, &next, changes);
}

/* Does a lane touch a stop? */
STN_STEP_FN uniform lane_touches(const FusedPair *pair, const real *stop)
{
    uniform touches = 0;
    FUSED_UNROLL for (int j = 0; j < pair->nstop; j++) touches |=
        !stn_all(stn_eq(stop[j], stn_splat(0.0)));
    return touches;
}

/* What does not change during the steps, where the compiler sees that it does not. */
STN_STEP_FN void lane_run(const FusedPair *pair, StnLaneBlock *b, int steps)
{
    real p[FUSED_PARAMS], law_p[FUSED_PARAMS], mode[FUSED_ALL_RELS], disc[FUSED_PARAMS];
    real lo[FUSED_STOPS], hi[FUSED_STOPS], stop[FUSED_STOPS];
    const mask stands = stn_eq(*LANE_AT(b, way, 0), stn_splat(0.0));
    const uniform some = stn_any(stands);
    memcpy(p, b->p, (size_t)pair->nparam * sizeof *p);
    memcpy(law_p, b->law_p, (size_t)pair->nlaw_param * sizeof *law_p);
    memcpy(mode, b->mode, sizeof mode);
    memcpy(disc, b->disc, (size_t)b->ndisc * sizeof *disc);
    memcpy(lo, b->lo, sizeof lo), memcpy(hi, b->hi, sizeof hi), memcpy(stop, b->stop, sizeof stop);
    const FusedRun run = {b->self,
                          b->law_self,
                          p,
                          law_p,
                          disc,
                          mode,
                          lo,
                          hi,
                          stop,
                          b->moves,
                          *LANE_AT(b, time, 2),
                          *LANE_AT(b, way, 0),
                          *LANE_AT(b, way, 1),
                          stn_lt(stn_splat(0.0), *LANE_AT(b, way, 2)),
                          pair->nrel + pair->nlaw_rel,
                          lane_touches(pair, stop),
                          some && stn_all(stands),
                          some,
                          stands};
    lane_loop(pair, &run, b, steps);
}

/* The laws of each plant that have a loop: each takes some 5 kB. */
#define LANE_USUAL(M) M(borello) M(coulomb) M(stribeck) M(dahl) M(lugre)
#define LANE_LAWS_block(M) LANE_USUAL(M) M(elastoplastic) M(lugre_modified) M(lugre_new_modified)
#define LANE_LAWS_clutch(M) LANE_USUAL(M) M(coulomb_map)
#define LANE_LAWS_cylinder(M) LANE_USUAL(M) M(lugre_modified) M(lugre_new_modified)
#define LANE_LAWS_eha(M) LANE_USUAL(M) M(coulomb_load)
#define LANE_LAWS_flap(M) LANE_USUAL(M) M(coulomb_load)
#define LANE_LAWS_servo(M) LANE_USUAL(M) M(coulomb_load) M(stribeck_load)
#define LANE_LAWS(M) FUSED_LIST(LANE_LAWS_)(M)

#define LANE_PAIR(name)                                                               \
    static void name##_loop(StnLaneBlock *block, int steps)                           \
    {                                                                                 \
        static const FusedPair pair = {.law = {STN_KERNEL_##name},                    \
                                       .nlaw_param = sizeof(name##_p) / sizeof(real), \
                                       .nlaw = sizeof(name##_s) / sizeof(real),       \
                                       .nlaw_rel = sizeof(name##_r) / sizeof(real),   \
                                       FUSED_OF_PLANT};                               \
        lane_run(&pair, block, steps);                                                \
    }
LANE_LAWS(LANE_PAIR)

#define LANE_NAME_(plant, back_end) stn_lane_##plant##_##back_end
#define LANE_NAME(plant, back_end) LANE_NAME_(plant, back_end)

StnLaneLoop *LANE_NAME(FUSED_PLANT, STN_LANE_BACK_END)(const char *law);
StnLaneLoop *LANE_NAME(FUSED_PLANT, STN_LANE_BACK_END)(const char *law)
{
#define LANE_ROW(name) {#name, name##_loop},
    static const struct {
        const char *law;
        StnLaneLoop *loop;
    } pairs[] = {LANE_LAWS(LANE_ROW)};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (strcmp(pairs[i].law, law) == 0)
            return pairs[i].loop;
    return NULL;
}
