/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fits: their options, and the report. */
#include "identify/finding_path.h"
#include "identify/method.h"
#include "identify/score.h"
#include "identify/fit_internal.h"

#include <math.h>

enum { MATRIX_MOST = 12 };

#define S StnFitDef
/* clang-format off */
static const StnField entries[] = {
    STN_INTEGER(S, starts, 8, 1, STN_FIT_STARTS_MAX,
                "local searches from different places; 16 without a plant"),
    STN_NUMBER (S, spread, "1", 3.0, STN_ABOVE_0, DBL_MAX,
                "these lie within this factor of the start; 10 without a plant and with --cycles"),
    STN_INTEGER(S, seed, 1, 0, 0x1p62, "of the random places"),
    STN_INTEGER(S, iterations, 60, 1, 1000000, "of one local search, at most"),
    STN_NUMBER (S, tolerance, "1", 1e-7, STN_ABOVE_0, STN_BELOW_1,
                "relative change of the cost or of the parameters that ends a search"),
    STN_INTEGER(S, evaluations, 2000, 10, 100000000, "of the search with --cycles"),
    STN_INTEGER(S, threads, 0, 1, 64, "processors to use (all)"),
    STN_FLAG   (S, steps, false, "the steps of the model's sensors stay (their noise never does)"),
    STN_DRIFT_FIELD(S),
    STN_FLAG   (S, gravity, false, "without a plant, rotary: of an arm, G*sin(angle - hang) is found, too"),
    STN_NUMBER (S, cutoff, "Hz", NAN, STN_ABOVE_0, DBL_MAX,
                "without a plant: of the low-pass on the measured motion (chosen for its noise)"),
    STN_NUMBER_AS("mass", S, m, "$m", NAN, 0.0, DBL_MAX,
                "known mass: without a plant the effort is friction and mass*acceleration (--free m: it is found)"),
};
/* clang-format on */
#undef S
const StnFields stn_fit_fields = STN_TABLE("fit", StnFitDef, entries);

StnFitDef stn_default_fit_def(const StnFitRun *run, int nrun, const StnFreeParameter *free_list,
                              int nfree)
{
    StnFitDef def = {.run = run, .nrun = nrun, .free = free_list, .nfree = nfree};
    stn_fields_default(&stn_fit_fields, &def);
    return def;
}

const char *stn_fit_run_label(const StnFitDef *def, int run, char *out, size_t size)
{
    if (def->nrun == 1)
        snprintf(out, size, "%s", "");
    else if (def->run[run].label)
        snprintf(out, size, "%s", def->run[run].label);
    else
        snprintf(out, size, "run %d ", run + 1);
    return out;
}

/* "Fc.forward" of "friction.contact.Fc.forward" where there is one site only. */
static const char *short_name(const StnFitDef *def, const StnFitParameter *p)
{
    const bool whole = p->place == STN_FIT_PLACE_FRICTION && def->run[0].def.plant->nsite > 1;
    return whole ? p->name : p->name + p->own;
}

static bool compares_cycles(const StnFitDef *def)
{
    return def->run[0].target == STN_FIT_TARGET_CYCLES;
}

/* ---- Parameters ---- */

static void parameter_row(const StnFitDef *def, const StnFitParameter *p, bool intervals,
                          StnResult *out)
{
    char interval[64] = "-", next[64] = "-", deviation[32] = "-";
    if (!isnan(p->std)) {
        stn_interval_text(p->low, p->high, 5, interval, sizeof interval);
        stn_interval_text(p->next_low, p->next_high, 5, next, sizeof next);
        snprintf(deviation, sizeof deviation, p->std > fabs(p->value) ? "> 100 %%" : "%.2g %%",
                 100.0 * p->std / fabs(p->value));
    } else if (p->at_bound) {
        snprintf(interval, sizeof interval, "at its bound");
    } else if (p->undetermined) {
        snprintf(interval, sizeof interval, "not determined");
    }
    const StnCell name = stn_cell_text(short_name(def, p));
    const StnCell unit = stn_cell_text(strcmp(p->unit, "1") == 0 ? "" : p->unit);
    const StnCell with[] = {name,
                            stn_cell_number(p->value),
                            unit,
                            stn_cell_text(interval),
                            stn_cell_text(next),
                            stn_cell_text(deviation),
                            stn_cell_number(p->start)};
    const StnCell without[] = {name, stn_cell_number(p->value), unit, stn_cell_number(p->start)};
    stn_result_row(out, true, intervals ? with : without);
}

