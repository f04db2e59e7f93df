/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* An effort that is late, friction that builds up after a reversal, and what of both can be told; what a finding that is named
 * does to intervals. */
#include "identify_support.h"

enum { N = 10000 };
#define Ts 1e-3
#define Fc 3.0
#define Fv 5.0

/* Bristles (Dahl) of this length beside a mass, along one or two sines; length 0: Coulomb, vs > 0: with a falling part of
 * half the level.  The effort is `late`, drifts in its viscous part, and has white noise. */
typedef struct Machine {
    double mass, length, vs, late, noise, viscous_drift;
    bool two;
} Machine;

static double motion(const Machine *m, double t, int derivative)
{
    static const double size[] = {0.04, 0.015}, w[] = {3.1, 8.3};
    double sum = 0.0;
    for (int k = 0; k <= m->two; k++)
        sum += size[k] * (derivative == 0   ? sin(w[k] * t)
                          : derivative == 1 ? w[k] * cos(w[k] * t)
                                            : -w[k] * w[k] * sin(w[k] * t));
    return sum;
}

static StnData record(const Machine *m)
{
    StnData data = data_make(N, Ts, 1u << STN_ROLE_POSITION | 1u << STN_ROLE_EFFORT, false);
    enum { FINE = 10 };
    double z = 1.0, before = motion(m, -0.1, 0);
    uint64_t seed = 11;
    snprintf(data.column[STN_ROLE_EFFORT], sizeof data.column[0], "u");
    snprintf(data.column[STN_ROLE_POSITION], sizeof data.column[0], "x");
    int k = (int)lround((-0.1 - m->late) / Ts) * FINE;
    for (int i = 0; i < N; i++) {
        const double now = Ts * i - m->late;
        for (; k * (Ts / FINE) <= now + 1e-9; k++) {
            const double x = motion(m, k * (Ts / FINE), 0), side = x < before ? -1.0 : 1.0;
            z = m->length > 0.0 ? side - (side - z) * exp(-fabs(x - before) / m->length) : side;
            before = x;
        }
        const double v = motion(m, now, 1);
        const double fall = m->vs > 0.0 ? 0.5 * Fc * exp(-pow(v / m->vs, 2)) : 0.0;
        data.value[STN_ROLE_POSITION][i] = motion(m, Ts * i, 0) + 2e-7 * noise_next(&seed);
        data.value[STN_ROLE_EFFORT][i] = m->mass * motion(m, now, 2) +
                                         (Fv + m->viscous_drift * now) * v + z * (Fc + fall) +
                                         m->noise * noise_next(&seed);
    }
    return data;
}

static StnInverse inverse_of(const Machine *m, const StnInverseDef *def)
{
    StnData data = record(m);
    StnInverse r;
    StnError error = {.status = STN_OK};
    CHECK(stn_identify_inverse(def, &data, &r, &error) == STN_OK, "%s", error.text);
    stn_data_free(&data);
    return r;
}

static void holds(const StnEstimates *estimates, const char *name, double truth)
{
    const StnEstimate *e = stn_estimates_find(estimates, name);
    CHECK(e && e->low <= truth && e->high >= truth, "%s: %g ... %g does not hold %g", name, e->low,
          e->high, truth);
    CHECK(e->next_low <= truth && e->next_high >= truth, "%s: %g ... %g does not hold %g", name,
          e->next_low, e->next_high, truth);
}

static void has_none(const StnEstimates *estimates)
{
    for (int i = 0; i < estimates->count; i++)
        CHECK(isnan(estimates->item[i].low) && isnan(estimates->item[i].next_high),
              "%s has an interval", estimates->item[i].name);
}

