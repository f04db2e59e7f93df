/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Runs of fixed steps of one plant, in double.  The includer has included the plant and defines FUSED_PLANT, its
 * name, and FUSED_LAWS(M), the laws that are compiled together with it: a pair takes some 10 kB. */
#include "core/fused.h"
#include "core/fused_step.h"
#include "laws/laws.h"

#include <string.h>

enum { FUSED_PARAMS = 64, FUSED_INPUTS = 8 };

/* Friction work with the mean velocity, as in fixed_step.c. */
STN_STEP_FN void fused_account(StnEnergy *energy, const FusedMotion *now, real v, double dt)
{
    double mean = 0.5 * (now->v_old + v) * dt;
    stn_add_work(energy, now->h * mean, (now->h - now->m * (v - now->v_old) * (1.0 / dt)) * mean);
}

/* The inputs that vary; of most the value alone is read. */
STN_STEP_FN void fused_inputs(const StnSystem *S, const StnState *st, double t, StnIn *u)
{
    const StnWork *W = stn_work(st);
    for (int k = 0; k < W->nvarying; k++) {
        const int i = W->varying[k];
        const StnPiece *piece = &stn_pieces(S, st)[i];
        if (piece->exact && piece->linear)
            u[i].val = piece->c[0] + piece->c[1] * (t - piece->t0);
        else if (piece->exact && !(S->model.slopes >> i & 1u))
            u[i].val = stn_piece_value(piece, t);
        else
            u[i] = piece->exact ? stn_piece_at(piece, t) : stn_input_inexact(S->input[i], piece, t);
    }
}

STN_STEP_FN bool fused_in_range(const FusedPair *k, const StnSystem *S, const real *y)
{
    bool good = true;
    FUSED_UNROLL for (int i = 0; i < k->nstate + k->nlaw; i++) if (i < S->model.n) good &=
        fabs(y[i]) <= S->range[i];
    return good;
}

/* Has the step changed nothing? */
STN_STEP_FN bool fused_rests(const FusedPair *k, const FusedMotion *before,
                             const FusedMotion *after)
{
    FUSED_UNROLL for (int i = 0; i < k->nstate + k->nlaw; i++)
    {
        if (stn_differ(before->y[i], after->y[i]))
            return false;
    }
    return true;
}

/* The number of the first step that does not begin before `until`, but at most `last`. */
static int64_t fused_last(double start, double dt, double until, int64_t last)
{
    double count = (double)last;
    if (start + (count - 1.0) * dt < until)
        return last;
    count = floor((until - start) / dt);
    while (start + count * dt < until)
        count += 1.0;
    while (start + (count - 1.0) * dt >= until)
        count -= 1.0;
    return (int64_t)count;
}

/* The loop itself. */
STN_STEP_FN int64_t fused_loop(const FusedPair *k, FusedRun run, const StnSystem *S, StnState *st,
                               int64_t most, const double dir)
{
    const StnWork *W = stn_work(st);
    const double dt = run.dt, until = W->t_break - 1e-9 * dt, start = W->t_fixed;
    const bool energy = S->solver.energy;
    double *y = stn_now(S, st), t = st->t, count = (double)st->fixed_steps;
    int64_t left = most;
    int check_in = STN_FUSED_LOOK - (int)(st->fixed_steps % STN_FUSED_LOOK);
    StnEnergy sum = st->energy;
    StnIn u[FUSED_INPUTS];
    FusedMotion now;
    run.dir = dir, run.still = dir == 0.0;
    memcpy(u, W->u, (size_t)k->ninput * sizeof *u);
    FUSED_UNROLL for (int i = 0; i < k->nstate + k->nlaw; i++) now.y[i] =
        i < S->model.n ? y[i] : 0.0;
    now.FF = st->FF[0], now.m = W->mass[0], now.v_old = now.h = 0.0;
    while (left > 0 && t < until) {
        FusedMotion next = now;
        fused_inputs(S, st, t, u);
        if (stn_any(fused_step(k, &run, u, &next)))
            break;
        if (energy)
            fused_account(&sum, &next, next.y[k->v], dt);
        if (dir == 0.0 && W->nvarying == 0 && fused_rests(k, &now, &next)) {
            /* so will all others be */
            const int64_t at = st->fixed_steps + most - left;
            left -= fused_last(start, dt, until, at + left) - at - 1;
            count = (double)(st->fixed_steps + most - left);
        }
        now = next;
        left--;
        count += 1.0;
        t = start + count * dt;
        if (--check_in == 0) {
            check_in = STN_FUSED_LOOK;
            if (!fused_in_range(k, S, now.y))
                break;
        }
    }
    FUSED_UNROLL for (int i = 0; i < k->nstate + k->nlaw; i++) if (i < S->model.n) y[i] = now.y[i];
    st->t = t, st->FF[0] = now.FF, st->energy = sum;
    st->fixed_steps += most - left;
    st->counters.steps += most - left, st->counters.rates += most - left;
    stn_work(st)->mass[0] = now.m;
    return most - left;
}

