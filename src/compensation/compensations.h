/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The list of compensations: an include and a line each.  One is a file NAME.comp.h: lists and functions (comp.h). */
#ifndef STN_COMPENSATION_COMPENSATIONS_H
#define STN_COMPENSATION_COMPENSATIONS_H

#include "compensation/feedforward.comp.h"
#include "compensation/feedback.comp.h"
#include "compensation/push.comp.h"
#include "compensation/observer.comp.h"
#include "compensation/disturbance_observer.comp.h"
#include "compensation/adaptive.comp.h"
#include "compensation/dither.comp.h"
#include "compensation/knocker.comp.h"

#define STN_COMPENSATION_LIST(M) \
    M(feedforward)               \
    M(feedback)                  \
    M(push)                      \
    M(observer)                  \
    M(disturbance_observer)      \
    M(adaptive)                  \
    M(dither)                    \
    M(knocker)

#endif
