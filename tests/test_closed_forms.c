/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The event engine against solutions that can be written down.  Between events a spring-driven
 * block with Coulomb and viscous friction is linear, so its whole motion is known but for the
 * roots of the velocity; those are found here in long double by bisection, independently of the
 * engine. */
#include "build_block.h"

#include <complex.h>

/* ---- An independent oracle: m*x'' + c*x' + K*x = K*y(t) - s*Fc,  y = rate*t + a*sin(w*t) ---- */

typedef long double Long;
typedef long double _Complex Complex;

typedef struct {
    Long m, K, c, Fs, Fc, rate, a, w;
} Rig;

/* A slip in the sense s from (t0, x0, v0 = 0): particular solution plus two exponentials. */
typedef struct {
    Long t0, s;
    Complex r1, r2, c1, c2;
} Arc;

typedef struct {
    Long t, x;
    StnEventKind kind;
} Mark;

static Long spring_end(const Rig *g, Long t) { return g->rate * t + g->a * sinl(g->w * t); }

/* Particular solution: x_p = rate*t - (c*rate + s*Fc)/K + Im(G*a*exp(i*w*t)), the transfer function
 * G = K/(K - m*w^2 + i*c*w); derivative: its time derivative. */
static Long particular(const Rig *g, Long s, Long t, int derivative)
{
    Complex G = g->K / (g->K - g->m * g->w * g->w + I * g->c * g->w);
    Complex wave = G * g->a * cexpl(I * g->w * t);
    if (derivative)
        return g->rate + cimagl(I * g->w * wave);
    return g->rate * t - (g->c * g->rate + s * g->Fc) / g->K + cimagl(wave);
}

static Arc arc_from(const Rig *g, Long t0, Long x0, Long s)
{
    Arc arc = {.t0 = t0, .s = s};
    Long alpha = g->c / (2 * g->m);
    Complex root = csqrtl(alpha * alpha - g->K / g->m + 0 * I);
    arc.r1 = -alpha + root;
    arc.r2 = -alpha - root;
    Complex x = x0 - particular(g, s, t0, 0), v = -particular(g, s, t0, 1);
    arc.c1 = (v - arc.r2 * x) / (arc.r1 - arc.r2);
    arc.c2 = x - arc.c1;
    return arc;
}

static Long arc_x(const Rig *g, const Arc *k, Long t)
{
    Complex e1 = cexpl(k->r1 * (t - k->t0)), e2 = cexpl(k->r2 * (t - k->t0));
    return creall(k->c1 * e1 + k->c2 * e2) + particular(g, k->s, t, 0);
}

static Long arc_v(const Rig *g, const Arc *k, Long t)
{
    Complex e1 = cexpl(k->r1 * (t - k->t0)), e2 = cexpl(k->r2 * (t - k->t0));
    return creall(k->r1 * k->c1 * e1 + k->r2 * k->c2 * e2) + particular(g, k->s, t, 1);
}

/* What must stay positive: the speed in slip, the margin below Fs in stick. */
static Long margin(const Rig *g, const Arc *arc, Long x, Long t)
{
    return arc->s != 0 ? arc->s * arc_v(g, arc, t) : g->Fs - fabsl(g->K * (spring_end(g, t) - x));
}

/* Scanning, then bisection; INFINITY when there is none before t_end. */
static Long first_root(const Rig *g, const Arc *arc, Long x, Long from, Long t_end)
{
    Long step = 1e-3L, a = from + step * 1e-3L;
    while (margin(g, arc, x, a + step) > 0) {
        a += step;
        if (a > t_end)
            return INFINITY;
    }
    Long b = a + step;
    for (int i = 0; i < 80; i++) {
        Long mid = (a + b) / 2;
        if (margin(g, arc, x, mid) > 0)
            a = mid;
        else
            b = mid;
    }
    return b;
}

