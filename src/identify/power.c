/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Balance of power over windows.  The work of the effort is the sum of u*dx, int|v|dt the way; only the kinetic
 * energy at the ends of a window and int(v^2)dt take a velocity.  A controller answers the noise and the steps of a measured
 * position with its effort, so that their product counts as work that is none: dx are the steps of a mean of the
 * position over short windows, in the way as well.  Between two rows works the mean of their efforts,
 * or, of one that a sampled controller holds, that of the first: otherwise fv is off by m*w^2*Ts/2 of a motion with w. */
#include "identify/failure.h"
#include "identify/falsified.h"
#include "identify/inverse_model.h"
#include "identify/spread.h"
#include "identify/suspect.h"
#include "identify/undetermined.h"
#include "identify/window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 8, WINDOWS = 60, SHORTEST = 20 };
/* Of the acceleration's variance in the windows of the speed: shorter ones leave v^2 to noise, longer ones flatten its
 * peaks.  With a 12-bit encoder at 1 kHz, m, fv and fc are right to 0.1 %; at 3e-3 m is 0.6 % too large. */
#define SHARE 0.03

typedef struct Balance {
    const StnPowerDef *def;
    const StnData *data;
    double *x, *v, *sign; /* position (integrated where only the speed is known), speed, sense */
    double dx;            /* sensor step */
    bool means;           /* speeds are means of the position over windows */
    double blur;          /* of them, in squares of a sampling step */
    double noise;     /* covariance of such a mean's noise with that of a step of the position */
    size_t ends;      /* samples at the ends of a run without a speed */
    bool one_way;     /* it moves in one direction only */
    double shift;     /* sampling steps that the motion is behind the effort: 0, +-0.5 */
    bool lacks, late; /* the inverse model of the same data lacks a term; it is a delay */
    StnEstimates inverse; /* ... and what it found then */
    size_t span;          /* samples per window */
    int ncolumn, arm;     /* arm: the first of its two columns, -1: none */
    const char *name[COLUMNS], *unit[COLUMNS];
    double *column[COLUMNS], *work, *t;
    size_t *run; /* nrun + 1 places: the first window of each */
    int rows, still;
    StnError *error;
} Balance;

static void balance_free(Balance *b)
{
    free(b->x);
    free(b->v);
    free(b->sign);
    for (int c = 0; c < COLUMNS; c++)
        free(b->column[c]);
    free(b->work);
    free(b->t);
    free(b->run);
}

/* ---- Motion ---- */

/* Where a position stands for longer than a window of the speed the body rests: friction is what the effort is there. */
static void mark_rests(Balance *b, size_t from, size_t count)
{
    const double *x = b->x + from;
    for (size_t i = 0, to; i + 1 < count && b->means; i = to) {
        for (to = i + 1; to < count && x[to] == x[i];)
            to++;
        if (to - i > 2 * b->ends)
            memset(b->sign + from + i, 0, (to - i - 1) * sizeof *b->sign);
    }
}

static void take_run(Balance *b, size_t from, size_t count)
{
    const StnData *data = b->data;
    const double *x = data->value[STN_ROLE_POSITION], *v = data->value[STN_ROLE_VELOCITY];
    double sum = 0.0, low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        sum += v && i > 0 ? 0.5 * data->Ts * (v[from + i - 1] + v[from + i]) : 0.0;
        b->x[from + i] = x ? x[from + i] : sum;
        low = fmin(low, b->x[from + i]);
        high = fmax(high, b->x[from + i]);
    }
    if (v)
        memcpy(b->v + from, v + from, count * sizeof *v);
    const double back = fmax(2.0 * (1.0 - 1e-6) * b->dx, 1e-3 * (high - low));
    stn_direction_held(b->x + from, count, back, b->sign + from);
    mark_rests(b, from, count);
}

/* Of a position: means over windows, long enough for the noise of the acceleration to be small (as the inverse model has
 * them), so that they follow the motion; noise of the speed makes v^2 too large by its variance, which is known. */
