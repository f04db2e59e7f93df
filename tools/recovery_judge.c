/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The methods on the record of a bench, as the command line would call them, and what they find beside the truth.
 * Whether a parameter can be identified at all is asked of the record without noise: the information matrix J'*J of
 * what is matched, each column of J scaled to length 1, must have a condition below 1e6. */
#include "recovery.h"

#include "identify/dense.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONDITION_MOST 1e6
#define SHARE 1e-3
#define SURE 1e-3

static double truth_named(const RecoveryBench *b, const char *name)
{
    if (strcmp(name, "Fs-Fc") == 0)
        return recovery_truth(b, "Fs") - recovery_truth(b, "Fc");
    return strcmp(name, "offset") == 0 ? b->offset
           : strcmp(name, "hang") == 0 ? 0.0
           : strcmp(name, "M") == 0    ? recovery_truth(b, b->cell->motor ? "J" : "m")
           : strcmp(name, "Fv") == 0   ? recovery_truth(b, "sigma2")
                                       : recovery_truth(b, name);
}

/* ---- What can be identified ---- */

/* Which parameters the columns of J determine: those without a share in a direction whose singular value is too small.
 * Returns the condition of JtJ, scaled. */
static double determined(const double *J, size_t rows, int n, bool *which)
{
    double R[RECOVERY_PARAMETERS * RECOVERY_PARAMETERS], s[RECOVERY_PARAMETERS];
    double V[RECOVERY_PARAMETERS * RECOVERY_PARAMETERS];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            double both = 0.0, one = 0.0, other = 0.0;
            for (size_t r = 0; r < rows; r++) {
                const double p = J[(size_t)i * rows + r], q = J[(size_t)k * rows + r];
                both += p * q, one += p * p, other += q * q;
            }
            R[i * n + k] = one > 0.0 && other > 0.0 ? both / sqrt(one * other) : 0.0;
        }
    stn_dense_singular(n, R, s, V);
    for (int i = 0; i < n; i++) {
        which[i] = true;
        for (int k = 0; k < n; k++)
            if (s[k] * CONDITION_MOST <= s[0] && fabs(V[k * n + i]) > SHARE)
                which[i] = false;
    }
    return s[n - 1] > 0.0 ? s[0] / s[n - 1] : INFINITY;
}

/* Effort = m*a + [Fc + (Fs - Fc)*exp(-(v/vs)^2)]*sgn(v) + sigma2*v + offset, of a joint also G*sin(x - hang) and
 * |k_m*effort + k_e*load|*sgn(v), by its parameters, in one sample. */
enum { TERMS = 10 };
static void slopes_of_effort(const RecoveryBench *b, size_t i, double *row)
{
    const bool joint = b->cell->motor != NULL;
    const double vs = recovery_truth(b, "vs"), excess = truth_named(b, "Fs-Fc");
    const double sign = (b->v[i] > 0.0) - (b->v[i] < 0.0);
    const double q = recovery_falls(b->cell) ? b->v[i] / vs : 0.0, fall = sign * exp(-q * q);
    const double load = joint ? recovery_truth(b, "G") * sin(b->x[i]) : 0.0;
    const double effort = joint ? recovery_truth(b, "kt") * b->u[i] : 0.0;
    const double k_m = recovery_loaded(b->cell) ? recovery_truth(b, "k_m") : 0.0;
    const double k_e = recovery_loaded(b->cell) ? recovery_truth(b, "k_e") : 0.0;
    const double side = sign * (k_m * effort + k_e * load < 0.0 ? -1.0 : 1.0);
    const double gain = 1.0 / (1.0 - k_m * side), of_load = gain * (1.0 + k_e * side);
    const double all[TERMS] = {gain * sign,
                               gain * b->v[i],
                               of_load * fabs(sign),
                               gain * fall,
                               gain * excess * fall * 2.0 * q * q,
                               gain * b->a[i],
                               of_load * sin(b->x[i]),
                               of_load * cos(b->x[i]),
                               gain * side * effort,
                               gain * side * load};
    memcpy(row, all, sizeof all);
}

