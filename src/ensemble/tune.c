/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Gains: what is minimised is a quantile over an ensemble, the same one for every candidate, so that candidates
 * differ by their gains alone. */
#include "ensemble/tune.h"
#include "compare/sort.h"
#include "ensemble/settings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define S StnTuneSettings
static const StnField entries[] = {
    STN_NUMBER(S, robust, "1", 1.0, 0.01, 1.0, "what is minimised is what this share of the runs does not exceed, and limits hold in this share; 100 %: the worst run"),
    STN_INTEGER(S, samples, 64, 1, 1048576, "runs of each candidate, where quantities vary"),
    STN_INTEGER(S, evaluations, 300, 1, 1000000, "candidates at most"),
    STN_SEED_FIELD(S),
    STN_THREADS_FIELD(S),
};
#undef S
/* clang-format on */
const StnFields stn_tune_fields = STN_TABLE("tune", StnTuneSettings, entries);

/* ---- Texts ----------------------------------------------------------------------------------- */

/* "Kp=1:10" -> "Kp=uniform:1:10", "Kp=log:1:10" likewise, "Kp=+-50%" as it is; NULL: memory is out. */
static char *range_text(const char *text, bool *logarithmic)
{
    const char *equals = strchr(text, '=');
    const size_t name = equals ? (size_t)(equals - text) + 1 : strlen(text);
    const char *range = text + name + strspn(text + name, " \t");
    const bool around = strncmp(range, "+-", 2) == 0 || strncmp(range, "±", strlen("±")) == 0;
    *logarithmic = strncmp(range, "log:", 4) == 0;
    range += *logarithmic ? 4 : 0;
    const size_t size = strlen(text) + sizeof "uniform:";
    char *out = malloc(size);
    if (out)
        snprintf(out, size, "%.*s%s%s", (int)name, text, equals && !around ? "uniform:" : "",
                 range);
    return out;
}

/* Of "Kp=FROM:TO", "Kp=log:FROM:TO" and "Kp=+-50%": FROM:TO has one colon. */
static StnStatus check_form(const char *text, StnError *error)
{
    const char *equals = strchr(text, '=');
    const char *range = equals && equals > text + strspn(text, " \t") ? equals + 1 : "";
    range += strspn(range, " \t");
    if (strncmp(range, "+-", 2) == 0 || strncmp(range, "±", strlen("±")) == 0)
        return STN_OK;
    range += strncmp(range, "log:", 4) == 0 ? 4 : 0;
    const char *colon = strchr(range, ':');
    if (colon != NULL && strchr(colon + 1, ':') == NULL)
        return STN_OK;
    snprintf(error->path, sizeof error->path, "tune");
    return stn_error(error, STN_BAD_INPUT,
                     "\"%s\": it is written ADDRESS=FROM:TO, log:FROM:TO or +-50 %%", text);
}

/* Names of the options of tune for those of a study. */
static void rename_path(StnError *error, bool tuned)
{
    static const char *const names[][2] = {
        {"metrics", "minimise"}, {"expect", "subject-to"}, {"design", "vary"}};
    if (strcmp(error->path, "vary") == 0 && tuned)
        snprintf(error->path, sizeof error->path, "tune");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(error->path, names[i][0]) == 0)
            snprintf(error->path, sizeof error->path, "%s", names[i][1]);
}

/* A message quotes what was made of a range: "GAP=uniform:1:2"; it is to quote what was given. */
static void quote_given(StnError *error, const char *made, const char *given)
{
    const size_t length = strlen(made);
    if (error->text[0] != '"' || strncmp(error->text + 1, made, length) != 0 ||
        error->text[1 + length] != '"')
        return;
    char rest[sizeof error->text];
    snprintf(rest, sizeof rest, "%s", error->text + 1 + length);
    snprintf(error->text, sizeof error->text, "\"%s%s", given, rest);
    if (error->column > (int)strcspn(made, "=") + 1)
        error->column += (int)strlen(given) - (int)length;
}

