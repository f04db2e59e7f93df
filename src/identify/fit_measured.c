/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Measured motion as a fit takes it: a law without a plant, and values to start from. */
#include "identify/fit_speeds.h"
#include "identify/refuted.h"
#include "identify/suspect.h"
#include "stiction/fit.h"
#include "stiction/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_RUNS = 4, ELEMENTS = 4, STARTS = 16 };
#define SPREAD 10.0

/* Measured motion on a line, without a mass: the law on a block whose motion is imposed. */
static const char motion_text[] = "title: Fitted to measured data\nplant: block\n"
                                  "options: {drive: motion}\ninputs:\n"
                                  "  vd: {sine: {amplitude: 1 mm/s, frequency: 1 Hz}}\n"
                                  "duration: 3 s\n";

StnMeasuredDef stn_default_measured_def(const StnLaw *law)
{
    return (StnMeasuredDef){.law = law, .elements = ELEMENTS, .cutoff = NAN};
}

/* ---- Values to start from ---- */

static void start(StnMeasured *m, const char *name, int count, const double *value)
{
    const int old = stn_given_index(m->start, m->nstart, name);
    if (old >= 0)
        m->start[old] = stn_given_make(name, value, count);
    else if (m->nstart < STN_MEASURED_STARTS)
        m->start[m->nstart++] = stn_given_make(name, value, count);
}

static double largest(const double *value, size_t rows)
{
    double most = 0.0;
    for (size_t i = 0; value && i < rows; i++)
        most = fmax(most, fabs(value[i]));
    return most;
}

/* Levels from the largest force, lengths from the way, elements that slip one after the other along it. */
static void guess(StnMeasured *m, int elements)
{
    const StnFitRun *run = m->run;
    double force = 0.9 * largest(run->signal[0].value, run->rows), lo = INFINITY, hi = -INFINITY;
    double speed = 0.1 * largest(run->v, run->rows), k[STN_VECTOR_MAX], nu[STN_VECTOR_MAX];
    for (size_t i = 0; run->x && i < run->rows; i++)
        lo = fmin(lo, run->x[i]), hi = fmax(hi, run->x[i]);
    double way = run->x && hi > lo ? hi - lo : 1e-3;
    for (size_t i = 1; run->x && i < run->rows; i++)
        speed = fmax(speed, 0.1 * fabs(run->x[i] - run->x[i - 1]) / (run->t[i] - run->t[i - 1]));
    for (int i = 0; i < elements; i++) {
        nu[i] = 1.0 / elements;
        k[i] = force * nu[i] / (way * 0.02 * pow(20.0, elements > 1 ? i / (elements - 1.0) : 0.5));
    }
    start(m, "Fc", 1, (const double[]){force});
    start(m, "sigma0", 1, (const double[]){force / (0.1 * way)});
    if (speed > 0.0)
        start(m, "vs", 1, (const double[]){speed});
    start(m, "k", elements, k);
    start(m, "nu", elements, nu);
}

/* ---- Rows ---- */

static StnStatus take_means(StnMeasured *m, const StnData *data, StnError *error)
{
    const size_t count = (size_t)data->nrun;
    if (!data->value[STN_ROLE_VELOCITY] || data->nrun < LEAST_RUNS)
        return stn_error(error, STN_BAD_INPUT,
                         "means are those of runs at constant speed: a velocity, and at least %d "
                         "runs that a column tells apart, are needed",
                         LEAST_RUNS);
    for (int k = 0; k < 3; k++) {
        m->mean[k] = calloc(count, sizeof(double));
        if (!m->mean[k])
            return stn_out_of_memory(error);
    }
    bool grows = true; /* time goes on from run to run */
    for (size_t r = 0; r < count; r++) {
        const double n = (double)(data->run[r + 1] - data->run[r]);
        m->mean[0][r] = data->value[STN_ROLE_TIME][data->run[r]];
        grows = grows && (r == 0 || m->mean[0][r] > m->mean[0][r - 1]);
        for (size_t i = data->run[r]; i < data->run[r + 1]; i++) {
            m->mean[1][r] += data->value[STN_ROLE_EFFORT][i] / n;
            m->mean[2][r] += data->value[STN_ROLE_VELOCITY][i] / n;
        }
    }
    for (size_t r = 0; !grows && r < count; r++)
        m->mean[0][r] = (double)r;
    m->counted = !grows;
    m->run->t = m->mean[0];
    m->run->v = m->mean[2];
    m->run->rows = count;
    m->signal.value = m->mean[1];
    return STN_OK;
}

