/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* modelDescription.xml of FMI 2.0. */
#include "fmu/writer.h"

#include "stiction/io.h"

#include <math.h>
#include <string.h>

static const char *const causalities[] = {"parameter", "input", "output", "local", "independent"};

static void put_attribute(FILE *out, const char *name, double value)
{
    char number[32];
    if (isfinite(value))
        fprintf(out, " %s=\"%s\"", name, stn_number_text(value, number));
}

static void put_real(const StnFmuVariable *v, FILE *out)
{
    fputs("<Real", out);
    if (v->unit[0]) {
        fputs(" unit=\"", out);
        stn_fmu_escape(out, v->unit);
        fputs("\"", out);
    }
    put_attribute(out, "min", v->min);
    put_attribute(out, "max", v->max);
    put_attribute(out, "nominal", v->nominal);
    put_attribute(out, "start", v->start);
    if (v->derivative >= 0)
        fprintf(out, " derivative=\"%d\"", v->derivative + 1);
    fputs("/>", out);
}

static void put_variable(const StnFmuVariable *v, int index, FILE *out)
{
    fprintf(out, "    <!-- %d -->\n    <ScalarVariable name=\"", index);
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
    fputs(">", out);
    if (v->type == STN_FMU_MODE)
        fputs("<Enumeration declaredType=\"FrictionMode\"/>", out);
    else if (v->type == STN_FMU_FLAG)
        fprintf(out, "<Boolean start=\"%s\"/>", v->start != 0.0 ? "true" : "false");
    else
        put_real(v, out);
    fputs("</ScalarVariable>\n", out);
}

/* unknown: the row of the dependencies, -1: of none, -2: not said. */
static void put_unknown(const StnFmuWriter *w, FILE *out, int variable, int unknown)
{
    int acting[1024];
    const int count = unknown >= 0 ? stn_fmu_acting(w, unknown, acting) : 0;
    fprintf(out, "      <Unknown index=\"%d\"", variable + 1);
    if (unknown != -2) {
        fputs(" dependencies=\"", out);
        for (int k = 0; k < count; k++)
            fprintf(out, k ? " %d" : "%d", acting[k] + 1);
        fputs("\"", out);
    }
    fputs("/>\n", out);
}

static void put_structure(const StnFmuWriter *w, FILE *out)
{
    const StnFmuVariables *list = &w->variables;
    fputs("  <ModelStructure>\n    <Outputs>\n", out);
    for (int k = 0; k < list->ncolumn; k++)
        put_unknown(w, out, list->column + k, list->nstate + k);
    for (int k = 0; k < list->nmode; k++)
        put_unknown(w, out, list->mode + k, -1);
    fputs("    </Outputs>\n", out);
    if (list->nstate > 0)
        fputs("    <Derivatives>\n", out);
    for (int k = 0; k < list->nstate; k++)
        put_unknown(w, out, list->rate + k, k);
    if (list->nstate > 0)
        fputs("    </Derivatives>\n", out);
    fputs("    <InitialUnknowns>\n", out);
    for (int k = 0; k < list->ncolumn + list->nmode; k++) /* they stand one behind the other */
        put_unknown(w, out, list->column + k, -2);
    for (int k = 0; k < 2 * list->nstate; k++)
        put_unknown(w, out, list->state + k, -2);
    fputs("    </InitialUnknowns>\n  </ModelStructure>\n", out);
}

static void put_sources(const StnFmuWriter *w, FILE *out)
{
    if (!w->sources) {
        fputs("/>\n", out);
        return;
    }
    fputs(">\n    <SourceFiles>\n      <File name=\"model.c\"/>\n", out);
    for (int k = 0; k < stn_fmu_source_count(); k++)
        if (stn_fmu_is_compiled(k, w->def.fmi))
            fprintf(out, "      <File name=\"%s\"/>\n", stn_fmu_source_at(k).name);
    fputs("    </SourceFiles>\n", out);
}

void stn_fmu_description2(const StnFmuWriter *w, FILE *out)
{
    const char *can = w->model_exchange
                          ? "canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" "
                            "providesDirectionalDerivative=\"true\""
                          : "canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\"";
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"%s\" guid=\"%s\" description=\"",
            w->identifier, w->token);
    stn_fmu_escape(out, stn_scenario_title(w->scenario));
    fprintf(out,
            "\" license=\"MIT\" generationTool=\"Stiction " STN_VERSION
            "\" variableNamingConvention=\"flat\" numberOfEventIndicators=\"%d\">\n",
            w->variables.nguard);
    if (w->model_exchange) {
        fprintf(out,
                "  <ModelExchange modelIdentifier=\"%s\" %s "
                "completedIntegratorStepNotNeeded=\"true\"",
                w->identifier, can);
        put_sources(w, out);
        fputs(w->sources ? "  </ModelExchange>\n" : "", out);
    }
    fprintf(out,
            "  <CoSimulation modelIdentifier=\"%s\" %s "
            "canHandleVariableCommunicationStepSize=\"true\" canInterpolateInputs=\"true\"",
            w->identifier, can);
    put_sources(w, out);
    fputs(w->sources ? "  </CoSimulation>\n" : "", out);
    stn_fmu_common(w, out);
    fputs("  <ModelVariables>\n", out);
    for (int k = 0; k < w->variables.count; k++)
        put_variable(&w->variables.item[k], k + 1, out);
    fputs("  </ModelVariables>\n", out);
    put_structure(w, out);
    fputs("</fmiModelDescription>\n", out);
}
