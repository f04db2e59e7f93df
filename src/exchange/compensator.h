/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A configured compensation of friction as a program: expressions that a sample computes, what it takes, keeps and gives. */
#ifndef STN_EXCHANGE_COMPENSATOR_H
#define STN_EXCHANGE_COMPENSATOR_H

#include "core/system.h"
#include "exchange/tape.h"
#include "exchange/write.h"

/* States: of so many terms, each with any law. */
enum { STN_KEPT_MAX = 64 * STN_TERMS_MAX, STN_GIVEN_MAX = 64, STN_TAKEN_MAX = 9 };

/* What a sample takes. */
typedef struct StnTaken {
    char name[16];
    char unit[24];
    const char *text;
    int id;
} StnTaken;
/* A state: what it was, and what it becomes. */
typedef struct StnCarried {
    char name[STN_TAPE_NAME], unit[24];
    int before, after;
} StnCarried;
/* What a sample gives. */
typedef struct StnResultOf {
    char name[STN_TAPE_NAME], unit[24];
    const char *text;
    int id;
} StnResultOf;

typedef struct StnCompensator {
    const StnExport *e;
    const StnSystem *system;
    const char *name; /* of the functions */
    bool single;      /* REAL instead of LREAL */
    StnTape tape;
    int ntaken, nkept, nresult;
    StnTaken taken[STN_TAKEN_MAX];
    StnCarried kept[STN_KEPT_MAX];
    StnResultOf result[STN_GIVEN_MAX];
    /* By expression: needed at all, how often, and the number of the variable that holds it (0: none). */
    int *uses, *variable;
    int nvariable;
    int time;         /* the expression of the time */
    double per_force; /* what the drive takes per force; NaN: that depends on the force */
} StnCompensator;

/* The expressions of all terms, without those that nobody needs. */
StnStatus stn_compensator_make(StnCompensator *c, StnError *error);
void stn_compensator_free(StnCompensator *c);

/* What the languages share: how an expression reads. */
typedef struct StnLanguage {
    const char *function[STN_OP_COUNT]; /* of %0, %1: the arguments */
    const char *equal, *both, *either, *no;
    const char *pick;          /* %1 where the mask %0 holds, else %2 */
    const char *input, *state; /* what stands before their names */
    void (*number)(FILE *out, double value);
} StnLanguage;
/* One expression, its parts that are variables by name w1, w2, ... */
void stn_put_expression(const StnCompensator *c, const StnLanguage *language, int id);
/* `comment` before each line: what this is, units, terms, how to call it. */
void stn_put_compensator_head(const StnCompensator *c, const char *comment);
/* As every language reads it, with a point. */
enum { STN_PLAIN_NUMBER = 48 };
const char *stn_plain_number(double value, char *out); /* returns out, or a constant */
void stn_put_plain_number(FILE *out, double value);
/* A number as the type of Structured Text holds it: controllers have no numbers below the normal ones. */
double stn_number_within(const StnCompensator *c, double value);

void stn_put_compensator_c(const StnCompensator *c);
void stn_put_compensator_st(const StnCompensator *c);
void stn_put_compensator_matlab(const StnCompensator *c);
/* The elementary functions of the kernel that the list needs, as C. */
StnStatus stn_put_elementary(const StnCompensator *c, StnError *error);

#endif
