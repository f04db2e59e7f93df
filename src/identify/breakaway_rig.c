/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The breakaway experiment on a simulated rig.  It knows of the plant only what its sensor shows,
 * once per sample, as on a real one. */
#include "identify/breakaway_rig.h"
#include "identify/failure.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIALS_MAX = 6, LOST_MAX = 20 };
static const double share = 0.005;    /* of the level: what the delay may cost */
static const double patience = 60.0;  /* s without a rest */
static const double near_level = 0.8; /* from here on the effort rises slowly */

#define S StnBreakawayRigDef
/* clang-format off */
static const StnField entries[] = {
    STN_PAIR_OF(S, travel, "$x", NAN, -DBL_MAX, DBL_MAX, "ends of the travel, FROM:TO"),
    STN_INTEGER(S, passes, 2, 1, 1000, "there and back is 2"),
    STN_INTEGER(S, points, 100, 1, 100000, "per pass at most, spread over the travel"),
    STN_TEXT   (S, input, "NAME", NAN, "what is raised (the force or torque of the scenario)"),
    STN_NUMBER (S, rate, "$F/s", NAN, STN_ABOVE_0, DBL_MAX,
                "how fast, always (found in trials: near the level so slow that the rise while a motion shows is below half a per cent, far below it quicker)"),
    STN_NUMBER (S, limit, "$F", NAN, STN_ABOVE_0, DBL_MAX,
                "largest effort: turn round where it is reached"),
    STN_NUMBER (S, longest, "s", 3600.0, STN_ABOVE_0, DBL_MAX,
                "simulated time at most, shared by the passes"),
};
/* clang-format on */
#undef S
const StnFields stn_breakaway_rig_fields = STN_TABLE("rig", StnBreakawayRigDef, entries);

StnBreakawayRigDef stn_default_breakaway_rig_def(void)
{
    StnBreakawayRigDef def = {.Ts = NAN};
    stn_fields_default(&stn_breakaway_rig_fields, &def);
    return def;
}

typedef enum Phase { PHASE_WAIT, PHASE_RISE, PHASE_SLIDE } Phase;

