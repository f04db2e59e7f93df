/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What every law owes inside a system, and every plant with its default law: exact Jacobians,
 * guards that hold while their mode does, affine modes that are affine, friction that
 * dissipates. */
#include "build_block.h"

enum { N = STN_ROW };

/* ---- Cases ---- */

/* Drives of the block that make all its rates work. */
static void drive_case(Block *b, const BlockVariant *variant, const char *drive)
{
    block_begin(b, variant->law);
    block_choose(b, "drive", drive);
    block_friction(b, "sigma2", 0.4);
    block_friction(b, "sigma0", 1e4);
    block_friction(b, "sigma1", 100.0);
    block_words(b, variant->words);
    block_input(b, "u", stn_signal_sine(2.5, 0.2, 0.0, 0.0, 0.0));
    block_input(b, "y", stn_signal_sine(1.0, 0.1, 0.0, 0.0, 0.0));
    block_input(b, "xd", stn_signal_sine(1.0, 0.1, 0.0, 0.0, 0.0));
    block_input(b, "vd", stn_signal_sine(0.1, 0.1, 0.0, 0.0, 0.0));
    block_input(b, "load", stn_signal_sine(0.2, 0.11, 0.3, 0.0, 0.0));
    block_make(b);
}

/* Words may repeat what the case has given: take the later one away. */
static bool variant_at(int index, BlockVariant *variant)
{
    if (!block_variant(index, variant))
        return false;
    if (strstr(variant->words, "sigma2"))
        variant->words = "";
    return true;
}

static const char *const drives[] = {"spring", "pid", "force"};

/* ---- Jacobian ---- */

/* Rates and guards at (y, u) with the present modes. */
static void rates_at(const StnSystem *S, StnState *st, const double *y, const StnIn *u, double *dy,
                     double *guard)
{
    StnSite site[STN_SITES_MAX] = {{0}};
    double FF[STN_SITES_MAX];
    stn_assemble(S, st, y, u, 0, dy, guard, site, FF);
}

/* Central differences in state j (or input j - n): dy and guards. */
static void difference(const StnSystem *S, StnState *st, double *y, int j, double step, double *d,
                       double *g)
{
    StnIn u[STN_INPUTS_MAX];
    stn_inputs(S, st, st->t, u);
    double *x = j < S->model.n ? &y[j] : &u[j - S->model.n].val, keep = *x;
    double dp[N], dm[N], gp[STN_GUARDS_MAX], gm[STN_GUARDS_MAX];
    *x = keep + step;
    double above = *x;
    rates_at(S, st, y, u, dp, gp);
    *x = keep - step;
    double width = above - *x;
    rates_at(S, st, y, u, dm, gm);
    *x = keep;
    for (int i = 0; i < S->model.n; i++)
        d[i] = (dp[i] - dm[i]) / width;
    for (int k = 0; k < S->model.nguard; k++) /* a limit at infinity is no limit */
        g[k] = isfinite(gp[k]) ? (gp[k] - gm[k]) / width : NAN;
}

/* Column `a` against `b`; row sizes say what an error means; true when they agree. */
static bool agree(const double *exact, int width, int j, int rows, const double *near,
                  const double *far, const double *rounding, int *row)
{
    for (*row = 0; *row < rows; (*row)++) {
        double a = exact[*row * width + j], b = near[*row], c = far[*row];
        /* the error of the smaller step: a third of what doubling it changes, and rounding */
        double tolerance = fabs(b - c) + rounding[*row] + 1e-6 * fabs(a);
        if (!isnan(b) && !(fabs(a - b) <= tolerance))
            return false;
    }
    return true;
}

