/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fits without a plant: the friction force and the motion were measured.  All data are made here, by the
 * equation of Stribeck's law, F = Fc + (Fs - Fc)*exp(-(|v|/vs)^n) + sigma2*|v| to either side. */
#include "identify_support.h"
#include "stiction/fit.h"

static StnFitResult result; /* large */

/* ---- Beside the law: mass, drift ---- */

enum { ROWS = 6000 };

typedef struct {
    double t[ROWS], x[ROWS], a[ROWS], F[ROWS];
    StnGiven given[3], drive;
    StnFitSignal signal;
    StnFitRun run;
} Motion;

static Motion motion; /* large */

/* A sine: it reverses where its acceleration is largest, so that every row knows its direction.  A second one
 * tells acceleration from position. */
static double second; /* m */

static double sine(double t, double w, int derivative)
{
    return derivative == 0 ? sin(w * t) : derivative == 1 ? w * cos(w * t) : -w * w * sin(w * t);
}

static double swing(double t, int derivative)
{
    return 0.05 * sine(t, 3.1, derivative) + second * sine(t, 10.4, derivative);
}

static void swing_begin(Motion *m, const char *law)
{
    m->signal = (StnFitSignal){"FF", m->F, NAN};
    for (int i = 0; i < ROWS; i++) {
        m->t[i] = 20.0 + 0.01 * i; /* the first row is not at time 0 */
        m->x[i] = swing(m->t[i], 0);
        m->a[i] = swing(m->t[i], 2);
    }
    m->given[0] = stn_given_make("Fc", &(double){5.0}, 1);
    m->given[1] = stn_given_make("k", (const double[]){3000.0, 600.0}, 2);
    m->given[2] = stn_given_make("nu", (const double[]){0.5, 0.5}, 2);
    m->run = (StnFitRun){.def = stn_motion_def(stn_catalog_law(NULL, law), m->given, 3, &m->drive),
                         .t = m->t,
                         .rows = ROWS,
                         .signal = &m->signal,
                         .nsignal = 1,
                         .x = m->x,
                         .a = m->a};
}

static bool gravity; /* of the next fit */

static StnStatus fit_motion(const Motion *m, const char *words, bool drift, StnError *error)
{
    StnFreeParameter list[STN_FREE_MAX];
    char text[200], *rest = NULL;
    int n = 0;
    snprintf(text, sizeof text, "%s", words);
    for (char *at = strtok_r(text, " ", &rest); at; at = strtok_r(NULL, " ", &rest))
        list[n++] = stn_free_parameter(at);
    StnFitDef def = stn_default_fit_def(&m->run, 1, list, n);
    def.starts = 4;
    def.threads = 1;
    def.drift = drift;
    def.gravity = gravity;
    const StnStatus status = stn_fit(&def, &result, error);
    stn_fit_result_free(&result);
    return status;
}

static const StnFitParameter *found(const char *item)
{
    for (int i = 0; i < result.nparam; i++)
        if (strcmp(result.param[i].item, item) == 0)
            return &result.param[i];
    fail_msg("no parameter %s", item);
    return NULL;
}

static void holds(const char *item, double truth, double most)
{
    const StnFitParameter *p = found(item);
    CHECK(p->low <= truth && truth <= p->high && fabs(p->value - truth) < most,
          "%s %.6g (%.6g ... %.6g), true %g", item, p->value, p->low, p->high, truth);
}

/* F = Fc*(1 + r*t)*sgn(v) + sigma2*v + m*a: each is found, and the rate from either half of the record.  The force
 * belongs to the velocity of its own row: where reversals came half a sample late, Fc was 7 % low and m 15 % high.
 * The intervals are those of white noise; they hold the truth in 95 % of records, here within 5 widths. */
