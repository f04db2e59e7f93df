/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Do the 95 % intervals of identification hold the truth?  A cell is a method, a law and what is wrong with the
 * sensors.  Each run of it draws a machine (recovery_bench.c says from what), simulates its record with the event
 * engine at rtol 1e-11, measures that, and identifies it with the defaults of the method.  An interval that is
 * withheld although the record without noise determines the parameter counts as a miss.
 *
 * usage: recovery --list
 *        recovery CELL... [--runs 200] [--seed 1] [--near] [--verbose]     (or "all")
 *        recovery CELL --run SEED [--keep PREFIX]     one run, its numbers, and its record as a file
 * --near: fits start within 2 % of the truth, once, in a fifth of the time; what their intervals hold is counted, not whether
 * the search finds the minimum.
 * Exit code 1 when a parameter is outside 90 ... 99 % (with less than 200 runs: by more than two standard deviations),
 * or the sign of Fs - Fc was ever wrong with a probability of chance below 1e-3.
 *
 * Which methods meet which sensors was drawn at random (5 of 10 for each, at least four different among them) before
 * any of them was run. */
#include "recovery.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INVERSE RECOVERY_INVERSE
#define CURVE RECOVERY_CURVE
#define FIT RECOVERY_FIT
#define MOTION RECOVERY_MOTION
#define LINE "M,Fv,Fc,offset"
#define FALLING "M,Fv,Fc,offset,Fs-Fc,vs"
#define CHARACTERISTIC "Fs,Fc,vs,sigma2,offset"
#define COULOMB "m,Fc,sigma2"
#define STRIBECK "m,Fs,Fc,vs,sigma2"
#define DAHL "m,Fc,sigma0,sigma2"
#define LUGRE "m,Fs,Fc,vs,sigma0,sigma1,sigma2"
#define GMS "m,Fc,sigma2,k,nu"
#define LOADED "stribeck_load"
#define M4 "J,G,Fs,Fc,vs,sigma2,k_m,k_ms"
/* clang-format off */
static const RecoveryCell recovery_cells[] = {
    /* name                     method   law         record           bits velocity jitter coloured free, motor and step of a joint, both sensors */
    {"inverse-stribeck-12bit",  INVERSE, "stribeck", RECOVERY_SINES,  12, 0.0,   false, false, FALLING, NULL, NULL, false},
    {"curve-runs-12bit",        CURVE,   "stribeck", RECOVERY_RUNS,   12, 0.0,   false, false, CHARACTERISTIC, NULL, NULL, false},
    {"curve-stairs-12bit",      CURVE,   "stribeck", RECOVERY_STAIRS, 12, 0.0,   false, false, CHARACTERISTIC, NULL, NULL, false},
    {"fit-dahl-12bit",          FIT,     "dahl",     RECOVERY_SINES,  12, 0.0,   false, false, DAHL, NULL, NULL, false},
    {"fit-lugre-12bit",         FIT,     "lugre",    RECOVERY_SINES,  12, 0.0,   false, false, LUGRE, NULL, NULL, false},
    {"inverse-coulomb-16bit",   INVERSE, "coulomb",  RECOVERY_SINES,  16, 0.0,   false, false, LINE, NULL, NULL, false},
    {"curve-runs-16bit",        CURVE,   "stribeck", RECOVERY_RUNS,   16, 0.0,   false, false, CHARACTERISTIC, NULL, NULL, false},
    {"curve-moving-16bit",      CURVE,   "stribeck", RECOVERY_SINES,  16, 0.0,   false, false, CHARACTERISTIC, NULL, NULL, false},
    {"fit-stribeck-16bit",      FIT,     "stribeck", RECOVERY_SINES,  16, 0.0,   false, false, STRIBECK, NULL, NULL, false},
    {"fit-dahl-16bit",          FIT,     "dahl",     RECOVERY_SINES,  16, 0.0,   false, false, DAHL, NULL, NULL, false},
    {"inverse-coulomb-v0.5",    INVERSE, "coulomb",  RECOVERY_SINES,  16, 0.005, false, false, LINE, NULL, NULL, false},
    {"curve-runs-v0.5",         CURVE,   "stribeck", RECOVERY_RUNS,   16, 0.005, false, false, CHARACTERISTIC, NULL, NULL, false},
    {"curve-stairs-v0.5",       CURVE,   "stribeck", RECOVERY_STAIRS, 16, 0.005, false, false, CHARACTERISTIC, NULL, NULL, false},
    {"fit-dahl-v0.5",           FIT,     "dahl",     RECOVERY_SINES,  16, 0.005, false, false, DAHL, NULL, NULL, false},
    {"fit-gms-v0.5",            FIT,     "gms",      RECOVERY_SINES,  16, 0.005, false, false, GMS, NULL, NULL, false},
    {"inverse-coulomb-v2",      INVERSE, "coulomb",  RECOVERY_SINES,  16, 0.02,  false, false, LINE, NULL, NULL, false},
    {"inverse-stribeck-v2",     INVERSE, "stribeck", RECOVERY_SINES,  16, 0.02,  false, false, FALLING, NULL, NULL, false},
    {"curve-stairs-v2",         CURVE,   "stribeck", RECOVERY_STAIRS, 16, 0.02,  false, false, CHARACTERISTIC, NULL, NULL, false},
    {"fit-coulomb-v2",          FIT,     "coulomb",  RECOVERY_SINES,  16, 0.02,  false, false, COULOMB, NULL, NULL, false},
    {"fit-dahl-v2",             FIT,     "dahl",     RECOVERY_SINES,  16, 0.02,  false, false, DAHL, NULL, NULL, false},
    {"inverse-stribeck-both",   INVERSE, "stribeck", RECOVERY_SINES,  12, 0.02,  false, false, FALLING, NULL, NULL, true},
    {"inverse-coulomb-both",    INVERSE, "coulomb",  RECOVERY_SINES,  12, 0.02,  false, false, LINE, NULL, NULL, true},
    {"inverse-stribeck-jitter", INVERSE, "stribeck", RECOVERY_SINES,  16, 0.0,   true,  false, FALLING, NULL, NULL, false},
    {"curve-runs-jitter",       CURVE,   "stribeck", RECOVERY_RUNS,   16, 0.0,   true,  false, CHARACTERISTIC, NULL, NULL, false},
    {"curve-moving-jitter",     CURVE,   "stribeck", RECOVERY_SINES,  16, 0.0,   true,  false, CHARACTERISTIC, NULL, NULL, false},
    {"fit-coulomb-jitter",      FIT,     "coulomb",  RECOVERY_SINES,  16, 0.0,   true,  false, COULOMB, NULL, NULL, false},
    {"fit-stribeck-jitter",     FIT,     "stribeck", RECOVERY_SINES,  16, 0.0,   true,  false, STRIBECK, NULL, NULL, false},
    {"inverse-coulomb-coloured",INVERSE, "coulomb",  RECOVERY_SINES,  16, 0.0,   false, true,  LINE, NULL, NULL, false},
    {"curve-stairs-coloured",   CURVE,   "stribeck", RECOVERY_STAIRS, 16, 0.0,   false, true,  CHARACTERISTIC, NULL, NULL, false},
    {"curve-moving-coloured",   CURVE,   "stribeck", RECOVERY_SINES,  16, 0.0,   false, true,  CHARACTERISTIC, NULL, NULL, false},
    {"fit-coulomb-coloured",    FIT,     "coulomb",  RECOVERY_SINES,  16, 0.0,   false, true,  COULOMB, NULL, NULL, false},
    {"fit-stribeck-coloured",   FIT,     "stribeck", RECOVERY_SINES,  16, 0.0,   false, true,  STRIBECK, NULL, NULL, false},
    {"motion-stribeck-16bit",   MOTION,  "stribeck", RECOVERY_SINES,  16, 0.0,   false, false, STRIBECK, NULL, NULL, false},
    {"motion-stribeck-v0.5",    MOTION,  "stribeck", RECOVERY_SINES,  16, 0.005, false, false, STRIBECK, NULL, NULL, false},
    {"motion-stribeck-v2",      MOTION,  "stribeck", RECOVERY_SINES,  16, 0.02,  false, false, STRIBECK, NULL, NULL, false},
    /* Only the position is matched and the gains are free: what scales together has no interval. */
    {"fit-coulomb-ratios",      FIT,     "coulomb",  RECOVERY_SINES,  16, 0.0,   false, false, "m,Fc,sigma2,Kp,Kv", NULL, NULL, false},
    /* Robot joints: step of the ladder and motor were drawn at random, too. */
    {"fit-joint-M1-current",    FIT,     LOADED,     RECOVERY_SINES,  12, 0.0,   false, false, "J,G,Fc,sigma2", "current", "M1", false},
    {"fit-joint-M1-voltage",    FIT,     LOADED,     RECOVERY_SINES,  12, 0.0,   false, false, "J,G,Fc,sigma2,kt", "voltage", "M1", false},
    {"fit-joint-M2-current",    FIT,     LOADED,     RECOVERY_SINES,  12, 0.0,   false, false, "J,G,Fs,Fc,vs,sigma2", "current", "M2", false},
    {"fit-joint-M3-position",   FIT,     LOADED,     RECOVERY_SINES,  12, 0.0,   false, false, "J,G,Fc,sigma2,k_m,kt", "position", "M3", false},
    {"fit-joint-M4-position",   FIT,     LOADED,     RECOVERY_SINES,  12, 0.0,   false, false, M4 ",kt", "position", "M4", false},
    {"fit-joint-M4-voltage",    FIT,     LOADED,     RECOVERY_SINES,  12, 0.0,   false, false, M4 ",kt", "voltage", "M4", false},
    {"inverse-joint-M2",        INVERSE, LOADED,     RECOVERY_SINES,  12, 0.0,   false, false, FALLING ",G,hang", "voltage", "M2", false},
    {"inverse-joint-L5",        INVERSE, LOADED,     RECOVERY_SINES,  12, 0.0,   false, false, LINE ",G,hang,k_m,k_e", "voltage", "L5", false},
};
/* clang-format on */
enum { RECOVERY_CELLS = sizeof recovery_cells / sizeof recovery_cells[0] };

