/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Reports: verdicts and their texts, measures against closed forms, charts, and a small page. */
#include "report/chart.h"
#include "report/facts.h"
#include "report/html.h"
#include "report/markdown.h"
#include "report/page.h"
#include "report/runner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "skip.h"

/* What a function that writes to a stream writes; to be freed. */
typedef struct Caught {
    char *text;
    size_t size;
    FILE *out;
} Caught;

static FILE *catch (Caught *caught)
{
    caught->out = open_memstream(&caught->text, &caught->size);
    assert_non_null(caught->out);
    return caught->out;
}

static const char *caught_text(Caught *caught)
{
    fclose(caught->out);
    return caught->text;
}

static void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in \"%.2000s\"", part, text);
}

static int occurrences(const char *text, const char *part)
{
    int count = 0;
    for (const char *p = strstr(text, part); p; p = strstr(p + 1, part))
        count++;
    return count;
}

/* ---- Verdicts ---- */

static void a_value_within_its_interval_is_reproduced(void **state)
{
    assert_int_equal(stn_fact_verdict(1.0, 0.5, 1.5), STN_VERDICT_REPRODUCED);
    assert_int_equal(stn_fact_verdict(0.5, 0.5, 1.5), STN_VERDICT_REPRODUCED);
    assert_int_equal(stn_fact_verdict(1.6, 0.5, 1.5), STN_VERDICT_NOT_REPRODUCED);
    assert_int_equal(stn_fact_verdict(-1e30, -INFINITY, 0.0), STN_VERDICT_REPRODUCED);
    assert_int_equal(stn_fact_verdict(0.0, 0.0, 0.0), STN_VERDICT_REPRODUCED);
    assert_int_equal(stn_fact_verdict(5.0, NAN, NAN), STN_VERDICT_NOT_PUBLISHED);
}

static void what_did_not_happen_is_never_reproduced(void **state)
{
    assert_int_equal(stn_fact_verdict(NAN, -INFINITY, INFINITY), STN_VERDICT_NOT_REPRODUCED);
    assert_int_equal(stn_fact_verdict(NAN, 0.0, 1.0), STN_VERDICT_NOT_REPRODUCED);
}

static void values_read_as_people_write_them(void **state)
{
    static const struct {
        double value;
        const char *unit, *text;
    } rows[] = {
        {5.9723, "s", "5.972 s"},
        {0.0, "m/s", "0 m/s"},
        {-0.0, "m/s", "0 m/s"},
        {46080.0, "1/s", "46080 1/s"},
        {1.527e-31, "m/s", "1.527e-31 m/s"},
        {3.467, "°", "3.467°"},
        {5.044, "°/s", "5.044°/s"},
        {NAN, "s", "did not happen"},
    };
    char text[STN_FACT_TEXT];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(stn_fact_value(rows[i].value, rows[i].unit, text, sizeof text),
                            rows[i].text);
}

static void intervals_read_as_people_write_them(void **state)
{
    static const struct {
        StnFactDef def;
        const char *text;
    } rows[] = {
        {{.accept = {5.4, 6.6}, .unit = "s"}, "5.4 … 6.6 s"},
        {{.accept = {1000.0, INFINITY}, .unit = "1/s"}, "at least 1000 1/s"},
        {{.accept = {-INFINITY, -1.0}, .unit = "µm/s"}, "at most -1 µm/s"},
        {{.accept = {0.0, 0.0}, .unit = "%"}, "exactly 0 %"},
        {{.accept = {7.4999999, 7.5000001}, .unit = "s"}, "7.5 ± 1e-7 s"},
        {{.accept = {NAN, NAN}, .unit = "s"}, ""},
    };
    char text[STN_FACT_TEXT];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(stn_fact_interval(&rows[i].def, text, sizeof text), rows[i].text);
}

/* ---- HTML ---- */

static void text_is_escaped(void **state)
{
    Caught caught;
    stn_html_text(catch (&caught), "<script>\"a\" & 'b'</script>");
    assert_string_equal(caught_text(&caught),
                        "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;");
    free(caught.text);
}

