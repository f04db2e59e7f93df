/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A list of expressions that grows.  What is known at once is not written: comparisons of numbers, a select whose mask is
 * known or whose sides are one.  Arithmetic on parameters stays, so that they can be changed in the text. */
#include "exchange/tape.h"

#include "kernel/real.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local StnTape *now;

void stn_tape_begin(StnTape *tape)
{
    *tape = (StnTape){.list = NULL};
    now = tape;
    stn_tape_constant(0.0); /* number 0, which a real is until it is set */
}

void stn_tape_end(StnTape *tape)
{
    free(tape->list);
    *tape = (StnTape){.list = NULL};
    now = NULL;
}

/* 0 and -0 are two numbers: quotients by them differ. */
static bool same_number(double a, double b)
{
    return a == b ? !signbit(a) == !signbit(b) : isnan(a) && isnan(b);
}

static bool equal(const StnExpression *a, const StnExpression *b)
{
    return a->op == b->op && memcmp(a->c, b->c, sizeof a->c) == 0 &&
           same_number(a->value, b->value) && strcmp(a->name, b->name) == 0;
}

/* The number of an expression, new or as it was; 0 where memory is out, and nobody reads the list then. */
static int put(const StnExpression *e)
{
    for (int i = now->count - 1; i >= 0; i--)
        if (equal(&now->list[i], e))
            return i;
    if (now->count == now->room) {
        const int room = now->room ? 2 * now->room : 256;
        StnExpression *list = realloc(now->list, (size_t)room * sizeof *list);
        if (!list) {
            now->failed = true;
            return 0;
        }
        now->list = list, now->room = room;
    }
    if (now->failed)
        return 0;
    now->list[now->count] = *e;
    return now->count++;
}

int stn_tape_constant(double value)
{
    const StnExpression e = {.op = STN_OP_CONSTANT, .c = {-1, -1, -1}, .value = value};
    return put(&e);
}

int stn_tape_named(int op, const char *name, double value)
{
    StnExpression e = {.op = op, .c = {-1, -1, -1}, .value = value};
    snprintf(e.name, sizeof e.name, "%s", name);
    return put(&e);
}

static bool is_known(int i)
{
    return now->list[i].op == STN_OP_CONSTANT || now->list[i].op == STN_OP_NUMBER;
}
static bool is_constant(int i, double value)
{
    return now->list[i].op == STN_OP_CONSTANT && now->list[i].value == value &&
           signbit(now->list[i].value) == signbit(value);
}
static bool is_mask(int op) { return op >= STN_OP_BELOW && op <= STN_OP_NOT; }

/* A mask that is known is written as the comparison 0 < value of constants. */
static int known_mask(bool so)
{
    const StnExpression e = {.op = STN_OP_BELOW,
                             .c = {stn_tape_constant(0.0), stn_tape_constant(so ? 1.0 : 0.0), -1},
                             .value = so};
    return put(&e);
}

int stn_tape_truth(int id)
{
    if (now->failed)
        return 0;
    const StnExpression *e = &now->list[id];
    return e->op == STN_OP_BELOW && is_known(e->c[0]) && is_known(e->c[1])
               ? now->list[e->c[0]].value < now->list[e->c[1]].value
               : -1;
}

/* The expression that a mask or a select comes to without being written; -1: it has to be. */
static int known_choice(int op, int a, int b, int c)
{
    const int ta = is_mask(now->list[a].op) ? stn_tape_truth(a) : -1;
    const int tb = b >= 0 && is_mask(now->list[b].op) ? stn_tape_truth(b) : -1;
    if (op == STN_OP_SELECT && (ta >= 0 || b == c))
        return ta == 1 || b == c ? b : c;
    if (op == STN_OP_BELOW && is_known(a) && is_known(b))
        return known_mask(now->list[a].value < now->list[b].value);
    if (op == STN_OP_EQUAL && is_known(a) && is_known(b))
        return known_mask(now->list[a].value == now->list[b].value);
    if (op == STN_OP_NOT && ta >= 0)
        return known_mask(!ta);
    if (op == STN_OP_AND && (ta >= 0 || tb >= 0))
        return ta == 0 || tb == 0 ? known_mask(false) : ta == 1 ? b : a;
    if (op == STN_OP_OR && (ta >= 0 || tb >= 0))
        return ta == 1 || tb == 1 ? known_mask(true) : ta == 0 ? b : a;
    return -1;
}

static double computed(int op, double a, double b)
{
    return op == STN_OP_NEGATE     ? -a
           : op == STN_OP_ADD      ? a + b
           : op == STN_OP_SUBTRACT ? a - b
           : op == STN_OP_MULTIPLY ? a * b
                                   : a / b;
}

/* Whether an expression is 0 of either sign for every finite number: 0*x. */
static bool is_nothing(int i)
{
    const StnExpression *e = &now->list[i];
    return e->op == STN_OP_MULTIPLY && (is_constant(e->c[0], 0.0) || is_constant(e->c[1], 0.0));
}

/* The same of arithmetic, to the bit for finite numbers: of constants; x/infinity = x*0, where an infinite parameter stands
 * for "none"; (0*x)*(0*x) = 0; 0*x + b = b for a b other than -0, which coefficients that a polynomial lacks leave. */
static int known_sum(int op, int a, int b)
{
    const StnExpression *first = &now->list[a];
    if (op >= STN_OP_NEGATE && op <= STN_OP_DIVIDE && first->op == STN_OP_CONSTANT &&
        now->list[b].op == STN_OP_CONSTANT)
        return stn_tape_constant(computed(op, first->value, now->list[b].value));
    if (op == STN_OP_MULTIPLY && (is_constant(a, 1.0) || is_constant(b, 1.0)))
        return is_constant(a, 1.0) ? b : a;
    if (op == STN_OP_MULTIPLY && a == b && is_nothing(a))
        return stn_tape_constant(0.0);
    if (op == STN_OP_EXP && first->op == STN_OP_CONSTANT)
        return stn_tape_constant(stn_exp(first->value));
    if (op == STN_OP_EXP_WITHIN && first->op == STN_OP_CONSTANT)
        return stn_tape_constant(stn_exp_within(first->value));
    if (op == STN_OP_DIVIDE && now->list[b].op == STN_OP_NUMBER && isinf(now->list[b].value))
        return stn_tape_add(STN_OP_MULTIPLY, a,
                            stn_tape_constant(copysign(0.0, now->list[b].value)), -1);
    if (op == STN_OP_ADD && is_nothing(a) && is_known(b) &&
        !(now->list[b].value == 0.0 && signbit(now->list[b].value)))
        return b;
    return -1;
}

int stn_tape_add(int op, int a, int b, int c)
{
    if (now->failed)
        return 0;
    int known = known_choice(op, a, b, c);
    if (known < 0 && op != STN_OP_SELECT)
        known = known_sum(op, a, b);
    if (known >= 0)
        return known;
    const bool one =
        op == STN_OP_NEGATE || op == STN_OP_NOT || (op >= STN_OP_EXP && op != STN_OP_POW_NORMAL);
    const StnExpression e = {.op = op, .c = {a, one ? -1 : b, c}};
    return put(&e);
}
