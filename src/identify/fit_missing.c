/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What a model lacks, from the residual of its fit: what a term explains beside all that the free parameters could
 * still do. */
#include "identify/fit_missing.h"
#include "identify/basis.h"
#include "identify/inverse_model.h"
#include "identify/reversal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    COLUMNS = 2,
    SPEEDS = 25,
    SPEEDS_PLANT = 9,
    LENGTHS = 13,
    LENGTHS_PLANT = 4,
    LEAST_ROWS = 20
};
#define SCREEN 0.03 /* share in a few runs, below which no term explains 0.1 (lacking.c) in all */
#define DELAY_TOLD 3.0 /* times as much is left by pre-sliding: then it is a delay */
#define LITTLE 0.1     /* of the residual's variance */
#define NOISE_LIKE 0.5 /* correlation of neighbours */
#define WAY_TOLD 1.5   /* likewise by a delay: then it is pre-sliding */
#define ALIKE 1e-6     /* of a column: what is left of it beside the others; less is none */

typedef struct {
    StnTermColumns columns;
    StnFitter *fitter;
    size_t rows, seen; /* residuals; those of runs that are not set aside */
    bool screens;      /* only to see whether any term is worth all runs */
    double most;       /* largest share then */
    StnBasis basis;    /* of the columns of the free parameters, then of a term */
    int nmodel;        /* members of the free parameters */
    double *q, *means; /* memory; means of a term over windows, in all rows */
    double *raw,
        *kept;         /* columns of the term that is tried, as they are; of those that are named */
    int nfirst, nkept; /* columns of the first that is named; of the last */
    double *rest, *left; /* residual beside the model's columns; what a term leaves of it */
    double plain, fastest;
    StnLacking best, second;
    StnFitDelay late;
    StnLacking way;    /* friction that builds up after a reversal, whether it is the best or not */
    double way_length; /* of it; 0: none explains much */
    double over, height; /* of the best term: its speed or way, its force */
    bool rotary;
    char free_mass[60]; /* the option that adds inertia */
} Search;

/* Makes the next column a member of the basis; returns what that left of its length, 0 where it is none. */
static double extend_basis(Search *s)
{
    const double *column = s->basis.q[s->basis.n];
    const double before = sqrt(stn_dot(column, column, s->rows)), left = stn_basis_add(&s->basis);
    if (left > ALIKE * before)
        return left;
    s->basis.n -= left > 0.0;
    return 0.0;
}

/* Takes what is along the newest member out of a residual; its part. */
static double take_out(const Search *s, double *residual)
{
    const double *newest = s->basis.q[s->basis.n - 1];
    const double part = stn_dot(newest, residual, s->rows);
    stn_take_off(residual, part, newest, s->rows);
    return part;
}

/* Residuals or slopes; 0 in runs that are set aside, and in rows that tell nothing of inertia. */
static void copy_seen(Search *s, const double *from, double *to)
{
    memcpy(to, from, s->rows * sizeof *to);
    s->seen = s->rows;
    if (stn_fit_is_motion(s->fitter->def)) {
        s->seen -= stn_term_leave_out_ends(&s->fitter->run[0], to);
        return;
    }
    for (int k = 0; k < s->fitter->nrun; k++) {
        const StnFitInside *inside = &s->fitter->run[k];
        const size_t own = inside->nfit * (size_t)inside->run->nsignal;
        if (inside->aside)
            memset(to + inside->first_residual, 0, own * sizeof *to), s->seen -= own;
    }
}

/* ---- Terms ---- */

typedef struct {
    StnLackingKind kind;
    const char *option;
    bool wanted; /* the data can show it, and the model lacks it */
    int columns, nparam;
    StnTermForce force;
} Term;

