/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What modelDescription.xml has in both versions of FMI, and the small files beside it. */
#include "fmu/writer.h"

#include "stiction/io.h"

#include <math.h>
#include <string.h>

void stn_fmu_escape(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*text, out);
        }
}

/* ---- Variables ---- */

void stn_fmu_put_name(FILE *out, const StnFmuVariable *v)
{
    static const char *const causalities[] = {"parameter", "input", "output", "local",
                                              "independent"};
    fputs(" name=\"", out);
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
}

static void put_attribute(FILE *out, const char *name, double value)
{
    char number[32];
    if (isfinite(value))
        fprintf(out, " %s=\"%s\"", name, stn_number_text(value, number));
}

void stn_fmu_put_numbers(FILE *out, const StnFmuVariable *v)
{
    if (v->unit[0]) {
        fputs(" unit=\"", out);
        stn_fmu_escape(out, v->unit);
        fputs("\"", out);
    }
    put_attribute(out, "min", v->min);
    put_attribute(out, "max", v->max);
    put_attribute(out, "nominal", v->nominal);
    put_attribute(out, "start", v->start);
}

/* ---- What depends on what ---- */

/* The index in the list of variables of known k of the dependencies. */
static int known_variable(const StnFmuVariables *list, int k)
{
    if (k < list->nstate)
        return list->state + k;
    k -= list->nstate;
    return k < list->ninput ? list->input + k : list->slope + k - list->ninput;
}

/* FMI 2 names a variable by its place in the list, from 1, FMI 3 by its reference. */
static unsigned long variable_name(const StnFmuWriter *w, int variable)
{
    return w->def.fmi == STN_FMU_FMI2 ? (unsigned long)variable + 1
                                      : (unsigned long)w->variables.item[variable].reference;
}

enum { OF_NONE = -1, NOT_SAID = -2 };

/* unknown: the row of the dependencies, OF_NONE, or NOT_SAID: of all. */
static void put_unknown(const StnFmuWriter *w, FILE *out, const char *what, int variable,
                        int unknown)
{
    const StnFmuDependencies *d = &w->dependencies;
    if (w->def.fmi == STN_FMU_FMI2)
        fprintf(out, "      <Unknown index=\"%lu\"", variable_name(w, variable));
    else
        fprintf(out, "    <%s valueReference=\"%lu\"", what, variable_name(w, variable));
    const char *space = "";
    if (unknown != NOT_SAID)
        fputs(" dependencies=\"", out);
    for (int k = 0; unknown >= 0 && k < d->nknown; k++)
        if (d->acts[unknown * d->nknown + k]) {
            fprintf(out, "%s%lu", space, variable_name(w, known_variable(&w->variables, k)));
            space = " ";
        }
    fputs(unknown != NOT_SAID ? "\"/>\n" : "/>\n", out);
}

/* FMI 2 has a list of each kind. */
static void put_list(const StnFmuWriter *w, FILE *out, const char *tag)
{
    if (w->def.fmi == STN_FMU_FMI2)
        fprintf(out, "    <%s>\n", tag);
}

void stn_fmu_structure(const StnFmuWriter *w, FILE *out)
{
    const StnFmuVariables *list = &w->variables;
    fputs("  <ModelStructure>\n", out);
    put_list(w, out, "Outputs");
    for (int k = 0; k < list->ncolumn; k++)
        put_unknown(w, out, "Output", list->column + k, list->nstate + k);
    for (int k = 0; k < list->nmode; k++)
        put_unknown(w, out, "Output", list->mode + k, OF_NONE);
    put_list(w, out, "/Outputs");
    if (list->nstate > 0)
        put_list(w, out, "Derivatives");
    for (int k = 0; k < list->nstate; k++)
        put_unknown(w, out, "ContinuousStateDerivative", list->rate + k, k);
    if (list->nstate > 0)
        put_list(w, out, "/Derivatives");
    /* At the start modes are decided, too, by every parameter of what takes part: so these depend on all that is
     * known then, which is what the standard takes where nothing is said. */
    put_list(w, out, "InitialUnknowns");
    for (int k = 0; k < list->ncolumn + list->nmode; k++) /* they stand one behind the other */
        put_unknown(w, out, "InitialUnknown", list->column + k, NOT_SAID);
    for (int k = 0; k < 2 * list->nstate; k++)
        put_unknown(w, out, "InitialUnknown", list->state + k, NOT_SAID);
    put_list(w, out, "/InitialUnknowns");
    for (int k = 0; k < list->nguard && w->def.fmi == STN_FMU_FMI3; k++) /* the last one is time */
        put_unknown(w, out, "EventIndicator", list->guard + k,
                    k + 1 < list->nguard ? list->nstate + list->ncolumn + k : OF_NONE);
    fputs("  </ModelStructure>\n", out);
}

/* ---- Units ---- */

/* Exponents of the base units; of sqrt(Pa) and its like there are none. */
static void put_base_unit(FILE *out, const char *unit)
{
    double factor;
    StnDimension d;
    StnError error;
    char number[32];
    if (stn_unit_factor(unit, &factor, &d, &error) || ((d.m | d.kg | d.s | d.A | d.K) & 1))
        return;
    const struct {
        const char *name;
        int exponent;
    } base[] = {{"kg", d.kg / 2}, {"m", d.m / 2}, {"s", d.s / 2},
                {"A", d.A / 2},   {"K", d.K / 2}, {"rad", d.angle / 2}};
    fputs("<BaseUnit", out);
    for (size_t i = 0; i < sizeof base / sizeof *base; i++)
        if (base[i].exponent)
            fprintf(out, " %s=\"%d\"", base[i].name, base[i].exponent);
    if (factor != 1.0)
        fprintf(out, " factor=\"%s\"", stn_number_text(factor, number));
    fputs("/>", out);
}

