/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* one_hash SECONDS own|all: a hash of the results of every built-in scenario, by the event engine and in fixed
 * steps, with its own laws or with every law, for its first SECONDS.  One line per run:
 *
 *     SCENARIO LAW METHOD HASH     or     SCENARIO LAW METHOD refused
 *
 * LAW "-" stands for the laws of the scenario itself.  Every recorded column and every event counts.  The first
 * line is of the elementary functions.  Links the core alone, so that any compiler for any machine can build it;
 * all of them print the same. */
#include "core/hash.h"
#include "definitions.h"
#include "kernel/real.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which NaN comes out is up to the machine. */
static uint64_t hash_number(uint64_t hash, double x)
{
    static const char none = 'n';
    return isnan(x) ? stn_hash(hash, &none, 1) : stn_hash(hash, &x, sizeof x);
}

static uint64_t hash_word(uint64_t hash, const char *word)
{
    return stn_hash(hash, word, strlen(word) + 1);
}

static uint64_t hash_record(StnStatus status, const StnRecord *record)
{
    uint64_t hash = hash_number(STN_HASH_BEGIN, (double)status);
    for (int i = 0; i < record->ncolumn; i++)
        for (size_t k = 0; k < record->rows; k++)
            hash = hash_number(hash, record->data[i][k]);
    for (size_t i = 0; i < record->nevent; i++) {
        const StnEvent *event = &record->event[i];
        hash = hash_number(hash, event->t);
        hash = hash_word(hash, stn_event_word(event->kind));
        hash = hash_word(hash, event->site);
        hash = hash_word(hash, event->detail);
    }
    return hash;
}

/* Arguments over all sizes, by a rule that rounds nowhere. */
static uint64_t hash_elementary(void)
{
    uint64_t hash = STN_HASH_BEGIN, bits = 1;
    for (int i = 0; i < 200000; i++) {
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        double x = (double)(bits >> 11) * 0x1p-53; /* 0 ... 1 */
        double wide = (x - 0.5) * (double)((uint64_t)1 << (bits >> 3 & 63));
        hash = hash_number(hash, stn_exp((x - 0.5) * 1400.0));
        hash = hash_number(hash, stn_log(x));
        hash = hash_number(hash, stn_sin(wide));
        hash = hash_number(hash, stn_cos(wide));
        hash = hash_number(hash, stn_pow(3.0 * x, 7.0 * x));
        hash = hash_number(hash, stn_two_thirds(wide));
        hash = hash_number(hash, stn_sqrt(x));
    }
    return hash;
}

/* The definition as a system; law NULL: its own laws. */
static StnSystem *make(const Definition *from, const StnLaw *law, StnMethod method,
                       double *duration)
{
    StnSystemDef def;
    StnSystem *system = NULL;
    const bool good = from->def(&def);
    for (int i = 0; law && i < STN_SITES_MAX; i++)
        if (def.site[i].law)
            def.site[i].law = law;
    def.solver.method = method;
    if (method == STN_METHOD_FIXED)
        def.solver.dt = 1e-4;
    *duration = def.duration;
    if (good)
        system = stn_system_new(&def, NULL);
    for (int i = 0; !system && i < STN_INPUTS_MAX; i++)
        stn_signal_free(def.input[i]);
    return system;
}

/* False when memory is out. */
static bool run(const Definition *from, const StnLaw *law, StnMethod method, double seconds)
{
    const char *word = method == STN_METHOD_FIXED ? "fixed" : "event";
    double duration;
    StnSystem *system = make(from, law, method, &duration);
    printf("%s %s %s ", from->name, law ? law->name : "-", word);
    if (!system)
        return printf("refused\n") > 0;
    void *memory = malloc(stn_state_size(system));
    StnRecord record = {0};
    StnStatus status = STN_NO_MEMORY;
    if (memory) {
        StnRunDef def = {.duration = duration < seconds ? duration : seconds};
        def.every = def.duration / 200.0;
        status = stn_run(system, stn_state_init(system, memory), &def, &record, NULL);
        printf("%016llx\n", (unsigned long long)hash_record(status, &record));
    }
    stn_record_free(&record);
    free(memory);
    stn_system_free(system);
    return status != STN_NO_MEMORY;
}

int main(int argc, char **argv)
{
    if (argc != 3 || (strcmp(argv[2], "own") != 0 && strcmp(argv[2], "all") != 0)) {
        fputs("usage: one_hash SECONDS own|all\n", stderr);
        return 2;
    }
    double seconds = strtod(argv[1], NULL);
    int laws = strcmp(argv[2], "all") == 0 ? stn_law_count() : 0;
    printf("elementary functions - %016llx\n", (unsigned long long)hash_elementary());
    for (int i = 0; i < definition_count; i++)
        for (int k = -1; k < laws; k++) {
            const StnLaw *law = k < 0 ? NULL : stn_law_at(k);
            if (!run(&definitions[i], law, STN_METHOD_EVENT, seconds) ||
                !run(&definitions[i], law, STN_METHOD_FIXED, seconds))
                return 1;
        }
    return 0;
}