/* A column of a term in the next place of the basis; false: there is none. */
static bool fill_column(Search *s, const Term *term, int column, double over)
{
    const StnFitInside *inside = &s->fitter->run[0];
    double *out = s->basis.q[s->basis.n];
    size_t n = 0;
    if (s->columns.input >= 0)
        return stn_term_column(&s->columns, term->force, column, over, out);
    const StnSiteMotion *m = &s->columns.motion[0];
    const bool means =
        inside->run->box > 0 && term->force != stn_term_drift; /* FF is a mean already */
    double *whole = s->columns.workspace->whole;
    for (size_t i = 0; means && i < m->rows; i++)
        whole[i] = term->force(m, i, column, over);
    if (means)
        stn_fit_window_means(inside->run, whole, inside->last_fitted, s->means);
    for (size_t i = 0; i < inside->last_fitted; i++)
        if (!inside->run->use || inside->run->use[i] == STN_ROW_FIT)
            out[n++] = means ? s->means[i] : term->force(m, i, column, over);
    return true;
}

static bool follows_reversals(const Term *term)
{
    return term->force == stn_term_play || term->force == stn_term_presliding;
}

/* What a remark says of the best term.  Columns of a plant are in residuals, those of a motion in forces. */
static void take_size(Search *s, double over, double part)
{
    s->over = over;
    s->height = fabs(part) * (s->columns.input >= 0 ? 1.0 : s->fitter->run[0].sigma[0]);
}

/* With a sign of its own the part of a falling friction must be positive: the model is short of it.  After a reversal the
 * model has too much. */
static void try_term(Search *s, const Term *term, double over)
{
    int columns = 0;
    double first = 0.0;
    memcpy(s->left, s->rest, s->rows * sizeof *s->left);
    for (int c = 0; c < term->columns; c++) {
        const bool filled = fill_column(s, term, c, over);
        memcpy(s->raw + (size_t)columns * s->rows, s->basis.q[s->basis.n],
               s->rows * sizeof *s->raw);
        if (filled && s->columns.input < 0)
            stn_term_leave_out_ends(&s->fitter->run[0], s->basis.q[s->basis.n]);
        const double length = filled ? extend_basis(s) : 0.0;
        if (!(length > 0.0))
            continue;
        const double part = take_out(s, s->left);
        first = columns == 0 ? part / length : first;
        columns++;
    }
    s->basis.n = s->nmodel;
    const StnLackingTerm found = {term->kind,
                                  term->option,
                                  s->plain,
                                  .sse = stn_dot(s->left, s->left, s->rows),
                                  .correlation = stn_neighbour_correlation(s->left, s->rows),
                                  .rows = s->seen,
                                  .nmodel = s->nmodel,
                                  .nparam = term->nparam};
    if (columns == 0 || (term->force == stn_term_falling && first > 0.0) ||
        (follows_reversals(term) && first < 0.0))
        return;
    if (!s->screens && term->force == stn_term_presliding && stn_lacking_take(&s->way, &found))
        s->way_length = over;
    if (s->screens)
        s->most = fmax(s->most, 1.0 - found.sse / found.plain);
    else if (stn_lacking_take(&s->best, &found)) {
        take_size(s, over, first);
        s->nkept = columns;
        memcpy(s->kept + (size_t)s->nfirst * s->rows, s->raw,
               (size_t)columns * s->rows * sizeof *s->kept);
    }
}

static bool is_free(const Search *s, StnFitPlace place, const char *item, bool apart)
{
    const StnFitMap *map = &s->fitter->map;
    for (int i = 0; i < map->nq; i++) {
        const StnFitParam *p = &map->param[i];
        if (p->place == place && (!item || strcmp(p->item, item) == 0) &&
            (place != STN_FIT_PLACE_FRICTION || p->site == s->columns.site) &&
            (!apart || p->first == p->last))
            return true;
    }
    return false;
}

