/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What candidates found, for those that come after them. */
#include "identify/select_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define VAGUE 0.5 /* standard deviation over value: beyond, no other law starts from it */

StnSelectPath stn_select_path(const char *path)
{
    StnSelectPath out = {stn_path_words(path), -1};
    if (out.words.count > 1)
        out.place = stn_path_place(out.words.word[out.words.count - 1]);
    out.words.count -= out.place >= 0;
    return out;
}

bool stn_select_is_path_of(const StnSelectPath *path, const StnSelectPath *name)
{
    const int count = path->words.count, skip = name->words.count - count;
    for (int i = 0; i < count && skip >= 0; i++)
        if (strcmp(path->words.word[i], name->words.word[skip + i]) != 0)
            return false;
    return count > 0 && skip >= 0;
}

static StnPriorValue *known(StnChooser *chooser, const StnCandidate *of, const StnSelectPath *path,
                            int place)
{
    for (int i = 0; i < chooser->nknown; i++) {
        StnPriorValue *k = &chooser->known[i];
        if (k->law == (of ? of->law : NULL) && k->elements == (of ? of->elements : 0) &&
            k->name.place == place && stn_select_is_path_of(path, &k->name))
            return k;
    }
    return NULL;
}

/* The value of "friction.s.Fc.forward" or of "friction.s.Fc", whichever belongs to the better fit. */
static const StnPriorValue *known_side(StnChooser *chooser, const StnCandidate *of,
                                       const StnSelectPath *path)
{
    const StnPriorValue *own = known(chooser, of, path, path->place),
                        *both = path->place < 0 ? NULL : known(chooser, of, path, -1);
    return !own || (both && both->fitted < own->fitted) ? both : own;
}

double stn_select_start(StnChooser *chooser, const StnCandidate *c, const char *path)
{
    const StnSelectPath name = stn_select_path(path);
    const StnPriorValue *own = known_side(chooser, c, &name);
    if (!own)
        own = known_side(chooser, NULL, &name);
    return own ? own->value : NAN;
}

static void learn_one(StnChooser *chooser, const StnCandidate *of, const char *path, double value,
                      double fitted)
{
    const StnSelectPath name = stn_select_path(path);
    StnPriorValue *entry = known(chooser, of, &name, name.place);
    if (entry && entry->fitted <= fitted)
        return;
    if (!entry && chooser->nknown < STN_PRIOR_VALUES_MAX)
        entry = &chooser->known[chooser->nknown++];
    if (entry)
        *entry = (StnPriorValue){.name = name,
                                 .law = of ? of->law : NULL,
                                 .elements = of ? of->elements : 0,
                                 .value = value,
                                 .fitted = fitted};
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

/* What a smaller model has for a path, of its direction or of both; NaN: nothing. */
static double value_in(const StnFitResult *small, const StnSelectPath *path)
{
    for (int i = 0; i < small->nparam; i++) {
        const StnSelectPath own = stn_select_path(small->param[i].name);
        if ((own.place == path->place || own.place < 0) && stn_select_is_path_of(path, &own))
            return small->param[i].value;
    }
    return NAN;
}

static double offset_in(const StnFitResult *small)
{
    for (int i = 0; i < small->nparam; i++)
        if (small->param[i].place == STN_FIT_PLACE_OFFSET)
            return small->param[i].value;
    return 0.0;
}

void stn_select_embed(const StnFitResult *small, StnFreeParameter *list, int count)
{
    bool corrects = false;
    for (int i = 0; i < count; i++)
        corrects = corrects || strncmp(list[i].path, "offset.", 7) == 0;
    for (int i = 0; i < count; i++) {
        const StnSelectPath path = stn_select_path(list[i].path);
        const char *own = path.words.word[path.words.count - 1];
        const int k = stn_friction_parameter(own);
        const StnParam *p = k < 0 ? NULL : stn_friction_parameter_at(k);
        StnSelectPath below = path;
        double value = value_in(small, &path);
        const char *other = p && p->above ? p->above : p ? p->derived : NULL;
        if (other && isnan(value) && stn_friction_parameter(other) >= 0) {
            snprintf(below.words.word[path.words.count - 1],
                     sizeof below.words.word[path.words.count - 1], "%s", other);
            value = value_in(small, &below);
        }
        if (p && strcmp(p->unit, "$F") == 0 && path.place >= 0 && !corrects)
            value += path.place == 0 ? offset_in(small) : -offset_in(small);
        if (!isnan(value))
            list[i].start = value;
        else if (p && p->def == 0.0)
            list[i].start = 0.0;
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
            const StnSelectPath name = stn_select_path(path);
            const StnPriorValue *one = known(chooser, c, &name, name.place);
            if (!one) {
                found[0].count = 0;
                return;
            }
            snprintf(found[v].name, sizeof found[v].name, "%s", names[v]);
            found[v].value[i] = one->value;
            found[v].count = i + 1;
        }
}
