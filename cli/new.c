/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction new: a commented scenario to start from, valid as it is. */
#include "arguments.h"
#include "command.h"
#include "describe.h"
#include "message.h"
#include "names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LENGTH = 200, COMMENT_AT = 34 };

/* "  key: value       # comment"; off: the line itself is a comment. */
static void put_line(int indent, bool off, const char *key, const char *value, const char *comment)
{
    const int length = printf("%*s%s%s: %s", indent, "", off ? "# " : "", key, value);
    if (comment && comment[0])
        printf("%*s# %s", length < COMMENT_AT ? COMMENT_AT - length : 2, "", comment);
    putchar('\n');
}

static const char *quantity(double value, const char *unit, char *out, size_t size)
{
    char number[32];
    const bool bare = strcmp(unit, "1") == 0 || !isfinite(value);
    snprintf(out, size, "%s%s%s", describe_number(value, number), bare ? "" : " ",
             bare ? "" : unit);
    return out;
}

static void put_parameter(int indent, const StnParam *param, int rotary, bool off)
{
    char value[TEXT_LENGTH], unit[64], range[TEXT_LENGTH], comment[2 * TEXT_LENGTH + 8];
    stn_unit_text(param->unit, rotary, unit, sizeof unit);
    describe_range(param, range, sizeof range);
    if (param->kind == STN_KIND_CHOICE) {
        describe_default(param, value, sizeof value);
        snprintf(comment, sizeof comment, "%s: %s", range, param->text);
    } else if (isnan(param->def)) {
        off = true;
        snprintf(value, sizeof value, "...");
        snprintf(comment, sizeof comment, "[%s] %s; %s%s", unit, param->text,
                 param->derived ? "not given: " : "no default",
                 param->derived ? param->derived : "");
    } else {
        quantity(param->def, unit, value, sizeof value);
        snprintf(comment, sizeof comment, "%s (%s)", param->text, range);
    }
    put_line(indent, off, param->name, value, comment);
}

/* A plant with its parameters as they are by default: what is inactive then is left out. */
typedef struct Subject {
    const StnPlant *plant;
    double *value;
} Subject;

static bool used(const Subject *subject, StnPart part, const char *name)
{
    return stn_plant_is_active(subject->plant, subject->value, part, name);
}

/* `section` NULL: the plant's own.  off: as comments, and then the inactive ones too. */
static void put_section(const Subject *subject, const char *section, bool off)
{
    const StnPlant *plant = subject->plant;
    bool first = true;
    int left_out = 0;
    for (int i = 0; i < plant->nparam; i++) {
        const StnParam *param = &plant->params[i];
        if (section ? !param->section || strcmp(param->section, section) != 0 : !!param->section)
            continue;
        if (!off && !used(subject, STN_PART_PARAMETER, param->name)) {
            left_out++;
            continue;
        }
        if (first)
            printf("\n%s%s:\n", off ? "# " : "", section ? section : "parameters");
        first = false;
        put_parameter(2, param, 0, off);
    }
    if (left_out > 0)
        printf("  # and %d more that are unused with these values: stiction describe %s\n",
               left_out, plant->name);
}

static void put_states(const Subject *subject)
{
    printf(
        "\n# Start values of states; what is left out is 0 or chosen by the plant.\n# initial:\n");
    for (int i = 0; i < subject->plant->nstate; i++) {
        const StnVar *state = &subject->plant->states[i];
        char value[64];
        quantity(0.0, state->unit, value, sizeof value);
        if (used(subject, STN_PART_STATE, state->name))
            put_line(2, true, state->name, value, state->text);
    }
}

static void put_friction(const Subject *subject, const StnCatalog *catalog)
{
    const StnPlant *plant = subject->plant;
    if (plant->nsite > 0)
        puts("\n# Parameters of other laws may stand here too: --law then switches laws on one "
             "file.\n"
             "# A value per direction: Fs: {forward: 2 N, backward: 1 N}.\n"
             "friction:");
    for (int i = 0; i < plant->nsite; i++) {
        const StnSiteInfo *site = &plant->sites[i];
        const StnLaw *law = stn_catalog_law(catalog, site->law);
        if (!used(subject, STN_PART_SITE, site->name))
            continue;
        printf("  %s:%*s# %s\n", site->name, COMMENT_AT - 3 - (int)strlen(site->name), "",
               site->text);
        put_line(4, false, "law", site->law, "stiction list laws");
        for (int k = 0; law && k < law->nparam; k++)
            put_parameter(4, law->params[k], site->rotary, false);
    }
}

/* ---- Inputs: something that moves the plant, by what the unit says the input is ---- */

static double static_level(void)
{
    for (int i = 0; i < stn_friction_parameter_count(); i++)
        if (strcmp(stn_friction_parameter_at(i)->name, "Fs") == 0)
            return stn_friction_parameter_at(i)->def;
    return 1.0;
}

