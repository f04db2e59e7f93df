/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the writers of an FMU's files share. */
#ifndef STN_FMU_WRITER_H
#define STN_FMU_WRITER_H

#include "fmu/variables.h"
#include "fmu/zip.h"
#include "stiction/fmu.h"

/* A file of the core or of the code inside an FMU; name: in sources/. */
typedef struct StnFmuSource {
    const char *name, *text;
} StnFmuSource;
int stn_fmu_source_count(void);
StnFmuSource stn_fmu_source_at(int index);
/* Whether a source is compiled for this version of FMI, by itself. */
bool stn_fmu_is_compiled(int index, StnFmuVersion fmi);

typedef struct StnFmuWriter {
    const StnScenario *scenario;
    const StnSystem *system;
    StnFmuDef def;
    char identifier[64]; /* modelIdentifier, a C name */
    char token[48];
    char *model; /* model.c */
    StnFmuVariables variables;
    StnFmuDependencies dependencies;
    bool model_exchange, sources;
    StnRemarks *remarks;
    StnError *error;
} StnFmuWriter;

/* XML and HTML. */
void stn_fmu_escape(FILE *out, const char *text);
/* modelDescription.xml */
void stn_fmu_description2(const StnFmuWriter *w, FILE *out);
void stn_fmu_description3(const StnFmuWriter *w, FILE *out);
/* UnitDefinitions, DefaultExperiment and LogCategories are the same in both versions. */
void stn_fmu_common(const StnFmuWriter *w, FILE *out);
/* Attributes of a variable, with a space before each: those that all have, and those of a number. */
void stn_fmu_put_name(FILE *out, const StnFmuVariable *v);
void stn_fmu_put_numbers(FILE *out, const StnFmuVariable *v);
/* ModelStructure */
void stn_fmu_structure(const StnFmuWriter *w, FILE *out);
/* sources/buildDescription.xml, and the terminals */
void stn_fmu_build_description(const StnFmuWriter *w, FILE *out);
void stn_fmu_terminals(const StnFmuWriter *w, FILE *out);
/* model.c: the definition as C; STN_BAD_INPUT where a model is not built in. */
StnStatus stn_fmu_model_text(StnFmuWriter *w, FILE *out);
/* documentation/index.html */
StnStatus stn_fmu_page(const StnFmuWriter *w, FILE *out);
/* A picture of 64 x 64 points as PNG, to be freed; NULL: memory is out. */
unsigned char *stn_fmu_icon(size_t *size);
/* Binaries into the archive. */
StnStatus stn_fmu_binaries(StnFmuWriter *w, StnZip *zip);

#endif
