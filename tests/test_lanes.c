/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Every kernel function of every law and plant, four and eight lanes wide, at random points: no bit differs
 * from the function on double.  Without a lane form: hybrid's own step. */
#include "core/friction_set.h"
#include "lane_points.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "random_numbers.h"

#ifndef LANE_TRIALS
#define LANE_TRIALS 5000 /* points per function; long_lanes.c has more */
#endif

/* ---- Random numbers ---- */

static int below(int n) { return (int)(next_bits() % (uint64_t)n); }
static double sign(void) { return below(3) - 1.0; }

/* A number of a size about `size`, sometimes 0. */
static double about(double size)
{
    return below(8) == 0 ? 0.0 : size * exp2(between(-6.0, 3.0)) * (below(2) ? 1.0 : -1.0);
}

/* ---- Points ---- */

/* Parameters of one point: those of the structure, each a little different; not what chooses. */
static void parameters_near(const double *base, PointIn *in)
{
    for (int k = 0; k < PARAMS_ROOM; k++)
        in->p[k] = base[k] * (below(4) ? 1.0 : between(0.7, 1.4));
}

static void motion(PointIn *in)
{
    in->dir = below(4) ? (below(2) ? 1.0 : -1.0) : 0.0;
    in->v = below(4) ? in->dir * exp2(between(-20.0, 2.0)) : about(1e-3);
    in->x = about(1.0), in->h = about(1.0), in->m = exp2(between(-3.0, 3.0)), in->load = about(1.0);
    in->a = below(4) - 1.0, in->dt = exp2(between(-17.0, -10.0));
    for (int i = 0; i < 2; i++)
        in->play[i] = below(2), in->barred[i] = below(4) == 0;
    for (int k = 0; k < RELS_ROOM; k++)
        in->mode[k] = sign();
    for (int k = 0; k < STOPS_ROOM; k++)
        in->stop[k] = sign();
}

/* ---- Comparison ---- */

/* Any NaN is as good as another: which one comes out is up to the order of operands. */
static bool same_bits(const double *a, const double *b, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (memcmp(&a[k], &b[k], sizeof a[k]) != 0 && !(isnan(a[k]) && isnan(b[k])))
            return false;
    return true;
}

static int compare(const char *name, int function, int width, const PointOut *a, const PointOut *b)
{
    for (int k = 0; k < POINTS; k++) {
        const double *x = (const double *)&a[k], *y = (const double *)&b[k];
        for (size_t i = 0; i < sizeof(PointOut) / sizeof(double); i++)
            if (!same_bits(x + i, y + i, 1)) {
                print_error("%s, function %d, %d lanes, number %zu of point %d: %a, not %a\n", name,
                            function, width, i, k, y[i], x[i]);
                return 1;
            }
    }
    return 0;
}

typedef struct {
    PointsFunction *one, *four, *eight;
    int functions;
} Kind;
static const Kind law_kind = {points_law_1, points_law_4, points_law_8, LAW_FUNCTIONS};
static const Kind plant_kind = {points_plant_1, points_plant_4, points_plant_8, PLANT_FUNCTIONS};

/* Adds to tried[function] the points at which lanes were compared. */
static void compare_all(const Kind *kind, const char *name, int model, const PointShared *shared,
                        const PointIn *in, int *tried)
{
    static PointOut one[POINTS], wide[POINTS];
    for (int f = 0; f < kind->functions; f++) {
        if (!kind->one(model, f, shared, in, one))
            continue;
        if (!kind->four(model, f, shared, in, wide)) {
            if (tried[f] == 0)
                tried[f] = -1;
            continue;
        }
        if (compare(name, f, 4, one, wide))
            fail();
        assert_true(kind->eight(model, f, shared, in, wide));
        if (compare(name, f, 8, one, wide))
            fail();
        tried[f] += POINTS;
    }
}

/* ---- Elementary functions ---- */

/* Of any size and sign, special ones too; some lanes of a call are far angles or tiny, others not. */
static double any_number(void)
{
    static const double special[] = {0.0, -0.0, 1.0, INFINITY, -INFINITY, NAN, 5e-324, 2.0};
    if (below(20) == 0)
        return special[below(8)];
    return (below(3) ? 1.0 : -1.0) * exp2(below(2) ? between(-5.0, 5.0) : between(-1074.0, 1024.0));
}

static void elementary_functions_have_the_same_bits_in_lanes(void **state)
{
    static PointIn in[POINTS];
    const Kind words = {points_words_1, points_words_4, points_words_8, 1};
    int tried = 0;
    seed = 77;
    for (int k = 0; k < LANE_TRIALS; k += POINTS) {
        PointShared shared = {{NULL, 0, NULL}, 0, 0};
        for (int i = 0; i < POINTS; i++)
            for (int j = 0; j < STATES_ROOM; j++) {
                in[i].s[j] = any_number();
                in[i].p[j] = below(2) ? about(1.0) : (double[]){2.0, 1.0, 0.5}[below(3)];
            }
        compare_all(&words, "elementary", 0, &shared, in, &tried);
    }
    assert_true(tried >= LANE_TRIALS);
}

/* ---- Laws ---- */

