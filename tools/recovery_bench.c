/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A machine drawn at random and its record.  A joint under a position loop:
 *   top speed of the motion V = 3 ... 6 rad/s, moment of inertia 0.01 ... 0.1 kg*m^2,
 *   two sines, 0.3 ... 0.6 Hz (0.7*V) and 1.5 ... 2.5 Hz (0.4*V); loop 8 ... 12 Hz, damping 0.7;
 *   Fc 0.4 ... 1.5 of the largest torque of inertia, Fs 1.2 ... 1.6 of Fc, sigma2 0.1 ... 0.6 of Fc/V,
 *   vs 0.05 ... 0.12 of V, pre-sliding Fc/sigma0 4 ... 20 mrad, sigma1 of damping 0.3 ... 1,
 *   a constant torque of up to 0.1 of Fc;
 *   gms: two elements with 0.3 ... 0.7 of the level, k[2] 0.1 ... 0.3 of k[1].
 * It starts on the wanted motion.  The effort has noise of 1 % of its root mean square, and coloured noise of 3 % where
 * the cell has it. */
#include "recovery.h"

#include "signals/signal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

enum { SPEEDS = 10, RUN_ROWS = 200, SIGNALS = 3 };
enum { STREAM_MACHINE = 1, STREAM_SENSOR = 10, STREAM_JITTER = 20, STREAM_COLOUR = 21 };

double recovery_draw(const RecoveryBench *bench, int which)
{
    return 0.5 * erfc(-stn_noise(bench->seed, STREAM_MACHINE, (uint64_t)which) / sqrt(2.0));
}

double recovery_between(const RecoveryBench *bench, int which, double low, double high)
{
    return low * pow(high / low, recovery_draw(bench, which));
}

void recovery_set_truth(RecoveryBench *bench, const char *path, double value)
{
    RecoveryTruth *t = &bench->truth[bench->ntruth++];
    snprintf(t->path, sizeof t->path, "%s", path);
    t->value = value;
}

double recovery_truth(const RecoveryBench *bench, const char *name)
{
    for (int i = 0; i < bench->ntruth; i++)
        if (strcmp(bench->truth[i].path, name) == 0)
            return bench->truth[i].value;
    return NAN;
}

const char *recovery_place(const RecoveryBench *bench, const char *name)
{
    static const char *const plant[] = {"m", "J", "G", "kt", "R"};
    for (size_t i = 0; i < sizeof plant / sizeof plant[0]; i++)
        if (strcmp(name, plant[i]) == 0)
            return "parameters.";
    if (name[0] == 'K' || strcmp(name, "kp") == 0)
        return "controller.";
    return bench->cell->motor ? "friction.gear." : "friction.contact.";
}

bool recovery_falls(const RecoveryCell *cell)
{
    return strcmp(cell->law, "stribeck") == 0 || strcmp(cell->law, "lugre") == 0 ||
           (cell->step && cell->step[0] == 'M' && strchr("245", cell->step[1]));
}

bool recovery_loaded(const RecoveryCell *cell) { return cell->step && cell->step[1] > '2'; }

const char *recovery_signal(const RecoveryCell *cell, int which)
{
    static const char *const names[2][3] = {{"x", "v", "u"}, {"q", "w", "i"}};
    return names[cell->motor != NULL][which];
}

static void draw_machine(RecoveryBench *b)
{
    const char *law = b->cell->law;
    const bool falls = recovery_falls(b->cell);
    const double V = b->top = recovery_between(b, 0, 3.0, 6.0),
                 m = recovery_between(b, 1, 0.01, 0.1);
    b->f[0] = recovery_between(b, 2, 0.3, 0.6);
    b->f[1] = recovery_between(b, 3, 1.5, 2.5);
    b->amplitude[0] = 0.7 * V / (2.0 * PI * b->f[0]);
    b->amplitude[1] = 0.4 * V / (2.0 * PI * b->f[1]);
    const double Fc = m * 0.4 * V * 2.0 * PI * b->f[1] * recovery_between(b, 4, 0.4, 1.5);
    const double excess = falls ? Fc * recovery_between(b, 5, 0.2, 0.6) : 0.0,
                 vs = V * recovery_between(b, 6, 0.05, 0.12);
    const double omega = 2.0 * PI * recovery_between(b, 7, 8.0, 12.0),
                 sigma0 = Fc / recovery_between(b, 8, 4e-3, 2e-2);
    b->offset = b->cell->method == RECOVERY_FIT || b->cell->method == RECOVERY_MOTION
                    ? 0.0
                    : 0.1 * Fc * (2.0 * recovery_draw(b, 9) - 1.0);
    recovery_set_truth(b, "m", m);
    recovery_set_truth(b, "Fc", Fc);
    recovery_set_truth(b, "Fs", Fc + excess);
    recovery_set_truth(b, "sigma2", Fc / V * recovery_between(b, 10, 0.1, 0.6));
    if (falls)
        recovery_set_truth(b, "vs", vs);
    if (strcmp(law, "dahl") == 0 || strcmp(law, "lugre") == 0)
        recovery_set_truth(b, "sigma0", sigma0);
    if (strcmp(law, "lugre") == 0)
        recovery_set_truth(b, "sigma1", 2.0 * recovery_between(b, 11, 0.3, 1.0) * sqrt(sigma0 * m));
    if (strcmp(law, "gms") == 0) {
        const double nu = 0.3 + 0.4 * recovery_draw(b, 12);
        recovery_set_truth(b, "k.1", sigma0);
        recovery_set_truth(b, "k.2", sigma0 * recovery_between(b, 13, 0.1, 0.3));
        recovery_set_truth(b, "nu.1", nu);
        recovery_set_truth(b, "nu.2", 1.0 - nu);
    }
    /* the loop: stiff enough that a falling characteristic does not make it stick and slip */
    recovery_set_truth(b, "Kp", m * omega * omega);
    recovery_set_truth(b, "Kv", fmax(1.4 * omega * m, falls ? 2.0 * excess / vs : 0.0));
}

