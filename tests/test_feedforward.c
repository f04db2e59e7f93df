/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* export feedforward --as c: the functions of all laws, compiled as C99 with every warning an error, against the
 * laws themselves. */
#include "run_scenario.h"

#include "skip.h"
#include "stiction/exchange.h"

#include <dlfcn.h>
#include <unistd.h>

/* Sets of numbers that between them use every term of every law. */
static const char *const sets[][12] = {
    {NULL},
    {"n", "1.3", "eta_opp", "0.8", "eta_aid", "0.7", "Fc", "{forward: 0.2, backward: 0.28}", "k_eq",
     "0.1", NULL},
    {"n", "1", "eta_din_opp", "0.8", "v_onset", "0.2 rad/s", "sigma2",
     "{forward: 0.1, backward: 0.3}", "k_mq", "0.05", NULL},
    {"onset", "jump", "v_onset", "0.2 rad/s", "Cs_forward", "[0.5, 0.1, 0.05]", "n",
     "{forward: 2, backward: 0.7}", "z_max", "1e-3 rad", NULL},
};
enum { SETS = 4 };

static StnScenario *scenario_of(int law, int set)
{
    StnError error = {0};
    char path[80];
    StnScenario *s = stn_scenario_load("servo-lift", NULL, &error);
    assert_non_null(s);
    stn_scenario_set(s, "friction.gear.law", stn_law_at(law)->name);
    for (int i = 0; sets[set][i]; i += 2) {
        snprintf(path, sizeof path, "friction.gear.%s", sets[set][i]);
        stn_scenario_set(s, path, sets[set][i + 1]);
    }
    if (stn_scenario_check(s, &error))
        fail_msg("%s: %s", stn_law_at(law)->name, error.text);
    return s;
}

/* A shared object of all exports together: their names do not clash. */
static void *compile(FILE *source, const char *folder)
{
    char command[600], object[300];
    assert_int_equal(fclose(source), 0);
    snprintf(object, sizeof object, "%s/all.so", folder);
    snprintf(command, sizeof command,
             "cc -std=c99 -O1 -Wall -Wextra -Wpedantic -Werror -Wconversion -Wshadow "
             "-Wmissing-prototypes -shared -fPIC %s/all.c "
             "-o %s -lm",
             folder, object);
    assert_int_equal(system(command), 0);
    void *library = dlopen(object, RTLD_NOW);
    if (!library)
        fail_msg("%s", dlerror());
    return library;
}

typedef union Function {
    void *object;
    double (*v)(double);
    double (*v_load)(double, double);
    double (*v_x)(double, double);
    double (*v_load_push)(double, double, double);
} Function;

/* Laws that friction(v, load, drive) depends on are asked for the drive that the motion takes. */
static double value(void *library, const char *text, const char *name, double v, double load)
{
    char symbol[80], head[120];
    Function f;
    snprintf(symbol, sizeof symbol, "%s_moving", name);
    f.object = dlsym(library, symbol);
    if (f.object)
        return f.v_load_push(v, load, 0.0);
    f.object = dlsym(library, name);
    assert_non_null(f.object);
    snprintf(head, sizeof head, "double %s(double v);", name);
    if (strstr(text, head))
        return f.v(v);
    snprintf(head, sizeof head, "double %s(double v, double x);", name);
    return strstr(text, head) ? f.v_x(v, 0.0) : f.v_load(v, load);
}

/* The steady friction comes from the law's own steps (1e-12 of it between two of them); states come up to their
 * limits as exp(-t). */
#define AS_THE_LAW 1e-10
/* The law `table` is a table itself, which its function follows up to this speed as well as its text says, to
 * two digits and 15/16 of a kink. */
#define FASTEST 12.0
static bool is_closed(const char *law) { return strcmp(law, "table") != 0; }

