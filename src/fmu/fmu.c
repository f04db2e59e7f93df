/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The files of an FMU, put into one archive. */
#define _GNU_SOURCE

#include "fmu/writer.h"

#include "core/hash.h"
#include "io/atomic_file.h"
#include "io/memory_file.h"
#include "io/path.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const StnField fields[] = {
    STN_WORD(StnFmuDef, fmi, "2|3", STN_FMU_FMI3, "version of FMI"),
    STN_WORD(StnFmuDef, kind, "both|source|binary", STN_FMU_BOTH, "what the FMU carries"),
    STN_WORD(StnFmuDef, platforms, "native|all", STN_FMU_NATIVE,
             "machines that it has binaries for"),
};
const StnFields stn_fmu_fields = STN_TABLE("FMU", StnFmuDef, fields);

StnFmuDef stn_default_fmu_def(void)
{
    StnFmuDef def;
    stn_fields_default(&stn_fmu_fields, &def);
    return def;
}

static const char license[] =
    "MIT License\n\nCopyright (c) 2026 The Stiction authors\n\n"
    "Permission is hereby granted, free of charge, to any person obtaining a copy of this software "
    "and associated documentation files (the \"Software\"), to deal in the Software without "
    "restriction, including without limitation the rights to use, copy, modify, merge, publish, "
    "distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the "
    "Software is furnished to do so, subject to the following conditions:\n\n"
    "The above copyright notice and this permission notice shall be included in all copies or "
    "substantial portions of the Software.\n\n"
    "THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, "
    "INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR "
    "PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR "
    "ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, "
    "ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE "
    "SOFTWARE.\n";

/* The name of the file without its folder and ending, as a C name. */
static void name_model(StnFmuWriter *w, const char *file)
{
    const char *name = stn_path_name(file);
    const char *end = strrchr(name, '.');
    size_t n = 0;
    if (!isalpha((unsigned char)name[0]))
        w->identifier[n++] = 'm';
    for (; *name && name != end && n + 1 < sizeof w->identifier; name++)
        w->identifier[n++] = isalnum((unsigned char)*name) ? *name : '_';
    w->identifier[n] = '\0';
}

/* ---- Texts ---- */

/* Adds what was written into memory to the archive. */
static bool memory_add(StnMemoryFile *m, StnZip *zip, const char *name)
{
    if (!stn_memory_file_close(m))
        return false;
    stn_zip_add(zip, name, m->text, m->size);
    free(m->text);
    return true;
}

/* model.c, and the token: other models, or another version of the sources, have another one. */
static StnStatus make_model(StnFmuWriter *w)
{
    StnMemoryFile m;
    if (!stn_memory_file_open(&m))
        return stn_out_of_memory(w->error);
    StnStatus status = stn_fmu_model_text(w, m.out);
    if (!stn_memory_file_close(&m))
        status = status ? status : stn_out_of_memory(w->error);
    uint64_t one = stn_hash(STN_HASH_BEGIN, m.text ? m.text : "", m.size), other = ~one;
    for (int k = 0; k < stn_fmu_source_count(); k++)
        other = stn_hash(other, stn_fmu_source_at(k).text, strlen(stn_fmu_source_at(k).text));
    snprintf(w->token, sizeof w->token, "{%08lx-%04lx-%04lx-%04lx-%012llx}",
             (unsigned long)(one >> 32), (unsigned long)(one >> 16 & 0xffff),
             (unsigned long)(one & 0xffff), (unsigned long)(other >> 48),
             (unsigned long long)(other & 0xffffffffffff));
    const size_t size = m.size + 100;
    w->model = status ? NULL : malloc(size);
    if (w->model)
        snprintf(w->model, size, "#define FMU_TOKEN \"%s\"\n%s", w->token, m.text);
    free(m.text);
    return status || w->model ? status : stn_out_of_memory(w->error);
}

/* ---- The archive ---- */

static void add_sources(const StnFmuWriter *w, StnZip *zip)
{
    char name[160];
    for (int k = 0; k < stn_fmu_source_count(); k++) {
        snprintf(name, sizeof name, "sources/%s", stn_fmu_source_at(k).name);
        stn_zip_text(zip, name, stn_fmu_source_at(k).text);
    }
    stn_zip_text(zip, "sources/model.c", w->model);
}

