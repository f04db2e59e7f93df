/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction export and import: joints for other tools, and from them. */
#include "arguments.h"
#include "command.h"
#include "experiment.h"
#include "export_options.h"
#include "files.h"
#include "identify.h"
#include "message.h"
#include "output.h"

#include <stdio.h>
#include <string.h>

enum { FORMATS_MAX = 16 };

/* The formats that are written or read. */
static size_t formats(bool writes, const char **names)
{
    size_t count = 0;
    for (int i = 0; i < stn_exchange_format_count() && count < FORMATS_MAX; i++) {
        const StnExchangeFormat format = stn_exchange_format_at(i);
        if (writes ? format.writes : format.reads)
            names[count++] = format.name;
    }
    return count;
}

/* The two arguments: a format and `what`. */
static int arguments_two(const Texts *others, const char *command, bool writes, const char *what)
{
    const char *names[FORMATS_MAX];
    const size_t count = formats(writes, names);
    if (others->count != 2)
        return bad_input("%s needs a format and %s; \"stiction help %s\" shows how", command, what,
                         command);
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], others->item[0]) == 0)
            return EXIT_DONE;
    return unknown_name("format", others->item[0], names, count);
}

static void put_remarks(const StnRemarks *remarks)
{
    for (int i = 0; i < remarks->count; i++)
        message("%s", remarks->text[i]);
}

/* ---- export ---- */

/* Whether a word stands in "a|b|c". */
static bool takes(const char *options, const char *name)
{
    const size_t length = strlen(name);
    for (const char *word = options; *word;) {
        const size_t n = strcspn(word, "|");
        if (n == length && strncmp(word, name, n) == 0)
            return true;
        word += n + (word[n] == '|');
    }
    return false;
}

/* Words of "a|b|c", cut; returns how many. */
static size_t cut_words(const char *words, char text[160], const char **names)
{
    size_t count = 0;
    snprintf(text, 160, "%s", words);
    for (char *word = text; word && count < FORMATS_MAX;) {
        names[count++] = word;
        word = strchr(word, '|');
        if (word)
            *word++ = '\0';
    }
    return count;
}

/* A word of --as that only other formats take. */
static int check_as(const char *allowed, const StnExportDef *def)
{
    char word[STN_FIELD_TEXT_SIZE], text[160];
    const char *names[FORMATS_MAX];
    const StnField *as = stn_fields_find(&stn_export_fields, "as", NULL);
    stn_field_word_at(as, (int)def->as, word, sizeof word);
    if (allowed[0] == '\0' || takes(allowed, word))
        return EXIT_DONE;
    return unknown_name("--as", word, names, cut_words(allowed, text, names));
}

static StnExchangeFormat format_of(const char *name)
{
    StnExchangeFormat format = stn_exchange_format_at(0);
    for (int i = 1; strcmp(format.name, name) != 0; i++)
        format = stn_exchange_format_at(i);
    return format;
}

/* An option that the format makes no use of is a mistake, not to be passed over, and a 0 that stands for a value
 * which the program chooses is not what was meant. */
static int refuse_others(const FieldOptions *own, const char *name, const StnExportDef *def)
{
    const StnExchangeFormat format = format_of(name);
    for (int i = 0; i < stn_export_fields.count; i++)
        if (own->given[i] && !takes(format.options, stn_export_fields.field[i].name)) {
            field_options_hint(&stn_export_fields, stn_export_fields.field[i].name);
            return bad_input("%s has nothing to do with export %s", own->name[i], name);
        }
    const int code = check_as(format.as, def);
    if (code != EXIT_DONE)
        return code;
    for (int i = 0; i < stn_export_fields.count; i++)
        if (own->given[i] && stn_export_fields.field[i].kind == STN_FIELD_OR_AUTO &&
            stn_field_get(&stn_export_fields.field[i], def) == 0.0 &&
            strcmp(own->text[i], "auto") != 0)
            return bad_input("%s %s: a value above 0 is needed, or auto", own->name[i],
                             own->text[i]);
    return EXIT_DONE;
}