static void compare(void *library, const char *text, const char *name, const StnScenario *s)
{
    const char *said = strstr(text, "straight lines between them: right to ");
    const double near = said ? 1.1 * strtod(strstr(said, "right to ") + 9, NULL) : AS_THE_LAW;
    static const double speeds[] = {1e-5, 0.003, 0.02, 0.06, 0.11, 0.19, 0.21, 0.5, 2.3, 11.0};
    static const double loads[] = {0.0, 0.4, -0.4, 3.0, -3.0};
    for (int i = 0; i < 10; i++)
        for (int k = 0; k < 5; k++)
            for (int dir = -1; dir <= 1; dir += 2) {
                const double v = dir * speeds[i];
                double F;
                stn_law_curve(stn_scenario_system(s), 0, loads[k], &v, 1, &F);
                const double G = value(library, text, name, v, loads[k]);
                if (!(fabs(F - G) <= near * (1.0 + fabs(F))))
                    fail_msg("%s: at v = %g, load = %g: law %.12g, function %.12g", name, v,
                             loads[k], F, G);
            }
    assert_true(value(library, text, name, 0.0, 1.0) == 0.0);
    assert_true(isnan(value(library, text, name, NAN, 1.0)));
}

static void every_law_has_a_function(void **state)
{
    char folder[] = "/tmp/feedforward-XXXXXX", path[300], name[80];
    char *text[64][SETS];
    StnExportDef def = stn_default_export_def();
    (void)state;
    if (system("command -v cc >/dev/null") != 0)
        SKIP("cc", "there is no compiler");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/all.c", folder);
    FILE *source = fopen(path, "w");
    assert_non_null(source);
    for (int i = 0; i < stn_law_count(); i++)
        for (int k = 0; k < SETS; k++) {
            StnError error = {0};
            StnScenario *s = scenario_of(i, k);
            snprintf(name, sizeof name, "%s_%d", stn_law_at(i)->name, k);
            def.name = name;
            def.speed = is_closed(stn_law_at(i)->name) ? 0.0 : FASTEST;
            text[i][k] = stn_export(s, "feedforward", &def, NULL, &error);
            if (!text[i][k])
                fail_msg("%s: %s", name, error.text);
            if (is_closed(stn_law_at(i)->name) != (strstr(text[i][k], "A closed form") != NULL))
                fail_msg("%s: is it a closed form?", name);
            fputs(text[i][k], source);
            stn_scenario_free(s);
        }
    void *library = compile(source, folder);
    for (int i = 0; i < stn_law_count(); i++)
        for (int k = 0; k < SETS; k++) {
            StnScenario *s = scenario_of(i, k);
            snprintf(name, sizeof name, "%s_%d", stn_law_at(i)->name, k);
            compare(library, text[i][k], name, s);
            stn_text_free(text[i][k]);
            stn_scenario_free(s);
        }
    snprintf(path, sizeof path, "rm -r %s", folder);
    assert_int_equal(system(path), 0);
    dlclose(library);
}

/* A law from outside whose curve no formula knows: FF = (Fc + A/(1 + |v|/w) + mu*load^2)*sgn(v). */
static const StnParam outside_params[] = {
    {"Fc", STN_KIND_PAIR, "$F", 0.2, 0, 1e9, "level", NULL, NULL, NULL},
    {"A", STN_KIND_SCALAR, "$F", 0.3, 0, 1e9, "what falls", NULL, NULL, NULL},
};
static const StnParam *const outside_list[] = {&outside_params[0], &outside_params[1]};
static StnFric outside_slide(const StnSelf *self, const double *p, const double *s,
                             const StnSite *in, StnRel *r, double *rate)
{
    (void)self, (void)s, (void)r, (void)rate;
    const double level = in->dir > 0.0 ? p[0] : p[1];
    return (StnFric){
        in->dir * (level + p[2] / (1.0 + in->dir * in->v / 0.1) + 0.01 * fabs(in->load)), 0.0};
}
static void outside_rest(const StnSelf *self, const double *p, const double *s, const StnSite *in,
                         StnRel *r, double *lo, double *hi, double *rate)
{
    (void)self, (void)s, (void)r, (void)rate, (void)in;
    *hi = p[0] + p[2];
    *lo = -p[1] - p[2];
}
static StnShape outside_shape(const StnSelf *self, const double *p)
{
    (void)self, (void)p;
    return (StnShape){.affine_above = INFINITY, .t_scale = INFINITY};
}
static const StnLaw outside = {.abi = STN_MODEL_ABI,
                               .size = sizeof(StnLaw),
                               .name = "outside",
                               .title = "outside",
                               .equation = "",
                               .text = "",
                               .reference = "",
                               .nparam = 2,
                               .params = outside_list,
                               .flags = STN_LAW_SET_VALUED,
                               .slide = outside_slide,
                               .rest = outside_rest,
                               .shape = outside_shape};
