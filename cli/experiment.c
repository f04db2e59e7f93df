/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "experiment.h"

#include "command.h"
#include "files.h"
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool confined;

void experiment_confine(void) { confined = true; }

StnScenarioOptions experiment_options(const StnCatalog *catalog)
{
    return (StnScenarioOptions){.catalog = catalog, .confine = confined};
}

int experiment_split(const Texts *texts, StnOverride *set)
{
    for (int i = 0; i < texts->count; i++)
        set[i] = (StnOverride){NULL, NULL};
    for (int i = 0; i < texts->count; i++) {
        const StnStatus status = stn_override_split(texts->item[i], &set[i], NULL);
        if (status == STN_NO_MEMORY)
            return out_of_memory();
        if (status != STN_OK)
            return bad_input("--set %s: write PATH=VALUE, as in --set duration=30", texts->item[i]);
    }
    return EXIT_DONE;
}

void experiment_free_split(const Texts *texts, StnOverride *set)
{
    for (int i = 0; i < texts->count; i++)
        stn_override_free(&set[i]);
}

int experiment_failed(StnError *error)
{
    if (strncmp(error->file, "--", 2) == 0)
        error->line = 0; /* a place within the value of --set means little */
    return report_error(error);
}

/* `text` NULL: what `name` names. */
static int load_with(Experiment *experiment, const char *name, const char *text,
                     const StnScenarioOptions *options)
{
    StnError *error = &experiment->error;
    if (text)
        experiment->scenario = stn_scenario_parse(text, strlen(text), name, options, error);
    else
        experiment->scenario = strcmp(name, "-") == 0
                                   ? stn_scenario_read(stdin, "standard input", options, error)
                                   : stn_scenario_load(name, options, error);
    if (!experiment->scenario)
        return experiment_failed(error);
    experiment->name = name;
    experiment->system = stn_scenario_system(experiment->scenario);
    int code = files_was_read_by(experiment->scenario);
    if (code == EXIT_DONE && !text && strcmp(name, "-") == 0)
        code = files_was_read("the scenario", name);
    if (code != EXIT_DONE)
        experiment_free(experiment);
    return code;
}

int experiment_parse(Experiment *experiment, const char *name, const char *text,
                     const ExperimentOptions *opts)
{
    StnOverride set[TEXTS_MAX];
    memset(experiment, 0, sizeof *experiment);
    int code = experiment_split(opts->set, set);
    if (code == EXIT_DONE) {
        StnScenarioOptions options = experiment_options(opts->catalog);
        options.set = set;
        options.nset = opts->set->count;
        options.law = opts->law ? opts->law->item : NULL;
        options.nlaw = opts->law ? opts->law->count : 0;
        code = load_with(experiment, name, text, &options);
    }
    experiment_free_split(opts->set, set);
    return code;
}

int experiment_load(Experiment *experiment, const char *name, const ExperimentOptions *opts)
{
    return experiment_parse(experiment, name, NULL, opts);
}

void experiment_run(Experiment *experiment, const StnRunDef *def)
{
    void *memory = malloc(stn_state_size(experiment->system));
    if (!memory) {
        experiment->status = stn_out_of_memory(&experiment->error);
        return;
    }
    StnState *state = stn_state_init(experiment->system, memory);
    experiment->status =
        stn_run(experiment->system, state, def, &experiment->record, &experiment->error);
    free(memory);
}

void experiment_free(Experiment *experiment)
{
    stn_record_free(&experiment->record);
    stn_record_free(&experiment->detail);
    stn_scenario_free(experiment->scenario);
    memset(experiment, 0, sizeof *experiment);
}

static void put_note(const char *label, const char *kind, const char *text)
{
    if (label)
        message("%s: %s: %s", label, kind, text);
    else
        message("%s: %s", kind, text);
}

void experiment_put_notes(const Experiment *experiment, const char *label, bool derived)
{
    for (int i = 0; i < stn_scenario_warning_count(experiment->scenario); i++)
        put_note(label, "warning", stn_scenario_warning_at(experiment->scenario, i));
    for (int i = 0; i < stn_system_note_count(experiment->system); i++) {
        const StnNote note = stn_system_note_at(experiment->system, i);
        if (note.kind == STN_NOTE_WARNING)
            put_note(label, "warning", note.text);
        else if (derived)
            put_note(label, "derived", note.text);
    }
}

const char *experiment_laws(const Experiment *experiment, char *out, size_t size)
{
    const StnPlant *plant = stn_system_plant(experiment->system);
    size_t used = 0;
    bool alike = true;
    out[0] = '\0';
    for (int i = 1; i < plant->nsite; i++)
        alike =
            alike && stn_system_law(experiment->system, i) == stn_system_law(experiment->system, 0);
    for (int i = 0; i < (alike && plant->nsite > 0 ? 1 : plant->nsite) && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i > 0 ? "+" : "",
                                 stn_system_law(experiment->system, i)->name);
    return out;
}

StnProvenance experiment_provenance(const Experiment *experiment, const char *laws,
                                    const char *solver)
{
    return (StnProvenance){
        .scenario = experiment->name,
        .title = stn_scenario_title(experiment->scenario),
        .plant = stn_system_plant(experiment->system)->name,
        .law = laws,
        .solver = solver,
        .seed = stn_scenario_seed(experiment->scenario),
        .text = stn_scenario_resolved(experiment->scenario),
    };
}
