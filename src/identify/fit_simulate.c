/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A run of the model on the rows of the data. */
#include "identify/fit_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ASK_EVERY = 64 };
enum {
    STRETCHES = 64
}; /* of a record whose levels drift: of 20 % each has 0.3 %, half of it to either side */
#define TICK 1e-4 /* of a sample time: a row so near is the sample */

/* ---- Lists of given values ---- */

static int find(const StnFitList *list, const char *name)
{
    return stn_given_index(list->given, list->count, name);
}

/* A copy with room for all that may be free. */
static bool copy_list(StnFitList *list, const StnGiven *given, int count)
{
    list->given = calloc((size_t)count + STN_FREE_MAX + (size_t)stn_friction_parameter_count(),
                         sizeof *list->given);
    list->count = count;
    if (list->given && count > 0)
        memcpy(list->given, given, (size_t)count * sizeof *given);
    return list->given != NULL;
}

/* The entry of a parameter, with all of its present values. */
static int entry(StnFitList *list, const char *name, const double *value, int count)
{
    int at = find(list, name);
    if (at < 0)
        at = list->count++;
    StnGiven *given = &list->given[at];
    memset(given->name, 0, sizeof given->name);
    memcpy(given->name, name, strnlen(name, sizeof given->name - 1));
    given->count = count;
    memcpy(given->value, value, (size_t)count * sizeof *value);
    return at;
}

static bool friction_value(const StnSystem *S, int site, const char *name, StnValue *value)
{
    for (int k = 0; k < stn_system_value_count(S, site); k++) {
        *value = stn_system_value_at(S, site, k);
        if (strcmp(value->param->name, name) == 0)
            return true;
    }
    return false;
}

static bool is_free(const StnFitMap *map, int site, const char *name)
{
    for (int i = 0; i < map->nq; i++)
        if (map->param[i].place == STN_FIT_PLACE_FRICTION && map->param[i].site == site &&
            strcmp(map->param[i].item, name) == 0)
            return true;
    return false;
}

/* Where the sliding level is free and the static one is not, it follows, if it is not given or no
 * higher. */
static void add_levels(StnFitInside *inside, const StnFitMap *map, const StnSystem *S)
{
    StnValue high, low;
    const StnParam *level;
    for (int i = 0; i < S->model.nsite; i++)
        for (int k = 0; (level = stn_fit_level(&k));) {
            if (!is_free(map, i, level->above) || !friction_value(S, i, level->name, &high) ||
                !friction_value(S, i, level->above, &low))
                continue;
            bool same = high.value[0] == low.value[0] && high.value[1] == low.value[1];
            bool given = find(&inside->site[i], level->name) >= 0;
            inside->follows[i] = !is_free(map, i, level->name) && (!given || same);
            entry(&inside->site[i], level->name, high.value, high.count);
        }
}

/* All levels of a law that drift, also those that nobody gave. */
static void add_drifting(StnFitInside *inside, const StnSystem *S)
{
    for (int s = 0; s < S->model.nsite; s++)
        for (int k = 0; k < stn_system_value_count(S, s); k++) {
            const StnValue value = stn_system_value_at(S, s, k);
            if (strcmp(value.param->unit, "$F") == 0 && isfinite(value.param->def) &&
                find(&inside->site[s], value.param->name) < 0)
                entry(&inside->site[s], value.param->name, value.value, value.count);
        }
}

static StnStatus place(StnFitInside *inside, const StnFitMap *map, const StnSystem *S, int i,
                       StnError *error)
{
    const StnFitParam *p = &map->param[i];
    StnValue value;
    if (p->place == STN_FIT_PLACE_PLANT) {
        inside->slot[i] = entry(&inside->plant, p->item, &p->start, 1);
    } else if (p->place == STN_FIT_PLACE_INITIAL) {
        inside->slot[i] = entry(&inside->initial, p->item, &p->start, 1);
    } else if (p->place == STN_FIT_PLACE_FRICTION) {
        if (!friction_value(S, p->site, p->item, &value) || value.count <= p->last)
            return stn_error(error, STN_BAD_INPUT, "\"%s\" is free, but not every run has it",
                             p->name);
        inside->slot[i] = entry(&inside->site[p->site], p->item, value.value, value.count);
    }
    return STN_OK;
}

