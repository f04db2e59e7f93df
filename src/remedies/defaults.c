/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers of a compensation that a scenario does not say, derived from its friction, plant and controller.  They are where
 * a search begins, not where it ends: settings that suit a loop are found by tuning.
 *
 * By the name of the parameter, so that a new kind whose parameters mean the same has them, too. */
#include "remedies/remedies.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The loop in numbers; NaN: not known. */
typedef struct Facts {
    StnLoop loop;
    double mass;       /* at the site */
    double Fs, Fc;     /* static and sliding level */
    double vs, sigma2; /* Stribeck's speed, viscous friction (0: none) */
    double Ts;         /* of the controller, or that of a compensation beside a continuous one */
    double frequency;  /* of the loop, rad/s */
    double step;       /* of the encoder; 0: none */
} Facts;

/* ---- Facts ---- */

static double larger_side(const StnSystem *system, int site, const char *name)
{
    return fmax(stn_system_friction(system, site, name, 0),
                stn_system_friction(system, site, name, 1));
}

/* Laws have levels by other names, or maps of them: then their steady friction at slow speeds decides. */
static void find_levels(const StnSystem *system, Facts *f)
{
    const int site = f->loop.site;
    const double load = isnan(f->loop.load) ? 0.0 : f->loop.load;
    f->vs = larger_side(system, site, "vs");
    f->vs = f->vs > 0.0 && isfinite(f->vs) ? f->vs : NAN;
    const double slow = isnan(f->vs) ? 1e-6 : 1e-3 * f->vs,
                 fast = isnan(f->vs) ? 1e-3 : 4.0 * f->vs;
    const double v[4] = {slow, -slow, fast, -fast};
    double F[4];
    stn_law_curve(system, site, load, v, 4, F);
    const double most = fmax(fabs(F[0]), fabs(F[1])), sliding = fmax(fabs(F[2]), fabs(F[3]));
    f->Fs = fmax(larger_side(system, site, "Fs"), most);
    f->Fc = larger_side(system, site, "Fc");
    f->Fc = isnan(f->Fc) ? fmin(sliding, f->Fs) : f->Fc;
    f->sigma2 = larger_side(system, site, "sigma2");
    f->sigma2 = isnan(f->sigma2) ? 0.0 : f->sigma2;
}

static double encoder_step(const StnSystem *system, int site)
{
    const StnPlant *plant = stn_system_plant(system);
    for (int i = 0; i < plant->noutput; i++) {
        char path[96];
        StnAddress address;
        snprintf(path, sizeof path, "sensors.%s.resolution", plant->outputs[i].name);
        if (plant->outputs[i].role == STN_ROLE_POSITION && plant->outputs[i].site == site &&
            stn_address(system, path, &address, NULL) == STN_OK)
            return stn_address_info(system, address).value;
    }
    return 0.0;
}

/* 1, 2 or 5 times a power of ten, downwards: sample times that people use. */
static double round_down(double value)
{
    const double power = pow(10.0, floor(log10(value))), part = value / power * (1.0 + 1e-9);
    return power * (part >= 5.0 ? 5.0 : part >= 2.0 ? 2.0 : 1.0);
}

static bool find_facts(const StnSystem *system, Facts *f)
{
    if (stn_system_loop(system, &f->loop, &f->mass, NULL) != STN_OK)
        return false;
    find_levels(system, f);
    const double own = sqrt(f->loop.Kp / f->loop.m);
    f->Ts = f->loop.Ts;
    if (isnan(f->Ts))
        f->Ts = own > 0.0 && isfinite(own) ? round_down(fmin(1e-3, 0.02 / own)) : 1e-3;
    f->frequency = own > 0.0 && isfinite(own) ? own : 0.01 / f->Ts;
    f->step = encoder_step(system, f->loop.site);
    return true;
}

/* ---- The table ---- */

static double sample_time(const Facts *f) { return f->Ts; }

/* With a mass the loop's damping ratio decides, (Kv + c + sigma2)/(2*sqrt(k*m)) = 1/4 with k = Kp + Fs/band; behind a valve
 * a fifth of the error at which the controller alone breaks away. */
