/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Twists (StnTwist) at set-up: how they start, what their errors are compared with, and what is said where
 * a shaft is stiffer than a run can follow. */
#include "core/build.h"
#include "kernel/pi.h"

#include <float.h>
#include <math.h>

#define LONG_RUN 1e6       /* steps: minutes */
#define FOLLOWED 2.5       /* rad of a swing per exact step */
#define SETTLED 30.0       /* e-folds after which nothing is left of a swing */
#define ENOUGH_DAMPING 0.1 /* of critical: gone after a hundred steps */

StnStatus stn_twists(StnSystem *S, StnError *error)
{
    const StnPlant *plant = S->model.plant;
    S->model.ntwist = plant->twists ? plant->twists(&S->model.self, S->p, S->num.twist) : 0;
    if (S->model.ntwist < 0 || S->model.ntwist > STN_TWISTS_MAX)
        return stn_bad(error, NULL, "plant %s: %d twists, at most %d are possible", plant->name,
                       S->model.ntwist, STN_TWISTS_MAX);
    for (int k = 0; k < S->model.ntwist; k++) {
        const StnTwist *t = &S->num.twist[k];
        bool states =
            t->from >= 0 && t->from < plant->nstate && t->to >= 0 && t->to < plant->nstate;
        bool parameters = t->stiffness >= -1 && t->stiffness < plant->nparam && t->damper >= -1 &&
                          t->damper < plant->nparam;
        if (!states || !parameters || plant->partner[t->from] < 0 || plant->partner[t->to] < 0 ||
            !(fabs(t->ratio) > 0.0) || !(t->rate_from > 0.0) || !(t->rate_to > 0.0))
            return stn_bad(
                error, NULL,
                "plant %s: twist %d must join two positions that have velocities, with a "
                "ratio and positive rates",
                plant->name, k + 1);
    }
    return STN_OK;
}

void stn_twists_start(StnSystem *S)
{
    for (int k = 0; k < S->model.ntwist; k++) {
        const StnTwist *twist = &S->num.twist[k];
        double from = S->y_start[twist->from] / twist->ratio, to = S->y_start[twist->to];
        double known = 2.0 * DBL_EPSILON * (fabs(from) + fabs(to)); /* less than that is none */
        S->y_start[S->model.nplant + k] = fabs(from - to) <= known ? 0.0 : from - to;
    }
}

void stn_twists_weigh(StnSystem *S)
{
    for (int k = 0; k < S->model.ntwist; k++) {
        const StnTwist *twist = &S->num.twist[k];
        int a = S->model.plant->partner[twist->from], b = S->model.plant->partner[twist->to];
        double *sizes[] = {S->scale, S->scale_abs, S->scale_min};
        for (int i = 0; i < 3; i++)
            sizes[i][S->model.nplant + k] =
                fmin(sizes[i][a] / twist->rate_from, sizes[i][b] / twist->rate_to);
    }
}

/* A swing that does not die away is followed for as long as the run lasts.  To the tolerance the shaft is
 * as good as rigid from (w/swing)^2 = rtol on, w being the fastest motion asked for: a stiffer one gives the
 * same answer. */
void stn_twists_warn(StnSystem *S, double duration)
{
    if (!(duration > 0.0)) /* not known */
        duration = 1.0;
    for (int k = 0; k < S->model.ntwist && S->model.method != STN_METHOD_FIXED; k++) {
        const StnTwist *twist = &S->num.twist[k];
        double swing = twist->rate_to + twist->rate_from / fabs(twist->ratio);
        double lasts = fmin(duration, SETTLED / fmax(twist->damping * swing, 1e-300));
        double steps = swing * lasts / FOLLOWED;
        double asked = fmax(1.0 / S->num.t_shortest, 10.0 / duration),
               rigid = asked / sqrt(S->solver.rtol);
        if (!(steps > LONG_RUN) || twist->stiffness < 0 || twist->damper < 0)
            continue;
        const char *K = S->model.plant->params[twist->stiffness].name;
        const char *D = S->model.plant->params[twist->damper].name;
        double stiff = S->p[twist->stiffness], enough = 2.0 * ENOUGH_DAMPING * stiff / swing;
        double same = stiff * (rigid / swing) * (rigid / swing);
        char softer[160] = "";
        if (same < stiff)
            stn_format(
                softer, sizeof softer,
                "; %s = %.0e %s gives the same answer to rtol = %g but for the phase of that "
                "swing, with fewer steps",
                K, same, S->model.plant->params[twist->stiffness].unit, S->solver.rtol);
        stn_note(
            S, STN_NOTE_WARNING,
            "%s = %g with %s = %g swings at %.1g Hz almost without damping, and every swing is "
            "followed: about %.0e steps. %s = %.1g %s lets it die away%s",
            K, stiff, D, S->p[twist->damper], swing / STN_TWO_PI, steps, D, enough,
            S->model.plant->params[twist->damper].unit, softer);
    }
}
