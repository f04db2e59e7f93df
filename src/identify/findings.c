/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What was found, as a scenario: a block, or a servo, one joint, where the data are rotary. */
#include "core/names.h"
#include "identify/finding_path.h"
#include "kernel/pi.h"
#include "stiction/identify.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

StnFindings stn_findings_none(bool rotary)
{
    return (StnFindings){.rotary = rotary, .speed = NAN, .path = {NAN, NAN}};
}

void stn_findings_set(StnFindings *findings, const char *name, const double *value, int count)
{
    const int i = stn_given_index(findings->value, findings->count, name);
    bool known = false;
    for (int k = 0; k < count; k++)
        known = known || !isnan(value[k]);
    if (known && (i >= 0 || findings->count < STN_FINDINGS_MAX))
        findings->value[i < 0 ? findings->count++ : i] =
            stn_given_make(name, value, count < STN_VECTOR_MAX ? count : STN_VECTOR_MAX);
}

void stn_findings_take(StnFindings *findings, const char *name, const StnEstimates *estimates)
{
    double pair[2] = {NAN, NAN};
    char path[3][80];
    for (int side = -1; side < 2; side++)
        stn_finding_path(name, side, stn_finding_body(findings->rotary), path[side + 1],
                         sizeof path[0]);
    for (int i = 0; i < estimates->count && path[0][0]; i++)
        for (int side = 0; side < 2; side++)
            if (strcmp(estimates->item[i].path, path[0]) == 0 ||
                strcmp(estimates->item[i].path, path[side + 1]) == 0)
                pair[side] = estimates->item[i].value;
    stn_findings_set(findings, name, pair, 2);
}

void stn_findings_lose(StnFindings *findings, const StnEstimates *estimates, const char *estimate)
{
    const StnEstimate *e = stn_estimates_find(estimates, estimate);
    const size_t used = strlen(findings->lost);
    if (e)
        snprintf(findings->lost + used, sizeof findings->lost - used, "%s%s = %.5g%s%s",
                 used ? ", " : "", e->name, e->value, strcmp(e->unit, "1") == 0 ? "" : " ",
                 strcmp(e->unit, "1") == 0 ? "" : e->unit);
}

static double given(const StnGiven *list, int count, const char *name, int side)
{
    const int i = stn_given_index(list, count, name);
    return i < 0 ? NAN : list[i].value[side < list[i].count ? side : 0];
}

double stn_findings_get(const StnFindings *findings, const char *name, int side)
{
    return given(findings->value, findings->count, name, side);
}

/* Both directions. */
static void get_pair(const StnFindings *k, const char *name, double pair[2])
{
    for (int side = 0; side < 2; side++)
        pair[side] = stn_findings_get(k, name, side);
}

double stn_findings_friction(const StnFindings *findings, double v)
{
    const int side = v < 0.0;
    const double Fc = stn_findings_get(findings, "Fc", side),
                 vs = stn_findings_get(findings, "vs", side),
                 offset = stn_findings_get(findings, "load", 0);
    double level = Fc + stn_findings_get(findings, "sigma2", side) * fabs(v);
    if (!isnan(vs))
        level += (stn_findings_get(findings, "Fs", side) - Fc) *
                 exp(-pow(fabs(v) / vs, stn_findings_get(findings, "n", side)));
    return (side ? -level : level) + (isnan(offset) ? 0.0 : offset);
}

StnStatus stn_findings_check(const StnFindings *findings, StnError *error)
{
    const double m = stn_findings_get(findings, "m", 0);
    double Fs[2], Fc[2], sigma2[2];
    if (m <= 0.0)
        return stn_error(error, STN_BAD_INPUT,
                         "the mass came out as %.4g: no scenario can have that", m);
    get_pair(findings, "Fs", Fs);
    get_pair(findings, "Fc", Fc);
    get_pair(findings, "sigma2", sigma2);
    for (int side = 0; side < 2; side++) {
        const double level = isnan(Fc[side]) ? Fs[side] : Fc[side];
        const bool small = -sigma2[side] * findings->speed <= 0.05 * Fc[side];
        if (level <= 0.0)
            return stn_error(error, STN_BAD_INPUT,
                             "the friction level came out as %.4g: no scenario can have that",
                             level);
        if (sigma2[side] < 0.0 && !small)
            return stn_error(error, STN_BAD_INPUT,
                             "the viscous coefficient came out as %.4g, too much below 0 to be "
                             "taken as 0",
                             sigma2[side]);
    }
    return STN_OK;
}

/* ---- The law ---- */

static bool is_map(const StnLaw *law) { return stn_law_parameter(law, "beta") >= 0; }

