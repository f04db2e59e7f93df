/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What identification must not claim, and what it must name, on joints whose motion and friction are given: efforts follow
 * from the equation of motion, so every truth is known. */
#include "identify_support.h"

#define PI 3.14159265358979323846
#define CHECK_SAYS(remarks, words) CHECK(says(remarks, words), "no \"%s\"", words)

enum { ROWS = 10000 };
static const double Ts = 2e-3, J = 0.03, Fc = 0.8, Fv = 0.05;

/* Position, velocity, acceleration: two sines that come back. */
static void swing(double t, double out[3])
{
    static const double size[] = {1.5, 0.2}, w[] = {0.6 * PI, 2.6 * PI};
    out[0] = out[1] = out[2] = 0.0;
    for (int k = 0; k < 2; k++) {
        out[0] += size[k] * sin(w[k] * t);
        out[1] += size[k] * w[k] * cos(w[k] * t);
        out[2] -= size[k] * w[k] * w[k] * sin(w[k] * t);
    }
}

typedef double (*Force)(double t, double x, double v);

/* A joint that swings, with another force upon it; noise of 0.01 N*m. */
static StnData record(Force other)
{
    StnData data = data_make(ROWS, Ts, 1u << STN_ROLE_POSITION | 1u << STN_ROLE_EFFORT, true);
    uint64_t seed = 5;
    snprintf(data.column[STN_ROLE_EFFORT], sizeof data.column[0], "u");
    for (int i = 0; i < ROWS; i++) {
        double m[3];
        swing(Ts * i, m);
        data.value[STN_ROLE_POSITION][i] = 4e-4 * round(m[0] / 4e-4);
        data.value[STN_ROLE_EFFORT][i] = J * m[2] + Fv * m[1] + copysign(Fc, m[1]) +
                                         other(Ts * i, m[0], m[1]) + 0.01 * noise_next(&seed);
    }
    return data;
}

static StnInverse inverse_of(const StnInverseDef *def, const StnData *data)
{
    StnError error = {0};
    StnInverse r;
    CHECK(stn_identify_inverse(def, data, &r, &error) == STN_OK, "%s", error.text);
    return r;
}

/* ---- Signs ---- */

static double weight(double t, double x, double v)
{
    (void)t, (void)x;
    return 4.0 + (v < 0.0 ? -0.2 : 0.0);
}

static void unknown(const StnEstimates *estimates, const char *name)
{
    const StnEstimate *e = stn_estimates_find(estimates, name);
    assert_non_null(e);
    CHECK(!isfinite(e->low) && !isfinite(e->high), "%s: %g ... %g", name, e->low, e->high);
}

/* Levels of both directions held a weight: 4.8 N*m with an interval of 0.1 %, and -3.2 "as with a reversed sign". */
static void a_weight_is_no_level_of_one_direction(void **state)
{
    StnData data = record(weight);
    StnError error = {0};
    StnInverseDef def = stn_default_inverse_def();
    def.asymmetric = true;
    StnInverse r = inverse_of(&def, &data);
    assert_false(r.findings.reversed);
    unknown(&r.parameters, "Fc+");
    unknown(&r.parameters, "Fc-");
    CHECK_SAYS(&r.remarks, "a constant effort that is no friction");
    assert_false(says(&r.remarks, "reversed?"));
    stn_inverse_free(&r);

    StnPowerDef power = stn_default_power_def();
    StnPower p;
    power.asymmetric = true;
    CHECK(stn_identify_power(&power, &data, &p, &error) == STN_OK, "%s", error.text);
    assert_false(p.findings.reversed);
    unknown(&p.parameters, "fc+");
    stn_power_free(&p);

    StnCurveDef curve = stn_default_curve_def();
    StnFrictionCurve c;
    curve.per_side = true;
    CHECK(stn_identify_curve(&curve, &data, &c, &error) == STN_OK, "%s", error.text);
    assert_false(c.findings.reversed);
    for (int side = 0; side < 2; side++)
        unknown(c.side[side].significant ? &c.side[side].stribeck : &c.side[side].coulomb, "Fc");
    CHECK_SAYS(&c.remarks, "a constant effort that is no friction");
    stn_curve_free(&c);
    stn_data_free(&data);
}

/* An axis with a weight that sinks by 20 rad as it swings, measured with the sign of the effort turned: the effort seems to do
 * work, which is that of the weight.  It was said to have the right sign. */