static StnStatus fill_lists(const StnFitter *fitter, StnFitInside *inside, const StnSystem *S,
                            StnError *error)
{
    const StnFitMap *map = &fitter->map;
    const StnSystemDef *def = &inside->run->def;
    bool good = copy_list(&inside->plant, def->given, def->ngiven) &&
                copy_list(&inside->initial, def->initial, def->ninitial);
    for (int i = 0; i < S->model.nsite; i++)
        good = good && copy_list(&inside->site[i], def->site[i].given, def->site[i].ngiven);
    if (!good)
        return stn_out_of_memory(error);
    add_levels(inside, map, S);
    if (fitter->def->drift)
        add_drifting(inside, S);
    StnStatus status = STN_OK;
    for (int i = 0; i < map->nq && !status; i++)
        status = place(inside, map, S, i, error);
    return status;
}

/* ---- Checking the data ---- */

static StnStatus no_such_column(const char *name, const char *const *names, int count,
                                StnError *error)
{
    return stn_error(error, STN_BAD_INPUT, "the model has no column \"%s\"%s", name,
                     stn_suggest(name, names, (size_t)count, "; it has ").text);
}

static StnStatus check_signal(StnFitInside *inside, const StnSystem *S, int s, StnError *error)
{
    const StnFitRun *run = inside->run;
    const StnFitSignal *signal = &run->signal[s];
    const char *names[STN_OUTPUTS_MAX + STN_STATES_MAX] = {NULL};
    double sum = 0.0, count = 0.0;
    for (int k = 0; k < s; k++)
        if (strcmp(run->signal[k].column, signal->column) == 0)
            return stn_error(error, STN_BAD_INPUT, "column \"%s\" of the model is compared twice",
                             signal->column);
    inside->column[s] = -1;
    for (int c = 0; c < S->model.ncolumn; c++) {
        names[c] = S->texts->column[c].name;
        if (strcmp(names[c], signal->column) == 0)
            inside->column[s] = c;
    }
    if (inside->column[s] < 0)
        return no_such_column(signal->column, names, S->model.ncolumn, error);
    for (size_t i = 0; i < run->rows; i++) {
        if (run->use && run->use[i] == STN_ROW_OUT)
            continue;
        if (!isfinite(signal->value[i]))
            return stn_error(error, STN_BAD_INPUT, "%s in row %zu is not a finite number",
                             signal->column, i + 1);
        if (!run->use || run->use[i] == STN_ROW_FIT || inside->nfit == 0)
            sum += signal->value[i] * signal->value[i], count += 1.0;
    }
    inside->size[s] = sqrt(sum / count);
    if (!(inside->size[s] > 0.0))
        return stn_error(error, STN_BAD_INPUT, "%s is zero throughout: there is nothing to fit",
                         signal->column);
    inside->sigma[s] = signal->sigma > 0.0 ? signal->sigma : inside->size[s];
    return STN_OK;
}

static StnStatus check_rows(StnFitInside *inside, StnError *error)
{
    const StnFitRun *run = inside->run;
    for (size_t i = 0; i < run->rows; i++) {
        int use = run->use ? run->use[i] : STN_ROW_FIT;
        if (!isfinite(run->t[i]) || (i > 0 && !(run->t[i] > run->t[i - 1])))
            return stn_error(error, STN_BAD_INPUT, "time does not grow at row %zu", i + 1);
        if ((run->x && !isfinite(run->x[i])) || (run->v && !isfinite(run->v[i])))
            return stn_error(error, STN_BAD_INPUT, "the motion in row %zu is not a finite number",
                             i + 1);
        if (use == STN_ROW_FIT)
            inside->nfit++, inside->last_fitted = i + 1;
        if (use != STN_ROW_OUT)
            inside->last_used = i + 1;
    }
    const bool held =
        inside->nfit == 0 && inside->last_used > 1 && run->target == STN_FIT_TARGET_ROWS;
    if (inside->nfit < 2 && !held)
        return stn_error(error, STN_BAD_INPUT,
                         "%zu of %zu rows are left to fit, at least 2 are needed: the others are "
                         "held out, or their direction or acceleration is not certain",
                         inside->nfit, run->rows);
    inside->span = run->t[run->rows - 1] - run->t[0];
    inside->late = 1e-9 * inside->span / (double)(run->rows - 1);
    return STN_OK;
}

