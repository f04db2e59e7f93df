/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Joints for other tools and from them: what each format holds of hinges, slides and drives, and what is said of the
 * rest.  Numbers come from the scenarios: gains of a motor by kt/R, means of two directions, the joint's own limits. */
#include "build_block.h"
#include "skip.h"

typedef struct {
    char *text;
    StnRemarks remarks;
    StnError error;
} Exported;

#define SERVO \
    "title: arm\nplant: servo\nfriction: {gear: {law: coulomb, Fs: 1, Fc: 1}}\nduration: 1 s\n"
#define BLOCK                                                                                     \
    "title: slide\nplant: block\nfriction: {contact: {law: coulomb, Fs: 4, Fc: 4}}\nduration: 1 " \
    "s\n"

static StnScenario *parse(const char *text)
{
    StnError error = {0};
    StnScenario *scenario = stn_scenario_parse(text, strlen(text), "test", NULL, &error);
    if (!scenario && strstr(error.text, "lacks libyaml"))
        SKIP("libyaml", "this build reads no scenarios");
    CHECK(scenario != NULL, "%s", error.text);
    return scenario;
}

/* lines: sections of the scenario beside those of `head`. */
static Exported export_as(const char *format, const char *head, const char *lines)
{
    char text[2000];
    Exported out = {.text = NULL};
    const StnExportDef def = stn_default_export_def();
    snprintf(text, sizeof text, "%s%s", head, lines);
    StnScenario *scenario = parse(text);
    out.text = stn_export(scenario, format, &def, &out.remarks, &out.error);
    stn_scenario_free(scenario);
    return out;
}

static bool said(const StnRemarks *remarks, const char *part)
{
    for (int i = 0; i < remarks->count; i++)
        if (strstr(remarks->text[i], part))
            return true;
    return false;
}

/* The text holds `part`, and the remarks `remark` (NULL: nothing is asked of them). */
static void holds(const char *format, const char *head, const char *lines, const char *part,
                  const char *remark)
{
    Exported out = export_as(format, head, lines);
    CHECK(out.text != NULL, "%s: %s", format, out.error.text);
    CHECK(strstr(out.text, part), "%s has no %s:\n%s", format, part, out.text);
    CHECK(!remark || said(&out.remarks, remark), "%s: nobody says \"%s\"", format, remark);
    stn_text_free(out.text);
}

/* ---- Written ---- */

static void limits_make_the_kind_of_joint(void **state)
{
    (void)state;
    holds("urdf", SERVO, "inputs: {u: 0}\n", "type=\"continuous\"", NULL);
    holds("urdf", SERVO, "parameters: {lo: -1, hi: 2}\ninputs: {u: 0}\n",
          "<limit lower=\"-1\" upper=\"2\" effort=\"1000000\" velocity=\"1e+06\"/>", NULL);
    holds("urdf", SERVO, "parameters: {lo: -1}\ninputs: {u: 0}\n", "type=\"continuous\"", NULL);
    holds("urdf", BLOCK,
          "options: {drive: force}\nparameters: {xmin: -0.1, xmax: 0.2}\ninputs: {u: 0}\n",
          "type=\"prismatic\"", NULL);
    holds("urdf", BLOCK, "options: {drive: force}\nparameters: {xmax: 0.2}\ninputs: {u: 0}\n",
          "lower=\"-1000000\" upper=\"0.2\"", NULL);
    holds("mujoco", BLOCK, "options: {drive: force}\nparameters: {xmax: 0.2}\ninputs: {u: 0}\n",
          "range=\"-1000000000 0.2\"", NULL);
}

