/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Sliding levels from sinusoidal speed V*sin(2*pi*f*t): over whole half periods m*a averages out, so
 *   mean(u*sgn v) = fc + fv*2*V/pi
 * whatever the mass.  Where the viscous term sets in at w0 (clutch actuator, Nouailletas 2010) its
 * mean is, with q = w0/V < 1,
 *   continuous  fv*2/pi*(V*sqrt(1 - q^2) - w0*acos q)
 *   jump        fv*2/pi*V*sqrt(1 - q^2) */
#include "identify/sine_delay.h"
#include "identify/sine_halves.h"
#include "identify/failure.h"
#include "identify/falsified.h"
#include "identify/spread.h"
#include "kernel/pi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GRID = 400, SHRINKS = 80, COLUMNS = 5 };
static const double golden = 0.6180339887498949, significant = 0.05;
#define AT_EDGE \
    1e-3 /* of the smallest amplitude: an onset so near to it is none that the data show */

double stn_sine_viscous(StnOnset onset, double V, double w0)
{
    const double q = V > 0.0 ? w0 / V : INFINITY;
    if (onset == STN_ONSET_NONE)
        return 2.0 * V / STN_PI;
    if (q >= 1.0)
        return 0.0;
    const double root = V * sqrt(1.0 - q * q);
    return 2.0 / STN_PI * (onset == STN_ONSET_JUMP ? root : root - w0 * acos(q));
}

/* ---- The regression ---- */

/* Rows: the points that are used, once, or once per direction. */
typedef struct Regression {
    const StnSineTest *result;
    bool sides;
    size_t rows;
    double *memory, *y, *V, *column[COLUMNS]; /* column: fc (+, -), fv (+, -), w0 */
    double *inside; /* share of the time that does not cross a play: of fc */
    int *side;
    int nparam;      /* without w0 */
    bool memory_out; /* in a trial, whose other failures only make it a bad one */
} Regression;

static StnStatus regression_make(Regression *g, const StnSineTestDef *def, const StnSineTest *r,
                                 StnError *error)
{
    const bool sides = def->sides;
    const size_t most = 2 * (size_t)r->npoint + 2;
    *g = (Regression){.result = r, .sides = sides, .nparam = sides ? 4 : 2};
    g->memory = calloc((COLUMNS + 3) * most, sizeof *g->memory);
    g->side = calloc(most, sizeof *g->side);
    if (!g->memory || !g->side)
        return stn_no_memory(error);
    g->y = g->memory;
    g->V = g->memory + most;
    for (int c = 0; c < COLUMNS; c++)
        g->column[c] = g->memory + (size_t)(3 + c) * most;
    g->inside = g->memory + 2 * most;
    for (int i = 0; i < r->npoint; i++) {
        const StnSineTestPoint *p = &r->point[i];
        for (int side = 0; side < 1 + sides && !p->left_out; side++) {
            g->y[g->rows] = (sides ? p->side[side] : p->mean) - p->crossing * def->Cd;
            g->inside[g->rows] = 1.0 - p->crossing;
            g->V[g->rows] = p->V;
            g->side[g->rows++] = side;
        }
    }
    return STN_OK;
}

static void regression_free(Regression *g)
{
    free(g->memory);
    free(g->side);
}

static void set_columns(Regression *g, StnOnset onset, double w0)
{
    const int width = 1 + g->sides;
    for (size_t i = 0; i < g->rows; i++)
        for (int side = 0; side < width; side++) {
            const double own = g->side[i] == side;
            g->column[side][i] = own * g->inside[i];
            g->column[width + side][i] = own * stn_sine_viscous(onset, g->V[i], w0);
        }
}

static StnStatus solve(Regression *g, StnOnset onset, double w0, StnLeastSquares *fit,
                       StnError *error)
{
    static const char *const names[2][4] = {{"fc", "fv", "", ""}, {"fc+", "fc-", "fv+", "fv-"}};
    set_columns(g, onset, w0);
    return stn_least_squares((const double *const *)g->column, g->nparam, g->y, NULL, g->rows,
                             names[g->sides], fit, NULL, error);
}