/* The same without the load. */
static StnFric unloaded_slide(const StnSelf *self, const double *p, const double *s,
                              const StnSite *in, StnRel *r, double *rate)
{
    StnSite free = *in;
    free.load = 0.0;
    return outside_slide(self, p, s, &free, r, rate);
}
static const StnLaw unloaded = {.abi = STN_MODEL_ABI,
                                .size = sizeof(StnLaw),
                                .name = "unloaded",
                                .title = "unloaded",
                                .equation = "",
                                .text = "",
                                .reference = "",
                                .nparam = 2,
                                .params = outside_list,
                                .flags = STN_LAW_SET_VALUED,
                                .slide = unloaded_slide,
                                .rest = outside_rest,
                                .shape = outside_shape};
static const StnLaw *const outside_laws[] = {&outside, &unloaded};
static const StnCatalog outside_catalog = {.laws = outside_laws, .nlaw = 2};

/* A servo with such a law, whose A has an interval. */
static StnScenario *with_law(const char *law)
{
    const StnScenarioOptions options = {.catalog = &outside_catalog};
    char text[300];
    StnError error = {0};
    snprintf(text, sizeof text,
             "plant: servo\nfriction: {gear: {law: %s}}\ninputs: {u: 0}\nduration: 1 s\n"
             "intervals: [{of: friction.gear.A, low: 0.27 N*m, high: 0.33 N*m}]\n",
             law);
    StnScenario *s = stn_scenario_parse(text, strlen(text), law, &options, &error);
    if (!s)
        fail_msg("%s", error.text);
    return s;
}

static void a_law_from_outside_becomes_a_table(void **state)
{
    char folder[] = "/tmp/feedforward-XXXXXX", path[300];
    StnExportDef def = stn_default_export_def();
    StnError error = {0};
    StnRemarks remarks = {.count = 0};
    double said = NAN, most = 0.0, low, high;
    (void)state;
    if (system("command -v cc >/dev/null") != 0)
        SKIP("cc", "there is no compiler");
    StnScenario *s = with_law("outside");
    def.name = "outside", def.speed = 5.0, def.load = 2.0;
    char *code = stn_export(s, "feedforward", &def, &remarks, &error);
    assert_non_null(code);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/all.c", folder);
    FILE *source = fopen(path, "w");
    fputs(code, source);
    void *library = compile(source, folder);
    for (double v = 1e-3; v < 5.0; v *= 1.07)
        for (int dir = -1; dir <= 1; dir += 2) {
            double F;
            const double at = dir * v;
            stn_law_curve(stn_scenario_system(s), 0, 0.7, &at, 1, &F);
            most = fmax(most, fabs(F - value(library, code, "outside", at, 0.7)));
        }
    for (int i = 0; i < remarks.count; i++) {
        const char *right = strstr(remarks.text[i], "right to ");
        said = right ? strtod(right + 9, NULL) : said;
    }
    /* Announced at places between the knots other than these: the largest is near there. */
    assert_true(most <= 1.5 * said && said < 2e-3);
    void (*interval)(double, double, double *, double *);
    *(void **)&interval = dlsym(library, "outside_interval");
    interval(0.1, 0.7, &low, &high); /* A/(1 + 1) moves by 0.03/2 */
    assert_true(fabs(high - low - 0.03) < 1e-4);
    stn_text_free(code);
    stn_scenario_free(s);
    snprintf(path, sizeof path, "rm -r %s", folder);
    assert_int_equal(system(path), 0);
    dlclose(library);
}

/* ---- Tables in C against tables in Python ---- */

/* Beyond the table on all sides, between its rows, below its first speed, at 0 and at no number. */
static const double table_speeds[] = {-9.0, -1.03, -0.021, -1e-9, 0.0, 1e-9, 0.021, 1.03, 9.0, NAN};
static const double table_loads[] = {-3.0, -0.7, 0.0, 0.3, 1.9, 5.0};