/* A file by a function that cannot fail but for memory. */
static bool add_text(const StnFmuWriter *w, StnZip *zip, const char *name,
                     void (*put)(const StnFmuWriter *, FILE *))
{
    StnMemoryFile m;
    if (!stn_memory_file_open(&m))
        return false;
    put(w, m.out);
    return memory_add(&m, zip, name);
}

static StnStatus add_page(const StnFmuWriter *w, StnZip *zip)
{
    StnMemoryFile m;
    if (!stn_memory_file_open(&m))
        return stn_out_of_memory(w->error);
    const StnStatus status = stn_fmu_page(w, m.out);
    return memory_add(&m, zip, "documentation/index.html") ? status : stn_out_of_memory(w->error);
}

static StnStatus add_files(StnFmuWriter *w, StnZip *zip)
{
    const bool old = w->def.fmi == STN_FMU_FMI2;
    size_t size = 0;
    unsigned char *icon = stn_fmu_icon(&size);
    bool good = icon && add_text(w, zip, "modelDescription.xml",
                                 old ? stn_fmu_description2 : stn_fmu_description3);
    if (icon)
        stn_zip_add(zip, old ? "model.png" : "terminalsAndIcons/icon.png", icon, size);
    free(icon);
    if (!old)
        good =
            good && add_text(w, zip, "terminalsAndIcons/terminalsAndIcons.xml", stn_fmu_terminals);
    stn_zip_text(zip, old ? "documentation/licenses/LICENSE.txt" : "documentation/licenses/MIT.txt",
                 license);
    if (w->sources) {
        add_sources(w, zip);
        if (!old)
            good =
                good && add_text(w, zip, "sources/buildDescription.xml", stn_fmu_build_description);
    }
    stn_zip_text(zip, "resources/scenario.yaml", stn_scenario_resolved(w->scenario));
    return good ? add_page(w, zip) : stn_out_of_memory(w->error);
}

static StnStatus write_all(StnFmuWriter *w, const char *file)
{
    StnAtomicFile target;
    StnZip *zip = calloc(1, sizeof *zip);
    StnStatus status = zip ? stn_atomic_open(&target, file, w->error) : stn_out_of_memory(w->error);
    if (status) {
        free(zip);
        return status;
    }
    zip->out = target.stream;
    status = add_files(w, zip);
    if (!status && w->def.kind != STN_FMU_SOURCE)
        status = stn_fmu_binaries(w, zip);
    if (!status && !stn_zip_end(zip))
        status =
            stn_error(w->error, STN_BAD_INPUT, "the FMU would be larger than an archive can be");
    if (status)
        stn_atomic_discard(&target);
    else
        status = stn_atomic_commit(&target, w->error);
    free(zip);
    return status;
}

StnStatus stn_fmu_write(const StnScenario *scenario, const StnFmuDef *def, const char *file,
                        StnRemarks *remarks, StnError *error)
{
    StnFmuWriter w = {.scenario = scenario,
                      .system = stn_scenario_system(scenario),
                      .def = *def,
                      .remarks = remarks,
                      .error = error};
    if (!w.system)
        return stn_scenario_check(scenario, error);
    w.model_exchange = stn_system_method(w.system) != STN_METHOD_FIXED;
    w.sources = def->kind != STN_FMU_BINARY;
    name_model(&w, file);
    if (!w.model_exchange && remarks)
        stn_remark(remarks, "the FMU has no Model Exchange: the scenario takes fixed steps, by its "
                            "law or its solver");
    if (!stn_scenario_resolved(scenario))
        return stn_out_of_memory(error);
    StnStatus status = make_model(&w);
    if (!status)
        status = stn_fmu_variables(w.system, &w.variables, error);
    if (!status)
        status = stn_fmu_dependencies(w.system, &w.variables, &w.dependencies, error);
    if (!status)
        status = write_all(&w, file);
    stn_fmu_variables_free(&w.variables);
    stn_fmu_dependencies_free(&w.dependencies);
    free(w.model);
    return status;
}