static StnStatus find_speed(Balance *b)
{
    const StnData *data = b->data;
    StnMotionNoise noise;
    StnMotion motion;
    StnSpline window = {.box = 0};
    StnStatus status = stn_motion_noise(data, &noise, b->error);
    if (status != STN_OK || data->value[STN_ROLE_VELOCITY])
        return status;
    noise.deviation = fmax(noise.deviation, b->dx / sqrt(12.0));
    status = stn_window_motion(data, &motion, b->error);
    if (status != STN_OK)
        return status;
    double *work = malloc((data->rows + 4) * sizeof *work);
    status = work ? stn_window_choose(data, &noise, &motion, SHARE, &window, b->error)
                  : stn_no_memory(b->error);
    if (status == STN_OK) {
        stn_window_mean(data, window.box, motion.v, b->v, work);
        b->means = true;
        b->ends = stn_window_reach(window.box) + 1;
        b->blur = ((double)window.box * (double)window.box - 1.0) / 6.0;
        b->noise = stn_window_step_covariance(&noise, data->Ts, window.box);
    }
    free(work);
    stn_motion_free(&motion);
    return status;
}

/* In one direction a constant effort and fc do the same work. */
static StnStatus find_directions(Balance *b)
{
    double way[2] = {0.0, 0.0};
    for (int r = 0; r < b->data->nrun; r++)
        for (size_t i = b->data->run[r]; i + 1 < b->data->run[r + 1]; i++)
            way[b->sign[i] < 0.0] += b->sign[i] * (b->x[i + 1] - b->x[i]);
    b->one_way = fmin(way[0], way[1]) < STN_ONE_WAY * (way[0] + way[1]);
    return b->one_way && b->def->asymmetric
               ? stn_error(b->error, STN_BAD_INPUT,
                           "the body moves in one direction only: it has no levels for the other")
               : STN_OK;
}

static StnStatus take_motion(Balance *b)
{
    const StnData *data = b->data;
    const size_t size = (data->rows + 1) * sizeof(double);
    if (stn_data_find_resolution(data, STN_ROLE_POSITION, b->def->dx, &b->dx, b->error) != STN_OK)
        return STN_NO_MEMORY;
    b->dx = isnan(b->dx) ? 0.0 : b->dx;
    b->x = malloc(size);
    b->v = malloc(size);
    b->sign = malloc(size);
    if (!b->x || !b->v || !b->sign)
        return stn_no_memory(b->error);
    const StnStatus status = find_speed(b);
    for (int r = 0; r < data->nrun && status == STN_OK; r++)
        take_run(b, data->run[r], data->run[r + 1] - data->run[r]);
    return status == STN_OK ? find_directions(b) : status;
}

/* ---- Windows ---- */

static void add_column(Balance *b, const char *name, const char *unit)
{
    b->name[b->ncolumn] = name;
    b->unit[b->ncolumn++] = unit;
}

static void name_columns(Balance *b)
{
    const StnPowerDef *def = b->def;
    if (isnan(def->m))
        add_column(b, "m", "$m");
    if (!def->no_viscous)
        add_column(b, "fv", "$F*s/$x");
    add_column(b, def->asymmetric ? "fc+" : "fc", "$F");
    if (def->asymmetric)
        add_column(b, "fc-", "$F");
    else if (def->offset && !b->one_way)
        add_column(b, "offset", "$F");
    b->arm = def->gravity ? b->ncolumn : -1;
    if (def->gravity) {
        add_column(b, "Gsin", "$F");
        add_column(b, "Gcos", "$F");
    }
}

/* The speed at the end of a window, 0 at rest; what a mean flattens is put right. */
static double speed_at(const Balance *b, size_t i)
{
    const double *v = b->v;
    if (!b->means)
        return v[i];
    const bool rests = b->sign[i] == 0.0 || b->sign[i - 1] == 0.0;
    return rests ? 0.0 : v[i] - b->blur * (v[i + 1] - 2.0 * v[i] + v[i - 1]);
}

/* Integrals over the samples begin ... end (both ends belong to it).  Of what holds in every sample,
 * u = m*a + fv*v + fc*sgn(v), any sum holds; the weights are the smooth steps of the position, z, and for the sum of a*z
 * partial summation takes the steps as they are. */
