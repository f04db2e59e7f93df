/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The clutch actuator: play between motor and rack, and the jump of the viscous term. */
#include "build_clutch.h"

/* ---- The play ---- */

/* From the lower side, pushed with 0.1 N*m: across 3 rad against Cd, then against Cr until it stops;
 * -0.06 N*m from 0.3 s takes it back across the play and on to a stop. */
typedef struct {
    double contact, stop, back, end;        /* times */
    double rack, rack_end, theta_end, work; /* where the rack stops, and again; friction's work */
} Crossing;

static Crossing crossing_closed_form(void)
{
    double Cr[2] = {mean_Cs[0] / beta[0], mean_Cs[1] / beta[1]};
    Crossing c = {.contact = sqrt(2.0 * 3.0 * J / (0.1 - CD))};
    double w = c.contact * (0.1 - CD) / J, slow = (Cr[0] - 0.1) / J;
    c.stop = c.contact + w / slow;
    double way = 0.5 * w * w / slow;
    c.rack = 1.5 + way;
    c.back = 0.3 + sqrt(2.0 * 3.0 * J / (0.06 - CD));
    w = (c.back - 0.3) * (0.06 - CD) / J, slow = (Cr[1] - 0.06) / J;
    c.end = c.back + w / slow;
    double home = 0.5 * w * w / slow;
    c.rack_end = c.rack - home;
    c.theta_end = c.rack_end - 1.5;
    c.work = 6.0 * CD + way * Cr[0] + home * Cr[1];
    return c;
}

static void crossing(Block *b)
{
    clutch_flat(b, "coulomb_map");
    block_choose(b, "play", "with");
    block_start(b, "b", -1.5);
    block_input(b, "u", stn_signal_step(0.3, 0.1, -0.06));
}

static void crossing_the_play_takes_closed_form_times(void **state)
{
    Crossing want = crossing_closed_form();
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        Block b;
        crossing(&b);
        clutch_method(&b, engine ? STN_METHOD_SUNDIALS : STN_METHOD_EVENT, 1e-10);
        block_make(&b);
        double near = engine ? 1e-10 : 1e-12;
        if (clutch_to(&b, 0.02)) {
            NEAR(block_value(&b, "theta_rack"), 1.5, 1e-14); /* not touched yet: it stands */
            assert_true(block_value(&b, "Cr") == CD);
            block_to(&b, 0.5);
            NEAR(block_when(&b, STN_EVENT_SEPARATION, 0), 0.0, 0.0);
            NEAR(block_when(&b, STN_EVENT_CONTACT, 0), want.contact, near);
            NEAR(block_when(&b, STN_EVENT_STICK, 0), want.stop, near);
            NEAR(block_when(&b, STN_EVENT_SEPARATION, 1), 0.3, 0.0);
            NEAR(block_when(&b, STN_EVENT_CONTACT, 1), want.back, near);
            NEAR(block_when(&b, STN_EVENT_STICK, 1), want.end, near);
            assert_int_equal(b.nevent, 8);
            NEAR(block_value(&b, "theta_rack"), want.rack_end, 1e-9);
            NEAR(block_value(&b, "theta"), want.theta_end, 1e-9);
            NEAR(block_value(&b, "x"), 2.0414e-4 * want.rack_end, 1e-12);
            StnEnergy e = stn_state_energy(b.system, b.state);
            NEAR(e.friction, want.work, 1e-9);
            NEAR(e.input, want.work, 1e-9);
            assert_true(e.impact == 0.0);
        }
        block_end(&b);
    }
}

/* A contact is seen up to a step late, at 150 rad/s: first order, with a factor of that size. */
static void fixed_step_converges_to_the_closed_form_of_the_play(void **state)
{
    Crossing want = crossing_closed_form();
    (void)state;
    for (int k = 0; k < 3; k++) {
        Block b;
        double dt = 1e-5 / (1 << k);
        crossing(&b);
        block_fixed(&b, dt);
        block_make(&b);
        block_to(&b, 0.5);
        NEAR(block_value(&b, "theta_rack"), want.rack_end, 500.0 * dt);
        NEAR(block_when(&b, STN_EVENT_CONTACT, 0), want.contact, 2.0 * dt);
        NEAR(block_when(&b, STN_EVENT_CONTACT, 1), want.back, 2.0 * dt);
        NEAR(block_value(&b, "b"), -1.5, 1e-15);
        block_end(&b);
    }
}

