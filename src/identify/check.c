/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a sensor can tell, before anything is identified (Nouailletas et al. 2010): two samples of a
 * position with steps of dx differ by up to dx from the truth, so a difference errs by dx/Ts and a
 * second one by 2*dx/Ts^2; the acceleration itself is at most umax/m. */
#include "core/system.h"
#include "identify/window.h"
#include "stiction/identify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double enough = 10.0; /* signal to noise that identification wants */

/* In the order of StnCheckDef.source. */
enum Source { DX, TS, MASS, UMAX, VMAX };

/* What is not known yet, and where it comes from. */
static void fill(StnCheckDef *def, enum Source which, double value, const char *source)
{
    double *known[] = {&def->dx, &def->Ts, &def->m, &def->umax, &def->vmax};
    if (!isnan(*known[which]) || isnan(value))
        return;
    *known[which] = value;
    def->source[which] = source;
}

static double largest(const double *x, size_t count)
{
    double most = 0.0;
    for (size_t i = 0; x && i < count; i++)
        most = fmax(most, fabs(x[i]));
    return most > 0.0 ? most : NAN;
}

/* Speed over intervals so long that the resolution does not matter (a hundredth of the samples). */
static double largest_speed(const StnData *data)
{
    const double *x = data->value[STN_ROLE_POSITION], *t = data->value[STN_ROLE_TIME];
    if (data->value[STN_ROLE_VELOCITY])
        return largest(data->value[STN_ROLE_VELOCITY], data->rows);
    double most = 0.0;
    for (int r = 0; x && r < data->nrun; r++) {
        const size_t count = data->run[r + 1] - data->run[r], span = count / 100 + 1;
        for (size_t i = data->run[r]; i + span < data->run[r + 1]; i++)
            most = fmax(most, fabs((x[i + span] - x[i]) / (t[i + span] - t[i])));
    }
    return most > 0.0 ? most : NAN;
}

/* As inverse chooses them. */
static StnStatus find_windows(StnCheckDef *def, const StnData *data, StnError *error)
{
    StnMotionNoise noise;
    StnMotion motion = {.rows = 0};
    StnSpline window;
    if (!data->uniform || !(data->value[STN_ROLE_POSITION] || data->value[STN_ROLE_VELOCITY]))
        return STN_OK;
    const StnStatus status =
        stn_window_find(data, STN_WINDOW_SHARE, &noise, &motion, &window, error);
    stn_motion_free(&motion);
    if (status != STN_OK)
        return status;
    const double square = window.a_rms * window.a_rms;
    def->window = stn_window_length(window.box, data->Ts);
    def->window_step = (double)window.box * data->Ts;
    def->window_error =
        square > window.noise ? sqrt(window.noise / (square - window.noise)) : INFINITY;
    return STN_OK;
}

StnStatus stn_check_from_data(StnCheckDef *def, const StnData *data, StnError *error)
{
    double dx;
    const StnStatus status = stn_data_find_resolution(data, STN_ROLE_POSITION, def->dx, &dx, error);
    if (status != STN_OK)
        return status;
    fill(def, DX, dx, "smallest step in the data");
    fill(def, TS, data->Ts, "of the data");
    fill(def, UMAX, largest(data->value[STN_ROLE_EFFORT], data->rows), "largest in the data");
    if (isnan(def->duration))
        def->duration = (double)(data->rows - 1) * data->Ts;
    fill(def, VMAX, largest_speed(data), "largest in the data");
    def->rotary = data->rotary;
    return find_windows(def, data, error);
}

void stn_check_from_system(StnCheckDef *def, const StnSystem *system, int site)
{
    const StnPlant *plant = system->model.plant;
    const StnSiteInfo *info = &plant->sites[site];
    StnContext c = {NAN, NAN, NAN, NAN, NAN, NAN, info->rotary};
    if (plant->context)
        plant->context(&system->model.self, system->p, site, &c);
    for (int k = 0; k < system->model.nsensor; k++) {
        const StnSensorDef *sensor = &system->num.sensor[k];
        if (strcmp(plant->outputs[sensor->output].name, plant->states[info->x].name) != 0)
            continue;
        fill(def, DX, sensor->resolution > 0.0 ? sensor->resolution : NAN, "its sensor's");
        if (isnan(c.Ts) && sensor->sample > 0.0)
            c.Ts = sensor->sample;
    }
    fill(def, TS, c.Ts, "of its controller or sensor");
    fill(def, MASS, c.m, "its plant's");
    fill(def, UMAX, c.umax, "its effort limit");
    def->rotary = info->rotary != 0;
}

