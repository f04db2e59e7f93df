/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A state as memory: how it begins, how it is known again, how its motion gets into another one. */
#include "core/build.h"
#include "core/hash.h"
#include "core/structure.h"

#include <math.h>
#include <string.h>

#define ABI 0x53535402u /* of StnState and StnWork: changes with their meaning */

size_t stn_state_size(const StnSystem *system) { return system->model.state_size; }
double stn_state_time(const StnState *state) { return state->t; }
StnCounters stn_state_counters(const StnState *state) { return state->counters; }

StnState *stn_state_init(const StnSystem *system, void *memory)
{
    StnState *st = memory;
    memset(st, 0, system->model.state_size);
    st->signature = system->model.signature;
    memcpy(stn_now(system, st), system->y_start, (size_t)system->model.n * sizeof(double));
    stn_work(st)->due = STN_DUE_NOTHING;
    for (int k = 0; k < system->model.nrel; k++)
        stn_since(system, st)[k] = -INFINITY;
    stn_inputs_refresh(system, st, 0.0);
    return st;
}

/* ---- Signatures ---- */

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return stn_hash(hash, text, strlen(text) + 1);
}

static uint64_t hash_choices(uint64_t hash, const StnSelf *self, int count)
{
    return stn_hash(hash, self->choice, (size_t)count * sizeof *self->choice);
}

/* Plant, laws, what their parameters choose, and the facts that make a motion another. */
static uint64_t motion_signature(const StnSystem *S)
{
    const StnModel *M = &S->model;
    const int shape[] = {M->n,      M->nsite, M->nstop,   M->ninput, M->ndisc,
                         M->nplant, M->nrel,  M->nsensor, M->ntwist, M->nlag};
    uint64_t hash = hash_text(STN_HASH_BEGIN, M->full_plant->name);
    hash = hash_choices(hash, &M->self, stn_plant_choices(M->full_plant));
    for (int i = 0; i < M->nsite; i++) {
        hash = hash_text(hash, M->law[i]->name);
        hash = stn_hash(hash, &M->law_self[i].n, sizeof M->law_self[i].n);
        hash = hash_choices(hash, &M->law_self[i], stn_law_choices(M->law[i]));
    }
    for (int k = 0; k < M->nterm; k++) {
        hash = hash_text(hash, M->term[k]->name);
        if (M->term_law[k])
            hash = hash_choices(hash_text(hash, M->term_law[k]->name), &M->term_self[k],
                                stn_law_choices(M->term_law[k]));
    }
    return stn_facts_hash(S, true, stn_hash(hash, shape, sizeof shape));
}

void stn_system_sign(StnSystem *S)
{
    StnModel *M = &S->model;
    M->motion_signature = motion_signature(S);
    const uint64_t layout[] = {ABI,
                               M->motion_signature,
                               (uint64_t)M->method,
                               M->state_size,
                               sizeof(StnState) + sizeof(StnWork),
                               (uint64_t)M->nguard};
    M->signature = stn_facts_hash(S, false, stn_hash(STN_HASH_BEGIN, layout, sizeof layout));
}

/* ---- Check ---- */

static bool all_finite(const double *x, int count)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

static bool is_side(double x) { return x == -1.0 || x == 0.0 || x == 1.0; }

static bool modes_are_sane(const StnModel *M, const StnModes *modes)
{
    for (int i = 0; i < M->nsite; i++)
        if (!is_side(modes->dir[i]) || (modes->zone[i] != 0 && modes->zone[i] != 1))
            return false;
    for (int j = 0; j < M->nstop; j++)
        if (!is_side(modes->stop[j]))
            return false;
    return true;
}

static bool watch_is_sane(const StnModel *M, const StnModeWatch *watch)
{
    bool sane = watch->count >= 0 && !((uint64_t)watch->driving >> M->ninput);
    for (int w = 0; sane && w < STN_WATCHED_MOST; w++)
        sane = watch->guard[w] >= 0 && watch->guard[w] < STN_GUARDS_MAX && watch->state[w] >= -1 &&
               watch->state[w] < M->n;
    return sane;
}

