/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fits whose residuals are smooth because a measured input has noise (fit_input.c).
 *
 * Least squares then follow the slow errors, which are the largest, and waste what quick ones tell.  White noise is a sum of
 * waves (cosines over the rows), each with a part of the same variance.  With D what each of the slow waves does to the
 * residuals of a run, these have the covariance s^2*I + D*D', s what the output itself has: inertia makes quick waves
 * small, so that a hundred or two waves are all that counts.  (As many draws of whole noise would not do: their
 * covariance has as many directions as draws, and most of them wrong.)  Residuals are multiplied by s times the inverse
 * root of that, so that all directions weigh as they should (generalised least squares), and the search goes on from where
 * it ended.  What noise then does to the estimate is asked of drawn noise.
 *
 * That is right to first order in the noise, and the motion may be off by some per cent of its swing, where second orders
 * are no smaller than the errors of an encoder.  So the noise that residuals show is taken out of the input, as a sum of
 * waves: with that the motion is the measured one nearly.  From residuals with the shifted input the effect of the shift,
 * to first order there, is taken away again, so that they still have that covariance (Gauss and Newton's step for noise and
 * parameters together).
 *
 * All this only where noise of the inputs explains what a fit leaves: what it leaves must be as large as what it leaves of
 * such noise. */
#include "identify/fit_colour.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "identify/dense.h"
#include "compare/sort.h"

enum { WAVES = STN_FIT_WAVES, FIRST = 8, QUIET = 4, FRESH = 60 };
#define MOST_NUMBERS 1e7 /* of all waves together */
#define LOWEST (-3.0)    /* normal quantiles between which residuals are explained */
#define HIGHEST 4.0
#define FAR 50.0     /* times more or less than the first draws leave: not explained */
#define MATTERS 0.01 /* of the variance of the output: directions with less are none */

void stn_fit_colour_free(StnFitter *fitter)
{
    free(fitter->colour.direction);
    free(fitter->colour.offset);
    fitter->colour.direction = fitter->colour.offset = NULL;
    fitter->colour.mode = STN_FIT_COLOUR_OFF;
}

static size_t length_of(const StnFitInside *inside)
{
    return inside->nfit * (size_t)inside->run->nsignal;
}

/* Takes of each direction what makes all noise alike. */
static void whiten(const StnFitter *fitter, double *r)
{
    for (int k = 0; k < fitter->nrun; k++) {
        const StnFitInside *inside = &fitter->run[k];
        const size_t m = length_of(inside);
        const double *u = fitter->colour.direction + WAVES * inside->first_residual;
        double *own = r + inside->first_residual;
        for (int j = 0; j < fitter->colour.rank[k]; j++, u += m) {
            double part = 0.0;
            for (size_t i = 0; i < m; i++)
                part += u[i] * own[i];
            part *= 1.0 - sqrt(fitter->colour.variance[k] /
                               (fitter->colour.variance[k] + fitter->colour.power[k][j]));
            for (size_t i = 0; i < m; i++)
                own[i] -= part * u[i];
        }
    }
}

void stn_fit_weigh(const StnFitter *fitter, double *r)
{
    if (fitter->colour.mode != STN_FIT_COLOUR_WEIGHED)
        return;
    for (size_t i = 0; i < fitter->nresidual; i++)
        r[i] -= fitter->colour.offset[i];
    whiten(fitter, r);
}

/* ---- Directions ---- */

/* Variance of the steps of a sensor, q^2/12, in the unit of the residuals. */
static bool step_variance(StnFitter *fitter, const StnFitInside *inside, int s, double *out)
{
    const StnFitRun *run = inside->run;
    double *sorted = malloc((run->rows + 1) * sizeof *sorted);
    if (!sorted) {
        atomic_store(&fitter->memory_out, true);
        return false;
    }
    memcpy(sorted, run->signal[s].value, run->rows * sizeof *sorted);
    const double q = stn_smallest_step(sorted, run->rows) / inside->sigma[s];
    *out = isnan(q) ? 0.0 : q * q / 12.0;
    free(sorted);
    return true;
}