/* Whether a law has a parameter.  A map has its levels by position, and Fs and Fc are their means. */
static bool has(const StnLaw *law, const char *name)
{
    const bool level = strcmp(name, "Fs") == 0 || strcmp(name, "Fc") == 0;
    return stn_law_parameter(law, name) >= 0 || (level && is_map(law));
}

/* How much of the friction that was found a law cannot have. */
static int lacks(const StnLaw *law, const StnFindings *k)
{
    int count = 0;
    for (int i = 0; i < k->count; i++)
        count += stn_friction_parameter(k->value[i].name) >= 0 && !has(law, k->value[i].name);
    return count;
}

/* That of the base, or the simplest with a static level that has what was found: exact at rest, few
 * parameters. */
static const StnLaw *law_of(const StnFindings *k)
{
    const StnLaw *best = k->law;
    int least = INT_MAX;
    for (int i = 0; i < stn_catalog_law_count(NULL) && !k->law; i++) {
        const StnLaw *law = stn_catalog_law_at(NULL, i);
        const int smoothed = (law->flags & STN_LAW_SET_VALUED) == 0;
        const int cost = 10000 * lacks(law, k) + 1000 * smoothed + law->nparam;
        if (cost < least && has(law, "Fs") && !(law->flags & STN_LAW_FIXED_ONLY))
            least = cost, best = law;
    }
    return best;
}

/* Levels that a law accepts: the other level where one is missing, Fs not below Fc; and no negative viscous
 * term.  Where a base has a map, levels that are not known are those of the map. */
static void complete(StnFindings *k)
{
    const bool map = k->law && is_map(k->law);
    double Fs[2], Fc[2], beta[2], sigma2[2];
    get_pair(k, "Fs", Fs);
    get_pair(k, "Fc", Fc);
    get_pair(k, "sigma2", sigma2);
    for (int side = 0; side < 2; side++) {
        if (map && isnan(Fs[side]))
            continue;
        Fc[side] = isnan(Fc[side]) ? Fs[side] : fmax(Fc[side], 0.0);
        Fs[side] = isnan(Fs[side]) ? Fc[side] : fmax(Fs[side], Fc[side]);
        sigma2[side] = isnan(sigma2[side]) ? NAN : fmax(sigma2[side], 0.0);
    }
    stn_findings_set(k, "Fs", Fs, 2);
    stn_findings_set(k, "Fc", Fc, 2);
    stn_findings_set(k, "sigma2", sigma2, 2);
    for (int side = 0; side < 2; side++)
        beta[side] = Fs[side] / Fc[side];
    if (is_map(law_of(k)) && isfinite(beta[0]) && isfinite(beta[1]))
        stn_findings_set(k, "beta", beta, 2);
}

/* ---- Together with a base ---- */

/* The mean over time of a polynomial along half a period of a sine, at the contact: without the time that
 * crosses the play, behind whose half the contact follows. */
static double mean_along(const StnGiven *polynomial, const StnFindings *k, int side)
{
    enum { NODES = 400 };
    const double middle = 0.5 * (k->path[0] + k->path[1]), reach = 0.5 * (k->path[1] - k->path[0]);
    const double sense = side ? -1.0 : 1.0, start = acos(fmax(1.0 - k->play / reach, -1.0));
    double sum = 0.0;
    for (int i = 0; i < NODES; i++) {
        const double phase = start + (STN_PI - start) * (i + 0.5) / NODES;
        const double x = middle - sense * (reach * cos(phase) + 0.5 * k->play);
        double level = 0.0;
        for (int c = polynomial->count - 1; c >= 0; c--)
            level = level * x + polynomial->value[c];
        sum += level / NODES;
    }
    return sum;
}

/* Sliding levels as means over the travel, where they are means over the time of a sine. */
static void refer_to_travel(const StnFindings *k, const StnSiteDef *base, double Fc[2])
{
    static const char *const names[] = {"Cs_forward", "Cs_backward"};
    for (int side = 0; side < 2 && !isnan(k->path[0]); side++) {
        const int map = stn_given_index(base->given, base->ngiven, names[side]);
        const double Fs = given(base->given, base->ngiven, "Fs", side);
        if (map >= 0 && !isnan(Fs))
            Fc[side] *= Fs / mean_along(&base->given[map], k, side);
    }
}

