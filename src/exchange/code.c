/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Signals, definitions of systems and parameter blocks as C text: stiction/code.h. */
#include "stiction/code.h"

#include "core/build.h"
#include "exchange/feedforward.h"
#include "io/memory_file.h"
#include "signals/signal.h"
#include "stiction/io.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The core as files ---- */

extern const StnCoreFile stn_core_files[]; /* tools/embed.cmake writes them */
extern const int stn_core_files_count;

int stn_core_file_count(void) { return stn_core_files_count; }
StnCoreFile stn_core_file_at(int index)
{
    return index >= 0 && index < stn_core_files_count ? stn_core_files[index] : (StnCoreFile){0};
}

typedef StnMemoryFile Code;

static StnStatus begin(Code *code, const char *name, StnError *error)
{
    *code = (Code){.out = NULL};
    StnStatus status = stn_feed_check_name(name, false, error);
    if (!status && !stn_memory_file_open(code))
        status = stn_out_of_memory(error);
    return status;
}

/* The text, or NULL where memory was out or status says that there is none. */
static char *end(Code *code, StnStatus status, StnError *error)
{
    if (!code->out)
        return NULL;
    if (!stn_memory_file_close(code) && !status)
        status = stn_out_of_memory(error);
    if (!status)
        return code->text;
    free(code->text);
    return NULL;
}

/* ---- Words ---- */

/* The shortest constant of type double that a compiler reads to the same bits. */
static void put_constant(FILE *out, double x)
{
    char text[40];
    if (isnan(x))
        fputs("NAN", out);
    else if (isinf(x))
        fputs(x > 0.0 ? "INFINITY" : "-INFINITY", out);
    else if (x == 0.0)
        fputs(signbit(x) ? "-0.0" : "0.0", out);
    else {
        stn_number_text(x, text);
        fprintf(out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
    }
}

/* Numbers with commas between them, five in a line. */
static void put_constants(FILE *out, const double *x, size_t count)
{
    if (count == 0) /* an array of C has at least one */
        fputs("0.0", out);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "" : i % 5 ? ", " : ",\n    ", out);
        put_constant(out, x[i]);
    }
}

/* A string of C; what is no letter, digit or plain mark becomes an octal number, so that nothing ends it. */
static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (const char *c = text; *c; c++)
        if (isalnum((unsigned char)*c) || strchr("_.-+*/ ", *c))
            fputc(*c, out);
        else
            fprintf(out, "\\%03o", (unsigned char)*c);
    fputc('"', out);
}

/* ---- Signals ---- */

/* The points of the tables in a signal, as arrays NAME_times_K and NAME_values_K; returns the next K. */
static int put_points(FILE *out, const char *name, const StnSignal *signal, int k)
{
    const double *times, *values;
    if (stn_signal_shape(signal) == STN_SIGNAL_SUM) {
        for (int i = 0; i < stn_signal_part_count(signal); i++)
            k = put_points(out, name, stn_signal_part(signal, i), k);
        return k;
    }
    const size_t count = stn_signal_points(signal, &times, &values);
    if (stn_signal_shape(signal) != STN_SIGNAL_LINES)
        return k;
    for (int part = 0; part < 2; part++) {
        fprintf(out, "static const double %s_%s_%d[] = {\n    ", name, part ? "values" : "times",
                k);
        put_constants(out, part ? values : times, count);
        fputs("};\n", out);
    }
    return k + 1;
}

/* An expression that makes the signal; *k counts its tables as put_points does. */
static void put_signal(FILE *out, const char *name, const StnSignal *signal, int *k)
{
    static const char *const makers[] = {"constant", "step", "ramp", "sine", "pulses", "chirp"};
    const StnSignalShape shape = stn_signal_shape(signal);
    if (shape == STN_SIGNAL_SUM) {
        const int count = stn_signal_part_count(signal);
        fputs("stn_signal_sum((StnSignal *[]){", out);
        for (int i = 0; i < count; i++) {
            fputs(i ? ",\n        " : "", out);
            put_signal(out, name, stn_signal_part(signal, i), k);
        }
        fprintf(out, "}, %d)", count);
    } else if (shape == STN_SIGNAL_LINES) {
        const double *times, *values;
        const size_t count = stn_signal_points(signal, &times, &values);
        fprintf(out, "stn_signal_table(%s_times_%d, %s_values_%d, %lu, %s)", name, *k, name, *k,
                (unsigned long)count, stn_signal_holds(signal) ? "true" : "false");
        (*k)++;
    } else {
        fprintf(out, "stn_signal_%s(", makers[shape]);
        put_constants(out, stn_signal_numbers(signal), (size_t)stn_signal_number_count(signal));
        fputc(')', out);
    }
}

/* `static StnSignal *NAME(void)` with its tables. */
static void put_maker(FILE *out, const char *name, const StnSignal *signal)
{
    int k = 0;
    put_points(out, name, signal, 0);
    fprintf(out, "static StnSignal *%s(void)\n{\n    return ", name);
    put_signal(out, name, signal, &k);
    fputs(";\n}\n", out);
}

