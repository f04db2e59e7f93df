/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The formula of steady.c as code: C99 without library calls but exp, or Python.  Both share the texts of the
 * terms; stn_feed_put fills in names and arguments. */
#include "exchange/feedforward.h"

#include "stiction/io.h"

#include <math.h>
#include <string.h>

void stn_feed_put(const StnFeed *f, const char *text)
{
    const bool falls = (f->steady.terms & STN_TERM_FALL) != 0;
    for (const char *c = text; *c; c++)
        switch (*c) {
        case '@': fputs(f->name, f->e->out); break;
        case '~': fputs(falls ? "fall, " : "", f->e->out); break;
        case '$': fputs(f->by_position ? ", x" : "", f->e->out); break;
        case '^':
            if (falls)
                fprintf(f->e->out, "%s_fall(q, s)", f->name);
            else
                fputs("0.0", f->e->out);
            break;
        default: fputc(*c, f->e->out);
        }
}

void stn_feed_write_head(const StnFeed *f, const char *prefix)
{
    const StnSiteInfo *site = &stn_system_plant(f->system)->sites[f->site];
    const char *speed = f->rotary ? "rad/s" : "m/s", *force = f->rotary ? "N*m" : "N";
    FILE *out = f->e->out;
    fprintf(out, "%s", prefix);
    for (const char *c = f->e->title; *c; c++) /* what would end a comment or a text */
        fputc((*c == '*' && c[1] == '/') || *c == '"' || *c == '\\' ? ' ' : *c, out);
    fprintf(out,
            "\n%sFriction at %s by the law %s, made by stiction " STN_VERSION
            " (export feedforward).\n",
            prefix, site->name, stn_system_law(f->system, f->site)->name);
    fprintf(out,
            "%sVelocity in %s, forces in %s; friction above 0 opposes velocity above 0, and so "
            "does a load.\n",
            prefix, speed, force);
    fprintf(out, "%sAt v = 0 friction is what holds the joint; the functions give 0 there.\n",
            prefix);
    if (f->by_drive)
        fprintf(out,
                "%s%s(v, load, drive): with a force of the drive that is known.\n"
                "%s%s_moving(v, load, push): with the one that the motion takes, drive = push + "
                "load + friction;\n"
                "%spush: for the acceleration, inertia*a; 0 while the speed lasts.\n",
                prefix, f->name, prefix, f->name, prefix);
    for (int i = 0; i < f->e->remarks->count; i++)
        fprintf(out, "%s%s\n", prefix, f->e->remarks->text[i]);
}

/* ---- The terms ---- */

/* A line of the body: where it is needed, the variable, its value, and whether the variable is new. */
typedef struct Line {
    unsigned terms; /* one of these */
    const char *name, *value;
    bool first;
} Line;

static const Line lines[] = {
    {STN_TERM_FILM, "peak",
     "(1.0 - (1.0 - p.Fc / p.Fs) * @_power(@_pick(s - p.vb, 1.0, s / p.vb), 2.0 / 3.0)) * p.Fs - "
     "p.Fc",
     true},
    {STN_TERM_PEAK, "peak", "peak + @_size(p.k_ms * drive + p.k_es * load)", false},
    {STN_TERM_SQUARE, "peak",
     "peak + @_pick(drive * load, @_pick(@_size(drive) - @_size(load), p.k_eq * load * load, "
     "p.k_mq * drive * "
     "drive), 0.0)",
     false},
    {STN_TERM_LEVEL, "level", "level + @_size(p.k_m * drive + p.k_e * load)", false},
    {STN_TERM_LOAD, "level",
     "level + @_pick(load, 1.0 / p.eta_opp - 1.0, 1.0 - p.eta_aid) * @_size(load)", false},
    {STN_TERM_FALL, "level", "level + fall * peak", false},
    {STN_TERM_BAND, "level", "level * @_pick(s - p.eps, 1.0, s / p.eps)", false},
};

static void put_line(const StnFeed *f, bool python, const Line *line)
{
    stn_feed_put(f, !python && line->first ? "    double " : "    ");
    stn_feed_put(f, line->name);
    stn_feed_put(f, " = ");
    stn_feed_put(f, line->value);
    stn_feed_put(f, python ? "\n" : ";\n");
}