/* White noise of the residuals of a run, all signals together: what neighbours do not share, or, of a sensor with steps, at
 * least what these make (neighbours at standstill share it). */
static bool output_variance(StnFitter *fitter, const StnFitInside *inside, const double *r,
                            double *variance)
{
    double sum = 0.0;
    for (int s = 0; s < inside->run->nsignal; s++) {
        double deviation, steps;
        if (!stn_fit_white_part(fitter, r + inside->first_residual + (size_t)s * inside->nfit,
                                inside->nfit, &deviation) ||
            !step_variance(fitter, inside, s, &steps))
            return false;
        sum += fmax(deviation * deviation, steps);
    }
    *variance = sum / inside->run->nsignal;
    return true;
}

/* Products of all waves of a run, waves x waves; D: each wave a row. */
static void products(const double *D, int waves, size_t m, double *gram)
{
    for (int a = 0; a < waves; a++)
        for (int b = 0; b <= a; b++) {
            double sum = 0.0;
            for (size_t i = 0; i < m; i++)
                sum += D[(size_t)a * m + i] * D[(size_t)b * m + i];
            gram[a * waves + b] = gram[b * waves + a] = sum;
        }
}

/* D*D' of a run by its eigenvectors, in place of D; those that matter.  gram is lost. */
static void find_directions(StnFitter *fitter, int run, double *D, double *gram, double variance)
{
    const size_t m = length_of(&fitter->run[run]);
    const int waves = fitter->colour.waves;
    double *V = fitter->colour.turn + run * WAVES * WAVES, *value = fitter->colour.power[run];
    double row[WAVES];
    int rank = 0;
    stn_dense_singular(waves, gram, value, V);
    while (rank < waves && value[rank] > MATTERS * variance)
        rank++;
    for (size_t i = 0; i < m; i++) {
        for (int a = 0; a < waves; a++)
            row[a] = D[(size_t)a * m + i];
        for (int j = 0; j < rank; j++) {
            double sum = 0.0;
            for (int a = 0; a < waves; a++)
                sum += row[a] * V[j * waves + a];
            D[(size_t)j * m + i] = sum / sqrt(value[j]);
        }
    }
    fitter->colour.rank[run] = rank;
    fitter->colour.variance[run] = variance;
}

/* ---- Whether noise of the inputs explains the residuals ---- */

/* What the free parameters leave of a vector, squared. */
static double left_of(const double *a, const double *Q, size_t m, int n)
{
    double sum = 0.0;
    for (size_t i = 0; i < m; i++)
        sum += a[i] * a[i];
    for (int j = 0; j < n; j++) {
        double part = 0.0;
        for (size_t i = 0; i < m; i++)
            part += Q[(size_t)j * m + i] * a[i];
        sum -= part * part;
    }
    return sum;
}

/* Columns of length 1, at right angles; the others 0. */
static void orthonormal(double *J, size_t m, int n)
{
    for (int j = 0; j < n; j++) {
        double *own = J + (size_t)j * m, before = 0.0, after = 0.0;
        for (size_t i = 0; i < m; i++)
            before += own[i] * own[i];
        for (int k = 0; k < 2 * j; k++) {
            const double *other = J + (size_t)(k % j) * m;
            double part = 0.0;
            for (size_t i = 0; i < m; i++)
                part += own[i] * other[i];
            for (size_t i = 0; i < m; i++)
                own[i] -= part * other[i];
        }
        for (size_t i = 0; i < m; i++)
            after += own[i] * own[i];
        const double scale = after > 1e-14 * before ? 1.0 / sqrt(after) : 0.0;
        for (size_t i = 0; i < m; i++)
            own[i] *= scale;
    }
}

/* A sum of squares beside its mean and variance, as chi-square's (Wilson and Hilferty). */
static bool is_explained(double sum, double mean, double variance)
{
    const double spread = sqrt(variance / (9.0 * mean * mean));
    const double z = (cbrt(sum / mean) - 1.0 + spread * spread) / spread;
    return z > LOWEST && z < HIGHEST;
}

/* The first draws tell when all others are needless. */
static bool is_far(double sum, double mean) { return sum > FAR * mean || sum < mean / FAR; }

/* ---- All of it ---- */

