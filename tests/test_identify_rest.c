/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The inverse model on a joint that stands still in every reversal, seen by two sensors. */
#include "identify_support.h"

/* A joint of 0.05 kg*m^2 whose loop follows two sines, by semi-implicit steps of 0.05 ms with friction as a set at rest
 * (Moreau): it stands still in every reversal.  The effort is the mean of those held before and after the sample. */
static void fill_joint(StnData *data, double Fs, uint64_t seed)
{
    enum { STEPS = 20 };
    const double h = data->Ts / STEPS, J = 0.05, damping = 0.15, a = 2 * PI * 0.15,
                 b = 2 * PI * 0.9;
    double q = 0.0, w = 0.0, before = 0.0;
    for (size_t i = 0; i < data->rows; i++) {
        const double t = data->value[STN_ROLE_TIME][i];
        const double goal = 0.8 * sin(a * t) + 0.25 * sin(b * t);
        const double speed = 0.8 * a * cos(a * t) + 0.25 * b * cos(b * t);
        const double u = 40.0 * (goal - q) + 2.0 * (speed - w);
        data->value[STN_ROLE_POSITION][i] = PI / 2048.0 * round(q * 2048.0 / PI);
        data->value[STN_ROLE_VELOCITY][i] = w + 0.035 * noise_next(&seed);
        data->value[STN_ROLE_EFFORT][i] = 0.5 * (u + before) + 0.035 * noise_next(&seed);
        before = u;
        for (int k = 0; k < STEPS; k++) {
            const double level = 0.4 + (Fs - 0.4) * exp(-w * w / (0.05 * 0.05));
            const double free = (w + h * u / J) / (1.0 + h * damping / J);
            const double most = h * level / J / (1.0 + h * damping / J);
            w = free > most ? free - most : free < -most ? free + most : 0.0;
            q += h * w;
        }
    }
}

/* Windows left rests out of the effort but not out of the acceleration: the mass came out 1 % too small, ten of its
 * deviations, and a falling part over 0.15 rad/s was certain (truth: 0.05; interval 0.10 ... 0.19).  Intervals that miss
 * one truth in twenty miss more than two of eight with a probability of 0.6 %. */
static void both_sensors_hold_the_truth(void **state)
{
    StnInverseDef def = stn_default_inverse_def();
    def.stribeck = true;
    for (int falls = 0; falls < 2; falls++) {
        static const char *const names[] = {"M", "Fv", "Fc", "Fs-Fc", "vs"};
        const double truth[] = {0.05, 0.15, 0.4, falls ? 0.2 : 0.0, 0.05};
        int missed[5] = {0};
        for (uint64_t seed = 1; seed < 9; seed++) {
            StnData data = data_make(
                40000, 1e-3,
                1u << STN_ROLE_EFFORT | 1u << STN_ROLE_POSITION | 1u << STN_ROLE_VELOCITY, true);
            StnInverse r;
            StnError error = {.status = STN_OK};
            fill_joint(&data, falls ? 0.6 : 0.4, seed);
            CHECK(stn_identify_inverse(&def, &data, &r, &error) == STN_OK, "%s", error.text);
            for (int k = 0; k < 4 + falls; k++) {
                const StnEstimate *e = stn_estimates_find(&r.parameters, names[k]);
                missed[k] += !(e->low <= truth[k] && truth[k] <= e->high);
            }
            if (!falls)
                assert_true(r.stribeck_chance > 1e-3);
            stn_inverse_free(&r);
            stn_data_free(&data);
        }
        for (int k = 0; k < 4 + falls; k++)
            assert_true(missed[k] <= 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sensors_hold_the_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
