/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A compensator as C99, as Structured Text of IEC 61131-3 and as a MATLAB function. */
#include "exchange/compensator.h"

#include "core/build.h"
#include "exchange/feedforward.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_mask(const StnCompensator *c, int id)
{
    return c->tape.list[id].op >= STN_OP_BELOW && c->tape.list[id].op <= STN_OP_NOT;
}

/* The parameters that are needed, each by a pattern "before NAME between VALUE after". */
static void put_parameters(const StnCompensator *c, const StnLanguage *t, const char *before,
                           const char *between, const char *after)
{
    for (int id = 0; id < c->tape.count; id++)
        if (c->uses[id] > 0 && c->tape.list[id].op == STN_OP_NUMBER) {
            fprintf(c->e->out, "%s%s%s", before, c->tape.list[id].name, between);
            t->number(c->e->out, stn_number_within(c, c->tape.list[id].value));
            fputs(after, c->e->out);
        }
}

/* w1, w2, ... in order; masks and numbers begin differently. */
static void put_variables(const StnCompensator *c, const StnLanguage *t, const char *number,
                          const char *mask, const char *is, const char *after)
{
    for (int id = 0; id < c->tape.count; id++)
        if (c->variable[id]) {
            fprintf(c->e->out, "%sw%d%s", is_mask(c, id) ? mask : number, c->variable[id], is);
            stn_put_expression(c, t, id);
            fputs(after, c->e->out);
        }
}

static void put_value(const StnCompensator *c, const StnLanguage *t, int id)
{
    if (c->variable[id])
        fprintf(c->e->out, "w%d", c->variable[id]);
    else
        stn_put_expression(c, t, id);
}

/* Results, then states: `before` result or state `is` value `after`. */
static void put_assignments(const StnCompensator *c, const StnLanguage *t, const char *result,
                            const char *state, const char *is, const char *after)
{
    for (int i = 0; i < c->nresult; i++) {
        fprintf(c->e->out, "%s%s%s", result, c->result[i].name, is);
        put_value(c, t, c->result[i].id);
        fputs(after, c->e->out);
    }
    for (int i = 0; i < c->nkept; i++)
        if (c->kept[i].after != c->kept[i].before) {
            fprintf(c->e->out, "%s%s%s", state, c->kept[i].name, is);
            put_value(c, t, c->kept[i].after);
            fputs(after, c->e->out);
        }
}

/* A text in which '@' is the name of the functions. */
static void say(const StnCompensator *c, const char *text)
{
    for (const char *at = text; *at; at++)
        if (*at == '@')
            fputs(c->name, c->e->out);
        else
            fputc(*at, c->e->out);
}

/* ---- C ---- */

static const StnLanguage c_language = {
    .function = {[STN_OP_EXP] = "stn_exp_d(%0)",
                 [STN_OP_EXP_WITHIN] = "stn_exp_within_d(%0)",
                 [STN_OP_LOG] = "stn_log_d(%0)",
                 [STN_OP_LOG_NORMAL] = "stn_log_normal_d(%0)",
                 [STN_OP_POW_NORMAL] = "stn_pow_normal_d(%0, %1)",
                 [STN_OP_TWO_THIRDS] = "stn_two_thirds_d(%0)",
                 [STN_OP_SIN] = "stn_sin_d(%0)",
                 [STN_OP_COS] = "stn_cos_d(%0)",
                 [STN_OP_SQRT] = "stn_root(%0)"},
    .equal = "==",
    .both = "&&",
    .either = "||",
    .no = "!",
    .pick = "(%0 ? %1 : %2)",
    .input = "in->",
    .state = "s->",
    .number = stn_put_plain_number,
};

static void put_struct(const StnCompensator *c)
{
    say(c, "\n/* What a sample takes. */\ntypedef struct {\n");
    for (int i = 0; i < c->ntaken; i++)
        fprintf(c->e->out, "    double %s; /* %s, %s */\n", c->taken[i].name, c->taken[i].text,
                c->taken[i].unit);
    if (c->ntaken == 0)
        say(c, "    double unused; /* a struct of C has a member */\n");
    say(c,
        "} @_in;\n\n/* What it gives, and what it keeps between samples. */\ntypedef struct {\n");
    for (int i = 0; i < c->nresult; i++)
        fprintf(c->e->out, "    double %s; /* %s, %s */\n", c->result[i].name, c->result[i].text,
                c->result[i].unit);
    for (int i = 0; i < c->nkept; i++)
        fprintf(c->e->out, "    double %s;\n", c->kept[i].name);
    say(c, "} @_state;\n\nvoid @_init(@_state *s);\n"
           "double @_step(@_state *s, const @_in *in); /* u_comp */\n\n");
}

