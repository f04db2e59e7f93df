/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify breakaway --simulate: the experiment on a plant. */
#include "experiment.h"
#include "identify_method.h"
#include "interrupt.h"
#include "message.h"
#include "progress.h"

#include <math.h>
#include <string.h>

/* What the command line says about the rig. */
typedef struct Rig {
    const DataOptions *data;
    bool on, quiet;
    Texts set;
    const char *input, *rate, *limit, *travel, *passes, *points, *longest;
} Rig;

static Rig rig; /* of the one command that a process runs */

static int parse(Option *options)
{
    const Option own[] = {
        {"--simulate", .flag = &rig.on},     {"--set", .list = &rig.set},
        {"--input", .text = &rig.input},     {"--rate", .text = &rig.rate},
        {"--limit", .text = &rig.limit},     {"--travel", .text = &rig.travel},
        {"--passes", .text = &rig.passes},   {"--points", .text = &rig.points},
        {"--longest", .text = &rig.longest},
    };
    memcpy(options, own, sizeof own);
    return (int)(sizeof own / sizeof own[0]);
}

static bool reads(const MethodJob *job)
{
    (void)job;
    return rig.on;
}

/* "A,B" or "A" for both. */
static int pair_read(const char *option, const char *text, const char *unit, char separator,
                     double out[2])
{
    char first[64];
    const char *second = text ? strchr(text, separator) : NULL;
    if (!text)
        return EXIT_DONE;
    snprintf(first, sizeof first, "%.*s", second ? (int)(second - text) : 60, text);
    int code = quantity_read(option, first, unit, &out[0]);
    out[1] = out[0];
    if (code == EXIT_DONE && second && strchr(second + 1, separator))
        return bad_input("%s %s: one value or two, parted by \"%c\"", option, text, separator);
    if (code == EXIT_DONE && second)
        code = quantity_read(option, second + 1, unit, &out[1]);
    return code;
}

/* ---- The simulated rig ---- */

/* The input that is raised: the one named, otherwise the first force or torque that is needed. */
static int find_input(const Rig *w, const StnSystem *system, int *input)
{
    const StnPlant *plant = stn_system_plant(system);
    const char *names[STN_INPUTS_MAX], *unit = plant->sites[0].rotary ? "N*m" : "N";
    *input = -1;
    for (int i = 0; i < plant->ninput; i++) {
        names[i] = plant->inputs[i].name;
        const bool fits = strcmp(plant->inputs[i].unit, unit) == 0 &&
                          !isnan(stn_system_input(system, i, 0.0).val);
        if (w->input ? strcmp(w->input, names[i]) == 0 : fits && *input < 0)
            *input = i;
    }
    if (*input >= 0)
        return EXIT_DONE;
    if (w->input)
        return unknown_name("input", w->input, names, (size_t)plant->ninput);
    return bad_input("no input of the scenario is a %s: name one with --input, or choose a drive "
                     "by effort (--set options.drive=...)",
                     plant->sites[0].rotary ? "torque" : "force");
}

static bool find_column(const StnSystem *system, const char *name, StnColumnInfo *out)
{
    const int i = stn_system_column(system, name);
    if (i >= 0)
        *out = stn_system_column_at(system, i);
    return i >= 0;
}

/* Effort: the column named, otherwise the one of the input's name; position: likewise, preferring the
 * sensor's. */
static int find_columns(const Rig *w, const StnSystem *system, StnBreakawayRigDef *def,
                        StnColumnInfo found[2])
{
    const StnPlant *plant = stn_system_plant(system);
    const char *x = plant->states[plant->sites[0].x].name,
               *position = w->data->column[STN_ROLE_POSITION];
    const char *effort =
        w->data->effort.count > 0 ? w->data->effort.item[0] : plant->inputs[def->input].name;
    char meas[64];
    snprintf(meas, sizeof meas, "%s_meas", x);
    if (!find_column(system, effort, &found[0]))
        return bad_input("the scenario has no column \"%s\"; name the effort with --effort",
                         effort);
    if (position ? !find_column(system, position, &found[1])
                 : !find_column(system, meas, &found[1]) && !find_column(system, x, &found[1]))
        return bad_input("the scenario has no column \"%s\"", position ? position : x);
    def->effort = found[0].name;
    def->position = found[1].name;
    return EXIT_DONE;
}

/* A first guess for the trials: the effort rises by half a per cent of the static level while a fifth
 * of it moves the mass by a sensor step; between a twentieth and one level per second. */
static double rate_of(const StnSystem *system, double m, double dx)
{
    const double Fs = stn_system_friction(system, 0, "Fs", 0);
    const double level = isnan(Fs) ? stn_system_friction(system, 0, "Cs_forward", 0) : Fs;
    const double rate = 0.005 / sqrt(2.0 * dx * m / (0.2 * level));
    return level * (isnan(rate) ? 0.1 : fmin(1.0, fmax(0.05, rate)));
}

