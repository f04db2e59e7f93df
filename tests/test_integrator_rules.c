/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Rules of a sampled integrator near its target (controller.integrator): the rule by itself, sample by sample, and
 * what it does to a loop that hunts.  Figures of the loop: a fixed-step prototype of another author at Ts/100, of which
 * the specification gives two digits; long_integrator_rules.c has them all. */
#include "run_scenario.h"

/* A block under its sampled PID, asked for one sample after the other. */
typedef struct {
    const StnPlant *plant;
    double p[64], d[16], y[32];
    StnIn u[8];
    int choice[STN_CHOICES_MAX];
    StnSelf self;
} Loop;

static double *at(Loop *loop, const char *name)
{
    const int k = stn_plant_parameter(loop->plant, name);
    assert_true(k >= 0);
    return &loop->p[k];
}

static double *disc(Loop *loop, const char *name)
{
    for (int k = 0; k < loop->plant->ndisc; k++)
        if (strcmp(loop->plant->discs[k].name, name) == 0)
            return &loop->d[k];
    fail_msg("no discrete state %s", name);
    return NULL;
}

/* Kp 2 N/m, Kv 0, Ki 10 N/(m*s), Ts 0.1 s, wanted position 0: u = -2*x - 10*i. */
static Loop loop_with(const char *rule, double band)
{
    Loop loop = {.plant = stn_catalog_plant(NULL, "block")};
    for (int k = 0; k < loop.plant->nparam; k++)
        loop.p[k] = loop.plant->params[k].def;
    *at(&loop, "drive") = 2.0; /* pid */
    *at(&loop, "Kp") = 2.0, *at(&loop, "Kv") = 0.0, *at(&loop, "Ki") = 10.0;
    *at(&loop, "Ts") = 0.1, *at(&loop, "band") = band;
    char word[32];
    const StnParam *param = &loop.plant->params[stn_plant_parameter(loop.plant, "integrator")];
    for (int k = 0; strcmp(stn_param_word(param, k, word, sizeof word), rule) != 0; k++)
        *at(&loop, "integrator") = k + 1;
    return loop;
}

static double sample(Loop *loop, double x, double v)
{
    loop->self = stn_plant_self(loop->plant, loop->p, loop->choice);
    loop->y[stn_plant_output(loop->plant, "x")] = x;
    loop->y[stn_plant_output(loop->plant, "v")] = v;
    const double s[8] = {0};
    loop->plant->sample(&loop->self, loop->p, s, loop->u, loop->y, loop->d);
    return *disc(loop, "u");
}

static void reset_turns_the_integral_over_where_the_error_changes_its_sign(void **state)
{
    Loop loop = loop_with("reset", 0.0);
    (void)state;
    NEAR(sample(&loop, 1.0, 0.0), -2.0 - 10.0 * 0.1, 1e-12);
    NEAR(sample(&loop, 1.0, 0.0), -2.0 - 10.0 * 0.2, 1e-12);
    NEAR(sample(&loop, 0.0, 0.0), -10.0 * 0.2, 1e-12);
    /* i = 0.2 pushes down, x = -1 wants up: i becomes -0.5*0.2, then the sample of -1*0.1. */
    NEAR(sample(&loop, -1.0, 0.0), 2.0 - 10.0 * (-0.1 - 0.1), 1e-12);
    /* The same sign again: nothing but the sum. */
    NEAR(sample(&loop, -1.0, 0.0), 2.0 - 10.0 * (-0.2 - 0.1), 1e-12);
}

/* A load may make the integral stand on the side that helps: it is kept. */
static void reset_keeps_an_integral_that_pushes_towards_the_target(void **state)
{
    Loop loop = loop_with("reset", 0.0);
    (void)state;
    sample(&loop, 1.0, 0.0);
    *disc(&loop, "i") = -0.4;
    NEAR(sample(&loop, -1.0, 0.0), 2.0 - 10.0 * (-0.4 - 0.1), 1e-12);
}

static void reset_holds_in_saturation_too(void **state)
{
    Loop loop = loop_with("reset", 0.0);
    (void)state;
    sample(&loop, 1.0, 0.0), sample(&loop, 1.0, 0.0);
    *at(&loop, "limit") = 0.5;
    assert_true(sample(&loop, -1.0, 0.0) == 0.5);
    NEAR(*disc(&loop, "i"), -0.1, 1e-15); /* turned over, and not added to */
}