static void drives_keep_their_gains(void **state)
{
    (void)state;
    holds("mujoco", SERVO,
          "options: {motor: current}\nparameters: {kt: 2, imax: 3}\ninputs: {i: 0}\n",
          "gainprm=\"2\" biastype=\"affine\" biasprm=\"0 -0 -0\" ctrllimited=\"true\" "
          "ctrlrange=\"-3 3\"",
          NULL);
    /* kt/R per volt, and kt^2/R of it is braking */
    holds("mujoco", SERVO,
          "options: {motor: voltage}\nparameters: {kt: 2, R: 4, La: 1 mH}\ninputs: {V: 0, supply: "
          "12}\n",
          "gainprm=\"0.5\" biastype=\"affine\" biasprm=\"0 -0 -1\" ctrllimited=\"true\" "
          "ctrlrange=\"-12 12\"",
          "inductance La = 0.001 H is not held");
    holds("urdf", SERVO,
          "options: {motor: voltage}\nparameters: {kt: 2, R: 4, lo: 0, hi: 1}\ninputs: {V: 0, "
          "supply: 12}\n",
          "effort=\"6\"", NULL);
    holds("mujoco", BLOCK, "options: {drive: spring}\nparameters: {K: 7}\ninputs: {y: 0}\n",
          "gainprm=\"7\" biastype=\"affine\" biasprm=\"0 -7 -0\"/>", NULL);
    const char *pid = "options: {drive: pid}\ncontroller: {Kp: 3, Kv: 5, Ki: 2, Ts: 1 ms, limit: "
                      "9}\ninputs: {xd: 0}\n";
    holds("mujoco", BLOCK, pid,
          "gainprm=\"3\" biastype=\"affine\" biasprm=\"0 -3 -5\" forcelimited=\"true\" "
          "forcerange=\"-9 9\"",
          "Ki = 2 N/(m*s), is not held");
    holds("mujoco", BLOCK, pid, "type=\"slide\"", "sampling (Ts = 0.001 s) is not held");
    holds("urdf", BLOCK, pid, "effort=\"9\"", NULL);
}

/* Two directions: the means, 1.5 of 1 and 2, and 0.3 of 0.2 and 0.4. */
static void directions_that_differ_become_means(void **state)
{
    static const char *const want[][2] = {{"mujoco", "frictionloss=\"1.5\""},
                                          {"urdf", "damping=\"0.3\" friction=\"1.5\""},
                                          {"bam", "\"friction_base\": 1.5"}};
    const char *head =
        "title: arm\nplant: servo\nduration: 1 s\ninputs: {u: 0}\nparameters: {C: 0}\n"
        "friction: {gear: {law: stribeck, Fs: {forward: 2, backward: 4}, Fc: {forward: 1, "
        "backward: 2}, "
        "sigma2: {forward: 0.2, backward: 0.4}}}\n";
    (void)state;
    for (int i = 0; i < COUNT(want); i++)
        holds(want[i][0], head, "", want[i][1], "The two directions of motion differ");
    holds("bam", head, "", "\"model\": \"m2\"", NULL);
    holds("bam", SERVO, "inputs: {u: 0}\n", "\"model\": \"m1\"", NULL);
}

static void titles_do_not_break_xml(void **state)
{
    const char *head =
        "title: \"a <b> & \\\"c\\\" --> d\\te\"\nplant: servo\nduration: 1 s\ninputs: {u: 0}\n"
        "friction: {gear: {law: coulomb, Fs: 1, Fc: 1}}\n";
    (void)state;
    holds("urdf", head, "", "a &#60;b&#62; &#38; &#34;c&#34; - -&#62; d", NULL);
    holds("mujoco", head, "", "a &#60;b&#62; &#38; &#34;c&#34; - -&#62; d", NULL);
}

static void what_cannot_be_written_is_refused(void **state)
{
    static const struct {
        const char *format, *law, *part;
    } wrong[] = {
        {"bam", "{law: coulomb, Fs: 2, Fc: 1}", "coulomb has Fs above Fc without a falling part"},
        {"bam", "{law: dahl, Fs: 1, Fc: 1, sigma0: 100}",
         "dahl has a law that never stands still exactly"},
        {"sdf", "{law: coulomb, Fs: 1, Fc: 1}", "unknown format \"sdf\"; did you mean \"urdf\"?"}};
    (void)state;
    for (int i = 0; i < COUNT(wrong); i++) {
        char head[400];
        snprintf(head, sizeof head,
                 "title: arm\nplant: servo\nduration: 1 s\ninputs: {u: 0}\nfriction: {gear: %s}\n",
                 wrong[i].law);
        Exported out = export_as(wrong[i].format, head, "");
        assert_null(out.text);
        assert_int_equal(out.error.status, STN_BAD_INPUT);
        CHECK(strstr(out.error.text, wrong[i].part), "%s", out.error.text);
    }
    StnScenario *scenario = parse(SERVO "inputs: {u: 0}\n");
    const StnExportDef def = stn_default_export_def();
    StnError error = {0};
    assert_int_not_equal(
        stn_export_write(scenario, "urdf", &def, "no/such/folder/a.urdf", NULL, &error), STN_OK);
    CHECK(strstr(error.file, "no/such/folder"), "%s: %s", error.file, error.text);
    assert_int_equal(stn_export_write(scenario, "sdf", &def, "a.sdf", NULL, &error), STN_BAD_INPUT);
    assert_null(stn_export(scenario, "sdf", &def, NULL, NULL)); /* nobody asks why */
    stn_scenario_free(scenario);
}

/* ---- Read ---- */

