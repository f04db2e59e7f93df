/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Friction that grows with load: the law stribeck_load, and efficiencies on the bristle laws. */
#include "run_scenario.h"

#include "law_bench.h"

/* ---- stribeck_load ---- */

static const char swing[] =
    "title: swing\nplant: servo\nparameters: {J: 0.03, G: 0.59}\n"
    "friction: {gear: {law: stribeck_load, Fs: {forward: 0.05, backward: 0.04}, Fc: {forward: "
    "0.03, backward: 0.02}, vs: 0.2, sigma2: 0.002}}\n"
    "inputs: {u: {sine: {amplitude: 0.3, frequency: 0.7}}}\ninitial: {q: 1}\nduration: 6 s\n"
    "record: {every: 5 ms}\n";

static void compare_steps(const char *law, const char *const set[][2], int nset)
{
    Trial a, b;
    StnOverride both[8] = {{"solver.method", "fixed"}, {"solver.dt", "100 us"}};
    for (int k = 0; k < nset; k++)
        both[2 + k] = (StnOverride){set[k][0], set[k][1]};
    trial_run_text(&a, "swing", swing, both, 2 + nset);
    both[2 + nset] = (StnOverride){"friction.gear.law", law};
    trial_run_text(&b, "swing", swing, both, 3 + nset);
    assert_int_equal(a.record.rows, b.record.rows);
    for (int c = 0; c < a.record.ncolumn; c++)
        assert_memory_equal(a.record.data[c], b.record.data[c], a.record.rows * sizeof(double));
    trial_end(&a), trial_end(&b);
}

static void compare_events(const char *law, const char *const set[][2], int nset)
{
    Trial a, b;
    StnOverride both[8] = {{"solver.rtol", "1e-11"}};
    for (int k = 0; k < nset; k++)
        both[1 + k] = (StnOverride){set[k][0], set[k][1]};
    trial_run_text(&a, "swing", swing, both, 1 + nset);
    both[1 + nset] = (StnOverride){"friction.gear.law", law};
    trial_run_text(&b, "swing", swing, both, 2 + nset);
    assert_int_equal(a.record.nevent, b.record.nevent);
    assert_true(a.record.nevent > 6);
    for (size_t k = 0; k < a.record.nevent; k++)
        NEAR(a.record.event[k].t, b.record.event[k].t, 1e-9);
    trial_end(&a), trial_end(&b);
}

/* All k 0: M2 is stribeck, and with Fs = Fc M1 is coulomb.  Bit for bit in fixed steps, by event times
 * where the engine steps in its own way. */
static void without_load_it_is_stribeck_and_coulomb(void **state)
{
    static const char *const level[][2] = {{"friction.gear.Fs", "0.03 N*m"},
                                           {"friction.gear.Fc", "0.03 N*m"}};
    (void)state;
    compare_steps("stribeck", NULL, 0);
    compare_steps("coulomb", level, 2);
    compare_events("stribeck", NULL, 0);
    compare_events("coulomb", level, 2);
}

/* The friction level against motion in the sense dir where the drive balances load and friction. */
static double balanced(Bench *b, double load, double dir)
{
    b->in.load = load;
    b->in.drive = 0.0;
    for (int k = 0; k < 300; k++) /* k_m < 1: it contracts */
        b->in.drive = load + slide(b, 0.0, dir).F;
    return dir * slide(b, 0.0, dir).F;
}

/* joints.md, section 2: M5 with Fs = Fc and k_ms = k_es = 0 is coulomb_load with these efficiencies. */
static void lifting_and_lowering_are_those_of_coulomb_load(void **state)
{
    const double Fc = 0.25, k_m = 0.15, k_e = 0.08, load[] = {0.05, 0.6, 3.0, -0.6, -3.0};
    (void)state;
    for (int i = 0; i < COUNT(load); i++)
        for (double dir = -1.0; dir <= 1.0; dir += 2.0) {
            Bench m5, gear;
            bench_start(&m5, "stribeck_load");
            GIVE(&m5, Fs, Fc), GIVE(&m5, Fc, Fc), GIVE(&m5, k_m, k_m), GIVE(&m5, k_e, k_e);
            bench_ready(&m5);
            const bool against = dir * load[i] > 0.0;
            const double T0 = Fc / (against ? 1.0 - k_m : 1.0 + k_m);
            if (!against && fabs(load[i]) <= Fc * k_m / (k_m + k_e))
                continue; /* the drive still pushes: another branch */
            bench_start(&gear, "coulomb_load");
            GIVE(&gear, T0_din, T0), GIVE(&gear, T0_stat, T0);
            GIVE(&gear, eta_din_opp, 1.0 / (1.0 + (k_m + k_e) / (1.0 - k_m)));
            GIVE(&gear, eta_din_aid, 1.0 - (k_m + k_e) / (1.0 + k_m));
            bench_ready(&gear);
            gear.in.load = load[i];
            NEAR(balanced(&m5, load[i], dir), dir * slide(&gear, 0.0, dir).F, 1e-12);
            m5.in.imposed = 1, m5.in.drive = NAN; /* it finds that drive by itself */
            NEAR(dir * slide(&m5, 0.0, dir).F, dir * slide(&gear, 0.0, dir).F, 1e-12);
        }
}

