/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The lists of the plant chain (chain.plant.h): what each body and each shaft has, eight times. */
#ifndef STN_PLANTS_CHAIN_LISTS_H
#define STN_PLANTS_CHAIN_LISTS_H

#include "plants/arm.h"
#include "plants/motor.h"
#include "plants/pid.h"
#include "plants/servovalve.h"

/* P(stem1, ..., text " 1") to P(stem8, ...). */
#define CHAIN_BODIES(P, stem, unit, def, min, max, text) \
    P(stem##1, unit, def, min, max, text " 1")           \
    CHAIN_SHAFTS(P, stem, unit, def, min, max, text)
/* The same from 2 on: the shaft of a body joins it to its parent. */
#define CHAIN_SHAFTS(P, stem, unit, def, min, max, text) \
    P(stem##2, unit, def, min, max, text " 2")           \
    CHAIN_OTHERS(P, stem, unit, def, min, max, text)
#define CHAIN_OTHERS(P, stem, unit, def, min, max, text) \
    P(stem##3, unit, def, min, max, text " 3")           \
    P(stem##4, unit, def, min, max, text " 4")           \
    P(stem##5, unit, def, min, max, text " 5")           \
    P(stem##6, unit, def, min, max, text " 6")           \
    P(stem##7, unit, def, min, max, text " 7")           \
    P(stem##8, unit, def, min, max, text " 8")

/* The lists of the flap drive, by names that clang-format takes for entries. */
#define VALVE_PARAMS(P) STN_PARAMS_servovalve(P, 1200.0)
#define MOTOR_PARAMS(P) STN_PARAMS_motor(P)
#define VALVE_STATES(S, X, Q) STN_STATES_servovalve(S, X, Q)
#define VALVE_STOPS(LV, LP, Q) STN_STOPS_servovalve(LV, LP, Q)
#define MOTOR_RELS(R) STN_RELS_motor(R)

#define STN_PARAMS_chain(P, GAIN, O)                                                              \
    O(drive, "torque|pid|valve", 0, "what drives body 1")                                         \
    O(derivative, "state|difference|difference2", 0, "speed that a sampled controller uses")      \
    P(bodies, "1", 2, 1, 8, "number of bodies; those beyond it are not there")                    \
    P(J1, "kg*m^2", 0.01, 1e-12, 1e12, "inertia of body 1")                                       \
    P(J2, "kg*m^2", 0.01, 1e-12, 1e12, "inertia of body 2")                                       \
    CHAIN_OTHERS(P, J, "kg*m^2", NAN, 1e-12, 1e12, "inertia of body")                             \
    CHAIN_BODIES(P, C, "N*m*s/rad", 0.0, 0.0, 1e12, "viscous damping of body")                    \
    CHAIN_BODIES(P, G, "N*m", 0.0, 0.0, 1e12, "torque of gravity on body")                        \
    CHAIN_BODIES(P, q0, "rad", 0.0, -1e6, 1e6, "angle at which gravity lets it hang, body")       \
    CHAIN_BODIES(P, Kg, "N*m/rad", 0.0, 0.0, 1e12, "spring to ground of body")                    \
    CHAIN_BODIES(P, qg, "rad", 0.0, -1e6, 1e6, "angle at which that spring is relaxed, body")     \
    CHAIN_BODIES(P, lo, "rad", -INFINITY, -INFINITY, INFINITY, "lower stop of body")              \
    CHAIN_BODIES(P, hi, "rad", INFINITY, -INFINITY, INFINITY, "upper stop of body")               \
    CHAIN_BODIES(P, brake, "N*m", 0.0, 0.0, 1e12, "torque of the brake on body")                  \
    P(parent2, "1", 1, 1, 8, "the body that the shaft of body 2 hangs on")                        \
    P(parent3, "1", 2, 1, 8, "the body that the shaft of body 3 hangs on")                        \
    P(parent4, "1", 3, 1, 8, "the body that the shaft of body 4 hangs on")                        \
    P(parent5, "1", 4, 1, 8, "the body that the shaft of body 5 hangs on")                        \
    P(parent6, "1", 5, 1, 8, "the body that the shaft of body 6 hangs on")                        \
    P(parent7, "1", 6, 1, 8, "the body that the shaft of body 7 hangs on")                        \
    P(parent8, "1", 7, 1, 8, "the body that the shaft of body 8 hangs on")                        \
    CHAIN_SHAFTS(P, ratio, "1", 1.0, -1e9, 1e9, "turns of the parent per turn of body")           \
    P(K2, "N*m/rad", 1000.0, 0.0, 1e15, "stiffness of the shaft, seen at body 2")                 \
    CHAIN_OTHERS(P, K, "N*m/rad", NAN, 0.0, 1e15, "stiffness of the shaft, seen at body")         \
    CHAIN_SHAFTS(P, D, "N*m*s/rad", 0.0, 0.0, 1e12, "damping of the shaft, seen at body")         \
    CHAIN_SHAFTS(P, play, "rad", 0.0, 0.0, 1e6, "whole play of the shaft, seen at body")          \
    P(weak, "1", 2, 2, 8, "the body whose shaft the input broken breaks")                         \
    P(asymmetry, "rad", INFINITY, 0.0, INFINITY,                                                  \
      "largest difference allowed between watch_a and watch_b; inf: not watched")                 \
    P(watch_a, "1", 2, 1, 8, "one of the bodies whose angles are compared")                       \
    P(watch_b, "1", 3, 1, 8, "the other one")                                                     \
    P(t_confirm, "s", 0.02, 1e-9, 1e6, "how long an asymmetry must last until the drive is dead") \
    P(t_brakes, "s", 0.05, 0.0, 1e6, "then brake 1 falls in at once, the others this time later") \
    VALVE_PARAMS(P)                                                                               \
    MOTOR_PARAMS(P)                                                                               \
    GAIN(Kp, "N*m/rad", 10.0, 0.0, 1e15, "proportional gain (drive: pid)")                        \
    GAIN(Kv, "N*m*s/rad", 1.0, 0.0, 1e15, "velocity gain (drive: pid)")                           \
    GAIN(Ki, "N*m/(rad*s)", 0.0, 0.0, 1e15, "integral gain (drive: pid)")                         \
    GAIN(Ts, "s", NAN, 1e-9, 1e6, "sample time (drive: pid); not given: continuous")              \
    GAIN(limit, "N*m", INFINITY, 0.0, INFINITY, "effort limit (drive: pid)")                      \
    PID_RULE(GAIN, O, "rad")                                                                      \
    GAIN(position_of, "1", 1, 1, 8, "body whose angle the controller sees")                       \
    GAIN(velocity_of, "1", 1, 1, 8, "body whose speed the controller sees")                       \
    GAIN(KP, "1/s", 15.0, 0.0, 1e9, "gain of the position loop (drive: valve; calibrated)")       \
    GAIN(WM, "rad/s", 0.3, 0.0, INFINITY, "largest wanted speed (drive: valve; calibrated)")      \
    GAIN(KW, "A*s/rad", 0.15, 0.0, 1e9, "gain of the speed loop (drive: valve; calibrated)")      \
    GAIN(CorM, "A", 0.01, 0.0, INFINITY, "current limit (drive: valve; calibrated)")

/* ENTRY(M, 1, Q) to ENTRY(M, 8, Q). */
#define CHAIN_ONE_ON(ENTRY, M, Q) \
    ENTRY(M, 1, Q)                \
    CHAIN_TWO_ON(ENTRY, M, Q)
#define CHAIN_TWO_ON(ENTRY, M, Q) \
    ENTRY(M, 2, Q)                \
    ENTRY(M, 3, Q)                \
    ENTRY(M, 4, Q)                \
    ENTRY(M, 5, Q)                \
    ENTRY(M, 6, Q)                \
    ENTRY(M, 7, Q)                \
    ENTRY(M, 8, Q)

#define CHAIN_ANGLE(X, k, Q) X(th##k, (k)-1, "rad", 1.0, w##k, "angle of body " #k, Q)
#define CHAIN_SPEED(S, k, Q) S(w##k, VELOCITY, (k)-1, "rad/s", 1.0, "speed of body " #k)
#define STN_STATES_chain(S, X, Q)                                      \
    CHAIN_ONE_ON(CHAIN_ANGLE, X, Q)                                    \
    CHAIN_ONE_ON(CHAIN_SPEED, S, Q)                                    \
    S(i, OTHER, -1, "rad*s", 1.0, "integral of the angle error")       \
    VALVE_STATES(S, X, Q)                                              \
    S(left, OTHER, -1, "s", 0.02, "time left until the drive is dead") \
    S(wait, OTHER, -1, "s", 0.05, "time since then")
#define CHAIN_LOAD(I, k, Q) \
    I(load##k, LOAD, (k)-1, "N*m", 0.0, "load on body " #k " against positive motion")
#define STN_INPUTS_chain(I)                                                      \
    I(u, EFFORT, 0, "N*m", NAN, "torque on body 1 (drive: torque)")              \
    I(Com, COMMAND, -1, "rad", NAN, "wanted angle (drive: pid or valve)")        \
    I(PSR, OTHER, -1, "Pa", 26e6, "supply pressure above return (drive: valve)") \
    CHAIN_ONE_ON(CHAIN_LOAD, I, )                                                \
    I(brake, OTHER, -1, "1", 0.0, "above 0.5 the brakes are on")                 \
    I(broken, OTHER, -1, "1", 0.0, "above 0.5 the shaft of body weak breaks, for good")
#define CHAIN_ANGLE_OUT(V, k, Q) V(th##k, POSITION, (k)-1, "rad", "angle of body " #k)
#define CHAIN_SPEED_OUT(V, k, Q) V(w##k, VELOCITY, (k)-1, "rad/s", "speed of body " #k)
#define CHAIN_TORQUE_OUT(V, k, Q) V(T##k, OTHER, (k)-1, "N*m", "torque of the shaft on body " #k)
#define CHAIN_FRICTION_OUT(V, k, Q) \
    V(FF##k, FRICTION, (k)-1, "N*m", "friction and brake on body " #k)
#define STN_OUTPUTS_chain(V)                                                     \
    V(Com, COMMAND, -1, "rad", "wanted angle")                                   \
    CHAIN_ONE_ON(CHAIN_ANGLE_OUT, V, )                                           \
    CHAIN_ONE_ON(CHAIN_SPEED_OUT, V, )                                           \
    V(u, EFFORT, 0, "N*m", "effort of the drive on body 1")                      \
    CHAIN_TWO_ON(CHAIN_TORQUE_OUT, V, )                                          \
    CHAIN_ONE_ON(CHAIN_FRICTION_OUT, V, )                                        \
    V(asym, OTHER, -1, "rad", "angle of body watch_a less that of body watch_b") \
    V(Wref, SPEED_COMMAND, -1, "rad/s", "wanted speed")                          \
    V(Cor, OTHER, -1, "A", "torque motor current")                               \
    V(XF, POSITION, -1, "m", "flapper position")                                 \
    V(XS, POSITION, -1, "m", "spool position")                                   \
    V(P12, OTHER, -1, "Pa", "pressure across the motor")                         \
    V(PSR, OTHER, -1, "Pa", "supply pressure")
#define STN_DISCS_chain(D) STN_DISCS_pid(D, "effort", "N*m", "rad*s", "angle", "rad")
#define CHAIN_GAP(R, k, Q) R(gap##k, "", "the gap of shaft " #k " is closed")
#define CHAIN_CONTACT(R, k, Q) R(shaft##k, "contact", "shaft " #k " carries torque")
#define STN_RELS_chain(R)                                                  \
    CHAIN_TWO_ON(CHAIN_GAP, R, )                                           \
    CHAIN_TWO_ON(CHAIN_CONTACT, R, )                                       \
    R(hold, "", "integrator held")                                         \
    R(effort, "saturation", "effort limit")                                \
    R(speed, "saturation", "speed limit")                                  \
    R(current, "saturation", "current limit")                              \
    MOTOR_RELS(R)                                                          \
    R(weak_shaft, "failure", "the weak shaft is broken")                   \
    R(brakes, "brake", "the brakes are on by input")                       \
    R(asymmetry, "mode", "the asymmetry is larger than allowed")           \
    R(drive_dead, "brake", "the asymmetry lasted: drive dead, brake 1 on") \
    R(other_brakes, "brake", "the brakes of the other bodies are on")
#define CHAIN_SITE(F, k, Q) F(body##k, w##k, th##k, 1, "none", "body " #k, Q)
#define STN_SITES_chain(F, Q) CHAIN_ONE_ON(CHAIN_SITE, F, Q)
#define CHAIN_STOP(L, k, Q) L(stop##k, th##k, w##k, lo##k, hi##k, body##k, Q)
#define STN_STOPS_chain(L, LV, LP, LB, Q) \
    CHAIN_ONE_ON(CHAIN_STOP, L, Q)        \
    VALVE_STOPS(LV, LP, Q)                \
    LP(confirmation, left, t_confirm, t_confirm, Q)

#endif
