/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What happens at one instant is decided at that instant: stops of several bodies, a stop at the end of a
 * piece, a reversal on a jump of an input.  All modes here are affine, so the pieces are exact and the
 * times right to rounding.  Closed forms: a body of inertia J under a constant torque T against its motion
 * has w = w0 - T/J*t. */
#include "build_chain.h"
#include "run_scenario.h"

#include <inttypes.h>

/* Alike bodies on stiff shafts never twist them: each stops after J*w0/Fc = 300 s. */
static void twins(int bodies, double rtol)
{
    char words[160];
    Chain c;
    snprintf(words, sizeof words, "bodies=%d J1=0.01 J2=0.01 J3=0.01 K2=1e5 D2=1 K3=1e5 D3=1",
             bodies);
    chain_begin(&c, words);
    for (int k = 1; k <= bodies; k++) {
        char start[16];
        snprintf(start, sizeof start, "w%d=300", k);
        chain_start_at(&c, start);
        chain_friction(&c, k, "coulomb", "Fs=0.02 Fc=0.01");
    }
    c.b.def.solver.rtol = rtol;
    block_input(&c.b, "u", stn_signal_constant(0.0));
    block_make(&c.b);
    block_to(&c.b, 310.0);
    for (int k = 1; k <= bodies; k++) {
        char site[8];
        snprintf(site, sizeof site, "body%d", k);
        NEAR(chain_when(&c, site, STN_EVENT_STICK, 0), 300.0, 1e-9);
    }
    CHECK(c.b.nevent == 2 * bodies, "%d bodies: %d events", bodies, c.b.nevent);
    chain_end(&c);
}

static void twins_stop_together(void **state)
{
    (void)state;
    for (int bodies = 2; bodies <= 3; bodies++) {
        twins(bodies, 1e-9);
        twins(bodies, 1e-6);
    }
}

/* In implicit steps body 1 is found to stand first, and body 2, at zero to rounding, would be held there by its shaft and by
 * friction that points against its old motion: at rest, but not known to stand.  With levels that fall over 1000 rad/s
 * the stop is at the integral of J/F(w) from 0 to 300 rad/s. */
static void twins_in_implicit_steps_stop_together(void **state)
{
    static const char *const words[] = {"bodies=2 J1=0.01 J2=0.01 K2=1e6 D2=10",
                                        "bodies=2 J1=0.01 J2=0.01 K2=1e8 D2=1000"};
    static const struct {
        const char *law, *friction;
        double stop;
    } laws[] = {{"coulomb", "Fs=0.02 Fc=0.01", 300.0},
                {"stribeck", "Fs=0.02 Fc=0.01 vs=1000", 152.2493494424}};
    (void)state;
    for (int k = 0; k < 2 * COUNT(laws); k++) {
        Chain c;
        chain_begin(&c, words[k / COUNT(laws)]);
        for (int body = 1; body <= 2; body++)
            chain_friction(&c, body, laws[k % COUNT(laws)].law, laws[k % COUNT(laws)].friction);
        chain_start_at(&c, "w1=300");
        chain_start_at(&c, "w2=300");
        c.b.def.solver.integrator = STN_INTEGRATOR_IMPLICIT;
        block_input(&c.b, "u", stn_signal_constant(0.0));
        block_make(&c.b);
        block_to(&c.b, 310.0);
        NEAR(chain_when(&c, "body1", STN_EVENT_STICK, 0), laws[k % COUNT(laws)].stop, 1e-7);
        NEAR(chain_when(&c, "body2", STN_EVENT_STICK, 0), laws[k % COUNT(laws)].stop, 1e-7);
        CHECK(c.b.nevent == 4, "%s: %d events", laws[k % COUNT(laws)].law, c.b.nevent);
        chain_end(&c);
    }
}

/* The Brake test of the Modelica standard library: J 1, w 1, 1 N*m from 0.1 s on: rest at 1.1 s.  The stop
 * lies at the very end of a step of 1 s. */
