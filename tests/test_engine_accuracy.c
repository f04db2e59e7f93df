/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Accuracy asked is accuracy delivered: at the default tolerance every event time is right to 1e-7
 * s, for every law with all its options.  The reference is the implicit method at a tolerance a
 * thousand times finer: another method, other steps, other stages. */
#include "build_block.h"

typedef enum { SINE, CHIRP, SPRING, PID, CASES } Case;
static const char *const case_word[] = {"sine push", "chirp push", "spring", "pid"};

static void accuracy_case(Block *b, const BlockVariant *variant, Case which,
                          StnIntegrator integrator, double rtol)
{
    block_begin(b, variant->law);
    block_choose(b, "drive", which == SPRING ? "spring" : which == PID ? "pid" : "force");
    block_friction(b, "sigma0", 1e4);
    block_friction(b, "sigma1", 100.0);
    if (!strstr(variant->words, "sigma2"))
        block_friction(b, "sigma2", 0.4);
    block_words(b, variant->words);
    block_input(b, "u",
                which == SINE ? stn_signal_sine(3.0, 0.25, 0.0, 0.0, 0.0)
                              : stn_signal_chirp(3.0, 0.1, 0.5, 20.0));
    block_input(b, "y", stn_signal_ramp(0.1, 0.0, 0.0, INFINITY));
    block_input(b, "xd", stn_signal_constant(1.0));
    b->def.solver.integrator = integrator;
    b->def.solver.rtol = rtol;
    block_make(b);
    StnStatus status = block_try(b, which == SPRING || which == PID ? 40.0 : 20.0);
    CHECK(status == STN_OK, "%s %s, %s: %s", variant->law, variant->words, case_word[which],
          b->error.text);
}

/* On a spring or an integrator these oscillate without damping and touch v = 0 without crossing it,
 * where reversals are a matter of rounding; gms rings through hundreds of reversals. */
static bool ambiguous(const BlockVariant *variant, Case which)
{
    const char *law = variant->law;
    bool undamped =
        strcmp(law, "none") == 0 || strcmp(law, "quinn") == 0 || strcmp(law, "dahl") == 0;
    return (undamped && which >= SPRING) || (strcmp(law, "gms") == 0 && which == SPRING);
}

static void compare(Case which, StnIntegrator integrator)
{
    BlockVariant variant;
    for (int i = 0; block_variant(i, &variant); i++) {
        Block b, fine;
        if (stn_catalog_law(NULL, variant.law)->flags & STN_LAW_FIXED_ONLY ||
            ambiguous(&variant, which))
            continue;
        accuracy_case(&fine, &variant, which, STN_INTEGRATOR_IMPLICIT, 1e-12);
        accuracy_case(&b, &variant, which, integrator, 1e-9);
        CHECK(b.nevent == fine.nevent, "%s %s, %s: %d events, not %d", variant.law, variant.words,
              case_word[which], b.nevent, fine.nevent);
        for (int k = 0; k < fine.nevent; k++) {
            const StnEvent *e = &b.event[k], *f = &fine.event[k];
            CHECK(e->kind == f->kind && fabs(e->t - f->t) <= 1e-7,
                  "%s %s, %s, event %d: %s at %.12g s, not %s at %.12g s", variant.law,
                  variant.words, case_word[which], k, stn_event_word(e->kind), e->t,
                  stn_event_word(f->kind), f->t);
        }
        block_end(&b);
        block_end(&fine);
    }
}

static void events_under_a_sine_push_are_right_to_1e_7_s(void **state)
{
    (void)state;
    compare(SINE, STN_INTEGRATOR_AUTO);
}

static void events_under_a_chirp_push_are_right_to_1e_7_s(void **state)
{
    (void)state;
    compare(CHIRP, STN_INTEGRATOR_AUTO);
}

static void events_on_a_spring_are_right_to_1e_7_s(void **state)
{
    (void)state;
    compare(SPRING, STN_INTEGRATOR_AUTO);
}

static void events_under_a_pid_are_right_to_1e_7_s(void **state)
{
    (void)state;
    compare(PID, STN_INTEGRATOR_AUTO);
}

/* Looser by ten each: the worst event time of the stick-slip case must follow. */
static void a_smaller_tolerance_gives_a_smaller_error(void **state)
{
    static const char *const laws[] = {"stribeck", "lugre", "gms", "hybrid", "elastoplastic"};
    (void)state;
    for (int c = 0; c < COUNT(laws); c++) {
        Block fine;
        BlockVariant variant = {laws[c], ""};
        accuracy_case(&fine, &variant, CHIRP, STN_INTEGRATOR_IMPLICIT, 1e-13);
        for (int k = 5; k <= 11; k++) {
            Block b;
            double worst = 0.0, rtol = pow(10.0, -k);
            accuracy_case(&b, &variant, CHIRP, STN_INTEGRATOR_AUTO, rtol);
            assert_int_equal(b.nevent, fine.nevent);
            for (int i = 0; i < fine.nevent; i++)
                worst = fmax(worst, fabs(b.event[i].t - fine.event[i].t));
            CHECK(worst <= 100.0 * rtol + 1e-10, "%s, rtol %g: off by %g s", laws[c], rtol, worst);
            block_end(&b);
        }
        block_end(&fine);
    }
}

/* The stick-slip case of the papers, 100 s: explicit and implicit see the same events. */
static void stick_slip_is_the_same_by_every_integrator(void **state)
{
    static const StnIntegrator how[] = {STN_INTEGRATOR_AUTO, STN_INTEGRATOR_EXPLICIT,
                                        STN_INTEGRATOR_IMPLICIT};
    (void)state;
    for (int c = 0; c < 2; c++) {
        Block b[COUNT(how)];
        for (int k = 0; k < COUNT(how); k++) {
            block_stick_slip(&b[k], c ? "hybrid" : "stribeck");
            b[k].def.solver.integrator = how[k];
            block_make(&b[k]);
            block_to(&b[k], 100.0);
            assert_int_equal(b[k].nevent, b[0].nevent);
            for (int i = 0; i < b[0].nevent; i++)
                NEAR(b[k].event[i].t, b[0].event[i].t, 1e-7);
        }
        for (int k = 0; k < COUNT(how); k++)
            block_end(&b[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_under_a_sine_push_are_right_to_1e_7_s),
        cmocka_unit_test(events_under_a_chirp_push_are_right_to_1e_7_s),
        cmocka_unit_test(events_on_a_spring_are_right_to_1e_7_s),
        cmocka_unit_test(events_under_a_pid_are_right_to_1e_7_s),
        cmocka_unit_test(a_smaller_tolerance_gives_a_smaller_error),
        cmocka_unit_test(stick_slip_is_the_same_by_every_integrator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