/* It was called a delay of 12 to 52 ms, with all values wrong by that. */
static void pre_sliding_is_no_delay(void **state)
{
    static const double masses[] = {0.02, 0.5, 2.0}, lengths[] = {5e-5, 3e-4, 1e-3};
    const StnInverseDef def = stn_default_inverse_def();
    for (int k = 0; k < 18; k++) {
        const Machine m = {
            .mass = masses[k % 3], .length = lengths[k / 3 % 3], .noise = 0.02, .two = k >= 9};
        StnInverse r = inverse_of(&m, &def);
        CHECK(r.missing && strcmp(r.missing, "presliding") == 0, "%d: %s", k, r.missing);
        assert_true(isnan(r.delay));
        assert_true(says(&r.remarks, "--law gms"));
        assert_false(says(&r.remarks, "behind the motion"));
        holds(&r.parameters, "M", m.mass);
        holds(&r.parameters, "Fv", Fv);
        holds(&r.parameters, "Fc", Fc);
        stn_inverse_free(&r);
    }
}

/* Of rigid friction, to half a sample where the mass shows it; no value has an interval. */
static void a_delay_is_one(void **state)
{
    static const double lates[] = {0.003, 0.008, 0.025, 0.008, 0.012, 0.025};
    StnInverseDef def = stn_default_inverse_def();
    for (int k = 0; k < 6; k++) {
        def.stribeck = k >= 3;
        const Machine m = {
            .mass = 2.0, .late = lates[k], .vs = k < 3 ? 0.0 : 0.02, .noise = 0.05, .two = true};
        StnInverse r = inverse_of(&m, &def);
        CHECK(r.missing && strcmp(r.missing, "delay") == 0, "%g: %s", m.late, r.missing);
        NEAR(r.delay, m.late, 1e-3);
        has_none(&r.parameters);
        stn_inverse_free(&r);
    }
}

static void a_delay_with_pre_sliding_is_both(void **state)
{
    static const double lates[] = {0.008, 0.025};
    const StnInverseDef def = stn_default_inverse_def();
    for (int k = 0; k < 4; k++) {
        const Machine m = {.mass = k < 2 ? 0.02 : 2.0,
                           .length = 1e-4,
                           .late = lates[k % 2],
                           .noise = 0.05,
                           .two = true};
        StnInverse r = inverse_of(&m, &def);
        CHECK(r.missing && strcmp(r.missing, "delay and presliding") == 0, "%s", r.missing);
        NEAR(r.delay, m.late, 1.5e-3);
        NEAR(r.way, m.length, 0.6 * m.length);
        has_none(&r.parameters);
        stn_inverse_free(&r);
    }
}

/* One sine without a mass to speak of, in noise: both explain as much, whichever it is. */
static void what_cannot_be_told_is_said(void **state)
{
    const StnInverseDef def = stn_default_inverse_def();
    for (int k = 0; k < 2; k++) {
        const Machine m = {
            .mass = 0.02, .length = k ? 0.0 : 1e-4, .late = k ? 0.012 : 0.0, .noise = 0.4};
        StnInverse r = inverse_of(&m, &def);
        CHECK(r.missing && strcmp(r.missing, "delay or presliding") == 0, "%d: %s %g %g", k,
              r.missing, r.missing_share, r.delay);
        assert_true(says(&r.remarks, "or friction builds up over"));
        assert_true(says(&r.remarks, "with several accelerations tells them apart"));
        assert_true(says(&r.remarks, "--delay u="));
        assert_true(says(&r.remarks, "--law gms"));
        has_none(&r.parameters);
        stn_inverse_free(&r);
    }
}

/* Its falling part was "may be chance", with an interval of Fs - Fc that excluded the truth. */
static void a_delay_hides_a_falling_part(void **state)
{
    const Machine m = {.mass = 2.0, .vs = 0.02, .late = 0.008, .noise = 0.05, .two = true};
    StnInverseDef def = stn_default_inverse_def();
    def.stribeck = true;
    StnInverse r = inverse_of(&m, &def);
    StnData data = record(&m);
    StnCurveDef curve = stn_default_curve_def();
    StnFrictionCurve c;
    StnError error = {.status = STN_OK};
    CHECK(stn_identify_curve(&curve, &data, &c, &error) == STN_OK, "%s", error.text);
    const StnRemarks *remarks[] = {&r.remarks, &c.remarks};
    for (int k = 0; k < 2; k++) {
        assert_true(says(remarks[k], "behind the motion"));
        assert_true(says(remarks[k], "(Stribeck) cannot be judged"));
        assert_false(says(remarks[k], "may be chance"));
        assert_false(says(remarks[k], "No falling part"));
    }
    has_none(&r.parameters);
    has_none(&c.side[0].coulomb);
    has_none(&c.side[0].stribeck);
    stn_curve_free(&c);
    stn_data_free(&data);
    stn_inverse_free(&r);
}

