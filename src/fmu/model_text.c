/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The definition of a scenario as C text, numbers to the last bit: model.c of an FMU. */
#include "fmu/writer.h"

#include "signals/signal.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void number(FILE *out, double x)
{
    if (isfinite(x))
        fprintf(out, "%a", x);
    else
        fputs(isnan(x) ? "NAN" : x > 0.0 ? "INFINITY" : "-INFINITY", out);
}

static void numbers(FILE *out, const double *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs(i % 8 == 7 ? ",\n    " : i ? ", " : "", out);
        number(out, x[i]);
    }
}

static void given(FILE *out, const char *name, int k, const StnGiven *list, int count)
{
    fprintf(out, "static StnGiven %s_%d[] = {", name, k);
    for (int j = 0; j < count; j++) {
        fprintf(out, "{\"%s\", %d, {", list[j].name, list[j].count);
        numbers(out, list[j].value, (size_t)list[j].count);
        fputs("}, 0, 0, 0},\n    ", out);
    }
    fputs("{\"\", 0, {0.0}, 0, 0, 0}};\n", out);
}

/* ---- Signals ---- */

/* Whether the values of a table stay until its next point. */
static bool holds(const StnSignal *signal, const double *times, const double *values, size_t count)
{
    for (size_t i = 0; i + 1 < count; i++)
        if (times[i + 1] > times[i] && values[i + 1] != values[i])
            return stn_signal_at(signal, 0.5 * (times[i] + times[i + 1])).d1 == 0.0;
    return false;
}

/* The arrays of tables, numbered from *next on in the order of the parts. */
static void tables(FILE *out, const StnSignal *signal, int *next)
{
    const double *times, *values;
    const size_t count = stn_signal_points(signal, &times, &values);
    if (stn_signal_shape(signal) == STN_SIGNAL_SUM) {
        for (int k = 0; k < stn_signal_part_count(signal); k++)
            tables(out, stn_signal_part(signal, k), next);
        return;
    }
    if (stn_signal_shape(signal) != STN_SIGNAL_LINES)
        return;
    fprintf(out, "static const double times_%d[] = {", *next);
    numbers(out, times, count);
    fprintf(out, "};\nstatic const double values_%d[] = {", (*next)++);
    numbers(out, values, count);
    fputs("};\n", out);
}

/* An expression that makes the signal. */
static void expression(FILE *out, const StnSignal *signal, int *next)
{
    static const char *const makers[] = {"constant", "step", "ramp", "sine", "pulses", "chirp"};
    const double *times, *values;
    const size_t count = stn_signal_points(signal, &times, &values);
    if (stn_signal_shape(signal) == STN_SIGNAL_SUM) {
        fputs("stn_signal_sum((StnSignal *[]){", out);
        for (int k = 0; k < stn_signal_part_count(signal); k++) {
            fputs(k ? ", " : "", out);
            expression(out, stn_signal_part(signal, k), next);
        }
        fprintf(out, "}, %d)", stn_signal_part_count(signal));
    } else if (stn_signal_shape(signal) == STN_SIGNAL_LINES) {
        fprintf(out, "stn_signal_table(times_%d, values_%d, %lu, %d)", *next, *next,
                (unsigned long)count, holds(signal, times, values, count));
        ++*next;
    } else {
        fprintf(out, "stn_signal_%s(", makers[stn_signal_shape(signal)]);
        numbers(out, stn_signal_numbers(signal), (size_t)stn_signal_number_count(signal));
        fputs(")", out);
    }
}

/* ---- The definition ---- */

static void parts(FILE *out, const StnSystemDef *def)
{
    int table = 0;
    given(out, "given", 0, def->given, def->ngiven);
    given(out, "initial", 0, def->initial, def->ninitial);
    for (int k = 0; k < STN_SITES_MAX; k++)
        if (def->site[k].law)
            given(out, "site", k, def->site[k].given, def->site[k].ngiven);
    for (int k = 0; k < STN_INPUTS_MAX; k++)
        if (def->input[k])
            tables(out, def->input[k], &table);
}

