/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Papers as files: every built-in one reads, each mistake is named with its place, and a paper of one's
 * own runs. */
#include "report/paper.h"
#include "stiction/report.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "skip.h"

static StnPaperDef *parse(const char *text, StnError *error)
{
    const StnSource source = {.name = "paper.yaml"};
    *error = (StnError){0};
    return stn_paper_parse(text, strlen(text), "name", &source, NULL, error);
}

static StnPaperDef *good(const char *text)
{
    StnError error;
    StnPaperDef *paper = parse(text, &error);
    if (!paper)
        fail_msg("%s:%d:%d: %s", error.file, error.line, error.column, error.text);
    return paper;
}

/* ---- Mistakes ---- */

#define HEAD "title: T\nauthors: A\nwhere: W\nyear: 2000\nmechanism: m\n" /* lines 1 to 5 */
#define CASES HEAD "cases: {a: {scenario: block-brake}, b: {base: a, law: lugre}}\n"
#define FACT(text) CASES "facts:\n  g:\n    f: {" text "}\n" /* the map begins at 9:8 */
#define END "claim: c, run: a, measure: end, column: v"
#define FIGURE(text) CASES "figures:\n  f: {" text "}\n"        /* at 8:6 */
#define PANEL(text) FIGURE("title: t, panels: {p: {" text "}}") /* at 8:29 */