typedef struct {
    StnFitter *fitter;
    StnFitWorkspace workspace;
    const double *x;
    double *r, *J, *change;
    double *D;    /* run by run, each wave a row */
    double *gram; /* run by run, its waves multiplied by one another */
    double *offset, variance[STN_FIT_RUNS_MAX];
    bool again;
} Stage;

/* Whether a few draws leave a sum of squares that is comparable with what the fit leaves. */
static bool is_near(Stage *s)
{
    StnFitter *fitter = s->fitter;
    double mean = 0.0;
    for (int d = 0; d < FIRST; d++) {
        if (!stn_fit_disturb(fitter, &s->workspace, s->x, s->r, (uint64_t)d, s->change))
            return false;
        mean += left_of(s->change, s->J, fitter->nresidual, fitter->map.nx) / FIRST;
    }
    return !is_far(stn_fit_cost(fitter, s->r), mean);
}

/* Keeps what a wave changes; true: in one of the runs it matters. */
static bool keep_wave(Stage *s, int wave)
{
    const StnFitter *fitter = s->fitter;
    bool matters = false;
    for (int k = 0; k < fitter->nrun; k++) {
        const StnFitInside *inside = &fitter->run[k];
        const size_t own = length_of(inside), first = inside->first_residual;
        double power = 0.0;
        memcpy(s->D + WAVES * first + (size_t)wave * own, s->change + first, own * sizeof *s->D);
        for (size_t i = first; i < first + own; i++) {
            s->offset[i] += fitter->colour.part[k][wave] * s->change[i];
            power += s->change[i] * s->change[i];
        }
        matters = matters || power > MATTERS * s->variance[k];
    }
    return matters;
}

/* Slow waves first: what follows a motion as inertia does hardly sees quick ones, and a few that do nothing are the last.
 * (All that a shift of the inputs has are needed.) */
static bool take_waves(Stage *s)
{
    StnFitter *fitter = s->fitter;
    const int shifted = s->again ? fitter->colour.waves : 0;
    int quiet = 0;
    fitter->colour.waves = 0;
    while (fitter->colour.waves < WAVES && (quiet < QUIET || fitter->colour.waves < shifted)) {
        const int wave = fitter->colour.waves++;
        if (!stn_fit_wave(fitter, &s->workspace, s->x, s->r, wave, s->change))
            return false;
        quiet = keep_wave(s, wave) ? 0 : quiet + 1;
    }
    for (int k = 0; k < fitter->nrun; k++)
        products(s->D + WAVES * fitter->run[k].first_residual, fitter->colour.waves,
                 length_of(&fitter->run[k]), s->gram + k * WAVES * WAVES);
    return true;
}

/* Whether what the fit leaves is what it leaves of the waves, with P = D*Q what parameters take of them: the sum of squares
 * has the mean tr(D*D' - P*P') and twice the square of that matrix as variance. */
static bool waves_explain(const Stage *s)
{
    const StnFitter *fitter = s->fitter;
    const int waves = fitter->colour.waves, n = fitter->map.nx;
    double P[WAVES][STN_FREE_MAX] = {{0}}, mean = 0.0, square = 0.0, white = 0.0;
    for (int k = 0; k < fitter->nrun; k++) {
        const size_t m = length_of(&fitter->run[k]), first = fitter->run[k].first_residual;
        for (int a = 0; a < waves; a++)
            for (int j = 0; j < n; j++)
                for (size_t i = 0; i < m; i++)
                    P[a][j] += s->D[WAVES * first + (size_t)a * m + i] *
                               s->J[(size_t)j * fitter->nresidual + first + i];
        white += s->variance[k] * (double)m;
    }
    for (int a = 0; a < waves; a++)
        for (int b = 0; b < waves; b++) {
            double left = 0.0;
            for (int k = 0; k < fitter->nrun; k++)
                left += s->gram[k * WAVES * WAVES + a * waves + b];
            for (int j = 0; j < n; j++)
                left -= P[a][j] * P[b][j];
            square += left * left;
            mean += a == b ? left : 0.0;
        }
    return mean > 0.0 && is_explained(stn_fit_cost(fitter, s->r), mean + white, 2.0 * square);
}

