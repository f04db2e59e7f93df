/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Runs of fixed steps of a map with few rows. */
#include "core/fixed_map.h"

#include <string.h>

/* DENSE_MOST rows, what moves and then the guards, are summed column by column, so that no sum waits for another.  A
 * factor of 0 adds nothing: the sums are those of the rows, in their order. */
enum { DENSE_PAIRS = 3, DENSE_MOST = 2 * DENSE_PAIRS, DENSE_COLUMNS = 10, DENSE_OTHERS = 16 };
typedef double DensePair __attribute__((vector_size(16)));
typedef int64_t DenseBits __attribute__((vector_size(16)));

typedef struct {
    DensePair c[DENSE_PAIRS], factor[DENSE_COLUMNS][DENSE_PAIRS];
    DensePair dir[DENSE_PAIRS],
        least[DENSE_PAIRS]; /* dir*(what moves, or the guard) > least, or the step is not made */
    DenseBits moves[DENSE_PAIRS]; /* ones where the row moves */
    DensePair row[DENSE_PAIRS];   /* what the rows move, then */
    double w[DENSE_OTHERS]; /* the others: both are one array, in which all places below are */
    int place[STN_STATES_MAX + STN_INPUTS_MAX],
        nother; /* of a number of the map; -1: it has none */
    int at[DENSE_COLUMNS], column[DENSE_COLUMNS],
        count;                                    /* the columns, and what they are in the map */
    int from[STN_TWISTS_MAX], to[STN_TWISTS_MAX]; /* velocities of the twists */
} Dense;
/* The array of both. */
#define DENSE_W(dense) ((double *)(dense)->row)

/* The place of a number of the map; a new one where it has none.  -1: there are too many. */
static int dense_place(Dense *dense, const StnMap *map, int i)
{
    if (dense->place[i] < 0 && dense->nother < DENSE_OTHERS) {
        dense->w[dense->nother] = map->w[i];
        dense->place[i] = DENSE_MOST + dense->nother++;
    }
    return dense->place[i];
}

/* The column of a number of the map, in the order of the rows' terms.  -1: there are too many. */
static int dense_column(Dense *dense, const StnMap *map, int i)
{
    int k = 0;
    while (k < dense->count && dense->column[k] < i)
        k++;
    if (k < dense->count && dense->column[k] == i)
        return k;
    const int place = dense_place(dense, map, i);
    if (dense->count == DENSE_COLUMNS || place < 0)
        return -1;
    for (int j = dense->count++; j > k; j--) {
        dense->at[j] = dense->at[j - 1], dense->column[j] = dense->column[j - 1];
        memcpy(dense->factor[j], dense->factor[j - 1], sizeof dense->factor[j]);
    }
    dense->at[k] = place, dense->column[k] = i;
    memset(dense->factor[k], 0, sizeof dense->factor[k]);
    return k;
}

static bool dense_row(Dense *dense, const StnMap *map, const StnMapRow *row, int k)
{
    dense->c[k / 2][k % 2] = row->c;
    for (int j = 0; j < row->count; j++) {
        const int column = dense_column(dense, map, row->at[j]);
        if (column < 0)
            return false;
        dense->factor[column][k / 2][k % 2] = row->factor[j];
    }
    return true;
}

/* Places of what the step reads besides the rows. */
static bool dense_others(const StnSystem *S, const StnMap *map, Dense *dense)
{
    bool good = true;
    for (int k = 0; k < map->nposition; k++)
        good = good && dense_place(dense, map, map->position[k]) >= 0 &&
               dense_place(dense, map, map->velocity[k]) >= 0;
    for (int k = 0; k < map->ntwist; k++) {
        const StnTwist *twist = &S->num.twist[map->twist[k]];
        dense->from[k] = dense_place(dense, map, S->model.plant->partner[twist->from]);
        dense->to[k] = dense_place(dense, map, S->model.plant->partner[twist->to]);
        good = good && dense->from[k] >= 0 && dense->to[k] >= 0 &&
               dense_place(dense, map, S->model.nplant + map->twist[k]) >= 0;
    }
    for (int k = 0; k < map->nbound; k++)
        good = good && dense_place(dense, map, map->bound[k].at) >= 0;
    for (int k = 0; k < map->ninput; k++)
        good = good && dense_place(dense, map, map->input[k]) >= 0;
    return good;
}

