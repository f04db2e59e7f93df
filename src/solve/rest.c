/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Soft sites: bodies held by bristles, or by the steep line of a smoothed law.  Such a body never stands
 * exactly: v decays, and in the end its sign is what the method leaves of it.  Two bounds tell rest from
 * motion, both in proportion to the tolerance:
 *   v_dead = DEAD*rtol*largest v   (docs/solver.md: at most the law's v_scale, at least its least weight)
 *   x_dead = DEAD*rtol*stroke      (stroke of the law: Fc/sigma0; a steep line has none)
 * A site has turned once it runs against its frozen direction faster than v_dead or farther than x_dead.
 * Until then the direction stays and no event is logged: what the wrong sign of v does to the bristle is
 * below 2*x_dead, however long the rest lasts.  A turn is located where v passed zero; one that ends a
 * rest, at the kink that ended it. */
#include "kernel/real.h"
#include "solve/locate.h"

#include <math.h>

#define DEAD 32.0
enum { RESTED = 4 }; /* steps, a power of 2 */
#define EDGE 2.0 /* of the step times the rate of what holds the site: explicit steps end at 6 */
#define CLOSE 16.0
enum { LATE_TERM = 5 }; /* from this term on an explicit step's polynomial shows that it swings */
#define PASSES \
    0.5 /* slope of v before a kink over that after it: a body that comes to rest is below */
#define GROWTH 16.0 /* v = c*(t - t_kink)^k: the largest k that a chain of states between gives */
#define SAME_POWER 0.1    /* of k, by which it may differ between two instants, */
#define SOON (1.0 + 1e-9) /* and the least ratio of the times since the kink that shows it */

/* An element of the law slips, and would go on slipping in the frozen direction although v has passed zero: where the
 * level of the law falls from v = 0 without a limit to its slope, that changes its force by far more than the
 * travel in the band does.  A body at rest has no such element. */
static bool element_slips(const StnSystem *S, const StnState *st, int site)
{
    const double *mode = stn_mode(S, st) + S->model.law_rel[site];
    bool slips = false;
    for (int k = 0; k < S->model.law_nrel[site]; k++)
        slips = slips || mode[k] != 0.0;
    return slips && S->num.shape[site].nonsmooth;
}

double stn_dead_band(const StnSystem *S, const StnState *st, int site)
{
    StnWork *W = stn_work(st);
    if (element_slips(S, st, site))
        return W->v_rounding[site];
    double most = stn_site_v(&S->model, S->scale_max, site);
    double size = fmax(fmin(W->v_most[site], most), stn_site_v(&S->model, S->scale_min, site));
    return fmax(DEAD * S->solver.rtol * size, W->v_rounding[site]);
}

/* Integral of the polynomial from 0 to x. */
static double integral(const double *c, int degree, double x)
{
    double sum = 0.0;
    for (int k = degree; k >= 0; k--)
        sum = (sum + c[k] / (k + 1)) * x;
    return sum;
}

/* Zero of the polynomial between 0, where it is positive, and b, where it is not. */
static double zero(const double *c, int degree, double b)
{
    double a = 0.0;
    for (int i = 0; i < 60 && b - a > 1e-15 * b; i++) {
        double x = 0.5 * (a + b);
        if (stn_poly_value(c, degree, x) > 0.0)
            a = x;
        else
            b = x;
    }
    return b;
}

/* The largest of the late terms: what a polynomial that swings can be wrong by between its ends. */
static double late_terms(const double *p, int degree)
{
    double late = 0.0;
    for (int k = LATE_TERM; k <= degree; k++)
        late = fmax(late, fabs(p[k]));
    return late;
}

/* The dead band of a step.  It widens where events repeat at one instant, and for what lies between two
 * ends in or close above it: at the edge of stability an explicit step is right at its ends, while its
 * polynomial swings.  One state that swings does not decide for the others: a dip of v below its own late
 * terms is real. */
static double band_of_step(const StnSystem *S, const StnState *st, int site, const double *p)
{
    StnWork *W = stn_work(st);
    double band = stn_dead_band(S, st, site), end = stn_poly_value(p, W->degree, 1.0);
    bool inside = fmin(p[0], end) >= -band && fmax(p[0], end) <= CLOSE * band;
    int wider = 2 * (W->instant < 15 ? W->instant : 15);
    if (inside)
        wider += W->how == STN_STEP_EXPLICIT ? 8 : 2;
    double wide = ldexp(band, wider);
    if (W->how == STN_STEP_EXPLICIT && W->swings && end >= -band) /* right at its ends only */
        wide = fmax(wide, late_terms(p, W->degree));
    return wide;
}

/* Where the velocity dir*v = p leaves the dead band backwards; 2: it does not. */
static double leaves(const StnSystem *S, const StnState *st, int site, const double *p)
{
    StnWork *W = stn_work(st);
    double shifted[STN_DEGREE_MAX + 1];
    for (int k = 1; k <= W->degree; k++)
        shifted[k] = p[k];
    shifted[0] = p[0] + band_of_step(S, st, site, p);
    return stn_poly_first_root(shifted, W->degree, 0.0);
}

/* The turn of a site that leaves its band backwards at `left`: where v passed zero.  A rest begins the step
 * with either sign of v, and a whole slip may follow in it: it turns at the end of that slip. */
static double turn_before(const StnSystem *S, const StnState *st, int site, const double *p,
                          double left)
{
    const int degree = stn_work(st)->degree;
    if (p[0] > 0.0)
        return zero(p, degree, left);
    const double fell = stn_poly_first_root(p, degree, band_of_step(S, st, site, p));
    return fell < left ? fell : p[0] < 0.0 ? 0.0 : left;
}

double stn_soft_turn(const StnSystem *S, const StnState *st, int site, const double *p)
{
    StnWork *W = stn_work(st);
    double left = leaves(S, st, site, p);
    if (left > 1.0) { /* slowly, perhaps, but far */
        double back = stn_rests(S, st)[site].travel - W->h * integral(p, W->degree, 1.0);
        double stroke = S->num.shape[site].stroke;
        if (stroke == 0.0 || !(back > DEAD * S->solver.rtol * stroke) ||
            !(stn_poly_value(p, W->degree, 1.0) < 0.0))
            return 2.0;
        left = 1.0;
    }
    return turn_before(S, st, site, p, left);
}

/* The velocity of a site in the sense of its direction, at one instant. */
typedef struct {
    double t, v, slope;
} Pace;

static Pace pace(const StnWork *W, const double *p, double theta)
{
    return (Pace){W->t0 + theta * W->h, stn_poly_value(p, W->degree, theta),
                  stn_poly_slope(p, W->degree, theta) / W->h};
}

/* k, if v = c*(t - kink)^k */
static double power_since(double kink, const Pace *now)
{
    return now->slope * (now->t - kink) / now->v;
}

/* v has grown since the kink as a power of time, and did not pass through the band at that rate before. */
static bool ended_rest(double kink, double slope_before, const Pace *now)
{
    double power = power_since(kink, now);
    return power > 0.0 && power <= GROWTH && slope_before < PASSES * fabs(now->slope);
}

typedef enum { GREW_NOT, GREW_PERHAPS, GREW } Grew;

/* Whether it is the kink before the last one that v has grown from: then v was c*(t - kink)^k already where the
 * last one was noted, with the k that it has now.  So a body behind others leaves its rest when a
 * shaft far away makes contact, whatever else happens before it is faster than v_dead.  Perhaps: it
 * was noted just now. */
static Grew grew_through(const StnRest *rest, const Pace *now)
{
    double kink = rest->t_kink_before;
    double grown = now->v / rest->v_noted, longer = (now->t - kink) / (rest->t_noted - kink);
    if (!(rest->v_noted < 0.0 && longer >= 1.0)) /* or no number */
        return GREW_NOT;
    if (longer <= SOON)
        return GREW_PERHAPS;
    double mean = stn_log(fmax(grown, 1.0)) / stn_log(longer), power = power_since(kink, now);
    return fabs(mean - power) <= SAME_POWER * power ? GREW : GREW_NOT;
}

/* The instant of the turn that is due: at a kink that ended a rest; else where v passed zero, if that
 * was in an earlier step; else now.  A site without dead band has one such kink, the start of the
 * run, and is noticed where v has left the noise of the tolerance. */
double stn_turn_instant(const StnSystem *S, const StnState *st, int site)
{
    StnWork *W = stn_work(st);
    const StnRest *rest = &stn_rests(S, st)[site];
    double p[STN_DEGREE_MAX + 1], kink = rest->t_kink, before = rest->t_kink_before;
    stn_site_poly(S, st, site, st->modes.dir[site], 0.0, p);
    double left = S->model.soft[site] ? leaves(S, st, site, p) : W->theta_due;
    if (left <= 1.0 && !isnan(kink)) {
        Pace now = pace(W, p, left);
        if (grew_through(rest, &now) != GREW_NOT &&
            ended_rest(before, rest->kink_slope_before, &now))
            return before;
        if (ended_rest(kink, rest->kink_slope, &now))
            return kink;
    }
    return isnan(rest->t_zero) ? W->tv : rest->t_zero;
}

static void forget_kinks(StnRest *rest) { rest->t_kink = rest->t_kink_before = NAN; }

void stn_rest_begins(const StnSystem *S, StnState *st, const double *y)
{
    StnWork *W = stn_work(st);
    for (int i = 0; i < S->model.nsite; i++) {
        StnRest *rest = &stn_rests(S, st)[i];
        forget_kinks(rest);
        if (stn_site_v(&S->model, y, i) == 0.0)
            rest->t_kink = W->t0;
        rest->kink_slope = 0.0;
        rest->t_zero = NAN;
    }
}

void stn_rest_forget(const StnSystem *S, StnState *st, int site)
{
    StnRest *rest = &stn_rests(S, st)[site];
    forget_kinks(rest);
    rest->t_zero = NAN;
    rest->travel = 0.0;
    rest->steps = rest->stiff = 0;
}

/* The fastest rate of what holds the site: of its damping, or of its mass on the bristle's stiffness. */
static double holding_rate(const StnSystem *S, const double *J, int site)
{
    const StnModel *M = &S->model;
    const int n = M->n, first = M->law_state[site];
    double stiffness = 0.0, damping = 0.0;
    for (int v = stn_site_first(M, site); v >= 0; v = stn_site_next(M, site, v)) {
        damping += fabs(J[v * n + v]);
        for (int s = first; s < first + M->law_nstate[site]; s++)
            stiffness += fabs(J[v * n + s] * J[s * n + v]);
    }
    return fmax(damping, sqrt(stiffness));
}

bool stn_rest_is_stiff(const StnSystem *S, StnState *st)
{
    StnWork *W = stn_work(st);
    StnRest *rest = stn_rests(S, st);
    bool ask = false, stiff = false;
    for (int i = 0; i < S->model.nsite; i++) {
        int n = rest[i].steps;
        bool due = n >= RESTED && n % RESTED == 0 && (n <= 4 * RESTED || (n & (n - 1)) == 0);
        ask = ask || (due && !rest[i].stiff);
        stiff = stiff || rest[i].stiff;
    }
    if (!ask || W->how != STN_STEP_EXPLICIT)
        return stiff;
    double *J = stn_scratch(S, st);
    W->slope_ready = 0; /* J overwrites it */
    stn_jacobian(S, st, W->t0, stn_coef(S, st), J, NULL, NULL, NULL, NULL, 0);
    for (int i = 0; i < S->model.nsite; i++)
        if (rest[i].steps >= RESTED && W->h * holding_rate(S, J, i) > EDGE)
            rest[i].stiff = stiff = true;
    return stiff;
}

/* Whether the site has rested up to an event, which may be the kink that ends its rest. */
static void note_kink(const StnWork *W, StnRest *rest, double instant, const double *p, double band)
{
    const double end = W->theta_due;
    bool rests = fabs(p[0]) <= band && fabs(stn_poly_value(p, W->degree, 0.5 * end)) <= band;
    if (!rests) {
        forget_kinks(rest);
        return;
    }
    if (instant <= rest->t_kink) /* a turn noticed late: v has gone on since */
        return;
    Pace now = pace(W, p, end);
    Grew grew = grew_through(rest, &now);
    if (grew == GREW_NOT) {
        rest->t_kink_before = rest->t_kink;
        rest->kink_slope_before = rest->kink_slope;
    }
    rest->t_kink = instant;
    rest->kink_slope = fabs(now.slope);
    if (grew != GREW_PERHAPS) {
        rest->t_noted = now.t;
        rest->v_noted = now.v;
    }
}

/* A site without dead band rests too, and its rests end at kinks: one that stands but for the spring that holds it,
 * or without friction.  This one is looked at where something is due only. */
static void note_hard(const StnSystem *S, StnState *st, int site, double instant, double now)
{
    StnWork *W = stn_work(st);
    const bool due = W->due != STN_DUE_NOTHING && !W->propagated;
    if (!due && !S->model.elastic[site])
        return;
    double p[STN_DEGREE_MAX + 1], band = stn_velocity_noise(S, st, site);
    if (!(now <= band))
        forget_kinks(&stn_rests(S, st)[site]);
    else if (due) {
        stn_site_poly(S, st, site, st->modes.dir[site], 0.0, p);
        note_kink(W, &stn_rests(S, st)[site], instant, p, band);
    }
}

void stn_rest_note(const StnSystem *S, StnState *st, double instant, const double *y)
{
    StnWork *W = stn_work(st);
    for (int i = 0; i < S->model.nsite; i++) {
        StnRest *rest = &stn_rests(S, st)[i];
        double p[STN_DEGREE_MAX + 1], band, end = W->theta_due;
        double now = st->modes.dir[i] * stn_site_v(&S->model, y, i);
        if (st->modes.dir[i] == 0.0 || S->model.imposed[i])
            continue;
        if (S->model.elastic[i] || !(S->model.set_valued[i] || S->model.soft[i]))
            note_hard(S, st, i, instant, now);
        if (!S->model.soft[i])
            continue;
        band = stn_dead_band(S, st, i);
        if (!(now <= band)) { /* below -band too it has not turned: its band is wider for a while */
            stn_rest_forget(S, st, i);
            continue;
        }
        stn_site_poly(S, st, i, st->modes.dir[i], 0.0, p);
        rest->steps++;
        rest->travel = fmax(rest->travel - W->h * integral(p, W->degree, end), 0.0);
        if (now > 0.0)
            rest->t_zero = NAN;
        else if (p[0] > 0.0)
            rest->t_zero = W->t0 + W->h * zero(p, W->degree, end);
        if (W->due != STN_DUE_NOTHING)
            note_kink(W, rest, instant, p, band);
    }
}
