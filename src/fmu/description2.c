/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* modelDescription.xml of FMI 2.0. */
#include "fmu/writer.h"

static void put_variable(const StnFmuVariable *v, int index, FILE *out)
{
    fprintf(out, "    <!-- %d -->\n    <ScalarVariable", index);
    stn_fmu_put_name(out, v);
    fputs(">", out);
    if (v->type == STN_FMU_MODE) {
        fputs("<Enumeration declaredType=\"FrictionMode\"/>", out);
    } else if (v->type == STN_FMU_FLAG) {
        fprintf(out, "<Boolean start=\"%s\"/>", v->start != 0.0 ? "true" : "false");
    } else {
        fputs("<Real", out);
        stn_fmu_put_numbers(out, v);
        if (v->derivative >= 0)
            fprintf(out, " derivative=\"%d\"", v->derivative + 1);
        fputs("/>", out);
    }
    fputs("</ScalarVariable>\n", out);
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
    stn_fmu_structure(w, out);
    fputs("</fmiModelDescription>\n", out);
}
