/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Free parameters that stand beside the model: errors of sensors, and along a measured motion a mass, gravity
 * and a drift of the levels. */
#include "identify/fit_reader.h"

#include "kernel/pi.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAMED = 2 }; /* parameters of a plant in a sentence */

/* Root mean square of a measured signal, for the scale of its offset. */
static double size_of(const StnFitReader *reader, const char *column)
{
    double sum = 0.0, count = 0.0;
    for (int r = 0; r < reader->def->nrun; r++)
        for (int s = 0; s < reader->def->run[r].nsignal; s++) {
            const StnFitSignal *signal = &reader->def->run[r].signal[s];
            for (size_t i = 0; strcmp(signal->column, column) == 0 && i < reader->def->run[r].rows;
                 i++)
                sum += signal->value[i] * signal->value[i], count += 1.0;
        }
    return count > 0.0 ? sqrt(sum / count) : NAN;
}

int stn_fit_beside_at(const StnFitMap *map, StnFitPlace place)
{
    for (int i = 0; i < map->nq; i++)
        if (map->param[i].place == place)
            return i;
    return -1;
}

double stn_fit_beside(const StnFitMap *map, const double *q, StnFitPlace place, double none)
{
    const int i = stn_fit_beside_at(map, place);
    return i < 0 ? none : q[i];
}

/* A mass beside the law of a measured motion, from what would take all of the effort. */
StnStatus stn_fit_read_mass(StnFitReader *reader)
{
    const StnFitRun *run = &reader->def->run[0];
    double F2 = 0.0, a2 = 0.0;
    StnFitParam param = {
        .place = STN_FIT_PLACE_MASS, .lo = 0.0, .hi = INFINITY, .item = "m", .name = "m"};
    if (!run->a)
        return stn_fit_refuse(reader, STN_FIT_NO_ACCELERATION);
    if (!isnan(reader->def->m))
        return stn_fit_refuse(reader, "it is known already");
    for (size_t i = 0; i < run->rows; i++) {
        const double a = isnan(run->a[i]) ? 0.0 : run->a[i];
        F2 += run->signal[0].value[i] * run->signal[0].value[i], a2 += a * a;
    }
    if (!(a2 > 0.0))
        return stn_fit_refuse(reader, "the acceleration is zero throughout");
    snprintf(param.unit, sizeof param.unit, "%s", run->rotary ? "kg*m^2" : "kg");
    return stn_fit_add(reader, &param, sqrt(F2 / a2));
}

/* The levels stay positive: at the end of the record at least a tenth, at most ten times of what they were. */
StnStatus stn_fit_add_drift(const StnFitDef *def, StnFitMap *map, StnError *error)
{
    const StnFitRun *run = &def->run[0];
    const double span = run->t[run->rows - 1] - run->t[0];
    const StnFreeParameter one = stn_free_parameter("drift");
    StnFitReader reader = {.def = def, .free = &one, .map = map, .error = error};
    StnFitParam param = {.place = STN_FIT_PLACE_DRIFT,
                         .lo = -0.9 / span,
                         .hi = 9.0 / span,
                         .item = "drift",
                         .name = "drift",
                         .unit = "1/s"};
    return stn_fit_add(&reader, &param, 0.1 / span);
}

/* Gravity of an arm, G*sin(x - hang): in the unit of the effort, from nothing. */
StnStatus stn_fit_add_arm(const StnFitDef *def, StnFitMap *map, StnError *error)
{
    const StnFreeParameter one = stn_free_parameter("gravity");
    StnFitReader reader = {.def = def, .free = &one, .map = map, .error = error};
    const int group = map->nq;
    StnFitParam G = {.place = STN_FIT_PLACE_GRAVITY,
                     .how = STN_COORDINATE_ARM,
                     .group = group,
                     .members = 2,
                     .hi = INFINITY,
                     .item = "G",
                     .name = "G",
                     .unit = "N*m"};
    StnFitParam hang = {.place = STN_FIT_PLACE_GRAVITY,
                        .how = STN_COORDINATE_ARM,
                        .group = group,
                        .members = 2,
                        .lo = -2.0 * STN_PI,
                        .hi = 2.0 * STN_PI,
                        .item = "hang",
                        .name = "hang",
                        .unit = "rad"};
    const StnStatus status = stn_fit_add(&reader, &G, size_of(&reader, def->run[0].signal->column));
    return status ? status : stn_fit_add(&reader, &hang, 0.1);
}

