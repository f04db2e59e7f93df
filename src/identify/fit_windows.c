/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where a mass acts beside the law of a measured motion, its acceleration must be smoothed.  So effort and friction are,
 * too, and over the same windows: those of the inverse model (inverse_motion.c, inverse_rows.c). */
#include "identify/failure.h"
#include "identify/fit_internal.h"
#include "identify/inverse_model.h"
#include "identify/suspect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of the acceleration's variance, that noise may make: it is the mass, too, that it makes smaller.  Where the velocity is
 * measured rests cost rows, and of long windows few are left that show how friction falls: there it is what the inverse
 * model of a law without a falling part has. */
#define NOISE 2e-4
#define NOISE_MEASURED 1e-3
#define MOST_NOISE 0.1 /* of the variance of the acceleration, that it is put right for */

/* ---- Means of what the model makes ---- */

size_t stn_fit_window_reaches(const StnFitRun *run, size_t rows)
{
    const size_t most = run->box > 0 ? rows + stn_window_reach(run->box) : rows;
    return most < run->rows ? most : run->rows;
}

void stn_fit_window_means(const StnFitRun *run, double *full, size_t rows, double *out)
{
    const size_t reaches = stn_fit_window_reaches(run, rows);
    const StnData data = {.rows = reaches, .run = (size_t[]){0, reaches}, .nrun = 1};
    double *mean = full + run->rows, *work = mean + run->rows;
    for (size_t i = 0; run->moves && i < reaches; i++)
        full[i] *= run->moves[i];
    stn_window_mean(&data, run->box, full, mean, work);
    memcpy(out, mean, rows * sizeof *out);
}

/* ---- Means of what was measured ---- */

void stn_fit_windows_free(StnFitWindows *windows)
{
    free(windows->effort);
    free(windows->moves);
    free(windows->row);
    *windows = (StnFitWindows){.effort = NULL};
}

static StnStatus allocate(const StnData *data, bool states, StnFitWindows *out, StnError *error)
{
    out->effort = calloc(3 * data->rows + 1, sizeof *out->effort);
    out->moves = states ? NULL : calloc(4 * data->rows + 1, sizeof *out->moves);
    out->row = calloc(data->rows + 1, 1);
    if (!out->effort || (!states && !out->moves) || !out->row)
        return stn_no_memory(error);
    out->a = out->effort + data->rows;
    out->v = out->a + data->rows;
    out->v_raw = states ? NULL : out->moves + data->rows;
    out->v_noise = states ? NULL : out->v_raw + data->rows;
    out->rest_noise = states ? NULL : out->v_noise + data->rows;
    return STN_OK;
}

/* How the effort stands to the motion within a sampling step, as the inverse model finds it; where it has no answer the
 * effort is taken as it stands. */
static StnStatus ask_inverse(const StnInverseDef *def, const StnData *data, double *shift,
                             StnError *error)
{
    StnInverse found;
    bool good;
    const StnStatus status = stn_inverse_ask(def, data, &found, &good, error);
    *shift = good ? found.shift : 0.0;
    stn_inverse_free(&found);
    return status;
}

/* Noise of a regressor makes its value smaller, by this part: what is expected of the acceleration, given what was measured,
 * is smaller by the same.  It is that of these windows (stn_inverse_noise_score): the mass over shorter ones is so much
 * less certain that its scatter, of which no part below 0 can be taken, made every mass larger. */
static StnStatus find_share(StnInverseModel *m, double *share)
{
    StnInverse *plain = calloc(1, sizeof *plain);
    double *residual = malloc(2 * (m->data->rows + 1) * sizeof *residual), sum = 0.0;
    double *score = residual ? residual + m->data->rows + 1 : NULL;
    StnError ignored, *kept = m->error;
    m->error = &ignored;
    StnStatus status = plain && score ? stn_inverse_fit_levels(m, plain, residual) : STN_NO_MEMORY;
    if (status == STN_OK)
        status = stn_inverse_noise_score(m, residual, m->rows, plain->fit.value[0], score);
    m->error = kept;
    for (size_t i = 0; i < m->rows && status == STN_OK; i++)
        sum += score[i];
    if (status == STN_OK && sum > 0.0 && plain->fit.sigma > 0.0) {
        const StnLeastSquares *fit = &plain->fit;
        const double moved = sum * fit->covariance[0][0] / (fit->sigma * fit->sigma);
        *share = fmin(moved / (fit->value[0] + moved), MOST_NOISE);
    }
    free(plain);
    free(residual);
    return status == STN_NO_MEMORY ? stn_no_memory(m->error) : STN_OK;
}

/* In samples that windows leave out the velocity changes by what the smooth one says (stn_inverse_change_at_rest), which
 * is not in the effort of these windows. */
