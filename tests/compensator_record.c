/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* compensator_record FOLDER [SAMPLES]: what compensations take and give in runs, and their exports, for tests/test_compensator.sh.
 *
 * For each case FOLDER/NAME.c, NAME.st, NAME_real.st and NAME.m, the exports; NAME.names, what the columns of NAME.bin are, and
 * NAME.bin, a row of doubles per sample.  The columns are written down in the engine, by functions around stn_terms_act and
 * stn_terms_learn (--wrap): a run itself, bits and all.
 *
 * Cases come from the lists: every kind on three plants, every word of every choice of a kind, every law with the kinds that run
 * any law, and all kinds at once. */
#include "core/system.h"
#include "remedies/remedies.h"
#include "stiction/stiction.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS = 8, PATH = 512 };

void __wrap_stn_terms_act(const StnSystem *S, StnState *st, StnSampled *at);
void __wrap_stn_terms_learn(const StnSystem *S, StnState *st, StnSampled *at);
void __real_stn_terms_act(const StnSystem *S, StnState *st, StnSampled *at);
void __real_stn_terms_learn(const StnSystem *S, StnState *st, StnSampled *at);

static FILE *rows; /* NULL: nobody writes */
static double u_last;

void __wrap_stn_terms_act(const StnSystem *S, StnState *st, StnSampled *at)
{
    const StnModel *M = &S->model;
    __real_stn_terms_act(S, st, at);
    if (!rows)
        return;
    const StnLoop *loop = &at->loop;
    const double taken[INPUTS] = {loop->e,     loop->x,     loop->v,    loop->x_ref,
                                  loop->v_ref, loop->a_ref, loop->load, u_last};
    const double *memory = stn_terms_memory(S, st);
    fwrite(taken, sizeof *taken, INPUTS, rows);
    fwrite(memory, sizeof *memory, 1, rows);
    for (int k = 0; k < M->nterm; k++)
        fwrite(memory + M->term_at[k], sizeof *memory, 1 + (size_t)M->term[k]->nestimate, rows);
}

void __wrap_stn_terms_learn(const StnSystem *S, StnState *st, StnSampled *at)
{
    __real_stn_terms_learn(S, st, at);
    u_last = at->loop.u;
}

static void die(const char *what, const char *why)
{
    fprintf(stderr, "compensator_record: %s: %s\n", what, why);
    exit(1);
}

static FILE *open_in(const char *folder, const char *name, const char *ending)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    FILE *file = fopen(path, "wb");
    if (!file)
        die(path, "cannot be written");
    return file;
}

static void write_names(const StnModel *M, FILE *out)
{
    fputs("e x v x_ref v_ref a_ref load u_last u_comp", out);
    for (int k = 0; k < M->nterm; k++) {
        fprintf(out, " comp%d_%s", k + 1, M->term[k]->name);
        for (int j = 0; j < M->term[k]->nestimate; j++)
            fprintf(out, " comp%d_%s", k + 1, M->term[k]->states[j].name);
    }
    fputc('\n', out);
    fclose(out);
}

