/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* identify inverse on joints whose friction grows with the torques of drive and load.  The truth is the equation of joints,
 * written out here and solved for the effort:
 *   effort = J*a + G*sin(q) + sigma2*v + sgn(v)*(Fc + |k_m*effort + k_e*G*sin(q)|). */
#include "identify_support.h"

#define PI 3.14159265358979323846
enum { ROWS = 20000 };
static const double J = 0.03, G = 0.9, sigma2 = 0.15, Fc = 0.25;

typedef struct Gear {
    double k_m, k_e;
} Gear;

/* The effort of one instant: each sense in which drive and load may act in the gear gives one, and one of them fits itself. */
static double effort_of(Gear gear, double q, double v, double a)
{
    const double sign = (v > 0.0) - (v < 0.0), load = G * sin(q);
    const double plain = J * a + load + sigma2 * v + sign * Fc;
    for (int sense = 1; sense >= -1; sense -= 2) {
        const double side = sign * sense;
        const double effort = (plain + side * gear.k_e * load) / (1.0 - side * gear.k_m);
        if (sense * (gear.k_m * effort + gear.k_e * load) >= 0.0)
            return effort;
    }
    return plain;
}

/* 20 s at 1 kHz, two sines; a 12-bit encoder, noise of the effort of 2 % of its largest value. */
static StnData record(Gear gear, uint64_t seed)
{
    StnData data = data_make(ROWS, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, true);
    const double step = 2.0 * PI / 4096.0, w1 = 2.0 * PI * 0.31, w2 = 2.0 * PI * 1.7;
    double most = 0.0;
    data.kind_known = true;
    for (size_t i = 0; i < ROWS; i++) {
        const double t = data.value[STN_ROLE_TIME][i];
        const double q = 1.1 * sin(w1 * t) + 0.25 * sin(w2 * t + 1.0);
        const double v = 1.1 * w1 * cos(w1 * t) + 0.25 * w2 * cos(w2 * t + 1.0);
        const double a = -1.1 * w1 * w1 * sin(w1 * t) - 0.25 * w2 * w2 * sin(w2 * t + 1.0);
        data.value[STN_ROLE_POSITION][i] = step * floor(q / step + 0.5);
        data.value[STN_ROLE_EFFORT][i] = effort_of(gear, q, v, a);
        most = fmax(most, fabs(data.value[STN_ROLE_EFFORT][i]));
    }
    for (size_t i = 0; i < ROWS; i++)
        data.value[STN_ROLE_EFFORT][i] += 0.02 * sqrt(3.0) * most * noise_next(&seed);
    return data;
}

static StnInverseDef with_load(bool loaded)
{
    StnInverseDef def = stn_default_inverse_def();
    def.gravity = true;
    def.load_friction = loaded;
    return def;
}

static StnInverse fit(const StnInverseDef *def, const StnData *data)
{
    StnError error = {0};
    StnInverse r;
    CHECK(stn_identify_inverse(def, data, &r, &error) == STN_OK, "%s", error.text);
    return r;
}

/* 12 records of 7 numbers.  Of 84 intervals of 95 % that hold together within a record at least 85 % hold the truth, and
 * their errors are of the size of their deviations. */
static void coefficients_of_drive_and_load_are_found(void **state)
{
    static const struct {
        const char *name;
        double truth, most; /* error that is allowed */
    } expected[] = {{"M", 0.03, 0.0006}, {"G", 0.9, 0.02},    {"Fv", 0.15, 0.006},
                    {"Fc", 0.25, 0.01},  {"k_m", 0.2, 0.015}, {"k_e", 0.08, 0.01},
                    {"hang", 0.0, 0.02}};
    enum { NAMES = sizeof expected / sizeof expected[0], RECORDS = 12 };
    const StnInverseDef def = with_load(true);
    int inside = 0;
    double square = 0.0;
    for (uint64_t seed = 1; seed <= RECORDS; seed++) {
        StnData data = record((Gear){0.2, 0.08}, seed);
        StnInverse r = fit(&def, &data);
        for (int k = 0; k < NAMES; k++) {
            const StnEstimate *e = stn_estimates_find(&r.parameters, expected[k].name);
            assert_non_null(e);
            NEAR(e->value, expected[k].truth, expected[k].most);
            inside += e->low <= expected[k].truth && expected[k].truth <= e->high;
            square += pow((e->value - expected[k].truth) / e->std, 2) / (RECORDS * NAMES);
        }
        assert_null(r.missing);
        stn_inverse_free(&r);
        stn_data_free(&data);
    }
    CHECK(inside >= 0.85 * RECORDS * NAMES, "%d of %d", inside, RECORDS * NAMES);
    CHECK(square > 0.4 && square < 1.7, "mean square of errors over deviations %g", square);
}