static StnScenario *import_bam(const char *text, StnRemarks *remarks, StnError *error)
{
    StnScenario *scenario = stn_import("bam", text, strlen(text), "bam.json", remarks, error);
    if (!scenario && strstr(error->text, "lacks libyaml"))
        SKIP("libyaml", "this build reads no scenarios");
    return scenario;
}

static void a_file_of_bam_that_is_wrong_is_refused_where_it_is(void **state)
{
    static const char *const wrong[][2] = {
        {"[1, 2]", "a file of BAM is a map of parameters"},
        {"{\"model\": [\"m1\"], \"friction_base\": 1}", "names its model"},
        {"{\"model\": \"m2\", \"friction_base\": {}}", "friction_base must be a finite number"},
        {"{\"model\": \"m2\", \"friction_base\": 1, \"kt\": [1]}", "kt must be a finite number"},
        {"{\"model\": \"m2\", \"friction_base\": 1, \"kt\": \"1x\"}", "kt must be a finite number"},
        {"{\"model\": \"m2\", \"friction_base\": 1, \"kt\": \"\"}", "kt must be a finite number"},
        {"{\"model\": \"m2\", \"friction_base\": 1, \"kt\": 1e999}", "kt must be a finite number"},
        {"{\"model\": \"m2\", \"friction_base\": -1}", "out of range"},
        {"{\"model\": \"m2\", \"friction_base\": 1", "bam.json"}};
    (void)state;
    for (int i = 0; i < COUNT(wrong); i++) {
        StnError error = {0};
        char text[sizeof error.file + sizeof error.text + 32];
        StnScenario *scenario = import_bam(wrong[i][0], NULL, &error);
        CHECK(!scenario, "%s was taken", wrong[i][0]);
        assert_int_equal(error.status, STN_BAD_INPUT);
        stn_error_format(&error, text, sizeof text);
        CHECK(strstr(text, wrong[i][1]), "%s: %s", wrong[i][0], text);
    }
}

/* Of another model, or not a number: named, and kept. */
static void what_the_model_does_not_have_is_kept_as_a_comment(void **state)
{
    StnRemarks remarks = {.count = 0};
    StnError error = {0};
    (void)state;
    StnScenario *scenario =
        import_bam("{\"model\": \"m1\", \"actuator\": [1], \"friction_base\": 0.25, "
                   "\"alpha\": 2, \"trials\": [1, 2]}",
                   &remarks, &error);
    CHECK(scenario != NULL, "%s", error.text);
    CHECK(said(&remarks, "alpha = 2 is not used: this model does not have it"), "alpha");
    CHECK(said(&remarks, "trials = a list is not used; it is kept"), "%s", remarks.text[1]);
    assert_string_equal(stn_scenario_title(scenario), "servo, m1 of BAM");
    char *text = stn_scenario_text(scenario);
    CHECK(strstr(text, "# BAM: alpha = 2"), "%s", text);
    stn_text_free(text);
    NEAR(stn_system_friction(stn_scenario_system(scenario), 0, "Fs", 0), 0.25, 0.0);
    stn_scenario_free(scenario);
}

static void formats_are_listed_and_others_refused(void **state)
{
    int reads = 0;
    StnError error = {0};
    (void)state;
    for (int i = 0; i < stn_exchange_format_count(); i++) {
        const StnExchangeFormat format = stn_exchange_format_at(i);
        assert_true(format.name[0] && format.text[0] && (format.writes || format.reads));
        reads += format.reads;
    }
    assert_int_equal(reads, 1);
    assert_string_equal(stn_exchange_format_at(-1).name, "");
    assert_string_equal(stn_exchange_format_at(stn_exchange_format_count()).name, "");
    assert_null(stn_import("urdf", "", 0, "a.urdf", NULL, &error));
    CHECK(strstr(error.text, "unknown format \"urdf\"; allowed: bam"), "%s", error.text);
    assert_null(stn_import("sdf", "", 0, "a.sdf", NULL, NULL));
    assert_null(stn_import_read("bam", "no/such/file.json", NULL, &error));
    assert_int_equal(error.status, STN_NO_FILE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_make_the_kind_of_joint),
        cmocka_unit_test(drives_keep_their_gains),
        cmocka_unit_test(directions_that_differ_become_means),
        cmocka_unit_test(titles_do_not_break_xml),
        cmocka_unit_test(what_cannot_be_written_is_refused),
        cmocka_unit_test(a_file_of_bam_that_is_wrong_is_refused_where_it_is),
        cmocka_unit_test(what_the_model_does_not_have_is_kept_as_a_comment),
        cmocka_unit_test(formats_are_listed_and_others_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
