/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Joints for other tools and from them: what each format holds of hinges, slides and drives, and what is said of the
 * rest.  Numbers come from the scenarios: gains of a motor by kt/R, means of two directions, the joint's own limits. */
#include "comma_locale.h"
#include "run_scenario.h"

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
    CHECK(!remark || said(&out.remarks, remark), "%s: nobody says \"%s\", but \"%s\"", format,
          remark, out.remarks.text[out.remarks.count > 0 ? out.remarks.count - 1 : 0]);
    stn_text_free(out.text);
}

/* ---- Written ---- */

static void limits_make_the_kind_of_joint(void **state)
{
    (void)state;
    holds("urdf", SERVO, "inputs: {u: 0}\n", "type=\"continuous\"", NULL);
    holds("urdf", SERVO, "parameters: {lo: -1, hi: 2}\ninputs: {u: 0}\n",
          "<limit lower=\"-1\" upper=\"2\" effort=\"1000000\" velocity=\"1000000\"/>", NULL);
    holds("urdf", SERVO, "parameters: {lo: -1}\ninputs: {u: 0}\n", "type=\"continuous\"", NULL);
    holds("urdf", BLOCK,
          "options: {drive: force}\nparameters: {xmin: -0.1, xmax: 0.2}\ninputs: {u: 0}\n",
          "type=\"prismatic\"", NULL);
    holds("urdf", BLOCK, "options: {drive: force}\nparameters: {xmax: 0.2}\ninputs: {u: 0}\n",
          "lower=\"-1000000\" upper=\"0.2\"", NULL);
    holds("mujoco", BLOCK, "options: {drive: force}\nparameters: {xmax: 0.2}\ninputs: {u: 0}\n",
          "range=\"-1000000000 0.2\"", NULL);
}

/* A word of `as` that a format has no text for is refused, and nothing else is written in its place. */
static void a_format_is_written_as_it_can_be(void **state)
{
    static const struct {
        const char *format;
        StnExportAs as;
        const char *allowed;
    } wrong[] = {
        {"feedforward", STN_EXPORT_STRUCTURED_TEXT, "allowed: c|python|table"},
        {"feedforward", STN_EXPORT_SIMULINK_FUNCTION, "allowed: c|python|table"},
        {"compensator", STN_EXPORT_PYTHON, "allowed: c|structured-text|simulink-function"},
        {"compensator", STN_EXPORT_TABLE, "allowed: c|structured-text|simulink-function"},
    };
    (void)state;
    for (int i = 0; i < COUNT(wrong); i++) {
        StnExportDef def = stn_default_export_def();
        StnError error = {0};
        StnScenario *scenario = parse(SERVO "inputs: {u: 0}\n");
        def.as = wrong[i].as;
        assert_null(stn_export(scenario, wrong[i].format, &def, NULL, &error));
        CHECK(strstr(error.text, wrong[i].allowed), "%s: %s", wrong[i].format, error.text);
        stn_scenario_free(scenario);
    }
}

