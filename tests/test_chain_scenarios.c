/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The examples of the plant chain: the flap transmission against the lumped plant and what must be seen
 * of its failures (plants.md, flap), and all of them against tighter tolerances and SUNDIALS. */
#include "build_block.h"

#include "stiction/scenario.h"

#define DEG (PI / 180.0)

/* ---- A scenario that runs ---- */

typedef struct {
    StnScenario *scenario;
    Block b; /* its system and events; nothing of the block */
} Run;

static bool run_load(Run *run, const char *name, const StnOverride *set, int nset)
{
    const StnScenarioOptions options = {.set = set, .nset = nset};
    memset(run, 0, sizeof *run);
    run->scenario = stn_scenario_load(name, &options, &run->b.error);
    if (!run->scenario)
        return false;
    run->b.system = (StnSystem *)stn_scenario_system(run->scenario);
    run->b.state = stn_state_init(run->b.system, malloc(stn_state_size(run->b.system)));
    run->b.observer = (StnObserver){.event = block_log, .user = &run->b};
    return true;
}

static void run_end(Run *run)
{
    free(run->b.state);
    free(run->b.event);
    stn_scenario_free(run->scenario);
}

static double run_when(const Run *run, const char *site, StnEventKind kind)
{
    for (int i = 0; i < run->b.nevent; i++)
        if (run->b.event[i].kind == kind && strcmp(run->b.event[i].site, site) == 0)
            return run->b.event[i].t;
    fail_msg("no event %s at %s", stn_event_word(kind), site);
    return NAN;
}

/* When a column comes to a value: rows of 1 ms, straight lines between them. */
static double reached(Run *run, const char *column, double value, double t_end)
{
    double before = block_value(&run->b, column);
    for (int k = 1; 1e-3 * k <= t_end; k++) {
        block_to(&run->b, 1e-3 * k);
        double now = block_value(&run->b, column);
        if ((before - value) * (now - value) <= 0.0 && now != before)
            return 1e-3 * (k - 1 + (value - before) / (now - before));
        before = now;
    }
    fail_msg("%s does not reach %g", column, value);
    return NAN;
}

/* ---- Stiff shafts are the lumped plant ---- */

typedef struct {
    const char *name, *from, *to; /* the moves of plants.md */
    double goal;
    bool reversible;
} Move;

static const Move moves[] = {
    {"flap-irreversible-deploy", "0 deg", "17 deg", 16.95 * DEG, false},
    {"flap-irreversible-retract", "17 deg", "0 deg", 0.05 * DEG, false},
    {"flap-reversible-deploy", "0 deg", "17 deg", 16.95 * DEG, true},
    {"flap-reversible-retract", "17 deg", "0 deg", 0.05 * DEG, true},
};

#define ETA(opp, stat_opp, aid, stat_aid)                                                        \
    "{law: coulomb_load, eta_din_opp: " #opp ", eta_stat_opp: " #stat_opp ", eta_din_aid: " #aid \
    ", eta_stat_aid: " #stat_aid ", "
#define IRREVERSIBLE ETA(0.565, 0.545, -0.25, -0.31)
#define REVERSIBLE ETA(0.71, 0.68, 0.40, 0.32)

static double stiff_time(const Move *move)
{
    Run run;
    const char *friction = move->reversible ? REVERSIBLE "T0_din: 800, T0_stat: 1200}"
                                            : IRREVERSIBLE "T0_din: 800, T0_stat: 1200}";
    const StnOverride set[] = {
        {"parameters.K2", "1e8"},    {"parameters.K3", "1e8"},     {"parameters.play2", "0"},
        {"parameters.play3", "0"},   {"initial.th1", move->from},  {"initial.th2", move->from},
        {"initial.th3", move->from}, {"friction.body2", friction}, {"friction.body3", friction},
        {"inputs.Com", move->to},
    };
    CHECK(run_load(&run, "chain-flap", set, COUNT(set)), "%s", run.b.error.text);
    double t = reached(&run, "th1", move->goal, 8.0);
    run_end(&run);
    return t;
}

/* The lumped equations as a chain of one body. */
static double lumped_time(const Move *move)
{
    Run run;
    const char *friction = move->reversible ? REVERSIBLE "T0_din: 2000, T0_stat: 3000}"
                                            : IRREVERSIBLE "T0_din: 2000, T0_stat: 3000}";
    const StnOverride set[] = {
        {"parameters", "{bodies: 1, J1: 3000, C1: 1e4, lo1: -2 deg, hi1: 42 deg}"},
        {"initial.th1", move->from},
        {"friction.body1", friction},
        {"inputs.load1", "35000"},
        {"inputs.Com", move->to},
    };
    CHECK(run_load(&run, "chain-flap", set, COUNT(set)), "%s", run.b.error.text);
    double t = reached(&run, "th1", move->goal, 8.0);
    run_end(&run);
    return t;
}