/* A mass of a plant is one of its parameters; *word: the first. */
static bool mass_is_free(const Search *s, const char **word)
{
    const StnPlant *plant = s->fitter->run[0].run->def.plant;
    *word = NULL;
    for (int i = 0; i < plant->nparam; i++) {
        const bool mass = strncmp(plant->params[i].unit, "kg", 2) == 0 &&
                          strchr(plant->params[i].unit, '/') == NULL;
        if (mass && is_free(s, STN_FIT_PLACE_PLANT, plant->params[i].name, false))
            return true;
        if (mass && !*word)
            *word = plant->params[i].name;
    }
    return false;
}

/* A play takes the mass behind it along; the way is a parameter, too.  Laws with states have a way of their own. */
static void try_reversals(Search *s, const StnLaw *law)
{
    const bool plant = s->columns.input >= 0;
    const int lengths = plant ? LENGTHS_PLANT : LENGTHS;
    const double longest = stn_term_longest_way(&s->columns);
    const Term terms[] = {
        {STN_LACKS_PLAY, NULL, true, 1, 2, stn_term_play},
        {STN_LACKS_PRESLIDING, NULL, law && law->nstate == 0, 1, 2, stn_term_presliding},
    };
    for (int k = 0; k < 2 && longest > 0.0; k++)
        for (int i = 0; i < lengths && terms[k].wanted; i++)
            try_term(s, &terms[k], stn_reversal_length(longest, i, lengths));
    if (!(longest > 0.0) || s->best.kind != STN_LACKS_PLAY)
        return;
    const Term heavy = {STN_LACKS_PLAY, NULL, true, 2, 3, stn_term_play};
    const double near = 2.0 * s->over; /* of a grid that has this length at 0 */
    for (int i = -2; i <= 2; i++)
        try_term(s, &heavy, stn_reversal_length(near, 0.25 * i, lengths));
}

/* Those whose shape is known. */
static void try_terms(Search *s)
{
    const StnFitDef *def = s->fitter->def;
    const StnLaw *law = s->fitter->run[0].run->def.site[s->columns.site].law;
    const StnSiteMotion *m = &s->columns.motion[0];
    const bool x = m->x != NULL, plant = s->columns.input >= 0;
    const char *mass = NULL;
    const bool heavy = plant ? mass_is_free(s, &mass)
                             : !isnan(def->m) || is_free(s, STN_FIT_PLACE_MASS, NULL, false);
    snprintf(s->free_mass, sizeof s->free_mass, "--free %s", mass ? mass : "m");
    const Term terms[] = {
        {STN_LACKS_INERTIA, s->free_mass, m->a && !heavy, 1, 1, stn_term_inertia},
        {STN_LACKS_GRAVITY, plant ? NULL : "--gravity", x && m->rotary && !def->gravity, 2, 2,
         stn_term_gravity},
        {STN_LACKS_SPRING, NULL, x, 2, 2, stn_term_spring},
        {STN_LACKS_POSITION, NULL, x, 1, 1, stn_term_position},
        {STN_LACKS_DIRECTION, "--free Fc.each", !is_free(s, STN_FIT_PLACE_FRICTION, "Fc", true), 2,
         2, stn_term_direction},
        {STN_LACKS_VISCOUS, "--free sigma2",
         law && stn_law_parameter(law, "sigma2") >= 0 &&
             !is_free(s, STN_FIT_PLACE_FRICTION, "sigma2", false),
         1, 1, stn_term_viscous},
        {STN_LACKS_DRIFT, "--drift", !def->drift && s->fitter->nrun == 1, 1, 1, stn_term_drift},
        {STN_LACKS_UNEVEN_DRIFT, NULL, def->drift && s->fitter->nrun == 1, 1, 1,
         stn_term_bent_drift},
        {STN_LACKS_VISCOUS_DRIFT, NULL, def->drift && s->fitter->nrun == 1, 1, 1,
         stn_term_drifting_viscous},
    };
    for (size_t k = 0; k < sizeof terms / sizeof terms[0]; k++)
        if (terms[k].wanted)
            try_term(s, &terms[k], 0.0);
}

