/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Studies: in memory and in a file, interrupted and resumed, refused. */
#include "build_block.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/stiction-study-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[4][128];
    static int next;
    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[next], "%s/%s", folder, name);
    return path[next];
}

static StnScenario *scenario;

static StnStudyDef def_of(const char *store, int threads)
{
    static const char *const vary[] = {"Fs=+-10%", "K=uniform:1 N/m:3 N/m",
                                       "law=list:coulomb,stribeck"};
    static const char *const metric[] = {"period, slips", "max(x, window=1 s..40 s)"};
    static const char *const expect[] = {"period < 7 s", "settling_time < 1 s"};
    StnStudyDef def = {.scenario = scenario,
                       .name = "block-stick-slip",
                       .vary = vary,
                       .nvary = 3,
                       .metric = metric,
                       .nmetric = 2,
                       .expect = expect,
                       .nexpect = 2,
                       .store = store};
    stn_fields_default(&stn_study_fields, &def.settings);
    def.settings.samples = 150;
    def.settings.threads = threads;
    return def;
}

static StnStudy *study_of(const StnStudyDef *def)
{
    StnError error = {0};
    StnStudy *study = stn_study_new(def, &error);
    CHECK(study != NULL, "%s", error.text);
    return study;
}

static char *text_of(const char *path)
{
    static char text[2][100000];
    static int next;
    next = 1 - next;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const size_t length = fread(text[next], 1, sizeof text[next] - 1, file);
    text[next][length] = '\0';
    fclose(file);
    return text[next];
}

/* The study run to its end, as CSV. */
static const char *csv_of(const StnStudyDef *def, const char *name)
{
    StnError error = {0};
    StnStudy *study = study_of(def);
    CHECK(stn_study_run(study, NULL, NULL, &error) == STN_OK, "%s", error.text);
    assert_int_equal(stn_study_done(study, STN_OUTCOME_DONE), 150);
    CHECK(stn_study_write_csv(study, path_of(name), &error) == STN_OK, "%s", error.text);
    stn_study_free(study);
    return text_of(path_of(name));
}

static void files_memory_and_threads_give_the_same_bytes(void **state)
{
    const StnStudyDef memory = def_of(NULL, 1), two = def_of(NULL, 2);
    const char *one = csv_of(&memory, "memory.csv");
    assert_string_equal(one, csv_of(&two, "threads.csv"));
    CHECK(
        strncmp(one,
                "number,friction.contact.Fs [N],parameters.K [N/m],friction.contact.law,period [s],"
                "slips,\"max(x, window=1 s..40 s) [m]\",settling_time [s],status\n",
                40) == 0,
        "%.200s", one);
    assert_non_null(strstr(one, ",stribeck,"));
#if defined(STN_HAVE_SQLITE) && STN_HAVE_SQLITE
    const StnStudyDef file = def_of(path_of("study.sqlite"), 2);
    assert_string_equal(one, csv_of(&file, "file.csv"));
    assert_string_equal(one, csv_of(&file, "again.csv")); /* nothing is left to run */
#endif
}

#if defined(STN_HAVE_SQLITE) && STN_HAVE_SQLITE

static bool stop_at(void *user, double fraction) { return fraction < *(double *)user; }

static void an_interrupted_study_goes_on(void **state)
{
    const StnStudyDef memory = def_of(NULL, 1), file = def_of(path_of("part.sqlite"), 2);
    for (double share = 0.2; share < 1.0; share += 0.3) {
        StnError error = {0};
        StnStudy *study = study_of(&file);
        assert_int_equal(stn_study_run(study, stop_at, &share, &error), STN_CANCELLED);
        stn_study_free(study);
    }
    const char *whole = csv_of(&memory, "memory.csv");
    assert_string_equal(whole, csv_of(&file, "resumed.csv"));
}

