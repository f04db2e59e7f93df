/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Figures and plots in characters. */
#include "io/decimate.h"
#include "io/counters.h"
#include "io_support.h"
#include "stiction/io.h"
#include "skip.h"

#include <sys/wait.h>
#include <unistd.h>

/* ---- Figures -------------------------------------------------------------------------------- */

enum { POINTS = 100000 };
static double xs[POINTS], ys[POINTS];

static void make_curve(void)
{
    for (int i = 0; i < POINTS; i++) {
        xs[i] = i * 1e-4;
        ys[i] = sin(xs[i]);
    }
    ys[43210] = 5.0;
    ys[77777] = -7.0;
}

static bool have_gnuplot(void) { return system("command -v gnuplot >/dev/null 2>&1") == 0; }

static void figures_are_written_in_three_formats(void **state)
{
    make_curve();
    if (!have_gnuplot()) {
        SKIP("gnuplot", "no figures");
    }
    ys[50000] = NAN;
    const StnCurve curve[] = {{xs, ys, POINTS, "it's `touch /tmp/stiction-pwned`", STN_STYLE_LINES},
                              {xs, xs, 100, "@b $(x) \"y\"\n'; exit", STN_STYLE_POINTS}};
    const StnPanel panel[] = {
        {"Title_one", "t [s]", "x [m]", curve, 2, NAN, NAN, NAN, NAN, false, NULL, NULL, 0, 0},
        {"Log", "f [Hz]", "", curve, 1, NAN, NAN, NAN, NAN, true, NULL, NULL, 0, 0},
        {NULL, NULL, NULL, NULL, 0, NAN, NAN, NAN, NAN, false, NULL, NULL, 0, 0},
    };
    const StnFigure figure = {"All <of> & them", panel, 3, 2, 640, 480};
    static const char *const names[] = {"f.png", "f.svg", "f.PDF"};
    static const char *const starts[] = {"\x89PNG\r\n\x1a\n", "<?xml", "%PDF-"};
    for (int i = 0; i < 3; i++) {
        StnError error = {0};
        size_t length;
        if (stn_figure_write(in_folder(names[i]), &figure, &error) != STN_OK) {
            fail_msg("%s", error.text);
        }
        char *text = contents(in_folder(names[i]), &length);
        assert_memory_equal(text, starts[i], strlen(starts[i]));
        assert_in_range(length, 5000, 300000);
        if (i == 0) { /* width and height, big-endian, in the header */
            assert_memory_equal(text + 16, "\0\0\x02\x80\0\0\x01\xe0", 8);
        }
        free(text);
    }
    assert_int_equal(files_in_folder(), 3);
    assert_int_equal(access("/tmp/stiction-pwned", F_OK), -1);
}

/* Its own files have the numbers of the streams then. */
static void a_host_without_standard_streams_draws_as_well(void **state)
{
    static const double x[] = {0.0, 1.0};
    const StnCurve curve = {x, x, 2, "ramp", STN_STYLE_LINES};
    const StnPanel panel = {"", "", "", &curve, 1, NAN, NAN, NAN, NAN, false, NULL, NULL, 0, 0};
    const StnFigure figure = {"", &panel, 1, 1, 0, 0};
    int status = -1;
    if (!have_gnuplot()) {
        SKIP("gnuplot", "no figures");
    }
    const pid_t host = fork();
    if (host == 0) {
        for (int fd = 0; fd <= STDERR_FILENO; fd++) {
            close(fd);
        }
        const StnStatus drawn = stn_figure_write(in_folder("s.svg"), &figure, NULL);
        stn_counters_write();
        _exit(drawn == STN_OK ? 0 : 1);
    }
    assert_int_equal(waitpid(host, &status, 0), host);
    assert_int_equal(status, 0);
}