static void find_determined_of_effort(const RecoveryBench *b, RecoveryOutcome *out)
{
    static const char *const names[TERMS] = {"Fc", "Fv", "offset", "Fs-Fc", "vs",
                                             "M",  "G",  "hang",   "k_m",   "k_e"};
    const bool falls = recovery_falls(b->cell), joint = b->cell->motor != NULL;
    const bool loaded = recovery_loaded(b->cell);
    const bool used[TERMS] = {
        true,  true,  true,   falls, falls, b->cell->method == RECOVERY_INVERSE,
        joint, joint, loaded, loaded};
    double *J = calloc(TERMS * b->rows, sizeof *J), row[TERMS];
    int n = 0;
    for (size_t i = 0; J && i < b->rows; i++) {
        slopes_of_effort(b, i, row);
        n = 0;
        for (int c = 0; c < TERMS; c++)
            if (used[c])
                J[(size_t)n++ * b->rows + i] = row[c];
    }
    for (int c = 0; c < TERMS; c++)
        if (used[c])
            snprintf(out->named[out->nnamed++], sizeof out->named[0], "%s", names[c]);
    out->condition = J ? determined(J, b->rows, n, out->determined) : NAN;
    free(J);
}

static bool is_free(const RecoveryCell *cell, const char *name)
{
    char word[40], list[128];
    snprintf(word, sizeof word, ",%.*s,", (int)strcspn(name, "."), name);
    snprintf(list, sizeof list, ",%s,", cell->free);
    return strstr(list, word) != NULL;
}

/* What is matched: position or velocity, and the effort where the gains of the loop are known. */
static int fit_signals(const RecoveryCell *cell, int list[2])
{
    const bool given = cell->motor && strcmp(cell->motor, "current") == 0; /* it is the input */
    list[0] = cell->velocity > 0.0 ? 1 : 0;
    list[1] = 2;
    return is_free(cell, "Kp") || given ? 1 : 2;
}

/* Both signals of the machine with parameter `p` at `value`, in units of their noise.  A level that is alone takes the
 * static one with it, and shares add up to 1. */
static void moved_signals(const RecoveryBench *b, int p, double value, double *out)
{
    const char *name = b->truth[p].path;
    const size_t rows = b->rows;
    RecoveryBench moved = *b;
    int list[2];
    const int nsignal = fit_signals(b->cell, list);
    for (int i = 0; i < b->ntruth; i++)
        if (strcmp(b->truth[i].path, "Fs") == 0 && strcmp(name, "Fc") == 0 &&
            !is_free(b->cell, "Fs"))
            moved.truth[i].value = value;
        else if (strcmp(b->truth[i].path, "nu.2") == 0 && strcmp(name, "nu.1") == 0)
            moved.truth[i].value = 1.0 - value;
    StnSystemDef def = recovery_definition(&moved, p, value);
    if (!recovery_simulate(b, &def, list[0] == 0 ? out : NULL, list[0] == 1 ? out : NULL,
                           out + rows, NULL))
        memset(out, 0, 2 * rows * sizeof *out);
    stn_def_free(&def);
    const double unit = list[0] == 1 ? b->cell->velocity * b->top
                                     : 2.0 * 3.14159 / (double)(1 << b->cell->bits) / sqrt(12.0);
    for (size_t i = 0; i < rows; i++) {
        out[i] /= unit;
        out[rows + i] *= nsignal == 2 ? 1.0 / recovery_effort_noise(b) : 0.0;
    }
}

static void find_determined_of_fit(const RecoveryBench *b, RecoveryOutcome *out)
{
    const size_t rows = 2 * b->rows;
    double *J = calloc(rows * RECOVERY_PARAMETERS, sizeof *J);
    double *side = malloc(2 * rows * sizeof *side);
    int n = 0;
    for (int p = 0; J && side && p < b->ntruth; p++) {
        if (!is_free(b->cell, b->truth[p].path) || strcmp(b->truth[p].path, "nu.2") == 0)
            continue;
        moved_signals(b, p, b->truth[p].value * (1.0 + 1e-5), side);
        moved_signals(b, p, b->truth[p].value * (1.0 - 1e-5), side + rows);
        for (size_t i = 0; i < rows; i++)
            J[(size_t)n * rows + i] = side[i] - side[rows + i];
        snprintf(out->named[n++], sizeof out->named[0], "%s", b->truth[p].path);
    }
    out->nnamed = n;
    out->condition = J && side ? determined(J, rows, n, out->determined) : NAN;
    free(J);
    free(side);
}