static double sse_at(Regression *g, StnOnset onset, double w0)
{
    StnLeastSquares fit;
    StnError ignored;
    const StnStatus status = solve(g, onset, w0, &fit, &ignored);
    g->memory_out = g->memory_out || status == STN_NO_MEMORY;
    return status == STN_OK ? fit.sse : INFINITY;
}

static double slowest(const Regression *g)
{
    double slow = INFINITY;
    for (size_t i = 0; i < g->rows; i++)
        slow = fmin(slow, g->V[i]);
    return slow;
}

/* The onset with the least squares: a grid, then golden sections.  Below the smallest amplitude no point shows it. */
static double search_onset(Regression *g, StnOnset onset, double *least)
{
    double fast = 0.0;
    for (size_t i = 0; i < g->rows; i++)
        fast = fmax(fast, g->V[i]);
    const double from = slowest(g), step = (0.98 * fast - from) / GRID;
    double best = NAN;
    *least = INFINITY;
    for (int k = 0; k <= GRID; k++) {
        const double sse = sse_at(g, onset, from + k * step);
        if (sse < *least)
            *least = sse, best = from + k * step;
    }
    double a = fmax(best - step, from), b = best + step, c = b - golden * (b - a),
           d = a + golden * (b - a);
    double fc = sse_at(g, onset, c), fd = sse_at(g, onset, d);
    for (int k = 0; k < SHRINKS && b - a > 1e-9 * fast; k++) {
        if (fc < fd)
            b = d, d = c, fd = fc, c = b - golden * (b - a), fc = sse_at(g, onset, c);
        else
            a = c, c = d, fc = fd, d = a + golden * (b - a), fd = sse_at(g, onset, d);
    }
    if (fmin(fc, fd) < *least)
        *least = fmin(fc, fd), best = fc < fd ? c : d;
    return best;
}

/* ---- Estimates ---- */

static void put_estimates(const Regression *g, const StnLeastSquares *fit, bool rotary, bool onset,
                          StnEstimates *out)
{
    static const char *const names[2][4] = {{"fc", "fv", "", ""}, {"fc+", "fc-", "fv+", "fv-"}};
    for (int c = 0; c < g->nparam; c++)
        stn_estimates_add(out, names[g->sides][c], c < 1 + g->sides ? "$F" : "$F*s/$x", rotary, fit,
                          c);
    if (onset)
        stn_estimates_add(out, "w0", "$x/s", rotary, fit, g->nparam);
    stn_estimates_next_of_repetitions(out);
}

/* Intervals of levels and onset together, from the Jacobian at the solution. */
static StnStatus piecewise_intervals(Regression *g, StnOnset onset, double w0,
                                     const StnLeastSquares *fit, StnLeastSquares *out,
                                     StnError *error)
{
    double value[STN_LEAST_SQUARES_MAX];
    const double h = 1e-6 * w0;
    const int width = 1 + g->sides;
    set_columns(g, onset, w0);
    for (size_t i = 0; i < g->rows; i++) {
        const double slope =
            (stn_sine_viscous(onset, g->V[i], w0 + h) - stn_sine_viscous(onset, g->V[i], w0 - h)) /
            (2.0 * h);
        g->column[g->nparam][i] = fit->value[width + g->side[i]] * slope;
    }
    memcpy(value, fit->value, sizeof value);
    value[g->nparam] = w0;
    return stn_least_squares_intervals((const double *const *)g->column, g->nparam + 1, value,
                                       fit->sse, g->rows, out, error);
}

static StnStatus fit_piecewise(Regression *g, const StnLeastSquares *line, bool rotary,
                               StnSineTest *r, StnError *error)
{
    static const StnOnset forms[] = {STN_ONSET_CONTINUOUS, STN_ONSET_JUMP};
    StnLeastSquares fit, full;
    StnError ignored;
    double least = INFINITY, w0 = NAN;
    for (int k = 0; k < 2; k++) {
        double sse;
        const double place = search_onset(g, forms[k], &sse);
        if (sse < least)
            least = sse, w0 = place, r->onset = forms[k];
    }
    StnStatus status = isfinite(least) ? solve(g, r->onset, w0, &fit, &ignored) : STN_FAILED;
    if (status == STN_OK)
        status = piecewise_intervals(g, r->onset, w0, &fit, &full, &ignored);
    if (g->memory_out || status == STN_NO_MEMORY)
        return stn_no_memory(error);
    if (status != STN_OK) {
        r->onset = STN_ONSET_NONE;
        return STN_OK; /* the line stands */
    }
    r->onset_chance = stn_compare_fits(line->sse, g->nparam, fit.sse, g->nparam + 1, g->rows);
    r->piecewise_rms = fit.rms;
    r->piecewise_chosen = r->onset_chance < significant && fit.value[g->nparam - 1] > 0.0 &&
                          w0 > (1.0 + AT_EDGE) * slowest(g);
    put_estimates(g, &full, rotary, true, &r->piecewise);
    return STN_OK;
}

