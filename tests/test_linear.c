/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The linear form of a system near a state: against closed forms, and against differences in every mode met. */
#include "build_block.h"

typedef struct {
    int n, nu, nc;
    StnLinear m;
} Form;

static Form form_of(const StnSystem *S, const StnState *st)
{
    Form f = {stn_system_state_count(S), S->model.ninput, stn_system_column_count(S), {0}};
    f.m.A = calloc((size_t)(f.n * f.n), sizeof(double));
    f.m.B = calloc((size_t)(f.n * f.nu), sizeof(double));
    f.m.C = calloc((size_t)(f.nc * f.n), sizeof(double));
    f.m.D = calloc((size_t)(f.nc * f.nu), sizeof(double));
    stn_state_linear(S, st, &f.m);
    return f;
}

static void form_end(Form *f) { free(f->m.A), free(f->m.B), free(f->m.C), free(f->m.D); }

static void pull(Block *b, double Fs)
{
    block_begin(b, "coulomb");
    block_choose(b, "drive", "spring");
    block_set(b, "K", 2.0);
    block_set(b, "m", 4.0);
    block_friction(b, "Fs", Fs);
    block_friction(b, "Fc", 0.5);
    block_input(b, "y", stn_signal_constant(1.0));
    block_make(b);
    block_to(b, 0.1);
}

/* m*dv/dt = K*(y - x) - load - Fc while it slips: exact to rounding. */
static void a_sliding_block_has_the_derivatives_of_its_equation(void **state)
{
    Block b;
    pull(&b, 1.0); /* 2 N pull: it slides */
    Form f = form_of(b.system, b.state);
    const int y = stn_plant_input(b.system->model.plant, "y"),
              FF = stn_system_column(b.system, "FF");
    const int load = stn_plant_input(b.system->model.plant, "load"),
              u = stn_system_column(b.system, "u");
    NEAR(f.m.A[0 * f.n + 1], 1.0, 0.0);
    NEAR(f.m.A[1 * f.n + 0], -0.5, 1e-16);
    NEAR(f.m.A[1 * f.n + 1], 0.0, 0.0);
    NEAR(f.m.B[1 * f.nu + y], 0.5, 1e-16);
    NEAR(f.m.B[1 * f.nu + load], -0.25, 1e-16);
    NEAR(f.m.C[0 * f.n + 0], 1.0, 0.0);
    NEAR(f.m.C[u * f.n + 0], -2.0, 1e-15);
    NEAR(f.m.D[u * f.nu + y], 2.0, 1e-15);
    NEAR(f.m.C[FF * f.n + 0], 0.0, 0.0);
    form_end(&f);
    block_end(&b);
}

/* FF = h = K*(y - x) - load while it stands, and no rate depends on anything. */
static void a_standing_block_passes_its_load_on_to_friction(void **state)
{
    Block b;
    pull(&b, 3.0);
    Form f = form_of(b.system, b.state);
    const int y = stn_plant_input(b.system->model.plant, "y"),
              FF = stn_system_column(b.system, "FF");
    for (int k = 0; k < 2 * f.n; k++)
        NEAR(f.m.A[k], 0.0, 0.0);
    NEAR(f.m.C[FF * f.n + 0], -2.0, 1e-15);
    NEAR(f.m.D[FF * f.nu + y], 2.0, 1e-15);
    form_end(&f);
    block_end(&b);
}

/* What is not wanted is not written. */
static void each_matrix_may_be_left_out(void **state)
{
    Block b;
    pull(&b, 1.0);
    Form f = form_of(b.system, b.state);
    double C[64] = {0};
    assert_true(f.nc * f.n <= 64);
    stn_state_linear(b.system, b.state, &(StnLinear){.C = C});
    assert_memory_equal(C, f.m.C, (size_t)(f.nc * f.n) * sizeof *C);
    stn_state_linear(b.system, b.state, &(StnLinear){NULL, NULL, NULL, NULL});
    form_end(&f);
    block_end(&b);
}

/* Differences with a step of 6e-6 of the size s are wrong by rounding, some 1e-15*f/(6e-6*s), and by the curvature that
 * lies within a step; both are below 1e-4 of what the entry, or its neighbours in size, can be. */
