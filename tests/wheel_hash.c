/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* wheel_hash LIBRARY: what the library, or the extension module of a wheel, gives for all that is built in: the list of
 * everything as JSON, each scenario for its first 2 s by the event engine and in fixed steps, written as CSV into a file
 * and read back, and a sweep in two threads.  One line with a hash each. */
#include "core/hash.h"
#include "stiction/stiction.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X)          \
    X(stn_builtin_at)         \
    X(stn_builtin_count)      \
    X(stn_default_export_def) \
    X(stn_default_run_def)    \
    X(stn_export)             \
    X(stn_list_json)          \
    X(stn_record_free)        \
    X(stn_record_write)       \
    X(stn_run)                \
    X(stn_scenario_free)      \
    X(stn_scenario_load)      \
    X(stn_scenario_system)    \
    X(stn_state_init)         \
    X(stn_state_size)         \
    X(stn_study_fields)       \
    X(stn_fields_default)     \
    X(stn_study_free)         \
    X(stn_study_new)          \
    X(stn_study_run)          \
    X(stn_study_write_csv)    \
    X(stn_text_free)

#define MEMBER(name) __typeof__(name) *name;
static struct {
    FUNCTIONS(MEMBER)
} library;

static bool load(const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        fprintf(stderr, "%s\n", dlerror());
        return false;
    }
#define FIND(name)                                   \
    *(void **)&library.name = dlsym(handle, #name);  \
    if (!library.name) {                             \
        fprintf(stderr, "%s: no %s\n", path, #name); \
        return false;                                \
    }
    FUNCTIONS(FIND)
    return true;
}

static void put(const char *name, const char *what, uint64_t hash)
{
    printf("%s %s %016llx\n", name, what, (unsigned long long)hash);
}

/* Of a text that the library made. */
static uint64_t hash_text(char *text)
{
    const uint64_t hash = text ? stn_hash(STN_HASH_BEGIN, text, strlen(text)) : 0;
    library.stn_text_free(text);
    return hash;
}

/* Which NaN comes out is up to the machine. */
static uint64_t hash_record(const StnRecord *record)
{
    uint64_t hash = stn_hash(STN_HASH_BEGIN, &record->nevent, sizeof record->nevent);
    for (int i = 0; i < record->ncolumn; i++)
        for (size_t k = 0; k < record->rows; k++) {
            const double x = isnan(record->data[i][k]) ? -0.0 : record->data[i][k];
            hash = stn_hash(hash, &x, sizeof x);
        }
    return hash;
}

/* Not in ASCII. */
static const char table[] = "wheel_\xc3\xa4.csv", study_file[] = "wheel_\xc3\xa4.study";

/* Puts the hash of the file that was written; the first one's place is taken by the next.  False where there is none, or it
 * does not fit: two libraries that write nothing would agree. */
static bool put_file(const char *name, const char *what, StnStatus written, const StnError *error)
{
    static char text[1 << 22];
    FILE *file = written == STN_OK ? fopen(table, "rb") : NULL;
    const size_t length = file ? fread(text, 1, sizeof text, file) : 0;
    if (file)
        fclose(file);
    if (written != STN_OK)
        fprintf(stderr, "%s\n", error->text);
    put(name, what, stn_hash(STN_HASH_BEGIN, text, length));
    return length > 0 && length < sizeof text;
}

static bool run(const char *name, const char *method)
{
    const StnOverride set[] = {{"solver.method", method}, {"solver.dt", "1e-4"}};
    const StnScenarioOptions options = {.set = set, .nset = strcmp(method, "fixed") == 0 ? 2 : 1};
    StnError error = {.status = STN_OK};
    StnScenario *scenario = library.stn_scenario_load(name, &options, &error);
    if (!scenario) {
        fprintf(stderr, "%s: %s\n", name, error.text);
        return false;
    }
    const StnSystem *system = library.stn_scenario_system(scenario);
    void *memory = malloc(library.stn_state_size(system));
    const StnRunDef def = library.stn_default_run_def(2.0, 0.01);
    const StnExportDef code = library.stn_default_export_def();
    StnRecord record = {.rows = 0};
    const StnStatus status =
        library.stn_run(system, library.stn_state_init(system, memory), &def, &record, &error);
    put(name, method, stn_hash(hash_record(&record), &status, sizeof status));
    const bool written =
        put_file(name, "as a file", library.stn_record_write(table, &record, NULL, &error), &error);
    put(name, "feedforward",
        hash_text(library.stn_export(scenario, "feedforward", &code, NULL, &error)));
    library.stn_record_free(&record);
    free(memory);
    library.stn_scenario_free(scenario);
    return written;
}

/* In two threads, kept in a file of SQLite; in fixed steps side by side in vectors. */
static bool sweep(const char *method)
{
    static const char *const vary[] = {"Fs=lin:1 N:2 N:8", "Fc=lin:0.5 N:0.9 N:8"};
    static const char *const metric[] = {"max(FF),min(FF),max(x)"};
    const StnOverride set[] = {
        {"solver.method", method}, {"solver.dt", "1e-4"}, {"duration", "20 s"}};
    const StnScenarioOptions options = {.set = set, .nset = 3};
    StnError error = {.status = STN_OK};
    StnScenario *scenario = library.stn_scenario_load("block-stick-slip", &options, &error);
    StnStudyDef def = {.scenario = scenario,
                       .name = "block-stick-slip",
                       .vary = vary,
                       .nvary = 2,
                       .metric = metric,
                       .nmetric = 1,
                       .store = study_file};
    library.stn_fields_default(library.stn_study_fields, &def.settings);
    def.settings.threads = 2;
    remove(study_file);
    StnStudy *study = scenario ? library.stn_study_new(&def, &error) : NULL;
    StnStatus status = study ? library.stn_study_run(study, NULL, NULL, &error) : STN_FAILED;
    if (status == STN_OK)
        status = library.stn_study_write_csv(study, table, &error);
    const bool written = put_file("sweep", method, status, &error);
    library.stn_study_free(study);
    library.stn_scenario_free(scenario);
    return written;
}

int main(int argc, char **argv)
{
    StnError error = {.status = STN_OK};
    bool good = argc == 2 && load(argv[1]);
    if (!good)
        return 1;
    put("everything", "as JSON", hash_text(library.stn_list_json(NULL, NULL, &error)));
    for (int i = 0; good && i < library.stn_builtin_count(); i++) {
        const char *name = library.stn_builtin_at(i).name;
        good = run(name, "event") && run(name, "fixed");
    }
    good = good && sweep("event") && sweep("fixed");
    return good ? 0 : 1;
}
