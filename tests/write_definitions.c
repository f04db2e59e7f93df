/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Writes the built-in scenarios as the C text that definitions.h declares, numbers to the last bit. */
#include "signals/signal.h"
#include "stiction/stiction.h"

#include <math.h>
#include <stdio.h>

static void number(double x)
{
    if (isfinite(x))
        printf("%a", x);
    else
        printf(isnan(x) ? "NAN" : x > 0.0 ? "INFINITY" : "-INFINITY");
}

static void numbers(const double *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        printf(i ? ", " : "");
        number(x[i]);
    }
}

/* static const StnGiven KIND_I_K[]. */
static void given(const char *kind, int i, int k, const StnGiven *list, int count)
{
    printf("static const StnGiven %s_%d_%d[] = {", kind, i, k);
    for (int j = 0; j < count; j++) {
        printf("{\"%s\", %d, {", list[j].name, list[j].count);
        numbers(list[j].value, (size_t)list[j].count);
        printf("}, 0, 0, 0},\n    ");
    }
    printf("{\"\", 0, {0.0}, 0, 0, 0}};\n");
}

/* Whether the values of a table stay until its next point. */
static bool holds(const StnSignal *signal, const double *times, const double *values, size_t count)
{
    for (size_t i = 0; i + 1 < count; i++)
        if (times[i + 1] > times[i] && values[i + 1] != values[i])
            return stn_signal_at(signal, 0.5 * (times[i] + times[i + 1])).d1 == 0.0;
    return false;
}

/* An expression that makes the signal; a sum of signals is written into parts[] before it. */
static void single(const StnSignal *signal)
{
    static const char *const makers[] = {"constant", "step", "ramp", "sine", "pulses", "chirp"};
    const double *times, *values;
    size_t count = stn_signal_points(signal, &times, &values);
    if (stn_signal_shape(signal) == STN_SIGNAL_LINES) {
        printf("stn_signal_table((double[]){");
        numbers(times, count);
        printf("}, (double[]){");
        numbers(values, count);
        printf("}, %zu, %d)", count, holds(signal, times, values, count));
        return;
    }
    printf("stn_signal_%s(", makers[stn_signal_shape(signal)]);
    numbers(stn_signal_numbers(signal), (size_t)stn_signal_number_count(signal));
    printf(")");
}

static void input(int i, int k, const StnSignal *signal)
{
    printf("static StnSignal *input_%d_%d(void)\n{\n    return ", i, k);
    int count = stn_signal_part_count(signal);
    bool sum = stn_signal_shape(signal) == STN_SIGNAL_SUM;
    printf(sum ? "stn_signal_sum((StnSignal *[]){" : "");
    for (int j = 0; j < count; j++) {
        printf(j ? ", " : "");
        single(stn_signal_part(signal, j));
    }
    if (sum)
        printf("}, %d)", count);
    printf(";\n}\n");
}

/* What entry() of the same number refers to. */
static void parts(int i, const StnSystemDef *def)
{
    given("given", i, 0, def->given, def->ngiven);
    given("initial", i, 0, def->initial, def->ninitial);
    for (int k = 0; k < STN_SITES_MAX; k++)
        if (def->site[k].law)
            given("site", i, k, def->site[k].given, def->site[k].ngiven);
    for (int k = 0; k < STN_INPUTS_MAX; k++)
        if (def->input[k])
            input(i, k, def->input[k]);
}

static void entry(int i, const char *name, const StnSystemDef *def)
{
    const StnSolverDef *s = &def->solver;
    printf("    {\"%s\", \"%s\", given_%d_0, %d, initial_%d_0, %d, {", name, def->plant->name, i,
           def->ngiven, i, def->ninitial);
    for (int k = 0; k < STN_SITES_MAX; k++)
        if (def->site[k].law)
            printf("{\"%s\", site_%d_%d, %d}, ", def->site[k].law->name, i, k, def->site[k].ngiven);
        else
            printf("{0}, ");
    printf("}, {");
    for (int k = 0; k < STN_INPUTS_MAX; k++)
        if (def->input[k])
            printf("input_%d_%d, ", i, k);
        else
            printf("0, ");
    printf("}, {");
    for (int k = 0; k < STN_SENSORS_MAX; k++) {
        const StnSensorDef *sensor = &def->sensor[k];
        printf("{%d, ", sensor->output);
        numbers((double[]){sensor->resolution, sensor->sample, sensor->lag, sensor->noise}, 4);
        printf("}, ");
    }
    printf("}, %d, %lluu, {%d, %d, %d, ", def->nsensor, (unsigned long long)def->seed,
           (int)s->method, (int)s->integrator, (int)s->euler);
    numbers((double[]){s->rtol, s->dt, s->h_max}, 3);
    printf(", %d, %d, %ld}, ", s->zone_guard, s->energy, s->max_events);
    number(def->duration);
    printf("},\n");
}

int main(void)
{
    StnError error = {0};
    printf("#include \"definitions.h\"\n#include <math.h>\n");
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < stn_builtin_count(); i++) {
            const char *name = stn_builtin_at(i).name;
            StnScenario *scenario = stn_scenario_load(name, NULL, &error);
            if (!scenario) {
                fprintf(stderr, "%s: %s\n", name, error.text);
                return 1;
            }
            StnSystemDef def = stn_scenario_def(scenario);
            def.duration = stn_scenario_duration(scenario);
            if (pass == 0)
                parts(i, &def);
            else
                entry(i, name, &def);
            stn_scenario_free(scenario);
        }
        printf(pass == 0 ? "const Definition definitions[] = {\n" : "};\n");
    }
    printf("const int definition_count = %d;\n", stn_builtin_count());
    return 0;
}
