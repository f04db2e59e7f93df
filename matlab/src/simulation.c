/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Simulations that are advanced step by step.  The interpreter holds a number; the state lives here until the object is
 * deleted or the MEX file is cleared. */
#include "call.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Simulation {
    double number;
    StnScenario *scenario;
    const StnSystem *system;
    StnState *state;
    void *memory;
    StnEvent *event; /* NULL: no log is kept */
    size_t nevent, event_capacity;
    bool keeps_events, event_lost;
} Simulation;

static Simulation **all; /* NULL where a place is free */
static size_t nall;

static void free_simulation(Simulation *s)
{
    if (!s)
        return;
    stn_scenario_free(s->scenario);
    free(s->memory);
    free(s->event);
    free(s);
}

void free_simulations(void)
{
    for (size_t i = 0; i < nall; i++)
        free_simulation(all[i]);
    free(all);
    all = NULL;
    nall = 0;
}

/* Microseconds: an object that is left from before the MEX file was cleared must not find another simulation by its
 * number. */
static double new_number(void)
{
    static double last;
    struct timespec now = {.tv_sec = 0};
    timespec_get(&now, TIME_UTC);
    const double number = 1e6 * (double)now.tv_sec + (double)(now.tv_nsec / 1000);
    last = number > last ? number : last + 1.0;
    return last;
}

static Simulation **find(double number)
{
    for (size_t i = 0; i < nall; i++)
        if (all[i] && all[i]->number == number)
            return &all[i];
    return NULL;
}

/* A free place of the list; NULL: memory is out. */
static Simulation **new_place(void)
{
    for (size_t i = 0; i < nall; i++)
        if (!all[i])
            return &all[i];
    Simulation **more = realloc(all, (2 * nall + 8) * sizeof *all);
    if (!more)
        return NULL;
    memset(more + nall, 0, (nall + 8) * sizeof *all);
    all = more;
    nall = 2 * nall + 8;
    return new_place();
}

StnStatus verb_start(Call *call, int nout, mxArray **out, int nin, const mxArray **in)
{
    const char *name = "";
    (void)nout;
    if (nin < 1)
        return bad_input(call, "start needs a scenario");
    StnStatus status = options_take(call, nin - 1, in + 1);
    const mxArray *events = status ? NULL : option(call, "events");
    if (!status)
        status = load_scenario(call, in[0], &name);
    if (!status)
        status = options_end(call);
    if (!status && events && !mxIsLogicalScalar(events))
        status = bad_input(call, "events: true or false is needed");
    if (status)
        return status;
    *out = mxCreateDoubleScalar(0.0); /* whatever may jump comes before what the list owns */
    Simulation **place = new_place();
    Simulation *s = calloc(1, sizeof *s);
    const StnSystem *system = stn_scenario_system(call->scenario);
    void *memory = calloc(1, stn_state_size(system) + sizeof(double));
    if (!place || !s || !memory) {
        free(s);
        free(memory);
        return stn_out_of_memory(&call->error);
    }
    *s = (Simulation){.number = new_number(),
                      .scenario = call->scenario,
                      .system = system,
                      .state = stn_state_init(system, memory),
                      .memory = memory,
                      .keeps_events = events && mxIsLogicalScalarTrue(events)};
    call->scenario = NULL;
    *place = s;
    *mxGetPr(*out) = s->number;
    return STN_OK;
}

/* ---- What an object does ---- */

typedef StnStatus Action(Call *call, Simulation *s, mxArray **out, int nin, const mxArray **in);

static StnStatus number_of(Call *call, int nin, const mxArray **in, int which, const char *what,
                           double *value)
{
    if (nin <= which || !is_numbers(in[which]) || mxGetNumberOfElements(in[which]) != 1)
        return bad_input(call, "%s: a number is needed", what);
    *value = mxGetScalar(in[which]);
    return STN_OK;
}

/* Seconds: a number, or a text with its unit. */
static StnStatus seconds_of(Call *call, int nin, const mxArray **in, const char *what, double *time)
{
    const StnField field = {what, STN_FIELD_NUMBER, 0, sizeof *time, "s", 0.0, -1e300, 1e300, ""};
    if (nin > 0 && is_text(in[0]) && !mxIsEmpty(in[0]))
        return stn_field_set_text(&field, time, text_of(in[0]), &call->error);
    if (nin < 1 || !is_numbers(in[0]) || mxGetNumberOfElements(in[0]) != 1)
        return bad_input(call, "%s: seconds are needed, as 0.001 or '1 ms'", what);
    *time = mxGetScalar(in[0]);
    return STN_OK;
}