static StnStatus check_ranges(const StnTune *t, StnError *error)
{
    for (int i = 0; i < t->ntune; i++) {
        const StnVary *v = &t->study->vary[i];
        if (v->kind == STN_VARY_UNIFORM && (!t->logarithmic[i] || v->a > 0.0))
            continue;
        snprintf(error->path, sizeof error->path, "tune");
        return stn_error(error, STN_BAD_INPUT, "%s: it is written ADDRESS=FROM:TO%s", v->path,
                         t->logarithmic[i] ? ", with log: above 0" : ", log:FROM:TO or +-50 %");
    }
    return STN_OK;
}

/* All texts as a study whose first quantities are tuned. */
static StnStatus read_texts(StnTune *t, const StnTuneDef *def, StnError *error)
{
    const char *text[STN_VARIES_MAX];
    char *own[STN_VARIES_MAX] = {NULL};
    const int count = def->ntune + def->nvary;
    if (def->ntune < 1 || count > STN_VARIES_MAX) {
        snprintf(error->path, sizeof error->path, "tune");
        return stn_error(error, STN_BAD_INPUT,
                         "%d quantities are tuned and %d vary; allowed: 1 to %d in all", def->ntune,
                         def->nvary, STN_VARIES_MAX);
    }
    StnStatus status = STN_OK;
    for (int i = 0; i < def->ntune && status == STN_OK; i++)
        status = check_form(def->tune[i], error);
    if (status != STN_OK)
        return status;
    for (int i = 0; i < count && status == STN_OK; i++) {
        own[i] = i < def->ntune ? range_text(def->tune[i], &t->logarithmic[i]) : NULL;
        text[i] = i < def->ntune ? own[i] : def->vary[i - def->ntune];
        status = text[i] ? STN_OK : stn_out_of_memory(error);
    }
    StnStudyDef study = {.scenario = def->scenario,
                         .name = def->name,
                         .catalog = def->catalog,
                         .vary = text,
                         .nvary = count,
                         .correlate = def->correlate,
                         .ncorrelate = def->ncorrelate,
                         .metric = &def->minimise,
                         .nmetric = 1,
                         .expect = def->limit,
                         .nexpect = def->nlimit};
    stn_fields_default(&stn_study_fields, &study.settings);
    study.settings.design = STN_DESIGN_SOBOL + 1;
    study.settings.threads = def->settings.threads;
    if (status == STN_OK)
        status = stn_study_prepare(t->study, &study, error);
    if (status != STN_OK)
        rename_path(error, t->study->nvary < def->ntune);
    for (int i = 0; i < def->ntune; i++) {
        if (status != STN_OK && own[i])
            quote_given(error, own[i], def->tune[i]);
        free(own[i]);
    }
    return status;
}

/* ---- The ensemble ---------------------------------------------------------------------------- */

/* The same values of what varies for every candidate. */
static StnStatus draw_samples(StnTune *t, StnError *error)
{
    StnStudy *s = t->study;
    const int n = s->nvary - t->ntune;
    StnCorrelation correlation[STN_CORRELATIONS_MAX];
    double value[STN_VARIES_MAX];
    bool levels = n > 0;
    t->nsample = n > 0 ? (int)t->settings.samples : 1;
    for (int i = 0; i < s->ncorrelation; i++) {
        correlation[i] = s->correlation[i];
        correlation[i].first -= t->ntune;
        correlation[i].second -= t->ntune;
    }
    for (int i = 0; i < n; i++)
        levels = levels && s->vary[t->ntune + i].levels > 0;
    if (n == 0)
        return STN_OK;
    const StnDesignDef def = {.kind = levels ? STN_DESIGN_GRID : STN_DESIGN_SOBOL,
                              .vary = s->vary + t->ntune,
                              .nvary = n,
                              .samples = t->nsample,
                              .seed = t->settings.seed,
                              .correlation = correlation,
                              .ncorrelation = s->ncorrelation};
    StnDesign *design = stn_design_new(&def, error);
    if (design == NULL) {
        snprintf(error->path, sizeof error->path, "vary");
        return error->status;
    }
    if (stn_design_count(design) > STN_BATCH_MAX) {
        stn_design_free(design);
        snprintf(error->path, sizeof error->path, "vary");
        return stn_error(error, STN_BAD_INPUT, "more than %d runs for each candidate",
                         STN_BATCH_MAX);
    }
    t->nsample = (int)stn_design_count(design);
    t->sample = malloc((size_t)n * (size_t)t->nsample * sizeof *t->sample);
    for (int k = 0; k < t->nsample && t->sample; k++) {
        stn_design_values(design, k, value);
        for (int i = 0; i < n; i++)
            t->sample[(size_t)i * (size_t)t->nsample + (size_t)k] = value[i];
    }
    stn_design_free(design);
    return t->sample ? STN_OK : stn_out_of_memory(error);
}

