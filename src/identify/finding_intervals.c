/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The intervals of what was found, for a scenario: those of the report. */
#include "core/names.h"
#include "identify/finding_path.h"
#include "stiction/identify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void stn_findings_know(StnFindings *findings, const StnEstimates *estimates)
{
    StnIntervals *all = &findings->known;
    int place[STN_LEAST_SQUARES_MAX];
    all->known = true;
    for (int i = 0; i < estimates->count; i++) {
        const StnEstimate *e = &estimates->item[i];
        place[i] = -1;
        if (!e->path[0] || !(isfinite(e->low) && isfinite(e->high)) ||
            all->count == STN_INTERVALS_MAX)
            continue;
        const int at = place[i] = all->count++;
        snprintf(all->item[at].path, sizeof all->item[at].path, "%s", e->path);
        all->item[at].low = e->low, all->item[at].high = e->high;
        all->correlation[at][at] = 1.0;
        for (int k = 0; k < i; k++)
            if (place[k] >= 0)
                all->correlation[at][place[k]] = all->correlation[place[k]][at] =
                    fmin(fmax(estimates->correlation[i][k], -1.0), 1.0);
    }
}

/* Whether a falling part was looked for: without one a static level is what it is. */
static bool knows_speed(const StnFindings *k)
{
    for (int i = 0; i < k->known.count; i++)
        if (strcmp(stn_path_words(k->known.item[i].path).word[2], "vs") == 0)
            return true;
    return false;
}

/* The value that a scenario has for a path, NaN: none, and the path that it has there. */
static double value_at(const StnFindings *k, const char *path, const char *site, char out[96])
{
    static const char *const names[] = {"m", "G", "hang", "K"};
    const StnPathWords words = stn_path_words(path);
    const bool falls = isfinite(stn_findings_get(k, "vs", 0)) || !knows_speed(k);
    char own[96];
    snprintf(out, 96, "%s", path);
    if (strcmp(words.word[0], "friction") == 0 && words.count > 2) {
        const bool fall = strcmp(words.word[2], "Fs") == 0 || strcmp(words.word[2], "vs") == 0;
        snprintf(out, 96, "friction.%s.%s%s%s", site, words.word[2], words.count > 3 ? "." : "",
                 words.count > 3 ? words.word[3] : "");
        return (fall && !falls) || stn_given_index(k->value, k->count, "T0_din") >= 0
                   ? NAN
                   : stn_findings_get(k, words.word[2],
                                      words.count > 3 && strcmp(words.word[3], "backward") == 0);
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(stn_finding_path(names[i], -1, stn_finding_body(k->rotary), own, sizeof own),
                   path) == 0)
            return stn_findings_get(k, names[i], 0);
    return NAN;
}

void stn_finding_intervals(const StnFindings *k, const char *site, bool body, StnScenario *scenario)
{
    StnIntervals all = {.known = true};
    int from[STN_INTERVALS_MAX] = {0};
    for (int i = 0; i < k->known.count; i++) {
        const double low = k->known.item[i].low, high = k->known.item[i].high;
        const double value = value_at(k, k->known.item[i].path, site, all.item[all.count].path);
        const bool friction = strncmp(all.item[all.count].path, "friction.", 9) == 0;
        /* What was lifted to a bound, or comes from a base, is not that which was found. */
        const double margin = 1e-5 * (fabs(low) + fabs(high));
        if (!(friction || body) || !(value >= low - margin && value <= high + margin))
            continue;
        all.item[all.count].low = low, all.item[all.count].high = high;
        from[all.count++] = i;
    }
    for (int i = 0; i < all.count; i++)
        for (int j = 0; j < all.count; j++)
            all.correlation[i][j] = k->known.correlation[from[i]][from[j]];
    if (all.count > 0)
        stn_scenario_set_intervals(scenario, &all);
}
