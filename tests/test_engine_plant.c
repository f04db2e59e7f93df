/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the engines do with the parts of a plant: a timer that runs up and down, a latch, a brake.  The
 * plant is from outside the tree: a mass under a force whose brake falls in when it has been beyond
 * x = alarm for the time `confirm`.  Everything it does has a closed form. */
#include "build_block.h"

#include "kernel/real.h"

/* ---- The plant ---- */

enum { M, ALARM, CONFIRM, GRIP };     /* parameters */
enum { X, V, LEFT };                  /* states */
enum { R_ALARM, R_TRIPPED, R_COUNT }; /* relations */

static const StnParam params[] = {
    {"m", STN_KIND_SCALAR, "kg", 1.0, 1e-3, 1e3, "mass", NULL, NULL, NULL},
    {"alarm", STN_KIND_SCALAR, "m", 0.75, 0.0, 1e3, "where the alarm begins", NULL, NULL, NULL},
    {"confirm", STN_KIND_SCALAR, "s", 0.02, 1e-6, 1e3, "how long it must last", NULL, NULL, NULL},
    {"grip", STN_KIND_SCALAR, "N", 10.0, 0.0, 1e6, "force of the brake", NULL, NULL, NULL},
};
static const StnVar states[] = {
    {"x", "m", 1.0, "position", STN_ROLE_POSITION, 0},
    {"v", "m/s", 1.0, "velocity", STN_ROLE_VELOCITY, 0},
    {"left", "s", 0.02, "time left until the brake falls in", STN_ROLE_OTHER, -1}};
static const int partner[] = {V, -1, -1};
static const StnVar inputs[] = {{"u", "N", NAN, "force", STN_ROLE_EFFORT, 0}};
static const StnVar outputs[] = {{"x", "m", 1.0, "position", STN_ROLE_POSITION, 0},
                                 {"v", "m/s", 1.0, "velocity", STN_ROLE_VELOCITY, 0},
                                 {"left", "s", 1.0, "time left", STN_ROLE_OTHER, -1},
                                 {"FF", "N", 1.0, "friction and brake", STN_ROLE_FRICTION, 0}};
static const StnVar rels[] = {
    {"alarm", "mode", 1.0, "beyond the alarm", STN_ROLE_OTHER, -1},
    {"brake", "brake", 1.0, "the brake has fallen in", STN_ROLE_OTHER, -1}};
static const StnSiteInfo sites[] = {{"contact", V, X, 0, "coulomb", "mass on its support"}};
static const StnStopInfo stops[] = {{"timer", LEFT, -1, CONFIRM, CONFIRM, -1, 0}};

static void guarded_eval(const StnSelf *self, const double *p, const double *s, const StnIn *u,
                         const double *d, StnRel *r, StnSite *site, double *rate)
{
    (void)d;
    double clipped = stn_clip(r, R_ALARM, s[X], -p[ALARM], p[ALARM]);
    double tripped = stn_trip(r, R_TRIPPED, s[LEFT]), beyond = fabs(r->mode[R_ALARM]);
    (void)clipped;
    rate[X] = s[V];
    rate[V] = 0.0;
    rate[LEFT] = tripped > 0.0 ? 0.0 : beyond > 0.0 ? -1.0 : 1.0;
    site->x = s[X];
    site->v = s[V];
    site->m = p[M];
    site->h = u[0].val;
    site->load = 0.0;
    site->brake = tripped * p[GRIP];
}

static void guarded_outputs(const StnSelf *self, const double *p, const double *s, const StnIn *u,
                            const double *d, StnRel *r, const StnSite *site, const double *FF,
                            double *out)
{
    (void)p, (void)u, (void)d, (void)r, (void)site;
    out[0] = s[X], out[1] = s[V], out[2] = s[LEFT], out[3] = FF[0];
}

static void guarded_start(const StnSelf *self, const double *p, double *s)
{
    const double start[] = {0.0, 0.0, p[CONFIRM]};
    for (int i = 0; i < 3; i++)
        s[i] = isnan(s[i]) ? start[i] : s[i];
}

static uint32_t guarded_needs(const StnSelf *self, const double *p) { return (void)p, 1u; }
static uint32_t guarded_brakes(const StnSelf *self, const double *p) { return p[GRIP] > 0.0; }