/* NaN: none is one in the unit of the site's effort, or all are 0. */
static double largest_effort(const StnSystem *system, int site, double duration)
{
    enum { INSTANTS = 2000 };
    const StnPlant *plant = stn_system_plant(system);
    const char *unit = stn_role_unit(STN_ROLE_EFFORT, plant->sites[site].rotary);
    double most = 0.0;
    for (int i = 0; i < plant->ninput; i++) {
        if (strcmp(plant->inputs[i].unit, unit) != 0)
            continue;
        for (int k = 0; k <= INSTANTS; k++)
            most = fmax(most, fabs(stn_system_input(system, i, duration * k / INSTANTS).val));
    }
    return most > 0.0 ? most : NAN;
}

StnStatus stn_check_from_scenario(StnCheckDef *def, const StnScenario *scenario, const char *site,
                                  StnError *error)
{
    const char *names[STN_SITES_MAX];
    const StnStatus status = stn_scenario_check(scenario, error);
    if (status != STN_OK)
        return status;
    const StnSystem *system = stn_scenario_system(scenario);
    const StnPlant *plant = stn_system_plant(system);
    const StnRunDef run = stn_scenario_run_def(scenario);
    const int at = site ? stn_plant_site(plant, site) : 0;
    for (int i = 0; i < plant->nsite; i++)
        names[i] = plant->sites[i].name;
    if (at < 0)
        return stn_error(error, STN_BAD_INPUT, "unknown friction site \"%s\"%s", site,
                         stn_suggest(site, names, (size_t)plant->nsite, "; allowed: ").text);
    stn_check_from_system(def, system, at);
    fill(def, TS, run.every > 0.0 ? run.every : NAN, "of its record");
    fill(def, UMAX, largest_effort(system, at, run.duration), "its largest input");
    if (isnan(def->duration))
        def->duration = run.duration;
    return STN_OK;
}

/* Within these no quotient of the check overflows. */
static const double least_value = 1e-30, most_value = 1e30;

static StnStatus check_value(double value, const char *what, StnError *error)
{
    if (!isnan(value) && !(value > 0.0))
        return stn_error(error, STN_BAD_INPUT, "the %s of %g must be positive", what, value);
    if (value < least_value || value > most_value)
        return stn_error(error, STN_BAD_INPUT, "the %s of %g is out of range: %g to %g is allowed",
                         what, value, least_value, most_value);
    return STN_OK;
}

/* ---- Advice ---- */

/* Of the largest acceleration a motion has about ACCELERATES on average (sines: 0.7; ramps and reversals less), of its largest
 * speed MOVES.  Of the windows about COUNT count: others lie beside a reversal, or are too slow.  Two deviations are what intervals are. */
#define ACCELERATES 0.3
#define MOVES 0.6
#define COUNT 0.5

/* The windows of the data, or those that such numbers would lead to; an infinite error of the mass: these show none. */
static void find_window(const StnCheckDef *def, StnCheck *c)
{
    double step = def->window_step, error = def->window_error;
    c->window = c->mass_of_record = NAN;
    if (step > 0.0) {
        c->window = def->window;
    } else if (!isnan(def->m) && !isnan(def->umax)) {
        const StnSpline s = stn_window_expect(def->dx, def->Ts, ACCELERATES * def->umax / def->m,
                                              MOVES * def->vmax);
        c->window = stn_window_length(s.box, def->Ts);
        step = (double)s.box * def->Ts;
        error = sqrt(s.noise) / s.a_rms;
    }
    if (step > 0.0 && !isnan(def->duration))
        c->mass_of_record = 2.0 * def->m * error / sqrt(fmax(COUNT * def->duration / step, 1.0));
}

static const char take_mass[] =
    "Take it from the drawing, and give it to inverse, power, curve or fit (--mass).";