static void mass_and_drift_are_found_beside_the_law(void **state)
{
    uint64_t draw = 9;
    StnError error = {0};
    swing_begin(&motion, "coulomb");
    for (int i = 0; i < ROWS; i++) {
        const double v = swing(motion.t[i], 1), since = motion.t[i] - motion.t[0];
        motion.F[i] = copysign(10.0 * (1.0 + 2e-3 * since), v) + 20.0 * v + 3.0 * motion.a[i] +
                      0.1 * noise_next(&draw);
    }
    CHECK(fit_motion(&motion, "Fc sigma2 m", true, &error) == STN_OK, "%s", error.text);
    holds("Fc", 10.0, 0.02);
    holds("sigma2", 20.0, 0.1);
    holds("m", 3.0, 0.02);
    holds("drift", 2e-3, 4e-5);
    assert_string_equal(found("drift")->unit, "1/s");
    assert_string_equal(found("m")->unit, "kg");
    for (int half = 0; half < 2; half++) { /* the rate refers to the level of the own first row */
        Motion part = motion;
        part.run.t = motion.t + half * ROWS / 2;
        part.run.x = motion.x + half * ROWS / 2;
        part.run.a = motion.a + half * ROWS / 2;
        part.signal.value = motion.F + half * ROWS / 2;
        part.run.signal = &part.signal;
        part.run.rows = ROWS / 2;
        CHECK(fit_motion(&part, "Fc sigma2 m", true, &error) == STN_OK, "%s", error.text);
        const double level = half ? 10.0 * (1.0 + 2e-3 * 30.0) : 10.0;
        holds("Fc", level, 0.03);
        holds("drift", 0.02 / level, 1e-4);
    }
    /* Without the drift the residual keeps it, and without the mass more. */
    CHECK(fit_motion(&motion, "Fc sigma2 m", false, &error) == STN_OK, "%s", error.text);
    assert_true(result.fitted[0][0].rms > 0.3);
}

/* A coarse encoder, 0.1 mm at 1 kHz.  The raw differences of its steps, 0.1 m/s, are no velocity: Fc came out as
 * 9.1 N, the viscous coefficient as 25 N*s/m, the mass as 3.3 kg, with intervals that held none of them. */
static void a_coarse_encoder_does_not_bias_the_fit(void **state)
{
    enum { N = 8000 };
    static unsigned char use[N];
    static double v[N], a[N];
    uint64_t draw = 4;
    StnError error = {0};
    second = 0.01;
    StnData data = data_make(N, 1e-3, 1u << STN_ROLE_POSITION | 1u << STN_ROLE_EFFORT, false);
    double *x = data.value[STN_ROLE_POSITION], *F = data.value[STN_ROLE_EFFORT];
    for (int i = 0; i < N; i++) {
        const double t = 1e-3 * i, speed = swing(t, 1);
        x[i] = 1e-4 * round(swing(t, 0) / 1e-4);
        F[i] = copysign(10.0, speed) + 20.0 * speed + 3.0 * swing(t, 2) + 0.1 * noise_next(&draw);
    }
    second = 0.0;
    StnKinematics filtered = {.v = v, .a = a, .cutoff = NAN};
    CHECK(stn_fit_kinematics(&data, &filtered, &error) == STN_OK, "%s", error.text);
    swing_begin(&motion, "coulomb");
    motion.signal.value = F;
    motion.run.t = data.value[STN_ROLE_TIME];
    motion.run.x = x;
    motion.run.v = v;
    motion.run.a = a;
    motion.run.rows = N;
    motion.run.use = use;
    const StnFreeParameter list[] = {stn_free_parameter("Fc"), stn_free_parameter("sigma2"),
                                     stn_free_parameter("m")};
    StnFitDef def = stn_default_fit_def(&motion.run, 1, list, 3);
    def.starts = 1;
    StnRemarks remarks = {.count = 0};
    memset(use, STN_ROW_FIT, sizeof use);
    stn_fit_mark_known(&def, NULL, 0, use, &remarks);
    assert_true(says(&remarks, "too slow there for its direction to be certain"));
    CHECK(stn_fit(&def, &result, &error) == STN_OK, "%s", error.text);
    stn_fit_result_free(&result);
    NEAR(found("Fc")->value, 10.0, 0.02);
    NEAR(found("sigma2")->value, 20.0, 0.2);
    NEAR(found("m")->value, 3.0, 0.01);
    stn_data_free(&data);
}

/* Maxwell elements whose limits grow row by row, as written here; stiffnesses stay.  What the two runs of a fit
 * stand for is right to second order of the change (4 %): 0.2 % of it, so 1e-5 of the rate. */