/* The smallest V from which on all points lie on a line, judged from the fast end: a point leaves it
 * when it is off by more than three deviations of a line through the faster ones. */
static double straight_above(const StnSineTest *r, StnStatus *status, StnError *error)
{
    const size_t room = (size_t)r->npoint + 1;
    double *memory = malloc(3 * room * sizeof *memory), *V = memory, *y = memory + room;
    double *one = memory + 2 * room, above = 0.0;
    int n = 0;
    if (!memory) {
        *status = stn_no_memory(error);
        return 0.0;
    }
    for (int i = 0; i < r->npoint; i++) {
        const StnSineTestPoint *p = &r->point[i];
        if (p->left_out)
            continue;
        int k = n++;
        for (; k > 0 && V[k - 1] < p->V; k--) /* fastest first */
            V[k] = V[k - 1], y[k] = y[k - 1];
        V[k] = p->V, y[k] = p->mean;
        one[n - 1] = 1.0;
    }
    for (int k = 4; k < n && above == 0.0; k++) {
        const double *columns[] = {one, V};
        StnLeastSquares fit;
        const StnStatus fitted =
            stn_least_squares(columns, 2, y, NULL, (size_t)k, NULL, &fit, NULL, NULL);
        if (fitted == STN_NO_MEMORY)
            *status = stn_no_memory(error);
        if (fitted != STN_OK)
            break;
        const double variance = fit.covariance[0][0] + 2.0 * V[k] * fit.covariance[0][1] +
                                V[k] * V[k] * fit.covariance[1][1] + fit.sigma * fit.sigma;
        const double off = fabs(y[k] - fit.value[0] - fit.value[1] * V[k]);
        if (off > 3.0 * sqrt(variance) && off > 0.01 * fabs(y[k]))
            above = V[k - 1];
    }
    free(memory);
    return above;
}

/* ---- Result ---- */

/* Travel common to all half periods (within 10 %); NaN if there is none. */
static void take_path(const StnHalves *halves, double path[2])
{
    double low = 0.0, high = 0.0, apart = 0.0;
    for (int i = 0; i < halves->count; i++) {
        low += halves->half[i].low / halves->count;
        high += halves->half[i].high / halves->count;
    }
    for (int i = 0; i < halves->count; i++)
        apart =
            fmax(apart, fmax(fabs(halves->half[i].low - low), fabs(halves->half[i].high - high)));
    const bool shared = apart < 0.1 * (high - low);
    path[0] = shared ? low : NAN;
    path[1] = shared ? high : NAN;
}

static void take_findings(const StnSineTestDef *def, StnSineTest *r, bool rotary)
{
    const StnEstimates *e = r->piecewise_chosen ? &r->piecewise : &r->line;
    const double v_onset = r->piecewise_chosen ? stn_estimates_value(e, "w0", 0) : NAN;
    const double jump = r->onset == STN_ONSET_JUMP;
    StnFindings *k = &r->findings;
    *k = stn_findings_none(rotary);
    k->play = def->play;
    stn_findings_know(k, e);
    stn_findings_take(k, "Fc", e);
    stn_findings_take(k, "sigma2", e);
    stn_findings_set(k, "v_onset", &v_onset, 1);
    if (r->piecewise_chosen)
        stn_findings_set(k, "onset", &jump, 1);
    const double fc = stn_estimates_value(e, "fc", 0) + stn_estimates_value(e, "fc", 1),
                 fv = stn_estimates_value(e, "fv", 0) + stn_estimates_value(e, "fv", 1);
    k->speed = 0.0;
    for (int i = 0; i < r->npoint; i++) {
        StnSineTestPoint *p = &r->point[i];
        const StnOnset onset = r->piecewise_chosen ? r->onset : STN_ONSET_NONE;
        k->speed = p->left_out ? k->speed : fmax(k->speed, p->V);
        p->fitted = (1.0 - p->crossing) * 0.5 * fc + p->crossing * def->Cd +
                    0.5 * fv * stn_sine_viscous(onset, p->V, v_onset);
    }
}