/* --drift changes the levels, and it is the viscous part that changes: rate and levels were sure of what is not so. */
static void a_viscous_part_that_drifts_widens_the_levels(void **state)
{
    const Machine m = {.mass = 2.0, .noise = 0.05, .viscous_drift = 0.8, .two = true};
    StnInverseDef def = stn_default_inverse_def();
    def.drift = true;
    StnInverse r = inverse_of(&m, &def);
    CHECK(r.missing && strcmp(r.missing, "viscous drift") == 0, "%s", r.missing);
    holds(&r.parameters, "drift", 0.0);
    holds(&r.parameters, "Fc", Fc);
    holds(&r.parameters, "Fv", Fv);
    stn_inverse_free(&r);
}

/* What the balance of power lacks the inverse model knows. */
static void a_balance_of_power_knows_what_it_lacks(void **state)
{
    StnPowerDef def = stn_default_power_def();
    for (int k = 0; k < 2; k++) {
        const Machine m = {.mass = 2.0,
                           .length = k ? 0.0 : 3e-4,
                           .late = k ? 0.01 : 0.0,
                           .noise = 0.05,
                           .two = true};
        StnData data = record(&m);
        StnPower r;
        StnError error = {.status = STN_OK};
        CHECK(stn_identify_power(&def, &data, &r, &error) == STN_OK, "%s", error.text);
        if (k) {
            has_none(&r.parameters);
        } else {
            holds(&r.parameters, "m", m.mass);
            holds(&r.parameters, "fv", Fv);
            holds(&r.parameters, "fc", Fc);
        }
        stn_power_free(&r);
        stn_data_free(&data);
    }
}

/* ---- One direction ---- */

/* Rigid friction under a controller that sees steps of an encoder: they come back in the effort, and in the acceleration.
 * The motion goes one way, or there and back. */
static StnData controlled(bool one_way, double Kv, double step)
{
    enum { FINE = 10 };
    const double mass = 20.0, level = 12.0, viscous = 80.0, K = 2e5, dt = Ts / FINE;
    StnData data = data_make(2 * N, Ts, 1u << STN_ROLE_POSITION | 1u << STN_ROLE_EFFORT, false);
    snprintf(data.column[STN_ROLE_EFFORT], sizeof data.column[0], "u");
    snprintf(data.column[STN_ROLE_POSITION], sizeof data.column[0], "x");
    uint64_t seed = 1;
    double x = -0.02, v = 0.0, before = NAN;
    for (int i = 0; i < 2 * N; i++) {
        const double t = i * Ts, way = one_way ? 0.05 : 0.0;
        const double wanted = way * t + 0.01 * sin(2.0 * t) - 0.02 * cos(1.1 * t);
        const double speed = way + 0.02 * cos(2.0 * t) + 0.022 * sin(1.1 * t);
        const double seen = step * round(x / step);
        const double u = K * (wanted - seen) + Kv * (speed - (i > 0 ? (seen - before) / Ts : 0.0));
        before = seen;
        data.value[STN_ROLE_POSITION][i] = seen;
        data.value[STN_ROLE_EFFORT][i] = u + 0.3 * noise_next(&seed);
        for (int k = 0; k < FINE; k++) {
            const double free = v + dt * (u - viscous * v) / mass, most = dt * level / mass;
            const double next = v != 0.0            ? free - copysign(most, v)
                                : fabs(free) > most ? free - copysign(most, free)
                                                    : 0.0;
            v = next * v < 0.0 ? 0.0 : next;
            x += dt * v;
        }
    }
    return data;
}

