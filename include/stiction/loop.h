/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a digital compensator of friction sees of a control loop. */
#ifndef STICTION_LOOP_H
#define STICTION_LOOP_H

#ifdef __cplusplus
extern "C" {
#endif

/* A control loop at a sample, on measured values; forces at the friction site, N or N*m.  The plant
 * fills all but t, Ts, friction and term, which are the core's. */
typedef struct StnLoop StnLoop;
struct StnLoop {
    double t, Ts;               /* time of the sample, sample time */
    double e;                   /* measured less wanted position */
    double x, v;                /* position, and velocity as the controller has it */
    double x_ref, v_ref, a_ref; /* the wanted position and its derivatives */
    double load;                /* against positive motion */
    double u;                   /* force of the drive, within its limit; known to learn() only */
    int site;                   /* the friction site that is compensated */
    int commanded;              /* 0: there is no wanted position */
    /* The friction of the term's own law at this velocity, whose states go on by a sample; NULL:
     * the term has no law. */
    double (*friction)(const StnLoop *loop, double v);
    void *term; /* what it needs */
    /* For warnings and defaults: force = -Kp*e - Kv*v - Ki*int(e) of the controller, v the sensor's
     * (derivative 0) or the difference over so many samples; the largest force of the drive; mass
     * and damping that it moves.  Through a valve Kp is that at rest.  NaN: not known. */
    double Kp, Kv, Ki, most, m, c;
    int derivative;
};

#ifdef __cplusplus
}
#endif
#endif
