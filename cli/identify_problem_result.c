/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The result of a fit: text, JSON, figure, scenario. */
#include "identify_problem.h"

#include "message.h"
#include "terminal.h"
#include "text_table.h"

#include <limits.h>
#include <stdarg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MATRIX_MOST = 12, TEXT_ROOM = 1 << 16 };

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

static void put_parameters(const Problem *problem, const StnFitResult *result)
{
    TextTable table = {.columns = 6};
    text_table_cell(&table, "parameter");
    text_table_cell(&table, "value");
    text_table_cell(&table, "unit");
    text_table_cell(&table, "95 %% interval");
    text_table_cell(&table, "deviation");
    text_table_cell(&table, "start");
    for (int i = 0; i < result->nparam; i++) {
        const StnFitParameter *p = &result->param[i];
        text_table_cell(&table, "%s", short_name(problem, p->name));
        text_table_cell(&table, "%.6g", p->value);
        text_table_cell(&table, "%s", strcmp(p->unit, "1") == 0 ? "" : p->unit);
        if (isnan(p->std)) {
            text_table_cell(&table, "%s", p->at_bound ? "at its bound" : "-");
            text_table_cell(&table, "-");
        } else {
            text_table_cell(&table, "%.5g ... %.5g", p->low, p->high);
            text_table_cell(&table, "%.2g %%", 100.0 * p->std / fabs(p->value));
        }
        text_table_cell(&table, "%.4g", p->start);
    }
    text_table_print(&table, stdout, 2, "lrllrr");
    text_table_free(&table);
}