/* Events from (t, x) at rest, stuck; returns how many of them lie before t_end. */
static int oracle(const Rig *g, Long x, Long t_end, Mark *marks, int room)
{
    Long t = 0;
    Arc arc = {0};
    for (int n = 0; n < room; n++) {
        t = first_root(g, &arc, x, t, t_end);
        if (t > t_end)
            return n;
        Long was = arc.s, push = g->K * (spring_end(g, t) - x);
        if (was != 0) {
            x = arc_x(g, &arc, t);
            push = g->K * (spring_end(g, t) - x);
            bool sticks = fabsl(push) <= g->Fs;
            arc = sticks ? (Arc){0} : arc_from(g, t, x, -was);
            marks[n] = (Mark){t, x, sticks ? STN_EVENT_STICK : STN_EVENT_REVERSAL};
        } else {
            arc = arc_from(g, t, x, push > 0 ? 1 : -1);
            marks[n] = (Mark){t, x, push > 0 ? STN_EVENT_SLIP_FORWARD : STN_EVENT_SLIP_BACKWARD};
        }
    }
    fail_msg("the oracle's list is full");
    return 0;
}

static void rig_block(Block *b, const Rig *g)
{
    block_begin(b, "coulomb");
    block_choose(b, "drive", "spring");
    block_set(b, "m", (double)g->m);
    block_set(b, "K", (double)g->K);
    block_friction(b, "Fs", (double)g->Fs);
    block_friction(b, "Fc", (double)g->Fc);
    block_friction(b, "sigma2", (double)g->c);
    if (g->a != 0)
        block_input(b, "y",
                    stn_signal_sine((double)g->a, (double)g->w / (2.0 * PI), 0.0, 0.0, 0.0));
    else
        block_input(b, "y", stn_signal_ramp((double)g->rate, 0.0, 0.0, INFINITY));
    block_make(b);
}

/* Every event of the engine is one of the oracle's, at its time and place. */
static void same_as_oracle(const Rig *g, double t_end, int least, double t_tolerance)
{
    enum { ROOM = 400 };
    static Mark marks[ROOM];
    Block b;
    int count = oracle(g, 0, t_end, marks, ROOM);
    CHECK(count >= least, "only %d events", count);
    rig_block(&b, g);
    for (int i = 0; i < count; i++) {
        block_to(&b, (double)marks[i].t + 1e-6);
        CHECK(b.nevent == i + 2, "%d events at %.12g s", b.nevent, (double)marks[i].t);
        assert_string_equal(stn_event_word(b.event[i + 1].kind), stn_event_word(marks[i].kind));
        NEAR(b.event[i + 1].t, (double)marks[i].t, t_tolerance);
        if (marks[i].kind == STN_EVENT_STICK)
            NEAR(block_value(&b, "x"), (double)marks[i].x,
                 1e-11 * fmax(1.0, fabs((double)marks[i].x)));
    }
    block_end(&b);
}

/* ---- Free oscillator ---- */

/* Each half cycle is a cosine about -+Fc/K, lasts pi*sqrt(m/K) and costs 2*Fc/K of amplitude:
 * x_n = (-1)^n*(x0 - 2*n*Fc/K); the first n with |x_n| <= Fs/K is the stop. */