/* Whether a run may begin: no stop holds the site itself. */
static bool fused_begins(const StnSystem *S, const StnState *st)
{
    const double v = stn_site_v(&S->model, stn_now(S, st), 0), dir = st->modes.dir[0];
    const StnStopInfo *info = S->model.plant->stops;
    for (int j = 0; j < S->model.nstop; j++)
        if (info[j].site >= 0 && !info[j].play && st->modes.stop[j] != 0.0)
            return false;
    return dir == (v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : 0.0);
}

/* by_direction: a loop for each, in which what depends on it is known to the compiler. */
STN_STEP_FN int64_t fused_run(const FusedPair *k, const StnSystem *S, StnState *st, int64_t most,
                              const bool by_direction)
{
    const StnModel *M = &S->model;
    real p[FUSED_PARAMS], law_p[FUSED_PARAMS], mode[FUSED_RELS + STN_FUSED_LAW_RELS] = {0.0};
    real lo[FUSED_STOPS], hi[FUSED_STOPS], stop[FUSED_STOPS];
    uniform moves[FUSED_STATES] = {0}, touches = 0;
    if (!fused_begins(S, st))
        return 0;
    memcpy(p, S->p, (size_t)k->nparam * sizeof *p);
    memcpy(law_p, S->law_p[0], (size_t)k->nlaw_param * sizeof *law_p); /* 0: not known */
    memcpy(mode, stn_mode(S, st), (size_t)M->nrel * sizeof *mode);
    FUSED_UNROLL for (int j = 0; j < k->nstop; j++)
    {
        lo[j] = S->num.stop_lo[j], hi[j] = S->num.stop_hi[j], stop[j] = st->modes.stop[j];
        touches |= stop[j] != 0.0;
    }
    for (int a = 0; a < M->nactive && M->active[a] < k->nstate; a++)
        moves[M->active[a]] = 1;
    FUSED_UNROLL for (int i = 0; i < k->nstate; i++) if (k->partner[i] < 0 && !M->single_site)
        moves[i] = 1;
    const FusedRun run = {&M->self,
                          &M->law_self[0],
                          p,
                          k->nlaw_param > 0 ? law_p : S->law_p[0],
                          stn_disc(S, st),
                          mode,
                          lo,
                          hi,
                          stop,
                          moves,
                          S->dt,
                          0.0,
                          S->num.shape[0].zone,
                          st->modes.zone[0],
                          M->nrel,
                          touches,
                          0};
    const double dir = st->modes.dir[0];
    if (!by_direction)
        return fused_loop(k, run, S, st, most, dir);
    if (dir == 0.0) /* a bristle never stands for long */
        return k->law.rest ? fused_loop(k, run, S, st, most, 0.0) : 0;
    return dir > 0.0 ? fused_loop(k, run, S, st, most, 1.0) : fused_loop(k, run, S, st, most, -1.0);
}

/* ---- The pairs, from the lists ---- */