void stn_findings_join(StnFindings *findings, const StnLaw *law, const StnSiteDef *base,
                       StnRemarks *remarks)
{
    const bool map = is_map(law);
    double Fs[2], Fc[2];
    get_pair(findings, "Fs", Fs);
    get_pair(findings, "Fc", Fc);
    findings->law = lacks(law, findings) == 0 ? law : NULL;
    if (map)
        refer_to_travel(findings, base, Fc);
    if (map && isnan(Fs[0]) && isnan(given(base->given, base->ngiven, "Fs", 0)) && !isnan(Fc[0]))
        stn_remark(remarks, "the scenario of --base gives no mean static level Fs: its beta stays "
                            "as it is");
    for (int side = 0; side < 2; side++) {
        const bool has_Fs = !isnan(Fs[side]), has_Fc = !isnan(Fc[side]);
        Fs[side] = has_Fs ? Fs[side] : given(base->given, base->ngiven, "Fs", side);
        Fc[side] = has_Fc ? Fc[side] : given(base->given, base->ngiven, "Fc", side);
        if (!(Fs[side] < Fc[side]))
            continue;
        stn_remark(remarks,
                   "%s, the static level %.4g %s is below the sliding level %.4g: the scenario "
                   "has the %s for both",
                   side ? "backward" : "forward", Fs[side],
                   stn_role_unit(STN_ROLE_EFFORT, findings->rotary), Fc[side],
                   has_Fs && !has_Fc ? "former" : "latter");
        if (has_Fs && !has_Fc)
            Fc[side] = Fs[side];
    }
    stn_findings_set(findings, "Fs", Fs, 2);
    stn_findings_set(findings, "Fc", Fc, 2);
}

/* ---- The document ---- */

static double rounded(double value, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, value);
    return strtod(text, NULL);
}

static void set_number(StnScenario *scenario, const char *path, double value, int digits)
{
    const double number = rounded(value, digits);
    stn_scenario_set_numbers(scenario, path, &number, 1);
}

/* Six digits are more than data give; coefficients of a polynomial have more, since x^4 may be large. */
static void set_value(StnScenario *scenario, const char *path, const StnGiven *g, bool polynomial)
{
    double value[STN_VECTOR_MAX];
    for (int i = 0; i < g->count; i++) {
        if (isnan(g->value[i]))
            return;
        value[i] = rounded(g->value[i], polynomial ? 9 : 6);
    }
    stn_scenario_set_numbers(scenario, path, value, g->count);
}

static void set_friction(StnScenario *scenario, const char *site, const StnFindings *k)
{
    const StnLaw *law = law_of(k);
    char path[100], word[32];
    snprintf(path, sizeof path, "friction.%s.law", site);
    stn_scenario_set_text(scenario, path, law->name);
    for (int i = 0; i < k->count; i++) {
        const StnGiven *g = &k->value[i];
        const int at = stn_law_parameter(law, g->name);
        const StnParam *param = at < 0 ? NULL : law->params[at];
        if (stn_friction_parameter(g->name) < 0 || !has(law, g->name))
            continue; /* of the plant, or a level that follows from another */
        stn_finding_path(g->name, -1, (StnFindingBody){.site = site}, path, sizeof path);
        if (param && param->kind == STN_KIND_CHOICE)
            stn_scenario_set_text(scenario, path,
                                  stn_param_word(param, (int)g->value[0], word, sizeof word));
        else
            set_value(scenario, path, g, param && param->kind == STN_KIND_VECTOR);
    }
}

static void add_comments(StnScenario *scenario, const StnFindings *k, const char *comment)
{
    char text[200];
    double sigma2[2];
    for (const char *line = comment; line && *line;) {
        const size_t length = strcspn(line, "\n");
        snprintf(text, sizeof text, "%.*s", (int)length, line);
        stn_scenario_comment(scenario, text);
        line += length + (line[length] != '\0');
    }
    get_pair(k, "sigma2", sigma2);
    if (sigma2[0] < 0.0 || sigma2[1] < 0.0) {
        snprintf(text, sizeof text, "The viscous coefficient came out as %.3g: taken as 0.",
                 fmin(sigma2[0], sigma2[1]));
        stn_scenario_comment(scenario, text);
    }
    if (k->lost[0]) {
        char lost[sizeof k->lost + 60];
        snprintf(lost, sizeof lost, "Found as well, but a scenario has no place for it: %s.",
                 k->lost);
        stn_scenario_comment(scenario, lost);
    }
}

/* The effort that a load takes, and friction that grows with it: in proportion to the load as the body feels it,
 * which is eta times the one that was measured. */
static void take_load(StnFindings *k)
{
    const double eta = stn_findings_get(k, "eta", 0), mu = stn_findings_get(k, "mu", 0) / eta;
    const double opposing = 1.0 / (1.0 + mu), aiding = 1.0 - mu;
    double Fs[2], Fc[2];
    if (!(eta > 0.0 && mu >= 0.0))
        return;
    for (int i = 0; i < stn_catalog_law_count(NULL) && !k->law; i++)
        if (stn_law_parameter(stn_catalog_law_at(NULL, i), "eta_din_opp") >= 0)
            k->law = stn_catalog_law_at(NULL, i);
    get_pair(k, "Fs", Fs);
    get_pair(k, "Fc", Fc);
    stn_findings_set(k, "T0_din", Fc, 2);
    stn_findings_set(k, "T0_stat", stn_given_index(k->value, k->count, "vs") < 0 ? Fs : Fc, 2);
    stn_findings_set(k, "eta_din_opp", &opposing, 1);
    stn_findings_set(k, "eta_stat_opp", &opposing, 1);
    stn_findings_set(k, "eta_din_aid", &aiding, 1);
    stn_findings_set(k, "eta_stat_aid", &aiding, 1);
}