/* The ending of -o is one of the format; where `as` decides, one of what is written. */
static int check_ending(const char *file, const char *name, const StnExportDef *def)
{
    char endings[ENDINGS_SIZE];
    const char *own = format_of(name).endings;
    for (int i = 0; strchr(own, '|') && i < (int)def->as; i++)
        own = strchr(own, '|') + 1;
    snprintf(endings, sizeof endings, "%.*s -", (int)strcspn(own, "|"), own);
    return output_check("-o", file, endings);
}

/* Units of --speed and --load against those of the site, once the scenario says which; a site that there is not is
 * refused where it is looked for. */
static int check_units(const StnScenario *scenario, const StnExportDef *def)
{
    const StnPlant *plant = stn_system_plant(stn_scenario_system(scenario));
    const int site = def->site ? stn_plant_site(plant, def->site) : 0;
    return site >= 0 && site < plant->nsite ? kind_check(plant->sites[site].rotary != 0, true)
                                            : EXIT_DONE;
}

static int run_export(const StnCatalog *catalog, int argc, char **argv)
{
    Texts others = {.count = 0};
    ExportOptions given = {.file = NULL};
    StnExportDef def = stn_default_export_def();
    StnRemarks remarks = {.count = 0};
    Experiment experiment;
    Option options[EXPORT_OPTIONS];
    const int noption = export_options(&given, &stn_export_fields, options);
    int code = arguments_parse(argc, argv, options, noption, &others);
    if (code == EXIT_DONE)
        code = arguments_two(&others, argv[0], true, "a scenario");
    if (code == EXIT_DONE)
        code = field_options_take(&given.own, &stn_export_fields, &def);
    if (code == EXIT_DONE)
        code = refuse_others(&given.own, others.item[0], &def);
    if (code == EXIT_DONE)
        code = check_ending(given.file, others.item[0], &def);
    if (code != EXIT_DONE)
        return code;
    const ExperimentOptions opts = {catalog, &given.set, &given.law};
    code = experiment_load(&experiment, others.item[1], &opts);
    if (code == EXIT_DONE)
        code = check_units(experiment.scenario, &def);
    if (code == EXIT_DONE) {
        StnError error = {.status = STN_OK};
        if (stn_export_write(experiment.scenario, others.item[0], &def,
                             given.file ? given.file : "-", &remarks, &error))
            code = error.status == STN_NO_FILE ? output_failed(&error) : report_error(&error);
        else if (!given.quiet)
            put_remarks(&remarks);
    }
    experiment_free(&experiment);
    return code;
}

