/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The back ends of the built-in models, in the order of their lists, and which models can be read. */
#ifndef STN_CORE_BACK_ENDS_H
#define STN_CORE_BACK_ENDS_H

#include "stiction/core.h"

#include <stddef.h>

/* The table of the back end `name` of a model, or NULL. */
const void *stn_back_end(const StnBackEnd *const *list, const char *name);

/* Was the model made with these headers?  Nothing else of it may be read otherwise. */
static inline bool stn_law_is_current(const StnLaw *law)
{
    return law && law->abi == STN_MODEL_ABI && law->size == sizeof *law;
}
static inline bool stn_plant_is_current(const StnPlant *plant)
{
    return plant && plant->abi == STN_MODEL_ABI && plant->size == sizeof *plant;
}

#endif
