/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The figure of a fit.  One run: signals over time (measured motion: over the motion) and what is left of
 * them.  Several runs: the first signal of each; of stick-slip its last cycles. */
#include "identify_problem.h"

#include "message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PANELS = 2 * STN_FIT_SIGNALS_MAX, RUNS_MOST = 8, CYCLES_SHOWN = 8, LABEL = 128 };

typedef struct {
    const Problem *problem;
    const StnFitResult *result;
    StnPanel panel[PANELS];
    StnCurve curve[PANELS][3];
    char title[PANELS][LABEL], ylabel[PANELS][LABEL], xlabel[LABEL];
    double *rest[STN_FIT_SIGNALS_MAX]; /* model - measured */
    double held_t[2], held_y[STN_FIT_SIGNALS_MAX][2];
    int count;
} Sketch;

static void with_unit(char *out, const char *name, const char *unit)
{
    snprintf(out, LABEL, unit[0] ? "%s [%s]" : "%s", name, unit);
}

static const char *signal_unit(const Problem *problem, int s)
{
    return problem->data.unit[problem->motion ? STN_ROLE_EFFORT : STN_DATA_EXTRA + s];
}

static StnPanel *next_panel(Sketch *sketch, const char *xlabel)
{
    int n = sketch->count++;
    sketch->panel[n] = (StnPanel){.title = sketch->title[n],
                                  .xlabel = xlabel,
                                  .ylabel = sketch->ylabel[n],
                                  .curve = sketch->curve[n]};
    return &sketch->panel[n];
}

static void add_curve(StnPanel *panel, StnCurve curve)
{
    ((StnCurve *)panel->curve)[panel->ncurve++] = curve;
}

/* A line where the held-out part begins. */
static void mark_held(Sketch *sketch, StnPanel *panel, int s)
{
    const StnFitRun *run = &sketch->problem->run[0];
    const double *y = run->signal[s].value;
    size_t first = 0;
    while (run->use && first < run->rows && run->use[first] != STN_ROW_HELD)
        first++;
    if (!run->use || first == run->rows)
        return;
    sketch->held_t[0] = sketch->held_t[1] = run->t[first];
    sketch->held_y[s][0] = INFINITY, sketch->held_y[s][1] = -INFINITY;
    for (size_t i = 0; i < run->rows; i++) {
        sketch->held_y[s][0] = fmin(sketch->held_y[s][0], y[i]);
        sketch->held_y[s][1] = fmax(sketch->held_y[s][1], y[i]);
    }
    add_curve(panel, (StnCurve){sketch->held_t, sketch->held_y[s], 2, "held out from here",
                                STN_STYLE_DASHES});
}

static const char *motion_label(Sketch *sketch)
{
    const StnFitRun *run = &sketch->problem->run[0];
    const StnData *data = &sketch->problem->data;
    with_unit(sketch->xlabel,
              run->x   ? "position"
              : run->v ? "velocity"
                       : "t",
              run->x   ? data->unit[STN_ROLE_POSITION]
              : run->v ? data->unit[STN_ROLE_VELOCITY]
                       : "s");
    return sketch->xlabel;
}

static bool sketch_signals(Sketch *sketch)
{
    const Problem *problem = sketch->problem;
    const StnFitRun *run = &problem->run[0];
    const double *x = run->x ? run->x : run->v ? run->v : run->t;
    const StnStyle style = run->x || !run->v ? STN_STYLE_LINES : STN_STYLE_POINTS;
    for (int s = 0; s < run->nsignal; s++) {
        const StnFitSignal *signal = &run->signal[s];
        const double *model = sketch->result->model[0][s];
        double *rest = sketch->rest[s] = malloc(run->rows * sizeof *rest);
        if (!rest)
            return false;
        for (size_t i = 0; i < run->rows; i++)
            rest[i] = model[i] - signal->value[i];
        int n = sketch->count;
        StnPanel *panel = next_panel(sketch, motion_label(sketch));
        with_unit(sketch->ylabel[n], signal->column, signal_unit(problem, s));
        snprintf(sketch->title[n], LABEL, "%s: measured and model", signal->column);
        add_curve(panel, (StnCurve){x, signal->value, run->rows, "measured", style});
        add_curve(panel, (StnCurve){x, model, run->rows, "model", style});
        if (x == run->t)
            mark_held(sketch, panel, s);
        n = sketch->count;
        panel = next_panel(sketch, "t [s]");
        with_unit(sketch->ylabel[n], "model - measured", signal_unit(problem, s));
        snprintf(sketch->title[n], LABEL, "%s: what is left", signal->column);
        add_curve(panel, (StnCurve){run->t, rest, run->rows, NULL, style});
    }
    return true;
}

static void sketch_runs(Sketch *sketch)
{
    const Problem *problem = sketch->problem;
    for (int r = 0; r < problem->nrun && r < RUNS_MOST; r++) {
        const StnFitRun *run = &problem->run[r];
        const StnFitSignal *signal = &run->signal[0];
        const double *model = sketch->result->model[r][0], end = run->t[run->rows - 1];
        int n = sketch->count;
        StnPanel *panel = next_panel(sketch, "t [s]");
        stn_fit_run_label(&problem->fit, r, sketch->title[n], LABEL);
        with_unit(sketch->ylabel[n], signal->column, signal_unit(problem, 0));
        add_curve(panel, (StnCurve){run->t, signal->value, run->rows, "measured", STN_STYLE_LINES});
        add_curve(panel, (StnCurve){run->t, model, run->rows, "model", STN_STYLE_LINES});
        if (problem->opts->cycles && sketch->result->measured[r].slips) {
            panel->xmin = fmax(run->t[0], end - CYCLES_SHOWN * sketch->result->measured[r].period);
            panel->xmax = end;
        }
    }
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

int problem_draw(const Problem *problem, const char *path, const char *law,
                 const StnFitResult *result)
{
    if (!path)
        return EXIT_DONE;
    char title[2 * LABEL];
    Sketch *sketch = calloc(1, sizeof *sketch);
    if (!sketch)
        return out_of_memory();
    sketch->problem = problem;
    sketch->result = result;
    bool several = problem->nrun > 1 || problem->opts->cycles;
    if (several)
        sketch_runs(sketch);
    bool good = several || sketch_signals(sketch);
    for (int p = 0; p < sketch->count; p++)
        stn_panel_keep_radians(&sketch->panel[p]); /* as the numbers of the report */
    snprintf(title, sizeof title, "%s fitted to %s", law, file_name(problem->data.file));
    const StnFigure figure = {.title = title,
                              .panel = sketch->panel,
                              .npanel = sketch->count,
                              .columns = sketch->count > 3 ? 2 : 1};
    int code = good ? result_draw(path, &figure) : out_of_memory();
    for (int s = 0; s < STN_FIT_SIGNALS_MAX; s++)
        free(sketch->rest[s]);
    free(sketch);
    return code;
}
