/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers in, results out, for all methods. */
#include "identify.h"
#include "experiment.h"
#include "interrupt.h"
#include "message.h"
#include "output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int out_options(OutOptions *opts, Option *options)
{
    const Option own[] = {
        {"--plot", .text = &opts->figure}, {"-o", .text = &opts->output},
        {"--base", .text = &opts->base},   {"--site", .text = &opts->site},
        {"--json", .flag = &opts->json},   {"--quiet", .flag = &opts->quiet},
    };
    _Static_assert(sizeof own / sizeof own[0] == OUT_OPTIONS, "as the header says");
    memcpy(options, own, sizeof own);
    return OUT_OPTIONS;
}

/* The site of --base exists; *found its name.  part: joined with what the base gives; may be NULL.  base:
 * keeps the scenario; may be NULL. */
static int check_base(const OutOptions *opts, const StnCatalog *catalog, const char **found,
                      StnFindings *part, Experiment *base)
{
    Experiment experiment;
    const Texts none = {.count = 0};
    const ExperimentOptions how = {catalog, &none, NULL};
    const char *names[STN_SITES_MAX];
    const int code = experiment_load(&experiment, opts->base, &how);
    if (code != EXIT_DONE)
        return code;
    const StnPlant *plant = stn_system_plant(experiment.system);
    int count = 0, match = -1;
    for (; count < plant->nsite; count++) {
        names[count] = plant->sites[count].name;
        if (opts->site ? strcmp(names[count], opts->site) == 0 : plant->nsite == 1)
            match = count;
    }
    if (match >= 0 && part) {
        const StnSystemDef def = stn_scenario_def(experiment.scenario);
        StnRemarks remarks = {.count = 0};
        stn_findings_join(part, stn_system_law(experiment.system, match), &def.site[match],
                          &remarks);
        for (int i = 0; i < remarks.count; i++)
            message("%s: %s", opts->output, remarks.text[i]);
    }
    const bool rotary = match >= 0 && plant->sites[match].rotary;
    if (base)
        *base = experiment;
    else
        experiment_free(&experiment);
    if (match >= 0) {
        *found = names[match]; /* the plant's own text: it stays */
        kind_note_base(opts->base, *found, rotary);
        return EXIT_DONE;
    }
    return opts->site ? unknown_name("friction site", opts->site, names, (size_t)count)
                      : bad_input("--base %s has %d friction sites: name one with --site",
                                  opts->base, count);
}

int out_check(OutOptions *opts, const StnCatalog *catalog)
{
    int code = output_check_figure("--plot", opts->figure);
    if (code == EXIT_DONE)
        code = output_check_record("--rows", opts->rows);
    if (code == EXIT_DONE)
        code = output_check("-o", opts->output, ".yaml .yml -");
    if (code == EXIT_DONE && opts->base && !opts->output)
        return bad_input("--base says what the scenario of -o inherits: give -o FILE.yaml");
    if (code == EXIT_DONE && opts->site && !opts->base)
        return bad_input("--site goes with --base");
    if (code == EXIT_DONE && opts->base && strcmp(opts->base, "-") == 0)
        return bad_input("--base -: a scenario cannot inherit from standard input; give a file");
    return code == EXIT_DONE && opts->base ? check_base(opts, catalog, &opts->site, NULL, NULL)
                                           : code;
}

/* Which of the units between '|' a dimension fits, from 0; -1: none. */
static int fitting(StnDimension given, const char *units)
{
    char copy[128], *rest = NULL;
    int index = 0;
    snprintf(copy, sizeof copy, "%s", units);
    for (char *unit = strtok_r(copy, "|", &rest); unit; unit = strtok_r(NULL, "|", &rest)) {
        StnDimension wanted;
        double factor;
        if (stn_unit_factor(unit, &factor, &wanted, NULL) == STN_OK &&
            stn_dimension_fits(given, wanted))
            return index;
        index++;
    }
    return -1;
}

