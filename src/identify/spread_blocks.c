/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The next record (spread.h): estimates of runs, and of records that are made of blocks of this one. */
#include "compare/sort.h"
#include "identify/failure.h"
#include "identify/spread.h"
#include "kernel/splitmix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Cells are an eighth of a block of moderate length; at least BLOCKS blocks make a record. */
enum { CELLS = 256, BLOCKS = 8, DRAWS = 400, RUNS = 3 };
#define SINGULAR 1e-6  /* pivot of a column of length 1: a run by itself does not determine it */
#define RIDGE 1e-9     /* keeps directions that nothing determines at rest */
#define QUANTILE 0.025 /* of the draws, and where it lies in deviations */
#define NORMAL 1.959964

/* ---- Cells ---- */

/* Numbers of one cell: x*x' by rows of its lower triangle, then x*residual; an even number, as they are added in pairs. */
static size_t size_of(const StnCells *cells)
{
    const size_t n = (size_t)cells->n;
    return (n * (n + 3) / 2 + 1) / 2 * 2;
}

static int triangle(int n) { return n * (n + 1) / 2; }

static double *cell_at(const StnCells *cells, int index)
{
    return cells->sum + (size_t)index * size_of(cells);
}

StnStatus stn_cells_make(StnCells *cells, int n, const size_t *rows_of_run, int nrun,
                         StnError *error)
{
    size_t all = 0;
    *cells = (StnCells){.n = n, .nrun = nrun};
    cells->first = calloc((size_t)nrun + 1, sizeof *cells->first);
    cells->rows_of_run = calloc((size_t)nrun + 1, sizeof *cells->rows_of_run);
    if (!cells->first || !cells->rows_of_run)
        return stn_no_memory(error);
    for (int r = 0; r < nrun; r++)
        all += cells->rows_of_run[r] = rows_of_run[r];
    for (int r = 0; r < nrun; r++) {
        const double share = (double)rows_of_run[r] / fmax((double)all, 1.0);
        const size_t wanted = (size_t)fmax(ceil(CELLS * share), 1.0);
        cells->first[r] = cells->count;
        cells->count += (int)(wanted < rows_of_run[r] ? wanted : rows_of_run[r]);
    }
    cells->first[nrun] = cells->count;
    cells->sum = calloc((size_t)cells->count * size_of(cells) + 1, sizeof *cells->sum);
    return cells->sum ? STN_OK : stn_no_memory(error);
}

void stn_cells_free(StnCells *cells)
{
    free(cells->sum);
    free(cells->first);
    free(cells->rows_of_run);
    *cells = (StnCells){.n = 0};
}

void stn_cells_add(StnCells *cells, int run, size_t row, const double *slope, double residual,
                   double weight)
{
    const int n = cells->n, own = cells->first[run + 1] - cells->first[run];
    const size_t place = row * (size_t)own / cells->rows_of_run[run];
    double *sum = cell_at(cells, cells->first[run] + (int)place);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            *sum++ += weight * slope[i] * slope[j];
    for (int i = 0; i < n; i++)
        *sum++ += weight * slope[i] * residual;
}

/* sum += to - from, in pairs. */
static void add_between(size_t size, const double *restrict from, const double *restrict to,
                        double *restrict sum)
{
    for (size_t i = 0; i < size; i += 2) {
        sum[i] += to[i] - from[i];
        sum[i + 1] += to[i + 1] - from[i + 1];
    }
}

/* The change of the estimates that the sums of a part ask for (Cholesky; scale: length of the columns over the whole,
 * of which the part has this share); false where the part does not determine them (`all`: it must). */
