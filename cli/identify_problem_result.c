/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The result of a fit: text and JSON. */
#include "identify_problem.h"

#include "message.h"
#include "terminal.h"
#include "text_table.h"

#include <math.h>
#include <string.h>

enum { MATRIX_MOST = 12 };

/* "Fc.forward" of "friction.contact.Fc.forward" where there is one site only. */
static const char *short_name(const Problem *problem, const char *name)
{
    const char *dot;
    if (strncmp(name, "parameters.", 11) == 0)
        return name + 11;
    if (strncmp(name, "friction.", 9) != 0 || problem->run[0].def.plant->nsite > 1)
        return name;
    dot = strchr(name + 9, '.');
    return dot ? dot + 1 : name;
}

/* ---- Text ---- */

static void put_parameters(const Problem *problem, const StnFitResult *result, bool intervals)
{
    TextTable table = {.columns = intervals ? 6 : 4};
    text_table_cell(&table, "parameter");
    text_table_cell(&table, "value");
    text_table_cell(&table, "unit");
    if (intervals) {
        text_table_cell(&table, "95 %% interval");
        text_table_cell(&table, "deviation");
    }
    text_table_cell(&table, "start");
    for (int i = 0; i < result->nparam; i++) {
        const StnFitParameter *p = &result->param[i];
        text_table_cell(&table, "%s", short_name(problem, p->name));
        text_table_cell(&table, "%.6g", p->value);
        text_table_cell(&table, "%s", strcmp(p->unit, "1") == 0 ? "" : p->unit);
        if (intervals && isnan(p->std)) {
            text_table_cell(&table, "%s", p->at_bound ? "at its bound" : "-");
            text_table_cell(&table, "-");
        } else if (intervals) {
            text_table_cell(&table, "%.5g ... %.5g", p->low, p->high);
            text_table_cell(&table, "%.2g %%", 100.0 * p->std / fabs(p->value));
        }
        text_table_cell(&table, "%.4g", p->start);
    }
    text_table_print(&table, stdout, 2, intervals ? "lrllrr" : "lrlr");
    text_table_free(&table);
}

void problem_run_label(const Problem *problem, int r, char *out, size_t size)
{
    double value = problem->motion ? NAN : problem->data.run_value[r];
    const Texts *each = &problem->wish->each;
    size_t used = 0;
    for (int i = 0; problem->nrun > 1 && i < each->count && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%.*s=%.6g ",
                                 (int)strcspn(each->item[i], "="), each->item[i],
                                 problem_each_value(problem, i, r));
    if (used > 0)
        return;
    if (problem->nrun == 1)
        snprintf(out, size, "%s", "");
    else if (isnan(value))
        snprintf(out, size, "run %d ", r + 1);
    else
        snprintf(out, size, "%s=%.6g ", problem->wish->data.runs, value);
}

static void put_score(TextTable *table, const char *label, const char *column, const char *part,
                      const StnFitScore *score)
{
    if (score->rows == 0)
        return;
    text_table_cell(table, "%s%s", label, column);
    text_table_cell(table, "%s", part);
    text_table_cell(table, "%zu", score->rows);
    text_table_cell(table, "%.4g", score->rms);
    text_table_cell(table, "%.4g %%", score->relative);
    text_table_cell(table, "%.2f %%", score->nrmse);
}

static void put_scores(const Problem *problem, const StnFitResult *result)
{
    TextTable table = {.columns = 6};
    static const char *const head[] = {"signal",           "rows",     "", "rms error",
                                       "|error|/|signal|", "NRMSE fit"};
    for (int i = 0; i < 6; i++)
        text_table_cell(&table, "%s", head[i]);
    for (int r = 0; r < problem->nrun; r++)
        for (int s = 0; s < problem->run[r].nsignal; s++) {
            char label[80];
            problem_run_label(problem, r, label, sizeof label);
            put_score(&table, label, problem->run[r].signal[s].column, "fitted",
                      &result->fitted[r][s]);
            put_score(&table, label, problem->run[r].signal[s].column, "held out",
                      &result->held[r][s]);
        }
    putchar('\n');
    text_table_print(&table, stdout, 2, "llrrrr");
    text_table_free(&table);
}