static void free_oscillator_stops_at_the_closed_form_time_and_place(void **state)
{
    static const struct {
        double m, K, Fs, Fc, x0;
    } cases[] = {{1, 100, 1.2, 1, 0.105},
                 {2.5, 40, 3, 1, -1.0},
                 {0.01, 7e3, 5, 5, 0.0973},
                 {300, 2e5, 900, 700, 0.5},
                 {1, 1, 1e-3, 1e-3, 0.3333}};
    (void)state;
    for (int c = 0; c < COUNT(cases); c++) {
        Block b;
        double half = PI * sqrt(cases[c].m / cases[c].K), D = cases[c].Fc / cases[c].K;
        double size = fabs(cases[c].x0), reach = cases[c].Fs / cases[c].K;
        int n = 0;
        while (fabs(size - 2.0 * n * D) > reach)
            n++;
        double sign = cases[c].x0 > 0.0 ? 1.0 : -1.0,
               rest = sign * (n % 2 ? -1 : 1) * (size - 2.0 * n * D);
        block_begin(&b, "coulomb");
        block_choose(&b, "drive", "spring");
        block_set(&b, "m", cases[c].m);
        block_set(&b, "K", cases[c].K);
        block_friction(&b, "Fs", cases[c].Fs);
        block_friction(&b, "Fc", cases[c].Fc);
        block_start(&b, "x", cases[c].x0);
        block_input(&b, "y", stn_signal_constant(0.0));
        block_make(&b);
        block_to(&b, (n + 3) * half);
        assert_int_equal(block_count(&b, STN_EVENT_REVERSAL), n - 1);
        assert_int_equal(block_count(&b, STN_EVENT_STICK), 1);
        for (int i = 1; i < n; i++)
            NEAR(block_when(&b, STN_EVENT_REVERSAL, i - 1), i * half, 1e-12 * n * half);
        NEAR(block_when(&b, STN_EVENT_STICK, 0), n * half, 1e-12 * n * half);
        NEAR(block_value(&b, "x"), rest, 1e-12 * size);
        assert_true(block_value(&b, "v") == 0.0);
        block_end(&b);
    }
}

/* ---- Braking ---- */

/* m*v' = -Fc: t = m*v0/Fc, x = m*v0^2/(2*Fc). */
static void braking_takes_the_closed_form_time_and_distance(void **state)
{
    static const double v0[] = {2.0, -2.0, 1e-6, 1e4};
    (void)state;
    for (int c = 0; c < COUNT(v0); c++) {
        Block b;
        double m = 3.0, Fc = 0.7, t = m * fabs(v0[c]) / Fc,
               x = m * v0[c] * fabs(v0[c]) / (2.0 * Fc);
        block_pushed(&b, "coulomb", m, 1.0, Fc);
        block_start(&b, "v", v0[c]);
        block_input(&b, "u", stn_signal_constant(0.0));
        block_make(&b);
        block_to(&b, 1.5 * t);
        NEAR(block_when(&b, STN_EVENT_STICK, 0), t, 1e-13 * t);
        NEAR(block_value(&b, "x"), x, 1e-13 * fabs(x));
        block_end(&b);
    }
}

/* m*v' = -Fc - s*v: v = (v0 + Fc/s)*exp(-s*t/m) - Fc/s, so t = m/s*log(1 + s*v0/Fc) and
 * x = m*v0/s - Fc/s*t. */
static void braking_with_viscous_friction_takes_the_closed_form_time_and_distance(void **state)
{
    static const double sigma2[] = {0.05, 1.3, 400.0};
    (void)state;
    for (int c = 0; c < COUNT(sigma2); c++) {
        Block b;
        double m = 3.0, Fc = 0.7, v0 = 2.0, s = sigma2[c];
        double t = m / s * log1p(s * v0 / Fc), x = m * v0 / s - Fc / s * t;
        block_pushed(&b, "coulomb", m, 1.0, Fc);
        block_friction(&b, "sigma2", s);
        block_start(&b, "v", v0);
        block_input(&b, "u", stn_signal_constant(0.0));
        block_make(&b);
        block_to(&b, 1.5 * t);
        /* v carries some ulp of v0, and meets zero with the slope Fc/m only */
        double noise = 64.0 * 2.2e-16 * v0;
        NEAR(block_when(&b, STN_EVENT_STICK, 0), t, 1e-13 * t + noise * m / Fc);
        NEAR(block_value(&b, "x"), x, 1e-13 * v0 * t);
        block_end(&b);
    }
}

/* ---- Incline ---- */

