/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "characterize/bench.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const column_names[] = {"x", "v", "u", "FF"};
enum { COLUMNS = sizeof column_names / sizeof column_names[0] };

/* Index of a word in "a|b|c". */
static int choice_index(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (int i = 0;; i++) {
        if (strncmp(words, word, length) == 0 && (words[length] == '|' || !words[length]))
            return i;
        words = strchr(words, '|');
        if (!words++)
            return 0;
    }
}

static StnGiven drive_given(const StnPlant *plant, StnDrive drive)
{
    StnGiven given = {.name = "drive", .count = 1};
    const int i = stn_plant_parameter(plant, given.name);
    if (i >= 0)
        given.value[0] =
            choice_index(plant->params[i].unit, drive == STN_DRIVE_FORCE ? "force" : "motion");
    return given;
}

static int input_index(const StnPlant *plant, const char *name)
{
    int i = 0;
    while (i < plant->ninput - 1 && strcmp(plant->inputs[i].name, name) != 0)
        i++;
    return i;
}

/* No limit on events: `sign` changes direction at every step.  Fixed steps are quicker without the
 * energy balance. */
static StnSolverDef solver_of(const StnSubject *subject, StnSolverDef solver)
{
    const bool fixed = subject->fixed || (subject->def->law->flags & STN_LAW_FIXED_ONLY);
    if (subject->fixed)
        solver.method = STN_METHOD_FIXED;
    solver.dt = subject->def->dt;
    solver.rtol = subject->def->rtol;
    solver.energy = !fixed;
    solver.max_events = INT_MAX; /* the most that can be set */
    return solver;
}

StnStatus stn_bench_open(StnBench *bench, const StnSubject *subject, StnDrive drive,
                         StnSignal *signal, StnError *error)
{
    const StnPlant *plant = stn_catalog_plant(NULL, "block");
    StnGiven given[] = {drive_given(plant, drive),
                        {.name = "m", .count = 1, .value = {subject->m}}};
    StnGiven friction[STN_SUBJECT_GIVEN];
    memset(bench, 0, sizeof *bench);
    bench->subject = subject;
    if (!signal)
        return stn_out_of_memory(error);
    memcpy(friction, subject->given, sizeof friction);
    StnSystemDef def = stn_default_system_def(plant);
    def.given = given;
    def.ngiven = 2;
    def.site[0] = (StnSiteDef){subject->def->law, friction, subject->ngiven};
    def.input[input_index(plant, drive == STN_DRIVE_FORCE ? "u" : "vd")] = signal;
    def.solver = solver_of(subject, def.solver);
    bench->system = stn_system_new(&def, error);
    if (!bench->system) {
        stn_signal_free(signal);
        return error ? error->status : STN_BAD_INPUT;
    }
    void *memory = malloc(stn_state_size(bench->system));
    if (!memory)
        return stn_out_of_memory(error);
    bench->state = stn_state_init(bench->system, memory);
    return STN_OK;
}

StnStatus stn_bench_method(const StnSubject *subject, StnMethod *method, StnError *error)
{
    StnBench bench;
    const StnStatus status =
        stn_bench_open(&bench, subject, STN_DRIVE_FORCE, stn_signal_constant(0.0), error);
    if (status == STN_OK)
        *method = stn_system_method(bench.system);
    stn_bench_close(&bench);
    return status;
}

/* One experiment can be long: xe and vs set its time. */
static bool go_on(void *user)
{
    const StnSubject *subject = user;
    const StnCharacterizeDef *def = subject->def;
    return !def->progress || def->progress(def->user, subject->done);
}

static bool go_on_recording(void *user, double fraction)
{
    (void)fraction;
    return go_on(user);
}

/* Fixed steps do not grow with the experiment: a soft law would take them for years. */
static StnStatus check_steps(const StnBench *bench, double t, StnError *error)
{
    const double span = t - stn_state_time(bench->state), dt = bench->subject->def->dt;
    if (stn_system_method(bench->system) != STN_METHOD_FIXED || span <= STN_CHARACTERIZE_STEPS * dt)
        return STN_OK;
    return stn_error(error, STN_STEP_TOO_SMALL,
                     "%g s would be %g fixed steps of dt = %g s, more than %g; a larger sigma0, vs "
                     "or dt makes them fewer",
                     span, span / dt, dt, STN_CHARACTERIZE_STEPS);
}

StnStatus stn_bench_pass(StnBench *bench, double t, StnError *error)
{
    const StnObserver observer = {.user = (void *)bench->subject, .go_on = go_on};
    const StnStatus status = check_steps(bench, t, error);
    return status ? status : stn_advance(bench->system, bench->state, t, &observer, error);
}

StnStatus stn_bench_record(StnBench *bench, double t, double every, StnError *error)
{
    StnRunDef def = stn_default_run_def(t - stn_state_time(bench->state), every);
    def.columns = column_names;
    def.ncolumn = COLUMNS;
    def.no_events = true; /* nobody reads them, and `sign` has one at every step */
    def.progress = go_on_recording;
    def.user = (void *)bench->subject;
    stn_record_free(&bench->record);
    const StnStatus status = check_steps(bench, t, error);
    return status ? status : stn_run(bench->system, bench->state, &def, &bench->record, error);
}

double stn_bench_now(const StnBench *bench, int column)
{
    const StnRecord *record = &bench->record;
    return record->data[column][record->rows - 1];
}

void stn_bench_close(StnBench *bench)
{
    stn_record_free(&bench->record);
    stn_system_free(bench->system);
    free(bench->state);
    memset(bench, 0, sizeof *bench);
}

size_t stn_bench_row(const StnBench *bench, double t)
{
    const double *time = bench->record.data[STN_BENCH_T];
    size_t row = 0;
    while (row + 1 < bench->record.rows && fabs(time[row + 1] - t) <= fabs(time[row] - t))
        row++;
    return row;
}

size_t stn_bench_rows_within(const StnBench *bench, int column, double limit)
{
    const StnRecord *record = &bench->record;
    size_t rows = 0;
    while (rows < record->rows && fabs(record->data[column][rows]) <= limit)
        rows++;
    return rows;
}

StnStatus stn_trace_add(StnTrace *trace, const double *x, const double *y, size_t count,
                        StnError *error)
{
    const size_t gap = trace->count > 0, room = trace->count + gap + count + 1;
    double *more_x = realloc(trace->x, room * sizeof *more_x);
    trace->x = more_x ? more_x : trace->x;
    double *more_y = realloc(trace->y, room * sizeof *more_y);
    trace->y = more_y ? more_y : trace->y;
    if (!more_x || !more_y)
        return stn_out_of_memory(error);
    if (gap)
        trace->x[trace->count] = trace->y[trace->count] = NAN;
    memcpy(trace->x + trace->count + gap, x, count * sizeof *x);
    memcpy(trace->y + trace->count + gap, y, count * sizeof *y);
    trace->count += gap + count;
    return STN_OK;
}

StnStatus stn_bench_trace(const StnBench *bench, int x, int y, size_t rows, StnTrace *trace,
                          StnError *error)
{
    return stn_trace_add(trace, bench->record.data[x], bench->record.data[y], rows, error);
}