#define FUSED_COUNT(...) +1
#define FUSED_S_PARTNER(name, role, site, unit, scale, text) -1,
#define FUSED_X_PARTNER(name, site, unit, scale, partner, text, Q) STN_INDEX(Q##_s, partner),
#define FUSED_V(name, v, x, rotary, law, text, Q) STN_INDEX(Q##_s, v)
#define FUSED_X(name, v, x, rotary, law, text, Q) STN_INDEX(Q##_s, x)
#define FUSED_L(name, pos, vel, lo, hi, site, Q) \
    {#name, STN_INDEX(Q##_s, pos), STN_INDEX(Q##_s, vel), 0, 0, STN_INDEX(Q##_f, site), 0},
#define FUSED_LV(name, pos, vel, lo, hi, Q) \
    {#name, STN_INDEX(Q##_s, pos), STN_INDEX(Q##_s, vel), 0, 0, -1, 0},
#define FUSED_LP(name, pos, lo, hi, Q) {#name, STN_INDEX(Q##_s, pos), -1, 0, 0, -1, 0},
#define FUSED_LB(name, pos, lo, hi, site, Q) \
    {#name, STN_INDEX(Q##_s, pos), -1, 0, 0, STN_INDEX(Q##_f, site), 1},

#define FUSED_PASTE_(a, b) a##b
#define FUSED_PASTE(a, b) FUSED_PASTE_(a, b)
#define FUSED_LIST(list) FUSED_PASTE(list, FUSED_PLANT)
#define FUSED_TYPE(end) FUSED_PASTE(FUSED_PLANT, end)
#define FUSED_RUN(law) FUSED_TYPE(_##law##_run)

static const int fused_partner[] = {
    FUSED_LIST(STN_STATES_)(FUSED_S_PARTNER, FUSED_X_PARTNER, FUSED_PLANT)};
static const StnStopInfo fused_stop[] = {FUSED_LIST(STN_STOPS_)(
    FUSED_L, FUSED_LV, FUSED_LP, FUSED_LB, FUSED_PLANT){NULL, 0, 0, 0, 0, 0, 0}};

#define FUSED_OF_PLANT                                                                   \
    .plant = {FUSED_LIST(STN_KERNEL_)}, .nparam = sizeof(FUSED_TYPE(_p)) / sizeof(real), \
    .ninput = sizeof(FUSED_TYPE(_u)) / sizeof(StnIn),                                    \
    .nstate = sizeof(FUSED_TYPE(_s)) / sizeof(real),                                     \
    .nrel = sizeof(FUSED_TYPE(_r)) / sizeof(real),                                       \
    .nstop = sizeof fused_stop / sizeof fused_stop[0] - 1,                               \
    .v = FUSED_LIST(STN_SITES_)(FUSED_V, FUSED_PLANT),                                   \
    .x = FUSED_LIST(STN_SITES_)(FUSED_X, FUSED_PLANT), .partner = fused_partner,         \
    .stop = fused_stop

#define FUSED_PAIR(name)                                                              \
    static int64_t FUSED_RUN(name)(const StnSystem *S, StnState *st, int64_t most)    \
    {                                                                                 \
        static const FusedPair pair = {.law = {STN_KERNEL_##name},                    \
                                       .nlaw_param = sizeof(name##_p) / sizeof(real), \
                                       .nlaw = sizeof(name##_s) / sizeof(real),       \
                                       .nlaw_rel = sizeof(name##_r) / sizeof(real),   \
                                       FUSED_OF_PLANT};                               \
        return fused_run(&pair, S, st, most, true);                                   \
    }
FUSED_LAWS(FUSED_PAIR)

/* The other laws are called. */
static int64_t any_run(const StnSystem *S, StnState *st, int64_t most)
{
    const StnLaw *law = S->model.law[0];
    const FusedPair pair = {.law = {law->slide, law->rest, law->decide, law->advance},
                            .nlaw_param = 0,
                            .nlaw = S->model.law_nstate[0],
                            .nlaw_rel = S->model.law_nrel[0],
                            FUSED_OF_PLANT};
    return fused_run(&pair, S, st, most, false);
}

StnFused *FUSED_PASTE(stn_fused_, FUSED_PLANT)(const char *law)
{
#define FUSED_ROW(name) {#name, FUSED_RUN(name)},
    static const struct {
        const char *law;
        StnFused *run;
    } pairs[] = {FUSED_LAWS(FUSED_ROW)};
    for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++)
        if (strcmp(pairs[k].law, law) == 0)
            return pairs[k].run;
    return any_run;
}