void stn_put_compensator_c(const StnCompensator *c)
{
    put_parameters(c, &c_language, "static const double ", " = ", ";\n");
    put_struct(c);
    say(c, "void @_init(@_state *s)\n{\n");
    for (int i = 0; i < c->nresult; i++)
        fprintf(c->e->out, "    s->%s = 0.0;\n", c->result[i].name);
    for (int i = 0; i < c->nkept; i++)
        fprintf(c->e->out, "    s->%s = 0.0;\n", c->kept[i].name);
    say(c, "}\n\ndouble @_step(@_state *s, const @_in *in)\n{\n");
    put_variables(c, &c_language, "    const double ", "    const int ", " = ", ";\n");
    if (c->ntaken == 0)
        say(c, "    (void)in;\n");
    put_assignments(c, &c_language, "    s->", "    s->", " = ", ";\n");
    say(c, "    return s->u_comp;\n}\n");
}

/* ---- Structured Text ---- */

/* Digits on both sides of the point and a large E, which every grammar takes. */
static void st_number(FILE *out, double value)
{
    char text[STN_PLAIN_NUMBER];
    for (const char *at = stn_plain_number(value, text); *at; at++)
        fputc(*at == 'e' ? 'E' : *at, out);
}

static const StnLanguage st_language = {
    .function = {[STN_OP_EXP] = "EXP(%0)",
                 [STN_OP_EXP_WITHIN] = "EXP(%0)",
                 [STN_OP_LOG] = "LN(%0)",
                 [STN_OP_LOG_NORMAL] = "LN(%0)",
                 [STN_OP_POW_NORMAL] = "EXPT(%0, %1)",
                 [STN_OP_TWO_THIRDS] = "EXPT(%0, 0.66666666666666667)",
                 [STN_OP_SIN] = "SIN(%0)",
                 [STN_OP_COS] = "COS(%0)",
                 [STN_OP_SQRT] = "SQRT(%0)"},
    .equal = "=",
    .both = "AND",
    .either = "OR",
    .no = "NOT ",
    .pick = "SEL(%0, %2, %1)",
    .input = "",
    .state = "",
    .number = st_number,
};

void stn_put_compensator_st(const StnCompensator *c)
{
    const char *type = c->single ? "REAL" : "LREAL";
    char between[24];
    snprintf(between, sizeof between, " : %s := ", type);
    say(c, "FUNCTION_BLOCK @\n");
    if (c->ntaken > 0)
        say(c, "VAR_INPUT\n");
    for (int i = 0; i < c->ntaken; i++)
        fprintf(c->e->out, "    %s : %s; (* %s, %s *)\n", c->taken[i].name, type, c->taken[i].text,
                c->taken[i].unit);
    say(c, c->ntaken > 0 ? "END_VAR\nVAR_OUTPUT\n" : "VAR_OUTPUT\n");
    for (int i = 0; i < c->nresult; i++)
        fprintf(c->e->out, "    %s : %s; (* %s, %s *)\n", c->result[i].name, type,
                c->result[i].text, c->result[i].unit);
    say(c, "END_VAR\nVAR CONSTANT\n");
    put_parameters(c, &st_language, "    ", between, ";\n");
    say(c, "END_VAR\n");
    if (c->nkept > 0)
        say(c, "VAR\n");
    for (int i = 0; i < c->nkept; i++)
        fprintf(c->e->out, "    %s : %s := 0.0;\n", c->kept[i].name, type);
    say(c, c->nkept > 0 ? "END_VAR\nVAR\n" : "VAR\n");
    for (int id = 0; id < c->tape.count; id++)
        if (c->variable[id])
            fprintf(c->e->out, "    w%d : %s;\n", c->variable[id], is_mask(c, id) ? "BOOL" : type);
    say(c, "END_VAR\n\n");
    put_variables(c, &st_language, "", "", " := ", ";\n");
    put_assignments(c, &st_language, "", "", " := ", ";\n");
    say(c, "END_FUNCTION_BLOCK\n");
}

/* ---- MATLAB ---- */

static const StnLanguage matlab_language = {
    .function = {[STN_OP_EXP] = "exp(%0)",
                 [STN_OP_EXP_WITHIN] = "exp(%0)",
                 [STN_OP_LOG] = "log(%0)",
                 [STN_OP_LOG_NORMAL] = "log(%0)",
                 [STN_OP_POW_NORMAL] = "(%0^%1)",
                 [STN_OP_TWO_THIRDS] = "(%0^(2.0/3.0))",
                 [STN_OP_SIN] = "sin(%0)",
                 [STN_OP_COS] = "cos(%0)",
                 [STN_OP_SQRT] = "sqrt(%0)"},
    .equal = "==",
    .both = "&&",
    .either = "||",
    .no = "~",
    .pick = "pick(%0, %1, %2)",
    .input = "",
    .state = "",
    .number = stn_put_plain_number,
};

