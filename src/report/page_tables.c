/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The tables of a paper: its facts and its runs. */
#include "report/facts.h"
#include "report/html.h"
#include "report/page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

int stn_paper_verdicts(const StnPaperRun *paper, StnVerdict verdict)
{
    int count = 0;
    for (int i = 0; i < paper->def->nfact; i++)
        count += paper->fact[i].verdict == verdict;
    return count;
}

int stn_paper_count_kind(const StnPaperRun *paper, StnFactKind kind, StnVerdict verdict)
{
    int count = 0;
    for (int i = 0; i < paper->def->nfact; i++)
        count += paper->fact[i].verdict == verdict && paper->fact[i].kind == kind;
    return count;
}

/* What the filter above the tables looks at. */
static const char *kind_of(const StnFact *fact)
{
    static const char *const kinds[] = {"number", "statement", "construction"};
    return fact->verdict == STN_VERDICT_NOT_PUBLISHED ? "open" : kinds[fact->kind];
}

/* "+1.3 % from the published number". */
static void put_distance(FILE *out, const StnFact *fact)
{
    if (isnan(fact->given) || fact->given == 0.0 || isnan(fact->value))
        return;
    const double percent = 100.0 * (fact->value - fact->given) / fabs(fact->given);
    char text[80];
    snprintf(text, sizeof text, "%+.2g %% from %g", percent, fact->given);
    fputs("<small class=\"distance\">", out);
    stn_html_rich(out, fabs(percent) < 0.005 ? "as published" : text);
    fputs("</small>", out);
}

static void put_badge(FILE *out, StnVerdict verdict)
{
    static const char *const classes[] = {"good", "bad", "open"};
    static const char *const marks[] = {"✓ ", "✗ ", ""};
    fprintf(out, "<span class=\"badge %s\">%s%s</span>", classes[verdict], marks[verdict],
            stn_verdict_text(verdict));
}

static void put_published(FILE *out, const StnFactDef *def)
{
    char text[STN_FACT_TEXT];
    fputs("<td data-is=\"published\"><div>", out);
    stn_html_rich(out, def->published ? def->published : "—");
    if (stn_fact_interval(def, text, sizeof text)[0]) {
        fputs("<small>accepted: ", out);
        stn_html_rich(out, text);
        fputs("</small>", out);
    }
    fputs("</div></td>", out);
}

static void put_fact(FILE *out, const StnFactDef *def, const StnFact *fact)
{
    fprintf(out, "<tr id=\"%s-%s\" data-kind=\"%s\"%s><td>", fact->paper, fact->id, kind_of(fact),
            fact->reason ? " class=\"noted\"" : "");
    stn_html_rich(out, fact->claim);
    fputs("<small><code>", out);
    stn_html_text(out, fact->cases);
    fputs("</code></small></td>", out);
    put_published(out, def);
    fputs("<td class=\"value\" data-is=\"obtained\"><div>", out);
    stn_html_rich(out, fact->obtained);
    put_distance(out, fact);
    fputs("</div></td><td data-is=\"verdict\"><div>", out);
    put_badge(out, fact->verdict);
    if (fact->verdict != STN_VERDICT_NOT_PUBLISHED)
        fprintf(out, "<small>%s</small>", stn_fact_kind_text(fact->kind));
    fputs("</div></td></tr>\n", out);
    if (!fact->reason)
        return;
    fprintf(out, "<tr data-kind=\"%s\" class=\"note%s\"><td colspan=\"4\"><p>", kind_of(fact),
            fact->verdict == STN_VERDICT_NOT_REPRODUCED ? "" : " remark");
    stn_html_rich(out, fact->reason);
    fputs("</p></td></tr>\n", out);
}

void stn_page_facts(FILE *out, const StnPaperRun *paper)
{
    fputs("<table class=\"facts\"><thead><tr><th scope=\"col\">Quantity</th><th "
          "scope=\"col\">Published</th>"
          "<th scope=\"col\">Obtained</th>"
          "<th scope=\"col\">Verdict</th></tr></thead>\n<tbody>\n",
          out);
    const char *group = NULL;
    for (int i = 0; i < paper->def->nfact; i++) {
        const StnFactDef *def = &paper->def->facts[i];
        if (def->group && (!group || strcmp(group, def->group) != 0)) {
            fputs("<tr class=\"group\"><th colspan=\"4\" scope=\"rowgroup\">", out);
            stn_html_rich(out, def->group);
            fputs("</th></tr>\n", out);
        }
        group = def->group;
        put_fact(out, def, &paper->fact[i]);
    }
    fputs("</tbody></table>\n", out);
}

static void put_run(FILE *out, const StnCaseRun *run)
{
    char text[1400];
    fputs("<tr><td><code>", out);
    stn_html_text(out, run->def->name);
    fputs("</code></td><td data-is=\"command\"><code>", out);
    stn_html_text(out, stn_case_command(run->def, text, sizeof text));
    fputs("</code></td>", out);
    if (run->status != STN_OK) {
        fputs("<td colspan=\"3\"><span class=\"badge bad\">failed</span> ", out);
        stn_html_text(out, stn_error_format(&run->error, text, sizeof text));
        fputs("</td></tr>\n", out);
        return;
    }
    fputs("<td data-is=\"solver\"><div>", out);
    stn_html_rich(out, stn_solver_text(run->system, text, sizeof text));
    fprintf(out,
            "</div></td><td class=\"number\" data-is=\"events\">%zu</td>"
            "<td class=\"number\" data-is=\"right-hand sides\">%" PRId64 "</td></tr>\n",
            run->record.nevent, run->record.counters.rates);
}

void stn_page_runs(FILE *out, const StnPaperRun *paper)
{
    fputs("<table class=\"runs\"><thead><tr><th>Case</th><th>The same run as a command</th>"
          "<th>Solver</th><th class=\"number\">Events</th>"
          "<th class=\"number\">Right-hand sides</th></tr></thead>\n<tbody>\n",
          out);
    for (int i = 0; i < paper->def->ncase; i++)
        put_run(out, &paper->run[i]);
    fputs("</tbody></table>\n", out);
}
