/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Runs of fixed steps inside one affine mode: the Euler map and the guards as short sparse rows over
 * w = (states, inputs).  While a site stands nothing moves and only the guards are watched. */
#include "core/affine.h"
#include "core/fixed.h"
#include "core/fixed_map.h"

#include <math.h>
#include <string.h>

/* SLIDE_MOST steps at a time, so that the caller can ask whether to go on. */
enum { SLIDE_MOST = 16384 };

static bool add_term(StnMapRow *row, double factor, int at)
{
    if (factor == 0.0)
        return true;
    if (row->count == STN_MAP_TERMS)
        return false;
    row->factor[row->count] = factor;
    row->at[row->count++] = at;
    return true;
}

/* Of the first `count` terms, a number that the compiler knows. */
static inline __attribute__((always_inline)) double sum_of(const StnMapRow *row, const double *w,
                                                           const int count)
{
    double sum = row->c;
    _Pragma("GCC unroll 8") for (int k = 0; k < count; k++) sum += row->factor[k] * w[row->at[k]];
    return sum;
}

static inline __attribute__((always_inline)) double value(const StnMapRow *row, const double *w)
{
    switch (row->count) {
    case 0: return row->c;
    case 1: return sum_of(row, w, 1);
    case 2: return sum_of(row, w, 2);
    case 3: return sum_of(row, w, 3);
    case 4: return sum_of(row, w, 4);
    case 5: return sum_of(row, w, 5);
    case 6: return sum_of(row, w, 6);
    case 7: return sum_of(row, w, 7);
    default: return sum_of(row, w, STN_MAP_TERMS);
    }
}

/* One row of the mode's matrices; terms that stay constant through the run are summed up. */
static bool fill_row(const StnSystem *S, const StnState *st, StnMapRow *row, double c,
                     const double *Y, const double *U, double scale, const bool *moves,
                     const double *y)
{
    StnWork *W = stn_work(st);
    row->c = scale * c;
    row->count = 0;
    for (int j = 0; j < S->model.n; j++) {
        if (!moves[j])
            row->c += scale * Y[j] * y[j];
        else if (!add_term(row, scale * Y[j], j))
            return false;
    }
    for (int j = 0; j < S->model.ninput; j++) {
        bool varies = false;
        for (int k = 0; k < W->nvarying; k++)
            varies = varies || W->varying[k] == j;
        if (!varies)
            row->c += scale * U[j] * W->u[j].val;
        else if (!add_term(row, scale * U[j], S->model.n + j))
            return false;
    }
    return true;
}

/* Which states change at all in this mode. */
static void find_moving(const StnSystem *S, const StnState *st, const StnAffine *m, bool *moves)
{
    const StnWork *W = stn_work(st);
    for (int i = 0; i < S->model.n; i++) {
        moves[i] = m->c[i] != 0.0;
        for (int j = 0; j < S->model.n; j++)
            moves[i] = moves[i] || m->A[i * S->model.n + j] != 0.0;
        for (int j = 0; j < S->model.ninput; j++)
            moves[i] = moves[i] || (m->B[i * S->model.ninput + j] != 0.0 &&
                                    (W->u[j].val != 0.0 || W->u[j].d1 != 0.0));
    }
}

static bool build_moves(const StnSystem *S, const StnState *st, const StnAffine *m, const double *y,
                        double dt, const bool *moves, StnMap *map)
{
    for (int i = 0; i < S->model.n; i++) {
        int partner = i < S->model.nplant ? S->model.plant->partner[i] : -1;
        if (!moves[i])
            continue;
        if (map->nmove == STN_MAP_ROWS || map->nposition == STN_MAP_ROWS)
            return false;
        int twist = i - S->model.nplant;
        if (twist >= 0 && twist < S->model.ntwist && S->solver.euler == STN_EULER_SEMI_IMPLICIT) {
            map->per_ratio[map->ntwist] = 1.0 / S->num.twist[twist].ratio;
            map->twist[map->ntwist++] = twist;
            continue;
        }
        if (partner >= 0 && S->solver.euler == STN_EULER_SEMI_IMPLICIT) {
            map->position[map->nposition] = i;
            map->velocity[map->nposition++] = partner;
            continue;
        }
        StnMapRow *row = &map->move[map->nmove++];
        row->target = i;
        if (!fill_row(S, st, row, m->c[i], m->A + i * S->model.n, m->B + i * S->model.ninput, dt,
                      moves, y))
            return false;
    }
    return true;
}

