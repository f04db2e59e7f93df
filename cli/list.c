/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction list: what there is. */
#include "arguments.h"
#include "command.h"
#include "message.h"
#include "names.h"
#include "output.h"

#include <stdio.h>
#include <string.h>

static void put_laws(const StnCatalog *catalog, StnResult *out)
{
    stn_result_text_table(out, "", "||~");
    for (int i = 0; i < stn_catalog_law_count(catalog); i++) {
        const StnLaw *law = stn_catalog_law_at(catalog, i);
        stn_result_text_row(out, (const char *[]){law->name, stn_law_kind(law), law->title});
    }
}

static void put_plants(const StnCatalog *catalog, StnResult *out)
{
    stn_result_text_table(out, "", "|~");
    for (int i = 0; i < stn_catalog_plant_count(catalog); i++) {
        const StnPlant *plant = stn_catalog_plant_at(catalog, i);
        stn_result_text_row(out, (const char *[]){plant->name, plant->title});
    }
}

static void put_compensations(const StnCatalog *catalog, StnResult *out)
{
    (void)catalog;
    stn_result_text_table(out, "", "|~");
    for (int i = 0; i < stn_compensation_count(); i++)
        stn_result_text_row(
            out, (const char *[]){stn_compensation_at(i)->name, stn_compensation_at(i)->title});
}

static void put_scenarios(const StnCatalog *catalog, StnResult *out)
{
    (void)catalog;
    stn_result_text_table(out, "", "|~");
    for (int i = 0; i < stn_builtin_count(); i++)
        stn_result_text_row(out, (const char *[]){stn_builtin_at(i).name, stn_builtin_at(i).title});
}

static void put_papers(const StnCatalog *catalog, StnResult *out)
{
    char year[16];
    (void)catalog;
    stn_result_text_table(out, "", "||~");
    for (int i = 0; i < stn_paper_count(); i++) {
        const StnPaper paper = stn_paper_at(i);
        snprintf(year, sizeof year, "%d", paper.year);
        stn_result_text_row(out, (const char *[]){paper.name, year, paper.title});
    }
}

static void put_measures(const StnCatalog *catalog, StnResult *out)
{
    (void)catalog;
    stn_result_text_table(out, "", "||~");
    for (int i = 0; i < stn_run_measure_count(); i++) {
        const StnRunMeasure *measure = stn_run_measure_at(i);
        stn_result_text_row(out, (const char *[]){measure->name, measure->takes, measure->text});
    }
}

static const struct {
    const char *word, *heading;
    NameKind kind;
    void (*put)(const StnCatalog *catalog, StnResult *out);
} kinds[] = {
    {"laws", "Friction laws (stiction describe LAW)", NAMES_LAWS, put_laws},
    {"plants", "Plants (stiction describe PLANT)", NAMES_PLANTS, put_plants},
    {"compensations", "Compensations of friction (stiction describe COMPENSATION)",
     NAMES_COMPENSATIONS, put_compensations},
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

static int put_kinds(const StnCatalog *catalog, unsigned wanted)
{
    StnResult out = {.method = "list"};
    for (int k = 0; k < KINDS; k++) {
        if (!(wanted & (unsigned)kinds[k].kind))
            continue;
        stn_result_line(&out, "%s%s", out.count > 0 ? "\n" : "", kinds[k].heading);
        kinds[k].put(catalog, &out);
    }
    return output_put_page(&out);
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
    return output_put_text(text, &error);
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
        wanted = NAMES_LAWS | NAMES_PLANTS | NAMES_COMPENSATIONS | NAMES_SCENARIOS | NAMES_PAPERS;
    if (!names_only)
        return put_kinds(catalog, wanted);
    put_names(catalog, wanted);
    return EXIT_DONE;
}

const Command list_command = {
    "list",
    run,
    "what there is: friction laws, plants, compensations, built-in scenarios, papers",
    "usage: stiction list [laws|plants|compensations|scenarios|papers|measures]... "
    "[--names|--json]\n"
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
    "           (of files), fields (settings: solver, record, plot, sensor, data, methods), "
    "signals\n"
    "\n"
    "examples:\n"
    "  stiction list\n"
    "  stiction list laws\n"
    "  for s in $(stiction list scenarios --names); do stiction run $s -o $s.csv; done\n",
};
