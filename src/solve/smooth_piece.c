/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where a smooth piece starts, guards may be at zero: the one that the last event has just answered, and those
 * that happen to be there.  Whether such a guard fires at once or is left behind is looked for a short time ahead;
 * one that is left behind gets a lift, so that a search for roots sees it positive. */
#include "solve/smooth_piece.h"

#include <math.h>

enum { START_PROBES = 40, TURNS_ENOUGH = 8 };
/* A guard that is 0 is not watched, and CVODE takes the product of two values for their signs: that of this
 * and of what a force has become after a first step (1e-30 of its size, say) must not underflow. */
#define LIFT_LEAST 1e-100

/* ---- Steps matched to narrow features ---- */

double stn_piece_step(const StnSystem *S, const StnState *st, const double *y, const double *dy)
{
    StnWork *W = stn_work(st);
    double h = fmin(S->solver.h_max,
                    0.25 * S->num.t_shortest); /* limits of a standing site follow inputs */
    for (int i = 0; i < S->model.nsite; i++) {
        double dir = st->modes.dir[i], v = dir * stn_site_v(&S->model, y, i);
        double a = dir * stn_site_v(&S->model, dy, i), fine = 0.25 * S->num.shape[i].v_scale;
        if (dir == 0.0 || S->model.imposed[i] || !(S->num.shape[i].zone > 0.0))
            continue;
        if (st->modes.zone[i] && a != 0.0)
            h = fmin(h, fine / fabs(a));
        else if (!st->modes.zone[i] && a < 0.0) /* stages beyond the edge would spoil the step */
            h = fmin(h, fmax(0.9 * (v - S->num.shape[i].zone), fine) / -a);
    }
    return fmin(h, 1e3 * fmax(1.0, fabs(W->t0)));
}

/* ---- Guards at the start of a piece ---- */

/* Below this a guard is zero as far as rounding and, for velocities, the tolerance can tell. */
static double guard_noise(const StnSmoothPiece *piece, int k, double size)
{
    const StnSystem *S = piece->S;
    const StnState *st = piece->st;
    int site = (k - S->model.g_site) / 2, stop = (k - S->model.g_stop) / 2,
        which = (k - S->model.g_site) % 2;
    if (k >= S->model.g_stop &&
        st->modes.stop[stop] == 0.0) /* the force that lets it leave is known so well */
        return piece->rtol * S->scale[S->model.plant->stops[stop].pos];
    if (k < S->model.g_site || k >= S->model.g_stop || st->modes.dir[site] == 0.0)
        return 1e-12 * size;
    if (which == 1)
        return 1e-13 * S->num.shape[site].zone;
    return piece->rtol *
           (S->model.imposed[site] ? size : stn_site_v(&S->model, S->scale_abs, site));
}

/* Guards a short time ahead, by the midpoint rule. */
static void guards_ahead(const StnSmoothPiece *piece, const double *y, const double *dy, double h,
                         double *guard)
{
    StnWork *W = stn_work(piece->st);
    const StnSystem *S = piece->S;
    double probe[STN_ROW] = {0}, slope[STN_ROW];
    double t = W->t0;
    for (int i = 0; i < S->model.n; i++)
        probe[i] = y[i] + 0.5 * h * dy[i];
    stn_rates(S, piece->st, t + 0.5 * h, probe, slope, guard);
    for (int i = 0; i < S->model.n; i++)
        probe[i] = y[i] + h * slope[i];
    stn_rates(S, piece->st, t + h, probe, slope, guard);
}

/* A probe that is long against a stiff motion may show v leaving zero on either side, turn after turn.  After
 * some events at one instant a direction stands, and the integrator finds the turn beyond the lift. */
static bool stands(const StnSystem *S, const StnState *st, int k)
{
    const bool velocity =
        k >= S->model.g_site && k < S->model.g_stop && (k - S->model.g_site) % 2 == 0;
    return velocity && stn_work(st)->instant > TURNS_ENOUGH &&
           st->modes.dir[(k - S->model.g_site) / 2] != 0.0;
}

int stn_piece_start(StnSmoothPiece *piece, const double *y, const double *dy, const double *now,
                    double h)
{
    const StnSystem *S = piece->S;
    double end[STN_GUARDS_MAX], ahead[STN_GUARDS_MAX], noise[STN_GUARDS_MAX] = {0.0};
    bool open[STN_GUARDS_MAX] = {false}, any = false;
    guards_ahead(piece, y, dy, h, end);
    for (int k = 0; k < S->model.nguard; k++) {
        noise[k] = guard_noise(piece, k, fmax(fabs(now[k]), fabs(end[k])));
        open[k] = now[k] <= noise[k];
        any = any || open[k];
        piece->lift[k] = open[k] ? fmax(4.0 * noise[k], LIFT_LEAST) : 0.0;
        if (now[k] < -noise[k])
            return k;
    }
    for (int p = START_PROBES; any && p >= 0; p--) {
        guards_ahead(piece, y, dy, ldexp(h, -p), ahead);
        any = false;
        for (int k = 0; k < S->model.nguard; k++) {
            if (open[k] && ahead[k] < -4.0 * noise[k] && end[k] < 4.0 * noise[k] &&
                !stands(S, piece->st, k))
                return k;
            open[k] = open[k] && !(ahead[k] > 4.0 * noise[k]);
            any = any || open[k];
        }
    }
    return -1;
}

/* ---- Inside, and at its end ---- */

void stn_piece_guards(const StnSmoothPiece *piece, double t, const double *y, double *guard)
{
    double dy[STN_ROW];
    stn_rates(piece->S, piece->st, t, y, dy, guard);
    for (int k = 0; k < piece->S->model.nguard; k++)
        guard[k] = fmin(guard[k], 1e300) + piece->lift[k]; /* a limit may be infinitely far */
}

/* A guard is below zero where a piece starts.  Of a site that is elastic at rest (hybrid with pre-sliding) the
 * modes know the force of this instant only: in balance they let it go on as before, for ever. */
void stn_piece_event_at_start(const StnEngine *E, int fired)
{
    const StnModel *M = &E->system->model;
    const StnModes *modes = &E->state->modes;
    const int i = (fired - M->g_site) / 2;
    const bool velocity = fired >= M->g_site && fired < M->g_stop && (fired - M->g_site) % 2 == 0;
    const double was = velocity ? modes->dir[i] : 0.0;
    stn_modes_event(E, fired);
    if (was != 0.0 && modes->dir[i] == was && !M->imposed[i])
        stn_modes_go_back(E, i);
}

void stn_piece_on_time(const StnEngine *E)
{
    const StnSystem *S = E->system;
    StnState *st = E->state;
    StnWork *W = E->work;
    StnEvaluation now;
    stn_inputs_refresh(S, st, W->t0);
    stn_sample_due(S, st, W->t0, E->y, W->u);
    W->h_next = 0.0;
    if (st->started) {
        stn_modes_refresh(E, &now);
    } else {
        stn_lags_start(S, st, E->y);
        stn_modes_start(E);
    }
}
