/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Tails of small slips and standing errors below 1 mm depend on where in a stick a sample falls: one run says little.  The loop
 * that hunts is started at 20 positions, 0.05 mm apart, with Ts = 1 ms; what is compared is the range of the standing errors,
 * with the one figure that a fixed-step prototype of another author found for each. */
#include "hunting_loop.h"

enum { PHASES = 20 };

typedef struct {
    const char *law, *Ki, *path, *value;
    double published; /* |standing error| of the prototype, m */
    double most;      /* of all phases, m: a bound that says "cured" */
} Case;

#define PUSH "[{kind: push, Fs: 1.5 N, band: 10 mm, fade: 20 mm/s}]"
static const Case cases[] = {
    {"stribeck", "4", "compensation", PUSH, 0.82e-3, 10e-3},
    {"lugre", "4", "compensation", PUSH, 0.73e-3, 10e-3},
    {"stribeck", "4", "controller.integrator", "reset", 0.66e-3, 5e-3},
    {"lugre", "4", "controller.integrator", "reset", 0.08e-3, 5e-3},
    {"stribeck", "4", "controller", "{integrator: band, band: 10 mm}", 0.66e-3, 10e-3},
    {"lugre", "4", "controller", "{integrator: band, band: 10 mm}", 1.2e-3, 10e-3},
};

/* The prototype's number lies within the range of the phases, which is widened by 5 %, its own tolerance. */
static void standing_errors_are_ranges_over_the_start(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(cases); k++) {
        const Case *c = &cases[k];
        double least = INFINITY, most = 0.0, last = 0.0;
        for (int phase = 0; phase < PHASES; phase++) {
            char start[32];
            Trial a;
            snprintf(start, sizeof start, "%g m", 5e-5 * phase);
            RUN(&a, "block-limit-cycle", HUNTING(c->law), {"controller.Ki", c->Ki},
                {c->path, c->value}, {"initial.x", start}, {"record.every", "100 ms"});
            const double error = fabs(trial_last(&a, "x") - 1.0);
            least = fmin(least, error), most = fmax(most, error);
            last = fmax(last, hunting_last_beyond(&a, 10e-3));
            CHECK(hunting_swing(&a, 195.0) < 1e-3, "%s, %s, from %s: it moves on", c->law, c->value,
                  start);
            trial_end(&a);
        }
        print_message("%s, %s: standing error %.3g ... %.3g mm, within 10 mm from %.3g s at the "
                      "latest; published %.3g mm\n",
                      c->law, c->value, 1e3 * least, 1e3 * most, last, 1e3 * c->published);
        CHECK(most < c->most, "%s, %s: %g m", c->law, c->value, most);
        CHECK(c->published > 0.95 * least && c->published < 1.05 * most,
              "%s, %s: %g m is outside of %g ... %g m", c->law, c->value, c->published, least,
              most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standing_errors_are_ranges_over_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
