/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Candidates for the choice of a law, from the registry alone. */
#include "stiction/fit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const StnSiteInfo *site;
    const StnLaw *law;
    StnCandidate *out;
    int room, count;
} Maker;

static bool has(const StnLaw *law, const char *name)
{
    for (int i = 0; i < law->nparam; i++)
        if (strcmp(law->params[i]->name, name) == 0)
            return true;
    return false;
}

/* Carries a unit, has a value of its own, is no option. */
static bool is_physical(const StnLaw *law, const StnParam *p)
{
    bool derived = isnan(p->def) && p->derived;
    if (p->kind == STN_CHOICE || p->def == 0.0 || (isnan(p->def) && !derived))
        return false;
    if (p->kind == STN_VECTOR)
        return derived;
    if (strcmp(p->unit, "1") == 0)
        return false;
    /* A static level takes a curve that leads down from it; elements have a shape of their own. */
    bool curve =
        strcmp(p->name, "Fs") == 0 || strcmp(p->name, "vs") == 0 || strcmp(p->name, "C") == 0;
    return !curve || (has(law, "vs") && !law->vector);
}

static bool is_force(const StnParam *p) { return strcmp(p->unit, "$F") == 0; }

static void add(StnCandidate *c, const StnSiteInfo *site, const StnParam *p, const char *suffix)
{
    char path[sizeof c->free[0].path];
    if (c->nfree == STN_CANDIDATE_FREE)
        return;
    snprintf(path, sizeof path, "friction.%s.%s%s", site->name, p->name, suffix);
    c->free[c->nfree++] = stn_free(path);
    c->nparam += p->kind == STN_VECTOR ? 4 - (p->max == 1.0) : 1;
}

static void add_both(StnCandidate *c, const StnSiteInfo *site, const StnParam *p, bool apart)
{
    if (!apart || p->kind != STN_PAIR) {
        add(c, site, p, "");
        return;
    }
    add(c, site, p, ".forward");
    add(c, site, p, ".backward");
}

static void make(Maker *maker, bool viscous, bool apart)
{
    if (maker->count == maker->room)
        return;
    StnCandidate *c = &maker->out[maker->count++];
    memset(c, 0, sizeof *c);
    c->law = maker->law;
    snprintf(c->label, sizeof c->label, "%s%s%s", maker->law->name, viscous ? ", viscous" : "",
             apart ? ", by direction" : "");
    for (int i = 0; i < maker->law->nparam; i++) {
        const StnParam *p = maker->law->params[i];
        if (is_physical(maker->law, p))
            add_both(c, maker->site, p, apart && is_force(p));
        else if (viscous && strcmp(p->name, "sigma2") == 0)
            add_both(c, maker->site, p, apart);
    }
}

int stn_select_candidates(const StnFitRun *run, int site, const StnLaw *const *laws, int nlaw,
                          StnCandidate out[STN_CANDIDATES_MAX])
{
    Maker maker = {&run->def.plant->sites[site], NULL, out, STN_CANDIDATES_MAX, 0};
    for (int i = 0; i < nlaw; i++) {
        maker.law = laws[i];
        for (int apart = 0; apart < 2; apart++)
            for (int viscous = 0; viscous < 2; viscous++)
                if (!viscous || has(laws[i], "sigma2"))
                    make(&maker, viscous != 0, apart != 0);
    }
    return maker.count;
}