void stn_put_compensator_matlab(const StnCompensator *c)
{
    say(c, "function [");
    for (int i = 0; i < c->nresult; i++)
        fprintf(c->e->out, "%s%s", i ? ", " : "", c->result[i].name);
    say(c, "] = @(");
    for (int i = 0; i < c->ntaken; i++)
        fprintf(c->e->out, "%s%s", i ? ", " : "", c->taken[i].name);
    say(c, ") %#codegen\n");
    stn_put_compensator_head(c, "% ");
    for (int i = 0; i < c->nkept; i++)
        fprintf(c->e->out, "persistent %s\n", c->kept[i].name);
    if (c->nkept > 0)
        fprintf(c->e->out, "if isempty(%s)\n", c->kept[0].name);
    for (int i = 0; i < c->nkept; i++)
        fprintf(c->e->out, "    %s = 0.0;\n", c->kept[i].name);
    say(c, c->nkept > 0 ? "end\n" : "");
    put_parameters(c, &matlab_language, "", " = ", ";\n");
    put_variables(c, &matlab_language, "", "", " = ", ";\n");
    put_assignments(c, &matlab_language, "", "", " = ", ";\n");
    say(c, "end\n\nfunction r = pick(m, a, b)\nif m\n    r = a;\nelse\n    r = b;\nend\nend\n");
}

/* ---- The format ---- */

/* A number that no language writes stands for "none"; laws do not compute with those. */
static StnStatus check_numbers(const StnCompensator *c, StnError *error)
{
    for (int id = 0; id < c->tape.count; id++)
        if (c->uses[id] > 0 && c->tape.list[id].op <= STN_OP_NUMBER &&
            !isfinite(c->tape.list[id].value))
            return stn_error(error, STN_BAD_INPUT,
                             "compensation: %s = %g cannot be written as a number of other "
                             "languages: give it a value",
                             c->tape.list[id].name, c->tape.list[id].value);
    return STN_OK;
}

/* Words between spaces: what a function block or a MATLAB function cannot be called, beside its own variables. */
static const char st_words[] =
    " abs acos action and any array asin atan bool by byte case configuration constant cos date "
    "dint do dt dword else elsif end_case end_for end_function end_function_block end_if "
    "end_program end_repeat end_struct end_type end_var end_while exit exp expt false for from "
    "function function_block if initial_step int limit lint ln log lreal lword max min mod move "
    "mux not of on or program real repeat resource retain return sel sin sint sqrt step string "
    "struct tan task then time to tod transition true type udint uint ulint until usint var "
    "var_external var_global var_in_out var_input var_output var_temp while with word xor e load "
    "u_comp u_last v x ";
static const char matlab_words[] =
    " abs break case catch classdef continue else elseif end exp for function global if inf nan "
    "otherwise parfor persistent pi return sin spmd switch try while e load u_comp u_last v x ";

static StnStatus check_word(const StnCompensator *c, StnError *error)
{
    const bool st = c->e->def->as == STN_EXPORT_STRUCTURED_TEXT;
    char word[64];
    if (c->e->def->as == STN_EXPORT_C)
        return STN_OK;
    snprintf(word, sizeof word, " %.48s ", c->name);
    for (char *at = word; st && *at; at++) /* its words have no case */
        *at = *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at;
    if (strstr(st ? st_words : matlab_words, word))
        return stn_bad_setting(
            error, "--name", "\"%s\" is a word of %s: %s needs a name of its own", c->name,
            st ? "Structured Text" : "MATLAB", st ? "a function block" : "a function");
    return STN_OK;
}

StnStatus stn_write_compensator(const StnExport *e, StnError *error)
{
    StnCompensator c = {.e = e, .system = stn_scenario_system(e->scenario)};
    c.name = e->def->name ? e->def->name : "compensator";
    c.single = e->def->real == STN_EXPORT_REAL && e->def->as == STN_EXPORT_STRUCTURED_TEXT;
    StnStatus status = stn_feed_check_name(c.name, false, error);
    if (status == STN_OK)
        status = check_word(&c, error);
    if (status == STN_OK && e->def->real == STN_EXPORT_REAL && !c.single)
        status = stn_bad_setting(error, "--real",
                                 "numbers in REAL are there in Structured Text alone "
                                 "(--as structured-text)");
    if (status == STN_OK && stn_system_term_count(c.system) == 0)
        status = stn_error(error, STN_BAD_INPUT,
                           "the scenario has no compensation: give it a list \"compensation:\", or "
                           "--set 'compensation=[{kind: ...}]' (\"stiction list compensations\")");
    if (status != STN_OK)
        return status;
    status = STN_HAVE_CXX
                 ? stn_compensator_make(&c, error)
                 : stn_error(error, STN_BAD_INPUT,
                             "this build was made without a C++ compiler, which compensators "
                             "are written with");
    if (status == STN_OK)
        status = check_numbers(&c, error);
    if (status == STN_OK && e->def->as == STN_EXPORT_C) {
        fputs("/*\n", e->out);
        stn_put_compensator_head(&c, " * ");
        fputs(" */\n", e->out);
        status = stn_put_elementary(&c, error);
        if (status == STN_OK)
            stn_put_compensator_c(&c);
    } else if (status == STN_OK && e->def->as == STN_EXPORT_STRUCTURED_TEXT) {
        fputs("(*\n", e->out);
        stn_put_compensator_head(&c, "   ");
        fputs("*)\n", e->out);
        stn_put_compensator_st(&c);
    } else if (status == STN_OK) {
        stn_put_compensator_matlab(&c);
    }
    stn_compensator_free(&c);
    return status;
}
