/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fixed steps of many systems side by side, in lanes: the numbers of a plant with one friction site and its law, of all lanes.
 * This is what lanes.c, in double, and the loops, on vectors of every width, share; hence plain numbers. */
#ifndef STN_LANES_BLOCK_H
#define STN_LANES_BLOCK_H

#include "core/fused_rooms.h"

/* Lanes of the widest vector; vectors that are stepped in turn; places for runs, those of all vectors together. */
enum { STN_WIDTH_MOST = 8, STN_LANE_BLOCKS = 2, STN_LANES_MOST = STN_LANE_BLOCKS * STN_WIDTH_MOST };
/* The most steps at a time, and those for which inputs are computed ahead. */
enum { STN_LANE_STEPS = 256, STN_LANE_AHEAD = 64 };

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
    X(ahead, 3 * FUSED_INPUTS * STN_LANE_AHEAD) /* of others: value and slopes in each step */ \
    X(time, 3)                 /* start of the steps, their number so far, their length */     \
    X(way, 3)                  /* direction, edge of the zone, whether v is inside it */       \
    X(last, 2)                 /* friction and mass of the last step */                        \
    X(work, 3)                 /* energy: input, friction, moved */                            \
    X(range, FUSED_ALL_STATES) /* a state beyond it may be about to diverge */                 \
    X(on, 1)                   /* 1: the lane is in use */

/* Number i of a lane is at name[i*width + lane]. */
typedef struct StnLaneBlock {
    int width;
    const StnSelf *self, *law_self;
    int moves[FUSED_STATES];   /* the state is integrated */
    int energy;                /* is accounted for */
    int lines;                 /* some input varies */
    int ninput, ndisc;         /* of the model */
    int varying[FUSED_INPUTS]; /* inputs: 0 constant, 1 a line in every lane, 2 computed ahead */
    int made;                  /* steps */
    unsigned char changes[STN_LANES_MOST]; /* in the next step something happens here */
    unsigned char wild[STN_LANES_MOST];    /* a state is beyond its range */
#define STN_LANE_FIELD(name, count) double *name;
    STN_LANE_NUMBERS(STN_LANE_FIELD)
#undef STN_LANE_FIELD
} StnLaneBlock;

/* Up to `steps` steps of all lanes of STN_LANE_BLOCKS blocks.  Ends before a step in which something happens, where `changes` says so. */
typedef void StnLaneLoop(StnLaneBlock *block, int steps);

#endif
