/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Terms that a model with a plant may lack: a force that the model does not have acts as a load would.  To first order
 * it is that of the motion that the model has, so one run with a small load of that shape makes its column. */
#include "identify/fit_missing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SMALL 1e-3 /* of the largest friction: a load so small changes the motion in proportion */

/* The column of a role at a site; -1: the plant has none. */
static int column_of(const StnSystem *system, StnRole role, int site)
{
    const StnPlant *plant = stn_system_plant(system);
    for (int i = 0; i < plant->noutput; i++)
        if (plant->outputs[i].role == role && plant->outputs[i].site == site)
            return stn_system_column(system, plant->outputs[i].name);
    return -1;
}

/* Runs a model once more and keeps some of its columns, which need not be those that are compared. */
static StnStatus record(const StnTermColumns *c, int run, const int output[3], double *const out[3],
                        StnError *error)
{
    StnFitter *fitter = c->fitter;
    StnFitInside *inside = &fitter->run[run];
    const StnFitRun *own = inside->run;
    const StnFitSignal none = {NULL, NULL, NAN};
    const StnFitSignal signals[3] = {none, none, none};
    int column[STN_FIT_SIGNALS_MAX];
    StnFitRun all = *own;
    double q[STN_FREE_MAX], x[STN_FREE_MAX], *rows[3] = {out[0], out[1], out[2]};
    memcpy(column, inside->column, sizeof column);
    memcpy(x, c->x, (size_t)fitter->map.nx * sizeof *x);
    stn_fit_inside(&fitter->map, x);
    stn_fit_to_q(&fitter->map, x, q);
    all.signal = signals, all.nsignal = 3;
    for (int k = 0; k < 3; k++)
        inside->column[k] = output[k];
    inside->run = &all;
    const StnStatus status =
        stn_fit_simulate_raw(fitter, c->workspace, run, q, inside->last_fitted, rows, error);
    inside->run = own;
    memcpy(inside->column, column, sizeof column);
    return status;
}

static void differentiate(const double *t, const double *v, size_t rows, double *a)
{
    for (size_t i = 0; i < rows; i++) {
        const size_t before = i > 0 ? i - 1 : 0, after = i + 1 < rows ? i + 1 : i;
        a[i] = after > before ? (v[after] - v[before]) / (t[after] - t[before]) : 0.0;
    }
}

/* The load that the model has anyway: an input that is free, one of the scenario, or the default. */
static double load_at(const StnTermColumns *c, int run, const double *q, double t)
{
    const StnFitMap *map = &c->fitter->map;
    const StnSystem *system = c->fitter->run[run].base.system;
    for (int i = 0; i < map->nq; i++)
        if (map->param[i].place == STN_FIT_PLACE_INPUT && map->param[i].index == c->input)
            return q[i];
    return system ? stn_signal_at(system->input[c->input], t).val : 0.0;
}

/* Load and term of a run as a table; NULL: no memory. */
static StnSignal *table_of(const StnTermColumns *c, int run, StnTermForce force, int column,
                           double over, double scale)
{
    const StnSiteMotion *m = &c->motion[run];
    double q[STN_FREE_MAX], x[STN_FREE_MAX], *value = malloc((m->rows + 1) * sizeof *value);
    memcpy(x, c->x, (size_t)c->fitter->map.nx * sizeof *x);
    stn_fit_inside(&c->fitter->map, x);
    stn_fit_to_q(&c->fitter->map, x, q);
    for (size_t i = 0; value && i < m->rows; i++)
        value[i] = load_at(c, run, q, m->t[i]) + (force ? scale * force(m, i, column, over) : 0.0);
    StnSignal *signal = value ? stn_signal_table(m->t, value, m->rows, false) : NULL;
    free(value);
    return signal;
}

