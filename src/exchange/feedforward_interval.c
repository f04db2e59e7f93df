/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The interval of the friction from those of its numbers.  With their half widths h and correlations R the matrix
 * diag(h)*R*diag(h) = L*L'; the friction with the numbers moved by a column of L down and up makes a difference d,
 * and half of the interval is the root of the sum of (d/2)^2.  For numbers that the friction is linear in that is
 * the interval of any combination of them. */
#include "exchange/feedforward.h"

#include "core/names.h"

#include <math.h>
#include <string.h>

/* The estimates of this site's friction: the place in the scenario's list, name, side (-1: both), value. */
typedef struct Found {
    int count;
    struct {
        int index, side;
        const char *path;
        char name[48];
        double value, half, least, most;
    } item[STN_INTERVALS_MAX];
} Found;

static void gather(const StnFeed *f, const StnIntervals *all, Found *out, StnRemarks *remarks)
{
    const char *site = stn_system_plant(f->system)->sites[f->site].name;
    for (int i = 0; i < all->count; i++) {
        const StnPathWords words = stn_path_words(all->item[i].path);
        StnAddress at;
        if (words.count < 3 || strcmp(words.word[0], "friction") != 0 ||
            strcmp(words.word[1], site) != 0 ||
            stn_address(f->system, all->item[i].path, &at, NULL) != STN_OK)
            continue;
        const StnAddressInfo info = stn_address_info(f->system, at);
        const double low = all->item[i].low, high = all->item[i].high;
        const double margin = 1e-5 * (fabs(low) + fabs(high)); /* both are rounded */
        if (!(info.value >= low - margin && info.value <= high + margin)) {
            stn_remark(remarks,
                       "%s = %g lies outside its interval, %g to %g: it was changed after it was "
                       "identified, and the interval is left out.",
                       all->item[i].path, info.value, low, high);
            continue;
        }
        const int k = out->count++;
        out->item[k].index = i;
        out->item[k].path = all->item[i].path;
        out->item[k].side = words.count > 3 ? stn_path_place(words.word[3]) : -1;
        snprintf(out->item[k].name, sizeof out->item[k].name, "%s", words.word[2]);
        out->item[k].value = info.value;
        out->item[k].half = 0.5 * (high - low);
        out->item[k].least = info.min, out->item[k].most = info.max;
    }
}

/* L of diag(half)*R*diag(half); a column that rounding has made empty is 0. */
static void factor(const Found *found, const StnIntervals *all,
                   double L[STN_INTERVALS_MAX][STN_INTERVALS_MAX])
{
    for (int i = 0; i < found->count; i++)
        for (int k = 0; k <= i; k++) {
            const double R = i == k ? 1.0
                             : all->known
                                 ? all->correlation[found->item[i].index][found->item[k].index]
                                 : 0.0;
            double sum = R * found->item[i].half * found->item[k].half;
            for (int j = 0; j < k; j++)
                sum -= L[i][j] * L[k][j];
            if (i == k)
                L[i][k] = sqrt(fmax(sum, 0.0));
            else
                L[i][k] = L[k][k] > 1e-9 * found->item[k].half ? sum / L[k][k] : 0.0;
        }
}

/* Puts a moved number in its place. */
static void move(const StnFeed *f, const Found *found, int i, double by, StnFeedShift *shift)
{
    const double value =
        fmin(fmax(found->item[i].value + by, found->item[i].least), found->item[i].most);
    for (int side = 0; side < 2 && f->closed; side++) {
        double *place = stn_steady_value(&shift->steady, found->item[i].name, side);
        if (place && (found->item[i].side < 0 || found->item[i].side == side))
            *place = value;
    }
    if (!f->closed)
        stn_scenario_set_numbers(shift->scenario, found->item[i].path, &value, 1);
}

void stn_feed_shifts(StnFeed *f, StnRemarks *remarks)
{
    const StnIntervals *all = stn_scenario_intervals(f->scenario);
    Found found = {.count = 0};
    double L[STN_INTERVALS_MAX][STN_INTERVALS_MAX] = {{0.0}};
    gather(f, all, &found, remarks);
    if (found.count == 0)
        return;
    factor(&found, all, L);
    for (int k = 0; k < found.count; k++)
        for (int up = 0; up < 2; up++) {
            StnFeedShift *shift = &f->shift[f->nshift++];
            shift->steady = f->steady;
            shift->scenario = f->closed ? NULL : stn_scenario_copy(f->scenario);
            for (int i = k; i < found.count; i++)
                move(f, &found, i, up ? L[i][k] : -L[i][k], shift);
        }
    if (!all->known && found.count > 1)
        stn_remark(remarks,
                   "The scenario does not say how its estimates hang together: the interval takes "
                   "them as independent.");
    for (int i = 0; i < f->nshift && !f->closed; i++)
        if (stn_scenario_check(f->shift[i].scenario, NULL) != STN_OK) {
            stn_remark(
                remarks,
                "At an end of the intervals the numbers make no friction law: no interval is "
                "written.");
            for (int k = 0; k < f->nshift; k++)
                stn_scenario_free(f->shift[k].scenario);
            f->nshift = 0;
        }
}
