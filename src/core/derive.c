/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The rules of parameters.h ("derived"), in the order in which they need each other. */
#include "core/derive.h"

#include <string.h>

#define VALUE(name) (set->value[STN_PAR_##name])
#define GIVEN(name) (set->given[STN_PAR_##name])

/* What the context does not know. */
#define DEFAULT_DT 1e-5
#define DEFAULT_MASS 1.0

static double known(double value, double otherwise)
{
    return isfinite(value) && value > 0.0 ? value : otherwise;
}
static double most(const double pair[2]) { return fmax(pair[0], pair[1]); }
static double mean(const double pair[2]) { return 0.5 * (pair[0] + pair[1]); }

static void fill(StnFrictionSet *set, int par, int count, const double *value)
{
    if (set->given[par])
        return;
    memset(set->value[par], 0, sizeof set->value[par]);
    memcpy(set->value[par], value, (size_t)count * sizeof *value);
    set->count[par] = count;
    set->derived[par] = true;
}
#define FILL1(name, a) fill(set, STN_PAR_##name, 1, (const double[]){a})
#define FILL2(name, a, b) fill(set, STN_PAR_##name, 2, (const double[]){a, b})

/* ---- Defaults ---- */

typedef struct {
    StnKind kind;
    double def;
} Row;

static const Row rows[] = {
#define ROW(name, kind, unit, def, min, max, text, derived) {kind, def},
    STN_FRICTION_PARAMETERS(ROW)
#undef ROW
};

void stn_friction_defaults(StnFrictionSet *set)
{
    memset(set, 0, sizeof *set);
    for (int i = 0; i < STN_PAR_COUNT; i++) {
        for (int j = 0; j < STN_VECTOR_MAX; j++)
            set->value[i][j] = rows[i].def;
        if (!isnan(rows[i].def))
            set->count[i] = rows[i].kind == STN_PAIR ? 2 : 1;
    }
}

/* One value means the same on both sides; unused places of a vector are 0. */
static void complete(StnFrictionSet *set)
{
    for (int i = 0; i < STN_PAR_COUNT; i++) {
        if (rows[i].kind == STN_PAIR && set->count[i] == 1) {
            set->value[i][1] = set->value[i][0];
            set->count[i] = 2;
        }
        for (int j = set->count[i]; rows[i].kind == STN_VECTOR && j < STN_VECTOR_MAX; j++)
            set->value[i][j] = 0.0;
    }
}

/* ---- Levels ---- */

/* Where only one efficiency is given the other follows: the same loss in both senses. */
static void efficiencies(StnFrictionSet *set)
{
    const double *opp = VALUE(eta_din_opp), *aid = VALUE(eta_din_aid), *stat = VALUE(eta_stat_opp);
    FILL2(eta_din_aid, 2.0 - 1.0 / opp[0], 2.0 - 1.0 / opp[1]);
    FILL2(eta_stat_opp, opp[0], opp[1]);
    if (GIVEN(eta_stat_opp))
        FILL2(eta_stat_aid, 2.0 - 1.0 / stat[0], 2.0 - 1.0 / stat[1]);
    else
        FILL2(eta_stat_aid, aid[0], aid[1]);
}

/* Level of a load-dependent site against motion to side 0 (forward) or 1, as coulomb_load has it. */
static double loaded(const double *T0, const double *opp, const double *aid, double load, int side)
{
    double opposing = side == 0 ? load : -load;
    return T0[side] +
           (opposing > 0.0 ? (1.0 / opp[side] - 1.0) * opposing : (aid[side] - 1.0) * opposing);
}

/* Fs, Fc of a site that has only the values of a load-dependent or position-dependent law. */
static void levels_from_others(StnFrictionSet *set, double load)
{
    bool has_load = GIVEN(T0_din) || GIVEN(T0_stat),
         has_map = GIVEN(Cs_forward) || GIVEN(Cs_backward);
    if (GIVEN(Fs) || GIVEN(Fc) || !(has_load || has_map))
        return;
    if (has_load) {
        const double *stat = GIVEN(T0_stat) ? VALUE(T0_stat) : VALUE(T0_din);
        const double *din = GIVEN(T0_din) ? VALUE(T0_din) : VALUE(T0_stat);
        const double *so = VALUE(eta_stat_opp), *sa = VALUE(eta_stat_aid);
        const double *d_o = VALUE(eta_din_opp), *da = VALUE(eta_din_aid);
        FILL2(Fs, loaded(stat, so, sa, load, 0), loaded(stat, so, sa, load, 1));
        FILL2(Fc, loaded(din, d_o, da, load, 0), loaded(din, d_o, da, load, 1));
        FILL2(T0_stat, stat[0], stat[1]);
        FILL2(T0_din, din[0], din[1]);
        return;
    }
    const double *forward = GIVEN(Cs_forward) ? VALUE(Cs_forward) : VALUE(Cs_backward);
    const double *backward = GIVEN(Cs_backward) ? VALUE(Cs_backward) : VALUE(Cs_forward);
    double beta[2] = {GIVEN(beta) ? VALUE(beta)[0] : 1.0, GIVEN(beta) ? VALUE(beta)[1] : 1.0};
    FILL2(Fs, fabs(forward[0]), fabs(backward[0]));
    FILL2(Fc, fabs(forward[0]) / beta[0], fabs(backward[0]) / beta[1]);
}

