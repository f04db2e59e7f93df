/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Remedies against friction in a position loop: a scenario bare, with each compensation and with
 * each rule of its integrator, measured alike.  What a compensation needs and the scenario does not
 * say is derived from its friction, plant and controller. */
#ifndef STICTION_REMEDIES_H
#define STICTION_REMEDIES_H

#include "stiction/ensemble.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Defaults -------------------------------------------------------------------------------- */

/* A number of a compensation, or of a rule of the integrator, that is derived from the loop: its
 * name, how, and by which factor a search for a better one goes up and down from it. */
typedef struct StnRemedyDefault {
    const char *name, *text;
    double factor;
} StnRemedyDefault;
/* How many there are, and each by its place. */
STN_API int stn_remedy_default_count(void);
STN_API StnRemedyDefault stn_remedy_default_at(int index);
/* Its value for this system in SI, rounded to two digits; NaN: what it is derived from is not
 * known there. */
STN_API double stn_remedy_default(const StnSystem *system, const char *name);

/* ---- Remedies, compared ---------------------------------------------------------------------- */

/* What is tried.  Start from {0} and set the scenario. */
typedef struct StnRemediesDef {
    const char *scenario;        /* a file or a built-in one */
    const StnScenario *document; /* used instead, and `scenario` names it in messages; or NULL */
    StnScenarioOptions options;  /* catalogue and overrides; its laws are not used */
    const char *const *remedy;   /* compensations and rules by name, none twice; NULL: all */
    int nremedy;
    const double *scale; /* factors of what a compensation adds; NULL: 1 */
    int nscale;
    /* Sensors of the position: "ideal", or a map in YAML without braces as "resolution: 1 mm";
     * NULL: those of the scenario. */
    const char *const *sensor;
    int nsensor;
    const char *const *law; /* laws of friction, "LAW" or "SITE=LAW"; NULL: those of the scenario */
    int nlaw;
    int threads; /* 0: one per processor */
    bool keep;   /* keep the records, for a figure */
} StnRemediesDef;

enum { STN_REMEDY_SETTINGS = 8 };
/* One run: the scenario with a remedy. */
typedef struct StnRemedy {
    const char *name;         /* "none", "as given", a compensation, or a rule of the integrator */
    const char *law, *sensor; /* as asked for; NULL: those of the scenario */
    double scale;             /* NaN: the remedy has none */
    bool dropped;             /* without the integrator that the scenario has */
    /* What was derived: places in the list of defaults, and values in SI. */
    int setting[STN_REMEDY_SETTINGS];
    double value[STN_REMEDY_SETTINGS];
    int nsetting;
    StnScenario *scenario; /* NULL: it cannot be used, and error says why */
    const StnSystem *system;
    bool done;
    StnStatus status; /* of the run; STN_BAD_INPUT: it cannot be used */
    StnError error;
    StnRecord record; /* position, velocity, effort, friction, u_comp; kept on request */
    StnMetrics metrics;
    StnResponse response;
    StnLoopMetrics loop;
    double work; /* of the active forces, whole run */
} StnRemedy;

/* The remedies of a scenario. */
typedef struct StnRemedies StnRemedies;
enum { STN_REMEDIES_MAX = 512 };
/* Loads the scenario with every remedy; nothing is run yet.  NULL on failure; where a name, a
 * sensor, a scale or a law is wrong error->path says "with", "sensor", "scale" or "law". */
STN_API StnRemedies *stn_remedies_new(const StnRemediesDef *def, StnError *error);
/* Frees all of it; NULL is allowed. */
STN_API void stn_remedies_free(StnRemedies *remedies);
/* How many there are, and each by its place; lives as long as the remedies. */
STN_API int stn_remedies_count(const StnRemedies *remedies);
STN_API const StnRemedy *stn_remedies_at(const StnRemedies *remedies, int index);
/* The friction site that is compensated. */
STN_API int stn_remedies_site(const StnRemedies *remedies);
/* Runs and measures them on all threads.  STN_OK also where runs fail: their status says it.
 * STN_CANCELLED where progress said so: those that are done stay. */