/* What is known already beside what the data can tell. */
static void advise_mass(const StnCheckDef *def, StnCheck *c)
{
    const char *unit = def->rotary ? "kg*m^2" : "kg";
    const double known = isnan(def->m_error) ? def->m : def->m_error;
    c->mass_identifiable = c->mass_uncertainty < known;
    if (isinf(c->mass_of_record)) {
        c->mass_identifiable = false;
        stn_remark(&c->remarks,
                   "Do not identify the mass from this record: it shows no acceleration beyond its "
                   "noise, whatever the sensor could tell.  %s",
                   take_mass);
        c->mass_of_record = NAN;
        return;
    }
    if (isnan(c->mass_uncertainty))
        return;
    const bool record = !isnan(c->mass_of_record), better = c->mass_of_record < known;
    char already[80] = "";
    if (!isnan(def->m_error))
        snprintf(already, sizeof already, ", and it is known to +-%.3g %s", known, unit);
    if (!c->mass_identifiable && !better)
        stn_remark(&c->remarks,
                   "Do not identify the mass from accelerations of these signals: one sample "
                   "determines it to +-%.3g %s%s%s.  %s",
                   c->mass_uncertainty, unit, *already ? already : ", which is more than it is",
                   record ? ", and all of them together hardly better" : "", take_mass);
    else if (record)
        stn_remark(&c->remarks,
                   "The mass can be identified: one sample determines it to +-%.3g %s, all of them "
                   "to about +-%.2g %s%s (means over windows of %s%.2g s, which inverse chooses by "
                   "itself).  %s.",
                   c->mass_uncertainty, unit, c->mass_of_record, unit, already,
                   def->window > 0.0 ? "" : "about ", c->window,
                   better && !isnan(def->m_error)
                       ? "Leave it free, and compare what comes out with what is known"
                       : "Leave it free");
    else
        stn_remark(&c->remarks,
                   "The mass can be identified: one sample determines it to +-%.3g %s%s, many of "
                   "them better.",
                   c->mass_uncertainty, unit, already);
}

static void advise_acceleration(const StnCheckDef *def, StnCheck *c)
{
    const char *x = def->rotary ? "rad" : "m";
    if (isnan(c->signal_to_noise))
        return;
    if (c->signal_to_noise >= enough) {
        stn_remark(&c->remarks,
                   "The acceleration stands %.3g times above its error: methods that differentiate "
                   "(inverse) can be used.",
                   c->signal_to_noise);
        return;
    }
    stn_remark(&c->remarks,
               "From one sample to the next the acceleration is %s (signal to noise %.2g, wanted "
               "%g), so plain differences are no use.  inverse and power take means over "
               "windows (inverse of %s%.2g s); breakaway and sine need no acceleration.  A "
               "sensor that resolves %.2g %s would be enough.",
               c->signal_to_noise < 1.0 ? "buried in the steps of the sensor" : "hardly seen",
               c->signal_to_noise, enough, def->window > 0.0 ? "" : "about ", c->window,
               c->enough_dx, x);
}

static void advise_velocity(const StnCheckDef *def, StnCheck *c)
{
    const char *v = def->rotary ? "rad/s" : "m/s";
    if (isnan(c->velocity_error))
        return;
    stn_remark(&c->remarks,
               "Below %.3g %s the sensor shows less than one step per sample, so raw differences "
               "are mostly 0 and their sign says little: take the sign of the reference, or of the "
               "last step.",
               c->velocity_error, v);
    if (c->velocity_error > 0.1 * def->vmax)
        stn_remark(&c->remarks,
                   "That is %.0f %% of the largest speed (%.3g %s): a velocity from neighbouring "
                   "samples is of little use.",
                   100.0 * c->velocity_error / def->vmax, def->vmax, v);
}

StnStatus stn_identify_check(const StnCheckDef *def, StnCheck *check, StnError *error)
{
    memset(check, 0, sizeof *check);
    check->mass_of_record = check->window = NAN;
    StnStatus status = check_value(def->dx, "resolution", error);
    if (status == STN_OK)
        status = check_value(def->Ts, "sampling time", error);
    if (status == STN_OK)
        status = check_value(def->m, "mass", error);
    if (status == STN_OK)
        status = check_value(def->umax, "largest effort", error);
    if (status == STN_OK && (isnan(def->dx) || isnan(def->Ts)))
        status =
            stn_error(error, STN_BAD_INPUT, "the %s is not known: give it, or data with a position",
                      isnan(def->dx) ? "resolution of the sensor" : "sampling time");
    if (status != STN_OK)
        return status;
    const double dx = def->dx, Ts = def->Ts, m = def->m, umax = def->umax;
    check->velocity_error = dx / Ts;
    check->acceleration_error = 2.0 * dx / (Ts * Ts);
    check->signal_to_noise = Ts * Ts * umax / (2.0 * m * dx);
    check->mass_uncertainty = 2.0 * m * m * dx / (Ts * Ts * umax);
    check->enough_Ts = sqrt(2.0 * enough * m * dx / umax);
    check->enough_dx = Ts * Ts * umax / (2.0 * enough * m);
    find_window(def, check);
    advise_mass(def, check);
    advise_acceleration(def, check);
    advise_velocity(def, check);
    if (isnan(check->signal_to_noise))
        stn_remark(&check->remarks, "The other bounds need the mass and the largest effort.");
    return STN_OK;
}
