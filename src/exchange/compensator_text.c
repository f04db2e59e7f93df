/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Expressions as text, in the words of a language; brackets keep the order of every operation. */
#include "exchange/compensator.h"

#include "exchange/feedforward.h"
#include "stiction/io.h"

#include <float.h>
#include <math.h>
#include <string.h>

const char *stn_plain_number(double value, char *out)
{
    char text[40];
    if (value == 0.0)
        return signbit(value) ? "-0.0" : "0.0";
    stn_number_text(value, text);
    char *e = strchr(text, 'e');
    const int head = e ? (int)(e - text) : (int)strlen(text);
    snprintf(out, STN_PLAIN_NUMBER, "%.*s%s%s", head, text,
             memchr(text, '.', (size_t)head) ? "" : ".0", e ? e : "");
    return out;
}

void stn_put_plain_number(FILE *out, double value)
{
    char text[STN_PLAIN_NUMBER];
    fputs(stn_plain_number(value, text), out);
}

double stn_number_within(const StnCompensator *c, double value)
{
    const double least = c->single ? FLT_MIN : DBL_MIN, most = c->single ? FLT_MAX : DBL_MAX;
    const double size = fabs(value);
    if (c->e->def->as != STN_EXPORT_STRUCTURED_TEXT || size == 0.0)
        return value;
    if (c->single && size == 6755399441055744.0) /* 1.5*2^52, whose addition rounds: 1.5*2^23 */
        return copysign(12582912.0, value);
    return copysign(fmin(fmax(size, least), most), value);
}

static void put(const StnCompensator *c, const StnLanguage *t, int id, bool whole);

/* A pattern in which %0, %1, %2 are expressions. */
static void put_pattern(const StnCompensator *c, const StnLanguage *t, const char *pattern,
                        const int *id)
{
    for (const char *at = pattern; *at; at++)
        if (at[0] == '%' && at[1] >= '0' && at[1] <= '2')
            put(c, t, id[*++at - '0'], false);
        else
            fputc(*at, c->e->out);
}

static void put_operation(const StnCompensator *c, const StnLanguage *t, const StnExpression *e)
{
    static const char *const sign[] = {[STN_OP_ADD] = "+",
                                       [STN_OP_SUBTRACT] = "-",
                                       [STN_OP_MULTIPLY] = "*",
                                       [STN_OP_DIVIDE] = "/",
                                       [STN_OP_BELOW] = "<"};
    const char *word = e->op == STN_OP_EQUAL ? t->equal
                       : e->op == STN_OP_AND ? t->both
                       : e->op == STN_OP_OR  ? t->either
                                             : sign[e->op];
    put(c, t, e->c[0], false);
    fprintf(c->e->out, " %s ", word);
    put(c, t, e->c[1], false);
}

static void put_leaf(const StnCompensator *c, const StnLanguage *t, const StnExpression *e)
{
    const bool below = e->op == STN_OP_CONSTANT && signbit(e->value);
    if (e->op == STN_OP_CONSTANT) {
        fputs(below ? "(" : "", c->e->out);
        t->number(c->e->out, stn_number_within(c, e->value));
        fputs(below ? ")" : "", c->e->out);
    } else {
        fprintf(c->e->out, "%s%s",
                e->op == STN_OP_INPUT   ? t->input
                : e->op == STN_OP_STATE ? t->state
                                        : "",
                e->name);
    }
}

/* whole: no brackets around it. */
static void put(const StnCompensator *c, const StnLanguage *t, int id, bool whole)
{
    const StnExpression *e = &c->tape.list[id];
    if (c->variable[id] && !whole) {
        fprintf(c->e->out, "w%d", c->variable[id]);
        return;
    }
    if (e->op < STN_OP_NEGATE) {
        put_leaf(c, t, e);
    } else if (e->op == STN_OP_SELECT) {
        put_pattern(c, t, t->pick, e->c);
    } else if (e->op >= STN_OP_EXP) {
        put_pattern(c, t, t->function[e->op], e->c);
    } else {
        fputs(whole ? "" : "(", c->e->out);
        if (e->op == STN_OP_NEGATE || e->op == STN_OP_NOT) {
            fputs(e->op == STN_OP_NEGATE ? "-" : t->no, c->e->out);
            put(c, t, e->c[0], false);
        } else {
            put_operation(c, t, e);
        }
        fputs(whole ? "" : ")", c->e->out);
    }
}

void stn_put_expression(const StnCompensator *c, const StnLanguage *language, int id)
{
    put(c, language, id, true);
}

/* ---- What stands before it ---- */

/* A text of more than one line would leave the comment. */
static void put_line(const StnCompensator *c, const char *comment, const char *text)
{
    fprintf(c->e->out, "%s", comment);
    for (const char *at = text; *at; at++)
        if (!(at[0] == '*' && (at[1] == '/' || at[1] == ')')))
            fputc((unsigned char)*at < 0x20 ? ' ' : *at, c->e->out);
        else
            fputs("* ", c->e->out);
    fputc('\n', c->e->out);
}

static void put_drive(const StnCompensator *c, const char *comment)
{
    const char *unit = c->result[0].unit;
    char text[240], number[40];
    if (c->per_force == 1.0)
        snprintf(text, sizeof text, "Add u_comp to what the controller wants, then limit the sum.");
    else if (isnan(c->per_force))
        snprintf(text, sizeof text,
                 "u_comp is a force in %s; what the drive takes for it depends on its size "
                 "(docs/compensation.md).",
                 unit);
    else
        snprintf(text, sizeof text,
                 "u_comp is a force in %s; the drive takes %s of its own unit for 1 %s.", unit,
                 stn_number_text(c->per_force, number), unit);
    put_line(c, comment, text);
}

void stn_put_compensator_head(const StnCompensator *c, const char *comment)
{
    const StnModel *M = &c->system->model;
    char text[600], number[40];
    snprintf(text, sizeof text, "%s: compensation of friction, of the scenario \"%s\".", c->name,
             c->e->title ? c->e->title : "");
    put_line(c, comment, text);
    snprintf(text, sizeof text, "Written by stiction %s.  Call it once per sample, every %s s.",
             STN_VERSION, stn_number_text(c->system->num.Ts, number));
    put_line(c, comment, text);
    put_drive(c, comment);
    put_line(c, comment,
             "The controller is not part of it: its gains, their schedule, the rule of its "
             "integrator.");
    if (c->single && c->uses[c->time] > 0)
        put_line(
            c, comment,
            "Time counts samples in REAL: start the block anew before 2^24 = 16777216 of them.");
    for (int k = 0; k < M->nterm; k++) {
        snprintf(text, sizeof text, "Term %d, %s%s%s: %s", k + 1, M->term[k]->name,
                 M->term_law[k] ? " with the law " : "", M->term_law[k] ? M->term_law[k]->name : "",
                 M->term[k]->equation);
        put_line(c, comment, text);
    }
    for (int i = 0; i < c->ntaken; i++) {
        snprintf(text, sizeof text, "Takes %s: %s, %s", c->taken[i].name, c->taken[i].text,
                 c->taken[i].unit);
        put_line(c, comment, text);
    }
    for (int i = 0; i < c->nresult; i++) {
        snprintf(text, sizeof text, "Gives %s: %s, %s", c->result[i].name, c->result[i].text,
                 c->result[i].unit);
        put_line(c, comment, text);
    }
}
