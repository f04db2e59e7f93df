/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A fit as servos need it: position firmware, 30 runs of 6 s at 100 Hz with arms of their own, seven free parameters,
 * by stn_fit.  The runs are simulated, and measured by a 12-bit encoder.  Built as a module with SERVO_MODULE it lends runs and
 * simulator to bench/servo_scipy.py, so that both fit the same model to the same data.  usage: servo [STARTS] */
#include "stiction/stiction.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 30, ROWS = 600, FREE = 7 };
#define PI 3.14159265358979323846
static const char *const paths[FREE] = {
    "parameters.Jm",    "parameters.kt",        "friction.gear.Fc", "friction.gear.Fs",
    "friction.gear.vs", "friction.gear.sigma2", "friction.gear.k_m"};
static const double truth[FREE] = {0.008, 1.6, 0.25, 0.35, 0.1, 0.2, 0.15};
static const double start[FREE] = {0.01, 1.4, 0.18, 0.28, 0.15, 0.1, 0.1};

typedef struct Bench {
    StnSystemDef def[RUNS];
    double t[ROWS], q[RUNS][ROWS];
} Bench;

/* A run with an arm of its own: J and G; the goal is two sines about an angle, held for 10 ms. */
static void make_run(Bench *b, int r)
{
    double goal[ROWS];
    const double mass = 0.1 + 1.1 * r / RUNS, arm = 0.1 + 0.1 * ((7 * r) % RUNS) / RUNS;
    const double f = 0.3 + 0.02 * r, middle = 0.3 + 0.02 * ((11 * r) % RUNS);
    for (int i = 0; i < ROWS; i++)
        goal[i] =
            middle + 0.6 * sin(2.0 * PI * f * b->t[i]) + 0.15 * sin(2.0 * PI * 3.1 * f * b->t[i]);
    StnSystemDef *def = &b->def[r];
    *def = stn_system_def("servo", NULL);
    stn_def_set_word(def, "options.motor", "position");
    stn_def_set_word(def, "friction.gear.law", "stribeck_load");
    stn_def_set(def, "controller.kp", 6.0);
    stn_def_set(def, "controller.Ts", 0.01);
    stn_def_set(def, "parameters.R", 2.2);
    stn_def_set(def, "parameters.J", mass * arm * arm);
    stn_def_set(def, "parameters.G", 9.81 * mass * arm);
    stn_def_set(def, "initial.q", middle);
    stn_def_set_input(def, "qd", stn_signal_table(b->t, goal, ROWS, true));
    stn_def_set_input(def, "supply", stn_signal_constant(12.0));
    def->solver.energy = false;
}

/* The angle of a run with these parameters. */
static int simulate(Bench *b, int r, const double *p, double *q)
{
    double row[32];
    for (int i = 0; i < FREE; i++)
        stn_def_set(&b->def[r], paths[i], p[i]);
    StnSystemDef def = b->def[r];
    def.borrow = true;
    StnSystem *system = stn_system_new(&def, NULL);
    void *memory = system ? malloc(stn_state_size(system)) : NULL;
    StnState *state = memory ? stn_state_init(system, memory) : NULL;
    StnStatus status = state ? STN_OK : STN_FAILED;
    for (int i = 0; i < ROWS && !status; i++) {
        status = stn_advance(system, state, b->t[i], NULL, NULL);
        if (!status)
            stn_state_columns(system, state, row), q[i] = row[0];
    }
    free(memory);
    stn_system_free(system);
    return status;
}

static bool begin(Bench *b)
{
    const double step = 2.0 * PI / 4096.0;
    bool good = true;
    for (int i = 0; i < ROWS; i++)
        b->t[i] = 0.01 * i;
    for (int r = 0; r < RUNS && good; r++) {
        make_run(b, r);
        good = simulate(b, r, truth, b->q[r]) == STN_OK;
        for (int i = 0; i < ROWS; i++)
            b->q[r][i] = step * floor(b->q[r][i] / step + 0.5);
    }
    return good;
}

#ifdef SERVO_MODULE

static Bench module;

/* The number of rows of all runs, 0 on failure. */
STN_API size_t servo_open(double *begin_at, double *measured);
size_t servo_open(double *begin_at, double *measured)
{
    memcpy(begin_at, start, sizeof start);
    if (!begin(&module))
        return 0;
    memcpy(measured, module.q, sizeof module.q);
    return RUNS * ROWS;
}

STN_API int servo_simulate(const double *p, double *q);
int servo_simulate(const double *p, double *q)
{
    int status = 0;
    for (int r = 0; r < RUNS && !status; r++)
        status = simulate(&module, r, p, q + (size_t)r * ROWS);
    return status;
}

#else

int main(int argc, char **argv)
{
    static Bench bench;
    StnFitRun run[RUNS];
    StnFitSignal signal[RUNS];
    StnFreeParameter list[FREE];
    StnError error = {.status = STN_OK};
    if (!begin(&bench))
        return 1;
    for (int r = 0; r < RUNS; r++) {
        signal[r] = (StnFitSignal){"q", bench.q[r], NAN};
        run[r] = (StnFitRun){
            .def = bench.def[r], .t = bench.t, .rows = ROWS, .signal = &signal[r], .nsignal = 1};
        run[r].def.borrow = true;
    }
    for (int i = 0; i < FREE; i++) {
        list[i] = stn_free_parameter(paths[i]);
        list[i].start = start[i];
    }
    StnFitDef def = stn_default_fit_def(run, RUNS, list, FREE);
    def.starts = argc > 1 ? atoi(argv[1]) : 2;
    def.threads = 1;
    StnFitResult *result = calloc(1, sizeof *result);
    const clock_t began = clock();
    if (!result || stn_fit(&def, result, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    printf("stn_fit, %d starts: %.2f s of CPU time, %ld runs simulated, rms %.4g mrad:", def.starts,
           (double)(clock() - began) / CLOCKS_PER_SEC, result->simulations,
           1e3 * result->pooled[0][0].rms);
    for (int i = 0; i < FREE; i++)
        printf(" %.4g +- %.2g", result->param[i].value, result->param[i].std);
    putchar('\n');
    stn_fit_result_free(result);
    free(result);
    for (int r = 0; r < RUNS; r++)
        stn_def_free(&bench.def[r]);
    return 0;
}

#endif