/* Pushing Cs, leaving and between the sides 0.055 N*m. */
static void breakaway_in_the_play_depends_on_the_side_that_is_touched(void **state)
{
    const struct {
        double b, forward, backward;
    } cases[] = {{1.5, mean_Cs[0], CD_S},
                 {-1.5, CD_S, mean_Cs[1]},
                 {0.0, CD_S, CD_S},
                 {1.4999999, CD_S, CD_S}};
    (void)state;
    for (int c = 0; c < 2 * COUNT(cases); c++) {
        Block b;
        int side = c % 2;
        clutch_flat(&b, "coulomb_map");
        block_choose(&b, "play", "with");
        block_start(&b, "b", cases[c / 2].b);
        block_input(&b, "u", stn_signal_ramp(side ? -0.01 : 0.01, 0.0, 0.0, INFINITY));
        block_make(&b);
        block_to(&b, 16.0);
        NEAR(block_when(&b, side ? STN_EVENT_SLIP_BACKWARD : STN_EVENT_SLIP_FORWARD, 0),
             100.0 * (side ? cases[c / 2].backward : cases[c / 2].forward), 1e-11);
        block_end(&b);
    }
}

static void the_motor_starts_against_the_forward_side(void **state)
{
    Block b;
    (void)state;
    clutch_flat(&b, "coulomb_map");
    block_choose(&b, "play", "with");
    block_input(&b, "u", stn_signal_constant(0.0));
    block_make(&b);
    block_to(&b, 1.0);
    assert_true(block_value(&b, "b") == 1.5 && block_value(&b, "theta_rack") == -1.5);
    assert_true(b.event[1].kind == STN_EVENT_CONTACT && b.nevent == 2);
    block_end(&b);
}

/* A sine that turns it round again and again, on the map; jump: the viscous term jumps too. */
static void shaken(Block *b, int play, int jump, double torque, double frequency)
{
    clutch_map(b);
    block_choose(b, "play", play ? "with" : "without");
    block_friction(b, "onset", jump ? 1.0 : 0.0);
    block_input(b, "u", stn_signal_sine(torque, frequency, 0.0, 0.0, 0.0));
}

/* Times to 1e-6 s are asked for; measured 2e-9 s here, and 4e-13 s between the other two. */
static void event_times_agree_with_a_tight_tolerance_and_with_sundials(void **state)
{
    (void)state;
    for (int c = 0; c < 8; c++) {
        Block b[3];
        for (int k = 0; k < 3; k++) {
            shaken(&b[k], c & 1, c & 2, c & 4 ? 0.3 : 0.2, c & 4 ? 5.0 : 11.0);
            clutch_method(&b[k], k < 2 ? STN_METHOD_EVENT : STN_METHOD_SUNDIALS,
                          k == 0   ? 1e-9
                          : k == 1 ? 1e-12
                                   : 1e-11);
            block_make(&b[k]);
        }
        block_to(&b[0], 1.0);
        block_to(&b[1], 1.0);
        assert_true(b[0].nevent > 20);
        same_events(&b[0], &b[1], 1e-7);
        bool there = true;
        for (int k = 1; there && k <= 200; k++) /* rows: SUNDIALS begins anew at each */
            there = clutch_to(&b[2], 5e-3 * k);
        if (there)
            same_events(&b[1], &b[2], 1e-9);
        StnEnergy e = stn_state_energy(b[0].system, b[0].state);
        NEAR(e.input - e.stored - e.friction, 0.0, 1e-8 * e.friction); /* 10*rtol */
        for (int k = 0; k < 3; k++)
            block_end(&b[k]);
    }
}

static void fixed_step_converges_on_the_map_with_play(void **state)
{
    double exact[2];
    Block b;
    (void)state;
    shaken(&b, 1, 0, 0.3, 5.0);
    block_make(&b);
    block_to(&b, 0.25);
    exact[0] = block_value(&b, "theta"), exact[1] = block_value(&b, "b");
    block_end(&b);
    for (int k = 0; k < 3; k++) {
        shaken(&b, 1, 0, 0.3, 5.0);
        double dt = 1e-5 / (1 << k);
        block_fixed(&b, dt);
        block_make(&b);
        block_to(&b, 0.25);
        print_message("fixed step %g s on the map: %.3g rad off\n", dt,
                      block_value(&b, "theta") - exact[0]);
        NEAR(block_value(&b, "theta"), exact[0], 300.0 * dt);
        NEAR(block_value(&b, "b"), exact[1], 300.0 * dt);
        block_end(&b);
    }
}

