/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* modelDescription.xml of FMI 3.0. */
#include "fmu/writer.h"

#include "stiction/io.h"

#include <math.h>
#include <string.h>

static const char *const causalities[] = {"parameter", "input", "output", "local", "independent"};
static const char *const types[] = {"Float64", "Enumeration", "Boolean"};

static void put_attribute(FILE *out, const char *name, double value)
{
    char number[32];
    if (isfinite(value))
        fprintf(out, " %s=\"%s\"", name, stn_number_text(value, number));
}

static void put_variable(const StnFmuWriter *w, const StnFmuVariable *v, FILE *out)
{
    fprintf(out, "    <%s name=\"", types[v->type]);
    stn_fmu_escape(out, v->name);
    fprintf(out, "\" valueReference=\"%lu\" causality=\"%s\" variability=\"%s\"",
            (unsigned long)v->reference, causalities[v->causality], v->variability);
    if (v->initial)
        fprintf(out, " initial=\"%s\"", v->initial);
    if (v->text[0]) {
        fputs(" description=\"", out);
        stn_fmu_escape(out, v->text);
        fputs("\"", out);
    }
    if (v->type == STN_FMU_MODE)
        fputs(" declaredType=\"FrictionMode\"", out);
    if (v->unit[0]) {
        fputs(" unit=\"", out);
        stn_fmu_escape(out, v->unit);
        fputs("\"", out);
    }
    if (v->derivative >= 0)
        fprintf(out, " derivative=\"%lu\"",
                (unsigned long)w->variables.item[v->derivative].reference);
    if (v->type == STN_FMU_FLAG)
        fprintf(out, " start=\"%s\"", v->start != 0.0 ? "true" : "false");
    if (v->type == STN_FMU_REAL) {
        put_attribute(out, "min", v->min);
        put_attribute(out, "max", v->max);
        put_attribute(out, "nominal", v->nominal);
        put_attribute(out, "start", v->start);
    }
    fputs("/>\n", out);
}

/* An entry of ModelStructure; unknown: its row of the dependencies, -1: of none, -2: not said. */
static void put_unknown(const StnFmuWriter *w, FILE *out, const char *what, int variable,
                        int unknown)
{
    int acting[1024];
    const int count = unknown >= 0 ? stn_fmu_acting(w, unknown, acting) : 0;
    fprintf(out, "    <%s valueReference=\"%lu\"", what,
            (unsigned long)w->variables.item[variable].reference);
    if (unknown != -2) {
        fputs(" dependencies=\"", out);
        for (int k = 0; k < count; k++)
            fprintf(out, k ? " %lu" : "%lu", (unsigned long)w->variables.item[acting[k]].reference);
        fputs("\"", out);
    }
    fputs("/>\n", out);
}

static void put_structure(const StnFmuWriter *w, FILE *out)
{
    const StnFmuVariables *list = &w->variables;
    fputs("  <ModelStructure>\n", out);
    for (int k = 0; k < list->ncolumn; k++)
        put_unknown(w, out, "Output", list->column + k, list->nstate + k);
    for (int k = 0; k < list->nmode; k++)
        put_unknown(w, out, "Output", list->mode + k, -1);
    for (int k = 0; k < list->nstate; k++)
        put_unknown(w, out, "ContinuousStateDerivative", list->rate + k, k);
    for (int k = 0; k < list->ncolumn; k++)
        put_unknown(w, out, "InitialUnknown", list->column + k, -2);
    for (int k = 0; k < list->nmode; k++)
        put_unknown(w, out, "InitialUnknown", list->mode + k, -2);
    for (int k = 0; k < list->nstate; k++)
        put_unknown(w, out, "InitialUnknown", list->state + k, -2);
    for (int k = 0; k < list->nstate; k++)
        put_unknown(w, out, "InitialUnknown", list->rate + k, -2);
    for (int k = 0; k < list->nguard; k++)
        put_unknown(w, out, "EventIndicator", list->guard + k,
                    k + 1 < list->nguard ? list->nstate + list->ncolumn + k : -1);
    fputs("  </ModelStructure>\n", out);
}

void stn_fmu_description3(const StnFmuWriter *w, FILE *out)
{
    static const char can[] = "canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\"";
    const char *derivatives =
        w->model_exchange
            ? " providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\""
            : "";
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"%s\" instantiationToken=\"%s\" "
            "description=\"",
            w->identifier, w->token);
    stn_fmu_escape(out, stn_scenario_title(w->scenario));
    fputs("\" license=\"MIT\" generationTool=\"Stiction " STN_VERSION
          "\" variableNamingConvention=\"flat\">\n",
          out);
    if (w->model_exchange)
        fprintf(out,
                "  <ModelExchange modelIdentifier=\"%s\" %s%s "
                "needsCompletedIntegratorStep=\"false\"/>\n",
                w->identifier, can, derivatives);
    fprintf(
        out,
        "  <CoSimulation modelIdentifier=\"%s\" %s%s "
        "canHandleVariableCommunicationStepSize=\"true\" hasEventMode=\"true\" "
        "providesIntermediateUpdate=\"true\" canReturnEarlyAfterIntermediateUpdate=\"true\"/>\n",
        w->identifier, can, derivatives);
    stn_fmu_common(w, out);
    fputs("  <ModelVariables>\n", out);
    for (int k = 0; k < w->variables.count; k++)
        put_variable(w, &w->variables.item[k], out);
    fputs("  </ModelVariables>\n", out);
    put_structure(w, out);
    fputs("</fmiModelDescription>\n", out);
}
