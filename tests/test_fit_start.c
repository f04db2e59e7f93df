/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where a measured motion starts: records of laws with states that are cut out of a longer one.  All data are made here, by
 * the laws' own equations: Dahl's in closed form, dF/dx = sigma0*(1 - sgn(v)*F/Fc), and Maxwell elements with limits. */
#include "identify_support.h"
#include "stiction/fit.h"

enum { ROWS = 3200, PERIOD = 400, KEPT = 1600, MACHINES = 8 };
#define NOISE 0.01 /* of the level */

typedef struct {
    double level, travel, bristle, offset; /* N, m, m, N */
    double t[ROWS], x[ROWS], F[ROWS];
} Record;

static Record record;       /* large */
static StnFitResult result; /* large */

static double between(uint64_t *draw, double low, double high)
{
    return low + 0.5 * (noise_next(draw) + 1.0) * (high - low);
}

/* The force of an element or bristle after a way dx at one velocity. */
static double after(const char *law, double F, double level, double k, double dx)
{
    if (strcmp(law, "gms") == 0)
        return fmin(fmax(F + k * dx, -level), level);
    const double end = dx < 0.0 ? -level : level;
    return end + (F - end) * exp(-k * fabs(dx) / level);
}

static void record_make(Record *r, const char *law, uint64_t *draw)
{
    double F = 0.0, soft = 0.0;
    r->level = pow(10.0, between(draw, -1.0, 3.0));
    r->travel = pow(10.0, between(draw, -5.0, -1.0));
    r->bristle = r->travel * between(draw, 0.05, 0.2);
    r->offset = r->level * between(draw, -0.2, 0.2);
    const double k = r->level / r->bristle;
    const bool two = strcmp(law, "gms") == 0; /* the second element is four times softer */
    for (int i = 0; i < ROWS; i++) {
        const double turn = 2.0 * PI * i / PERIOD;
        r->t[i] = 0.005 * i;
        r->x[i] = r->travel * (sin(turn) + 0.2 * sin(2.7 * turn));
        const double dx = i > 0 ? r->x[i] - r->x[i - 1] : 0.0, share = two ? 0.5 : 1.0;
        F = after(law, F, share * r->level, share * k, dx);
        soft = two ? after(law, soft, share * r->level, 0.25 * share * k, dx) : 0.0;
        r->F[i] = F + soft + r->offset + NOISE * r->level * noise_next(draw);
    }
}

static void fit(const Record *r, const char *law, int from)
{
    const bool two = strcmp(law, "gms") == 0;
    const double k = 0.8 * r->level / r->bristle;
    StnError error = {0};
    StnGiven drive, given[] = {{.name = "Fc", .count = 1, .value = {1.2 * r->level}},
                               {.name = "sigma0", .count = 1, .value = {k}},
                               {.name = "k", .count = 2, .value = {0.6 * k, 0.15 * k}},
                               {.name = "nu", .count = 2, .value = {0.6, 0.4}},
                               {.name = "C", .count = 1, .value = {1e9 * r->level}}};
    const StnFitSignal signal = {"FF", r->F + from, NAN};
    const StnFitRun run = {.def = stn_motion_def(stn_catalog_law(NULL, law), given, 5, &drive),
                           .t = r->t + from,
                           .rows = KEPT,
                           .signal = &signal,
                           .nsignal = 1,
                           .x = r->x + from};
    const StnFreeParameter list[] = {stn_free_parameter("Fc"), stn_free_parameter("offset.FF"),
                                     stn_free_parameter(two ? "k" : "sigma0"),
                                     stn_free_parameter("nu")};
    StnFitDef def = stn_default_fit_def(&run, 1, list, two ? 4 : 3);
    def.starts = 1, def.threads = 1;
    CHECK(stn_fit(&def, &result, &error) == STN_OK, "%s", error.text);
    stn_fit_result_free(&result);
}

static double value_of(const char *item)
{
    for (int i = 0; i < result.nparam; i++)
        if (strcmp(result.param[i].item, item) == 0)
            return result.param[i].value;
    fail_msg("no parameter %s", item);
    return NAN;
}

/* From zero the first stroke was wrong: of the first of these machines by 11 % of the level, rms over the record, in place of
 * the 0.6 % of the noise, and its offset by 5 %. */
static void a_record_cut_out_of_a_motion_starts_under_its_load(void **state)
{
    uint64_t draw = 5;
    for (int m = 0; m < MACHINES; m++) {
        const char *law = m % 2 ? "gms" : "dahl";
        record_make(&record, law, &draw);
        fit(&record, law, (int)between(&draw, PERIOD, 2.0 * PERIOD));
        const double rms = result.fitted[0][0].rms / record.level;
        CHECK(rms < 0.0085, "%s, machine %d: %g of the level", law, m, rms);
        NEAR(value_of("Fc"), record.level, 0.004 * record.level);
        NEAR(value_of("FF"), record.offset, 0.002 * record.level);
        assert_true(says(&result.remarks, "The record starts under"));
    }
}

/* A weight on the sensor is no load of the elements, and from rest nothing else is known of the start. */
static void a_record_from_rest_is_fitted_as_before(void **state)
{
    uint64_t draw = 6;
    for (int m = 0; m < MACHINES; m++) {
        const char *law = m % 2 ? "gms" : "dahl";
        record_make(&record, law, &draw);
        fit(&record, law, 0);
        CHECK(result.fitted[0][0].rms < 0.0065 * record.level, "%s, machine %d: %g", law, m,
              result.fitted[0][0].rms / record.level);
        NEAR(value_of("Fc"), record.level, 0.002 * record.level);
        NEAR(value_of("FF"), record.offset, 0.002 * record.level);
    }
}

/* A start under load is said only where there is one. */
static void a_start_without_load_is_not_called_one(void **state)
{
    uint64_t draw = 7;
    record_make(&record, "dahl", &draw);
    for (int i = 0; i < ROWS; i++)
        record.F[i] -= record.offset;
    fit(&record, "dahl", 0);
    assert_false(says(&result.remarks, "The record starts under"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_cut_out_of_a_motion_starts_under_its_load),
        cmocka_unit_test(a_record_from_rest_is_fitted_as_before),
        cmocka_unit_test(a_start_without_load_is_not_called_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