static bool all_white(Stage *s)
{
    bool white = true;
    for (int k = 0; k < s->fitter->nrun; k++)
        for (int i = 0; i < s->fitter->run[k].run->nsignal; i++)
            white = white &&
                    stn_fit_signal_white(s->fitter, &s->fitter->run[k], i, s->workspace.model[k][i])
                        .white;
    return white;
}

static bool find_colour(Stage *s)
{
    StnFitter *fitter = s->fitter;
    StnFitKept slopes = {.known = false};
    memcpy(slopes.step, fitter->kept.step, sizeof slopes.step);
    if (!stn_fit_residual(fitter, &s->workspace, s->x, s->r, NULL) || (!s->again && all_white(s)) ||
        !stn_fit_jacobian(fitter, fitter->threads, s->x, s->r, s->J, &slopes))
        return false;
    orthonormal(s->J, fitter->nresidual, fitter->map.nx);
    for (int k = 0; k < fitter->nrun; k++)
        if (fitter->run[k].nfit > 0 &&
            !output_variance(fitter, &fitter->run[k], s->r, &s->variance[k]))
            return false;
    if ((!s->again && !is_near(s)) || !take_waves(s) || (!s->again && !waves_explain(s)))
        return false;
    for (int k = 0; k < fitter->nrun; k++) {
        fitter->colour.rank[k] = 0;
        if (fitter->run[k].nfit > 0)
            find_directions(fitter, k, s->D + WAVES * fitter->run[k].first_residual,
                            s->gram + k * WAVES * WAVES, s->variance[k]);
    }
    return true;
}

bool stn_fit_find_colour(StnFitter *fitter, const double *x, bool again)
{
    const size_t m = fitter->nresidual, n = (size_t)fitter->map.nx;
    if ((double)m * WAVES > MOST_NUMBERS || stn_fit_is_motion(fitter->def) ||
        fitter->def->run[0].target != STN_FIT_TARGET_ROWS ||
        !stn_fit_input_deviations(fitter, fitter->colour.deviation))
        return false;
    Stage s = {.fitter = fitter, .x = x, .again = again};
    const size_t turns = (size_t)fitter->nrun * WAVES * WAVES;
    stn_fit_colour_free(fitter);
    fitter->colour.mode = STN_FIT_COLOUR_SHIFTED;
    s.r = malloc((m + 1) * (n + 2) * sizeof *s.r);
    s.D = malloc((m + 1) * WAVES * sizeof *s.D);
    s.gram = malloc((turns + 1) * sizeof *s.gram);
    s.offset = calloc(m + turns + 1, sizeof *s.offset);
    bool found = false;
    if (!s.r || !s.D || !s.gram || !s.offset)
        atomic_store(&fitter->memory_out, true);
    else if (stn_fit_workspace(fitter, &s.workspace)) {
        s.change = s.r + m, s.J = s.change + m;
        fitter->colour.turn = s.offset + m;
        found = find_colour(&s);
    }
    stn_fit_workspace_free(&s.workspace);
    free(s.r);
    free(s.gram);
    fitter->colour.direction = s.D, fitter->colour.offset = s.offset;
    if (found)
        fitter->colour.mode = STN_FIT_COLOUR_WEIGHED;
    else
        stn_fit_colour_free(fitter);
    return found;
}

/* Parts of waves that bring the residuals r of a run to what its sensors leave: -D'*R^-1*r. */
static void run_parts(StnFitter *fitter, int run, const double *r)
{
    const StnFitInside *inside = &fitter->run[run];
    const size_t m = length_of(inside);
    const double *u = fitter->colour.direction + WAVES * inside->first_residual;
    const double *V = fitter->colour.turn + run * WAVES * WAVES;
    const int waves = fitter->colour.waves;
    double *part = fitter->colour.part[run];
    memset(part, 0, sizeof fitter->colour.part[run]);
    for (int j = 0; j < fitter->colour.rank[run]; j++, u += m) {
        const double power = fitter->colour.power[run][j];
        double along = 0.0;
        for (size_t i = 0; i < m; i++)
            along += u[i] * r[inside->first_residual + i];
        for (int k = 0; k < waves; k++)
            part[k] -=
                V[j * waves + k] * along * sqrt(power) / (fitter->colour.variance[run] + power);
    }
}

