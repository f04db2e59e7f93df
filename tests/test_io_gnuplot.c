/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Figures when gnuplot does not do its part, and figures that cannot be drawn. */
#include "io/figure_script.h"
#include "io_support.h"
#include "stiction/io.h"

#include <signal.h>
#include <sys/stat.h>

static const double ramp[] = {0.0, 1.0};
static const StnCurve curve = {ramp, ramp, 2, "ramp", STN_STYLE_LINES};
static const StnPanel panel = {"",  "t [s]", "x [m]", &curve, 1,    NAN, NAN,
                               NAN, NAN,     false,   NULL,   NULL, 0,   0};

/* A program called gnuplot that does this, found before any other. */
static void be_gnuplot(const char *script, mode_t mode)
{
    char path[600];
    FILE *file = fopen(in_folder("gnuplot"), "w");
    fprintf(file, "#!/bin/sh\n%s\n", script);
    fclose(file);
    assert_int_equal(chmod(in_folder("gnuplot"), mode), 0);
    snprintf(path, sizeof path, "%s%s", folder, mode & 0100 ? ":/usr/bin:/bin" : "");
    setenv("PATH", path, 1);
}

static int restore_path(void **state)
{
    setenv("PATH", *state, 1);
    return clean_up(NULL);
}

static int save_path(void **state)
{
    static char path[8192];
    snprintf(path, sizeof path, "%s", getenv("PATH"));
    *state = path;
    return 0;
}

static StnStatus draw(const char *name, StnError *error)
{
    const StnFigure figure = {"", &panel, 1, 1, 0, 0};
    const StnStatus status = stn_figure_write(in_folder(name), &figure, error);
    assert_int_equal(files_in_folder(), 1 + (status == STN_OK)); /* gnuplot, and a whole figure */
    return status;
}

