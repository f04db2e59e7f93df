/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The breakaway experiment on a simulated rig.  It knows of the plant only what its sensor shows,
 * once per sample, as on a real one. */
#include "identify/breakaway_rig.h"
#include "identify/failure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIALS_MAX = 6, LOST_MAX = 20 };
static const double share = 0.005;    /* of the level: what the delay may cost */
static const double patience = 60.0;  /* s without a rest */
static const double near_level = 0.8; /* from here on the effort rises slowly */

StnBreakawayRigDef stn_default_breakaway_rig_def(void)
{
    return (StnBreakawayRigDef){.Ts = 1e-3,
                                .rate = NAN,
                                .limit = INFINITY,
                                .from = -INFINITY,
                                .to = INFINITY,
                                .passes = 2,
                                .dx = NAN,
                                .steps = 2,
                                .points = 100,
                                .rest = 0.1,
                                .longest = 3600.0};
}

typedef enum Phase { PHASE_WAIT, PHASE_RISE, PHASE_SLIDE } Phase;

typedef struct Rig {
    const StnBreakawayRigDef *def;
    const StnSystem *system;
    StnState *state;
    double *columns;
    int effort, position;
    /* the rig's own memory */
    Phase phase;
    double input, rate;                  /* value given, and how it rises */
    double anchor, seen, rested, waited; /* places of the last rest and step; s since then, and
                                            since the effort was let go */
    double now, since, showed; /* s: time, start of the rise, the last sample at the last rest */
    double sense, spread;      /* direction; way from point to point */
    double level[2], last;     /* inputs that moved it; time of the last breakaway */
    double furthest;           /* place in this pass, in the sense of motion */
    double block, filled, mean,
        still;                     /* means over half a rest: sum, s, the last, s without change */
    int passes, trials, lost;      /* lost: breakaways in a row without a way */
    bool started, trying, settled; /* settled: the trials found a rate */
} Rig;

static int column_of(const StnSystem *system, const char *name)
{
    for (int i = 0; i < stn_system_column_count(system); i++)
        if (strcmp(stn_system_column_at(system, i).name, name) == 0)
            return i;
    return -1;
}

static StnStatus check(const StnBreakawayRigDef *def, const StnSystem *system, StnError *error)
{
    if (def->input < 0 || def->input >= stn_system_plant(system)->ninput)
        return stn_error(error, STN_BAD_INPUT, "the plant has no input %d", def->input);
    if (!(def->Ts > 0.0) || !(def->rate > 0.0) || !(def->longest > 0.0) || !(def->dx > 0.0) ||
        def->steps < 1 || def->passes < 1 || def->points < 1)
        return stn_error(error, STN_BAD_INPUT,
                         "the rig needs a positive sampling time, rate, duration, sensor step, "
                         "number of steps, of points and of passes");
    if (!isfinite(def->from) || !isfinite(def->to) || !(def->from < def->to))
        return stn_error(error, STN_BAD_INPUT,
                         "the rig needs two ends of travel, the lower one first");
    if (column_of(system, def->effort) < 0 || column_of(system, def->position) < 0)
        return stn_error(error, STN_BAD_INPUT, "the system has no column \"%s\"",
                         column_of(system, def->effort) < 0 ? def->effort : def->position);
    return STN_OK;
}

/* ---- What the rig does with a sample ---- */

static void turn_round(Rig *b)
{
    b->sense = -b->sense;
    b->passes++;
    b->furthest = -INFINITY;
    b->lost = 0;
}

static void let_go(Rig *b)
{
    b->input = 0.0;
    b->phase = PHASE_WAIT;
    b->rested = b->waited = 0.0;
}

/* As many points as the time of a pass allows. */
static void choose_spread(Rig *b, double period)
{
    const StnBreakawayRigDef *def = b->def;
    const double most = 0.8 * def->longest / (def->passes * period);
    b->spread = (def->to - def->from) / fmax(1.0, fmin(most, def->points));
}

/* After a breakaway: the effort rose on while the motion did not show.  From rest the way grows with
 * the cube of time where friction does not fall, so the first step takes at most 1/(cbrt(N) - 1) times
 * as long as the N - 1 that follow; the cost goes with rate^(2/3). */
static void learn(Rig *b)
{
    const int steps = b->def->steps;
    const double seen = b->now - b->showed, level = fabs(b->input);
    const double delay = steps > 1 ? seen / (cbrt(steps) - 1.0) : seen;
    const double cost = b->rate * delay / level, period = b->now - b->last;
    b->level[b->sense < 0.0] = level;
    b->last = b->now;
    if (!b->trying)
        return;
    b->trials++;
    b->settled = cost <= share;
    if ((b->settled && cost > 0.2 * share && b->trials > 1) || b->trials == TRIALS_MAX) {
        b->trying = false;
        choose_spread(b, period);
        return;
    }
    const double factor = fmin(3.0, fmax(0.05, pow(0.7 * share / cost, 1.5)));
    b->rate = fmax(0.005 * level, fmin(level, factor * b->rate));
}

