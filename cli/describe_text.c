/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Descriptors as pages of text. */
#include "command.h"
#include "describe.h"
#include "message.h"
#include "names.h"
#include "output.h"

#include <math.h>
#include <string.h>

enum { TEXT_LENGTH = 160 };

/* Title, equation, text and reference, as far as there are any. */
static void put_head(StnResult *out, const char *name, const char *title, const char *equation,
                     const char *text, const char *reference)
{
    stn_result_line(out, "%s: %s", name, title ? title : "");
    while (equation && *equation) { /* one line per equation */
        const char *end = strstr(equation, ";  ");
        const size_t length = end ? (size_t)(end - equation) : strlen(equation);
        char line[1024];
        snprintf(line, sizeof line, "    %.*s", (int)length, equation);
        stn_result_paragraph(out, NULL, line);
        equation = end ? end + 3 : NULL;
    }
    if (text && text[0]) {
        stn_result_line(out, "%s", "");
        stn_result_paragraph(out, NULL, text);
    }
    if (reference && reference[0])
        stn_result_line(out, "Reference: %s", reference);
}

/* ---- Laws ---- */

static void put_law_parameter(StnResult *out, const StnParam *param)
{
    char linear[TEXT_LENGTH] = "", rotary[TEXT_LENGTH] = "", def[TEXT_LENGTH], range[TEXT_LENGTH];
    if (param->kind != STN_KIND_CHOICE) {
        stn_unit_text(param->unit, 0, linear, sizeof linear);
        stn_unit_text(param->unit, 1, rotary, sizeof rotary);
    }
    stn_result_text_row(
        out, (const char *[]){param->name,
                              param->kind == STN_KIND_SCALAR ? "" : stn_kind_word(param->kind),
                              linear, rotary, describe_default(param, def, sizeof def),
                              describe_range(param, range, sizeof range), param->text});
}

static const char *law_solution(const StnLaw *law)
{
    if (law->flags & STN_LAW_FIXED_ONLY)
        return "A fixed-step algorithm: the event engine does not take it.";
    if (law->flags & STN_LAW_SET_VALUED)
        return "Set-valued at rest: it stands still exactly, and the event engine solves it "
               "exactly.";
    return "Standstill is approached, never exact.";
}

static void put_states(StnResult *out, const char *heading, const StnVar *states, int count)
{
    stn_result_text_table(out, heading, "name|linear|rotary|meaning");
    for (int i = 0; i < count; i++) {
        const StnVar *state = &states[i];
        char linear[TEXT_LENGTH], rotary[TEXT_LENGTH];
        stn_result_text_row(
            out,
            (const char *[]){state->name, stn_unit_text(state->unit, 0, linear, sizeof linear),
                             stn_unit_text(state->unit, 1, rotary, sizeof rotary), state->text});
    }
}

int describe_law_text(const StnLaw *law)
{
    StnResult out = {.method = "describe"};
    put_head(&out, law->name, law->title, law->equation, law->text, law->reference);
    stn_result_line(&out, "%s", law_solution(law));
    if (law->fixed_when)
        stn_result_line(&out, "With any of these given it is a fixed-step algorithm: %s",
                        law->fixed_when);
    if (law->nparam == 0)
        stn_result_line(&out, "\nIt has no parameters.");
    stn_result_text_table(&out, "\nParameters (friction.SITE in a scenario)",
                          "name|kind|linear|rotary|default|range|meaning");
    for (int i = 0; i < law->nparam; i++)
        put_law_parameter(&out, law->params[i]);
    put_states(&out, "\nStates (columns of the output; friction.SITE start values in initial)",
               law->states, law->nstate);
    return output_put_page(&out);
}

/* ---- Compensations ---- */

int describe_compensation_text(const StnCompensation *kind)
{
    StnResult out = {.method = "describe"};
    const bool has_law = kind->law && kind->law[0] == '\0';
    put_head(&out, kind->name, kind->title, kind->equation, kind->text, kind->reference);
    stn_result_text_table(&out,
                          has_law ? "\nParameters (a term of compensation in a scenario), besides "
                                    "law and those of the law"
                                  : "\nParameters (a term of compensation in a scenario)",
                          "name|kind|linear|rotary|default|range|meaning");
    for (int i = 0; i < kind->nparam; i++)
        put_law_parameter(&out, kind->params[i]);
    stn_result_line(&out, "%s", "");
    stn_result_paragraph(&out, NULL,
                         "Friction parameters that a term does not give are those of the friction "
                         "site that is compensated, m is the mass there.");
    put_states(&out, "\nEstimates (columns of the output, with compN_ before them)", kind->states,
               kind->nestimate);
    return output_put_page(&out);
}

/* ---- Plants ---- */

/* `section` NULL: the plant's own parameters. */
static void put_section(StnResult *out, const StnPlant *plant, const char *section,
                        const char *heading)
{
    stn_result_text_table(out, heading, "name|unit|default|range|meaning");
    for (int i = 0; i < plant->nparam; i++) {
        const StnParam *param = &plant->params[i];
        char def[TEXT_LENGTH], range[TEXT_LENGTH];
        if (section ? !param->section || strcmp(param->section, section) != 0 : !!param->section)
            continue;
        stn_result_text_row(
            out, (const char *[]){param->name, param->kind == STN_KIND_CHOICE ? "" : param->unit,
                                  describe_default(param, def, sizeof def),
                                  describe_range(param, range, sizeof range), param->text});
    }
}

