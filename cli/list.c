/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction list: what there is. */
#include "arguments.h"
#include "command.h"
#include "message.h"
#include "names.h"
#include "text_table.h"

#include <stdio.h>
#include <string.h>

enum { LIST_WIDTH = 100 };

static const char *law_kind(const StnLaw *law)
{
    if (law->flags & STN_LAW_FIXED_ONLY)
        return "fixed step";
    return law->flags & STN_LAW_SET_VALUED ? "set-valued" : law->nstate > 0 ? "dynamic" : "static";
}

static void put_laws(const StnCatalog *catalog)
{
    TextTable table = {.columns = 3};
    for (int i = 0; i < names_law_count(catalog); i++) {
        const StnLaw *law = names_law_at(catalog, i);
        text_table_cell(&table, "%s", law->name);
        text_table_cell(&table, "%s", law_kind(law));
        text_table_cell(&table, "%s", law->title ? law->title : "");
    }
    text_table_print_wrapped(&table, stdout, 2, LIST_WIDTH);
    text_table_free(&table);
}

static void put_plants(const StnCatalog *catalog)
{
    TextTable table = {.columns = 2};
    for (int i = 0; i < names_plant_count(catalog); i++) {
        const StnPlant *plant = names_plant_at(catalog, i);
        text_table_cell(&table, "%s", plant->name);
        text_table_cell(&table, "%s", plant->title ? plant->title : "");
    }
    text_table_print_wrapped(&table, stdout, 2, LIST_WIDTH);
    text_table_free(&table);
}

static void put_scenarios(const StnCatalog *catalog)
{
    TextTable table = {.columns = 2};
    (void)catalog;
    for (int i = 0; i < stn_builtin_count(); i++) {
        text_table_cell(&table, "%s", stn_builtin_at(i).name);
        text_table_cell(&table, "%s", stn_builtin_at(i).title);
    }
    text_table_print_wrapped(&table, stdout, 2, LIST_WIDTH);
    text_table_free(&table);
}

static void put_papers(const StnCatalog *catalog)
{
    TextTable table = {.columns = 3};
    (void)catalog;
    for (int i = 0; i < stn_paper_count(); i++) {
        const StnPaper paper = stn_paper_at(i);
        text_table_cell(&table, "%s", paper.name);
        text_table_cell(&table, "%d", paper.year);
        text_table_cell(&table, "%s", paper.title);
    }
    text_table_print_wrapped(&table, stdout, 2, LIST_WIDTH);
    text_table_free(&table);
}

static void put_measures(const StnCatalog *catalog)
{
    TextTable table = {.columns = 3};
    (void)catalog;
    for (int i = 0; i < stn_run_measure_count(); i++) {
        const StnRunMeasure measure = *stn_run_measure_at(i);
        text_table_cell(&table, "%s", measure.name);
        text_table_cell(&table, "%s", measure.takes);
        text_table_cell(&table, "%s", measure.text);
    }
    text_table_print_wrapped(&table, stdout, 2, LIST_WIDTH);
    text_table_free(&table);
}

static const struct {
    const char *word, *heading;
    NameKind kind;
    void (*put)(const StnCatalog *catalog);
} kinds[] = {
    {"laws", "Friction laws (stiction describe LAW)", NAMES_LAWS, put_laws},
    {"plants", "Plants (stiction describe PLANT)", NAMES_PLANTS, put_plants},
    {"scenarios", "Built-in scenarios (stiction run SCENARIO)", NAMES_SCENARIOS, put_scenarios},
    {"papers", "Papers (stiction reproduce PAPER)", NAMES_PAPERS, put_papers},
    {"measures", "Measures of the facts of papers, and their arguments", NAMES_MEASURES,
     put_measures},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void put_names(const StnCatalog *catalog, unsigned wanted)
{
    const char *names[NAMES_MAX];
    const size_t count = names_collect(catalog, wanted, names);
    for (size_t i = 0; i < count; i++)
        puts(names[i]);
}

static void put_kinds(const StnCatalog *catalog, unsigned wanted)
{
    bool first = true;
    for (int k = 0; k < KINDS; k++) {
        if (!(wanted & (unsigned)kinds[k].kind))
            continue;
        printf("%s%s\n", first ? "" : "\n", kinds[k].heading);
        kinds[k].put(catalog);
        first = false;
    }
}

/* The library knows the kinds, and some more. */
static int put_json(const StnCatalog *catalog, const Texts *words)
{
    char what[256] = "";
    StnError error = {.status = STN_OK};
    for (int i = 0; i < words->count; i++)
        snprintf(what + strlen(what), sizeof what - strlen(what), "%s%s", i > 0 ? " " : "",
                 words->item[i]);
    char *text = stn_list_json(catalog, words->count > 0 ? what : NULL, &error);
    if (!text)
        return report_error(&error);
    fputs(text, stdout);
    stn_text_free(text);
    return EXIT_DONE;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    Texts others = {.count = 0};
    bool names_only = false, json = false;
    unsigned wanted = 0;
    const Option options[] = {{"--names", .flag = &names_only}, {"--json", .flag = &json}};
    const char *words[KINDS];
    if (arguments_parse(argc, argv, options, 2, &others) != EXIT_DONE)
        return EXIT_BAD_INPUT;
    if (json && names_only)
        return bad_input("--json and --names exclude each other");
    if (json)
        return put_json(catalog, &others);
    for (int k = 0; k < KINDS; k++)
        words[k] = kinds[k].word;
    for (int i = 0; i < others.count; i++) {
        int k = 0;
        while (k < KINDS && strcmp(kinds[k].word, others.item[i]) != 0)
            k++;
        if (k == KINDS)
            return unknown_name("kind", others.item[i], words, KINDS);
        wanted |= (unsigned)kinds[k].kind;
    }
    if (wanted == 0)
        wanted = NAMES_LAWS | NAMES_PLANTS | NAMES_SCENARIOS | NAMES_PAPERS;
    if (names_only)
        put_names(catalog, wanted);
    else
        put_kinds(catalog, wanted);
    return EXIT_DONE;
}

const Command list_command = {
    "list",
    run,
    "what there is: friction laws, plants, built-in scenarios, papers",
    "usage: stiction list [laws|plants|scenarios|papers|measures]... [--names|--json]\n"
    "\n"
    "Prints what there is, one line each; measures, which papers name, when asked for only.  Kinds "
    "of\n"
    "laws:\n"
    "  set-valued  stands still exactly under a load; the event engine solves it exactly\n"
    "  static      a function of the velocity alone\n"
    "  dynamic     has states of its own (bristles, a lubricant film, ...)\n"
    "  fixed step  an algorithm tied to a fixed step; the event engine does not take it\n"
    "\n"
    "  --names  only the names, one per line\n"
    "  --json   for machines, all kinds unless some are named: also methods (of identify), "
    "formats\n"
    "           (of files) and fields (settings: solver, record, sensor, methods)\n"
    "\n"
    "examples:\n"
    "  stiction list\n"
    "  stiction list laws\n"
    "  for s in $(stiction list scenarios --names); do stiction run $s -o $s.csv; done\n",
};