static const StnPlant guarded = {
    .name = "guarded",
    .title = "A mass whose brake falls in",
    .equation = "m*dv/dt = u - FF",
    .text = "For tests.",
    .reference = "",
    .nparam = COUNT(params),
    .nstate = COUNT(states),
    .ninput = COUNT(inputs),
    .noutput = COUNT(outputs),
    .nrel = R_COUNT,
    .nsite = 1,
    .nstop = 1,
    .params = params,
    .states = states,
    .inputs = inputs,
    .outputs = outputs,
    .partner = partner,
    .rels = rels,
    .sites = sites,
    .stops = stops,
    .flags = STN_PLANT_AFFINE,
    .clock = -1,
    .abi = STN_MODEL_ABI,
    .size = sizeof(StnPlant),
    .eval = guarded_eval,
    .outputs_at = guarded_outputs,
    .start = guarded_start,
    .needs = guarded_needs,
    .brakes = guarded_brakes,
};

static void guarded_begin(Block *b, const char *law)
{
    block_begin(b, law);
    b->def = stn_default_system_def(&guarded);
    b->def.given = b->plant;
    b->def.initial = b->start;
    b->def.site[0].given = b->friction;
    b->def.site[0].law = stn_catalog_law(NULL, law);
    block_friction(b, "Fs", 0.75);
    block_friction(b, "Fc", 0.5);
    block_friction(b, "sigma2", 0.0);
}

/* ---- Engines ---- */

typedef struct {
    const char *name;
    StnMethod method;
    StnIntegrator integrator;
    double tolerance; /* s: of event times */
} Engine;

static const Engine engines[] = {
    {"exact", STN_METHOD_EVENT, STN_INTEGRATOR_AUTO, 1e-7}, /* Jacobians by differences outside */
    {"explicit", STN_METHOD_EVENT, STN_INTEGRATOR_EXPLICIT, 1e-9},
    {"implicit", STN_METHOD_EVENT, STN_INTEGRATOR_IMPLICIT, 1e-9},
    {"SUNDIALS", STN_METHOD_SUNDIALS, STN_INTEGRATOR_AUTO, 1e-7},
    {"fixed step", STN_METHOD_FIXED, STN_INTEGRATOR_AUTO, 4e-5}, /* four steps: stop left, ... */
};

/* False when this build has no such engine. */
static bool engine_to(Block *b, const Engine *e, double t)
{
    StnStatus status = block_try(b, t);
    if (status == STN_UNAVAILABLE)
        return false;
    CHECK(status == STN_OK, "%s: %s", e->name, b->error.text);
    return true;
}

static void engine_make(Block *b, const Engine *e)
{
    b->def.solver.method = e->method;
    b->def.solver.integrator = e->integrator;
    b->def.solver.dt = 1e-5;
    block_make(b);
}

/* From rest under 2 N against Fc 0.5 N: a = 1.5, at x = 0.75 m at t = 1 s; 20 ms later the brake; then
 * a = 2 - 0.5 - 10 = -8.5 from v = 1.53 m/s to standstill. */
static void a_timer_trips_and_the_brake_stops_and_holds_the_mass(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(engines); k++) {
        const Engine *e = &engines[k];
        Block b;
        guarded_begin(&b, "coulomb");
        block_input(&b, "u", stn_signal_constant(2.0));
        engine_make(&b, e);
        bool runs = engine_to(&b, e, 1.5);
        double trip = 1.02, halt = 1.02 + 1.53 / 8.5;
        if (runs) {
            CHECK(block_count(&b, STN_EVENT_BRAKE) == 1, "%s", e->name);
            NEAR(block_when(&b, STN_EVENT_BRAKE, 0), trip, e->tolerance);
            NEAR(block_when(&b, STN_EVENT_STICK, -1), halt, 2.0 * e->tolerance);
            double x = block_value(&b, "x");
            NEAR(x, 0.75 * trip * trip + 1.53 * 1.53 / 17.0, 4.0 * e->tolerance);
            CHECK(block_value(&b, "FF") == 2.0, "%s: the brake balances what is applied", e->name);
            engine_to(&b, e, 3.0);
            CHECK(block_value(&b, "x") == x && block_value(&b, "v") == 0.0, "%s: it holds",
                  e->name);
        }
        block_end(&b);
    }
}