static void put_inputs(StnResult *out, const StnPlant *plant)
{
    char number[32];
    stn_result_text_table(out, "\nInputs (inputs in a scenario)", "name|unit|default|meaning");
    for (int i = 0; i < plant->ninput; i++) {
        const StnVar *var = &plant->inputs[i];
        const char *def = isnan(var->scale) ? "none" : describe_number(var->scale, number);
        stn_result_text_row(out, (const char *[]){var->name, var->unit, def, var->text});
    }
}

static void put_variables(StnResult *out, const StnVar *vars, int count, const char *heading)
{
    stn_result_text_table(out, heading, "name|unit|meaning");
    for (int i = 0; i < count; i++)
        stn_result_text_row(out, (const char *[]){vars[i].name, vars[i].unit, vars[i].text});
}

static void put_sites(StnResult *out, const StnPlant *plant)
{
    stn_result_text_table(out, "\nFriction sites (friction.SITE in a scenario)",
                          "name|default law|motion|meaning");
    for (int i = 0; i < plant->nsite; i++) {
        const StnSiteInfo *site = &plant->sites[i];
        stn_result_text_row(out, (const char *[]){site->name, site->law,
                                                  site->rotary ? "rotary" : "linear", site->text});
    }
}

static void put_stops(StnResult *out, const StnPlant *plant)
{
    for (int i = 0; i < plant->nstop; i++) {
        const StnStopInfo *stop = &plant->stops[i];
        stn_result_line(out, "%s  %s: %s%s <= %s <= %s", i == 0 ? "\nStops\n" : "", stop->name,
                        stop->lo == stop->hi ? "-" : "", plant->params[stop->lo].name,
                        plant->states[stop->pos].name, plant->params[stop->hi].name);
    }
}

/* 0, or the exit code after a message. */
static int put_users(StnResult *out, const StnPlant *plant, const StnCatalog *catalog)
{
    const StnScenarioOptions options = {.catalog = catalog};
    bool first = true;
    for (int i = 0; i < stn_builtin_count(); i++) {
        const StnBuiltin builtin = stn_builtin_at(i);
        StnError error = {.status = STN_OK};
        StnScenario *scenario = stn_scenario_load(builtin.name, &options, &error);
        if (!scenario)
            return report_error(&error);
        if (strcmp(stn_system_plant(stn_scenario_system(scenario))->name, plant->name) == 0) {
            stn_result_line(out, "%s  %s: %s", first ? "\nBuilt-in scenarios\n" : "", builtin.name,
                            builtin.title);
            first = false;
        }
        stn_scenario_free(scenario);
    }
    return EXIT_DONE;
}

int describe_plant_text(const StnPlant *plant, const StnCatalog *catalog)
{
    StnResult out = {.method = "describe"};
    put_head(&out, plant->name, plant->title, plant->equation, plant->text, plant->reference);
    put_section(&out, plant, "options", "\nOptions (options in a scenario)");
    put_section(&out, plant, NULL, "\nParameters (parameters in a scenario)");
    put_section(&out, plant, "controller", "\nController (controller in a scenario)");
    put_sites(&out, plant);
    put_stops(&out, plant);
    put_inputs(&out, plant);
    put_variables(&out, plant->states, plant->nstate, "\nStates (initial in a scenario)");
    put_variables(&out, plant->outputs, plant->noutput, "\nOutputs (columns)");
    const int code = put_users(&out, plant, catalog), shown = output_put_page(&out);
    return code == EXIT_DONE ? shown : code;
}

/* ---- Scenarios ---- */

/* Numbers that a log of the motion determines, where the parameters in them one by one may not be. */
static void put_combinations(StnResult *out, const StnSystem *system)
{
    StnCombination number;
    if (!stn_system_combination(system, 0, &number))
        return;
    stn_result_text_table(
        out, "\nWhat measured motion determines (the parameters in it only together)", "||");
    for (int i = 0; stn_system_combination(system, i, &number); i++) {
        char text[120];
        snprintf(text, sizeof text, "%.6g %s", number.value, number.unit);
        stn_result_text_row(out, (const char *[]){number.name, text, number.text});
    }
}

int describe_scenario_text(const StnScenario *scenario, const char *name, const char *source)
{
    const StnSystem *system = stn_scenario_system(scenario);
    const StnPlant *plant = stn_system_plant(system);
    StnResult out = {.method = "describe"};
    char number[32];
    stn_result_line(&out, "%s: %s", name, stn_scenario_title(scenario));
    stn_result_line(&out, "  plant     %s: %s", plant->name, plant->title);
    for (int i = 0; i < plant->nsite; i++)
        stn_result_line(&out, "  friction  %s: %s", plant->sites[i].name,
                        stn_system_law(system, i)->name);
    stn_result_line(&out, "  duration  %s s",
                    describe_number(stn_scenario_duration(scenario), number));
    put_combinations(&out, system);
    stn_result_text_table(&out, "\nColumns", "||");
    for (int i = 0; i < stn_system_column_count(system); i++) {
        const StnColumnInfo column = stn_system_column_at(system, i);
        stn_result_text_row(&out, (const char *[]){column.name, column.unit, column.text});
    }
    const int code = output_put_page(&out);
    if (code == EXIT_DONE && source)
        printf("\nFile (stiction check %s writes out what it leaves out)\n\n%s", name, source);
    return code;
}