/* The plant flap itself, where this build has it; else NaN. */
static double flap_time(const Move *move)
{
    Run run;
    if (!stn_catalog_plant(NULL, "flap") || !run_load(&run, move->name, NULL, 0))
        return NAN;
    double t = reached(&run, "TH", move->goal, 8.0);
    run_end(&run);
    return t;
}

static void stiff_shafts_give_the_lumped_times_to_0_3_percent(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT(moves); i++) {
        double stiff = stiff_time(&moves[i]), lumped = lumped_time(&moves[i]);
        double flap = flap_time(&moves[i]);
        print_message("%s: lumped %.4f s, stiff shafts %.4f s (%+.2f %%), plant flap %.4f s\n",
                      moves[i].name, lumped, stiff, 100.0 * (stiff / lumped - 1.0), flap);
        NEAR(stiff / lumped, 1.0, 3e-3);
        if (!isnan(flap))
            NEAR(lumped, flap, 1e-6);
    }
}

/* ---- Failures ---- */

static const char *const failures[] = {"flap-shaft-failure-irreversible",
                                       "flap-shaft-failure-wingtip-brakes",
                                       "flap-shaft-failure-irreversibility-brakes"};
enum { TIPS = 1 };

static void a_failed_shaft_is_seen_confirmed_and_stopped(void **state)
{
    double asym[3];
    (void)state;
    for (int i = 0; i < 3; i++) {
        Run run;
        CHECK(run_load(&run, failures[i], NULL, 0), "%s", run.b.error.text);
        block_to(&run.b, 4.0);
        assert_true(run_when(&run, "weak_shaft", STN_EVENT_FAILURE) == 2.0);
        double seen = run_when(&run, "asymmetry", STN_EVENT_MODE);
        double dead = run_when(&run, "drive_dead", STN_EVENT_BRAKE);
        NEAR(dead, seen + 0.02, 1e-12);
        if (i == TIPS)
            NEAR(run_when(&run, "other_brakes", STN_EVENT_BRAKE), dead + 0.05, 1e-12);
        assert_true(block_value(&run.b, "Cor") == 0.0); /* all stand at last, held to the bit */
        assert_true(block_value(&run.b, "w1") == 0.0 && block_value(&run.b, "w2") == 0.0 &&
                    block_value(&run.b, "w3") == 0.0);
        asym[i] = fabs(block_value(&run.b, "asym"));
        print_message("%s: failure seen after %.3f s, asymmetry %.3f deg\n", failures[i],
                      seen - 2.0, asym[i] / DEG);
        run_end(&run);
    }
    for (int i = 0; i < 3; i++)
        CHECK(i == TIPS || asym[i] < 0.6 * asym[TIPS],
              "largest asymmetry with wingtip brakes: %g and %g deg", asym[i] / DEG,
              asym[TIPS] / DEG);
}

/* Speed and pressure before the failure with a given largest wanted speed. */
static void before_failure(const char *name, double WM, double *w, double *P12)
{
    Run run;
    char text[32];
    snprintf(text, sizeof text, "%.17g", WM);
    const StnOverride set[] = {{"controller.WM", text}};
    CHECK(run_load(&run, name, set, 1), "%s", run.b.error.text);
    block_to(&run.b, 1.9);
    *w = block_value(&run.b, "w1");
    *P12 = block_value(&run.b, "P12");
    run_end(&run);
}

/* The others run faster; they are slowed down to the speed of the irreversible actuators. */
static void for_the_same_speed_irreversible_actuators_need_the_highest_pressure(void **state)
{
    double speed, highest;
    (void)state;
    before_failure(failures[0], 0.3, &speed, &highest);
    for (int i = 1; i < 3; i++) {
        double lo = 0.0, hi = 0.3, w = 0.0, P12 = 0.0;
        for (int k = 0; k < 11; k++) {
            before_failure(failures[i], 0.5 * (lo + hi), &w, &P12);
            *(w < speed ? &lo : &hi) = 0.5 * (lo + hi);
        }
        print_message("%s: %.3f MPa at %.4f rad/s, irreversible %.3f MPa\n", failures[i], P12 / 1e6,
                      w, highest / 1e6);
        NEAR(w, speed, 5e-3 * speed);
        assert_true(P12 < 0.9 * highest);
    }
}

/* ---- The examples ---- */

/* Lifting the shaft carries load/eta_opp + T0 = 79 N*m, lowering eta_aid*load - T0 = 38 N*m, and the
 * motor 1/100 of it and its own 0.02 N*m and C1*w1 = 0.005 N*m; what is left of the start dies out. */
static void the_joint_pays_more_for_lifting_than_for_lowering(void **state)
{
    Run run;
    (void)state;
    CHECK(run_load(&run, "chain-joint", NULL, 0), "%s", run.b.error.text);
    block_to(&run.b, 0.4);
    assert_true(block_value(&run.b, "th2") == 0.0); /* held until the command moves */
    block_to(&run.b, 2.49);
    NEAR(block_value(&run.b, "T2"), 79.0, 0.1);
    NEAR(block_value(&run.b, "u"), 0.79 + 0.02 + 0.005, 1e-3);
    block_to(&run.b, 5.99);
    NEAR(block_value(&run.b, "T2"), 38.0, 0.1);
    NEAR(block_value(&run.b, "u"), 0.38 - 0.02 - 0.005, 1e-3);
    run_end(&run);
}

