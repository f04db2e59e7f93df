/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* "No missed Stribeck peak": a block with Stribeck friction, pulled by a spring or driven by a PID
 * loop, with random parameters over many decades.  The event times of the engine at its default
 * tolerance are compared with those at rtol 1e-12: same events, times equal to 1e-6 of the run.
 *
 *   random_sets [COUNT [SEED [FIRST]]]     exit code 1 when a set disagrees
 *
 * A set depends on SEED and its number only: random_sets 1 SEED N runs one offender alone.
 * Drawn again: sets with too few events, sets whose zone is too short for the resolution of time,
 * sets so ill-conditioned (grazing) that a mass larger by 1e-10 moves an event by 1e-8 of the run, and
 * sets that creep to rest without end (the speed decays exponentially; when it has reached rounding
 * there is no right number of events).
 * test_random_sets.c includes this file with RANDOM_SETS_NO_MAIN. */
#include "kernel/splitmix.h"
#include "stiction/stiction.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_RTOL 1e-9
#define REFERENCE_RTOL 1e-12
#define ALLOWED 1e-6 /* of the run's length */
#define NUDGE 1e-10  /* relative change of the mass that must not move an event by ILL of the run */
#define ILL 1e-8
#define LONGEST 1e9 /* of a run over vs/a: t has 16 digits */
#define CREEPS 1e-9 /* of vs: slower than that for LOOKS_SLOW looks in a row is a creep to rest */
enum { LOOKS = 1000, LOOKS_SLOW = 3 };
enum { EVENTS_LEAST = 5, EVENTS_MOST = 200, DRAWS_MOST = 1000 };

typedef struct RandomSet {
    bool pid;
    double m, Fs, Fc, vs, n, sigma2;
    double K, speed;       /* spring: stiffness, speed of its free end */
    double Kp, Kv, Ki, xd; /* pid */
    double omega;          /* natural frequency */
    int wanted;            /* events */
} RandomSet;

typedef struct EventLog {
    size_t count;
    double t[EVENTS_MOST + 8];
    StnEventKind kind[EVENTS_MOST + 8];
} EventLog;

/* One set's outcome: duration, events, and the largest difference of times over the duration. */
typedef struct SetResult {
    double duration, worst;
    size_t events, reference_events, worst_at;
    double t, t_reference; /* of the worst or first unlike event */
    bool offender;
    int ill; /* draws that disagreed too, but were put aside */
    char why[160];
} SetResult;

/* ---- Random numbers ---- */

static double uniform(uint64_t *state, double lo, double hi)
{
    return lo + (hi - lo) * stn_unit_interval(stn_splitmix_next(state));
}

static double decades(uint64_t *state, double lo, double hi)
{
    return exp(uniform(state, log(lo), log(hi)));
}

/* Scales tie the numbers together: the drop of friction moves the block at (Fs - Fc)/(m*omega), and
 * only a pull slower than that, or than a few vs, sticks and slips. */
static RandomSet draw(uint64_t *state)
{
    RandomSet s = {0};
    s.pid = uniform(state, 0.0, 1.0) < 0.3;
    s.m = decades(state, 1e-3, 1e3);
    s.omega = decades(state, 0.1, 1e3);
    s.Fc = s.m * decades(state, 1e-2, 1e2);
    s.Fs = s.Fc * (1.0 + decades(state, 0.02, 2.0));
    s.vs = decades(state, 1e-5, 0.1);
    s.n = uniform(state, 0.5, 2.0);
    double damping = uniform(state, 0.0, 1.0); /* none, mild, or stiff: sigma2/m >> omega */
    double zeta = damping < 0.2   ? 0.0
                  : damping < 0.7 ? decades(state, 1e-3, 1.0)
                                  : decades(state, 1.0, 1e4);
    s.sigma2 = fmin(2.0 * zeta * s.m * s.omega, 1e9);
    double slip = (s.Fs - s.Fc) / (s.m * s.omega * (1.0 + 2.0 * zeta));
    s.K = s.m * s.omega * s.omega;
    s.speed = slip * decades(state, 1e-2, 0.7);
    double ratio = uniform(state, 0.5, 1.5);
    s.Kp = s.K;
    s.Kv = 2.0 * ratio * s.m * s.omega;
    s.Ki = 2.0 * ratio * uniform(state, 0.05, 0.6) * s.Kp * s.omega;
    s.xd = s.Fs / s.Kp * decades(state, 0.5, 1e3);
    s.wanted = (int)uniform(state, 8.0, 120.0);
    return s;
}

/* ---- Runs ---- */

static void give(StnGiven *given, int *count, const char *name, double value)
{
    StnGiven *g = &given[(*count)++];
    memset(g, 0, sizeof *g);
    snprintf(g->name, sizeof g->name, "%s", name);
    g->count = 1;
    g->value[0] = value;
}

