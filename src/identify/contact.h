/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Stops at the ends of a travel, which push a body back: their work is no friction. */
#ifndef STN_IDENTIFY_CONTACT_H
#define STN_IDENTIFY_CONTACT_H

#include "stiction/identify.h"

typedef struct StnContact {
    bool at[2];      /* the smallest, the largest position: something pushes back there */
    double place[2]; /* where it begins */
    size_t rows;     /* in which it does, or windows about a row may hold some of it */
    StnData without; /* the data without them: more runs */
} StnContact;

/* Of data with an effort and a position: rows close to an end of the travel in which the body is pushed back by more than
 * effort and friction explain, as they are along the middle of the travel.  rows 0: there are none, and nothing in
 * `without`.  gravity: of an arm. */
StnStatus stn_find_contact(const StnData *data, bool gravity, StnContact *contact, StnError *error);
/* Says so. */
void stn_remark_contact(const StnContact *contact, const StnData *data, StnRemarks *remarks);

#endif