/* What the plant cannot do before time 0, and what measured motion needs. */
static StnStatus check_kind(const StnFitDef *def, const StnFitRun *run, StnError *error)
{
    bool motion = run->x || run->v;
    if (!motion && !isnan(def->m))
        return stn_error(
            error, STN_BAD_INPUT,
            "a known mass goes without a plant, where the motion was measured; a plant "
            "has its own");
    if (!motion && def->drift && (def->nrun > 1 || run->target != STN_FIT_TARGET_ROWS))
        return stn_error(error, STN_BAD_INPUT,
                         "a drift of the friction is found in one run, row by row: the time of "
                         "several begins anew");
    if (def->gravity && !motion)
        return stn_fit_refuse_gravity(run->def.plant, error);
    if (def->gravity && !(run->rotary && run->x))
        return stn_error(error, STN_BAD_INPUT, "%s",
                         run->rotary ? "gravity of an arm takes the angle: name its column"
                                     : "gravity over the angle belongs to rotary data; the weight "
                                       "of a linear axis is offset.FF (--free offset.FF)");
    if (!isnan(def->m) && !run->a)
        return stn_error(error, STN_BAD_INPUT, STN_FIT_NO_ACCELERATION);
    if (run->nsignal < 1 || run->nsignal > STN_FIT_SIGNALS_MAX)
        return stn_error(error, STN_BAD_INPUT, "a run has 1 ... %d signals", STN_FIT_SIGNALS_MAX);
    if (run->rows < 2)
        return stn_error(error, STN_BAD_INPUT, "fewer than 2 rows");
    if (motion && run->nsignal != 1)
        return stn_error(error, STN_BAD_INPUT,
                         "with measured motion the friction force is the only signal");
    if (!motion && run->t[0] < 0.0)
        return stn_error(error, STN_BAD_INPUT, "the data begin at t = %g s, the scenario at 0 s",
                         run->t[0]);
    if (!run->def.borrow)
        return stn_error(error, STN_BAD_INPUT, "the definition of a run must borrow its signals");
    return STN_OK;
}

static StnStatus prepare_run(StnFitter *fitter, int r, StnError *error)
{
    StnFitInside *inside = &fitter->run[r];
    inside->run = &fitter->def->run[r];
    inside->parts = 1;
    StnFitSystem base;
    StnStatus status = check_kind(fitter->def, inside->run, error);
    if (!status)
        status = stn_fit_system(inside->run, &inside->run->def, &base, error);
    if (status)
        return status;
    const StnSystem *system = base.system;
    inside->law = stn_system_law(system, 0);
    /* by name: a law or plant with choices is bound to its system */
    if (r > 0 && (strcmp(system->model.plant->name, fitter->def->run[0].def.plant->name) != 0 ||
                  strcmp(inside->law->name, fitter->run[0].law->name) != 0))
        status = stn_error(error, STN_BAD_INPUT, "all runs must have the same plant and law");
    if (!status)
        status = check_rows(inside, error);
    for (int s = 0; !status && s < inside->run->nsignal; s++)
        status = check_signal(inside, system, s, error);
    if (!status)
        stn_fit_look_at_start(inside, system);
    if (!status)
        status = fill_lists(fitter, inside, system, error);
    if (!status)
        status = stn_fit_base(fitter, inside, error);
    if (!status && inside->run->target == STN_FIT_TARGET_CYCLES)
        status = stn_cycles_measure(inside->run->t, inside->run->signal[0].value,
                                    inside->last_fitted, &inside->measured, error);
    stn_fit_system_free(&base);
    return status;
}

StnStatus stn_fit_prepare(StnFitter *fitter, StnError *error)
{
    const StnFitDef *def = fitter->def;
    if (def->nrun < 1 || def->nrun > STN_FIT_RUNS_MAX)
        return stn_error(error, STN_BAD_INPUT, "a fit has 1 ... %d runs", STN_FIT_RUNS_MAX);
    StnStatus status = stn_fit_map(def, &fitter->map, error);
    fitter->nrun = def->nrun;
    for (int r = 0; r < def->nrun && !status; r++) {
        StnFitInside *inside = &fitter->run[r];
        status = prepare_run(fitter, r, error);
        inside->first_residual = fitter->nresidual;
        fitter->nresidual += def->run[r].target == STN_FIT_TARGET_CYCLES
                                 ? STN_CYCLE_RESIDUALS
                                 : inside->nfit * (size_t)def->run[r].nsignal;
        fitter->rows += def->run[r].rows * (size_t)def->run[r].nsignal;
    }
    bool slips = def->run[0].target == STN_FIT_TARGET_ROWS;
    for (int r = 0; r < def->nrun; r++)
        slips = slips || fitter->run[r].measured.slips;
    if (!status && !slips)
        status = stn_error(error, STN_BAD_INPUT,
                           "no record sticks and slips: its cycles tell nothing; compare rows");
    if (!status && fitter->nresidual < (size_t)fitter->map.nx + 1 &&
        def->run[0].target == STN_FIT_TARGET_ROWS)
        status = stn_error(error, STN_BAD_INPUT, "%zu samples are too few for %d parameters",
                           fitter->nresidual, fitter->map.nx);
    return status;
}

