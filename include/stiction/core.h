/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The vocabulary that every other header uses: status codes and errors, and the descriptors of
 * friction laws and plants.  A law or a plant is data first; the command line, scenario checks,
 * output columns and documentation are readers of the descriptors below.
 *
 * Conventions.  SI units.  Linear and rotary systems share code: read "force" as "torque".  At a
 * friction site  m*dv/dt = h - FF,  h = all active forces but dry friction, and FF > 0 opposes
 * v > 0.  In unit texts "$F" stands for N or N*m, "$x" for m or rad, as the site is linear or
 * rotary.
 */
#ifndef STICTION_CORE_H
#define STICTION_CORE_H

#include "stiction/joint.h"
#include "stiction/loop.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Stands before everything that the library exports.  A program that holds the core as one file may
 * define it otherwise, to hide it. */
#ifndef STN_API
#if defined(_WIN32)
#define STN_API
#else
#define STN_API __attribute__((visibility("default")))
#endif
#endif

/* The version of the library that these headers belong to. */
#define STN_VERSION "0.2.0"

/* ---- Status ------------------------------------------------------------------------------- */

/* name, value, sentence.  0 is success; set-up and file functions return a negative value. */
#define STN_STATUS_LIST(X)                                                                      \
    X(STN_OK, 0, "done")                                                                        \
    X(STN_BAD_INPUT, -1, "bad input")                                                           \
    X(STN_NO_MEMORY, -2, "out of memory")                                                       \
    X(STN_NO_FILE, -3, "the file cannot be opened, read or written")                            \
    X(STN_DIVERGED, -4, "the run diverged")                                                     \
    X(STN_STORM, -5, "events follow each other without end")                                    \
    X(STN_STEP_TOO_SMALL, -6, "the steps are too small: below what time resolves, or too many") \
    X(STN_CANCELLED, -7, "interrupted")                                                         \
    X(STN_UNAVAILABLE, -8, "this build lacks the feature")                                      \
    X(STN_FAILED, -9, "an external program or library failed")

#define STN_STATUS_ENUM(name, value, text) name = (value),
/* What a function that can fail returns. */
typedef enum StnStatus { STN_STATUS_LIST(STN_STATUS_ENUM) } StnStatus;
#undef STN_STATUS_ENUM

/* The sentence of a status; never NULL. */
STN_API const char *stn_status_text(StnStatus status);

/* What went wrong, for a person.  `text` is a whole sentence without the place; `file`, `line`,
 * `column` (1-based, 0 = not known) say where; `path` names the setting that is wrong where the
 * place of its value is not known ("solver.dt"); start from {0}.  Functions that take `StnError *`
 * accept NULL. */
typedef struct StnError {
    StnStatus status;
    char file[256];
    int line, column;
    char path[96];
    char text[1024];
} StnError;

/* Fill *error (may be NULL) and return status, so that a caller can write
 * `return stn_error(error, STN_BAD_INPUT, "...", ...)`. */
