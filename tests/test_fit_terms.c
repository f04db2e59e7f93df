/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fits with a plant: friction that drifts, and forces that the model lacks.  The data come from the equation of
 * motion, integrated here in steps of 20 us:
 *   m*dv/dt = u - Fc*(1 + r*t)*sgn(v) - sigma2*v - K*x - offset,  at rest while |u - K*x - offset| <= Fc*(1 + r*t). */
#include "identify_support.h"
#include "stiction/fit.h"

enum { ROWS = 2000, STEPS = 500 };
#define TS 0.01

static double t[ROWS], x[ROWS], v[ROWS];
static StnFitResult result;

static double pull(double time) { return 12.0 * sin(2.0 * time) + 4.0 * sin(5.3 * time); }

static double K, offset; /* of the next motion */

static void move(double (*force)(double), double m, double Fc, double sigma2, double rate)
{
    const double dt = TS / STEPS;
    double place = 0.0, speed = 0.0;
    for (int i = 0; i < ROWS; i++) {
        t[i] = TS * i, x[i] = place, v[i] = speed;
        for (int k = 0; k < STEPS; k++) {
            const double now = t[i] + dt * k, h = force(now) - K * place - offset,
                         level = Fc * (1.0 + rate * now);
            if (speed == 0.0 && fabs(h) <= level)
                continue;
            const double sense = speed != 0.0 ? copysign(1.0, speed) : copysign(1.0, h);
            double next = speed + dt * (h - level * sense - sigma2 * speed) / m;
            next = speed * next < 0.0 ? 0.0 : next;
            place += 0.5 * dt * (speed + next);
            speed = next;
        }
    }
}

static bool drifts = true; /* in the next fit */

static StnStatus fit(Block *b, const char *column, const double *value, int nrun, const char *words,
                     StnError *error)
{
    StnFreeParameter list[STN_FREE_MAX];
    const StnFitSignal signal = {column, value, NAN};
    const char *const names[] = {"speed"};
    const StnFitRun one = {
        .def = b->def, .t = t, .rows = ROWS, .signal = &signal, .nsignal = 1, .measured = names};
    const StnFitRun run[2] = {one, one};
    char text[100], *rest = NULL;
    int n = 0;
    snprintf(text, sizeof text, "%s", words);
    for (char *at = strtok_r(text, " ", &rest); at; at = strtok_r(NULL, " ", &rest))
        list[n++] = stn_free_parameter(at);
    StnFitDef def = stn_default_fit_def(run, nrun, list, n);
    def.starts = 1, def.threads = 1;
    def.drift = drifts;
    const StnStatus status = stn_fit(&def, &result, error);
    stn_fit_result_free(&result);
    return status;
}

static void holds(const char *item, double truth, double most)
{
    for (int i = 0; i < result.nparam; i++) {
        const StnFitParameter *p = &result.param[i];
        if (strcmp(p->item, item) == 0) {
            CHECK(p->low <= truth && truth <= p->high && fabs(p->value - truth) < most,
                  "%s %.6g (%.6g ... %.6g), true %g", item, p->value, p->low, p->high, truth);
            return;
        }
    }
    fail_msg("no parameter %s", item);
}

/* Noise of 1 mm/s, uniform, over 2000 rows leaves about 1e-4 of each. */
static void drift_of_the_level_is_found_with_a_plant(void **state)
{
    uint64_t draw = 4;
    StnError error = {0};
    Block b;
    move(pull, 2.0, 3.0, 4.0, 0.01);
    for (int i = 0; i < ROWS; i++)
        v[i] += 1e-3 * noise_next(&draw);
    block_begin(&b, "coulomb");
    block_words(&b, "Fs=2 Fc=2 sigma2=3");
    const StnSineTerm terms[] = {{12.0, 1.0 / PI, 0.0}, {4.0, 2.65 / PI, 0.0}};
    StnSignal *input = stn_signal_multisine(terms, 2);
    block_input(&b, "u", input);
    b.def.borrow = true;
    CHECK(fit(&b, "v", v, 1, "m Fc sigma2", &error) == STN_OK, "%s", error.text);
    holds("m", 2.0, 0.004);
    holds("Fc", 3.0, 0.01);
    holds("sigma2", 4.0, 0.01);
    holds("drift", 0.01, 1e-4);
    assert_true(says(&result.remarks, "drift"));
    assert_int_equal(fit(&b, "v", v, 2, "m Fc sigma2", &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "one run"));
    block_end(&b);
    stn_signal_free(input);
}

