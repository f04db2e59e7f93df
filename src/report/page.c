/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The page as a whole.  It says nothing of when and where it was made, so the same program makes the
 * same page. */
#include "report/page.h"
#include "io/atomic_file.h"
#include "report/html.h"
#include "report/markdown.h"

enum { KINDS = STN_FACT_CONSTRUCTION + 1 };

static int total(const StnReport *report, StnFactKind kind, StnVerdict verdict)
{
    int count = 0;
    for (int p = 0; p < report->npaper; p++)
        count += stn_paper_count_kind(&report->paper[p], kind, verdict);
    return count;
}

static void put_citation(FILE *out, const StnPaperDef *about)
{
    stn_html_text(out, about->authors);
    fprintf(out, " (%d). <cite>", about->year);
    stn_html_text(out, about->title);
    fputs("</cite>. ", out);
    stn_html_text(out, about->where);
}

/* ---- Head ---- */

static void put_bar(FILE *out, int good, int bad)
{
    const double all = good + bad > 0 ? good + bad : 1;
    fprintf(out,
            "<span class=\"bar\" aria-hidden=\"true\"><i style=\"width:%d%%\"></i>"
            "<i style=\"width:%d%%\"></i></span>",
            (int)(100.0 * good / all + 0.5), (int)(100.0 * bad / all + 0.5));
}

static void put_summary_row(FILE *out, const StnPaperRun *paper)
{
    const StnPaperDef *about = paper->def;
    fprintf(out, "<tr><td><a href=\"#%s\">%s</a><small>", about->name, about->name);
    stn_html_text(out, about->authors);
    fprintf(out, ", %d</small></td><td>", about->year);
    stn_html_rich(out, paper->def->mechanism);
    fprintf(out,
            "</td><td class=\"number\" data-is=\"cases\">%d</td>"
            "<td class=\"number\" data-is=\"figures\">%d</td>",
            paper->def->ncase, paper->def->nfigure);
    for (int kind = 0; kind < KINDS; kind++) {
        const int good = stn_paper_count_kind(paper, (StnFactKind)kind, STN_VERDICT_REPRODUCED);
        const int bad = stn_paper_count_kind(paper, (StnFactKind)kind, STN_VERDICT_NOT_REPRODUCED);
        fprintf(out, "<td data-is=\"%s\"><div>", stn_fact_kind_text((StnFactKind)kind));
        if (good + bad > 0) {
            fprintf(out, "<b>%d of %d</b>", good, good + bad);
            put_bar(out, good, bad);
        } else {
            fputs("—", out);
        }
        fputs("</div></td>", out);
    }
    fputs("</tr>\n", out);
}

static void put_summary(FILE *out, const StnReport *report)
{
    fputs(
        "<table class=\"summary\"><thead><tr><th>Paper</th><th>Mechanism</th>"
        "<th class=\"number\">Cases</th><th class=\"number\">Figures</th><th>Published numbers</th>"
        "<th>Statements</th><th>By construction</th></tr></thead>\n<tbody>\n",
        out);
    for (int p = 0; p < report->npaper; p++)
        put_summary_row(out, &report->paper[p]);
    fputs("</tbody></table>\n", out);
}

/* Which rows of the tables are shown; the style sheet does it, without a script. */
static void put_filter(FILE *out)
{
    static const char *const choices[][2] = {{"all", "everything"},
                                             {"number", "published numbers"},
                                             {"statement", "statements"},
                                             {"construction", "by construction"},
                                             {"open", "not published"}};
    fputs("<fieldset class=\"filter\"><legend>Show in the tables below</legend>", out);
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++)
        fprintf(out, "<label><input type=\"radio\" name=\"show\" id=\"show-%s\"%s> %s</label>",
                choices[i][0], i == 0 ? " checked" : "", choices[i][1]);
    fputs("</fieldset>\n", out);
}

static void put_contents(FILE *out, const StnReport *report)
{
    static const char *const parts[][2] = {
        {"facts", "published and obtained"}, {"figures", "figures"}, {"runs", "runs"}};
    fputs("<nav aria-label=\"Contents\"><h3>Contents</h3><ul>\n", out);
    for (int p = 0; p < report->npaper; p++) {
        const StnPaperDef *about = report->paper[p].def;
        fprintf(out, "<li><a href=\"#%s\">", about->name);
        stn_html_text(out, about->title);
        fputs("</a><ul>", out);
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            fprintf(out, "<li><a href=\"#%s-%s\">%s</a></li>", about->name, parts[i][0],
                    parts[i][1]);
        fputs("</ul></li>\n", out);
    }
    fputs("<li><a href=\"#provenance\">How this page was made</a></li>\n</ul></nav>\n", out);
}