/* clang-format off */
static const struct { const char *text; int line, column; const char *fragment; } bad[] = {
    /* the whole */
    {"", 1, 1, "a paper is a map"},
    {"- a\n", 1, 1, "not a list"},
    {HEAD, 1, 1, "the paper needs \"cases\""},
    {"title: T\n", 1, 1, "the paper needs \"authors\""},
    {HEAD "titel: T\n", 6, 1, "unknown key of a paper \"titel\"; did you mean \"title\"?"},
    {HEAD "plant: x\n", 6, 1, "allowed: title, authors, where, year, mechanism, cases"},
    {"year: soon\n", 1, 7, "year = \"soon\" is out of range; allowed: whole numbers from 1"},
    {"title: [a]\n", 1, 8, "title is text, not a list"},
    {"title: [a\n", 2, 1, "not valid YAML"},
    {"title: &a b\n", 1, 8, "anchors (&name) are not allowed"},
    {HEAD "title: again\n", 6, 1, "\"title\" appears twice"},
    /* cases */
    {HEAD "cases: []\n", 6, 8, "cases is a map, not a list"},
    {HEAD "cases: {}\n", 6, 8, "cases is empty"},
    {HEAD "cases: {a: x}\n", 6, 12, "the case \"a\" is a map, not text"},
    {HEAD "cases: {a: {}}\n", 6, 12, "the case \"a\" needs \"scenario\""},
    {HEAD "cases: {a b: {scenario: block-brake}}\n", 6, 9, "\"a b\" is no name of a case"},
    {HEAD "cases: {a: {scenario: blok-brake}}\n", 6, 23,
     "unknown scenario \"blok-brake\"; did you mean \"block-brake\"?"},
    {HEAD "cases: {a: {scenario: ./x.yaml}}\n", 6, 23, "unknown scenario"}, /* a text has no folder */
    {HEAD "cases: {a: {scenario: block-brake, law: lugrre}}\n", 6, 41,
     "unknown law \"lugrre\"; did you mean \"lugre\"?"},
    {HEAD "cases: {a: {scenario: block-brake, law: contact=x}}\n", 6, 41, "unknown law"},
    {HEAD "cases: {a: {scenario: block-brake, sett: {}}}\n", 6, 36, "did you mean \"set\"?"},
    {HEAD "cases: {a: {scenario: block-brake, set: [b]}}\n", 6, 41, "set is a map, not a list"},
    {HEAD "cases: {a: {scenario: block-brake, set: {b: {}}}}\n", 6, 45, "b is text, not a map"},
    {HEAD "cases: {a: {base: b}}\n", 6, 19, "unknown base \"b\"; allowed: none"},
    {HEAD "cases: {a: {base: a}}\n", 6, 19, "unknown base \"a\""},
    {HEAD "cases: {a: {scenario: block-brake}, b: {base: [a]}}\n", 6, 47, "base is text"},
    {HEAD "cases: {a: {scenario: block-brake}, b: {base: a, scenario: ~}}\n", 6, 40,
     "needs \"scenario\""},
    /* facts */
    {CASES "facts: x\n", 7, 8, "facts is a map, not text"},
    {CASES "facts: {g: x}\n", 7, 12, "a group of facts is a map, not text"},
    {FACT("run: a"), 9, 8, "the fact \"f\" needs \"claim\""},
    {FACT("claim: c, run: a"), 9, 8, "the fact \"f\" needs \"measure\""},
    {FACT("claim: c, measure: period"), 9, 8, "the fact \"f\" needs \"run\""},
    {FACT("claim: c, run: a, measure: perod"), 9, 36,
     "unknown measure \"perod\"; did you mean \"period\"?"},
    {FACT("claim: c, run: a, measure: qqqqqqqq"), 9, 36, "allowed: end, end_size, at, min, max"},
    {FACT("claim: c, run: a, measure: end"), 9, 8, "the measure \"end\" needs \"column\""},
    {FACT(END ", at: 1 s"), 9, 52, "the measure \"end\" does not take \"at\"; it takes: column"},
    {FACT("claim: c, run: a, measure: period, column: v"), 9, 44, "it takes: nothing"},
    {FACT("claim: c, run: x, measure: period"), 9, 24, "unknown case \"x\""},
    {FACT(END ", over: x"), 9, 58, "unknown case \"x\""},
    {FACT(END ", less: x"), 9, 58, "unknown case \"x\""},
    {FACT(END ", less: b, over: b"), 9, 8, "over or less, not both"},
    {FACT(END ", unit: mmm"), 9, 58, "\"mmm\""},
    {FACT(END ", accept: [1, 2]"), 9, 8, "has to be \"published\""},
    {FACT(END ", published: p, accept: [2, 1]"), 9, 74, "the smaller number comes first"},
    {FACT(END ", published: p, accept: [1, 2, 3]"), 9, 74, "a list of two numbers"},
    {FACT(END ", published: p, accept: [1, nan]"), 9, 78, "\"nan\" is not a number"},
    {FACT(END ", published: p, accept: 1 m"), 9, 74, "\"1 m\" is in m, but accept has no unit"},
    {FACT(END ", published: p, tolerance: 5 %"), 9, 8, "of a published \"number\""},
    {FACT(END ", published: p, number: 1, tolerance: -5 %"), 9, 8, "0 or more"},
    {FACT(END ", published: p, number: 1, accept: 1, tolerance: 5 %"), 9, 8, "not both"},
    {FACT("claim: c, run: a, measure: max, column: v, window: [1 N, 2 N]"), 9, 61,
     "\"1 N\" is in N, but window is in s"},
    {FACT("claim: c, run: a, measure: events, event: stik"), 9, 51, "did you mean \"stick\"?"},
    {FACT("claim: c, run: a, measure: event, event: stick, which: 0"), 9, 64, "from 1 to"},
    {FACT("claim: c, run: a, measure: crossing, column: v, by: x, level: 3 mmm"), 9, 73, "\"mmm\""},
    {CASES "facts:\n  g: {f: {" END "}}\n  h: {f: {" END "}}\n", 9, 7,
     "the fact \"f\" appears twice"},
    {CASES "facts:\n  g: {f: {" END "}, h: {base: g}}\n", 8, 65, "unknown base \"g\""},
    /* figures */
    {FIGURE("panels: {}"), 8, 6, "the figure \"f\" needs \"title\""},
    {FIGURE("title: t"), 8, 6, "the figure \"f\" needs \"panels\""},
    {FIGURE("title: t, panel: {}"), 8, 17, "did you mean \"panels\"?"},
    {FIGURE("title: t, panels: [a]"), 8, 25, "panels is a map, not a list"},
    {PANEL("run: a, ylabel: v"), 8, 29, "the panel needs \"y\""},
    {PANEL("run: a, y: v"), 8, 29, "the panel needs \"ylabel\""},
    {PANEL("y: v, ylabel: v"), 8, 29, "the panel needs \"run\" or \"runs\""},
    {PANEL("run: a, runs: {a: b}, y: v, ylabel: v"), 8, 29, "run or runs, not both"},
    {PANEL("run: x, y: v, ylabel: v"), 8, 35, "unknown case \"x\""},
    {PANEL("runs: {x: l}, y: v, ylabel: v"), 8, 37, "unknown case \"x\""},
    {PANEL("runs: {a: [l]}, y: v, ylabel: v"), 8, 40, "a is text, not a list"},
    {PANEL("runs: {a: l, b: m}, y: {v: l}, ylabel: v"), 8, 53, "y is one column here"},
    {PANEL("run: a, y: [v], ylabel: v"), 8, 41, "y is a map, not a list"},
    {PANEL("run: a, y: v, ylabel: \"v [mmm]\""), 8, 52, "\"mmm\""},
    {PANEL("run: a, y: v, ylabel: v, title: t"), 8, 55, "unknown key of a panel \"title\""},
    {PANEL("run: a, ylabel: v, y: {a: l, b: l, c: l, d: l, e: l, f: l, g: l, h: l, i: l}"), 8, 101,
     "at most 8 curves"},
};
/* clang-format on */