static void add_window(Balance *b, size_t begin, size_t end)
{
    const StnPowerDef *def = b->def;
    const double *u = b->data->value[STN_ROLE_EFFORT], *v = b->v, *x = b->x, Ts = b->data->Ts;
    double work = 0.0, squares = 0.0, bend = 0.0, net = 0.0, way[2] = {0.0, 0.0};
    double arm[2] = {0.0, 0.0};
    for (size_t i = begin; i < end; i++) {
        const double step = x[i + 1] - x[i], mid = 0.5 * (x[i] + x[i + 1]);
        const double z = b->means ? 0.5 * Ts * (v[i] + v[i + 1]) : step;
        if (b->sign[i] == 0.0)
            continue;
        work += ((0.5 + b->shift) * u[i] + (0.5 - b->shift) * u[i + 1]) * z;
        squares += b->means ? step * z / Ts - Ts * b->noise
                            : 0.5 * Ts * (v[i] * v[i] + v[i + 1] * v[i + 1]);
        bend += (b->means ? step / Ts : 0.5 * (v[i] + v[i + 1])) * (v[i + 1] - v[i]);
        way[b->sign[i] < 0.0] += b->sign[i] * z;
        net += z;
        arm[0] += sin(mid) * z, arm[1] += cos(mid) * z;
    }
    const double kinetic = speed_at(b, end) * v[end] - speed_at(b, begin) * v[begin] - bend;
    if (!(way[0] + way[1] > 4.0 * b->dx)) {
        b->still++;
        return;
    }
    int c = 0;
    if (isnan(def->m))
        b->column[c++][b->rows] = kinetic;
    if (!def->no_viscous)
        b->column[c++][b->rows] = squares;
    if (def->asymmetric) {
        b->column[c++][b->rows] = way[0];
        b->column[c++][b->rows] = way[1];
    } else {
        b->column[c++][b->rows] = way[0] + way[1];
        if (def->offset && !b->one_way)
            b->column[c++][b->rows] = net;
    }
    for (int k = 0; k < 2 && def->gravity; k++)
        b->column[c++][b->rows] = arm[k];
    b->t[b->rows] = b->data->value[STN_ROLE_TIME][begin];
    b->work[b->rows++] = work - (!isnan(def->m) ? def->m * kinetic : 0.0);
}

/* Of the samples of the longest run, from its first to its last. */
static size_t longest_run(const StnData *data)
{
    size_t longest = 0;
    for (int r = 0; r < data->nrun; r++)
        if (data->run[r + 1] - data->run[r] > longest + 1)
            longest = data->run[r + 1] - data->run[r] - 1;
    return longest;
}

static StnStatus fill_windows(Balance *b)
{
    const StnData *data = b->data;
    const size_t longest = longest_run(data);
    const double chosen =
        isnan(b->def->window) ? (double)data->rows / WINDOWS : round(b->def->window / data->Ts);
    if (!isnan(b->def->window) && chosen < SHORTEST)
        return stn_error(b->error, STN_BAD_INPUT,
                         "a window of %g s is too short: at least %d samples are needed, %g s",
                         b->def->window, SHORTEST, SHORTEST * data->Ts);
    if (!isnan(b->def->window) && !(chosen <= (double)longest))
        return stn_error(b->error, STN_BAD_INPUT,
                         "a window of %g s is longer than the data: the longest run takes %g s",
                         b->def->window, (double)longest * data->Ts);
    b->span = chosen < SHORTEST ? SHORTEST : (size_t)chosen;
    const size_t most = data->rows / b->span + (size_t)data->nrun + 1;
    bool good = (b->work = malloc(most * sizeof(double))) && (b->t = malloc(most * sizeof(double)));
    for (int c = 0; c < b->ncolumn; c++)
        good = (b->column[c] = malloc(most * sizeof(double))) && good;
    good = (b->run = calloc((size_t)data->nrun + 1, sizeof *b->run)) && good;
    if (!good)
        return stn_no_memory(b->error);
    for (int r = 0; r < data->nrun; r++) {
        b->run[r] = (size_t)b->rows;
        for (size_t i = data->run[r] + b->ends; i + b->span + b->ends < data->run[r + 1];
             i += b->span)
            add_window(b, i, i + b->span);
    }
    b->run[data->nrun] = (size_t)b->rows;
    if (b->rows <= b->ncolumn)
        return stn_error(b->error, STN_BAD_INPUT,
                         "%d window%s of %g s with motion for %d parameters: at least %d are "
                         "needed; take shorter windows, or more data",
                         b->rows, b->rows == 1 ? "" : "s", (double)b->span * data->Ts, b->ncolumn,
                         b->ncolumn + 1);
    return STN_OK;
}

/* ---- What the inverse model knows of these data ---- */

