/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Doubts about a compensation of friction, before the run: each names both numbers. */
#include "compensation/comp.h"
#include "core/build.h"

#include <math.h>
#include <string.h>

/* ---- The gain margin of the sampled loop ---- */

enum { LOOP_STATES = 5 }; /* x, v, x one and two samples ago, integral of e */
typedef double LoopMatrix[LOOP_STATES][LOOP_STATES];

/* What a sample and the hold after it make of the states, with the stiffness `more` beside Kp. */
static void loop_matrix(const StnLoop *at, double more, LoopMatrix M)
{
    const double T = at->Ts, r = at->c > 0.0 ? at->c / at->m : 0.0, decay = stn_exp(-r * T);
    const double v_v = r > 0.0 ? decay : 1.0, x_v = r > 0.0 ? (1.0 - decay) / r : T;
    const double v_u = x_v / at->m, x_u = (r > 0.0 ? (T - x_v) / r : 0.5 * T * T) / at->m;
    double u[LOOP_STATES] = {-(at->Kp + more) - at->Ki * T, 0.0, 0.0, 0.0, -at->Ki};
    if (at->derivative == 0)
        u[1] -= at->Kv;
    else
        u[0] -= at->Kv / (at->derivative * T),
            u[1 + at->derivative] += at->Kv / (at->derivative * T);
    memset(M, 0, sizeof(LoopMatrix));
    M[0][0] = 1.0, M[0][1] = x_v, M[1][1] = v_v;
    M[2][0] = 1.0, M[3][2] = 1.0, M[4][4] = 1.0, M[4][0] = T;
    if (at->Ki == 0.0)
        M[4][4] = M[4][0] = 0.0; /* an integral that nobody asks for */
    for (int j = 0; j < LOOP_STATES; j++)
        M[0][j] += x_u * u[j], M[1][j] += v_u * u[j];
}

/* Do all powers of the matrix stay bounded?  By squaring it 24 times: what grows by 1e-6 a sample shows. */
static bool is_stable(const StnLoop *at, double more)
{
    LoopMatrix M, square;
    loop_matrix(at, more, M);
    for (int pass = 0; pass < 24; pass++) {
        double largest = 0.0;
        for (int i = 0; i < LOOP_STATES; i++)
            for (int j = 0; j < LOOP_STATES; j++) {
                square[i][j] = 0.0;
                for (int k = 0; k < LOOP_STATES; k++)
                    square[i][j] += M[i][k] * M[k][j];
                largest = fmax(largest, fabs(square[i][j]));
            }
        memcpy(M, square, sizeof M);
        if (!(largest < 1e60))
            return false;
        if (largest < 1e-30)
            return true;
    }
    return true;
}

/* The largest stiffness that may be added to the loop; NaN where it is not known, 0 where there is none. */
static double gain_margin(const StnLoop *at)
{
    if (!(at->m > 0.0 && at->Ts > 0.0) || isnan(at->Kp) || isnan(at->Kv) || isnan(at->Ki))
        return NAN;
    double lo = 0.0, hi = 16.0 * at->m / (at->Ts * at->Ts);
    if (!is_stable(at, lo))
        return 0.0;
    for (int k = 0; k < 60; k++) {
        const double middle = 0.5 * (lo + hi);
        if (is_stable(at, middle))
            lo = middle;
        else
            hi = middle;
    }
    return lo;
}

/* ---- Terms ---- */

typedef struct {
    StnSystem *S;
    int k;
    StnLoop loop;
    char unit[16], length[16]; /* of force and position */
    double Fs;                 /* the larger static level of the site, NaN: not known */
} Doubts;

/* The number of a parameter of the term; NaN: it has none. */
static double term_number(const Doubts *d, const char *name)
{
    for (int i = 0; i < stn_system_term_value_count(d->S, d->k); i++) {
        const StnValue value = stn_system_term_value_at(d->S, d->k, i);
        if (strcmp(value.param->name, name) == 0)
            return value.value[0];
    }
    return NAN;
}

