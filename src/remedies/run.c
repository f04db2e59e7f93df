/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One run with a remedy, and what it shows. */
#include "compare/comparison.h"
#include "remedies/remedies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MOST = 50000, COLUMNS_MOST = 6 };

double stn_remedy_time_between_rows(const StnSystem *system, const StnRunDef *def)
{
    StnLoop loop = {.Ts = NAN};
    stn_system_loop(system, &loop, NULL, NULL);
    const double wanted = isnan(loop.Ts) ? def->every : fmin(def->every, loop.Ts);
    return fmax(wanted, def->duration / ROWS_MOST);
}

static int columns_of(const StnSystem *system, int site, const char *column[COLUMNS_MOST])
{
    const StnPlant *plant = stn_system_plant(system);
    const char *found[COLUMNS_MOST] = {plant->states[plant->sites[site].x].name,
                                       stn_site_velocity(plant, site)->name,
                                       stn_output_of_role(system, STN_ROLE_EFFORT, site),
                                       stn_output_of_role(system, STN_ROLE_FRICTION, site),
                                       stn_system_term_count(system) > 0 ? "u_comp" : NULL};
    int count = 0;
    for (int i = 0; i < COLUMNS_MOST; i++)
        if (found[i] && stn_system_column(system, found[i]) >= 0)
            column[count++] = found[i];
    return count;
}

static void measure(StnRemedy *row, int site)
{
    const StnRecord *record = &row->record;
    const double command = stn_metrics_command(row->system, site, record);
    row->metrics = stn_metrics_of(row->system, site, record, command);
    row->response = stn_response_of(row->system, site, record);
    row->loop = stn_loop_metrics_of(row->system, site, record);
    row->work = record->energy.input;
    if (row->metrics.memory_out)
        row->status = stn_out_of_memory(&row->error);
}

StnStatus stn_remedy_run(StnRemedy *row, int site, bool keep,
                         bool (*progress)(void *user, double fraction), void *user)
{
    const char *column[COLUMNS_MOST];
    StnRunDef def = stn_scenario_run_def(row->scenario);
    void *memory = malloc(stn_state_size(row->system));
    def.ncolumn = columns_of(row->system, site, column);
    def.columns = column;
    def.every = stn_remedy_time_between_rows(row->system, &def);
    def.progress = progress;
    def.user = user;
    stn_record_free(&row->record);
    row->status = memory ? stn_run(row->system, stn_state_init(row->system, memory), &def,
                                   &row->record, &row->error)
                         : stn_out_of_memory(&row->error);
    free(memory);
    row->done = row->status != STN_CANCELLED;
    if (row->status == STN_OK)
        measure(row, site);
    if (!keep)
        stn_record_free(&row->record);
    return row->status;
}
