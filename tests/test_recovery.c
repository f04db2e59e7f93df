/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The 95 % intervals of inverse, curve and fit hold the truth: small cells of tools/recovery.c, which counts
 * 200 runs of each of its cells. */
#define RECOVERY_NO_MAIN
#include "../tools/recovery.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "signals/signal.h"

/* Every parameter within 90 ... 99 %, as far as so few runs tell (two standard deviations), no sign of Fs - Fc wrong,
 * and errors of the size of the deviations: intervals twice as wide or half as wide as they should be would give a
 * root mean square of 0.5 or 2, and of 12 independent numbers it scatters by 20 %. */
static void expect(const char *name, int runs)
{
    const RecoveryCell *cell = find_cell(name);
    RecoveryResult r = {.nparam = 0};
    assert_non_null(cell);
    assert_true(recovery_run(cell, 1, runs, (RecoveryHow){false, false}, &r));
    assert_int_equal(r.failed, 0);
    assert_int_equal(r.wrong_sign, 0);
    assert_true(r.nparam >= 4);
    for (int k = 0; k < r.nparam; k++) {
        const RecoveryCount *c = &r.param[k];
        const double rms = sqrt(c->square / c->all);
        if (c->all != runs || !holds(c, runs) || !(rms > 0.55 && rms < 1.6))
            fail_msg("%s %s: %d of %d hold the truth, %d withheld, rms %g deviations", name,
                     c->name, c->inside, c->all, c->withheld, rms);
    }
}

static void curve_holds_the_truth_with_a_noisy_velocity(void **state)
{
    (void)state;
    expect("curve-stairs-v0.5", 40);
}

/* Slow points have errors of their speed where the curve is steep.  With weights from the mean square of all points 78 %
 * of these intervals of Fs held the truth, and those of Fc were a third too wide. */
static void curve_knows_which_points_are_noisy(void **state)
{
    (void)state;
    expect("curve-stairs-v2", 40);
}

static void inverse_holds_the_truth_with_coloured_noise(void **state)
{
    (void)state;
    expect("inverse-coulomb-coloured", 40);
}

static void fit_holds_the_truth_with_pre_sliding(void **state)
{
    (void)state;
    expect("fit-dahl-16bit", 12);
}

/* The deviation of a static level on the record of a machine, measured by an encoder or with Gaussian noise of the same
 * size in its place. */
static double deviation_of_Fs(uint64_t seed, bool gaussian)
{
    RecoveryBench bench;
    RecoveryOutcome out;
    assert_true(recovery_bench_make(&bench, find_cell("fit-stribeck-16bit"), seed));
    for (size_t i = 0; i < bench.rows && gaussian; i++)
        bench.seen[0][i] =
            bench.x[i] + 2.0 * 3.14159265 / 65536.0 / sqrt(12.0) * stn_noise(seed, 99, i + 1);
    recovery_judge(&bench, &out);
    recovery_bench_free(&bench);
    for (int k = 0; k < out.count; k++)
        if (strcmp(out.found[k].name, "Fs") == 0)
            return out.found[k].std;
    return NAN;
}

/* At standstill all samples of an encoder have one and the same error, where noise averages out.  The estimates of this
 * machine scatter 1.5 times as far (200 records with other phases of the encoder). */
static void errors_of_an_encoder_at_standstill_count_once(void **state)
{
    (void)state;
    const double ratio = deviation_of_Fs(9, false) / deviation_of_Fs(9, true);
    if (!(ratio > 1.25))
        fail_msg("deviation of Fs with an encoder over that with noise: %g", ratio);
}

/* A joint that is driven by its measured current integrates the noise of that, and residuals hold together for the whole
 * record.  Without weights J had the interval 0 ... 0.049 around 0.0125, and sigma2 none; with a covariance from a hundred
 * draws the deviations were 0.5, 0.23, 0.9 and 7.2 %, where waves of the noise give 0.3, 0.12, 0.57 and 3.7 %. */