static void warn_of_integrator(const Doubts *d)
{
    const StnCompensation *kind = d->S->model.term[d->k];
    const double scale = d->S->term_p[d->S->model.term_p[d->k] + STN_TERM_SCALE];
    if ((kind->flags & STN_COMPENSATION_SLIDING) && d->loop.Ki > 0.0 && scale > 0.0)
        stn_note(
            d->S, STN_NOTE_WARNING,
            "compensation.%d: %s takes sliding friction away (scale %g) beside an integrator "
            "(Ki = %g %s/(%s*s)): together they hunt wider than the integrator alone; set Ki to "
            "0, or choose push or a rule of the integrator",
            d->k + 1, kind->name, scale, d->loop.Ki, d->unit, d->length);
}

static void warn_of_push(const Doubts *d)
{
    const double *p = d->S->term_p + d->S->model.term_p[d->k];
    const double Fs = p[STN_TERM_SCALE] * term_number(d, "Fs"), band = term_number(d, "band");
    const double gain = Fs / band, margin = gain_margin(&d->loop);
    if (!isnan(band) && Fs > d->Fs * (1.0 + 1e-9))
        stn_note(d->S, STN_NOTE_WARNING,
                 "compensation.%d: the push, %g %s, is more than the static level of the site, %g "
                 "%s: it moves what should rest",
                 d->k + 1, Fs, d->unit, d->Fs, d->unit);
    if (gain > margin)
        stn_note(
            d->S, STN_NOTE_WARNING,
            "compensation.%d: the gain of the push near the target, scale*Fs/band = %g %s/%s, is "
            "above the gain margin of the sampled loop, %g %s/%s: choose a wider band or a "
            "shorter Ts",
            d->k + 1, gain, d->unit, d->length, margin, d->unit, d->length);
}

static void warn_of_numbers(const Doubts *d)
{
    const double *p = d->S->term_p + d->S->model.term_p[d->k];
    const double L = term_number(d, "L"), band = term_number(d, "band");
    const double A = p[STN_TERM_SCALE] * term_number(d, "A");
    const StnModel *M = &d->S->model;
    if (L * d->loop.Ts > 0.5)
        stn_note(d->S, STN_NOTE_WARNING,
                 "compensation.%d: L*Ts = %g is above 0.5 (L = %g 1/s, Ts = %g s): the estimate "
                 "swings",
                 d->k + 1, L * d->loop.Ts, L, d->loop.Ts);
    if (A > d->loop.most)
        stn_note(d->S, STN_NOTE_WARNING,
                 "compensation.%d: the amplitude, %g %s, is above what the drive can do, %g %s",
                 d->k + 1, A, d->unit, d->loop.most, d->unit);
    for (int s = 0; s < M->nsensor; s++) {
        const StnVar *output = &M->full_plant->outputs[M->sensor_output[s]];
        const double step = d->S->num.sensor[s].resolution;
        if (output->role == STN_ROLE_POSITION && output->site == M->term_site && band < step)
            stn_note(
                d->S, STN_NOTE_WARNING,
                "compensation.%d: the band, %g %s, is below the step of the sensor of %s, %g %s: "
                "the error jumps over it",
                d->k + 1, band, d->length, output->name, step, d->length);
    }
}

StnStatus stn_system_loop(const StnSystem *S, StnLoop *loop, double *mass, StnError *error)
{
    StnLoop at = {.Ts = NAN};
    const StnStatus status = stn_loop_find(S, &at, NULL, error);
    if (status)
        return status;
    at.Ts = S->model.sampled ? S->num.Ts : NAN;
    if (loop)
        *loop = at;
    if (mass)
        *mass = stn_site_context(S, at.site).m;
    return STN_OK;
}

void stn_terms_warn(StnSystem *S)
{
    const StnModel *M = &S->model;
    Doubts d = {.S = S, .Fs = NAN};
    if (M->nterm == 0 || stn_loop_find(S, &d.loop, NULL, NULL))
        return;
    d.loop.Ts = S->num.Ts;
    const int site = M->term_site, rotary = M->plant->sites[site].rotary;
    stn_unit_text("$F", rotary, d.unit, sizeof d.unit);
    stn_unit_text("$x", rotary, d.length, sizeof d.length);
    for (int side = 0; side < 2; side++)
        d.Fs = fmax(d.Fs, stn_system_friction(S, site, "Fs", side));
    for (d.k = 0; d.k < M->nterm; d.k++) {
        warn_of_integrator(&d);
        warn_of_push(&d);
        warn_of_numbers(&d);
    }
}
