/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* modelDescription.xml of FMI 3.0. */
#include "fmu/writer.h"

static void put_variable(const StnFmuWriter *w, const StnFmuVariable *v, FILE *out)
{
    static const char *const types[] = {"Float64", "Enumeration", "Boolean"};
    fprintf(out, "    <%s", types[v->type]);
    stn_fmu_put_name(out, v);
    if (v->type == STN_FMU_MODE)
        fputs(" declaredType=\"FrictionMode\"", out);
    if (v->type == STN_FMU_FLAG)
        fprintf(out, " start=\"%s\"", v->start != 0.0 ? "true" : "false");
    if (v->type == STN_FMU_REAL)
        stn_fmu_put_numbers(out, v);
    if (v->derivative >= 0)
        fprintf(out, " derivative=\"%lu\"",
                (unsigned long)w->variables.item[v->derivative].reference);
    fputs("/>\n", out);
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
    stn_fmu_structure(w, out);
    fputs("</fmiModelDescription>\n", out);
}