static void block_on_an_incline_holds_up_to_its_static_level(void **state)
{
    static const double share[] = {0.9970, 1.0 - 1e-15, 1.0};
    (void)state;
    for (int c = 0; c < 2 * COUNT(share); c++) {
        Block b;
        double sense = c % 2 ? -1.0 : 1.0;
        block_pushed(&b, "coulomb", 2.0, 9.81, 7.0);
        block_input(&b, "u", stn_signal_constant(sense * 9.81 * share[c / 2]));
        block_make(&b);
        block_to(&b, 1e5);
        assert_true(block_value(&b, "x") == 0.0 && block_value(&b, "v") == 0.0);
        assert_true(block_value(&b, "FF") == block_value(&b, "h"));
        assert_int_equal(b.nevent, 1); /* "stick, initial" */
        block_end(&b);
    }
}

/* Beyond Fs, were it by one ulp: a = (u - Fc)/m from the start, x = a*t^2/2. */
static void block_on_an_incline_slips_beyond_its_static_level(void **state)
{
    (void)state;
    for (int c = 0; c < 4; c++) {
        Block b;
        double u = c < 2 ? 9.8247 : nextafter(9.81, 10.0), sense = c % 2 ? -1.0 : 1.0, t = 10.0;
        double a = sense * (u - 7.0) / 2.0;
        block_pushed(&b, "coulomb", 2.0, 9.81, 7.0);
        block_input(&b, "u", stn_signal_constant(sense * u));
        block_make(&b);
        block_to(&b, t);
        assert_int_equal(b.event[0].kind,
                         sense > 0 ? STN_EVENT_SLIP_FORWARD : STN_EVENT_SLIP_BACKWARD);
        assert_true(b.event[0].t == 0.0);
        NEAR(block_value(&b, "v"), a * t, 1e-13 * fabs(a * t));
        NEAR(block_value(&b, "x"), 0.5 * a * t * t, 1e-13 * fabs(0.5 * a * t * t));
        block_end(&b);
    }
}

/* ---- Belt ---- */

/* With e = y - x the slip is e - Fc/K = D*cos(w*s) + V/w*sin(w*s), D = (Fs - Fc)/K.  The block
 * stops where e' = V: tan(w*s/2) = -D*w/V, that is after 2*(pi - atan(D*w/V))/w; there e - Fc/K =
 * -D, so that sticking until e = Fs/K takes 2*D/V. */
static void belt_slips_and_sticks_for_closed_form_times(void **state)
{
    static const struct {
        double m, K, Fs, Fc, V;
    } cases[] = {
        {1, 2, 1.5, 1, 0.1}, {1, 2, 1.5, 1, 3.0}, {0.2, 3e3, 12, 11.9, 1e-3}, {50, 10, 4, 1, 0.02}};
    (void)state;
    for (int c = 0; c < COUNT(cases); c++) {
        Block b;
        double w = sqrt(cases[c].K / cases[c].m), D = (cases[c].Fs - cases[c].Fc) / cases[c].K;
        double V = cases[c].V, first = cases[c].Fs / (cases[c].K * V);
        double slip = 2.0 * (PI - atan(D * w / V)) / w, stick = 2.0 * D / V;
        Rig g = {cases[c].m, cases[c].K, 0, cases[c].Fs, cases[c].Fc, V, 0, 0};
        rig_block(&b, &g);
        block_to(&b, first + 9.5 * (slip + stick));
        double tolerance = 1e-12 * (first + 10.0 * (slip + stick));
        for (int i = 0; i < 9; i++) {
            double t = first + i * (slip + stick);
            NEAR(block_when(&b, STN_EVENT_SLIP_FORWARD, i), t, tolerance);
            NEAR(block_when(&b, STN_EVENT_STICK, i + 1), t + slip, tolerance);
        }
        block_end(&b);
    }
}

static void belt_with_viscous_friction_follows_the_piecewise_exact_solution(void **state)
{
    (void)state;
    same_as_oracle(&(Rig){1, 2, 0.4L, 1.5L, 1, 0.1L, 0, 0}, 100.0, 16, 1e-11);
    same_as_oracle(&(Rig){1, 2, 0.01L, 1.5L, 1, 0.1L, 0, 0}, 100.0, 16, 1e-11);
    same_as_oracle(&(Rig){0.5L, 30, 2, 3, 1, 0.05L, 0, 0}, 40.0, 10, 1e-11);
}