/* The names of what a function takes beside v: 1 load, 2 drive, 4 x, 8 fall. */
static void put_arguments(const StnFeed *f, bool typed, const char *sign, bool fall,
                          const char *drive)
{
    const struct {
        bool used;
        const char *sign, *name;
    } all[] = {{fall && (f->steady.terms & STN_TERM_FALL), "", "fall"},
               {f->by_load, sign, "load"},
               {f->by_drive, sign, drive},
               {f->by_position, "", "x"}};
    for (int i = 0; i < 4; i++)
        if (all[i].used)
            fprintf(f->e->out, ", %s%s%s", typed ? "double " : "", typed ? "" : all[i].sign,
                    all[i].name);
}

static bool plain_exponent(const StnFeed *f, double n)
{
    bool plain = true;
    for (int side = 0; side < 2; side++) {
        plain = plain && f->steady.side[side].n == n;
        for (int k = 0; k < f->nshift; k++)
            plain = plain && f->shift[k].steady.side[side].n == n;
    }
    return plain;
}

static bool needs_power(const StnFeed *f)
{
    const unsigned t = f->steady.terms;
    return f->nshift > 0 || (t & STN_TERM_FILM) ||
           ((t & STN_TERM_FALL) && !plain_exponent(f, 1.0) && !plain_exponent(f, 2.0));
}

static void put_base(const StnFeed *f, bool python)
{
    char sum[40 * STN_VECTOR_MAX] = "";
    if (!(f->steady.terms & STN_TERM_MAP)) {
        put_line(f, python, &(Line){0, "level", "p.Fc", true});
    } else {
        size_t used = 0;
        for (int i = 0; i <= f->steady.degree; i++)
            used += (size_t)snprintf(sum + used, sizeof sum - used, "p.C%d%s", i,
                                     i < f->steady.degree ? " + x * (" : "");
        for (int i = 0; i < f->steady.degree; i++)
            used += (size_t)snprintf(sum + used, sizeof sum - used, ")");
        put_line(f, python, &(Line){0, "level", sum, true});
        put_line(f, python, &(Line){0, "level", "@_pick(level, level, 0.0) / p.beta", false});
    }
    if ((f->steady.terms & STN_TERM_FALL) && !(f->steady.terms & STN_TERM_FILM))
        put_line(f, python, &(Line){0, "peak", "p.Fs - p.Fc", true});
}

static void put_level(const StnFeed *f, bool python)
{
    const unsigned terms = f->steady.terms;
    const char *viscous = terms & STN_TERM_JUMP ? "level + @_pick(s - p.v_onset, p.sigma2 * s, 0.0)"
                          : terms & STN_TERM_ONSET
                              ? "level + p.sigma2 * @_pick(s - p.v_onset, s - p.v_onset, 0.0)"
                              : "level + p.sigma2 * s";
    if (terms & STN_TERM_FALL) {
        stn_feed_put(f, python ? "\n\ndef @_fall(p, s):\n    return "
                               : "\nstatic double @_fall(@_values p, double s)\n{\n    return ");
        stn_feed_put(f, plain_exponent(f, 1.0)   ? "exp(-s / p.vs)"
                        : plain_exponent(f, 2.0) ? "exp(-(s / p.vs) * (s / p.vs))"
                                                 : "exp(-@_power(s / p.vs, p.n))");
        stn_feed_put(f, python ? "\n" : ";\n}\n");
    }
    stn_feed_put(
        f, python ? "\n\n# Against the motion at the speed s; load and drive in its sense.\ndef "
                    "@_level(p, s"
                  : "\n/* Against the motion at the speed s; load and drive in its sense. */\n"
                    "static double @_level(@_values p, double s");
    put_arguments(f, !python, "", true, "drive");
    stn_feed_put(f, python ? "):\n" : ")\n{\n");
    put_base(f, python);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (terms & lines[i].terms)
            put_line(f, python, &lines[i]);
    stn_feed_put(f, "    return ");
    stn_feed_put(f, viscous);
    stn_feed_put(f, python ? "\n" : ";\n}\n");
}

/* ---- The numbers ---- */