static void parameter_group(const StnFitDef *def, const StnFitParameter *p, bool interrupted,
                            StnResult *out)
{
    const bool known = !interrupted && !isnan(p->std);
    char path[96];
    snprintf(path, sizeof path, "%s", p->name);
    /* measured motion was fitted with a block; of an angle the site is that of a servo */
    if (stn_fit_is_motion(def) && p->place == STN_FIT_PLACE_FRICTION)
        snprintf(path, sizeof path, "friction.%s.%s", stn_finding_body(def->run[0].rotary).site,
                 p->name + p->own);
    stn_result_open(out, path);
    stn_result_number(out, "value", p->unit, p->value);
    stn_result_text(out, "unit", p->unit);
    stn_result_number(out, "std", p->unit, interrupted ? NAN : p->std);
    stn_result_number(out, "low", p->unit, interrupted ? NAN : p->low);
    stn_result_number(out, "high", p->unit, interrupted ? NAN : p->high);
    stn_result_number(out, "next_low", p->unit, known ? p->next_low : NAN);
    stn_result_number(out, "next_high", p->unit, known ? p->next_high : NAN);
    stn_result_number(out, "start", p->unit, p->start);
    stn_result_number(out, "min", p->unit, p->min);
    stn_result_number(out, "max", p->unit, p->max);
    stn_result_flag(out, "at_bound", p->at_bound);
    stn_result_flag(out, "undetermined", p->undetermined);
    stn_result_close(out);
}

static void report_parameters(const StnFitDef *def, const StnFitResult *r, bool interrupted,
                              StnResult *out)
{
    const bool intervals = !interrupted && !compares_cycles(def);
    const StnResultColumn with[] = {{NULL, "parameter", NULL, NULL},
                                    {NULL, "value", NULL, "%.6g"},
                                    {NULL, "unit", NULL, NULL},
                                    {NULL, "95 %, this record", NULL, NULL},
                                    {NULL, "95 %, next record", NULL, NULL},
                                    {NULL, "deviation", NULL, "r"},
                                    {NULL, "start", NULL, "%.4g"}};
    const StnResultColumn without[] = {with[0], with[1], with[2], with[6]};
    stn_result_open(out, "parameters");
    for (int i = 0; i < r->nparam; i++)
        parameter_group(def, &r->param[i], interrupted, out);
    stn_result_close(out);
    if (r->nparam == 0)
        return;
    stn_result_table(out, NULL, "", intervals ? with : without, intervals ? 7 : 4);
    for (int i = 0; i < r->nparam; i++)
        parameter_row(def, &r->param[i], intervals, out);
}

/* ---- Runs ---- */

static void cycles_group(const char *name, const StnCycles *cycles, StnResult *out)
{
    stn_result_open(out, name);
    stn_result_flag(out, "slips", cycles->slips);
    stn_result_number(out, "period", "s", cycles->period);
    stn_result_number(out, "height", NULL, cycles->height);
    stn_result_number(out, "mean", NULL, cycles->mean);
    stn_result_number(out, "period_spread", "1", cycles->period_spread);
    stn_result_number(out, "height_spread", "1", cycles->height_spread);
    stn_result_count(out, "cycles", (uint64_t)cycles->count);
    stn_result_close(out);
}

/* What became of the rows that were not held out. */
static const char *part_of(const StnFitResult *r) { return r->judged ? "judged" : "fitted"; }

static void report_runs(const StnFitDef *def, const StnFitResult *r, StnResult *out)
{
    stn_result_open_list(out, "runs");
    for (int k = 0; k < def->nrun; k++) {
        stn_result_open(out, NULL);
        for (int s = 0; s < def->run[k].nsignal; s++) {
            const StnFitWhite *w = &r->white[k][s];
            stn_result_open(out, def->run[k].signal[s].column);
            stn_report_score_group(out, part_of(r), NULL, &r->fitted[k][s]);
            stn_report_score_group(out, "held_out", NULL, &r->held[k][s]);
            stn_result_number(out, "sigma", NULL, r->sigma[k][s]);
            stn_result_number(out, "residual_lag1", "1", w->lag1);
            stn_result_number(out, "residual_white_chance", "1", w->portmanteau);
            stn_result_number(out, "residual_explained", "1", w->explained);
            stn_result_close(out);
        }
        if (compares_cycles(def)) {
            cycles_group("measured", &r->measured[k], out);
            cycles_group("model", &r->modelled[k], out);
        }
        stn_result_close(out);
    }
    stn_result_close(out);
    stn_result_open(out, "pooled");
    for (int s = 0; !compares_cycles(def) && s < def->run[0].nsignal; s++) {
        stn_result_open(out, def->run[0].signal[s].column);
        stn_report_score_group(out, part_of(r), NULL, &r->pooled[0][s]);
        stn_report_score_group(out, "held_out", NULL, &r->pooled[1][s]);
        stn_result_close(out);
    }
    stn_result_close(out);
}