static void figure_errors_leave_nothing(void **state)
{
    const StnPanel panel = {"", "", "", NULL, 0, 2.0, 1.0, NAN, NAN, false, NULL, NULL, 0, 0};
    const StnPanel good = {"", "", "", NULL, 0, NAN, NAN, NAN, NAN, false, NULL, NULL, 0, 0};
    StnFigure figure = {"", &panel, 1, 1, 0, 0};
    StnError error = {0};
    assert_int_equal(stn_figure_write(in_folder("f.bmp"), &figure, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, ".svg, .png or .pdf"));
    assert_int_equal(stn_figure_write(in_folder("f.png"), &figure, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "xmin = 2"));
    figure.panel = &good;
    char path[4096];
    snprintf(path, sizeof path, "%s", getenv("PATH"));
    setenv("PATH", folder, 1);
    const StnStatus status = stn_figure_write(in_folder("f.png"), &figure, &error);
    setenv("PATH", path, 1);
    assert_int_equal(status, STN_FAILED);
    assert_non_null(strstr(error.text, "install gnuplot"));
    assert_int_equal(files_in_folder(), 0);
}

static void decimation_keeps_extremes_and_gaps(void **state)
{
    make_curve();
    ys[60000] = NAN;
    ys[60001] = INFINITY;
    const StnCurve curve = {xs, ys, POINTS, "", STN_STYLE_LINES};
    const StnView view = {0.0, 10.0, -7.0, 5.0, false, 0};
    StnPath path;
    double lo = 0.0, hi = 0.0;
    int gaps = 0;
    assert_int_equal(stn_decimate(&curve, &view, &path), STN_OK);
    for (size_t i = 0; i < path.count; i++) {
        lo = path.y[i] < lo ? path.y[i] : lo;
        hi = path.y[i] > hi ? path.y[i] : hi;
        gaps += isnan(path.y[i]);
        assert_true(i < 1 || !(path.x[i] < path.x[i - 1]));
    }
    assert_true(lo == -7.0 && hi == 5.0);
    assert_int_equal(gaps, 1);
    assert_in_range(path.count, 1000, 4 * 1001);
    assert_true(path.x[0] == xs[0] && path.x[path.count - 1] == xs[POINTS - 1]);
    stn_path_free(&path);
}

/* A loop run through a thousand times takes not much more than one. */
static void decimation_draws_a_loop_once(void **state)
{
    for (int i = 0; i < POINTS; i++) {
        xs[i] = cos(0.0628 * i);
        ys[i] = sin(0.0628 * i);
    }
    StnCurve curve = {xs, ys, POINTS, "", STN_STYLE_POINTS};
    const StnView view = {-1.0, 1.0, -1.0, 1.0, false, 0};
    StnPath path;
    assert_int_equal(stn_decimate(&curve, &view, &path), STN_OK);
    assert_in_range(path.count, 1000, 8000);
    stn_path_free(&path);
    for (int i = 0; i < POINTS; i++) {
        xs[i] = cos(0.00628 * i);
        ys[i] = sin(0.00628 * i);
    }
    curve.style = STN_STYLE_LINES;
    assert_int_equal(stn_decimate(&curve, &view, &path), STN_OK);
    assert_in_range(path.count, 500, 20000);
    stn_path_free(&path);
}

/* ---- Text plot ------------------------------------------------------------------------------- */

static char *text_plot(const StnPanel *panel, const char *locale, int width, int height)
{
    size_t length;
    FILE *file = fopen(in_folder("plot.txt"), "w");
    setenv("LC_ALL", locale, 1);
    assert_int_equal(stn_text_plot(file, panel, width, height), STN_OK);
    unsetenv("LC_ALL");
    fclose(file);
    return contents(in_folder("plot.txt"), &length);
}