char *stn_signal_code(const StnSignal *signal, const char *name, StnError *error)
{
    Code code;
    StnStatus status = begin(&code, name, error);
    if (!status)
        put_maker(code.out, name, signal);
    return end(&code, status, error);
}

/* ---- Definitions ---- */

/* static const StnGiven NAME_KIND[]; nothing where the list is empty. */
static void put_given(FILE *out, const char *name, const char *kind, const StnGiven *list,
                      int count)
{
    if (count == 0)
        return;
    fprintf(out, "static const StnGiven %s_%s[] = {\n", name, kind);
    for (int i = 0; i < count; i++) {
        fputs("    {", out);
        put_string(out, list[i].name);
        fprintf(out, ", %d, {", list[i].count);
        put_constants(out, list[i].value, (size_t)list[i].count);
        fputs("}, NULL, 0, 0},\n", out);
    }
    fputs("};\n", out);
}

/* The lists and signals that the function NAME_def refers to. */
static void put_parts(FILE *out, const char *name, const StnSystemDef *def)
{
    char kind[24], maker[80];
    put_given(out, name, "given", def->given, def->ngiven);
    put_given(out, name, "initial", def->initial, def->ninitial);
    for (int i = 0; i < STN_SITES_MAX; i++) {
        snprintf(kind, sizeof kind, "site_%d", i);
        put_given(out, name, kind, def->site[i].given, def->site[i].ngiven);
    }
    for (int k = 0; k < def->nterm; k++) {
        snprintf(kind, sizeof kind, "term_%d", k);
        put_given(out, name, kind, def->term[k].given, def->term[k].ngiven);
    }
    for (int i = 0; i < def->plant->ninput; i++)
        if (def->input[i]) {
            snprintf(maker, sizeof maker, "%s_input_%d", name, i);
            put_maker(out, maker, def->input[i]);
        }
}

/* One statement for each field of a struct. */
static void put_fields(FILE *out, const char *target, const StnFields *fields, const void *settings)
{
    for (int k = 0; k < fields->count; k++) {
        const StnField *field = &fields->field[k];
        const double value = stn_field_get(field, settings);
        fprintf(out, "    %s.%s = ", target, field->name);
        if (field->kind == STN_FIELD_NUMBER || field->kind == STN_FIELD_OR_AUTO)
            put_constant(out, value);
        else
            fprintf(out, "%.0f", value);
        fputs(";\n", out);
    }
}

static void put_list(FILE *out, const char *name, const char *member, const char *number,
                     const char *kind, int count)
{
    if (count > 0)
        fprintf(out, "    def->%s = (StnGiven *)%s_%s, def->%s = %d;\n", member, name, kind, number,
                count);
}

static void put_sites(FILE *out, const char *name, const StnSystemDef *def)
{
    char member[32], number[32], kind[24];
    for (int i = 0; i < STN_SITES_MAX; i++) {
        const StnSiteDef *site = &def->site[i];
        if (site->law)
            fprintf(out, "    def->site[%d].law = stn_catalog_law(NULL, \"%s\");\n", i,
                    site->law->name);
        snprintf(member, sizeof member, "site[%d].given", i);
        snprintf(number, sizeof number, "site[%d].ngiven", i);
        snprintf(kind, sizeof kind, "site_%d", i);
        put_list(out, name, member, number, kind, site->ngiven);
    }
}

static void put_terms(FILE *out, const char *name, const StnSystemDef *def)
{
    char member[32], number[32], kind[24];
    for (int k = 0; k < def->nterm; k++) {
        const StnTermDef *term = &def->term[k];
        fprintf(out, "    def->term[%d].kind = stn_compensation_find(\"%s\");\n", k,
                term->kind->name);
        if (term->law)
            fprintf(out, "    def->term[%d].law = stn_catalog_law(NULL, \"%s\");\n", k,
                    term->law->name);
        snprintf(member, sizeof member, "term[%d].given", k);
        snprintf(number, sizeof number, "term[%d].ngiven", k);
        snprintf(kind, sizeof kind, "term_%d", k);
        put_list(out, name, member, number, kind, term->ngiven);
    }
    if (def->nterm > 0)
        fprintf(out, "    def->nterm = %d;\n", def->nterm);
}

/* bool NAME_def(StnSystemDef *def). */
static void put_def(FILE *out, const char *name, const StnSystemDef *def)
{
    char target[32];
    fprintf(out,
            "\nbool %s_def(StnSystemDef *def)\n{\n    bool good = true;\n"
            "    *def = stn_default_system_def(stn_catalog_plant(NULL, \"%s\"));\n",
            name, def->plant->name);
    put_list(out, name, "given", "ngiven", "given", def->ngiven);
    put_list(out, name, "initial", "ninitial", "initial", def->ninitial);
    put_sites(out, name, def);
    put_terms(out, name, def);
    for (int k = 0; k < def->nsensor; k++) {
        fprintf(out, "    def->sensor[%d].output = %d;\n", k, def->sensor[k].output);
        snprintf(target, sizeof target, "def->sensor[%d]", k);
        put_fields(out, target, &stn_sensor_fields, &def->sensor[k]);
    }
    fprintf(out, "    def->nsensor = %d;\n    def->seed = %lluu;\n", def->nsensor,
            (unsigned long long)def->seed);
    put_fields(out, "def->solver", &stn_solver_fields, &def->solver);
    fputs("    def->duration = ", out);
    put_constant(out, def->duration);
    fputs(";\n", out);
    for (int i = 0; i < def->plant->ninput; i++)
        if (def->input[i])
            fprintf(out,
                    "    def->input[%d] = %s_input_%d();\n    good = good && def->input[%d];\n", i,
                    name, i, i);
    fputs("    return good;\n}\n", out);
}