static void a_state_saved_inside_the_play_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    for (int engine = 0; engine < 2; engine++) {
        Block b;
        double out[2][STN_OUTPUTS_MAX];
        shaken(&b, 1, 0, 0.3, 5.0);
        if (engine)
            block_fixed(&b, 1e-5);
        block_make(&b);
        block_to(&b, 0.075);
        while (!(fabs(block_value(&b, "b")) < 1.0)) /* in the middle of it */
            block_to(&b, stn_state_time(b.state) + 1e-3);
        assert_true(stn_state_time(b.state) < 0.2 && block_value(&b, "omega") != 0.0);
        void *saved = block_save(&b);
        for (int k = 0; k < 2; k++) {
            block_restore(&b, saved);
            block_to(&b, 0.5);
            stn_state_columns(b.system, b.state, out[k]);
        }
        assert_memory_equal(out[0], out[1],
                            (size_t)stn_system_column_count(b.system) * sizeof(double));
        free(saved);
        block_end(&b);
    }
}

/* Switched off, or without width: the same bits, and b stays where it was. */
static void a_play_without_width_is_no_play(void **state)
{
    static const StnMethod method[] = {STN_METHOD_EVENT, STN_METHOD_FIXED, STN_METHOD_SUNDIALS};
    (void)state;
    for (int c = 0; c < 2 * COUNT(method); c++) {
        double out[2][STN_OUTPUTS_MAX];
        const char *law = c % 2 ? "hybrid" : "coulomb_map";
        for (int k = 0; k < 2; k++) {
            Block b;
            clutch_flat(&b, law);
            block_choose(&b, "play", k ? "with" : "without");
            if (k)
                block_set(&b, "bmax", 0.0);
            block_input(&b, "u", stn_signal_sine(0.3, 5.0, 0.0, 0.0, 0.0));
            clutch_method(&b, method[c / 2], 1e-9);
            block_make(&b);
            clutch_to(&b, 0.5);
            assert_true(block_value(&b, "b") == 0.0);
            assert_true(block_value(&b, "theta_rack") == block_value(&b, "theta"));
            assert_int_equal(block_count(&b, STN_EVENT_CONTACT), 0);
            assert_int_equal(block_count(&b, STN_EVENT_SEPARATION), 0);
            stn_state_columns(b.system, b.state, out[k]);
            block_end(&b);
        }
        assert_memory_equal(out[0], out[1], 7 * sizeof(double)); /* the outputs */
    }
}

/* Where a law moves the site by its own step (hybrid: x += v*(1 - exp(-p0*dt))/p0) the play follows, and
 * the rack stands. */
static void the_rack_stands_while_the_play_is_crossed_in_any_fixed_step(void **state)
{
    (void)state;
    for (int i = 0; i < stn_law_count(); i++) {
        Block b;
        clutch_flat(&b, stn_law_at(i)->name);
        block_choose(&b, "play", "with");
        block_start(&b, "b", -1.4);
        block_start(&b, "omega", 60.0);
        block_friction(&b, "S", 150.0);
        block_friction(&b, "p0", 1e3);
        block_input(&b, "u", stn_signal_constant(0.0));
        block_fixed(&b, 1e-5);
        b.quiet = true;
        block_make(&b);
        for (int k = 1; k <= 20; k++) {
            block_to(&b, 1e-3 * k);
            CHECK(fabs(block_value(&b, "theta_rack") - 1.4) < 1e-12, "%s: %.17g",
                  stn_law_at(i)->name, block_value(&b, "theta_rack"));
        }
        assert_true(block_value(&b, "b") < 1.5 && block_value(&b, "theta") > 1e-3);
        block_end(&b);
    }
}