STN_API StnStatus stn_error(StnError *error, StnStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The one sentence for memory that is out, and STN_NO_MEMORY. */
STN_API StnStatus stn_out_of_memory(StnError *error);
/* "file:line:column: text" into out; returns out. */
STN_API const char *stn_error_format(const StnError *error, char *out, size_t size);
/* What a message says after a name that nothing has. */
typedef struct StnSuggestion {
    char text[800];
} StnSuggestion;
/* `; did you mean "NEAR"?`; where none is near all of the names behind `otherwise`, as
 * "; allowed: ", and nothing where that is NULL. */
STN_API StnSuggestion stn_suggest(const char *name, const char *const *names, size_t count,
                                  const char *otherwise);
/* Frees a text that a function of the library made; NULL is allowed. */
STN_API void stn_text_free(char *text);

/* ---- Descriptors --------------------------------------------------------------------------- */

/* PAIR: one value per direction of motion.  VECTOR: up to STN_VECTOR_MAX values.  CHOICE: a word;
 * `unit` holds the words separated by '|', the value is the index. */
typedef enum StnKind { STN_KIND_SCALAR, STN_KIND_PAIR, STN_KIND_VECTOR, STN_KIND_CHOICE } StnKind;
enum { STN_VECTOR_MAX = 10 };

/* A parameter.  `def` NaN: no fixed default; it is derived (`derived` says how) or the feature that
 * it belongs to is off.  `section`: where it stands in a scenario: NULL = the model's own list,
 * "controller", "options".  `above`: of a static level the name of the sliding level that it never
 * lies below; NULL: it is none. */
typedef struct StnParam {
    const char *name;
    StnKind kind;
    const char *unit;
    double def, min, max;
    const char *text;
    const char *derived;
    const char *section;
    const char *above;
} StnParam;
/* "pair", and the index-th word of a choice into out ("" beyond the last); both return the word. */
STN_API const char *stn_kind_word(StnKind kind);
STN_API const char *stn_param_word(const StnParam *param, int index, char *out, size_t size);

/* What a quantity is, of a plant or in measured data: name, word in messages, unit where the
 * system is linear, unit where it is rotary.  COMMAND: a wanted or imposed position;
 * SPEED_COMMAND: a wanted or imposed velocity; EFFORT: force or torque of the drive; LOAD: of
 * the surroundings. */
#define STN_ROLE_LIST(X)                                                          \
    X(STN_ROLE_OTHER, "other", "column", "", "")                                  \
    X(STN_ROLE_TIME, "time", "time", "s", "s")                                    \
    X(STN_ROLE_EFFORT, "effort", "effort", "N", "N*m")                            \
    X(STN_ROLE_POSITION, "position", "position", "m", "rad")                      \
    X(STN_ROLE_VELOCITY, "velocity", "velocity", "m/s", "rad/s")                  \
    X(STN_ROLE_ACCELERATION, "acceleration", "acceleration", "m/s^2", "rad/s^2")  \
    X(STN_ROLE_COMMAND, "command", "position reference", "m", "rad")              \
    X(STN_ROLE_SPEED_COMMAND, "speed_command", "speed reference", "m/s", "rad/s") \
    X(STN_ROLE_LOAD, "load", "load", "N", "N*m")                                  \
    X(STN_ROLE_FRICTION, "friction", "friction", "N", "N*m")

#define STN_ROLE_ENUM(role, name, word, linear, rotary) role,
/* The roles of STN_ROLE_LIST, by their place in it. */
typedef enum StnRole { STN_ROLE_LIST(STN_ROLE_ENUM) STN_ROLE_COUNT } StnRole;
#undef STN_ROLE_ENUM
/* "speed_command"; "speed reference"; "m/s" or "rad/s" ("" of STN_ROLE_OTHER). */
STN_API const char *stn_role_name(StnRole role);
STN_API const char *stn_role_word(StnRole role);
STN_API const char *stn_role_unit(StnRole role, bool rotary);

/* A state, input, output or discrete state.  `scale` is its natural size: absolute tolerances
 * are rtol times it; of an input it is the default value (NaN: none).  role, site: what it is,
 * and at which friction site (-1: at none); programs read these, people read `text`. */
typedef struct StnVar {
    const char *name, *unit;
    double scale;
    const char *text;
    StnRole role;
    int site;
} StnVar;

/* ---- Models ---------------------------------------------------------------------------------- */

/* With which descriptors a model was made: the first two members of StnLaw and StnPlant are this
 * number and the size of the struct.  A model with others is refused before anything else of it
 * is read.  The number changes whenever a type below changes that a model sees, or what a member
 * of it means. */
#define STN_MODEL_ABI 0x53540221u

/* The functions of a model that a step calls, on other numbers than double: "complex" for exact
 * Jacobians.  Their types are not public; a model from outside has none. */
typedef struct StnBackEnd {
    const char *name;
    const void *table;
} StnBackEnd;

/* ---- What a kernel sees -------------------------------------------------------------------- */

/* The structure of a model in use, which no number changes while it runs: what was chosen (choose()
 * below), the number of elements of a vector law, and the model's own `data`. */
enum { STN_CHOICES_MAX = 96 };
typedef struct StnSelf {
    const int *choice;
    int n;
    const void *data;
} StnSelf;

/* An input signal at one instant: value and its first two derivatives. */
typedef struct StnIn {
    double val, d1, d2;
} StnIn;

/* A friction site.  The plant fills v, x, h, m, load (and a, when the motion is imposed); the
 * engine fills dir (frozen direction of motion: -1, 0, +1), dt (fixed step only) and imposed (the
 * motion is given: friction cannot change it).  0 unless the plant sets them: drive, the force of
 * the drive at the site (load: that of the load, against positive motion); brake, the dry friction
 * of a brake beside that of the law (the engine adds it); play, 1 where motion forward, backward
 * only crosses a play and moves nothing (laws with levels of their own for that use them).  barred:
 * 1 where a stop or a brake lets no motion forward, backward come about, in a fixed step or while
 * the site rests on a stop. */
typedef struct StnSite {
    double v, x, h, m, load, drive, a, dir, dt, brake, play[2], barred[2];
    int imposed;
} StnSite;

/* m*a = h - F - M*a;  the reported friction is FF = F + M*a. */
typedef struct StnFric {
    double F, M;
} StnFric;

/* Relations: the only way a law or a plant may be non-smooth.  live: decide now and note the mode;
 * otherwise the mode is frozen.  guard[k] > 0 while mode[k] is valid; when it reaches 0 the mode
 * becomes next[k].  guard_low[k] is a second guard that leads to mode -1 (the lower side of a
 * saturation); NULL: not wanted.  stop: per stop of the plant -1 at its lower limit, +1 at its
 * upper one, 0 free; NULL for laws. */
typedef struct StnRel {
    double *mode, *guard, *next;
    int live;
    double *guard_low;
    const double *stop;
} StnRel;

/* The shape of a law's slide(): affine (in v, x, h, load, drive and states, with frozen modes) for
 * |v| >= affine_above (INFINITY: nowhere); a narrow feature lies in |v| < zone (0: none) whose
 * scale is v_scale; t_scale is the shortest time constant of the law's states (INFINITY: none);
 * nonsmooth: slide() is not smooth in v at v = 0 (a Stribeck exponent other than 2).  stroke: how
 * far the site moves in pre-sliding, such as Fc/sigma0, for a law that holds by the deflection of a
 * bristle (0: it does not).  curved_rest: the limits of rest() are not affine.  bell_vs: by
 * direction, above 0 where slide() below affine_above is its affine part plus a constant times
 * exp(-(v/bell_vs)^2): the engine then sums the series of that. */
typedef struct StnShape {
    double affine_above, zone, v_scale, t_scale;
    bool nonsmooth;
    double stroke;
    bool curved_rest;
    double bell_vs[2];
} StnShape;

/* Result of a law's own fixed step: the new velocity, the friction that acted, and how far the site
 * moves beyond dt*v (0, unless the law knows its motion within the step exactly). */
typedef struct StnStep {
    double v, FF, extra;
} StnStep;

/* Facts about the system that derived parameters need.  NaN where not known. */
typedef struct StnContext {
    double m, dt, Ts, dx, umax, load;
    int rotary;
} StnContext;

/* What a law's derive() reads and fills: parameters of its site by their names, also those that
 * other laws have.  value: a pair takes two places, a vector STN_VECTOR_MAX; NaN where there is
 * no value; NULL: no law knows the name.  fill: sets a parameter that was not given. */
typedef struct StnDerive StnDerive;
struct StnDerive {
    const double *(*value)(const StnDerive *derive, const char *name);
    bool (*given)(const StnDerive *derive, const char *name);
    /* Values that a vector has. */
    int (*count)(const StnDerive *derive, const char *name);
    void (*fill)(StnDerive *derive, const char *name, int count, const double *value);
};

/* ---- Friction laws ------------------------------------------------------------------------- */

enum {
    STN_LAW_SET_VALUED = 1, /* has rest(): can stand still exactly under load */
    STN_LAW_FIXED_ONLY = 2, /* a fixed-step algorithm; the event engine does not take it */
    STN_LAW_PLAY = 4,       /* has levels of its own where motion only crosses a play */
};

/* A law.  All functions are pure; state arrays hold `nstate` reals in list order, parameter arrays
 * the flattened parameters (a pair takes two places, a vector STN_VECTOR_MAX). */
typedef struct StnLaw {
    uint32_t abi, size; /* STN_MODEL_ABI, sizeof(StnLaw) */
    const char *name, *title, *equation, *text, *reference;
    int nparam, nstate, nrel;
    const StnParam *const *params;
    const StnVar *states;
    const StnVar *rels; /* unit = event word ("mode", "saturation", ""); "" is not logged */
    /* Vector laws (Maxwell-slip): the name of the vector parameter whose length is n; the last
     * state of the list and the last relation then stand for n of them each.  NULL otherwise. */
    const char *vector;
    unsigned flags;
    /* Parameters separated by '|' that make it a fixed-step algorithm when given; or NULL. */
    const char *fixed_when;
    const StnBackEnd *const *back_ends; /* ends with NULL; NULL: none */
    const void *data;                   /* reaches the functions in StnSelf */
    /* Optional: what the functions find in self->choice, nchoice places: choices, counts and yes/no
     * facts that follow from the parameters.  Without it: the parameters of kind STN_KIND_CHOICE,
     * in the order of the list. */
    int nchoice;
    void (*choose)(const double *p, int *choice);

    /* Sliding or creeping: dir = -1 or +1, |v| = dir*v. */
    StnFric (*slide)(const StnSelf *self, const double *p, const double *s, const StnSite *in,
                     StnRel *r, double *rate);
    /* Standing still: static limits lo <= h <= hi, and the rates of the states meanwhile. */
    void (*rest)(const StnSelf *self, const double *p, const double *s, const StnSite *in,
                 StnRel *r, double *lo, double *hi, double *rate);
    StnShape (*shape)(const StnSelf *self, const double *p);
    /* Optional: set latched modes and reset states after an event at the site: the start, a change
     * of in->dir (in->a holds the direction before, 2 at the start), or a latched mode's own
     * event. */
    void (*decide)(const StnSelf *self, const double *p, double *s, const StnSite *in, StnRel *r);
    /* Optional: the law's own fixed step from in->v over in->dt.  The new velocity is 0 where
     * in->barred does not let it be more; the states see that velocity, and FF is the law's
     * friction alone, without what the stop takes. */
    StnStep (*advance)(const StnSelf *self, const double *p, double *s, const StnSite *in,
                       StnRel *r);
    /* Optional: relations between parameters; NULL or a sentence. */
    const char *(*check)(const StnSelf *self, const double *p, const StnContext *context);
    /* Optional: the longest fixed step that is right while |v| < *below (for dt: auto). */
    double (*step_near)(const StnSelf *self, const double *p, const StnContext *context,
                        double *below);
    /* Optional: doubts, the index-th one as a sentence in text; false when there is none. */
    bool (*warn)(const StnSelf *self, const double *p, const StnContext *context, int index,
                 char *text, size_t size);
    /* Optional: fill the defaults that follow from other values (`def` NaN, `derived` says how).
     * Fs and Fc are known then. */
    void (*derive)(StnDerive *derive, const StnContext *context);
    /* Optional: how many relations at the end of the list these choices leave unused; then they
     * are not there.  Not for vector laws. */
    int (*unused_rels)(const StnSelf *self);
} StnLaw;

/* ---- Plants -------------------------------------------------------------------------------- */

/* A friction site of a plant: where its motion stands among the states, and its default law. */
typedef struct StnSiteInfo {
    const char *name;
    int v, x; /* state indices */
    int rotary;
    const char *law; /* default law */
    const char *text;
} StnSiteInfo;

/* A state with limits: position index, velocity index (-1: none), parameter indices of the limits
 * (lo = hi: the same to both sides), and the friction site that shares the decision (-1: none).
 * play: the position follows the site's velocity between the limits; at a limit the site moves on,
 * until it turns back. */
typedef struct StnStopInfo {
    const char *name;
    int pos, vel, lo, hi, site, play;
} StnStopInfo;

/* The difference of two positions, x_from/ratio - x_to, which the core integrates by itself: the
 * twist of a shaft counts far below the rounding of two large angles.  Its value stands behind the
 * plant's states.  rate: an error e of the twist is as bad as one of rate*e in that position's
 * velocity (1/s). */
enum { STN_TWISTS_MAX = 8 };
typedef struct StnTwist {
    int from, to; /* state indices */
    double ratio, rate_from, rate_to;
    double damping;        /* of its own swing, 1: critical */
    int stiffness, damper; /* parameter indices, for warnings; -1: none */
} StnTwist;

/* The lists of a plant. */
typedef enum StnPart {
    STN_PART_PARAMETER,
    STN_PART_STATE,
    STN_PART_INPUT,
    STN_PART_OUTPUT,
    STN_PART_SITE,
    STN_PART_STOP,
} StnPart;

enum {
    STN_PLANT_AFFINE = 1,      /* eval() is affine in states and inputs while modes are frozen, */
    STN_PLANT_AFFINE_HELD = 2, /* and in discrete states too: samples change no derivative of it */
};

/* A plant: a mechanism with its drive and controller, and the sites where friction acts on it.
 * All functions are pure; arrays are laid out as those of a law. */
typedef struct StnPlant {
    uint32_t abi, size; /* STN_MODEL_ABI, sizeof(StnPlant) */
    const char *name, *title, *equation, *text, *reference;
    int nparam, nstate, ninput, noutput, ndisc, nrel, nsite, nstop;
    const StnParam *params;
    const StnVar *states, *inputs, *outputs, *discs;
    const int *partner; /* per state: index of the velocity whose integral it is, or -1 */
    const StnVar *rels; /* unit = event word, as in StnLaw */
    const StnSiteInfo *sites;
    const StnStopInfo *stops;
    unsigned flags;
    int clock;                          /* parameter index of the sample time, or -1 */
    const StnBackEnd *const *back_ends; /* as in StnLaw */
    const void *data;
    int nchoice; /* as in StnLaw */
    void (*choose)(const double *p, int *choice);

    /* h, m, load, v, x per site and all rates but the site accelerations. */
    void (*eval)(const StnSelf *self, const double *p, const double *s, const StnIn *u,
                 const double *d, StnRel *r, StnSite *site, double *rate);
    /* Optional, after the accelerations: rates that depend on them (rate[] has them all), and the
     * relations of these.  site[0].dt: the fixed step, 0: none. */
    void (*late)(const StnSelf *self, const double *p, const double *s, const StnIn *u,
                 const double *d, StnRel *r, const StnSite *site, double *rate);
    void (*outputs_at)(const StnSelf *self, const double *p, const double *s, const StnIn *u,
                       const double *d, StnRel *r, const StnSite *site, const double *FF,
                       double *out);
    /* Optional: a digital controller's sample; meas[] are the outputs as the sensors show them. */
    void (*sample)(const StnSelf *self, const double *p, const double *s, const StnIn *u,
                   const double *meas, double *d);
    /* Optional: consistent start state where none is given (NaN entries are to be filled). */
    void (*start)(const StnSelf *self, const double *p, double *s);
    /* Bit i set: input i must be given with these parameters. */
    uint32_t (*needs)(const StnSelf *self, const double *p);
    /* Bit i set: the motion of site i is imposed by an input. */
    uint32_t (*imposed)(const StnSelf *self, const double *p);
    /* Optional: whether late() is called with these parameters; without it, it is. */
    bool (*has_late)(const StnSelf *self, const double *p);
    /* Optional: a relation has just switched, mode[] are the modes now.  A state that must fit the
     * new piece to the last digit (an integral at a limit, an interrupted current) is set.  A plant
     * with late() is asked where a guard switches it, and while has_late() says so, only. */
    void (*decide)(const StnSelf *self, const double *p, double *s, const StnIn *u, const double *d,
                   const double *mode, int relation);
    /* Optional. Bit i set: eval() or late() uses the slope of input i with these parameters. */
    uint32_t (*slopes)(const StnSelf *self, const double *p);
    /* Optional. Bit i set: state i does not move with these parameters (an unused integrator). */
    uint32_t (*idle)(const StnSelf *self, const double *p);
    /* Optional. The site whose position the command is for; without it, that of any site. */
    int (*commanded)(const StnSelf *self, const double *p);
    /* Optional. Bit i set: site i has a brake with these parameters. */
    uint32_t (*brakes)(const StnSelf *self, const double *p);
    /* What derived friction parameters may use (mass, effort limit) at site i. */
    void (*context)(const StnSelf *self, const double *p, int site, StnContext *context);
    const char *(*check)(const StnSelf *self, const double *p);
    /* Optional: true where these parameters leave the entry `name` of a list unused (a body that is
     * not there, the gains of a controller that is not chosen).  It is left out of columns and of
     * what people are shown; a stop has no limits then.  Inactive sites stand behind active
     * ones. */
    bool (*inactive)(const StnSelf *self, const double *p, StnPart part, const char *name);
    /* Optional: whether STN_PLANT_AFFINE holds with these parameters. */
    bool (*affine)(const StnSelf *self, const double *p);
    /* Optional: "INPUT|PARAMETER|...": the defaults of these parameters hold at the default of that
     * input and do not follow it.  A system with another input but without own values of them gets
     * a warning. */
    const char *rated;
    /* Optional: what to warn of before a run with these parameters, with reason and remedy; or
     * NULL. */
    const char *(*caution)(const StnSelf *self, const double *p);
    /* Optional: the twists that eval() and outputs_at() read as s[nstate], s[nstate + 1], ...;
     * writes at most STN_TWISTS_MAX and returns their number.  Nobody sets them: they start from
     * the positions. */
    int (*twists)(const StnSelf *self, const double *p, StnTwist *out);
    /* Optional: the plant as one joint; u: its inputs at the start.  NULL, or a sentence why it is
     * none with these parameters. */
    const char *(*joint)(const StnSelf *self, const double *p, const StnIn *u, StnJointInfo *out);
    /* Optional: the index-th number that data determine; false when there is none. */
    bool (*combination)(const StnSelf *self, const double *p, int index, StnCombination *out);
    /* Optional: the loop that a compensation of friction belongs to, as sensors show it (meas as in
     * sample(), before which it is asked).  NULL, or a sentence why there is none with these
     * parameters. */
    const char *(*loop)(const StnSelf *self, const double *p, const StnIn *u, const double *meas,
                        const double *d, StnLoop *out);
    /* With loop(): what makes up for a force at its site, in the unit of the discrete state
     * `compensation`, which eval() or sample() add to what the controller wants. */
    double (*effort)(const StnSelf *self, const double *p, const StnIn *u, double force);
    int compensation; /* index of that discrete state */
} StnPlant;

/* ---- Compensations of friction ------------------------------------------------------------- */

enum {
    STN_COMPENSATION_COMMAND = 1, /* needs a wanted position */
    STN_COMPENSATION_SLIDING = 2, /* takes sliding friction away, and with it the loop's damping */
};

/* A kind of compensation: what a sampled controller adds against friction.  A scenario has a list
 * of terms, each of a kind with its own numbers.  The functions are pure; p holds the flattened
 * parameters, s the states, which begin with 0. */
typedef struct StnCompensation {
    const char *name, *title, *equation, *text, *reference;
    /* The first two are those that every term has: scale, the factor of what it adds, and Ts. */
    int nparam, nstate;
    const StnParam *const *params;
    const StnVar *states;
    int nestimate; /* states at the beginning of the list that have a column each */
    unsigned flags;
    /* The law that derives friction parameters which neither the term nor the site gives; "": the
     * one that the term names, whose parameters it has besides; NULL: it has none. */
    const char *law;
    /* The force that the sample adds, before its scale. */
    double (*act)(const double *p, const StnLoop *loop, double *s);
    /* Optional: what it learns after the controller, when loop->u is known. */
    void (*learn)(const double *p, const StnLoop *loop, double *s);
} StnCompensation;

/* The kinds that there are, in the order in which people are shown them; by name NULL where there
 * is none. */
STN_API int stn_compensation_count(void);
STN_API const StnCompensation *stn_compensation_at(int index);
STN_API const StnCompensation *stn_compensation_find(const char *name);

/* ---- What there is ------------------------------------------------------------------------- */

/* Lists are walked by a function that counts and one that ends with _at.  Indices begin at 0; for
 * one that is not there the answer is NULL, or a struct with empty texts and NULL pointers. */

/* The built-in laws and plants, in the order in which people are shown them. */
STN_API int stn_law_count(void);
STN_API const StnLaw *stn_law_at(int index);
STN_API int stn_plant_count(void);
STN_API const StnPlant *stn_plant_at(int index);

/* The parameters that a friction site knows, whatever its law. */
STN_API int stn_friction_parameter_count(void);
STN_API const StnParam *stn_friction_parameter_at(int index);

/* A catalogue = the built-in models and the user's own.  Zero-initialised: built-in ones only. */
typedef struct StnCatalog {
    const StnLaw *const *laws;
    int nlaw;
    const StnPlant *const *plants;
    int nplant;
} StnCatalog;

/* Is the descriptor of a model complete and consistent?  stn_system_new asks for the models it
 * uses. */
STN_API StnStatus stn_law_check(const StnLaw *law, StnError *error);
STN_API StnStatus stn_plant_check(const StnPlant *plant, StnError *error);

/* The same for all of a catalogue: the first that is refused, by its place.  Scenarios ask. */
STN_API StnStatus stn_catalog_check(const StnCatalog *catalog, StnError *error);

/* A shared object for `stiction --plugin` exports one of these functions, or both:
 *   const StnLaw *const *stn_plugin_laws(int *count);
 *   const StnPlant *const *stn_plugin_plants(int *count); */

/* A model by its name.  NULL when there is none, or it was made with other headers.  `catalog`
 * may be NULL. */
STN_API const StnLaw *stn_catalog_law(const StnCatalog *catalog, const char *name);
STN_API const StnPlant *stn_catalog_plant(const StnCatalog *catalog, const char *name);
/* All models by their place: the built-in ones, then those of the catalogue, which may be NULL. */
STN_API int stn_catalog_law_count(const StnCatalog *catalog);
STN_API const StnLaw *stn_catalog_law_at(const StnCatalog *catalog, int index);
STN_API int stn_catalog_plant_count(const StnCatalog *catalog);
STN_API const StnPlant *stn_catalog_plant_at(const StnCatalog *catalog, int index);

/* What the functions of a model get as self with these parameters; choice: STN_CHOICES_MAX
 * places, which must last as long.  n: elements of a vector law. */
STN_API StnSelf stn_plant_self(const StnPlant *plant, const double *p, int *choice);
STN_API StnSelf stn_law_self(const StnLaw *law, const double *p, int n, int *choice);

/* The index of a name in a list of a plant or law; -1 when there is none. */
STN_API int stn_plant_parameter(const StnPlant *plant, const char *name);
STN_API int stn_plant_state(const StnPlant *plant, const char *name);
STN_API int stn_plant_input(const StnPlant *plant, const char *name);
STN_API int stn_plant_output(const StnPlant *plant, const char *name);
STN_API int stn_plant_site(const StnPlant *plant, const char *name);
STN_API int stn_plant_stop(const StnPlant *plant, const char *name);
STN_API int stn_law_parameter(const StnLaw *law, const char *name);
/* What the velocity of a friction site is called, with its unit and scale. */
STN_API const StnVar *stn_site_velocity(const StnPlant *plant, int site);
/* The index among the parameters that a friction site knows; -1 when it is none of them. */
STN_API int stn_friction_parameter(const char *name);

/* Whether these parameters make use of the entry. */
STN_API bool stn_plant_is_active(const StnPlant *plant, const double *p, StnPart part,
                                 const char *name);
/* Places that a parameter takes in a flattened array: 1, 2 or STN_VECTOR_MAX. */
STN_API int stn_param_width(const StnParam *param);
/* `unit` with $F and $x replaced; returns out. */
STN_API const char *stn_unit_text(const char *unit, int rotary, char *out, size_t size);

#ifdef __cplusplus
}
#endif
#endif