/* Calls put(name, value of this direction) for what the formula uses. */
static void put_values(const StnFeed *f, const StnSteadySide *p, bool names, bool python)
{
    const unsigned t = f->steady.terms;
    const struct {
        bool used;
        const char *name;
        double value;
    } all[] = {
        {!(t & STN_TERM_MAP), "Fc", p->Fc},
        {t & STN_TERM_FALL, "Fs", p->Fs},
        {t & STN_TERM_FALL, "vs", p->vs},
        {(t & STN_TERM_FALL) && !plain_exponent(f, 1.0) && !plain_exponent(f, 2.0), "n", p->n},
        {t & STN_TERM_FILM, "vb", p->vb},
        {t & STN_TERM_BAND, "eps", p->eps},
        {t & STN_TERM_ONSET, "v_onset", p->v_onset},
        {t & STN_TERM_LOAD, "eta_opp", p->eta_opp},
        {t & STN_TERM_LOAD, "eta_aid", p->eta_aid},
        {t & STN_TERM_LEVEL, "k_m", p->k_m},
        {t & STN_TERM_LEVEL, "k_e", p->k_e},
        {t & STN_TERM_PEAK, "k_ms", p->k_ms},
        {t & STN_TERM_PEAK, "k_es", p->k_es},
        {t & STN_TERM_SQUARE, "k_mq", p->k_mq},
        {t & STN_TERM_SQUARE, "k_eq", p->k_eq},
        {t & STN_TERM_MAP, "beta", p->beta},
        {true, "sigma2", p->sigma2},
    };
    char text[40];
    const char *comma = "";
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].used) {
            fprintf(f->e->out, "%s%s%s", comma, names || python ? all[i].name : "",
                    python ? "=" : "");
            if (!names)
                fputs(stn_number_text(all[i].value, text), f->e->out);
            comma = ", ";
        }
    for (int i = 0; (t & STN_TERM_MAP) && i <= f->steady.degree; i++) {
        if (names || python)
            fprintf(f->e->out, ", C%d%s", i, python ? "=" : "");
        else
            fputs(", ", f->e->out);
        if (!names)
            fputs(stn_number_text(p->C[i], text), f->e->out);
    }
}

/* Both directions of a set of numbers. */
static void put_pair(const StnFeed *f, const StnSteady *s, bool python)
{
    fputs(python ? "(" : "{", f->e->out);
    for (int side = 0; side < 2; side++) {
        stn_feed_put(f, python ? "@_values(" : "{");
        put_values(f, &s->side[side], false, python);
        fputs(python ? ")" : "}", f->e->out);
        fputs(side == 0 ? ",\n     " : "", f->e->out);
    }
    fputs(python ? ")" : "}", f->e->out);
}

static void put_numbers(const StnFeed *f, bool python)
{
    if (python) {
        stn_feed_put(f, "# Numbers forward and backward.\n@_found = ");
    } else {
        stn_feed_put(f, "typedef struct {\n    double ");
        put_values(f, &f->steady.side[0], true, false);
        stn_feed_put(
            f, ";\n} @_values;\n\n/* Forward, backward. */\nstatic const @_values @_found[2] = ");
    }
    put_pair(f, &f->steady, python);
    fputs(python ? "\n" : ";\n", f->e->out);
    if (f->nshift == 0)
        return;
    if (python)
        stn_feed_put(f, "# The same at both ends of the parts of the estimates that are "
                        "independent.\n@_ends = (\n");
    else
        fprintf(f->e->out,
                "/* The same at both ends of the parts of the estimates that are independent. */\n"
                "enum { %s_parts = %d };\nstatic const %s_values %s_ends[2 * %s_parts][2] = {\n",
                f->name, f->nshift / 2, f->name, f->name, f->name);
    for (int k = 0; k < f->nshift; k++) {
        fputs("    ", f->e->out);
        put_pair(f, &f->shift[k].steady, python);
        fputs(",\n", f->e->out);
    }
    fputs(python ? ")\n" : "};\n", f->e->out);
}

/* ---- What the formula calls ---- */

static const char c_size[] = "\nstatic double @_size(double x) { return x < 0.0 ? -x : x; }\n";
static const char c_pick[] = "\nstatic double @_pick(double x, double above, double otherwise)\n{\n"
                             "    return x > 0.0 ? above : otherwise;\n}\n";