int quantity_read(const char *option, const char *text, const char *unit, double *value)
{
    StnError error = {.status = STN_OK};
    StnDimension given;
    bool bare;
    const char *gap = option[strlen(option) - 1] == '=' ? "" : " ";
    if (!text)
        return EXIT_DONE;
    if (stn_unit_parse(text, value, &given, &bare, &error) != STN_OK)
        return bad_input("%s%s%s: %s", option, gap, text, error.text);
    const bool pure = strcmp(unit, "1") == 0;
    const int which = bare ? 0 : fitting(given, unit);
    if (which < 0 && pure)
        return bad_input("%s%s%s: a number without a unit is needed", option, gap, text);
    if (which < 0)
        return bad_input("%s%s%s: a value in %s is needed", option, gap, text, unit);
    if (!isfinite(*value))
        return bad_input("%s%s%s: a finite value is needed", option, gap, text);
    if (!pure && *value != 0.0 && !(fabs(*value) >= 1e-30 && fabs(*value) <= 1e30))
        return bad_input("%s%s%s: out of range; in SI, 0 or 1e-30 to 1e30 is allowed", option, gap,
                         text);
    if (!bare && strchr(unit, '|'))
        kind_note(option, text, unit, which == 1);
    return EXIT_DONE;
}

int positive_read(const char *option, const char *text, const char *unit, double *value)
{
    const int code = quantity_read(option, text, unit, value);
    return code == EXIT_DONE && text && !(*value > 0.0)
               ? bad_input("%s %s: a value above 0 is needed", option, text)
               : code;
}

int count_read(const char *option, const char *text, long least, long most, long *value)
{
    char *end;
    if (!text)
        return EXIT_DONE;
    *value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || *value < least || *value > most)
        return bad_input("%s %s: a whole number from %ld to %ld is needed", option, text, least,
                         most);
    return EXIT_DONE;
}

void result_hint_sign(const StnFindings *findings, const DataOptions *opts, const StnData *data,
                      StnRemarks *remarks)
{
    if (findings->reversed && opts->effort.count > 1)
        stn_remark(remarks, "The signs of --gain turn the efforts.");
    else if (findings->reversed)
        stn_remark(remarks, "--gain %s=-1 turns the sign of the effort.",
                   data->column[STN_ROLE_EFFORT]);
}

int result_write_scenario(const OutOptions *opts, const StnCatalog *catalog,
                          const StnFindings *findings, bool part, const char *title,
                          const char *comment)
{
    const char *site = opts->site;
    StnFindings whole = *findings;
    Experiment base = {.name = NULL};
    StnScenario *scenario = NULL;
    StnError error = {.status = STN_OK};
    int code = EXIT_RUN_FAILED;
    if (!opts->output)
        return EXIT_DONE;
    if (opts->base && check_base(opts, catalog, &site, part ? &whole : NULL, &base) != EXIT_DONE)
        goto done; /* it was right before the work */
    if (stn_findings_check(&whole, &error) != STN_OK) {
        message("-o %s: %s; nothing is written", opts->output, error.text);
        goto done;
    }
    if (whole.lost[0])
        message("%s: a scenario has no place for %s", opts->output, whole.lost);
    scenario = stn_findings_scenario(&whole, title, comment, base.scenario, site, &error);
    interrupt_defer();
    if (scenario && stn_scenario_write(scenario, opts->output, &error) == STN_OK)
        code = EXIT_DONE;
    else
        report_error(&error);
done:
    stn_scenario_free(scenario);
    experiment_free(&base);
    return code;
}

int result_write_rows(const char *path, const StnResult *result)
{
    StnError error = {.status = STN_OK};
    if (!path)
        return EXIT_DONE;
    interrupt_defer();
    StnStatus status =
        stn_result_check(result, &error); /* rows may be missing, and --quiet shows none */
    if (status == STN_OK)
        status = stn_record_write(path, &result->rows, NULL, &error);
    return status ? output_failed(&error) : EXIT_DONE;
}

int result_draw(const char *path, const StnFigure *figure)
{
    StnError error = {.status = STN_OK};
    if (!path)
        return EXIT_DONE;
    interrupt_defer();
    if (output_draw(path, figure, &error) == STN_OK)
        return EXIT_DONE;
    return output_failed(&error);
}