static bool solve(double *sum, int n, const double *scale, double share, bool all, double *change)
{
    double *row[STN_SPREAD_MAX], *b = sum + triangle(n);
    for (int i = 0; i < n; i++) {
        row[i] = sum + triangle(i);
        for (int j = 0; j <= i; j++)
            row[i][j] /= scale[i] * scale[j] * share;
        row[i][i] += RIDGE;
        b[i] /= scale[i] * share;
    }
    for (int j = 0; j < n; j++) {
        double pivot = row[j][j];
        for (int k = 0; k < j; k++)
            pivot -= row[j][k] * row[j][k];
        if (!(pivot > (all ? SINGULAR : 0.0)))
            return false;
        row[j][j] = sqrt(pivot);
        for (int i = j + 1; i < n; i++) {
            for (int k = 0; k < j; k++)
                row[i][j] -= row[i][k] * row[j][k];
            row[i][j] /= row[j][j];
        }
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= row[i][k] * b[k];
        b[i] /= row[i][i];
    }
    for (int i = n; i-- > 0;) {
        for (int k = i + 1; k < n; k++)
            b[i] -= row[k][i] * b[k];
        b[i] /= row[i][i];
    }
    for (int i = 0; i < n; i++)
        change[i] = b[i] / scale[i];
    return true;
}

/* ---- The next record ---- */

/* What draws are made with. */
typedef struct Draws {
    const StnCells *cells;
    const double *map;
    int nmap;
    double scale[STN_SPREAD_MAX];
    double reach[STN_SPREAD_MAX]; /* half the widest interval so far */
    double *sum, *change;         /* of one draw; of each parameter in all draws */
    double *ahead; /* sums of the cells before each, and of all: a block is the difference of two */
    StnNext *next;
} Draws;

/* The changes of a part into those of the parameters, as draw `at`. */
static bool take_draw(Draws *d, double share, bool all, int at)
{
    double own[STN_SPREAD_MAX] = {0.0};
    const int n = d->cells->n;
    const double *whole = d->ahead + (size_t)d->cells->count * size_of(d->cells);
    for (int i = 0; i < triangle(n) && d->cells->fixed; i++)
        d->sum[i] = share * whole[i];
    if (!solve(d->sum, n, d->scale, share, all, own))
        return false;
    for (int p = 0; p < d->nmap; p++) {
        double change = d->map ? 0.0 : own[p];
        for (int c = 0; d->map && c < n; c++)
            change += d->map[p * n + c] * own[c];
        d->change[p * DRAWS + at] = change;
    }
    return true;
}

static void clear(Draws *d) { memset(d->sum, 0, size_of(d->cells) * sizeof *d->sum); }

/* A block that goes beyond the end goes on at the start. */
static void add_block(Draws *d, int from, int length)
{
    const size_t size = size_of(d->cells);
    const int count = d->cells->count, to = from + length;
    add_between(size, d->ahead + (size_t)from * size,
                d->ahead + (size_t)(to < count ? to : count) * size, d->sum);
    if (to > count)
        add_between(size, d->ahead, d->ahead + (size_t)(to - count) * size, d->sum);
}

/* Records made of blocks of so many cells. */
static void draw_blocks(Draws *d, int length)
{
    const StnCells *cells = d->cells;
    const int blocks = cells->count / length;
    uint64_t state = 1;
    int good = 0;
    for (int k = 0; k < DRAWS; k++) {
        clear(d);
        for (int b = 0; b < blocks; b++)
            add_block(d, (int)(stn_splitmix_next(&state) % (uint64_t)cells->count), length);
        good += take_draw(d, (double)(blocks * length) / cells->count, false, good);
    }
    if (good < DRAWS / 2)
        return;
    const double freedom = blocks - 1.0, student = stn_student_95(freedom);
    for (int p = 0; p < d->nmap; p++) {
        double *change = d->change + (size_t)p * DRAWS;
        stn_sort(change, (size_t)good);
        const int out = (int)(QUANTILE * good);
        const double deviation = (change[good - 1 - out] - change[out]) / (2.0 * NORMAL);
        if (student * deviation > d->reach[p]) {
            d->reach[p] = student * deviation;
            d->next->deviation[p] = deviation;
            d->next->freedom[p] = freedom;
        }
    }
}

