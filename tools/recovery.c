/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Do the 95 % intervals of a fit hold the truth?  A block of 1 kg is led by a spring (1000 N/m) whose
 * free end moves as a sum of two sines, 4 s; its position is measured at 1 kHz with noise of 5 um (standard
 * deviation) and a resolution of 1 um.  Each repetition has noise of its own; all parameters start 13 to 15 %
 * off (gms, which has many local minima, from ten places).  Free are the mass and those parameters of the law
 * that this experiment shows.
 *
 * usage: recovery [REPETITIONS [FIRST [LAW]...]]     (400, from repetition 0, all five laws)
 * Prints how often the truth lies inside, per parameter; exit code 1 when one is outside 90 ... 99 % by more
 * than the scatter of so many repetitions (two standard deviations).
 * test_recovery runs a small part. */
#include "signals/signal.h"
#include "stiction/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECOVERY_ROWS = 4000, RECOVERY_FREE = 10 };
#define RECOVERY_TS 1e-3
#define RECOVERY_NOISE 5e-6
#define RECOVERY_RESOLUTION 1e-6

typedef struct RecoveryCase {
    const char *law, *friction; /* "name=a,b,c name=..." */
    const char *free;
    int starts;
} RecoveryCase;

static const RecoveryCase recovery_cases[] = {
    {"coulomb", "Fs=6.5 Fc=5 sigma2=8", "m Fs Fc sigma2", 1},
    {"stribeck", "Fs=6.5 Fc=5 vs=0.02 sigma2=8", "m Fs Fc vs sigma2", 1},
    {"dahl", "Fc=5 sigma0=2e4 sigma2=8", "m Fc sigma0 sigma2", 1},
    {"lugre", "Fs=6.5 Fc=5 vs=0.02 sigma0=2e4 sigma1=100 sigma2=8",
     "m Fs Fc vs sigma0 sigma1 sigma2", 1},
    {"gms", "Fs=5 Fc=5 sigma2=8 nu=0.15,0.25,0.3,0.3 k=3e4,1.2e4,5e3,1.5e3", "m Fc sigma2 k nu",
     10},
};
enum { RECOVERY_CASES = sizeof recovery_cases / sizeof recovery_cases[0] };

typedef struct RecoveryResult {
    int nparam, done, failed;
    char name[STN_FREE_MAX][64];
    double truth[STN_FREE_MAX];
    int inside[STN_FREE_MAX];
    double bias[STN_FREE_MAX],
        square[STN_FREE_MAX]; /* sums of (value - truth)/std, of its squares */
} RecoveryResult;

typedef struct {
    const RecoveryCase *c;
    StnGiven plant[4], friction[8];
    StnSystemDef def;
    StnSignal *pull;
    double t[RECOVERY_ROWS], clean[RECOVERY_ROWS], noisy[RECOVERY_ROWS];
} Bench;

/* "name=a,b,c name=..." into a list. */
static int read_words(const char *words, StnGiven *list)
{
    int n = 0;
    while (*words) {
        char name[32] = "";
        double value[STN_VECTOR_MAX];
        int count = 0;
        size_t length = strcspn(words, "=");
        memcpy(name, words, length);
        words += length;
        do {
            char *end;
            value[count++] = strtod(words + 1, &end);
            words = end;
        } while (*words == ',');
        list[n++] = stn_given_make(name, value, count);
        words += strspn(words, " ");
    }
    return n;
}

static bool bench_begin(Bench *bench, const RecoveryCase *c)
{
    const StnSineTerm terms[] = {{0.02, 0.5, 0.0}, {0.006, 1.7, 1.0}};
    const StnPlant *plant = stn_catalog_plant(NULL, "block");
    double drive = 1.0, m = 1.0, K = 1000.0, out[64];
    bench->c = c;
    bench->def = stn_default_system_def(plant);
    bench->plant[0] = stn_given_make("drive", &drive, 1);
    bench->plant[1] = stn_given_make("m", &m, 1);
    bench->plant[2] = stn_given_make("K", &K, 1);
    bench->def.given = bench->plant;
    bench->def.ngiven = 3;
    bench->def.site[0] = (StnSiteDef){stn_catalog_law(NULL, c->law), bench->friction,
                                      read_words(c->friction, bench->friction)};
    bench->def.input[1] = bench->pull = stn_signal_multisine(terms, 2);
    bench->def.borrow = true;
    bench->def.solver.energy = false;
    StnSystem *system = stn_system_new(&bench->def, NULL);
    void *memory = system ? malloc(stn_state_size(system)) : NULL;
    StnState *state = memory ? stn_state_init(system, memory) : NULL;
    for (int i = 0; state && i < RECOVERY_ROWS; i++) {
        bench->t[i] = i * RECOVERY_TS;
        if (stn_advance(system, state, bench->t[i], NULL, NULL))
            state = NULL;
        else
            stn_state_columns(system, state, out), bench->clean[i] = out[0];
    }
    free(memory);
    stn_system_free(system);
    return state != NULL;
}

static void measure(Bench *bench, uint64_t seed)
{
    for (int i = 0; i < RECOVERY_ROWS; i++) {
        double x = bench->clean[i] + RECOVERY_NOISE * stn_noise(seed, 77, (uint64_t)i);
        bench->noisy[i] = RECOVERY_RESOLUTION * floor(x / RECOVERY_RESOLUTION + 0.5);
    }
}

static double off(uint64_t seed, int which)
{
    return stn_noise(seed, 99, (uint64_t)which) > 0.0 ? 1.15 : 0.87;
}