static void put_cycle_row(TextTable *table, const char *label, const char *what, const StnCycles *c)
{
    text_table_cell(table, "%s", label);
    text_table_cell(table, "%s", what);
    text_table_cell(table, "%s", c->slips ? "stick-slip" : "steady");
    if (c->slips) {
        text_table_cell(table, "%.4g s", c->period);
        text_table_cell(table, "%.4g", c->height);
    } else {
        text_table_cell(table, "-");
        text_table_cell(table, "-");
    }
    text_table_cell(table, "%.4g", c->mean);
}

static void put_cycles(const Problem *problem, const StnFitResult *result)
{
    TextTable table = {.columns = 6};
    static const char *const head[] = {"run", "", "regime", "period", "height", "mean"};
    for (int i = 0; i < 6; i++)
        text_table_cell(&table, "%s", head[i]);
    for (int r = 0; r < problem->nrun; r++) {
        char label[80];
        problem_run_label(problem, r, label, sizeof label);
        put_cycle_row(&table, label, "measured", &result->measured[r]);
        put_cycle_row(&table, "", "model", &result->modelled[r]);
    }
    putchar('\n');
    text_table_print(&table, stdout, 2, "lllrrr");
    text_table_free(&table);
}

static void put_correlations(const Problem *problem, const StnFitResult *result)
{
    TextTable table = {.columns = result->nparam};
    if (result->nparam < 2 || result->nparam > MATRIX_MOST || result->correlation[0][0] == 0.0)
        return;
    for (int i = 0; i < result->nparam; i++)
        for (int j = 0; j < result->nparam; j++) {
            if (j == 0)
                text_table_cell(&table, "%s", short_name(problem, result->param[i].name));
            else if (j > i)
                text_table_cell(&table, "%s", "");
            if (j > 0 && j <= i && isnan(result->correlation[i][j - 1]))
                text_table_cell(&table, "-");
            else if (j > 0 && j <= i)
                text_table_cell(&table, "%.2f", result->correlation[i][j - 1]);
        }
    puts("\nCorrelation of the estimates");
    text_table_print(&table, stdout, 2, "lrrrrrrrrrrrr");
    text_table_free(&table);
}

static void put_residuals(const Problem *problem, const StnFitResult *result)
{
    for (int s = 0; s < problem->run[0].nsignal; s++) {
        const StnFitWhite *w = &result->white[0][s];
        if (isnan(w->lag1))
            continue;
        printf("%sResiduals of %s: neighbours correlate by %.3f; chance of white noise %.2g; %.0f "
               "%% of "
               "their variance follows the model\n",
               s == 0 ? "\n" : "", problem->run[0].signal[s].column, w->lag1, w->portmanteau,
               100.0 * w->explained);
    }
}

/* How the search went: "3 of 4 starts ended in this minimum; 120 simulations, 2.1 s". */
static void put_search(const StnFitResult *result, bool interrupted)
{
    int ended = 0;
    for (int i = 0; i < result->nstart; i++)
        ended += !isnan(result->start_cost[i]);
    putchar('\n');
    if (interrupted)
        printf("The best so far, from a search that was interrupted; ");
    else if (result->nstart > 1)
        printf("%d of %d starts ended in this minimum; ", result->same, ended);
    printf("%ld simulations, %.3g s\n", result->simulations, result->seconds);
}

void problem_put_text(const Problem *problem, const StnFitResult *result, bool interrupted)
{
    put_parameters(problem, result, !interrupted && !problem->wish->cycles);
    if (problem->wish->cycles)
        put_cycles(problem, result);
    else
        put_scores(problem, result);
    if (!problem->wish->cycles && !interrupted) {
        put_residuals(problem, result);
        put_correlations(problem, result);
    }
    if (!interrupted)
        result_put_remarks(&result->remarks, "What to know:");
    result_put_remarks(&problem->data.remarks, "About the data:");
    put_search(result, interrupted);
}

/* ---- JSON ---- */

static void put_score_json(StnJsonText *json, const char *key, const StnFitScore *score)
{
    if (score->rows == 0)
        return;
    stn_json_open_map(json, key);
    stn_json_put_count(json, "rows", score->rows);
    stn_json_put_number(json, "rms", score->rms);
    stn_json_put_number(json, "relative_error_percent", score->relative);
    stn_json_put_number(json, "nrmse_fit_percent", score->nrmse);
    stn_json_close(json);
}

