/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What happens after reversals, in the residual of an inverse model: a play that is crossed, and friction that builds up over a
 * way.  Both are made here along given motions, by their equations. */
#include "identify_support.h"
#include "stiction/fit.h"

enum { N = 12000 };
static const double Ts = 1e-3;

static double motion(double t, int derivative)
{
    static const double size[] = {0.05, 0.008}, w[] = {2.2, 6.9};
    double sum = 0.0;
    for (int k = 0; k < 2; k++)
        sum += size[k] * (derivative == 0   ? sin(w[k] * t)
                          : derivative == 1 ? w[k] * cos(w[k] * t)
                                            : -w[k] * w[k] * sin(w[k] * t));
    return sum;
}

/* A drive of 1 kg and 2 N, 5 N*s/m, with 3 kg and 6 N behind a play: these act once the way since the last reversal exceeds
 * it.  length > 0: the play; < 0: all 8 N build up over -length as of Dahl's law, F = 8*(1 - 2*exp(-way/length)). */
static StnData record(double length, uint64_t draw)
{
    StnData data = data_make(N, Ts, 1u << STN_ROLE_POSITION | 1u << STN_ROLE_EFFORT, false);
    double turned = -INFINITY, before = 1.0;
    for (int i = 0; i < N; i++) {
        const double t = Ts * i, x = motion(t, 0), v = motion(t, 1), a = motion(t, 2);
        turned = v * before < 0.0 ? x : turned;
        before = v;
        const double way = fabs(x - turned), side = copysign(1.0, v);
        const bool all = !(length > 0.0 && way < length);
        const double builds = length < 0.0 ? 2.0 * exp(way / length) : 0.0;
        data.value[STN_ROLE_EFFORT][i] = (all ? 4.0 : 1.0) * a + 5.0 * v +
                                         side * (all ? 8.0 * (1.0 - builds) : 2.0) +
                                         0.05 * noise_next(&draw);
        data.value[STN_ROLE_POSITION][i] = 1e-6 * round(x / 1e-6);
    }
    return data;
}

static void look(double length, uint64_t draw, StnInverse *r)
{
    StnError error = {0};
    StnData data = record(length, draw);
    const StnInverseDef def = stn_default_inverse_def();
    CHECK(stn_identify_inverse(&def, &data, r, &error) == STN_OK, "%s", error.text);
    stn_data_free(&data);
}

/* The number behind some words of a remark. */
static double number_after(const StnRemarks *remarks, const char *words)
{
    for (int i = 0; i < remarks->count; i++) {
        const char *at = strstr(remarks->text[i], words);
        if (at)
            return strtod(at + strlen(words), NULL);
    }
    fail_msg("nobody says \"%s\"", words);
    return NAN;
}

static void play_is_named_with_its_width(void **state)
{
    static const double width[] = {2e-3, 5e-3};
    for (int k = 0; k < COUNT(width); k++) {
        StnInverse r;
        look(width[k], 4 + (uint64_t)k, &r);
        CHECK(r.missing && strcmp(r.missing, "play") == 0, "%s", r.missing);
        assert_true(r.missing_share > 0.5);
        NEAR(number_after(&r.remarks, "play of about "), width[k], 0.25 * width[k]);
        stn_inverse_free(&r);
    }
}

/* Its way is that of the exponential. */
static void friction_that_builds_up_is_no_play(void **state)
{
    StnInverse r;
    look(-2e-3, 9, &r);
    CHECK(r.missing && strcmp(r.missing, "presliding") == 0, "%s", r.missing);
    NEAR(number_after(&r.remarks, "builds up over about "), 2e-3, 1e-3);
    assert_true(says(&r.remarks, "--law gms"));
    stn_inverse_free(&r);
}

static void without_either_nothing_is_named(void **state)
{
    for (uint64_t k = 0; k < 4; k++) {
        StnInverse r;
        look(0.0, 20 + k, &r);
        CHECK(!r.missing, "%s", r.missing);
        stn_inverse_free(&r);
    }
}

