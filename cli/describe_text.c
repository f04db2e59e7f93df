/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Descriptors as pages of text. */
#include "command.h"
#include "describe.h"
#include "message.h"
#include "names.h"
#include "terminal.h"
#include "text_table.h"

#include <math.h>
#include <string.h>

enum { TEXT_LENGTH = 160 };

static const char *const kind_words[] = {"", "pair", "vector", "choice"};

/* Title, equation, text and reference, as far as there are any. */
static void put_head(const char *name, const char *title, const char *equation, const char *text,
                     const char *reference)
{
    const int width = terminal_text_width(stdout);
    printf("%s: %s\n", name, title ? title : "");
    while (equation && *equation) { /* one line per equation */
        const char *end = strstr(equation, ";  ");
        const size_t length = end ? (size_t)(end - equation) : strlen(equation);
        char line[1024];
        snprintf(line, sizeof line, "%.*s", (int)length, equation);
        text_wrap(stdout, line, 4, width);
        equation = end ? end + 3 : NULL;
    }
    if (text && text[0]) {
        putchar('\n');
        text_wrap(stdout, text, 0, width);
    }
    if (reference && reference[0])
        printf("Reference: %s\n", reference);
}

static void put_header(TextTable *table, const char *words)
{
    while (*words) {
        const int length = (int)strcspn(words, "|");
        text_table_cell(table, "%.*s", length, words);
        words += length + (words[length] == '|');
    }
}

static void end_table(TextTable *table, const char *align)
{
    text_table_print(table, stdout, 2, align);
    text_table_free(table);
}

/* ---- Laws ---- */