/* ---- Motion ---- */

/* Speeds of a staircase or of runs: SPEEDS steps, each there and back. */
static double step_speed(const RecoveryBench *bench, int k)
{
    const double speed = bench->top * 0.02 * pow(50.0, (k / 2) / (SPEEDS - 1.0));
    return k % 2 ? -speed : speed;
}

static StnSignal *wanted_position(const RecoveryBench *bench)
{
    double time[2 * SPEEDS + 1] = {0.0}, level[2 * SPEEDS + 1] = {0.0};
    const double T = (double)bench->rows * bench->Ts / (2 * SPEEDS);
    if (bench->cell->test == RECOVERY_SINES) {
        const StnSineTerm term[] = {{bench->amplitude[0], bench->f[0], 0.0},
                                    {bench->amplitude[1], bench->f[1], 1.0}};
        return stn_signal_multisine(term, 2);
    }
    for (int k = 0; k < 2 * SPEEDS; k++) {
        time[k + 1] = (k + 1) * T;
        level[k + 1] = level[k] + step_speed(bench, k) * T;
    }
    return stn_signal_trapezoid(time, level, 2 * SPEEDS + 1);
}

static StnSystemDef block_definition(const RecoveryBench *bench)
{
    StnSystemDef def = stn_system_def("block", NULL);
    stn_def_set_word(&def, "options.drive", "pid");
    stn_def_set(&def, "controller.Ki", 0.0);
    stn_def_set_word(&def, "friction.contact.law", bench->cell->law);
    stn_def_set_input(&def, "xd", wanted_position(bench));
    stn_def_set_input(&def, "load", stn_signal_constant(bench->offset));
    if (bench->cell->test == RECOVERY_SINES) {
        stn_def_set(&def, "initial.x", bench->amplitude[1] * sin(1.0));
        stn_def_set(
            &def, "initial.v",
            2.0 * PI *
                (bench->amplitude[0] * bench->f[0] + bench->amplitude[1] * bench->f[1] * cos(1.0)));
    }
    return def;
}

StnSystemDef recovery_definition(const RecoveryBench *bench, int index, double value)
{
    StnSystemDef def =
        bench->cell->motor ? recovery_joint_definition(bench) : block_definition(bench);
    for (int i = 0; i < bench->ntruth; i++) {
        const char *name = bench->truth[i].path;
        char path[80];
        snprintf(path, sizeof path, "%s%s", recovery_place(bench, name), name);
        stn_def_set(&def, path, i == index ? value : bench->truth[i].value);
    }
    def.solver.energy = false;
    return def;
}

bool recovery_simulate(const RecoveryBench *bench, const StnSystemDef *def, double *x, double *v,
                       double *u, double *a)
{
    StnSystem *system = stn_system_new(def, NULL);
    void *memory = system ? malloc(stn_state_size(system)) : NULL;
    StnState *state = memory ? stn_state_init(system, memory) : NULL;
    double out[64];
    const RecoveryCell *cell = bench->cell;
    const double m = system ? stn_system_parameter(system, cell->motor ? "J" : "m") : NAN;
    const int at_u = system ? stn_system_column(system, recovery_signal(cell, 2)) : 0;
    const int at_h = system ? stn_system_column(system, "h") : 0, at_F = at_h + 1;
    for (size_t i = 0; state && i < bench->rows; i++) {
        if (stn_advance(system, state, bench->t[i], NULL, NULL)) {
            state = NULL;
            break;
        }
        stn_state_columns(system, state, out);
        if (x)
            x[i] = out[0];
        if (v)
            v[i] = out[1];
        if (u)
            u[i] = out[at_u];
        if (a)
            a[i] = (out[at_h] - out[at_F]) / m;
    }
    free(memory);
    stn_system_free(system);
    return state != NULL;
}