static void drives_keep_their_gains(void **state)
{
    (void)state;
    holds("mujoco", SERVO,
          "options: {motor: current}\nparameters: {kt: 2, imax: 3}\ninputs: {i: 0}\n",
          "gainprm=\"2\" biastype=\"affine\" biasprm=\"0 0 0\" ctrllimited=\"true\" "
          "ctrlrange=\"-3 3\"",
          NULL);
    /* kt/R per volt, and kt^2/R of it is braking */
    holds("mujoco", SERVO,
          "options: {motor: voltage}\nparameters: {kt: 2, R: 4, La: 1 mH}\ninputs: {V: 0, supply: "
          "12}\n",
          "gainprm=\"0.5\" biastype=\"affine\" biasprm=\"0 0 -1\" ctrllimited=\"true\" "
          "ctrlrange=\"-12 12\"",
          "inductance La = 0.001 H is not held");
    holds("urdf", SERVO,
          "options: {motor: voltage}\nparameters: {kt: 2, R: 4, lo: 0, hi: 1}\ninputs: {V: 0, "
          "supply: 12}\n",
          "effort=\"6\"", NULL);
    holds("mujoco", BLOCK, "options: {drive: spring}\nparameters: {K: 7}\ninputs: {y: 0}\n",
          "gainprm=\"7\" biastype=\"affine\" biasprm=\"0 -7 0\"/>", NULL);
    const char *pid = "options: {drive: pid}\ncontroller: {Kp: 3, Kv: 5, Ki: 2, Ts: 1 ms, limit: "
                      "9}\ninputs: {xd: 0}\n";
    holds("mujoco", BLOCK, pid,
          "gainprm=\"3\" biastype=\"affine\" biasprm=\"0 -3 -5\" forcelimited=\"true\" "
          "forcerange=\"-9 9\"",
          "Ki = 2 N/(m*s), is not held");
    holds("mujoco", BLOCK, pid, "type=\"slide\"", "sampling (Ts = 0.001 s) is not held");
    holds("mujoco", BLOCK,
          "options: {drive: pid}\ncontroller: {Ts: 1 ms, schedule_2: 1}\ninputs: {xd: 0}\n",
          "type=\"slide\"", "their schedule is not held");
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

/* ---- What is lost ---- */

#define SERVO_WITH(law)                                                                           \
    "title: arm\nplant: servo\nduration: 1 s\ninputs: {u: 0, load: 2}\nfriction: {gear: " law "}" \
    "\n"

/* The drive lifts where drive = load + level(0), which grows with both:
 * stribeck_load, by hand: (2*(1 + k_e + k_es) + Fs)/(1 - k_m - k_ms) = (2*1.11 + 0.35)/0.84 = 3.0595, and down
 * (2*(1 - 0.11) - 0.35)/1.16 = 1.2328; coulomb_load: 2/0.8 + 0.3 = 2.8 and 0.5*2 - 0.3 = 0.7; lugre: 2/0.8 + 0.35
 * = 2.85 and 2*0.9 - 0.35 = 1.45.  One level, Fc = 0.25: 2.25 and 1.75. */
static void friction_that_grows_with_load_is_said(void **state)
{
    static const struct {
        const char *law, *up, *down;
    } laws[] = {
        {"{law: stribeck_load, Fs: 0.35, Fc: 0.25, vs: 0.1, k_m: 0.12, k_e: 0.08, k_ms: 0.04, "
         "k_es: 0.03}",
         "3.06", "1.233"},
        {"{law: coulomb_load, T0_stat: 0.3, T0_din: 0.25, eta_din_opp: 0.9, eta_din_aid: 0.6, "
         "eta_stat_opp: 0.8, eta_stat_aid: 0.5}",
         "2.8", "0.7"},
        {"{law: lugre, Fs: 0.35, Fc: 0.25, vs: 0.1, sigma0: 1000, eta_opp: 0.8, eta_aid: 0.9}",
         "2.85", "1.45"}};
    static const char *const tools[][2] = {{"mujoco", "MuJoCo"}, {"urdf", "URDF"}};
    (void)state;
    for (int i = 0; i < COUNT(laws); i++)
        for (int k = 0; k < COUNT(tools); k++) {
            char head[500], remark[300];
            snprintf(head, sizeof head, SERVO_WITH("%s"), laws[i].law);
            snprintf(remark, sizeof remark,
                     "to lift a load of 2 N*m takes %s N*m here and 2.25 N*m in %s, to let it down "
                     "%s N*m here and 1.75 N*m in %s",
                     laws[i].up, tools[k][1], laws[i].down, tools[k][1]);
            holds(tools[k][0], head, "", k ? "friction=\"0.25\"" : "frictionloss=\"0.25\"", remark);
        }
    Exported out = export_as("urdf", SERVO, "inputs: {u: 0, load: 2}\n");
    CHECK(!said(&out.remarks, "grows with the load"), "coulomb does not");
    stn_text_free(out.text);
}

/* Torque against the load of servo-lift in a run: it stands at 3.05 N*m and turns at 3.07 N*m, as announced. */
static void the_run_lifts_where_it_is_said(void **state)
{
    static const char *const torque[] = {"3.05 N*m", "3.07 N*m"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        Trial a;
        RUN(&a, "servo-lift", {"inputs.u", torque[i]}, {"duration", "1 s"});
        CHECK((trial_last(&a, "q") > 0.0) == (i == 1), "%s", torque[i]);
        trial_end(&a);
    }
}

/* Levels of coulomb_map: Cs(x)/beta at the start, x = 0.5: (0.4 + 0.2*0.5)/2 = 0.25; at the stops -1 and 1: 0.1, 0.3.
 * A bristle bends by Fc/sigma0 = 2.5e-4 rad. */
static void levels_over_the_position_and_pre_sliding_are_said(void **state)
{
    static const char map[] =
        SERVO_WITH("{law: coulomb_map, Cs_forward: [0.4, 0.2], Cs_backward: [0.4, 0.2], beta: 2}");
    static const char *const formats[] = {"mujoco", "urdf"}, *const level[] = {
                                                                 "frictionloss=\"0.25\"",
                                                                 "friction=\"0.25\""};
    (void)state;
    for (int i = 0; i < 2; i++) {
        holds(formats[i], map, "parameters: {lo: -1, hi: 1}\ninitial: {q: 0.5}\n", level[i],
              "not held: 0.25 N*m, the one at the start, 0.5 rad, is written; it is 0.1 N*m at -1 "
              "rad and 0.3 N*m at 1 rad.");
        holds(formats[i], SERVO_WITH("{law: lugre, Fs: 0.25, Fc: 0.25, sigma0: 1000}"), "",
              level[i], "the law lugre yields elastically over 0.00025 rad before it slides");
        holds(formats[i], SERVO_WITH("{law: elastoplastic, Fs: 0.25, Fc: 0.25, sigma0: 1000}"), "",
              level[i], "the law elastoplastic yields elastically over 0.00025 rad");
        holds(formats[i], SERVO_WITH("{law: karnopp, Fs: 0.25, Fc: 0.25}"), "", level[i],
              "The law karnopp has states of its own, which are not held: w.");
    }
    holds("mujoco", map, "", "frictionloss=\"0.2\"", "0.1 N*m at -1 rad and 0.3 N*m at 1 rad");
}

static void bodies_and_drives_that_are_not_written_are_said(void **state)
{
    (void)state;
    holds("urdf", SERVO,
          "options: {motor: voltage}\nparameters: {kt: 2, R: 4, J: 0.02, Jm: 0.01, G: 3, q0: 0.1, "
          "Kg: 0.4, qg: 0.2, lo: -1}\ninputs: {V: 0, supply: 12, load: 2}\n",
          "type=\"continuous\"",
          "Not in the <joint>: inertia 0.02 kg*m^2, that of the rotor 0.01 kg*m^2, gravity 3 N*m "
          "(hanging at 0.1 rad), a spring of 0.4 N*m/rad (relaxed at 0.2 rad), a stop at -1 rad, a "
          "load of 2 N*m, the drive's 0.5 N*m/V, its damping 1 N*m*s/rad, its limit 12 V.");
    holds("mujoco", SERVO, "inputs: {u: 0, load: 2}\n", "frictionloss=\"1\"",
          "The load of 2 N*m is not written: apply it as qfrc_applied = -2.");
    holds("bam", SERVO,
          "options: {motor: position}\nparameters: {kt: 2, R: 4, G: 3, hi: 1}\ncontroller: {kp: 5, "
          "slew: 4}\ninputs: {qd: 0, supply: 12}\n",
          "\"R\": 4",
          "motor and friction: inertia 0.03 kg*m^2, gravity 3 N*m (hanging at 0 rad), a stop at 1 "
          "rad, the drive's 30 N*m/rad, its damping 1 N*m*s/rad, its limit 6 N*m.");
}

/* A rotor without an arm: (J + Jm) is what moves, half of it is given to the body, as MuJoCo needs one.  With gravity
 * G = 1 N*m its mass is that of l = J*g/(2*G): m = G/(g*l) = 2/(0.01*9.81^2). */
static void a_rotor_alone_is_a_body_for_mujoco(void **state)
{
    (void)state;
    holds("mujoco", SERVO, "parameters: {J: 0, Jm: 0.02}\ninputs: {u: 0}\n",
          "diaginertia=\"0.01 0.01 0.01\"",
          "it is shared, 0.01 kg*m^2 to the body and 0.01 kg*m^2 to the armature");
    holds("mujoco", SERVO, "parameters: {J: 0, Jm: 0.02, G: 1}\ninputs: {u: 0}\n",
          "mass=\"2.078222206\" diaginertia=\"0.005 0.005 0.005\"", NULL);
    holds("mujoco", SERVO, "parameters: {J: 0, Jm: 0.02, G: 1}\ninputs: {u: 0}\n",
          "armature=\"0.01\"", NULL);
}

/* Motor constants are written where the motor has them, and only there; the joint's damping C is part of the viscous
 * friction, as in MuJoCo. */
static void bam_gets_the_constants_that_there_are(void **state)
{
    (void)state;
    Exported torque = export_as("bam", SERVO, "inputs: {u: 0}\n");
    CHECK(torque.text && !strstr(torque.text, "kt") && !strstr(torque.text, "\"R\""), "%s",
          torque.text);
    CHECK(said(&torque.remarks, "this one is given a torque: both are missing"), "torque");
    stn_text_free(torque.text);
    Exported current =
        export_as("bam", SERVO, "options: {motor: current}\nparameters: {kt: 2}\ninputs: {i: 0}\n");
    CHECK(strstr(current.text, "\"kt\": 2") && !strstr(current.text, "\"R\""), "%s", current.text);
    CHECK(said(&current.remarks, "this one is given a current: R is missing"), "current");
    stn_text_free(current.text);
    holds("bam",
          "title: arm\nplant: servo\nduration: 1 s\ninputs: {u: 0}\nparameters: {C: 2}\n"
          "friction: {gear: {law: stribeck, Fs: 1, Fc: 1, sigma2: 0.2}}\n",
          "", "\"friction_viscous\": 2.2",
          "friction_viscous is the friction's 0.2 N*m*s/rad and the joint's damping, 2 N*m*s/rad");
}

/* ---- Titles, refusals ---- */

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
        {"{\"model\": \"m2\", \"friction_base\": -1}",
         "bam.json:1:34: friction_base = -1 is out of range; allowed: 0 N*m to"},
        {"{\"model\": \"m2\", \"friction_base\": 1, \"friction_stribeck\": -0.1}",
         "bam.json:1:58: friction_stribeck = -0.1 is out of range"},
        {"{\"model\": \"m2\", \"friction_base\": 1,\n \"kt\": 1, \"R\": 0}",
         "bam.json:2:16: R = 0 is out of range; allowed: 1e-9 Ohm to 1000000000 Ohm"},
        {"{\"model\": \"m2\", \"friction_base\": 1, \"alpha\": 0}", "alpha = 0 is out of range"},
        {"{\"model\": \"m2\", \"friction_base\": 1, \"R\": 1}", "bam.json:1:42: R without kt"},
        {"{\"model\": \"m5\", \"friction_base\": 1, \"load_friction_motor\": 0.7,\n"
         "\"load_friction_motor_stribeck\": 0.4}",
         "bam.json:1:60: friction site gear, law stribeck_load: k_m + k_ms must be below 1: "
         "friction would grow faster than the torque of "
         "the drive, and no drive breaks it away; here k_m is load_friction_motor, k_ms is "
         "load_friction_motor_stribeck"},
        {"{\"model\": \"m3\", \"friction_base\": 1, \"load_friction_base\": 1.5}",
         "; here k_m is load_friction_base"},
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

/* The motor of the scenario is one that the constants of the file suffice for. */
static void a_file_of_bam_without_motor_constants_is_a_torque(void **state)
{
    static const char *const files[][3] = {
        {"{\"model\": \"m1\", \"friction_base\": 1}", "motor: torque",
         "The file has no kt and no R: the motor of the scenario is given a torque"},
        {"{\"model\": \"m1\", \"friction_base\": 1, \"kt\": 2}", "motor: current",
         "The file has no R: the motor of the scenario is given a current"},
        {"{\"model\": \"m1\", \"friction_base\": 1, \"kt\": 2, \"R\": 3}", "motor: voltage",
         "BAM's file says nothing of the arm"}};
    (void)state;
    for (int i = 0; i < COUNT(files); i++) {
        StnRemarks remarks = {.count = 0};
        StnError error = {0};
        StnScenario *scenario = import_bam(files[i][0], &remarks, &error);
        CHECK(scenario != NULL, "%s", error.text);
        char *text = stn_scenario_text(scenario);
        CHECK(strstr(text, files[i][1]), "%s", text);
        CHECK(said(&remarks, files[i][2]), "%s", files[i][2]);
        stn_text_free(text);
        stn_scenario_free(scenario);
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

/* ---- Locales ---- */

/* Without what is said in its head. */
static const char *after_head(const char *text)
{
    static const char *const ends[] = {"-->\n", " */\n", "\"\"\"\n", "\nv ["};
    for (int i = 0; i < COUNT(ends); i++) {
        const char *at = strstr(text + 4, ends[i]);
        if (at)
            return at;
    }
    return text;
}

static char *exported(const char *format, StnExportAs as)
{
    static const char servo[] =
        "title: arm\nplant: servo\nduration: 1 s\noptions: {motor: voltage}\n"
        "parameters: {kt: 2.5, R: 1.5, J: 0.03, G: 0.59, Kg: 0.4, qg: 0.1, q0: 0.2, lo: -1.5, hi: "
        "2.5}\n"
        "inputs: {V: 0}\nfriction: {gear: {law: stribeck, Fs: 1.5, Fc: 1.25, sigma2: 0.15}}\n";
    StnExportDef def = stn_default_export_def();
    StnError error = {0};
    def.as = as;
    StnScenario *scenario = parse(servo);
    char *text = stn_export(scenario, format, &def, NULL, &error);
    CHECK(text != NULL, "%s: %s", format, error.text);
    stn_scenario_free(scenario);
    return text;
}

static void files_do_not_depend_on_the_locale(void **state)
{
    static const struct {
        const char *format;
        StnExportAs as;
    } files[] = {{"mujoco", 0},
                 {"urdf", 0},
                 {"bam", 0},
                 {"feedforward", STN_EXPORT_C},
                 {"feedforward", STN_EXPORT_PYTHON},
                 {"feedforward", STN_EXPORT_TABLE}};
    char *text[COUNT(files)];
    StnError error = {0};
    (void)state;
    for (int i = 0; i < COUNT(files); i++)
        text[i] = exported(files[i].format, files[i].as);
    if (!comma_locale())
        SKIP("localedef", "it makes no locale with a decimal comma");
    for (int i = 0; i < COUNT(files); i++) {
        char *other = exported(files[i].format, files[i].as);
        CHECK(strcmp(after_head(text[i]), after_head(other)) == 0, "%s:\n%s", files[i].format,
              after_head(other));
        stn_text_free(other);
    }
    StnScenario *back = import_bam(text[2], NULL, &error);
    CHECK(back != NULL, "%s", error.text);
    setlocale(LC_ALL, "C");
    NEAR(stn_system_friction(stn_scenario_system(back), 0, "Fc", 0), 1.25, 0.0);
    stn_scenario_free(back);
    for (int i = 0; i < COUNT(files); i++)
        stn_text_free(text[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_make_the_kind_of_joint),
        cmocka_unit_test(a_format_is_written_as_it_can_be),
        cmocka_unit_test(drives_keep_their_gains),
        cmocka_unit_test(directions_that_differ_become_means),
        cmocka_unit_test(friction_that_grows_with_load_is_said),
        cmocka_unit_test(the_run_lifts_where_it_is_said),
        cmocka_unit_test(levels_over_the_position_and_pre_sliding_are_said),
        cmocka_unit_test(bodies_and_drives_that_are_not_written_are_said),
        cmocka_unit_test(a_rotor_alone_is_a_body_for_mujoco),
        cmocka_unit_test(bam_gets_the_constants_that_there_are),
        cmocka_unit_test(titles_do_not_break_xml),
        cmocka_unit_test(what_cannot_be_written_is_refused),
        cmocka_unit_test(a_file_of_bam_that_is_wrong_is_refused_where_it_is),
        cmocka_unit_test(a_file_of_bam_without_motor_constants_is_a_torque),
        cmocka_unit_test(what_the_model_does_not_have_is_kept_as_a_comment),
        cmocka_unit_test(formats_are_listed_and_others_refused),
        cmocka_unit_test(files_do_not_depend_on_the_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
