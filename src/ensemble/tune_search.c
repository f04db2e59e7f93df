/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The search for gains: controlled random search over the whole box, then Subplex from the best (NLopt).  Neither needs
 * slopes: quantiles over runs with stops have kinks, and limits are steps. */
#include "ensemble/tune.h"

#if defined(STN_HAVE_NLOPT) && STN_HAVE_NLOPT

#include "kernel/real.h"

#include <nlopt.h>

static const double global_share = 0.6; /* of the evaluations */

typedef struct Search {
    StnTune *tune;
    nlopt_opt opt;
} Search;

/* A place of the unit box. */
static void values_at(const StnTune *t, const double *u, double *value)
{
    for (int i = 0; i < t->ntune; i++) {
        const StnVary *v = &t->study->vary[i];
        value[i] = t->logarithmic[i] ? v->a * stn_exp_d(u[i] * stn_log_d(v->b / v->a))
                                     : v->a + u[i] * (v->b - v->a);
    }
}

static double place_of(const StnTune *t, int i, double value)
{
    const StnVary *v = &t->study->vary[i];
    const double u = !t->logarithmic[i] ? (value - v->a) / (v->b - v->a)
                     : value > 0.0      ? stn_log_d(value / v->a) / stn_log_d(v->b / v->a)
                                        : 0.0;
    return u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
}

static double cost_at(unsigned n, const double *u, double *slope, void *user)
{
    Search *search = user;
    double value[STN_VARIES_MAX];
    (void)n;
    (void)slope;
    if (search->tune->ntrial > (int)search->tune->settings.evaluations) {
        nlopt_force_stop(search->opt);
        return 3.0;
    }
    values_at(search->tune, u, value);
    const double cost = stn_tune_try(search->tune, value);
    if (search->tune->status != STN_OK)
        nlopt_force_stop(search->opt);
    return cost;
}

static StnStatus search_with(StnTune *t, nlopt_algorithm algorithm, int evaluations)
{
    Search search = {.tune = t};
    double u[STN_VARIES_MAX], cost;
    if (evaluations < 1 || t->status != STN_OK)
        return t->status;
    search.opt = nlopt_create(algorithm, (unsigned)t->ntune);
    if (search.opt == NULL)
        return stn_out_of_memory(t->error);
    for (int i = 0; i < t->ntune; i++)
        u[i] = place_of(t, i, t->trial[t->best].value[i]);
    nlopt_set_min_objective(search.opt, cost_at, &search);
    nlopt_set_lower_bounds1(search.opt, 0.0);
    nlopt_set_upper_bounds1(search.opt, 1.0);
    nlopt_set_initial_step1(search.opt, 0.1);
    nlopt_set_xtol_abs1(search.opt, 1e-5);
    nlopt_set_maxeval(search.opt, evaluations);
    nlopt_optimize(search.opt, u, &cost);
    nlopt_destroy(search.opt);
    return t->status;
}

StnStatus stn_tune_search(StnTune *t)
{
    const int all = (int)t->settings.evaluations;
    const int global = (int)(global_share * all);
    nlopt_srand((unsigned long)t->settings.seed);
    const StnStatus status = search_with(t, NLOPT_GN_CRS2_LM, global);
    return status == STN_OK ? search_with(t, NLOPT_LN_SBPLX, all - (t->ntrial - 1)) : status;
}

#else

StnStatus stn_tune_search(StnTune *t)
{
    return stn_error(t->error, STN_UNAVAILABLE,
                     "this build was made without NLopt (libnlopt-dev): it tunes nothing");
}

#endif