static void assert_jacobian(const StnSystem *S, StnState *st, const char *what)
{
    static double J[N * N], Gy[STN_GUARDS_MAX * N], B[N * STN_INPUTS_MAX],
        Gu[STN_GUARDS_MAX * STN_INPUTS_MAX];
    double y[N], dy[N], guard[STN_GUARDS_MAX], rounding[N], g_rounding[STN_GUARDS_MAX];
    double d1[N], d2[N], g1[STN_GUARDS_MAX], g2[STN_GUARDS_MAX];
    memcpy(y, stn_now(S, st), (size_t)S->model.n * sizeof *y);
    int all[STN_INPUTS_MAX];
    for (int j = 0; j < S->model.ninput; j++)
        all[j] = j;
    stn_jacobian(S, st, st->t, y, J, Gy, B, Gu, all, S->model.ninput);
    stn_rates(S, st, st->t, y, dy, guard);
    for (int j = 0; j < S->model.n + S->model.ninput; j++) {
        bool state = j < S->model.n;
        double size = state ? fmax(fabs(y[j]), 1e-3 * S->scale[j]) : 1.0, step = 1e-6 * size;
        int row, width = state ? S->model.n : S->model.ninput, col = state ? j : j - S->model.n;
        const double *A = state ? J : B, *G = state ? Gy : Gu;
        for (int i = 0; i < S->model.n; i++) { /* terms of the size that the row has, to 1e-15 */
            double terms = fabs(dy[i]) + 1.0;
            for (int k = 0; k < S->model.n; k++)
                terms += fabs(J[i * S->model.n + k] * y[k]);
            rounding[i] = 1e-14 * terms / step;
        }
        for (int k = 0; k < S->model.nguard; k++) {
            double terms = fabs(guard[k]) + 1.0;
            for (int i = 0; i < S->model.n; i++)
                terms += fabs(Gy[k * S->model.n + i] * y[i]);
            g_rounding[k] = 1e-14 * terms / step;
        }
        difference(S, st, y, j, step, d1, g1);
        difference(S, st, y, j, 2.0 * step, d2, g2);
        bool same = agree(A, width, col, S->model.n, d1, d2, rounding, &row);
        CHECK(same, "%s at %g s: d(rate %d)/d(%s %d) = %.12g, differences say %.12g", what, st->t,
              row, state ? "state" : "input", col, A[row * width + col], d1[row]);
        same = agree(G, width, col, S->model.nguard, g1, g2, g_rounding, &row);
        CHECK(same, "%s at %g s: d(guard %d)/d(%s %d) = %.12g, differences say %.12g", what, st->t,
              row, state ? "state" : "input", col, G[row * width + col], g1[row]);
    }
}

static void jacobians_of_every_law_equal_differences(void **state)
{
    BlockVariant variant;
    (void)state;
    for (int i = 0; variant_at(i, &variant); i++) {
        if (stn_catalog_law(NULL, variant.law)->flags & STN_LAW_FIXED_ONLY)
            continue;
        for (int d = 0; d < COUNT(drives); d++) {
            Block b;
            char what[128];
            drive_case(&b, &variant, drives[d]);
            snprintf(what, sizeof what, "%s %s, %s", variant.law, variant.words, drives[d]);
            assert_true(b.system->model.complex_step);
            for (int k = 0; k <= 40; k++) {
                block_to(&b, 0.37 * k);
                if (block_value(&b, "v") != 0.0 || b.state->modes.dir[0] == 0.0)
                    assert_jacobian(b.system, b.state, what); /* |v|^(2/3) has no slope at v = 0 */
            }
            block_end(&b);
        }
    }
}

/* ---- Guards ---- */

/* Guards at the state's time: never below zero by more than the located event's own precision. */
static void assert_guards(const StnSystem *S, StnState *st, const char *what)
{
    double y[N], dy[N], guard[STN_GUARDS_MAX], size;
    memcpy(y, stn_now(S, st), (size_t)S->model.n * sizeof *y);
    stn_rates(S, st, st->t, y, dy, guard);
    for (int k = 0; k < S->model.nguard; k++) {
        size = 1e-9;
        CHECK(guard[k] >= -size, "%s at %.12g s: guard %d (%s) = %g", what, st->t, k,
              stn_guard_name(&S->model, k), guard[k]);
    }
}

static void guards_of_every_law_hold_while_their_mode_does(void **state)
{
    BlockVariant variant;
    (void)state;
    for (int i = 0; variant_at(i, &variant); i++) {
        if (stn_catalog_law(NULL, variant.law)->flags & STN_LAW_FIXED_ONLY)
            continue;
        for (int d = 0; d <= COUNT(drives); d++) {
            Block b;
            char what[128];
            const char *drive = d < COUNT(drives) ? drives[d] : "motion";
            drive_case(&b, &variant, drive);
            snprintf(what, sizeof what, "%s %s, %s", variant.law, variant.words, drive);
            for (int k = 0; k <= 1000; k++) {
                block_to(&b, 0.0173 * k);
                assert_guards(b.system, b.state, what);
            }
            block_end(&b);
        }
    }
}