/* The residuals with a term as a load; force NULL: with the load as a table, which others are compared with. */
static bool with_term(const StnTermColumns *c, StnTermForce force, int column, double over,
                      double scale, double *out)
{
    StnFitter *fitter = c->fitter;
    bool good = true;
    for (int r = 0; r < fitter->nrun && good; r++) {
        if (fitter->run[r].aside)
            continue;
        fitter->run[r].added = table_of(c, r, force, column, over, scale);
        fitter->run[r].added_to = c->input;
        good = fitter->run[r].added != NULL;
        if (!good)
            atomic_store(&fitter->memory_out, true);
    }
    good = good && stn_fit_residual(fitter, c->workspace, c->x, out, NULL);
    for (int r = 0; r < fitter->nrun; r++) {
        stn_signal_free(fitter->run[r].added);
        fitter->run[r].added = NULL;
    }
    return good;
}

StnStatus stn_term_motion(StnTermColumns *c, int input, bool *good, StnError *error)
{
    StnFitter *fitter = c->fitter;
    const StnSystem *system = fitter->run[0].base.system;
    const StnPlant *plant = fitter->run[0].run->def.plant;
    const int site = plant->inputs[input].site;
    int output[3] = {-1, -1, -1};
    size_t rows = 0;
    StnStatus status = STN_OK;
    if (system) {
        output[0] = column_of(system, STN_ROLE_POSITION, site);
        output[1] = column_of(system, STN_ROLE_VELOCITY, site);
        output[2] = column_of(system, STN_ROLE_FRICTION, site);
    }
    *good = site >= 0 && output[0] >= 0 && output[1] >= 0 && output[2] >= 0;
    if (!*good)
        return STN_OK;
    c->site = site, c->input = input;
    for (int r = 0; r < fitter->nrun; r++)
        rows += fitter->run[r].last_fitted;
    double *at = c->memory = malloc((5 * rows + fitter->nresidual + 1) * sizeof *at);
    if (!at)
        return stn_out_of_memory(error);
    c->plain = at + 5 * rows;
    for (int r = 0; r < fitter->nrun && !status; r++) {
        const size_t n = fitter->run[r].aside ? 0 : fitter->run[r].last_fitted;
        double *const out[3] = {at, at + n, at + 2 * n};
        status = n > 0 ? record(c, r, output, out, error) : STN_OK;
        differentiate(fitter->run[r].run->t, out[1], n, at + 3 * n);
        stn_site_ways(fitter->run[r].run->t, out[1], n, at + 4 * n);
        c->motion[r] = (StnSiteMotion){.t = fitter->run[r].run->t,
                                       .x = out[0],
                                       .v = out[1],
                                       .a = at + 3 * n,
                                       .FF = out[2],
                                       .way = at + 4 * n,
                                       .rows = n,
                                       .rotary = plant->sites[site].rotary};
        at += 5 * n;
    }
    if (!status && !with_term(c, NULL, 0, 0.0, 0.0, c->plain))
        *good = false;
    return status;
}

/* The largest value over all runs, of a term or of the friction. */
static double largest(const StnTermColumns *c, StnTermForce force, int column, double over)
{
    double most = 0.0;
    for (int r = 0; r < c->fitter->nrun; r++)
        for (size_t i = 0; i < c->motion[r].rows; i++)
            most = fmax(most,
                        fabs(force ? force(&c->motion[r], i, column, over) : c->motion[r].FF[i]));
    return most;
}

bool stn_term_column(StnTermColumns *c, StnTermForce force, int column, double over, double *out)
{
    const double most = largest(c, force, column, over), friction = largest(c, NULL, 0, 0.0);
    const double scale = SMALL * friction / most;
    if (!(most > 0.0 && friction > 0.0) || !with_term(c, force, column, over, scale, out))
        return false;
    for (size_t i = 0; i < c->fitter->nresidual; i++)
        out[i] = (out[i] - c->plain[i]) / scale;
    return true;
}

void stn_term_columns_free(StnTermColumns *columns)
{
    free(columns->memory);
    columns->memory = NULL;
}
