/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction as a table: speeds between which straight lines are near enough, as CSV and as code. */
#include "exchange/feedforward.h"

#include <math.h>

#define NEAR 1e-3  /* of the largest friction: what a straight line may be off */
#define FIRST 1e-6 /* of the largest speed: the least one */
enum {
    DEPTH_MOST = 24,
    PROBES = 16
}; /* so many parts of a line see 15/16 or more of a kink between its ends */

/* The largest distance of the friction at v from the line between two speeds, over loads and directions; part -1
 * or a shift. */
static double off_line(const StnFeed *f, double low, double high, double v)
{
    const double share = (v - low) / (high - low);
    double most = 0.0;
    for (int k = 0; k < f->nload; k++)
        for (int dir = -1; dir <= 1; dir += 2) {
            const StnSteadyAt at = {f->at_load[k], NAN, 0.0};
            const double line = (1.0 - share) * stn_feed_friction(f, -1, dir * low, at) +
                                share * stn_feed_friction(f, -1, dir * high, at);
            most = fmax(most, fabs(stn_feed_friction(f, -1, dir * v, at) - line));
        }
    return most;
}

/* Adds the speeds in (low, high]. */
static void refine(StnFeed *f, double low, double high, int depth)
{
    const double near = NEAR * f->level;
    const bool straight = off_line(f, low, high, 0.5 * (low + high)) <= near &&
                          off_line(f, low, high, 0.75 * low + 0.25 * high) <= near &&
                          off_line(f, low, high, 0.25 * low + 0.75 * high) <= near;
    if ((straight && depth > 2) || depth == DEPTH_MOST ||
        f->nv + DEPTH_MOST >= STN_FEED_KNOTS_MAX) {
        f->v[f->nv++] = high;
        return;
    }
    refine(f, low, 0.5 * (low + high), depth + 1);
    refine(f, 0.5 * (low + high), high, depth + 1);
}

/* How far the friction between two loads is from the line between them. */
static double off_loads(const StnFeed *f, double v, int k)
{
    const double middle = 0.5 * (f->at_load[k] + f->at_load[k + 1]);
    const StnSteadyAt low = {f->at_load[k], NAN, 0.0}, high = {f->at_load[k + 1], NAN, 0.0},
                      at = {middle, NAN, 0.0};
    return fabs(stn_feed_friction(f, -1, v, at) -
                0.5 * (stn_feed_friction(f, -1, v, low) + stn_feed_friction(f, -1, v, high)));
}

void stn_feed_tabulate(StnFeed *f)
{
    f->nload = f->by_load ? STN_FEED_LOADS : 1;
    for (int k = 0; k < f->nload; k++)
        f->at_load[k] = f->by_load ? f->load * (2.0 * k / (STN_FEED_LOADS - 1) - 1.0) : 0.0;
    f->v[f->nv++] = FIRST * f->speed;
    refine(f, f->v[0], f->speed, 0);
    f->error = 0.0;
    for (int i = 0; i + 1 < f->nv; i++)
        for (int k = 1; k < PROBES; k++) {
            const double v = f->v[i] + k * (f->v[i + 1] - f->v[i]) / PROBES;
            f->error = fmax(f->error, off_line(f, f->v[i], f->v[i + 1], v));
        }
    for (int i = 0; i < f->nv; i += 3)
        for (int k = 0; k + 1 < f->nload; k++)
            f->error = fmax(f->error, fmax(off_loads(f, f->v[i], k), off_loads(f, -f->v[i], k)));
}

/* ---- CSV ---- */

static void put_row(const StnFeed *f, double v, double load)
{
    const StnSteadyAt at = {load, NAN, 0.0};
    const double F = stn_feed_friction(f, -1, v, at), half = stn_feed_half(f, v, at);
    FILE *out = f->e->out;
    stn_put_number(out, v);
    if (f->by_load) {
        fputc(',', out);
        stn_put_number(out, load);
    }
    fputc(',', out);
    stn_put_number(out, F);
    for (int k = -1; k <= 1 && f->nshift > 0; k += 2) {
        fputc(',', out);
        stn_put_number(out, F + k * half);
    }
    fputc('\n', out);
}