/* Held by law and brake together it breaks away at Fs + grip, by Fc + grip less while it slides. */
static void a_braked_mass_breaks_away_where_law_and_brake_give_in(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(engines); k++) {
        const Engine *e = &engines[k];
        Block b;
        guarded_begin(&b, "coulomb");
        block_start(&b, "x", 1.0); /* beyond the alarm from the start */
        block_input(&b, "u", stn_signal_ramp(-20.0, 0.0, 0.5, INFINITY));
        engine_make(&b, e);
        if (engine_to(&b, e, 1.5)) {
            NEAR(block_when(&b, STN_EVENT_BRAKE, 0), 0.02, e->tolerance);
            /* 20*(t - 0.5) = 0.75 + 10; the slope of the ramp sets what a step sees */
            NEAR(block_when(&b, STN_EVENT_SLIP_BACKWARD, 0), 0.5 + 10.75 / 20.0, e->tolerance);
            double t = 1.5 - 0.5 - 10.75 / 20.0; /* m*v = -integral of (10.75 + 20*t - 10.5) */
            NEAR(block_value(&b, "v"), -0.25 * t - 10.0 * t * t, 20.0 * e->tolerance);
        }
        block_end(&b);
    }
}

/* The timer runs back when the alarm ends in time: no trip.  Pulses of 2 N and -2 N swing the mass to
 * and fro without friction: x = 1 - (1 - t)^2 up to t = 2, beyond 0.99 m for 2*0.1 s. */
static void a_short_alarm_does_not_trip_and_the_timer_runs_back(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(engines); k++) {
        const Engine *e = &engines[k];
        Block b;
        guarded_begin(&b, "none");
        block_set(&b, "grip", 0.0);
        block_set(&b, "alarm", 0.99);
        block_set(&b, "confirm", 0.25);
        block_start(&b, "v", 2.0);
        block_input(&b, "u", stn_signal_constant(-2.0));
        engine_make(&b, e);
        if (engine_to(&b, e, 1.15)) {
            CHECK(block_count(&b, STN_EVENT_BRAKE) == 0, "%s", e->name);
            /* counted for 0.9 .. 1.1 s, and back for 0.05 s */
            NEAR(block_value(&b, "left"), 0.25 - 0.2 + 0.05, 4.0 * e->tolerance);
            engine_to(&b, e, 1.5);
            NEAR(block_value(&b, "left"), 0.25, 4.0 * e->tolerance);
            NEAR(block_when(&b, STN_EVENT_STOP_HIT, -1), 1.3, 4.0 * e->tolerance);
        }
        block_end(&b);
    }
}

/* The alarm begins where the mass stands: its guard is 0 until the mass breaks away at 2*t = 0.75 and
 * moves on by (0.25 + 2*t)*t^2/2 or so, which takes 1e-7 s to leave rounding. */
static void a_guard_that_stands_at_zero_is_seen_when_it_leaves(void **state)
{
    (void)state;
    for (int k = 0; k < COUNT(engines); k++) {
        const Engine *e = &engines[k];
        Block b;
        guarded_begin(&b, "coulomb");
        block_start(&b, "x", 0.75);
        block_input(&b, "u", stn_signal_ramp(2.0, 0.0, 0.0, INFINITY));
        engine_make(&b, e);
        if (engine_to(&b, e, 0.5)) {
            NEAR(block_when(&b, STN_EVENT_SLIP_FORWARD, 0), 0.375, e->tolerance);
            NEAR(block_when(&b, STN_EVENT_BRAKE, 0), 0.395, 2.0 * e->tolerance + 1e-6);
        }
        block_end(&b);
    }
}

static void a_brake_needs_a_law_that_stands_still(void **state)
{
    Block b;
    (void)state;
    guarded_begin(&b, "lugre");
    b.def.input[0] = stn_signal_constant(0.0);
    b.system = stn_system_new(&b.def, &b.error);
    assert_null(b.system);
    assert_non_null(strstr(b.error.text, "has a brake, which law lugre cannot hold"));
    stn_signal_free(b.def.input[0]);
    block_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_timer_trips_and_the_brake_stops_and_holds_the_mass),
        cmocka_unit_test(a_braked_mass_breaks_away_where_law_and_brake_give_in),
        cmocka_unit_test(a_short_alarm_does_not_trip_and_the_timer_runs_back),
        cmocka_unit_test(a_guard_that_stands_at_zero_is_seen_when_it_leaves),
        cmocka_unit_test(a_brake_needs_a_law_that_stands_still),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
