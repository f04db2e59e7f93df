/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify check: what the sensor can tell. */
#include "experiment.h"
#include "identify.h"
#include "message.h"
#include "output.h"
#include "text_table.h"

#include <math.h>
#include <string.h>

/* Where the numbers come from, for the report; NULL: from an option. */
typedef struct Sources {
    const char *dx, *Ts, *m, *umax, *vmax;
} Sources;

typedef struct CheckWish {
    DataWish data;
    Texts files;
    const char *resolution, *sample, *mass, *mass_error, *effort_max, *speed_max, *site;
    bool rotary, json, quiet;
} CheckWish;

static int parse(CheckWish *w, int argc, char **argv)
{
    Option options[DATA_OPTIONS + 10];
    int n = data_options(&w->data, options);
    const Option own[] = {
        {"--resolution", .text = &w->resolution},
        {"--sample", .text = &w->sample},
        {"--mass", .text = &w->mass},
        {"--mass-error", .text = &w->mass_error},
        {"--effort-max", .text = &w->effort_max},
        {"--speed-max", .text = &w->speed_max},
        {"--site", .text = &w->site},
        {"--rotary", .flag = &w->rotary},
        {"--json", .flag = &w->json},
        {"--quiet", .flag = &w->quiet},
    };
    memcpy(options + n, own, sizeof own);
    n += (int)(sizeof own / sizeof own[0]);
    return arguments_parse(argc, argv, options, n, &w->files);
}

static bool says_rotary(const char *text)
{
    return text && (strstr(text, "rad") || strstr(text, "deg") || strstr(text, "turn"));
}

static int take_numbers(const CheckWish *w, StnCheckDef *def)
{
    int code = positive_read("--resolution", w->resolution, "m|rad", &def->dx);
    if (code == EXIT_DONE)
        code = positive_read("--sample", w->sample, "s", &def->Ts);
    if (code == EXIT_DONE)
        code = positive_read("--mass", w->mass, "kg|kg*m^2", &def->m);
    if (code == EXIT_DONE)
        code = unsigned_read("--mass-error", w->mass_error, "kg|kg*m^2", &def->m_error);
    if (code == EXIT_DONE)
        code = positive_read("--effort-max", w->effort_max, "N|N*m", &def->umax);
    if (code == EXIT_DONE)
        code = positive_read("--speed-max", w->speed_max, "m/s|rad/s", &def->vmax);
    def->rotary = w->rotary || says_rotary(w->resolution);
    return code;
}

/* Names the source of what was not known before. */
static void name_sources(const StnCheckDef *before, const StnCheckDef *now, const Sources *words,
                         Sources *from)
{
#define NAME(field)                                 \
    if (isnan(before->field) && !isnan(now->field)) \
    from->field = words->field
    NAME(dx);
    NAME(Ts);
    NAME(m);
    NAME(umax);
    NAME(vmax);
#undef NAME
}

/* The largest value of the inputs that are efforts, as the scenario drives them. */
static double largest_input(const StnSystem *system, double duration, bool rotary)
{
    enum { LOOKS = 2000 };
    const StnPlant *plant = stn_system_plant(system);
    double most = 0.0;
    for (int i = 0; i < plant->ninput; i++) {
        if (strcmp(plant->inputs[i].unit, rotary ? "N*m" : "N") != 0)
            continue;
        for (int k = 0; k <= LOOKS; k++)
            most = fmax(most, fabs(stn_system_input(system, i, duration * k / LOOKS).val));
    }
    return most > 0.0 ? most : NAN;
}

/* What the system says, then what its run would show: the step of its record, its inputs. */
static void take_system(const Experiment *experiment, int site, StnCheckDef *def, Sources *from)
{
    static const Sources words = {"its sensor's", "of its controller or sensor", "its plant's",
                                  "its effort limit", NULL};
    static const Sources others = {NULL, "of its record", NULL, "its largest input", NULL};
    StnCheckDef before = *def;
    stn_check_from_system(def, experiment->system, site);
    name_sources(&before, def, &words, from);
    before = *def;
    const StnRunDef run = stn_scenario_run_def(experiment->scenario);
    if (isnan(def->Ts) && run.every > 0.0)
        def->Ts = run.every;
    if (isnan(def->umax))
        def->umax = largest_input(experiment->system, run.duration, def->rotary);
    name_sources(&before, def, &others, from);
}

