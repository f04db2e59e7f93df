/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/spread.h"
#include "identify/failure.h"
#include "identify/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Cells are an eighth of a block of moderate length; at least BLOCKS blocks make a record. */
enum { CELLS = 256, BLOCKS = 8, DRAWS = 400, RUNS = 3 };
#define LONGEST 0.97 /* AR(1) part of an influence */
#define MOST_LEVERAGE 0.9
#define LEAST 0.005    /* of the variance of independent rows */
#define SINGULAR 1e-6  /* pivot of a column of length 1: a run by itself does not determine it */
#define RIDGE 1e-9     /* keeps directions that nothing determines at rest */
#define QUANTILE 0.025 /* of the draws, and where it lies in deviations */
#define NORMAL 1.959964

/* ---- This record ---- */

static double neighbour(const double *x, size_t count)
{
    double both = 0.0, own = 0.0;
    for (size_t i = 1; i < count; i++)
        both += x[i] * x[i - 1], own += x[i - 1] * x[i - 1];
    return own > 0.0 ? both / own : 0.0;
}

/* Sum over all lags of the covariance of z, times count: the variance of its sum.  z is overwritten.  Lags of rows that
 * share samples count in full (a flat top): what one window has too much the next ones take back.  That may leave next
 * to nothing, less than can be estimated. */
static double long_run(double *z, size_t count, int overlap, double *like)
{
    const double a = fmin(fmax(neighbour(z, count), 0.0), LONGEST);
    for (size_t i = count; i-- > 1;)
        z[i] -= a * z[i - 1];
    const double rho = fmin(fabs(neighbour(z, count)), LONGEST);
    const double alpha = 4.0 * rho * rho / pow(1.0 - rho * rho, 2);
    const double rule = fmax(1.1447 * cbrt(alpha * (double)count), 2.0 * overlap);
    const double bandwidth = fmin(rule, 0.2 * (double)count),
                 flat = fmin(overlap, 0.05 * (double)count);
    double sum = 0.0, own = 0.0;
    for (size_t lag = 0; (double)lag <= flat + bandwidth; lag++) {
        const double beyond = fmax((double)lag - flat, 0.0);
        double part = 0.0;
        for (size_t i = lag; i < count; i++)
            part += z[i] * z[i - lag];
        own = lag == 0 ? part : own;
        sum += (lag == 0 ? 1.0 : 2.0) * (1.0 - beyond / (bandwidth + 1.0)) * part;
    }
    *like = a;
    return fmax(sum, LEAST * own) / ((1.0 - a) * (1.0 - a));
}

double stn_long_run(double *z, size_t count, int overlap)
{
    double like;
    return long_run(z, count, overlap, &like);
}

/* The part of each row's residual that the row itself took off: its leverage, x'(X'WX)^-1*w*x. */
static void leverages(const StnRows *rows, const StnLeastSquares *fit, double *leverage)
{
    const double variance = fit->sigma * fit->sigma;
    for (size_t i = 0; i < rows->count; i++) {
        double sum = 0.0;
        for (int p = 0; p < rows->n; p++)
            for (int c = 0; c < rows->n; c++)
                sum += rows->column[p][i] * fit->covariance[p][c] / variance * rows->column[c][i];
        leverage[i] = fmin(sum * (rows->weight ? rows->weight[i] : 1.0), MOST_LEVERAGE);
    }
}

/* How far each row moves parameter p: the row of the inverse of X'WX times w*x*residual, with what it took off the
 * residual (HC3, MacKinnon & White 1985).  Returns how many rows decide the parameter, (sum g^2)^2/sum g^4 of what
 * multiplies the residuals: a static level may hang on a few. */
static double influence(const StnRows *rows, const StnLeastSquares *fit, const double *leverage,
                        int p, double *z)
{
    const double variance = fit->sigma * fit->sigma;
    double squares = 0.0, fourth = 0.0;
    for (size_t i = 0; i < rows->count; i++) {
        double sum = 0.0;
        for (int c = 0; c < rows->n; c++)
            sum += fit->covariance[p][c] / variance * rows->column[c][i];
        sum *= rows->weight ? rows->weight[i] : 1.0;
        squares += sum * sum;
        fourth += sum * sum * sum * sum;
        z[i] = sum * rows->residual[i] / (1.0 - leverage[i]) +
               (rows->score ? fit->covariance[p][0] / variance * rows->score[i] : 0.0);
    }
    return fourth > 0.0 ? squares * squares / fourth : (double)rows->count;
}

