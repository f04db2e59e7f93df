/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* An output-error fit of five parameters of a closed loop: mass, and levels and viscous coefficients by
 * direction, of the EMPS benchmark (Janot, Gautier, Brunot 2019; 24,841 samples at 1 kHz), by stn_fit.  Built
 * as a module with FIT_MODULE it lends its simulator to bench/fit_scipy.py, so that both fit the same
 * model.  usage: fit EMPS_ID.csv [STARTS [THREADS]] */
#include "stiction/stiction.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FREE = 5 };

typedef struct {
    StnTable table;
    StnScenario *scenario;
    StnSignal *wanted;
    StnSystemDef def;
    const double *t, *force;
} Bench;

static bool begin(Bench *bench, const char *file)
{
    StnError error = {.status = STN_OK};
    if (stn_csv_read(file, 0, &bench->table, &error) != STN_OK) {
        fprintf(stderr, "%s\n", error.text);
        return false;
    }
    bench->scenario = stn_scenario_load("block-emps", NULL, &error);
    if (!bench->scenario) {
        fprintf(stderr, "%s\n", error.text);
        return false;
    }
    double **data = bench->table.data;
    bench->t = data[stn_table_column(&bench->table, "t_s")];
    bench->force = data[stn_table_column(&bench->table, "force_N")];
    bench->wanted = stn_signal_table(bench->t, data[stn_table_column(&bench->table, "q_ref_m")],
                                     bench->table.rows, true);
    bench->def = stn_scenario_def(bench->scenario);
    bench->def.input[2] = bench->wanted;
    return true;
}

#ifdef FIT_MODULE

static Bench module;

/* The number of rows, 0 on failure. */
STN_API size_t fit_open(const char *file);
size_t fit_open(const char *file) { return begin(&module, file) ? module.table.rows : 0; }

STN_API void fit_measured(double *force);
void fit_measured(double *force) { memcpy(force, module.force, module.table.rows * sizeof *force); }

/* The effort of the loop, row by row, for m, Fc forward and backward, sigma2 forward and backward. */
STN_API int fit_simulate(const double *p, double *u);
int fit_simulate(const double *p, double *u)
{
    StnSystemDef def = module.def;
    StnGiven plant[16], friction[] = {{.name = "Fc", .count = 2, .value = {p[1], p[2]}},
                                      {.name = "Fs", .count = 2, .value = {p[1], p[2]}},
                                      {.name = "sigma2", .count = 2, .value = {p[3], p[4]}}};
    double row[32];
    memcpy(plant, def.given, (size_t)def.ngiven * sizeof *plant);
    plant[def.ngiven] = (StnGiven){.name = "m", .count = 1, .value = {p[0]}};
    def.given = plant;
    def.ngiven++;
    def.site[0].given = friction;
    def.site[0].ngiven = 3;
    def.solver.energy = false;
    StnSystem *system = stn_system_new(&def, NULL);
    void *memory = system ? malloc(stn_state_size(system)) : NULL;
    StnState *state = memory ? stn_state_init(system, memory) : NULL;
    StnStatus status = state ? STN_OK : STN_FAILED;
    for (size_t i = 0; i < module.table.rows && !status; i++) {
        status = stn_advance(system, state, module.t[i] + 1e-12, NULL, NULL);
        if (!status)
            stn_state_columns(system, state, row), u[i] = row[2];
    }
    free(memory);
    stn_system_free(system);
    return status;
}

#else

int main(int argc, char **argv)
{
    Bench bench;
    StnError error = {.status = STN_OK};
    if (argc < 2) {
        fprintf(stderr, "usage: %s EMPS_ID.csv [STARTS [THREADS]]\n", argv[0]);
        return 2;
    }
    if (!begin(&bench, argv[1]))
        return 1;
    StnFitSignal signal = {"u", bench.force, NAN};
    StnFitRun run = {
        .def = bench.def, .t = bench.t, .rows = bench.table.rows, .signal = &signal, .nsignal = 1};
    StnFreeParameter free_list[] = {stn_free_parameter("m"), stn_free_parameter("Fc.each"),
                                    stn_free_parameter("sigma2.each")};
    for (int i = 0; i < 3; i++)
        free_list[i].start = (const double[]){95.0, 20.0, 200.0}[i]; /* as in fit_scipy.py */
    StnFitDef def = stn_default_fit_def(&run, 1, free_list, 3);
    def.starts = argc > 2 ? atoi(argv[2]) : 5;
    def.threads = argc > 3 ? atoi(argv[3]) : 0;
    StnFitResult *result = calloc(1, sizeof *result);
    StnStatus status = result ? stn_fit(&def, result, &error) : STN_NO_MEMORY;
    if (status) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    printf("stn_fit, %d starts, %s threads: %.2f s, %ld simulations, error %.4f %%:", def.starts,
           argc > 3 ? argv[3] : "all", result->seconds, result->simulations,
           result->fitted[0][0].relative);
    for (int i = 0; i < FREE; i++)
        printf(" %.5g +- %.2g", result->param[i].value, result->param[i].std);
    putchar('\n');
    stn_fit_result_free(result);
    free(result);
    stn_scenario_free(bench.scenario);
    stn_signal_free(bench.wanted);
    stn_table_free(&bench.table);
    return 0;
}

#endif