static void remark_on_loop(StnSineTest *r, unsigned signs)
{
    double lag = 0.0, ratio = 1.0, stood = 0.0;
    for (int i = 0; i < r->npoint; i++) {
        const StnSineTestPoint *p = &r->point[i];
        if (!p->left_out && fabs(p->lag) > fabs(lag))
            lag = p->lag;
        if (!p->left_out && fabs(p->ratio - 1.0) > fabs(ratio - 1.0))
            ratio = p->ratio;
        if (!p->left_out && p->stood > stood)
            stood = p->stood;
    }
    if (stood > 0.015)
        stn_remark(&r->remarks,
                   "It stands still at the turning points for up to %.0f %% of the time: the loop "
                   "was not tight enough to turn it round at once, and fc comes out lower by about "
                   "that much.",
                   100.0 * stood);
    if (fabs(lag) > 0.01 && signs & 1u << STN_SINE_SIGN_REFERENCE)
        stn_remark(&r->remarks,
                   "The loop was not tight: the motion lags the reference by up to %.1f %% of a "
                   "period, which takes about %.0f %% off fc and adds inertia; take the held sign.",
                   100.0 * lag, 400.0 * fabs(lag));
    else if (fabs(lag) > 0.01)
        stn_remark(&r->remarks,
                   "The loop was not tight: the motion lags the reference by up to %.1f %% of a "
                   "period; the sign is the measured one, so this does no harm.",
                   100.0 * lag);
    if (fabs(ratio - 1.0) > 0.05)
        stn_remark(&r->remarks,
                   "The loop was not tight: the amplitude is %.2f of the commanded one; speeds are "
                   "the measured ones.",
                   ratio);
}

static void remark_on_play(StnSineTest *r, const StnSineTestDef *def, bool rotary)
{
    double low = INFINITY, high = 0.0;
    for (int i = 0; i < r->npoint; i++) {
        low = fmin(low, r->point[i].crossing);
        high = fmax(high, r->point[i].crossing);
    }
    if (def->play > 0.0)
        stn_remark(
            &r->remarks,
            "%.0f to %.0f %% of the time only cross the play, against %.4g %s: they are left "
            "out of fc.",
            100.0 * low, 100.0 * high, def->Cd, rotary ? "N*m" : "N");
}

static void remark_on(StnSineTest *r, unsigned signs, bool rotary)
{
    const bool reference = signs & 1u << STN_SINE_SIGN_REFERENCE,
               held = signs & 1u << STN_SINE_SIGN_HELD;
    const char *v = rotary ? "rad/s" : "m/s";
    int left_out = r->npoint - r->used;
    if (reference && held)
        stn_remark(&r->remarks,
                   "The sign of the velocity is the reference's in records that follow "
                   "it, in the others the last measured one, held.");
    else
        stn_remark(&r->remarks, "The sign of the velocity is %s.",
                   reference ? "the reference's"
                   : held    ? "the last measured one, held"
                             : "that of raw differences");
    if (signs & 1u << STN_SINE_SIGN_RAW)
        stn_remark(&r->remarks, "Raw differences of a coarse sensor are mostly 0: the levels come "
                                "out too low.  For comparison only.");
    if (left_out > 0)
        stn_remark(&r->remarks, "%d segment%s left out; the table says why.", left_out,
                   left_out == 1 ? " is" : "s are");
    remark_on_loop(r, signs);
    if (r->piecewise_chosen)
        stn_remark(&r->remarks,
                   "A viscous term that sets in at %.4g %s (%s) fits significantly better than the "
                   "line (probability of chance %.2g): the scenario has it.",
                   stn_findings_get(&r->findings, "v_onset", 0), v,
                   r->onset == STN_ONSET_JUMP ? "with a jump" : "continuous", r->onset_chance);
    else if (r->straight_above > 0.0)
        stn_remark(&r->remarks,
                   "Below %.4g %s the points leave the straight line (rising friction at low "
                   "speed: identify curve).",
                   r->straight_above, v);
    stn_remark_repetitions(&r->remarks, "segments about the line");
}