static void take_means(StnInverseModel *m, double share, StnFitWindows *out)
{
    const StnData *data = m->data;
    const double *u = stn_inverse_effort(m), *v = m->full_quick ? m->full_quick : m->full_v;
    for (int r = 0; r < data->nrun; r++)
        for (size_t i = data->run[r]; i < data->run[r + 1]; i++) {
            const bool rests = out->moves && m->full_moves[i] == 0.0;
            const bool inner = i > data->run[r] && i + 1 < data->run[r + 1];
            out->effort_most = fmax(out->effort_most, fabs(u[i]));
            m->work[i] = rests ? 0.0 : u[i];
            m->masked[i] =
                m->motion.a[i] -
                (rests && inner && m->full_quick ? stn_inverse_change_at_rest(m, i) : 0.0);
            out->v[i] = rests ? 0.0 : v[i];
            if (out->moves) {
                out->moves[i] = !rests;
                out->v_raw[i] = m->motion.v[i];
                out->v_noise[i] = m->full_noise[i];
            }
        }
    if (out->moves && m->data->value[STN_ROLE_VELOCITY])
        stn_fit_rests(m, out->rest_noise);
    out->v_wrong = m->falling_wrong;
    stn_window_mean(data, m->box, m->work, out->effort, m->mean);
    stn_window_mean(data, m->box, m->masked, out->a, m->mean);
    for (size_t i = 0; i < data->rows; i++)
        out->a[i] *= 1.0 - share;
}

/* Rows that the inverse model keeps; of laws with states all whose windows fit. */
static void mark_rows(const StnInverseModel *m, bool states, StnFitWindows *out)
{
    const size_t reach = stn_window_reach(m->box) + 1;
    for (size_t k = 0; k < m->rows && !states; k++)
        out->row[m->place[k]] = 1;
    for (int r = 0; r < m->data->nrun && states; r++)
        for (size_t i = m->data->run[r] + reach; i + reach < m->data->run[r + 1]; i += m->box)
            out->row[i] = 1;
}

StnStatus stn_fit_windows(const StnData *data, bool states, double cutoff, double m,
                          StnFitWindows *out, StnError *error)
{
    StnInverseModel model;
    StnInverseDef def = stn_default_inverse_def();
    double share = 0.0;
    const double box = STN_SPLINE_BAND / (data->Ts * cutoff);
    const bool measured = !states && data->value[STN_ROLE_VELOCITY] != NULL;
    *out = (StnFitWindows){.effort = NULL};
    def.stribeck = !states;
    StnStatus status = stn_data_require_uniform(data, error);
    if (status != STN_OK)
        return status;
    status = allocate(data, states, out, error);
    if (status == STN_OK)
        status = ask_inverse(&def, data, &out->shift, error);
    if (status != STN_OK)
        return status;
    const StnWindowsAsked asked = {.box = isnan(cutoff) ? 0 : (size_t)fmax(1.0, round(box)),
                                   .share = measured ? NOISE_MEASURED : NOISE};
    status = stn_inverse_model_make_windows(&model, &def, data, asked, error);
    if (status == STN_OK && out->shift != 0.0)
        status = stn_inverse_shift(&model, out->shift);
    if (status == STN_OK && isnan(m))
        status = find_share(&model, &share);
    if (status == STN_OK) {
        out->box = model.box;
        take_means(&model, share, out);
        mark_rows(&model, states, out);
    }
    stn_inverse_model_free(&model);
    return status;
}

void stn_fit_windows_take(const StnFitWindows *windows, StnFitRun *run, StnFitSignal *signal,
                          unsigned char *use)
{
    signal->value = windows->effort;
    run->a = windows->a;
    run->v = windows->v;
    run->moves = windows->moves;
    run->v_raw = windows->v_raw;
    run->v_noise = windows->v_noise;
    run->rest_noise = windows->rest_noise;
    run->v_wrong = windows->v_wrong;
    run->effort_most = windows->effort_most;
    run->box = windows->box;
    for (size_t i = 0; i < run->rows; i++)
        use[i] = windows->row[i] ? use[i] : STN_ROW_OUT;
}

void stn_fit_windows_remark(const StnFitWindows *windows, const StnData *data, StnRemarks *remarks)
{
    size_t rests = 0, way[2] = {0, 0};
    for (size_t i = 0; i < data->rows; i++) {
        rests += windows->moves && windows->moves[i] == 0.0;
        way[0] += windows->v[i] > 0.0;
        way[1] += windows->v[i] < 0.0;
    }
    stn_remark(
        remarks,
        "Rows are means over windows of %.3g s (cubic B-splines, -3 dB at %.3g Hz), of effort "
        "and model alike, so that no filter makes them differ.",
        (double)(2 * stn_window_reach(windows->box) + 1) * data->Ts,
        STN_SPLINE_BAND / (data->Ts * (double)windows->box));
    if (rests > 0)
        stn_remark(remarks,
                   "%zu samples are left out of the windows: the motion is too slow there for its "
                   "direction to be certain.",
                   rests);
    stn_inverse_remark_held(windows->shift, remarks);
    if (fmin((double)way[0], (double)way[1]) < STN_ONE_WAY * (double)(way[0] + way[1]))
        stn_remark_one_direction("the level of friction", "", remarks);
}

StnStatus stn_fit_look_for_delay(const StnData *data, bool *late, StnRemarks *remarks,
                                 StnError *error)
{
    StnInverse found;
    bool good; /* where the law cannot be found, a delay cannot be seen either */
    const StnInverseDef def = stn_default_inverse_def();
    const StnStatus status = stn_inverse_ask(&def, data, &found, &good, error);
    *late = good && found.missing && !isnan(found.delay);
    if (*late)
        stn_inverse_remark_delay(data, &found, remarks);
    stn_inverse_free(&found);
    return status;
}