static int take_scenario(const CheckWish *w, const StnCatalog *catalog, StnCheckDef *def,
                         Sources *from)
{
    Experiment experiment;
    const Texts none = {.count = 0};
    const ExperimentWish how = {catalog, &none, NULL};
    const char *names[STN_SITES_MAX];
    int code = experiment_load(&experiment, w->files.item[0], &how), site = w->site ? -1 : 0;
    if (code != EXIT_DONE)
        return code;
    const StnPlant *plant = stn_system_plant(experiment.system);
    for (int i = 0; i < plant->nsite; i++) {
        names[i] = plant->sites[i].name;
        if (w->site && strcmp(names[i], w->site) == 0)
            site = i;
    }
    if (site < 0)
        code = unknown_name("friction site", w->site, names, (size_t)plant->nsite);
    else
        take_system(&experiment, site, def, from);
    experiment_free(&experiment);
    return code;
}

static int take_file(const CheckWish *w, const StnCatalog *catalog, StnCheckDef *def, Sources *from,
                     StnData *kept)
{
    static const Sources words = {"smallest step in the data", "of the data", NULL,
                                  "largest in the data", "largest in the data"};
    const StnCheckDef before = *def;
    StnData data;
    if (w->files.count == 0)
        return EXIT_DONE;
    const char *file = w->files.item[0];
    if (!output_has_ending(file, ".csv") && !output_has_ending(file, ".mat"))
        return take_scenario(w, catalog, def, from);
    if (w->site)
        return bad_input("--site names a friction site of a scenario, but %s is data", file);
    StnError error = {.status = STN_OK};
    int code = data_read(&w->data, file, 2, &data);
    const bool position = code == EXIT_DONE && data.value[STN_ROLE_POSITION];
    if (code == EXIT_DONE && isnan(def->dx) && !position)
        code = bad_input("the resolution of the sensor is not known: --position COLUMN, or "
                         "--resolution X");
    else if (isnan(def->dx) && position &&
             stn_data_require(&data, 1u << STN_ROLE_POSITION, 0, &error) != STN_OK)
        code = report_error(&error);
    if (code == EXIT_DONE && stn_check_from_data(def, &data, &error) != STN_OK)
        code = report_error(&error);
    name_sources(&before, def, &words, from);
    if (code == EXIT_DONE)
        *kept = data; /* for the report */
    else
        stn_data_free(&data);
    return code;
}

/* ---- Output ---- */

static void put_row(TextTable *table, const char *what, double value, const char *unit,
                    const char *from)
{
    if (isnan(value))
        return;
    text_table_cell(table, "%s", what);
    text_table_cell(table, "%.4g", value);
    text_table_cell(table, "%s", unit);
    text_table_cell(table, "%s", from ? from : "");
}

static void put_text(const StnCheckDef *def, const StnCheck *c, const Sources *from)
{
    const bool rotary = def->rotary;
    const char *mass = rotary ? "kg*m^2" : "kg", *x = rotary ? "rad" : "m";
    const char *v = rotary ? "rad/s" : "m/s", *a = rotary ? "rad/s^2" : "m/s^2";
    TextTable table = {.columns = 4};
    puts("What the sensor can tell\n");
    put_row(&table, "resolution dx", def->dx, x, from->dx);
    put_row(&table, "sampling time Ts", def->Ts, "s", from->Ts);
    put_row(&table, "mass m", def->m, mass, from->m);
    put_row(&table, "mass known to +-", def->m_error, mass, NULL);
    put_row(&table, "largest effort umax", def->umax, rotary ? "N*m" : "N", from->umax);
    put_row(&table, "largest speed", def->vmax, v, from->vmax);
    put_row(&table, "error of a velocity, dx/Ts", c->velocity_error, v, NULL);
    put_row(&table, "error of an acceleration, 2*dx/Ts^2", c->acceleration_error, a, NULL);
    put_row(&table, "acceleration, signal to noise, Ts^2*umax/(2*m*dx)", c->signal_to_noise, "",
            NULL);
    put_row(&table, "uncertainty of the mass, 2*m^2*dx/(Ts^2*umax)", c->mass_uncertainty, mass,
            NULL);
    text_table_print(&table, stdout, 2, "lrll");
    text_table_free(&table);
    result_put_remarks(&c->remarks, "Recommendation:");
}