/* The level written out as in the specification, at random torques and speeds. */
static void the_level_is_the_one_specified(void **state)
{
    uint32_t seed = 12345;
    Bench b;
    (void)state;
    bench_start(&b, "stribeck_load");
    GIVE(&b, Fs, 0.4), GIVE(&b, Fc, 0.25), GIVE(&b, vs, 0.1), GIVE(&b, sigma2, 0.2);
    GIVE(&b, k_m, 0.1), GIVE(&b, k_e, 0.2), GIVE(&b, k_ms, 0.05), GIVE(&b, k_es, 0.07);
    GIVE(&b, k_mq, 0.03), GIVE(&b, k_eq, 0.02);
    bench_ready(&b);
    for (int k = 0; k < 2000; k++) {
        double random[3];
        for (int i = 0; i < 3; i++) {
            seed = seed * 1664525u + 1013904223u;
            random[i] = (double)(seed >> 8) / 8388608.0 - 1.0;
        }
        double tm = 2.0 * random[0], te = -2.0 * random[1], v = 0.3 * random[2];
        double Q = tm * te < 0.0 ? (fabs(tm) > fabs(te) ? 0.02 * te * te : 0.03 * tm * tm) : 0.0;
        double dir = v > 0.0 ? 1.0 : -1.0;
        double level =
            0.25 + fabs(0.1 * tm - 0.2 * te) +
            exp(-pow(fabs(v) / 0.1, 2.0)) * (0.4 - 0.25 + fabs(0.05 * tm - 0.07 * te) + Q);
        b.in.drive = tm, b.in.load = -te;
        NEAR(slide(&b, v, dir).F, dir * level + 0.2 * v, 1e-14);
        rest(&b);
        NEAR(b.hi, 0.4 + fabs(0.1 * tm - 0.2 * te) + fabs(0.05 * tm - 0.07 * te) + Q, 1e-14);
        NEAR(b.lo, -b.hi, 0.0);
    }
}

/* Under a load T > 0 a torque ramp breaks away at (Fs + (1 + k_e + k_es)*T)/(1 - k_m - k_ms). */
static void a_torque_ramp_breaks_away_where_the_level_says(void **state)
{
    static const double load[] = {0.1, 0.5, 2.0};
    (void)state;
    for (int k = 0; k < COUNT(load); k++) {
        char text[600];
        Trial a;
        snprintf(text, sizeof text,
                 "title: ramp\nplant: servo\nparameters: {J: 0.03}\nfriction: {gear: {law: "
                 "stribeck_load, Fs: 0.35, Fc: 0.25, vs: 0.1, k_m: 0.1, k_e: 0.05, k_ms: 0.08, "
                 "k_es: 0.03}}\ninputs: {u: {ramp: {slope: 1 N*m/s, from: %g N*m}}, load: %g}\n"
                 "duration: 5 s\n",
                 load[k], load[k]);
        trial_run_text(&a, "ramp", text, NULL, 0);
        double u = (0.35 + 1.08 * load[k]) / 0.82;
        NEAR(trial_when(&a, STN_EVENT_SLIP_FORWARD, "gear", 0), u - load[k], 1e-9);
        trial_end(&a);
    }
}

