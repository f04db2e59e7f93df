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
    fputs("t [s],x [rad],v [rad/s],u [N*m],run\n", out);
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

bool recovery_keep(const RecoveryBench *b, const char *prefix)
{
    const RecoveryCell *cell = b->cell;
    const char *motion = cell->velocity > 0.0 ? "--velocity v" : "--position x";
    if (!write_record(b, prefix))
        return false;
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
    case RECOVERY_FIT:
        printf("stiction identify fit %s.csv --scenario %s.yaml --match %s%s --free %s%s\n", prefix,
               prefix, cell->velocity > 0.0 ? "v=v --unit v=m/s" : "x=x --unit x=m",
               strstr(cell->free, "Kp") ? "" : " --match u=u --unit u=N", cell->free,
               strstr(cell->free, "Kp") ? "   (controller.Kp, controller.Kv)" : "");
        return write_scenario(b, prefix);
    }
    return false;
}