static const char c_power[] =
    "\n/* pow(x, n) = exp(n*log(x)); log(x) = e*log(2) + 2*(z + z*z*z/3 + ...), z = (x - 1)/(x + "
    "1), near "
    "x = 1. */\n"
    "static double @_power(double x, double n)\n{\n"
    "    double e = 0.0, z, square, sum = 0.0;\n"
    "    if (!(x > 0.0))\n        return 0.0;\n"
    "    if (x > 1e300)\n        x = 1e300;\n"
    "    for (; x > 1.4142135623730951; x *= 0.5)\n        e += 1.0;\n"
    "    for (; x < 0.70710678118654757; x *= 2.0)\n        e -= 1.0;\n"
    "    z = (x - 1.0) / (x + 1.0);\n"
    "    square = z * z;\n"
    "    for (int k = 23; k > 0; k -= 2)\n        sum = sum * square + 1.0 / k;\n"
    "    return exp(n * (e * 0.69314718055994531 + 2.0 * z * sum));\n}\n";
static const char python_size[] = "\n\ndef @_size(x):\n    return abs(x)\n";
static const char python_pick[] =
    "\n\ndef @_pick(x, above, otherwise):\n    return above if x > 0.0 else otherwise\n";
static const char python_power[] = "\n\ndef @_power(x, n):\n    return x**n if x > 0.0 else 0.0\n";

static void put_helpers(const StnFeed *f, bool python)
{
    const unsigned t = f->steady.terms;
    if (t & (STN_TERM_LOAD | STN_TERMS_DRIVE))
        stn_feed_put(f, python ? python_size : c_size);
    if (t & (STN_TERM_FILM | STN_TERM_LOAD | STN_TERM_SQUARE | STN_TERM_BAND | STN_TERM_MAP |
             STN_TERM_ONSET))
        stn_feed_put(f, python ? python_pick : c_pick);
    if (needs_power(f))
        stn_feed_put(f, python ? python_power : c_power);
}

/* ---- The functions ---- */

static void put_call(const StnFeed *f, const char *sign, int side)
{
    char text[120];
    snprintf(text, sizeof text, "%s@_level(p[%d], %sv", sign, side, sign);
    stn_feed_put(f, text);
    if (f->steady.terms & STN_TERM_FALL) {
        snprintf(text, sizeof text, ", @_fall(p[%d], %sv)", side, sign);
        stn_feed_put(f, text);
    }
    put_arguments(f, false, sign, false, "drive");
    fputs(")", f->e->out);
}

static void put_of(const StnFeed *f, bool python)
{
    stn_feed_put(f, python ? "\n\ndef @_of(p, v"
                           : "\nstatic double @_of(const @_values p[2], double v");
    put_arguments(f, !python, "", false, "drive");
    stn_feed_put(f, python ? "):\n    if v > 0.0:\n        return "
                           : ")\n{\n    if (v > 0.0)\n        return ");
    put_call(f, "", 0);
    stn_feed_put(f, python ? "\n    if v < 0.0:\n        return "
                           : ";\n    if (v < 0.0)\n        return ");
    put_call(f, "-", 1);
    stn_feed_put(f, python ? "\n    return v  # 0, or no number\n"
                           : ";\n    return v; /* 0, or no number */\n}\n");
}

/* drive - rest - level(drive) = 0 by Newton's method, its slope from a difference: exact on straight pieces. */
static const char c_moving[] =
    ")\n{\n"
    "    const double sense = v > 0.0 ? 1.0 : -1.0, s = sense * v, rest = sense * (load + push);\n"
    "    const @_values q = p[v < 0.0];\n"
    "    double drive = rest + q.sigma2 * s, fall = 0.0;\n"
    "    if (!(s > 0.0))\n        return v;\n"
    "    fall = ^;\n"
    "    for (int k = 0; k < 12; k++) {\n"
    "        const double step = 1e-6 * (@_size(drive) + q.Fc) + 1e-12;\n"
    "        const double slope = (@_level(q, s, ~sense * load, drive + step$) -\n"
    "                              @_level(q, s, ~sense * load, drive - step$)) / (2.0 * step);\n"
    "        drive -= (drive - rest - @_level(q, s, ~sense * load, drive$)) / (1.0 - slope);\n"
    "    }\n"
    "    return sense * @_level(q, s, ~sense * load, drive$);\n}\n";
