/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What exact steps keep: a propagator for equal steps of sampled loops (solve/propagate.c), exact, whoever looks at them, and
 * no event lost; the matrices of two modes that take turns (solve/recall.c). */
#include "build_block.h"

/* A block of 2 kg with dry and viscous friction under a sampled PID, drawn along a ramp against a load that grows. */
enum { SAMPLES = 2000 };
static const double Ts = 1e-3, m = 2.0, Fc = 1.0, sigma2 = 3.0, Kp = 40.0, Kv = 6.0, Ki = 4.0,
                    speed = 0.3, grows = 0.7;

static void loop(Block *b, StnSignal *wanted)
{
    block_begin(b, "coulomb");
    block_choose(b, "drive", "pid");
    block_set(b, "m", m);
    block_set(b, "Ts", Ts);
    block_set(b, "Kp", Kp);
    block_set(b, "Kv", Kv);
    block_set(b, "Ki", Ki);
    block_friction(b, "Fs", Fc);
    block_friction(b, "Fc", Fc);
    block_friction(b, "sigma2", sigma2);
    block_input(b, "xd", wanted);
}

static void drawn(Block *b)
{
    loop(b, stn_signal_ramp(speed, 0.0, 0.0, INFINITY));
    block_start(b, "v", speed);
    block_input(b, "load", stn_signal_ramp(grows, 0.0, 0.0, INFINITY));
    block_make(b);
}

typedef struct {
    double x, v, i, u;
} Motion;

/* The difference equation of the PID at a sample. */
static void sample(Motion *at, double t)
{
    const double gap = at->x - speed * t;
    at->i += gap * Ts;
    at->u = -Kp * gap - Kv * at->v - Ki * at->i;
}

/* m*v' = F - grows*s - sigma2*v over a time h, by its closed form: v = w(s) + (v - w(0))*exp(-sigma2*s/m) with
 * w(s) = (F + grows*m/sigma2 - grows*s)/sigma2. */
static void move(Motion *at, double load, double slope, double h)
{
    const double F = at->u - load - Fc, w0 = (F + slope * m / sigma2) / sigma2,
                 w1 = w0 - slope * h / sigma2, rest = at->v - w0, decay = exp(-sigma2 * h / m);
    at->x += w0 * h - 0.5 * slope * h * h / sigma2 + rest * m / sigma2 * (1.0 - decay);
    at->v = w1 + rest * decay;
}

static void expect(const Block *b, const Motion *want)
{
    NEAR(block_value(b, "x"), want->x, 2e-13);
    NEAR(block_value(b, "v"), want->v, 2e-13);
}

/* And no step evaluates rates for itself: the sample has done so. */
static void equal_steps_follow_the_zero_order_hold(void **state)
{
    Block b;
    Motion at = {.v = speed};
    (void)state;
    drawn(&b);
    for (int k = 0; k < SAMPLES; k++) {
        const double t = k * Ts;
        sample(&at, t);
        Motion between = at;
        move(&between, grows * t, grows, 0.3 * Ts);
        block_to(&b, t + 0.3 * Ts);
        expect(&b, &between);
        move(&at, grows * t, grows, Ts);
        block_to(&b, (k + 1) * Ts);
        expect(&b, &at);
    }
    const StnCounters counted = stn_state_counters(b.state);
    assert_int_equal(b.nevent, 1); /* the start */
    CHECK(counted.exact_steps >= SAMPLES && counted.rates < SAMPLES / 20, "%ld rates",
          (long)counted.rates);
    block_end(&b);
}

/* Rows between samples, and a hair behind them, change no bit of what follows; nor does a copy. */
static void a_propagated_run_does_not_depend_on_who_looks(void **state)
{
    Block one, often;
    double want[16], got[16];
    (void)state;
    drawn(&one);
    drawn(&often);
    block_to(&one, SAMPLES * Ts);
    for (int k = 0; k < SAMPLES; k++) {
        block_to(&often, k * Ts + 1e-12);
        (void)stn_state_energy(often.system, often.state);
        block_to(&often, (k + 0.1 + 0.8 * (k % 7) / 7.0) * Ts);
        (void)stn_state_energy(often.system, often.state);
        void *saved = block_save(&often);
        block_restore(&often, saved);
        free(saved);
    }
    block_to(&often, SAMPLES * Ts);
    stn_state_columns(one.system, one.state, want);
    stn_state_columns(often.system, often.state, got);
    assert_memory_equal(want, got, (size_t)stn_system_column_count(one.system) * sizeof *want);
    const StnEnergy a = stn_state_energy(one.system, one.state),
                    b = stn_state_energy(often.system, often.state);
    assert_memory_equal(&a, &b, sizeof a);
    block_end(&one);
    block_end(&often);
}