static void a_band_gives_no_effort_and_holds_the_integral(void **state)
{
    static const char *const words[] = {"band", "auto"};
    (void)state;
    for (int k = 0; k < COUNT(words); k++) {
        Loop loop = loop_with(words[k], 0.25);
        NEAR(sample(&loop, 1.0, 0.0), -3.0, 1e-12);
        assert_true(sample(&loop, 0.25, 0.0) == 0.0); /* the edge belongs to it */
        NEAR(*disc(&loop, "i"), 0.1, 1e-15);
        NEAR(sample(&loop, 0.5, 0.0), -1.0 - 10.0 * 0.15, 1e-12);
    }
}

static void a_deadzone_holds_the_integral_and_keeps_its_effort(void **state)
{
    Loop loop = loop_with("deadzone", 0.25);
    (void)state;
    sample(&loop, 1.0, 0.0);
    NEAR(sample(&loop, 0.25, 0.0), -0.5 - 10.0 * 0.1, 1e-12);
    NEAR(sample(&loop, 0.5, 0.0), -1.0 - 10.0 * 0.15, 1e-12);
}

static void hold_at_rest_holds_the_integral_while_the_measured_speed_is_zero(void **state)
{
    Loop loop = loop_with("hold_at_rest", 0.0);
    (void)state;
    NEAR(sample(&loop, 1.0, 0.1), -3.0, 1e-12);
    NEAR(sample(&loop, 1.0, 0.0), -3.0, 1e-12);
    *at(&loop, "derivative") = 1.0; /* by the difference of two samples */
    NEAR(sample(&loop, 1.0, 0.1), -3.0, 1e-12);
    NEAR(sample(&loop, 0.5, 0.0), -1.0 - 10.0 * 0.15, 1e-12);
}

/* ---- The loop that hunts ---- */

#define SAMPLED \
    {"controller.Ts", "1 ms"}, { "record.every", "10 ms" }

/* Without a rule it would break away again at 10.2 s and for ever. */
static void band_and_reset_end_the_hunting(void **state)
{
    Trial a;
    (void)state;
    RUN(&a, "block-limit-cycle", SAMPLED, {"duration", "30 s"}, {"controller.integrator", "band"},
        {"controller.band", "10 mm"});
    NEAR(trial_last(&a, "x") - 1.0, -0.66e-3, 0.05 * 0.66e-3);
    NEAR(trial_when(&a, STN_EVENT_STICK, "contact", -1), 13.0, 0.05 * 13.0);
    trial_end(&a);
    RUN(&a, "block-limit-cycle", SAMPLED, {"duration", "30 s"}, {"controller.integrator", "reset"});
    NEAR(trial_last(&a, "x") - 1.0, 0.66e-3, 0.05 * 0.66e-3);
    assert_true(fabs(trial_at(&a, "x", 2.25) - 1.0) > 10e-3);
    for (size_t k = trial_row(&a, 2.27); k < a.record.rows; k++)
        assert_true(fabs(trial_column(&a, "x")[k] - 1.0) < 10e-3);
    trial_end(&a);
}

/* Both engines sample the same values, so they agree until a rounding is ambiguous. */
static void rules_act_alike_in_both_engines(void **state)
{
    static const char *const rules[] = {"band", "reset", "deadzone", "hold_at_rest"};
    (void)state;
    for (int k = 0; k < COUNT(rules); k++) {
        Trial a, b;
        RUN(&a, "block-limit-cycle", SAMPLED, {"duration", "6 s"},
            {"controller.integrator", rules[k]}, {"controller.band", "80 mm"});
        RUN(&b, "block-limit-cycle", SAMPLED, {"duration", "6 s"},
            {"controller.integrator", rules[k]}, {"controller.band", "80 mm"},
            {"solver.method", "fixed"}, {"solver.dt", "10 us"});
        NEAR(trial_last(&a, "x"), trial_last(&b, "x"),
             2e-4); /* first order: about v*dt at each slip */
        trial_end(&a), trial_end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reset_turns_the_integral_over_where_the_error_changes_its_sign),
        cmocka_unit_test(reset_keeps_an_integral_that_pushes_towards_the_target),
        cmocka_unit_test(reset_holds_in_saturation_too),
        cmocka_unit_test(a_band_gives_no_effort_and_holds_the_integral),
        cmocka_unit_test(a_deadzone_holds_the_integral_and_keeps_its_effort),
        cmocka_unit_test(hold_at_rest_holds_the_integral_while_the_measured_speed_is_zero),
        cmocka_unit_test(band_and_reset_end_the_hunting),
        cmocka_unit_test(rules_act_alike_in_both_engines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