static bool is_first(const StnFmuVariables *list, int k)
{
    for (int i = 0; i < k; i++)
        if (strcmp(list->item[i].unit, list->item[k].unit) == 0)
            return false;
    return list->item[k].unit[0] != '\0';
}

static void put_units(const StnFmuWriter *w, FILE *out)
{
    fputs("  <UnitDefinitions>\n", out);
    for (int k = 0; k < w->variables.count; k++)
        if (is_first(&w->variables, k)) {
            fputs("    <Unit name=\"", out);
            stn_fmu_escape(out, w->variables.item[k].unit);
            fputs("\">", out);
            put_base_unit(out, w->variables.item[k].unit);
            fputs("</Unit>\n", out);
        }
    fputs("  </UnitDefinitions>\n", out);
}

void stn_fmu_common(const StnFmuWriter *w, FILE *out)
{
    static const char *const items[] = {"backward", "stuck", "forward"};
    const bool old = w->def.fmi == STN_FMU_FMI2;
    put_units(w, out);
    fprintf(out, "  <TypeDefinitions>\n");
    fputs(old ? "    <SimpleType name=\"FrictionMode\">\n      <Enumeration>\n"
              : "    <EnumerationType name=\"FrictionMode\">\n",
          out);
    for (int i = 0; i < 3; i++)
        fprintf(out, "      <Item name=\"%s\" value=\"%d\"/>\n", items[i], i + 1);
    fputs(old ? "      </Enumeration>\n    </SimpleType>\n" : "    </EnumerationType>\n", out);
    fputs("  </TypeDefinitions>\n  <LogCategories>\n"
          "    <Category name=\"logEvents\" description=\"What happens\"/>\n"
          "    <Category name=\"logStatusError\" description=\"Why a call failed\"/>\n"
          "  </LogCategories>\n",
          out);
    const StnRunDef run = stn_scenario_run_def(w->scenario);
    char stop[32], tolerance[32], step[32];
    fprintf(out,
            "  <DefaultExperiment startTime=\"0\" stopTime=\"%s\" tolerance=\"%s\" "
            "stepSize=\"%s\"/>\n",
            stn_number_text(stn_scenario_duration(w->scenario), stop),
            stn_number_text(stn_system_solver(w->system)->rtol, tolerance),
            stn_number_text(run.every, step));
}

/* ---- Beside it ---- */

void stn_fmu_build_description(const StnFmuWriter *w, FILE *out)
{
    fprintf(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<fmiBuildDescription fmiVersion=\"3.0\">\n"
        "  <BuildConfiguration modelIdentifier=\"%s\" description=\"gcc, clang or clang-cl: GNU "
        "C is used\">\n"
        "    <SourceFileSet language=\"C99\" compilerOptions=\"-std=gnu99 -O2 "
        "-ffp-contract=off -fno-math-errno -fvisibility=hidden\">\n"
        "      <SourceFile name=\"model.c\"/>\n",
        w->identifier);
    for (int k = 0; k < stn_fmu_source_count(); k++)
        if (stn_fmu_is_compiled(k, w->def.fmi))
            fprintf(out, "      <SourceFile name=\"%s\"/>\n", stn_fmu_source_at(k).name);
    fputs("      <PreprocessorDefinition name=\"STN_API\" value=\"\"/>\n"
          "      <IncludeDirectory name=\".\"/>\n"
          "    </SourceFileSet>\n    <Library name=\"m\"/>\n"
          "  </BuildConfiguration>\n</fmiBuildDescription>\n",
          out);
}

static void put_member(const StnFmuWriter *w, FILE *out, int variable, const char *member)
{
    fputs("      <TerminalMemberVariable variableKind=\"signal\" variableName=\"", out);
    stn_fmu_escape(out, w->variables.item[variable].name);
    fprintf(out, "\" memberName=\"%s\"/>\n", member);
}

/* A terminal per friction site: its position, velocity, friction and mode. */
void stn_fmu_terminals(const StnFmuWriter *w, FILE *out)
{
    const StnPlant *plant = stn_system_plant(w->system);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n"
          "  <GraphicalRepresentation>\n"
          "    <CoordinateSystem x1=\"-100\" y1=\"-100\" x2=\"100\" y2=\"100\" "
          "suggestedScalingFactorTo_mm=\"0.1\"/>\n"
          "    <Icon x1=\"-100\" y1=\"-100\" x2=\"100\" y2=\"100\"/>\n"
          "  </GraphicalRepresentation>\n  <Terminals>\n",
          out);
    for (int i = 0; i < plant->nsite; i++) {
        fprintf(out,
                "    <Terminal name=\"%s\" matchingRule=\"bus\" description=\"friction site\">\n",
                plant->sites[i].name);
        bool seen[STN_ROLE_COUNT] = {false};
        for (int k = 0; k < w->variables.ncolumn; k++) {
            const StnColumnInfo column = stn_system_column_at(w->system, k);
            const bool takes = column.role == STN_ROLE_POSITION ||
                               column.role == STN_ROLE_VELOCITY || column.role == STN_ROLE_FRICTION;
            if (column.site == i && takes && !seen[column.role])
                put_member(w, out, w->variables.column + k, stn_role_name(column.role));
            seen[column.role] = seen[column.role] || (column.site == i && takes);
        }
        put_member(w, out, w->variables.mode + i, "mode");
        fputs("    </Terminal>\n", out);
    }
    fputs("  </Terminals>\n</fmiTerminalsAndIcons>\n", out);
}
