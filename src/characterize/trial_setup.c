/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The friction of what is examined: common values, an option, the caller's own. */
#include "characterize/rig.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const StnGiven common[] = {
#define ROW(parameter, number, unit) {.name = #parameter, .count = 1, .value = {number}},
    STN_CHARACTERIZE_COMMON(ROW)
#undef ROW
};

static const StnGiven *find(const StnGiven *list, int count, const char *name)
{
    const int i = list && name ? stn_given_index(list, count, name) : -1;
    return i < 0 ? NULL : &list[i];
}

bool stn_subject_give(StnSubject *subject, const StnGiven *given)
{
    const StnGiven *old = find(subject->given, subject->ngiven, given->name);
    const int at = old ? (int)(old - subject->given) : subject->ngiven;
    if (at == STN_SUBJECT_GIVEN)
        return false;
    subject->given[at] = *given;
    subject->ngiven += at == subject->ngiven;
    return true;
}

bool stn_subject_set(StnSubject *subject, const char *name, double value)
{
    const StnGiven given = stn_given_make(name, &value, 1);
    return stn_subject_give(subject, &given);
}

double stn_subject_value(const StnSubject *subject, const char *name)
{
    const StnGiven *given = find(subject->given, subject->ngiven, name);
    return given ? given->value[0] : NAN;
}

bool stn_subject_chosen(const StnCharacterizeDef *def, const char *name)
{
    return find(def->given, def->ngiven, name) != NULL;
}

void stn_subject_scale(StnSubject *subject)
{
    subject->Fs = stn_subject_value(subject, "Fs");
    subject->Fc = stn_subject_value(subject, "Fc");
    subject->vs = stn_subject_value(subject, "vs");
    subject->xe = subject->Fs / stn_subject_value(subject, "sigma0");
}

bool stn_subject_init(StnSubject *subject, const StnCharacterizeDef *def, const StnVariant *variant)
{
    bool good = true;
    memset(subject, 0, sizeof *subject);
    subject->def = def;
    subject->m = def->m;
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        good = good && stn_subject_give(subject, &common[i]);
    for (int i = 0; variant && i < variant->ngiven; i++)
        good = good && stn_subject_give(subject, &variant->given[i]);
    for (int i = 0; i < def->ngiven; i++)
        good = good && stn_subject_give(subject, &def->given[i]);
    stn_subject_scale(subject);
    return good;
}

/* ---- Variants ---- */

/* An option: what is appended to the law's name, and the parameters that switch it on (the first
 * one is the option itself).  A value is a factor of a scale. */
typedef enum { SCALE_ONE, SCALE_MASS, SCALE_FS, SCALE_ELASTIC } Scale;
typedef struct {
    const char *suffix;
    struct {
        const char *name;
        double factor;
        Scale scale;
    } set[STN_VARIANT_GIVEN];
} Feature;

/* Fc/sigma0, as the pre-sliding case of the block has it, is SCALE_ELASTIC. */
static const Feature features[] = {
    {"+presliding", {{"z_max", 1.0, SCALE_ELASTIC}}},
    {" (efficiency)", {{"eta_din_opp", 0.8, SCALE_ONE}}},
    {" (M5)", {{"k_m", 0.1, SCALE_ONE}, {"k_e", 0.1, SCALE_ONE}}},
    {" (Fs_inf)", {{"Fs_inf", 1.5, SCALE_FS}}},
    {" (tau_m)", {{"tau_m", 0.02, SCALE_ONE}}},
    {"+presliding (m0)", {{"m0", 10.0, SCALE_MASS}, {"z_max", 1.0, SCALE_ELASTIC}}},
    {"+presliding (maxwell)", {{"stick", 1.0, SCALE_ONE}, {"z_max", 1.0, SCALE_ELASTIC}}},
    {"+presliding (preisach)", {{"stick", 2.0, SCALE_ONE}, {"z_max", 1.0, SCALE_ELASTIC}}},
};
enum { FEATURES = sizeof features / sizeof features[0] };

bool stn_law_has(const StnLaw *law, const char *name) { return stn_law_parameter(law, name) >= 0; }

static double scaled(const StnSubject *subject, double factor, Scale scale)
{
    switch (scale) {
    case SCALE_MASS: return factor * subject->m;
    case SCALE_FS: return factor * subject->Fs;
    case SCALE_ELASTIC: return factor * subject->Fc / stn_subject_value(subject, "sigma0");
    case SCALE_ONE: break;
    }
    return factor;
}

static bool offers(const StnCharacterizeDef *def, const Feature *feature)
{
    for (int i = 0; i < STN_VARIANT_GIVEN && feature->set[i].name; i++)
        if (!stn_law_has(def->law, feature->set[i].name))
            return false;
    return !stn_subject_chosen(def, feature->set[0].name);
}

static StnVariant with_feature(const StnSubject *subject, const Feature *feature)
{
    StnVariant variant = {.ngiven = 0};
    snprintf(variant.label, sizeof variant.label, "%s%s", subject->def->law->name, feature->suffix);
    for (int i = 0; i < STN_VARIANT_GIVEN && feature->set[i].name; i++) {
        StnGiven *given = &variant.given[variant.ngiven++];
        given->count = 1;
        snprintf(given->name, sizeof given->name, "%s", feature->set[i].name);
        given->value[0] = scaled(subject, feature->set[i].factor, feature->set[i].scale);
    }
    return variant;
}

int stn_characterize_variants(const StnCharacterizeDef *def, StnVariant out[STN_VARIANTS_MAX])
{
    StnSubject subject;
    int count = 1;
    memset(out, 0, STN_VARIANTS_MAX * sizeof *out);
    snprintf(out[0].label, sizeof out[0].label, "%s", def->law->name);
    if (!stn_subject_init(&subject, def, NULL))
        return count;
    for (int i = 0; i < FEATURES && count < STN_VARIANTS_MAX; i++)
        if (offers(def, &features[i]))
            out[count++] = with_feature(&subject, &features[i]);
    return count;
}
