/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What follows from the numbers of a system: limits of stops, start values, sizes of errors, and the yes/no
 * facts that belong to its structure (which states move, which sites are imposed, which step is taken).  A
 * new system and a variant go through the same functions; of a variant the facts must come out the same. */
#include "core/build.h"
#include "core/fused.h"
#include "core/names.h"

#include <math.h>
#include <string.h>

#define RANGE 1e30 /* of its scale: a state beyond it has left the range of sane numbers */

/* Limits of the stops; a state that does not move, or is not there, needs none. */
static void stop_limits(StnSystem *S)
{
    S->model.nlimited = 0;
    uint32_t idle = S->model.plant->idle ? S->model.plant->idle(&S->model.self, S->p) : 0;
    for (int j = 0; j < S->model.nstop; j++) {
        const StnStopInfo *stop = &S->model.plant->stops[j];
        bool moves = (stop->pos >= 32 || !(idle >> stop->pos & 1u)) &&
                     stn_plant_is_active(S->model.plant, S->p, STN_PART_STOP, stop->name);
        S->num.stop_hi[j] = moves ? S->p[stop->hi] : INFINITY;
        S->num.stop_lo[j] = moves && stop->lo != stop->hi ? S->p[stop->lo] : -S->num.stop_hi[j];
        if (S->num.stop_lo[j] > -INFINITY || S->num.stop_hi[j] < INFINITY)
            S->model.limited[S->model.nlimited++] = j;
    }
}

/* States that move at all. */
static void list_active(StnSystem *S)
{
    StnModel *M = &S->model;
    uint32_t idle = M->plant->idle ? M->plant->idle(&M->self, S->p) : 0;
    M->nactive = 0;
    for (int i = 0; i < M->n; i++)
        if (i >= M->nplant || i >= 32 || !(idle >> i & 1u))
            M->active[M->nactive++] = (uint8_t)i;
}

/* A state that begins beyond a limit would be set onto it, far from what was asked for. */
static StnStatus inside_stops(const StnSystem *S, StnError *error)
{
    for (int j = 0; j < S->model.nstop; j++) {
        const StnVar *state = &S->model.plant->states[S->model.plant->stops[j].pos];
        double x = S->y_start[S->model.plant->stops[j].pos], margin = 1e-12 * fabs(x);
        if (x < S->num.stop_lo[j] - margin || x > S->num.stop_hi[j] + margin)
            return stn_bad(error, NULL, "initial %s = %g %s lies outside its stops, %g ... %g",
                           state->name, x, state->unit, S->num.stop_lo[j], S->num.stop_hi[j]);
    }
    return STN_OK;
}

static StnStatus start_out_of_range(const StnSystem *S, StnError *error)
{
    int i = 0;
    while (i < S->model.nplant - 1 && fabs(S->y_start[i]) <= S->range[i])
        i++; /* laws and sensors start at 0 */
    const StnVar *state = &S->model.plant->states[i];
    return stn_bad(error, NULL, "initial %s = %g %s is out of range: allowed -%.0e ... %.0e",
                   state->name, S->y_start[i], state->unit, S->range[i], S->range[i]);
}

static void natural_sizes(StnSystem *S)
{
    for (int i = 0; i < S->model.nplant; i++)
        S->scale[i] = S->model.plant->states[i].scale;
    for (int i = 0; i < S->model.nsite; i++)
        for (int j = 0; j < S->model.law_nstate[i]; j++) {
            int last = S->model.law[i]->nstate - 1;
            S->scale[S->model.law_state[i] + j] =
                S->model.law[i]->states[j < last ? j : last].scale;
        }
    for (int k = 0; k < S->model.nsensor; k++)
        if (S->model.sensor_lag[k] >= 0)
            S->scale[S->model.sensor_lag[k]] = 1.0;
    for (int i = 0; i < S->model.n; i++)
        S->scale_abs[i] = S->scale[i], S->scale_min[i] = 1e-12 * S->scale[i],
        S->scale_max[i] = INFINITY, S->range[i] = RANGE * S->scale[i];
    for (int k = 0; k < S->model.ntwist; k++) /* the message names its positions */
        S->range[S->model.nplant + k] = INFINITY;
}

/* Near standstill a velocity is to be right on the law's own scale. */
static void sizes_of_sites(StnSystem *S)
{
    StnModel *M = &S->model;
    memset(M->slip_of, -1, sizeof M->slip_of);
    memset(M->rough_of, -1, sizeof M->rough_of);
    memset(M->speed_of, -1, sizeof M->speed_of);
    for (int i = 0; i < M->nsite; i++) {
        const double v_scale = S->num.shape[i].v_scale;
        for (int v = stn_site_first(M, i); v >= 0; v = stn_site_next(M, i, v)) {
            M->speed_of[v] = (int8_t)i;
            if (M->set_valued[i] && S->num.shape[i].nonsmooth)
                M->rough_of[v] = (int8_t)i;
            if (!(v_scale > 0.0))
                continue;
            S->scale_min[v] = (M->set_valued[i] ? 1e-8 : 1e-3) * v_scale;
            S->scale_max[v] = v_scale;
            S->scale_abs[v] = fmin(S->scale[v], v_scale);
        }
        if (M->set_valued[i] && !M->imposed[i])
            M->slip_of[M->plant->sites[i].x] = (int8_t)i;
    }
}

