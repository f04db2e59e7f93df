/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Many runs: each is the run that the scenario gives alone, whatever the threads; metrics by name. */
#include "build_block.h"

enum { RUNS = 70, METRICS = 4 };

static StnScenario *load(const char *name)
{
    StnError error = {0};
    StnScenario *scenario = stn_scenario_load(name, NULL, &error);
    CHECK(scenario != NULL, "%s", error.text);
    return scenario;
}

/* ---- Metrics ---- */

static double metric_of(const StnScenario *scenario, const StnRecord *record, const char *text,
                        const char *unit)
{
    StnError error = {0};
    const StnSystem *system = stn_scenario_system(scenario);
    StnMetric *metric = stn_metric_new(system, text, &error);
    CHECK(metric != NULL, "%s: %s", text, error.text);
    assert_string_equal(stn_metric_unit(metric), unit);
    assert_string_equal(stn_metric_text(metric), text);
    double value = NAN;
    assert_int_equal(
        stn_metric_values((const StnMetric *const *)&metric, 1, system, record, &value), STN_OK);
    stn_metric_free(metric);
    return value;
}

/* The same numbers by the functions of compare.h. */
static void metrics_are_those_of_a_run(void **state)
{
    StnScenario *scenario = load("eha-step");
    StnRecord record;
    StnError error = {0};
    assert_int_equal(stn_scenario_run(scenario, &record, &error), STN_OK);
    const StnSystem *system = stn_scenario_system(scenario);
    const int site = 0; /* the piston is the only one */
    const StnResponse response = stn_response_of(system, site, &record);
    const StnWindow window = {0.01, 0.02};
    /* its error at rest is larger than 2 % of the step */
    assert_true(isnan(response.settling) &&
                isnan(metric_of(scenario, &record, "settling_time", "s")));
    /* a wider band: found by the measure of a column, whose arithmetic between rows differs */
    const double wide = stn_measure_settled(&record, "XJ", response.command,
                                            0.2 * fabs(response.size), (StnWindow){0, 0});
    const double settled = metric_of(scenario, &record, "settling_time(band=20 %)", "s");
    CHECK(fabs(settled - (wide - response.at)) < 1e-12 && settled > 0.0, "%g", settled);
    assert_true(settled == metric_of(scenario, &record, "settling_time(20 %)", "s"));
    assert_true(metric_of(scenario, &record, "rise_time", "s") == response.rise);
    assert_true(metric_of(scenario, &record, "overshoot", "1") == response.overshoot);
    assert_true(metric_of(scenario, &record, "max(DXJ)", "m/s") ==
                stn_measure_max(&record, "DXJ", (StnWindow){0, 0}));
    assert_true(metric_of(scenario, &record, "max(DXJ, window=10 ms..20 ms)", "m/s") ==
                stn_measure_max(&record, "DXJ", window));
    assert_true(metric_of(scenario, &record, "at(XJ, 20 ms)", "m") ==
                stn_measure_at(&record, "XJ", 0.02));
    assert_true(metric_of(scenario, &record, "end(XJ)", "m") == stn_measure_end(&record, "XJ"));
    assert_true(metric_of(scenario, &record, "events", "1") == (double)record.nevent);
    stn_record_free(&record);
    stn_scenario_free(scenario);
}

static void bad_metrics_are_refused(void **state)
{
    static const struct {
        const char *text, *words;
        int column;
    } row[] = {
        {"setling_time", "did you mean \"settling_time\"", 1},
        {"max", "the argument column is missing", 1},
        {"max()", "the argument column is missing", 1},
        {"max(XJJ)", "there is no column \"XJJ\"; did you mean \"XJ\"", 5},
        {"max(XJ", "max(ARGUMENTS)", 7},
        {"max(XJ) + 1", "max(ARGUMENTS)", 7},
        {"max(XJ, XJ)", "FROM..TO", 8},
        {"max(XJ, window=2 s..1 s)", "the smaller number comes first", 8},
        {"max(XJ, 1 s..2 s, 3)", "there is no place for \"3\"", 18},
        {"max(XJ, wndow=1..2)", "there is no place for \"wndow\"", 8},
        {"max(XJ, column=XJ)", "given twice", 8},
        {"at(XJ, 2 m)", "\"2 m\" is in m, but at is in s", 7},
        {"settling_time(band=0)", "allowed: above 0 and below 100 %", 15},
        {"settling_time(band=3 m)", "\"3 m\" is in m, but band has no unit", 15},
        {"settling_time(window=1 s..2 s)", "there is no place for \"window\"", 15},
        {"overshoot(band=1 %)", "overshoot takes no arguments", 1},
        {"event(stik)", "did you mean \"stick\"", 7},
        {"event(stick, site=pistn)", "did you mean \"piston\"", 13},
        {"event(stick, which=0)", "allowed: 1", 13},
    };
    StnScenario *scenario = load("eha-step");
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        StnError error = {0};
        assert_null(stn_metric_new(stn_scenario_system(scenario), row[i].text, &error));
        CHECK(error.status == STN_BAD_INPUT && strstr(error.text, row[i].words) != NULL, "%s: %s",
              row[i].text, error.text);
        CHECK(error.column == row[i].column, "%s: column %d", row[i].text, error.column);
    }
    stn_scenario_free(scenario);
}