static void try_falling(Search *s, const StnLaw *law)
{
    const bool plant = s->columns.input >= 0;
    const bool falls = law && stn_law_parameter(law, "vs") >= 0;
    const Term stribeck = {STN_LACKS_STRIBECK,
                           falls ? "--free Fs,vs" : "--law stribeck",
                           !is_free(s, STN_FIT_PLACE_FRICTION, "vs", false),
                           1,
                           2,
                           stn_term_falling};
    const int speeds = plant ? SPEEDS_PLANT : SPEEDS;
    for (int k = 0; stribeck.wanted && k < speeds; k++)
        try_term(s, &stribeck, s->fastest / 3.0 * pow(1.0 / 33.0, (double)k / (speeds - 1)));
}

static void try_all(Search *s)
{
    const StnLaw *law = s->fitter->run[0].run->def.site[s->columns.site].law;
    s->rotary = s->columns.motion[0].rotary;
    try_falling(s, law);
    try_terms(s);
    try_reversals(s, law);
}

/* Beside a large term that is missing a smaller one is hidden: a mass that is not free hid a drift of the levels, and the
 * intervals held what both make of the levels by half.  What is left beside reversals may be of the first, too, so
 * only terms that act everywhere are searched for. */
static void try_second(Search *s)
{
    const StnLacking first = s->best;
    const double height = s->height, over = s->over;
    if (!first.kind || stn_lacks_at_reversals(stn_lacking_name(first.kind)))
        return;
    s->nfirst = s->nkept, s->nkept = 0;
    for (int c = 0; c < s->nfirst; c++) {
        copy_seen(s, s->kept + (size_t)c * s->rows, s->basis.q[s->basis.n]);
        if (extend_basis(s) > 0.0)
            take_out(s, s->rest);
    }
    s->nmodel = s->basis.n;
    s->plain = stn_dot(s->rest, s->rest, s->rows);
    s->best = (StnLacking){.kind = STN_LACKS_NOTHING};
    if (s->plain > 0.0)
        try_terms(s);
    s->second = s->best, s->best = first;
    s->height = height, s->over = over;
}

/* ---- Along a measured motion, and with a plant ---- */

static double found_beside(const StnFitResult *result, StnFitPlace place, const char *item,
                           double otherwise)
{
    for (int i = 0; i < result->nparam; i++)
        if (result->param[i].place == place && (!item || strcmp(result->param[i].item, item) == 0))
            return result->param[i].value;
    return otherwise;
}

/* FF: of the effort that the model takes only what is friction, without inertia, gravity and a constant. */
static void measured_motion(Search *s, const StnFitResult *result, double *v, double *FF,
                            double *way)
{
    const StnFitInside *inside = &s->fitter->run[0];
    const StnFitRun *run = inside->run;
    const double known = s->fitter->def->m;
    const double m = found_beside(result, STN_FIT_PLACE_MASS, NULL, isnan(known) ? 0.0 : known),
                 G = found_beside(result, STN_FIT_PLACE_GRAVITY, "G", 0.0),
                 hang = found_beside(result, STN_FIT_PLACE_GRAVITY, "hang", 0.0),
                 constant = found_beside(result, STN_FIT_PLACE_OFFSET, NULL, 0.0),
                 gain = found_beside(result, STN_FIT_PLACE_GAIN, NULL, 1.0);
    const size_t reaches = stn_fit_window_reaches(run, inside->last_fitted);
    for (size_t i = 0; i < reaches; i++)
        v[i] = stn_fit_velocity_at(run, i);
    for (size_t i = 0; i < inside->last_fitted; i++) {
        FF[i] = (result->model[0][0][i] - constant) / gain -
                (run->a && m != 0.0 ? m * run->a[i] : 0.0) -
                (run->x && G != 0.0 ? G * sin(run->x[i] - hang) : 0.0);
    }
    stn_site_ways(run->t, v, reaches, way);
    s->columns.motion[0] = (StnSiteMotion){
        run->t,  run->x,      v,
        run->a,  FF,          way,
        reaches, run->rotary, found_beside(result, STN_FIT_PLACE_FRICTION, "sigma2", 0.0)};
}