/* A residual of works over windows is too short to be searched: that of the inverse model with the same terms is. */
static void remark_missing(const Balance *b, const StnInverse *found, StnRemarks *remarks)
{
    if (found->missing && !isnan(found->delay))
        stn_inverse_remark_delay(b->data, found, remarks);
    else if (found->missing)
        stn_remark(remarks,
                   "The inverse model of these data lacks a term that this balance lacks, too "
                   "(%s: %.0f %% of its residual's variance, probability of chance %.1g).  Other "
                   "terms stand for it; their intervals hold what that model finds with and "
                   "without it.  \"identify inverse\" says more.",
                   found->missing, 100.0 * found->missing_share, found->missing_chance);
}

static StnStatus ask_inverse(Balance *b, StnRemarks *remarks)
{
    const StnPowerDef *own = b->def;
    StnInverseDef def = stn_default_inverse_def();
    StnInverse found;
    bool good;
    def.m = own->m;
    def.offset = own->offset;
    def.asymmetric = own->asymmetric;
    def.gravity = own->gravity;
    const StnStatus status = stn_inverse_ask(&def, b->data, &found, &good, b->error);
    if (good) {
        b->shift = found.shift;
        b->lacks = found.missing != NULL;
        b->late = b->lacks && !isnan(found.delay);
        b->inverse = found.parameters;
        remark_missing(b, &found, remarks);
    }
    stn_inverse_free(&found);
    return status;
}

/* ---- Result ---- */

/* What lacks a term is off by more than its interval says: by how much, the inverse model knows, which was tried with it. */
static void falsify(const Balance *b, StnEstimates *estimates)
{
    for (int i = 0; i < estimates->count; i++) {
        StnEstimate *e = &estimates->item[i];
        for (int k = 0; k < b->inverse.count && e->path[0]; k++)
            if (strcmp(b->inverse.item[k].path, e->path) == 0)
                stn_estimate_cover(e, &b->inverse.item[k]);
        if (b->late)
            stn_estimate_withdraw(e);
    }
}

static void take_findings(const Balance *b, StnPower *r)
{
    const StnEstimates *e = &r->parameters;
    const double m = !isnan(b->def->m) ? b->def->m : stn_estimates_value(e, "m", 0);
    StnFindings *k = &r->findings;
    *k = stn_findings_none(b->data->rotary);
    stn_findings_know(k, e);
    stn_findings_set(k, "m", &m, 1);
    stn_findings_take(k, "load", e);
    stn_findings_take(k, "G", e);
    stn_findings_take(k, "hang", e);
    stn_findings_take(k, "Fc", e);
    stn_findings_take(k, "sigma2", e);
    k->speed = 0.0;
    for (size_t i = 0; i < b->data->rows; i++)
        k->speed = fmax(k->speed, fabs(b->v[i]));
}

static void remark_on(const Balance *b, StnPower *r)
{
    stn_remark_effort_rests(b->data, &r->remarks);
    stn_remark(&r->remarks, "%d windows of %.4g s; the work of the effort is the sum of u*dx%s.",
               b->rows, r->window,
               b->means ? ", dx the steps of the position's mean over short windows, which hold "
                          "nothing of what a controller makes of noise"
                        : "");
    if (b->shift != 0.0)
        stn_remark(&r->remarks,
                   "The effort is held from row to row, as a sampled controller does: between two "
                   "rows works what stands in the %s.",
                   b->shift > 0.0 ? "first" : "second");
    if (b->one_way && b->def->offset)
        stn_remark_one_direction("fc", " (as --no-offset)", &r->remarks);
    stn_remark_unexplained(r->fit.relative_error, "the work", b->data, &r->remarks);
    if (b->still > 0)
        stn_remark(&r->remarks, "%d window%s left out: no motion.", b->still,
                   b->still == 1 ? " is" : "s are");
    for (int i = 0; i < r->parameters.count; i++) {
        const StnEstimate *e = &r->parameters.item[i];
        if (e->low < 0.0 && e->high > 0.0 && isfinite(e->std))
            stn_remark(
                &r->remarks, "The interval of %s includes 0: these data cannot tell it from 0%s.",
                e->name,
                strcmp(e->name, "m") == 0 ? ", or the speed hardly changes over a window" : "");
    }
    if (r->fit.condition > 100.0)
        stn_remark(&r->remarks,
                   "The windows are alike (condition %.0f): sliding and viscous level are hard to "
                   "tell apart; speeds that differ more would help.",
                   r->fit.condition);
    stn_findings_signs(&r->findings, &r->parameters, b->data, &r->remarks);
}