/* The motion behind filters; where samples are not even, the law has the raw one, and a fit says so where it
 * needs more. */
static StnStatus take_kinematics(StnMeasured *m, const StnData *data, StnError *error)
{
    const size_t rows = data->rows;
    const bool asked = !isnan(m->cutoff);
    StnKinematics k = {.cutoff = m->cutoff};
    StnError why = {.status = STN_OK};
    if (asked && !(k.cutoff > 0.0 && k.cutoff < 0.5 / data->Ts))
        return stn_error(error, STN_BAD_INPUT,
                         "cut-off %g Hz: above 0 and below half of the sampling rate, %g Hz",
                         k.cutoff, 0.5 / data->Ts);
    m->kinematics = malloc(4 * rows * sizeof(double));
    if (!m->kinematics)
        return stn_out_of_memory(error);
    k.v = m->kinematics, k.v_wrong = k.v + rows, k.a = k.v_wrong + rows;
    k.x = m->run->x ? k.a + rows : NULL;
    if (stn_fit_kinematics(data, &k, &why)) {
        if (why.status != STN_NO_MEMORY && !asked)
            return STN_OK;
        *error = why;
        return why.status;
    }
    m->run->v = k.v, m->run->a = k.a;
    m->run->x = k.x;
    m->dead = k.dead;
    m->filtered = k.cutoff;
    return STN_OK;
}

static StnStatus check_columns(const StnData *data, bool means, StnError *error)
{
    const bool moves = data->value[STN_ROLE_POSITION] || data->value[STN_ROLE_VELOCITY];
    const unsigned motion =
        1u << (data->value[STN_ROLE_POSITION] ? STN_ROLE_POSITION : STN_ROLE_VELOCITY);
    if (!data->value[STN_ROLE_EFFORT] || !moves)
        return stn_error(error, STN_BAD_INPUT,
                         "without a plant the friction force and the motion are needed: columns "
                         "for the effort and for the position (or the velocity)");
    if (!means) {
        const unsigned wanted = 1u << STN_ROLE_EFFORT | motion;
        const StnStatus status = stn_data_require(data, wanted, 1u << STN_ROLE_VELOCITY, error);
        if (status)
            return status;
    }
    if (data->nrun > 1 && !means)
        return stn_error(error, STN_BAD_INPUT,
                         "several runs of measured motion: take one of them (--where), or their "
                         "means (--means)%s",
                         data->resampled ? "; gaps that split a record, which is made even where "
                                           "a mass takes the acceleration, are bridged by --gap"
                                         : "");
    return STN_OK;
}

StnStatus stn_measured_take(const StnData *data, const StnMeasuredDef *def, StnMeasured *out,
                            StnFitRun *run, StnError *error)
{
    *out = (StnMeasured){.run = run, .means = def->means, .cutoff = def->cutoff};
    StnStatus status = check_columns(data, def->means, error);
    if (status)
        return status;
    if (def->elements < 1 || def->elements > STN_VECTOR_MAX)
        return stn_error(error, STN_BAD_INPUT, "%d elements to start from: 1 to %d are allowed",
                         def->elements, STN_VECTOR_MAX);
    out->signal = (StnFitSignal){"FF", data->value[STN_ROLE_EFFORT], NAN};
    *run = (StnFitRun){.signal = &out->signal,
                       .nsignal = 1,
                       .t = data->value[STN_ROLE_TIME],
                       .rows = data->rows,
                       .x = data->value[STN_ROLE_POSITION],
                       .v = data->value[STN_ROLE_VELOCITY],
                       .rotary = data->rotary};
    status = def->means ? take_means(out, data, error) : take_kinematics(out, data, error);
    if (status)
        return status;
    guess(out, def->elements);
    for (int i = 0; i < def->nset; i++)
        start(out, def->set[i].name, def->set[i].count, def->set[i].value);
    run->def = stn_motion_def(def->law, out->start, out->nstart, &out->drive);
    return STN_OK;
}