/* At each reversal the motor gives up the play while friction holds the load to the bit. */
static void the_two_mass_drive_loses_its_play_at_each_reversal(void **state)
{
    Run run;
    (void)state;
    CHECK(run_load(&run, "chain-two-mass", NULL, 0), "%s", run.b.error.text);
    block_to(&run.b, 0.6);
    double th2 = block_value(&run.b, "th2");
    double open = NAN, closed = NAN;
    block_to(&run.b, 1.0);
    for (int i = 0; i < run.b.nevent; i++) {
        if (run.b.event[i].kind == STN_EVENT_SEPARATION)
            open = run.b.event[i].t;
        if (run.b.event[i].kind == STN_EVENT_CONTACT && run.b.event[i].t > 0.1)
            closed = run.b.event[i].t;
    }
    run_end(&run);
    CHECK(run_load(&run, "chain-two-mass", NULL, 0), "%s", run.b.error.text);
    block_to(&run.b, open);
    double from = block_value(&run.b, "th1");
    block_to(&run.b, closed);
    assert_true(block_value(&run.b, "th2") == th2);
    NEAR(from - block_value(&run.b, "th1"), 1.0 * DEG, 0.02 * DEG); /* and the twist of T = 0 */
    run_end(&run);
}

typedef struct {
    const char *name;
    double t, tolerance;
} Example;

/* chain-flap creeps into its last standstill: the time of that is worth less. */
static const Example examples[] = {
    {"chain-two-mass", 4.0, 1e-9},
    {"chain-joint", 7.5, 1e-9},
    {"chain-flap", 6.2, 1e-9},
    {"flap-shaft-failure-irreversible", 4.0, 1e-9},
    {"flap-shaft-failure-wingtip-brakes", 4.0, 1e-9},
    {"flap-shaft-failure-irreversibility-brakes", 4.0, 1e-9},
};

static void same_events(const Run *a, const Run *b, const Example *e, const char *other)
{
    double worst = 0.0;
    CHECK(a->b.nevent == b->b.nevent, "%s: %d events, %s %d", e->name, a->b.nevent, other,
          b->b.nevent);
    for (int i = 0; i < a->b.nevent; i++) {
        const StnEvent *x = &a->b.event[i], *y = &b->b.event[i];
        CHECK(x->kind == y->kind && strcmp(x->site, y->site) == 0, "%s: %s %s at %.9g, %s %s %s",
              e->name, x->site, stn_event_word(x->kind), x->t, other, y->site,
              stn_event_word(y->kind));
        worst = fmax(worst, fabs(x->t - y->t));
    }
    print_message("%s: %d events, %s differs by %.2g s\n", e->name, a->b.nevent, other, worst);
    CHECK(worst <= e->tolerance, "%s: %.3g s", e->name, worst);
}

/* Asked for: 1e-6 s.  Measured: 3e-11 s against rtol 1e-12, 2e-10 s against SUNDIALS. */
static void event_times_agree_with_tighter_tolerances_and_sundials(void **state)
{
    static const StnOverride tight[] = {{"solver.rtol", "1e-12"}};
    static const StnOverride sundials[] = {{"solver.method", "sundials"}, {"solver.rtol", "1e-10"}};
    (void)state;
    for (int i = 0; i < COUNT(examples); i++) {
        const Example *e = &examples[i];
        Run ours, fine, theirs;
        assert_true(run_load(&ours, e->name, NULL, 0) && run_load(&fine, e->name, tight, 1) &&
                    run_load(&theirs, e->name, sundials, 2));
        block_to(&ours.b, e->t);
        block_to(&fine.b, e->t);
        same_events(&ours, &fine, e, "rtol 1e-12");
        StnEnergy balance = stn_state_energy(ours.b.system, ours.b.state);
        NEAR(balance.input - balance.stored - balance.friction - balance.impact, 0.0,
             1e-9 * fabs(balance.input));
        if (block_try(&theirs.b, e->t) != STN_UNAVAILABLE)
            same_events(&ours, &theirs, e, "SUNDIALS");
        run_end(&ours);
        run_end(&fine);
        run_end(&theirs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stiff_shafts_give_the_lumped_times_to_0_3_percent),
        cmocka_unit_test(a_failed_shaft_is_seen_confirmed_and_stopped),
        cmocka_unit_test(for_the_same_speed_irreversible_actuators_need_the_highest_pressure),
        cmocka_unit_test(the_joint_pays_more_for_lifting_than_for_lowering),
        cmocka_unit_test(the_two_mass_drive_loses_its_play_at_each_reversal),
        cmocka_unit_test(event_times_agree_with_tighter_tolerances_and_sundials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