static void scores_table(const StnFitDef *def, const StnFitResult *r, StnResult *out)
{
    stn_report_score_table(out);
    for (int k = 0; k < def->nrun; k++)
        for (int s = 0; s < def->run[k].nsignal; s++) {
            char label[80];
            const char *column = def->run[k].signal[s].column;
            stn_fit_run_label(def, k, label, sizeof label);
            stn_report_score_row(out, label, column, part_of(r), &r->fitted[k][s]);
            stn_report_score_row(out, label, column, "held out", &r->held[k][s]);
        }
    for (int s = 0; def->nrun > 1 && s < def->run[0].nsignal; s++) {
        const char *column = def->run[0].signal[s].column;
        stn_report_score_row(out, "all runs ", column, part_of(r), &r->pooled[0][s]);
        stn_report_score_row(out, "all runs ", column, "held out", &r->pooled[1][s]);
    }
}

static void cycle_row(const char *label, const char *what, const StnCycles *c, StnResult *out)
{
    char period[48] = "-", height[48] = "-", count[16] = "-";
    if (c->slips) { /* median, and the middle half of the cycles around it */
        snprintf(period, sizeof period, "%.4g s (%.2g %%)", c->period, 100.0 * c->period_spread);
        snprintf(height, sizeof height, "%.4g (%.2g %%)", c->height, 100.0 * c->height_spread);
        snprintf(count, sizeof count, "%d", c->count);
    }
    const StnCell row[] = {stn_cell_text(label),
                           stn_cell_text(what),
                           stn_cell_text(c->slips ? "stick-slip" : "steady"),
                           stn_cell_text(period),
                           stn_cell_text(height),
                           stn_cell_number(c->mean),
                           stn_cell_text(count)};
    stn_result_row(out, true, row);
}

static void cycles_table(const StnFitDef *def, const StnFitResult *r, StnResult *out)
{
    const StnResultColumn columns[] = {{NULL, "run", NULL, NULL},    {NULL, "", NULL, NULL},
                                       {NULL, "regime", NULL, NULL}, {NULL, "period", NULL, "r"},
                                       {NULL, "height", NULL, "r"},  {NULL, "mean", NULL, "%.4g"},
                                       {NULL, "cycles", NULL, "r"}};
    stn_result_line(out, "%s", "");
    stn_result_table(out, NULL, "", columns, STN_COUNT_OF(columns));
    for (int k = 0; k < def->nrun; k++) {
        char label[80];
        cycle_row(stn_fit_run_label(def, k, label, sizeof label), "measured", &r->measured[k], out);
        cycle_row("", "model", &r->modelled[k], out);
    }
}

static void report_validation(const StnFitDef *def, const StnFitResult *r, StnResult *out)
{
    const bool called = r->validation_file[0] != '\0';
    stn_result_text(out, "validation_file", called ? r->validation_file : NULL);
    stn_result_open(out, "validation");
    for (int s = 0; called && s < def->run[0].nsignal; s++) {
        stn_report_score_group(out, def->run[0].signal[s].column, NULL, &r->validated[s]);
        stn_result_line(out, "%sRelative error of %s on %s: %.4f %%", s == 0 ? "\n" : "",
                        def->run[0].signal[s].column, r->validation_file, r->validated[s].relative);
    }
    stn_result_close(out);
    stn_result_number(out, "validation_error_percent", "%",
                      called ? r->validated[0].relative : NAN);
}

/* ---- Residuals and correlations ---- */

static void report_residuals(const StnFitDef *def, const StnFitResult *r, StnResult *out)
{
    for (int s = 0; s < def->run[0].nsignal; s++) {
        const StnFitWhite *w = &r->white[0][s];
        if (!isnan(w->lag1))
            stn_result_line(
                out,
                "%sResiduals of %s: neighbours correlate by %.3f; chance of white noise "
                "%.2g; %.0f %% of their variance follows the model",
                s == 0 ? "\n" : "", def->run[0].signal[s].column, w->lag1, w->portmanteau,
                100.0 * w->explained);
    }
}