static void put_json(const StnCheckDef *def, const StnCheck *c)
{
    StnJsonText json = {.out = stdout};
    stn_json_open_map(&json, NULL);
    stn_json_put_text(&json, "version", STN_VERSION);
    stn_json_put_text(&json, "method", "check");
    stn_json_put_text(&json, "kind", def->rotary ? "rotary" : "linear");
    stn_json_put_number(&json, "resolution", def->dx);
    stn_json_put_number(&json, "sample_time", def->Ts);
    stn_json_put_number(&json, "mass", def->m);
    stn_json_put_number(&json, "mass_error", def->m_error);
    stn_json_put_number(&json, "effort_max", def->umax);
    stn_json_put_number(&json, "speed_max", def->vmax);
    stn_json_put_number(&json, "velocity_error", c->velocity_error);
    stn_json_put_number(&json, "acceleration_error", c->acceleration_error);
    stn_json_put_number(&json, "acceleration_signal_to_noise", c->signal_to_noise);
    stn_json_put_number(&json, "mass_uncertainty", c->mass_uncertainty);
    stn_json_put_flag(&json, "mass_identifiable", c->mass_identifiable);
    result_put_remarks_json(&json, "recommendation", &c->remarks);
    stn_json_close(&json);
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    CheckWish w = {.resolution = NULL};
    StnCheckDef def = stn_default_check_def();
    StnCheck check;
    Sources from = {.dx = NULL};
    StnData data = {.rows = 0};
    StnError error = {.status = STN_OK};
    int code = parse(&w, argc, argv);
    if (code == EXIT_DONE && w.files.count > 1)
        code = bad_input("identify check takes one file, but \"%s\" follows \"%s\"",
                         w.files.item[1], w.files.item[0]);
    if (code == EXIT_DONE)
        code = take_numbers(&w, &def);
    const bool rotary = def.rotary;
    if (code == EXIT_DONE)
        code = take_file(&w, catalog, &def, &from, &data);
    const bool known = data.rows > 0 ? data.kind_known : w.files.count > 0; /* a scenario knows */
    def.rotary = def.rotary || (rotary && !known);
    if (code == EXIT_DONE)
        code = kind_check(def.rotary, known || data.rows == 0 || def.rotary);
    if (code == EXIT_DONE && stn_identify_check(&def, &check, &error) != STN_OK)
        code = report_error(&error);
    if (code == EXIT_DONE && w.json) {
        put_json(&def, &check);
    } else if (code == EXIT_DONE && !w.quiet) {
        if (data.rows > 0)
            result_put_data(&data);
        put_text(&def, &check, &from);
    }
    stn_data_free(&data);
    return code;
}

/* clang-format off */
static const char usage[] =
    "usage: stiction identify check [FILE.csv|.mat | SCENARIO] [OPTION]...\n"
    "\n"
    "What the sensor can tell, before anything is identified: error bounds of velocity and\n"
    "acceleration, the signal-to-noise ratio of the acceleration, the uncertainty of the mass, and\n"
    "what to do.  Values come from the options, otherwise from the file (resolution, sampling time,\n"
    "largest effort and speed) or from the scenario (sensor, controller or record, mass, effort limit\n"
    "or largest input); the report says which.  A data file knows no mass: give --mass.\n"
    "\n"
    "  --resolution X     step of the position sensor, as 0.1um or 0.1122rad\n"
    "  --sample TIME      sampling time\n"
    "  --mass M           moving mass, or moment of inertia\n"
    "  --mass-error M     how well it is known already\n"
    "  --effort-max U     largest force or torque\n"
    "  --speed-max V      largest speed\n"
    "  --site SITE        friction site of the scenario (the first)\n"
    "  --rotary           units are those of a rotary system (resolution in rad says so too)\n"
    "  --json, --quiet    the results for machines; nothing but errors\n"
    "\n"
    DATA_USAGE
    "\n"
    "examples:\n"
    "  stiction identify check --resolution 0.1122rad --sample 1ms --mass 1.32e-5kg*m^2 \\\n"
    "      --mass-error 2.1e-6kg*m^2 --effort-max 2N*m\n"
    "  stiction identify check axis.csv --effort force --position q --mass 95kg\n";
/* clang-format on */

const Command identify_check_command = {
    "check",
    run,
    "what the sensor can tell, before anything else",
    usage,
};
