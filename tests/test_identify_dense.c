/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* QR, triangles and singular values against their definitions and closed forms. */
#include "build_block.h"
#include "identify/dense.h"

enum { ROWS = 40, COLUMNS = 7 };

static double random_next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-52 - 1.0;
}

/* R'R = P'A'A P, and Q' keeps lengths. */
static void a_factorisation_gives_the_matrix_back(void **state)
{
    double a[ROWS * COLUMNS], q[ROWS * COLUMNS], tau[COLUMNS], b[ROWS], kept = 0.0, turned = 0.0;
    uint64_t seed = 1;
    for (int pivoted = 0; pivoted < 2; pivoted++) {
        int pivot[COLUMNS] = {0, 1, 2, 3, 4, 5, 6};
        for (int i = 0; i < ROWS * COLUMNS; i++)
            q[i] = a[i] = random_next(&seed) * (i / ROWS == 3 ? 100.0 : 1.0);
        stn_dense_qr(ROWS, COLUMNS, q, pivoted ? pivot : NULL, tau);
        assert_int_equal(pivot[0], pivoted ? 3 : 0);
        for (int i = 0; i < COLUMNS; i++)
            for (int j = i; j < COLUMNS; j++) {
                double own = 0.0, other = 0.0;
                for (int r = 0; r <= i; r++)
                    own += q[i * ROWS + r] * q[j * ROWS + r];
                for (int r = 0; r < ROWS; r++)
                    other += a[pivot[i] * ROWS + r] * a[pivot[j] * ROWS + r];
                NEAR(own, other, 1e-12 * 1e4);
            }
        for (int i = 0; i < ROWS; i++)
            b[i] = random_next(&seed), kept += b[i] * b[i];
        stn_dense_apply_q(ROWS, COLUMNS, q, tau, b);
        for (int i = 0; i < ROWS; i++)
            turned += b[i] * b[i];
        NEAR(turned, kept, 1e-12);
    }
}

static void a_triangle_is_inverted(void **state)
{
    double a[COLUMNS * COLUMNS] = {0}, inverse[COLUMNS * COLUMNS];
    uint64_t seed = 2;
    for (int c = 0; c < COLUMNS; c++)
        for (int r = 0; r <= c; r++)
            a[c * COLUMNS + r] = random_next(&seed) + (r == c ? 3.0 : 0.0);
    memcpy(inverse, a, sizeof a);
    stn_dense_invert_triangle(COLUMNS, inverse);
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            double sum = 0.0;
            for (int k = 0; k < COLUMNS; k++)
                sum += a[k * COLUMNS + i] * inverse[j * COLUMNS + k];
            NEAR(sum, i == j, 1e-14);
        }
}

/* The second difference matrix of n points has the singular values 4*sin^2(k*pi/(2*(n+1))). */
static void singular_values_are_those_of_the_closed_form(void **state)
{
    double a[COLUMNS * COLUMNS] = {0}, s[COLUMNS], V[COLUMNS * COLUMNS];
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j < COLUMNS; j++)
            a[j * COLUMNS + i] = i == j ? 2.0 : abs(i - j) == 1 ? -1.0 : 0.0;
    stn_dense_singular(COLUMNS, a, s, V);
    for (int k = 0; k < COLUMNS; k++)
        NEAR(s[k], 4.0 * pow(sin((COLUMNS - k) * PI / (2.0 * (COLUMNS + 1))), 2), 1e-14);
}

/* Of a matrix without full rank the last value is 0, and its column of V says which combination: here
 * 2*first - second = 0. */
static void a_missing_rank_names_its_direction(void **state)
{
    double a[9] = {1, 2, 3, 2, 4, 6, 1, 0, 1}, s[3], V[9];
    stn_dense_singular(3, a, s, V);
    NEAR(s[2], 0.0, 1e-15);
    NEAR(fabs(V[6]), 2.0 / sqrt(5.0), 1e-14);
    NEAR(fabs(V[7]), 1.0 / sqrt(5.0), 1e-14);
    NEAR(V[8], 0.0, 1e-14);
    assert_true(V[6] * V[7] < 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_factorisation_gives_the_matrix_back),
        cmocka_unit_test(a_triangle_is_inverted),
        cmocka_unit_test(singular_values_are_those_of_the_closed_form),
        cmocka_unit_test(a_missing_rank_names_its_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