static const char python_moving[] =
    "):\n"
    "    sense = 1.0 if v > 0.0 else -1.0\n"
    "    s, rest, q = sense * v, sense * (load + push), p[v < 0.0]\n"
    "    if not s > 0.0:\n        return v\n"
    "    fall = ^\n"
    "    drive = rest + q.sigma2 * s\n"
    "    for _ in range(12):\n"
    "        step = 1e-6 * (@_size(drive) + q.Fc) + 1e-12\n"
    "        slope = (@_level(q, s, ~sense * load, drive + step$)\n"
    "                 - @_level(q, s, ~sense * load, drive - step$)) / (2.0 * step)\n"
    "        drive -= (drive - rest - @_level(q, s, ~sense * load, drive$)) / (1.0 - slope)\n"
    "    return sense * @_level(q, s, ~sense * load, drive$)\n";

static void put_moving(const StnFeed *f, bool python)
{
    stn_feed_put(f, python ? "\n\ndef @_moving_of(p, v"
                           : "\nstatic double @_moving_of(const @_values p[2], double v");
    put_arguments(f, !python, "", false, "push");
    stn_feed_put(f, python ? python_moving : c_moving);
}

/* The head of a public function: in C a declaration first, as warnings want it. */
static void put_head(const StnFeed *f, bool python, const char *type, const char *suffix,
                     const char *drive, const char *more)
{
    for (int pass = python ? 1 : 0; pass < 2; pass++) {
        stn_feed_put(f, python ? "\n\ndef @" : pass ? "" : "\n");
        if (!python)
            fprintf(f->e->out, "%s %s", type, f->name);
        fprintf(f->e->out, "%s(%sv", suffix, python ? "" : "double ");
        put_arguments(f, !python, "", false, drive);
        fprintf(f->e->out, "%s%s", python ? "" : more, python ? "):\n" : pass ? ")\n{\n" : ");\n");
    }
}

/* NAME_of(numbers, v, ...) */
static void put_use(const StnFeed *f, const char *suffix, const char *numbers, const char *drive)
{
    fprintf(f->e->out, "%s%s_of(%s_%s, v", f->name, suffix, f->name, numbers);
    put_arguments(f, false, "", false, drive);
    fputs(")", f->e->out);
}

/* A public function of the one that takes numbers, and its interval. */
static void put_public(const StnFeed *f, bool python, const char *suffix, const char *drive)
{
    char interval[40];
    put_head(f, python, "double", suffix, drive, "");
    stn_feed_put(f, "    return ");
    put_use(f, suffix, "found", drive);
    stn_feed_put(f, python ? "\n" : ";\n}\n");
    if (f->nshift == 0)
        return;
    snprintf(interval, sizeof interval, "%s_interval", suffix);
    put_head(f, python, "void", interval, drive, ", double *low, double *high");
    stn_feed_put(
        f, python ? "    total = 0.0\n    for k in range(0, len(@_ends), 2):\n        difference = "
                  : "    double total = 0.0;\n    for (int k = 0; k < 2 * @_parts; k += 2) {\n"
                    "        const double difference = ");
    put_use(f, suffix, "ends[k + 1]", drive);
    stn_feed_put(f, " - ");
    put_use(f, suffix, "ends[k]", drive);
    stn_feed_put(
        f,
        python
            ? "\n        total += 0.25 * difference * difference\n    half = @_power(total, 0.5)\n"
              "    middle = "
            : ";\n        total += 0.25 * difference * difference;\n    }\n"
              "    const double half = @_power(total, 0.5), middle = ");
    put_use(f, suffix, "found", drive);
    stn_feed_put(f, python ? "\n    return middle - half, middle + half\n"
                           : ";\n    *low = middle - half;\n    *high = middle + half;\n}\n");
}

void stn_feed_write_code(const StnFeed *f, bool python)
{
    const bool calls_exp = (f->steady.terms & STN_TERM_FALL) || (!python && needs_power(f));
    fputs(python ? "\"\"\"\n" : "/*\n", f->e->out);
    stn_feed_write_head(f, python ? "" : " * ");
    fputs(python ? "\"\"\"\n" : " */\n", f->e->out);
    if (calls_exp)
        fputs(python ? "from math import exp\n" : "#include <math.h>\n\n", f->e->out);
    if (python)
        stn_feed_put(f, "from types import SimpleNamespace as @_values\n\n");
    put_numbers(f, python);
    put_helpers(f, python);
    put_level(f, python);
    put_of(f, python);
    if (f->by_drive)
        put_moving(f, python);
    put_public(f, python, "", "drive");
    if (f->by_drive)
        put_public(f, python, "_moving", "push");
}
