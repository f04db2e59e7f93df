/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The terms of the inverse model, and friction that grows with the torques of drive and load (as stribeck_load has it):
 *   effort = sum of value*x + sgn(v)*|k_m*effort + k_e*load|,   load: the terms of offset, load, spring and arm.
 * The effort stands on both sides, and as a regressor it would bring its noise along (errors in variables).  Solved for it,
 *   effort = (sum of value*x + side*k_e*load)/(1 - side*k_m),   side = sgn(v)*sgn(k_m*effort + k_e*load),
 * the model is linear in the values once k_m, k_e and the sides are known; those are searched (inverse.c), the sides from
 * the effort of the model, which has no noise. */
#include "identify/inverse_model.h"

#include <math.h>

static void add_column(StnInverseModel *m, const char *name, const char *unit)
{
    m->name[m->ncolumn] = name;
    m->unit[m->ncolumn++] = unit;
}

/* A column of what the joint carries. */
static void add_load(StnInverseModel *m, const char *name, const char *unit)
{
    m->carried |= 1u << m->ncolumn;
    add_column(m, name, unit);
}

void stn_inverse_name_columns(StnInverseModel *m)
{
    static const char *const position[] = {"Fx1", "Fx2", "Fx3", "Fx4"};
    static const char *const units[] = {"$F/$x", "$F/$x^2", "$F/$x^3", "$F/$x^4"};
    const StnInverseDef *def = m->def;
    if (isnan(def->m))
        add_column(m, "M", "$m");
    add_column(m, def->asymmetric ? "Fv+" : "Fv", "$F*s/$x");
    if (def->asymmetric)
        add_column(m, "Fv-", "$F*s/$x");
    m->levels = 1u << m->ncolumn;
    add_column(m, def->asymmetric ? "Fc+" : "Fc", "$F");
    if (def->asymmetric) {
        m->levels |= 1u << m->ncolumn;
        add_column(m, "Fc-", "$F");
    }
    if (m->offset && !def->asymmetric)
        add_load(m, "offset", "$F");
    if (def->load)
        add_load(m, "eta", "1");
    if (def->load && !def->load_friction)
        add_column(m, "mu", "1");
    if (def->spring)
        add_load(m, "K", "$F/$x");
    if (def->gravity) {
        add_load(m, "Gsin", "$F");
        add_load(m, "Gcos", "$F");
    }
    for (int k = 0; k < def->position_terms; k++)
        add_column(m, position[k], units[k]);
    m->dexp = -1;
    if (def->stribeck) {
        m->dexp = m->ncolumn;
        m->levels |= 1u << m->ncolumn;
        add_column(m, "Fs-Fc", "$F");
    }
}

/* Values of all columns in one sample; the Stribeck column holds what the search of vs needs: sgn. */
void stn_inverse_sample(const StnInverseModel *m, const StnMotion *motion, size_t i, double *out)
{
    const StnInverseDef *def = m->def;
    const double sign = m->full_sign[i];
    const double v = motion->v[i], up = sign > 0.0, down = sign < 0.0;
    int c = 0;
    if (isnan(def->m))
        out[c++] = motion->a[i];
    if (def->asymmetric) {
        out[c++] = up * v;
        out[c++] = down * v;
        out[c++] = up;
        out[c++] = -down;
    } else {
        out[c++] = v;
        out[c++] = sign;
        if (m->offset)
            out[c++] = 1.0;
    }
    if (def->load) {
        const double load = m->data->value[STN_ROLE_LOAD][i];
        out[c++] = load;
        if (!def->load_friction)
            out[c++] = fabs(load) * sign;
    }
    if (def->spring)
        out[c++] = motion->x[i];
    if (def->gravity) {
        out[c++] = sin(motion->x[i]);
        out[c++] = cos(motion->x[i]);
    }
    double power = sign;
    for (int k = 0; k < def->position_terms; k++)
        out[c++] = power *= motion->x[i];
    if (def->stribeck)
        out[c++] = sign;
}

/* ---- Drive and load ---- */

double stn_inverse_gain(const StnInverseModel *m, size_t i, int c)
{
    if (!m->full_side)
        return 1.0;
    const double side = m->full_side[i];
    const double own = c >= 0 && m->carried >> c & 1u ? 1.0 + side * m->k_e : 1.0;
    return own / (1.0 - side * m->k_m);
}

/* The model's effort in one sample, and the load in it. */
static double effort_at(const StnInverseModel *m, const double *value, double vs, size_t i,
                        double *load)
{
    const StnMotion smooth = {.x = m->motion.x, .v = m->full_v, .a = m->full_a};
    double x[STN_LEAST_SQUARES_MAX] = {0.0}, effort = 0.0;
    stn_inverse_sample(m, &smooth, i, x);
    if (m->dexp >= 0)
        x[m->dexp] *= exp(-pow(fabs(m->full_v[i]) / vs, m->def->n));
    if (!isnan(m->def->m))
        effort = m->def->m * stn_inverse_gain(m, i, -1) * m->full_a[i];
    *load = 0.0;
    for (int c = 0; c < m->ncolumn; c++) {
        effort += value[c] * x[c] * stn_inverse_gain(m, i, c);
        if (m->carried >> c & 1u)
            *load += value[c] * x[c];
    }
    return effort;
}

StnStatus stn_inverse_load(StnInverseModel *m, const double *value, double vs, double k_m,
                           double k_e)
{
    /* which of the two counts more before anything is known does not matter where they have one sign */
    const bool begins = k_m == 0.0 && k_e == 0.0;
    const double by_effort = begins ? 1.0 : fabs(k_m), by_load = begins ? 1.0 : fabs(k_e);
    for (size_t i = 0; i < m->data->rows; i++) {
        double load;
        const double effort = effort_at(m, value, vs, i, &load);
        const double sum = by_effort * effort + by_load * load;
        m->full_side[i] = sum < 0.0 ? -m->full_sign[i] : m->full_sign[i];
    }
    m->k_m = k_m;
    m->k_e = k_e;
    return stn_inverse_fill(m);
}

StnStatus stn_inverse_sides(const StnInverseModel *m, double *out)
{
    for (size_t i = 0; i < m->data->rows; i++)
        m->work[i] = m->full_side[i] * stn_inverse_gain(m, i, -1);
    return stn_inverse_decimate_all(m, m->work, out);
}

/* The inertia's part is made of its column, so that both have one and the same noise, which is put right
 * (inverse_spread.c). */
StnStatus stn_inverse_load_slope(const StnInverseModel *m, const double *value, double vs,
                                 bool of_drive, double *out)
{
    const bool apart = of_drive && isnan(m->def->m);
    double *sides = m->masked;
    StnStatus status = STN_OK;
    for (size_t i = 0; i < m->data->rows; i++) {
        double load;
        double effort = effort_at(m, value, vs, i, &load);
        if (apart)
            effort -= value[0] * stn_inverse_gain(m, i, 0) * m->full_a[i];
        m->work[i] = stn_inverse_gain(m, i, -1) * m->full_side[i] * (of_drive ? effort : load);
    }
    status = stn_inverse_decimate(m, m->work, out);
    if (status == STN_OK && apart)
        status = stn_inverse_sides(m, sides);
    for (size_t i = 0; i < m->rows && apart && status == STN_OK; i++)
        out[i] += sides[i] * value[0] * m->column[0][i];
    return status;
}
