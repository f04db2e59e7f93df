/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a model lacks: intervals say how well its terms fit, not that a term is missing.  Terms that are not in
 * the model are tried one after another, and the one that explains most of the residual is named. */
#ifndef STN_IDENTIFY_LACKING_H
#define STN_IDENTIFY_LACKING_H

#include "stiction/identify.h"

/* X(TERM, name in results, at reversals, words): at reversals: it acts beside these, as a falling part does; words: what the
 * residual follows (delays have sentences of their own). */
#define STN_LACKING_TERMS(X)                                                                       \
    X(GRAVITY, "gravity", false, "the angle as gravity does (sin and cos)")                        \
    X(SPRING, "spring", false, "the position")                                                     \
    X(POSITION, "position", false,                                                                 \
      "the position times the direction (friction that changes over the travel)")                  \
    X(DIRECTION, "direction", false, "the direction")                                              \
    X(CONSTANT, "constant", false, "a constant effort, which --no-offset leaves out")              \
    X(DRIFT, "drift", false, "the time (the level of friction drifts)")                            \
    X(UNEVEN_DRIFT, "uneven drift", false,                                                         \
      "the time squared (the level of friction does not drift evenly, as --drift has it)")         \
    X(VISCOUS_DRIFT, "viscous drift", false,                                                       \
      "the time times the speed (the viscous part changes as well, where --drift changes the "     \
      "levels alone)")                                                                             \
    X(ZERO, "zero", false, "the time alone (the zero of the effort drifts)")                       \
    X(DRAG, "drag", false, "the square of the speed (drag)")                                       \
    X(VISCOUS, "viscous", false, "the speed")                                                      \
    X(STRIBECK, "stribeck", false, "the speed as a falling part does (Stribeck)")                  \
    X(LOAD, "load", false, "drive and load times the direction (gears lose more under load)")      \
    X(INERTIA, "inertia", false, "the acceleration (effort that moves a mass)")                    \
    X(MASS, "mass", false, "the acceleration (the mass that was given is not that of these data)") \
    X(FORCE_WAVE, "force wave", false,                                                             \
      "the position as a force that rises and falls along it does (cogging, an eccentric)")        \
    X(FRICTION_WAVE, "friction wave", false,                                                       \
      "the position as friction that rises and falls along it does")                               \
    X(PLAY, "play", true, "the way since the last reversal (less effort until a play is crossed)") \
    X(PRESLIDING, "presliding", true,                                                              \
      "the way since the last reversal (friction builds up over it)")                              \
    X(DELAY, "delay", true, "")                                                                    \
    X(LAG, "lag", true, "")                                                                        \
    X(DELAY_OR_PRESLIDING, "delay or presliding", true, "")                                        \
    X(LAG_OR_PRESLIDING, "lag or presliding", true, "")                                            \
    X(DELAY_AND_PRESLIDING, "delay and presliding", true, "")

typedef enum StnLackingKind {
    STN_LACKS_NOTHING,
#define STN_LACKING_ENUM(term, name, at_reversals, words) STN_LACKS_##term,
    STN_LACKING_TERMS(STN_LACKING_ENUM)
#undef STN_LACKING_ENUM
} StnLackingKind;

/* The term so far; option: what adds it, NULL: nothing. */
typedef struct StnLacking {
    StnLackingKind kind;
    const char *option;
    double share, chance; /* of the residual's variance; probability of chance */
} StnLacking;

/* What a term would leave, in a model of nmodel parameters with the sum of squares `plain` over `rows`.
 * correlation: of neighbours in what is left, as correlated residuals say less than their number. */
typedef struct StnLackingTerm {
    StnLackingKind kind;
    const char *option;
    double plain, sse, correlation;
    size_t rows;
    int nmodel, nparam; /* nparam: that it costs */
} StnLackingTerm;

/* Takes the term where it is no chance and explains more than the one before; whether it did. */
bool stn_lacking_take(StnLacking *best, const StnLackingTerm *term);
/* Its name in results; NULL where nothing is lacking. */
const char *stn_lacking_name(StnLackingKind kind);
/* Whether a term with this name (NULL: none) acts beside reversals; what is said then in place of any words about a falling
 * part.  where: "over both directions", or "". */
bool stn_lacks_at_reversals(const char *missing);
void stn_remark_hidden_falling(const char *where, StnRemarks *remarks);
void stn_lacking_remark(const StnLacking *lacking, StnRemarks *remarks);
/* Of another term, that is found in what is left beside the first. */
void stn_lacking_remark_beside(const StnLacking *lacking, StnRemarks *remarks);

#endif
