/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify/friction_figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double without(double F, double offset) { return F - (isnan(offset) ? 0.0 : offset); }

/* Means and deviations over intervals of equal steps of sqrt|v|; returns how many have three samples. */
static int bin(const StnFrictionFigure *f, double fast, StnCurvePoint *point)
{
    int count = 0;
    memset(point, 0, 2 * STN_FRICTION_BINS * sizeof *point);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < f->rows; i++) {
            const int k =
                (int)fmin(sqrt(fabs(f->v[i]) / fast) * STN_FRICTION_BINS, STN_FRICTION_BINS - 1.0);
            StnCurvePoint *p = &point[f->v[i] < 0.0 ? k : STN_FRICTION_BINS + k];
            if (pass == 0)
                p->v += f->v[i], p->F += f->F[i], p->samples++;
            else
                p->std += pow(f->F[i] - p->F / (double)p->samples, 2);
        }
    for (int k = 0; k < 2 * STN_FRICTION_BINS; k++) {
        const double n = (double)point[k].samples;
        if (point[k].samples >= 3)
            point[count++] = (StnCurvePoint){
                .v = point[k].v / n, .F = point[k].F / n, .std = sqrt(point[k].std / (n - 1.0))};
    }
    return count;
}

/* Half of the band at a velocity. */
static double band(const StnFrictionFigure *f, double v)
{
    const StnSpread4 *spread = f->spread[v < 0.0];
    const double speed = fabs(v), vs = stn_findings_get(f->findings, "vs", v < 0.0),
                 n = stn_findings_get(f->findings, "n", v < 0.0);
    const double s = isnan(vs) ? 0.0 : pow(speed / vs, n), e = isnan(vs) ? 0.0 : exp(-s);
    const double rise =
        stn_findings_get(f->findings, "Fs", v < 0.0) - stn_findings_get(f->findings, "Fc", v < 0.0);
    const double slope[4] = {1.0 - e, speed, e, isnan(vs) ? 0.0 : rise * e * s * n / vs};
    double sum = 0.0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            sum += slope[i] * slope[k] * spread->covariance[i][k];
    return sqrt(fmax(sum, 0.0));
}

/* The law, dense near 0 and with a break there, over the directions that the points have; its band below and above. */
static void draw_law(const StnFrictionFigure *f, double slow, double fast, double *x, double *y,
                     double *edge_x, double *edge_y)
{
    const double load = stn_findings_get(f->findings, "load", 0);
    for (int i = 0; i < STN_FRICTION_LAW; i++) {
        const double share = 2.0 * i / (STN_FRICTION_LAW - 1) - 1.0;
        const double v = (share < 0.0 ? -slow : fast) * share * fabs(share);
        const bool drawn = v != 0.0;
        x[i] = v;
        y[i] = drawn ? without(stn_findings_friction(f->findings, v), load) : NAN;
        for (int k = 0; k < 2; k++) {
            const double half = drawn && f->spread[v < 0.0] ? band(f, v) : NAN;
            edge_x[k * STN_FRICTION_LAW + i] = v;
            edge_y[k * STN_FRICTION_LAW + i] =
                i + 1 == STN_FRICTION_LAW ? NAN : y[i] + (k ? half : -half);
        }
    }
}

bool stn_friction_panel(StnFrictionFigure *f, const StnData *data, StnPanel *panel)
{
    StnCurvePoint own[2 * STN_FRICTION_BINS];
    double slow = 0.0, fast = 0.0, low = 0.0, high = 0.0;
    for (size_t i = 0; i < f->rows && !f->point; i++)
        slow = fmin(slow, f->v[i]), fast = fmax(fast, f->v[i]);
    if (!f->point) {
        f->npoint = bin(f, fmax(fast, -slow), own);
        f->point = own;
        slow = fast = 0.0;
    }
    const size_t n = (size_t)f->npoint, law = STN_FRICTION_LAW;
    double *memory = malloc((6 * law + 8 * n + f->rows + 8) * sizeof *memory);
    if (!memory)
        return false;
    double *x = memory, *y = x + law, *edge_x = y + law, *edge_y = edge_x + 2 * law;
    double *v = edge_y + 2 * law, *F = v + n, *bar_x = F + n, *bar_y = bar_x + 3 * n;
    double *record = bar_y + 3 * n;
    for (size_t i = 0; i < n; i++) {
        const StnCurvePoint *p = &f->point[i];
        v[i] = p->v, F[i] = without(p->F, f->offset);
        bar_x[3 * i] = bar_x[3 * i + 1] = bar_x[3 * i + 2] = p->v;
        bar_y[3 * i] = F[i] - p->std, bar_y[3 * i + 1] = F[i] + p->std, bar_y[3 * i + 2] = NAN;
        slow = fmin(slow, p->v), fast = fmax(fast, p->v);
        low = fmin(low, F[i] - p->std), high = fmax(high, F[i] + p->std);
    }
    for (size_t i = 0; i < f->rows; i++)
        record[i] = without(f->F[i], f->offset);
    draw_law(f, 1.05 * slow, 1.05 * fast, x, y, edge_x, edge_y);
    int count = 0;
    if (f->rows > 0)
        f->curve[count++] = (StnCurve){f->v, record, f->rows, "record", STN_STYLE_POINTS};
    f->curve[count++] = (StnCurve){x, y, law, "fitted", STN_STYLE_LINES};
    f->curve[count++] = (StnCurve){v, F, n, f->points, STN_STYLE_MARKS};
    f->curve[count++] = (StnCurve){bar_x, bar_y, 3 * n, "their deviation", STN_STYLE_HAIRLINE};
    if (f->spread[0] || f->spread[1])
        f->curve[count++] =
            (StnCurve){edge_x, edge_y, 2 * law, "95 % of the curve", STN_STYLE_DASHES};
    snprintf(f->xlabel, sizeof f->xlabel, "velocity [%s]",
             stn_role_unit(STN_ROLE_VELOCITY, data->rotary));
    snprintf(f->ylabel, sizeof f->ylabel, "friction [%s]", data->unit[STN_ROLE_EFFORT]);
    *panel =
        (StnPanel){.xlabel = f->xlabel, .ylabel = f->ylabel, .curve = f->curve, .ncurve = count};
    /* a filter that rings at the ends of the record must not rule the axis */
    panel->ymin = low - (low < 0.0 ? 0.15 * (high - low) : 0.0);
    panel->ymax = high + (high > 0.0 ? 0.15 * (high - low) : 0.0);
    f->memory = memory;
    f->point = f->point == own ? NULL : f->point;
    return true;
}