/* Whatever is used as an index or a count. */
static bool indices_are_sane(const StnSystem *S, const StnState *st)
{
    const StnModel *M = &S->model;
    const StnWork *W = stn_work(st);
    bool sane = W->nvarying >= 0 && W->nvarying <= M->ninput && W->degree >= 0 &&
                W->degree <= STN_DEGREE_MAX && W->due >= STN_DUE_TIME && W->due < M->nguard &&
                st->tick >= 0 && st->fixed_steps >= 0 && W->instant >= 0;
    for (int k = 0; sane && k < W->nvarying; k++)
        sane = W->varying[k] >= 0 && W->varying[k] < M->ninput;
    sane = sane && W->nbell >= 0 && W->nbell <= M->nsite;
    sane = sane && W->kept >= 0 && (W->kept == 0 || W->kept < M->nkept) && W->kept_count >= 0;
    for (int k = 0; sane && k < STN_KEPT_MOST; k++)
        sane = watch_is_sane(M, &W->watch[k]);
    for (int b = 0; sane && b < W->nbell; b++)
        sane = W->bell[b] >= 0 && W->bell[b] < M->nsite;
    if (sane && M->method != STN_METHOD_FIXED && stn_has_structure(M)) {
        const StnStructure known = stn_structure(S, st);
        const uint64_t beyond = ~stn_all_bits(M->nactive);
        for (int k = 0; sane && k < M->nactive; k++)
            sane = !((known.column[k] | known.right[k] | known.below[k]) & beyond) &&
                   known.order[k] < (uint64_t)M->nactive;
    }
    for (int i = 0; sane && i < M->ninput; i++)
        sane = stn_pieces(S, st)[i].nsine >= 0 && stn_pieces(S, st)[i].nsine <= STN_PIECE_SINES;
    return sane;
}

static bool is_flag(int x) { return x == 0 || x == 1; }

/* A bool that is neither 0 nor 1 cannot even be read. */
static bool bool_is_sane(const bool *x)
{
    unsigned char byte;
    memcpy(&byte, x, 1);
    return byte <= 1;
}

/* Words and yes/no facts that a step branches by. */
static bool flags_are_sane(const StnSystem *S, const StnState *st)
{
    const StnWork *W = stn_work(st);
    bool sane = (int)W->how >= STN_STEP_NONE && (int)W->how <= STN_STEP_IMPLICIT &&
                is_flag(st->started) && is_flag(W->ready) && is_flag(W->affine_ready) &&
                is_flag(W->affine_kept) && is_flag(W->bell_mode) && is_flag(W->propagated) &&
                is_flag(W->form_known) && W->form >= 0 && W->form <= 2;
    for (int i = 0; sane && i < S->model.ninput; i++) {
        const StnPiece *piece = &stn_pieces(S, st)[i];
        const int64_t when = stn_replaced(S, st)[i].when;
        sane = bool_is_sane(&piece->exact) && bool_is_sane(&piece->linear) &&
               when >= STN_REPLACED_NOT && when <= STN_REPLACED_DUE;
    }
    for (int k = 0; sane && k < S->model.nsensor; k++)
        sane = st->sensor_tick[k] >= 0;
    return sane;
}

/* What a step begins with; a piece may last for ever. */
static bool numbers_are_finite(const StnSystem *S, const StnState *st)
{
    const StnModel *M = &S->model;
    const StnWork *W = stn_work(st);
    const bool event = M->method == STN_METHOD_EVENT && W->ready;
    bool finite = all_finite(stn_mode(S, st), M->nrel) && isfinite(W->t0) &&
                  (!event || (all_finite(stn_coef(S, st), (W->degree + 1) * M->n) &&
                              all_finite(stn_top(S, st), M->n) && isfinite(W->h) &&
                              isfinite(W->tv) && isfinite(W->theta_due)));
    for (int i = 0; finite && i < M->ninput; i++) {
        const StnPiece *piece = &stn_pieces(S, st)[i];
        const StnReplaced *replaced = &stn_replaced(S, st)[i];
        finite = isfinite(piece->t0) && all_finite(piece->c, 3) && !isnan(piece->end) &&
                 isfinite(replaced->in.val) && isfinite(replaced->in.d1) &&
                 isfinite(replaced->in.d2) && isfinite(replaced->t0);
    }
    return finite;
}

