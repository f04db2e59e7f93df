/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The friction of a site as a function of velocity and load. */
#include "exchange/feedforward.h"

#include "core/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FELT 1e-9 /* of the friction: something else changes it */

/* ---- What is asked for ---- */

static StnStatus find_site(StnFeed *f, StnError *error)
{
    const StnPlant *plant = stn_system_plant(f->system);
    const char *names[STN_SITES_MAX], *site = f->e->def->site;
    for (int i = 0; i < plant->nsite; i++)
        names[i] = plant->sites[i].name;
    f->site = site ? stn_plant_site(plant, site) : 0;
    if (plant->nsite == 0)
        return stn_bad_setting(error, "plant", "%s has no friction site", plant->name);
    if (!site && plant->nsite > 1)
        return stn_bad_setting(error, "--site", "%s has several friction sites%s", plant->name,
                               stn_suggest("", names, (size_t)plant->nsite, "; say which: ").text);
    if (f->site < 0 || f->site >= plant->nsite)
        return stn_bad_setting(error, "--site", "unknown friction site \"%s\"%s", site,
                               stn_suggest(site, names, (size_t)plant->nsite, "; allowed: ").text);
    f->rotary = plant->sites[f->site].rotary != 0;
    return STN_OK;
}

/* ---- The formula ---- */

double stn_feed_friction(const StnFeed *feed, int part, double v, StnSteadyAt at)
{
    if (part < 0)
        return feed->closed ? stn_steady_friction(&feed->steady, v, at)
                            : stn_steady_law(feed->system, feed->site, v, at);
    const StnFeedShift *shift = &feed->shift[part];
    return feed->closed ? stn_steady_friction(&shift->steady, v, at)
                        : stn_steady_law(stn_scenario_system(shift->scenario), feed->site, v, at);
}

double stn_feed_half(const StnFeed *feed, double v, StnSteadyAt at)
{
    double sum = 0.0;
    for (int k = 0; k < feed->nshift; k += 2)
        sum += pow(
            0.5 * (stn_feed_friction(feed, k + 1, v, at) - stn_feed_friction(feed, k, v, at)), 2);
    return feed->nshift > 0 ? sqrt(sum) : NAN;
}

/* How far tables reach, and the formula. */
static void find_formula(StnFeed *f)
{
    const StnSteadyRange range =
        stn_steady_range(f->system, f->site, f->e->def->speed, f->e->def->load);
    f->speed = range.speed, f->load = range.load, f->level = range.level;
    f->steady = stn_steady_found(f->system, f->site, &range, &f->error);
    f->closed = stn_steady_is_law(&range, f->error);
}

/* Whether the load changes the friction at all. */
static bool feels_load(const StnFeed *f)
{
    const double loads[] = {f->load, -f->load};
    bool feels = false;
    for (int k = 0; k < 2 && !feels; k++)
        for (int dir = -1; dir <= 1; dir += 2) {
            const double v = dir * 0.1 * f->speed;
            const double F = stn_steady_law(f->system, f->site, v, (StnSteadyAt){0.0, NAN, 0.0}),
                         G = stn_steady_law(f->system, f->site, v,
                                            (StnSteadyAt){loads[k], NAN, 0.0});
            feels = feels || fabs(F - G) > FELT * fmax(fabs(F), fabs(G));
        }
    return feels;
}

static bool feels_position(const StnFeed *f)
{
    const StnSteadyAt here = {0.0, NAN, 0.0}, there = {0.0, NAN, 0.3};
    const double F = stn_steady_law(f->system, f->site, 0.1 * f->speed, here);
    return fabs(stn_steady_law(f->system, f->site, 0.1 * f->speed, there) - F) > FELT * fabs(F);
}

/* ---- Words ---- */

static void say(const StnFeed *f)
{
    StnRemarks *remarks = f->e->remarks;
    const char *unit = f->rotary ? "N*m" : "N";
    const bool table = f->nv > 0;
    const double n[2] = {f->steady.side[0].n, f->steady.side[1].n};
    if (table)
        stn_remark(remarks,
                   "%d speeds up to %g %s with straight lines between them: right to %.2g %s, %.2g "
                   "%% of the "
                   "largest friction.",
                   f->nv, f->speed, f->rotary ? "rad/s" : "m/s", f->error, unit,
                   f->level > 0.0 ? 100.0 * f->error / f->level : 0.0);
    else
        stn_remark(remarks, "A closed form: right to %.1g %s against the law.",
                   fmax(f->error, 1e-15 * f->level), unit);
    if (!table && (f->steady.terms & STN_TERM_FALL) && f->e->def->as == STN_EXPORT_C &&
        !(n[0] == n[1] && (n[0] == 1.0 || n[0] == 2.0)))
        stn_remark(remarks,
                   "(|v|/vs)^n with n = %g is exp(n*log), the logarithm by its series: to the "
                   "last digits, without a library's pow.",
                   n[0]);
    if (!f->closed && !(table && f->e->def->as == STN_EXPORT_TABLE))
        stn_remark(remarks, "The law %s has no closed form here: a table is written.",
                   stn_system_law(f->system, f->site)->name);
    if (!f->closed && feels_position(f))
        stn_remark(remarks, "The friction depends on the position: this is the one at position 0.");
    if (stn_system_law(f->system, f->site)->nstate > 0)
        stn_remark(
            remarks,
            "Friction while a speed lasts: what the law's states do before (pre-sliding, lag, "
            "rise) is not in it.");
}

/* ---- All ---- */

static StnStatus make(StnFeed *f, StnError *error)
{
    StnStatus status = find_site(f, error);
    status =
        status ? status : stn_feed_check_name(f->name, f->e->def->as == STN_EXPORT_PYTHON, error);
    if (status)
        return status;
    find_formula(f);
    f->by_load = feels_load(f);
    f->by_drive = f->closed && (f->steady.terms & STN_TERMS_DRIVE);
    f->by_position = f->closed && f->steady.moves;
    if (f->by_position && f->e->def->as == STN_EXPORT_TABLE)
        return stn_bad_setting(
            error, "--as",
            "the friction depends on the position, which a table over velocity does not "
            "hold; --as c or --as python does");
    stn_feed_shifts(f, f->e->remarks);
    if (!f->closed || f->e->def->as == STN_EXPORT_TABLE)
        stn_feed_tabulate(f);
    say(f);
    return STN_OK;
}

StnStatus stn_write_feedforward(const StnExport *e, StnError *error)
{
    StnFeed *f = calloc(1, sizeof *f);
    if (!f)
        return stn_out_of_memory(error);
    f->e = e;
    f->scenario = e->scenario;
    f->system = stn_scenario_system(e->scenario);
    f->name = e->def->name ? e->def->name : "friction";
    const StnStatus status = make(f, error);
    const bool python = e->def->as == STN_EXPORT_PYTHON;
    if (status == STN_OK) {
        if (e->def->as == STN_EXPORT_TABLE)
            stn_feed_write_table(f);
        else if (f->closed)
            stn_feed_write_code(f, python);
        else
            stn_feed_write_lookup(f, python);
    }
    for (int i = 0; i < f->nshift; i++)
        stn_scenario_free(f->shift[i].scenario);
    free(f);
    return status;
}
