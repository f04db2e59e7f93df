/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* NLopt without Luksan's searches by gradients, which alone of its parts are under the LGPL: a call of one
 * fails with a message.  Stiction searches by CRS2 and Sbplx (src/ensemble/tune_search.c). */
#include "luksan.h"

nlopt_result luksan_plis(int n, nlopt_func f, void *f_data, const double *lb, const double *ub,
                         double *x, double *minf, nlopt_stopping *stop, int mf)
{
    nlopt_stop_msg(stop, "built without Luksan's searches");
    return NLOPT_INVALID_ARGS;
}

nlopt_result luksan_plip(int n, nlopt_func f, void *f_data, const double *lb, const double *ub,
                         double *x, double *minf, nlopt_stopping *stop, int mf, int method)
{
    return luksan_plis(n, f, f_data, lb, ub, x, minf, stop, mf);
}

nlopt_result luksan_pnet(int n, nlopt_func f, void *f_data, const double *lb, const double *ub,
                         double *x, double *minf, nlopt_stopping *stop, int mf, int mos1, int mos2)
{
    return luksan_plis(n, f, f_data, lb, ub, x, minf, stop, mf);
}