static void a_stop_at_the_end_of_a_step_is_found_there(void **state)
{
    static const double rtol[] = {1e-9, 1e-6, 1e-12};
    (void)state;
    for (int k = 0; k < 2 * COUNT(rtol); k++) {
        Chain c;
        chain_begin(&c, "bodies=1 J1=1 brake1=1");
        chain_start_at(&c, "w1=1");
        chain_friction(&c, 1, "coulomb", k % 2 ? "Fs=2 Fc=0" : "Fs=0 Fc=0");
        c.b.def.solver.rtol = rtol[k / 2];
        if (k % 2) { /* the same by a torque against a disc that its friction then holds */
            block_input(&c.b, "u", stn_signal_step(0.1, 0.0, -1.0));
        } else {
            block_input(&c.b, "u", stn_signal_constant(0.0));
            block_input(&c.b, "brake", stn_signal_step(0.1, 0.0, 1.0));
        }
        block_make(&c.b);
        block_to(&c.b, 2.0);
        NEAR(chain_when(&c, "body1", STN_EVENT_STICK, 0), 1.1, 1e-9);
        NEAR(block_value(&c.b, "th1"), 0.6, 1e-9);
        chain_end(&c);
    }
}

/* v = 100 - t comes to 0 just when the force goes from -1 to `after`: back at once, or on again. */
static void a_reversal_on_a_step_of_the_input_is_at_that_step(void **state)
{
    static const double after[] = {-1e-6, -2.0, 1e-6};
    (void)state;
    for (int k = 0; k < COUNT(after); k++) {
        Block b;
        block_begin(&b, "none");
        block_choose(&b, "drive", "force");
        block_set(&b, "m", 1.0);
        block_start(&b, "v", 100.0);
        block_input(&b, "u", stn_signal_step(100.0, -1.0, after[k]));
        block_make(&b);
        block_to(&b, 200.0);
        NEAR(block_value(&b, "v"), 100.0 * after[k], 1e-12);
        if (after[k] < 0.0)
            NEAR(block_when(&b, STN_EVENT_REVERSAL, 0), 100.0, 1e-9);
        CHECK(b.nevent == (after[k] < 0.0 ? 2 : 1), "%g N: %d events", after[k], b.nevent);
        block_end(&b);
    }
}

/* A servo with a second mass behind a play, its effort at the limit several times a second.  Where the
 * saturation ends, the effort is at the limit but for rounding, that of the instant included: it must not
 * count as saturated once more (13 times in 60 such runs). */
static void a_saturation_that_ends_does_not_begin_again_by_rounding(void **state)
{
    (void)state;
    for (int k = 12; k < 22; k++) {
        Trial a;
        char com[128];
        snprintf(
            com, sizeof com,
            "{multisine: {components: 4, amplitude: %.17g, f0: 0.123993415818, f1: 3.71980247455}}",
            0.0330875049496 * (1.0 + 0.01 * k));
        RUN(&a, "chain-two-mass",
            {"parameters",
             "{bodies: 2, J1: 0.287852774617, C1: 0.116426503151, brake1: 0.25525823213, "
             "J2: 0.00504744419771, ratio2: 0.2, K2: 22.8854838905, play2: 0.000252617600194}"},
            {"controller",
             "{Kp: 17.4713878686, Kv: 1.16552738972, Ki: 0.0, limit: 0.896429251589}"},
            {"friction", "{body1: {law: stribeck, Fs: 0.0114629636776, Fc: 0.00924856163177, "
                         "vs: 0.00697154817632, n: 3.26753759345}}"},
            {"inputs.brake",
             "{pulses: {low: 0, high: 1, period: 4.65245420559, duty: 0.4, start: 3.25459595717}}"},
            {"inputs.Com", com}, {"duration", "9.67913784413 s"},
            {"record", "{every: 0.0483956892207}"});
        for (size_t i = 1; i < a.record.nevent; i++) {
            const StnEvent *e = &a.record.event[i];
            CHECK(e->kind != STN_EVENT_SATURATION_ON || e[-1].kind != STN_EVENT_SATURATION_OFF ||
                      e->t - e[-1].t > 1e-9,
                  "amplitude %d: off at %.17g s, on at %.17g s", k, e[-1].t, e->t);
        }
        trial_end(&a);
    }
}