/* ---- The record as data ---- */

static StnStatus take_data(const RecoveryBench *b, bool even, StnData *data, StnError *error)
{
    const bool speed = b->cell->velocity > 0.0, runs = b->cell->test == RECOVERY_RUNS;
    StnColumnInfo column[] = {{.name = "t", .unit = "s"},
                              {.name = "x", .unit = "rad"},
                              {.name = "v", .unit = "rad/s"},
                              {.name = "u", .unit = "N*m"},
                              {.name = "run"}};
    if (b->cell->motor)
        strcpy(column[3].unit, "A");
    double *value[] = {b->t, b->seen[0], b->seen[1], b->seen[2], b->run};
    const StnTable table = {.rows = b->rows, .ncolumn = 5, .column = column, .data = value};
    char kt[40];
    snprintf(kt, sizeof kt, "%.17g N*m/A", recovery_truth(b, "kt"));
    const StnTerm term[] = {
        {.role = STN_ROLE_TIME, .column = "t"},
        {.role = STN_ROLE_EFFORT, .column = "u", .gain = b->cell->motor ? kt : NULL},
        {.role = speed ? STN_ROLE_VELOCITY : STN_ROLE_POSITION, .column = speed ? "v" : "x"},
        {.role = STN_ROLE_POSITION, .column = "x"}};
    StnDataDef def = stn_default_data_def("record");
    def.term = term;
    def.nterm = b->cell->both ? 4 : 3;
    def.runs = runs ? "run" : NULL;
    def.even = even;
    return stn_data_take(&def, &table, data, error);
}

static void add(RecoveryOutcome *out, const RecoveryBench *b, const char *name, double value,
                double std, double low, double high)
{
    if (out->count == RECOVERY_PARAMETERS)
        return;
    RecoveryFound *f = &out->found[out->count++];
    snprintf(f->name, sizeof f->name, "%s", name);
    f->truth = truth_named(b, name);
    f->value = value;
    f->std = std;
    f->low = isfinite(low) && isfinite(high) ? low : NAN;
    f->high = high;
    if (isfinite(f->low) && !(low <= value && value <= high)) {
        out->failed = true;
        snprintf(out->error.text, sizeof out->error.text, "the interval of %s excludes its value",
                 name);
    }
    f->identifiable = true;
    for (int i = 0; i < out->nnamed; i++)
        if (strcmp(out->named[i], name) == 0)
            f->identifiable = out->determined[i];
}

