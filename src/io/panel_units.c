/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/panel_units.h"

#include "io/axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Splits "x, v [m]"; false where a label ends without a unit. */
static bool label_unit(const char *label, size_t *name, char *unit, size_t size)
{
    const char *open = label ? strrchr(label, '[') : NULL;
    const size_t length = open ? strlen(open) : 0;
    if (length < 3 || open[length - 1] != ']' || length - 2 >= size) {
        return false;
    }
    *name = (size_t)(open - label);
    memcpy(unit, open + 1, length - 2);
    unit[length - 2] = '\0';
    return true;
}

/* The factor that the data are divided by, and the new label.  wanted NULL: what suits `largest`. */
static double choose(const char *label, const char *wanted, double factor, double largest,
                     char *out, size_t size)
{
    char unit[64];
    size_t name = 0;
    snprintf(out, size, "%s", label ? label : "");
    if (!label_unit(label, &name, unit, sizeof unit)) {
        return 1.0;
    }
    const StnEngineering e = stn_engineering(unit, largest);
    snprintf(out, size, "%.*s[%s]", (int)name, label, wanted ? wanted : e.unit);
    return wanted ? factor : e.factor;
}

/* NULL: the label has no unit of an angle. */
static const char *radians_of(const char *label)
{
    static const char *const units[] = {"rad", "rad/s", "rad/s^2"};
    char unit[64];
    size_t name;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (label_unit(label, &name, unit, sizeof unit) && strcmp(unit, units[i]) == 0)
            return units[i];
    return NULL;
}

void stn_panel_keep_radians(StnPanel *panel)
{
    const char *x = radians_of(panel->xlabel), *y = radians_of(panel->ylabel);
    if (x)
        panel->xunit = x, panel->xfactor = 1.0;
    if (y)
        panel->yunit = y, panel->yfactor = 1.0;
}

static double *divide(const double *from, size_t count, double factor, double *to)
{
    for (size_t i = 0; i < count; i++) {
        to[i] = from[i] / factor;
    }
    return to + count;
}

static void divide_limits(double factor, double *lo, double *hi)
{
    *lo /= factor;
    *hi /= factor;
}

StnStatus stn_panel_scale(const StnPanel *panel, StnScaledPanel *out)
{
    double xlo, xhi, ylo, yhi;
    size_t total = 1;
    *out = (StnScaledPanel){.panel = *panel};
    stn_axis_x_range(panel, &xlo, &xhi);
    stn_axis_y_range(panel, xlo, xhi, &ylo, &yhi);
    const double xfactor = choose(panel->xlabel, panel->xunit, panel->xfactor,
                                  fmax(fabs(xlo), fabs(xhi)), out->xlabel, sizeof out->xlabel);
    const double yfactor = choose(panel->ylabel, panel->yunit, panel->yfactor,
                                  fmax(fabs(ylo), fabs(yhi)), out->ylabel, sizeof out->ylabel);
    for (int c = 0; c < panel->ncurve; c++) {
        total += 2 * panel->curve[c].count;
    }
    out->curve = malloc((size_t)(panel->ncurve + 1) * sizeof *out->curve);
    out->data = malloc(total * sizeof *out->data);
    if (!out->curve || !out->data) {
        return STN_NO_MEMORY;
    }
    double *at = out->data;
    for (int c = 0; c < panel->ncurve; c++) {
        out->curve[c] = panel->curve[c];
        out->curve[c].x = at;
        at = divide(panel->curve[c].x, panel->curve[c].count, xfactor, at);
        out->curve[c].y = at;
        at = divide(panel->curve[c].y, panel->curve[c].count, yfactor, at);
    }
    divide_limits(xfactor, &out->panel.xmin, &out->panel.xmax);
    divide_limits(yfactor, &out->panel.ymin, &out->panel.ymax);
    out->panel.curve = out->curve;
    out->panel.xlabel = panel->xlabel ? out->xlabel : NULL;
    out->panel.ylabel = panel->ylabel ? out->ylabel : NULL;
    return STN_OK;
}

void stn_panel_scale_free(StnScaledPanel *panel)
{
    free(panel->curve);
    free(panel->data);
    panel->curve = NULL;
    panel->data = NULL;
}
