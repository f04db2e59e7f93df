/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* One record as a file, with the command that a user would give. */
#include "recovery.h"

#include <stdio.h>
#include <string.h>

static bool write_record(const RecoveryBench *b, const char *prefix)
{
    char path[512];
    snprintf(path, sizeof path, "%s.csv", prefix);
    FILE *out = fopen(path, "w");
    if (!out)
        return false;
    fputs(b->cell->motor ? "t [s],q [rad],w [rad/s],i [A],run\n"
                         : "t [s],x [rad],v [rad/s],u [N*m],run\n",
          out);
    for (size_t i = 0; i < b->rows; i++)
        fprintf(out, "%.9g,%.9g,%.9g,%.9g,%g\n", b->t[i], b->seen[0][i], b->seen[1][i],
                b->seen[2][i], b->run[i]);
    return fclose(out) == 0;
}

/* The block is linear: its fits read metres for radians. */
static bool write_scenario(const RecoveryBench *b, const char *prefix)
{
    char path[512];
    snprintf(path, sizeof path, "%s.yaml", prefix);
    FILE *out = fopen(path, "w");
    if (!out)
        return false;
    fprintf(out, "title: A joint drawn at random\nplant: block\noptions: {drive: pid}\n");
    fprintf(out, "parameters: {m: %.9g}\ncontroller: {Kp: %.9g, Kv: %.9g, Ki: 0}\n",
            recovery_truth(b, "m"), recovery_truth(b, "Kp"), recovery_truth(b, "Kv"));
    fprintf(out, "friction:\n  contact:\n    law: %s\n", b->cell->law);
    for (int i = 0; i < b->ntruth; i++) {
        const RecoveryTruth *p = &b->truth[i];
        if (strcmp(p->path, "m") == 0 || p->path[0] == 'K')
            continue;
        if (strchr(p->path, '.') == NULL)
            fprintf(out, "    %s: %.9g\n", p->path, p->value);
        else if (strchr(p->path, '1'))
            fprintf(out, "    %.*s: [%.9g, %.9g]\n", (int)strcspn(p->path, "."), p->path, p->value,
                    p[1].value);
    }
    fprintf(out, "inputs:\n  xd: {multisine: {components: [{amplitude: %.9g, frequency: %.9g}, ",
            b->amplitude[0], b->f[0]);
    fprintf(out, "{amplitude: %.9g, frequency: %.9g, phase: 1}]}}\n", b->amplitude[1], b->f[1]);
    fprintf(out, "initial: {x: %.12g, v: %.12g}\n", b->x[0], b->v[0]);
    fprintf(out, "duration: %g s\nrecord: {every: %g s}\n", (double)b->rows * b->Ts, b->Ts);
    return fclose(out) == 0;
}

/* A joint: with its input as a multisine, or as it was measured. */
static bool write_joint(const RecoveryBench *b, const char *prefix)
{
    const char *motor = b->cell->motor;
    char path[512];
    snprintf(path, sizeof path, "%s.yaml", prefix);
    FILE *out = fopen(path, "w");
    if (!out)
        return false;
    fprintf(out, "title: A joint drawn at random\nplant: servo\noptions: {motor: %s}\n", motor);
    fprintf(out, "parameters: {J: %.9g, G: %.9g, kt: %.9g, R: %.9g}\n", recovery_truth(b, "J"),
            recovery_truth(b, "G"), recovery_truth(b, "kt"), recovery_truth(b, "R"));
    fprintf(out, "controller: {kp: %.9g, Ts: 10 ms}\nfriction:\n  gear:\n    law: %s\n",
            recovery_truth(b, "kp"), b->cell->law);
    for (int i = 0; i < b->ntruth; i++)
        if (strncmp(recovery_place(b, b->truth[i].path), "friction", 8) == 0)
            fprintf(out, "    %s: %.9g\n", b->truth[i].path, b->truth[i].value);
    fprintf(out, "inputs:\n  %s: {multisine: {components: [{amplitude: %.9g, frequency: %.9g}, ",
            motor[0] == 'p'   ? "qd"
            : motor[0] == 'v' ? "V"
                              : "i",
            b->amplitude[0], b->f[0]);
    fprintf(out, "{amplitude: %.9g, frequency: %.9g}]}}\n", b->amplitude[1], b->f[1]);
    fprintf(out, "  supply: %s V\n", motor[0] == 'p' ? "12" : "1000");
    fprintf(out, "duration: %g s\nrecord: {every: %g s}\n", (double)b->rows * b->Ts, b->Ts);
    return fclose(out) == 0;
}

static bool keep_joint(const RecoveryBench *b, const char *prefix)
{
    const RecoveryCell *cell = b->cell;
    if (cell->method == RECOVERY_INVERSE)
        printf("stiction identify inverse %s.csv --effort i --kt '%.9g N*m/A' --position q "
               "--gravity%s%s\n",
               prefix, recovery_truth(b, "kt"), recovery_falls(cell) ? " --stribeck" : "",
               recovery_loaded(cell) ? " --load-friction" : "");
    else
        printf("stiction identify fit %s.csv --scenario %s.yaml --match q=q%s --free %s\n", prefix,
               prefix, strcmp(cell->motor, "current") == 0 ? " --input i=i" : " --match i=i",
               cell->free);
    return write_joint(b, prefix);
}

bool recovery_keep(const RecoveryBench *b, const char *prefix)
{
    const RecoveryCell *cell = b->cell;
    const char *motion = cell->both             ? "--position x --velocity v"
                         : cell->velocity > 0.0 ? "--velocity v"
                                                : "--position x";
    if (!write_record(b, prefix))
        return false;
    if (cell->motor)
        return keep_joint(b, prefix);
    switch (cell->method) {
    case RECOVERY_INVERSE:
        printf("stiction identify inverse %s.csv --effort u %s%s\n", prefix, motion,
               strcmp(cell->law, "stribeck") == 0 ? " --stribeck" : "");
        return true;
    case RECOVERY_CURVE:
        printf("stiction identify curve %s.csv --effort u %s", prefix, motion);
        if (cell->test == RECOVERY_SINES)
            printf(" --mass '%g kg*m^2'", recovery_truth(b, "m"));
        printf("%s\n", cell->test == RECOVERY_RUNS ? " --runs run" : "");
        return true;
    case RECOVERY_MOTION:
        printf("stiction identify fit %s.csv --effort u %s --law %s --free %s\n", prefix, motion,
               cell->law, cell->free);
        return true;
    case RECOVERY_FIT:
        printf("stiction identify fit %s.csv --scenario %s.yaml --match %s%s --free %s%s\n", prefix,
               prefix, cell->velocity > 0.0 ? "v=v --unit v=m/s" : "x=x --unit x=m",
               strstr(cell->free, "Kp") ? "" : " --match u=u --unit u=N", cell->free,
               strstr(cell->free, "Kp") ? "   (controller.Kp, controller.Kv)" : "");
        return write_scenario(b, prefix);
    }
    return false;
}