static double hold(double time)
{
    (void)time;
    return 2.85;
}

/* A level that falls below a constant force lets the block go, at 5 s: nothing else tells the model that a mode has
 * to end.  Between its stretches of a 64th of the record the level is constant: 0.31 s of 20 s. */
static void a_level_that_falls_below_the_force_lets_go(void **state)
{
    StnError error = {0};
    Block b;
    move(hold, 2.0, 3.0, 0.0, -0.01);
    CHECK(x[490] == 0.0 && x[520] > 0.0, "%g %g", x[490], x[520]);
    block_begin(&b, "coulomb");
    block_words(&b, "Fs=2.83 Fc=2.83");
    block_set(&b, "m", 2.0);
    StnSignal *input = stn_signal_constant(2.85);
    block_input(&b, "u", input);
    b.def.borrow = true;
    CHECK(fit(&b, "x", x, 1, "Fc", &error) == STN_OK, "%s", error.text);
    CHECK(result.fitted[0][0].relative < 2.0, "%g %%", result.fitted[0][0].relative);
    block_end(&b);
    stn_signal_free(input);
}

/* The sensor shows what was `rows` ago. */
static void be_late(int rows)
{
    for (int i = ROWS - 1; i > 0; i--)
        v[i] = v[i > rows ? i - rows : 0];
}

/* Truth and model differ by one term, or by a delay: it is named, and without one nothing is. */
static void what_a_model_with_a_plant_lacks_is_named(void **state)
{
    static const struct {
        const char *missing, *words;
        double K, offset, rate, sigma2, m;
        int late; /* rows */
    } cases[] = {
        {"spring", "m Fc sigma2", 0.3, 0.0, 0.0, 4.0, 2.0, 0},
        {"direction", "m Fc sigma2", 0.0, 0.6, 0.0, 4.0, 2.0, 0},
        {"drift", "m Fc sigma2", 0.0, 0.0, 0.02, 4.0, 2.0, 0},
        {"viscous", "m Fc", 0.0, 0.0, 0.0, 1.0, 2.0, 0},
        {"inertia", "Fc sigma2", 0.0, 0.0, 0.0, 4.0, 2.4, 0},
        {"delay", "m Fc sigma2", 0.0, 0.0, 0.0, 4.0, 2.0, 6},
        {NULL, "m Fc sigma2", 0.0, 0.0, 0.0, 4.0, 2.0, 0},
    };
    const StnSineTerm terms[] = {{12.0, 1.0 / PI, 0.0}, {4.0, 2.65 / PI, 0.0}};
    uint64_t draw = 8;
    drifts = false;
    for (size_t k = 0; k < COUNT(cases); k++) {
        StnError error = {0};
        Block b;
        K = cases[k].K, offset = cases[k].offset;
        move(pull, cases[k].m, 3.0, cases[k].sigma2, cases[k].rate);
        be_late(cases[k].late);
        for (int i = 0; i < ROWS; i++)
            v[i] += 5e-3 * noise_next(&draw);
        block_begin(&b, "coulomb");
        block_words(&b, "Fs=2.5 Fc=2.5");
        block_set(&b, "m", 2.0);
        if (cases[k].missing && strcmp(cases[k].missing, "viscous") == 0)
            block_words(&b, "sigma2=0");
        StnSignal *input = stn_signal_multisine(terms, 2);
        block_input(&b, "u", input);
        b.def.borrow = true;
        CHECK(fit(&b, "v", v, 1, cases[k].words, &error) == STN_OK, "%s", error.text);
        const char *name = result.missing ? result.missing : "nothing";
        CHECK(strcmp(name, cases[k].missing ? cases[k].missing : "nothing") == 0,
              "%s in place of %s (share %g)", name, cases[k].missing, result.missing_share);
        if (cases[k].late > 0) {
            NEAR(result.delay, TS * cases[k].late, 0.1 * TS);
            assert_true(says(&result.remarks, "--delay speed=0.0"));
        }
        block_end(&b);
        stn_signal_free(input);
    }
    K = offset = 0.0, drifts = true;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drift_of_the_level_is_found_with_a_plant),
        cmocka_unit_test(a_level_that_falls_below_the_force_lets_go),
        cmocka_unit_test(what_a_model_with_a_plant_lacks_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
