/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The same position test on a model: measured beside modelled step response, period and amplitudes. */
#include "identify/cycles_against.h"

#include "identify/failure.h"
#include "identify/method.h"

#include <math.h>

/* The record of the model as a file would be; its columns have names of their own. */
static StnStatus simulate(const StnHuntingDef *def, const StnData *like, StnSimulated *known,
                          StnData *out, StnError *error)
{
    const double end = like->value[STN_ROLE_TIME][like->rows - 1];
    const StnTerm term[] = {{.role = STN_ROLE_TIME},
                            {.role = STN_ROLE_POSITION, .column = known->position},
                            {.role = STN_ROLE_EFFORT, .column = known->effort}};
    StnDataDef take = stn_default_data_def(def->against_name);
    StnStatus status = stn_simulate_record(def->against, like->Ts, end, known, error);
    const StnTable table = {.rows = known->record.rows,
                            .ncolumn = known->record.ncolumn,
                            .column = known->record.column,
                            .data = known->record.data};
    take.term = term;
    take.nterm = known->effort[0] ? 3 : 2;
    take.least_rows = 20;
    if (status == STN_OK)
        status = stn_data_take(&take, &table, out, error);
    stn_simulated_free(known);
    return status;
}

/* A model that does not hunt still has a step response. */
static StnStatus without_cycles(const StnHuntingDef *how, StnHuntingModel *model,
                                StnHunting *measured, const char *why, StnError *error)
{
    const StnSpread unseen = {
        .mean = NAN, .low = NAN, .high = NAN, .std = NAN, .quartile = {NAN, NAN}};
    StnHunting *r = &model->result;
    r->period = r->position = r->effort = r->top[0] = r->top[1] = unseen;
    stn_remark(&measured->remarks, "%s does not hunt as the measurement does: %s",
               how->against_name, why);
    return stn_step_response(&model->data, how->from, how->target, &r->step, error);
}

StnStatus stn_cycles_compare(const StnHuntingDef *def, const StnData *data, StnHunting *result,
                             StnError *error)
{
    StnHuntingModel *model = result->model = calloc(1, sizeof *model);
    StnSimulated known;
    StnHuntingDef how = *def;
    StnError why = {.status = STN_OK};
    if (!model)
        return stn_no_memory(error);
    StnStatus status = simulate(def, data, &known, &model->data, error);
    if (status != STN_OK)
        return status;
    how.against = NULL;
    how.from = result->from;
    how.dx = known.resolution;
    how.target = known.target;
    if (isnan(result->step.error)) /* the test is the model's, so is its target */
        status = stn_step_response(data, how.from, how.target, &result->step, error);
    if (status != STN_OK)
        return status;
    if (stn_identify_cycles(&how, &model->data, &model->result, &why) == STN_OK)
        return STN_OK;
    return why.status == STN_NO_MEMORY ? stn_no_memory(error)
                                       : without_cycles(&how, model, result, why.text, error);
}

/* ---- Report ---- */

/* What is compared; the unit of a role, otherwise per cent. */
static const struct Quantity {
    const char *name, *key;
    StnRole unit;
    bool plain; /* the difference as it is, not in per cent of the value */
} quantities[] = {
    {"rise time, 10 to 90 %", "rise", STN_ROLE_TIME, false},
    {"overshoot, % of the step", "overshoot", STN_ROLE_OTHER, false},
    {"final error", "error", STN_ROLE_POSITION, true},
    {"cycle, period", "period", STN_ROLE_TIME, false},
    {"cycle, position", "position", STN_ROLE_POSITION, false},
    {"cycle, effort", "effort", STN_ROLE_EFFORT, false},
    {"cycle, effort at the top", "top", STN_ROLE_EFFORT, false},
    {"cycle, effort at the bottom", "bottom", STN_ROLE_EFFORT, false},
};
enum { QUANTITIES = STN_COUNT_OF(quantities) };

static double value_of(const StnHunting *r, int i)
{
    const double all[QUANTITIES] = {r->step.rise,   r->step.overshoot, r->step.error,
                                    r->period.mean, r->position.mean,  r->effort.mean,
                                    r->top[0].mean, -r->top[1].mean};
    return all[i];
}

void stn_cycles_report_model(const StnHuntingDef *def, const StnHunting *result,
                             const StnData *data, StnResult *out)
{
    const StnHunting *modelled = &result->model->result;
    stn_result_open(out, "against");
    stn_result_fact(out, "scenario", NULL, stn_cell_text(def->against_name),
                    "\nThe same test on %s", def->against_name);
    for (int i = 0; i < QUANTITIES; i++) {
        stn_result_open(out, quantities[i].key);
        stn_result_number(out, "measured", NULL, value_of(result, i));
        stn_result_number(out, "modelled", NULL, value_of(modelled, i));
        stn_result_close(out);
    }
    stn_result_close(out);
    const StnResultColumn columns[] = {{NULL, "", NULL, NULL},
                                       {NULL, "measured", NULL, "%.5g"},
                                       {NULL, "modelled", NULL, "%.5g"},
                                       {NULL, "unit", NULL, NULL},
                                       {NULL, "difference", NULL, "r"}};
    stn_result_table(out, NULL, "", columns, STN_COUNT_OF(columns));
    for (int i = 0; i < QUANTITIES; i++) {
        const struct Quantity *q = &quantities[i];
        const char *unit = q->unit == STN_ROLE_OTHER ? "%" : data->unit[q->unit];
        const double was = value_of(result, i), is = value_of(modelled, i);
        char difference[64] = "-";
        if (!isnan(is - was) && q->plain)
            snprintf(difference, sizeof difference, "%+.3g %s", is - was, unit);
        else if (!isnan(is - was))
            snprintf(difference, sizeof difference, "%+.2f %%", 100.0 * (is - was) / fabs(was));
        const StnCell row[] = {stn_cell_text(q->name), stn_cell_number(was), stn_cell_number(is),
                               stn_cell_text(unit), stn_cell_text(difference)};
        stn_result_row(out, true, row);
    }
}