void stn_feed_write_table(const StnFeed *f)
{
    const char *speed = f->rotary ? "rad/s" : "m/s", *force = f->rotary ? "N*m" : "N";
    stn_feed_write_head(f, "# ");
    fprintf(f->e->out, "v [%s]", speed);
    if (f->by_load)
        fprintf(f->e->out, ",load [%s]", force);
    fprintf(f->e->out, ",FF [%s]", force);
    if (f->nshift > 0)
        fprintf(f->e->out, ",low [%s],high [%s]", force, force);
    fputc('\n', f->e->out);
    for (int k = 0; k < f->nload; k++) {
        for (int i = f->nv - 1; i >= 0; i--)
            put_row(f, -f->v[i], f->at_load[k]);
        for (int i = 0; i < f->nv; i++)
            put_row(f, f->v[i], f->at_load[k]);
    }
}

/* ---- Code ---- */

/* "name = {a, b, ...}", broken into lines. */
static void put_list(const StnFeed *f, bool python, const double *value, int count)
{
    fputs(python ? "[" : "{", f->e->out);
    for (int i = 0; i < count; i++) {
        fputs(i == 0 ? "" : i % 8 == 0 ? ",\n    " : ", ", f->e->out);
        stn_put_number(f->e->out, value[i]);
    }
    fputs(python ? "]" : "}", f->e->out);
}

/* Rows of friction, or of half the interval, over the speeds from the largest backward to the largest forward. */
static void put_rows(const StnFeed *f, bool python, bool half)
{
    double row[2 * STN_FEED_KNOTS_MAX];
    fputs(python ? "[\n    " : "{\n    ", f->e->out);
    for (int k = 0; k < f->nload; k++) {
        const StnSteadyAt at = {f->at_load[k], NAN, 0.0};
        for (int i = 0; i < 2 * f->nv; i++) {
            const double v = i < f->nv ? -f->v[f->nv - 1 - i] : f->v[i - f->nv];
            row[i] = half ? stn_feed_half(f, v, at) : stn_feed_friction(f, -1, v, at);
        }
        put_list(f, python, row, 2 * f->nv);
        fputs(k + 1 < f->nload ? ",\n    " : "\n", f->e->out);
    }
    fputs(python ? "]\n" : "};\n", f->e->out);
}

static void put_knots(const StnFeed *f, bool python)
{
    double v[2 * STN_FEED_KNOTS_MAX];
    for (int i = 0; i < f->nv; i++)
        v[i] = -f->v[f->nv - 1 - i], v[f->nv + i] = f->v[i];
    if (python)
        stn_feed_put(f, "@_speeds = ");
    else
        fprintf(f->e->out,
                "enum { %s_rows = %d, %s_loads = %d };\nstatic const double %s_speeds[] = ",
                f->name, 2 * f->nv, f->name, f->nload, f->name);
    put_list(f, python, v, 2 * f->nv);
    stn_feed_put(f, python ? "\n@_at = " : ";\nstatic const double @_at[] = ");
    put_list(f, python, f->at_load, f->nload);
    stn_feed_put(f, python ? "\n@_table = " : ";\nstatic const double @_table[@_loads][@_rows] = ");
    put_rows(f, python, false);
    if (f->nshift > 0) {
        stn_feed_put(f,
                     python ? "@_halves = " : "static const double @_halves[@_loads][@_rows] = ");
        put_rows(f, python, true);
    }
}

