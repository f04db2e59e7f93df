/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The balance of power on motions whose effort is that of the equation itself. */
#include "identify_support.h"

enum { ROWS = 40000 };

/* 0.05 kg*m^2, 0.15 N*m*s/rad, 0.4 N*m at 1 kHz behind a 12-bit encoder; noise of the effort 0.02 N*m.  drift: a mean
 * speed beside two sines of 0.15 and 0.9 Hz. */
static StnData joint(double drift, double slow, double quick, uint64_t seed)
{
    const double step = 2.0 * PI / 4096.0, w[] = {2.0 * PI * 0.15, 2.0 * PI * 0.9};
    const double size[] = {slow, quick};
    StnData data = data_make(ROWS, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, true);
    for (int i = 0; i < ROWS; i++) {
        const double t = 1e-3 * i;
        double x = drift * t, v = drift, a = 0.0;
        for (int k = 0; k < 2; k++) {
            x += size[k] * sin(w[k] * t);
            v += size[k] * w[k] * cos(w[k] * t);
            a -= size[k] * w[k] * w[k] * sin(w[k] * t);
        }
        data.value[STN_ROLE_POSITION][i] = step * round(x / step);
        data.value[STN_ROLE_EFFORT][i] =
            0.05 * a + 0.15 * v + copysign(0.4, v) + 0.02 * sqrt(3.0) * noise_next(&seed);
    }
    return data;
}

/* The speed of a coarse encoder enters as its square: neither its noise nor its smoothing may move the estimates.  (With
 * the line through the last steps they were 1, 3.3 and -1.3 % off.) */
static void steps_of_an_encoder_do_not_move_the_estimates(void **state)
{
    static const struct {
        const char *name;
        double truth;
    } all[] = {{"m", 0.05}, {"fv", 0.15}, {"fc", 0.4}};
    double mean[COUNT(all)] = {0.0};
    int held = 0;
    enum { RECORDS = 6 };
    for (int k = 0; k < RECORDS; k++) {
        StnData data = joint(0.0, 0.7 + 0.03 * k, 0.2 + 0.02 * k, 40 + (uint64_t)k);
        StnPowerDef def = stn_default_power_def();
        StnPower r;
        StnError error = {.status = STN_OK};
        CHECK(stn_identify_power(&def, &data, &r, &error) == STN_OK, "%s", error.text);
        for (int i = 0; i < COUNT(all); i++) {
            const StnEstimate *e = stn_estimates_find(&r.parameters, all[i].name);
            mean[i] += e->value / RECORDS;
            held += e->low <= all[i].truth && all[i].truth <= e->high;
        }
        stn_power_free(&r);
        stn_data_free(&data);
    }
    for (int i = 0; i < COUNT(all); i++)
        NEAR(mean[i], all[i].truth, 0.005 * all[i].truth);
    CHECK(held >= 14, "%d of 18 intervals hold the truth", held); /* 95 %: 17; 1.5 % chance of 14 */
}

typedef struct Axis {
    double m, fv, fc, Kp, Kv, step;
} Axis;

/* A controller that sees nothing but an encoder, 1 kHz, along two sines: its effort, held from row to row, answers each
 * step of the sensor.  m*dv = (u - fv*v)*dt - fc*sgn(v)*dt with the set-valued sign, 20 steps from row to row. */
static StnData encoder_loop(const Axis *axis, double wide)
{
    enum { LOOP_ROWS = 8000, PARTS = 20 };
    const double Ts = 1e-3, dt = Ts / PARTS, w[] = {2.0 * PI * 0.5, 2.0 * PI * 1.3};
    StnData data = data_make(LOOP_ROWS, Ts, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, false);
    double x = 0.0, v = 0.0, seen = 0.0;
    for (int i = 0; i < LOOP_ROWS; i++) {
        const double t = Ts * i, before = seen;
        const double wanted = wide * (3.0 * sin(w[0] * t) + sin(w[1] * t));
        const double rate = wide * (3.0 * w[0] * cos(w[0] * t) + w[1] * cos(w[1] * t));
        seen = axis->step * round(x / axis->step);
        const double speed = i > 0 ? (seen - before) / Ts : 0.0;
        const double u = axis->Kp * (wanted - seen) + axis->Kv * (rate - speed);
        data.value[STN_ROLE_POSITION][i] = seen;
        data.value[STN_ROLE_EFFORT][i] = u;
        for (int k = 0; k < PARTS; k++) {
            const double p = axis->m * v + dt * u, left = fmax(fabs(p) - dt * axis->fc, 0.0);
            const double next = copysign(left, p) / (axis->m + dt * axis->fv);
            x += 0.5 * dt * (v + next);
            v = next;
        }
    }
    return data;
}