static void solver(FILE *out, const StnSolverDef *s)
{
    fprintf(
        out,
        "    def.solver.method = (StnMethod)%d;\n    def.solver.integrator = (StnIntegrator)%d;\n"
        "    def.solver.euler = (StnEuler)%d;\n    def.solver.rtol = ",
        (int)s->method, (int)s->integrator, (int)s->euler);
    number(out, s->rtol);
    fputs(";\n    def.solver.dt = ", out);
    number(out, s->dt);
    fputs(";\n    def.solver.h_max = ", out);
    number(out, s->h_max);
    fprintf(out,
            ";\n    def.solver.zone_guard = %d;\n    def.solver.energy = %d;\n"
            "    def.solver.max_events = %ld;\n",
            s->zone_guard, s->energy, s->max_events);
}

static void function(FILE *out, const StnSystemDef *def)
{
    int table = 0;
    fprintf(out,
            "\nStnSystem *fmu_system(StnError *error)\n{\n"
            "    StnSystemDef def = stn_default_system_def(stn_catalog_plant(NULL, \"%s\"));\n"
            "    def.given = given_0;\n    def.ngiven = %d;\n"
            "    def.initial = initial_0;\n    def.ninitial = %d;\n",
            def->plant->name, def->ngiven, def->ninitial);
    for (int k = 0; k < STN_SITES_MAX; k++)
        if (def->site[k].law)
            fprintf(out,
                    "    def.site[%d].law = stn_catalog_law(NULL, \"%s\");\n"
                    "    def.site[%d].given = site_%d;\n    def.site[%d].ngiven = %d;\n",
                    k, def->site[k].law->name, k, k, k, def->site[k].ngiven);
    for (int k = 0; k < def->nsensor; k++) {
        const StnSensorDef *s = &def->sensor[k];
        fprintf(out, "    def.sensor[%d] = (StnSensorDef){%d, ", k, s->output);
        numbers(out, (double[]){s->resolution, s->sample, s->lag, s->noise}, 4);
        fputs("};\n", out);
    }
    fprintf(out, "    def.nsensor = %d;\n    def.seed = fmu_seed;\n", def->nsensor);
    solver(out, &def->solver);
    fputs("    def.duration = NAN;\n", out);
    for (int k = 0; k < STN_INPUTS_MAX; k++)
        if (def->input[k]) {
            fprintf(out, "    def.input[%d] = ", k);
            expression(out, def->input[k], &table);
            fputs(";\n", out);
        }
    fputs("    StnSystem *system = stn_system_new(&def, error);\n"
          "    for (int k = 0; !system && k < STN_INPUTS_MAX; k++)\n"
          "        stn_signal_free(def.input[k]);\n"
          "    return system;\n}\n",
          out);
}

static StnStatus check_models(const StnSystemDef *def, StnError *error)
{
    const char *name = NULL;
    if (stn_catalog_plant(NULL, def->plant->name) != def->plant)
        name = def->plant->name;
    for (int k = 0; k < STN_SITES_MAX; k++)
        if (def->site[k].law && stn_catalog_law(NULL, def->site[k].law->name) != def->site[k].law)
            name = def->site[k].law->name;
    return name ? stn_error(error, STN_BAD_INPUT,
                            "\"%s\" comes from a plug-in: an FMU can carry built-in models only, "
                            "since the source of others is not known",
                            name)
                : STN_OK;
}

StnStatus stn_fmu_model_text(StnFmuWriter *w, FILE *out)
{
    const StnSystemDef def = stn_scenario_def(w->scenario);
    const StnStatus status = check_models(&def, w->error);
    if (status)
        return status;
    fprintf(out,
            "/* The model of this FMU; made by Stiction " STN_VERSION ". */\n"
            "#include \"fmu.h\"\n\n#include <math.h>\n\n"
            "const char *const fmu_token = FMU_TOKEN;\nconst uint64_t fmu_seed = %" PRIu64 "u;\n\n",
            def.seed);
    parts(out, &def);
    function(out, &def);
    return STN_OK;
}