static bool warned_of_play(const char *law, const char *play)
{
    Block b;
    bool found = false;
    clutch_flat(&b, law);
    block_choose(&b, "play", play);
    block_input(&b, "u", stn_signal_constant(0.0));
    block_make(&b);
    for (int i = 0; i < stn_system_note_count(b.system); i++) {
        StnNote note = stn_system_note_at(b.system, i);
        found = found || (note.kind == STN_NOTE_WARNING && strstr(note.text, "the play"));
    }
    block_end(&b);
    return found;
}

static void a_law_without_levels_for_the_play_is_warned_of(void **state)
{
    (void)state;
    assert_true(warned_of_play("stribeck", "with") && warned_of_play("hybrid", "with"));
    assert_false(warned_of_play("stribeck", "without"));
    assert_false(warned_of_play("coulomb_map", "with"));
}

/* ---- The jump of the viscous term ---- */

/* 0.2 N*m lies between Cr = 0.1097 and Cr + fv*w0 = 0.2819: omega is held at w0. */
static void an_effort_within_the_jump_holds_the_speed_at_its_onset(void **state)
{
    (void)state;
    for (int engine = 0; engine < 3; engine++) {
        Block b;
        double Cr = mean_Cs[0] / beta[0];
        clutch_flat(&b, "coulomb_map");
        block_friction(&b, "onset", 1.0);
        block_input(&b, "u", stn_signal_constant(0.2));
        clutch_method(&b, engine == 2 ? STN_METHOD_SUNDIALS : STN_METHOD_EVENT, 1e-9);
        if (engine == 1)
            block_fixed(&b, 1e-5);
        block_make(&b);
        if (clutch_to(&b, 2.0)) {
            NEAR(block_value(&b, "omega"), W0, 1e-9);
            NEAR(block_value(&b, "Cr"), 0.2, 1e-12);
            assert_true(b.nevent <= 2); /* slip, onset */
            if (engine != 1)
                NEAR(block_when(&b, STN_EVENT_MODE, 0), W0 * J / (0.2 - Cr), 1e-9);
        }
        block_end(&b);
    }
}

/* Held at w0 inside a wide play, it meets the rack: Cr = 0.1097 still lies below 0.12 N*m and it is held
 * on, but 0.1 N*m cannot hold it any more. */
static void contact_on_the_jump_is_decided_anew(void **state)
{
    (void)state;
    for (int c = 0; c < 2; c++) {
        Block b;
        double u = c ? 0.1 : 0.12, way = 0.5 * W0 * W0 * J / (u - CD);
        double meets = W0 * J / (u - CD) + (40.0 - way) / W0;
        clutch_flat(&b, "coulomb_map");
        block_choose(&b, "play", "with");
        block_set(&b, "bmax", 20.0);
        block_start(&b, "b", -20.0);
        block_friction(&b, "onset", 1.0);
        block_input(&b, "u", stn_signal_constant(u));
        block_make(&b);
        block_to(&b, 0.5);
        NEAR(block_when(&b, STN_EVENT_CONTACT, 0), meets, 1e-9);
        double w = W0 - (c ? (mean_Cs[0] / beta[0] - u) / J * (0.5 - meets) : 0.0);
        NEAR(block_value(&b, "omega"), w, 1e-6);
        assert_int_equal(block_count(&b, STN_EVENT_MODE), c ? 2 : 1);
        block_end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossing_the_play_takes_closed_form_times),
        cmocka_unit_test(fixed_step_converges_to_the_closed_form_of_the_play),
        cmocka_unit_test(breakaway_in_the_play_depends_on_the_side_that_is_touched),
        cmocka_unit_test(the_motor_starts_against_the_forward_side),
        cmocka_unit_test(event_times_agree_with_a_tight_tolerance_and_with_sundials),
        cmocka_unit_test(fixed_step_converges_on_the_map_with_play),
        cmocka_unit_test(a_state_saved_inside_the_play_goes_on_with_the_same_bits),
        cmocka_unit_test(a_play_without_width_is_no_play),
        cmocka_unit_test(the_rack_stands_while_the_play_is_crossed_in_any_fixed_step),
        cmocka_unit_test(a_law_without_levels_for_the_play_is_warned_of),
        cmocka_unit_test(an_effort_within_the_jump_holds_the_speed_at_its_onset),
        cmocka_unit_test(contact_on_the_jump_is_decided_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