static void put_cycles_json(StnJsonText *json, const char *key, const StnCycles *cycles)
{
    stn_json_open_map(json, key);
    stn_json_put_flag(json, "slips", cycles->slips);
    stn_json_put_number(json, "period", cycles->period);
    stn_json_put_number(json, "height", cycles->height);
    stn_json_put_number(json, "mean", cycles->mean);
    stn_json_put_count(json, "cycles", (uint64_t)cycles->count);
    stn_json_close(json);
}

static void put_runs_json(StnJsonText *json, const Problem *problem, const StnFitResult *result)
{
    stn_json_open_list(json, "runs");
    for (int r = 0; r < problem->nrun; r++) {
        stn_json_open_map(json, NULL);
        for (int s = 0; s < problem->run[r].nsignal; s++) {
            const StnFitWhite *w = &result->white[r][s];
            stn_json_open_map(json, problem->run[r].signal[s].column);
            put_score_json(json, "fitted", &result->fitted[r][s]);
            put_score_json(json, "held_out", &result->held[r][s]);
            stn_json_put_number(json, "sigma", result->sigma[r][s]);
            stn_json_put_number(json, "residual_lag1", w->lag1);
            stn_json_put_number(json, "residual_white_chance", w->portmanteau);
            stn_json_put_number(json, "residual_explained", w->explained);
            stn_json_close(json);
        }
        if (problem->wish->cycles) {
            put_cycles_json(json, "measured", &result->measured[r]);
            put_cycles_json(json, "model", &result->modelled[r]);
        }
        stn_json_close(json);
    }
    stn_json_close(json);
}

static void put_parameters_json(StnJsonText *json, const StnFitResult *result, bool interrupted)
{
    stn_json_open_map(json, "parameters");
    for (int i = 0; i < result->nparam; i++) {
        const StnFitParameter *p = &result->param[i];
        stn_json_open_map(json, p->name);
        stn_json_put_number(json, "value", p->value);
        stn_json_put_text(json, "unit", p->unit);
        stn_json_put_number(json, "std", interrupted ? NAN : p->std);
        stn_json_put_number(json, "low", interrupted ? NAN : p->low);
        stn_json_put_number(json, "high", interrupted ? NAN : p->high);
        stn_json_put_number(json, "start", p->start);
        stn_json_put_number(json, "min", p->min);
        stn_json_put_number(json, "max", p->max);
        stn_json_put_flag(json, "at_bound", p->at_bound);
        stn_json_close(json);
    }
    stn_json_close(json);
}

static void put_matrix_json(StnJsonText *json, const char *key, int size,
                            const double (*matrix)[STN_FREE_MAX])
{
    stn_json_open_list(json, key);
    for (int i = 0; i < size; i++) {
        stn_json_open_list(json, NULL);
        for (int j = 0; j < size; j++)
            stn_json_put_number(json, NULL, matrix[i][j]);
        stn_json_close(json);
    }
    stn_json_close(json);
}

static void put_rows_json(StnJsonText *json, const Problem *problem)
{
    uint64_t count[3] = {0};
    for (int r = 0; r < problem->nrun; r++)
        for (size_t i = 0; i < problem->run[r].rows; i++)
            count[problem->run[r].use ? problem->run[r].use[i] : STN_ROW_FIT]++;
    stn_json_put_count(json, "rows_fitted", count[STN_ROW_FIT]);
    stn_json_put_count(json, "rows_held_out", count[STN_ROW_HELD]);
}

void problem_put_json(StnJsonText *json, const Problem *problem, const StnFitResult *result,
                      bool interrupted)
{
    const StnRemarks none = {.count = 0};
    const int size = interrupted ? 0 : result->nparam;
    stn_json_put_flag(json, "interrupted", interrupted);
    put_rows_json(json, problem);
    put_parameters_json(json, result, interrupted);
    put_matrix_json(json, "correlation", size, result->correlation);
    put_matrix_json(json, "covariance", size, result->covariance);
    stn_json_put_flag(json, "residuals_coloured", result->coloured);
    put_runs_json(json, problem, result);
    stn_json_put_number(json, "cost", result->cost);
    stn_json_open_list(json, "starts");
    for (int i = 0; i < result->nstart; i++)
        stn_json_put_number(json, NULL, result->start_cost[i]);
    stn_json_close(json);
    stn_json_put_count(json, "simulations", (uint64_t)result->simulations);
    stn_json_put_number(json, "seconds", result->seconds);
    result_put_remarks_json(json, "remarks", interrupted ? &none : &result->remarks);
}
