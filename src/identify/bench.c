/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The breakaway experiment on a simulated bench.  It knows of the plant only what its sensor shows,
 * once per sample, as on a real one. */
#include "stiction/identify.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

StnBenchDef stn_default_bench_def(void)
{
    return (StnBenchDef){.Ts = 1e-3,
                         .rate = NAN,
                         .limit = INFINITY,
                         .from = -INFINITY,
                         .to = INFINITY,
                         .passes = 2,
                         .dx = NAN,
                         .steps = 2,
                         .rest = 0.1,
                         .longest = 3600.0};
}

typedef struct Bench {
    const StnBenchDef *def;
    const StnSystem *system;
    StnState *state;
    double *columns;
    int effort, position;
    /* the bench's own memory */
    double input, anchor, seen,
        rested; /* value given; places of the last rest, the last step; s since that */
    double sense;
    bool rising;
    int passes;
} Bench;

static int column_of(const StnSystem *system, const char *name)
{
    for (int i = 0; i < stn_system_column_count(system); i++)
        if (strcmp(stn_system_column_at(system, i).name, name) == 0)
            return i;
    return -1;
}

static StnStatus check(const StnBenchDef *def, const StnSystem *system, StnError *error)
{
    if (def->input < 0 || def->input >= stn_system_plant(system)->ninput)
        return stn_error(error, STN_BAD_INPUT, "the plant has no input %d", def->input);
    if (!(def->Ts > 0.0) || !(def->rate > 0.0) || !(def->longest > 0.0) || !(def->dx > 0.0) ||
        def->steps < 1 || def->passes < 1)
        return stn_error(error, STN_BAD_INPUT,
                         "the bench needs a positive sampling time, rate, duration, sensor step, "
                         "number of steps and number of passes");
    if (!isfinite(def->from) || !isfinite(def->to) || !(def->from < def->to))
        return stn_error(error, STN_BAD_INPUT,
                         "the bench needs two ends of travel, the lower one first");
    if (column_of(system, def->effort) < 0 || column_of(system, def->position) < 0)
        return stn_error(error, STN_BAD_INPUT, "the system has no column \"%s\"",
                         column_of(system, def->effort) < 0 ? def->effort : def->position);
    return STN_OK;
}

static void turn_round(Bench *b)
{
    b->sense = -b->sense;
    b->passes++;
}

static void let_go(Bench *b, double x)
{
    b->input = 0.0;
    b->rising = false;
    b->rested = 0.0;
    b->anchor = x;
}

/* What the bench does with a sample: the next value of the input. */
static void decide(Bench *b, double x)
{
    const StnBenchDef *def = b->def;
    const double step = (1.0 - 1e-6) * def->dx;
    b->rested += def->Ts;
    if (fabs(x - b->seen) >= step)
        b->rested = 0.0, b->seen = x;
    if (b->rising && fabs(x - b->anchor) >= step * def->steps) {
        let_go(b, x); /* it moves */
    } else if (b->rising) {
        if (b->rested >= def->rest)
            b->anchor = x; /* a short move ended, as at the end of a play */
        b->input += b->sense * def->rate * def->Ts;
    } else if (b->rested >= def->rest) {
        b->rising = true;
        b->anchor = x;
        if ((b->sense > 0.0 && x >= def->to) || (b->sense < 0.0 && x <= def->from))
            turn_round(b);
    }
    if (fabs(b->input) >= def->limit) { /* it cannot go further this way */
        let_go(b, x);
        turn_round(b);
    }
}

static void store(Bench *b, StnData *data)
{
    stn_state_columns(b->system, b->state, b->columns);
    data->value[STN_TIME][data->rows] = stn_state_time(b->state);
    data->value[STN_EFFORT][data->rows] = b->columns[b->effort];
    data->value[STN_POSITION][data->rows] = b->columns[b->position];
    data->rows++;
}

static StnStatus drive(Bench *b, StnData *data, size_t room, StnError *error)
{
    const StnBenchDef *def = b->def;
    StnStatus status = STN_OK;
    b->sense = 1.0;
    stn_state_set_input(b->system, b->state, def->input, 0.0);
    store(b, data);
    b->anchor = b->seen = data->value[STN_POSITION][0];
    while (status == STN_OK && data->rows < room && b->passes < def->passes) {
        decide(b, data->value[STN_POSITION][data->rows - 1]);
        stn_state_set_input(b->system, b->state, def->input, b->input);
        status = stn_advance(b->system, b->state, (double)data->rows * def->Ts, NULL, error);
        if (status == STN_OK)
            store(b, data);
        if (def->progress && data->rows % 256 == 0 &&
            !def->progress(def->user, (double)data->rows / (double)room))
            status = stn_error(error, STN_CANCELLED, "interrupted");
    }
    return status;
}

static void finish(const Bench *b, StnData *data)
{
    const StnBenchDef *def = b->def;
    data->Ts = data->Ts_min = data->Ts_max = def->Ts;
    data->uniform = true;
    data->nrun = 1;
    data->run[1] = data->rows;
    data->run_value[0] = NAN;
    data->rotary = stn_system_plant(b->system)->sites[0].rotary != 0;
    strcpy(data->file, "simulated bench");
    const StnColumnInfo effort = stn_system_column_at(b->system, b->effort);
    const StnColumnInfo position = stn_system_column_at(b->system, b->position);
    strcpy(data->unit[STN_TIME], "s");
    memcpy(data->unit[STN_EFFORT], effort.unit, sizeof effort.unit);
    memcpy(data->unit[STN_POSITION], position.unit, sizeof position.unit);
    strcpy(data->column[STN_TIME], "t");
    memcpy(data->column[STN_EFFORT], effort.name, sizeof effort.name);
    memcpy(data->column[STN_POSITION], position.name, sizeof position.name);
    if (b->passes < def->passes)
        stn_remark(&data->remarks,
                   "The experiment ended after %g s of simulated time, in pass %d of %d.",
                   def->longest, b->passes + 1, def->passes);
}

StnStatus stn_breakaway_experiment(const StnBenchDef *def, const StnSystem *system, StnData *data,
                                   StnError *error)
{
    memset(data, 0, sizeof *data);
    StnStatus status = check(def, system, error);
    if (status != STN_OK)
        return status;
    const size_t room = (size_t)fmin(ceil(def->longest / def->Ts) + 1.0, 1e9);
    Bench b = {.def = def, .system = system};
    b.effort = column_of(system, def->effort);
    b.position = column_of(system, def->position);
    b.columns = malloc((size_t)stn_system_column_count(system) * sizeof *b.columns);
    void *memory = malloc(stn_state_size(system));
    bool good = b.columns && memory;
    const StnRole roles[] = {STN_TIME, STN_EFFORT, STN_POSITION};
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