static void a_sinking_weight_does_not_prove_the_sign_of_the_effort(void **state)
{
    StnData data = record(weight);
    for (int i = 0; i < ROWS; i++) {
        data.value[STN_ROLE_POSITION][i] -= Ts * i;
        data.value[STN_ROLE_EFFORT][i] *= -1.0;
    }
    const StnInverseDef def = stn_default_inverse_def();
    StnInverse r = inverse_of(&def, &data);
    assert_true(stn_estimates_value(&r.parameters, "Fc", 0) < 0.0);
    CHECK_SAYS(&r.remarks, "reversed?");
    assert_false(says(&r.remarks, "sign is right"));
    assert_true(r.findings.reversed);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

/* ---- What is missing ---- */

static double nothing(double t, double x, double v)
{
    (void)t, (void)x, (void)v;
    return 0.0;
}
static double drag(double t, double x, double v)
{
    (void)t, (void)x;
    return 0.1 * v * fabs(v);
}
static double zero(double t, double x, double v)
{
    (void)x, (void)v;
    return 0.05 * t;
}
static double cogging(double t, double x, double v)
{
    (void)t, (void)v;
    return 0.1 * sin(9.0 * x + 0.3);
}
static double teeth(double t, double x, double v)
{
    (void)t;
    return copysign(1.0, v) * 0.15 * cos(7.0 * x);
}
static double warming(double t, double x, double v)
{
    (void)x;
    return copysign(1.0, v) * 0.25 * (exp(-t / 6.0) - 1.0);
}

/* All friction, 0.3 N*m and 0.05 N*m*s/rad or so, falls in the same proportion. */
static double all_warming(double t, double x, double v)
{
    (void)x;
    return -0.02 * t * (copysign(1.0, v) * 0.8 + 0.4 * v);
}

/* Beside a level that grows evenly, by 3 % a second. */
static double growing(double t, double v) { return copysign(0.03 * Fc * t, v); }
static double growing_drag(double t, double x, double v) { return growing(t, v) + drag(t, x, v); }
static double growing_weight(double t, double x, double v) { return growing(t, v) + 0.15 * sin(x); }
static double constant(double t, double x, double v)
{
    (void)t, (void)x, (void)v;
    return 0.1;
}

static double period_in(const StnRemarks *remarks)
{
    static const char words[] = "The wave has a period of ";
    double period = NAN;
    for (int i = 0; i < remarks->count; i++)
        if (strncmp(remarks->text[i], words, strlen(words)) == 0)
            period = strtod(remarks->text[i] + strlen(words), NULL);
    return period;
}

/* A drag was called a falling friction, and its negative level a reversed sign; waves over the position and a zero that
 * drifts were not named at all. */
static void terms_that_were_taken_for_others_are_named(void **state)
{
    static const struct Case {
        Force force;
        const char *name, *words;
        double period;
        bool drift, no_offset;
    } cases[] = {
        {nothing, NULL, NULL, NAN, false, false},
        {drag, "drag", "the square of the speed", NAN, false, false},
        {zero, "zero", "the zero of the effort drifts", NAN, false, false},
        {cogging, "force wave", "cogging", 2.0 * PI / 9.0, false, false},
        {teeth, "friction wave", "friction that rises and falls along it", 2.0 * PI / 7.0, false,
         false},
        {warming, "drift", "--drift adds it", NAN, false, false},
        {warming, "uneven drift", "does not drift evenly", NAN, true, false},
        {all_warming, "viscous drift", "the viscous part changes as well", NAN, true, false},
        /* what drifts is in the levels alone: a drag beside it was called a falling friction */
        {growing_drag, "drag", "the square of the speed", NAN, true, false},
        {growing_weight, "gravity", "as gravity does", NAN, true, false},
        /* a direction and a drifting zero hold a constant, too */
        {constant, "constant", "which --no-offset leaves out", NAN, false, true},
        {constant, "constant", "which --no-offset leaves out", NAN, true, true},
        {zero, "zero", "the zero of the effort drifts", NAN, false, true},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const struct Case *c = &cases[k];
        StnData data = record(c->force);
        StnInverseDef def = stn_default_inverse_def();
        def.drift = c->drift;
        def.offset = !c->no_offset;
        StnInverse r = inverse_of(&def, &data);
        const char *found = r.missing ? r.missing : "nothing",
                   *wanted = c->name ? c->name : "nothing";
        CHECK(strcmp(found, wanted) == 0, "case %zu: %s, not %s", k, found, wanted);
        CHECK(!c->words || says(&r.remarks, c->words), "case %zu: no \"%s\"", k, c->words);
        assert_false(r.findings.reversed);
        if (isfinite(c->period))
            CHECK(fabs(period_in(&r.remarks) / c->period - 1.0) < 0.02, "case %zu: %g", k,
                  period_in(&r.remarks));
        stn_inverse_free(&r);
        stn_data_free(&data);
    }
}

static const char *about_the_wave(const StnRemarks *remarks)
{
    for (int i = 0; i < remarks->count; i++)
        if (strncmp(remarks->text[i], "The wave has ", 13) == 0)
            return remarks->text[i];
    return "";
}

/* With weights of 100 everywhere its height was ten times as large. */
static void a_wave_is_as_high_whatever_the_weights_are(void **state)
{
    StnData data = record(cogging);
    double *heavy = malloc(ROWS * sizeof *heavy);
    for (int i = 0; i < ROWS; i++)
        heavy[i] = 100.0;
    data.value[STN_DATA_EXTRA] = heavy;
    StnInverseDef def = stn_default_inverse_def();
    StnInverse plain = inverse_of(&def, &data);
    def.weight = STN_DATA_EXTRA;
    StnInverse r = inverse_of(&def, &data);
    assert_true(about_the_wave(&plain.remarks)[0]);
    assert_string_equal(about_the_wave(&r.remarks), about_the_wave(&plain.remarks));
    stn_inverse_free(&r);
    stn_inverse_free(&plain);
    stn_data_free(&data);
}

/* Means of friction that drifts lay 10 % below the curve, which is that of the first row. */
static void points_of_a_drifting_friction_lie_on_its_curve(void **state)
{
    StnData data = record(warming);
    StnError error = {0};
    StnCurveDef def = stn_default_curve_def();
    StnFrictionCurve c;
    def.drift = true;
    CHECK(stn_identify_curve(&def, &data, &c, &error) == STN_OK, "%s", error.text);
    double off = 0.0;
    for (size_t i = 0; i < c.rows; i++)
        off += copysign(1.0, c.v[i]) * (c.F[i] - stn_findings_friction(&c.findings, c.v[i]));
    CHECK(fabs(off / (double)c.rows) < 0.005, "%g", off / (double)c.rows);
    stn_curve_free(&c);
    stn_data_free(&data);
}

/* ---- One frequency, one direction ---- */

/* A conveyor at 4 rad/s with a swing of one frequency: moved by a quarter of its period, effort and velocity need no
 * mass, and the noise of the acceleration goes with it.  That was called a delay of 0.64 s, probability of chance 4e-33; and
 * a Stribeck speed, moved along its slope by what noise takes from the mass, came out as -3.5 rad/s. */
static StnData conveyor(void)
{
    StnData data = data_make(ROWS, Ts, 1u << STN_ROLE_VELOCITY | 1u << STN_ROLE_EFFORT, true);
    uint64_t seed = 3;
    for (int i = 0; i < ROWS; i++) {
        const double w = 0.6 * PI, v = 4.0 + cos(w * Ts * i), a = -w * sin(w * Ts * i);
        data.value[STN_ROLE_VELOCITY][i] = v + 0.017 * noise_next(&seed);
        data.value[STN_ROLE_EFFORT][i] = 1.5 * a + 6.0 + 0.9 * v + 0.17 * noise_next(&seed);
    }
    return data;
}

static void one_frequency_shows_no_delay(void **state)
{
    StnData data = conveyor();
    StnInverseDef def = stn_default_inverse_def();
    StnInverse r = inverse_of(&def, &data);
    CHECK(!r.missing && isnan(r.delay), "%s, %g s", r.missing ? r.missing : "nothing", r.delay);
    stn_inverse_free(&r);
    def.stribeck = true;
    r = inverse_of(&def, &data);
    CHECK(r.vs > 0.0 && r.vs < 6.0, "vs = %g", r.vs);
    CHECK(!r.missing, "%s", r.missing);
    assert_true(stn_estimates_value(&r.parameters, "Fs-Fc", 0) > 0.0 ||
                says(&r.remarks, "No falling part is seen"));
    stn_inverse_free(&r);
    stn_data_free(&data);
}

/* Levels of -217 (-2223 ... 1788) N*m came out of a constant speed. */
static void a_constant_speed_determines_no_parameter(void **state)
{
    StnData data = data_make(4000, 5e-3, 1u << STN_ROLE_POSITION | 1u << STN_ROLE_EFFORT, true);
    StnError error = {0};
    uint64_t seed = 8;
    for (int i = 0; i < 4000; i++) {
        const double x = 3.0 * 5e-3 * i;
        data.value[STN_ROLE_POSITION][i] = 7.67e-4 * round(x / 7.67e-4);
        data.value[STN_ROLE_EFFORT][i] = 1.2 + 0.02 * noise_next(&seed);
    }
    const StnInverseDef def = stn_default_inverse_def();
    StnInverse r = inverse_of(&def, &data);
    unknown(&r.parameters, "Fv");
    unknown(&r.parameters, "Fc");
    /* no acceleration but its noise: the interval itself says that nothing is known */
    const StnEstimate *M = stn_estimates_find(&r.parameters, "M");
    CHECK(!isfinite(M->low) || (M->low < -1.0 && M->high > 1.0), "M: %g ... %g", M->low, M->high);
    CHECK_SAYS(&r.remarks, "These data do not determine");
    assert_false(says(&r.remarks, "is negative"));
    stn_inverse_free(&r);
    const StnPowerDef power = stn_default_power_def();
    StnPower p;
    CHECK(stn_identify_power(&power, &data, &p, &error) == STN_OK, "%s", error.text);
    unknown(&p.parameters, "fc");
    unknown(&p.parameters, "fv");
    stn_power_free(&p);
    stn_data_free(&data);
}

/* The rate stood at 90 % of the record whatever the levels did, and "does not drift evenly" was said of levels that do. */
static double warming_up(double t, double x, double v)
{
    (void)x;
    return copysign(0.2 * Fc * t, v);
}

static void levels_may_grow_to_many_times_what_they_were(void **state)
{
    StnData data = record(warming_up);
    StnInverseDef def = stn_default_inverse_def();
    def.drift = true;
    StnInverse r = inverse_of(&def, &data);
    const StnEstimate *rate = stn_estimates_find(&r.parameters, "drift");
    assert_non_null(rate);
    CHECK(rate->low < 0.2 && 0.2 < rate->high && rate->high - rate->low < 0.02, "%g (%g ... %g)",
          rate->value, rate->low, rate->high);
    assert_null(r.missing);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

/* At one speed to both sides the viscous part and the level make up for one another; a constant effort for neither. */
static void a_constant_effort_is_known_beside_what_is_not(void **state)
{
    StnData data = data_make(4000, 1e-3, 1u << STN_ROLE_VELOCITY | 1u << STN_ROLE_EFFORT, false);
    uint64_t seed = 11;
    for (int i = 0; i < 4000; i++) {
        const double v = copysign(0.1, sin(2.0 * PI * 0.5 * 1e-3 * (i + 0.5)));
        data.value[STN_ROLE_VELOCITY][i] = v + 1e-4 * noise_next(&seed);
        data.value[STN_ROLE_EFFORT][i] = copysign(2.0, v) + 0.01 * noise_next(&seed);
    }
    const StnInverseDef def = stn_default_inverse_def();
    StnInverse r = inverse_of(&def, &data);
    const StnEstimate *offset = stn_estimates_find(&r.parameters, "offset");
    unknown(&r.parameters, "Fv");
    unknown(&r.parameters, "Fc");
    assert_non_null(offset);
    CHECK(offset->low < 0.0 && 0.0 < offset->high && offset->high - offset->low < 0.01, "%g ... %g",
          offset->low, offset->high);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_weight_is_no_level_of_one_direction),
        cmocka_unit_test(a_sinking_weight_does_not_prove_the_sign_of_the_effort),
        cmocka_unit_test(terms_that_were_taken_for_others_are_named),
        cmocka_unit_test(a_wave_is_as_high_whatever_the_weights_are),
        cmocka_unit_test(points_of_a_drifting_friction_lie_on_its_curve),
        cmocka_unit_test(one_frequency_shows_no_delay),
        cmocka_unit_test(a_constant_speed_determines_no_parameter),
        cmocka_unit_test(levels_may_grow_to_many_times_what_they_were),
        cmocka_unit_test(a_constant_effort_is_known_beside_what_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