static void report_matrix(const char *name, int size, const double (*matrix)[STN_FREE_MAX],
                          StnResult *out)
{
    StnResultColumn columns[STN_FREE_MAX] = {{NULL, NULL, NULL, NULL}};
    for (int i = 0; i < size; i++)
        columns[i] = (StnResultColumn){"", NULL, NULL, NULL};
    stn_result_table(out, name, NULL, columns, size);
    for (int i = 0; i < size; i++) {
        StnCell row[STN_FREE_MAX];
        for (int j = 0; j < size; j++)
            row[j] = stn_cell_number(matrix[i][j]);
        stn_result_row(out, false, row);
    }
}

/* The lower half, for people. */
static void correlations_table(const StnFitDef *def, const StnFitResult *r, StnResult *out)
{
    StnResultColumn columns[MATRIX_MOST];
    if (r->nparam < 2 || r->nparam > MATRIX_MOST || r->correlation[0][0] == 0.0)
        return;
    for (int i = 0; i < r->nparam; i++)
        columns[i] = (StnResultColumn){NULL, "", NULL, i == 0 ? NULL : "r"};
    stn_result_table(out, NULL, "\nCorrelation of the estimates", columns, r->nparam);
    for (int i = 0; i < r->nparam; i++) {
        StnCell row[MATRIX_MOST];
        char text[MATRIX_MOST][16];
        row[0] = stn_cell_text(short_name(def, &r->param[i]));
        for (int j = 1; j < r->nparam; j++) {
            const double c = r->correlation[i][j - 1];
            if (isnan(c))
                snprintf(text[j], sizeof text[j], "-");
            else
                snprintf(text[j], sizeof text[j], "%.2f", c);
            row[j] = stn_cell_text(j <= i ? text[j] : "");
        }
        stn_result_row(out, true, row);
    }
}

/* ---- Row by row ---- */

/* All runs, one after the other: `value` makes the number of a row. */
static void series(const StnFitDef *def, size_t rows, const char *name, const char *unit,
                   double (*value)(const StnFitRun *run, int k, size_t i), StnResult *out)
{
    double *column = malloc((rows + 1) * sizeof *column);
    size_t n = 0;
    out->failed = out->failed || !column;
    for (int k = 0; column && k < def->nrun; k++)
        for (size_t i = 0; i < def->run[k].rows; i++)
            column[n++] = value(&def->run[k], k, i);
    if (column)
        stn_result_series(out, name, unit, column, rows);
    free(column);
}

static double run_number(const StnFitRun *run, int k, size_t i)
{
    (void)run, (void)i;
    return k + 1;
}
static double row_time(const StnFitRun *run, int k, size_t i)
{
    (void)k;
    return run->t[i];
}
static double row_part(const StnFitRun *run, int k, size_t i)
{
    (void)k;
    return run->use ? run->use[i] : STN_ROW_FIT;
}

static const char *unit_of(const StnFitRun *run, const char *column, char unit[32])
{
    const StnPlant *plant = run->def.plant;
    if (run->x || run->v) /* measured motion: its effort, of a line or an angle */
        return stn_role_unit(STN_ROLE_EFFORT, run->rotary);
    unit[0] = '\0';
    for (int i = 0; i < plant->noutput; i++)
        if (strcmp(plant->outputs[i].name, column) == 0)
            stn_unit_text(plant->outputs[i].unit, run->rotary, unit, 32);
    return unit;
}

static void report_series(const StnFitDef *def, const StnFitResult *r, StnResult *out)
{
    size_t rows = 0;
    for (int k = 0; k < def->nrun; k++)
        rows += def->run[k].rows;
    double *both = malloc(2 * (rows + 1) * sizeof *both), *model = both ? both + rows : NULL;
    out->failed = out->failed || !both;
    series(def, rows, "t", "s", row_time, out);
    series(def, rows, "run", "", run_number, out);
    series(def, rows, "part", "", row_part, out);
    for (int s = 0; both && s < def->run[0].nsignal; s++) {
        size_t n = 0;
        char unit[32];
        for (int k = 0; k < def->nrun; k++)
            for (size_t i = 0; i < def->run[k].rows; i++, n++) {
                both[n] = s < def->run[k].nsignal ? def->run[k].signal[s].value[i] : NAN;
                model[n] = r->model[k][s] ? r->model[k][s][i] : NAN;
            }
        stn_result_compared(out, def->run[0].signal[s].column,
                            unit_of(&def->run[0], def->run[0].signal[s].column, unit), both, model,
                            rows);
    }
    free(both);
}

/* ---- All ---- */