static void a_ramp_in_characters(void **state)
{
    static const double x[] = {0.0, 1.0}, y[] = {0.0, 4.0};
    const StnCurve curve = {x, y, 2, "ramp", STN_STYLE_LINES};
    const StnPanel panel = {"Ramp", "t [s]", "x [m]", &curve, 1,    NAN, NAN,
                            NAN,    NAN,     false,   NULL,   NULL, 0,   0};
    char *text = text_plot(&panel, "C", 24, 9);
    assert_string_equal(text, "x [m]   Ramp\n"
                              "4 +                  ***\n"
                              "  |             *****\n"
                              "2 +        *****\n"
                              "  |   *****\n"
                              "0 +***\n"
                              "  ++---------+---------+\n"
                              "   0        0.5        1\n"
                              "           t [s]\n");
    free(text);
    text = text_plot(&panel, "en_US.UTF-8", 24, 9);
    assert_non_null(strstr(text, "4 ┤"));
    assert_non_null(strstr(text, "└┬"));
    free(text);
}

static void a_text_plot_takes_anything(void **state)
{
    static const double x[] = {0.0, 1.0, NAN, 1e308, -1e308, INFINITY, 3.0};
    static const double y[] = {5e-324, NAN, 1.0, 1e308, 1e-300, 2.0, 3.0};
    const StnCurve curve[] = {{x, y, 7, "a", STN_STYLE_LINES}, {y, x, 7, NULL, STN_STYLE_POINTS}};
    static const double limits[] = {NAN, 0.0, -1e308, 1e-320, 1.0, 1.0 + 1e-15, INFINITY};
    for (size_t i = 0; i < COUNT(limits) * COUNT(limits); i++) {
        const double lo = limits[i % COUNT(limits)], hi = limits[i / COUNT(limits)];
        const StnPanel panel = {NULL, NULL, "y",        curve, 2,    lo, hi,
                                lo,   hi,   i % 2 != 0, NULL,  NULL, 0,  0};
        free(text_plot(&panel, "C", 60, 20));
        free(text_plot(&panel, "C.UTF-8", 24, 7));
    }
    const StnPanel empty = {0};
    free(text_plot(&empty, "C", 80, 24));
    char *text = text_plot(&empty, "C", 10, 2);
    assert_string_equal(text, "");
    free(text);
}

/* Engineering units: chosen from what is shown, and what is printed reads back as the factor. */
static void units_suit_what_is_shown(void **state)
{
    static const struct {
        const char *unit;
        double largest;
        const char *printed;
        double factor;
    } rows[] = {
        {"m", 5e-4, "µm", 1e-6},     {"m", 1.2e-3, "mm", 1e-3},
        {"m", 9.0, "m", 1.0},        {"Pa", 2e6, "MPa", 1e6},
        {"N", 4000, "kN", 1e3},      {"N*m", 35000, "kN·m", 1e3},
        {"m/s", 0.04, "mm/s", 1e-3}, {"m/s^2", 0.5, "mm/s²", 1e-3},
        {"s", 0.5, "ms", 1e-3},      {"s", 5000, "s", 1.0},
        {"m^2", 1e-6, "m²", 1.0},    {"kg", 0.001, "kg", 1.0},
        {"A", 2e-3, "mA", 1e-3},     {"m", 0.0, "m", 1.0},
        {"m", NAN, "m", 1.0},        {"rad", 0.3, "°", 3.14159265358979323846 / 180},
        {"rad", 300, "rad", 1.0},    {"1", 3.0, "", 1.0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const StnEngineering e = stn_engineering(rows[i].unit, rows[i].largest);
        if (strcmp(e.unit, rows[i].printed) != 0 || e.factor != rows[i].factor)
            fail_msg("%s at %g: %s, %g", rows[i].unit, rows[i].largest, e.unit, e.factor);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_suit_what_is_shown),
        cmocka_unit_test_teardown(figures_are_written_in_three_formats, clean_up),
        cmocka_unit_test_teardown(a_host_without_standard_streams_draws_as_well, clean_up),
        cmocka_unit_test_teardown(figure_errors_leave_nothing, clean_up),
        cmocka_unit_test(decimation_keeps_extremes_and_gaps),
        cmocka_unit_test(decimation_draws_a_loop_once),
        cmocka_unit_test_teardown(a_ramp_in_characters, clean_up),
        cmocka_unit_test_teardown(a_text_plot_takes_anything, clean_up),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