/* What an advance shows: its events to the log of the simulation, and the questions to the watch. */
typedef struct Looker {
    Simulation *simulation;
    StnWatch *watch;
} Looker;

static void keep_event(void *user, const StnEvent *event)
{
    Simulation *s = ((Looker *)user)->simulation;
    if (s->nevent == s->event_capacity) {
        StnEvent *more = realloc(s->event, (2 * s->nevent + 64) * sizeof *more);
        if (!more) {
            s->event_lost = true;
            return;
        }
        s->event = more;
        s->event_capacity = 2 * s->nevent + 64;
    }
    s->event[s->nevent++] = *event;
}

static bool go_on(void *user) { return stn_watch_go_on(((Looker *)user)->watch); }

static StnStatus advance(Call *call, Simulation *s, StnAdvance *to)
{
    Looker looker = {s, &call->watch};
    const StnObserver observer = {
        .event = s->keeps_events ? keep_event : NULL, .user = &looker, .go_on = go_on};
    work_begin(call);
    StnStatus status = stn_advance_to(s->system, s->state, to, &observer, &call->error);
    work_end();
    if (!status && s->event_lost)
        status = stn_out_of_memory(&call->error);
    return status;
}

static StnStatus do_advance(Call *call, Simulation *s, mxArray **out, int nin, const mxArray **in)
{
    double time;
    StnStatus status = seconds_of(call, nin, in, "advance", &time);
    StnAdvance to = {.t_end = stn_state_time(s->state) + (status ? 0.0 : time),
                     .until = STN_UNTIL_TIME};
    *out = mxCreateDoubleMatrix(0, 0, mxREAL);
    return status ? status : advance(call, s, &to);
}

static StnStatus do_advance_to(Call *call, Simulation *s, mxArray **out, int nin,
                               const mxArray **in)
{
    StnAdvance to = {.until = STN_UNTIL_TIME};
    StnStatus status = seconds_of(call, nin, in, "advance_to", &to.t_end);
    *out = mxCreateDoubleMatrix(0, 0, mxREAL);
    return status ? status : advance(call, s, &to);
}

static StnStatus do_advance_to_event(Call *call, Simulation *s, mxArray **out, int nin,
                                     const mxArray **in)
{
    StnAdvance to = {.until = STN_UNTIL_EVENT};
    StnStatus status = seconds_of(call, nin, in, "advance_to_event", &to.t_end);
    if (!status)
        status = advance(call, s, &to);
    *out = mxCreateLogicalScalar(to.stopped == STN_STOPPED_EVENT);
    return status;
}

static StnStatus do_input(Call *call, Simulation *s, mxArray **out, int nin, const mxArray **in)
{
    const StnPlant *plant = stn_system_plant(s->system);
    const char *names[64];
    StnIn value = {0.0, 0.0, 0.0};
    const char *name = nin > 0 ? plain_text(call, in[0], "the name of the input") : NULL;
    if (!name)
        return nin > 0 ? STN_BAD_INPUT : bad_input(call, "input: a name and a value are needed");
    const int index = stn_plant_input(plant, name);
    int count = 0;
    for (; count < plant->ninput && count < 64; count++)
        names[count] = plant->inputs[count].name;
    if (index < 0)
        return bad_input(call, "no input \"%s\"%s", name,
                         stn_suggest(name, names, (size_t)count, "; allowed: ").text);
    StnStatus status = number_of(call, nin, in, 1, name, &value.val);
    if (!status && nin > 2)
        status = number_of(call, nin, in, 2, "slope", &value.d1);
    if (!status && nin > 3)
        status = number_of(call, nin, in, 3, "curvature", &value.d2);
    *out = mxCreateDoubleMatrix(0, 0, mxREAL);
    if (!status && stn_state_set_input(s->system, s->state, index, value) != STN_OK)
        status = bad_input(call, "the input \"%s\" must be finite", name);
    return status;
}

static StnStatus do_columns(Call *call, Simulation *s, mxArray **out, int nin, const mxArray **in)
{
    const int count = stn_system_column_count(s->system);
    (void)call, (void)nin, (void)in;
    *out = new_texts((size_t)count);
    for (int i = 0; i < count; i++)
        put_text(*out, (size_t)i, stn_system_column_at(s->system, i).name);
    return STN_OK;
}

