/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The intervals of what was found, for a scenario. */
#include "identify/finding_path.h"
#include "stiction/identify.h"

#include <math.h>
#include <stdio.h>

/* Whether an interval of a direction is known, and where it lies. */
static bool interval_of(const StnFindings *k, const char *name, int place, int side,
                        StnIntervals *out)
{
    const double value = stn_findings_get(k, name, side);
    const double half = sqrt(k->spread[side].covariance[place][place]);
    if (!isfinite(value) || !(half > 0.0) || out->count == STN_INTERVALS_MAX)
        return false;
    out->item[out->count].low = value - half;
    out->item[out->count].high = value + half;
    return true;
}

/* One curve for both directions: that one stands for both. */
static bool both_alike(const StnFindings *k, const char *const *names)
{
    bool alike = true;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            alike = alike && k->spread[0].covariance[i][j] == k->spread[1].covariance[i][j];
    for (int i = 0; i < 4; i++) {
        const double forward = stn_findings_get(k, names[i], 0);
        alike = alike && (isnan(forward) || forward == stn_findings_get(k, names[i], 1));
    }
    return alike;
}

void stn_finding_intervals(const StnFindings *k, const char *site, StnScenario *scenario)
{
    static const char *const names[4] = {"Fc", "sigma2", "Fs", "vs"};
    static const char *const sides[2] = {".forward", ".backward"};
    StnIntervals all = {.known = true};
    int from[STN_INTERVALS_MAX][2];
    const bool alike = both_alike(k, names), falls = isfinite(stn_findings_get(k, "vs", 0));
    for (int side = 0; side < (alike ? 1 : 2); side++)
        for (int i = 0; i < (falls ? 4 : 2); i++)
            if (interval_of(k, names[i], i, side, &all)) {
                snprintf(all.item[all.count].path, sizeof all.item[0].path, "friction.%s.%s%s",
                         site, names[i], alike ? "" : sides[side]);
                from[all.count][0] = side, from[all.count++][1] = i;
            }
    for (int i = 0; i < all.count; i++)
        for (int j = 0; j < all.count; j++) {
            const double(*c)[4] = k->spread[from[i][0]].covariance;
            const int a = from[i][1], b = from[j][1];
            all.correlation[i][j] =
                from[i][0] == from[j][0] ? c[a][b] / sqrt(c[a][a] * c[b][b]) : 0.0;
        }
    if (all.count > 0 && stn_given_index(k->value, k->count, "T0_din") < 0)
        stn_scenario_set_intervals(scenario, &all);
}