static const RecoveryCell *find_cell(const char *name)
{
    for (int i = 0; i < RECOVERY_CELLS; i++)
        if (strcmp(recovery_cells[i].name, name) == 0)
            return &recovery_cells[i];
    return NULL;
}

/* ---- Counting ---- */

typedef struct RecoveryCount {
    char name[24];
    int all, inside, withheld; /* of those that can be identified */
    int free, claimed;         /* of those that cannot: intervals given */
    double bias, square;       /* sums of (value - truth)/std, of its squares */
} RecoveryCount;

typedef struct RecoveryResult {
    int runs, failed, wrong_sign, nparam;
    RecoveryCount param[RECOVERY_PARAMETERS];
    double seconds;
} RecoveryResult;

static RecoveryCount *counter(RecoveryResult *r, const char *name)
{
    int i = 0;
    while (i < r->nparam && strcmp(r->param[i].name, name) != 0)
        i++;
    if (i == r->nparam)
        snprintf(r->param[r->nparam++].name, sizeof r->param[0].name, "%s", name);
    return &r->param[i];
}

static void count(const RecoveryOutcome *out, RecoveryResult *r)
{
    r->runs++;
    r->failed += out->failed;
    r->wrong_sign += out->wrong_sign;
    for (int i = 0; i < out->count; i++) {
        const RecoveryFound *f = &out->found[i];
        RecoveryCount *c = counter(r, f->name);
        const bool given = !isnan(f->low);
        if (f->identifiable) {
            c->all++;
            c->withheld += !given;
            c->inside += given && f->truth >= f->low && f->truth <= f->high;
        } else {
            c->free++;
            c->claimed += given;
        }
        if (given && f->std > 0.0) {
            const double z = (f->value - f->truth) / f->std;
            c->bias += z;
            c->square += z * z;
        }
    }
}