/* With the squares of M6 the guard at rest is a parabola in time: k_eq*T^2 while the drive is stronger. */
static void squares_of_the_load_raise_the_breakaway(void **state)
{
    const double T = 1.5, k_eq = 0.04;
    Trial a;
    (void)state;
    trial_run_text(
        &a, "ramp",
        "title: ramp\nplant: servo\nparameters: {J: 0.03}\nfriction: {gear: {law: "
        "stribeck_load, Fs: 0.35, Fc: 0.25, vs: 0.1, k_mq: 0.02, k_eq: 0.04}}\n"
        "inputs: {u: {ramp: {slope: 1 N*m/s, from: 1.4 N*m}}, load: 1.5}\nduration: 5 s\n",
        NULL, 0);
    NEAR(trial_when(&a, STN_EVENT_SLIP_FORWARD, "gear", 0), 0.35 + k_eq * T * T + T - 1.4, 1e-9);
    trial_end(&a);
}

/* Where drive and load are equal the square jumps, h = 0: crossed once while it moves, and nothing chatters.  Without the
 * squares as many steps. */
static void equal_torques_are_crossed_without_chatter(void **state)
{
    static const char *const squares[] = {"", ", k_mq: 0.4, k_eq: 0.9"};
    int64_t steps[2];
    (void)state;
    for (int k = 0; k < 2; k++) {
        Trial a;
        char text[500];
        snprintf(text, sizeof text,
                 "title: pass\nplant: servo\nparameters: {J: 0.3}\nfriction: {gear: {law: "
                 "stribeck_load, Fs: 0.1, Fc: 0.05, vs: 2%s}}\ninputs: {u: {ramp: {slope: -1 "
                 "N*m/s, from: 0.6 N*m}}, load: 0.5}\ninitial: {w: 2}\nduration: 0.3 s\n",
                 squares[k]);
        trial_run_text(&a, "pass", text, NULL, 0);
        assert_true(trial_last(&a, "w") > 0.5); /* it moves all the time */
        assert_int_equal(a.record.nevent, 1);   /* slips at the start */
        steps[k] = a.record.counters.steps;
        trial_end(&a);
    }
    CHECK(steps[1] < 2 * steps[0] + 10, "%d steps, %d without squares", (int)steps[1],
          (int)steps[0]);
}

static void a_load_that_holds_itself_is_said(void **state)
{
    char text[400] = "";
    Bench b;
    (void)state;
    bench_start(&b, "stribeck_load");
    GIVE(&b, k_m, 0.3), GIVE(&b, k_e, 0.7), GIVE(&b, k_es, 0.4);
    bench_ready(&b);
    assert_true(b.law->warn(&b.self, b.p, &b.context, 0, text, sizeof text));
    assert_non_null(strstr(text, "k_e + k_es = 1.1 is not below 1: the load alone never moves it"));
    GIVE(&b, k_es, 0.2);
    bench_ready(&b);
    assert_false(b.law->warn(&b.self, b.p, &b.context, 0, text, sizeof text));
}

/* ---- Efficiencies on bristle laws ---- */

static const char *const bristle_law[] = {
    "dahl", "lugre", "lugre_modified", "lugre_new_modified", "elastoplastic", "gms"};

/* The force of a bristle law with its states such that s = share, without its viscous part. */
static double at_share(Bench *b, double share, double v, double dir)
{
    const bool elements = strcmp(b->law->name, "gms") == 0;
    double level = VAL(b, Fc)[0];
    for (int i = 0; elements && i < b->self.n; i++) {
        b->s[i] = share * VAL(b, nu)[i] * level;
        b->mode[STN_REL(gms, element) + i] = dir;
    }
    if (!elements)
        b->s[0] = share * level / VAL(b, sigma0)[0];
    return slide(b, v, dir).F;
}

/* A load that passes zero brings its square in: the relation of drive and load had never been decided there, and the
 * run ended in an event storm.  Under a constant drive of 0.3 N*m the arm is lifted through q = 0; the instants at
 * which it comes to rest agree with a tolerance a thousand times as fine. */
static void a_load_that_passes_zero_brings_its_square_in(void **state)
{
    static const char *const rtol[] = {"1e-9", "1e-12"};
    double stop[2];
    (void)state;
    for (int k = 0; k < 2; k++) {
        Trial a;
        char text[600];
        snprintf(text, sizeof text,
                 "title: lift\nplant: servo\nparameters: {J: 0.03, G: 0.59}\n"
                 "friction: {gear: {law: stribeck_load, Fs: 0.1, Fc: 0.08, vs: 0.5, k_mq: 0.4, "
                 "k_eq: 0.9}}\n"
                 "inputs: {u: 0.3}\ninitial: {q: -0.8}\nsolver: {rtol: %s}\nduration: 10 s\n",
                 rtol[k]);
        trial_run_text(&a, "lift", text, NULL, 0);
        stop[k] = trial_when(&a, STN_EVENT_STICK, "gear", 0);
        trial_end(&a);
    }
    assert_true(stop[1] > 0.1);
    NEAR(stop[0], stop[1], 1e-8);
}