const Command export_command = {
    "export", run_export, "a joint or its friction for other tools: MuJoCo, URDF, BAM, C, Python",
    "usage: stiction export mujoco SCENARIO [--timestep 2ms] [--joint] [-o FILE.xml]\n"
    "       stiction export urdf|bam SCENARIO [-o FILE]\n"
    "       stiction export feedforward SCENARIO [--as c|python|table] [--name NAME] [--site "
    "SITE]\n"
    "           [--speed V] [--load F] [-o FILE]\n"
    "       stiction export compensator SCENARIO [--as c|structured-text|simulink-function]\n"
    "           [--real lreal|real] [--name NAME] [-o FILE]\n"
    "           [--set PATH=VALUE]... [--law LAW]... [--quiet]\n"
    "\n"
    "Writes a joint (plant servo: a hinge; plant block: a slide) as another tool reads it, and "
    "says\n"
    "on standard error what that tool cannot hold, in words and numbers.\n"
    "\n"
    "  mujoco            a model that loads and moves: body with inertia and gravity, joint with\n"
    "                    damping and frictionloss, actuator; MuJoCo's friction lets a joint "
    "creep,\n"
    "                    and how fast is said and kept small\n"
    "  urdf              a <joint> with <dynamics damping friction>\n"
    "  bam               parameters of Rhoban's servo models m1 to m6, in JSON\n"
    "  feedforward       the friction at a site of any plant while a speed lasts, as a function "
    "of\n"
    "                    velocity and, where the law depends on them, load, drive and position; "
    "with\n"
    "                    its interval where the scenario has intervals: (identify writes them)\n"
    "  compensator       the terms of the scenario's compensation: with all their numbers, one "
    "call "
    "per\n"
    "                    sample: C99 alone, with the bits of a run; a function block of IEC "
    "61131-3;\n"
    "                    a MATLAB function for Simulink\n"
    "  --timestep TIME   step of the simulation that the model is for (2 ms)\n"
    "  --joint           the <joint> alone, without body and actuator\n"
    "  --as WHAT         c (C99 that calls exp only), python, or table (CSV with straight lines\n"
    "                    between its rows; how right they are is said)\n"
    "                    compensator: c, structured-text or simulink-function\n"
    "  --real TYPE       numbers of Structured Text: lreal, or real\n"
    "  --name NAME       of the function (friction, compensator)\n"
    "  --site SITE       friction site, where there are several\n"
    "  --speed V         largest speed of a table (100*vs, without a vs 1)\n"
    "  --load F          largest load of a table (twice the friction)\n"
    "  --set PATH=VALUE  change a number of the scenario\n"
    "  --law LAW         another friction law\n"
    "  -o FILE           into a file of the format's ending; without it standard output\n"
    "  --quiet           say nothing of what is lost\n"
    "\n"
    "examples:\n"
    "  stiction export mujoco servo-position -o servo.xml\n"
    "  stiction export mujoco servo-pendulum --timestep 1ms --joint\n"
    "  stiction export bam servo-lift -o servo.json\n"
    "  stiction export feedforward servo-lift --as c -o friction.c\n"
    "  stiction export compensator clutch-step --set 'compensation=[{kind: push, band: 0.3 "
    "rad}]'\n"};

/* ---- import ---- */

static int run_import(const StnCatalog *catalog, int argc, char **argv)
{
    Texts others = {.count = 0};
    const char *file = NULL;
    bool quiet = false;
    StnRemarks remarks = {.count = 0};
    StnError error = {.status = STN_OK};
    const Option options[] = {{"-o", .text = &file}, {"--quiet", .flag = &quiet}};
    (void)catalog;
    int code = arguments_parse(argc, argv, options, 2, &others);
    if (code == EXIT_DONE)
        code = arguments_two(&others, argv[0], false, "a file");
    if (code == EXIT_DONE)
        code = files_was_read("the file", others.item[1]);
    if (code == EXIT_DONE)
        code = output_check("-o", file, ".yaml .yml -");
    if (code != EXIT_DONE)
        return code;
    StnScenario *scenario = stn_import_read(others.item[0], others.item[1], &remarks, &error);
    if (!scenario)
        code = report_error(&error);
    if (scenario && stn_scenario_write(scenario, file ? file : "-", &error) != STN_OK)
        code = report_error(&error);
    else if (scenario && !quiet)
        put_remarks(&remarks);
    stn_scenario_free(scenario);
    return code;
}

const Command import_command = {
    "import", run_import, "a scenario from what another tool wrote: BAM",
    "usage: stiction import bam FILE.json [-o SCENARIO.yaml] [--quiet]\n"
    "\n"
    "Makes a scenario of a servo from the parameters of BAM, Rhoban's servo models m1 to m6.  "
    "What\n"
    "there is no place for (q_offset, command_delay, ...) is named, and kept as a comment.\n"
    "\n"
    "  -o FILE   into a file; without it standard output\n"
    "  --quiet   say nothing of what is not used\n"
    "\n"
    "examples:\n"
    "  stiction import bam params.json -o servo.yaml\n"};
