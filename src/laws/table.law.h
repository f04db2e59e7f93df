/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Steady friction over speed as a table of measured points, straight between them, set-valued at rest:
 *   v != 0: FF = F(|v|)*sgn(v), beyond the last point along the last two;   stuck while |h| <= F(0).
 * Each point between is a kink of the curve, and so a relation; between two of them the law is affine.  Trap: a
 * curve that still falls at its end would push at a high speed: it is refused. */
#include "laws/curve.h"

#define STN_PARAMS_table(P, P2, PV, N)                                        \
    N(v_table, V, "$x/s", NAN, 0, 1e9, "speeds of the table, rising from 0",  \
      "10 speeds along the Stribeck curve")                                   \
    N(F_forward, V, "$F", NAN, 0, 1e9, "friction at these speeds, forward",   \
      "F_backward, or the Stribeck curve")                                    \
    N(F_backward, V, "$F", NAN, 0, 1e9, "friction at these speeds, backward", \
      "F_forward, or the Stribeck curve")
#define STN_STATES_table(S, SV)
#define STN_RELS_table(R) R(point, "", "speed above the point of the table")
STN_LAW_TYPES(table)

/* The curve in the sense of motion: a line, and what its slope changes by at each point between. */
STN_SLIDE(table)
{
    STN_USE(table);
    real dir = in->dir, speed = dir * in->v, slope = stn_splat(0.0);
    real F = stn_gt0(dir, p->F_forward[0], p->F_backward[0]);
    for (int i = 0; i + 1 < self->n; i++) {
        real rise = stn_gt0(dir, p->F_forward[i + 1] - p->F_forward[i],
                            p->F_backward[i + 1] - p->F_backward[i]);
        real next = stn_over(rise, p->v_table[i + 1] - p->v_table[i]), over = speed;
        if (i > 0) {
            int k = STN_REL(table, point) + i - 1;
            over = stn_side(r, k, speed - p->v_table[i], speed - p->v_table[i], stn_splat(0.0));
            stn_guard_margin(r, k, 1e-10 * p->v_table[i]); /* the pieces meet */
        }
        F = F + (next - slope) * over;
        slope = next;
    }
    return stn_fric(dir * F, stn_splat(0.0));
}

STN_REST(table)
{
    STN_USE(table);
    *hi = p->F_forward[0];
    *lo = -p->F_backward[0];
}

#define STN_KERNEL_table .slide = table_slide, .rest = table_rest
#ifdef STN_SETUP
STN_SHAPE(table)
{
    STN_USE_P(table);
    return STN_SHAPE_AFFINE; /* between points, which are relations */
}
/* The first point is no kink, and the last one neither. */
STN_FN int table_unused_rels(STN_SELF) { return 2; }

/* What is not given, from the Stribeck curve of the site: at speeds where exp(-(v/vs)^n) has fallen by
 * about as much each time, and without its rest at the last two. */
STN_DERIVE(table)
{
    static const double fall[STN_VECTOR_MAX] = {0.0, 0.1, 0.25, 0.45, 0.7, 1.0, 1.5, 2.3, 4.0, 9.0};
    const double *Fs = stn_of(derive, "Fs"), *Fc = stn_of(derive, "Fc");
    const double *vs = stn_of(derive, "vs"), *n = stn_of(derive, "n");
    const double *sigma2 = stn_of(derive, "sigma2");
    const char *name[2] = {"F_forward", "F_backward"};
    double speed[STN_VECTOR_MAX];
    (void)context;
    for (int i = 0; i < STN_VECTOR_MAX; i++)
        speed[i] = stn_mean(vs) * stn_pow(fall[i], 1.0 / fmax(stn_mean(n), 0.5));
    derive->fill(derive, "v_table", STN_VECTOR_MAX, speed);
    const int count = derive->count(derive, "v_table");
    const double *at = stn_of(derive, "v_table");
    const bool given[2] = {derive->given(derive, name[0]), derive->given(derive, name[1])};
    for (int side = 0; side < 2; side++) {
        double F[STN_VECTOR_MAX];
        for (int i = 0; i < count; i++)
            F[i] = (i + 2 < count ? stn_curve(Fs[side], Fc[side], 1.0 / vs[side], n[side], at[i])
                                  : Fc[side]) +
                   sigma2[side] * at[i];
        if (!given[side] && given[1 - side])
            derive->fill(derive, name[side], derive->count(derive, name[1 - side]),
                         stn_of(derive, name[1 - side]));
        else
            derive->fill(derive, name[side], count, F);
    }
}

STN_CHECK(table)
{
    STN_USE_P(table);
    (void)context;
    const int n = self->n;
    if (n < 2 || p->v_table[0] != 0.0)
        return "v_table must begin with 0 and have two speeds at least";
    for (int i = 1; i < n; i++)
        if (!(p->v_table[i] > p->v_table[i - 1]))
            return "the speeds of v_table must rise";
    for (int i = 0; i < STN_VECTOR_MAX; i++)
        if ((p->F_forward[i] > 0.0) != (i < n) || (p->F_backward[i] > 0.0) != (i < n))
            return "F_forward and F_backward must have as many entries as v_table, all above 0";
    if (p->F_forward[n - 1] < p->F_forward[n - 2] || p->F_backward[n - 1] < p->F_backward[n - 2])
        return "the last force of the table must not be below the one before it: beyond it the "
               "curve goes on along both";
    return NULL;
}
#define STN_SETUP_table                                                                     \
    .title = "Table of steady friction",                                                    \
    .equation = "v != 0: FF = F(|v|)*sgn(v), straight between the points;  v = 0: FF = "    \
                "h while |h| <= F(0)",                                                      \
    .text = "A measured curve of steady friction, up to 10 points, as it is.",              \
    .reference = "none: measured points", .flags = STN_LAW_SET_VALUED, .vector = "v_table", \
    .shape = table_shape, .check = table_check, .derive = table_derive,                     \
    .unused_rels = table_unused_rels
#endif