static void signal_text(const StnPlant *plant, const StnVar *input, char *out, size_t size)
{
    char value[64];
    for (int i = 0; i < plant->nsite; i++) {
        const StnSiteInfo *site = &plant->sites[i];
        const StnVar *x = &plant->states[site->x], *v = stn_site_velocity(plant, i);
        if (strcmp(input->unit, site->rotary ? "N*m" : "N") == 0) {
            quantity(2.0 * static_level(), input->unit, value, sizeof value);
            snprintf(out, size, "{sine: {amplitude: %s, frequency: 0.5 Hz}}", value);
            return;
        }
        if (strcmp(input->unit, x->unit) == 0 || strcmp(input->unit, v->unit) == 0) {
            const StnVar *like = strcmp(input->unit, x->unit) == 0 ? x : v;
            quantity(0.1 * like->scale, input->unit, value, sizeof value);
            snprintf(out, size, "{step: {at: 0.1 s, to: %s}}", value);
            return;
        }
    }
    quantity(1e-3, input->unit, value, sizeof value);
    snprintf(out, size, "{sine: {amplitude: %s, frequency: 0.5 Hz}}", value);
}

static void put_inputs(const Subject *subject)
{
    const StnPlant *plant = subject->plant;
    int choice[STN_CHOICES_MAX];
    const StnSelf self = stn_plant_self(plant, subject->value, choice);
    const uint32_t needed = plant->needs ? plant->needs(&self, subject->value) : 0;
    const char *open = needed ? "" : "# ";
    if (plant->ninput > 0)
        printf("\n# Signals: constant, step, ramp, sine, trapezoid, pulses, chirp, multisine, "
               "table; a "
               "list is\n# their sum.\n%sinputs:\n",
               open);
    for (int i = 0; i < plant->ninput; i++) {
        const StnVar *input = &plant->inputs[i];
        char value[TEXT_LENGTH];
        if (!used(subject, STN_PART_INPUT, input->name))
            continue;
        if (isnan(input->scale))
            signal_text(plant, input, value, sizeof value);
        else
            quantity(input->scale, input->unit, value, sizeof value);
        put_line(2, !(needed >> i & 1u), input->name, value, input->text);
    }
}

/* `head`: plant and title. */
static void put_scenario(const Subject *subject, const StnCatalog *catalog, const char *head)
{
    const StnPlant *plant = subject->plant;
    printf(
        "# A scenario for the plant \"%s\": %s.\n"
        "# All about it: stiction describe %s.  To check this file: stiction check FILE; to run "
        "it:\n"
        "# stiction run FILE.  Numbers with units (3 kN, 0.25 mm/s, 35 deg); a bare number is SI.\n"
        "# Values below are the defaults; lines behind # are left out: take the # away to use "
        "them.\n"
        "%s",
        plant->name, plant->title, plant->name, head);
    put_section(subject, "options", false);
    put_section(subject, NULL, false);
    put_section(subject, "controller", true);
    put_states(subject);
    put_friction(subject, catalog);
    put_inputs(subject);
    puts("\n# sensors:\n"
         "#   NAME_OF_A_COLUMN: {resolution: 1 um, sample: 1 ms, lag: 2 ms, noise: 1 um}\n"
         "\n"
         "solver: {method: event, rtol: 1e-9, dt: 1e-5 s}  # event | fixed | sundials; dt: fixed "
         "step\n"
         "duration: 5 s\n"
         "record: {every: 5 ms}             # columns: [NAME, ...] for some columns only");
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    Texts others = {.count = 0};
    const char *names[NAMES_MAX];
    if (arguments_parse(argc, argv, NULL, 0, &others) != EXIT_DONE)
        return EXIT_BAD_INPUT;
    const char *name = arguments_one(&others, argv[0], "the name of a plant");
    if (!name)
        return EXIT_BAD_INPUT;
    const StnPlant *plant = stn_catalog_plant(catalog, name);
    if (!plant)
        return unknown_name("plant", name, names, names_collect(catalog, NAMES_PLANTS, names));
    Subject subject = {plant, calloc((size_t)plant->nparam + 1, sizeof *subject.value)};
    if (!subject.value)
        return out_of_memory();
    for (int i = 0; i < plant->nparam; i++)
        subject.value[i] = plant->params[i].def;
    StnScenario *document = stn_scenario_new(plant->name);
    const bool titled = stn_scenario_set_text(document, "title", plant->title) == STN_OK;
    char *head = titled ? stn_scenario_text(document) : NULL;
    if (head)
        put_scenario(&subject, catalog, head);
    const int code = head ? EXIT_DONE : out_of_memory();
    stn_scenario_free(document);
    stn_text_free(head);
    free(subject.value);
    return code;
}

const Command new_command = {
    "new",
    run,
    "a commented scenario to start from",
    "usage: stiction new PLANT\n"
    "\n"
    "Prints a scenario for a plant, with every option, parameter, friction value and input of it, "
    "its\n"
    "default, unit and range.  It can be checked and run as it is.\n"
    "\n"
    "examples:\n"
    "  stiction new block > mine.yaml\n"
    "  stiction new block | stiction run - --set friction.contact.Fs=2N\n",
};
