/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The plan of a study in words, as its file keeps it. */
#include "ensemble/machine.h"
#include "ensemble/study.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names and values one after the other, each with its end; lost: memory was out. */
typedef struct Facts {
    char *text;
    size_t length;
    bool lost;
    size_t at[2 * STN_FACTS];
    StnFactUse use[STN_FACTS];
    int count;
} Facts;

static void add_text(Facts *f, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *more = f->lost || f->count == 2 * STN_FACTS ? NULL : realloc(f->text, f->length + size);
    if (more == NULL) {
        f->lost = true;
        return;
    }
    f->text = more;
    memcpy(f->text + f->length, text, size);
    f->at[f->count++] = f->length;
    f->length += size;
}

static void add(Facts *f, StnFactUse use, const char *name, const char *value)
{
    if (f->count < 2 * STN_FACTS)
        f->use[f->count / 2] = use;
    add_text(f, name);
    add_text(f, value);
}

static void add_fact(Facts *f, const char *name, const char *value)
{
    add(f, STN_FACT_DECIDES, name, value);
}

static void add_number(Facts *f, const char *name, int64_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    add_fact(f, name, text);
}

/* All quantities, or all metrics, in one text. */
static void add_list(Facts *f, const StnStudy *s, const char *name, int first, int end)
{
    size_t size = 1;
    for (int i = first; i < end; i++)
        size += strlen(s->column[i].name) + strlen(s->column[i].about) + 3;
    char *text = malloc(size);
    if (text == NULL) {
        f->lost = true;
        return;
    }
    size_t used = 0;
    text[0] = '\0';
    for (int i = first; i < end; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s%s%s", i > first ? "; " : "",
                             s->column[i].name, *s->column[i].about ? "=" : "", s->column[i].about);
    add_fact(f, name, text);
    free(text);
}

static void add_correlations(Facts *f, const StnStudy *s)
{
    char text[STN_CORRELATIONS_MAX * 40] = "", number[32]; /* "12,13=-0.12345678901234567; " */
    size_t used = 0;
    for (int i = 0; i < s->ncorrelation; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%d,%d=%s", i > 0 ? "; " : "",
                                 s->correlation[i].first + 1, s->correlation[i].second + 1,
                                 stn_number_text(s->correlation[i].value, number));
    add_fact(f, "correlations", text);
}

/* One in each line. */
static void add_expectations(Facts *f, const StnStudy *s)
{
    char text[STN_EXPECTATIONS_MAX * (sizeof s->expectation[0].text + 1)] = "";
    size_t used = 0;
    for (int i = 0; i < s->nexpectation; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? "\n" : "",
                                 s->expectation[i].text);
    add(f, STN_FACT_LATEST, "expectations", text);
}

/* What is asked for without them does not take the old ones away. */
static void add_trajectories(Facts *f, const StnTraces *t)
{
    char text[STN_TRACES_MAX * (sizeof t->name[0] + 1)] = "";
    size_t used = 0;
    for (int i = 0; i < t->ncolumn; i++)
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%s%s", i > 0 ? "," : "", t->name[i]);
    if (used == 0)
        return;
    add(f, STN_FACT_LATEST, "trajectories", text);
    snprintf(text, sizeof text, "%d", t->nrun);
    add(f, STN_FACT_LATEST, "trajectory_runs", text);
}

static void add_machine(Facts *f)
{
    char text[256];
    add(f, STN_FACT_JOINED, "processor", stn_machine_processor(text, sizeof text));
    add(f, STN_FACT_JOINED, "system", stn_machine_system(text, sizeof text));
    add(f, STN_FACT_JOINED, "compiler", stn_machine_compiler());
}

static Facts plan_facts(const StnStudy *s)
{
    Facts f = {.text = NULL};
    add_fact(&f, "version", STN_VERSION);
    add_list(&f, s, "quantities", 0, s->nvary);
    add_list(&f, s, "metrics", s->nvary, s->nvary + s->nmetric);
    add_fact(&f, "design", stn_design_word(s->kind));
    add_number(&f, "runs", s->count);
    add_number(&f, "seed", (int64_t)s->seed);
    add_correlations(&f, s);
    add_fact(&f, "scenario", stn_scenario_resolved(s->scenario));
    add(&f, STN_FACT_LATEST, "name", s->name);
    add(&f, STN_FACT_LATEST, "command", s->command);
    add_expectations(&f, s);
    add_trajectories(&f, &s->traces);
    add_machine(&f);
    return f;
}

StnStatus stn_study_open_store(StnStudy *s, const char *path, StnError *error)
{
    Facts f = plan_facts(s);
    StnPlanFact fact[STN_FACTS];
    if (f.lost) {
        free(f.text);
        return stn_out_of_memory(error);
    }
    for (int i = 0; i < f.count / 2; i++)
        fact[i] = (StnPlanFact){f.text + f.at[2 * i], f.text + f.at[2 * i + 1], f.use[i]};
    const StnStorePlan plan = {fact, f.count / 2, s->column, s->nvary, s->nmetric};
    s->store = stn_store_open(path, &plan, error);
    free(f.text);
    if (s->store == NULL && error)
        snprintf(error->path, sizeof error->path, "output");
    return s->store ? STN_OK : error ? error->status : STN_NO_FILE;
}
