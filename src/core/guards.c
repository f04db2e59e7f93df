/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Guards for hosts that look for events themselves. */
#include "core/build.h"

#include <math.h>

/* What the structure alone says about guard k: which modes a system can get into, and with them which of its
 * relations speak, only its models know, so all relations are listed, with both sides. */
bool stn_guard_is_listed(const StnSystem *S, int k)
{
    const StnModel *M = &S->model;
    const int site = (k - M->g_site) / 2, stop = (k - M->g_stop) / 2;
    if (k < M->g_site)
        return true;
    if (k < M->g_stop) /* the second one: the other limit of a stuck site, or the edge of a zone */
        return (k - M->g_site) % 2 == 0 || (M->set_valued[site] && !M->imposed[site]) ||
               S->solver.zone_guard;
    for (int a = 0; a < M->nlimited; a++)
        if (M->limited[a] == stop)
            return true;
    return false;
}

int stn_guard_count(const StnSystem *S)
{
    int count = 0;
    for (int k = 0; k < S->model.nguard; k++)
        count += stn_guard_is_listed(S, k);
    return count;
}

StnGuardInfo stn_guard_at(const StnSystem *S, int index)
{
    const StnModel *M = &S->model;
    int k = index < 0 ? M->nguard : 0;
    for (; k < M->nguard; k++)
        if (stn_guard_is_listed(S, k) && index-- == 0)
            break;
    if (k == M->nguard)
        return (StnGuardInfo){"", 1.0};
    StnGuardInfo info = {stn_guard_name(M, k), 1.0};
    if (k >= M->g_stop)
        info.scale = S->scale[M->plant->stops[(k - M->g_stop) / 2].pos];
    else if (k >= M->g_site)
        info.scale = stn_site_v(M, S->scale, (k - M->g_site) / 2);
    return info;
}

void stn_guards(const StnSystem *S, const StnState *state, double *out)
{
    StnIn u[STN_INPUTS_MAX];
    double mode[STN_RELS_MAX], next[STN_RELS_MAX];
    StnEvaluation now;
    stn_inputs_shown(S, state, u);
    stn_evaluate_shown(S, state, stn_now(S, state), u, mode, next, &now);
    for (int k = 0; k < S->model.nguard; k++)
        if (stn_guard_is_listed(S, k)) /* infinite: a limit that there is not */
            *out++ = isinf(now.guard[k]) ? 1.0 : now.guard[k];
}