/* Fs = Fc, so that the level is Fc at every speed; no sigma1 (it counts while s moves), no sigma2. */
static void gear_bristle(Bench *b, const char *law, double eta_opp, double eta_aid, double load)
{
    bench_start(b, law);
    GIVE(b, Fs, 1.2), GIVE(b, Fc, 1.2), GIVE(b, sigma1, 0.0), GIVE(b, sigma0, 2e4);
    GIVE(b, eta_opp, eta_opp), GIVE(b, eta_aid, eta_aid);
    bench_ready(b);
    b->in.load = load;
}

static void sliding_bristles_have_the_efficiencies_of_coulomb_load(void **state)
{
    static const double load[] = {3.0, -3.0, 0.4, -0.4};
    (void)state;
    for (int k = 0; k < COUNT(bristle_law); k++)
        for (int i = 0; i < COUNT(load); i++)
            for (double dir = -1.0; dir <= 1.0; dir += 2.0) {
                Bench b, gear;
                gear_bristle(&b, bristle_law[k], 0.7, 0.5, load[i]);
                bench_start(&gear, "coulomb_load");
                GIVE(&gear, T0_din, 1.2), GIVE(&gear, T0_stat, 1.2);
                GIVE(&gear, eta_din_opp, 0.7), GIVE(&gear, eta_din_aid, 0.5);
                bench_ready(&gear);
                gear.in.load = load[i];
                NEAR(at_share(&b, dir, 0.01 * dir, dir), slide(&gear, 0.01 * dir, dir).F, 1e-12);
            }
}

static void efficiencies_of_1_change_no_bit(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(bristle_law); k++)
        for (double share = -0.9; share < 1.0; share += 0.3) {
            Bench with, without;
            gear_bristle(&with, bristle_law[k], 1.0, 1.0, 5.0);
            gear_bristle(&without, bristle_law[k], 1.0, 1.0, 0.0);
            double a = at_share(&with, share, 0.003, 1.0),
                   b = at_share(&without, share, 0.003, 1.0);
            assert_memory_equal(&a, &b, sizeof a);
        }
}

/* Dahl after a reversal from s = 1, x back: s = -1 + 2*exp(-sigma0*x/Fc), inserted. */
static void dahl_under_load_reverses_along_its_closed_form(void **state)
{
    const double Fc = 1.2, sigma0 = 2e4, T = 2.0, eta_opp = 0.7, eta_aid = 0.5, v = 1e-3;
    const double opposing = 1.0 / eta_opp - 1.0, aiding = 1.0 - eta_aid;
    Trial a;
    (void)state;
    trial_run_text(
        &a, "reversal",
        "title: reversal\nplant: block\noptions: {drive: motion}\nfriction: {contact: "
        "{law: dahl, Fc: 1.2, sigma0: 2e4 N/m, eta_opp: 0.7, eta_aid: 0.5}}\n"
        "inputs: {vd: {pulses: {low: -1e-3 m/s, high: 1e-3 m/s, period: 10 s}}, load: 2}\n"
        "duration: 5.2 s\nrecord: {every: 1 ms}\nsolver: {rtol: 1e-11}\n",
        NULL, 0);
    for (double t = 5.0; t <= 5.2; t += 0.01) {
        double s = -1.0 + 2.0 * exp(-sigma0 * v * (t - 5.0) / Fc);
        double expected =
            Fc * s + 0.5 * (opposing + aiding) * T * s + 0.5 * (opposing - aiding) * T * s * s;
        NEAR(trial_at(&a, "FF", t), expected, 2e-8);
    }
    trial_end(&a);
}

/* A reversal under load at 0.5 s: bristles turn over gradually, where a law with a sign would jump by 2*Fc + (1/eta_opp -
 * eta_aid)*T = 4.3 N.  Between two rows at most stiffness times way: 2e4 N/m, twice with the load, 2e-3 m/s, 0.1 ms. */