/* Its effort was "ahead of the motion, or friction builds up over about nan m", and no value had an interval. */
static void noise_that_is_fed_back_is_no_delay(void **state)
{
    static const double gains[] = {2e3, 4e3, 8e3}, steps[] = {5e-7, 2e-6, 5e-6};
    const StnInverseDef def = stn_default_inverse_def();
    for (int k = 0; k < 18; k++) {
        StnData data = controlled(k < 9, gains[k % 3], steps[k / 3 % 3]);
        StnInverse r;
        StnError error = {.status = STN_OK};
        CHECK(stn_identify_inverse(&def, &data, &r, &error) == STN_OK, "%s", error.text);
        CHECK(!r.missing && isnan(r.delay), "%d: %s", k, r.missing);
        assert_false(says(&r.remarks, "nan"));
        assert_false(k < 9 && says(&r.remarks, "pre-sliding"));
        NEAR(estimate_of(&r.parameters, "M"), 20.0, 0.4);
        NEAR(estimate_of(&r.parameters, "Fc"), 12.0, 0.05);
        CHECK(stn_estimates_find(&r.parameters, "Fc")->low > 11.8, "%d: no interval", k);
        stn_inverse_free(&r);
        stn_data_free(&data);
    }
}

/* Noise of the acceleration hides a time that takes away a part of the mass, as less mass has less of it.  One that is given stays
 * whole: of 60 axes along sines, their effort two rows late, 3 were named, and 3 of these 9. */
static void a_mass_that_is_known_hides_no_delay(void **state)
{
    static const double gains[] = {2e3, 4e3, 8e3}, steps[] = {5e-7, 2e-6, 5e-6};
    StnInverseDef def = stn_default_inverse_def();
    def.m = 20.0;
    for (int k = 0; k < 18; k++) {
        const size_t late = k < 9 ? 0 : 8;
        StnData data = controlled(false, gains[k % 3], steps[k / 3 % 3]);
        double *u = data.value[STN_ROLE_EFFORT];
        memmove(u + late, u, (data.rows - late) * sizeof *u);
        StnInverse r;
        StnError error = {.status = STN_OK};
        CHECK(stn_identify_inverse(&def, &data, &r, &error) == STN_OK, "%s", error.text);
        CHECK(isnan(r.delay) == (late == 0), "%d: %s, %g s", k, r.missing, r.delay);
        stn_inverse_free(&r);
        stn_data_free(&data);
    }
}

/* What is late in one direction is so by a time: nothing turns. */
static void one_direction_has_no_way_since_a_reversal(void **state)
{
    const StnInverseDef def = stn_default_inverse_def();
    StnData data = controlled(true, 4e3, 5e-7);
    double *u = data.value[STN_ROLE_EFFORT];
    memmove(u + 20, u, (data.rows - 20) * sizeof *u);
    StnInverse r;
    StnError error = {.status = STN_OK};
    CHECK(stn_identify_inverse(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    CHECK(r.missing && strcmp(r.missing, "delay") == 0, "%s", r.missing);
    assert_false(says(&r.remarks, "nan") || says(&r.remarks, "pre-sliding"));
    has_none(&r.parameters);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pre_sliding_is_no_delay),
        cmocka_unit_test(a_delay_is_one),
        cmocka_unit_test(a_delay_with_pre_sliding_is_both),
        cmocka_unit_test(what_cannot_be_told_is_said),
        cmocka_unit_test(a_delay_hides_a_falling_part),
        cmocka_unit_test(a_viscous_part_that_drifts_widens_the_levels),
        cmocka_unit_test(a_balance_of_power_knows_what_it_lacks),
        cmocka_unit_test(noise_that_is_fed_back_is_no_delay),
        cmocka_unit_test(a_mass_that_is_known_hides_no_delay),
        cmocka_unit_test(one_direction_has_no_way_since_a_reversal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
