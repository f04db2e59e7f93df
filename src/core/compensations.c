/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The list of compensations.h, expanded into descriptors. */
#include "compensation/compensations.h"
#include "core/friction_set.h"

#include <string.h>

#define TERM_NONE2(name)
#define TERM_NUMBER(Q, name, unit, def, min, max, text) \
    static const StnParam Q##_##name##_number = {       \
        #name, STN_KIND_SCALAR, unit, def, min, max, text, NULL, NULL, NULL};
#define TERM_CHOICE(Q, name, words, def, text)    \
    static const StnParam Q##_##name##_number = { \
        #name, STN_KIND_CHOICE, words, def, 0, INFINITY, text, NULL, NULL, NULL};
#define TERM_KNOWN(name) &stn_friction_parameters[STN_PAR_##name],
#define TERM_OWN(Q, name, ...) &Q##_##name##_number,
#define TERM_STATE(name, unit, text) {#name, unit, 1.0, text, STN_ROLE_OTHER, -1},
#define TERM_COUNT(...) +1
#define TERM_SKIP(...)

#define TERM_LISTS(kind)                                                               \
    STN_TERM(TERM_NUMBER, kind)                                                        \
    STN_PARAMS_##kind(TERM_NONE2, TERM_NONE2, TERM_NUMBER, TERM_CHOICE,                \
                      kind) static const StnParam *const kind##_list[] = {             \
        STN_TERM(TERM_OWN, kind)                                                       \
            STN_PARAMS_##kind(TERM_KNOWN, TERM_KNOWN, TERM_OWN, TERM_OWN, kind) NULL}; \
    static const StnVar kind##_kept[] = {                                              \
        STN_STATES_##kind(TERM_STATE, TERM_STATE){NULL, NULL, 0, NULL, STN_ROLE_OTHER, -1}};
STN_COMPENSATION_LIST(TERM_LISTS)

#define TERM_ROW(kind)                                                            \
    {.name = #kind,                                                               \
     .nparam = 0 STN_TERM(TERM_COUNT, kind)                                       \
         STN_PARAMS_##kind(TERM_COUNT, TERM_COUNT, TERM_COUNT, TERM_COUNT, kind), \
     .nstate = 0 STN_STATES_##kind(TERM_COUNT, TERM_COUNT),                       \
     .nestimate = 0 STN_STATES_##kind(TERM_SKIP, TERM_COUNT),                     \
     .params = kind##_list,                                                       \
     .states = kind##_kept,                                                       \
     STN_KERNEL_##kind,                                                           \
     STN_SETUP_##kind},
static const StnCompensation compensations[] = {STN_COMPENSATION_LIST(TERM_ROW)};
enum { COMPENSATIONS = sizeof compensations / sizeof compensations[0] };

int stn_compensation_count(void) { return COMPENSATIONS; }
const StnCompensation *stn_compensation_at(int index)
{
    return index >= 0 && index < COMPENSATIONS ? &compensations[index] : NULL;
}
const StnCompensation *stn_compensation_find(const char *name)
{
    for (int i = 0; i < COMPENSATIONS; i++)
        if (strcmp(compensations[i].name, name) == 0)
            return &compensations[i];
    return NULL;
}