/* Where, and by what, it was made, and everything that a run needs. */
static void a_file_is_enough(void **state)
{
    char path[128];
    snprintf(path, sizeof path, "%s", path_of("alone.sqlite"));
    const StnStudyDef file = def_of(path, 2);
    const char *made = csv_of(&file, "made.csv");
    static const char *const other[] = {"slips > 3"}, *const missing[] = {"height < 1 m"};
    StnStudyFrom from = {.path = file.store};
    StnError error = {0};
    StnStudy *study = stn_study_open(&from, &error);
    CHECK(study != NULL, "%s", error.text);
    assert_int_equal(stn_study_done(study, STN_OUTCOME_DONE), 150);
    assert_int_equal(stn_study_write_csv(study, path_of("read.csv"), &error), STN_OK);
    assert_string_equal(made, text_of(path_of("read.csv")));
    char one[400], two[400];
    StnStudyDef memory = file;
    memory.store = NULL;
    StnStudy *again = study_of(&memory);
    assert_string_equal(stn_study_command(study, 7, one, sizeof one),
                        stn_study_command(again, 7, two, sizeof two));
    stn_study_free(again);
    stn_study_free(study);
    from.expect = other, from.nexpect = 1;
    study = stn_study_open(&from, &error);
    CHECK(study != NULL, "%s", error.text);
    stn_study_free(study);
    from.expect = missing;
    assert_null(stn_study_open(&from, &error));
    CHECK(strstr(error.text, "is not measured in the study") && strcmp(error.path, "expect") == 0,
          "%s", error.text);
}

/* A run of another design has other values. */
static void a_file_keeps_every_correlation(void **state)
{
    enum { N = 14 };
    static const char *const vary[N] = {"GAP=+-1%", "GM=+-1%", "KF=+-1%",  "KSF=+-1%", "wF=+-1%",
                                        "zF=+-1%",  "GV=+-1%", "GPS=+-1%", "GQS=+-1%", "AJ=+-1%",
                                        "MJ=+-1%",  "CJ=+-1%", "Fs=+-1%",  "Fc=+-1%"};
    char pair[N * (N - 1) / 2][32];
    const char *correlate[N * (N - 1) / 2];
    int count = 0;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < i; k++, count++) {
            snprintf(pair[count], sizeof pair[count], "%.*s,%.*s=0.12345678901234567",
                     (int)strcspn(vary[k], "="), vary[k], (int)strcspn(vary[i], "="), vary[i]);
            correlate[count] = pair[count];
        }
    StnError error = {0};
    StnScenario *eha = stn_scenario_load("eha-step", NULL, &error);
    StnStudyDef def = def_of(path_of("correlated.sqlite"), 1);
    def.scenario = eha, def.name = "eha-step", def.command = "stiction run eha-step";
    def.vary = vary, def.nvary = N, def.nexpect = 0;
    def.correlate = correlate, def.ncorrelate = count;
    static const char *const metric[] = {"end(XJ)"};
    def.metric = metric, def.nmetric = 1;
    StnStudy *study = study_of(&def);
    char made[1000], read[1000];
    stn_study_command(study, 5, made, sizeof made);
    stn_study_free(study);
    const StnStudyFrom from = {.path = def.store};
    study = stn_study_open(&from, &error);
    CHECK(study != NULL, "%s", error.text);
    assert_string_equal(stn_study_command(study, 5, read, sizeof read), made);
    stn_study_free(study);
    stn_scenario_free(eha);
}