/* The same records, fitted along their motion by a law without states. */
static void look_by_fit(double length, uint64_t draw, StnFitResult *result)
{
    StnError error = {0};
    StnData data = record(length, draw);
    StnFitWindows windows;
    unsigned char *use = calloc(N, 1);
    StnGiven drive, given[] = {stn_given_make("Fc", &(double){5.0}, 1)};
    StnFitSignal signal = {"FF", data.value[STN_ROLE_EFFORT], NAN};
    StnFitRun run = {.def = stn_motion_def(stn_catalog_law(NULL, "coulomb"), given, 1, &drive),
                     .t = data.value[STN_ROLE_TIME],
                     .x = data.value[STN_ROLE_POSITION],
                     .rows = N,
                     .signal = &signal,
                     .nsignal = 1,
                     .use = use};
    StnFreeParameter list[] = {stn_free_parameter("m"), stn_free_parameter("Fc"),
                               stn_free_parameter("sigma2")};
    StnFitDef def = stn_default_fit_def(&run, 1, list, 3);
    def.starts = 1;
    assert_non_null(use);
    memset(use, STN_ROW_FIT, N);
    CHECK(stn_fit_windows(&data, false, NAN, NAN, &windows, &error) == STN_OK, "%s", error.text);
    stn_fit_windows_take(&windows, &run, &signal, use);
    CHECK(stn_fit(&def, result, &error) == STN_OK, "%s", error.text);
    stn_fit_windows_free(&windows);
    stn_data_free(&data);
    free(use);
}

static void a_fit_along_a_motion_names_both(void **state)
{
    static StnFitResult result; /* large */
    look_by_fit(5e-3, 5, &result);
    CHECK(result.missing && strcmp(result.missing, "play") == 0, "%s", result.missing);
    NEAR(number_after(&result.remarks, "play of about "), 5e-3, 1.25e-3);
    stn_fit_result_free(&result);
    look_by_fit(-2e-3, 9, &result);
    CHECK(result.missing && strcmp(result.missing, "presliding") == 0, "%s", result.missing);
    NEAR(number_after(&result.remarks, "builds up over about "), 2e-3, 1e-3);
    stn_fit_result_free(&result);
    look_by_fit(0.0, 21, &result);
    CHECK(!result.missing, "%s", result.missing);
    stn_fit_result_free(&result);
}

/* An arm without its gravity in the model: 20 times the residual went into noise of the acceleration, and the mass became
 * -0.87 for 0.05 kg*m^2 with 400 % of the effort left. */
static void what_a_model_lacks_is_no_noise_of_the_acceleration(void **state)
{
    StnData data = data_make(N, Ts, 1u << STN_ROLE_POSITION | 1u << STN_ROLE_EFFORT, true);
    const StnInverseDef def = stn_default_inverse_def();
    StnError error = {0};
    StnInverse r;
    uint64_t draw = 3;
    for (int i = 0; i < N; i++) {
        const double t = Ts * i, x = 18.0 * motion(t, 0), v = 18.0 * motion(t, 1);
        data.value[STN_ROLE_POSITION][i] = 2.0 * PI / 4096.0 * round(x / (2.0 * PI / 4096.0));
        data.value[STN_ROLE_EFFORT][i] = 0.05 * 18.0 * motion(t, 2) + 0.05 * v + copysign(0.4, v) +
                                         2.5 * sin(x - 0.2) + 0.03 * noise_next(&draw);
    }
    CHECK(stn_identify_inverse(&def, &data, &r, &error) == STN_OK, "%s", error.text);
    CHECK(r.missing && strcmp(r.missing, "gravity") == 0, "%s", r.missing);
    CHECK(r.fit.relative_error < 101.0, "%g %% of the effort is left", r.fit.relative_error);
    stn_inverse_free(&r);
    stn_data_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_is_named_with_its_width),
        cmocka_unit_test(friction_that_builds_up_is_no_play),
        cmocka_unit_test(without_either_nothing_is_named),
        cmocka_unit_test(a_fit_along_a_motion_names_both),
        cmocka_unit_test(what_a_model_lacks_is_no_noise_of_the_acceleration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
