/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a kernel computes, as a list of expressions: each one operation on earlier ones, none twice. */
#ifndef STN_EXCHANGE_TAPE_H
#define STN_EXCHANGE_TAPE_H

#include "stiction/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Operations; those of masks from BELOW to NOT.  SELECT: c[0] is the mask. */
enum {
    STN_OP_CONSTANT,
    STN_OP_NUMBER, /* a parameter: value, and a name of its own */
    STN_OP_INPUT,
    STN_OP_STATE,
    STN_OP_NEGATE,
    STN_OP_ADD,
    STN_OP_SUBTRACT,
    STN_OP_MULTIPLY,
    STN_OP_DIVIDE,
    STN_OP_SELECT,
    STN_OP_BELOW,
    STN_OP_EQUAL,
    STN_OP_AND,
    STN_OP_OR,
    STN_OP_NOT,
    STN_OP_EXP, /* functions from here on */
    STN_OP_EXP_WITHIN,
    STN_OP_LOG,
    STN_OP_LOG_NORMAL,
    STN_OP_POW_NORMAL,
    STN_OP_TWO_THIRDS,
    STN_OP_SIN,
    STN_OP_COS,
    STN_OP_SQRT,
    STN_OP_COUNT
};
enum { STN_TAPE_NAME = 48 };

typedef struct StnExpression {
    int op, c[3];             /* -1: none */
    double value;             /* of a constant or a number; of a known mask 0 or 1 */
    char name[STN_TAPE_NAME]; /* of a number, an input, a state */
} StnExpression;

typedef struct StnTape {
    StnExpression *list;
    int count, room;
    bool failed; /* memory was out */
} StnTape;

/* The list that stn_tape_add() adds to, in this thread. */
void stn_tape_begin(StnTape *tape);
void stn_tape_end(StnTape *tape); /* frees it */
int stn_tape_constant(double value);
int stn_tape_named(int op, const char *name, double value);
int stn_tape_add(int op, int a, int b, int c);
/* Of a mask: 0, 1, or -1: it depends. */
int stn_tape_truth(int id);

/* ---- What tape_kernels.cpp has of the kernels; arrays of int hold numbers of expressions ---- */

/* A loop as a compensation sees it, and the law of the term. */
typedef struct StnTapeLoop {
    int t, Ts, e, x, v, x_ref, v_ref, a_ref, load, u;
} StnTapeLoop;
typedef struct StnTapeLaw {
    int index; /* among the built-in laws; -1: none */
    const StnSelf *self;
    const int *p;
    int *memory; /* direction, states, modes, as core/compensate.c has them */
} StnTapeLaw;
/* The force of a term before its scale; s: its states, changed. */
int stn_tape_act(int kind, const int *p, const StnTapeLoop *loop, const StnTapeLaw *law, int *s);
/* What it learns; false: nothing. */
bool stn_tape_learn(int kind, const int *p, const StnTapeLoop *loop, int *s);

#ifdef __cplusplus
}
#endif
#endif