static void report_rows(const StnFitDef *def, const StnFitResult *r, StnResult *out)
{
    uint64_t count[3] = {0};
    for (int k = 0; k < def->nrun; k++)
        for (size_t i = 0; i < def->run[k].rows; i++)
            count[def->run[k].use ? def->run[k].use[i] : STN_ROW_FIT]++;
    stn_result_count(out, r->judged ? "rows_judged" : "rows_fitted", count[STN_ROW_FIT]);
    stn_result_count(out, "rows_held_out", count[STN_ROW_HELD]);
}

/* How the search went: "3 of 4 starts ended in this minimum; 120 simulations, 2.1 s". */
static void report_search(const StnFitResult *r, bool interrupted, StnResult *out)
{
    const StnResultColumn start = {"", NULL, NULL, NULL};
    char how[80] = "";
    int ended = 0;
    for (int i = 0; i < r->nstart; i++)
        ended += !isnan(r->start_cost[i]);
    if (interrupted)
        snprintf(how, sizeof how, "The best so far, from a search that was interrupted; ");
    else if (r->nstart > 1)
        snprintf(how, sizeof how, "%d of %d starts ended in this minimum; ", r->same, ended);
    stn_result_number(out, "cost", "1", r->cost);
    stn_result_table(out, "starts", NULL, &start, 1);
    for (int i = 0; i < r->nstart; i++)
        stn_result_row(out, false, &(StnCell){.number = r->start_cost[i]});
    stn_result_fact(out, "simulations", NULL, stn_cell_count((uint64_t)r->simulations),
                    "\n%s%ld simulations, %.3g s", how, r->simulations, r->seconds);
    stn_result_number(out, "seconds", "s", r->seconds);
}

void stn_report_fit(const StnFitDef *def, const StnFitResult *result, const StnData *data,
                    bool interrupted, StnResult *out)
{
    const StnRemarks none = {.count = 0};
    const int size = interrupted ? 0 : result->nparam;
    stn_result_flag(out, "interrupted", interrupted);
    report_rows(def, result, out);
    report_parameters(def, result, interrupted, out);
    if (!interrupted)
        stn_fit_report_combinations(result, out);
    report_matrix("correlation", size, result->correlation, out);
    report_matrix("covariance", size, result->covariance, out);
    stn_result_flag(out, "residuals_coloured", result->coloured);
    report_runs(def, result, out);
    if (compares_cycles(def))
        cycles_table(def, result, out);
    else
        scores_table(def, result, out);
    if (!compares_cycles(def))
        report_validation(def, result, out);
    if (!compares_cycles(def) && !interrupted) {
        report_residuals(def, result, out);
        correlations_table(def, result, out);
    }
    stn_result_text(out, "missing", result->missing);
    stn_result_number(out, "missing_share", "1", result->missing ? result->missing_share : NAN);
    stn_result_number(out, "missing_chance", "1", result->missing ? result->missing_chance : NAN);
    stn_result_number(out, "delay", "s", result->missing ? result->delay : NAN);
    stn_result_remarks(out, "remarks", interrupted ? &none : &result->remarks, "What to know:");
    stn_result_remarks(out, NULL, &data->remarks, "About the data:");
    report_search(result, interrupted, out);
    if (!compares_cycles(def))
        report_series(def, result, out);
}

/* clang-format off */
const StnIdentifyMethod stn_fit_method = {
    .name = "fit",
    .summary = "any law, on any plant, by simulation (output error)",
    .about =
        "FILE --scenario SCENARIO --match COLUMN=DATA --free NAME,...\n"
        "FILE --effort COLUMN --position COLUMN --law LAW --free NAME,...\n"
        "\n"
        "Simulates with candidate parameters, closed loop included, and finds those that come nearest to\n"
        "what was measured (output error).  Prints them with 95 % intervals, their correlation, the error on\n"
        "what was fitted and on what was held out, tests of the residuals, and warnings in words: what the\n"
        "data do not determine, and what they cannot distinguish.  Ctrl-C ends the search and prints the\n"
        "best so far (exit code 130).\n",
    .examples =
        "  stiction identify fit axis.csv --scenario axis.yaml --match u=force \\\n"
        "      --free m,Fc.each,sigma2.each\n"
        "  stiction identify fit axis.csv --scenario axis.yaml --match x=q --match u=force \\\n"
        "      --free Fc,Fs,vs --law stribeck --hold-out 0.5 --plot fit.svg -o fitted.yaml\n"
        "  stiction identify fit contact.csv --effort F --position x --law gms \\\n"
        "      --free Fc,k,nu,offset.FF\n",
    .fields = &stn_fit_fields,
    .flags = STN_IDENTIFY_MODEL | STN_IDENTIFY_ROWS,
};
/* clang-format on */