static int take_rig(const Rig *w, const StnSystem *system, const StnBreakawayDef *how,
                    StnBreakawayRigDef *def)
{
    StnCheckDef known = stn_default_check_def();
    double travel[2] = {NAN, NAN};
    long passes = def->passes, points = def->points;
    stn_check_from_system(&known, system, 0);
    def->dx = isnan(how->dx) ? known.dx : how->dx;
    def->Ts = isnan(known.Ts) ? def->Ts : known.Ts;
    def->rate = rate_of(system, known.m, def->dx);
    def->adapt = !w->rate;
    def->limit = isnan(known.umax) ? def->limit : known.umax;
    def->steps = how->steps;
    def->rest = fmax(def->rest, 2.0 * how->rest);
    double sample = NAN;
    int code = data_sample(w->data, &sample);
    def->Ts = isnan(sample) ? def->Ts : sample;
    if (code == EXIT_DONE)
        code = positive_read("--rate", w->rate, "N/s|N*m/s", &def->rate);
    if (code == EXIT_DONE)
        code = positive_read("--limit", w->limit, "N|N*m", &def->limit);
    if (code == EXIT_DONE)
        code = positive_read("--longest", w->longest, "s", &def->longest);
    if (code == EXIT_DONE)
        code = count_read("--passes", w->passes, 1, 1000, &passes);
    if (code == EXIT_DONE)
        code = count_read("--points", w->points, 1, 100000, &points);
    if (code == EXIT_DONE)
        code = pair_read("--travel", w->travel, "m|rad", ':', travel);
    def->passes = (int)passes;
    def->points = (int)points;
    def->from = travel[0];
    def->to = travel[1];
    if (code == EXIT_DONE && isnan(travel[0]))
        return bad_input("--simulate needs the ends of the travel: --travel FROM:TO");
    if (code == EXIT_DONE && isnan(def->dx))
        return bad_input("the scenario's position has no sensor with a resolution: give "
                         "--resolution, or sensors in the scenario");
    return code;
}

static int simulate(const Rig *w, const StnCatalog *catalog, const char *name, StnBreakawayDef *how,
                    StnData *data)
{
    Experiment experiment;
    Progress progress;
    StnError error = {.status = STN_OK};
    StnBreakawayRigDef def = stn_default_breakaway_rig_def();
    const ExperimentOptions opts = {catalog, &w->set, NULL};
    StnColumnInfo found[2];
    int code = experiment_load(&experiment, name, &opts);
    if (code != EXIT_DONE)
        return code;
    code = find_input(w, experiment.system, &def.input);
    if (code == EXIT_DONE)
        code = find_columns(w, experiment.system, &def, found);
    if (code == EXIT_DONE)
        code = take_rig(w, experiment.system, how, &def);
    if (code == EXIT_DONE) {
        interrupt_defer();
        progress_begin(&progress, "breakaway", w->quiet);
        def.progress = progress_show;
        def.user = &progress;
        how->dx = def.dx;
        if (stn_breakaway_experiment(&def, experiment.system, data, &error) != STN_OK) {
            code = report_error(&error);
            if (strcmp(error.path, "steps") == 0)
                message("--steps N says how many sensor steps are a motion: more than the noise");
        }
        progress_end(&progress);
    }
    experiment_free(&experiment);
    return code;
}

static int read_data(MethodJob *job)
{
    rig.data = &job->data;
    rig.quiet = job->out.quiet;
    return simulate(&rig, job->catalog, job->files.item[0], job->options,
                    &job->record[job->nrecord++]);
}

/* clang-format off */
static const char usage[] =
    "\n"
    "With --simulate:\n"
    "  --travel FROM:TO   ends of the travel\n"
    "  --passes N         there and back is 2 (2)\n"
    "  --points N         per pass at most, spread over the travel (100)\n"
    "  --input NAME       what is raised (the force or torque of the scenario)\n"
    "  --rate R           how fast, always (found in trials: near the level so slow that the rise\n"
    "                     while a motion shows is below half a per cent, far below it quicker)\n"
    "  --limit U          largest effort: turn round where it is reached\n"
    "  --sample TIME      of the rig (as the scenario, otherwise 1 ms)\n"
    "  --longest TIME     simulated time at most (3600 s), shared by the passes\n"
    "  --set PATH=VALUE   changes the scenario\n";
/* clang-format on */

const MethodExtra breakaway_extra = {
    .method = "breakaway", .usage = usage, .parse = parse, .reads = reads, .read = read_data};