/* Runs at constant speed: the steady friction of the law. */
static bool make_runs(RecoveryBench *b, const StnSystemDef *def)
{
    StnSystem *system = stn_system_new(def, NULL);
    double x = 0.0;
    for (size_t i = 0; system && i < b->rows; i++) {
        const int k = (int)(i / RUN_ROWS);
        b->run[i] = k;
        b->v[i] = step_speed(b, k);
        b->x[i] = x += b->v[i] * b->Ts;
        stn_law_curve(system, 0, 0.0, &b->v[i], 1, &b->u[i]);
        b->u[i] += b->offset;
    }
    stn_system_free(system);
    return system != NULL;
}

/* ---- Sensors ---- */

double recovery_effort_noise(const RecoveryBench *b)
{
    double sum = 0.0, most = 0.0;
    for (size_t i = 0; i < b->rows; i++) {
        sum += b->u[i] * b->u[i];
        most = fmax(most, fabs(b->u[i]));
    }
    return b->cell->motor ? 0.02 * most : 0.01 * sqrt(sum / (double)b->rows);
}

static void measure(RecoveryBench *b)
{
    const RecoveryCell *cell = b->cell;
    const double step = 2.0 * PI / (double)(1 << cell->bits), noise = recovery_effort_noise(b);
    const double rho = exp(-b->Ts / recovery_between(b, 20, 0.01, 0.05));
    double colour = stn_noise(b->seed, STREAM_COLOUR, 0);
    for (size_t i = 0; i < b->rows; i++) {
        const uint64_t k = i + 1;
        b->seen[0][i] = step * floor(b->x[i] / step + 0.5);
        b->seen[1][i] = b->v[i] + cell->velocity * b->top * stn_noise(b->seed, STREAM_SENSOR, k);
        b->seen[2][i] = b->u[i] + noise * stn_noise(b->seed, STREAM_SENSOR + 1, k);
        if (cell->coloured)
            b->seen[2][i] += 3.0 * noise * colour;
        colour = rho * colour + sqrt(1.0 - rho * rho) * stn_noise(b->seed, STREAM_COLOUR, k);
    }
}

bool recovery_bench_make(RecoveryBench *b, const RecoveryCell *cell, uint64_t seed)
{
    const bool fit = cell->method == RECOVERY_FIT, runs = cell->test == RECOVERY_RUNS;
    *b = (RecoveryBench){.cell = cell,
                         .seed = seed,
                         .Ts = runs  ? 5e-3
                               : fit ? (cell->motor ? 5e-3 : 2e-3)
                                     : 1e-3};
    b->rows = runs                            ? 2 * SPEEDS * RUN_ROWS
              : fit                           ? (cell->motor ? 1200 : 2000)
              : cell->test == RECOVERY_STAIRS ? 24000
                                              : 15000;
    double **column[] = {&b->t,   &b->x,       &b->v,       &b->a,      &b->u,
                         &b->run, &b->seen[0], &b->seen[1], &b->seen[2]};
    bool good = true;
    for (size_t c = 0; c < sizeof column / sizeof column[0]; c++)
        good = (*column[c] = calloc(b->rows, sizeof(double))) && good;
    if (cell->motor)
        recovery_joint_draw(b);
    else
        draw_machine(b);
    for (size_t i = 0; good && i < b->rows; i++) {
        const double off = cell->jitter && i > 0 ? 0.2 * stn_noise(seed, STREAM_JITTER, i) : 0.0;
        b->t[i] = b->Ts * ((double)i + fmax(fmin(off, 0.45), -0.45));
    }
    good = good && (!cell->motor || recovery_joint_calm(b));
    StnSystemDef def = recovery_definition(b, -1, 0.0);
    def.solver.rtol = 1e-11;
    good = good && (runs ? make_runs(b, &def) : recovery_simulate(b, &def, b->x, b->v, b->u, b->a));
    stn_def_free(&def);
    if (good)
        measure(b);
    return good;
}

void recovery_bench_free(RecoveryBench *b)
{
    double *column[] = {b->t, b->x, b->v, b->a, b->u, b->run, b->seen[0], b->seen[1], b->seen[2]};
    for (size_t c = 0; c < sizeof column / sizeof column[0]; c++)
        free(column[c]);
}
