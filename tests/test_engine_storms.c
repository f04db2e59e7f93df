/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Runs that cannot go on: event storms and divergence. */
#include "build_block.h"
#include "skip.h"

/* ---- Storms and divergence ---- */

static StnFric buzz_slide(const StnSelf *self, const double *p, const double *s, const StnSite *in,
                          StnRel *r, double *rate)
{
    (void)p, (void)s, (void)in, (void)rate;
    r->guard[0] = -1.0; /* never content */
    r->next[0] = 1.0 - r->mode[0];
    return (StnFric){0.0, 0.0};
}
static StnShape buzz_shape(const StnSelf *self, const double *p)
{
    (void)p;
    return (StnShape){.affine_above = INFINITY, .t_scale = INFINITY};
}

static void an_event_storm_ends_with_a_message_that_names_the_site(void **state)
{
    static const StnVar rels[] = {{"buzz", "", 1.0, "", STN_ROLE_OTHER, -1}};
    static const StnParam *const no_params[] = {NULL};
    StnLaw law = {.abi = STN_MODEL_ABI,
                  .size = sizeof(StnLaw),
                  .name = "buzz",
                  .nrel = 1,
                  .params = no_params,
                  .rels = rels,
                  .slide = buzz_slide,
                  .shape = buzz_shape};
    Block b;
    (void)state;
    block_begin(&b, "none");
    b.def.site[0].law = &law;
    block_input(&b, "u", stn_signal_constant(1.0));
    block_make(&b);
    assert_int_equal(block_try(&b, 10.0), STN_STORM);
    CHECK(strstr(b.error.text, "contact") != NULL, "%s", b.error.text);
    CHECK(strstr(b.error.text, "t = ") != NULL, "%s", b.error.text);
    assert_int_not_equal(block_try(&b, 20.0), STN_OK); /* and does not hang when asked again */
    block_end(&b);
}

static void more_events_than_allowed_end_with_a_message_that_names_the_site(void **state)
{
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        Block b;
        block_stick_slip(&b, "coulomb");
        b.def.solver.max_events = 10;
        if (engine)
            block_fixed(&b, 1e-3);
        block_make(&b);
        assert_int_equal(block_try(&b, 1000.0), STN_STORM);
        CHECK(strstr(b.error.text, "contact") && strstr(b.error.text, "10"), "%s", b.error.text);
        CHECK(b.nevent >= 10 && b.nevent <= 13, "%d events", b.nevent);
        block_end(&b);
    }
}

/* With Fs = Fc the hunting of an integrator dies out; the stick phases lengthen as the error
 * falls. */
static void shrinking_stick_slip_under_an_integrator_ends_cleanly(void **state)
{
    Block b;
    (void)state;
    block_begin(&b, "coulomb");
    block_choose(&b, "drive", "pid");
    block_friction(&b, "Fs", 1.0);
    block_friction(&b, "Fc", 1.0);
    block_input(&b, "xd", stn_signal_constant(1.0));
    block_make(&b);
    block_to(&b, 1e5);
    CHECK(b.nevent < 10000, "%d events", b.nevent);
    NEAR(block_value(&b, "x"), 1.0, 1e-3);
    block_end(&b);
}

/* Pre-sliding without load is in balance at v = 0: which way it goes is not known before the load comes.  That is a
 * spring k1 = Fs/z_max with critical damping under a ramp s*tau:
 *   z = s/k1*[tau - 2/w + (tau + 2/w)*exp(-w*tau)],  w = sqrt(k1/m). */
static void pre_sliding_in_balance_goes_where_the_load_takes_it(void **state)
{
    const double at = 0.1, tau = 0.5, k1 = 1e3, w = sqrt(k1);
    (void)state;
    for (int c = 0; c < 4; c++) {
        const double slope = c % 2 ? -0.5 : 0.5;
        Block b;
        block_pushed(&b, "hybrid", 1.0, 1.0, 0.8);
        block_friction(&b, "z_max", 1e-3);
        block_input(&b, "u", stn_signal_ramp(slope, 0.0, at, INFINITY));
        b.def.solver.method = c < 2 ? STN_METHOD_EVENT : STN_METHOD_SUNDIALS;
        block_make(&b);
        const StnStatus status = block_try(&b, at + tau);
        if (status == STN_UNAVAILABLE) {
            block_end(&b);
            SKIP("sundials", "not checked against it");
        }
        CHECK(status == STN_OK, "%s", b.error.text);
        NEAR(block_value(&b, "x"), slope / k1 * (tau - 2.0 / w + (tau + 2.0 / w) * exp(-w * tau)),
             1e-11);
        block_end(&b);
    }
}

static void assert_diverged(Block *b, double t_end)
{
    StnStatus status = block_try(b, t_end);
    CHECK(status == STN_DIVERGED || status == STN_STEP_TOO_SMALL, "status %d, x = %g", status,
          block_value(b, "x"));
    CHECK(strstr(b->error.text, "t = ") && strstr(b->error.text, "x = "), "%s", b->error.text);
    assert_int_not_equal(block_try(b, 2.0 * t_end), STN_OK);
    block_end(b);
}

/* Semi-implicit Euler of an oscillator is stable up to w*dt = 2; here w*dt = 100. */
static void a_step_far_too_long_diverges_with_time_and_state(void **state)
{
    Block b;
    (void)state;
    block_begin(&b, "none");
    block_choose(&b, "drive", "spring");
    block_set(&b, "K", 1e6);
    block_start(&b, "x", 1.0);
    block_input(&b, "y", stn_signal_constant(0.0));
    block_fixed(&b, 0.1);
    block_make(&b);
    assert_diverged(&b, 1e4);
}

/* v = 9e29 m/s is inside the range of 1e30 of its scale, x leaves it within two seconds. */
static void a_state_that_overflows_diverges_with_time_and_state(void **state)
{
    static const char *const laws[] = {"none", "coulomb", "stribeck", "lugre"};
    (void)state;
    for (int c = 0; c < 2 * COUNT(laws); c++) {
        Block b;
        block_begin(&b, laws[c / 2]);
        block_start(&b, "v", 9e29);
        block_input(&b, "u", stn_signal_constant(0.0));
        if (c % 2)
            block_fixed(&b, 0.1);
        block_make(&b);
        assert_diverged(&b, 100.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_storm_ends_with_a_message_that_names_the_site),
        cmocka_unit_test(more_events_than_allowed_end_with_a_message_that_names_the_site),
        cmocka_unit_test(shrinking_stick_slip_under_an_integrator_ends_cleanly),
        cmocka_unit_test(pre_sliding_in_balance_goes_where_the_load_takes_it),
        cmocka_unit_test(a_step_far_too_long_diverges_with_time_and_state),
        cmocka_unit_test(a_state_that_overflows_diverges_with_time_and_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