static void noise_of_a_measured_input_is_weighed(void **state)
{
    RecoveryBench bench;
    RecoveryOutcome out;
    (void)state;
    assert_true(recovery_bench_make(&bench, find_cell("fit-joint-M1-current"), 4));
    recovery_judge(&bench, &out);
    recovery_bench_free(&bench);
    assert_false(out.failed);
    assert_int_equal(out.count, 4);
    for (int k = 0; k < out.count; k++) {
        const RecoveryFound *f = &out.found[k];
        const double most = strcmp(f->name, "J") == 0    ? 0.004
                            : strcmp(f->name, "G") == 0  ? 0.0016
                            : strcmp(f->name, "Fc") == 0 ? 0.0075
                                                         : 0.05;
        if (!(f->std < most * f->truth && fabs(f->value - f->truth) < 3.0 * f->std))
            fail_msg("%s: %g +- %g, truth %g", f->name, f->value, f->std, f->truth);
    }
}

/* Of a fit of m, Fs, Fc, vs and sigma2 along a motion, begun near the truth. */
static RecoveryOutcome judged(const char *cell, uint64_t seed)
{
    RecoveryBench bench;
    RecoveryOutcome out;
    assert_true(recovery_bench_make(&bench, find_cell(cell), seed));
    bench.near = true;
    recovery_judge(&bench, &out);
    recovery_bench_free(&bench);
    assert_int_equal(out.count, 5);
    return out;
}

/* Beside a noisy velocity the falling part of these machines had no interval of Fs: at a wrong vs the residuals hold what the
 * model lacks there, and where they counted as scatter every vs fitted, with an Fs of more than ten times its value.  The
 * scatter is that of the best fit, and the interval as narrow as the record allows. */
static void a_profile_does_not_take_misfit_for_scatter(void **state)
{
    static const uint64_t seed[] = {300001, 300053, 300094, 300107, 300122, 300142};
    (void)state;
    for (size_t i = 0; i < sizeof seed / sizeof seed[0]; i++) {
        const RecoveryOutcome out = judged("motion-stribeck-v2", seed[i]);
        for (int k = 0; k < out.count; k++) {
            const RecoveryFound *f = &out.found[k];
            const bool falls = strcmp(f->name, "Fs") == 0 || strcmp(f->name, "vs") == 0;
            const double more = 0.25 * (f->high - f->low), most = falls ? 1.5 * f->truth : INFINITY;
            if (!(f->low - more <= f->truth && f->truth <= f->high + more &&
                  f->high - f->low < most))
                fail_msg("%d, %s: %g (%g ... %g), truth %g", (int)seed[i], f->name, f->value,
                         f->low, f->high, f->truth);
        }
    }
}

/* A static level hangs on the few windows of slow motion, and these may happen to scatter little: intervals by their own
 * scatter alone held neither of these (1.797 by 1.808 ... 1.871, 1.706 by 1.711 ... 1.752). */
static void few_rows_are_no_better_known_than_all(void **state)
{
    static const uint64_t seed[] = {300189, 300176};
    (void)state;
    for (int i = 0; i < 2; i++) {
        const RecoveryOutcome out = judged("motion-stribeck-v0.5", seed[i]);
        for (int k = 0; k < out.count; k++) {
            const RecoveryFound *f = &out.found[k];
            if (!(f->low <= f->truth && f->truth <= f->high))
                fail_msg("%d, %s: %g (%g ... %g), truth %g", (int)seed[i], f->name, f->value,
                         f->low, f->high, f->truth);
        }
    }
}

/* In a gear the part of friction that falls with speed has two heights: one of its own, and one that grows with the torques.
 * Where these vary little neither is certain, but both together are: vs has an interval. */
