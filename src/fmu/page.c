/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The documentation page of an FMU, with a figure of the scenario's own run. */
#include "fmu/writer.h"

#include "report/chart.h"
#include "report/html.h"

#include <math.h>
#include <string.h>

static const char style[] =
    "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:left;border-bottom:1px "
    "solid "
    "#ddd}code,pre{background:#f4f4f4}pre{padding:1em;overflow:auto}svg{width:100%;height:auto}"
    "svg text{font-size:13px;fill:#444}.grid{stroke:#ddd}"
    ".k0{stroke:#1f5fa8;fill:none;stroke-width:1.5}"
    ".k1{stroke:#c0392b;fill:none;stroke-width:1.5}.k2{stroke:#2e8b57;fill:none;stroke-width:1.5}";

static void put_rows(const StnFmuWriter *w, FILE *out, StnFmuCausality causality)
{
    char number[32];
    fputs("<table>\n<tr><th>name</th><th>unit</th><th>start</th><th>what it is</th></tr>\n", out);
    for (int k = 0; k < w->variables.count; k++) {
        const StnFmuVariable *v = &w->variables.item[k];
        if (v->causality != causality)
            continue;
        fputs("<tr><td><code>", out);
        stn_html_text(out, v->name);
        fputs("</code></td><td>", out);
        stn_html_text(out, v->unit);
        fprintf(out, "</td><td>%s</td><td>",
                isfinite(v->start) ? stn_number_text(v->start, number) : "");
        stn_html_text(out, v->text);
        fputs("</td></tr>\n", out);
    }
    fputs("</table>\n", out);
}

/* Columns of the first site, one panel each. */
static StnStatus put_figure(const StnFmuWriter *w, FILE *out)
{
    StnRecord record = {.rows = 0};
    StnStatus status = stn_scenario_run(w->scenario, &record, w->error);
    int shown = 0;
    for (int k = 1; !status && k < record.ncolumn && shown < 3; k++) {
        const StnRole role = record.column[k].role;
        if (role != STN_ROLE_POSITION && role != STN_ROLE_VELOCITY && role != STN_ROLE_FRICTION)
            continue;
        char label[96], id[16];
        snprintf(label, sizeof label, "%s [%s]", record.column[k].name, record.column[k].unit);
        snprintf(id, sizeof id, "figure%d", ++shown);
        const StnCurve curve = {.x = record.data[0], .y = record.data[k], .count = record.rows};
        const StnPanel panel = {.title = record.column[k].text,
                                .xlabel = "t [s]",
                                .ylabel = label,
                                .curve = &curve,
                                .ncurve = 1};
        if (stn_chart_svg(out, &panel, id))
            status = stn_out_of_memory(w->error);
    }
    stn_record_free(&record);
    return status;
}

StnStatus stn_fmu_page(const StnFmuWriter *w, FILE *out)
{
    const char *title = stn_scenario_title(w->scenario);
    const StnPlant *plant = stn_system_plant(w->system);
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>", out);
    stn_html_text(out, title);
    fprintf(out, "</title>\n<style>%s</style>\n</head>\n<body>\n<h1>", style);
    stn_html_text(out, title);
    fputs("</h1>\n<p>", out);
    stn_html_text(out, plant->text);
    fputs("</p>\n<p>Friction: ", out);
    for (int i = 0; i < plant->nsite; i++) {
        const StnLaw *law = stn_system_law(w->system, i);
        fprintf(out, "%s%s at ", i ? "; " : "", law->title);
        stn_html_text(out, plant->sites[i].name);
    }
    fputs(".</p>\n<p>The figure shows the scenario with its own inputs, which the parameter "
          "<code>internal_inputs</code> = true runs in the FMU, too.</p>\n",
          out);
    const StnStatus status = put_figure(w, out);
    fputs("<h2>Inputs</h2>\n", out);
    put_rows(w, out, STN_FMU_INPUT);
    fputs("<h2>Outputs</h2>\n", out);
    put_rows(w, out, STN_FMU_OUTPUT);
    fputs("<h2>Parameters</h2>\n<p>A value that follows from others does so until it is set. "
          "Values of <code>initial</code> act at the start; all others can be changed at "
          "events.</p>\n",
          out);
    put_rows(w, out, STN_FMU_PARAMETER);
    fputs("<h2>Use</h2>\n<p>Co-Simulation contains the event-driven engine: its results do not "
          "depend on the communication step, and its accuracy is that of the scenario "
          "(<code>solver.rtol</code>), not that of the importer. ",
          out);
    fputs(w->model_exchange
              ? "Model Exchange: every change of the friction mode is a state event; samples and "
                "kinks of inputs are time events."
              : "There is no Model Exchange: the law has a fixed step of its own.",
          out);
    fputs(
        " The time of the scenario begins at the start time of the experiment.</p>\n"
        "<p>The sources are GNU C (<code>_Complex</code> numbers): gcc, clang or clang-cl compile "
        "them; Microsoft's own compiler does not.</p>\n<h2>Scenario</h2>\n<pre>",
        out);
    stn_html_text(out, stn_scenario_resolved(w->scenario));
    fputs("</pre>\n<p>Made by Stiction " STN_VERSION ", MIT licence.</p>\n</body>\n</html>\n", out);
    return status;
}