/* The closed form again, with a load that jumps in the middle of a step. */
static void an_input_replaced_within_a_propagated_step_takes_effect_there(void **state)
{
    Block b;
    Motion at = {.v = speed};
    (void)state;
    drawn(&b);
    const int load = block_var(b.def.plant->inputs, b.def.plant->ninput, "load");
    for (int k = 0; k < 200; k++) {
        const double t = k * Ts, own = k < 100 ? grows : 0.0, before = k < 100 ? grows * t : 0.5;
        sample(&at, t);
        if (k != 100) {
            move(&at, before, own, Ts);
            block_to(&b, (k + 1) * Ts);
            expect(&b, &at);
            continue;
        }
        move(&at, grows * t, grows, 0.4 * Ts);
        block_to(&b, t + 0.4 * Ts);
        assert_int_equal(
            stn_state_set_input(b.system, b.state, load, (StnIn){.val = 0.5, .d1 = 0.0}), STN_OK);
        move(&at, 0.5, 0.0, 0.6 * Ts);
        block_to(&b, (k + 1) * Ts);
        expect(&b, &at);
    }
    block_end(&b);
}

/* A loop that turns and sticks between its samples: the same events, at the same times, as with steps too short for the
 * propagator; and the energy that is left over is rounding. */
static void no_event_between_samples_is_lost(void **state)
{
    Block b[2];
    (void)state;
    for (int k = 0; k < 2; k++) {
        loop(&b[k], stn_signal_sine(0.2, 0.9, 0.0, 0.0, -INFINITY));
        if (k)
            b[k].def.solver.h_max = 0.6 * Ts;
        block_make(&b[k]);
        block_to(&b[k], 20.0);
        const StnEnergy energy = stn_state_energy(b[k].system, b[k].state);
        NEAR(stn_energy_left_over(&energy), 0.0, 2e-13 * energy.moved);
    }
    CHECK(stn_state_counters(b[0].state).exact_steps <
              0.6 * stn_state_counters(b[1].state).exact_steps,
          "one step per sample");
    CHECK(b[0].nevent > 30 && b[0].nevent == b[1].nevent, "%d and %d", b[0].nevent, b[1].nevent);
    for (int i = 0; i < b[0].nevent; i++) {
        assert_int_equal(b[0].event[i].kind, b[1].event[i].kind);
        NEAR(b[0].event[i].t, b[1].event[i].t, 1e-11);
    }
    NEAR(block_value(&b[0], "x"), block_value(&b[1], "x"), 1e-12);
    block_end(&b[0]);
    block_end(&b[1]);
}

/* The effort of a sampled loop changes at samples only: a limit that the loop would reach between them if it were
 * continuous is no event. */
static void a_sampled_loop_reports_no_limit_of_a_continuous_one(void **state)
{
    Block b;
    (void)state;
    loop(&b, stn_signal_sine(0.2, 0.9, 0.0, 0.0, -INFINITY));
    block_set(&b, "limit", 4.0);
    block_make(&b);
    double most = 0.0;
    for (int k = 0; k < 3000; k++) {
        block_to(&b, (k + 0.5) * Ts);
        most = fmax(most, fabs(block_value(&b, "u")));
    }
    NEAR(most, 4.0, 0.0); /* it is reached */
    for (int i = 0; i < b.nevent; i++)
        CHECK(b.event[i].kind != STN_EVENT_SATURATION_ON, "at %g s", b.event[i].t);
    block_end(&b);
}

/* Stick and slip of a block on a spring take turns: two modes, two Jacobians, however many slips.  A slip of a block without
 * viscous friction lasts a half swing, pi*sqrt(m/K), plus what the creeping spring adds: the same each time. */
static void modes_that_take_turns_keep_their_matrices(void **state)
{
    Block b;
    (void)state;
    block_begin(&b, "coulomb");
    block_choose(&b, "drive", "spring");
    block_set(&b, "K", 2.0);
    block_friction(&b, "Fs", 1.5);
    block_friction(&b, "Fc", 1.0);
    block_input(&b, "y", stn_signal_ramp(0.1, 0.0, 0.0, INFINITY));
    block_make(&b);
    block_to(&b, 200.0);
    assert_true(b.nevent > 40);
    assert_int_equal(stn_state_counters(b.state).jacobians, 2);
    /* v = V*(1 - cos w*s) + D*sin w*s with D = (Fs - Fc)/sqrt(K*m): back at 0 where tan(w*s/2) = -D/V */
    const double w = sqrt(2.0), D = 0.5 / w, lasts = 2.0 * (PI - atan(D / 0.1)) / w;
    for (int i = 1; i + 1 < b.nevent; i += 2)
        NEAR(b.event[i + 1].t - b.event[i].t, lasts, 1e-12 * b.event[i].t);
    block_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_steps_follow_the_zero_order_hold),
        cmocka_unit_test(a_propagated_run_does_not_depend_on_who_looks),
        cmocka_unit_test(an_input_replaced_within_a_propagated_step_takes_effect_there),
        cmocka_unit_test(no_event_between_samples_is_lost),
        cmocka_unit_test(a_sampled_loop_reports_no_limit_of_a_continuous_one),
        cmocka_unit_test(modes_that_take_turns_keep_their_matrices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