/* Five bodies with plays under a position loop.  From 1.1970615 s to 1.1974912 s (rtol 1e-12, and h_max 2e-5 s)
 * bodies 2 and 3 touch.  At the first instant their force is zero; a step of 2.5 ms from there looks at it
 * again when they are apart, and must not take it for zero in between. */
static void a_short_contact_is_seen_within_a_long_step(void **state)
{
    (void)state;
    Trial a;
    RUN(&a, "chain-two-mass",
        {"parameters",
         "{bodies: 5, C1: 0, D2: 0, J1: 0.427628421265, J2: 22.6321768789, ratio2: -3.7, K2: "
         "93884.68837, "
         "play2: 0.000998772931773, C2: 946.401627239, lo2: -0.00131331913093, J3: 24.8310204712, "
         "K3: 38206781.3019, play3: 2.32989955638e-06, J4: 25.5413811204, K4: 93415.0440047, "
         "play4: 1.45316145613e-05, hi4: 0.00208182073984, J5: 15129.8314155, ratio5: 20.0, "
         "K5: 18174678.2632, D5: 2760.39978343, lo5: -3.95334044738e-05}"},
        {"controller",
         "{Kp: 1610.13866585, Kv: 55.8152528429, Ki: 1452.06107788, position_of: 3, limit: 1e12}"},
        {"friction",
         "{body1: {law: none}, body2: {law: none}, body3: {law: quinn, Fc: 2.31338478108, sigma2: "
         "3.45522095485, eps: 0.000109665752934}, "
         "body5: {law: lugre_new_modified, Fs: {forward: 164.347323631, backward: 99.1205444105}, "
         "Fc: {forward: 158.394565735, backward: 95.5303392864}, vs: 6.71820002876e-06, n: 0.9, "
         "sigma2: {forward: 712.592200988, backward: 568.806876662}, sigma0: 171005321.699, "
         "sigma1: 2965568.94605, vb: 0.0113902253098, tau_hp: 0.156698319397, tau_hn: "
         "0.000397062842253, "
         "tau_h0: 0.214233482775, T: 0.00135950208265}}"},
        {"inputs", "{load4: {sine: {amplitude: 17.961809147, frequency: 29.9402968643}}, Com: "
                   "{sine: {amplitude: "
                   "0.00856680175019, frequency: 10.3753899159, phase: 2.56798802212, start: "
                   "0.328401354138}}}"},
        {"duration", "1.1975 s"});
    const StnEvent *last = NULL, *before = NULL;
    for (size_t i = 0; i < a.record.nevent; i++)
        if (strcmp(a.record.event[i].site, "shaft3") == 0)
            before = last, last = &a.record.event[i];
    assert_true(last && last->kind == STN_EVENT_SEPARATION && before->kind == STN_EVENT_CONTACT);
    NEAR(before->t, 1.1970615239, 1e-7);
    NEAR(last->t, 1.1974912086, 1e-7);
    trial_end(&a);
}

/* Teeth that a damper has parted while the spring still holds: the gap opens a moment later, and closes before
 * the next sample of a long step.  At rtol 1e-9 and 1e-10 the opening was passed over twice, and a contact found
 * some 1e-5 s before the gap had closed: it ended in the same instant.  At rtol 1e-12 there are 103 events. */