static void every_mistake_is_named_with_its_place(void **state)
{
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        StnError error;
        StnPaperDef *paper = parse(bad[i].text, &error);
        if (paper || error.line != bad[i].line || error.column != bad[i].column ||
            !strstr(error.text, bad[i].fragment))
            fail_msg("%s\ngives %s:%d:%d: %s\nnot    %d:%d: %s", bad[i].text, error.file,
                     error.line, error.column, error.text, bad[i].line, bad[i].column,
                     bad[i].fragment);
        assert_int_equal(error.status, STN_BAD_INPUT);
        assert_string_equal(error.file, "paper.yaml");
    }
}

/* ---- What a file says ---- */

static void an_entry_takes_from_its_base_what_it_does_not_say(void **state)
{
    StnPaperDef *paper = good(
        HEAD
        "cases:\n  a: {scenario: block-brake, law: lugre, set: {duration: 1 s}}\n"
        "  b: {base: a, law: ~}\n  c: {base: b, set: {duration: 2 s, seed: 1}}\n"
        "facts:\n  g:\n    f: {" END ", published: p, number: 2, tolerance: 5 %, unit: mm/s}\n"
        "  h:\n    i: {base: f, run: b, tolerance: ~, accept: 3}\n    j: {base: i, accept: ~}\n");
    assert_int_equal(paper->ncase, 3);
    assert_string_equal(paper->cases[0].law, "lugre");
    assert_null(paper->cases[1].law);
    assert_string_equal(paper->cases[1].set[0].value, "1 s");
    assert_int_equal(paper->cases[2].nset, 2);
    assert_int_equal(paper->nfact, 3);
    const StnFactDef *f = paper->facts;
    assert_string_equal(f[0].group, "g");
    assert_string_equal(f[1].group, "h");
    assert_string_equal(f[1].run, "b");
    assert_string_equal(f[1].arguments.column, "v");
    assert_float_equal(f[0].scale, 1e3, 1e-9);
    assert_float_equal(f[0].accept.from, 1.9, 1e-12);
    assert_float_equal(f[0].accept.to, 2.1, 1e-12);
    assert_float_equal(f[1].accept.from, 3.0, 0.0);
    assert_float_equal(f[1].accept.to, 3.0, 0.0);
    assert_true(isnan(f[2].accept.from));
    assert_float_equal(f[2].given, 2.0, 0.0);
    stn_paper_free(paper);
}