StnStatus stn_state_check(const StnSystem *system, const void *memory, size_t size, StnError *error)
{
    const StnModel *M = &system->model;
    const StnState *st = memory;
    if (size < M->state_size)
        return stn_error(error, STN_BAD_INPUT,
                         "a state of this system has %.0f bytes, these are only %.0f",
                         (double)M->state_size, (double)size);
    if ((uintptr_t)memory % sizeof(double) != 0)
        return stn_error(error, STN_BAD_INPUT, "a state must be aligned for double");
    if (st->signature != M->signature)
        return stn_error(error, STN_BAD_INPUT,
                         "this is no state of this system: it belongs to another plant, law, "
                         "choice or method, or to another version");
    if (!isfinite(st->t) || !all_finite(stn_now(system, st), M->n) ||
        !all_finite(stn_disc(system, st), M->ndisc) ||
        !all_finite(stn_terms_memory(system, st), M->term_memory) ||
        !modes_are_sane(M, &st->modes) || !indices_are_sane(system, st) ||
        !flags_are_sane(system, st) || !numbers_are_finite(system, st))
        return stn_error(error, STN_BAD_INPUT, "this state is damaged");
    return STN_OK;
}

/* ---- Move ---- */

/* What a sentence calls a system: "block, stribeck". */
static void put_name(const StnModel *M, char *out, size_t size)
{
    int at = stn_format(out, size, "%s", M->full_plant->name);
    for (int i = 0; i < M->nsite && at < (int)size - 32; i++)
        at += stn_format(out + at, size - (size_t)at, ", %s", M->law[i]->name);
}

/* The number of the next sample where the period becomes another: the first multiple after t, or t itself
 * where a sample is still to be taken now. */
static int64_t moved_tick(const StnState *from, int64_t tick, double period, double new_period)
{
    if (period == new_period || !from->started)
        return tick;
    const double last = floor(from->t / new_period + STN_SAMPLE_ROUNDING);
    const bool now =
        stn_is_due(from->t, tick, period) && from->t <= (last + STN_SAMPLE_ROUNDING) * new_period;
    return (int64_t)fmin(now ? last : last + 1.0, 0x1p62);
}

StnStatus stn_state_move(const StnSystem *to_system, void *to, const StnSystem *from_system,
                         const StnState *from, StnError *error)
{
    const StnModel *M = &to_system->model;
    if (M->motion_signature != from_system->model.motion_signature) {
        char one[160], other[160];
        put_name(&from_system->model, one, sizeof one);
        put_name(M, other, sizeof other);
        return stn_error(error, STN_BAD_INPUT,
                         "a motion of another structure (%s) does not fit this system (%s)", one,
                         other);
    }
    StnState *st = stn_state_init(to_system, to);
    st->t = from->t;
    st->modes = from->modes;
    st->started = from->started;
    st->failed = from->failed;
    st->tick = M->sampled ? moved_tick(from, from->tick, from_system->num.Ts, to_system->num.Ts)
                          : from->tick;
    for (int k = 0; k < M->nsensor; k++)
        st->sensor_tick[k] =
            moved_tick(from, from->sensor_tick[k], from_system->num.sensor[k].sample,
                       to_system->num.sensor[k].sample);
    memcpy(st->FF, from->FF, sizeof st->FF);
    st->counters = from->counters;
    st->energy = from->energy;
    st->e_start = from->e_start;
    memcpy(stn_now(to_system, st), stn_now(from_system, from), (size_t)M->n * sizeof(double));
    memcpy(stn_disc(to_system, st), stn_disc(from_system, from), (size_t)M->ndisc * sizeof(double));
    memcpy(stn_mode(to_system, st), stn_mode(from_system, from), (size_t)M->nrel * sizeof(double));
    memcpy(stn_held(to_system, st), stn_held(from_system, from),
           (size_t)M->nsensor * sizeof(double));
    if (M->term_memory > 0)
        memcpy(stn_terms_memory(to_system, st), stn_terms_memory(from_system, from),
               (size_t)M->term_memory * sizeof(double));
    for (int i = 0; i < M->ninput; i++) {
        StnReplaced *own = &stn_replaced(to_system, st)[i];
        *own = stn_replaced(from_system, from)[i];
        if (own->when == STN_REPLACED)
            own->when = STN_REPLACED_DUE; /* its piece is not made yet */
    }
    stn_inputs_refresh(to_system, st, st->t);
    return STN_OK;
}