static void set_load(StnScenario *s, const StnFindings *k, const char *path)
{
    const double load = stn_findings_get(k, "load", 0), eta = stn_findings_get(k, "eta", 0);
    const double constant = isfinite(load) ? load : 0.0;
    const double carried = isfinite(eta) ? eta * stn_findings_get(k, "carried", 0) : 0.0;
    char text[200];
    if (isfinite(eta)) {
        snprintf(text, sizeof text,
                 "The load is %.6g (eta) times the one that was measured, here its mean, and %.4g "
                 "that is constant.",
                 eta, constant);
        stn_scenario_comment(s, text);
    } else if (constant != 0.0) {
        stn_scenario_comment(s, "The load is a constant effort that is no friction.");
    }
    if (constant + carried != 0.0)
        set_number(s, path, constant + carried, 6);
}

/* Gravity of an arm and a spring to ground, where a body has them. */
static void set_ground(StnScenario *s, const StnFindings *k, StnFindingBody body)
{
    static const char *const names[] = {"G", "hang", "K"};
    const char *const path[] = {body.gravity, body.hang, body.spring};
    for (int i = 0; i < 3; i++) {
        const double value = stn_findings_get(k, names[i], 0);
        if (path[i] && isfinite(value))
            set_number(s, path[i], value, 6);
    }
}

/* The body under a sinusoidal effort that moves it about as the data were moved: half a level more
 * than friction takes, for a quarter of a period, makes the speed. */
static void fill_body(StnScenario *s, const StnFindings *k, StnFindingBody body)
{
    double Fs[2], sigma2[2], m = stn_findings_get(k, "m", 0);
    const double G = stn_findings_get(k, "G", 0);
    get_pair(k, "Fs", Fs);
    get_pair(k, "sigma2", sigma2);
    const double level = fmax(fmax(Fs[0], Fs[1]), 1e-12), surplus = 0.5 * level;
    const double speed = isfinite(k->speed) && k->speed > 0.0 ? k->speed : 0.1;
    const double viscous = isnan(sigma2[0]) ? 0.0 : fmax(sigma2[0], sigma2[1]) * speed;
    if (!(isfinite(m) && m > 0.0)) {
        stn_scenario_comment(s, k->rotary ? "The moment of inertia is not identified: give it."
                                          : "The mass is not identified: give it.");
        m = 0.5 * surplus / speed; /* a period of 2 s */
    }
    const double period = 4.0 * m * speed / surplus;
    set_number(s, body.mass, m, 6);
    set_friction(s, body.site, k);
    set_ground(s, k, body);
    set_number(s, "inputs.u.sine.amplitude",
               1.5 * level + viscous + surplus + (isfinite(G) ? G : 0.0), 4);
    set_number(s, "inputs.u.sine.frequency", 1.0 / period, 4);
    set_load(s, k, body.load);
    set_number(s, "duration", 5.0 * period, 4);
}

static void change_base(StnScenario *s, const StnFindings *k, const char *site)
{
    const double m = stn_findings_get(k, "m", 0), load = stn_findings_get(k, "load", 0);
    char text[100];
    if (isfinite(m)) {
        snprintf(text, sizeof text, "identified mass: %.6g", m);
        stn_scenario_comment(s, text);
    }
    if (isfinite(load) && load != 0.0) {
        snprintf(text, sizeof text, "identified constant effort that is no friction: %.6g", load);
        stn_scenario_comment(s, text);
    }
    set_friction(s, site, k);
}

StnScenario *stn_findings_scenario(const StnFindings *findings, const char *title,
                                   const char *comment, const StnScenario *base, const char *site,
                                   StnError *error)
{
    const StnFindingBody body = stn_finding_body(findings->rotary);
    StnFindings k = *findings;
    complete(&k);
    take_load(&k);
    StnScenario *scenario =
        base ? stn_scenario_diff(base, base, error) : stn_scenario_new(body.plant);
    if (!scenario) {
        if (!base)
            stn_out_of_memory(error);
        return NULL;
    }
    add_comments(scenario, findings, comment);
    stn_scenario_set_text(scenario, "title", title);
    if (base)
        change_base(scenario, &k, site);
    else
        fill_body(scenario, &k, body);
    stn_finding_intervals(&k, base ? site : body.site, !base, scenario);
    return scenario;
}