StnStatus stn_rows_widen(const StnRows *rows, StnLeastSquares *fit, StnError *error)
{
    const double n = rows->n, count = (double)rows->count;
    double by[STN_LEAST_SQUARES_MAX], *z = malloc((2 * rows->count + 2) * sizeof *z);
    if (!z)
        return stn_no_memory(error);
    double *leverage = z + rows->count + 1;
    if (fit->sigma > 0.0)
        leverages(rows, fit, leverage);
    for (int p = 0; p < rows->n && fit->sigma > 0.0; p++) {
        double like;
        const double deciding = influence(rows, fit, leverage, p, z);
        const double std =
            sqrt(long_run(z, rows->count, rows->overlap, &like) * count / (count - n));
        const double alike = fmin((1.0 - like) / (1.0 + like), 1.0);
        const double freedom = fmax(fmin(count * alike - n, deciding), 1.0);
        const double reach = stn_student_95(freedom) * std;
        by[p] = std / fit->std[p];
        fit->std[p] = std;
        fit->relative[p] = 100.0 * std / fabs(fit->value[p]);
        fit->low[p] = fit->value[p] - reach;
        fit->high[p] = fit->value[p] + reach;
    }
    for (int p = 0; p < rows->n && fit->sigma > 0.0; p++)
        for (int q = 0; q < rows->n; q++)
            fit->covariance[p][q] *= by[p] * by[q];
    free(z);
    return STN_OK;
}

/* ---- Cells ---- */

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
    cells->sum = calloc((size_t)cells->count * (size_t)(n * n + n) + 1, sizeof *cells->sum);
    return cells->sum ? STN_OK : stn_no_memory(error);
}

void stn_cells_free(StnCells *cells)
{
    free(cells->sum);
    free(cells->first);
    free(cells->rows_of_run);
    *cells = (StnCells){.n = 0};
}

static double *cell_at(const StnCells *cells, int index)
{
    return cells->sum + (size_t)index * (size_t)(cells->n * cells->n + cells->n);
}

void stn_cells_add(StnCells *cells, int run, size_t row, const double *slope, double residual,
                   double weight)
{
    const int n = cells->n, own = cells->first[run + 1] - cells->first[run];
    const size_t place = row * (size_t)own / cells->rows_of_run[run];
    double *sum = cell_at(cells, cells->first[run] + (int)place);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            sum[i * n + j] += weight * slope[i] * slope[j];
        sum[n * n + i] += weight * slope[i] * residual;
    }
}

static void add_cells(const StnCells *cells, int from, int count, double *sum)
{
    const int size = cells->n * cells->n + cells->n;
    for (int k = 0; k < count; k++) {
        const double *cell = cell_at(cells, (from + k) % cells->count);
        for (int i = 0; i < size; i++)
            sum[i] += cell[i];
    }
}

/* The change of the estimates that the sums of a part ask for (Cholesky; scale: length of the columns over the whole,
 * of which the part has this share); false where the part does not determine them (`all`: it must). */
static bool solve(double *sum, int n, const double *scale, double share, bool all, double *change)
{
    double *b = sum + (size_t)n * (size_t)n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            sum[i * n + j] /= scale[i] * scale[j] * share;
        sum[i * n + i] += RIDGE;
        b[i] /= scale[i] * share;
    }
    for (int j = 0; j < n; j++) {
        double pivot = sum[j * n + j];
        for (int k = 0; k < j; k++)
            pivot -= sum[j * n + k] * sum[j * n + k];
        if (!(pivot > (all ? SINGULAR : 0.0)))
            return false;
        sum[j * n + j] = sqrt(pivot);
        for (int i = j + 1; i < n; i++) {
            for (int k = 0; k < j; k++)
                sum[i * n + j] -= sum[i * n + k] * sum[j * n + k];
            sum[i * n + j] /= sum[j * n + j];
        }
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            b[i] -= sum[i * n + k] * b[k];
        b[i] /= sum[i * n + i];
    }
    for (int i = n; i-- > 0;) {
        for (int k = i + 1; k < n; k++)
            b[i] -= sum[k * n + i] * b[k];
        b[i] /= sum[i * n + i];
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
    double *sum, *whole, *change; /* of one draw; of all cells; of each parameter in all draws */
    StnNext *next;
} Draws;