static StnStatus fit_balance(Balance *b, StnPower *r)
{
    const bool records = b->data->nrun > 1 && !isnan(b->data->run_value[0]);
    const double *column[COLUMNS];
    const char *name[COLUMNS];
    StnNext next;
    memcpy(column, b->column, sizeof column);
    memcpy(name, b->name, sizeof name);
    r->fitted = calloc((size_t)b->rows + 1, sizeof *r->fitted);
    double *residual = malloc(((size_t)b->rows + 1) * sizeof *residual);
    StnStatus status = r->fitted && residual ? STN_OK : stn_no_memory(b->error);
    if (status == STN_OK)
        status = stn_least_squares(column, b->ncolumn, b->work, NULL, (size_t)b->rows, name,
                                   &r->fit, residual, b->error);
    const StnRows rows = {.column = column,
                          .n = b->ncolumn,
                          .residual = residual,
                          .count = (size_t)b->rows,
                          .run = records ? b->run : NULL,
                          .nrun = b->data->nrun};
    if (status == STN_OK)
        status = stn_rows_widen(&rows, &r->fit, b->error);
    if (status == STN_OK)
        status = stn_rows_next(&rows, &next, b->error);
    free(residual);
    if (status != STN_OK)
        return status;
    for (int c = 0; c < b->ncolumn; c++) {
        if (c == b->arm)
            stn_estimates_arm(&r->parameters, &r->fit, c, &next);
        if (b->arm < 0 || c < b->arm) {
            stn_estimates_add(&r->parameters, b->name[c], b->unit[c], b->data->rotary, &r->fit, c);
            stn_estimate_next(&r->parameters.item[c], &next, c);
        }
        for (int i = 0; i < b->rows; i++)
            r->fitted[i] += r->fit.value[c] * b->column[c][i];
    }
    stn_estimates_undetermined(&r->parameters, column, name, b->ncolumn, b->work, &r->fit,
                               &r->remarks);
    if (b->lacks)
        falsify(b, &r->parameters);
    r->windows = b->rows;
    r->left_out = b->still;
    r->window = (double)b->span * b->data->Ts;
    r->dx = b->dx;
    take_findings(b, r);
    remark_on(b, r);
    stn_remark_next(&r->remarks, next.between_runs);
    r->t = b->t, r->work = b->work;
    b->t = b->work = NULL;
    return STN_OK;
}

StnStatus stn_identify_power(const StnPowerDef *def, const StnData *data, StnPower *result,
                             StnError *error)
{
    Balance b = {.def = def, .data = data, .error = error};
    memset(result, 0, sizeof *result);
    const unsigned effort = 1u << STN_ROLE_EFFORT; /* inertia does the work of a coast-down */
    StnStatus status = stn_data_require(data, effort, def->m > 0.0 ? effort : 0u, error);
    if (status == STN_OK && data->value[STN_ROLE_POSITION])
        status = stn_data_require(data, 1u << STN_ROLE_POSITION, 0, error);
    if (status == STN_OK)
        status = stn_data_require_uniform(data, error);
    if (status == STN_OK && !data->value[STN_ROLE_POSITION] && !data->value[STN_ROLE_VELOCITY])
        status = stn_error(error, STN_BAD_INPUT,
                           "this method needs the position or the velocity: name its column");
    if (status == STN_OK && def->gravity)
        status = stn_data_require_angle(data, error);
    if (status == STN_OK && def->dx < 0.0)
        status = stn_error(error, STN_BAD_INPUT, "the sensor step must not be negative");
    if (status == STN_OK && !isnan(def->m) && !(def->m >= 0.0))
        status = stn_error(error, STN_BAD_INPUT, "a known mass must not be negative");
    if (status == STN_OK)
        status = ask_inverse(&b, &result->remarks);
    if (status == STN_OK)
        status = take_motion(&b);
    if (status == STN_OK) {
        name_columns(&b);
        status = fill_windows(&b);
    }
    if (status == STN_OK)
        status = fit_balance(&b, result);
    if (status != STN_OK)
        stn_power_free(result);
    balance_free(&b);
    return status;
}

void stn_power_free(StnPower *result)
{
    free(result->t);
    free(result->work);
    free(result->fitted);
    memset(result, 0, sizeof *result);
}