void stn_measured_search(StnFitDef *fit)
{
    fit->starts = STARTS; /* a law alone costs little, and nobody knows where to start */
    fit->spread = SPREAD;
}

/* ---- What a fit makes use of ---- */

/* With a mass beside the law: rows are means over windows. */
static StnStatus take_windows(StnMeasured *m, StnData *data, const StnFitDef *fit, bool states,
                              unsigned char *use, StnError *error)
{
    const StnStatus status = stn_fit_windows(data, states, m->cutoff, fit->m, &m->windows, error);
    if (status)
        return status;
    stn_fit_windows_take(&m->windows, m->run, &m->signal, use);
    stn_fit_windows_remark(&m->windows, data, &data->remarks);
    return STN_OK;
}

StnStatus stn_measured_mark(StnMeasured *m, StnData *data, const StnFitDef *fit,
                            const StnCandidate *candidate, int ncandidate, unsigned char *use,
                            StnError *error)
{
    bool states = ncandidate > 0 || m->run->def.site[0].law->nstate > 0; /* all laws have */
    bool moving = ncandidate == 0 && states;                             /* one has */
    for (int i = 0; i < ncandidate; i++) {
        states = states && candidate[i].law->nstate > 0;
        moving = moving || candidate[i].law->nstate > 0;
    }
    const bool mass = stn_fit_has_mass(fit);
    StnStatus status = mass ? take_windows(m, data, fit, states, use, error) : STN_OK;
    if (!status && !states && !m->means)
        status = stn_fit_look_for_delay(data, &m->run->late, &data->remarks, error);
    m->run->disagrees = stn_data_disagrees(data);
    if (m->run->disagrees)
        stn_remark_disagreeing(data, &data->remarks);
    m->run->limited = data->value[STN_ROLE_EFFORT] && stn_data_clips(data);
    if (status)
        return status;
    if (m->filtered > 0.0 && (!mass || (moving && m->run->x)))
        stn_remark(&data->remarks,
                   "The motion is that behind a low-pass at %.3g Hz, %s (--cutoff).", m->filtered,
                   isnan(m->cutoff) ? "where smoothing and noise disturb it least"
                                    : "as asked for");
    stn_fit_mark_known(fit, candidate, ncandidate, use, &data->remarks);
    if (m->filtered > 0.0 && !states)
        stn_fit_judge_speeds(m, use, &data->remarks);
    return STN_OK;
}

/* ---- The result as a scenario ---- */

static StnScenario *motion_document(const StnMeasured *m, const StnLaw *law,
                                    const StnCatalog *catalog, StnError *error)
{
    const StnScenarioOptions options = {.catalog = catalog};
    const char *site = m->run->def.plant->sites[0].name;
    char path[100];
    StnScenario *document =
        stn_scenario_parse(motion_text, strlen(motion_text), "the fitted model", &options, error);
    if (!document)
        return NULL;
    snprintf(path, sizeof path, "friction.%s.law", site);
    stn_scenario_set(document, path, law->name);
    for (int i = 0; i < m->nstart; i++) {
        const StnGiven *one = &m->start[i];
        snprintf(path, sizeof path, "friction.%s.%s", site, one->name);
        if (stn_law_parameter(law, one->name) >= 0)
            stn_scenario_set_numbers(document, path, one->value, one->count);
    }
    return document;
}

bool stn_measured_is_body(const StnFindings *found)
{
    return found->rotary || isfinite(stn_findings_get(found, "m", 0));
}

StnScenario *stn_measured_scenario(const StnMeasured *m, const StnFitDef *fit,
                                   const StnCandidate *candidate, const StnFitResult *result,
                                   const StnCatalog *catalog, StnError *error)
{
    const StnFindings found = stn_fit_findings(fit, candidate, result);
    if (stn_measured_is_body(&found))
        return stn_findings_scenario(&found, "Fitted to measured data", NULL, NULL, NULL, error);
    return motion_document(m, candidate ? candidate->law : m->run->def.site[0].law, catalog, error);
}

void stn_measured_free(StnMeasured *m)
{
    for (int k = 0; k < 3; k++)
        free(m->mean[k]);
    free(m->kinematics);
    stn_fit_windows_free(&m->windows);
    memset(m, 0, sizeof *m);
}