static double step_of_input(const Rig *b)
{
    const double own = b->level[b->sense < 0.0], other = b->level[b->sense > 0.0];
    const double low = own > 0.0 ? near_level * own : 0.5 * other; /* far below the level */
    if (b->def->adapt && fabs(b->input) < low)
        return fmax(b->rate, 0.5 * low) * b->def->Ts;
    return b->rate * b->def->Ts;
}

static void rise(Rig *b, double x, double step, bool rest)
{
    const StnBreakawayRigDef *def = b->def;
    if (fabs(x - b->anchor) >= step * def->steps) {
        learn(b);
        b->lost = b->sense * x > b->furthest + step * def->steps ? 0 : b->lost + 1;
        b->furthest = fmax(b->furthest, b->sense * x);
        b->phase = PHASE_SLIDE;
        return;
    }
    if (fabs(x - b->anchor) < step)
        b->showed = b->now;
    else if (rest && b->rested > STN_SHORT_REST * (b->showed - b->since))
        b->anchor = x, b->showed = b->now; /* a short move ended, as at the end of a play */
    b->input += b->sense * step_of_input(b);
}

static bool at_end(const Rig *b, double x)
{
    return b->sense > 0.0 ? x >= b->def->to : x <= b->def->from;
}

static StnStatus begin_rise(Rig *b, double x, StnError *error)
{
    const StnBreakawayRigDef *def = b->def;
    if (!b->started && (x > def->to + b->spread || x < def->from - b->spread))
        return stn_error(error, STN_BAD_INPUT,
                         "the first rest is at %g, outside of the travel from %g to %g: it must "
                         "start there, and without speed",
                         x, def->from, def->to);
    b->phase = PHASE_RISE;
    b->anchor = x;
    b->since = b->showed = b->now;
    if (at_end(b, x) || b->now > def->longest * (b->passes + 1) / def->passes)
        turn_round(b);
    b->started = true;
    return STN_OK;
}

/* The path says which setting helps. */
static StnStatus restless(const Rig *b, StnError *error)
{
    if (error)
        snprintf(error->path, sizeof error->path, "steps");
    return stn_error(error, STN_BAD_INPUT,
                     "%s: noise of the sensor looks like motion (motion must be more sensor steps "
                     "than the noise, here it is %d of %g), or a load moves it",
                     b->lost > LOST_MAX ? "the breakaways lead nowhere"
                                        : "the position does not come to rest without effort",
                     b->def->steps, b->def->dx);
}

/* At rest: no change by half of the steps that are a motion, and means that do not move, which noise
 * does not hide. */
static bool watch(Rig *b, double x, double step)
{
    const StnBreakawayRigDef *def = b->def;
    b->now += def->Ts;
    b->rested += def->Ts;
    b->waited += def->Ts;
    b->filled += def->Ts;
    b->block += def->Ts * x;
    if (fabs(x - b->seen) >= step * (def->steps > 3 ? def->steps / 2 : 1))
        b->rested = 0.0, b->seen = x;
    if (b->filled >= 0.5 * def->rest) {
        const double mean = b->block / b->filled;
        b->still = fabs(mean - b->mean) < 0.5 * step ? b->still + b->filled : 0.0;
        b->mean = mean;
        b->block = b->filled = 0.0;
    }
    return b->rested >= def->rest && b->still >= 0.5 * def->rest;
}

static StnStatus decide(Rig *b, double x, StnError *error)
{
    const StnBreakawayRigDef *def = b->def;
    const double step = (1.0 - 1e-6) * def->dx;
    const bool rest = watch(b, x, step);
    StnStatus status = STN_OK;
    if (b->phase == PHASE_RISE)
        rise(b, x, step, rest);
    if (b->phase == PHASE_SLIDE && (fabs(x - b->anchor) >= b->spread || rest || at_end(b, x)))
        let_go(b);
    else if (b->phase == PHASE_WAIT && rest)
        status = begin_rise(b, x, error);
    if (fabs(b->input) >= def->limit) { /* it cannot go further this way */
        let_go(b);
        turn_round(b);
    }
    if (b->lost > LOST_MAX || (b->phase == PHASE_WAIT && b->waited > patience))
        return restless(b, error);
    return status;
}

static void store(Rig *b, StnData *data)
{
    stn_state_columns(b->system, b->state, b->columns);
    data->value[STN_ROLE_TIME][data->rows] = stn_state_time(b->state);
    data->value[STN_ROLE_EFFORT][data->rows] = b->columns[b->effort];
    data->value[STN_ROLE_POSITION][data->rows] = b->columns[b->position];
    data->rows++;
}

