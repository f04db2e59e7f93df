/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Elementary functions for a file that stands alone: those of src/kernel, out of the core that this library holds as text,
 * and of them only what is called. */
#include "exchange/compensator.h"

#include "core/build.h"
#include "stiction/code.h"

#include <string.h>

enum { PIECES_MAX = 120, CALL_MAX = 48 };

/* A function, or a line for the preprocessor, with the comment before it. */
typedef struct {
    const char *text;
    size_t length;
    char call[CALL_MAX]; /* as others call it, "E(exp)(", "stn_far_angle("; "": it always stays */
    bool needed;
} Piece;

static const char from[] = "/* ==== src/kernel/far_angle.h ==== */";
static const char until[] = "#undef E_FAR\n";

/* The region of the core's text, NULL: it is not there. */
static const char *region(const char **end)
{
    for (int i = 0; i < stn_core_file_count(); i++) {
        const char *at = strstr(stn_core_file_at(i).text, from);
        *end = at ? strstr(at, until) : NULL;
        if (*end) {
            *end += sizeof until - 1;
            return at;
        }
    }
    return NULL;
}

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* The name that the head of a function defines, with the bracket behind it: E(exp)( or stn_far_angle(. */
static void find_call(const char *line, Piece *piece)
{
    char head[160];
    snprintf(head, sizeof head, "%.*s", (int)strcspn(line, "\n"), line);
    const char *attribute = strstr(head, ")) "), *name = attribute ? attribute + 3 : head;
    const char *pasted = strstr(name, " E("), *open = strchr(pasted ? pasted + 3 : name, '(');
    if (!open)
        return;
    const char *from_here = pasted ? pasted + 1 : open;
    while (!pasted && from_here > name && from_here[-1] != ' ' && from_here[-1] != '*')
        from_here--;
    snprintf(piece->call, sizeof piece->call, "%.*s", (int)(open + 1 - from_here), from_here);
}

/* Cuts the region; returns how many pieces. */
static int cut(const char *at, const char *end, Piece *piece)
{
    int count = 0;
    const char *start = at;
    Piece now = {.call = ""};
    while (at < end && count < PIECES_MAX) {
        const char *next = strchr(at, '\n') + 1;
        if ((begins(at, "STN_FN ") || begins(at, "static ")) && !now.call[0])
            find_call(at, &now);
        const bool line = at[0] == '#' && next[-2] != '\\';
        if ((begins(at, "}") && at[1] != ' ') || begins(at, "} StnWord128;") || line ||
            (now.call[0] && strstr(at, "; }\n") && strstr(at, "; }\n") < next)) {
            now.text = start, now.length = (size_t)(next - start);
            if (begins(at, "} StnWord128;"))
                snprintf(now.call, sizeof now.call, "StnWord128 ");
            piece[count++] = now;
            now.call[0] = '\0';
            start = next;
        }
        at = next;
    }
    return count;
}

static bool calls(const Piece *who, const char *call)
{
    const char *at = strstr(who->text, call);
    return at && at < who->text + who->length;
}

static void find_needed(Piece *piece, int count)
{
    bool more = true;
    while (more) {
        more = false;
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count && piece[i].needed; j++)
                if (!piece[j].needed && piece[j].call[0] &&
                    (calls(&piece[i], piece[j].call) ||
                     (calls(&piece[i], "E_FAR(") && strcmp(piece[j].call, "stn_far_d(") == 0)))
                    piece[j].needed = more = true;
    }
}

/* A root to the last bit by its digits: no processor and no library is asked. */
static const char root[] =
    "\nstatic double stn_root(double x)\n{\n"
    "    union {\n        double d;\n        uint64_t i;\n    } bits;\n"
    "    uint64_t m, rest = 0, r = 0;\n"
    "    int e, k;\n"
    "    if (!(x > 0.0) || x > 1.7976931348623157e308)\n"
    "        return x < 0.0 ? (x - x) / (x - x) : x;\n"
    "    for (e = 0; x < 2.2250738585072014e-308; e -= 2)\n        x *= 4.0;\n"
    "    bits.d = x;\n"
    "    e += (int)(bits.i >> 52) - 1023;\n"
    "    m = (bits.i & 0xfffffffffffffu) | 0x10000000000000u;\n"
    "    if (e & 1)\n        m <<= 1, e -= 1;\n"
    "    for (k = 0; k < 54; k++) { /* 27 digits of m by two, then zeros: one bit more than is "
    "kept */\n"
    "        rest = rest << 2 | (m >> 52 & 3u);\n"
    "        m = (m << 2) & 0x3fffffffffffffu;\n"
    "        r <<= 1;\n"
    "        if (rest >= 2 * r + 1)\n            rest -= 2 * r + 1, r += 1;\n"
    "    }\n"
    "    bits.i = (uint64_t)(e / 2 + 1023) << 52;\n"
    "    return (double)((r >> 1) + (r & 1u)) * (1.0 / 4503599627370496.0) * bits.d;\n}\n";

static bool needs(const StnCompensator *c, int op)
{
    for (int id = 0; id < c->tape.count; id++)
        if (c->uses[id] > 0 && c->tape.list[id].op == op)
            return true;
    return false;
}

/* What every file needs: bits, and that a*b + c is rounded twice, as in a run.  gcc does so with -std=c99. */
static void put_start(const StnCompensator *c)
{
    fputs("#include <math.h> /* NAN and INFINITY; no function */\n#include <stdint.h>\n\n"
          "#if defined __clang__\n#pragma STDC FP_CONTRACT OFF\n"
          "#elif !defined __GNUC__\n#define __attribute__(what)\n#endif\n",
          c->e->out);
}

static void put_pieces(const StnCompensator *c, const Piece *piece, int count)
{
    fputs("#define STN_FN static\n", c->e->out);
    for (int i = 0; i < count; i++)
        if (piece[i].needed && !begins(piece[i].text, from))
            fwrite(piece[i].text, 1, piece[i].length, c->e->out);
    fputs("#undef STN_FN\n", c->e->out);
}

StnStatus stn_put_elementary(const StnCompensator *c, StnError *error)
{
    static const struct {
        int op;
        const char *call;
    } roots[] = {{STN_OP_EXP, "E(exp)("},
                 {STN_OP_EXP_WITHIN, "E(exp_within)("},
                 {STN_OP_LOG, "E(log)("},
                 {STN_OP_LOG_NORMAL, "E(log_normal)("},
                 {STN_OP_POW_NORMAL, "E(pow_normal)("},
                 {STN_OP_TWO_THIRDS, "E(two_thirds)("},
                 {STN_OP_SIN, "E(sin)("},
                 {STN_OP_COS, "E(cos)("}};
    Piece piece[PIECES_MAX];
    const char *end = NULL, *text = region(&end);
    const int count = text ? cut(text, end, piece) : 0;
    /* lines for the preprocessor before this one are real.h's own */
    const char *templates = text ? strstr(text, "#define EREAL double") : NULL;
    bool any = false;
    for (size_t k = 0; k < sizeof roots / sizeof roots[0]; k++) {
        bool found = false;
        for (int i = 0; i < count && needs(c, roots[k].op); i++)
            if (strcmp(piece[i].call, roots[k].call) == 0)
                piece[i].needed = found = any = true;
        if (needs(c, roots[k].op) && !found)
            return stn_error(error, STN_BAD_INPUT, "the core inside this library has no %s",
                             roots[k].call);
    }
    find_needed(piece, count);
    for (int i = 0; i < count; i++)
        piece[i].needed = piece[i].needed ||
                          (any && !piece[i].call[0] && piece[i].text + piece[i].length > templates);
    put_start(c);
    if (any)
        put_pieces(c, piece, count);
    if (needs(c, STN_OP_SQRT))
        fputs(root, c->e->out);
    fputs("\n", c->e->out);
    return STN_OK;
}