bool stn_fit_find_parts(StnFitter *fitter, const double *x)
{
    StnFitWorkspace workspace;
    double *r = malloc((fitter->nresidual + 1) * sizeof *r);
    bool good = stn_fit_workspace(fitter, &workspace) && r;
    if (!r)
        atomic_store(&fitter->memory_out, true);
    fitter->colour.mode = STN_FIT_COLOUR_SHIFTED;
    good = good && stn_fit_residual(fitter, &workspace, x, r, NULL);
    fitter->colour.mode = STN_FIT_COLOUR_WEIGHED;
    for (size_t i = 0; good && i < fitter->nresidual; i++)
        r[i] -= fitter->colour.offset[i];
    for (int k = 0; good && k < fitter->nrun; k++)
        run_parts(fitter, k, r);
    stn_fit_workspace_free(&workspace);
    free(r);
    return good;
}

/* Noise of the output in one run, after weighing: variance*J'*W*W'*J, and what steps of its sensors hold together. */
static void add_run(const StnFitSlopes *weighed, int run, double *out)
{
    const StnFitter *fitter = weighed->fitter;
    const StnFitInside *inside = &fitter->run[run];
    const int n = weighed->n;
    const size_t first = inside->first_residual;
    for (int s = 0; s < inside->run->nsignal && inside->nfit > 0; s++) {
        const size_t from = first + (size_t)s * inside->nfit, to = from + inside->nfit;
        double square = 0.0;
        for (size_t i = from; i < to; i++)
            square += weighed->r[i] * weighed->r[i] / (double)inside->nfit;
        square = fmax(square, fitter->colour.variance[run]);
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++)
                for (size_t i = from; i < to; i++)
                    out[a * n + b] += square * weighed->column[a][i] * weighed->column[b][i];
        stn_fit_add_steps(weighed, run, s, square, out);
    }
}

static bool add_output(const StnFitSlopes *slopes, double *out)
{
    StnFitter *fitter = slopes->fitter;
    const size_t m = fitter->nresidual;
    const int n = slopes->n;
    double *plain = malloc((m + 1) * (size_t)(n + 1) * sizeof *plain), *y = plain;
    StnFitSlopes weighed = *slopes;
    fitter->colour.mode = STN_FIT_COLOUR_SHIFTED; /* the motion that comes nearest */
    const bool good = plain && stn_fit_residual(fitter, slopes->workspace, slopes->x, plain, NULL);
    fitter->colour.mode = STN_FIT_COLOUR_WEIGHED;
    if (!plain)
        atomic_store(&fitter->memory_out, true);
    weighed.plain = plain;
    for (int a = 0; good && a < n; a++) {
        weighed.column[a] = y += m;
        memcpy(y, slopes->column[a], m * sizeof *y);
        whiten(fitter, y);
    }
    for (int k = 0; good && k < fitter->nrun; k++)
        add_run(&weighed, k, out);
    free(plain);
    return good;
}

double stn_fit_colour_noise(const StnFitSlopes *slopes, double *out)
{
    StnFitter *fitter = slopes->fitter;
    const int n = slopes->n;
    const size_t m = fitter->nresidual;
    double *d = malloc((m + 1) * sizeof *d);
    bool good = d != NULL;
    if (!d)
        atomic_store(&fitter->memory_out, true);
    memset(out, 0, (size_t)(n * n) * sizeof *out);
    for (int k = 0; good && k < FRESH; k++) {
        double g[STN_FREE_MAX] = {0};
        good = stn_fit_disturb(fitter, slopes->workspace, slopes->x, slopes->r, (uint64_t)k, d);
        for (int a = 0; good && a < n; a++)
            for (size_t i = 0; i < m; i++)
                g[a] += slopes->column[a][i] * d[i];
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++)
                out[a * n + b] += g[a] * g[b] / FRESH;
    }
    good = good && add_output(slopes, out);
    free(d);
    return good ? FRESH : 0.0;
}