static StnSystem *set_system(const RandomSet *s, double rtol, StnError *error)
{
    enum { SPRING = 1, PID = 2 };
    StnSystemDef def = stn_default_system_def(stn_catalog_plant(NULL, "block"));
    StnGiven plant[8], friction[8];
    int np = 0, nf = 0;
    give(plant, &np, "drive", s->pid ? PID : SPRING);
    give(plant, &np, "m", s->m);
    give(plant, &np, "K", s->K);
    give(plant, &np, "Kp", s->Kp);
    give(plant, &np, "Kv", s->Kv);
    give(plant, &np, "Ki", s->Ki);
    give(friction, &nf, "Fs", s->Fs);
    give(friction, &nf, "Fc", s->Fc);
    give(friction, &nf, "vs", s->vs);
    give(friction, &nf, "n", s->n);
    give(friction, &nf, "sigma2", s->sigma2);
    def.given = plant, def.ngiven = np;
    def.site[0] = (StnSiteDef){stn_catalog_law(NULL, "stribeck"), friction, nf};
    def.input[1] = stn_signal_ramp(s->speed, 0.0, 0.0, INFINITY);
    def.input[2] = stn_signal_constant(s->xd);
    def.solver.rtol = rtol;
    StnSystem *system = stn_system_new(&def, error);
    if (!system)
        stn_signal_free(def.input[1]), stn_signal_free(def.input[2]);
    return system;
}

static void note_event(void *user, const StnEvent *event)
{
    EventLog *log = user;
    if (log->count < sizeof log->t / sizeof *log->t) {
        log->t[log->count] = event->t;
        log->kind[log->count] = event->kind;
    }
    log->count++;
}

/* Run until `wanted` events have come or `longest` is reached, in pieces (which change nothing);
 * *duration is the time reached. */
static StnStatus run_set(const RandomSet *s, double rtol, double piece, int wanted, double longest,
                         double *duration, EventLog *log, StnError *error)
{
    log->count = 0;
    *duration = 0.0;
    StnSystem *system = set_system(s, rtol, error);
    if (!system)
        return error->status;
    void *memory = malloc(stn_state_size(system));
    StnStatus status = memory ? STN_OK : STN_NO_MEMORY;
    StnState *state = memory ? stn_state_init(system, memory) : NULL;
    StnObserver observer = {.event = note_event, .user = log};
    for (int k = 1; !status && log->count < (size_t)wanted && *duration < longest; k++) {
        double t = fmin((double)k * piece, longest);
        status = stn_advance(system, state, t, &observer, error);
        *duration = t;
    }
    free(memory);
    stn_system_free(system);
    return status;
}

/* Compare with the reference; an event that only one run has is allowed at the very end. */
static void compare(const EventLog *log, const EventLog *reference, SetResult *r)
{
    size_t common = log->count < reference->count ? log->count : reference->count;
    for (size_t k = 0; k < common; k++) {
        double off = fabs(log->t[k] - reference->t[k]) / r->duration;
        if (log->kind[k] != reference->kind[k]) {
            r->offender = true;
            r->t = log->t[k], r->t_reference = reference->t[k], r->worst_at = k;
            snprintf(r->why, sizeof r->why, "event %zu is %s, should be %s", k,
                     stn_event_word(log->kind[k]), stn_event_word(reference->kind[k]));
            return;
        }
        if (off > r->worst)
            r->worst = off, r->worst_at = k, r->t = log->t[k], r->t_reference = reference->t[k];
    }
    if (r->worst > ALLOWED) {
        r->offender = true;
        snprintf(r->why, sizeof r->why, "event times differ");
    }
    const EventLog *longer = log->count > common ? log : reference;
    if (longer->count > common && longer->t[common] < r->duration * (1.0 - ALLOWED)) {
        r->offender = true;
        snprintf(r->why, sizeof r->why, "%zu events, should be %zu", log->count, reference->count);
    }
}

static void failed(SetResult *r, const char *which, const StnError *error)
{
    r->offender = true;
    snprintf(r->why, sizeof r->why, "%s: %.130s", which, error->text);
}

/* Would no engine do better?  The reference against itself with a mass larger by NUDGE. */
static bool ill_conditioned(const RandomSet *set, double duration, const EventLog *reference)
{
    EventLog nudged;
    StnError error = {0};
    RandomSet other = *set;
    SetResult r = {.duration = duration};
    other.m *= 1.0 + NUDGE;
    if (run_set(&other, REFERENCE_RTOL, duration, EVENTS_MOST + 8, duration, &duration, &nudged,
                &error))
        return false;
    compare(&nudged, reference, &r);
    return r.offender || r.worst > ILL;
}