/* Says what the signals that are fitted are called; in a measured motion the effort is FF. */
static StnStatus refuse_correction(const StnFitReader *reader, bool gain)
{
    const StnFitRun *run = &reader->def->run[0];
    char text[400] = "";
    size_t used = (size_t)snprintf(text, sizeof text, "no signal of that name is fitted; there %s",
                                   run->nsignal == 1 ? "is" : "are");
    for (int s = 0; s < run->nsignal && used < sizeof text; s++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s.%s", s > 0 ? ", " : " ",
                                 gain ? "gain" : "offset", run->signal[s].column);
    return stn_fit_refuse(reader, text);
}

StnStatus stn_fit_read_correction(StnFitReader *reader, const char *name, bool gain)
{
    StnFitParam param = {.place = gain ? STN_FIT_PLACE_GAIN : STN_FIT_PLACE_OFFSET,
                         .lo = -INFINITY,
                         .hi = INFINITY,
                         .start = gain ? 1.0 : 0.0};
    double size = size_of(reader, name);
    if (isnan(size))
        return refuse_correction(reader, gain);
    snprintf(param.item, sizeof param.item, "%s", name);
    snprintf(param.name, sizeof param.name, "%s.%s", gain ? "gain" : "offset", name);
    const int c = gain ? -1 : stn_system_column(reader->system, name);
    if (c >= 0)
        snprintf(param.unit, sizeof param.unit, "%s",
                 reader->def->run[0].rotary ? "N*m" /* measured motion: FF */
                                            : stn_system_column_at(reader->system, c).unit);
    return stn_fit_add(reader, &param, size > 0.0 ? size : 1.0);
}

/* The first parameters of a plant that speak of gravity, "G, q0"; how many there are. */
static int gravity_of(const StnPlant *plant, char *out, size_t size)
{
    size_t used = 0;
    int count = 0;
    out[0] = '\0';
    for (int i = 0; i < plant->nparam && used < size; i++)
        if (strstr(plant->params[i].text, "gravity") || strstr(plant->params[i].text, "arm hang")) {
            if (count++ < NAMED)
                used += (size_t)snprintf(out + used, size - used, "%s%s", count > 1 ? ", " : "",
                                         plant->params[i].name);
        }
    return count;
}

StnStatus stn_fit_refuse_gravity(const StnPlant *plant, StnError *error)
{
    char names[200], others[400] = "";
    const int count = gravity_of(plant, names, sizeof names);
    if (count > 0)
        return stn_error(error, STN_BAD_INPUT,
                         "--gravity goes without --scenario; the plant \"%s\" has its own gravity: "
                         "free or set its %s %s%s",
                         plant->name, count == 1 ? "parameter" : "parameters", names,
                         count > NAMED ? ", ..." : "");
    for (int i = 0; i < stn_catalog_plant_count(NULL); i++) {
        const StnPlant *other = stn_catalog_plant_at(NULL, i);
        const size_t used = strlen(others);
        if (gravity_of(other, names, sizeof names) > 0)
            snprintf(others + used, sizeof others - used, "%s%s", used ? ", " : "", other->name);
    }
    return stn_error(error, STN_BAD_INPUT,
                     "--gravity goes without --scenario, and the plant \"%s\" has no parameter of "
                     "gravity; these have: %s (a constant weight is a constant load, --free "
                     "inputs.NAME)",
                     plant->name, others);
}