static void elements_drift_by_their_levels(void **state)
{
    const double k[] = {2000.0, 800.0}, share[] = {0.6, 0.4}, rate = 7e-4;
    double F[2] = {0.0, 0.0};
    StnError error = {0};
    swing_begin(&motion, "gms");
    for (int i = 0; i < ROWS; i++) {
        const double level = 8.0 * (1.0 + rate * (motion.t[i] - motion.t[0]));
        motion.F[i] = 0.0;
        for (int e = 0; e < 2; e++) {
            const double limit = share[e] * level;
            F[e] += i > 0 ? k[e] * (motion.x[i] - motion.x[i - 1]) : 0.0;
            F[e] = fmin(fmax(F[e], -limit), limit);
            motion.F[i] += F[e];
        }
    }
    CHECK(fit_motion(&motion, "Fc k nu", true, &error) == STN_OK, "%s", error.text);
    NEAR(found("drift")->value, rate, 0.02 * rate);
    NEAR(found("Fc")->value, 8.0, 0.02);
    const double with = result.fitted[0][0].rms;
    CHECK(fit_motion(&motion, "Fc k nu", false, &error) == STN_OK, "%s", error.text);
    CHECK(with < 0.2 * result.fitted[0][0].rms, "rms %g, without drift %g", with,
          result.fitted[0][0].rms);
}

/* Two elements whose forward level falls by a tenth over 40 um/s, +-115 um at 0.25 Hz, the force from the law itself
 * along the true motion.  A sensor of 0.1 um at 200 Hz has steps of 20 um/s: along its raw motion Fs comes out as
 * 2.72 (2.717 ... 2.731); behind the filter all are within their intervals. */
static void the_steps_of_an_encoder_do_not_hide_a_falling_level(void **state)
{
    enum { N = 3000 };
    static double v[N], a[N], smooth[N], model[N];
    const double Ts = 5e-3;
    StnError error = {0};
    StnData data = data_make(N, Ts, 1u << STN_ROLE_POSITION | 1u << STN_ROLE_EFFORT, false);
    double *x = data.value[STN_ROLE_POSITION], *F = data.value[STN_ROLE_EFFORT];
    for (int i = 0; i < N; i++)
        x[i] = 115e-6 * sin(2.0 * PI * 0.25 * Ts * i);
    StnGiven given[] = {{.name = "Fs", .count = 2, .value = {2.64, 2.2}},
                        {.name = "Fc", .count = 2, .value = {2.4, 2.2}},
                        {.name = "vs", .count = 1, .value = {40e-6}},
                        {.name = "C", .count = 1, .value = {1e4}},
                        {.name = "k", .count = 2, .value = {3e4, 8e3}},
                        {.name = "nu", .count = 2, .value = {0.7, 0.3}}};
    StnGiven drive;
    StnFitSignal signal = {"FF", F, NAN};
    StnFitRun run = {.def = stn_motion_def(stn_catalog_law(NULL, "gms"), given, 6, &drive),
                     .t = data.value[STN_ROLE_TIME],
                     .rows = N,
                     .signal = &signal,
                     .nsignal = 1,
                     .x = x};
    StnFreeParameter list[] = {stn_free_parameter("Fs.forward"), stn_free_parameter("Fc.forward"),
                               stn_free_parameter("vs")};
    StnFitDef def = stn_default_fit_def(&run, 1, list, 3);
    for (int i = 0; i < N; i++)
        F[i] = 3.0; /* a level is at most twice the largest force */
    CHECK(stn_fit_evaluate(&def, &result, &error) == STN_OK, "%s", error.text);
    memcpy(model, result.model[0][0], sizeof model);
    stn_fit_result_free(&result);
    uint64_t draw = 3;
    for (int i = 0; i < N; i++) {
        F[i] = model[i] + 0.02 * noise_next(&draw);
        x[i] = 1e-7 * round(x[i] / 1e-7);
    }
    StnKinematics k = {.x = smooth, .v = v, .a = a, .cutoff = NAN};
    CHECK(stn_fit_kinematics(&data, &k, &error) == STN_OK, "%s", error.text);
    run.x = smooth, run.v = v;
    def.starts = 1, def.threads = 1;
    list[0].start = 2.9, list[1].start = 2.2, list[2].start = 100e-6;
    CHECK(stn_fit(&def, &result, &error) == STN_OK, "%s", error.text);
    stn_fit_result_free(&result);
    holds("Fs", 2.64, 0.03);
    holds("Fc", 2.4, 0.01);
    holds("vs", 40e-6, 4e-6);
    stn_data_free(&data);
}

/* ---- What a model lacks ---- */

/* One term beside Coulomb and viscous friction, of about the size of the noise: it is named.  Without one nothing
 * is, in all of 20 records: a term is named at a probability of 1e-3. */