/* y = V*t loads the spring until K*V*t = Fs: 1.5/(2*0.1) = 7.5 s. */
static void stick_slip_breaks_away_first_at_7_5_seconds(void **state)
{
    static const char *const laws[] = {"coulomb", "stribeck", "hybrid", "coulomb_map",
                                       "coulomb_load"};
    (void)state;
    for (int c = 0; c < COUNT(laws); c++) {
        Block b;
        block_stick_slip(&b, laws[c]);
        block_make(&b);
        block_to(&b, 7.6);
        assert_int_equal(block_count(&b, STN_EVENT_SLIP_FORWARD), 1);
        NEAR(block_when(&b, STN_EVENT_SLIP_FORWARD, 0), 7.5, 2e-15 * 7.5);
        block_end(&b);
    }
}

/* ---- Forced oscillator ---- */

/* Steady state of a rig after many periods: position at its last reversal or stop. */
static double steady_amplitude(const Rig *g, int periods, int *sticks)
{
    Block b;
    double T = 2.0 * PI / (double)g->w;
    rig_block(&b, g);
    block_to(&b, periods * T);
    void *saved = block_save(&b);
    int before = b.nevent, stuck = block_count(&b, STN_EVENT_STICK);
    block_to(&b, (periods + 1) * T);
    *sticks = block_count(&b, STN_EVENT_STICK) - stuck;
    double at = NAN;
    for (int i = before; i < b.nevent && isnan(at); i++)
        if (b.event[i].kind == STN_EVENT_STICK || b.event[i].kind == STN_EVENT_REVERSAL)
            at = b.event[i].t;
    block_restore(&b, saved);
    block_to(&b, at);
    double x = fabs(block_value(&b, "x"));
    free(saved);
    block_end(&b);
    return x;
}

/* Den Hartog 1931, no stops: with q = w/wn, V = 1/(1 - q^2), U = sin(pi/q)/(q*(1 + cos(pi/q))) the
 * amplitude over a is sqrt(V^2 - (Fc/(K*a))^2*U^2).  A perturbation shrinks at each reversal by the
 * ratio of the accelerations after and before it, so the steady state is reached geometrically. */
static void forced_oscillator_without_stops_has_den_hartogs_amplitude(void **state)
{
    static const struct {
        double q, share;
        int periods;
    } cases[] = {
        {0.6, 0.2, 400}, {0.75, 0.4, 400}, {0.9, 0.7, 400}, {1.2, 0.6, 400}, {1.5, 0.3, 800}};
    (void)state;
    for (int c = 0; c < COUNT(cases); c++) {
        double q = cases[c].q, K = 100.0, a = 0.05, wn = sqrt(K), V = 1.0 / (1.0 - q * q);
        double U = sin(PI / q) / (q * (1.0 + cos(PI / q))), share = cases[c].share;
        double wanted = a * sqrt(V * V - share * share * U * U);
        int sticks;
        Rig g = {1, (Long)K, 0, share * K * a, share * K * a, 0, (Long)a, (Long)(q * wn)};
        double x = steady_amplitude(&g, cases[c].periods, &sticks);
        assert_int_equal(sticks, 0);
        NEAR(x, wanted, 1e-11 * wanted);
    }
}

