/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/score.h"

#include <math.h>

void stn_score_add(StnScoreSums *sums, double measured, double model)
{
    const double e = model - measured;
    sums->first = sums->rows == 0 ? measured : sums->first;
    sums->rows++;
    sums->e += fabs(e);
    sums->e2 += e * e;
    sums->y2 += measured * measured;
    sums->d += measured - sums->first;
    sums->d2 += (measured - sums->first) * (measured - sums->first);
}

StnScore stn_score_of(const StnScoreSums *s)
{
    const double n = (double)s->rows, about_mean = s->d2 - s->d * s->d / n;
    if (s->rows == 0)
        return (StnScore){.rms = NAN, .mae = NAN, .relative = NAN, .nrmse = NAN};
    return (StnScore){.rows = s->rows,
                      .rms = sqrt(s->e2 / n),
                      .mae = s->e / n,
                      .relative = 100.0 * sqrt(s->e2 / s->y2),
                      .nrmse = about_mean > 0.0 ? 100.0 * (1.0 - sqrt(s->e2 / about_mean)) : NAN};
}

StnScore stn_score_rows(const double *measured, const double *model, size_t count)
{
    StnScoreSums sums = {.rows = 0};
    for (size_t i = 0; i < count; i++)
        stn_score_add(&sums, measured[i], model[i]);
    return stn_score_of(&sums);
}

/* ---- Reports ---- */

/* What is measured may be constant, or 0: then it has no relative error. */
static const char *fit_percent(const StnScore *score, char out[32])
{
    if (isfinite(score->nrmse))
        snprintf(out, 32, "%.2f %%", score->nrmse);
    else
        snprintf(out, 32, "-");
    return out;
}

void stn_report_score_group(StnResult *out, const char *name, const char *unit,
                            const StnScore *score)
{
    if (score->rows == 0)
        return;
    stn_result_open(out, name);
    stn_result_count(out, "rows", score->rows);
    stn_result_number(out, "rms", unit, score->rms);
    stn_result_number(out, "mae", unit, score->mae);
    stn_result_number(out, "relative_error_percent", "%", score->relative);
    stn_result_number(out, "nrmse_fit_percent", "%", score->nrmse);
    stn_result_close(out);
}

void stn_report_score(StnResult *out, const char *name, const char *what, const char *unit,
                      const StnScore *score)
{
    if (score->rows == 0)
        return;
    stn_report_score_group(out, name, unit, score);
    char nrmse[32];
    stn_result_line(out, "%s: rms error %.4g %s, mean |error| %.4g %s%s%s", what, score->rms, unit,
                    score->mae, unit, isfinite(score->nrmse) ? ", NRMSE fit " : "",
                    isfinite(score->nrmse) ? fit_percent(score, nrmse) : "");
}

void stn_report_score_table(StnResult *out)
{
    const StnResultColumn columns[] = {
        {NULL, "signal", NULL, NULL},    {NULL, "rows", NULL, NULL},
        {NULL, "", NULL, NULL},          {NULL, "rms error", NULL, "%.4g"},
        {NULL, "|error|", NULL, "%.4g"}, {NULL, "|error|/|signal|", NULL, "r"},
        {NULL, "NRMSE fit", NULL, "r"}};
    stn_result_line(out, "%s", "");
    stn_result_table(out, NULL, "", columns, sizeof columns / sizeof columns[0]);
}

void stn_report_score_row(StnResult *out, const char *label, const char *column, const char *part,
                          const StnScore *score)
{
    char name[160], relative[32], nrmse[32];
    if (score->rows == 0)
        return;
    snprintf(name, sizeof name, "%s%s", label, column);
    if (isfinite(score->relative))
        snprintf(relative, sizeof relative, "%.4g %%", score->relative);
    else
        snprintf(relative, sizeof relative, "-");
    const StnCell row[] = {stn_cell_text(name),
                           stn_cell_text(part),
                           stn_cell_count(score->rows),
                           stn_cell_number(score->rms),
                           stn_cell_number(score->mae),
                           stn_cell_text(relative),
                           stn_cell_text(fit_percent(score, nrmse))};
    stn_result_row(out, true, row);
}