static void what_the_model_lacks_is_named(void **state)
{
    static const char *const names[] = {"inertia", "gravity", "spring", "direction", "drift", NULL};
    uint64_t draw = 21;
    StnError error = {0};
    second = 0.01;
    for (int k = 0; k < 25; k++) {
        const char *name = names[k < 5 ? k : 5];
        swing_begin(&motion, "coulomb");
        motion.run.rotary = k == 1;
        for (int i = 0; i < ROWS; i++) {
            const double v = swing(motion.t[i], 1), x = 20.0 * motion.x[i];
            const double extra[] = {motion.a[i], 2.0 * cos(x), 10.0 * motion.x[i], 0.5,
                                    copysign(0.02 * (motion.t[i] - motion.t[0]), v)};
            motion.F[i] =
                copysign(5.0, v) + 20.0 * v + (k < 5 ? extra[k] : 0.0) + 0.5 * noise_next(&draw);
        }
        if (k == 1) /* gravity differs from a spring over large angles only */
            for (int i = 0; i < ROWS; i++)
                motion.x[i] *= 20.0;
        if (k == 1)
            motion.run.a = NULL;
        CHECK(fit_motion(&motion, "Fc sigma2", false, &error) == STN_OK, "%s", error.text);
        CHECK(name ? result.missing && strcmp(result.missing, name) == 0 : !result.missing,
              "record %d: %s instead of %s", k, result.missing ? result.missing : "nothing",
              name ? name : "nothing");
        if (name)
            assert_true(says(&result.remarks, "is missing in the model"));
    }
    second = 0.0;
}

/* A mass of 30 kg takes up to 45 N where friction takes 5: a level that grows by 0.02 N a second is a drift of friction,
 * not of the effort.  Over 60 s it leaves the variance 1.2^2/12 = 0.12 beside the noise's 0.5^2/3: 59 % of the residual,
 * and less by what rows at reversals leave. */
static void a_drift_is_one_of_friction(void **state)
{
    uint64_t draw = 8;
    StnError error = {0};
    second = 0.01;
    swing_begin(&motion, "coulomb");
    for (int i = 0; i < ROWS; i++) {
        const double v = swing(motion.t[i], 1);
        motion.F[i] = copysign(5.0 + 0.02 * (motion.t[i] - motion.t[0]), v) + 2.0 * v +
                      30.0 * motion.a[i] + 0.5 * noise_next(&draw);
    }
    CHECK(fit_motion(&motion, "Fc sigma2 m", false, &error) == STN_OK, "%s", error.text);
    assert_string_equal(result.missing ? result.missing : "nothing", "drift");
    NEAR(result.missing_share, 0.5, 0.1);
    second = 0.0;
}

/* At one speed to either side a level and a viscous coefficient are one number.  Noise tells them apart by chance;
 * an interval of many times the value, or from bound to bound, is none. */
static void an_interval_over_everything_is_not_given(void **state)
{
    uint64_t draw = 2;
    StnError error = {0};
    swing_begin(&motion, "coulomb");
    for (int i = 0; i < ROWS; i++) {
        motion.x[i] = 0.1 * fabs(fmod(0.01 * i, 2.0) - 1.0) * (1.0 + 1e-6 * noise_next(&draw));
        motion.F[i] = (i / 100 % 2 ? 2.0 : -2.0) + 0.5 * noise_next(&draw);
    }
    CHECK(fit_motion(&motion, "Fc sigma2", false, &error) == STN_OK, "%s", error.text);
    for (int i = 0; i < result.nparam; i++) {
        const StnFitParameter *p = &result.param[i];
        CHECK(isnan(p->std) || p->high - p->low < 10.0 * fmax(p->value, p->start), "%s %g ... %g",
              p->name, p->low, p->high);
        CHECK(isnan(p->low) == isnan(p->next_low) && isnan(p->high) == isnan(p->next_high),
              "%s: %g ... %g in the next record", p->name, p->next_low, p->next_high);
    }
}