static StnStatus take_arrays(StnTune *t, StnError *error)
{
    const StnStudy *s = t->study;
    const size_t count = (size_t)t->nsample + 1;
    bool good = true;
    for (int i = 0; i < s->nvary; i++) {
        if (i < t->ntune)
            t->value[i] = malloc(count * sizeof(double));
        else
            t->value[i] = t->sample + (size_t)(i - t->ntune) * (size_t)t->nsample;
        good = good && t->value[i];
    }
    for (int i = 0; i < s->nmetric; i++) {
        t->result[i] = malloc(count * sizeof(double));
        good = good && t->result[i];
    }
    t->sorted = malloc(count * sizeof *t->sorted);
    t->outcome = malloc(count);
    t->trial = malloc(((size_t)t->settings.evaluations + 2) * sizeof *t->trial);
    return good && t->sorted && t->outcome && t->trial ? STN_OK : stn_out_of_memory(error);
}

StnTune *stn_tune_new(const StnTuneDef *def, StnError *error)
{
    StnError own = {.status = STN_OK};
    StnTune *t = calloc(1, sizeof *t);
    StnStudy *study = calloc(1, sizeof *study);
    if (t == NULL || study == NULL) {
        stn_out_of_memory(error);
        free(t);
        free(study);
        return NULL;
    }
    t->study = study;
    t->settings = def->settings;
    t->ntune = def->ntune;
    t->scale = NAN;
    StnStatus status = read_texts(t, def, &own);
    if (status == STN_OK)
        status = check_ranges(t, &own);
    if (status == STN_OK)
        status = draw_samples(t, &own);
    if (status == STN_OK)
        status = take_arrays(t, &own);
    if (status == STN_OK)
        return t;
    if (error)
        *error = own;
    stn_tune_free(t);
    return NULL;
}

void stn_tune_free(StnTune *t)
{
    if (t == NULL)
        return;
    for (int i = 0; i < t->ntune && i < STN_VARIES_MAX; i++)
        free(t->value[i]);
    for (int i = 0; i < STN_METRICS_MAX; i++)
        free(t->result[i]);
    free(t->sample);
    free(t->sorted);
    free(t->outcome);
    free(t->trial);
    stn_study_free(t->study);
    free(t);
}

/* ---- A candidate ----------------------------------------------------------------------------- */

/* What the share `robust` of the runs does not exceed, downwards where sign is -1; what does not exist is worst: NaN
 * where too many lack it. */
static double at_share(StnTune *t, const double *value, double sign, int *missing)
{
    size_t count = 0;
    for (int k = 0; k < t->nsample; k++)
        if (!isnan(value[k]))
            t->sorted[count++] = sign * value[k];
    stn_sort(t->sorted, count);
    *missing = t->nsample - (int)count;
    const size_t place = (size_t)ceil(t->settings.robust * t->nsample - 1e-9);
    return place > count ? NAN : sign * t->sorted[place > 0 ? place - 1 : 0];
}

static void score_limit(StnTune *t, int i, StnTuneScore *score)
{
    const StnExpectation *e = &t->study->expectation[i];
    const double *value = t->result[e->metric];
    const bool upper = e->relation == STN_BELOW || e->relation == STN_AT_MOST;
    int passed = 0;
    for (int k = 0; k < t->nsample; k++)
        passed += stn_expectation_holds(e, value[k]);
    score->share[i] = (double)passed / t->nsample;
    score->limited[i] = at_share(t, value, upper ? 1.0 : -1.0, &score->missing[1 + i]);
    if (score->share[i] + 1e-12 >= t->settings.robust)
        return;
    /* how many runs, and how far: a search needs a slope on the wrong side, too */
    const double size = e->limit != 0.0 ? fabs(e->limit) : 1.0;
    const double far = fabs(score->limited[i] - e->limit) / size;
    score->violation += t->settings.robust - score->share[i] + (far < 1.0 ? far : 1.0);
}

