/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A whole run into a record. */
#define _POSIX_C_SOURCE 200809L
#include "core/names.h"
#include "core/system.h"
#include "solve/open_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

StnRunDef stn_default_run_def(double duration, double every)
{
    return (StnRunDef){.duration = duration, .every = every, .max_bytes = (size_t)1 << 31};
}

static bool grow_rows(StnRecord *r)
{
    size_t capacity = r->capacity ? 2 * r->capacity : 1024;
    for (int c = 0; c < r->ncolumn; c++) {
        double *more = realloc(r->data[c], capacity * sizeof *more);
        if (!more)
            return false;
        r->data[c] = more;
    }
    r->capacity = capacity;
    return true;
}

static bool add_row(const StnOpenRun *run, StnRecord *r, StnState *state)
{
    if (r->rows == r->capacity && !grow_rows(r))
        return false;
    if (!r->data[0])
        return false;
    stn_columns_own(run->system, state, run->row);
    r->data[0][r->rows] = stn_state_time(state);
    for (int c = 1; c < r->ncolumn; c++)
        r->data[c][r->rows] = run->row[run->source[c]] + 0.0; /* no -0 */
    r->rows++;
    return true;
}

static void add_event(void *user, const StnEvent *event)
{
    StnOpenRun *run = user;
    StnRecord *r = run->record;
    if (run->def->no_events)
        return;
    if (r->nevent == r->event_capacity) {
        size_t capacity = r->event_capacity ? 2 * r->event_capacity : 256;
        StnEvent *more = realloc(r->event, capacity * sizeof *more);
        if (!more) {
            run->memory_out = true;
            return;
        }
        r->event = more;
        r->event_capacity = capacity;
    }
    r->event[r->nevent++] = *event;
}

static StnStatus no_column(const StnSystem *S, const char *name, StnError *error)
{
    const char *names[STN_OUTPUTS_MAX + STN_STATES_MAX + STN_SENSORS_MAX];
    int count = 0;
    for (; count < S->model.ncolumn && count < (int)(sizeof names / sizeof names[0]); count++)
        names[count] = S->texts->column[count].name;
    return stn_error(error, STN_BAD_INPUT, "there is no column \"%.60s\"%s", name,
                     stn_suggest(name, names, (size_t)count, "; there are ").text);
}

/* Columns wanted, in the order asked; all when none are named. */
static StnStatus choose_columns(StnOpenRun *run, const StnRunDef *def, StnError *error)
{
    const StnSystem *S = run->system;
    StnRecord *r = run->record;
    int wanted = def->columns ? def->ncolumn : S->model.ncolumn;
    r->ncolumn = wanted + 1;
    r->column = calloc((size_t)r->ncolumn, sizeof *r->column);
    r->data = calloc((size_t)r->ncolumn, sizeof *r->data);
    const double count = def->duration / def->every + 1.0;
    const double bytes = (def->detail ? 2.0 : 1.0) * count * r->ncolumn * 8.0;
    if (def->max_bytes && bytes > (double)def->max_bytes)
        return stn_error(
            error, STN_BAD_INPUT,
            "the record%s of %.3g rows and %d columns take%s %.3g GB, more than the limit of "
            "%.3g GB: a longer record.every, fewer record.columns, or a shorter duration",
            def->detail ? " and the figure" : "", count, r->ncolumn, def->detail ? "" : "s",
            bytes * 1e-9, (double)def->max_bytes * 1e-9);
    run->source = calloc((size_t)r->ncolumn, sizeof *run->source);
    run->row = calloc((size_t)S->model.ncolumn + 1, sizeof *run->row);
    if (!r->column || !r->data || !run->source || !run->row)
        return stn_out_of_memory(error);
    r->column[0] = (StnColumnInfo){"t", "s", "time", STN_ROLE_TIME, -1};
    for (int c = 1; c <= wanted; c++) {
        int at = def->columns ? 0 : c - 1;
        while (def->columns && at < S->model.ncolumn &&
               strcmp(S->texts->column[at].name, def->columns[c - 1]) != 0)
            at++;
        if (at == S->model.ncolumn)
            return no_column(S, def->columns[c - 1], error);
        for (int before = 1; before < c; before++)
            if (run->source[before] == at)
                return stn_error(error, STN_BAD_INPUT, "the column \"%s\" is named twice",
                                 def->columns[c - 1]);
        run->source[c] = at;
        r->column[c] = S->texts->column[at];
    }
    return STN_OK;
}