/* Friction 5*sgn(v) + 20*v and 2*sin(x - 0.7) of an arm.  Noise of 0.29 over 600 independent rows leaves 0.02. */
static void gravity_of_an_arm_is_found_beside_the_law(void **state)
{
    uint64_t draw = 5;
    StnError error = {0};
    second = 0.01;
    swing_begin(&motion, "coulomb");
    motion.run.rotary = true;
    for (int i = 0; i < ROWS; i++) {
        const double v = swing(motion.t[i], 1);
        motion.F[i] = copysign(5.0, v) + 20.0 * v + 2.0 * sin(20.0 * motion.x[i] - 0.7) +
                      0.5 * noise_next(&draw);
    }
    for (int i = 0; i < ROWS; i++)
        motion.x[i] *= 20.0;
    motion.run.a = NULL;
    gravity = true;
    CHECK(fit_motion(&motion, "Fc sigma2", false, &error) == STN_OK, "%s", error.text);
    for (int i = 0; i < result.nparam; i++) {
        const StnFitParameter *p = &result.param[i];
        const double truth = strcmp(p->name, "G") == 0      ? 2.0
                             : strcmp(p->name, "hang") == 0 ? 0.7
                                                            : NAN;
        CHECK(isnan(truth) || (p->low < truth && truth < p->high && p->std < 0.05),
              "%s %g (%g ... %g)", p->name, p->value, p->low, p->high);
    }
    assert_null(result.missing);
    motion.run.rotary = false;
    assert_int_equal(fit_motion(&motion, "Fc sigma2", false, &error), STN_BAD_INPUT);
    gravity = false, second = 0.0;
}

static void a_mass_without_an_acceleration_is_refused(void **state)
{
    StnError error = {0};
    swing_begin(&motion, "coulomb");
    memcpy(motion.F, motion.x, sizeof motion.F);
    motion.run.a = NULL;
    assert_int_equal(fit_motion(&motion, "Fc m", false, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "a mass takes the acceleration"));
}

/* ---- Bristles ---- */

/* Dahl's friction in closed form, F' = F_end + (F - F_end)*exp(-sigma0*|dx|/Fc), in 64 parts of each row: 16 periods of a
 * motion with turns between the rows. */
static void bristle_record(Motion *m, int period, double Fc, double sigma0)
{
    double F = 0.0, before = 0.0;
    m->signal = (StnFitSignal){"FF", m->F, NAN};
    for (int k = 0; k < 64 * 16 * period; k++) {
        const double turn = 2.0 * PI * k / (64.0 * period),
                     x = 1e-3 * (sin(turn) + 0.2 * sin(2.7 * turn));
        const double end = x < before ? -Fc : Fc;
        F = end + (F - end) * exp(-sigma0 * fabs(x - before) / Fc);
        before = x;
        if (k % 64 == 0)
            m->t[k / 64] = 0.005 * (k / 64), m->x[k / 64] = x, m->F[k / 64] = F;
    }
    m->given[0] = stn_given_make("Fc", &(double){1.2 * Fc}, 1);
    m->given[1] = stn_given_make("sigma0", &(double){0.8 * sigma0}, 1);
    m->run =
        (StnFitRun){.def = stn_motion_def(stn_catalog_law(NULL, "dahl"), m->given, 2, &m->drive),
                    .t = m->t,
                    .rows = 16 * (size_t)period,
                    .signal = &m->signal,
                    .nsignal = 1,
                    .x = m->x};
}

/* A step of first order made a stiffness 0.4 % too high with 300 rows per period, and lines that cut off the turns between
 * rows 0.7 % with 60. */
static void a_stiffness_is_right_with_few_rows_per_stroke(void **state)
{
    (void)state;
    for (int period = 60; period <= 300; period += 240) {
        const double sigma0 = 1e5;
        StnError error = {0};
        bristle_record(&motion, period, 10.0, sigma0);
        const StnFreeParameter free[] = {stn_free_parameter("Fc"), stn_free_parameter("sigma0")};
        StnFitDef def = stn_default_fit_def(&motion.run, 1, free, 2);
        def.starts = 1, def.threads = 1;
        CHECK(stn_fit(&def, &result, &error) == STN_OK, "%s", error.text);
        const double off = result.param[1].value / sigma0 - 1.0;
        stn_fit_result_free(&result);
        CHECK(fabs(off) < (period == 60 ? 2e-3 : 2e-4), "%d rows: off by %g", period, off);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_and_drift_are_found_beside_the_law),
        cmocka_unit_test(a_stiffness_is_right_with_few_rows_per_stroke),
        cmocka_unit_test(a_coarse_encoder_does_not_bias_the_fit),
        cmocka_unit_test(elements_drift_by_their_levels),
        cmocka_unit_test(gravity_of_an_arm_is_found_beside_the_law),
        cmocka_unit_test(the_steps_of_an_encoder_do_not_hide_a_falling_level),
        cmocka_unit_test(what_the_model_lacks_is_named),
        cmocka_unit_test(a_drift_is_one_of_friction),
        cmocka_unit_test(an_interval_over_everything_is_not_given),
        cmocka_unit_test(a_mass_without_an_acceleration_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
