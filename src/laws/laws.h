/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The list of friction laws: an include and a line each. */
#ifndef STN_LAWS_LAWS_H
#define STN_LAWS_LAWS_H

#include "laws/none.h"
#include "laws/sign.h"
#include "laws/hyperviscous.h"
#include "laws/quinn.h"
#include "laws/karnopp.h"
#include "laws/borello.h"
#include "laws/coulomb.h"
#include "laws/coulomb_load.h"
#include "laws/stribeck.h"
#include "laws/dahl.h"
#include "laws/lugre.h"
#include "laws/lugre_modified.h"
#include "laws/lugre_new_modified.h"
#include "laws/elastoplastic.h"
#include "laws/gms.h"
#include "laws/leuven.h"
#include "laws/hybrid.h"
#include "laws/coulomb_map.h"

#define STN_LAW_LIST(M)   \
    M(none)               \
    M(sign)               \
    M(hyperviscous)       \
    M(quinn)              \
    M(karnopp)            \
    M(borello)            \
    M(coulomb)            \
    M(coulomb_load)       \
    M(stribeck)           \
    M(dahl)               \
    M(lugre)              \
    M(lugre_modified)     \
    M(lugre_new_modified) \
    M(elastoplastic)      \
    M(gms)                \
    M(leuven)             \
    M(hybrid)             \
    M(coulomb_map)

#endif