/* A guard of one term, c + f*w >= 0, grows or falls with w, as rounded too: it is a bound of w.  False where that
 * is not found at once. */
static bool row_bounds(const StnMapRow *row, StnMap *map)
{
    const double f = row->factor[0], toward = f > 0.0 ? INFINITY : -INFINITY;
    double edge = -row->c / f;
    int tries = 0, k = 0;
    if (row->count != 1 || !isfinite(edge) || edge == 0.0)
        return false;
    while (tries++ < 8 && row->c + f * nextafter(edge, -toward) >= 0.0)
        edge = nextafter(edge, -toward);
    while (tries++ < 16 && !(row->c + f * edge >= 0.0))
        edge = nextafter(edge, toward);
    if (!(row->c + f * edge >= 0.0) || row->c + f * nextafter(edge, -toward) >= 0.0)
        return false;
    while (k < map->nbound && map->bound[k].at != row->at[0])
        k++;
    if (k == map->nbound)
        map->bound[map->nbound++] = (StnMapBound){row->at[0], -INFINITY, INFINITY};
    StnMapBound *bound = &map->bound[k];
    if (f > 0.0)
        bound->low = fmax(bound->low, edge);
    else
        bound->high = fmin(bound->high, edge);
    return true;
}

static bool build_guards(const StnSystem *S, const StnState *st, const StnAffine *m,
                         const double *y, const bool *moves, StnMap *map)
{
    int rows = 0;
    for (int k = 0; k < S->model.nguard; k++) {
        StnMapRow *row = &map->guard[map->nguard];
        bool velocity = k >= S->model.g_site && k < S->model.g_stop &&
                        st->modes.dir[(k - S->model.g_site) / 2] != 0.0;
        if (velocity)
            continue;
        if (rows == STN_MAP_ROWS || !fill_row(S, st, row, m->gc[k], m->Gy + k * S->model.n,
                                              m->Gu + k * S->model.ninput, 1.0, moves, y))
            return false;
        rows += row->count > 0;
        if (row->count > 0 && !row_bounds(row, map))
            map->nguard++;
        else if (row->count == 0 && !(row->c >= 0.0))
            return false;
    }
    for (int k = 0; k < map->nmove; k++) {
        const int i = S->model.speed_of[map->move[k].target];
        map->dir[k] = i >= 0 ? st->modes.dir[i] : 0.0;
        map->least[k] = i >= 0 ? S->num.shape[i].zone - stn_line_rest(S, i) : -1.0;
    }
    return true;
}

static bool build_map(const StnSystem *S, StnState *st, double dt, StnMap *map)
{
    StnWork *W = stn_work(st);
    const double *y = stn_now(S, st);
    bool moves[STN_STATES_MAX];
    if (!W->affine_ready)
        stn_affine_prepare(S, st, st->t, y);
    StnAffine m = stn_affine(S, st);
    stn_inputs_now(S, st, st->t);
    map->nmove = map->nguard = map->nbound = map->nposition = map->ntwist = 0;
    map->ninput = W->nvarying;
    for (int k = 0; k < W->nvarying; k++) {
        map->input[k] = S->model.n + W->varying[k];
        map->piece[k] = &stn_pieces(S, st)[W->varying[k]];
    }
    find_moving(S, st, &m, moves);
    memcpy(map->w, y, (size_t)S->model.n * sizeof *y);
    return build_moves(S, st, &m, y, dt, moves, map) && build_guards(S, st, &m, y, moves, map);
}

static inline bool guards_hold(const StnMap *map)
{
    bool hold = true;
    for (int k = 0; k < map->nbound; k++) {
        const StnMapBound *bound = &map->bound[k];
        const double w = map->w[bound->at];
        hold &= (w >= bound->low) & (w <= bound->high);
    }
    for (int k = 0; k < map->nguard; k++)
        hold &= value(&map->guard[k], map->w) >= 0.0;
    return hold;
}