static void put_header(FILE *out, const StnReport *report)
{
    int good[KINDS], all[KINDS];
    for (int kind = 0; kind < KINDS; kind++) {
        good[kind] = total(report, (StnFactKind)kind, STN_VERDICT_REPRODUCED);
        all[kind] = good[kind] + total(report, (StnFactKind)kind, STN_VERDICT_NOT_REPRODUCED);
    }
    fputs("<header><p class=\"eyebrow\">Stiction " STN_VERSION "</p>\n"
          "<h1>Published friction cases, run again</h1>\n",
          out);
    fprintf(
        out,
        "<p class=\"lead\">%d paper%s, each claim measured in a new simulation: <b>%d of %d</b> "
        "published numbers come out, <b>%d of %d</b> qualitative statements, and %d of %d numbers "
        "on which parameters were calibrated, which agree by construction.</p>\n",
        report->npaper, report->npaper == 1 ? "" : "s", good[STN_FACT_NUMBER], all[STN_FACT_NUMBER],
        good[STN_FACT_STATEMENT], all[STN_FACT_STATEMENT], good[STN_FACT_CONSTRUCTION],
        all[STN_FACT_CONSTRUCTION]);
    fputs(
        "<p>Every claim became a quantity that can be measured, and an interval that counts as "
        "agreement stands next to it. Papers give hardly any tolerance: the intervals are ours, "
        "and they were set with the results of first runs known, some after a first choice had "
        "failed (the rows say so). They keep what comes out from changing unnoticed; they are no "
        "blind test. Where a statement does not come out, the table says so and gives the "
        "reason.</p>\n<p>Parameters that a paper does not print were chosen so that the behaviour "
        "it reports appears, so agreement is there partly by construction; <code>stiction "
        "describe PLANT</code> marks each value as published or calibrated.</p>\n",
        out);
    put_summary(out, report);
    put_filter(out);
    put_contents(out, report);
    fputs("</header>\n", out);
}

/* ---- Body ---- */

static void put_failures(FILE *out, const StnPaperRun *paper)
{
    char text[1400];
    for (int i = 0; i < paper->def->ncase; i++)
        if (paper->run[i].status != STN_OK) {
            fputs("<p class=\"note\"><b>The run ", out);
            stn_html_text(out, paper->run[i].def->name);
            fputs(" failed:</b> ", out);
            stn_html_text(out, stn_error_format(&paper->run[i].error, text, sizeof text));
            fputs("</p>\n", out);
        }
}

static StnStatus put_paper(FILE *out, const StnPaperRun *paper)
{
    const char *name = paper->def->name;
    StnStatus status = STN_OK;
    fprintf(out, "<section id=\"%s\"><p class=\"eyebrow\">%s</p><h2>", name, name);
    stn_html_text(out, paper->def->title);
    fputs("</h2>\n<p class=\"cite\">", out);
    put_citation(out, paper->def);
    fputs("</p>\n", out);
    stn_markdown_html(out, paper->def->text);
    put_failures(out, paper);
    fprintf(out, "<h3 id=\"%s-facts\">Published and obtained</h3>\n", name);
    stn_page_facts(out, paper);
    fprintf(out, "<h3 id=\"%s-figures\">Figures</h3>\n", name);
    for (int i = 0; i < paper->def->nfigure && status == STN_OK; i++)
        status = stn_page_figure(out, paper, &paper->def->figures[i]);
    fprintf(out, "<h3 id=\"%s-runs\">Runs</h3>\n", name);
    stn_page_runs(out, paper);
    fputs("</section>\n", out);
    return status;
}

static void put_footer(FILE *out, const StnReport *report)
{
    int cases = 0;
    for (int p = 0; p < report->npaper; p++)
        cases += report->paper[p].def->ncase;
    fprintf(
        out,
        "<footer id=\"provenance\"><h2>How this page was made</h2>\n"
        "<p>By <code>stiction reproduce</code> of Stiction " STN_VERSION
        ", from %d runs of built-in scenarios. The tables of runs give scenario, law, overrides, "
        "solver and tolerance of each; the commands there write the same numbers to a file with "
        "<code>-o FILE.csv</code>. All quantities of the tables, with full precision, stand in "
        "<code>results.json</code> beside this page.</p>\n",
        cases);
    fputs(
        "<p>Event times (stop, breakaway, end of travel) of set-valued laws are located by the "
        "event engine as roots, not read off a grid. Fixed-step laws are shown with the step that "
        "the runs name. Curves are thinned for the picture; every extremum within a pixel is "
        "kept. The same program writes the same page, to the byte.</p>\n</footer>\n",
        out);
}

StnStatus stn_page_write(FILE *out, const StnReport *report)
{
    StnStatus status = STN_OK;
    stn_page_head(out, "Published friction cases, run again");
    put_header(out, report);
    fputs("<main>\n", out);
    for (int p = 0; p < report->npaper && status == STN_OK; p++)
        status = put_paper(out, &report->paper[p]);
    fputs("</main>\n", out);
    put_footer(out, report);
    fputs("</body></html>\n", out);
    return status;
}

StnStatus stn_report_write_page(const StnReport *report, const char *path, StnError *error)
{
    StnAtomicFile file;
    StnStatus status = stn_atomic_open(&file, path, error);
    if (status != STN_OK)
        return status;
    status = stn_page_write(file.stream, report);
    if (status == STN_OK)
        return stn_atomic_commit(&file, error);
    stn_atomic_discard(&file);
    return stn_error(error, status, "%s", stn_status_text(status));
}
