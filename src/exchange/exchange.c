/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The formats of other tools: one table. */
#define _POSIX_C_SOURCE 200809L
#include "exchange/read.h"
#include "exchange/write.h"

#include "core/build.h"
#include "io/atomic_file.h"
#include "io/file_load.h"
#include "io/memory_file.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const StnField export_entries[] = {
    STN_NUMBER(StnExportDef, timestep, "s", 2e-3, 1e-9, 1.0, "step of the simulation that a model of MuJoCo is for"),
    STN_FLAG  (StnExportDef, joint, false, "mujoco: the <joint> alone, without body and actuator"),
    STN_WORD  (StnExportDef, as, "c|python|table|structured-text|simulink-function", STN_EXPORT_C, "feedforward, compensator: what is written"),
    STN_WORD  (StnExportDef, real, "lreal|real", STN_EXPORT_LREAL, "compensator: the type of numbers in Structured Text"),
    STN_TEXT  (StnExportDef, name, "NAME", NAN, "name of the function; without it friction, compensator"),
    STN_TEXT  (StnExportDef, site, "SITE", NAN, "feedforward: friction site, where there are several"),
    STN_OR_AUTO(StnExportDef, speed, "$x/s", 0.0, STN_ABOVE_0, DBL_MAX, "feedforward: largest speed of a table"),
    STN_OR_AUTO(StnExportDef, load, "$F", 0.0, STN_ABOVE_0, DBL_MAX, "feedforward: largest load of a table"),
};
/* clang-format on */
const StnFields stn_export_fields = STN_TABLE("export", StnExportDef, export_entries);

StnExportDef stn_default_export_def(void)
{
    StnExportDef def;
    stn_fields_default(&stn_export_fields, &def);
    return def;
}

static const struct {
    const char *name, *text, *options, *endings, *as;
    bool joint; /* describes one joint */
    StnStatus (*write)(const StnExport *e, StnError *error);
    StnScenario *(*read)(const char *text, size_t length, const char *name, StnRemarks *remarks,
                         StnError *error);
} formats[] = {
    {"mujoco", "a model of MuJoCo, or its <joint>", "timestep|joint", ".xml .mjcf", "", true,
     stn_write_mujoco, NULL},
    {"urdf", "a <joint> of URDF with <dynamics>", "", ".urdf .xacro .xml", "", true, stn_write_urdf,
     NULL},
    {"bam", "parameters of BAM, Rhoban's servo models, in JSON", "", ".json", "", true,
     stn_write_bam, stn_read_bam},
    {"feedforward", "the friction as a function of velocity and load, in C, Python or as a table",
     "as|name|site|speed|load", ".c .h|.py|.csv", "c|python|table", false, stn_write_feedforward,
     NULL},
    {"compensator", "the compensation of friction, in C, Structured Text or as a MATLAB function",
     "as|real|name", ".c|||.st .scl .txt|.m", "c|structured-text|simulink-function", false,
     stn_write_compensator, NULL},
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

int stn_exchange_format_count(void) { return FORMATS; }

StnExchangeFormat stn_exchange_format_at(int index)
{
    if (index < 0 || index >= FORMATS)
        return (StnExchangeFormat){"", "", false, false, "", "", ""};
    return (StnExchangeFormat){formats[index].name,
                               formats[index].text,
                               formats[index].write != NULL,
                               formats[index].read != NULL,
                               formats[index].options,
                               formats[index].endings,
                               formats[index].as};
}

/* -1: it is none that is written, or read; *error then has those that there are. */
static int format_index(const char *name, bool writes, StnError *error)
{
    const char *names[FORMATS];
    size_t count = 0;
    for (int k = 0; k < FORMATS; k++) {
        if (!(writes ? formats[k].write != NULL : formats[k].read != NULL))
            continue;
        if (strcmp(formats[k].name, name) == 0)
            return k;
        names[count++] = formats[k].name;
    }
    stn_error(error, STN_BAD_INPUT, "unknown format \"%s\"%s", name,
              stn_suggest(name, names, count, "; allowed: ").text);
    return -1;
}

/* A format is written in some of the words of `as`. */
static StnStatus check_as(int k, const StnExportDef *def, StnError *error)
{
    const StnField own = {.kind = STN_FIELD_WORD, .unit = formats[k].as};
    char word[STN_FIELD_TEXT_SIZE];
    stn_field_word_at(stn_fields_find(&stn_export_fields, "as", NULL), (int)def->as, word,
                      sizeof word);
    if (formats[k].as[0] == '\0' || stn_field_word(&own, word) >= 0)
        return STN_OK;
    return stn_error(error, STN_BAD_INPUT, "%s is not written as \"%s\"; allowed: %s",
                     formats[k].name, word, formats[k].as);
}

char *stn_export(const StnScenario *scenario, const char *format, const StnExportDef *def,
                 StnRemarks *remarks, StnError *error)
{
    const int k = format_index(format, true, error);
    StnRemarks own = {.count = 0}; /* nobody reads them */
    StnJoint joint;
    StnMemoryFile text;
    StnError first = {.status = STN_OK};
    if (k < 0)
        return NULL;
    StnStatus status = check_as(k, def, &first);
    if (status == STN_OK)
        status = stn_scenario_check(scenario, &first);
    if (status == STN_OK && formats[k].joint)
        status = stn_joint_read(scenario, &joint, remarks ? remarks : &own, &first);
    const bool open = status == STN_OK && stn_memory_file_open(&text);
    if (status == STN_OK && !open)
        status = stn_out_of_memory(&first);
    if (open) {
        const StnExport e = {.scenario = scenario,
                             .joint = formats[k].joint ? &joint : NULL,
                             .def = def,
                             .title = stn_scenario_title(scenario),
                             .remarks = remarks ? remarks : &own,
                             .out = text.out};
        status = formats[k].write(&e, &first);
        if (!stn_memory_file_close(&text) && status == STN_OK)
            status = stn_out_of_memory(&first);
    }
    if (status == STN_OK)
        return text.text;
    if (open)
        free(text.text);
    if (error)
        *error = first;
    return NULL;
}

StnScenario *stn_import(const char *format, const char *text, size_t length, const char *name,
                        StnRemarks *remarks, StnError *error)
{
    const int k = format_index(format, false, error);
    StnRemarks own = {.count = 0};
    StnError first = {.status = STN_OK};
    if (k < 0)
        return NULL;
    StnScenario *scenario = formats[k].read(text, length, name, remarks ? remarks : &own, &first);
    if (!scenario && error)
        *error = first;
    return scenario;
}

StnStatus stn_export_write(const StnScenario *scenario, const char *format, const StnExportDef *def,
                           const char *file, StnRemarks *remarks, StnError *error)
{
    StnAtomicFile out;
    StnError first = {.status = STN_OK};
    char *text = stn_export(scenario, format, def, remarks, &first);
    StnStatus status = text ? stn_atomic_open(&out, file, &first) : first.status;
    if (text && status == STN_OK) {
        fputs(text, out.stream);
        status = stn_atomic_commit(&out, &first);
    }
    stn_text_free(text);
    if (status != STN_OK && error)
        *error = first;
    return status;
}

StnScenario *stn_import_read(const char *format, const char *file, StnRemarks *remarks,
                             StnError *error)
{
    enum { MOST = 1 << 20 };
    char *text = NULL;
    size_t length = 0;
    StnScenario *scenario = NULL;
    if (stn_file_load(file, MOST, &text, &length, error) == STN_OK)
        scenario = stn_import(format, text, length, file, remarks, error);
    free(text);
    return scenario;
}