typedef struct Rig {
    const StnBreakawayRigDef *def;
    const StnSystem *system;
    StnState *state;
    double *columns;
    int raised, effort, position; /* input; columns */
    double Ts, limit, dx, rest;
    int steps;
    bool adapt;
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

/* ---- What the system says, where the definition does not ---- */

/* The path says which setting is wrong. */
__attribute__((format(printf, 3, 4))) static StnStatus wrong(StnError *error, const char *setting,
                                                             const char *format, ...)
{
    char text[sizeof error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const StnStatus status = stn_error(error, STN_BAD_INPUT, "%s", text);
    if (error)
        snprintf(error->path, sizeof error->path, "%s", setting);
    return status;
}

/* The input that is raised: the one named, otherwise the first effort that is given. */
static StnStatus find_input(Rig *b, StnError *error)
{
    const StnPlant *plant = stn_system_plant(b->system);
    const char *names[STN_INPUTS_MAX], *name = b->def->input;
    b->raised = name ? stn_plant_input(plant, name) : -1;
    for (int i = 0; i < plant->ninput; i++) {
        names[i] = plant->inputs[i].name;
        if (!name && b->raised < 0 && plant->inputs[i].role == STN_ROLE_EFFORT &&
            !isnan(stn_system_input(b->system, i, 0.0).val))
            b->raised = i;
    }
    if (b->raised >= 0)
        return STN_OK;
    return name ? wrong(error, "input", "unknown input \"%s\"%s", name,
                        stn_suggest(name, names, (size_t)plant->ninput, "; allowed: ").text)
                : wrong(error, "input",
                        "no input of the scenario is a %s: name one, or choose a drive by effort "
                        "(options.drive)",
                        plant->sites[0].rotary ? "torque" : "force");
}

static StnStatus find_columns(Rig *b, StnError *error)
{
    const StnPlant *plant = stn_system_plant(b->system);
    const char *x = plant->states[plant->sites[0].x].name;
    const char *position = b->def->position,
               *effort = b->def->effort ? b->def->effort : plant->inputs[b->raised].name;
    char meas[64];
    snprintf(meas, sizeof meas, "%s_meas", x);
    b->effort = stn_system_column(b->system, effort);
    b->position = stn_system_column(b->system, position ? position : meas);
    if (b->position < 0 && !position)
        b->position = stn_system_column(b->system, x);
    if (b->effort >= 0 && b->position >= 0)
        return STN_OK;
    return wrong(error, b->effort < 0 ? "effort" : "position", "the system has no column \"%s\"",
                 b->effort < 0 ? effort
                 : position    ? position
                               : x);
}

/* A first guess for the trials: the effort rises by half a per cent of the static level while a fifth
 * of it moves the mass by a sensor step; between a twentieth and one level per second. */
static double first_rate(const Rig *b, double m)
{
    const double Fs = stn_system_friction(b->system, 0, "Fs", 0);
    const double level = isnan(Fs) ? stn_system_friction(b->system, 0, "Cs_forward", 0) : Fs;
    const double rate = share / sqrt(2.0 * b->dx * m / (0.2 * level));
    return level * (isnan(rate) ? 0.1 : fmin(1.0, fmax(0.05, rate)));
}

static double or_else(double value, double other) { return isnan(value) ? other : value; }

static StnStatus prepare(Rig *b, StnBreakawayDef *how, StnError *error)
{
    const StnBreakawayRigDef *def = b->def;
    StnCheckDef known = stn_default_check_def();
    stn_check_from_system(&known, b->system, 0);
    StnStatus status = find_input(b, error);
    if (status == STN_OK)
        status = find_columns(b, error);
    if (status == STN_OK)
        status = stn_fields_check(&stn_breakaway_rig_fields, def, error);
    if (status != STN_OK)
        return status;
    b->dx = how->dx = or_else(how->dx, known.dx);
    b->Ts = or_else(def->Ts, or_else(known.Ts, 1e-3));
    b->limit = or_else(def->limit, or_else(known.umax, INFINITY));
    b->steps = how->steps;
    b->rest = fmax(0.1, 2.0 * how->rest);
    b->adapt = isnan(def->rate);
    b->rate = or_else(def->rate, first_rate(b, known.m));
    if (isnan(def->travel[0]))
        return wrong(error, "travel", "the rig needs the ends of the travel");
    if (!(def->travel[0] < def->travel[1]) || !isfinite(def->travel[1] - def->travel[0]))
        return wrong(error, "travel", "the rig needs two ends of travel, the lower one first");
    if (isnan(b->dx))
        return wrong(error, "resolution",
                     "the position has no sensor with a resolution: give one, or sensors in the "
                     "scenario");
    if (!(b->Ts > 0.0) || !(b->dx > 0.0) || b->steps < 1)
        return wrong(error,
                     b->steps < 1  ? "steps"
                     : b->Ts > 0.0 ? "resolution"
                                   : "sample",
                     "the rig needs a positive sampling time, sensor step and number of steps");
    if (!(b->rate > 0.0))
        return wrong(error, "rate", "the law at %s has no static level to guess a rate from",
                     stn_system_plant(b->system)->sites[0].name);
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
    b->spread = (def->travel[1] - def->travel[0]) / fmax(1.0, fmin(most, def->points));
}

/* After a breakaway: the effort rose on while the motion did not show.  From rest the way grows with
 * the cube of time where friction does not fall, so the first step takes at most 1/(cbrt(N) - 1) times
 * as long as the N - 1 that follow; the cost goes with rate^(2/3). */
static void learn(Rig *b)
{
    const int steps = b->steps;
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
    if (b->adapt && fabs(b->input) < low)
        return fmax(b->rate, 0.5 * low) * b->Ts;
    return b->rate * b->Ts;
}

static void rise(Rig *b, double x, double step, bool rest)
{
    if (fabs(x - b->anchor) >= step * b->steps) {
        learn(b);
        b->lost = b->sense * x > b->furthest + step * b->steps ? 0 : b->lost + 1;
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
    return b->sense > 0.0 ? x >= b->def->travel[1] : x <= b->def->travel[0];
}

static StnStatus begin_rise(Rig *b, double x, StnError *error)
{
    const StnBreakawayRigDef *def = b->def;
    if (!b->started && (x > def->travel[1] + b->spread || x < def->travel[0] - b->spread))
        return stn_error(error, STN_BAD_INPUT,
                         "the first rest is at %g, outside of the travel from %g to %g: it must "
                         "start there, and without speed",
                         x, def->travel[0], def->travel[1]);
    b->phase = PHASE_RISE;
    b->anchor = x;
    b->since = b->showed = b->now;
    if (at_end(b, x) || b->now > def->longest * (b->passes + 1) / def->passes)
        turn_round(b);
    b->started = true;
    return STN_OK;
}

static StnStatus restless(const Rig *b, StnError *error)
{
    return wrong(error, "steps",
                 "%s: noise of the sensor looks like motion (motion must be more sensor steps "
                 "than the noise, here it is %d of %g), or a load moves it",
                 b->lost > LOST_MAX ? "the breakaways lead nowhere"
                                    : "the position does not come to rest without effort",
                 b->steps, b->dx);
}

/* At rest: no change by half of the steps that are a motion, and means that do not move, which noise
 * does not hide. */
static bool watch(Rig *b, double x, double step)
{
    b->now += b->Ts;
    b->rested += b->Ts;
    b->waited += b->Ts;
    b->filled += b->Ts;
    b->block += b->Ts * x;
    if (fabs(x - b->seen) >= step * (b->steps > 3 ? b->steps / 2 : 1))
        b->rested = 0.0, b->seen = x;
    if (b->filled >= 0.5 * b->rest) {
        const double mean = b->block / b->filled;
        b->still = fabs(mean - b->mean) < 0.5 * step ? b->still + b->filled : 0.0;
        b->mean = mean;
        b->block = b->filled = 0.0;
    }
    return b->rested >= b->rest && b->still >= 0.5 * b->rest;
}

static StnStatus decide(Rig *b, double x, StnError *error)
{
    const double step = (1.0 - 1e-6) * b->dx;
    const bool rest = watch(b, x, step);
    StnStatus status = STN_OK;
    if (b->phase == PHASE_RISE)
        rise(b, x, step, rest);
    if (b->phase == PHASE_SLIDE && (fabs(x - b->anchor) >= b->spread || rest || at_end(b, x)))
        let_go(b);
    else if (b->phase == PHASE_WAIT && rest)
        status = begin_rise(b, x, error);
    if (fabs(b->input) >= b->limit) { /* it cannot go further this way */
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
    b->trying = b->adapt;
    b->spread = (def->travel[1] - def->travel[0]) / def->points;
    b->furthest = -INFINITY;
    stn_state_set_input(b->system, b->state, b->raised, (StnIn){.val = 0.0});
    store(b, data);
    b->seen = data->value[STN_ROLE_POSITION][0];
    for (size_t tick = 1; status == STN_OK && tick < room && b->passes < def->passes; tick++) {
        const bool trial = b->trying;
        status = decide(b, data->value[STN_ROLE_POSITION][data->rows - 1], error);
        if (trial)
            data->rows = 0; /* the record begins after the trials */
        stn_state_set_input(b->system, b->state, b->raised, (StnIn){.val = b->input});
        if (status == STN_OK)
            status = stn_advance(b->system, b->state, (double)tick * b->Ts, NULL, error);
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
    if (b->adapt && b->settled)
        stn_remark(&data->remarks,
                   "Near the level the effort rises by %.3g per s, so slowly that the rise while a "
                   "motion shows is below %g %% of it (found in %d trials before the record).",
                   b->rate, 100.0 * share, b->trials);
    else if (b->adapt)
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
    data->Ts = data->Ts_min = data->Ts_max = b->Ts;
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

StnStatus stn_breakaway_experiment(const StnBreakawayRigDef *def, StnBreakawayDef *how,
                                   const StnSystem *system, StnData *data, StnError *error)
{
    Rig b = {.def = def, .system = system};
    memset(data, 0, sizeof *data);
    StnStatus status = prepare(&b, how, error);
    if (status != STN_OK)
        return status;
    const size_t room = (size_t)fmin(ceil(def->longest / b.Ts) + 1.0, 1e9);
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
