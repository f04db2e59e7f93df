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
    for (int i = 0; i < plant->nparam; i++)
        if (strcmp(plant->params[i].name, given.name) == 0)
            given.value[0] = choice_index(plant->params[i].unit,
                                          drive == STN_DRIVE_FORCE ? "force" : "motion");
    return given;
}

static int input_index(const StnPlant *plant, const char *name)
{
    int i = 0;
    while (i < plant->ninput - 1 && strcmp(plant->inputs[i].name, name) != 0)
        i++;
    return i;
}

/* No energy balance and no limit on events: `sign` changes direction at every step. */
static StnSolverDef solver_of(const StnSubject *subject, StnSolverDef solver)
{
    if (subject->fixed)
        solver.method = STN_METHOD_FIXED;
    solver.dt = subject->def->dt;
    solver.rtol = subject->def->rtol;
    solver.energy = false;
    solver.max_events = LONG_MAX;
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
    if (!signal)
        return stn_error(error, STN_NO_MEMORY, "out of memory");
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
        return stn_error(error, STN_NO_MEMORY, "out of memory");
    bench->state = stn_state_init(bench->system, memory);
    return STN_OK;
}

StnStatus stn_bench_pass(StnBench *bench, double t, StnError *error)
{
    return stn_advance(bench->system, bench->state, t, NULL, error);
}

StnStatus stn_bench_record(StnBench *bench, double t, double every, StnError *error)
{
    StnRunDef def = stn_default_run_def(t - stn_state_time(bench->state), every);
    def.columns = column_names;
    def.ncolumn = COLUMNS;
    stn_record_free(&bench->record);
    return stn_run(bench->system, bench->state, &def, &bench->record, error);
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

StnStatus stn_trace_reserve(StnTrace *trace, size_t count, StnError *error)
{
    trace->count = count;
    trace->x = calloc(count + 1, sizeof *trace->x);
    trace->y = calloc(count + 1, sizeof *trace->y);
    return trace->x && trace->y ? STN_OK : stn_error(error, STN_NO_MEMORY, "out of memory");
}

StnStatus stn_bench_trace(const StnBench *bench, int x, int y, size_t rows, StnTrace *trace,
                          StnError *error)
{
    const StnStatus status = stn_trace_reserve(trace, rows, error);
    if (status != STN_OK)
        return status;
    memcpy(trace->x, bench->record.data[x], rows * sizeof *trace->x);
    memcpy(trace->y, bench->record.data[y], rows * sizeof *trace->y);
    return STN_OK;
}