static void heights_of_a_falling_part_count_together(void **state)
{
    RecoveryBench b;
    StnFreeParameter list[] = {stn_free_parameter("Fs"),   stn_free_parameter("Fc"),
                               stn_free_parameter("vs"),   stn_free_parameter("k_m"),
                               stn_free_parameter("k_ms"), stn_free_parameter("sigma2")};
    StnFitResult *fit = calloc(1, sizeof *fit);
    StnError error;
    (void)state;
    assert_non_null(fit);
    assert_true(recovery_bench_make(&b, find_cell("fit-joint-M4-position"), 6025));
    StnFitSignal signal = {"q", b.seen[0], NAN};
    StnFitRun run = {.def = recovery_definition(&b, -1, 0.0),
                     .t = b.t,
                     .rows = b.rows,
                     .signal = &signal,
                     .nsignal = 1};
    run.def.borrow = true;
    StnFitDef def = stn_default_fit_def(&run, 1, list, 6);
    def.starts = 1;
    assert_int_equal(stn_fit(&def, fit, &error), STN_OK);
    const StnFitParameter *Fs = &fit->param[0], *Fc = &fit->param[1], *vs = &fit->param[2];
    assert_true(Fs->value - Fc->value < 3.0 * Fs->std);
    assert_true(fit->param[4].value < 3.0 * fit->param[4].std);
    assert_true(vs->low > 0.1 && vs->high < 0.25 && vs->std > 0.0); /* truth 0.1744 */
    stn_fit_result_free(fit);
    free(fit);
    stn_def_free(&run.def);
    recovery_bench_free(&b);
}

/* Noise of the acceleration is taken back by the next window and pulls the mass towards 0: with both allowed for, errors
 * have the size of the deviations.  Before, the offset's were 0.58 of it, the mass's 1.4, half of it on one side. */
static void inverse_knows_the_noise_of_its_windows(void **state)
{
    enum { RUNS = 40 };
    RecoveryResult r = {.nparam = 0};
    (void)state;
    assert_true(recovery_run(find_cell("inverse-stribeck-jitter"), 1, RUNS,
                             (RecoveryHow){false, false}, &r));
    const RecoveryCount *M = counter(&r, "M"), *offset = counter(&r, "offset");
    assert_true(fabs(M->bias / RUNS) < 0.4); /* of independent errors it scatters by 0.16 */
    assert_true(sqrt(M->square / RUNS) < 1.3);
    assert_true(sqrt(offset->square / RUNS) > 0.75 && sqrt(offset->square / RUNS) < 1.3);
}

/* Along a measured motion the noise of its velocity goes into the model's force where friction falls: rows of slow motion,
 * which Fs hangs on, scatter far more than the others.  With one variance for all rows errors of Fs were 4.3 deviations in
 * 37 records, in these six
 * 10 (the worst of 40 were taken); with those of the rows about 2. */
static void fit_along_a_motion_knows_which_rows_are_noisy(void **state)
{
    RecoveryResult r = {.nparam = 0};
    (void)state;
    assert_true(
        recovery_run(find_cell("motion-stribeck-v2"), 35, 6, (RecoveryHow){.near = true}, &r));
    const RecoveryCount *Fs = counter(&r, "Fs");
    assert_int_equal(Fs->all, 6);
    assert_true(Fs->withheld <= 2);
    const double rms = sqrt(Fs->square / (Fs->all - Fs->withheld));
    if (!(rms < 2.5))
        fail_msg("errors of Fs are %g deviations", rms);
}

/* Rests were taken for motion, a quarter of their samples, and where the height of the falling part was not certain vs and Fs
 * had no interval: they were withheld in 4 of these 8 records. */