static StnStatus unknown_column(Call *call, const Simulation *s, const char *name)
{
    const int count = stn_system_column_count(s->system);
    const char **names = mxCalloc((size_t)count + 1, sizeof *names);
    for (int i = 0; i < count; i++) {
        const StnColumnInfo info = stn_system_column_at(s->system, i);
        char *copy = mxMalloc(sizeof info.name);
        memcpy(copy, info.name, sizeof info.name);
        names[i] = copy;
    }
    return bad_input(call, "no column \"%s\"%s", name,
                     stn_suggest(name, names, (size_t)count, "; allowed: ").text);
}

/* One column by name, or all of them. */
static StnStatus do_value(Call *call, Simulation *s, mxArray **out, int nin, const mxArray **in)
{
    const int count = stn_system_column_count(s->system);
    mxArray *values = mxCreateDoubleMatrix((mwSize)count, 1, mxREAL);
    stn_state_columns(s->system, s->state, mxGetPr(values));
    *out = values;
    if (nin < 1)
        return STN_OK;
    const char *name = plain_text(call, in[0], "the name of the column");
    const int index = name ? stn_system_column(s->system, name) : -1;
    if (!name)
        return STN_BAD_INPUT;
    if (index < 0)
        return unknown_column(call, s, name);
    *out = mxCreateDoubleScalar(mxGetPr(values)[index]);
    return STN_OK;
}

static StnStatus do_time(Call *call, Simulation *s, mxArray **out, int nin, const mxArray **in)
{
    (void)call, (void)nin, (void)in;
    *out = mxCreateDoubleScalar(stn_state_time(s->state));
    return STN_OK;
}

static StnStatus do_save(Call *call, Simulation *s, mxArray **out, int nin, const mxArray **in)
{
    const size_t size = stn_state_size(s->system);
    (void)call, (void)nin, (void)in;
    *out = mxCreateNumericMatrix(size, 1, mxUINT8_CLASS, mxREAL);
    memcpy(mxGetData(*out), s->memory, size);
    return STN_OK;
}

static StnStatus do_restore(Call *call, Simulation *s, mxArray **out, int nin, const mxArray **in)
{
    if (nin < 1 || !mxIsUint8(in[0]))
        return bad_input(call, "restore: what save() gave is needed");
    const size_t size = mxGetNumberOfElements(in[0]);
    double *aligned = mxMalloc(size + sizeof *aligned);
    memcpy(aligned, mxGetData(in[0]), size);
    *out = mxCreateDoubleMatrix(0, 0, mxREAL);
    const StnStatus status = stn_state_check(s->system, aligned, size, &call->error);
    if (status)
        return status;
    memcpy(s->memory, aligned, size);
    while (s->nevent > 0 && s->event[s->nevent - 1].t > stn_state_time(s->state))
        s->nevent--; /* they have not happened yet */
    return STN_OK;
}

static StnStatus do_events(Call *call, Simulation *s, mxArray **out, int nin, const mxArray **in)
{
    (void)call, (void)nin, (void)in;
    *out = new_events(s->event, s->nevent);
    return STN_OK;
}

StnStatus verb_simulation(Call *call, int nout, mxArray **out, int nin, const mxArray **in)
{
    static const struct {
        const char *name;
        Action *act;
        int most; /* arguments */
    } actions[] = {
        {"advance", do_advance, 1},
        {"input", do_input, 4},
        {"value", do_value, 1},
        {"time", do_time, 0},
        {"save", do_save, 0},
        {"restore", do_restore, 1},
        {"events", do_events, 0},
        {"columns", do_columns, 0},
        {"advance_to", do_advance_to, 1},
        {"advance_to_event", do_advance_to_event, 1},
    };
    (void)nout;
    const double number = nin > 1 && is_numbers(in[0]) && mxGetNumberOfElements(in[0]) == 1
                              ? mxGetScalar(in[0])
                              : 0.0;
    const char *name = nin > 1 ? plain_text(call, in[1], "the action") : "";
    if (!name)
        return STN_BAD_INPUT;
    Simulation **place = find(number);
    if (strcmp(name, "delete") == 0) { /* of one that is gone already nothing is left */
        if (place) {
            free_simulation(*place);
            *place = NULL;
        }
        *out = mxCreateDoubleMatrix(0, 0, mxREAL);
        return STN_OK;
    }
    if (!place)
        return bad_input(call,
                         "the simulation is gone: it was deleted, or the MEX file was cleared");
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++)
        if (strcmp(name, actions[i].name) == 0)
            return nin - 2 <= actions[i].most ? actions[i].act(call, *place, out, nin - 2, in + 2)
                                              : bad_input(call, "%s: too many arguments", name);
    return bad_input(call, "a simulation has no action \"%s\"", name);
}