static void rich_text_knows_code_minus_and_powers_of_ten(void **state)
{
    static const char *const rows[][2] = {
        {"law `a<b`", "law <code>a&lt;b</code>"},
        {"-3.5 and 2-1", "−3.5 and 2-1"},
        {"1.2e-5 m", "1.2·10<sup>−5</sup> m"},
        {"rtol 1e-9", "rtol 10<sup>−9</sup>"},
        {"1e5 N/m", "10<sup>5</sup> N/m"},
        {"11e3, 2e+4", "11·10<sup>3</sup>, 2·10<sup>4</sup>"},
        {"the end, 3e, e-5", "the end, 3e, e-5"},
        {"`1e-9` stays", "<code>1e-9</code> stays"},
        {"left `open", "left <code>open</code>"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Caught caught;
        stn_html_rich(catch (&caught), rows[i][0]);
        assert_string_equal(caught_text(&caught), rows[i][1]);
        free(caught.text);
    }
}

static void markdown_becomes_html_and_nothing_else_does(void **state)
{
    static const char *const rows[][2] = {
        {"one\n\ntwo & three\n", "<p>one</p>\n<p>two &amp; three</p>\n"},
        {"one\n  two\n", "<p>one   two</p>\n"},
        {"# A *b*\ntext\n## C", "<h3>A <em>b</em></h3>\n<p>text</p>\n<h4>C</h4>\n"},
        {"- a\n  b\n- `c`\n\nd",
         "<ul>\n<li>a   b</li>\n<li><code>c</code></li>\n</ul>\n<p>d</p>\n"},
        {"**a *b* c** 2*3*4", "<p><strong>a <em>b</em> c</strong> 2<em>3</em>4</p>\n"},
        {"a * b, *c, **d", "<p>a * b, *c, **d</p>\n"},
        {"`a*b*` [x]", "<p><code>a*b*</code> [x]</p>\n"},
        {"[t](https://a.b/?c=\"d\")", "<p><a href=\"https://a.b/?c=&quot;d&quot;\">t</a></p>\n"},
        {"[t](javascript:x) [u](#v)", "<p>[t](javascript:x) <a href=\"#v\">u</a></p>\n"},
        {"<script>-3</script>", "<p>&lt;script&gt;−3&lt;/script&gt;</p>\n"},
        {"", ""},
        {"*", "<p>*</p>\n"},
        {"[](", "<p>[](</p>\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Caught caught;
        stn_markdown_html(catch (&caught), rows[i][0]);
        assert_string_equal(caught_text(&caught), rows[i][1]);
        free(caught.text);
    }
}

/* Marks that end nowhere are not looked for again and again. */
static void long_texts_of_marks_take_no_time(void **state)
{
    static const char *const parts[] = {"*a ", "**a ", "[a", "[a](", "`", "**a* "};
    enum { TIMES = 20000 };
    char *text = malloc(TIMES * 5 + 1);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        Caught caught;
        char *end = text;
        for (int k = 0; k < TIMES; k++)
            end = stpcpy(end, parts[i]);
        stn_markdown_html(catch (&caught), text);
        assert_true(strlen(caught_text(&caught)) >= strlen(text));
        free(caught.text);
    }
    free(text);
}

/* ---- Charts ---- */

static char *chart_of(const StnPanel *panel)
{
    Caught caught;
    assert_int_equal(stn_chart_svg(catch (&caught), panel, "id"), STN_OK);
    caught_text(&caught);
    return caught.text;
}

static void a_polyline_is_thinned_within_its_tolerance(void **state)
{
    enum { COUNT = 2000 };
    double x[COUNT], y[COUNT], fullx[COUNT], fully[COUNT];
    for (int i = 0; i < COUNT; i++) {
        x[i] = fullx[i] = 0.2 * i;
        y[i] = fully[i] = 50.0 * sin(0.01 * i);
    }
    const size_t kept = stn_chart_simplify(x, y, COUNT, 0.2);
    assert_in_range(kept, 10, 200);
    assert_float_equal(x[0], fullx[0], 0.0);
    assert_float_equal(x[kept - 1], fullx[COUNT - 1], 0.0);
    for (int i = 0; i < COUNT;
         i++) { /* vertical distance is at most that of the slope, 2.7 times */
        size_t k = 1;
        while (k + 1 < kept && x[k] < fullx[i])
            k++;
        const double line =
            y[k - 1] + (fullx[i] - x[k - 1]) / (x[k] - x[k - 1]) * (y[k] - y[k - 1]);
        assert_true(fabs(line - fully[i]) < 0.2 * 2.8);
    }
}

static void a_path_is_written_with_the_shortest_letters(void **state)
{
    /* of an area 376 wide and 174 high, with ticks of one digit */
    const double x[] = {0.0, 1.0, 1.0, 2.0, 3.0, 4.0}, y[] = {0.0, 0.0, 1.0, 2.0, 2.0, NAN};
    const StnCurve curve = {x, y, 6, NULL, STN_STYLE_LINES};
    const StnPanel panel = {
        .curve = &curve, .ncurve = 1, .xmin = 0.0, .xmax = 4.0, .ymin = 0.0, .ymax = 2.0};
    char *svg = chart_of(&panel);
    assert_contains(svg, "d=\"M0 174h");
    assert_contains(svg, "v-87l");
    assert_non_null(strstr(strstr(svg, "v-87l"), "-87h"));
    free(svg);
}

static void breaks_and_corners_of_a_polyline_stay(void **state)
{
    double x[] = {0, 1, 2, 2.5, 3, 4, 5}, y[] = {0, 0, 0, NAN, 1, 9, 1};
    const size_t kept = stn_chart_simplify(x, y, 7, 0.1);
    assert_int_equal(kept, 6); /* only the point in the middle of the first piece goes */
    assert_float_equal(x[1], 2.0, 0.0);
    assert_true(isnan(y[2]));
    assert_float_equal(y[4], 9.0, 0.0);
}

static void a_chart_names_itself_its_axes_and_curves(void **state)
{
    const double x[] = {0.0, 1.0, 2.0}, y[] = {-1.0, 2.0, 1.0};
    const StnCurve curves[] = {{x, y, 3, "first", STN_STYLE_LINES},
                               {x, y, 3, "wanted", STN_STYLE_DASHES}};
    const StnPanel panel = {
        .title = "A <b>", .xlabel = "time [s]", .ylabel = "v [m/s]", .curve = curves, .ncurve = 2};
    char *svg = chart_of(&panel);
    assert_contains(svg, "role=\"img\" aria-labelledby=\"id-t id-d\"");
    assert_contains(svg, "<title id=\"id-t\">A &lt;b&gt;</title>");
    assert_contains(svg, "v [m/s] over time [s]: first, wanted; from 0 to 2");
    assert_contains(svg, "class=\"k0\"");
    assert_contains(svg, "class=\"reference\"");
    assert_contains(svg, ">−1</text>");
    assert_int_equal(occurrences(svg, "<svg"), occurrences(svg, "</svg>"));
    free(svg);
}

static void a_long_curve_becomes_a_short_path_with_its_extremes(void **state)
{
    enum { COUNT = 200000 };
    double *x = malloc(COUNT * sizeof *x), *y = malloc(COUNT * sizeof *y);
    assert_true(x && y);
    for (int i = 0; i < COUNT; i++) {
        x[i] = i;
        y[i] = i % 2 ? 1.0 : -1.0; /* chatter */
    }
    y[123456] = 5.0;
    const StnCurve curve = {x, y, COUNT, "", STN_STYLE_LINES};
    const StnPanel panel = {.title = "", .curve = &curve, .ncurve = 1, .ymin = -1.0, .ymax = 5.0};
    char *svg = chart_of(&panel);
    assert_true(strlen(svg) < 40000);
    const char *path = strstr(svg, "<path class=\"k0\" d=\"M");
    assert_non_null(path);
    assert_contains(path, "v-58h"); /* chatter: 2 of 6 units of an area that is 174 high */
    assert_contains(path, "-174");  /* the peak, from below to the top */
    free(svg);
    free(x);
    free(y);
}

static void empty_constant_and_broken_curves_give_a_chart(void **state)
{
    const double x[] = {0.0, 1.0, 2.0}, same[] = {3.0, 3.0, 3.0}, gap[] = {1.0, NAN, INFINITY};
    const StnCurve curves[] = {{x, same, 3, NULL, STN_STYLE_LINES},
                               {x, gap, 3, NULL, STN_STYLE_LINES},
                               {x, same, 0, NULL, STN_STYLE_LINES}};
    for (int k = 0; k < 3; k++) {
        const StnPanel panel = {.curve = &curves[k], .ncurve = 1};
        char *svg = chart_of(&panel);
        assert_null(strstr(svg, "nan"));
        assert_null(strstr(svg, "inf"));
        free(svg);
    }
}

/* ---- A small paper ---- */

static const char small_yaml[] =
    "title: T\nauthors: A. Author\nwhere: W\nyear: 2000\nmechanism: block\n"
    "cases:\n"
    "  brake: {scenario: block-brake}\n"
    "  slow: {scenario: block-brake, law: lugre, set: {initial.v: 1 m/s, duration: 2s}}\n"
    "  gone: {scenario: block-brake, set: {duration: -1 s}}\n"
    "facts:\n"
    "  First:\n"
    "    stop: {claim: Velocity at the end, published: stops, unit: m/s, accept: 0, measure: end,\n"
    "           run: brake, column: v}\n"
    "    miss: {base: stop, claim: The same & more, published: moves, accept: [1, 2],\n"
    "           reason: it <stops>}\n"
    "  Second:\n"
    "    unknown: {claim: For information, unit: m/s, measure: end, run: slow, column: v}\n"
    "    gone: {base: stop, claim: Of a run that failed, published: any, accept: [-inf, inf],\n"
    "           run: gone}\n"
    "figures:\n"
    "  one:\n"
    "    title: Title\n"
    "    caption: Caption\n"
    "    panels:\n"
    "      Velocity: {run: brake, y: {v: block}, ylabel: \"v [mm/s]\"}\n"
    "      Missing: {runs: {gone: gone}, y: v, ylabel: v}\n";

/* The small paper, run with `threads`. */
static StnReport *small_report(int threads)
{
    StnError error = {.status = STN_OK};
    const StnSource source = {.name = "small.yaml"};
    const StnReportDef def = {.threads = threads};
    StnReport *report = calloc(1, sizeof *report);
    report->npaper = 1;
    report->paper = calloc(1, sizeof *report->paper);
    StnPaperRun *paper = report->paper;
    paper->def = stn_paper_parse(small_yaml, strlen(small_yaml), "small", &source, NULL, &error);
    if (!paper->def)
        fail_msg("%d:%d: %s", error.line, error.column, error.text);
    paper->run = calloc((size_t)paper->def->ncase, sizeof *paper->run);
    paper->fact = calloc((size_t)paper->def->nfact, sizeof *paper->fact);
    assert_int_equal(stn_runner_run(paper, 1, &def, NULL), STN_OK);
    for (int i = 0; i < paper->def->nfact; i++)
        assert_int_equal(stn_fact_measure(paper, &paper->def->facts[i], &paper->fact[i]), STN_OK);
    return report;
}

static void facts_are_measured_and_a_failed_run_is_reported(void **state)
{
    StnReport *report = small_report(1);
    char text[400];
    assert_int_equal(stn_report_fact_count(report), 4);
    assert_int_equal(stn_report_fact_at(report, 0).verdict, STN_VERDICT_REPRODUCED);
    assert_string_equal(stn_report_fact_at(report, 0).obtained, "0 m/s");
    assert_int_equal(stn_report_fact_at(report, 1).verdict, STN_VERDICT_NOT_REPRODUCED);
    assert_int_equal(stn_report_fact_at(report, 2).verdict, STN_VERDICT_NOT_PUBLISHED);
    assert_int_equal(stn_report_fact_at(report, 3).verdict, STN_VERDICT_NOT_REPRODUCED);
    assert_string_equal(stn_report_fact_at(report, 3).obtained, "the run failed");
    assert_int_equal(stn_report_failure_count(report), 1);
    assert_contains(stn_report_failure_at(report, 0, text, sizeof text), "small, gone: ");
    stn_report_free(report);
}

static char *page_of(const StnReport *report)
{
    Caught caught;
    assert_int_equal(stn_page_write(catch (&caught), report), STN_OK);
    caught_text(&caught);
    return caught.text;
}

static void a_page_has_facts_figures_runs_and_failures(void **state)
{
    StnReport *report = small_report(2);
    char *page = page_of(report);
    assert_contains(page, "<!DOCTYPE html>");
    assert_contains(page, "<section id=\"small\">");
    assert_contains(page, "The same &amp; more");
    assert_contains(page, "it &lt;stops&gt;");
    /* Three facts that are compared, none with a published number: statements. */
    assert_contains(page, "<b>0 of 0</b> published numbers come out, <b>1 of 3</b> qualitative");
    assert_int_equal(occurrences(page, "data-kind=\"open\""), 1);
    assert_contains(page, "<code>stiction run block-brake --law lugre --set "
                          "&#39;initial.v=1 m/s&#39; --set duration=2s</code>");
    assert_contains(page, "The run gone gave no curve.");
    assert_int_equal(occurrences(page, "class=\"group\""), 2);
    assert_int_equal(occurrences(page, "<figure "), occurrences(page, "</figure>"));
    assert_null(strstr(page, "http"));
    assert_null(strstr(page, "<script"));
    free(page);
    stn_report_free(report);
}

static void threads_do_not_change_the_page(void **state)
{
    StnReport *one = small_report(1), *four = small_report(4);
    char *a = page_of(one), *b = page_of(four);
    assert_string_equal(a, b);
    free(a);
    free(b);
    stn_report_free(one);
    stn_report_free(four);
}

static bool no_more(void *user, double fraction) { return fraction < 0.0 && user; }

static void an_interrupted_report_is_none(void **state)
{
    StnError error = {.status = STN_OK};
    const char *const paper = "nouailletas2010";
    const StnReportDef def = {.paper = &paper, .npaper = 1, .progress = no_more, .user = &error};
    assert_null(stn_report_run(&def, &error));
    assert_int_equal(error.status, STN_CANCELLED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_within_its_interval_is_reproduced),
        cmocka_unit_test(what_did_not_happen_is_never_reproduced),
        cmocka_unit_test(values_read_as_people_write_them),
        cmocka_unit_test(intervals_read_as_people_write_them),
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(rich_text_knows_code_minus_and_powers_of_ten),
        cmocka_unit_test(markdown_becomes_html_and_nothing_else_does),
        cmocka_unit_test(long_texts_of_marks_take_no_time),
        cmocka_unit_test(a_polyline_is_thinned_within_its_tolerance),
        cmocka_unit_test(breaks_and_corners_of_a_polyline_stay),
        cmocka_unit_test(a_path_is_written_with_the_shortest_letters),
        cmocka_unit_test(a_chart_names_itself_its_axes_and_curves),
        cmocka_unit_test(a_long_curve_becomes_a_short_path_with_its_extremes),
        cmocka_unit_test(empty_constant_and_broken_curves_give_a_chart),
        cmocka_unit_test(facts_are_measured_and_a_failed_run_is_reported),
        cmocka_unit_test(a_page_has_facts_figures_runs_and_failures),
        cmocka_unit_test(threads_do_not_change_the_page),
        cmocka_unit_test(an_interrupted_report_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