/* Within 90 ... 99 %, as far as so few runs tell. */
static bool holds(const RecoveryCount *c, int runs)
{
    const double share = (double)c->inside / fmax(c->all, 1),
                 spread = runs < 200 ? 2.0 / sqrt(fmax(c->all, 1)) : 0.0;
    return c->claimed == 0 &&
           (c->all == 0 || (share >= 0.9 - 0.3 * spread && share <= 0.99 + 0.1 * spread));
}

static void print_outcome(const RecoveryOutcome *out, uint64_t seed)
{
    printf("run %llu: condition %.3g%s%s%s\n", (unsigned long long)seed, out->condition,
           out->wrong_sign ? ", wrong sign of Fs - Fc" : "", out->failed ? ", " : "",
           out->failed ? out->error.text : "");
    for (int i = 0; i < out->count; i++) {
        const RecoveryFound *f = &out->found[i];
        printf("  %-8s truth %-11.6g found %-11.6g %.6g ... %.6g%s\n", f->name, f->truth, f->value,
               f->low, f->high,
               isnan(f->low)                             ? "   withheld"
               : f->truth < f->low || f->truth > f->high ? "   outside"
                                                         : "");
    }
    fflush(stdout); /* some take half a minute */
}

typedef struct RecoveryHow {
    bool verbose, near;
} RecoveryHow;