static double band(const Facts *f)
{
    const StnLoop *at = &f->loop;
    const double damping = at->Kv + (at->c > 0.0 ? at->c : 0.0) + f->sigma2;
    const double stiffest = 4.0 * damping * damping / at->m;
    const double gain = isnan(stiffest) ? 5.0 * at->Kp : fmax(stiffest - at->Kp, at->Kp);
    return fmax(f->Fs / gain, 2.0 * f->step);
}

static double eps(const Facts *f)
{
    const double damping = f->loop.Kv + f->loop.c;
    if (!isnan(f->vs))
        return 10.0 * f->vs;
    return damping > 0.0 ? 0.1 * f->Fc / damping : 0.5 * f->frequency * f->Fs / f->loop.Kp;
}
static double fade(const Facts *f) { return 2.0 * eps(f); }
static double follow(const Facts *f) { return fmin(5.0 * f->frequency, 0.2 / f->Ts); }
static double adapt(const Facts *f) { return 0.25 * f->mass * f->frequency; }
static double amplitude(const Facts *f)
{
    return f->loop.most > 0.0 ? fmin(2.0 * f->Fs, f->loop.most) : 2.0 * f->Fs;
}
static double shake(const Facts *f) { return 0.05 / f->Ts; }

/* (A - Fc)*A*w^2/(2*m*Fc) is the way of one pulse: under A - Fc, then against Fc. */
static double width(const Facts *f)
{
    const double A = amplitude(f);
    const double w = sqrt(2.0 * band(f) * f->mass * f->Fc / (A * (A - f->Fc)));
    return f->Ts * fmax(2.0, round(isfinite(w) ? w / f->Ts : 5.0));
}
static double period(const Facts *f) { return 5.0 * width(f); }
static double half(const Facts *f)
{
    (void)f;
    return 0.5;
}

static const struct {
    StnRemedyDefault about;
    double (*value)(const Facts *);
} table[] = {
    {{"Ts", "sample time beside a continuous controller: 1 ms, or less than 1/50 of sqrt(m/Kp)",
      1.0},
     sample_time},
    {{"band",
      "error at which the push Fs leaves the loop a damping ratio of 1/4; behind a valve "
      "Fs/(5*Kp); "
      "at least two steps of the encoder",
      10.0},
     band},
    {{"fade", "twice eps", 10.0}, fade},
    {{"eps", "10*vs; without vs Fc/(10*(Kv + c)), behind a valve half of sqrt(Kp/m)*Fs/Kp", 10.0},
     eps},
    {{"L", "five times sqrt(Kp/m), at most 0.2/Ts", 5.0}, follow},
    {{"k", "m*sqrt(Kp/m)/4", 10.0}, adapt},
    {{"A", "2*Fs, within what the drive can do", 4.0}, amplitude},
    {{"f", "1/(20*Ts)", 3.0}, shake},
    {{"width", "one pulse of A goes as far as band", 4.0}, width},
    {{"period", "five times width", 4.0}, period},
    {{"alpha", "half of the integral", 1.9}, half},
};
enum { DEFAULTS = sizeof table / sizeof table[0] };

int stn_remedy_default_count(void) { return DEFAULTS; }

StnRemedyDefault stn_remedy_default_at(int index)
{
    return index >= 0 && index < DEFAULTS ? table[index].about
                                          : (StnRemedyDefault){NULL, NULL, NAN};
}

static double two_digits(double value)
{
    const double place = 1.0 - floor(log10(value)), power = pow(10.0, fabs(place));
    return place > 0.0 ? round(value * power) / power : round(value / power) * power;
}

double stn_remedy_default(const StnSystem *system, const char *name)
{
    Facts f = {.mass = NAN};
    if (!find_facts(system, &f))
        return NAN;
    for (int i = 0; i < DEFAULTS; i++)
        if (strcmp(table[i].about.name, name) == 0) {
            const double value = table[i].value(&f);
            return value > 0.0 && isfinite(value) ? two_digits(value) : NAN;
        }
    return NAN;
}
