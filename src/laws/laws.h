/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The list of friction laws: an include and a line each.  A law is a file NAME.law.h: lists and functions,
 * compiled once per back end (registry.c, cstep.c); the other headers of this folder are what laws share. */
#ifndef STN_LAWS_LAWS_H
#define STN_LAWS_LAWS_H

#include "laws/none.law.h"
#include "laws/sign.law.h"
#include "laws/hyperviscous.law.h"
#include "laws/quinn.law.h"
#include "laws/karnopp.law.h"
#include "laws/borello.law.h"
#include "laws/coulomb.law.h"
#include "laws/coulomb_load.law.h"
#include "laws/stribeck.law.h"
#include "laws/stribeck_load.law.h"
#include "laws/dahl.law.h"
#include "laws/lugre.law.h"
#include "laws/lugre_modified.law.h"
#include "laws/lugre_new_modified.law.h"
#include "laws/elastoplastic.law.h"
#include "laws/gms.law.h"
#include "laws/leuven.law.h"
#include "laws/hybrid.law.h"
#include "laws/coulomb_map.law.h"
#include "laws/table.law.h"

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
    M(stribeck_load)      \
    M(dahl)               \
    M(lugre)              \
    M(lugre_modified)     \
    M(lugre_new_modified) \
    M(elastoplastic)      \
    M(gms)                \
    M(leuven)             \
    M(hybrid)             \
    M(coulomb_map)        \
    M(table)

#endif