/* Slow and heavy friction: one stop in each half cycle. */
static void forced_oscillator_with_one_stop_per_half_cycle_follows_the_exact_solution(void **state)
{
    static const struct {
        double q, share, Fs;
    } cases[] = {{0.3, 0.5, 1.0}, {0.45, 0.6, 1.0}, {0.7, 0.85, 1.0}, {0.5, 0.5, 1.2}};
    (void)state;
    for (int c = 0; c < COUNT(cases); c++) {
        double w = 10.0 * cases[c].q, T = 2.0 * PI / w, Fc = cases[c].share * 5.0;
        /* the double that the sine signal really uses */
        Long used = (Long)(6.283185307179586476925286766559 * (w / (2.0 * PI)));
        Rig g = {1, 100, 0, Fc * cases[c].Fs, Fc, 0, 0.05L, used};
        same_as_oracle(&g, 12.0 * T, 44, 1e-11);
        Block b;
        rig_block(&b, &g);
        block_to(&b, 10.0 * T);
        int before = block_count(&b, STN_EVENT_STICK);
        block_to(&b, 12.0 * T);
        assert_int_equal(block_count(&b, STN_EVENT_STICK) - before, 4);
        block_end(&b);
    }
}

/* Very slow: several stops in a half cycle. */
static void forced_oscillator_with_many_stops_follows_the_exact_solution(void **state)
{
    (void)state;
    Long used = (Long)(6.283185307179586476925286766559 * (0.5 / (2.0 * PI)));
    same_as_oracle(&(Rig){1, 100, 0, 1.0L, 0.5L, 0, 0.05L, used}, 60.0, 40, 1e-11);
    same_as_oracle(&(Rig){1, 100, 3, 1.0L, 0.5L, 0, 0.05L, used}, 60.0, 40, 1e-11);
    same_as_oracle(&(Rig){1, 100, 25, 1.0L, 0.5L, 0, 0.05L, used}, 60.0, 10,
                   1e-11); /* overdamped */
}

/* Sliding on at V under a hard spring: x = V*t - Fc/K + A*sin(w*t), w = sqrt(K/m); with A*w < V it
 * never stops, so nothing but the propagation is at work.  After w*t radians an error of 1 ulp in
 * w*t is left. */
static void fast_oscillation_while_sliding_is_propagated_exactly(void **state)
{
    static const double K[] = {1e2, 1e5, 1e8, 1e10};
    (void)state;
    for (int c = 0; c < COUNT(K); c++) {
        Block b;
        double V = 1.0, Fc = 1.0, w = sqrt(K[c]), A = 0.5 * V / w, t = 100.0 / w;
        block_begin(&b, "coulomb");
        block_choose(&b, "drive", "spring");
        block_set(&b, "K", K[c]);
        block_friction(&b, "Fs", Fc);
        block_friction(&b, "Fc", Fc);
        block_start(&b, "x", -Fc / K[c]);
        block_start(&b, "v", V + A * w);
        block_input(&b, "y", stn_signal_ramp(V, 0.0, 0.0, INFINITY));
        block_make(&b);
        block_to(&b, t);
        NEAR(block_value(&b, "x") - (V * t - Fc / K[c]), A * sin(w * t), 1e-11 * A);
        NEAR(block_value(&b, "v"), V + A * w * cos(w * t), 1e-11 * V);
        block_end(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_oscillator_stops_at_the_closed_form_time_and_place),
        cmocka_unit_test(braking_takes_the_closed_form_time_and_distance),
        cmocka_unit_test(braking_with_viscous_friction_takes_the_closed_form_time_and_distance),
        cmocka_unit_test(block_on_an_incline_holds_up_to_its_static_level),
        cmocka_unit_test(block_on_an_incline_slips_beyond_its_static_level),
        cmocka_unit_test(belt_slips_and_sticks_for_closed_form_times),
        cmocka_unit_test(belt_with_viscous_friction_follows_the_piecewise_exact_solution),
        cmocka_unit_test(stick_slip_breaks_away_first_at_7_5_seconds),
        cmocka_unit_test(forced_oscillator_without_stops_has_den_hartogs_amplitude),
        cmocka_unit_test(forced_oscillator_with_one_stop_per_half_cycle_follows_the_exact_solution),
        cmocka_unit_test(forced_oscillator_with_many_stops_follows_the_exact_solution),
        cmocka_unit_test(fast_oscillation_while_sliding_is_propagated_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