void stn_fit_release(StnFitter *fitter)
{
    for (int r = 0; r < fitter->nrun; r++) {
        free(fitter->run[r].plant.given);
        free(fitter->run[r].initial.given);
        stn_fit_system_free(&fitter->run[r].base);
        for (int i = 0; i < STN_SITES_MAX; i++)
            free(fitter->run[r].site[i].given);
    }
}

/* ---- Running it ---- */

/* The shortest time between samples of the controller and of sensors; infinite: nothing samples. */
static double sample_time(const StnSystem *S)
{
    double least = S->model.sampled ? S->num.Ts : INFINITY;
    for (int k = 0; k < S->model.nsensor; k++)
        if (S->num.sensor[k].sample > 0.0)
            least = fmin(least, S->num.sensor[k].sample);
    return least;
}

/* When the model is looked at: times in files are rounded, and just before a sample the model still has the one
 * before. */
static double time_of_row(const StnFitInside *inside, double period, size_t i)
{
    const double t = inside->run->t[i], tick = round(t / period) * period;
    return (fabs(t - tick) < TICK * period ? fmax(t, tick) : t) + inside->late;
}

/* Rows [from, to) of a motion that goes on. */
static StnStatus run_rows(StnFitter *fitter, const StnFitInside *inside, const StnSystem *system,
                          StnState *state, size_t from, size_t to, double **out, StnError *error)
{
    double value[STN_OUTPUTS_MAX + STN_STATES_MAX + STN_SENSORS_MAX];
    const double period = sample_time(system);
    const StnObserver observer = {.go_on = stn_fit_goes_on, .user = fitter}; /* a row may be long */
    for (size_t i = from; i < to; i++) {
        if (i % ASK_EVERY == 0 && !stn_fit_goes_on(fitter))
            return stn_error(error, STN_CANCELLED, "interrupted");
        StnStatus status =
            stn_advance(system, state, time_of_row(inside, period, i), &observer, error);
        if (status)
            return status;
        stn_columns_own(system, state, value);
        for (int s = 0; s < inside->run->nsignal; s++)
            out[s][i] = value[inside->column[s]];
    }
    return STN_OK;
}

static StnStatus run_candidate(StnFitter *fitter, const StnFitInside *inside,
                               const StnFitCandidate *candidate, const StnFitRoom *room,
                               const double *q, size_t rows, double **out, StnError *error)
{
    if (inside->run->x || inside->run->v)
        return stn_fit_motion(inside, candidate->system, stn_fit_start_force(fitter, inside, q),
                              rows, out[0], (StnObserver){.go_on = stn_fit_goes_on, .user = fitter},
                              error);
    void *own = candidate->own.system ? malloc(stn_state_size(candidate->system)) : NULL;
    if (candidate->own.system && !own)
        return stn_out_of_memory(error);
    StnState *state = stn_state_init(candidate->system, own ? own : room->state);
    StnStatus status = run_rows(fitter, inside, candidate->system, state, 0, rows, out, error);
    free(own);
    return status;
}

static StnStatus run_once(StnFitter *fitter, const StnFitWorkspace *workspace, int run,
                          const double *q, double level, size_t rows, double **out, StnError *error)
{
    const StnFitInside *inside = &fitter->run[run];
    const StnFitRoom *room = &workspace->room[run];
    StnFitCandidate candidate;
    StnStatus status = stn_fit_candidate(fitter, inside, room, q, level, &candidate, error);
    if (!status)
        status = run_candidate(fitter, inside, &candidate, room, q, rows, out, error);
    atomic_fetch_add_explicit(&fitter->simulations, 1, memory_order_relaxed);
    stn_fit_system_free(&candidate.own);
    return status;
}

/* Levels that drift, along a measured motion: between a run with those of the first row and one with those of the last.  The force of
 * laws without states is linear in their levels, so this is exact; with states it is to second order in what
 * the levels change, as their memory is short beside the record. */