void problem_run_label(const Problem *problem, int r, char *out, size_t size)
{
    double value = problem->motion ? NAN : problem->data.run_value[r];
    const Texts *each = &problem->wish->each;
    size_t used = 0;
    for (int i = 0; problem->nrun > 1 && i < each->count && used < size; i++) {
        int column = STN_EXTRA + problem->wish->match.count + problem->wish->input.count + i;
        used += (size_t)snprintf(out + used, size - used, "%.*s=%.6g ",
                                 (int)strcspn(each->item[i], "="), each->item[i],
                                 problem->data.value[column][problem->data.run[r]]);
    }
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

void problem_put_text(const Problem *problem, const StnFitResult *result)
{
    int same = 0;
    put_parameters(problem, result);
    if (problem->wish->cycles)
        put_cycles(problem, result);
    else
        put_scores(problem, result);
    if (!problem->wish->cycles) {
        put_residuals(problem, result);
        put_correlations(problem, result);
    }
    result_put_remarks(&result->remarks, "What to know:");
    result_put_remarks(&problem->data.remarks, "About the data:");
    for (int i = 0; i < result->nstart; i++)
        same += result->start_cost[i] <= 1.03 * result->cost;
    if (result->nstart > 1)
        printf("\n%d of %d starts ended in this minimum; ", same, result->nstart);
    else
        putchar('\n');
    printf("%ld simulations, %.3g s\n", result->simulations, result->seconds);
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

void problem_put_json(StnJsonText *json, const Problem *problem, const StnFitResult *result)
{
    stn_json_open_map(json, "parameters");
    for (int i = 0; i < result->nparam; i++) {
        const StnFitParameter *p = &result->param[i];
        stn_json_open_map(json, p->name);
        stn_json_put_number(json, "value", p->value);
        stn_json_put_text(json, "unit", p->unit);
        stn_json_put_number(json, "std", p->std);
        stn_json_put_number(json, "low", p->low);
        stn_json_put_number(json, "high", p->high);
        stn_json_put_number(json, "start", p->start);
        stn_json_put_flag(json, "at_bound", p->at_bound);
        stn_json_close(json);
    }
    stn_json_close(json);
    stn_json_open_list(json, "correlation");
    for (int i = 0; i < result->nparam; i++) {
        stn_json_open_list(json, NULL);
        for (int j = 0; j < result->nparam; j++)
            stn_json_put_number(json, NULL, result->correlation[i][j]);
        stn_json_close(json);
    }
    stn_json_close(json);
    stn_json_put_flag(json, "residuals_coloured", result->coloured);
    put_runs_json(json, problem, result);
    stn_json_put_number(json, "cost", result->cost);
    stn_json_open_list(json, "starts");
    for (int i = 0; i < result->nstart; i++)
        stn_json_put_number(json, NULL, result->start_cost[i]);
    stn_json_close(json);
    stn_json_put_count(json, "simulations", (uint64_t)result->simulations);
    stn_json_put_number(json, "seconds", result->seconds);
    result_put_remarks_json(json, "remarks", &result->remarks);
}

/* ---- Scenario ---- */

typedef struct {
    char *text;
    size_t length, room;
} Text;

static void put(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(Text *text, const char *format, ...)
{
    va_list arguments;
    if (!text->text)
        return;
    va_start(arguments, format);
    int n = vsnprintf(text->text + text->length, text->room - text->length, format, arguments);
    va_end(arguments);
    if (n > 0 && text->length + (size_t)n < text->room)
        text->length += (size_t)n;
}

/* Parameters whose path begins with `section`, one line each. */
static void put_section(Text *text, const char *section, const StnFitResult *result)
{
    size_t length = strlen(section);
    bool head = false;
    char number[32];
    for (int i = 0; i < result->nparam; i++) {
        const StnFitParameter *p = &result->param[i];
        if (strncmp(p->name, section, length) != 0 || p->name[length] != '.')
            continue;
        if (!head)
            put(text, "%s:\n", section);
        head = true;
        put(text, "  %s: %s   # %s\n", p->name + length + 1, stn_number_text(p->value, number),
            p->unit);
    }
}

/* "NAME" of "NAME", "NAME.forward", "NAME.2". */
static size_t base_length(const char *item) { return strcspn(item, "."); }

/* The values of parameter i and of those that share its name, called `name`. */
static void put_friction_value(Text *text, const StnFitResult *result, int i, const char *prefix,
                               const char *name)
{
    const char *item = result->param[i].name + strlen(prefix);
    size_t length = base_length(item);
    char number[32];
    put(text, "    %s: ", name);
    if (item[length] == '\0') {
        put(text, "%s   # %s\n", stn_number_text(result->param[i].value, number),
            result->param[i].unit);
        return;
    }
    bool pair = item[length + 1] == 'f' || item[length + 1] == 'b';
    put(text, "%s", pair ? "{" : "[");
    for (int k = i, done = 0; k < result->nparam; k++) {
        const char *other = result->param[k].name;
        if (strncmp(other, prefix, strlen(prefix)) != 0)
            continue;
        other += strlen(prefix);
        if (base_length(other) != length || strncmp(other, item, length) != 0)
            continue;
        put(text, "%s", done++ ? ", " : "");
        if (pair)
            put(text, "%s: ", other + length + 1);
        put(text, "%s", stn_number_text(result->param[k].value, number));
    }
    put(text, "%s   # %s\n", pair ? "}" : "]", result->param[i].unit);
}

static void put_friction(Text *text, const Problem *problem, const StnLaw *law,
                         const StnFitResult *result)
{
    const StnPlant *plant = problem->run[0].def.plant;
    put(text, "friction:\n");
    for (int s = 0; s < plant->nsite; s++) {
        char prefix[80];
        snprintf(prefix, sizeof prefix, "friction.%s.", plant->sites[s].name);
        put(text, "  %s:\n", plant->sites[s].name);
        if (law && s == 0)
            put(text, "    law: %s\n", law->name);
        for (int i = 0; i < result->nparam; i++) {
            bool first = strncmp(result->param[i].name, prefix, strlen(prefix)) == 0;
            for (int k = 0; k < i && first; k++) { /* said with its first element */
                const char *a = result->param[i].name + strlen(prefix);
                first = strncmp(result->param[k].name, prefix, strlen(prefix)) != 0 ||
                        base_length(a) != base_length(result->param[k].name + strlen(prefix)) ||
                        strncmp(a, result->param[k].name + strlen(prefix), base_length(a)) != 0;
            }
            if (!first)
                continue;
            char name[48];
            const char *item = result->param[i].name + strlen(prefix);
            snprintf(name, sizeof name, "%.*s", (int)base_length(item), item);
            put_friction_value(text, result, i, prefix, name);
            if ((result->follows >> s & 1u) && strcmp(name, "Fc") == 0)
                put_friction_value(text, result, i, prefix, "Fs");
        }
    }
}

int problem_write(const Problem *problem, const char *path, const StnLaw *law,
                  const StnFitResult *result)
{
    Text text = {.text = NULL, .room = TEXT_ROOM};
    char place[PATH_MAX];
    const char *base = problem->wish->scenario;
    if (!path)
        return EXIT_DONE;
    text.text = calloc(1, TEXT_ROOM);
    if (!text.text)
        return bad_input("out of memory");
    put(&text, "# Fitted by stiction %s to %s", STN_VERSION, problem->data.file);
    if (!problem->wish->cycles)
        put(&text, ": relative error %.4g %% of %s", result->fitted[0][0].relative,
            problem->run[0].signal[0].column);
    put(&text, ".\ntitle: Fitted to measured data\n");
    if (base)
        put(&text, "base: %s\n", realpath(base, place) ? place : base);
    else
        put(&text, "plant: block\noptions: {drive: motion}\ninputs:\n"
                   "  vd: {sine: {amplitude: 1 mm/s, frequency: 1 Hz}}\nduration: 3 s\n");
    put_section(&text, "parameters", result);
    put_section(&text, "controller", result);
    put_section(&text, "initial", result);
    put_section(&text, "inputs", result);
    put_friction(&text, problem, law, result);
    for (int i = 0; i < result->nparam; i++)
        if (strncmp(result->param[i].name, "offset.", 7) == 0 ||
            strncmp(result->param[i].name, "gain.", 5) == 0)
            put(&text, "# %s = %.9g %s\n", result->param[i].name, result->param[i].value,
                result->param[i].unit);
    const int code = result_write_text(path, text.text);
    free(text.text);
    return code;
}