/* StnSystem *NAME_new(StnError *error). */
static void put_new(FILE *out, const char *name)
{
    fprintf(out,
            "\nStnSystem *%s_new(StnError *error)\n{\n    StnSystemDef def;\n"
            "    StnSystem *system = NULL;\n    if (%s_def(&def))\n"
            "        system = stn_system_new(&def, error);\n    else\n"
            "        stn_out_of_memory(error);\n"
            "    for (int i = 0; !system && i < STN_INPUTS_MAX; i++)\n"
            "        stn_signal_free(def.input[i]);\n    return system;\n}\n",
            name, name);
}

static StnStatus check_def(const StnSystemDef *def, StnError *error)
{
    const StnStatus status = stn_def_check(def, error);
    if (status)
        return status;
    if (!def->plant || stn_catalog_plant(NULL, def->plant->name) != def->plant)
        return stn_error(error, STN_BAD_INPUT,
                         "the plant \"%s\" is not built in: C text can name built-in models only",
                         def->plant ? def->plant->name : "");
    for (int i = 0; i < STN_SITES_MAX + def->nterm; i++) {
        const StnLaw *law = i < STN_SITES_MAX ? def->site[i].law : def->term[i - STN_SITES_MAX].law;
        if (law && stn_catalog_law(NULL, law->name) != law)
            return stn_error(error, STN_BAD_INPUT,
                             "the law \"%s\" is not built in: C text can name built-in models only",
                             law->name);
    }
    return STN_OK;
}

char *stn_def_code(const StnSystemDef *def, const char *name, StnError *error)
{
    Code code = {.out = NULL};
    StnStatus status = check_def(def, error);
    if (!status)
        status = begin(&code, name, error);
    if (!status) {
        fprintf(code.out,
                "/* A configured system of Stiction " STN_VERSION
                "; written by stn_def_code, do not edit. */\n"
                "#include \"stiction_core.h\"\n\n"
                "bool %s_def(StnSystemDef *def);\nStnSystem *%s_new(StnError *error);\n\n",
                name, name);
        put_parts(code.out, name, def);
        put_def(code.out, name, def);
        put_new(code.out, name);
    }
    return end(&code, status, error);
}

/* ---- Parameter blocks ---- */

/* {index of the address, value}, of the numbers that were set in the variant. */
static void put_numbers(FILE *out, const StnSystem *system, const StnSystem *variant)
{
    char path[160];
    for (int k = 0; k < stn_address_count(system); k++) {
        const StnAddress address = stn_address_at(system, k);
        const StnAddressInfo was = stn_address_info(system, address);
        const StnAddressInfo is = stn_address_info(variant, address);
        if (!is.tunable || !is.given || (was.given && was.value == is.value))
            continue;
        fprintf(out, "        {%d, ", k);
        put_constant(out, is.value);
        fprintf(out, "}, /* %s */\n", stn_address_path(system, address, path, sizeof path));
    }
}

static void put_setter(FILE *out, const char *name, const StnSystem *system,
                       const StnSystem *variant)
{
    fprintf(out,
            "static StnStatus %s(const StnSystem *system, void *block, StnError *error)\n{\n"
            "    static const struct {\n        int index;\n        double value;\n"
            "    } numbers[] = {\n",
            name);
    put_numbers(out, system, variant);
    fputs("        {-1, 0.0},\n    };\n    StnStatus status = STN_OK;\n"
          "    stn_params_copy(system, block);\n"
          "    for (int k = 0; !status && numbers[k].index >= 0; k++)\n"
          "        status = stn_params_set(system, block,\n"
          "                                stn_address_at(system, numbers[k].index),\n"
          "                                numbers[k].value, error);\n"
          "    return status ? status : stn_params_finish(system, block, error);\n}\n",
          out);
}

char *stn_params_code(const StnSystem *system, const void *block, const char *name, StnError *error)
{
    Code code;
    StnStatus status = begin(&code, name, error);
    void *memory = status ? NULL : malloc(stn_variant_size(system));
    void *copy = status ? NULL : malloc(stn_params_size(system));
    if (!status && (!memory || !copy))
        status = stn_out_of_memory(error);
    if (!status) {
        memcpy(copy, block, stn_params_size(system));
        put_setter(code.out, name, system, stn_system_variant(system, copy, 0, memory));
    }
    free(memory);
    free(copy);
    return end(&code, status, error);
}
