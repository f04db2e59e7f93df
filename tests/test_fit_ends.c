/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fits that are ended before they are done. */
#include "fit_bench.h"

#include <limits.h>

static StnFitResult result; /* large */

/* A law that counts how often it is asked for its friction, which is the work of a simulation. */
static StnLaw counted;
static long evaluations;

static StnFric count_slide(const StnSelf *self, const double *p, const double *s, const StnSite *in,
                           StnRel *r, double *rate)
{
    evaluations++;
    return stn_catalog_law(NULL, "stribeck")->slide(self, p, s, in, r, rate);
}

/* Ends a fit by its answer number `after`; evaluations at an answer, and the most from one question to the next. */
typedef struct {
    int calls, after;
    long last, most;
} Patience;

static bool run_out(void *user, double fraction)
{
    Patience *patience = user;
    assert_true(fraction >= 0.0 && fraction <= 1.0);
    if (patience->calls > 0 && evaluations - patience->last > patience->most)
        patience->most = evaluations - patience->last;
    patience->last = evaluations;
    return ++patience->calls < patience->after;
}

/* A record of the counted law, and a fit of it from one start by one thread. */
static void bench_count(Bench *bench, StnFreeParameter *list, StnFitDef *def)
{
    counted = *stn_catalog_law(NULL, "stribeck");
    counted.slide = count_slide;
    counted.back_ends = NULL; /* they do not count */
    bench_begin(bench, "stribeck", "Fs=6.5 Fc=5 vs=0.02 sigma2=8");
    bench->b.def.site[0].law = &counted;
    bench_measure(bench, 1e-5);
    *def =
        stn_default_fit_def(&bench->run, 1, list, free_words("Fs=9 Fc=3 vs=0.05 sigma2=3", list));
    def->starts = def->threads = 1;
    def->progress = run_out;
}

static void an_interrupted_fit_keeps_its_best(void **state)
{
    Bench bench;
    StnFreeParameter list[4];
    StnFitDef def;
    StnError error = {0};
    bench_count(&bench, list, &def);
    Patience whole = {.after = INT_MAX}, patience = {0};
    def.user = &whole;
    assert_int_equal(stn_fit(&def, &result, &error), STN_OK);
    stn_fit_result_free(&result);
    patience.after = whole.calls / 2;
    def.user = &patience;
    assert_int_equal(stn_fit(&def, &result, &error), STN_CANCELLED);
    assert_true(result.nparam == 4 && result.cost < result.cost_start);
    assert_true(isfinite(result.fitted[0][0].rms) && isnan(result.param[0].std));
    assert_true(isfinite(result.model[0][0][ROWS - 1]));
    stn_fit_result_free(&result);
    bench_end(&bench);
}

/* Whoever ends a fit of long runs does not wait for the end of one: the search, the judgement of its end and an evaluation
 * ask within a simulation, and make none after the answer. */
static void a_fit_ends_within_a_small_part_of_a_simulation(void **state)
{
    Bench bench;
    StnFreeParameter list[4];
    StnFitDef def;
    StnError error = {0};
    bench_count(&bench, list, &def);
    Patience whole = {.after = INT_MAX};
    def.user = &whole;
    assert_int_equal(stn_fit(&def, &result, &error), STN_OK);
    const long simulation = evaluations / (result.simulations + 1); /* and the record itself */
    stn_fit_result_free(&result);
    assert_true(simulation > 1000);
    CHECK(whole.most < simulation / 5, "%ld of %ld without a question", whole.most, simulation);
    const int after[] = {1, 2, 30, whole.calls / 3, whole.calls - 30, whole.calls - 1};
    for (int evaluate = 0; evaluate < 2; evaluate++)
        for (size_t i = 0; i < (evaluate ? 3 : sizeof after / sizeof *after); i++) {
            Patience patience = {.after = after[i]};
            def.user = &patience;
            assert_int_equal(evaluate ? stn_fit_evaluate(&def, &result, &error)
                                      : stn_fit(&def, &result, &error),
                             STN_CANCELLED);
            CHECK(evaluations - patience.last < simulation / 50, "%d: %ld of %ld after the answer",
                  after[i], evaluations - patience.last, simulation);
            assert_int_equal(patience.calls, after[i]);
            assert_true(result.nparam == 4 && isnan(result.param[0].std));
            assert_true(isfinite(result.cost) == (after[i] > 25));
            stn_fit_result_free(&result);
        }
    bench_end(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interrupted_fit_keeps_its_best),
        cmocka_unit_test(a_fit_ends_within_a_small_part_of_a_simulation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