/* ---- Affine ---- */

static void apply(const StnSystem *S, const double *p, const double *s, const StnSite *in,
                  double *mode, double *out)
{
    double guard[STN_RELS_MAX], next[STN_RELS_MAX];
    StnRel r = {.mode = mode, .guard = guard, .next = next};
    StnFric f = S->model.law[0]->slide(&S->model.law_self[0], p, s, in, &r, out + 2);
    out[0] = f.F;
    out[1] = f.M;
}

/* Along straight lines in (v, x, h, load, states), modes frozen, second differences vanish wherever
 * the shape says affine. */
static void a_law_that_says_affine_is_affine(void **state)
{
    BlockVariant variant;
    (void)state;
    for (int i = 0; variant_at(i, &variant); i++) {
        Block b;
        drive_case(&b, &variant, "force");
        block_to(&b, 2.0); /* modes as they come, in slip forward */
        const StnSystem *S = b.system;
        double above = S->num.shape[0].affine_above,
               *mode = stn_mode(S, b.state) + S->model.law_rel[0];
        double out[3][N], s[N], size = 1e-3;
        for (int k = 0; isfinite(above) && k < 3; k++) {
            double v = above + 0.01 + 0.05 * k, step = k - 1.0;
            for (int j = 0; j < 3; j++) {
                double at = (j - 1) * size;
                StnSite in = {.v = v + at,
                              .x = 0.1 + at * step,
                              .h = 0.5 + 3.0 * at,
                              .m = 1.0,
                              .load = 0.2 + at,
                              .dir = 1.0};
                for (int q = 0; q < S->model.law_nstate[0]; q++)
                    s[q] = (0.1 + 0.01 * q) + (q + 1) * at;
                apply(S, S->law_p[0], s, &in, mode, out[j]);
            }
            for (int q = 0; q < 2 + S->model.law_nstate[0]; q++) {
                double second = out[0][q] - 2.0 * out[1][q] + out[2][q],
                       scale = fabs(out[1][q]) + 1.0;
                CHECK(fabs(second) <= 1e-13 * scale, "%s %s: place %d, second difference %g of %g",
                      variant.law, variant.words, q, second, scale);
            }
        }
        block_end(&b);
    }
}

/* ---- Dissipation ---- */

static void steady_sliding_dissipates(void **state)
{
    static const double speeds[] = {1e-5, 1e-3, 0.02, 0.3, 2.0};
    BlockVariant variant;
    (void)state;
    for (int i = 0; variant_at(i, &variant); i++) {
        for (int k = 0; k < 2 * COUNT(speeds); k++) {
            Block b;
            double v = speeds[k / 2] * (k % 2 ? -1.0 : 1.0);
            block_begin(&b, variant.law);
            block_choose(&b, "drive", "motion");
            block_friction(&b, "sigma0", 1e4);
            block_words(&b, variant.words);
            block_input(&b, "vd", stn_signal_constant(v));
            b.def.solver.dt = 1e-3;
            block_make(&b);
            block_to(&b, 0.005 / fabs(v) + 10.0); /* well beyond any bristle and film */
            double F = block_value(&b, "FF");
            CHECK(F * v >= 0.0 && isfinite(F), "%s %s: FF = %g at %g m/s", variant.law,
                  variant.words, F, v);
            block_end(&b);
        }
    }
}

