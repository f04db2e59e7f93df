/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers of a system in its parameter block, and where each of them stands. */
#ifndef STN_CORE_PARAMS_H
#define STN_CORE_PARAMS_H

#include "core/build.h"

typedef enum StnItemKind {
    STN_ITEM_PARAMETER, /* of the plant: parameters, controller, options */
    STN_ITEM_FRICTION,
    STN_ITEM_TERM, /* of the compensation */
    STN_ITEM_INITIAL,
    STN_ITEM_INPUT,
    STN_ITEM_SENSOR,
    STN_ITEM_SOLVER,
} StnItemKind;

/* What an address means: the owner (site, term, input, sensor), the index of the parameter, state or field, of an
 * input also the part of its sum; and the place of its first number in the block, in bytes (0: it has
 * none). */
typedef struct StnItem {
    StnItemKind kind;
    int16_t owner, index, part, width;
    uint32_t at;
} StnItem;

enum { STN_PATH_CHARS = 160 };

/* Of a plant or law. */
const StnParam *stn_item_param(const StnSystem *S, const StnItem *item);
/* A pair or vector. */
bool stn_item_is_list(const StnSystem *S, const StnItem *item);
/* The list of items of a finished system. */
StnStatus stn_address_list(StnSystem *S, StnError *error);

#endif