/* With the steps as they are the work was wrong by Kv*step^2/(12*Ts^2), or by Kv*v^2 where steps are rare: fc of the first was
 * 22.7 to 27.4 N, of the second 140 to 256 N. */
static void a_controller_that_answers_its_encoder_does_not_move_the_estimates(void **state)
{
    static const Axis all[] = {{20.0, 80.0, 12.0, 2e5, 4e3, 5e-5},
                               {20.0, 80.0, 12.0, 2e5, 4e3, 2e-4},
                               {5.0, 30.0, 8.0, 4e4, 7e2, 1e-4},
                               {2.0, 9.0, 3.0, 1e4, 2e2, 4e-5}};
    for (int k = 0; k < COUNT(all); k++) {
        const double truth[] = {all[k].m, all[k].fv, all[k].fc};
        static const char *const name[] = {"m", "fv", "fc"};
        StnData data = encoder_loop(&all[k], 0.02);
        StnPowerDef def = stn_default_power_def();
        StnPower r;
        StnError error = {.status = STN_OK};
        CHECK(stn_identify_power(&def, &data, &r, &error) == STN_OK, "%s", error.text);
        for (int i = 0; i < COUNT(truth); i++) {
            const StnEstimate *e = stn_estimates_find(&r.parameters, name[i]);
            CHECK(e->low <= truth[i] && truth[i] <= e->high, "axis %d: %s %g, %g to %g", k, name[i],
                  e->value, e->low, e->high);
            NEAR(e->value, truth[i], 0.25 * truth[i]);
        }
        stn_power_free(&r);
        stn_data_free(&data);
    }
}

/* A body between two stops, rigid ones that give back a part of its speed, driven by a sine of the effort alone. */
static StnData between_stops(double m, double fv, double fc, double amplitude, double back)
{
    enum { STOP_ROWS = 6000, PARTS = 20 };
    const double Ts = 1e-3, dt = Ts / PARTS, wide = 0.05;
    StnData data = data_make(STOP_ROWS, Ts, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, false);
    double x = 0.0, v = 0.0;
    for (int i = 0; i < STOP_ROWS; i++)
        for (int k = 0; k < PARTS; k++) {
            const double t = Ts * i + dt * k, u = amplitude * sin(2.0 * PI * 0.7 * t);
            const double own = u + 0.4 * amplitude * sin(2.0 * PI * 1.9 * t);
            if (k == 0) {
                data.value[STN_ROLE_POSITION][i] = 1e-6 * round(x / 1e-6);
                data.value[STN_ROLE_EFFORT][i] = own;
            }
            const double p = m * v + dt * own, left = fmax(fabs(p) - dt * fc, 0.0);
            const double next = copysign(left, p) / (m + dt * fv);
            x += 0.5 * dt * (v + next);
            v = next;
            if (fabs(x) > wide) {
                x = copysign(wide, x);
                v = v * x > 0.0 ? -back * v : v;
            }
        }
    return data;
}

/* Of 2 kg, 20 N*s/m and 4 N these records gave 0.18 to 1.24 kg at stops that give nothing back. */
static void what_a_stop_takes_is_no_friction(void **state)
{
    static const double truth[] = {2.0, 20.0, 4.0};
    static const char *const name[] = {"m", "fv", "fc"};
    for (int k = 0; k < 3; k++) {
        StnData data = between_stops(truth[0], truth[1], truth[2], 14.0, 0.3 * k);
        StnPowerDef def = stn_default_power_def();
        StnPower r;
        StnError error = {.status = STN_OK};
        CHECK(stn_identify_power(&def, &data, &r, &error) == STN_OK, "%s", error.text);
        for (int i = 0; i < COUNT(truth); i++) {
            const StnEstimate *e = stn_estimates_find(&r.parameters, name[i]);
            CHECK(e->low <= truth[i] && truth[i] <= e->high, "%d: %s %g, %g to %g", k, name[i],
                  e->value, e->low, e->high);
            NEAR(e->value, truth[i], 0.02 * truth[i]);
        }
        assert_true(says(&r.remarks, "as a stop does"));
        stn_power_free(&r);
        stn_data_free(&data);
    }
}