static void a_panel_takes_from_its_figure_what_it_does_not_say(void **state)
{
    StnPaperDef *paper = good(
        CASES "figures:\n  f:\n    title: t\n    runs: {a: one, b: two}\n    ylabel: v [mm/s]\n"
              "    panels:\n      P: {y: v}\n      Q: {run: b, y: {x: X}, dashed: {v: V}}\n"
              "      R: {base: Q, xlabel: \"time [ms]\", xrange: [0, 5]}\n"
              "  g: {base: f, title: u, runs: {b: three}}\n");
    assert_int_equal(paper->nfigure, 2);
    const StnPanelDef *p = paper->figures[0].panel;
    assert_int_equal(paper->figures[0].npanel, 3);
    assert_int_equal(p[0].ncurve, 2);
    assert_string_equal(p[0].curve[1].run, "b");
    assert_string_equal(p[0].curve[1].label, "two");
    assert_float_equal(p[0].yscale, 1e3, 1e-9);
    assert_string_equal(p[0].xlabel, "time [s]");
    assert_int_equal(p[1].ncurve, 2);
    assert_string_equal(p[1].curve[0].label, "X");
    assert_int_equal(p[1].curve[1].style, STN_STYLE_DASHES);
    assert_int_equal(p[2].ncurve, 2);
    assert_float_equal(p[2].xscale, 1e3, 1e-9);
    assert_float_equal(p[2].xrange.to, 5.0, 0.0);
    assert_int_equal(paper->figures[1].npanel, 3);
    assert_string_equal(paper->figures[1].panel[0].curve[0].label, "three");
    stn_paper_free(paper);
}

/* ---- The measures ---- */