static void friction_under_load_does_not_jump_at_a_reversal(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(bristle_law); k++) {
        Trial a;
        char text[600];
        double most = 0.0, low = INFINITY, high = -INFINITY;
        snprintf(text, sizeof text,
                 "title: turn\nplant: block\noptions: {drive: motion}\nfriction: {contact: {law: "
                 "%s, Fs: 1.2, Fc: 1.2, sigma0: 2e4 N/m, sigma1: 0, eta_opp: 0.7, eta_aid: 0.5}}\n"
                 "inputs: {vd: {sine: {amplitude: 2e-3 m/s, frequency: 1 Hz}}, load: 2}\n"
                 "duration: 0.8 s\nrecord: {every: 0.1 ms}\n",
                 bristle_law[k]);
        trial_run_text(&a, "turn", text, NULL, 0);
        const double *F = trial_column(&a, "FF");
        for (size_t i = 1; i < a.record.rows; i++) {
            most = fmax(most, fabs(F[i] - F[i - 1]));
            low = fmin(low, F[i]), high = fmax(high, F[i]);
        }
        CHECK(most < 8e-3, "%s jumps by %g", bristle_law[k], most);
        /* it did slide to both sides: 2.06 and -2.2, which gms is slower to reach */
        CHECK(high > 2.0 && low < -2.0, "%s: %g ... %g", bristle_law[k], low, high);
        trial_end(&a);
    }
}

/* A loaded block goes the same way in both engines: dragged back and forth, then held. */
static void loaded_bristles_agree_between_the_engines(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(bristle_law); k++) {
        char text[700];
        Trial event, fixed;
        snprintf(text, sizeof text,
                 "title: gear\nplant: block\nparameters: {m: 1}\nfriction: {contact: {law: %s, Fs: "
                 "1.5, Fc: 1, vs: 0.05, sigma0: 1e4, sigma1: 50, sigma2: 1, eta_opp: 0.8, eta_aid: "
                 "0.7}}\ninputs: {u: {sine: {amplitude: 6, frequency: 0.5}}, load: 1.5}\n"
                 "duration: 3 s\nrecord: {every: 10 ms}\n",
                 bristle_law[k]);
        trial_run_text(&event, "gear", text, NULL, 0);
        trial_run_text(&fixed, "gear", text,
                       (StnOverride[]){{"solver.method", "fixed"}, {"solver.dt", "10 us"}}, 2);
        for (double t = 0.1; t < 3.0; t += 0.1) {
            NEAR(trial_at(&fixed, "x", t), trial_at(&event, "x", t), 1e-3);
            NEAR(trial_at(&fixed, "v", t), trial_at(&event, "v", t), 3e-3);
        }
        assert_true(fabs(trial_last(&event, "x")) > 0.05); /* it did move */
        trial_end(&event), trial_end(&fixed);
    }
}

static void a_bristle_that_softens_under_load_is_warned_of(void **state)
{
    char text[400] = "";
    Bench b;
    (void)state;
    gear_bristle(&b, "lugre", 0.5, 0.9, 0.0); /* a_o = 1, a_a = 0.1: 2*0.45 - 0.55 = 0.35 */
    assert_true(b.law->warn(&b.self, b.p, &b.context, 0, text, sizeof text));
    assert_non_null(strstr(text, "above 3.42857"));
    assert_false(b.law->warn(&b.self, b.p, &b.context, 1, text, sizeof text));
    gear_bristle(&b, "lugre", 0.7, 0.6, 0.0);
    assert_false(b.law->warn(&b.self, b.p, &b.context, 0, text, sizeof text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_load_it_is_stribeck_and_coulomb),
        cmocka_unit_test(lifting_and_lowering_are_those_of_coulomb_load),
        cmocka_unit_test(the_level_is_the_one_specified),
        cmocka_unit_test(a_torque_ramp_breaks_away_where_the_level_says),
        cmocka_unit_test(squares_of_the_load_raise_the_breakaway),
        cmocka_unit_test(a_load_that_passes_zero_brings_its_square_in),
        cmocka_unit_test(equal_torques_are_crossed_without_chatter),
        cmocka_unit_test(a_load_that_holds_itself_is_said),
        cmocka_unit_test(sliding_bristles_have_the_efficiencies_of_coulomb_load),
        cmocka_unit_test(efficiencies_of_1_change_no_bit),
        cmocka_unit_test(dahl_under_load_reverses_along_its_closed_form),
        cmocka_unit_test(friction_under_load_does_not_jump_at_a_reversal),
        cmocka_unit_test(loaded_bristles_agree_between_the_engines),
        cmocka_unit_test(a_bristle_that_softens_under_load_is_warned_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