static StnStatus drift(StnFitter *fitter, const StnFitWorkspace *workspace, int run,
                       const double *q, size_t rows, double *out, StnError *error)
{
    const StnFitInside *inside = &fitter->run[run];
    const double rate = stn_fit_beside(&fitter->map, q, STN_FIT_PLACE_DRIFT, 0.0);
    double *last = workspace->drifted;
    if (rate == 0.0 || !stn_fit_is_motion(fitter->def))
        return STN_OK;
    StnStatus status =
        run_once(fitter, workspace, run, q, 1.0 + rate * inside->span, rows, &last, error);
    for (size_t i = 0; !status && i < rows; i++)
        out[i] += (inside->run->t[i] - inside->run->t[0]) / inside->span * (last[i] - out[i]);
    return status;
}

/* With a plant the motion goes on from stretch to stretch, each with the levels of its middle. */
static StnStatus run_stretches(StnFitter *fitter, const StnFitWorkspace *workspace, int run,
                               const double *q, double rate, size_t rows, double **out,
                               StnError *error)
{
    const StnFitInside *inside = &fitter->run[run];
    const double *t = inside->run->t;
    const size_t count = rows < STRETCHES ? rows : STRETCHES;
    StnFitCandidate candidate[2] = {{.system = NULL}, {.system = NULL}};
    void *memory[2] = {NULL, NULL};
    StnStatus status = STN_OK;
    for (size_t k = 0; k < count && !status; k++) {
        const size_t from = k * rows / count, to = (k + 1) * rows / count, now = k % 2;
        const double level = 1.0 + rate * (0.5 * (t[from] + t[to - 1]) - t[0]);
        stn_fit_system_free(&candidate[now].own);
        status = stn_fit_candidate(fitter, inside, now ? &workspace->other : &workspace->room[run],
                                   q, level, &candidate[now], error);
        free(memory[now]);
        memory[now] = status ? NULL : malloc(stn_state_size(candidate[now].system));
        if (!status && !memory[now])
            status = stn_out_of_memory(error);
        else if (!status && k == 0)
            stn_state_init(candidate[now].system, memory[now]);
        else if (!status)
            status = stn_state_move(candidate[now].system, memory[now], candidate[!now].system,
                                    memory[!now], error);
        if (!status)
            status =
                run_rows(fitter, inside, candidate[now].system, memory[now], from, to, out, error);
    }
    for (int k = 0; k < 2; k++) {
        stn_fit_system_free(&candidate[k].own);
        free(memory[k]);
    }
    atomic_fetch_add_explicit(&fitter->simulations, 1, memory_order_relaxed);
    return status;
}

StnStatus stn_fit_simulate_raw(StnFitter *fitter, const StnFitWorkspace *workspace, int run,
                               const double *q, size_t rows, double **out, StnError *error)
{
    const double rate = stn_fit_is_motion(fitter->def)
                            ? 0.0
                            : stn_fit_beside(&fitter->map, q, STN_FIT_PLACE_DRIFT, 0.0);
    return rate == 0.0 ? run_once(fitter, workspace, run, q, 1.0, rows, out, error)
                       : run_stretches(fitter, workspace, run, q, rate, rows, out, error);
}

StnStatus stn_fit_simulate(StnFitter *fitter, const StnFitWorkspace *workspace, int run,
                           const double *q, size_t rows, double **out, StnError *error)
{
    const StnFitInside *inside = &fitter->run[run];
    const StnFitRun *own = inside->run;
    const size_t reaches = stn_fit_window_reaches(own, rows);
    double heavy = 0.0, *whole = workspace->whole, **raw = own->box > 0 ? &whole : out;
    StnStatus status = stn_fit_simulate_raw(fitter, workspace, run, q, reaches, raw, error);
    if (!status)
        status = drift(fitter, workspace, run, q, reaches, raw[0], error);
    if (!status)
        stn_fit_correct(fitter, own, q, reaches, raw, &heavy);
    if (!status && own->box > 0)
        stn_fit_window_means(own, whole, rows, out[0]);
    for (size_t i = 0; !status && heavy != 0.0 && i < rows; i++)
        out[0][i] += isnan(own->a[i]) ? 0.0 : heavy * own->a[i];
    for (int s = 0; !status && s < inside->run->nsignal; s++)
        if (!isfinite(out[s][rows - 1]))
            status = stn_error(error, STN_DIVERGED, "the model leaves the range of numbers");
    if (status == STN_NO_MEMORY)
        atomic_store(&fitter->memory_out, true);
    return status;
}