static void refuse(const StnStudyDef *def, StnStatus status, const char *words)
{
    StnError error = {0};
    StnStudy *study = stn_study_new(def, &error);
    CHECK(study == NULL, "%s", words);
    CHECK(error.status == status && strstr(error.text, words) != NULL, "%d %s", error.status,
          error.text);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void other_files_are_refused(void **state)
{
    StnStudyDef def = def_of(path_of("other.sqlite"), 1);
    StnStudy *study = study_of(&def);
    refuse(&def, STN_NO_FILE, "another process is working on the study");
    stn_study_free(study);
    def.settings.seed = 7;
    refuse(&def, STN_BAD_INPUT, "was made with seed 1, not 7");
    def = def_of(def.store, 1);
    def.settings.samples = 10;
    refuse(&def, STN_BAD_INPUT, "was made with runs 150, not 10");
    write_text(path_of("text.sqlite"), "this is a text that is long enough to be no header at all, "
                                       "and it is refused as what it is: no study");
    def = def_of(path_of("text.sqlite"), 1);
    refuse(&def, STN_BAD_INPUT, "is not an SQLite file");
    assert_true(strncmp(text_of(def.store), "this is a text", 14) == 0);
    def = def_of(path_of("nowhere/study.sqlite"), 1);
    refuse(&def, STN_NO_FILE, "cannot be opened or made");
}

#endif

/* By the setting that is wrong. */
static void bad_studies_are_refused(void **state)
{
    static const char *const bad_vary[] = {"Fss=+-10%"}, *const bad_metric[] = {"period,hight"};
    static const char *const bad_expect[] = {"period = 3"}, *const bad_limit[] = {"period < 3 m"};
    static const char *const bad_pair[] = {"Fs,mass=0.3"}, *const bad_form[] = {"Fs,K"};
    static const char *const sides[] = {"Fs.forward=+-1%", "Fc.forward=+-1%", "vs.forward=+-1%",
                                        "K=+-1%"};
    static const char *const one_of_three[] = {"forward,K=0.5"}, *const too_much[] = {"Fs,K=2"};
    StnStudyDef def[9];
    const char *path[] = {"vary",      "metrics", "expect",    "expect",   "correlate",
                          "correlate", "samples", "correlate", "correlate"};
    for (int i = 0; i < 9; i++)
        def[i] = def_of(NULL, 1);
    def[0].vary = bad_vary, def[0].nvary = 1;
    def[1].metric = bad_metric, def[1].nmetric = 1;
    def[2].expect = bad_expect, def[2].nexpect = 1;
    def[3].expect = bad_limit, def[3].nexpect = 1;
    def[4].correlate = bad_pair, def[4].ncorrelate = 1;
    def[5].correlate = bad_form, def[5].ncorrelate = 1;
    def[6].settings.design = STN_DESIGN_GRID + 1;
    def[7].vary = sides, def[7].nvary = 4;
    def[7].correlate = one_of_three, def[7].ncorrelate = 1;
    def[8].correlate = too_much, def[8].ncorrelate = 1;
    for (int i = 0; i < 9; i++) {
        StnError error = {0};
        assert_null(stn_study_new(&def[i], &error));
        CHECK(error.status == STN_BAD_INPUT && strcmp(error.path, path[i]) == 0, "%s: %s",
              error.path, error.text);
    }
}

static void the_report_has_what_was_expected(void **state)
{
    const StnStudyDef def = def_of(NULL, 1);
    StnError error = {0};
    StnStudy *study = study_of(&def);
    assert_int_equal(stn_study_run(study, NULL, NULL, &error), STN_OK);
    double period[150];
    assert_int_equal(stn_study_column(study, stn_study_quantity_count(study), period, &error),
                     STN_OK);
    int passed = 0;
    for (int i = 0; i < 150; i++)
        passed += period[i] < 7.0;
    CHECK(passed > 20 && passed < 130, "%d", passed);
    StnResult out = {.method = NULL};
    assert_int_equal(stn_report_study(study, 0, &out, &error), STN_OK);
    bool found = false;
    for (int i = 0; i < out.count; i++)
        if (out.item[i].name && strcmp(out.item[i].name, "expectations") == 0) {
            const StnCell *cell = out.item[i].cell;
            found = true;
            assert_int_equal(out.item[i].nrow, 2);
            assert_int_equal(cell[1].count, passed);
            assert_int_equal(cell[6 + 1].count, 0); /* nothing is commanded: it settles never */
            assert_int_equal(cell[6 + 5].count, 150);
        }
    assert_true(found);
    stn_result_free(&out);
    stn_study_free(study);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_memory_and_threads_give_the_same_bytes),
#if defined(STN_HAVE_SQLITE) && STN_HAVE_SQLITE
        cmocka_unit_test(an_interrupted_study_goes_on),
        cmocka_unit_test(a_file_is_enough),
        cmocka_unit_test(a_file_keeps_every_correlation),
        cmocka_unit_test(other_files_are_refused),
#endif
        cmocka_unit_test(bad_studies_are_refused),
        cmocka_unit_test(the_report_has_what_was_expected),
    };
    StnError error = {0};
    char command[64];
    scenario = stn_scenario_load("block-stick-slip", NULL, &error);
    if (scenario == NULL || mkdtemp(folder) == NULL)
        return 1;
    const int code = cmocka_run_group_tests(tests, NULL, NULL);
    stn_scenario_free(scenario);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) == 0 ? code : 1;
}