/* ---- Runs ---- */

typedef struct Study {
    StnScenario *scenario;
    int lanes;
    StnVary vary[3];
    int nvary;
    StnMetric *metric[METRICS];
    int nmetric;
    double value[3][RUNS], result[METRICS][RUNS];
    unsigned char outcome[RUNS];
    char reason[512];
    int reasons;
} Study;

static void open_scenario(Study *s, StnScenario *scenario, const char *const *vary, int nvary,
                          const char *const *metric, int nmetric)
{
    StnError error = {0};
    *s = (Study){.scenario = scenario, .nvary = nvary, .nmetric = nmetric};
    const StnSystem *system = stn_scenario_system(s->scenario);
    for (int i = 0; i < nvary; i++)
        CHECK(stn_vary_parse(system, NULL, vary[i], &s->vary[i], &error) == STN_OK, "%s",
              error.text);
    for (int i = 0; i < nmetric; i++)
        CHECK((s->metric[i] = stn_metric_new(system, metric[i], &error)) != NULL, "%s", error.text);
}

static void open_study(Study *s, const char *scenario, const char *const *vary, int nvary,
                       const char *const *metric, int nmetric)
{
    open_scenario(s, load(scenario), vary, nvary, metric, nmetric);
}

static void close_study(Study *s)
{
    for (int i = 0; i < s->nvary; i++)
        stn_vary_free(&s->vary[i]);
    for (int i = 0; i < s->nmetric; i++)
        stn_metric_free(s->metric[i]);
    stn_scenario_free(s->scenario);
}

static void note_reason(void *user, int64_t run, const char *text)
{
    Study *s = user;
    (void)run;
    s->reasons++;
    snprintf(s->reason, sizeof s->reason, "%s", text);
}

static void fill(Study *s, StnDesignKind kind, int samples)
{
    const StnDesignDef def = {
        .kind = kind, .vary = s->vary, .nvary = s->nvary, .samples = samples, .seed = 4};
    StnError error = {0};
    StnDesign *design = stn_design_new(&def, &error);
    CHECK(design != NULL, "%s", error.text);
    assert_int_equal(stn_design_count(design), samples);
    for (int run = 0; run < samples; run++) {
        double value[3];
        stn_design_values(design, run, value);
        for (int i = 0; i < s->nvary; i++)
            s->value[i][run] = value[i];
    }
    stn_design_free(design);
}

static StnStatus run_study(Study *s, int samples, int threads,
                           bool (*progress)(void *user, double fraction))
{
    StnError error = {0};
    const StnEnsembleDef def = {.scenario = s->scenario,
                                .vary = s->vary,
                                .nvary = s->nvary,
                                .metric = (const StnMetric *const *)s->metric,
                                .nmetric = s->nmetric,
                                .threads = threads,
                                .lanes = s->lanes};
    StnEnsemble *ensemble = stn_ensemble_new(&def, &error);
    CHECK(ensemble != NULL, "%s", error.text);
    const int width = stn_ensemble_lanes(ensemble, NULL);
    assert_true(width >= 1 && (s->lanes == 0 || width <= s->lanes));
    const double *value[3] = {s->value[0], s->value[1], s->value[2]};
    double *result[METRICS] = {s->result[0], s->result[1], s->result[2], s->result[3]};
    const StnBatch batch = {.count = samples,
                            .value = value,
                            .result = result,
                            .outcome = s->outcome,
                            .reason = note_reason,
                            .progress = progress,
                            .user = s};
    const StnStatus status = stn_ensemble_run(ensemble, &batch, &error);
    stn_ensemble_free(ensemble);
    return status;
}