/* Scalars start off the truth by their wish, elements by the values of the run; shares add up to 1 again. */
static int list_free(const Bench *bench, uint64_t seed, StnFreeParameter *list, StnGiven *start)
{
    char text[128], *rest = NULL;
    int n = 0;
    snprintf(text, sizeof text, "%s", bench->c->free);
    for (char *name = strtok_r(text, " ", &rest); name; name = strtok_r(NULL, " ", &rest), n++) {
        list[n] = stn_free_parameter(name);
        if (strcmp(name, "m") == 0)
            list[n].start = off(seed, n);
        for (int i = 0; i < bench->def.site[0].ngiven; i++)
            if (strcmp(bench->friction[i].name, name) == 0 && bench->friction[i].count == 1)
                list[n].start = bench->friction[i].value[0] * off(seed, n);
    }
    for (int i = 0; i < bench->def.site[0].ngiven; i++) {
        double sum = 0.0;
        start[i] = bench->friction[i];
        for (int k = 0; start[i].count > 1 && k < start[i].count; k++)
            sum += start[i].value[k] *= off(seed, 100 + 10 * i + k);
        for (int k = 0; strcmp(start[i].name, "nu") == 0 && k < start[i].count; k++)
            start[i].value[k] /= sum;
    }
    return n;
}

/* The truth of a parameter as the fit names it: "friction.contact.k.2", "parameters.m". */
static double truth_of(const Bench *bench, const char *name)
{
    for (int i = 0; i < bench->def.site[0].ngiven; i++) {
        const StnGiven *g = &bench->friction[i];
        const char *at = strstr(name, g->name);
        size_t length = strlen(g->name);
        if (!at || at == name || at[-1] != '.' || (at[length] != '\0' && at[length] != '.'))
            continue;
        return g->value[at[length] == '.' ? atoi(at + length + 1) - 1 : 0];
    }
    return 1.0; /* the mass */
}

static void count(const Bench *bench, const StnFitResult *fit, RecoveryResult *out)
{
    out->nparam = fit->nparam;
    for (int i = 0; i < fit->nparam; i++) {
        const StnFitParameter *p = &fit->param[i];
        snprintf(out->name[i], sizeof out->name[i], "%s", p->name);
        out->truth[i] = truth_of(bench, p->name);
        out->inside[i] += out->truth[i] >= p->low && out->truth[i] <= p->high;
        double z = p->std > 0.0 ? (p->value - out->truth[i]) / p->std : 0.0;
        out->bias[i] += z;
        out->square[i] += z * z;
    }
    out->done++;
}

/* Repetitions first ... first + many - 1 of a case. */
static bool recovery_run(const RecoveryCase *c, int first, int many, RecoveryResult *out)
{
    Bench *bench = calloc(1, sizeof *bench);
    bool good = bench && bench_begin(bench, c);
    for (int k = first; good && k < first + many; k++) {
        StnFreeParameter list[RECOVERY_FREE];
        StnGiven start[8];
        StnFitSignal signal = {"x", bench->noisy, NAN};
        StnFitRun run = {.def = bench->def,
                         .t = bench->t,
                         .rows = RECOVERY_ROWS,
                         .signal = &signal,
                         .nsignal = 1};
        StnFitResult *fit = malloc(sizeof *fit);
        int n = list_free(bench, (uint64_t)k + 1, list, start);
        run.def.site[0].given = start;
        StnFitDef def = stn_default_fit_def(&run, 1, list, n);
        def.starts = c->starts;
        def.spread = 1.4;
        measure(bench, (uint64_t)k + 1);
        if (fit && stn_fit(&def, fit, NULL) == STN_OK)
            count(bench, fit, out);
        else
            out->failed++;
        if (fit)
            stn_fit_result_free(fit);
        free(fit);
    }
    if (bench)
        stn_signal_free(bench->pull);
    free(bench);
    return good;
}

#ifndef RECOVERY_NO_MAIN
static bool wanted(int argc, char **argv, const char *law)
{
    bool any = argc <= 3;
    for (int i = 3; i < argc; i++)
        any = any || strcmp(argv[i], law) == 0;
    return any;
}

int main(int argc, char **argv)
{
    int repetitions = argc > 1 ? atoi(argv[1]) : 400, first = argc > 2 ? atoi(argv[2]) : 0, bad = 0;
    for (int i = 0; i < RECOVERY_CASES; i++) {
        RecoveryResult r = {.nparam = 0};
        if (!wanted(argc, argv, recovery_cases[i].law))
            continue;
        if (!recovery_run(&recovery_cases[i], first, repetitions, &r) || r.done == 0) {
            printf("%s: cannot be simulated\n", recovery_cases[i].law);
            return 1;
        }
        for (int k = 0; k < r.nparam; k++) {
            double share = 100.0 * r.inside[k] / r.done;
            double low = 90.0 - 200.0 * sqrt(0.09 / r.done),
                   high = 99.0 + 200.0 * sqrt(0.0099 / r.done);
            bool fine = share >= low && share <= high;
            bad += !fine;
            printf("%-9s %-26s truth %-8g inside %5.1f %% of %d, mean error %+.2f std%s\n",
                   recovery_cases[i].law, r.name[k], r.truth[k], share, r.done, r.bias[k] / r.done,
                   fine ? "" : "   <--");
        }
        if (r.failed)
            printf("%-9s %d fits failed\n", recovery_cases[i].law, r.failed), bad++;
        fflush(stdout);
    }
    return bad ? 1 : 0;
}
#endif