/* A body under a sampled position loop with an encoder, to and fro at one speed, logged at 100 Hz. */
static StnData to_and_fro(double m, double fv, double fc)
{
    enum { TURN_ROWS = 2000, TURN_PARTS = 500, HOLD = 5 };
    const double Ts = 0.01, dt = Ts / TURN_PARTS, w = 130.0, half = 1.5, turn = 0.15;
    StnData data = data_make(TURN_ROWS, Ts, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, false);
    double x = 0.0, v = 0.0, xd = 0.0, last = 0.0, seen = 0.0, u = 0.0;
    uint64_t seed = 7;
    for (int i = 0; i < TURN_ROWS; i++)
        for (int k = 0; k < TURN_PARTS; k++) {
            const double t = fmod(Ts * i + dt * k, 2.0 * half), since = fmod(t, half);
            const double own = t < half ? 0.1 : -0.1,
                         vd = since < turn ? own * (2.0 * since / turn - 1.0) : own;
            if (k % HOLD == 0) { /* speed behind a low-pass of 200 Hz */
                const double at = 1e-6 * round(x / 1e-6);
                seen += 0.118 * ((at - last) / (HOLD * dt) - seen);
                last = at;
                u = m * w * w * (xd - at) + 1.4 * m * w * (vd - seen);
            }
            if (k == 0) {
                data.value[STN_ROLE_POSITION][i] = 1e-6 * round(x / 1e-6);
                data.value[STN_ROLE_EFFORT][i] = u + 0.012 * fc * noise_next(&seed);
            }
            const double p = m * v + dt * u;
            v = copysign(fmax(fabs(p) - dt * fc, 0.0), p) / (m + dt * fv);
            x += dt * v, xd += dt * vd;
        }
    return data;
}

/* The turns are all that shows the mass; they were taken for stops and left out, and 22 kg were 12000. */
static void quick_turns_between_steady_stretches_are_no_stops(void **state)
{
    StnData data = to_and_fro(22.0, 42.0, 5.6);
    const StnPowerDef def = stn_default_power_def();
    StnPower r;
    StnError error = {0};
    CHECK(stn_identify_power(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    assert_false(says(&r.remarks, "as a stop does"));
    const StnEstimate *m = stn_estimates_find(&r.parameters, "m");
    CHECK(m->low <= 22.0 && 22.0 <= m->high && fabs(m->value - 22.0) < 4.0, "m %g, %g to %g",
          m->value, m->low, m->high);
    stn_power_free(&r);
    stn_data_free(&data);
    (void)state;
}

/* A constant effort and fc do the same work where the body never turns: fc contains it, as in the inverse model. */
static void one_direction_does_not_tell_an_offset_from_friction(void **state)
{
    StnData data = joint(1.5, 0.5, 0.05, 3);
    StnPowerDef def = stn_default_power_def();
    StnPower r;
    StnError error = {.status = STN_OK};
    for (int i = 0; i < ROWS; i++)
        data.value[STN_ROLE_EFFORT][i] += 0.1;
    CHECK(stn_identify_power(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    assert_null(stn_estimates_find(&r.parameters, "offset"));
    NEAR(estimate_of(&r.parameters, "fc"), 0.5, 0.005);
    assert_true(says(&r.remarks, "one direction only"));
    stn_power_free(&r);
    def.asymmetric = true;
    assert_int_equal(stn_identify_power(&def, &data, &r, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "one direction only"));
    stn_data_free(&data);
}

/* 3 N and 20 N*s/m of 2 kg at 0.1 m/s, but for one per cent: m was 1.8 (1.7 ... 1.9) beside the remark that none follows. */
static void at_one_speed_there_is_no_mass(void **state)
{
    uint64_t seed = 4;
    for (int viscous = 0; viscous < 2; viscous++) {
        StnData data =
            data_make(ROWS, 1e-3, 1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION, false);
        StnPowerDef def = stn_default_power_def();
        StnPower r;
        StnError error = {0};
        for (int i = 0; i < ROWS; i++) {
            const double t = 1e-3 * i, w = 9.0, v = 0.1 + 1e-3 * sin(w * t);
            data.value[STN_ROLE_POSITION][i] =
                0.1 * t + 1e-3 / w * (1.0 - cos(w * t)) + 1e-7 * noise_next(&seed);
            data.value[STN_ROLE_EFFORT][i] =
                2.0 * 1e-3 * w * cos(w * t) + 20.0 * v + 3.0 + 0.02 * noise_next(&seed);
        }
        def.no_viscous = !viscous;
        CHECK(stn_identify_power(&def, &data, &r, &error) == STN_OK, "%s", error.text);
        assert_true(isnan(stn_estimates_find(&r.parameters, "m")->low));
        const StnEstimate *fc = stn_estimates_find(&r.parameters, "fc");
        CHECK(viscous ? isnan(fc->low) : fc->low < 5.0 && fc->high > 5.0, "fc %g (%g ... %g)",
              fc->value, fc->low, fc->high);
        stn_power_free(&r);
        stn_data_free(&data);
    }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_an_encoder_do_not_move_the_estimates),
        cmocka_unit_test(a_controller_that_answers_its_encoder_does_not_move_the_estimates),
        cmocka_unit_test(what_a_stop_takes_is_no_friction),
        cmocka_unit_test(quick_turns_between_steady_stretches_are_no_stops),
        cmocka_unit_test(one_direction_does_not_tell_an_offset_from_friction),
        cmocka_unit_test(at_one_speed_there_is_no_mass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
