/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "exchange/steady.h"

#include "core/imposed.h"

#include <math.h>
#include <string.h>

#define RIGHT 1e-9 /* of the friction: the formula is that of the law */

static double parameter(const StnSystem *system, int site, const char *name, int side)
{
    const double value = stn_system_friction(system, site, name, side);
    return isnan(value) && side == 1 ? stn_system_friction(system, site, name, 0) : value;
}

/* ---- The terms ---- */

static bool differs(const StnSteady *s, size_t at, double none)
{
    double forward, backward;
    memcpy(&forward, (const char *)&s->side[0] + at, sizeof forward);
    memcpy(&backward, (const char *)&s->side[1] + at, sizeof backward);
    return isfinite(forward) && (forward != none || backward != none);
}
#define DIFFERS(name, none) differs(&s, offsetof(StnSteadySide, name), none)

static void read_map(const StnSystem *system, int site, StnSteady *s)
{
    static const char *const names[2] = {"Cs_forward", "Cs_backward"};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < STN_VECTOR_MAX; i++) {
            const double c = stn_system_friction(system, site, names[side], i);
            s->side[side].C[i] = isnan(c) ? 0.0 : c;
            if (s->side[side].C[i] != 0.0 && i > s->degree)
                s->degree = i;
        }
    s->moves = s->degree > 0;
}