/* The changes of a part into those of the parameters, as draw `at`. */
static bool take_draw(Draws *d, double share, bool all, int at)
{
    double own[STN_SPREAD_MAX];
    const int n = d->cells->n;
    for (int i = 0; i < n * n && d->cells->fixed; i++)
        d->sum[i] = share * d->whole[i];
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

static size_t size_of(const StnCells *cells)
{
    return (size_t)cells->n * (size_t)cells->n + (size_t)cells->n;
}

static void clear(Draws *d) { memset(d->sum, 0, size_of(d->cells) * sizeof *d->sum); }

static uint64_t random_next(uint64_t *state) /* splitmix64 */
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Records made of blocks of so many cells.  A block that goes beyond the end goes on at the start. */
static void draw_blocks(Draws *d, int length)
{
    const StnCells *cells = d->cells;
    const int blocks = cells->count / length;
    uint64_t state = 1;
    int good = 0;
    for (int k = 0; k < DRAWS; k++) {
        clear(d);
        for (int b = 0; b < blocks; b++)
            add_cells(cells, (int)(random_next(&state) % (uint64_t)cells->count), length, d->sum);
        good += take_draw(d, (double)(blocks * length) / cells->count, false, good);
    }
    if (good < DRAWS / 2)
        return;
    for (int p = 0; p < d->nmap; p++) {
        double *change = d->change + (size_t)p * DRAWS;
        stn_sort(change, (size_t)good);
        const int out = (int)(QUANTILE * good);
        const double deviation = (change[good - 1 - out] - change[out]) / (2.0 * NORMAL);
        const double freedom = blocks - 1.0;
        if (stn_student_95(freedom) * deviation >
            stn_student_95(d->next->freedom[p]) * d->next->deviation[p])
            d->next->deviation[p] = deviation, d->next->freedom[p] = freedom;
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
        add_cells(cells, cells->first[r], count, d->sum);
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

StnStatus stn_cells_next(const StnCells *cells, const double *map, int nmap, bool records,
                         StnNext *next, StnError *error)
{
    const int n = cells->n;
    *next = (StnNext){.between_runs = false};
    Draws d = {.cells = cells, .map = map, .nmap = map ? nmap : n, .next = next};
    for (int p = 0; p < d.nmap; p++)
        next->deviation[p] = 0.0, next->freedom[p] = 1.0;
    d.sum = malloc((2 * size_of(cells) + 1) * sizeof *d.sum);
    d.change = malloc((size_t)DRAWS * (size_t)(d.nmap + 1) * sizeof *d.change);
    if (d.sum && d.change) {
        clear(&d);
        add_cells(cells, 0, cells->count, d.sum);
        d.whole = d.sum + size_of(cells);
        memcpy(d.whole, d.sum, size_of(cells) * sizeof *d.whole);
        for (int i = 0; i < n; i++)
            d.scale[i] = d.sum[i * n + i] > 0.0 ? sqrt(d.sum[i * n + i]) : 1.0;
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

double stn_next_reach(const StnNext *next, int index, double low, double high)
{
    return fmax(stn_student_95(next->freedom[index]) * next->deviation[index],
                sqrt(0.5) * (high - low));
}

void stn_estimate_next(StnEstimate *estimate, const StnNext *next, int index)
{
    const double reach = stn_next_reach(next, index, estimate->low, estimate->high);
    estimate->next_low = fmin(estimate->value - reach, estimate->low);
    estimate->next_high = fmax(estimate->value + reach, estimate->high);
}

void stn_estimates_allow(StnEstimates *best, const StnEstimates *other, double reach, double rise)
{
    const double room = sqrt(1.0 - rise / (reach * reach)); /* NaN: none */
    for (int i = 0; i < best->count && room >= 0.0; i++) {
        StnEstimate *e = &best->item[i];
        const StnEstimate *o = stn_estimates_find(other, e->name);
        if (!o || isnan(e->low) || isnan(o->low))
            continue;
        e->low = fmin(e->low, o->value - room * (o->value - o->low));
        e->high = fmax(e->high, o->value + room * (o->high - o->value));
        e->std = fmax(e->std, 0.5 * (e->high - e->low) / reach);
        e->next_low = fmin(e->next_low, o->value - room * (o->value - o->next_low));
        e->next_high = fmax(e->next_high, o->value + room * (o->next_high - o->value));
    }
}

void stn_estimates_next_of_repetitions(StnEstimates *estimates)
{
    for (int i = 0; i < estimates->count; i++) {
        StnEstimate *e = &estimates->item[i];
        const double up = sqrt(2.0) * (e->high - e->value), down = sqrt(2.0) * (e->value - e->low);
        if (!isnan(e->low) && isnan(e->next_low))
            e->next_low = e->value - down, e->next_high = e->value + up;
    }
}

void stn_remark_repetitions(StnRemarks *remarks, const char *repetitions)
{
    stn_remark(remarks,
               "This record: from the scatter between its %s.  Next record: where the mean of as "
               "many is expected if they scatter alike; a change from day to day is in neither.",
               repetitions);
}

void stn_estimates_derive(StnEstimates *estimates, const StnDerived *d, const StnLeastSquares *fit,
                          const StnNext *next)
{
    StnLeastSquares own = {.value = {d->value}};
    StnNext other = {.freedom = {next->freedom[d->index[0]]}};
    double variance = 0.0, ahead = 0.0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            const int a = d->index[i], b = d->index[k];
            const double scale = sqrt(fit->covariance[a][a] * fit->covariance[b][b]);
            const double alike = d->slope[i] * d->slope[k] * fit->covariance[a][b] / scale;
            variance += alike * fit->std[a] * fit->std[b];
            ahead += alike * next->deviation[a] * next->deviation[b];
        }
    /* An interval that is not symmetric makes one of its kind. */
    const int lead = d->index[0];
    const double part = sqrt(variance) / fit->std[lead];
    own.std[0] = sqrt(variance);
    own.low[0] = d->value - part * (fit->value[lead] - fit->low[lead]);
    own.high[0] = d->value + part * (fit->high[lead] - fit->value[lead]);
    other.deviation[0] = sqrt(ahead);
    stn_estimates_add(estimates, d->name, d->unit, d->rotary, &own, 0);
    stn_estimate_next(&estimates->item[estimates->count - 1], &other, 0);
}

void stn_estimates_arm(StnEstimates *estimates, const StnLeastSquares *fit, int index,
                       const StnNext *next)
{
    const double a = fit->value[index], b = fit->value[index + 1], G = hypot(a, b);
    const StnDerived weight = {"G", "$F", true, G, {index, index + 1}, {a / G, b / G}};
    const StnDerived hang = {
        "hang", "rad", true, atan2(-b, a), {index, index + 1}, {b / (G * G), -a / (G * G)}};
    stn_estimates_derive(estimates, &weight, fit, next);
    stn_estimates_derive(estimates, &hang, fit, next);
}

/* As a share per hour, or per minute where that is much: a rate per second says little. */
void stn_remark_drift(StnRemarks *remarks, double value, double low, double high)
{
    const bool hour = fabs(value) * 3600.0 < 1.0;
    const double scale = 100.0 * (hour ? 3600.0 : 60.0);
    const char *unit = hour ? "hour" : "minute";
    stn_remark(
        remarks,
        low > 0.0 || high < 0.0
            ? "The friction levels drift by %.3g %% per %s (%.3g ... %.3g): the levels above "
              "are those of the first row."
            : "No drift of the friction levels is seen: %.3g %% per %s (%.3g ... %.3g) may "
              "be none.",
        scale * value, unit, scale * low, scale * high);
}

void stn_remark_next(StnRemarks *remarks, bool between_runs)
{
    stn_remark(remarks,
               between_runs
                   ? "This record: noise, also where residuals hold together in time; what the "
                     "model lacks is not in it.  Next record: where the estimate of another run is "
                     "expected, from the scatter between the runs."
                   : "This record: noise, also where residuals hold together in time; what the "
                     "model lacks is not in it.  Next record: where the estimate of another record "
                     "of this machine and kind of motion is expected (block bootstrap).");
}