static void a_gap_that_opens_before_an_event_is_seen(void **state)
{
    (void)state;
    Trial a;
    RUN(&a, "chain-two-mass",
        {"parameters",
         "{bodies: 2, C1: 0, J1: 1.01860915088, J2: 0.0600242974268, ratio2: -1.0, K2: "
         "3167259.11877, D2: 30.4600402804, play2: 1.69613629019e-06, lo2: "
         "-0.000159439160148}"},
        {"controller", "{Kp: 74766.0181685, Kv: 131.726966839, Ki: 2490978.55519, limit: 1e12}"},
        {"friction",
         "{body1: {law: coulomb_map, Fs: 0.174061425187, Fc: 0.104247719309, sigma2: "
         "0.00769900222803, Cs_forward: [0.174061425187, 795.107370891, -732568.728294], "
         "Cs_backward: [0.174061425187, 395.578189077, -3872752.96285], beta: 1.03067345227, "
         "v_onset: 0.00200038106772, onset: jump}, body2: {law: none}}"},
        {"inputs", "{load1: {trapezoid: {levels: [-0.239839357233, -0.201761603613], times: "
                   "[0.0106774423717, 0.082616217151]}}, Com: [{constant: {value: "
                   "-2.87504109495e-05}}, {sine: {amplitude: 0.000174031318362, frequency: "
                   "10.5722563245, phase: 4.02102433246}}]}"},
        {"duration", "0.114601085876 s"});
    int count = 0;
    for (size_t i = 0; i < a.record.nevent; i++)
        count += strcmp(a.record.event[i].site, "shaft2") == 0;
    assert_int_equal(count, 103);
    trial_end(&a);
}

/* Bodies 2 and 3, alike, hang on body 1: what one does the other does, breakaways and stops included. */
static void a_symmetric_tree_stays_symmetric(void **state)
{
    Chain c;
    double th = 0.0, w = 0.0, th_off = 0.0, w_off = 0.0;
    (void)state;
    chain_begin(&c, "bodies=3 parent3=1 J1=0.02 J2=0.01 J3=0.01 K2=100 D2=0.01 K3=100 D3=0.01");
    for (int k = 1; k <= 3; k++)
        chain_friction(&c, k, "coulomb", "Fs=0.5 Fc=0.3");
    block_input(&c.b, "u", stn_signal_sine(4.0, 0.5, 0.0, 0.0, 0.0));
    block_make(&c.b);
    for (int k = 1; k <= 1000; k++) {
        block_to(&c.b, 0.01 * k);
        double th2 = block_value(&c.b, "th2"), w2 = block_value(&c.b, "w2");
        th = fmax(th, fabs(th2)), w = fmax(w, fabs(w2));
        th_off = fmax(th_off, fabs(th2 - block_value(&c.b, "th3")));
        w_off = fmax(w_off, fabs(w2 - block_value(&c.b, "w3")));
    }
    CHECK(c.b.nevent > 20, "only %d events", c.b.nevent);
    CHECK(th_off <= 1e-13 * th && w_off <= 1e-13 * w, "th off by %g of %g, w by %g of %g", th_off,
          th, w_off, w);
    chain_end(&c);
}

/* omega = 300*sin(4*pi*t) rad/s over 4 periods: the start, |omega| = 240 rad/s four times a period (16
 * onsets), omega = 0 twice a period (7 reversals inside, one at the last instant, t = 2 s).  The run
 * includes its end, so 25.  SUNDIALS reports no root at the end of its interval: 24.  A fixed step logs no
 * inner switches, and sees the last reversal only a step later: 8; an imposed speed that passes zero at
 * t = 0 does not stand. */
static void clutch_sine_has_the_events_of_its_closed_form(void **state)
{
    static const struct {
        const char *method;
        int onsets, reversals;
    } engines[] = {{"event", 16, 8}, {"sundials", 16, 7}, {"fixed", 0, 7}};
    (void)state;
    for (int k = 0; k < COUNT(engines); k++) {
        Trial a;
        RUN(&a, "clutch-sine", {"solver.method", engines[k].method});
        if (!a.missing) {
            int onsets = trial_count(&a, STN_EVENT_MODE, "rack");
            int reversals = trial_count(&a, STN_EVENT_REVERSAL, "rack");
            CHECK(onsets == engines[k].onsets && reversals == engines[k].reversals &&
                      (int)a.record.nevent == 1 + onsets + reversals,
                  "%s: %d onsets, %d reversals, %zu events", engines[k].method, onsets, reversals,
                  a.record.nevent);
            for (int i = 0; i < reversals; i++)
                NEAR(trial_when(&a, STN_EVENT_REVERSAL, "rack", i), 0.25 * (i + 1),
                     k == 2 ? 3e-5 : 1e-9);
            for (int i = 0; i < onsets; i++) /* asin(0.8)/(4*pi) from each zero */
                NEAR(trial_when(&a, STN_EVENT_MODE, "rack", i),
                     0.25 * ((i + 1) / 2) + (i % 2 ? -1.0 : 1.0) * asin(0.8) / (4.0 * PI), 1e-9);
        }
        trial_end(&a);
    }
}