static void write_exports(const StnScenario *scenario, const char *folder, const char *name)
{
    static const struct {
        StnExportAs as;
        StnExportReal real;
        const char *ending;
    } all[] = {{STN_EXPORT_C, STN_EXPORT_LREAL, ".c"},
               {STN_EXPORT_STRUCTURED_TEXT, STN_EXPORT_LREAL, ".st"},
               {STN_EXPORT_STRUCTURED_TEXT, STN_EXPORT_REAL, "_real.st"},
               {STN_EXPORT_SIMULINK_FUNCTION, STN_EXPORT_LREAL, ".m"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        StnExportDef def = stn_default_export_def();
        StnError error = {0};
        def.as = all[i].as, def.real = all[i].real, def.name = name;
        char *text = stn_export(scenario, "compensator", &def, NULL, &error);
        if (!text)
            die(name, error.text);
        FILE *out = open_in(folder, name, all[i].ending);
        fputs(text, out);
        fclose(out);
        stn_text_free(text);
    }
}

/* Runs and writes what a scenario is. */
static void record(StnScenario *scenario, const char *folder, const char *name, int samples)
{
    StnError error = {0};
    const StnSystem *S = stn_scenario_system(scenario);
    if (!S) {
        stn_scenario_check(scenario, &error);
        die(name, error.text);
    }
    write_names(&S->model, open_in(folder, name, ".names"));
    write_exports(scenario, folder, name);
    StnRunDef def = stn_scenario_run_def(scenario);
    StnState *state = stn_state_init(S, malloc(stn_state_size(S)));
    StnRecord none;
    def.duration = (samples - 0.5) * S->num.Ts;
    rows = open_in(folder, name, ".bin");
    u_last = 0.0;
    if (stn_run(S, state, &def, &none, &error) != STN_OK)
        die(name, error.text);
    stn_record_free(&none);
    free(state);
    fclose(rows);
    rows = NULL;
    printf("%s\n", name);
}

/* A scenario in which friction turns: the command of the block does so twice in 500 samples. */
static StnScenario *base(const char *scenario, const char *law)
{
    const StnOverride turn[] = {
        {"inputs.xd", "{sine: {amplitude: 10 mm, frequency: 2 Hz}}"},
        {"sensors.x", "{resolution: 1 um}"},
        {"friction.contact.vs", "50 mm/s"}, /* Stribeck's curve is passed through */
        {"friction.contact.law", law}};
    const bool block = strcmp(scenario, "block-reversals") == 0;
    StnScenarioOptions options = {.set = turn, .nset = !block ? 0 : law ? 4 : 3};
    StnError error = {0};
    StnScenario *made = stn_scenario_load(scenario, &options, &error);
    if (!made)
        die(scenario, error.text);
    return made;
}

/* The scenario with a compensation and the numbers that are derived for it, which *row gets. */
static StnScenario *derived(const char *scenario, const char *law, const StnCompensation *kind,
                            StnRemedy *row)
{
    StnScenario *made = base(scenario, law);
    StnError error = {0};
    *row = (StnRemedy){.scale = 1.0, .name = kind->name};
    if (stn_remedy_apply(made, kind->name, row, &error) != STN_OK)
        die(kind->name, error.text);
    return made;
}
static StnScenario *with_kind(const char *scenario, const char *law, const StnCompensation *kind)
{
    StnRemedy row;
    return derived(scenario, law, kind, &row);
}

static void record_kind(const char *folder, const StnCompensation *kind, int samples)
{
    static const char *const plants[] = {"block-reversals", "clutch-step", "eha-ramp"};
    char name[96];
    for (size_t i = 0; i < sizeof plants / sizeof plants[0]; i++) {
        snprintf(name, sizeof name, "%s_on_%.*s", kind->name, (int)strcspn(plants[i], "-"),
                 plants[i]);
        StnScenario *made = with_kind(plants[i], NULL, kind);
        record(made, folder, name, samples);
        stn_scenario_free(made);
    }
    for (int i = 0; i < kind->nparam; i++)
        for (int k = 1; kind->params[i]->kind == STN_KIND_CHOICE; k++) {
            char path[96], word[48];
            if (stn_param_word(kind->params[i], k, word, sizeof word)[0] == '\0')
                break;
            StnScenario *made = with_kind(plants[0], NULL, kind);
            snprintf(path, sizeof path, "compensation.1.%s", kind->params[i]->name);
            stn_scenario_set(made, path, word);
            snprintf(name, sizeof name, "%s_%s", kind->name, word);
            record(made, folder, name, samples);
            stn_scenario_free(made);
        }
    for (int i = 0; kind->law && kind->law[0] == '\0' && i < stn_law_count(); i++) {
        StnScenario *made = with_kind(plants[0], stn_law_at(i)->name, kind);
        snprintf(name, sizeof name, "%s_%s", kind->name, stn_law_at(i)->name);
        record(made, folder, name, samples);
        stn_scenario_free(made);
    }
}

/* All kinds in one list, each with a scale of its own. */
static void record_all(const char *folder, int samples)
{
    enum { ROOM = 4096 };
    char text[ROOM], number[40];
    int used = snprintf(text, ROOM, "[");
    for (int i = 0; i < stn_compensation_count(); i++) {
        StnRemedy row;
        stn_scenario_free(derived("block-reversals", NULL, stn_compensation_at(i), &row));
        used += snprintf(text + used, (size_t)(ROOM - used), "%s{kind: %s, scale: 0.%d",
                         i ? ", " : "", row.name, i + 1);
        for (int k = 0; k < row.nsetting; k++)
            used += snprintf(text + used, (size_t)(ROOM - used), ", %s: %s",
                             stn_remedy_default_at(row.setting[k]).name,
                             stn_number_text(row.value[k], number));
        used += snprintf(text + used, (size_t)(ROOM - used), "}");
    }
    snprintf(text + used, (size_t)(ROOM - used), "]");
    StnScenario *made = base("block-reversals", NULL);
    stn_scenario_set(made, "compensation", text);
    record(made, folder, "all_at_once", samples);
    stn_scenario_free(made);
}

int main(int argc, char **argv)
{
    const int samples = argc > 2 ? atoi(argv[2]) : 600;
    if (argc < 2)
        die("usage", "compensator_record FOLDER [SAMPLES]");
    for (int i = 0; i < stn_compensation_count(); i++)
        record_kind(argv[1], stn_compensation_at(i), samples);
    record_all(argv[1], samples);
    return 0;
}
