/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include <stdlib.h> /* ISO C forbids a file with nothing in it */

#if defined(STN_HAVE_LAPACKE) && STN_HAVE_LAPACKE

#include "identify/lapack.h"

/* Each routine is called twice: with size -1 it says how much workspace it wants. */
typedef lapack_int Routine(void *job, double *work, lapack_int size);

static StnStatus with_workspace(Routine *routine, void *job)
{
    double wanted = 1.0;
    if (routine(job, &wanted, -1) != 0)
        return STN_FAILED;
    const lapack_int size = wanted < 1.0 ? 1 : (lapack_int)wanted;
    double *work = malloc((size_t)size * sizeof *work);
    if (!work)
        return STN_NO_MEMORY;
    const lapack_int code = routine(job, work, size);
    free(work);
    return code == 0 ? STN_OK : STN_FAILED;
}

typedef struct Job {
    lapack_int m, n, *pivot;
    double *a, *tau, *b, *s, *U, *Vt;
    const double *q, *q_tau;
} Job;

static lapack_int qr(void *data, double *work, lapack_int size)
{
    const Job *j = data;
    return j->pivot
               ? LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, j->m, j->n, j->a, j->m, j->pivot, j->tau,
                                     work, size)
               : LAPACKE_dgeqrf_work(LAPACK_COL_MAJOR, j->m, j->n, j->a, j->m, j->tau, work, size);
}

static lapack_int apply_q(void *data, double *work, lapack_int size)
{
    const Job *j = data;
    return LAPACKE_dormqr_work(LAPACK_COL_MAJOR, 'L', 'T', j->m, 1, j->n, j->q, j->m, j->q_tau,
                               j->b, j->m, work, size);
}

static lapack_int svd(void *data, double *work, lapack_int size)
{
    const Job *j = data;
    return LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'A', j->n, j->n, j->a, j->n, j->s, j->U, j->n,
                               j->Vt, j->n, work, size);
}

StnStatus stn_lapack_qr(lapack_int m, lapack_int n, double *a, lapack_int *pivot, double *tau)
{
    Job job = {.m = m, .n = n, .a = a, .pivot = pivot, .tau = tau};
    return with_workspace(qr, &job);
}

StnStatus stn_lapack_apply_q(lapack_int m, lapack_int n, const double *a, const double *tau,
                             double *b)
{
    Job job = {.m = m, .n = n, .q = a, .q_tau = tau, .b = b};
    return with_workspace(apply_q, &job);
}

StnStatus stn_lapack_svd(lapack_int n, double *a, double *s, double *U, double *Vt)
{
    Job job = {.n = n, .a = a, .s = s, .U = U, .Vt = Vt};
    return with_workspace(svd, &job);
}

#endif