/* False where there are too many rows or numbers. */
static bool make_dense(const StnSystem *S, const StnMap *map, Dense *dense)
{
    const int rows = map->nmove + map->nguard;
    if (rows > DENSE_MOST)
        return false;
    memset(dense, 0, sizeof *dense);
    memset(dense->place, -1, sizeof dense->place);
    for (int k = 0; k < map->nmove; k++) {
        dense->place[map->move[k].target] = k;
        dense->row[k / 2][k % 2] = map->w[map->move[k].target];
    }
    for (int k = 0; k < DENSE_MOST; k++) {
        const bool moves = k < map->nmove, guard = !moves && k < rows;
        dense->dir[k / 2][k % 2] = moves ? map->dir[k] : guard;
        dense->moves[k / 2][k % 2] = moves ? -1 : 0;
        /* a guard holds at 0, too: above the largest number below it */
        dense->least[k / 2][k % 2] = moves ? map->least[k] : guard ? -0x1p-1074 : -1.0;
        if (k < rows &&
            !dense_row(dense, map, guard ? &map->guard[k - map->nmove] : &map->move[k], k))
            return false;
    }
    return dense_others(S, map, dense);
}

/* The places of the map become those of the array. */
static void place_map(StnMap *map, const Dense *dense, const StnSystem *S)
{
    for (int k = 0; k < map->nposition; k++) {
        map->position[k] = dense->place[map->position[k]];
        map->velocity[k] = dense->place[map->velocity[k]];
    }
    for (int k = 0; k < map->ntwist; k++)
        map->twist[k] = dense->place[S->model.nplant + map->twist[k]];
    for (int k = 0; k < map->nbound; k++)
        map->bound[k].at = dense->place[map->bound[k].at];
    for (int k = 0; k < map->ninput; k++)
        map->input[k] = dense->place[map->input[k]];
}

/* One step, as guards_hold, move and move_twists make it; of `count` columns, a number that the compiler knows. */
static inline __attribute__((always_inline)) bool move_dense(const StnMap *map, Dense *dense,
                                                             double dt, const int count)
{
    double *w = DENSE_W(dense);
    DensePair next[DENSE_PAIRS];
    bool hold = true;
    for (int k = 0; k < map->nbound; k++)
        hold &= (w[map->bound[k].at] >= map->bound[k].low) &
                (w[map->bound[k].at] <= map->bound[k].high);
    _Pragma("GCC unroll 3") for (int p = 0; p < DENSE_PAIRS; p++) next[p] = dense->c[p];
    _Pragma("GCC unroll 8") for (int j = 0; j < count; j++)
    {
        const DensePair both = {w[dense->at[j]], w[dense->at[j]]};
        _Pragma("GCC unroll 3") for (int p = 0; p < DENSE_PAIRS; p++) next[p] +=
            dense->factor[j][p] * both;
    }
    DenseBits holds = {-1, -1};
    _Pragma("GCC unroll 3") for (int p = 0; p < DENSE_PAIRS; p++)
    {
        next[p] = dense->row[p] + next[p];
        holds &= (DenseBits)(dense->dir[p] * next[p] > dense->least[p]);
    }
    if (!hold || !(holds[0] & holds[1]))
        return false;
    _Pragma("GCC unroll 3") for (int p = 0; p < DENSE_PAIRS; p++) dense->row[p] =
        (DensePair)((DenseBits)next[p] & dense->moves[p]);
    for (int k = 0; k < map->nposition; k++)
        w[map->position[k]] += dt * w[map->velocity[k]];
    for (int k = 0; k < map->ntwist; k++)
        w[map->twist[k]] += dt * w[dense->from[k]] * map->per_ratio[k] - dt * w[dense->to[k]];
    return true;
}

/* Up to `most` steps from step `from` on: how many. */
static inline __attribute__((always_inline)) int64_t go(const StnMap *map, Dense *dense, double dt,
                                                        double start, int64_t from, int64_t most,
                                                        const int count)
{
    double *w = DENSE_W(dense);
    int64_t done = 0;
    while (done < most) {
        const double t = start + (double)(from + done) * dt;
        for (int k = 0; k < map->ninput; k++)
            w[map->input[k]] = stn_map_input(map->piece[k], t);
        if (!move_dense(map, dense, dt, count))
            break;
        done++;
    }
    return done;
}

int64_t stn_fixed_dense(const StnSystem *S, const StnState *st, StnMap *map, double dt,
                        int64_t most)
{
    const double start = stn_work(st)->t_fixed;
    const int64_t from = st->fixed_steps;
    Dense dense;
    int64_t done;
    if (!make_dense(S, map, &dense))
        return -1;
    place_map(map, &dense, S);
    switch (dense.count) {
    case 4: done = go(map, &dense, dt, start, from, most, 4); break;
    case 5: done = go(map, &dense, dt, start, from, most, 5); break;
    case 6: done = go(map, &dense, dt, start, from, most, 6); break;
    case 7: done = go(map, &dense, dt, start, from, most, 7); break;
    case 8: done = go(map, &dense, dt, start, from, most, 8); break;
    default: done = go(map, &dense, dt, start, from, most, dense.count); break;
    }
    for (int i = 0; i < S->model.n; i++)
        if (dense.place[i] >= 0)
            map->w[i] = DENSE_W(&dense)[dense.place[i]];
    return done;
}
