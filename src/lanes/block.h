/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of many systems side by side, in lanes: the numbers of a plant with one friction site and its law, of all lanes.
 * This is what lanes.c, in double, and the loops, on vectors of every width, share; hence plain numbers. */
#ifndef STN_LANES_BLOCK_H
#define STN_LANES_BLOCK_H

#include "core/fused_rooms.h"

/* The most lanes, and the most steps at a time. */
enum { STN_LANES_MOST = 8, STN_LANE_STEPS = 64 };

/* name, how many numbers of it each lane has */
#define STN_LANE_NUMBERS(X)                                                                    \
    X(p, FUSED_PARAMS)                                                                         \
    X(law_p, FUSED_PARAMS)                                                                     \
    X(y, FUSED_ALL_STATES)                                                                     \
    X(mode, FUSED_ALL_RELS)                                                                    \
    X(disc, FUSED_PARAMS)                                                                      \
    X(lo, FUSED_STOPS)                                                                         \
    X(hi, FUSED_STOPS)                                                                         \
    X(stop, FUSED_STOPS)                                                                       \
    X(input, 3 * FUSED_INPUTS) /* value and slopes */                                          \
    X(line, 3 * FUSED_INPUTS)  /* of an input that is a line: its c[0], c[1] and t0 */         \
    X(ahead, 3 * FUSED_INPUTS * STN_LANE_STEPS) /* of others: value and slopes in each step */ \
    X(time, 3) /* start of the steps, their number so far, their length */                     \
    X(way, 3)  /* direction, edge of the zone, whether v is inside it */                       \
    X(last, 2) /* friction and mass of the last step */                                        \
    X(work, 3) /* energy: input, friction, moved */                                            \
    X(on, 1)   /* 1: the lane is in use */

/* Number i of a lane is at name[i*width + lane]. */
typedef struct StnLaneBlock {
    int width;
    const StnSelf *self, *law_self;
    int moves[FUSED_STATES];   /* the state is integrated */
    int energy;                /* is accounted for */
    int ninput, ndisc;         /* of the model */
    int varying[FUSED_INPUTS]; /* inputs: 0 constant, 1 a line in every lane, 2 computed ahead */
    unsigned char
        changes[STN_LANES_MOST]; /* in the last step something happens here: it is not made */
#define STN_LANE_FIELD(name, count) double *name;
    STN_LANE_NUMBERS(STN_LANE_FIELD)
#undef STN_LANE_FIELD
} StnLaneBlock;

/* Up to `steps` steps of all lanes.  Ends at a step in which something happens: it is not made where `changes` says so. */
typedef void StnLaneLoop(StnLaneBlock *block, int steps);

#endif