static void measures_have_names_of_their_own_and_are_documented(void **state)
{
    static char text[100000];
    FILE *file = fopen(STN_SOURCE_DIR "/docs/papers.md", "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_true(stn_run_measure_count() > 30);
    for (int i = 0; i < stn_run_measure_count(); i++) {
        const StnRunMeasure measure = *stn_run_measure_at(i);
        char row[400];
        snprintf(row, sizeof row, "| `%s` | %s | %s |", measure.name, measure.takes, measure.text);
        if (!strstr(text, row))
            fail_msg("docs/papers.md lacks the row: %s", row);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(stn_run_measure_at(k)->name, measure.name);
    }
}

/* ---- The built-in papers ---- */

static StnPaperDef *builtin(int index)
{
    StnError error = {0};
    StnPaperDef *paper = stn_paper_load(stn_paper_at(index).name, NULL, &error);
    if (!paper)
        fail_msg("%s:%d:%d: %s", error.file, error.line, error.column, error.text);
    return paper;
}

static void every_built_in_paper_reads_as_its_list_says(void **state)
{
    assert_true(stn_paper_count() >= 4);
    for (int i = 0; i < stn_paper_count(); i++) {
        StnPaperDef *paper = builtin(i);
        assert_string_equal(paper->title, stn_paper_at(i).title);
        assert_string_equal(paper->name, stn_paper_at(i).name);
        assert_int_equal(paper->year, stn_paper_at(i).year);
        assert_true(strlen(paper->text) > 100);
        assert_true(paper->nfact > 0 && paper->nfigure > 0);
        stn_paper_free(paper);
    }
}

static bool names(const char *given, const char *name) { return given && strcmp(given, name) == 0; }

static bool is_used(const StnPaperDef *paper, const char *name)
{
    for (int i = 0; i < paper->nfact; i++)
        if (names(paper->facts[i].run, name) || names(paper->facts[i].over, name) ||
            names(paper->facts[i].less, name))
            return true;
    for (int f = 0; f < paper->nfigure; f++)
        for (int i = 0; i < paper->figures[f].npanel; i++)
            for (int k = 0; k < paper->figures[f].panel[i].ncurve; k++)
                if (names(paper->figures[f].panel[i].curve[k].run, name))
                    return true;
    return false;
}

static void every_case_is_used(void **state)
{
    for (int p = 0; p < stn_paper_count(); p++) {
        StnPaperDef *paper = builtin(p);
        for (int c = 0; c < paper->ncase; c++)
            if (!is_used(paper, paper->cases[c].name))
                fail_msg("%s: nothing uses %s", paper->name, paper->cases[c].name);
        stn_paper_free(paper);
    }
}

/* What the page prints can be typed back: every unit of a table or an axis is read by the reader, which
 * would refuse the paper otherwise; no axis goes without one. */
static void every_axis_has_a_unit(void **state)
{
    for (int p = 0; p < stn_paper_count(); p++) {
        StnPaperDef *paper = builtin(p);
        for (int f = 0; f < paper->nfigure; f++)
            for (int i = 0; i < paper->figures[f].npanel; i++) {
                const StnPanelDef *panel = &paper->figures[f].panel[i];
                assert_true(strchr(panel->xlabel, '[') && strchr(panel->ylabel, '['));
            }
        stn_paper_free(paper);
    }
}

/* ---- A paper of one's own ---- */

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static StnReport *run(const char *name, StnError *error)
{
    const StnReportDef def = {.paper = &name, .npaper = 1, .threads = 1};
    *error = (StnError){0};
    return stn_report_run(&def, error);
}

#define OWN(column)                                                  \
    HEAD "cases: {a: {scenario: mine.yaml}}\nfacts:\n  g:\n    f: {" \
         "claim: c, run: a, measure: max, column: " column "}\n"

static void a_paper_of_ones_own_brings_its_scenario(void **state)
{
    char folder[] = "/tmp/paper-XXXXXX", path[64];
    const char *name = strrchr(folder, '/') + 1;
    StnError error;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/mine.yaml", folder);
    put(path, "base: block-brake\nduration: 0.1 s\n");
    snprintf(path, sizeof path, "%s/text.md", folder);
    put(path, "Some *text*.\n");
    snprintf(path, sizeof path, "%s/paper.yaml", folder);
    put(path, OWN("v"));
    for (int k = 0; k < 2; k++) { /* the folder, and the file */
        StnReport *report = run(k == 0 ? folder : path, &error);
        if (!report)
            fail_msg("%s", error.text);
        assert_string_equal(stn_report_paper_at(report, 0).name, name);
        assert_string_equal(report->paper->def->text, "Some *text*.\n");
        assert_int_equal(stn_report_failure_count(report), 0);
        assert_true(stn_report_fact_at(report, 0).value > 0.0);
        stn_report_free(report);
    }
    char slash[64];
    snprintf(slash, sizeof slash, "/tmp/.//%s//", name);
    StnReport *again = run(slash, &error);
    assert_non_null(again);
    assert_string_equal(stn_report_paper_at(again, 0).name, name);
    stn_report_free(again);
    put(path, OWN("vv"));
    assert_null(run(path, &error)); /* which columns there are only the run knows */
    assert_string_equal(error.file, path);
    assert_int_equal(error.line, 9);
    assert_non_null(strstr(error.text, "unknown column \"vv\"; did you mean \"v\"?"));
    snprintf(path, sizeof path, "%s/mine.yaml", folder);
    remove(path);
    assert_null(run(folder, &error));
    assert_int_equal(error.status, STN_NO_FILE);
    assert_int_equal(error.line, 6);
    snprintf(path, sizeof path, "%s/text.md", folder);
    remove(path);
    snprintf(path, sizeof path, "%s/paper.yaml", folder);
    remove(path);
    rmdir(folder);
}

/* The words that a shell makes of a command, line by line. */
static void words_of(const char *command, char *out, size_t size)
{
    char line[2000];
    size_t used = 0;
    snprintf(line, sizeof line, "printf '%%s\\n' %s", command);
    FILE *shell = popen(line, "r");
    assert_non_null(shell);
    used = fread(out, 1, size - 1, shell);
    out[used] = '\0';
    assert_int_equal(pclose(shell), 0);
}

static void a_printed_command_is_what_a_shell_takes_for_the_run(void **state)
{
    static const char *const odd[] = {"it's.yaml", "a b",   "''",          "$HOME", "`id`",
                                      "a;b",       "\"q\"", "back\\slash", "*",     "~",
                                      "#1",        "!x",    "{a,b}",       "é µ",   "a'b'c"};
    for (int i = 0; i < (int)(sizeof odd / sizeof odd[0]); i++) {
        const StnOverride set[] = {{"title", odd[i]}, {"parameters.m", "2 kg"}, {"x", ""}};
        const StnCase def = {.scenario = odd[i], .law = odd[i], .set = set, .nset = 3};
        char command[1400], words[1400], wanted[1400];
        words_of(stn_case_command(&def, command, sizeof command), words, sizeof words);
        snprintf(wanted, sizeof wanted,
                 "stiction\nrun\n%s\n--law\n%s\n--set\ntitle=%s\n--set\nparameters.m=2 kg\n"
                 "--set\nx=\n",
                 odd[i], odd[i], odd[i]);
        assert_string_equal(words, wanted);
    }
    const StnOverride plain = {"record.every", "10us"};
    const StnCase def = {.scenario = "eha-step", .law = "sign", .set = &plain, .nset = 1};
    char command[200], cut[12];
    assert_string_equal(stn_case_command(&def, command, sizeof command),
                        "stiction run eha-step --law sign --set record.every=10us");
    assert_string_equal(stn_case_command(&def, cut, sizeof cut), "stiction ru");
}

/* Columns of figures, and units, against those of the run. */
static void names_and_units_are_those_of_the_run(void **state)
{
    static const struct {
        const char *text, *fragment;
        int line, column;
    } cases[] = {
        {FACT(END ", unit: N"), "the fact \"f\" is in m/s, which cannot be shown in N", 9, 58},
        {FACT(END ", over: b, unit: m"), "the fact \"f\" is in a ratio, which cannot", 9, 67},
        {FACT("claim: c, run: a, measure: height, unit: rad"), "is in m, which cannot", 9, 50},
        {FACT("claim: c, run: a, measure: last_stop, unit: N"), "is in s, which cannot", 9, 53},
        {PANEL("run: a, y: vv, ylabel: v"), "unknown column \"vv\"; did you mean \"v\"?", 8, 41},
        {PANEL("run: a, y: {x: l, vv: m}, ylabel: v"), "unknown column \"vv\"", 8, 48},
        {PANEL("run: a, y: v, dashed: vv, ylabel: v"), "unknown column \"vv\"", 8, 52},
        {PANEL("run: a, x: xx, y: v, ylabel: v"), "unknown column \"xx\"", 8, 41},
        {PANEL("run: a, y: v, ylabel: \"v [N]\""), "the column \"v\" is in m/s, which", 8, 52},
        {PANEL("run: a, y: v, ylabel: v, xlabel: \"t [m]\""), "the column \"t\" is in s", 8, 63},
    };
    char folder[] = "/tmp/paper-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/paper.yaml", folder);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        StnError error;
        put(path, cases[i].text);
        StnReport *report = run(path, &error);
        if (report || !strstr(error.text, cases[i].fragment) || error.line != cases[i].line ||
            error.column != cases[i].column)
            fail_msg("%s\ngives %d:%d: %s", cases[i].text, error.line, error.column, error.text);
    }
    remove(path);
    rmdir(folder);
}

