/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Figures of runs, planned and made by a program. */
#include "skip.h"
#include "stiction/plot.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

typedef struct Case {
    StnScenario *scenario;
    StnRunDef def;
    StnRecord record;
} Case;

static Case brake(bool runs)
{
    Case c = {.scenario = NULL};
    StnError error = {.status = STN_OK};
    c.scenario = stn_scenario_load("block-brake", NULL, &error);
    if (!c.scenario || (runs && stn_scenario_run(c.scenario, &c.record, &error) != STN_OK))
        fail_msg("%s", error.text);
    c.def = stn_scenario_run_def(c.scenario);
    return c;
}

static void case_free(Case *c)
{
    stn_record_free(&c->record);
    stn_scenario_free(c->scenario);
}

static void refused(StnPlotOptions options, const char *path, const char *text)
{
    Case c = brake(false);
    StnError error = {.status = STN_OK};
    const StnSystem *system = stn_scenario_system(c.scenario);
    assert_null(stn_plot_new(&options, system, &c.def, true, &error));
    assert_null(stn_plot_new(&options, system, &c.def, true, NULL));
    assert_int_equal(error.status, STN_BAD_INPUT);
    assert_string_equal(error.path, path);
    if (!strstr(error.text, text))
        fail_msg("%s", error.text);
    case_free(&c);
}

static void mistakes_name_their_option(void **state)
{
    static const char *const unit[] = {"x=kg"}, *const none[] = {"w=mm"};
    (void)state;
    refused((StnPlotOptions){.x = "q"}, "x", "q: unknown column; columns of this record: t x v");
    refused((StnPlotOptions){.y = "x,vv"}, "y", "vv: unknown column; did you mean \"v\"?");
    refused((StnPlotOptions){.y = "x,,v"}, "y", "x,,v: it has an empty entry");
    refused((StnPlotOptions){.y = "x,x"}, "y", "\"x\" is named twice");
    refused((StnPlotOptions){.xrange = "1"}, "xrange", "1: give two ends");
    refused((StnPlotOptions){.xrange = "0:1m"}, "xrange", "t is in s");
    refused((StnPlotOptions){.xrange = "1000:2000"}, "xrange", "nothing to draw");
    refused((StnPlotOptions){.yrange = "0:1K"}, "yrange", "");
    refused((StnPlotOptions){.unit = {unit, 1}}, "unit", "x=kg: x is in m");
    refused((StnPlotOptions){.unit = {none, 1}}, "unit", "no column \"w\"; it has t, x");
    refused((StnPlotOptions){.size = "1x1"}, "size", "1x1: ");
}

static void a_figure_has_the_columns_that_were_asked_for(void **state)
{
    static const char *const unit[] = {"x=mm"};
    const StnPlotOptions options = {.y = "x,v", .xrange = "0:0.5", .unit = {unit, 1}};
    StnResult out = {.method = NULL};
    (void)state;
    Case c = brake(true);
    const StnSystem *system = stn_scenario_system(c.scenario);
    StnPlot *plot = stn_plot_new(&options, system, &c.def, true, NULL);
    assert_non_null(plot);
    stn_plot_figure(plot, "brake", &(StnPlotRun){&c.record, "coulomb"}, 1, &out);
    stn_plot_free(plot);
    case_free(&c);
    assert_int_equal(stn_result_check(&out, NULL), STN_OK);
    assert_string_equal(out.figure.title, "brake");
    assert_int_equal(out.figure.npanel, 2);
    assert_string_equal(out.figure.panel[0].ylabel, "x [m]");
    assert_string_equal(out.figure.panel[0].yunit, "mm");
    assert_string_equal(out.figure.panel[1].ylabel, "v [m/s]");
    assert_string_equal(out.figure.panel[1].xlabel, "t [s]");
    assert_true(out.figure.panel[1].xmax == 0.5);
    assert_string_equal(out.figure.panel[0].curve[0].label, "coulomb");
    stn_result_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_name_their_option),
        cmocka_unit_test(a_figure_has_the_columns_that_were_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
