/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The choice of a law: its options, and the report. */
#include "identify/method.h"

#include <math.h>

#define S StnSelectDef
/* clang-format off */
static const StnField entries[] = {
    STN_INTEGER(S, folds, 0, 2, 100,
                "cross-validation in N parts instead of a part held out (with --means: 10, unless --hold-out "
                "says otherwise)"),
    STN_NUMBER (S, worthwhile, "1", 0.02, 0.0, STN_BELOW_1,
                "a smaller reduction of the error does not count"),
    STN_FLAG   (S, all, false,
                "fit every candidate; otherwise a term (viscous, by direction) that takes a fifth off the error "
                "of the first law is taken for granted in the others"),
};
/* clang-format on */
#undef S
const StnFields stn_select_fields = STN_TABLE("select", StnSelectDef, entries);

StnSelectDef stn_default_select_def(StnFitDef fit)
{
    StnSelectDef def = {.fit = fit, .resolution = NAN};
    stn_fields_default(&stn_select_fields, &def);
    return def;
}

/* Which rule decided: below threshold, not significant, identical, or BIC. */
static void verdict(const StnSelection *s, int i, double worthwhile, char *out, size_t size)
{
    const StnSelectRow *row = &s->row[i];
    if (row->status)
        snprintf(out, size, "%s", stn_status_text(row->status));
    else if (s->nothing)
        snprintf(out, size, "explains nothing");
    else if (i == s->best)
        snprintf(out, size, "best");
    else if (row->enough && row->loss < worthwhile)
        snprintf(out, size, "enough (%.1f %% worse)", 100.0 * row->loss);
    else if (row->enough && row->chance <= STN_SELECT_CHANCE)
        snprintf(out, size, "enough (BIC)");
    else if (row->enough)
        snprintf(out, size, "enough (p %.2g)", row->chance);
    else if (row->chance <= STN_SELECT_CHANCE)
        snprintf(out, size, "worse (p %.2g)", row->chance);
    else
        snprintf(out, size, "worse (BIC)");
}

static void percent(double value, bool failed, char out[32])
{
    if (failed)
        snprintf(out, 32, "-");
    else
        snprintf(out, 32, "%.4g %%", value);
}

static void report_candidates(const StnSelectDef *def, const StnSelection *s, StnResult *out)
{
    const StnResultColumn columns[] = {
        {NULL, "", NULL, NULL},
        {"label", "law", NULL, NULL},
        {"status", NULL, NULL, NULL},
        {"parameters", "parameters", NULL, NULL},
        {"fitted_percent", NULL, NULL, NULL},
        {"held_out_percent", NULL, NULL, NULL},
        {NULL, "fitted", NULL, "r"},
        {NULL, def->folds ? "cross-validated" : "held out", NULL, "r"},
        {"bic", "BIC", NULL, "%.1f"},
        {"chance", NULL, NULL, NULL},
        {"enough", NULL, NULL, NULL},
        {"why", NULL, NULL, NULL},
        {NULL, "verdict", NULL, NULL},
    };
    stn_result_table(out, "candidates", "", columns, STN_COUNT_OF(columns));
    for (int i = 0; i < s->count; i++) {
        const StnSelectRow *row = &s->row[i];
        char fitted[32], held[32], words[80];
        percent(row->fitted, row->status != STN_OK, fitted);
        percent(row->held, row->status != STN_OK, held);
        verdict(s, i, def->worthwhile, words, sizeof words);
        const StnCell cells[] = {
            stn_cell_text(i == s->recommended ? "->" : ""),
            stn_cell_text(row->label),
            stn_cell_text(row->left_out ? "left out" : stn_status_text(row->status)),
            stn_cell_count((uint64_t)row->nparam),
            stn_cell_number(row->fitted),
            stn_cell_number(row->held),
            stn_cell_text(fitted),
            stn_cell_text(held),
            stn_cell_number(row->status ? NAN : row->bic),
            stn_cell_number(row->chance),
            stn_cell_flag(row->enough),
            stn_cell_text(row->why),
            stn_cell_text(words)};
        stn_result_row(out, !row->left_out, cells);
    }
}

/* Sentences that stand as paragraphs, without a heading. */
static void report_reasons(const StnSelection *s, StnResult *out)
{
    StnRemarks others = {.count = 0};
    char reason[sizeof s->reason + 1];
    stn_result_line(out, "%s", "");
    if (s->left_out[0]) {
        stn_result_paragraph(out, NULL, s->left_out);
        stn_result_line(out, "%s", "");
    }
    snprintf(reason, sizeof reason, "%s.", s->reason);
    stn_result_paragraph(out, NULL, reason);
    for (int i = 0; i < s->count; i++)
        if (s->row[i].why[0] && i != s->recommended)
            stn_remark(&others, "%s: %s.", s->row[i].label, s->row[i].why);
    stn_result_remarks(out, NULL, &others, "");
}

void stn_report_selection(const StnSelectDef *def, const StnSelection *selection,
                          const StnData *data, bool interrupted, StnResult *out)
{
    const StnSelection *s = selection;
    const StnSelectRow *best = s->recommended < 0 ? NULL : &s->row[s->recommended];
    stn_result_flag(out, "interrupted", interrupted);
    stn_report_data(out, data);
    stn_result_line(out, "%s", "");
    report_candidates(def, s, out);
    report_reasons(s, out);
    stn_result_text(out, "recommended", best ? best->label : NULL);
    stn_result_text(out, "reason", s->reason);
    if (!best)
        return;
    stn_result_line(out, "\n%s", best->label);
    stn_result_open(out, "fit");
    stn_report_fit(&def->fit, &best->result, data, false, out);
    stn_result_close(out);
}

/* clang-format off */
const StnIdentifyMethod stn_select_method = {
    .name = "select",
    .summary = "the simplest law that is good enough, with the reason",
    .about =
        "FILE --scenario SCENARIO --match COLUMN=DATA [--free NAME,...]\n"
        "FILE --effort COLUMN --position COLUMN\n"
        "FILE --effort COLUMN --velocity COLUMN --runs COLUMN --means\n"
        "\n"
        "Fits several laws, each with and without a viscous term, alike to both sides and by direction, and\n"
        "recommends the simplest one that is not significantly worse than the best on data that no fit has\n"
        "seen; with the reason.  The best of each law with a Stribeck curve is also tried with its exponent\n"
        "1 and free, the best of elements (gms) with a static level.\n",
    .examples =
        "  stiction identify select axis.csv --scenario axis.yaml --match u=force --free m,initial.v\n"
        "  stiction identify select contact.csv --effort F --position x --free offset.FF \\\n"
        "      --laws dahl,lugre,gms\n"
        "  stiction identify select screw.csv --effort torque --velocity speed --runs set_speed --means \\\n"
        "      --laws coulomb,stribeck --free offset.FF\n",
    .fields = &stn_select_fields,
    .flags = STN_IDENTIFY_MODEL | STN_IDENTIFY_ROWS,
};
/* clang-format on */