static void a_paper_that_is_not_there_is_named(void **state)
{
    StnError error;
    const char *const twice[] = {"tran", "tran2014"};
    const StnReportDef def = {.paper = twice, .npaper = 2};
    assert_null(run("borelo2014", &error));
    assert_non_null(strstr(error.text, "did you mean \"borello2014\"?"));
    assert_int_equal(error.status, STN_BAD_INPUT);
    assert_null(run("borello", &error)); /* two begin so */
    assert_null(run("", &error));
    assert_null(stn_report_run(&def, &error));
    assert_non_null(strstr(error.text, "appears twice"));
    assert_null(run("/nonexist", &error));
    assert_int_equal(error.status, STN_NO_FILE);
    assert_non_null(strstr(error.text, "there is no file or folder /nonexist"));
    assert_null(run("borello", &error));
    assert_non_null(strstr(error.text, "more than one paper: borello2006, borello2014"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mistake_is_named_with_its_place),
        cmocka_unit_test(an_entry_takes_from_its_base_what_it_does_not_say),
        cmocka_unit_test(a_panel_takes_from_its_figure_what_it_does_not_say),
        cmocka_unit_test(measures_have_names_of_their_own_and_are_documented),
        cmocka_unit_test(every_built_in_paper_reads_as_its_list_says),
        cmocka_unit_test(every_case_is_used),
        cmocka_unit_test(every_axis_has_a_unit),
        cmocka_unit_test(a_paper_of_ones_own_brings_its_scenario),
        cmocka_unit_test(a_printed_command_is_what_a_shell_takes_for_the_run),
        cmocka_unit_test(names_and_units_are_those_of_the_run),
        cmocka_unit_test(a_paper_that_is_not_there_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