static StnStatus drive(Rig *b, StnData *data, size_t room, StnError *error)
{
    const StnBreakawayRigDef *def = b->def;
    StnStatus status = STN_OK;
    b->sense = 1.0;
    b->rate = def->rate;
    b->trying = def->adapt;
    b->spread = (def->to - def->from) / def->points;
    b->furthest = -INFINITY;
    stn_state_set_input(b->system, b->state, def->input, (StnIn){.val = 0.0});
    store(b, data);
    b->seen = data->value[STN_ROLE_POSITION][0];
    for (size_t tick = 1; status == STN_OK && tick < room && b->passes < def->passes; tick++) {
        const bool trial = b->trying;
        status = decide(b, data->value[STN_ROLE_POSITION][data->rows - 1], error);
        if (trial)
            data->rows = 0; /* the record begins after the trials */
        stn_state_set_input(b->system, b->state, def->input, (StnIn){.val = b->input});
        if (status == STN_OK)
            status = stn_advance(b->system, b->state, (double)tick * def->Ts, NULL, error);
        if (status == STN_OK)
            store(b, data);
        if (def->progress && tick % 256 == 0 &&
            !def->progress(def->user, (double)tick / (double)room))
            status = stn_error(error, STN_CANCELLED, "interrupted");
    }
    return status;
}

static void remark_on(const Rig *b, StnData *data)
{
    const StnBreakawayRigDef *def = b->def;
    if (def->adapt && b->settled)
        stn_remark(&data->remarks,
                   "Near the level the effort rises by %.3g per s, so slowly that the rise while a "
                   "motion shows is below %g %% of it (found in %d trials before the record).",
                   b->rate, 100.0 * share, b->trials);
    else if (def->adapt)
        stn_remark(&data->remarks,
                   "Even where the effort rises by %.3g per s only, a motion takes so long to show "
                   "that the levels may be too high by more than %g %%.",
                   b->rate, 100.0 * share);
    if (b->passes < def->passes)
        stn_remark(&data->remarks,
                   "The experiment ended after %g s of simulated time, in pass %d of %d.",
                   def->longest, b->passes + 1, def->passes);
}

static void finish(const Rig *b, StnData *data)
{
    const StnBreakawayRigDef *def = b->def;
    data->Ts = data->Ts_min = data->Ts_max = def->Ts;
    data->uniform = true;
    data->nrun = 1;
    data->run[1] = data->rows;
    data->run_value[0] = NAN;
    data->rotary = stn_system_plant(b->system)->sites[0].rotary != 0;
    data->kind_known = true;
    strcpy(data->file, "simulated rig");
    const StnColumnInfo effort = stn_system_column_at(b->system, b->effort);
    const StnColumnInfo position = stn_system_column_at(b->system, b->position);
    strcpy(data->unit[STN_ROLE_TIME], "s");
    memcpy(data->unit[STN_ROLE_EFFORT], effort.unit, sizeof effort.unit);
    memcpy(data->unit[STN_ROLE_POSITION], position.unit, sizeof position.unit);
    strcpy(data->column[STN_ROLE_TIME], "t");
    memcpy(data->column[STN_ROLE_EFFORT], effort.name, sizeof effort.name);
    memcpy(data->column[STN_ROLE_POSITION], position.name, sizeof position.name);
    remark_on(b, data);
}

StnStatus stn_breakaway_experiment(const StnBreakawayRigDef *def, const StnSystem *system,
                                   StnData *data, StnError *error)
{
    memset(data, 0, sizeof *data);
    StnStatus status = check(def, system, error);
    if (status != STN_OK)
        return status;
    const size_t room = (size_t)fmin(ceil(def->longest / def->Ts) + 1.0, 1e9);
    Rig b = {.def = def, .system = system};
    b.effort = column_of(system, def->effort);
    b.position = column_of(system, def->position);
    b.columns = malloc((size_t)stn_system_column_count(system) * sizeof *b.columns);
    void *memory = malloc(stn_state_size(system));
    bool good = b.columns && memory;
    const StnRole roles[] = {STN_ROLE_TIME, STN_ROLE_EFFORT, STN_ROLE_POSITION};
    for (int i = 0; i < 3; i++)
        good = (data->value[roles[i]] = malloc(room * sizeof(double))) && good;
    good = (data->run = calloc(2, sizeof *data->run)) && good;
    good = (data->run_value = calloc(2, sizeof *data->run_value)) && good;
    if (good) {
        b.state = stn_state_init(system, memory);
        status = drive(&b, data, room, error);
    } else {
        status = stn_no_memory(error);
    }
    if (status == STN_OK)
        finish(&b, data);
    else
        stn_data_free(data);
    free(b.columns);
    free(memory);
    return status;
}
