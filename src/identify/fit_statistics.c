/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* How good a fit is and how well it is known.
 *
 * Covariance s^2*(J'J)^-1 where residuals are white.  Residuals of real machines are not: neighbours
 * are alike, and that formula is far too proud.  Then the record is cut into blocks that are longer than
 * what neighbours have in common, and the scatter of the blocks' gradients takes the place of s^2
 * (sandwich): (J'J)^-1*(sum of g_b*g_b')*(J'J)^-1. */
#include "identify/fitting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(STN_HAVE_LAPACKE) && STN_HAVE_LAPACKE

#include <lapacke.h>

enum { LAGS = 20, BLOCKS = 50, BLOCK_ROWS = 10 };

#define RANK 1e-7 /* of scaled slopes: below it a direction is not determined */
#define WHITE 0.01

/* ---- Scores ---- */

static StnFitScore score(const StnFitRun *run, const double *y, const double *model, int mark,
                         size_t rows)
{
    StnFitScore s = {.rms = NAN, .relative = NAN, .nrmse = NAN};
    double e2 = 0.0, y2 = 0.0, sum = 0.0;
    for (size_t i = 0; i < rows; i++) {
        int use = run->use ? run->use[i] : STN_ROW_FIT;
        if (use != mark)
            continue;
        double e = model[i] - y[i];
        e2 += e * e, y2 += y[i] * y[i], sum += y[i];
        s.rows++;
    }
    double n = (double)s.rows, about_mean = y2 - sum * sum / n;
    if (s.rows == 0)
        return s;
    s.rms = sqrt(e2 / n);
    s.relative = 100.0 * sqrt(e2 / y2);
    s.nrmse = about_mean > 0.0 ? 100.0 * (1.0 - sqrt(e2 / about_mean)) : NAN;
    return s;
}

/* ---- Residual tests ---- */

/* Probability that chi-square with 20 degrees of freedom is larger: closed form for even ones. */
static double chi_square_20(double q)
{
    double term = exp(-0.5 * q), sum = term;
    for (int k = 1; k < LAGS / 2; k++) {
        term *= 0.5 * q / k;
        sum += term;
    }
    return fmin(sum, 1.0);
}

/* Share of the variance of e that a straight combination of the model and its slope explains. */
static double explained_by(const double *e, const double *model, size_t n)
{
    double m = 0.0, mm = 0.0, me = 0.0, dd = 0.0, de = 0.0, md = 0.0, ee = 0.0, bar = 0.0;
    for (size_t i = 0; i < n; i++)
        m += model[i], bar += e[i];
    m /= (double)n, bar /= (double)n;
    for (size_t i = 1; i + 1 < n; i++) {
        double a = model[i] - m, d = model[i + 1] - model[i - 1], r = e[i] - bar;
        mm += a * a, me += a * r, dd += d * d, de += d * r, md += a * d, ee += r * r;
    }
    double det = mm * dd - md * md;
    if (!(ee > 0.0) || !(det > 1e-12 * mm * dd))
        return 0.0;
    return fmax(0.0, (me * me * dd - 2.0 * me * de * md + de * de * mm) / det / ee);
}

static StnFitWhite test_white(const double *e, const double *model, size_t n)
{
    StnFitWhite w = {.lag1 = NAN, .portmanteau = NAN};
    double bar = 0.0, zero = 0.0, q = 0.0;
    if (n < 3 * LAGS)
        return (StnFitWhite){NAN, NAN, NAN, true};
    for (size_t i = 0; i < n; i++)
        bar += e[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        zero += (e[i] - bar) * (e[i] - bar);
    for (int k = 1; k <= LAGS; k++) {
        double sum = 0.0;
        for (size_t i = (size_t)k; i < n; i++)
            sum += (e[i] - bar) * (e[i - (size_t)k] - bar);
        double c = zero > 0.0 ? sum / zero : 0.0;
        w.lag1 = k == 1 ? c : w.lag1;
        q += c * c / (double)(n - (size_t)k);
    }
    w.portmanteau = chi_square_20(q * (double)n * ((double)n + 2.0));
    w.explained = explained_by(e, model, n);
    w.white = w.portmanteau >= WHITE;
    return w;
}

/* The fitted rows of a signal, tested. */
static StnFitWhite signal_white(const StnFitInside *inside, int s, const double *model)
{
    const StnFitRun *run = inside->run;
    StnFitWhite w = {.white = true};
    double *e = malloc(2 * (inside->nfit + 1) * sizeof *e), *kept = e ? e + inside->nfit : NULL;
    size_t n = 0;
    for (size_t i = 0; e && i < inside->last_fitted; i++)
        if (!run->use || run->use[i] == STN_ROW_FIT) {
            e[n] = model[i] - run->signal[s].value[i];
            kept[n++] = model[i];
        }
    if (e)
        w = test_white(e, kept, n);
    free(e);
    return w;
}

/* ---- Covariance ---- */

/* What the covariance is made of; coordinates on a bound are left out. */
typedef struct {
    int n, which[STN_FREE_MAX]; /* active coordinates */
    double *a;                  /* slopes of the active ones, scaled, nresidual x n; then Q, R */
    double scale[STN_FREE_MAX];
    double inverse[STN_FREE_MAX * STN_FREE_MAX]; /* of J'J, in coordinates */
    double weak[STN_FREE_MAX]; /* per coordinate: share in what is not determined */
} Normal;

static bool normal_load(const StnFitter *fitter, const double *J, uint32_t held, Normal *normal)
{
    size_t m = fitter->nresidual;
    normal->n = 0;
    memset(normal->weak, 0, sizeof normal->weak);
    for (int j = 0; j < fitter->map.nx; j++)
        if (!(held >> j & 1u))
            normal->which[normal->n++] = j;
    normal->a = malloc((m * (size_t)normal->n + 1) * sizeof *normal->a);
    for (int k = 0; normal->a && k < normal->n; k++) {
        const double *from = J + (size_t)normal->which[k] * m;
        double *to = normal->a + (size_t)k * m, sum = 0.0;
        for (size_t i = 0; i < m; i++)
            sum += from[i] * from[i];
        normal->scale[k] = sum > 0.0 ? sqrt(sum) : 1.0;
        for (size_t i = 0; i < m; i++)
            to[i] = from[i] / normal->scale[k];
    }
    return normal->a != NULL;
}

/* (J'J)^-1 through QR and the singular values of R; directions below RANK are left out and noted. */
static bool normal_invert(const StnFitter *fitter, Normal *normal)
{
    int n = normal->n;
    lapack_int m = (lapack_int)fitter->nresidual;
    double tau[STN_FREE_MAX], R[STN_FREE_MAX * STN_FREE_MAX], sv[STN_FREE_MAX];
    double U[STN_FREE_MAX * STN_FREE_MAX], Vt[STN_FREE_MAX * STN_FREE_MAX], super[STN_FREE_MAX];
    if (n == 0 || LAPACKE_dgeqrf(LAPACK_COL_MAJOR, m, n, normal->a, m, tau) != 0)
        return false;
    for (int c = 0; c < n; c++)
        for (int r = 0; r < n; r++)
            R[c * n + r] = r <= c ? normal->a[(size_t)c * (size_t)m + (size_t)r] : 0.0;
    if (LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'A', 'A', n, n, R, n, sv, U, n, Vt, n, super) != 0)
        return false;
    memset(normal->inverse, 0, sizeof normal->inverse);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            double vi = Vt[i * n + k];
            if (!(sv[k] > RANK * sv[0])) {
                normal->weak[normal->which[i]] += vi * vi;
                continue;
            }
            for (int j = 0; j < n; j++)
                normal->inverse[i * n + j] +=
                    vi * Vt[j * n + k] / (sv[k] * sv[k] * normal->scale[i] * normal->scale[j]);
        }
    return true;
}

/* Sum over blocks of g_b*g_b', g_b = sum of J_i*r_i over the rows of the block, all signals; returns
 * the number of blocks. */
static int meat(const StnFitter *fitter, const Normal *normal, const double *J, const double *r,
                double *out)
{
    int n = normal->n, blocks = 0;
    size_t m = fitter->nresidual, all = 0;
    memset(out, 0, (size_t)(n * n) * sizeof *out);
    for (int k = 0; k < fitter->nrun; k++)
        all += fitter->run[k].nfit;
    size_t length = all / BLOCKS > BLOCK_ROWS ? all / BLOCKS : BLOCK_ROWS;
    for (int k = 0; k < fitter->nrun; k++) {
        const StnFitInside *inside = &fitter->run[k];
        for (size_t from = 0; from < inside->nfit; from += length, blocks++) {
            double g[STN_FREE_MAX] = {0};
            size_t to = from + length < inside->nfit ? from + length : inside->nfit;
            for (int s = 0; s < inside->run->nsignal; s++)
                for (size_t i = from; i < to; i++) {
                    size_t at = inside->first_residual + (size_t)s * inside->nfit + i;
                    for (int a = 0; a < n; a++)
                        g[a] += J[(size_t)normal->which[a] * m + at] * r[at];
                }
            for (int a = 0; a < n; a++)
                for (int b = 0; b < n; b++)
                    out[a * n + b] += g[a] * g[b];
        }
    }
    return blocks;
}

static void multiply(int n, const double *a, const double *b, double *out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            out[i * n + j] = sum;
        }
}