/* Does the block creep to rest without end? */
static bool creeps(const RandomSet *set, double duration)
{
    StnError error = {0};
    StnSystem *system = set_system(set, REFERENCE_RTOL, &error);
    void *memory = system ? malloc(stn_state_size(system)) : NULL;
    StnState *state = memory ? stn_state_init(system, memory) : NULL;
    int slow = 0;
    for (int k = 1; state && k <= LOOKS && slow < LOOKS_SLOW; k++) {
        double out[16];
        if (stn_advance(system, state, duration * k / LOOKS, NULL, &error))
            break;
        stn_state_columns(system, state, out);
        slow = out[1] != 0.0 && fabs(out[1]) < CREEPS * set->vs ? slow + 1 : 0;
    }
    free(memory);
    stn_system_free(system);
    return slow >= LOOKS_SLOW;
}

/* One draw; false when it says nothing: too few events, too long a run, ill-conditioned. */
static bool check_draw(const RandomSet *set, SetResult *r)
{
    EventLog log, reference;
    StnError error = {0};
    *r = (SetResult){0};
    double stick = set->pid ? 20.0 / set->omega : (set->Fs - set->Fc) / (set->K * set->speed);
    double first = set->pid ? 0.0 : set->Fs / (set->K * set->speed);
    double piece = 0.37 * stick + 1.0 / set->omega, longest = first + 400.0 * piece;
    if (longest > LONGEST * set->vs * set->m / (set->Fs - set->Fc))
        return false;
    StnStatus status =
        run_set(set, DEFAULT_RTOL, piece, set->wanted, longest, &r->duration, &log, &error);
    r->events = log.count;
    if (status) {
        failed(r, "default", &error);
        return true;
    }
    if (log.count < EVENTS_LEAST || log.count > EVENTS_MOST)
        return false;
    status = run_set(set, REFERENCE_RTOL, r->duration, EVENTS_MOST + 8, r->duration, &r->duration,
                     &reference, &error);
    r->reference_events = reference.count;
    if (status)
        failed(r, "reference", &error);
    else
        compare(&log, &reference, r);
    if (!status && r->offender)
        r->ill = ill_conditioned(set, r->duration, &reference) || creeps(set, r->duration);
    return !r->ill;
}

/* Set `number` under `seed`, drawn until it says something; false when none was found. */
static bool random_set_check(uint64_t seed, int number, RandomSet *set, SetResult *r)
{
    uint64_t state = seed * 0xd1342543de82ef95u + (uint64_t)number * 0x2545f4914f6cdd1du;
    int ill = 0;
    for (int k = 0; k < DRAWS_MOST; k++) {
        *set = draw(&state);
        bool telling = check_draw(set, r);
        r->ill = ill += r->ill;
        if (telling)
            return true;
    }
    return false;
}

static void print_set(FILE *out, int number, const RandomSet *s, const SetResult *r)
{
    fprintf(out, "set %d: %s, worst %.3g of %.6g s at event %zu (t = %.17g, should be %.17g)\n",
            number, r->offender ? r->why : "fine", r->worst, r->duration, r->worst_at, r->t,
            r->t_reference);
    fprintf(out, "  m %.17g Fs %.17g Fc %.17g vs %.17g n %.17g sigma2 %.17g\n", s->m, s->Fs, s->Fc,
            s->vs, s->n, s->sigma2);
    if (s->pid)
        fprintf(out, "  pid Kp %.17g Kv %.17g Ki %.17g xd %.17g\n", s->Kp, s->Kv, s->Ki, s->xd);
    else
        fprintf(out, "  spring K %.17g speed %.17g\n", s->K, s->speed);
}

#ifndef RANDOM_SETS_NO_MAIN
int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 1000, first = argc > 3 ? atoi(argv[3]) : 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    int offenders = 0, barren = 0, pid = 0, ill = 0;
    long events = 0;
    double worst = 0.0;
    for (int k = first; k < first + count; k++) {
        RandomSet set;
        SetResult r;
        if (!random_set_check(seed, k, &set, &r)) {
            barren++;
            continue;
        }
        events += (long)r.events;
        pid += set.pid;
        ill += r.ill;
        offenders += r.offender;
        worst = r.offender ? worst : fmax(worst, r.worst);
        if (r.offender || count == 1)
            print_set(stdout, k, &set, &r);
    }
    printf("%d sets (%d with pid), %ld events, %d offenders, worst of the others %.3g of the run's "
           "length; %d draws that disagreed were put aside as ill-conditioned or creeping%s\n",
           count - barren, pid, events, offenders, worst, ill,
           barren ? "; some sets found no parameters" : "");
    return offenders || barren ? 1 : 0;
}
#endif
