/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "characterize/rig.h"

#include "core/names.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const column_names[] = {"x", "v", "u", "FF"};
enum { COLUMNS = sizeof column_names / sizeof column_names[0] };

static StnGiven drive_given(const StnPlant *plant, StnDrive drive)
{
    StnGiven given = {.name = "drive", .count = 1};
    const int i = stn_plant_parameter(plant, given.name);
    if (i >= 0)
        given.value[0] =
            stn_word_index(plant->params[i].unit, drive == STN_DRIVE_FORCE ? "force" : "motion");
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

StnStatus stn_rig_open(StnRig *rig, const StnSubject *subject, StnDrive drive, StnSignal *signal,
                       StnError *error)
{
    const StnPlant *plant = stn_catalog_plant(NULL, "block");
    StnGiven given[] = {drive_given(plant, drive),
                        {.name = "m", .count = 1, .value = {subject->m}}};
    StnGiven friction[STN_SUBJECT_GIVEN];
    memset(rig, 0, sizeof *rig);
    rig->subject = subject;
    if (!signal)
        return stn_out_of_memory(error);
    memcpy(friction, subject->given, sizeof friction);
    StnSystemDef def = stn_default_system_def(plant);
    def.given = given;
    def.ngiven = 2;
    def.site[0] = (StnSiteDef){subject->def->law, friction, subject->ngiven};
    def.input[input_index(plant, drive == STN_DRIVE_FORCE ? "u" : "vd")] = signal;
    StnSignal *load = subject->load != 0.0 ? stn_signal_constant(subject->load) : NULL;
    if (subject->load != 0.0 && !load) {
        stn_signal_free(signal);
        return stn_out_of_memory(error);
    }
    def.input[input_index(plant, "load")] = load;
    def.solver = solver_of(subject, def.solver);
    rig->system = stn_system_new(&def, error);
    if (!rig->system) {
        stn_signal_free(signal);
        stn_signal_free(load);
        return error ? error->status : STN_BAD_INPUT;
    }
    void *memory = malloc(stn_state_size(rig->system));
    if (!memory)
        return stn_out_of_memory(error);
    rig->state = stn_state_init(rig->system, memory);
    return STN_OK;
}

StnStatus stn_rig_method(const StnSubject *subject, StnMethod *method, StnError *error)
{
    StnRig rig;
    const StnStatus status =
        stn_rig_open(&rig, subject, STN_DRIVE_FORCE, stn_signal_constant(0.0), error);
    if (status == STN_OK)
        *method = stn_system_method(rig.system);
    stn_rig_close(&rig);
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
static StnStatus check_steps(const StnRig *rig, double t, StnError *error)
{
    const double span = t - stn_state_time(rig->state), dt = rig->subject->def->dt;
    if (stn_system_method(rig->system) != STN_METHOD_FIXED || span <= STN_CHARACTERIZE_STEPS * dt)
        return STN_OK;
    return stn_error(error, STN_STEP_TOO_SMALL,
                     "%g s would be %g fixed steps of dt = %g s, more than %g; a larger sigma0, vs "
                     "or dt makes them fewer",
                     span, span / dt, dt, STN_CHARACTERIZE_STEPS);
}

StnStatus stn_rig_pass(StnRig *rig, double t, StnError *error)
{
    const StnObserver observer = {.user = (void *)rig->subject, .go_on = go_on};
    const StnStatus status = check_steps(rig, t, error);
    return status ? status : stn_advance(rig->system, rig->state, t, &observer, error);
}

StnStatus stn_rig_record(StnRig *rig, double t, double every, StnError *error)
{
    StnRunDef def = stn_default_run_def(t - stn_state_time(rig->state), every);
    def.columns = column_names;
    def.ncolumn = COLUMNS;
    def.no_events = true; /* nobody reads them, and `sign` has one at every step */
    def.progress = go_on_recording;
    def.user = (void *)rig->subject;
    stn_record_free(&rig->record);
    const StnStatus status = check_steps(rig, t, error);
    return status ? status : stn_run(rig->system, rig->state, &def, &rig->record, error);
}

double stn_rig_now(const StnRig *rig, int column)
{
    const StnRecord *record = &rig->record;
    return record->data[column][record->rows - 1];
}

void stn_rig_close(StnRig *rig)
{
    stn_record_free(&rig->record);
    stn_system_free(rig->system);
    free(rig->state);
    memset(rig, 0, sizeof *rig);
}

size_t stn_rig_row(const StnRig *rig, double t)
{
    const double *time = rig->record.data[STN_RIG_T];
    size_t row = 0;
    while (row + 1 < rig->record.rows && fabs(time[row + 1] - t) <= fabs(time[row] - t))
        row++;
    return row;
}

size_t stn_rig_rows_within(const StnRig *rig, int column, double limit)
{
    const StnRecord *record = &rig->record;
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

StnStatus stn_rig_trace(const StnRig *rig, int x, int y, size_t rows, StnTrace *trace,
                        StnError *error)
{
    return stn_trace_add(trace, rig->record.data[x], rig->record.data[y], rows, error);
}