/* Covariance of the coordinates that are not on a bound, into cov; returns degrees of freedom. */
static double covariance_x(const StnFitter *fitter, const Normal *normal, const double *J,
                           const double *r, bool white, bool *coloured, double *cov)
{
    int n = normal->n, nx = fitter->map.nx;
    double part[STN_FREE_MAX * STN_FREE_MAX] = {0}, middle[STN_FREE_MAX * STN_FREE_MAX];
    double freedom = (double)fitter->nresidual - n;
    double variance = stn_fit_cost(fitter, r) / freedom;
    for (int i = 0; i < n * n; i++)
        part[i] = variance * normal->inverse[i];
    *coloured = false;
    if (!white) {
        int blocks = meat(fitter, normal, J, r, middle);
        if (blocks >= 2 * n + 4) {
            double half[STN_FREE_MAX * STN_FREE_MAX];
            multiply(n, normal->inverse, middle, half);
            multiply(n, half, normal->inverse, part);
            for (int i = 0; i < n * n; i++)
                part[i] *= blocks / (blocks - 1.0);
            freedom = blocks - 1.0;
            *coloured = true;
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            cov[normal->which[i] * nx + normal->which[j]] = part[i * n + j];
    return freedom;
}

/* ---- Into the result ---- */

static void interval(const StnFitParam *p, double x, double std_x, double t, StnFitParameter *out)
{
    if (p->how == STN_HOW_SHARE || p->x < 0) {
        out->low = fmax(out->value - t * out->std, 0.0);
        out->high = fmin(out->value + t * out->std, 1.0);
    } else if (p->how == STN_HOW_LOG) {
        out->low = exp(x - t * std_x);
        out->high = exp(x + t * std_x);
    } else {
        out->low = out->value - t * out->std;
        out->high = out->value + t * out->std;
    }
    if (!isnan(out->std)) {
        out->low = fmax(out->low, p->lo);
        out->high = fmin(out->high, p->hi);
    }
}

static void take_intervals(const StnFitter *fitter, const double *x, const Normal *normal,
                           const double *cov, double freedom, uint32_t held, StnFitResult *result)
{
    const StnFitMap *map = &fitter->map;
    double slope[STN_FREE_MAX * STN_FREE_MAX], t = stn_student_95(freedom);
    stn_fit_slope(map, x, slope);
    for (int i = 0; i < map->nq; i++)
        for (int j = 0; j < map->nq; j++) {
            double sum = 0.0;
            for (int a = 0; a < map->nx; a++)
                for (int b = 0; b < map->nx; b++)
                    sum += slope[i * map->nx + a] * cov[a * map->nx + b] * slope[j * map->nx + b];
            result->covariance[i][j] = sum;
        }
    for (int i = 0; i < map->nq; i++) {
        const StnFitParam *p = &map->param[i];
        StnFitParameter *out = &result->param[i];
        out->at_bound = p->x >= 0 && (held >> p->x & 1u);
        out->std = sqrt(result->covariance[i][i]);
        if ((p->x >= 0 && normal->weak[p->x] > 0.05) || out->at_bound)
            out->std = NAN;
        interval(p, p->x >= 0 ? x[p->x] : 0.0, p->x >= 0 ? sqrt(cov[p->x * map->nx + p->x]) : 0.0,
                 t, out);
    }
    for (int i = 0; i < map->nq; i++)
        for (int j = 0; j < map->nq; j++)
            result->correlation[i][j] =
                i == j ? 1.0
                       : result->covariance[i][j] /
                             sqrt(result->covariance[i][i] * result->covariance[j][j]);
}

/* Covariance, intervals, and what there is to say, from residuals r and slopes J. */
static StnStatus judge_intervals(StnFitter *fitter, const double *x, uint32_t held, bool white,
                                 const double *r, const double *J, const double *rough,
                                 StnFitResult *result, StnError *error)
{
    size_t m = fitter->nresidual;
    double cov[STN_FREE_MAX * STN_FREE_MAX] = {0}, effect[STN_FREE_MAX] = {0};
    Normal normal = {.a = NULL};
    if (!normal_load(fitter, J, held, &normal))
        return stn_error(error, STN_NO_MEMORY, "out of memory");
    if (normal_invert(fitter, &normal)) {
        double freedom = covariance_x(fitter, &normal, J, r, white, &result->coloured, cov);
        take_intervals(fitter, x, &normal, cov, freedom, held, result);
        for (int j = 0; j < fitter->map.nx; j++)
            for (size_t i = 0; i < m; i++)
                effect[j] += J[(size_t)j * m + i] * J[(size_t)j * m + i];
        stn_fit_words(fitter, rough, effect, result);
    }
    free(normal.a);
    return STN_OK;
}

/* Slopes on both sides, and what follows from them. */
static StnStatus judge_slopes(StnFitter *fitter, const double *x, uint32_t held, StnFitBench *bench,
                              bool white, StnFitResult *result, StnError *error)
{
    size_t m = fitter->nresidual;
    double *r = malloc((m + 1) * ((size_t)fitter->map.nx + 1) * sizeof *r);
    double step[STN_FREE_MAX] = {0}, rough[STN_FREE_MAX] = {0};
    StnStatus status;
    if (!r)
        return stn_error(error, STN_NO_MEMORY, "out of memory");
    double *J = r + m;
    if (!stn_fit_residual(fitter, bench, x, r, error))
        status = STN_FAILED;
    else if (!stn_fit_jacobian(fitter, fitter->threads, x, r, J, step, rough))
        status = stn_error(error, STN_CANCELLED, "interrupted; the best so far is kept");
    else
        status = judge_intervals(fitter, x, held, white, r, J, rough, result, error);
    free(r);
    return status;
}

static void take_values(const StnFitter *fitter, const double *x, StnFitResult *result)
{
    double q[STN_FREE_MAX];
    stn_fit_to_q(&fitter->map, x, q);
    result->nparam = fitter->map.nq;
    for (int i = 0; i < fitter->map.nq; i++) {
        const StnFitParam *p = &fitter->map.param[i];
        StnFitParameter *out = &result->param[i];
        memcpy(out->name, p->name, sizeof out->name);
        memcpy(out->unit, p->unit, sizeof out->unit);
        out->value = q[i];
        out->start = p->start;
        out->min = p->lo, out->max = p->hi;
        out->std = out->low = out->high = NAN;
    }
}

static StnStatus take_scores(const StnFitter *fitter, StnFitBench *bench, bool *white,
                             StnFitResult *result, StnError *error)
{
    *white = true;
    for (int k = 0; k < fitter->nrun; k++) {
        const StnFitInside *inside = &fitter->run[k];
        const StnFitRun *run = inside->run;
        result->nsignal = run->nsignal > result->nsignal ? run->nsignal : result->nsignal;
        for (int s = 0; s < run->nsignal; s++) {
            const double *y = run->signal[s].value, *model = bench->model[k][s];
            result->fitted[k][s] = score(run, y, model, STN_ROW_FIT, inside->last_used);
            result->held[k][s] = score(run, y, model, STN_ROW_HELD, inside->last_used);
            result->white[k][s] = signal_white(inside, s, model);
            result->sigma[k][s] = inside->sigma[s];
            *white = *white && result->white[k][s].white;
            result->model[k][s] = malloc(run->rows * sizeof(double));
            if (!result->model[k][s])
                return stn_error(error, STN_NO_MEMORY, "out of memory");
            for (size_t i = 0; i < run->rows; i++)
                result->model[k][s][i] = i < inside->last_used ? model[i] : NAN;
        }
        if (run->target == STN_TARGET_CYCLES) {
            result->measured[k] = inside->measured;
            StnStatus status = stn_cycles_measure(run->t, bench->model[k][0], inside->last_fitted,
                                                  &result->modelled[k], error);
            if (status)
                return status;
        }
    }
    return STN_OK;
}

StnStatus stn_fit_judge(StnFitter *fitter, const double *x_found, bool intervals,
                        StnFitResult *result, StnError *error)
{
    double x[STN_FREE_MAX], q[STN_FREE_MAX];
    bool white = true;
    StnFitBench bench;
    memcpy(x, x_found, sizeof x);
    uint32_t held = stn_fit_inside(&fitter->map, x);
    stn_fit_to_q(&fitter->map, x, q);
    take_values(fitter, x, result);
    if (!stn_fit_bench(fitter, &bench))
        return stn_error(error, STN_NO_MEMORY, "out of memory");
    StnStatus status = STN_OK;
    result->nrun = fitter->nrun;
    for (int i = 0; i < fitter->run[0].run->def.plant->nsite; i++)
        result->follows |= (uint32_t)fitter->run[0].follows[i] << i;
    for (int k = 0; k < fitter->nrun && !status; k++)
        status = stn_fit_simulate(fitter, k, q, fitter->run[k].last_used, bench.model[k], error);
    if (!status)
        status = take_scores(fitter, &bench, &white, result, error);
    if (!status && intervals)
        status = judge_slopes(fitter, x, held, &bench, white, result, error);
    else if (!status)
        stn_fit_words(fitter, NULL, NULL, result);
    stn_fit_bench_free(&bench);
    return status;
}

#else

StnStatus stn_fit_judge(StnFitter *fitter, const double *x, bool intervals, StnFitResult *result,
                        StnError *error)
{
    (void)fitter, (void)x, (void)intervals, (void)result;
    return stn_error(error, STN_UNAVAILABLE, "this build has no LAPACKE: fits are off");
}

#endif