static const char c_lookup[] =
    "\n/* The place of x between two of the knots, 0 ... count - 1 with its fraction; at the ends "
    "the last. */\n"
    "static double @_place(const double *knot, int count, double x)\n{\n"
    "    int low = 0, high = count - 1;\n"
    "    if (!(x > knot[0]))\n        return 0.0;\n"
    "    if (x >= knot[high])\n        return high;\n"
    "    while (high - low > 1) {\n"
    "        const int middle = (low + high) / 2;\n"
    "        if (knot[middle] <= x)\n            low = middle;\n        else\n            high = "
    "middle;\n    }\n"
    "    return low + (x - knot[low]) / (knot[high] - knot[low]);\n}\n"
    "\nstatic double @_row(const double *row, double v)\n{\n"
    "    const double a = @_place(@_speeds, @_rows, v);\n"
    "    const int i = (int)a;\n"
    "    if (i == @_rows / 2 - 1) /* the jump at v = 0 is not crossed */\n"
    "        return v > 0.0 ? row[i + 1] : row[i];\n"
    "    return i > @_rows - 2 ? row[i] : row[i] + (a - i) * (row[i + 1] - row[i]);\n}\n"
    "\nstatic double @_look(const double table[][@_rows], double v, double load)\n{\n"
    "    const double b = @_place(@_at, @_loads, load);\n"
    "    const int k = (int)b;\n"
    "    const double low = @_row(table[k], v);\n"
    "    return k > @_loads - 2 ? low : low + (b - k) * (@_row(table[k + 1], v) - low);\n}\n";

static const char python_lookup[] =
    "\n\ndef @_place(knot, x):\n"
    "    if not x > knot[0]:\n        return 0, 0.0\n"
    "    if x >= knot[-1]:\n        return len(knot) - 1, 0.0\n"
    "    low, high = 0, len(knot) - 1\n"
    "    while high - low > 1:\n"
    "        middle = (low + high) // 2\n"
    "        if knot[middle] <= x:\n            low = middle\n        else:\n            high = "
    "middle\n"
    "    return low, (x - knot[low]) / (knot[high] - knot[low])\n"
    "\n\ndef @_row(row, v):\n"
    "    i, share = @_place(@_speeds, v)\n"
    "    if i == len(@_speeds) // 2 - 1:  # the jump at v = 0 is not crossed\n"
    "        return row[i + 1] if v > 0.0 else row[i]\n"
    "    return row[i] if share == 0.0 else row[i] + share * (row[i + 1] - row[i])\n"
    "\n\ndef @_look(table, v, load):\n"
    "    k, share = @_place(@_at, load)\n"
    "    low = @_row(table[k], v)\n"
    "    return low if share == 0.0 else low + share * (@_row(table[k + 1], v) - low)\n";

void stn_feed_write_lookup(const StnFeed *f, bool python)
{
    const char *argument = f->by_load ? python ? ", load" : ", double load" : "";
    FILE *out = f->e->out;
    fputs(python ? "\"\"\"\n" : "/*\n", out);
    stn_feed_write_head(f, python ? "" : " * ");
    fputs(python ? "\"\"\"\n\n" : " */\n", out);
    put_knots(f, python);
    stn_feed_put(f, python ? python_lookup : c_lookup);
    const char *load = f->by_load ? "load" : "0.0";
    if (python) {
        fprintf(out,
                "\n\ndef %s(v%s):\n    if not (v > 0.0 or v < 0.0):\n        return v\n    return "
                "%s_look(%s_table, v, %s)\n",
                f->name, argument, f->name, f->name, load);
        if (f->nshift > 0)
            fprintf(
                out,
                "\n\ndef %s_interval(v%s):\n    if not (v > 0.0 or v < 0.0):\n        return v, v\n"
                "    middle = %s_look(%s_table, v, %s)\n    half = %s_look(%s_halves, v, %s)\n"
                "    return middle - half, middle + half\n",
                f->name, argument, f->name, f->name, load, f->name, f->name, load);
        return;
    }
    fprintf(out,
            "\ndouble %s(double v%s);\ndouble %s(double v%s)\n{\n"
            "    return v > 0.0 || v < 0.0 ? %s_look(%s_table, v, %s) : v;\n}\n",
            f->name, argument, f->name, argument, f->name, f->name, load);
    if (f->nshift > 0)
        fprintf(out,
                "\nvoid %s_interval(double v%s, double *low, double *high);\n"
                "void %s_interval(double v%s, double *low, double *high)\n{\n"
                "    const int moves = v > 0.0 || v < 0.0;\n"
                "    const double middle = moves ? %s_look(%s_table, v, %s) : v,\n"
                "                 half = moves ? %s_look(%s_halves, v, %s) : v;\n"
                "    *low = middle - half;\n    *high = middle + half;\n}\n",
                f->name, argument, f->name, argument, f->name, f->name, load, f->name, f->name,
                load);
}
