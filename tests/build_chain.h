/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* For tests: a chain built in a few lines, on top of build_block.h.
 *
 *     Chain c;
 *     chain_begin(&c, "bodies=2 J1=0.01 J2=0.02 K2=100");
 *     chain_friction(&c, 2, "coulomb", "Fs=1.5 Fc=1");
 *     block_input(&c.b, "u", stn_signal_constant(1.0));
 *     block_make(&c.b);
 *     block_to(&c.b, 10.0);
 *     chain_end(&c);
 *
 * A Chain points into itself: do not copy it. */
#ifndef TEST_BUILD_CHAIN_H
#define TEST_BUILD_CHAIN_H

#include "build_block.h"

typedef struct Chain {
    Block b;
    StnGiven plant[96], friction[STN_SITES_MAX][12], start[24];
} Chain;

/* "a=1 b=2.5" into a list. */
static inline void chain_words(StnGiven *list, int *count, int room, const char *words)
{
    while (*words) {
        char name[32] = "", *end;
        size_t n = strcspn(words, "=");
        assert_true(n < sizeof name && words[n] == '=');
        memcpy(name, words, n);
        double value = strtod(words + n + 1, &end);
        CHECK(end != words + n + 1, "no number after %s", name);
        block_give(list, count, room, name, 1, &value);
        words = end + strspn(end, " ");
    }
}

static inline void chain_set(Chain *c, const char *words)
{
    chain_words(c->plant, &c->b.def.ngiven, COUNT(c->plant), words);
}

static inline void chain_start_at(Chain *c, const char *words)
{
    chain_words(c->start, &c->b.def.ninitial, COUNT(c->start), words);
}

static inline void chain_begin(Chain *c, const char *words)
{
    memset(c, 0, sizeof *c);
    c->b.def = stn_default_system_def(stn_catalog_plant(NULL, "chain"));
    c->b.def.given = c->plant;
    c->b.def.initial = c->start;
    for (int i = 0; i < STN_SITES_MAX; i++)
        c->b.def.site[i].given = c->friction[i];
    c->b.observer = (StnObserver){.event = block_log, .user = &c->b};
    chain_set(c, words);
}

static inline void chain_drive(Chain *c, const char *word)
{
    const StnPlant *plant = c->b.def.plant;
    int i = 0;
    while (strcmp(plant->params[i].name, "drive") != 0)
        i++;
    double value = block_word(plant->params[i].unit, word);
    block_give(c->plant, &c->b.def.ngiven, COUNT(c->plant), "drive", 1, &value);
}

static inline void chain_friction(Chain *c, int body, const char *law, const char *words)
{
    StnSiteDef *site = &c->b.def.site[body - 1];
    site->law = stn_catalog_law(NULL, law);
    CHECK(site->law != NULL, "no law %s", law);
    chain_words(c->friction[body - 1], &site->ngiven, COUNT(c->friction[0]), words);
}

static inline void chain_end(Chain *c) { block_end(&c->b); }

/* Time of the index-th event of a kind at a site, stop or relation (-1: the last). */
static inline double chain_when(const Chain *c, const char *site, StnEventKind kind, int index)
{
    double found = NAN;
    for (int i = 0; i < c->b.nevent; i++) {
        const StnEvent *event = &c->b.event[i];
        if (event->kind != kind || strcmp(event->site, site) != 0)
            continue;
        found = event->t;
        if (index-- == 0)
            return found;
    }
    CHECK(index < 0 && !isnan(found), "no such event: %s %s", site, stn_event_word(kind));
    return found;
}

#endif
