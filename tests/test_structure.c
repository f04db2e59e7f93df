/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Jacobians and factorisations that leave zeros alone: against those that do not. */
#include "build_chain.h"

#include "core/structure.h"
#include "core/system.h"
#include "solve/small_systems.h"
#include "solve/sparse_systems.h"
#include "solve/step.h"

/* Eight bodies in a line, each with a bristle; stiff shafts, one of them with play. */
static void eight_bodies(Chain *c)
{
    chain_begin(c, "bodies=8 J1=0.01 J2=0.01 J3=0.01 J4=0.01 J5=0.01 J6=0.01 J7=0.01 J8=0.01");
    chain_set(c, "K2=300 K3=300 K4=300 K5=300 K6=300 K7=300 K8=300 play5=0.05");
    chain_set(c, "D2=0.2 D3=0.2 D4=0.2 D5=0.2 D6=0.2 D7=0.2 D8=0.2");
    for (int k = 1; k <= 8; k++)
        chain_friction(c, k, "lugre", "Fs=0.15 Fc=0.1 vs=0.01 sigma0=1000 sigma1=3 sigma2=0.01");
    block_input(&c->b, "u", stn_signal_sine(4.0, 1.0, 0.0, 0.0, 0.0));
    block_make(&c->b);
}

/* The entries are seen column by column at first, where the play is open, and the one that its closing adds by
 * the derivative along all states. */
static void a_structured_jacobian_is_the_whole_one(void **state)
{
    Chain c;
    double J[64 * 64], whole[64 * 64];
    (void)state;
    eight_bodies(&c);
    const StnSystem *S = c.b.system;
    const StnModel *M = &S->model;
    assert_true(stn_has_structure(M) && M->n <= 64);
    const StnStructure known = stn_structure(S, c.b.state);
    uint64_t entries_before = 0;
    for (int k = 1; k <= 20; k++) {
        block_to(&c.b, 0.05 * k);
        const double *y = stn_coef(S, c.b.state), t = stn_work(c.b.state)->t0;
        stn_structured_jacobian(S, c.b.state, t, y, J);
        stn_jacobian(S, c.b.state, t, y, whole, NULL, NULL, NULL, NULL, 0);
        uint64_t entries = 0;
        for (int a = 0; a < M->nactive; a++)
            for (int b = 0; b < M->nactive; b++) {
                const int at = M->active[a] * M->n + M->active[b];
                CHECK(J[at] == whole[at], "%g s: J[%d][%d] = %.17g, not %.17g", 0.05 * k, a, b,
                      J[at], whole[at]);
                entries += known.column[b] >> a & 1;
            }
        assert_true(entries >= entries_before);
        entries_before = entries;
    }
    /* a bristle, a speed, an angle, a twist per body: few of 31 x 31 */
    CHECK(*known.products > 0 && *known.products < 200, "%d products", (int)*known.products);
    chain_end(&c);
}

/* lambda - J of that chain at some instant, and a right side without a pattern. */
static void systems(const Chain *c, double re, double im, double *a, double *z, double *b)
{
    const StnSystem *S = c->b.system;
    const StnModel *M = &S->model;
    const int n = M->nactive;
    double J[64 * 64];
    stn_structured_jacobian(S, c->b.state, 0.3, stn_coef(S, c->b.state), J);
    for (int r = 0; r < n; r++)
        for (int col = 0; col < n; col++) {
            const double j = J[M->active[r] * M->n + M->active[col]];
            a[r * n + col] = (r == col ? re : 0.0) - j;
            z[2 * (r * n + col)] = a[r * n + col];
            z[2 * (r * n + col) + 1] = r == col ? im : 0.0;
        }
    for (int i = 0; i < 2 * n; i++)
        b[i] = 1.0 + 0.37 * (i % 5) - 0.11 * (i % 7);
}

/* Solutions agree to the rounding that the dense one, with pivots, has itself: 1e-9 of the largest part is
 * 1e7 ulp, what the spread of the entries (1 to 3e6) may cost. */
static void factors_without_zeros_solve_the_same(void **state)
{
    static const double lambda[][2] = {{10.0, 7.0}, {900.0, 600.0}, {1e5, 2e4}};
    Chain c;
    (void)state;
    eight_bodies(&c);
    block_to(&c.b, 0.3);
    const StnStructure known = stn_structure(c.b.system, c.b.state);
    const int n = c.b.system->model.nactive;
    const StnSparse plan = {n, known.order, known.right, known.below};
    for (int k = 0; k < COUNT(lambda); k++) {
        double a[2][64 * 64], z[2][2 * 64 * 64], b[2][128], most = 0.0;
        int p[STN_STATES_MAX];
        for (int way = 0; way < 2; way++)
            systems(&c, lambda[k][0], lambda[k][1], a[way], z[way], b[way]);
        double x[2][128];
        memcpy(x, b, sizeof x);
        assert_true(stn_sparse_factor_real(&plan, a[0]) && stn_factor_real(a[1], n, p));
        stn_sparse_solve_real(&plan, a[0], x[0]);
        stn_solve_real(a[1], n, p, x[1]);
        for (int i = 0; i < n; i++)
            most = fmax(most, fabs(x[1][i]));
        for (int i = 0; i < n; i++)
            NEAR(x[0][i], x[1][i], 1e-9 * most);
        assert_true(stn_sparse_factor_complex(&plan, z[0]) && stn_factor_complex(z[1], n, p));
        stn_sparse_solve_complex(&plan, z[0], b[0]);
        stn_solve_complex(z[1], n, p, b[1]);
        for (int i = 0; i < 2 * n; i++)
            NEAR(b[0][i], b[1][i], 1e-9 * most * 10.0);
    }
    chain_end(&c);
}

/* 1 - 1*1 leaves nothing of a pivot that a row exchange would have found. */
static void a_pivot_that_cancels_is_refused(void **state)
{
    static const uint64_t order[] = {0, 1}, right[] = {2, 0}, below[] = {2, 0};
    const StnSparse plan = {2, order, right, below};
    double a[] = {1.0, 1.0, 1.0, 1.0 + 1e-15}, z[] = {1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1e-15};
    (void)state;
    assert_false(stn_sparse_factor_real(&plan, a));
    assert_false(stn_sparse_factor_complex(&plan, z));
}

/* A state whose words point beyond its states is damaged. */
static void a_damaged_structure_is_refused(void **state)
{
    Chain c;
    StnError error;
    (void)state;
    eight_bodies(&c);
    block_to(&c.b, 0.3);
    const size_t size = stn_state_size(c.b.system);
    assert_int_equal(stn_state_check(c.b.system, c.b.state, size, &error), STN_OK);
    const StnStructure known = stn_structure(c.b.system, c.b.state);
    known.right[3] |= (uint64_t)1 << 63;
    assert_int_not_equal(stn_state_check(c.b.system, c.b.state, size, &error), STN_OK);
    known.right[3] = 0, known.order[2] = 64;
    assert_int_not_equal(stn_state_check(c.b.system, c.b.state, size, &error), STN_OK);
    chain_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_structured_jacobian_is_the_whole_one),
        cmocka_unit_test(factors_without_zeros_solve_the_same),
        cmocka_unit_test(a_pivot_that_cancels_is_refused),
        cmocka_unit_test(a_damaged_structure_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
