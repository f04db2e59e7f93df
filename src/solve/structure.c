/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Jacobians of many states of which each touches a few (bodies in a line with their shafts and bristles).  Columns that
 * share no row are derived together (Curtis, Powell, Reid), so that a chain takes as many evaluations with eight
 * bodies as with three.  Where the entries are is not declared but seen: a Jacobian made column by column
 * shows them, and one more derivative, along all states at once, tells whether another has come up since. */
#include "core/cstep.h"
#include "core/structure.h"
#include "solve/sparse_systems.h"
#include "solve/step.h"

#include <math.h>
#include <string.h>

enum { GROUPS_MOST = 16 };
#define UNSEEN 1e-9 /* of the terms of a rate: an entry that is so small is not missed */

static inline uint64_t bit(int i) { return (uint64_t)1 << i; }

/* Which columns are derived together; 0: too many groups. */
static int groups(const StnStructure *known, int n, uint64_t *group)
{
    int count = 0;
    for (uint64_t left = stn_all_bits(n), rows = 0; left; rows = 0, count++) {
        if (count == GROUPS_MOST)
            return 0;
        group[count] = 0;
        for (uint64_t m = left; m; m &= m - 1) {
            int c = stn_lowest_bit(m);
            if (rows & known->column[c])
                continue;
            rows |= known->column[c];
            group[count] |= bit(c);
        }
        left &= ~group[count];
    }
    return count;
}

/* The derivative along `probe` is what J makes of it. */
static bool complete(const StnSystem *S, const double *J, const double *probe, const double *seen)
{
    const StnModel *M = &S->model;
    for (int a = 0; a < M->nactive; a++) {
        const double *row = J + M->active[a] * M->n;
        double sum = 0.0, terms = 0.0;
        for (int b = 0; b < M->nactive; b++) {
            double term = row[M->active[b]] * probe[M->active[b]];
            sum += term, terms += fabs(term);
        }
        if (!(fabs(seen[M->active[a]] - sum) <= UNSEEN * terms))
            return false;
    }
    return true;
}

static bool grouped(const StnSystem *S, const StnState *st, const StnIn *u, const double *y,
                    const StnStructure *known, double *J)
{
    const StnModel *M = &S->model;
    uint64_t group[GROUPS_MOST];
    double along[(GROUPS_MOST + 1) * STN_STATES_MAX], out[(GROUPS_MOST + 1) * STN_STATES_MAX];
    const int count = groups(known, M->nactive, group);
    if (count == 0 || count + 1 >= M->nactive)
        return false;
    memset(along, 0, (size_t)((count + 1) * M->n) * sizeof *along);
    memset(J, 0, (size_t)(M->n * M->n) * sizeof *J);
    double *probe = along + count * M->n;
    for (int g = 0; g < count; g++)
        for (uint64_t m = group[g]; m; m &= m - 1)
            along[g * M->n + M->active[stn_lowest_bit(m)]] = 1.0;
    for (int a = 0; a < M->nactive; a++) /* no two terms cancel but by chance */
        probe[M->active[a]] = (1.0 + 0.07 * a) * S->scale[M->active[a]];
    stn_derivatives_along(S, st, y, u, along, count + 1, out);
    for (int g = 0; g < count; g++)
        for (uint64_t m = group[g]; m; m &= m - 1) {
            const int c = stn_lowest_bit(m);
            for (uint64_t r = known->column[c]; r; r &= r - 1) {
                const int row = M->active[stn_lowest_bit(r)];
                J[row * M->n + M->active[c]] = out[g * M->n + row];
            }
        }
    return complete(S, J, probe, out + count * M->n);
}

/* How many: the compiler's own function is a call into its library, another one on each platform. */
static int bits(uint64_t m)
{
    int count = 0;
    for (; m; m &= m - 1)
        count++;
    return count;
}

/* The order of elimination by Markowitz: each turn the diagonal that costs the fewest products. */
static void find_order(const StnStructure *known, int n)
{
    uint64_t rows[STN_STRUCTURE_MOST], columns[STN_STRUCTURE_MOST], left = stn_all_bits(n);
    *known->products = 1;
    for (int i = 0; i < n; i++)
        rows[i] = bit(i);
    for (int c = 0; c < n; c++) {
        columns[c] = known->column[c] | bit(c);
        for (uint64_t m = columns[c]; m; m &= m - 1)
            rows[stn_lowest_bit(m)] |= bit(c);
    }
    for (int turn = 0; turn < n; turn++) {
        int best = 0, least = STN_STRUCTURE_MOST * STN_STRUCTURE_MOST;
        for (uint64_t m = left; m; m &= m - 1) {
            int q = stn_lowest_bit(m);
            int products = (bits(rows[q] & left) - 1) * (bits(columns[q] & left) - 1);
            if (products < least)
                least = products, best = q;
        }
        left &= ~bit(best);
        known->order[turn] = (uint64_t)best;
        known->right[turn] = rows[best] & left;
        known->below[turn] = columns[best] & left;
        *known->products += (uint64_t)least;
        for (uint64_t m = known->below[turn]; m; m &= m - 1)
            rows[stn_lowest_bit(m)] |= known->right[turn];
        for (uint64_t m = known->right[turn]; m; m &= m - 1)
            columns[stn_lowest_bit(m)] |= known->below[turn];
    }
}

void stn_structured_jacobian(const StnSystem *S, StnState *st, double t, const double *y, double *J)
{
    const StnModel *M = &S->model;
    StnIn u[STN_INPUTS_MAX];
    if (!stn_has_structure(M)) {
        stn_jacobian(S, st, t, y, J, NULL, NULL, NULL, NULL, 0);
        return;
    }
    const StnStructure known = stn_structure(S, st);
    stn_inputs(S, st, t, u);
    if (*known.products > 0 && grouped(S, st, u, y, &known, J)) {
        st->counters.jacobians++;
        return;
    }
    stn_jacobian(S, st, t, y, J, NULL, NULL, NULL, NULL, 0);
    bool more = *known.products == 0;
    for (int c = 0; c < M->nactive; c++)
        for (int r = 0; r < M->nactive; r++)
            if (J[M->active[r] * M->n + M->active[c]] != 0.0 && !(known.column[c] & bit(r)))
                known.column[c] |= bit(r), more = true;
    if (more)
        find_order(&known, M->nactive);
}