/* A default level gives way where it would contradict the given one (Fs >= Fc). */
static void levels(StnFrictionSet *set, double load)
{
    efficiencies(set);
    levels_from_others(set, load);
    const double *Fs = VALUE(Fs), *Fc = VALUE(Fc);
    if (GIVEN(Fc) && !GIVEN(Fs) && (Fs[0] < Fc[0] || Fs[1] < Fc[1]))
        FILL2(Fs, fmax(Fs[0], Fc[0]), fmax(Fs[1], Fc[1]));
    if (GIVEN(Fs) && !GIVEN(Fc) && (Fs[0] < Fc[0] || Fs[1] < Fc[1]))
        FILL2(Fc, fmin(Fs[0], Fc[0]), fmin(Fs[1], Fc[1]));
    FILL2(T0_din, Fc[0], Fc[1]);
    FILL2(T0_stat, Fs[0], Fs[1]);
    FILL1(Cs_forward, Fs[0]);
    FILL1(Cs_backward, Fs[1]);
    FILL2(beta, Fc[0] > 0.0 ? fmin(Fs[0] / Fc[0], 1e3) : 1e3,
          Fc[1] > 0.0 ? fmin(Fs[1] / Fc[1], 1e3) : 1e3);
    FILL1(Cd, fmin(Fc[0], Fc[1]));
    FILL1(Cd_s, VALUE(Cd)[0]);
}

/* ---- Bristles and elements ---- */

static void bristles(StnFrictionSet *set, double m, double length)
{
    const double *Fs = VALUE(Fs), *Fc = VALUE(Fc), *vs = VALUE(vs), *s0 = VALUE(sigma0);
    double stiffness = fmax(mean(Fs) / length, 1e-3); /* of one and the same bristle: if it changed
        with the sign of v, a deflected one would chatter about v = 0 */
    FILL2(sigma0, stiffness, stiffness);
    FILL2(sigma1, 2.0 * sqrt(s0[0] * m), 2.0 * sqrt(s0[1] * m));
    FILL2(z_ba, 0.9 * Fc[0] / s0[0], 0.9 * Fc[1] / s0[1]);
    FILL2(vb, 5.0 * vs[0], 5.0 * vs[1]);
    FILL2(C, fmax(s0[0] * vs[0] * (Fs[0] > 0.0 ? Fc[0] / Fs[0] : 1.0), 1e-9),
          fmax(s0[1] * vs[1] * (Fs[1] > 0.0 ? Fc[1] / Fs[1] : 1.0), 1e-9));
}

/* Four elements whose virgin curve sum min(k_i*x, nu_i*Fs) is the best approximation of LuGre's
 * Fs*(1 - exp(-y)), y = sigma0*x/Fs, among those with its initial stiffness: the error alternates
 * between +-1.7 % of Fs.  break_at: where each element slips, in y. */
enum { ELEMENTS = 4 };
static const double break_at[ELEMENTS] = {0.19061736634736204, 0.8670200651278939,
                                          1.894030316758967, 4.070660002182569};
static const double share[ELEMENTS] = {0.07613273553873015, 0.2930142354549928, 0.3813764675881982,
                                       0.24947656141807883};

/* A Preisach operator only needs places for its turning points: as many as there are. */
static void elements(StnFrictionSet *set)
{
    double k[STN_VECTOR_MAX], nu[STN_VECTOR_MAX], Fs = mean(VALUE(Fs)), s0 = mean(VALUE(sigma0));
    bool spring = VALUE(stick)[0] == 0.0, preisach = VALUE(stick)[0] == 2.0;
    bool ranged = !spring && GIVEN(z_max); /* hybrid: the last element slips at z_max */
    int n = preisach ? STN_VECTOR_MAX : ELEMENTS;
    double per_y = ranged ? mean(VALUE(z_max)) / break_at[ELEMENTS - 1] : Fs / s0;
    if (GIVEN(k) || GIVEN(nu))
        n = set->count[GIVEN(k) ? STN_PAR_k : STN_PAR_nu];
    bool equal = n != ELEMENTS || GIVEN(k) || GIVEN(nu);
    for (int i = 0; i < n; i++) {
        nu[i] = equal ? 1.0 / n : share[i];
        double y = equal ? -log(1.0 - (i + 0.5) / n) : break_at[i];
        k[i] = fmax((GIVEN(nu) ? VALUE(nu)[i] : nu[i]) * Fs / (y * per_y), 1e-12);
    }
    fill(set, STN_PAR_nu, n, nu);
    fill(set, STN_PAR_k, n, k);
}

/* ---- Numbers of the fixed step ---- */

static void steps(StnFrictionSet *set, const StnContext *context, double m)
{
    double dt = known(context->dt, DEFAULT_DT), Ts = known(context->Ts, dt);
    double umax = known(context->umax, 2.0 * most(VALUE(Fs)));
    FILL1(eps, fmax(1.1 * most(VALUE(Fc)) * dt / m, 1e-15));
    FILL1(S, fmax(1.5 * umax * dt / m, 1e-15));
    double S = VALUE(S)[0], dx = known(context->dx, INFINITY);
    FILL1(p0, fmax(10.0 / Ts, 2.0 * S / dx));
    FILL1(S2, fmax(0.02 * S, 1e-18));
}

void stn_friction_derive(StnFrictionSet *set, const StnContext *context)
{
    double m = known(context->m, DEFAULT_MASS),
           load = isfinite(context->load) ? context->load : 0.0;
    complete(set);
    levels(set, load);
    bristles(set, m, context->rotary ? 1e-4 : 1e-5);
    elements(set);
    steps(set, context, m);
}
