/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What candidates found, for those that come after them. */
#include "identify/select_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define VAGUE 0.5 /* standard deviation over value: beyond, no other law starts from it */

bool stn_select_is_path_of(const char *path, const char *name)
{
    size_t length = strlen(path), all = strlen(name);
    return all >= length && strcmp(name + all - length, path) == 0 &&
           (all == length || name[all - length - 1] == '.');
}

static StnPriorValue *known(StnChooser *chooser, const StnCandidate *of, const char *name)
{
    for (int i = 0; i < chooser->nknown; i++) {
        StnPriorValue *k = &chooser->known[i];
        if (k->law == (of ? of->law : NULL) && k->elements == (of ? of->elements : 0) &&
            stn_select_is_path_of(name, k->name))
            return k;
    }
    return NULL;
}

/* The value of "friction.s.Fc.forward" or of "friction.s.Fc", whichever belongs to the better fit. */
static const StnPriorValue *known_side(StnChooser *chooser, const StnCandidate *of,
                                       const char *path)
{
    char base[64];
    const StnPriorValue *own = known(chooser, of, path), *both = NULL;
    snprintf(base, sizeof base, "%s", path);
    char *dot = strrchr(base, '.');
    if (dot && (strcmp(dot, ".forward") == 0 || strcmp(dot, ".backward") == 0)) {
        *dot = '\0';
        both = known(chooser, of, base);
    }
    return !own || (both && both->fitted < own->fitted) ? both : own;
}

double stn_select_start(StnChooser *chooser, const StnCandidate *c, const char *path)
{
    const StnPriorValue *own = known_side(chooser, c, path);
    if (!own)
        own = known_side(chooser, NULL, path);
    return own ? own->value : NAN;
}

static void learn_one(StnChooser *chooser, const StnCandidate *of, const char *name, double value,
                      double fitted)
{
    StnPriorValue *entry = known(chooser, of, name);
    if (entry && entry->fitted <= fitted)
        return;
    if (!entry && chooser->nknown < STN_PRIOR_VALUES_MAX)
        entry = &chooser->known[chooser->nknown++];
    if (!entry)
        return;
    *entry = (StnPriorValue){.law = of ? of->law : NULL,
                             .elements = of ? of->elements : 0,
                             .value = value,
                             .fitted = fitted};
    snprintf(entry->name, sizeof entry->name, "%s", name);
}

void stn_select_learn(StnChooser *chooser, const StnCandidate *c, const StnSelectRow *row)
{
    for (int i = 0; i < row->result.nparam; i++) {
        const StnFitParameter *p = &row->result.param[i];
        if (!isfinite(p->value))
            continue;
        learn_one(chooser, c, p->name, p->value, row->fitted);
        if (!p->at_bound && p->std < VAGUE * fabs(p->value))
            learn_one(chooser, NULL, p->name, p->value, row->fitted);
    }
}

void stn_select_elements(StnChooser *chooser, const StnCandidate *c, const char *site,
                         StnGiven found[2])
{
    static const char *const names[] = {"k", "nu"};
    for (int v = 0; v < 2; v++)
        for (int i = 0; i < c->elements; i++) {
            char path[64];
            snprintf(path, sizeof path, "friction.%s.%s.%d", site, names[v], i + 1);
            const StnPriorValue *one = known(chooser, c, path);
            if (!one) {
                found[0].count = 0;
                return;
            }
            snprintf(found[v].name, sizeof found[v].name, "%s", names[v]);
            found[v].value[i] = one->value;
            found[v].count = i + 1;
        }
}