/* Without such friction both are 0 within their intervals, and without the terms the residual asks for them. */
static void friction_of_a_load_is_not_invented_and_not_overlooked(void **state)
{
    const StnInverseDef loaded = with_load(true), plain = with_load(false);
    StnData none = record((Gear){0.0, 0.0}, 3), some = record((Gear){0.15, 0.15}, 4);
    StnInverse r = fit(&loaded, &none);
    const StnEstimate *k_m = stn_estimates_find(&r.parameters, "k_m");
    const StnEstimate *k_e = stn_estimates_find(&r.parameters, "k_e");
    CHECK(k_m->low <= 0.0 && k_m->high >= 0.0 && k_m->high < 0.02, "k_m %g ... %g", k_m->low,
          k_m->high);
    CHECK(k_e->low <= 0.0 && k_e->high >= 0.0 && k_e->high < 0.02, "k_e %g ... %g", k_e->low,
          k_e->high);
    stn_inverse_free(&r);
    r = fit(&plain, &none);
    assert_null(r.missing);
    stn_inverse_free(&r);
    r = fit(&plain, &some);
    assert_non_null(r.missing);
    assert_string_equal(r.missing, "load");
    assert_true(says(&r.remarks, "--load-friction"));
    stn_inverse_free(&r);
    stn_data_free(&none);
    stn_data_free(&some);
}

/* A load that is measured, 1.25 of which the joint feels, in place of the arm; and the same model on other data. */
static void a_measured_load_counts_as_the_joint_feels_it(void **state)
{
    StnInverseDef def = with_load(true);
    StnData data = record((Gear){0.2, 0.08}, 5), other = record((Gear){0.2, 0.08}, 6);
    StnData *both[] = {&data, &other};
    for (int k = 0; k < 2; k++) {
        both[k]->value[STN_ROLE_LOAD] = malloc(ROWS * sizeof(double));
        for (size_t i = 0; i < ROWS; i++)
            both[k]->value[STN_ROLE_LOAD][i] = G / 1.25 * sin(both[k]->value[STN_ROLE_POSITION][i]);
    }
    def.gravity = false;
    def.load = true;
    StnError error = {0};
    StnInverse r = fit(&def, &data);
    NEAR(estimate_of(&r.parameters, "eta"), 1.25, 0.02);
    NEAR(estimate_of(&r.parameters, "k_m"), 0.2, 0.015);
    NEAR(estimate_of(&r.parameters, "k_e"), 0.08, 0.01);
    CHECK(stn_inverse_validate(&def, &r, &other, &error) == STN_OK, "%s", error.text);
    NEAR(r.validation_error, r.fit.relative_error, 0.1 * r.fit.relative_error);
    stn_inverse_free(&r);
    stn_data_free(&data);
    stn_data_free(&other);
}

/* The scenario has the law that grows with load, its coefficients and the arm. */
static void the_scenario_has_the_law_of_the_gear(void **state)
{
    const StnInverseDef def = with_load(true);
    StnData data = record((Gear){0.2, 0.08}, 7);
    StnError error = {0};
    StnInverse r = fit(&def, &data);
    StnScenario *s = stn_findings_scenario(&r.findings, "found", NULL, NULL, NULL, &error);
    CHECK(s, "%s", error.text);
    const StnSystem *system = stn_scenario_system(s);
    CHECK(system, "%s", error.text);
    assert_string_equal(stn_system_law(system, 0)->name, "stribeck_load");
    StnAddress address;
    assert_int_equal(stn_address(system, "friction.gear.k_m", &address, &error), STN_OK);
    NEAR(stn_address_info(system, address).value, 0.2, 0.015);
    assert_int_equal(stn_address(system, "parameters.G", &address, &error), STN_OK);
    NEAR(stn_address_info(system, address).value, G, 0.02);
    stn_scenario_free(s);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

/* Levels by direction keep their intervals in the scenario, from which export feedforward makes its second function. */
static void levels_by_direction_keep_their_intervals(void **state)
{
    StnInverseDef def = with_load(false);
    StnData data = record((Gear){0.0, 0.0}, 9);
    StnError error = {0};
    def.asymmetric = true;
    StnInverse r = fit(&def, &data);
    StnScenario *s = stn_findings_scenario(&r.findings, "found", NULL, NULL, NULL, &error);
    CHECK(s, "%s", error.text);
    assert_non_null(stn_scenario_system(s));
    const StnIntervals *all = stn_scenario_intervals(s);
    const StnEstimate *e = stn_estimates_find(&r.parameters, "Fc-");
    bool found = false;
    for (int i = 0; i < all->count; i++) {
        if (strcmp(all->item[i].path, "friction.gear.Fc.backward") != 0)
            continue;
        found = true;
        NEAR(all->item[i].low, e->low, 1e-4);
        NEAR(all->item[i].high, e->high, 1e-4);
    }
    assert_true(found);
    stn_scenario_free(s);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

/* Nothing that is carried: a drive that works against friction alone cannot be told from one with less of it. */
static void it_needs_a_load(void **state)
{
    StnInverseDef def = with_load(true);
    StnData data = record((Gear){0.2, 0.08}, 8);
    StnError error = {0};
    StnInverse r;
    def.gravity = false;
    assert_int_equal(stn_identify_inverse(&def, &data, &r, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "needs a load that changes"));
    stn_data_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coefficients_of_drive_and_load_are_found),
        cmocka_unit_test(friction_of_a_load_is_not_invented_and_not_overlooked),
        cmocka_unit_test(a_measured_load_counts_as_the_joint_feels_it),
        cmocka_unit_test(the_scenario_has_the_law_of_the_gear),
        cmocka_unit_test(levels_by_direction_keep_their_intervals),
        cmocka_unit_test(it_needs_a_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