static void find_fastest(Search *s)
{
    s->fastest = 0.0;
    for (int r = 0; r < s->fitter->nrun; r++)
        for (size_t i = 0; i < s->columns.motion[r].rows; i++)
            s->fastest = fmax(s->fastest, fabs(s->columns.motion[r].v[i]));
}

/* Every site that a load acts on. */
static StnStatus try_sites(Search *s, StnError *error)
{
    const StnPlant *plant = s->fitter->run[0].run->def.plant;
    StnStatus status = STN_OK;
    for (int i = 0; i < plant->ninput && !status; i++) {
        bool good = false;
        if (plant->inputs[i].role != STN_ROLE_LOAD)
            continue;
        status = stn_term_motion(&s->columns, i, &good, error);
        if (good && !status) { /* only then is there a motion */
            find_fastest(s);
            if (s->fastest > 0.0)
                try_all(s);
        }
        stn_term_columns_free(&s->columns);
    }
    return status;
}

/* Friction that builds up after a reversal turns later than the motion, as a signal that was recorded late does: only what
 * leaves far less than the other is named alone.  Few ways are tried, none of them short, so more is asked of a delay: it
 * leaves little, or noise. */
static bool is_delay_or_way(const Search *s, const StnLacking *late)
{
    const StnLaw *law = s->fitter->run[0].run->def.site[0].law;
    const double by_time = 1.0 - late->share, by_way = 1.0 - s->way.share;
    const bool little = by_time < LITTLE || s->late.correlation < NOISE_LIKE;
    return late->kind && law && law->nstate == 0 && !(little && by_way > DELAY_TOLD * by_time) &&
           by_time < WAY_TOLD * by_way;
}

/* Of a measured motion the inverse model looks for a delay (stn_fit_look_for_delay). */
static StnStatus try_delay(Search *s, const double *J, const StnFitResult *result, StnError *error)
{
    StnLacking late = {.kind = STN_LACKS_NOTHING};
    const StnStatus status = stn_fit_missing_delay(&s->columns, J, result, &late, &s->late);
    if (s->screens && late.kind)
        s->most = fmax(s->most, late.share);
    const bool either = !s->screens && is_delay_or_way(s, &late);
    const bool builds_up = s->best.kind == STN_LACKS_PRESLIDING;
    if (!s->screens && late.kind && (late.share > s->best.share || (either && builds_up))) {
        s->best = late;
        s->best.kind = either ? STN_LACKS_DELAY_OR_PRESLIDING : STN_LACKS_DELAY;
        s->best.share = either ? fmax(late.share, s->way.share) : late.share;
    }
    return status == STN_OK ? STN_OK : stn_out_of_memory(error);
}

static StnStatus search_residual(Search *s, const double *J, const double *r, StnFitResult *result,
                                 StnError *error)
{
    StnStatus status = STN_OK;
    s->basis = (StnBasis){.rows = s->rows};
    for (int k = 0; k < s->fitter->map.nx + 2 * COLUMNS; k++)
        s->basis.q[k] = s->q + (size_t)k * s->rows;
    copy_seen(s, r, s->rest);
    for (int j = 0; j < s->fitter->map.nx; j++) {
        copy_seen(s, J + (size_t)j * s->rows, s->basis.q[s->basis.n]);
        if (extend_basis(s) > 0.0)
            take_out(s, s->rest);
    }
    s->nmodel = s->basis.n;
    s->plain = stn_dot(s->rest, s->rest, s->rows);
    if (!(s->plain > 0.0))
        return STN_OK;
    if (!stn_fit_is_motion(s->fitter->def)) {
        status = try_sites(s, error);
        return status == STN_OK ? try_delay(s, J, result, error) : status;
    }
    const size_t length = s->fitter->run[0].run->rows + 1;
    double *v = malloc(4 * length * sizeof *v);
    if (!v)
        return stn_out_of_memory(error);
    s->means = v + 2 * length;
    measured_motion(s, result, v, v + length, v + 3 * length);
    find_fastest(s);
    if (s->fastest > 0.0) {
        try_all(s);
        try_second(s);
    }
    free(v);
    return status;
}