/* Above its onset at 240 rad/s a steep viscous term of friction (48 ... 4812 N*m*s/rad on 1.32e-5 kg*m^2) holds the speed
 * within 3e-7 ... 3e-9 s; at the sample of 0.18 s the effort falls, and the speed with it, below the onset.  By the polynomial of
 * a step that strides over this it happened 336 us later, the stop at 0.52 s was 8 ms late, and 8e-6 of the energy were
 * missing.  The reference is our engine at 1e-12, and SUNDIALS. */
static void a_speed_that_a_sample_changes_within_nanoseconds_is_followed(void **state)
{
    static const char *const slopes[] = {"48", "481", "4812"};
    (void)state;
    for (int k = 0; k < COUNT(slopes); k++) {
        const StnOverride set[] = {
            {"friction.rack.sigma2", slopes[k]}, {"duration", "0.93 s"}, {NULL, NULL}};
        Trial a;
        trial_run(&a, "clutch-step", set);
        if (k > 0) /* the first is as slow as the friction is uneven: it stays above the onset */
            NEAR(trial_when(&a, STN_EVENT_MODE, "rack", 1), 0.18, 2e-7);
        NEAR(trial_leftover(&a), 0.0, 1e-10); /* measured: 2e-11 */
        CHECK(a.record.counters.steps < 4000, "%" PRId64 " steps", a.record.counters.steps);
        trial_end(&a);
        trial_crosscheck("clutch-step", set, 1e-7);
    }
}

/* The layer may be shorter than anything that the tolerance of the speed shows: 1e-12 of it, in a picosecond, and the sample
 * at 0.101 s lets the rack fall below the onset of the film.  The polynomial of a step over it had the onset 12 us late from
 * sigma2 = 5e7 on.  Behind the layer the slope of the speed is rounding, which is none: at rtol 1e-12 a step of
 * 1 ms became thousands. */
static void a_layer_below_the_tolerance_has_its_event_where_it_is(void **state)
{
    static const char *const slopes[] = {"3e5", "1e6", "5e7", "1e8", "1e9"};
    static const char *const rtol[] = {"1e-7", "1e-9", "1e-12"};
    (void)state;
    for (int k = 0; k < COUNT(slopes) * COUNT(rtol); k++) {
        const StnOverride set[] = {{"friction.rack.sigma2", slopes[k % COUNT(slopes)]},
                                   {"solver.rtol", rtol[k / COUNT(slopes)]},
                                   {"duration", "0.128 s"},
                                   {NULL, NULL}};
        Trial a;
        trial_run(&a, "clutch-scheduled", set);
        /* The speed dies away within J/sigma2 < 5e-11 s of the sample. */
        NEAR(trial_when(&a, STN_EVENT_MODE, "rack", 1), 0.101, 1e-9);
        CHECK(a.record.counters.steps < 2000, "%" PRId64 " steps", a.record.counters.steps);
        trial_end(&a);
    }
}

/* Where an imposed speed V*sin(2*pi*f*t) passes zero just when a sample is due, or a load jumps, it is as
 * far from zero as rounding makes it, on either side: one reversal there, however short the steps that the
 * bristle asks for. */