StnStatus stn_start_numbers(StnSystem *S, StnError *error)
{
    const StnModel *M = &S->model;
    stop_limits(S);
    list_active(S);
    for (int i = 0; i < M->n; i++)
        S->y_start[i] = !isnan(S->initial[i])              ? S->initial[i]
                        : i < M->nplant && M->plant->start ? NAN
                                                           : 0.0;
    if (M->plant->start)
        M->plant->start(&M->self, S->p, S->y_start);
    stn_twists_start(S);
    StnStatus status = inside_stops(S, error);
    if (status)
        return status;
    natural_sizes(S);
    if (!stn_in_range(S, S->y_start))
        return start_out_of_range(S, error);
    sizes_of_sites(S);
    stn_twists_weigh(S);
    const int clock = M->plant->clock;
    S->model.controls = M->plant->sample && clock >= 0 && S->p[clock] > 0.0 &&
                        stn_plant_is_active(M->full_plant, S->p, STN_PART_PARAMETER,
                                            M->full_plant->params[clock].name);
    S->num.Ts = M->controls ? S->p[clock] : NAN;
    return stn_terms_clock(S, error);
}

/* ---- Solver ---- */

/* Is one of the parameters in "a|b|c" given at site i? */
static bool given_any(const StnSystem *S, int i, const char *names)
{
    const StnLaw *law = S->model.law[i];
    for (int k = 0; k < law->nparam; k++)
        if (S->law_given[i][k] && stn_word_index(names, law->params[k]->name) >= 0)
            return true;
    return false;
}

/* Whether everything stands with the one site that there is. */
static bool rests(const StnModel *M)
{
    bool rests = M->nsite == 1;
    for (int a = 0; a < M->nactive && M->active[a] < M->nplant; a++) {
        const int i = M->active[a], v = M->plant->partner[i] >= 0 ? M->plant->partner[i] : i;
        rests = rests && M->speed_of[v] == 0;
    }
    return rests;
}

/* Whether the short form of the fixed step will do, and the lists that it walks. */
static void find_single_site(StnSystem *S)
{
    StnModel *M = &S->model;
    const int *partner = M->plant->partner;
    bool single = M->nsite == 1 && !M->imposed[0] && M->nlag == 0 && M->nlimited == 0;
    for (int i = 0; i < M->nplant; i++)
        single = single && (partner[i] < 0 || M->speed_of[partner[i]] == 0);
    M->single_site = single;
    M->nfollow = M->nsmooth = 0;
    for (int a = 0; a < M->nactive && single && M->active[a] < M->nplant; a++) {
        const uint8_t i = M->active[a];
        if (partner[i] >= 0)
            M->follow[M->nfollow++] = i;
        else if (M->speed_of[i] < 0)
            M->smooth[M->nsmooth++] = i;
    }
}

bool stn_site_is_fixed(const StnSystem *S, int i)
{
    const StnLaw *law = S->model.law[i];
    return (law->flags & STN_LAW_FIXED_ONLY) ||
           (law->fixed_when && given_any(S, i, law->fixed_when));
}

StnStatus stn_solver_numbers(StnSystem *S, StnError *error)
{
    StnModel *M = &S->model;
    M->method = S->solver.method;
    M->runs_affine = M->nsite > 0 && M->nlag == 0;
    for (int i = 0; i < M->nsite; i++) {
        if (stn_site_is_fixed(S, i))
            M->method = STN_METHOD_FIXED;
        M->runs_affine =
            M->runs_affine && M->set_valued[i] && !M->law[i]->advance && !M->imposed[i];
    }
    find_single_site(S);
    M->rests = rests(M);
    if (M->sampled && M->method == STN_METHOD_FIXED && S->num.Ts < S->dt * (1.0 - 1e-9))
        return stn_bad_setting(error, "solver.dt",
                               "the sample time Ts = %g s is shorter than the step dt = %g s",
                               S->num.Ts, S->dt);
    return STN_OK;
}

void stn_input_numbers(StnSystem *S)
{
    StnModel *M = &S->model;
    M->late = M->plant->late && (!M->plant->has_late || M->plant->has_late(&M->self, S->p));
    M->slopes = M->plant->slopes ? M->plant->slopes(&M->self, S->p) : 0;
    M->fused = stn_fused(S);
    for (int i = 0; i < M->nsite; i++)
        if (M->imposed[i]) /* its acceleration is a slope of the signal */
            M->slopes = ~0u;
    S->num.t_shortest = INFINITY;
    for (int i = 0; i < M->ninput; i++)
        S->num.t_shortest = fmin(S->num.t_shortest, stn_signal_time_scale(S->input[i]));
}