static void put_file(const char *folder, const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* What Python makes of the same table: friction and both ends, in the order of the loops. */
static FILE *ask_python(const char *folder, const char *name, bool loaded)
{
    char script[1000], command[500];
    size_t used = (size_t)snprintf(script, sizeof script, "from %s import *\nfor v in (", name);
    for (int i = 0; i < COUNT(table_speeds); i++)
        used +=
            (size_t)snprintf(script + used, sizeof script - used, "float('%g'), ", table_speeds[i]);
    used += (size_t)snprintf(script + used, sizeof script - used, "):\n    for load in (");
    for (int i = 0; i < COUNT(table_loads); i++)
        used += (size_t)snprintf(script + used, sizeof script - used, "%g, ", table_loads[i]);
    snprintf(script + used, sizeof script - used,
             "):\n        at = (v%s)\n        print(%s(*at), *%s_interval(*at))\n",
             loaded ? ", load" : ",", name, name);
    put_file(folder, "ask.py", script);
    snprintf(command, sizeof command, "cd %s && python3 -B ask.py >said.txt", folder);
    assert_int_equal(system(command), 0);
    snprintf(command, sizeof command, "%s/said.txt", folder);
    return fopen(command, "r");
}

typedef union Interval {
    void *object;
    void (*v)(double, double *, double *);
    void (*v_load)(double, double, double *, double *);
} Interval;

static void same_number(double a, double b, double v, double load)
{
    if (isnan(a) ? !isnan(b) : !(fabs(a - b) <= 1e-13))
        fail_msg("at v = %g, load = %g: C %.15g, Python %.15g", v, load, a, b);
}

static void compare_languages(const char *law, bool loaded)
{
    char folder[] = "/tmp/feedforward-XXXXXX", path[300], name[40];
    StnExportDef def = stn_default_export_def();
    StnScenario *s = with_law(law);
    assert_non_null(mkdtemp(folder));
    def.name = law, def.speed = 5.0, def.load = 2.0;
    char *code = stn_export(s, "feedforward", &def, NULL, NULL);
    def.as = STN_EXPORT_PYTHON;
    char *python = stn_export(s, "feedforward", &def, NULL, NULL);
    assert_true(code && python && strstr(code, "_table"));
    put_file(folder, "all.c", code);
    snprintf(path, sizeof path, "%s/all.c", folder);
    void *library = compile(fopen(path, "a"), folder);
    snprintf(name, sizeof name, "%s.py", law);
    put_file(folder, name, python);
    FILE *said = ask_python(folder, law, loaded);
    assert_non_null(said);
    snprintf(name, sizeof name, "%s_interval", law);
    const Interval interval = {dlsym(library, name)};
    for (int i = 0; i < COUNT(table_speeds); i++)
        for (int k = 0; k < COUNT(table_loads); k++) {
            const double v = table_speeds[i], load = table_loads[k];
            const double F = value(library, code, law, v, load);
            double low, high, of[3];
            if (loaded)
                interval.v_load(v, load, &low, &high);
            else
                interval.v(v, &low, &high);
            assert_int_equal(fscanf(said, "%lf %lf %lf", &of[0], &of[1], &of[2]), 3);
            same_number(F, of[0], v, load);
            same_number(low, of[1], v, load);
            same_number(high, of[2], v, load);
            if (!isnan(v)) /* the friction lies in the middle of its interval, at 0 too */
                same_number(0.5 * (low + high), F, v, load);
        }
    fclose(said);
    stn_text_free(code);
    stn_text_free(python);
    stn_scenario_free(s);
    snprintf(path, sizeof path, "rm -r %s", folder);
    assert_int_equal(system(path), 0);
    dlclose(library);
}

static void tables_are_the_same_in_both_languages(void **state)
{
    (void)state;
    if (system("command -v cc >/dev/null && command -v python3 >/dev/null") != 0)
        SKIP("cc, python3", "one of them is missing");
    compare_languages("outside", true);
    compare_languages("unloaded", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_has_a_function),
        cmocka_unit_test(a_law_from_outside_becomes_a_table),
        cmocka_unit_test(tables_are_the_same_in_both_languages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