static StnStatus too_few(const StnSineTest *r, int found, StnError *error)
{
    char settle[100] = "";
    int count = 0;
    for (int i = 0; i < r->npoint; i++)
        count += r->point[i].left_out == stn_sine_too_short;
    if (count > 0)
        snprintf(settle, sizeof settle, " (of %d more, %s)", count, stn_sine_too_short);
    return stn_error(error, STN_BAD_INPUT,
                     "%d amplitude%s found%s; fc and fv with their intervals need 3 or more", found,
                     found == 1 ? " was" : "s were", settle);
}

static StnStatus fit_all(const StnSineTestDef *def, bool rotary, StnSineTest *r, StnError *error)
{
    Regression g;
    StnLeastSquares line;
    StnStatus status = regression_make(&g, def, r, error);
    const int width = 1 + def->sides;
    if (status == STN_OK && (int)g.rows / width < 3)
        status = too_few(r, (int)g.rows / width, error);
    if (status == STN_OK)
        status = solve(&g, STN_ONSET_NONE, NAN, &line, error);
    if (status == STN_OK) {
        put_estimates(&g, &line, rotary, false, &r->line);
        r->line_rms = line.rms;
        if (!def->line && g.rows > (size_t)g.nparam + 1)
            status = fit_piecewise(&g, &line, rotary, r, error);
    }
    regression_free(&g);
    return status;
}

static void withdraw(StnEstimates *estimates)
{
    for (int i = 0; i < estimates->count; i++)
        stn_estimate_withdraw(&estimates->item[i]);
}

StnStatus stn_identify_sine(const StnSineTestDef *def, const StnData *const *data, int ndata,
                            StnSineTest *result, StnError *error)
{
    StnHalves halves = {.count = 0};
    StnStatus status = STN_OK;
    memset(result, 0, sizeof *result);
    result->onset_chance = NAN;
    if (!(def->play >= 0.0) || !(def->Cd >= 0.0))
        return stn_error(error, STN_BAD_INPUT, "play and the level in it must not be negative");
    for (int i = 0; i < ndata && def->play > 0.0; i++)
        if (!data[i]->value[STN_ROLE_POSITION])
            return stn_error(error, STN_BAD_INPUT,
                             "what crosses a play is seen in the position: name its column");
    for (int i = 0; i < ndata && status == STN_OK; i++) {
        status = stn_sine_halves(def, data[i], &halves, error);
        if (i > 0 && status == STN_OK && data[i]->rotary != data[0]->rotary)
            status = stn_error(error, STN_BAD_INPUT, "linear and rotary records are mixed");
    }
    if (status == STN_OK)
        status = stn_sine_points(def, &halves, result, error);
    for (int i = 0; i < result->npoint; i++)
        result->used += !result->point[i].left_out;
    const bool rotary = ndata > 0 && data[0]->rotary;
    if (status == STN_OK)
        status = fit_all(def, rotary, result, error);
    if (status == STN_OK)
        result->straight_above = straight_above(result, &status, error);
    double late = 0.0;
    if (status == STN_OK)
        status = stn_sine_find_delay(data, &halves, &late, error);
    if (late != 0.0) {
        withdraw(&result->line);
        withdraw(&result->piecewise);
    }
    if (status == STN_OK) {
        take_findings(def, result, rotary);
        take_path(&halves, result->findings.path);
        remark_on(result, halves.signs, rotary);
        stn_sine_remark_delay(late, data[0], &result->remarks);
        remark_on_play(result, def, rotary);
        stn_findings_signs(&result->findings,
                           result->piecewise_chosen ? &result->piecewise : &result->line, data[0],
                           &result->remarks);
    } else {
        stn_sine_test_free(result);
    }
    free(halves.half);
    return status;
}

void stn_sine_test_free(StnSineTest *result)
{
    free(result->point);
    memset(result, 0, sizeof *result);
}
