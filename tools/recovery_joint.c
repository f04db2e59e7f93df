/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A robot joint drawn at random and its record, plant servo with the law stribeck_load:
 *   speed W = 2 ... 4 rad/s, J 0.01 ... 0.05 kg*m^2, Fc 0.1 ... 0.4 N*m, G 1.5 ... 4 of Fc, Fs 1.2 ... 1.6 of Fc,
 *   sigma2 0.1 ... 0.6 of Fc/W, vs 0.05 ... 0.12 of W, kt 1.2 ... 2.5 N*m/A, R 1.5 ... 3 Ohm,
 *   k_m, k_e 0.05 ... 0.2, k_ms, k_es 0.03 ... 0.1;
 *   two sines, 0.3 ... 0.6 Hz and 1.5 ... 2.5 Hz: of the current or the voltage, so large that they carry the arm to an
 *   angle of about 0.6 rad and more, or of the goal of the firmware, every 10 ms with kp 4 ... 8 1/rad at 12 V.
 * A current brakes nothing: it is lowered until the arm stays below the top, as whoever makes such a record would do.
 * (An arm that goes over the top turns by one more or one less for the least change, and a fit of the whole motion has
 * countless minima.)
 * It starts hanging.  The log has the angle of the encoder and the current with noise of 2 % of its largest value; a joint
 * that is given a current is simulated with the one that was measured. */
#include "recovery.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
#define FARTHEST 2.5 /* rad */
#define LOWER 0.95

static void draw_friction(RecoveryBench *b, double Fc)
{
    const char step = b->cell->step[1];
    recovery_set_truth(b, "Fc", Fc);
    recovery_set_truth(
        b, "Fs", Fc * (recovery_falls(b->cell) ? 1.0 + recovery_between(b, 5, 0.2, 0.6) : 1.0));
    recovery_set_truth(b, "sigma2", Fc / b->top * recovery_between(b, 10, 0.1, 0.6));
    if (recovery_falls(b->cell))
        recovery_set_truth(b, "vs", b->top * recovery_between(b, 6, 0.05, 0.12));
    if (recovery_loaded(b->cell))
        recovery_set_truth(b, "k_m", recovery_between(b, 11, 0.05, 0.2));
    if (step >= '5')
        recovery_set_truth(b, "k_e", recovery_between(b, 12, 0.05, 0.2));
    if (recovery_loaded(b->cell) && recovery_falls(b->cell))
        recovery_set_truth(b, "k_ms", recovery_between(b, 13, 0.03, 0.1));
    if (step >= '5' && recovery_falls(b->cell))
        recovery_set_truth(b, "k_es", recovery_between(b, 14, 0.03, 0.1));
}

void recovery_joint_draw(RecoveryBench *b)
{
    const double W = b->top = recovery_between(b, 0, 2.0, 4.0);
    const double J = recovery_between(b, 1, 0.01, 0.05), Fc = recovery_between(b, 4, 0.1, 0.4);
    const double G = Fc * recovery_between(b, 7, 1.5, 4.0);
    const double kt = recovery_between(b, 8, 1.2, 2.5), R = recovery_between(b, 9, 1.5, 3.0);
    b->f[0] = recovery_between(b, 2, 0.3, 0.6);
    b->f[1] = recovery_between(b, 3, 1.5, 2.5);
    recovery_set_truth(b, "J", J);
    recovery_set_truth(b, "G", G);
    draw_friction(b, Fc);
    recovery_set_truth(b, "kt", kt);
    recovery_set_truth(b, "R", R);
    recovery_set_truth(b, "kp", recovery_between(b, 15, 4.0, 8.0));
    if (strcmp(b->cell->motor, "position") == 0) {
        b->amplitude[0] = 0.7 * W / (2.0 * PI * b->f[0]);
        b->amplitude[1] = 0.4 * W / (2.0 * PI * b->f[1]);
        return;
    }
    const bool volts = strcmp(b->cell->motor, "voltage") == 0;
    const double damping = recovery_truth(b, "sigma2") + (volts ? kt * kt / R : 0.0);
    const double per_torque = volts ? R / kt : 1.0 / kt;
    b->amplitude[0] = per_torque * (1.2 * Fc + 0.6 * G + 0.7 * W * damping);
    b->amplitude[1] = per_torque * 0.4 * (Fc + W * (damping + J * 2.0 * PI * b->f[1]));
}

bool recovery_joint_calm(RecoveryBench *b)
{
    bool good = true, over = strcmp(b->cell->motor, "current") == 0;
    while (good && over) {
        StnSystemDef def = recovery_definition(b, -1, 0.0);
        good = recovery_simulate(b, &def, b->x, NULL, NULL, NULL);
        stn_def_free(&def);
        over = false;
        for (size_t i = 0; i < b->rows; i++)
            over = over || fabs(b->x[i]) > FARTHEST;
        for (int k = 0; over && k < 2; k++)
            b->amplitude[k] *= LOWER;
    }
    return good;
}

/* The input of the motor, by its name. */
static const char *input_of(const RecoveryCell *cell)
{
    return strcmp(cell->motor, "position") == 0  ? "qd"
           : strcmp(cell->motor, "voltage") == 0 ? "V"
                                                 : "i";
}

StnSystemDef recovery_joint_definition(const RecoveryBench *b)
{
    const StnSineTerm term[] = {{b->amplitude[0], b->f[0], 0.0}, {b->amplitude[1], b->f[1], 0.0}};
    StnSystemDef def = stn_system_def("servo", NULL);
    stn_def_set_word(&def, "options.motor", b->cell->motor);
    stn_def_set_word(&def, "friction.gear.law", b->cell->law);
    stn_def_set(&def, "controller.Ts", 0.01);
    stn_def_set_input(&def, input_of(b->cell), stn_signal_multisine(term, 2));
    stn_def_set_input(&def, "supply",
                      stn_signal_constant(strcmp(b->cell->motor, "position") == 0 ? 12.0 : 1e3));
    return def;
}

void recovery_joint_measured(const RecoveryBench *b, StnSystemDef *def)
{
    if (strcmp(b->cell->motor, "current") == 0)
        stn_def_set_input(def, "i", stn_signal_table(b->t, b->seen[2], b->rows, false));
}