StnSteady stn_steady(const StnSystem *system, int site)
{
    StnSteady s = {.terms = 0};
#define READ(name, other)                                     \
    s.side[side].name = parameter(system, site, #name, side); \
    if (isnan(s.side[side].name) && (const char *)(other))    \
        s.side[side].name = parameter(system, site, (other) ? (other) : "", side);
    for (int side = 0; side < 2; side++) {
        STN_STEADY_VALUES(READ)
        if (isnan(s.side[side].sigma2))
            s.side[side].sigma2 = 0.0;
    }
#undef READ
    const bool falls = isfinite(s.side[0].vs) && isfinite(s.side[0].Fs);
    s.terms |= falls ? STN_TERM_FALL : 0;
    s.terms |= falls && isfinite(s.side[0].vb) ? STN_TERM_FILM : 0;
    s.terms |= DIFFERS(eta_opp, 1.0) || DIFFERS(eta_aid, 1.0) ? STN_TERM_LOAD : 0;
    s.terms |= DIFFERS(k_m, 0.0) || DIFFERS(k_e, 0.0) ? STN_TERM_LEVEL : 0;
    s.terms |= DIFFERS(k_ms, 0.0) || DIFFERS(k_es, 0.0) ? STN_TERM_PEAK : 0;
    s.terms |= DIFFERS(k_mq, 0.0) || DIFFERS(k_eq, 0.0) ? STN_TERM_SQUARE : 0;
    s.terms |= isfinite(s.side[0].eps) ? STN_TERM_BAND : 0;
    s.terms |= DIFFERS(v_onset, 0.0) ? STN_TERM_ONSET : 0;
    if (isfinite(stn_system_friction(system, site, "Cs_forward", 0))) {
        s.terms |= STN_TERM_MAP;
        read_map(system, site, &s);
        if ((s.terms & STN_TERM_ONSET) && stn_system_friction(system, site, "onset", 0) > 0.0)
            s.terms |= STN_TERM_JUMP;
    } else if (isnan(s.side[0].Fc)) {
        s.side[0].Fc = s.side[1].Fc = 0.0; /* no dry friction at all */
    }
    return s;
}

StnSteadyRange stn_steady_range(const StnSystem *system, int site, double speed, double load)
{
    const double vs = stn_system_friction(system, site, "vs", 0);
    const StnSteadyAt none = {0.0, NAN, 0.0};
    StnSteadyRange range = {.speed = speed > 0.0 ? speed : isfinite(vs) ? 100.0 * vs : 1.0};
    for (int dir = -1; dir <= 1; dir += 2)
        for (int k = 0; k < 2; k++) {
            const double v = dir * range.speed * (k ? 1.0 : 1e-6);
            range.level = fmax(range.level, fabs(stn_steady_law(system, site, v, none)));
        }
    range.load = load > 0.0 ? load : range.level > 0.0 ? 2.0 * range.level : 1.0;
    return range;
}

StnSteady stn_steady_found(const StnSystem *system, int site, const StnSteadyRange *range,
                           double *error)
{
    const StnSteady all = stn_steady(system, site);
    *error = stn_steady_error(&all, system, site, range->speed, range->load);
    if (!(all.terms & STN_TERM_BAND))
        return all;
    StnSteady other = all;
    other.terms &= ~(unsigned)STN_TERM_BAND;
    const double without = stn_steady_error(&other, system, site, range->speed, range->load);
    if (!(without < *error))
        return all;
    *error = without;
    return other;
}

bool stn_steady_is_law(const StnSteadyRange *range, double error)
{
    return error <= RIGHT * range->level;
}

double *stn_steady_value(StnSteady *steady, const char *name, int side)
{
#define FIND(own, other)                                                                           \
    if (strcmp(name, #own) == 0 || ((other) != NULL && strcmp(name, (other) ? (other) : "") == 0)) \
        return &steady->side[side].own;
    STN_STEADY_VALUES(FIND)
#undef FIND
    return NULL;
}

/* ---- Its value ---- */

static double power(double x, double n) { return x > 0.0 ? pow(x, n) : 0.0; }

static double polynomial(const StnSteady *t, const StnSteadySide *p, double x)
{
    double sum = p->C[t->degree];
    for (int i = t->degree - 1; i >= 0; i--)
        sum = sum * x + p->C[i];
    return fmax(sum, 0.0);
}

double stn_steady_level(const StnSteady *steady, int side, double x)
{
    const StnSteadySide *p = &steady->side[side];
    return steady->terms & STN_TERM_MAP ? polynomial(steady, p, x) / p->beta : p->Fc;
}

/* Against the motion at the speed s > 0; load, drive: in the sense of the motion.  The same formula, term by
 * term, is what feedforward_code.c writes. */
static double level_at(const StnSteady *t, int side, double s, StnSteadyAt at)
{
    const StnSteadySide *p = &t->side[side];
    double level = stn_steady_level(t, side, at.x);
    double peak = p->Fs - p->Fc, over = s - p->v_onset;
    if (t->terms & STN_TERM_FILM)
        peak =
            (1.0 - (1.0 - p->Fc / p->Fs) * power(fmin(s / p->vb, 1.0), 2.0 / 3.0)) * p->Fs - p->Fc;
    if (t->terms & STN_TERM_PEAK)
        peak += fabs(p->k_ms * at.drive + p->k_es * at.load);
    if ((t->terms & STN_TERM_SQUARE) && at.drive * at.load > 0.0)
        peak += fabs(at.drive) > fabs(at.load) ? p->k_eq * at.load * at.load
                                               : p->k_mq * at.drive * at.drive;
    if (t->terms & STN_TERM_LEVEL)
        level += fabs(p->k_m * at.drive + p->k_e * at.load);
    if (t->terms & STN_TERM_LOAD)
        level += (at.load > 0.0 ? 1.0 / p->eta_opp - 1.0 : 1.0 - p->eta_aid) * fabs(at.load);
    if (t->terms & STN_TERM_FALL)
        level += exp(-power(s / p->vs, p->n)) * peak;
    if (t->terms & STN_TERM_BAND)
        level *= fmin(s / p->eps, 1.0);
    if (t->terms & STN_TERM_JUMP)
        return level + (over > 0.0 ? p->sigma2 * s : 0.0);
    if (t->terms & STN_TERM_ONSET)
        return level + p->sigma2 * fmax(over, 0.0);
    return level + p->sigma2 * s;
}

/* With the drive that the motion takes, drive = load + friction: by Newton's method with the slope of a
 * difference, which is exact on the straight pieces that the level is made of. */
static double level_moving(const StnSteady *t, int side, double s, StnSteadyAt at)
{
    const StnSteadySide *p = &t->side[side];
    at.drive = at.load + p->sigma2 * s;
    for (int k = 0; k < 12; k++) {
        const double step = 1e-6 * (fabs(at.drive) + p->Fc) + 1e-12, F = level_at(t, side, s, at);
        StnSteadyAt above = at, below = at;
        above.drive += step, below.drive -= step;
        const double slope =
            (level_at(t, side, s, above) - level_at(t, side, s, below)) / (2.0 * step);
        at.drive -= (at.drive - at.load - F) / (1.0 - slope);
    }
    return level_at(t, side, s, at);
}

double stn_steady_friction(const StnSteady *steady, double v, StnSteadyAt at)
{
    const double dir = v > 0.0 ? 1.0 : -1.0;
    const int side = v < 0.0;
    if (!(v != 0.0))
        return v;
    const StnSteadyAt sense = {dir * at.load, dir * at.drive, at.x};
    const bool moving = isnan(at.drive) && (steady->terms & STN_TERMS_DRIVE);
    return dir * (moving ? level_moving(steady, side, dir * v, sense)
                         : level_at(steady, side, dir * v, sense));
}

/* ---- The law itself ---- */

double stn_steady_law(const StnSystem *system, int site, double v, StnSteadyAt at)
{
    StnImposed imposed;
    stn_imposed_begin(&imposed, system, site, at.load);
    const double F = stn_imposed_steady(&imposed, v);
    return at.x == 0.0 ? F : stn_imposed_force(&imposed, at.x, v);
}

/* The difference at one speed, both directions and all loads. */
static double error_at(const StnSteady *steady, const StnSystem *system, int site, double speed,
                       double load)
{
    static const double loads[] = {0.0, 0.31, -0.31, 1.0, -1.0};
    double most = 0.0;
    for (size_t k = 0; k < sizeof loads / sizeof loads[0]; k++)
        for (int dir = -1; dir <= 1; dir += 2) {
            const StnSteadyAt at = {loads[k] * load, NAN, 0.3 * loads[k]};
            const double e = fabs(stn_steady_friction(steady, dir * speed, at) -
                                  stn_steady_law(system, site, dir * speed, at));
            most = isnan(e) ? INFINITY : fmax(most, e);
        }
    return most;
}

/* Speeds on both sides of every place where a term changes, and all over the range. */
double stn_steady_error(const StnSteady *steady, const StnSystem *system, int site, double speed,
                        double load)
{
    static const double shares[] = {1e-4, 0.003, 0.017, 0.05, 0.11, 0.23, 0.47, 0.71, 1.0};
    const StnSteadySide *p = &steady->side[0];
    const double places[] = {p->vs, p->vb, p->eps, p->v_onset};
    double most = 0.0;
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
        most = fmax(most, error_at(steady, system, site, shares[i] * speed, load));
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (places[i] > 0.0) {
            most = fmax(most, error_at(steady, system, site, 0.37 * places[i], load));
            most = fmax(most, error_at(steady, system, site, 1.7 * places[i], load));
        }
    return most;
}