/* The estimates of each run by itself; false where one of them does not determine all. */
static bool compare_runs(Draws *d)
{
    const StnCells *cells = d->cells;
    const int n = cells->nrun;
    if (n > DRAWS)
        return false;
    for (int r = 0; r < n; r++) {
        const int count = cells->first[r + 1] - cells->first[r];
        clear(d);
        add_block(d, cells->first[r], count);
        if (!take_draw(d, (double)count / cells->count, true, r))
            return false;
    }
    for (int p = 0; p < d->nmap; p++) {
        const double *change = d->change + (size_t)p * DRAWS;
        double mean = 0.0, squares = 0.0;
        for (int r = 0; r < n; r++)
            mean += change[r] / n;
        for (int r = 0; r < n; r++)
            squares += (change[r] - mean) * (change[r] - mean);
        d->next->deviation[p] = sqrt(squares / (n - 1) * (1.0 + 1.0 / n));
        d->next->freedom[p] = n - 1.0;
    }
    d->next->between_runs = true;
    return true;
}

static void sum_ahead(Draws *d, const double *cell, size_t count)
{
    const size_t size = size_of(d->cells);
    memset(d->ahead, 0, size * sizeof *d->ahead);
    for (size_t i = 0; i < count; i++)
        d->ahead[i + size] = d->ahead[i] + cell[i];
}

StnStatus stn_cells_next(const StnCells *cells, const double *map, int nmap, bool records,
                         StnNext *next, StnError *error)
{
    const int n = cells->n;
    *next = (StnNext){.between_runs = false};
    Draws d = {.cells = cells, .map = map, .nmap = map ? nmap : n, .next = next};
    for (int p = 0; p < d.nmap; p++)
        next->deviation[p] = 0.0, next->freedom[p] = 1.0;
    const size_t size = size_of(cells);
    d.sum = malloc((((size_t)cells->count + 2) * size + 1) * sizeof *d.sum);
    d.change = malloc((size_t)DRAWS * (size_t)(d.nmap + 1) * sizeof *d.change);
    if (d.sum && d.change) {
        d.ahead = d.sum + size;
        sum_ahead(&d, cells->sum, size * (size_t)cells->count);
        const double *whole = d.ahead + (size_t)cells->count * size;
        for (int i = 0; i < n; i++) {
            const double square = whole[triangle(i) + i];
            d.scale[i] = square > 0.0 ? sqrt(square) : 1.0;
        }
        if (!(records && cells->nrun >= RUNS && compare_runs(&d))) {
            for (int length = 1; length * BLOCKS <= cells->count; length *= 2)
                draw_blocks(&d, length);
            for (int p = 0; p < d.nmap; p++) /* the next one scatters as much */
                next->deviation[p] *= sqrt(2.0);
        }
    }
    const bool good = d.sum && d.change;
    free(d.sum);
    free(d.change);
    return good ? STN_OK : stn_no_memory(error);
}

StnStatus stn_rows_next(const StnRows *rows, StnNext *next, StnError *error)
{
    const size_t whole[2] = {0, rows->count}, *run = rows->run ? rows->run : whole;
    const int nrun = rows->run ? rows->nrun : 1;
    StnCells cells = {.n = 0};
    size_t *length = calloc((size_t)nrun, sizeof *length);
    StnStatus status = length ? STN_OK : stn_no_memory(error);
    for (int r = 0; length && r < nrun; r++)
        length[r] = run[r + 1] - run[r];
    if (status == STN_OK)
        status = stn_cells_make(&cells, rows->n, length, nrun, error);
    for (int r = 0; r < nrun && status == STN_OK; r++)
        for (size_t i = run[r]; i < run[r + 1]; i++) {
            double slope[STN_SPREAD_MAX];
            for (int c = 0; c < rows->n; c++)
                slope[c] = rows->column[c][i];
            stn_cells_add(&cells, r, i - run[r], slope, rows->residual[i],
                          rows->weight ? rows->weight[i] : 1.0);
        }
    cells.fixed = rows->fixed;
    if (status == STN_OK)
        status = stn_cells_next(&cells, NULL, 0, rows->run != NULL, next, error);
    stn_cells_free(&cells);
    free(length);
    return status;
}
