/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Rules of the integrator on the loop that hunts, 200 s: what a fixed-step prototype of another author found at Ts/100
 * with Ts = 1 ms, to 5 %.  Standing errors below 1 mm depend on when a tail of small slips ends: they are compared as
 * bounds. */
#include "hunting_loop.h"

typedef struct {
    const char *law, *rule, *band, *alpha;
    double hunts;           /* peak to peak of the last 100 s; 0: it stands, below 0: not asked */
    double error, at_least; /* largest final error, and the least, in m */
    double near;            /* within 10 mm from here on; 0: not asked */
} Case;

static const Case cases[] = {
    {"stribeck", "plain", "0", "0.5", 0.1338, 1.0, 0.0, 0.0},
    {"lugre", "plain", "0", "0.5", 0.1278, 1.0, 0.0, 0.0},
    {"stribeck", "deadzone", "10 mm", "0.5", 0.1338, 1.0, 0.0, 0.0},
    {"lugre", "deadzone", "10 mm", "0.5", 0.1279, 1.0, 0.0, 0.0},
    {"stribeck", "deadzone", "80 mm", "0.5", 0.163, 1.0, 0.0, 0.0},
    {"lugre", "deadzone", "80 mm", "0.5", 0.0, 1.05 * 79e-3, 0.95 * 79e-3, 0.0},
    {"stribeck", "band", "10 mm", "0.5", 0.0, 1e-3, 0.0, 13.0},
    {"lugre", "band", "10 mm", "0.5", 0.0, 1.05 * 1.2e-3, 0.0, 0.0},
    {"stribeck", "reset", "0", "0.5", 0.0, 1e-3, 0.0, 2.26},
    {"lugre", "reset", "0", "0.5", 0.0, 1e-3, 0.0, 2.26},
    {"stribeck", "reset", "0", "0.2", -1.0, 1e-3, 0.0, 5.8},
    {"lugre", "reset", "0", "0.2", 0.0, 1e-3, 0.0, 0.0},
    {"stribeck", "reset", "0", "1", 52e-6, 1e-3, 0.0, 0.0},
    {"lugre", "reset", "0", "1", 26e-6, 1e-3, 0.0, 0.0},
};

static void rules_do_what_the_prototype_found(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(cases); k++) {
        const Case *c = &cases[k];
        Trial a;
        RUN(&a, "block-limit-cycle", HUNTING(c->law), {"record.every", "10 ms"},
            {"controller.integrator", c->rule}, {"controller.band", c->band},
            {"controller.alpha", c->alpha});
        double hunts = hunting_swing(&a, 100.0), error = fabs(trial_last(&a, "x") - 1.0);
        double near = hunting_last_beyond(&a, 10e-3);
        print_message("%s %s %s %s: swing %.4g m, error %.3g m, within 10 mm from %.3g s\n", c->law,
                      c->rule, c->band, c->alpha, hunts, error, near);
        if (c->hunts > 1e-3)
            NEAR(hunts, c->hunts, 0.05 * c->hunts);
        else if (c->hunts > 0.0) /* alpha 1: slips as small as the sampling makes them, by chance */
            NEAR(hunts, c->hunts, 0.5 * c->hunts);
        else if (c->hunts == 0.0)
            assert_true(hunts < 1e-6); /* bristles creep on by nm */
        assert_true(error <= c->error && error >= c->at_least);
        if (c->near > 0.0)
            NEAR(near, c->near, 0.05 * c->near);
        trial_end(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rules_do_what_the_prototype_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