STN_API StnStatus stn_remedies_run(StnRemedies *remedies,
                                   bool (*progress)(void *user, double fraction), void *user,
                                   StnError *error);
/* "stands", "hunts", "creeps" at a command that rests, "follows" or "steps" on one that runs,
 * "tracks", "failed", "not used". */
STN_API const char *stn_remedy_word(const StnRemedy *remedy);
/* "push, Ki = 0, scale 0.8": what tells it from the others; returns out. */
STN_API const char *stn_remedy_label(const StnRemedy *remedy, char *out, size_t size);
/* All of them as a result: a table, what was derived, what could not be used.  digits: significant
 * ones for people; 0: 4. */
STN_API void stn_report_remedies(const StnRemedies *remedies, int digits, StnResult *out);
/* The figure of `out`, where records were kept: a row of panels for each remedy, its position,
 * error, effort, friction and what the compensation adds.  The error has one range in all. */
STN_API void stn_remedies_figure(const StnRemedies *remedies, StnResult *out);

/* ---- One remedy, tuned ----------------------------------------------------------------------- */

/* What is tuned, and for what.  Start from {0}. */
typedef struct StnRemedyTuneDef {
    const char *scenario;        /* a file or a built-in one */
    const StnScenario *document; /* used instead, and `scenario` names it in messages; or NULL */
    StnScenarioOptions options;  /* catalogue and overrides; its laws are not used */
    const char *law;             /* NULL: that of the scenario */
    const char *remedy;          /* a compensation, or a rule of the integrator */
    const char *minimise;        /* a metric, as tune takes it */
    const char *const
        *sensor; /* to be tried with what was found; NULL: ideal, and 1/1000 of the way */
    int nsensor;
    uint64_t evaluations; /* candidates at most; 0: 60 */
    int threads;          /* 0: one per processor */
} StnRemedyTuneDef;

enum { STN_REMEDY_TRIALS_MAX = 16 };
/* What was found, with other friction or another sensor: the levels of the plant are `friction`
 * times those of the scenario, and the compensation keeps its numbers.  sensor NULL: as given. */
typedef struct StnRemedyTrial {
    double friction;
    const char *sensor;
    double bare, value; /* the metric without and with the remedy; NaN: it does not exist */
} StnRemedyTrial;

/* A search for the numbers of one remedy: those that are derived, in a range around them, and the
 * scale of a compensation. */
typedef struct StnRemedyTune StnRemedyTune;
/* NULL on failure; error->path says which setting is wrong. */
STN_API StnRemedyTune *stn_remedy_tune_new(const StnRemedyTuneDef *def, StnError *error);
/* NULL is allowed. */
STN_API void stn_remedy_tune_free(StnRemedyTune *tune);
/* Searches, then tries what was found.  As stn_tune_run. */
STN_API StnStatus stn_remedy_tune_run(StnRemedyTune *tune,
                                      bool (*progress)(void *user, double fraction), void *user,
                                      StnError *error);
/* The trials, after a run: friction levels 0.8, 1 and 1.2, then sensors. */
STN_API int stn_remedy_tune_count(const StnRemedyTune *tune);
STN_API const StnRemedyTrial *stn_remedy_tune_at(const StnRemedyTune *tune, int index);
/* Whether the remedy leaves at most half of what the bare loop has. */
STN_API bool stn_remedy_trial_cures(const StnRemedyTrial *trial);
/* The scenario with what was found; lives as long as the search.  NULL before a run. */
STN_API const StnScenario *stn_remedy_tune_scenario(const StnRemedyTune *tune);
/* All of it as a result. */
STN_API StnStatus stn_report_remedy_tune(const StnRemedyTune *tune, int digits, StnResult *out,
                                         StnError *error);

#ifdef __cplusplus
}
#endif
#endif