/* One step; false (and nothing changed) when a velocity would leave its direction or zone. */
static inline bool move(StnMap *map, double dt)
{
    double next[STN_MAP_ROWS];
    for (int k = 0; k < map->nmove; k++)
        next[k] = map->w[map->move[k].target] + value(&map->move[k], map->w);
    for (int k = 0; k < map->nmove; k++) /* false where one is no number, too */
        if (!(map->dir[k] * next[k] > map->least[k]))
            return false;
    for (int k = 0; k < map->nmove; k++)
        map->w[map->move[k].target] = next[k];
    for (int k = 0; k < map->nposition; k++)
        map->w[map->position[k]] += dt * map->w[map->velocity[k]];
    return true;
}

static inline void move_twists(const StnSystem *S, StnMap *map, double dt)
{
    for (int k = 0; k < map->ntwist; k++) { /* a standing body has v = 0 */
        const StnTwist *twist = &S->num.twist[map->twist[k]];
        double from = dt * map->w[S->model.plant->partner[twist->from]];
        double to = dt * map->w[S->model.plant->partner[twist->to]];
        map->w[S->model.nplant + map->twist[k]] += from * map->per_ratio[k] - to;
    }
}

static inline void map_inputs(StnMap *map, double t)
{
    for (int k = 0; k < map->ninput; k++)
        map->w[map->input[k]] = stn_map_input(map->piece[k], t);
}

static double time_of(const StnState *st, int64_t done, double dt)
{
    StnWork *W = stn_work(st);
    return W->t_fixed + (double)(st->fixed_steps + done) * dt;
}

/* Do the guards hold at the start of step number `done` from now? */
static bool holds_at(const StnState *st, StnMap *map, int64_t done, double dt)
{
    map_inputs(map, time_of(st, done, dt));
    return guards_hold(map);
}

/* Nothing moves and one input changes on a straight line: each guard is monotone in time, so the
 * first step at which one fails is found by halving. */
static int64_t stand(const StnState *st, StnMap *map, double dt, int64_t most)
{
    StnWork *W = stn_work(st);
    int64_t good = 0, bad = most;
    if (!holds_at(st, map, 0, dt))
        return 0;
    if (W->nvarying == 0 || holds_at(st, map, most - 1, dt))
        return most;
    while (bad - good > 1) {
        int64_t mid = good + (bad - good) / 2;
        if (holds_at(st, map, mid, dt))
            good = mid;
        else
            bad = mid;
    }
    return bad;
}

static int64_t slide(const StnState *st, StnMap *map, double dt, int64_t most)
{
    int64_t done = 0;
    while (done < most) {
        map_inputs(map, time_of(st, done, dt));
        if (!guards_hold(map) || !move(map, dt))
            break;
        done++;
    }
    return done;
}

/* The same with shafts: a mechanism without them does not ask for twists in each step (5 % of one). */
static __attribute__((noinline)) int64_t slide_shafts(const StnSystem *S, StnState *st, StnMap *map,
                                                      double dt, int64_t most)
{
    int64_t done = 0;
    while (done < most) {
        map_inputs(map, time_of(st, done, dt));
        if (!guards_hold(map) || !move(map, dt))
            break;
        move_twists(S, map, dt);
        done++;
    }
    return done;
}

int64_t stn_fixed_affine(const StnSystem *S, StnState *st, double dt, int64_t most, bool *more)
{
    StnWork *W = stn_work(st);
    StnPiece *pieces = stn_pieces(S, st);
    StnMap map;
    double room = (W->t_break - st->t) / dt - 1e-9; /* steps that start before the next kink */
    if (room < (double)most)
        most = (int64_t)ceil(room);
    *more = false;
    if (most <= 0 || !build_map(S, st, dt, &map))
        return 0;
    bool still = map.nmove == 0 && map.nposition == 0 && W->nvarying <= 1 &&
                 (W->nvarying == 0 || pieces[W->varying[0]].linear);
    if (!still && most > SLIDE_MOST)
        most = SLIDE_MOST;
    int64_t done = still ? stand(st, &map, dt, most) : stn_fixed_dense(S, st, &map, dt, most);
    if (done < 0)
        done = map.ntwist > 0 ? slide_shafts(S, st, &map, dt, most) : slide(st, &map, dt, most);
    *more = !still && done == SLIDE_MOST;
    if (!still)
        memcpy(stn_now(S, st), map.w, (size_t)S->model.n * sizeof *map.w);
    st->fixed_steps += done;
    st->counters.steps += done;
    st->t = time_of(st, 0, dt);
    return done;
}