/* A row at each event since event number `first`, from the state saved before it. */
static bool add_event_rows(StnOpenRun *run, size_t first)
{
    const StnRecord *r = run->record;
    double end = stn_state_time(run->state);
    for (size_t k = first; k < r->nevent; k++) {
        double t = r->event[k].t;
        if (t <= stn_state_time(run->replay) || t >= end)
            continue;
        if (stn_advance(run->system, run->replay, t, NULL, NULL))
            return true; /* the run itself says what is wrong */
        if (!add_row(run, run->record, run->replay))
            return false;
    }
    return true;
}

/* ---- Detail near events ---- */

/* Towards an event the distance halves from row to row; beyond so many events the rows are dense anyway. */
enum { HALVINGS = 12, DETAIL_EVENTS = 5000 };
static const double beside = 0x1p-24; /* the last row before an event, as a part of the way to it */

/* Is there room for a row that is in the detail only? */
static bool has_room(const StnOpenRun *run)
{
    const StnRunDef *def = run->def;
    const double left = (run->begin + def->duration - stn_state_time(run->state)) / def->every;
    /* this one, that of the present stretch, and those to come */
    const double rows = (double)(run->record->rows + def->detail->rows) + 2.0 + 2.0 * ceil(left);
    return !def->max_bytes || rows * run->record->ncolumn * 8.0 <= (double)def->max_bytes;
}

static bool add_detail_row(StnOpenRun *run, double t)
{
    const StnRecord *detail = run->def->detail;
    if (!has_room(run))
        return true; /* coarser */
    if (stn_advance(run->system, run->trace, t, NULL, NULL))
        return true; /* the run itself says what is wrong */
    if (detail->rows > 0 && !(stn_state_time(run->trace) > detail->data[0][detail->rows - 1]))
        return true; /* within a fixed step */
    return add_row(run, run->def->detail, run->trace);
}

/* Rows between two times, of which one or both are those of events. */
static bool add_gap(StnOpenRun *run, double a, bool event_a, double b, bool event_b)
{
    bool good = true;
    for (int j = HALVINGS; event_a && good && j >= 1; j--)
        good = add_detail_row(run, a + ldexp(b - a, -j));
    for (int j = event_a ? 2 : 1; event_b && good && j <= HALVINGS; j++)
        good = add_detail_row(run, b - ldexp(b - a, -j));
    return good && (!event_b || add_detail_row(run, b - beside * (b - a)));
}

/* ---- Detail between events: laws without them have narrow features too ---- */

enum { PROBES = 7, FINE = 64, DETAIL_ROWS = 500000 };
static const double bend = 0.01; /* of the range of a column */

static void widen(StnOpenRun *run)
{
    const StnRecord *r = run->record;
    for (int c = 0; c < r->ncolumn; c++) {
        double value = r->data[c][r->rows - 1];
        run->low[c] = r->rows <= 2 ? fmin(r->data[c][0], value) : fmin(run->low[c], value);
        run->high[c] = r->rows <= 2 ? fmax(r->data[c][0], value) : fmax(run->high[c], value);
    }
}

/* Whether a column leaves the straight line between the last two rows. */
static bool is_bent(StnOpenRun *run)
{
    const StnRecord *r = run->record;
    const size_t last = r->rows - 1;
    const double a = r->data[0][last - 1], b = r->data[0][last];
    memcpy(run->probe, run->trace, stn_state_size(run->system));
    for (int k = 1; k <= PROBES; k++) {
        const double part = (double)k / (PROBES + 1);
        if (stn_advance(run->system, run->probe, a + part * (b - a), NULL, NULL))
            return false;
        stn_columns_own(run->system, run->probe, run->row);
        for (int c = 1; c < r->ncolumn; c++) {
            const double line =
                r->data[c][last - 1] + part * (r->data[c][last] - r->data[c][last - 1]);
            if (fabs(run->row[run->source[c]] - line) > bend * (run->high[c] - run->low[c]))
                return true;
        }
    }
    return false;
}

