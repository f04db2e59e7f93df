/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What is said of a joint that a tool cannot hold. */
#ifndef STN_EXCHANGE_LOSSES_H
#define STN_EXCHANGE_LOSSES_H

#include "exchange/write.h"

/* What a tool holds of a joint beside a level of friction that is the same everywhere. */
typedef struct StnHolds {
    const char *name, *text;                   /* "URDF", "the <joint>" */
    bool falls, grows;                         /* friction: with speed, with the load */
    bool body, armature, spring, stops, drive; /* body: inertia and gravity */
    bool motor;                                /* of the drive the motor's constants */
    bool load;                                 /* says itself where it goes */
} StnHolds;

/* Adds to the remarks. */
void stn_say_losses(const StnExport *e, const StnHolds *tool);

#endif