/* Over a closed cycle in the steady state the work of friction is positive, or 0 without it. */
static void a_closed_cycle_dissipates(void **state)
{
    static const double amplitude[] = {2e-6, 5e-5, 1e-3, 0.1};
    BlockVariant variant;
    (void)state;
    for (int i = 0; variant_at(i, &variant); i++) {
        for (int k = 0; k < COUNT(amplitude); k++) {
            Block b;
            block_begin(&b, variant.law);
            block_choose(&b, "drive", "motion");
            block_friction(&b, "sigma0", 1e4);
            block_words(&b, variant.words);
            block_input(&b, "vd", stn_signal_sine(amplitude[k] * 2.0 * PI, 1.0, 0.0, 0.0, 0.0));
            b.def.solver.dt = 1e-4;
            block_make(&b);
            b.quiet = true;
            block_to(&b, 10.0);
            if (stn_system_method(b.system) == STN_METHOD_FIXED) {
                block_end(&b); /* no energy account under imposed motion there */
                continue;
            }
            double before = stn_state_energy(b.system, b.state).friction;
            block_to(&b, 11.0);
            double work = stn_state_energy(b.system, b.state).friction - before;
            CHECK(work >= -1e-9 * amplitude[k], "%s %s: %g J over a cycle of %g m", variant.law,
                  variant.words, work, amplitude[k]);
            block_end(&b);
        }
    }
}

/* ---- Plants as they are by default ---- */

static StnSystem *plain_system(const StnPlant *plant, StnMethod method)
{
    StnSystemDef def = stn_default_system_def(plant);
    StnError error = {0};
    def.solver.method = method;
    for (int i = 0; i < plant->ninput; i++)
        if (isnan(plant->inputs[i].scale)) /* no default of its own */
            def.input[i] = stn_signal_sine(1e-3, 0.5, 0.0, 0.0, 0.0);
    StnSystem *S = stn_system_new(&def, &error);
    CHECK(S != NULL, "%s: %s", plant->name, error.text);
    return S;
}

/* A site that passes v = 0 at this very instant: |v|^(2/3) and the like have no slope there. */
static bool at_zero_speed(const StnSystem *S, const StnState *st)
{
    for (int i = 0; i < S->model.nsite; i++)
        if (st->modes.dir[i] != 0.0 && stn_site_v(&S->model, stn_now(S, st), i) == 0.0)
            return true;
    return false;
}

static void every_plant_runs_as_it_is_with_exact_jacobians_and_guards_that_hold(void **state)
{
    (void)state;
    for (int i = 0; i < stn_plant_count(); i++) {
        const StnPlant *plant = stn_plant_at(i);
        StnSystem *S = plain_system(plant, STN_METHOD_EVENT);
        StnState *st = stn_state_init(S, malloc(stn_state_size(S)));
        StnError error = {0};
        for (int k = 0; k <= 40; k++) {
            StnStatus status = stn_advance(S, st, 0.025 * k, NULL, &error);
            CHECK(status == STN_OK, "%s: %s", plant->name, error.text);
            assert_guards(S, st, plant->name);
            if (!at_zero_speed(S, st))
                assert_jacobian(S, st, plant->name);
        }
        free(st);
        stn_system_free(S);
    }
}

static void every_plant_goes_on_from_a_saved_state_with_the_same_bits(void **state)
{
    (void)state;
    for (int i = 0; i < 2 * stn_plant_count(); i++) {
        StnSystem *S =
            plain_system(stn_plant_at(i / 2), i % 2 ? STN_METHOD_FIXED : STN_METHOD_EVENT);
        size_t size = stn_state_size(S);
        StnState *st = stn_state_init(S, malloc(size)), *saved = malloc(size);
        double first[N], again[N];
        assert_int_equal(stn_advance(S, st, 0.1234567, NULL, NULL), STN_OK);
        memcpy(saved, st, size);
        assert_int_equal(stn_advance(S, st, 0.5, NULL, NULL), STN_OK);
        stn_state_columns(S, st, first);
        assert_int_equal(stn_advance(S, saved, 0.5, NULL, NULL), STN_OK);
        stn_state_columns(S, saved, again);
        assert_memory_equal(first, again, (size_t)stn_system_column_count(S) * sizeof *first);
        free(st);
        free(saved);
        stn_system_free(S);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jacobians_of_every_law_equal_differences),
        cmocka_unit_test(guards_of_every_law_hold_while_their_mode_does),
        cmocka_unit_test(a_law_that_says_affine_is_affine),
        cmocka_unit_test(steady_sliding_dissipates),
        cmocka_unit_test(a_closed_cycle_dissipates),
        cmocka_unit_test(every_plant_runs_as_it_is_with_exact_jacobians_and_guards_that_hold),
        cmocka_unit_test(every_plant_goes_on_from_a_saved_state_with_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