static void score_runs(StnTune *t, StnTuneScore *score)
{
    *score = (StnTuneScore){.violation = 0.0};
    score->value = at_share(t, t->result[0], 1.0, &score->missing[0]);
    for (int k = 0; k < t->nsample; k++)
        score->bad += t->outcome[k] != STN_OUTCOME_DONE;
    if (isnan(score->value))
        score->violation += 1.0 + (double)score->missing[0] / t->nsample;
    for (int i = 0; i < t->study->nexpectation; i++)
        score_limit(t, i, score);
}

bool stn_tune_better(const StnTuneScore *a, const StnTuneScore *b)
{
    return a->violation != b->violation ? a->violation < b->violation
                                        : a->violation == 0.0 && a->value < b->value;
}

static bool go_on(void *user, double fraction)
{
    const StnTune *t = user;
    return t->progress == NULL ||
           t->progress(t->user, (t->ntrial + fraction) / (double)(t->settings.evaluations + 1));
}

/* Monotone, and below 1 for whatever meets the limits: between 1 and 2 for all else. */
static double cost_of(StnTune *t, const StnTuneScore *score)
{
    if (score->violation > 0.0)
        return 1.0 + score->violation / (1.0 + score->violation);
    if (isnan(t->scale))
        t->scale = score->value != 0.0 ? fabs(score->value) : 1.0;
    const double ratio = score->value / t->scale;
    return ratio / (1.0 + fabs(ratio));
}

double stn_tune_try(StnTune *t, const double *value)
{
    const StnStudy *s = t->study;
    StnTuneTrial *trial = &t->trial[t->ntrial];
    memset(t->outcome, STN_OUTCOME_NONE, (size_t)t->nsample);
    for (int i = 0; i < t->ntune; i++) {
        trial->value[i] = value[i];
        for (int k = 0; k < t->nsample; k++)
            t->value[i][k] = value[i];
    }
    const StnBatch batch = {.count = t->nsample,
                            .value = (const double *const *)t->value,
                            .result = t->result,
                            .outcome = t->outcome,
                            .progress = go_on,
                            .user = t};
    t->status = stn_ensemble_run(s->ensemble, &batch, t->error);
    if (t->status != STN_OK)
        return INFINITY;
    score_runs(t, &trial->score);
    if (stn_tune_better(&trial->score, &t->trial[t->best].score))
        t->best = t->ntrial;
    t->ntrial++;
    return cost_of(t, &trial->score);
}

/* ---- The search ------------------------------------------------------------------------------ */

StnStatus stn_tune_run(StnTune *tune, bool (*progress)(void *user, double fraction), void *user,
                       StnError *error)
{
    StnError own = {.status = STN_OK};
    double value[STN_VARIES_MAX];
    const StnSystem *system = stn_scenario_system(tune->study->scenario);
    tune->progress = progress;
    tune->user = user;
    tune->error = &own;
    tune->ntrial = tune->best = 0;
    for (int i = 0; i < tune->ntune; i++)
        value[i] = stn_address_info(system, tune->study->vary[i].address).value;
    stn_tune_try(tune, value);
    if (tune->status == STN_OK)
        tune->status = stn_tune_search(tune);
    if (error)
        *error = own;
    return tune->status;
}

/* ---- What came out --------------------------------------------------------------------------- */

bool stn_tune_found(const StnTune *tune)
{
    return tune->ntrial > 0 && tune->trial[tune->best].score.violation == 0.0;
}

int stn_tune_count(const StnTune *tune) { return tune->ntune; }

double stn_tune_value(const StnTune *tune, int quantity)
{
    return tune->trial[tune->best].value[quantity];
}

StnScenario *stn_tune_scenario(const StnTune *tune, StnError *error)
{
    StnScenario *scenario = stn_scenario_copy(tune->study->scenario);
    StnStatus status = scenario ? STN_OK : stn_out_of_memory(error);
    for (int i = 0; i < tune->ntune && status == STN_OK; i++)
        status = stn_scenario_set_number(scenario, tune->study->vary[i].address,
                                         stn_tune_value(tune, i));
    if (status == STN_NO_MEMORY)
        stn_out_of_memory(error);
    else /* a document keeps its first mistake */
        status = stn_scenario_check(scenario, error);
    if (status == STN_OK)
        return scenario;
    stn_scenario_free(scenario);
    return NULL;
}