static void what_gnuplot_does_wrong_is_said(void **state)
{
    static const struct {
        const char *script, *name, *message;
    } cases[] = {
        {"cat >/dev/null; exit 127", "f.svg", "install gnuplot"},
        {"cat >/dev/null; echo 'line 3: what?' >&2; exit 3", "f.svg",
         "gnuplot failed: line 3: what?"},
        {"cat >/dev/null; kill -9 $$", "f.svg", "gnuplot failed: no reason given"},
        {"cat >/dev/null", "f.svg", "gnuplot wrote no figure: no reason given"},
        {"cat >/dev/null; echo '<svg>'", "f.svg", "gnuplot wrote a part of the figure only"},
        {"cat >/dev/null; echo '%PDF-1.5'", "f.pdf", "gnuplot wrote a part of the figure only"},
        {"cat >/dev/null; echo PNG", "f.png", "gnuplot wrote a part of the figure only"},
        {"cat >/dev/null; echo '<svg/></svg>'; exit 1", "f.svg", "gnuplot failed"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        StnError error = {0};
        be_gnuplot(cases[i].script, 0755);
        assert_int_equal(draw(cases[i].name, &error), STN_FAILED);
        if (!strstr(error.text, cases[i].message)) {
            fail_msg("%s: \"%s\"", cases[i].script, error.text);
        }
    }
}

static void a_gnuplot_that_cannot_be_started_is_said(void **state)
{
    StnError error = {0};
    be_gnuplot("", 0644);
    assert_int_equal(draw("f.svg", &error), STN_FAILED);
    assert_non_null(strstr(error.text, "gnuplot could not be started: "));
}

/* What ends like a figure is one; "]]>", which XML forbids, is repaired, also across pieces. */
static void a_figure_is_taken_as_it_is_but_for_brackets(void **state)
{
    StnError error = {0};
    size_t length;
    be_gnuplot("cat >/dev/null; printf '<svg>a]]'; sleep 0.1; printf '>]>b]]]><</svg>\\n \\n'",
               0755);
    assert_int_equal(draw("f.svg", &error), STN_OK);
    char *text = contents(in_folder("f.svg"), &length);
    assert_string_equal(text, "<svg>a]]&gt;]>b]]]&gt;<</svg>\n \n");
    free(text);
    be_gnuplot("cat >/dev/null; printf 'PNG............a]]>IEND'", 0755);
    remove(in_folder("f.svg"));
    assert_int_equal(draw("f.png", &error), STN_OK);
    text = contents(in_folder("f.png"), &length);
    assert_string_equal(text, "PNG............a]]>IEND");
    free(text);
}

/* Then nobody can ask for gnuplot's exit code; the figure itself must do. */
static void a_host_that_ignores_children_draws_as_well(void **state)
{
    StnError error = {0};
    signal(SIGCHLD, SIG_IGN);
    be_gnuplot("cat >/dev/null; echo '<svg>........</svg>'; exit 0", 0755);
    assert_int_equal(draw("f.svg", &error), STN_OK);
    signal(SIGCHLD, SIG_DFL);
}

static void a_full_disk_ends_the_figure(void **state)
{
    const StnFigure figure = {"", &panel, 1, 1, 0, 0};
    StnError error = {0};
    assert_int_equal(symlink("/dev/full", in_folder("full.svg")), 0);
    be_gnuplot("cat >/dev/null; yes '<path>' | head -n 100000; echo '</svg>'", 0755);
    assert_int_equal(stn_figure_write(in_folder("full.svg"), &figure, &error), STN_NO_FILE);
    assert_non_null(strstr(error.text, "cannot write"));
}

/* ---- Figures that cannot be drawn ---- */

static void refuse(const StnFigure *figure, const char *message)
{
    StnError error = {0};
    assert_int_equal(stn_figure_write(in_folder("r.svg"), figure, &error), STN_BAD_INPUT);
    if (!strstr(error.text, message)) {
        fail_msg("no \"%s\" in \"%s\"", message, error.text);
    }
    assert_int_equal(files_in_folder(), 0);
}

static void a_figure_that_makes_no_sense_is_refused(void **state)
{
    StnPanel p = panel;
    StnCurve c = curve;
    refuse(&(StnFigure){"", &panel, 0, 1, 0, 0}, "0 panels; a figure has 1 to 200");
    refuse(&(StnFigure){"", &panel, 201, 1, 0, 0}, "201 panels; a figure has 1 to 200");
    refuse(&(StnFigure){"", &panel, 1, 1, -1, 0}, "-1 x 0 pixels");
    refuse(&(StnFigure){"", &panel, 1, 1, 20001, 0}, "20001 x 0 pixels");
    refuse(&(StnFigure){"", &panel, 1, 1, 0, -5}, "0 x -5 pixels");
    refuse(&(StnFigure){"", &panel, 1, 1, 0, 20001}, "0 x 20001 pixels");
    refuse(&(StnFigure){"", &panel, 1, 1, 50, 60}, "50 x 60 pixels are too few to read 1 panel:");
    refuse(&(StnFigure){"", &panel, 1, 1, 50, 0}, "a width of 50 pixels is too small");
    refuse(&(StnFigure){"", &panel, 1, 1, 0, 50}, "a height of 50 pixels is too small");
    p.ymin = 3.0, p.ymax = -3.0;
    refuse(&(StnFigure){"", &p, 1, 1, 0, 0}, "panel 1: ymin = 3 lies above ymax = -3");
    p = panel;
    p.ncurve = -1;
    refuse(&(StnFigure){"", &p, 1, 1, 0, 0}, "panel 1 has no curves where -1 are announced");
    p.ncurve = 1, p.curve = NULL;
    refuse(&(StnFigure){"", &p, 1, 1, 0, 0}, "panel 1 has no curves where 1 are announced");
    p.curve = &c;
    c.y = NULL;
    refuse(&(StnFigure){"", &p, 1, 1, 0, 0}, "panel 1: curve 1 has no data");
    c.y = ramp, c.x = NULL;
    refuse(&(StnFigure){"", &p, 1, 1, 0, 0}, "panel 1: curve 1 has no data");
}

static void only_three_endings_name_a_format(void **state)
{
    static const char *const names[] = {"noending", "f.sv", "f.sxg", "f.svx", "f.xvg", "f.svgz"};
    const StnFigure figure = {"", &panel, 1, 1, 0, 0};
    for (size_t i = 0; i < COUNT(names); i++) {
        StnError error = {0};
        assert_int_equal(stn_figure_write(in_folder(names[i]), &figure, &error), STN_BAD_INPUT);
        assert_non_null(strstr(error.text, ".svg, .png or .pdf"));
    }
}

/* ---- What gnuplot is told ---- */

/* The script for the figure. */
static char *script_as(const char *name, const char *answer, const StnFigure *figure)
{
    char keep[700];
    size_t length;
    StnError error = {0};
    snprintf(keep, sizeof keep, "cat >%s; printf '%s'", in_folder("script"), answer);
    be_gnuplot(keep, 0755);
    if (stn_figure_write(in_folder(name), figure, &error) != STN_OK) {
        fail_msg("%s", error.text);
    }
    return contents(in_folder("script"), &length);
}

static char *script_for(const StnFigure *figure)
{
    return script_as("f.svg", "<svg>........</svg>\\n", figure);
}

static int lines_with(const char *text, const char *part)
{
    int count = 0;
    for (const char *p = text; (p = strstr(p, part)) != NULL; p++) {
        count++;
    }
    return count;
}

static void panels_stand_in_a_grid_that_suits_their_number(void **state)
{
    static const struct {
        int npanel, columns;
        const char *grid;
    } cases[] = {{1, 0, "layout 1,1"},
                 {3, 0, "layout 3,1"},
                 {4, 0, "layout 2,2"},
                 {2, 5, "layout 1,2"},
                 {5, 3, "layout 2,3"}};
    StnPanel panels[5];
    for (size_t i = 0; i < COUNT(panels); i++) {
        panels[i] = panel;
    }
    for (size_t i = 0; i < COUNT(cases); i++) {
        const StnFigure figure = {NULL, panels, cases[i].npanel, cases[i].columns, 0, 0};
        char *text = script_for(&figure);
        if (!strstr(text, cases[i].grid)) {
            fail_msg("no \"%s\" in: %.600s", cases[i].grid, text);
        }
        free(text);
    }
}

/* As many pixels as ten panels can be read at are not spent on a sharper picture of smaller panels. */
static void a_png_is_not_magnified_beyond_what_its_columns_leave(void **state)
{
    static const struct {
        int columns, width;
        const char *scale;
    } cases[] = {
        {10, 2000, " fontscale 1 "}, {10, 3000, " fontscale 1.5 "}, {1, 1520, " fontscale 2 "}};
    StnPanel panels[10];
    for (size_t i = 0; i < COUNT(panels); i++) {
        panels[i] = panel;
        panels[i].title = "A title that is too long for a panel as narrow as this one";
    }
    for (size_t i = 0; i < COUNT(cases); i++) {
        const int columns = cases[i].columns;
        const StnFigure figure = {NULL, panels, columns, columns, cases[i].width, 0};
        char *text = script_as("f.png", "....................IEND....", &figure);
        if (!strstr(text, cases[i].scale)) {
            fail_msg("no \"%s\" in: %.600s", cases[i].scale, text);
        }
        free(text);
    }
}

/* Such a figure is refused; a script of its own must end all the same. */
static void a_title_without_room_is_cut(void **state)
{
    StnPanel titled = panel;
    char text[20000] = "";
    titled.title = "A title";
    const StnFigure figure = {"Title", &titled, 1, 1, 0, 0};
    for (int width = 1; width < 200; width += 3) {
        const StnFigureSize size = {.width = width, .height = 100, 1, 1, .scale = 1.0};
        FILE *out = fmemopen(text, sizeof text, "w");
        assert_int_equal(stn_figure_script(out, &figure, size, "svg"), STN_OK);
        fclose(out);
        assert_non_null(
            strstr(text, width < 40 ? "set title \"A\".\"\xe2\x80\xa6\"" : "set title \"A"));
    }
}

static void every_style_is_drawn_in_its_own_way(void **state)
{
    const StnCurve curves[] = {
        {ramp, ramp, 2, "lines", STN_STYLE_LINES},   {ramp, ramp, 2, "points", STN_STYLE_POINTS},
        {ramp, ramp, 2, NULL, STN_STYLE_DASHES},     {ramp, ramp, 2, "", STN_STYLE_MARKS},
        {ramp, ramp, 2, "hair", STN_STYLE_HAIRLINE}, {ramp, ramp, 0, "nothing", STN_STYLE_LINES}};
    StnPanel p = panel;
    p.curve = curves, p.ncurve = COUNT(curves);
    const StnFigure figure = {"styles", &p, 1, 1, 0, 0};
    char *text = script_for(&figure);
    assert_int_equal(lines_with(text, "with lines lw 1.6 dt solid"), 2);
    assert_int_equal(lines_with(text, "with lines lw 1.6 dt (6,4)"), 1);
    assert_int_equal(lines_with(text, "with lines lw 0.8"), 1);
    assert_int_equal(lines_with(text, "with points pt 7 ps 0.4"), 1);
    assert_int_equal(lines_with(text, "with points pt 6 ps 1"), 1);
    assert_int_equal(lines_with(text, " notitle"), 2);
    free(text);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, save_path, restore_path)
    const struct CMUnitTest tests[] = {
        TEST(what_gnuplot_does_wrong_is_said),
        TEST(a_gnuplot_that_cannot_be_started_is_said),
        TEST(a_figure_is_taken_as_it_is_but_for_brackets),
        TEST(a_host_that_ignores_children_draws_as_well),
        TEST(a_full_disk_ends_the_figure),
        TEST(a_figure_that_makes_no_sense_is_refused),
        TEST(only_three_endings_name_a_format),
        TEST(panels_stand_in_a_grid_that_suits_their_number),
        TEST(a_png_is_not_magnified_beyond_what_its_columns_leave),
        TEST(a_title_without_room_is_cut),
        TEST(every_style_is_drawn_in_its_own_way),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