static bool add_bent(StnOpenRun *run)
{
    const StnRecord *r = run->record;
    const double a = stn_state_time(run->trace), b = stn_state_time(run->state);
    bool good = true;
    if (r->rows < 3 || r->data[0][r->rows - 2] != a || run->def->detail->rows > DETAIL_ROWS ||
        !is_bent(run))
        return true;
    for (int k = 1; k < FINE && good; k++)
        good = add_detail_row(run, a + (b - a) * k / FINE);
    return good;
}

static bool is_event(const StnRecord *r, double t)
{
    return r->nevent > 0 && r->event[r->nevent - 1].t == t;
}

/* The stretch from the state saved before it: around the events since number `first`, and after one at
 * its beginning. */
static bool add_detail(StnOpenRun *run, size_t first, bool event_before)
{
    const StnRecord *r = run->record;
    double a = stn_state_time(run->trace), end = stn_state_time(run->state);
    bool event_a = event_before, good = true;
    widen(run);
    if (!event_before && first == r->nevent)
        good = add_bent(run);
    for (size_t k = first; k < r->nevent && good && r->nevent <= DETAIL_EVENTS; k++) {
        double b = r->event[k].t;
        if (!(b > a) || b > end)
            continue;
        good = add_gap(run, a, event_a, b, true) && (b == end || add_detail_row(run, b));
        a = b;
        event_a = true;
    }
    if (good && a < end && event_a && r->nevent <= DETAIL_EVENTS)
        good = add_gap(run, a, true, end, false);
    return good && add_row(run, run->def->detail, run->state);
}

/* A stretch between two rows can be long. */
static bool go_on(void *user)
{
    const StnOpenRun *run = user;
    const StnRunDef *def = run->def;
    double t = stn_state_time(run->state);
    return !def->progress || def->progress(def->user, (t - run->begin) / def->duration);
}

/* The stretch to the next row begins; its end. */
static double begin_stretch(StnOpenRun *run)
{
    const double t = run->begin + (double)run->stretch * run->def->every;
    run->before = stn_state_time(run->state);
    run->first_event = run->record->nevent;
    run->event_before = is_event(run->record, run->before);
    if (run->replay)
        memcpy(run->replay, run->state, stn_state_size(run->system));
    if (run->trace)
        memcpy(run->trace, run->state, stn_state_size(run->system));
    return t < run->end - 1e-9 * run->def->every ? t : run->end;
}

/* What the stretch left. */
static StnStatus end_stretch(StnOpenRun *run, StnStatus status)
{
    const StnRunDef *def = run->def;
    if (run->memory_out)
        return stn_out_of_memory(run->error);
    bool moved =
        stn_state_time(run->state) > run->before || status; /* a fixed step may be longer */
    if ((run->replay && !add_event_rows(run, run->first_event)) ||
        (moved && !add_row(run, run->record, run->state)) ||
        (moved && run->trace && !add_detail(run, run->first_event, run->event_before)))
        return stn_out_of_memory(run->error);
    if (!status && def->progress &&
        !def->progress(def->user, (run->goal - run->begin) / def->duration))
        return stn_error(run->error, STN_CANCELLED, "interrupted at t = %g s", run->goal);
    return status;
}

static StnStatus begin_rows(StnOpenRun *run)
{
    const StnRunDef *def = run->def;
    run->begin = stn_state_time(run->state);
    run->end = run->begin + def->duration;
    run->observer = (StnObserver){.event = add_event, .user = run, .go_on = go_on};
    stn_work(run->state)->t_goal = run->end;
    StnStatus status = stn_advance(run->system, run->state, run->begin, &run->observer, run->error);
    if (!status && (!add_row(run, run->record, run->state) ||
                    (def->detail && !add_row(run, def->detail, run->state))))
        return stn_out_of_memory(run->error);
    return status;
}

bool stn_open_run_go(StnOpenRun *run)
{
    StnStatus status = run->status;
    if (run->stretch == 0 && !status)
        status = begin_rows(run);
    while (!status && !run->whole) {
        if (!run->in_stretch) {
            run->stretch++;
            run->goal = begin_stretch(run);
            run->in_stretch = true;
        }
        status = stn_advance(run->system, run->state, run->goal, &run->observer, run->error);
        if (!status && stn_work(run->state)->lane == STN_LANE_WAITS)
            return true;
        run->whole = run->goal == run->end;
        if (!status && run->whole && run->system->model.method == STN_METHOD_FIXED) {
            const StnEngine engine =
                stn_engine(run->system, run->state, &run->observer, run->error);
            status = stn_fixed_finish(&engine, run->end);
        }
        status = end_stretch(run, status);
        run->in_stretch = false;
        run->whole = run->whole || !(stn_state_time(run->state) < run->end);
    }
    run->status = status;
    return false;
}