static void put_law_parameter(TextTable *table, const StnParam *param)
{
    char text[TEXT_LENGTH];
    const bool choice = param->kind == STN_CHOICE;
    text_table_cell(table, "%s", param->name);
    text_table_cell(table, "%s", kind_words[param->kind]);
    text_table_cell(table, "%s", choice ? "" : stn_unit_text(param->unit, 0, text, sizeof text));
    text_table_cell(table, "%s", choice ? "" : stn_unit_text(param->unit, 1, text, sizeof text));
    text_table_cell(table, "%s", describe_default(param, text, sizeof text));
    text_table_cell(table, "%s", describe_range(param, text, sizeof text));
    text_table_cell(table, "%s", param->text);
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

void describe_law_text(const StnLaw *law)
{
    TextTable table = {.columns = 7};
    put_head(law->name, law->title, law->equation, law->text, law->reference);
    puts(law_solution(law));
    if (law->fixed_when)
        printf("With any of these given it is a fixed-step algorithm: %s\n", law->fixed_when);
    if (law->nparam > 0)
        puts("\nParameters (friction.SITE in a scenario)");
    else
        puts("\nIt has no parameters.");
    put_header(&table, "name|kind|linear|rotary|default|range|meaning");
    for (int i = 0; i < law->nparam; i++)
        put_law_parameter(&table, law->params[i]);
    if (law->nparam > 0)
        text_table_print(&table, stdout, 2, "");
    text_table_free(&table);
    if (law->nstate > 0) {
        table = (TextTable){.columns = 4};
        puts("\nStates (columns of the output; friction.SITE start values in initial)");
        put_header(&table, "name|linear|rotary|meaning");
        for (int i = 0; i < law->nstate; i++) {
            char text[TEXT_LENGTH];
            text_table_cell(&table, "%s", law->states[i].name);
            text_table_cell(&table, "%s", stn_unit_text(law->states[i].unit, 0, text, sizeof text));
            text_table_cell(&table, "%s", stn_unit_text(law->states[i].unit, 1, text, sizeof text));
            text_table_cell(&table, "%s", law->states[i].text);
        }
        end_table(&table, "");
    }
}

/* ---- Plants ---- */

/* `section` NULL: the plant's own parameters. */
static void put_section(const StnPlant *plant, const char *section, const char *heading)
{
    TextTable table = {.columns = 5};
    put_header(&table, "name|unit|default|range|meaning");
    for (int i = 0; i < plant->nparam; i++) {
        const StnParam *param = &plant->params[i];
        char text[TEXT_LENGTH];
        if (section ? !param->section || strcmp(param->section, section) != 0 : !!param->section)
            continue;
        text_table_cell(&table, "%s", param->name);
        text_table_cell(&table, "%s", param->kind == STN_CHOICE ? "" : param->unit);
        text_table_cell(&table, "%s", describe_default(param, text, sizeof text));
        text_table_cell(&table, "%s", describe_range(param, text, sizeof text));
        text_table_cell(&table, "%s", param->text);
    }
    if (table.count > 5) {
        printf("\n%s\n", heading);
        text_table_print(&table, stdout, 2, "");
    }
    text_table_free(&table);
}

static void put_variables(const StnVar *vars, int count, const char *heading, bool inputs)
{
    TextTable table = {.columns = inputs ? 4 : 3};
    char number[32];
    if (count == 0)
        return;
    printf("\n%s\n", heading);
    put_header(&table, inputs ? "name|unit|default|meaning" : "name|unit|meaning");
    for (int i = 0; i < count; i++) {
        text_table_cell(&table, "%s", vars[i].name);
        text_table_cell(&table, "%s", vars[i].unit);
        if (inputs)
            text_table_cell(&table, "%s",
                            isnan(vars[i].scale) ? "none" : describe_number(vars[i].scale, number));
        text_table_cell(&table, "%s", vars[i].text);
    }
    end_table(&table, "");
}

static void put_sites(const StnPlant *plant)
{
    TextTable table = {.columns = 4};
    if (plant->nsite == 0)
        return;
    puts("\nFriction sites (friction.SITE in a scenario)");
    put_header(&table, "name|default law|motion|meaning");
    for (int i = 0; i < plant->nsite; i++) {
        const StnSiteInfo *site = &plant->sites[i];
        text_table_cell(&table, "%s", site->name);
        text_table_cell(&table, "%s", site->law);
        text_table_cell(&table, "%s", site->rotary ? "rotary" : "linear");
        text_table_cell(&table, "%s", site->text);
    }
    end_table(&table, "");
}

static void put_stops(const StnPlant *plant)
{
    for (int i = 0; i < plant->nstop; i++) {
        const StnStopInfo *stop = &plant->stops[i];
        printf("%s  %s: %s%s <= %s <= %s\n", i == 0 ? "\nStops\n" : "", stop->name,
               stop->lo == stop->hi ? "-" : "", plant->params[stop->lo].name,
               plant->states[stop->pos].name, plant->params[stop->hi].name);
    }
}

/* 0, or the exit code after a message. */
static int put_users(const StnPlant *plant, const StnCatalog *catalog)
{
    const StnScenarioOptions options = {.catalog = catalog};
    bool first = true;
    for (int i = 0; i < stn_builtin_count(); i++) {
        const StnBuiltin builtin = stn_builtin_at(i);
        StnError error = {.status = STN_OK};
        StnScenario *scenario = stn_scenario_load(builtin.name, &options, &error);
        if (!scenario && error.status != STN_UNAVAILABLE) /* without libyaml there are none */
            return report_error(&error);
        if (scenario &&
            strcmp(stn_system_plant(stn_scenario_system(scenario))->name, plant->name) == 0) {
            printf("%s  %s: %s\n", first ? "\nBuilt-in scenarios\n" : "", builtin.name,
                   builtin.title);
            first = false;
        }
        stn_scenario_free(scenario);
    }
    return EXIT_DONE;
}

int describe_plant_text(const StnPlant *plant, const StnCatalog *catalog)
{
    put_head(plant->name, plant->title, plant->equation, plant->text, plant->reference);
    put_section(plant, "options", "Options (options in a scenario)");
    put_section(plant, NULL, "Parameters (parameters in a scenario)");
    put_section(plant, "controller", "Controller (controller in a scenario)");
    put_sites(plant);
    put_stops(plant);
    put_variables(plant->inputs, plant->ninput, "Inputs (inputs in a scenario)", true);
    put_variables(plant->states, plant->nstate, "States (initial in a scenario)", false);
    put_variables(plant->outputs, plant->noutput, "Outputs (columns)", false);
    return put_users(plant, catalog);
}

/* ---- Scenarios ---- */

void describe_scenario_text(const StnScenario *scenario, const char *name, const char *source)
{
    const StnSystem *system = stn_scenario_system(scenario);
    const StnPlant *plant = stn_system_plant(system);
    TextTable table = {.columns = 3};
    char number[32];
    terminal_put(stdout, name);
    printf(": %s\n", stn_scenario_title(scenario));
    printf("  plant     %s: %s\n", plant->name, plant->title);
    for (int i = 0; i < plant->nsite; i++)
        printf("  friction  %s: %s\n", plant->sites[i].name, stn_system_law(system, i)->name);
    printf("  duration  %s s\n", describe_number(stn_scenario_duration(scenario), number));
    puts("\nColumns");
    for (int i = 0; i < stn_system_column_count(system); i++) {
        const StnColumnInfo column = stn_system_column_at(system, i);
        text_table_cell(&table, "%s", column.name);
        text_table_cell(&table, "%s", column.unit);
        text_table_cell(&table, "%s", column.text ? column.text : "");
    }
    end_table(&table, "");
    if (source)
        printf("\nFile (stiction check %s writes out what it leaves out)\n\n%s", name, source);
}