static void a_hardly_seen_falling_part_has_intervals_by_its_profile(void **state)
{
    RecoveryResult r = {.nparam = 0};
    (void)state;
    assert_true(
        recovery_run(find_cell("motion-stribeck-v2"), 40, 8, (RecoveryHow){.near = true}, &r));
    const RecoveryCount *Fs = counter(&r, "Fs"), *vs = counter(&r, "vs");
    if (Fs->all != 8 || Fs->inside < 7 || vs->inside < 7)
        fail_msg("of %d intervals of Fs %d hold the truth, of vs %d", Fs->all, Fs->inside,
                 vs->inside);
}

/* What noise of the acceleration takes from the mass follows from the windows of the fit.  Shorter ones left so much
 * scatter in it that every mass came out larger: by 1.1 deviations (200 records; 2.4 in these six, now 0.8), and 73 % of the
 * intervals held it. */
static void mass_beside_a_law_is_not_pulled_up(void **state)
{
    RecoveryResult r = {.nparam = 0};
    (void)state;
    assert_true(
        recovery_run(find_cell("motion-stribeck-16bit"), 88, 6, (RecoveryHow){.near = true}, &r));
    const RecoveryCount *m = counter(&r, "m");
    assert_int_equal(m->all - m->withheld, 6);
    if (!(fabs(m->bias) < 1.5 * m->all))
        fail_msg("the mean error of m is %g deviations", m->bias / m->all);
}

/* Accelerations of a coarse encoder take one another back from window to window until a reversal cuts them off: a sum over
 * lags is a small difference of large numbers then.  From it the offset beside gravity was 1.16 deviations off (600 records;
 * 1.40 in these 60), and 91.5 % of the intervals held it; from stretches between reversals 1.0. */
static void errors_of_an_encoder_add_up_between_reversals(void **state)
{
    enum { RUNS = 60 };
    RecoveryResult r = {.nparam = 0};
    (void)state;
    assert_true(
        recovery_run(find_cell("inverse-joint-L5"), 30361, RUNS, (RecoveryHow){false, false}, &r));
    const RecoveryCount *offset = counter(&r, "offset");
    const double rms = sqrt(offset->square / RUNS);
    if (!(rms < 1.25))
        fail_msg("errors of the offset are %g deviations", rms);
}

/* Position alone is matched and the loop's gains are free: all numbers scale together, and sigma2 + Kv counts
 * only.  With two such directions no interval is given, whatever the parts of a number in them. */
static void nothing_is_claimed_where_everything_scales(void **state)
{
    enum { RUNS = 5 };
    RecoveryResult r = {.nparam = 0};
    (void)state;
    assert_true(
        recovery_run(find_cell("fit-coulomb-ratios"), 1, RUNS, (RecoveryHow){false, false}, &r));
    assert_int_equal(r.nparam, 5);
    for (int k = 0; k < r.nparam; k++) {
        assert_int_equal(r.param[k].free, RUNS);
        assert_int_equal(r.param[k].claimed, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curve_holds_the_truth_with_a_noisy_velocity),
        cmocka_unit_test(curve_knows_which_points_are_noisy),
        cmocka_unit_test(inverse_holds_the_truth_with_coloured_noise),
        cmocka_unit_test(fit_holds_the_truth_with_pre_sliding),
        cmocka_unit_test(errors_of_an_encoder_at_standstill_count_once),
        cmocka_unit_test(noise_of_a_measured_input_is_weighed),
        cmocka_unit_test(a_profile_does_not_take_misfit_for_scatter),
        cmocka_unit_test(few_rows_are_no_better_known_than_all),
        cmocka_unit_test(heights_of_a_falling_part_count_together),
        cmocka_unit_test(inverse_knows_the_noise_of_its_windows),
        cmocka_unit_test(fit_along_a_motion_knows_which_rows_are_noisy),
        cmocka_unit_test(a_hardly_seen_falling_part_has_intervals_by_its_profile),
        cmocka_unit_test(mass_beside_a_law_is_not_pulled_up),
        cmocka_unit_test(errors_of_an_encoder_add_up_between_reversals),
        cmocka_unit_test(nothing_is_claimed_where_everything_scales),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
