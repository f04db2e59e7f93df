/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the speeds of a measured motion tell of friction.
 *
 * A low-pass spreads a quick reversal, while the force changes within a sample: the rows in between have speeds that there
 * were not, with forces that belong to others.  At constant speed they are the only ones that tell how friction grows with
 * speed: to and fro, sigma2 came out 0 to 4 times as large as it was.  Without them what is left of the differences of
 * speed may be noise, along which no force goes: sigma2 is 0 then, and the level that of this one speed. */
#include "identify/fit_speeds.h"

#include <math.h>

#define WRONG_MOST 0.01  /* of the largest speed, or its noise */
#define SIGN_CERTAIN 2.0 /* times that, and the sign of a speed is certain */
#define RINGS 0.5        /* over the cut-off: so long */
#define NOISE_MOST 0.03  /* of the variance of the speeds */
#define DEAD 4.0         /* deviations of the noise, of a speed whose sign is certain */

static double largest_speed(const StnFitRun *run)
{
    double most = 0.0;
    for (size_t i = 0; i < run->rows; i++)
        most = fmax(most, fabs(run->v[i]));
    return most;
}

/* What two filters make of a velocity rings and is the same in places: the rows beside one that is wrong go with it. */
static size_t leave_out_smoothed(const StnMeasured *m, unsigned char *use)
{
    const StnFitRun *run = m->run;
    const double *wrong = m->kinematics + run->rows;
    const double most = fmax(m->dead, WRONG_MOST * largest_speed(run));
    const size_t reach = (size_t)ceil(RINGS / (m->filtered * (run->t[1] - run->t[0])));
    size_t out = 0, next = 0;
    for (size_t i = 0; i < run->rows; i++) {
        if (wrong[i] <= most && fabs(run->v[i]) >= SIGN_CERTAIN * wrong[i])
            continue;
        const size_t first = i > reach ? i - reach : 0;
        for (next = first > next ? first : next; next < run->rows && next <= i + reach; next++) {
            out += use[next] != STN_ROW_OUT;
            use[next] = STN_ROW_OUT;
        }
    }
    return out;
}

static bool has_one_speed(const StnMeasured *m, const unsigned char *use, double *mean)
{
    const StnFitRun *run = m->run;
    double count = 0.0, square = 0.0, noise = 0.0;
    *mean = 0.0;
    for (size_t i = 0; i < run->rows; i++)
        if (use[i] != STN_ROW_OUT)
            *mean += fabs(run->v[i]), count += 1.0;
    *mean /= fmax(count, 1.0);
    for (size_t i = 0; i < run->rows; i++) {
        const double by = fabs(run->v[i]) - *mean,
                     own = run->v_noise ? run->v_noise[i] : m->dead / DEAD;
        if (use[i] != STN_ROW_OUT)
            square += by * by, noise += own * own;
    }
    return count > 0.0 && noise > NOISE_MOST * square;
}

void stn_fit_judge_speeds(StnMeasured *measured, unsigned char *use, StnRemarks *remarks)
{
    StnFitRun *run = measured->run;
    const size_t out = run->box > 0 ? 0 : leave_out_smoothed(measured, use);
    double speed;
    if (out > 0)
        stn_remark(remarks,
                   "%zu rows are left out: the velocity changes more quickly there than the "
                   "low-pass lets pass.",
                   out);
    run->one_speed = has_one_speed(measured, use, &speed);
    if (run->one_speed)
        stn_remark(
            remarks,
            "All rows that count have one speed (%.4g %s), but for noise: they show friction "
            "at that speed, and neither how it depends on the speed nor a mass.  Nothing "
            "that such parts belong to has an interval; Fc alone (--free Fc) is friction at "
            "that speed.",
            speed, run->rotary ? "rad/s" : "m/s");
}