/* Every term costs a simulation of all runs.  Of many runs a few are tried first: a term that explains 10 % of all
 * residuals explains some of theirs. */
static StnStatus search_few_first(Search *s, const double *J, const double *r, StnFitResult *result,
                                  StnError *error)
{
    s->screens = stn_fit_set_aside(s->fitter) > 0;
    StnStatus status = s->screens ? search_residual(s, J, r, result, error) : STN_OK;
    const bool needless = s->screens && s->most < SCREEN;
    if (s->screens)
        stn_fit_take_all(s->fitter);
    s->screens = false;
    return status || needless ? status : search_residual(s, J, r, result, error);
}

StnStatus stn_fit_missing(StnFitter *fitter, StnFitWorkspace *workspace, const double *x,
                          const double *J, const double *r, StnFitResult *result, StnError *error)
{
    const StnFitRun *run = fitter->run[0].run;
    const bool motion = stn_fit_is_motion(fitter->def);
    Search s = {.columns = {.fitter = fitter, .workspace = workspace, .x = x, .input = -1},
                .fitter = fitter,
                .rows = fitter->nresidual};
    const size_t columns = (size_t)fitter->map.nx + 5 * COLUMNS + 2;
    if ((motion && fitter->nrun > 1) || run->target != STN_FIT_TARGET_ROWS || s.rows < LEAST_ROWS ||
        fitter->map.nx + 2 * COLUMNS > STN_BASIS_MAX)
        return STN_OK;
    s.q = malloc((columns * s.rows + 1) * sizeof *s.q);
    if (!s.q)
        return stn_out_of_memory(error);
    s.rest = s.q + ((size_t)fitter->map.nx + 2 * COLUMNS) * s.rows;
    s.left = s.rest + s.rows;
    s.raw = s.left + s.rows;
    s.kept = s.raw + COLUMNS * s.rows;
    StnStatus status = search_few_first(&s, J, r, result, error);
    result->missing = stn_lacking_name(s.best.kind);
    result->missing_share = s.best.share;
    result->missing_chance = s.best.chance;
    const bool late =
        s.best.kind == STN_LACKS_DELAY || s.best.kind == STN_LACKS_DELAY_OR_PRESLIDING;
    result->delay = late ? s.late.seconds : NAN;
    if (late) {
        s.late.way = s.best.kind == STN_LACKS_DELAY ? NAN : s.way_length;
        s.late.rotary = s.rotary;
        stn_fit_remark_delay(run, &s.late, &s.best, &result->remarks);
        stn_fit_withdraw(result);
    } else if (s.best.kind && status == STN_OK) {
        stn_lacking_remark(&s.best, &result->remarks);
        if (s.second.kind)
            stn_lacking_remark_beside(&s.second, &result->remarks);
        const StnFitTerms terms = {s.kept, s.nfirst + s.nkept};
        status = stn_fit_falsify(fitter, x, J, r, &terms, result, error);
    }
    if (s.best.kind == STN_LACKS_PLAY || s.best.kind == STN_LACKS_PRESLIDING)
        stn_reversal_remark(s.best.kind == STN_LACKS_PLAY, s.over, s.rotary ? "rad" : "m", s.height,
                            s.rotary ? "N*m" : "N", &result->remarks);
    free(s.q);
    return status;
}