/* The same columns as the record. */
static StnStatus begin_detail(StnOpenRun *run, StnError *error)
{
    StnRecord *detail = run->def->detail;
    const size_t columns = (size_t)run->record->ncolumn;
    detail->ncolumn = run->record->ncolumn;
    detail->column = calloc(columns, sizeof *detail->column);
    detail->data = calloc(columns, sizeof *detail->data);
    run->trace = malloc(stn_state_size(run->system));
    run->probe = malloc(stn_state_size(run->system));
    run->low = calloc(columns, sizeof *run->low);
    run->high = calloc(columns, sizeof *run->high);
    if (!detail->column || !detail->data || !run->trace || !run->probe || !run->low || !run->high)
        return stn_out_of_memory(error);
    memcpy(detail->column, run->record->column, columns * sizeof *detail->column);
    return STN_OK;
}

static StnStatus check_def(const StnSystem *system, const StnState *state, const StnRunDef *def,
                           StnError *error)
{
    if (!(def->duration > 0.0) || !isfinite(def->duration))
        return stn_error(error, STN_BAD_INPUT, "duration = %g s must be positive and finite",
                         def->duration);
    if (!(def->every > 0.0))
        return stn_error(error, STN_BAD_INPUT, "record every = %g s must be positive", def->every);
    if (def->max_rows && def->duration / def->every > (double)def->max_rows)
        return stn_error(error, STN_BAD_INPUT, "%.3g rows are more than the limit of %.0f",
                         def->duration / def->every, (double)def->max_rows);
    if (system->model.method != STN_METHOD_FIXED)
        return STN_OK;
    if (system->dt > def->duration)
        return stn_error(error, STN_BAD_INPUT,
                         "solver dt = %g s is longer than the duration of %g s: no step would be "
                         "done",
                         system->dt, def->duration);
    return stn_fixed_reaches(system, state, state->t + def->duration, error);
}

void stn_open_run_begin(StnOpenRun *run, const StnSystem *system, StnState *state,
                        const StnRunDef *def, StnRecord *record, StnError *error)
{
    *run = (StnOpenRun){
        .system = system, .state = state, .record = record, .def = def, .error = error};
    memset(record, 0, sizeof *record);
    if (def->detail)
        memset(def->detail, 0, sizeof *def->detail);
    run->clock = def->clock ? def->clock() : 0.0;
    run->status = check_def(system, state, def, error);
    if (!run->status)
        run->status = choose_columns(run, def, error);
    if (!run->status && def->at_events && !(run->replay = malloc(stn_state_size(system))))
        run->status = stn_out_of_memory(error);
    if (!run->status && def->detail)
        run->status = begin_detail(run, error);
}

StnStatus stn_open_run_end(StnOpenRun *run)
{
    StnRecord *record = run->record;
    record->seconds = run->def->clock ? run->def->clock() - run->clock : 0.0;
    record->counters = stn_state_counters(run->state);
    record->energy = stn_state_energy(run->system, run->state);
    free(run->source);
    free(run->row);
    free(run->replay);
    free(run->trace);
    free(run->probe);
    free(run->low);
    free(run->high);
    return run->status;
}

StnStatus stn_run(const StnSystem *system, StnState *state, const StnRunDef *def, StnRecord *record,
                  StnError *error)
{
    StnOpenRun run;
    stn_open_run_begin(&run, system, state, def, record, error);
    stn_open_run_go(&run);
    return stn_open_run_end(&run);
}

void stn_record_free(StnRecord *record)
{
    for (int c = 0; record->data && c < record->ncolumn; c++)
        free(record->data[c]);
    free(record->data);
    free(record->column);
    free(record->event);
    memset(record, 0, sizeof *record);
}

int stn_record_column(const StnRecord *record, const char *name)
{
    for (int c = 0; c < record->ncolumn; c++)
        if (strcmp(record->column[c].name, name) == 0)
            return c;
    return -1;
}
