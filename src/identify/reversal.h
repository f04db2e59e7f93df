/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What an effort lacks after reversals.  Behind a play the drive has less to move until it is crossed: over the way b the
 * effort lacks the friction of what lies behind, and its mass.  Where friction builds up over a way (bristles, Maxwell
 * slip), it lacks a part that dies away, as exp(-way/d). */
#ifndef STN_IDENTIFY_REVERSAL_H
#define STN_IDENTIFY_REVERSAL_H

#include "stiction/findings.h"

/* The way since the last reversal, from sample to sample; begin with {INFINITY, 0}: before the first one it is not known. */
typedef struct StnReversalWay {
    double since, sense;
} StnReversalWay;
/* sign: of the motion, 0 where it is not known; by: the way of this sample. */
double stn_reversal_way(StnReversalWay *way, double sign, double by);

/* The shape of what is lacking, 0 ... 1. */
double stn_reversal_shape(bool play, double way, double length);
/* Length number k of `count` that are tried, from half of the longest way between reversals downwards; k need not be
 * whole. */
double stn_reversal_length(double longest, double k, int count);

/* What finds friction that builds up: commands. */
const char *stn_reversal_laws(void);
/* What it means; height: of the effort that is lacking. */
void stn_reversal_remark(bool play, double length, const char *way_unit, double height,
                         const char *effort_unit, StnRemarks *remarks);

#endif