static void compare(const char *what, const double *exact, const double *differences, int rows,
                    int columns, const double *row_size, const double *column_size)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            const double a = exact[i * columns + j], b = differences[i * columns + j];
            const double unit = row_size[i] / column_size[j];
            CHECK(fabs(a - b) <= 1e-4 * fmax(fabs(a), fabs(b)) + 1e-6 * unit,
                  "%s: row %d, column %d: %.12g, by differences %.12g", what, i, j, a, b);
        }
}

/* The sizes of rates, columns, states and inputs at a state, for compare(). */
static void assert_as_differences(const char *name, const StnSystem *S, const StnState *st)
{
    StnSystem plain = *S;
    double dy[STN_ROW], y[STN_ROW], column[256], u[STN_INPUTS_MAX];
    StnEvaluation at;
    StnIn in[STN_INPUTS_MAX];
    double out[STN_OUTPUTS_MAX];
    plain.model.complex_step = false;
    Form exact = form_of(S, st), differences = form_of(&plain, st);
    stn_inputs_shown(S, st, in);
    stn_outputs_shown(S, st, stn_now(S, st), in, &at, out);
    stn_state_columns(S, st, column);
    for (int i = 0; i < exact.n; i++) {
        y[i] = fmax(fabs(stn_now(S, st)[i]), 1e-3 * S->scale[i]);
        dy[i] = fabs(at.dy[i]) + y[i];
    }
    for (int c = 0; c < exact.nc; c++)
        column[c] = fabs(column[c]) + 1.0;
    for (int i = 0; i < exact.nu; i++)
        u[i] = fmax(fabs(in[i].val), 1e-3);
    compare(name, exact.m.A, differences.m.A, exact.n, exact.n, dy, y);
    compare(name, exact.m.B, differences.m.B, exact.n, exact.nu, dy, u);
    compare(name, exact.m.C, differences.m.C, exact.nc, exact.n, column, y);
    compare(name, exact.m.D, differences.m.D, exact.nc, exact.nu, column, u);
    form_end(&exact), form_end(&differences);
}

static void every_built_in_scenario_agrees_with_differences(void **state)
{
    StnError error = {0};
    for (int i = 0; i < stn_builtin_count(); i++) {
        const char *name = stn_builtin_at(i).name;
        StnScenario *scenario = stn_scenario_load(name, NULL, &error);
        assert_non_null(scenario);
        const StnSystem *S = stn_scenario_system(scenario);
        const double end = fmin(stn_scenario_duration(scenario), 1.0);
        StnState *st = stn_state_init(S, malloc(stn_state_size(S)));
        for (int k = 1; k <= 4; k++) {
            assert_int_equal(stn_advance(S, st, 0.25 * k * end, NULL, &error), STN_OK);
            assert_as_differences(name, S, st);
        }
        free(st);
        stn_scenario_free(scenario);
    }
}

/* A sensor that samples or rounds keeps its reading; one that lags is a state of its own. */
static void sensors_hold_round_or_follow(void **state)
{
    const StnSensorDef kinds[] = {
        {.sample = 0.01}, {.resolution = 1e-3}, {.lag = 0.1}, {.noise = 0.0}};
    const double expected[][2] = {
        {0.0, 0.0}, {0.0, 0.0}, {0.0, 1.0}, {1.0, 0.0}}; /* by x, by the lag */
    for (int k = 0; k < COUNT(kinds); k++) {
        Block b;
        block_begin(&b, "coulomb");
        b.def.sensor[0] = kinds[k];
        b.def.sensor[0].output = 0, b.def.nsensor = 1;
        block_input(&b, "u", stn_signal_constant(2.0));
        block_make(&b);
        block_to(&b, 0.5);
        Form f = form_of(b.system, b.state);
        const int row = stn_system_column(b.system, "x_meas"), last = f.n - 1;
        NEAR(f.m.C[row * f.n + 0], expected[k][0], 0.0);
        NEAR(kinds[k].lag > 0.0 ? f.m.C[row * f.n + last] : 0.0, expected[k][1], 0.0);
        form_end(&f);
        block_end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sliding_block_has_the_derivatives_of_its_equation),
        cmocka_unit_test(a_standing_block_passes_its_load_on_to_friction),
        cmocka_unit_test(each_matrix_may_be_left_out),
        cmocka_unit_test(every_built_in_scenario_agrees_with_differences),
        cmocka_unit_test(sensors_hold_round_or_follow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