/* What `stiction run SCENARIO --set ...` computes. */
static void run_alone(const Study *s, int run, double *result)
{
    StnError error = {0};
    StnScenario *one = stn_scenario_copy(s->scenario);
    for (int i = 0; i < s->nvary; i++)
        if (s->vary[i].site >= 0)
            stn_scenario_set_text(one, s->vary[i].path,
                                  s->vary[i].law[(int)s->value[i][run]]->name);
        else
            stn_scenario_set_numbers(one, s->vary[i].path, &s->value[i][run], 1);
    StnRecord record;
    CHECK(stn_scenario_run(one, &record, &error) == STN_OK, "run %d: %s", run, error.text);
    stn_metric_values((const StnMetric *const *)s->metric, s->nmetric, stn_scenario_system(one),
                      &record, result);
    stn_record_free(&record);
    stn_scenario_free(one);
}

static void check_against_single_runs(const Study *s, int samples, int step)
{
    for (int run = 0; run < samples; run += step) {
        double alone[METRICS];
        assert_int_equal(s->outcome[run], STN_OUTCOME_DONE);
        run_alone(s, run, alone);
        for (int m = 0; m < s->nmetric; m++)
            CHECK(memcmp(&alone[m], &s->result[m][run], sizeof alone[m]) == 0 ||
                      (isnan(alone[m]) && isnan(s->result[m][run])),
                  "run %d, %s: %.17g, alone %.17g", run, stn_metric_text(s->metric[m]),
                  s->result[m][run], alone[m]);
    }
}

static void runs_equal_single_runs_whatever_the_threads(void **state)
{
    static const char *const vary[] = {"Fs=uniform:1.2 N:2 N", "K=+-30%", "m=normal:1 kg:5 %"};
    static const char *const metric[] = {"period", "slips", "max(x)", "event(stick, which=3)"};
    Study one, two;
    open_study(&one, "block-stick-slip", vary, 3, metric, 4);
    open_study(&two, "block-stick-slip", vary, 3, metric, 4);
    fill(&one, STN_DESIGN_LATIN, RUNS);
    fill(&two, STN_DESIGN_LATIN, RUNS);
    assert_int_equal(run_study(&one, RUNS, 1, NULL), STN_OK);
    assert_int_equal(run_study(&two, RUNS, 2, NULL), STN_OK);
    assert_memory_equal(one.result, two.result, sizeof one.result);
    check_against_single_runs(&one, RUNS, 9);
    close_study(&one), close_study(&two);
}

/* Where no metric asks for rows and energy nobody computes them; slips of a law that logs none need rows. */
static void what_no_metric_asks_for_changes_no_result(void **state)
{
    static const char *const vary[] = {"Fs=uniform:1.2 N:2 N", "K=+-30%",
                                       "friction.contact.law=list:coulomb,stribeck,lugre"};
    static const char *const bare[] = {"period", "slips", "breakaway", "event(stick, which=3)"};
    static const char *const method[] = {"event", "fixed"};
    for (int k = 0; k < 2; k++) {
        StnScenario *scenario = load("block-stick-slip");
        assert_int_equal(stn_scenario_set_text(scenario, "solver.method", method[k]), STN_OK);
        assert_int_equal(stn_scenario_set_text(scenario, "solver.dt", "1 ms"), STN_OK);
        assert_int_equal(stn_scenario_set_text(scenario, "duration", "30 s"), STN_OK);
        Study s;
        open_scenario(&s, scenario, vary, 3, bare, 4);
        fill(&s, STN_DESIGN_LATIN, 12);
        assert_int_equal(run_study(&s, 12, 1, NULL), STN_OK);
        check_against_single_runs(&s, 12, 1);
        close_study(&s);
    }
}

/* Fixed steps in lanes of every width; laws that have none among them, and values that break a rule. */
static void runs_equal_single_runs_whatever_the_lanes(void **state)
{
    static const char *const vary[] = {"Fs=uniform:0.9 N:2 N", "K=+-30%",
                                       "friction.contact.law=list:coulomb,stribeck,gms"};
    static const char *const metric[] = {"slips", "max(x)", "event(stick, which=2)", "work"};
    static const int lanes[] = {1, 2, 4, 8, 0};
    Study all[5];
    for (int k = 0; k < 5; k++) {
        StnScenario *fixed = load("block-stick-slip");
        stn_scenario_set_text(fixed, "solver.method", "fixed");
        stn_scenario_set_text(fixed, "solver.dt", "1 ms");
        stn_scenario_set_text(fixed, "duration", "20 s");
        open_scenario(&all[k], fixed, vary, 3, metric, 4);
        all[k].lanes = lanes[k];
        fill(&all[k], STN_DESIGN_LATIN, RUNS);
        assert_int_equal(run_study(&all[k], RUNS, 1 + k % 2, NULL), STN_OK);
        assert_memory_equal(all[k].outcome, all[0].outcome, sizeof all[0].outcome);
        assert_memory_equal(all[k].result, all[0].result, sizeof all[0].result);
    }
    int invalid = 0;
    for (int run = 0; run < RUNS; run++) {
        invalid += all[0].outcome[run] == STN_OUTCOME_INVALID;
        if (all[0].outcome[run] == STN_OUTCOME_INVALID)
            all[0].outcome[run] = STN_OUTCOME_NONE;
    }
    assert_true(invalid > 0 && invalid < RUNS / 3); /* Fs below Fc, 1 N */
    for (int run = 0; run < RUNS; run++)
        if (all[0].outcome[run] == STN_OUTCOME_DONE) {
            double alone[METRICS];
            run_alone(&all[0], run, alone);
            for (int m = 0; m < METRICS; m++)
                CHECK(alone[m] == all[0].result[m][run] ||
                          (isnan(alone[m]) && isnan(all[0].result[m][run])),
                      "run %d, metric %d", run, m);
        }
    for (int k = 0; k < 5; k++)
        close_study(&all[k]);
}

