/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The loops of one plant, in double: a template.  The includer has included the plant and defines FUSED_PLANT, its
 * name, and FUSED_LAWS(M), the laws that are compiled together with it: a pair takes some 10 kB. */
#include "core/fused_pairs.h"
#include "core/fused_run.h"
#include "laws/laws.h"

#include <string.h>

#define FUSED_PAIR(name)                                                           \
    static int64_t FUSED_RUN(name)(const StnSystem *S, StnState *st, int64_t most) \
    {                                                                              \
        static const FusedPair pair = {FUSED_OF_LAW(name), FUSED_OF_PLANT};        \
        return fused_run(&pair, S, st, most, true);                                \
    }
FUSED_LAWS(FUSED_PAIR)

/* The other laws are called. */
static int64_t FUSED_RUN(any)(const StnSystem *S, StnState *st, int64_t most)
{
    const StnLaw *law = S->model.law[0];
    const FusedPair pair = {.law = {law->slide, law->rest, law->decide, law->advance},
                            .nlaw_param = 0,
                            .nlaw = S->model.law_nstate[0],
                            .nlaw_rel = S->model.law_nrel[0],
                            FUSED_OF_PLANT};
    return fused_run(&pair, S, st, most, false);
}

StnFused *FUSED_PASTE(stn_fused_, FUSED_PLANT)(const char *law)
{
#define FUSED_ROW(name) {#name, FUSED_RUN(name)},
    static const struct {
        const char *law;
        StnFused *run;
    } pairs[] = {FUSED_LAWS(FUSED_ROW)};
    for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++)
        if (strcmp(pairs[k].law, law) == 0)
            return pairs[k].run;
    return FUSED_RUN(any);
}