/* Runs first ... first + many - 1 of a cell. */
static bool recovery_run(const RecoveryCell *cell, uint64_t first, int many, RecoveryHow how,
                         RecoveryResult *r)
{
    bool good = true;
    for (uint64_t seed = first; good && seed < first + (uint64_t)many; seed++) {
        RecoveryBench bench;
        RecoveryOutcome out;
        good = recovery_bench_make(&bench, cell, seed);
        bench.near = how.near;
        if (good) {
            recovery_judge(&bench, &out);
            count(&out, r);
            if (how.verbose)
                print_outcome(&out, seed);
        }
        recovery_bench_free(&bench);
    }
    return good;
}

#ifndef RECOVERY_NO_MAIN
#include <time.h>

/* A line for each parameter; false when one is not as it should be. */
static bool print_cell(const RecoveryCell *cell, const RecoveryResult *r)
{
    bool good = r->failed == 0 && r->wrong_sign == 0;
    for (int k = 0; k < r->nparam; k++) {
        const RecoveryCount *c = &r->param[k];
        const bool fine = holds(c, r->runs);
        const double given = fmax(c->all - c->withheld + c->claimed, 1);
        good = good && fine;
        printf("%-26s %-8s %5.1f %% of %d", cell->name, c->name,
               100.0 * c->inside / fmax(c->all, 1), c->all);
        printf(", withheld %d, mean error %+.2f, rms %.2f deviations", c->withheld, c->bias / given,
               sqrt(c->square / given));
        if (c->free > 0)
            printf(", not determined in %d (interval given in %d)", c->free, c->claimed);
        printf("%s\n", fine ? "" : "   <--");
    }
    if (r->failed > 0 || r->wrong_sign > 0)
        printf("%-26s failed %d, wrong sign of Fs - Fc %d   <--\n", cell->name, r->failed,
               r->wrong_sign);
    printf("%-26s %d runs, %.0f s of CPU time\n", cell->name, r->runs, r->seconds);
    fflush(stdout);
    return good;
}

static int show_run(const RecoveryCell *cell, uint64_t seed, const char *keep)
{
    RecoveryBench bench;
    RecoveryOutcome out;
    bool good = recovery_bench_make(&bench, cell, seed);
    if (good) {
        recovery_judge(&bench, &out);
        print_outcome(&out, seed);
        good = !keep || recovery_keep(&bench, keep);
    }
    recovery_bench_free(&bench);
    return good ? 0 : 1;
}

int main(int argc, char **argv)
{
    int runs = 200, bad = 0, ncell = 0;
    uint64_t seed = 1, one = 0;
    RecoveryHow how = {false, false};
    const char *keep = NULL;
    const RecoveryCell *cell[RECOVERY_CELLS];
    for (int i = 1; i < argc; i++) {
        const bool more = i + 1 < argc;
        if (strcmp(argv[i], "--list") == 0)
            for (int k = 0; k < RECOVERY_CELLS; k++)
                puts(recovery_cells[k].name);
        else if (strcmp(argv[i], "--verbose") == 0)
            how.verbose = true;
        else if (strcmp(argv[i], "--near") == 0)
            how.near = true;
        else if (more && strcmp(argv[i], "--runs") == 0)
            runs = atoi(argv[++i]);
        else if (more && strcmp(argv[i], "--seed") == 0)
            seed = strtoull(argv[++i], NULL, 10);
        else if (more && strcmp(argv[i], "--run") == 0)
            one = strtoull(argv[++i], NULL, 10);
        else if (more && strcmp(argv[i], "--keep") == 0)
            keep = argv[++i];
        else if (strcmp(argv[i], "all") == 0)
            for (ncell = 0; ncell < RECOVERY_CELLS; ncell++)
                cell[ncell] = &recovery_cells[ncell];
        else if (find_cell(argv[i]) && ncell < RECOVERY_CELLS)
            cell[ncell++] = find_cell(argv[i]);
        else
            return fprintf(stderr, "recovery: %s is no cell (recovery --list)\n", argv[i]), 2;
    }
    if (one > 0 && ncell == 1)
        return show_run(cell[0], one, keep);
    for (int i = 0; i < ncell; i++) {
        RecoveryResult r = {.nparam = 0};
        const clock_t begin = clock();
        if (!recovery_run(cell[i], seed, runs, how, &r))
            return printf("%s: cannot be simulated\n", cell[i]->name), 1;
        r.seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        bad += !print_cell(cell[i], &r);
    }
    return bad ? 1 : 0;
}
#endif
