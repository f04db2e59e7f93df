/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* fmu_importer SCENARIO METHOD SECONDS TOKEN COLUMNS [LIBRARY]: runs an FMU (FMI 3, Co-Simulation) with the scenario's
 * own inputs to SECONDS in 200 communication steps, and prints the line that tests/one_hash.c prints of the library:
 * every column at every step and every event counts.  With FMU_LINKED the FMU is part of the program. */
#include "core/hash.h"
#include "fmi3.h"
#include "references.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef FMU_LINKED
#define TAKE(name) name##_ = name
#elif defined(_WIN32)
#include <windows.h>
#define TAKE(name) name##_ = (name##_call *)(void *)GetProcAddress(library, #name)
#else
#include <dlfcn.h>
#define TAKE(name) *(void **)&name##_ = dlsym(library, #name)
#endif

enum { STEPS = 200, COLUMNS_MOST = 1024, TEXT_MOST = 1 << 20 };

#define USED(name)                        \
    typedef __typeof__(name) name##_call; \
    static name##_call *name##_
USED(fmi3InstantiateCoSimulation);
USED(fmi3EnterInitializationMode);
USED(fmi3ExitInitializationMode);
USED(fmi3SetBoolean);
USED(fmi3GetFloat64);
USED(fmi3DoStep);
USED(fmi3Terminate);
USED(fmi3FreeInstance);

static bool load(const char *file)
{
#ifdef FMU_LINKED
    (void)file;
#elif defined(_WIN32)
    HMODULE library = LoadLibraryA(file);
    if (!library)
        return false;
#else
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return fprintf(stderr, "%s\n", dlerror()), false;
#endif
    TAKE(fmi3InstantiateCoSimulation);
    TAKE(fmi3EnterInitializationMode);
    TAKE(fmi3ExitInitializationMode);
    TAKE(fmi3SetBoolean);
    TAKE(fmi3GetFloat64);
    TAKE(fmi3DoStep);
    TAKE(fmi3Terminate);
    TAKE(fmi3FreeInstance);
    return fmi3InstantiateCoSimulation_ && fmi3EnterInitializationMode_ &&
           fmi3ExitInitializationMode_ && fmi3SetBoolean_ && fmi3GetFloat64_ && fmi3DoStep_ &&
           fmi3Terminate_ && fmi3FreeInstance_;
}

/* The events, one line each. */
static char text[TEXT_MOST];
static size_t length;

static void log_message(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                        fmi3String message)
{
    (void)environment, (void)category;
    if (status != fmi3OK)
        fprintf(stderr, "%s\n", message);
    else if (length + strlen(message) + 2 < sizeof text)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s\n", message);
}

static uint64_t hash_number(uint64_t hash, double x)
{
    static const char none = 'n';
    x += 0.0; /* no -0 */
    return isnan(x) ? stn_hash(hash, &none, 1) : stn_hash(hash, &x, sizeof x);
}

static uint64_t hash_word(uint64_t hash, const char *word)
{
    return stn_hash(hash, word, strlen(word) + 1);
}

/* "TIME s: SITE WORD DETAIL" */
static uint64_t hash_event(uint64_t hash, char *line)
{
    char *rest = line;
    const double t = strtod(line, &rest);
    char *site = rest + strlen(" s: ");
    char *word = strchr(site, ' ');
    if (!word)
        return 0;
    *word++ = '\0';
    char *detail = strchr(word, ' ');
    if (detail)
        *detail++ = '\0';
    hash = stn_hash(hash, &t, sizeof t);
    hash = hash_word(hash, word);
    hash = hash_word(hash, site);
    return hash_word(hash, detail ? detail : "");
}

static double row[STEPS + 1][COLUMNS_MOST];

/* The rows; their number, 0: something failed. */
static int simulate(const char *token, int columns, double seconds)
{
    static const fmi3ValueReference internal = FMU_INTERNAL;
    fmi3ValueReference reference[COLUMNS_MOST] = {FMU_TIME};
    const fmi3Boolean on = true;
    fmi3Boolean event, terminate, early;
    double last = 0.0;
    int rows = 0;
    for (int k = 0; k < columns; k++)
        reference[k + 1] = (fmi3ValueReference)(FMU_COLUMN + k);
    fmi3Instance I = fmi3InstantiateCoSimulation_("importer", token, NULL, false, true, false,
                                                  false, NULL, 0, NULL, log_message, NULL);
    if (!I || fmi3SetBoolean_(I, &internal, 1, &on, 1) ||
        fmi3EnterInitializationMode_(I, false, 0.0, 0.0, false, 0.0) ||
        fmi3ExitInitializationMode_(I))
        return 0;
    const double every = seconds / STEPS;
    const size_t count = (size_t)columns + 1;
    for (int k = 0; k <= STEPS; k++) {
        const double next = k < STEPS ? k * every : seconds; /* a step ends exactly there */
        if (k > 0 && fmi3DoStep_(I, last, next - last, true, &event, &terminate, &early, &last))
            return 0;
        if (fmi3GetFloat64_(I, reference, count, row[rows++], count))
            return 0;
    }
    const bool good = fmi3Terminate_(I) == fmi3OK;
    fmi3FreeInstance_(I);
    return good ? rows : 0;
}

int main(int argc, char **argv)
{
    if (argc < 6 || atoi(argv[5]) + 1 > COLUMNS_MOST) {
        fputs("usage: fmu_importer SCENARIO METHOD SECONDS TOKEN COLUMNS [LIBRARY]\n", stderr);
        return 2;
    }
    if (!load(argv[6])) {
        fprintf(stderr, "%s: cannot be loaded\n", argv[6]);
        return 1;
    }
    const int columns = atoi(argv[5]), rows = simulate(argv[4], columns, strtod(argv[3], NULL));
    uint64_t hash = hash_number(STN_HASH_BEGIN, 0.0);
    for (int c = 0; c <= columns; c++)
        for (int k = 0; k < rows; k++)
            hash = hash_number(hash, row[k][c]);
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        hash = hash_event(hash, line);
    }
    printf("%s - %s %016llx\n", argv[1], argv[2], (unsigned long long)hash);
    return rows == 0;
}