/* Everything that the cell expects, also what the method did not report. */
static void take_estimates(RecoveryOutcome *out, const RecoveryBench *b,
                           const StnEstimates *estimates)
{
    char text[128], *rest = NULL;
    snprintf(text, sizeof text, "%s", b->cell->free);
    for (char *name = strtok_r(text, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        const StnEstimate *e = stn_estimates_find(estimates, name);
        add(out, b, name, e ? e->value : NAN, e ? e->std : NAN, e ? e->low : NAN,
            e ? e->high : NAN);
    }
}

static void judge_inverse(const RecoveryBench *b, RecoveryOutcome *out)
{
    StnInverseDef def = stn_default_inverse_def();
    StnInverse result = {.rows = 0};
    StnData data = {.rows = 0};
    def.stribeck = recovery_falls(b->cell);
    def.gravity = b->cell->motor != NULL;
    def.load_friction = recovery_loaded(b->cell);
    out->failed = take_data(b, true, &data, &out->error) ||
                  stn_identify_inverse(&def, &data, &result, &out->error);
    take_estimates(out, b, &result.parameters);
    const StnEstimate *excess = stn_estimates_find(&result.parameters, "Fs-Fc");
    out->wrong_sign = excess && excess->value < 0.0 && result.stribeck_chance < SURE;
    stn_inverse_free(&result);
    stn_data_free(&data);
}

static void judge_curve(const RecoveryBench *b, RecoveryOutcome *out)
{
    StnCurveDef def = stn_default_curve_def();
    StnFrictionCurve result = {.rows = 0};
    StnData data = {.rows = 0};
    if (b->cell->test == RECOVERY_SINES)
        def.m = recovery_truth(b, "m");
    out->failed = take_data(b, b->cell->test != RECOVERY_RUNS, &data, &out->error) ||
                  stn_identify_curve(&def, &data, &result, &out->error);
    const StnCharacteristic *c = &result.side[0];
    take_estimates(out, b, &c->stribeck);
    out->wrong_sign = !out->failed && !c->significant && c->chance < SURE;
    stn_curve_free(&result);
    stn_data_free(&data);
}

/* ---- Fit ---- */

/* Starts lie within a factor of 1.7 (near: 1.02) around the truth, of the static level around its height above the sliding one;
 * shares start equal. */
static double start_of(const RecoveryBench *b, const char *name, int which)
{
    const double factor = pow(b->near ? 1.02 : 1.7, 2.0 * recovery_draw(b, 30 + which) - 1.0);
    if (strncmp(name, "nu", 2) == 0)
        return 0.5;
    if (strcmp(name, "Fs") != 0)
        return factor * recovery_truth(b, name);
    const double excess = truth_named(b, "Fs-Fc") * (is_free(b->cell, "Fs") ? factor : 0.0);
    return excess + start_of(b, "Fc", 0);
}

static int list_free(const RecoveryBench *b, StnSystemDef *start, StnFreeParameter *list)
{
    char text[128], path[80], *rest = NULL;
    int n = 0;
    for (int i = 0; i < b->ntruth; i++) {
        const char *name = b->truth[i].path;
        snprintf(path, sizeof path, "%s%s", recovery_place(b, name), name);
        if (is_free(b->cell, name) || strcmp(name, "Fs") == 0)
            stn_def_set(start, path, start_of(b, name, strcmp(name, "Fc") == 0 ? 0 : i + 1));
    }
    snprintf(text, sizeof text, "%s", b->cell->free);
    for (char *name = strtok_r(text, ",", &rest); name; name = strtok_r(NULL, ",", &rest))
        snprintf(path, sizeof path, "%s%s", recovery_place(b, name), name),
            list[n++] = stn_free_parameter(path);
    return n;
}

/* Elements of a law have no order: here the stiffest is the first. */
static void take_fit(RecoveryOutcome *out, const RecoveryBench *b, const StnFitResult *fit)
{
    double k[2] = {0.0, 0.0};
    for (int i = 0; i < fit->nparam; i++)
        if (strcmp(fit->param[i].item, "k") == 0)
            k[fit->param[i].first > 0] = fit->param[i].value;
    for (int i = 0; i < fit->nparam; i++) {
        const StnFitParameter *p = &fit->param[i];
        const bool element = strcmp(p->item, "k") == 0 || strcmp(p->item, "nu") == 0;
        char name[64];
        snprintf(name, sizeof name, "%s", p->item);
        if (element)
            snprintf(name, sizeof name, "%s.%d", p->item, (p->first > 0) == (k[0] >= k[1]) ? 2 : 1);
        add(out, b, name, p->value, p->std, p->low, p->high);
    }
}

static void judge_fit(const RecoveryBench *b, RecoveryOutcome *out)
{
    StnFreeParameter list[RECOVERY_PARAMETERS];
    StnFitSignal signal[2];
    StnFitRun run = {
        .def = recovery_definition(b, -1, 0.0), .t = b->t, .rows = b->rows, .signal = signal};
    StnFitResult *fit = calloc(1, sizeof *fit);
    int which[2];
    const int nfree = list_free(b, &run.def, list);
    if (b->cell->motor)
        recovery_joint_measured(b, &run.def);
    run.def.borrow = true;
    run.nsignal = fit_signals(b->cell, which);
    for (int k = 0; k < run.nsignal; k++)
        signal[k] = (StnFitSignal){recovery_signal(b->cell, which[k]), b->seen[which[k]], NAN};
    StnFitDef def = stn_default_fit_def(&run, 1, list, nfree);
    def.threads = 1;
    def.starts = b->near ? 1 : def.starts;
    out->failed = !fit || stn_fit(&def, fit, &out->error) != STN_OK;
    if (!out->failed)
        take_fit(out, b, fit);
    for (int i = 0; out->failed && i < b->ntruth; i++)
        if (is_free(b->cell, b->truth[i].path))
            add(out, b, b->truth[i].path, NAN, NAN, NAN, NAN);
    if (fit)
        stn_fit_result_free(fit);
    free(fit);
    stn_def_free(&run.def);
}

/* The law alone, beside a mass: starts as of a fit with a plant. */
static StnStatus fit_motion(const RecoveryBench *b, const StnData *data, StnFitResult *fit,
                            StnError *error)
{
    StnGiven drive, given[RECOVERY_PARAMETERS];
    StnFreeParameter list[RECOVERY_PARAMETERS];
    StnFitWindows windows;
    int ngiven = 0, nfree = 0;
    for (int i = 0; i < b->ntruth; i++) {
        const char *name = b->truth[i].path;
        const double start = start_of(b, name, strcmp(name, "Fc") == 0 ? 0 : i + 1);
        if (!is_free(b->cell, name))
            continue;
        list[nfree] = stn_free_parameter(name);
        if (strcmp(name, "m") == 0)
            list[nfree].start = start;
        else
            given[ngiven++] = stn_given_make(name, &start, 1);
        nfree++;
    }
    unsigned char *use = malloc(data->rows + 1);
    StnFitSignal signal = {"FF", data->value[STN_ROLE_EFFORT], NAN};
    StnFitRun run = {.def =
                         stn_motion_def(stn_catalog_law(NULL, b->cell->law), given, ngiven, &drive),
                     .t = data->value[STN_ROLE_TIME],
                     .rows = data->rows,
                     .signal = &signal,
                     .nsignal = 1,
                     .use = use,
                     .rotary = true};
    StnFitDef def = stn_default_fit_def(&run, 1, list, nfree);
    def.threads = 1;
    def.starts = b->near ? 1 : def.starts;
    StnStatus status = use ? STN_OK : STN_NO_MEMORY;
    if (status == STN_OK) {
        memset(use, STN_ROW_FIT, data->rows);
        status = stn_fit_windows(data, false, NAN, NAN, &windows, error);
        if (status == STN_OK) {
            stn_fit_windows_take(&windows, &run, &signal, use);
            status = stn_fit(&def, fit, error);
        }
        stn_fit_windows_free(&windows);
    }
    free(use);
    return status;
}

static void judge_motion(const RecoveryBench *b, RecoveryOutcome *out)
{
    StnFitResult *fit = calloc(1, sizeof *fit);
    StnData data = {.rows = 0};
    out->failed =
        !fit || take_data(b, true, &data, &out->error) || fit_motion(b, &data, fit, &out->error);
    for (int i = 0; !out->failed && i < fit->nparam; i++) {
        const StnFitParameter *p = &fit->param[i];
        add(out, b, p->item, p->value, p->std, p->low, p->high);
    }
    if (fit)
        stn_fit_result_free(fit);
    free(fit);
    stn_data_free(&data);
}

void recovery_judge(const RecoveryBench *b, RecoveryOutcome *out)
{
    *out = (RecoveryOutcome){.count = 0};
    if (b->cell->method == RECOVERY_FIT)
        find_determined_of_fit(b, out);
    else
        find_determined_of_effort(b, out);
    switch (b->cell->method) {
    case RECOVERY_INVERSE: judge_inverse(b, out); break;
    case RECOVERY_CURVE: judge_curve(b, out); break;
    case RECOVERY_FIT: judge_fit(b, out); break;
    case RECOVERY_MOTION: judge_motion(b, out); break;
    }
}