static void laws_vary_and_so_does_the_structure(void **state)
{
    static const char *const laws[] = {"law=list:coulomb,stribeck,lugre", "Fs=list:1.3 N,1.6 N"};
    static const char *const gains[] = {"controller.Ki=list:0,1,2"};
    static const char *const metric[] = {"max(x)", "end(x)"};
    Study s;
    open_study(&s, "block-stick-slip", laws, 2, metric, 2);
    fill(&s, STN_DESIGN_GRID, 6);
    assert_int_equal(run_study(&s, 6, 2, NULL), STN_OK);
    check_against_single_runs(&s, 6, 1);
    close_study(&s);
    open_study(&s, "block-limit-cycle", gains, 1, metric, 2); /* without Ki it is another system */
    fill(&s, STN_DESIGN_GRID, 3);
    assert_int_equal(run_study(&s, 3, 2, NULL), STN_OK);
    check_against_single_runs(&s, 3, 1);
    close_study(&s);
}

static void values_that_break_a_rule_are_invalid(void **state)
{
    static const char *const vary[] = {"Fs=list:1.5 N,0.5 N,-1 N"};
    static const char *const metric[] = {"period"};
    Study s;
    open_study(&s, "block-stick-slip", vary, 1, metric, 1);
    fill(&s, STN_DESIGN_GRID, 3);
    assert_int_equal(run_study(&s, 3, 1, NULL), STN_OK);
    assert_int_equal(s.outcome[0], STN_OUTCOME_DONE);
    assert_int_equal(s.outcome[1], STN_OUTCOME_INVALID); /* below Fc */
    assert_int_equal(s.outcome[2], STN_OUTCOME_INVALID);
    assert_true(isnan(s.result[0][1]) && s.reasons == 2);
    CHECK(strstr(s.reason, "Fs") != NULL, "%s", s.reason);
    close_study(&s);
}

static bool stop_at_half(void *user, double fraction)
{
    (void)user;
    return fraction < 0.5;
}

/* What was done stays, and a second call does the rest. */
static void a_cancelled_batch_goes_on(void **state)
{
    static const char *const vary[] = {"Fs=+-10%"};
    static const char *const metric[] = {"period"};
    Study whole, parts;
    open_study(&whole, "block-stick-slip", vary, 1, metric, 1);
    open_study(&parts, "block-stick-slip", vary, 1, metric, 1);
    fill(&whole, STN_DESIGN_RANDOM, RUNS);
    fill(&parts, STN_DESIGN_RANDOM, RUNS);
    assert_int_equal(run_study(&whole, RUNS, 1, NULL), STN_OK);
    assert_int_equal(run_study(&parts, RUNS, 1, stop_at_half), STN_CANCELLED);
    int done = 0;
    for (int i = 0; i < RUNS; i++)
        done += parts.outcome[i] == STN_OUTCOME_DONE;
    CHECK(done > 0 && done < RUNS, "%d", done);
    assert_int_equal(run_study(&parts, RUNS, 1, NULL), STN_OK);
    assert_memory_equal(whole.result, parts.result, sizeof whole.result);
    close_study(&whole), close_study(&parts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metrics_are_those_of_a_run),
        cmocka_unit_test(bad_metrics_are_refused),
        cmocka_unit_test(runs_equal_single_runs_whatever_the_threads),
        cmocka_unit_test(runs_equal_single_runs_whatever_the_lanes),
        cmocka_unit_test(what_no_metric_asks_for_changes_no_result),
        cmocka_unit_test(laws_vary_and_so_does_the_structure),
        cmocka_unit_test(values_that_break_a_rule_are_invalid),
        cmocka_unit_test(a_cancelled_batch_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