/* Values of a site with random options on. */
static int law_values(const StnLaw *law, double *p)
{
    static const int options[] = {STN_PAR_z_max, STN_PAR_Fs_inf, STN_PAR_tau_m, STN_PAR_m0};
    static const double at[] = {1e-3, 2.0, 0.1, 0.5};
    StnFrictionSet set;
    StnContext context = {2.0, 1e-4, NAN, NAN, NAN, 0.3, 0};
    stn_friction_defaults(&set);
    set.value[STN_PAR_n][0] = below(2) ? 2.0 : 0.9;
    set.value[STN_PAR_v_onset][0] = set.value[STN_PAR_v_onset][1] = below(2) ? 0.0 : 0.01;
    set.value[STN_PAR_sigma0][0] = set.value[STN_PAR_sigma0][1] = 1e3;
    set.count[STN_PAR_sigma0] = 2, set.given[STN_PAR_sigma0] = true;
    for (int i = 0; i < 4; i++)
        if (below(2)) {
            set.value[options[i]][0] = set.value[options[i]][1] = at[i];
            set.count[options[i]] = 2, set.given[options[i]] = true;
        }
    set.value[STN_PAR_stick][0] = below(3), set.value[STN_PAR_onset][0] = below(2);
    stn_friction_derive(&set, law, &context);
    for (int i = 0; i < law->nparam; i++) {
        int k = 0, width = stn_param_width(law->params[i]);
        while (strcmp(stn_friction_parameter_at(k)->name, law->params[i]->name) != 0)
            k++;
        memcpy(p, set.value[k], (size_t)width * sizeof *p);
        p += width;
    }
    return law->vector ? set.count[STN_PAR_nu] : 0;
}

static void law_states(const StnLaw *law, PointIn *in)
{
    for (int i = 0; i < STATES_ROOM; i++) {
        const StnVar *var =
            law->nstate ? &law->states[i < law->nstate ? i : law->nstate - 1] : NULL;
        double size = var ? strcmp(var->unit, "$x") == 0 ? 1e-3 : var->scale : 1.0;
        in->s[i] = about(size);
    }
}

static void laws_have_the_same_bits_in_lanes(void **state)
{
    static PointIn in[POINTS];
    int choice[STN_CHOICES_MAX], without = 0;
    for (int l = 0; l < stn_law_count(); l++) {
        const StnLaw *law = stn_law_at(l);
        int tried[LAW_FUNCTIONS] = {0};
        seed = 1000u * (unsigned)l;
        for (int k = 0; k < LANE_TRIALS; k += POINTS) {
            double p[PARAMS_ROOM] = {0};
            int n = law_values(law, p);
            PointShared shared = {stn_law_self(law, p, n, choice), below(2), below(4) == 0};
            for (int i = 0; i < POINTS; i++)
                parameters_near(p, &in[i]), motion(&in[i]), law_states(law, &in[i]);
            compare_all(&law_kind, law->name, l, &shared, in, tried);
        }
        assert_true(tried[LAW_SLIDE] >= LANE_TRIALS);
        for (int f = 0; f < LAW_FUNCTIONS; f++)
            without += tried[f] < 0;
    }
    assert_int_equal(without, 1); /* hybrid's own step */
}

/* ---- Plants ---- */

static double plant_value(const StnParam *param)
{
    if (param->kind == STN_KIND_CHOICE) {
        int words = 1;
        for (const char *c = param->unit; *c; c++)
            words += *c == '|';
        return below(words);
    }
    if (strcmp(param->unit, "1") == 0 && param->max == 8.0)
        return param->min + below((int)(8.0 - param->min) + 1);
    if (!isfinite(param->def))
        return below(2) ? param->def : exp2(between(-10.0, 3.0));
    return param->def == 0.0 ? about(1.0) : param->def;
}

/* Random parameters that the plant's own check accepts. */
static PointShared plant_case(const StnPlant *plant, double *p, int *choice)
{
    for (int attempt = 0; attempt < 100000; attempt++) {
        for (int k = 0; k < plant->nparam; k++)
            p[k] = plant_value(&plant->params[k]);
        StnSelf self = stn_plant_self(plant, p, choice);
        if (!plant->check || !plant->check(&self, p))
            return (PointShared){self, below(2), 0};
    }
    fail_msg("%s: no parameters found", plant->name);
    return (PointShared){0};
}

static void plant_point(const StnPlant *plant, PointIn *in)
{
    for (int i = 0; i < STATES_ROOM; i++)
        in->s[i] = about(i < plant->nstate ? plant->states[i].scale : 1e-3);
    for (int i = 0; i < STATES_ROOM; i++)
        in->d[i] = about(1.0);
    for (int i = 0; i < 3 * INPUTS_ROOM; i++)
        in->u[i] = about(1.0);
    for (int i = 0; i < OUTPUTS_ROOM; i++)
        in->out[i] = about(1.0);
    for (int i = 0; i < SITES_ROOM; i++)
        in->FF[i] = about(1.0);
}

static void plants_have_the_same_bits_in_lanes(void **state)
{
    static PointIn in[POINTS];
    int choice[STN_CHOICES_MAX];
    for (int l = 0; l < stn_plant_count(); l++) {
        const StnPlant *plant = stn_plant_at(l);
        int tried[PLANT_FUNCTIONS] = {0};
        assert_true(plant->nparam <= PARAMS_ROOM && plant->nstate + STN_TWISTS_MAX <= STATES_ROOM);
        seed = 1000000u + 1000u * (unsigned)l;
        for (int k = 0; k < LANE_TRIALS; k += POINTS) {
            double p[PARAMS_ROOM] = {0};
            PointShared shared = plant_case(plant, p, choice);
            for (int i = 0; i < POINTS; i++)
                parameters_near(p, &in[i]), motion(&in[i]), plant_point(plant, &in[i]);
            compare_all(&plant_kind, plant->name, l, &shared, in, tried);
        }
        for (int f = 0; f < PLANT_FUNCTIONS; f++)
            assert_true(tried[f] >=
                        ((f == PLANT_SAMPLE && !plant->sample) || (f == PLANT_LATE && !plant->late)
                             ? 0
                             : LANE_TRIALS));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elementary_functions_have_the_same_bits_in_lanes),
        cmocka_unit_test(laws_have_the_same_bits_in_lanes),
        cmocka_unit_test(plants_have_the_same_bits_in_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
