/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Runs of a study to look at, each with the command that repeats it. */
#include "report/html.h"
#include "report/study_page.h"

#include <inttypes.h>
#include <math.h>

enum { BAD_SHOWN = 20, MISSES_SHOWN = 10, COMMAND_SIZE = 4096 };

static void put_head(FILE *out, const char *third)
{
    fprintf(out,
            "<table class=\"runs\"><thead><tr><th class=\"number\">Run</th><th>%s</th><th>The same "
            "run as a command</th></tr></thead>\n<tbody>\n",
            third);
}

static void put_command(StnStudyPage *p, int64_t run)
{
    char command[COMMAND_SIZE];
    fputs("</td><td data-is=\"command\"><code>", p->out);
    stn_html_text(p->out, stn_study_command(p->study, run, command, sizeof command));
    fputs("</code></td></tr>\n", p->out);
}

/* ---- Invalid and failed ---- */

static void put_bad(void *user, int64_t run, StnOutcome outcome, const char *reason)
{
    StnStudyPage *p = user;
    fprintf(p->out,
            "<tr><td class=\"number\">%" PRId64 "</td><td><span class=\"badge %s\">%s</span> ", run,
            outcome == STN_OUTCOME_FAILED ? "bad" : "open", stn_outcome_word(outcome));
    stn_html_text(p->out, reason);
    put_command(p, run);
}

static void put_all_bad(StnStudyPage *p)
{
    const StnStudy *s = p->study;
    const int64_t bad = s->done[STN_OUTCOME_INVALID] + s->done[STN_OUTCOME_FAILED];
    if (bad == 0 || p->status != STN_OK)
        return;
    fprintf(p->out, "<h3>Invalid or failed: %" PRId64 " runs</h3>\n", bad);
    if (bad > BAD_SHOWN)
        fprintf(p->out, "<p>The first %d of them.</p>\n", BAD_SHOWN);
    put_head(p->out, "Why");
    p->status = stn_study_bad(p->study, BAD_SHOWN, put_bad, p, p->error);
    fputs("</tbody></table>\n", p->out);
}

/* ---- Expectations that are missed ---- */

/* The runs farthest on the wrong side, farthest first. */
static int farthest(const StnStudyPage *p, const StnExpectation *e, int64_t *run)
{
    int count = 0;
    for (int64_t k = 0; k < p->study->count; k++) {
        const double far = stn_expectation_distance(e, p->y[k]);
        int place = count;
        if (stn_expectation_holds(e, p->y[k]))
            continue;
        while (place > 0 && far > stn_expectation_distance(e, p->y[run[place - 1]]))
            place--;
        if (place == MISSES_SHOWN)
            continue;
        count += count < MISSES_SHOWN;
        for (int i = count - 1; i > place; i--)
            run[i] = run[i - 1];
        run[place] = k;
    }
    return count;
}

static void put_misses(StnStudyPage *p, const StnExpectation *e)
{
    int64_t run[MISSES_SHOWN];
    const int column = p->study->nvary + e->metric;
    if (!stn_study_page_load(p, column, p->y))
        return;
    const int count = farthest(p, e, run);
    if (count == 0)
        return;
    fputs("<h3>Farthest from <code>", p->out);
    stn_html_text(p->out, e->text);
    fputs("</code></h3>\n", p->out);
    put_head(p->out, p->study->column[column].name);
    for (int i = 0; i < count; i++) {
        char text[64];
        snprintf(text, sizeof text, "%.5g %s", p->y[run[i]], p->study->column[column].unit);
        fprintf(p->out, "<tr><td class=\"number\">%" PRId64 "</td><td>", run[i]);
        stn_html_rich(p->out, isnan(p->y[run[i]]) ? "does not exist" : text);
        put_command(p, run[i]);
    }
    fputs("</tbody></table>\n", p->out);
}

void stn_study_page_runs(StnStudyPage *p)
{
    const StnStudy *s = p->study;
    fputs("<section id=\"runs\"><h2>Runs to look at</h2>\n<p>Each command gives the numbers of "
          "that run, to the bit.</p>\n",
          p->out);
    for (int i = 0; i < s->nexpectation && p->status == STN_OK; i++)
        put_misses(p, &s->expectation[i]);
    put_all_bad(p);
    fputs("</section>\n", p->out);
}