static void an_imposed_speed_that_passes_zero_on_a_sample_turns_once(void **state)
{
    static const char *const laws[] = {"dahl", "lugre",   "lugre_modified", "lugre_new_modified",
                                       "gms",  "leuven",  "elastoplastic",  "stribeck",
                                       "none", "coulomb", "hyperviscous",   "quinn"};
    static const StnOverride coincides[] = {
        {"sensors", "{x: {sample: 1 ms}}"},
        {"inputs.load", "{pulses: {high: 0.1 N, period: 0.5 s}}"}};
    (void)state;
    for (int k = 0; k < 6 * COUNT(laws); k++) {
        static const double frequency[] = {1.0, 2.0, 10.0};
        const double f = frequency[k / 2 % 3];
        char signal[80];
        Trial a;
        snprintf(signal, sizeof signal, "{sine: {amplitude: 0.3 m/s, frequency: %g Hz}}", f);
        RUN(&a, "block-seal-loop", {"friction.contact.law", laws[k / 6]}, {"inputs.vd", signal},
            coincides[k % 2], {"duration", "1.01 s"});
        const int reversals = trial_count(&a, STN_EVENT_REVERSAL, "contact");
        CHECK(reversals == (int)(2.0 * f + 0.5) &&
                  trial_count(&a, STN_EVENT_SLIP_BACKWARD, "contact") == 0,
              "%s, %g Hz, %s: %d reversals", laws[k / 6], f, coincides[k % 2].path, reversals);
        for (int i = 0; i < reversals; i++)
            NEAR(trial_when(&a, STN_EVENT_REVERSAL, "contact", i), 0.5 * (i + 1) / f, 1e-9);
        trial_end(&a);
    }
}

/* Bristles of 7e7 N*m/rad with 2e4 N*m*s/rad hold body 2: its speed settles within 8 us, probes of SUNDIALS' first
 * step are longer and showed it turning back and forth at one instant (0.2404 s).  Our engine is the reference. */
static void a_body_held_by_stiff_bristles_turns_in_time_under_sundials(void **state)
{
    static const char text[] =
        "title: shaft between bristles\n"
        "plant: chain\n"
        "parameters: {bodies: 2, J1: 0.450061666811, J2: 0.168243615606, K2: 9869.48390111, D2: "
        "11.7311331821}\n"
        "friction:\n"
        "  body1: {law: elastoplastic, Fs: 0.438120470785, Fc: 0.39419175166, vs: "
        "0.0598441457643,\n"
        "          sigma2: 0.0582786848454, sigma0: 598.072159275}\n"
        "  body2: {law: lugre, Fs: {forward: 86.908546983, backward: 193.02173772},\n"
        "          Fc: {forward: 38.639677296, backward: 85.8177695467}, vs: 0.294569212654,\n"
        "          sigma2: 0.102323296392, sigma0: 73145977.209, sigma1: 21308.2645709}\n"
        "inputs: {u: 21.6178889956}\n"
        "duration: 0.460525360469\n"
        "record: {every: 0.00230262680234}\n";
    const StnOverride how[] = {{"solver.method", "sundials"}, {"solver.rtol", "1e-10"}};
    Trial a, b;
    (void)state;
    trial_run_text(&a, "chain", text, NULL, 0);
    trial_run_text(&b, "chain", text, how, COUNT(how));
    if (!b.missing) {
        NEAR(trial_last(&b, "th1"), trial_last(&a, "th1"), 1e-11);
        NEAR(trial_last(&b, "th2"), trial_last(&a, "th2"), 1e-13);
    }
    trial_end(&a);
    trial_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twins_stop_together),
        cmocka_unit_test(twins_in_implicit_steps_stop_together),
        cmocka_unit_test(a_stop_at_the_end_of_a_step_is_found_there),
        cmocka_unit_test(a_reversal_on_a_step_of_the_input_is_at_that_step),
        cmocka_unit_test(a_saturation_that_ends_does_not_begin_again_by_rounding),
        cmocka_unit_test(a_short_contact_is_seen_within_a_long_step),
        cmocka_unit_test(a_gap_that_opens_before_an_event_is_seen),
        cmocka_unit_test(a_symmetric_tree_stays_symmetric),
        cmocka_unit_test(clutch_sine_has_the_events_of_its_closed_form),
        cmocka_unit_test(a_speed_that_a_sample_changes_within_nanoseconds_is_followed),
        cmocka_unit_test(a_layer_below_the_tolerance_has_its_event_where_it_is),
        cmocka_unit_test(an_imposed_speed_that_passes_zero_on_a_sample_turns_once),
        cmocka_unit_test(a_body_held_by_stiff_bristles_turns_in_time_under_sundials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
