/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A system is put together here: parameters from what is given, by default and by derivation; the
 * layout of the state vector; the columns. */
#include "core/build.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COOKIE 0x53746e31u
#define RANGE 1e30 /* of its scale: a state beyond it has left the range of sane numbers */

typedef struct Chunk {
    struct Chunk *next;
} Chunk;

void *stn_take(StnSystem *S, size_t size)
{
    Chunk *chunk = calloc(1, sizeof(Chunk) + 16 + size);
    if (!chunk)
        return NULL;
    chunk->next = S->arena;
    S->arena = chunk;
    return (char *)chunk + ((sizeof(Chunk) + 15) & ~(size_t)15);
}

void stn_note(StnSystem *S, StnNoteKind kind, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    char *copy = S->nnote < STN_NOTES_MAX ? stn_take(S, strlen(text) + 1) : NULL;
    S->note_lost = S->note_lost || (!copy && S->nnote < STN_NOTES_MAX);
    if (!copy)
        return;
    strcpy(copy, text);
    S->note_kind[S->nnote] = kind;
    S->note_text[S->nnote++] = copy;
}

StnSystemDef stn_default_system_def(const StnPlant *plant)
{
    StnSystemDef def = {.cookie = COOKIE, .plant = plant, .seed = 1, .duration = NAN};
    def.solver = (StnSolverDef){.method = STN_METHOD_EVENT,
                                .integrator = STN_INTEGRATOR_AUTO,
                                .euler = STN_EULER_SEMI_IMPLICIT,
                                .rtol = 1e-9,
                                .dt = 1e-5,
                                .h_max = INFINITY,
                                .zone_guard = true,
                                .energy = true,
                                .max_events = 10000000};
    return def;
}

/* ---- Layout ---- */

/* Limits of the stops; a state that does not move, or is not there, needs none. */
static void stops(StnSystem *S)
{
    uint32_t idle = S->plant->idle ? S->plant->idle(S->p) : 0;
    for (int j = 0; j < S->nstop; j++) {
        const StnStopInfo *stop = &S->plant->stops[j];
        bool moves = (stop->pos >= 32 || !(idle >> stop->pos & 1u)) &&
                     stn_plant_uses(S->plant, S->p, STN_PART_STOP, stop->name);
        S->stop_hi[j] = moves ? S->p[stop->hi] : INFINITY;
        S->stop_lo[j] = moves && stop->lo != stop->hi ? S->p[stop->lo] : -S->stop_hi[j];
        if (S->stop_lo[j] > -INFINITY || S->stop_hi[j] < INFINITY)
            S->limited[S->nlimited++] = j;
        const StnLaw *law = stop->play ? S->law[stop->site] : NULL;
        if (law && moves && !(law->flags & STN_LAW_PLAY))
            stn_note(S, STN_NOTE_WARNING,
                     "%s: law %s knows nothing of the play: inside it friction is the same as "
                     "where the site pushes",
                     S->plant->sites[stop->site].name, law->name);
    }
}

static void layout(StnSystem *S, const StnSystemDef *def)
{
    const StnPlant *plant = S->plant;
    int n = plant->nstate, rel = plant->nrel;
    S->nplant = n;
    n += S->ntwist;
    for (int i = 0; i < S->nsite; i++)
        S->site_stop[i] = -1;
    for (int j = 0; j < S->nstop; j++)
        if (plant->stops[j].site >= 0 && !plant->stops[j].play)
            S->site_stop[plant->stops[j].site] = j;
    for (int i = 0; i < S->nsite; i++) {
        int more = S->law[i]->vector ? S->law_n[i] - 1 : 0;
        S->law_state[i] = n;
        S->law_nstate[i] = S->law[i]->nstate + (S->law[i]->nstate ? more : 0);
        S->law_rel[i] = rel;
        S->law_nrel[i] = S->law[i]->nrel + (S->law[i]->nrel ? more : 0);
        n += S->law_nstate[i];
        rel += S->law_nrel[i];
    }
    for (int k = 0; k < S->nsensor; k++) {
        S->sensor[k].def = def->sensor[k];
        S->sensor[k].lag = def->sensor[k].lag > 0.0 ? n++ : -1;
        S->nlag += S->sensor[k].lag >= 0;
    }
    S->n = n;
    uint32_t idle = plant->idle ? plant->idle(S->p) : 0;
    for (int i = 0; i < n && i < STN_STATES_MAX; i++)
        if (i >= S->nplant || i >= 32 || !(idle >> i & 1u))
            S->active[S->nactive++] = i;
    S->nrel = rel;
    S->g_site = 2 * rel;
    S->g_stop = S->g_site + 2 * S->nsite;
    S->ng = S->g_stop + 2 * S->nstop;
    S->ncolumn = S->nout + S->nsensor;
    for (int i = 0; i < S->nsite; i++)
        S->ncolumn += S->law_nstate[i];
}

static void memory_map(StnSystem *S)
{
    size_t n = (size_t)S->n + STN_VECTOR_MAX, at = 0, ng = (size_t)S->ng, nu = (size_t)S->nu;
    S->o_coef = at, at += (STN_DEGREE_MAX + 1) * n;
    S->o_now = at, at += n;
    S->o_disc = at, at += (size_t)S->nd + 1;
    S->o_mode = at, at += (size_t)S->nrel + 1;
    S->o_next = at, at += (size_t)S->nrel + 1;
    S->o_since = at, at += (size_t)S->nrel + 1;
    S->o_guard = at, at += ng;
    S->o_held = at, at += (size_t)S->nsensor + 1;
    S->o_matrix = at,
    at += n * n + n * nu + n + ng * (n + nu + 1); /* A, B, c of the mode and of its guards */
    S->o_top = at, at += n;
    S->o_taylor = at, at += nu * (STN_DEGREE_MAX + 1);
    /* implicit: J, one real and two complex factors, stages; explicit: 17 rows */
    S->o_work = at, at += 6 * n * n + 24 * n;
    S->state_size = sizeof(StnState) + at * sizeof(double);
}

static void columns(StnSystem *S)
{
    int c = 0;
    for (int i = 0; i < S->nout; i++, c++) {
        StnColumnInfo *info = &S->column[c];
        snprintf(info->name, sizeof info->name, "%s", S->plant->outputs[i].name);
        snprintf(info->unit, sizeof info->unit, "%s", S->plant->outputs[i].unit);
        info->text = S->plant->outputs[i].text;
    }
    for (int i = 0; i < S->nsite; i++) {
        for (int j = 0; j < S->law_nstate[i]; j++, c++) {
            const StnLaw *law = S->law[i];
            const StnVar *var = &law->states[j < law->nstate ? j : law->nstate - 1];
            bool many = law->vector && j >= law->nstate - 1;
            char name[32];
            snprintf(name, sizeof name, many ? "%s%d" : "%s", var->name, j - law->nstate + 2);
            bool clash = S->whole->nsite > 1;
            for (int k = 0; k < c; k++)
                clash = clash || strcmp(S->column[k].name, name) == 0;
            snprintf(S->column[c].name, sizeof S->column[c].name, clash ? "%s.%s" : "%.0s%s",
                     S->plant->sites[i].name, name);
            stn_unit_text(var->unit, S->plant->sites[i].rotary, S->column[c].unit,
                          sizeof S->column[c].unit);
            S->column[c].text = var->text;
        }
    }
    for (int k = 0; k < S->nsensor; k++, c++) {
        const StnVar *var = &S->whole->outputs[S->sensor[k].def.output];
        snprintf(S->column[c].name, sizeof S->column[c].name, "%s_meas", var->name);
        snprintf(S->column[c].unit, sizeof S->column[c].unit, "%s", var->unit);
        S->column[c].text = "as the sensor shows it";
    }
}

/* ---- Initial state ---- */

static int state_index(const StnSystem *S, const char *name)
{
    for (int i = 0; i < S->nplant; i++)
        if (strcmp(S->plant->states[i].name, name) == 0)
            return i;
    int c = S->nout;
    for (int i = 0; i < S->nsite; i++)
        for (int j = 0; j < S->law_nstate[i]; j++, c++)
            if (strcmp(S->column[c].name, name) == 0)
                return S->law_state[i] + j;
    return -1;
}

/* A state that begins beyond a limit would be set onto it, far from what was asked for. */
static StnStatus inside_stops(const StnSystem *S, StnError *error)
{
    for (int j = 0; j < S->nstop; j++) {
        const StnVar *state = &S->plant->states[S->plant->stops[j].pos];
        double x = S->y_start[S->plant->stops[j].pos], slack = 1e-12 * fabs(x);
        if (x < S->stop_lo[j] - slack || x > S->stop_hi[j] + slack)
            return stn_bad(error, NULL, "initial %s = %g %s lies outside its stops, %g ... %g",
                           state->name, x, state->unit, S->stop_lo[j], S->stop_hi[j]);
    }
    return STN_OK;
}

static StnStatus start_out_of_range(const StnSystem *S, StnError *error)
{
    int i = 0;
    while (i < S->nplant - 1 && fabs(S->y_start[i]) <= S->range[i])
        i++; /* laws and sensors start at 0 */
    const StnVar *state = &S->plant->states[i];
    return stn_bad(error, NULL, "initial %s = %g %s is out of range: allowed -%.0e ... %.0e",
                   state->name, S->y_start[i], state->unit, S->range[i], S->range[i]);
}

static StnStatus initial(StnSystem *S, const StnSystemDef *def, StnError *error)
{
    for (int i = 0; i < S->nplant; i++) {
        S->y_start[i] = S->plant->start ? NAN : 0.0;
        S->scale[i] = S->plant->states[i].scale;
    }
    for (int i = 0; i < S->nsite; i++)
        for (int j = 0; j < S->law_nstate[i]; j++) {
            int last = S->law[i]->nstate - 1;
            S->scale[S->law_state[i] + j] = S->law[i]->states[j < last ? j : last].scale;
        }
    for (int g = 0; g < def->ninitial; g++) {
        int i = state_index(S, def->initial[g].name);
        if (i < 0) {
            const char *names[64];
            int count = 0;
            for (; count < S->nplant && count < 64; count++)
                names[count] = S->plant->states[count].name;
            const char *near = stn_nearest(def->initial[g].name, names, (size_t)count);
            return stn_bad(error, &def->initial[g], "there is no state \"%s\"%s%s%s",
                           def->initial[g].name, near ? "; did you mean \"" : "", near ? near : "",
                           near ? "\"?" : "");
        }
        if (!isfinite(def->initial[g].value[0]))
            return stn_bad(error, &def->initial[g], "initial %s must be finite",
                           def->initial[g].name);
        S->y_start[i] = def->initial[g].value[0];
    }
    if (S->plant->start)
        S->plant->start(S->p, S->y_start);
    stn_twists_start(S);
    StnStatus status = inside_stops(S, error);
    if (status)
        return status;
    for (int k = 0; k < S->nsensor; k++)
        if (S->sensor[k].lag >= 0)
            S->scale[S->sensor[k].lag] = 1.0;
    for (int i = 0; i < S->n; i++)
        S->floor[i] = S->scale[i], S->least[i] = 1e-12 * S->scale[i], S->most[i] = INFINITY,
        S->range[i] = RANGE * S->scale[i], S->from_rest[i] = S->rough[i] = S->speed_of[i] = -1;
    for (int k = 0; k < S->ntwist; k++) /* its positions tell, which have names */
        S->range[S->nplant + k] = INFINITY;
    if (!stn_in_range(S, S->y_start))
        return start_out_of_range(S, error);
    for (int i = 0; i < S->nsite;
         i++) /* near standstill a velocity is to be right on the law's own scale */
        if (S->shape[i].v_scale > 0.0) {
            S->least[S->plant->sites[i].v] = (S->set_valued[i] ? 1e-8 : 1e-3) * S->shape[i].v_scale;
            S->most[S->plant->sites[i].v] = S->shape[i].v_scale;
            S->floor[S->plant->sites[i].v] =
                fmin(S->scale[S->plant->sites[i].v], S->shape[i].v_scale);
        }
    for (int i = 0; i < S->nsite; i++)
        S->speed_of[S->plant->sites[i].v] = i;
    for (int i = 0; i < S->nsite; i++)
        if (S->set_valued[i] && !S->imposed[i])
            S->from_rest[S->plant->sites[i].x] = i;
    for (int i = 0; i < S->nsite; i++)
        if (S->set_valued[i] && S->shape[i].rough)
            S->rough[S->plant->sites[i].v] = i;
    stn_twists_weigh(S);
    return STN_OK;
}

/* Index of a name of `length` characters among parameters, -1: none. */
static int find_parameter(const StnPlant *plant, const char *name, size_t length)
{
    for (int i = 0; i < plant->nparam; i++)
        if (strlen(plant->params[i].name) == length &&
            memcmp(plant->params[i].name, name, length) == 0)
            return i;
    return -1;
}

/* Gains that hold at the default of an input, while the input has another value at the start (docs of
 * StnPlant.rated). */
static void warn_of_ratings(StnSystem *S)
{
    const char *list = S->plant->rated;
    const size_t first = list ? strcspn(list, "|") : 0;
    int input = 0;
    while (list && input < S->nu &&
           (strlen(S->plant->inputs[input].name) != first ||
            memcmp(S->plant->inputs[input].name, list, first) != 0))
        input++;
    if (!list || input == S->nu)
        return;
    const StnVar *info = &S->plant->inputs[input];
    if (!(S->input_given >> input & 1u) || stn_signal_at(S->input[input], 0.0).val == info->scale)
        return;
    for (const char *word = list + first; *word == '|'; word += 1 + strcspn(word + 1, "|")) {
        const int k = find_parameter(S->plant, word + 1, strcspn(word + 1, "|"));
        if (k >= 0 && S->p[k] != S->plant->params[k].def)
            return;
    }
    stn_note(
        S, STN_NOTE_WARNING,
        "%s is not %g %s, for which the defaults of %s hold: they do not follow it, so it acts "
        "as a limit only; give their values too",
        info->name, info->scale, info->unit, list + first + 1);
}

/* The system is not made: given signals stay the caller's, defaults among the first `count` go. */
static void free_own_inputs(StnSystem *S, const StnSystemDef *def, int count)
{
    for (int k = 0; k < count; k++)
        if (!def->input[k])
            stn_signal_free(S->input[k]);
    memset(S->input, 0, sizeof S->input);
}

static StnStatus inputs(StnSystem *S, const StnSystemDef *def, StnError *error)
{
    uint32_t needs = S->plant->needs ? S->plant->needs(S->p) : 0;
    for (int i = 0; i < S->nu; i++)
        if (!def->input[i] && (needs >> i & 1u))
            return stn_bad(error, NULL, "input \"%s\" is missing: %s (unit %s)",
                           S->plant->inputs[i].name, S->plant->inputs[i].text,
                           S->plant->inputs[i].unit);
    for (int i = 0; i < S->nu; i++) {
        double value = S->plant->inputs[i].scale; /* an input's default stands there */
        S->input[i] = def->input[i];
        S->input_given |= def->input[i] ? 1u << i : 0u;
        if (!S->input[i])
            S->input[i] = stn_signal_constant(isnan(value) ? 0.0 : value);
        if (!S->input[i]) {
            free_own_inputs(S, def, i);
            return stn_out_of_memory(error);
        }
    }
    warn_of_ratings(S);
    const char *caution = S->plant->caution ? S->plant->caution(S->p) : NULL;
    if (caution)
        stn_note(S, STN_NOTE_WARNING, "%s", caution);
    S->slopes = S->plant->slopes ? S->plant->slopes(S->p) : 0;
    for (int i = 0; i < S->nsite; i++)
        if (S->imposed[i]) /* its acceleration is a slope of the signal */
            S->slopes = ~0u;
    S->borrows = def->borrow;
    S->pace = INFINITY;
    for (int i = 0; i < S->nu; i++)
        S->pace = fmin(S->pace, stn_signal_pace(S->input[i]));
    return STN_OK;
}

/* ---- Solver ---- */

/* Is one of the parameters in "a|b|c" given at site i? */
static bool given_any(const StnSystem *S, int i, const char *names)
{
    const StnLaw *law = S->law[i];
    for (const char *at = names; *at;) {
        size_t length = strcspn(at, "|");
        for (int k = 0; k < law->nparam; k++) {
            const char *name = law->params[k]->name;
            if (S->law_given[i][k] && strlen(name) == length && strncmp(name, at, length) == 0)
                return true;
        }
        at += length + (at[length] == '|');
    }
    return false;
}

/* Whether the short form of the fixed step will do, and the lists that it walks. */
static void lean(StnSystem *S)
{
    S->lean = S->nsite == 1 && !S->imposed[0] && S->nlag == 0;
    for (int i = 0; i < S->nplant; i++)
        S->lean =
            S->lean && (S->plant->partner[i] < 0 || S->plant->partner[i] == S->plant->sites[0].v);
    for (int j = 0; j < S->nstop; j++)
        S->lean = S->lean && S->stop_lo[j] == -INFINITY && S->stop_hi[j] == INFINITY;
    for (int a = 0; a < S->nactive && S->lean && S->active[a] < S->nplant; a++) {
        int i = S->active[a];
        if (S->plant->partner[i] >= 0)
            S->follow[S->nfollow++] = i;
        else if (i != S->plant->sites[0].v)
            S->smooth[S->nsmooth++] = i;
    }
}

static StnStatus solver(StnSystem *S, const StnSystemDef *def, StnError *error)
{
    const StnSolverDef *s = &def->solver;
    if (!(s->rtol >= 1e-14 && s->rtol <= 0.1))
        return stn_bad(error, NULL, "solver rtol = %g is out of range: allowed 1e-14 ... 0.1",
                       s->rtol);
    if (!(s->dt > 0.0 && isfinite(s->dt)))
        return stn_bad(error, NULL, "solver dt = %g must be positive", s->dt);
    if (!(s->h_max > 0.0))
        return stn_bad(error, NULL, "solver h_max = %g must be positive", s->h_max);
    S->solver = *s;
    S->method = s->method;
    for (int i = 0; i < S->nsite; i++) {
        const StnLaw *law = S->law[i];
        bool fixed = (law->flags & STN_LAW_FIXED_ONLY) ||
                     (law->fixed_when && given_any(S, i, law->fixed_when));
        if (fixed && S->method != STN_METHOD_FIXED) {
            S->method = STN_METHOD_FIXED;
            stn_note(S, STN_NOTE_WARNING,
                     "%s: %s%s%s is a fixed-step algorithm: running with dt = %g s",
                     S->plant->sites[i].name, law->name,
                     law->flags & STN_LAW_FIXED_ONLY ? "" : " with given ",
                     law->flags & STN_LAW_FIXED_ONLY ? "" : law->fixed_when, s->dt);
        }
    }
    S->runs_affine = S->nsite > 0 && S->nlag == 0;
    for (int i = 0; i < S->nsite; i++)
        S->runs_affine =
            S->runs_affine && S->set_valued[i] && !S->law[i]->advance && !S->imposed[i];
    lean(S);
    if (S->sampled && S->method == STN_METHOD_FIXED && S->Ts < s->dt * (1.0 - 1e-9))
        return stn_bad(error, NULL, "the sample time Ts = %g s is shorter than the step dt = %g s",
                       S->Ts, s->dt);
    return STN_OK;
}

static void sampling(StnSystem *S, const StnSystemDef *def)
{
    int clock = S->plant->clock;
    S->sampled = S->plant->sample && clock >= 0 && S->p[clock] > 0.0;
    S->Ts = S->sampled ? S->p[clock] : NAN;
    for (int k = 0; k < def->nsensor; k++) {
        const char *name = S->whole->outputs[def->sensor[k].output].name;
        if (!S->sampled)
            stn_note(S, STN_NOTE_WARNING,
                     "the sensor of %s adds the column %s_meas and nothing else: without a sample "
                     "time Ts "
                     "no controller reads it",
                     name, name);
    }
}

/* What fixed arrays can hold; a plant from outside may ask for more. */
static StnStatus limits(const StnSystemDef *def, StnError *error)
{
    const StnPlant *plant = def->plant;
    const struct {
        const char *what;
        int count, most;
    } table[] = {{"friction sites", plant->nsite, STN_SITES_MAX},
                 {"stops", plant->nstop, STN_STOPS_MAX},
                 {"inputs", plant->ninput, STN_INPUTS_MAX},
                 {"outputs", plant->noutput, STN_OUTPUTS_MAX},
                 {"discrete states", plant->ndisc, STN_STATES_MAX},
                 {"parameters", plant->nparam, STN_PARAMS_MAX},
                 {"sensors", def->nsensor, STN_SENSORS_MAX}};
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++)
        if (table[k].count < 0 || table[k].count > table[k].most)
            return stn_bad(error, NULL, "plant %s: %d %s, at most %d are possible", plant->name,
                           table[k].count, table[k].what, table[k].most);
    for (int k = 0; k < def->nsensor; k++)
        if (def->sensor[k].output < 0 || def->sensor[k].output >= plant->noutput)
            return stn_bad(error, NULL, "sensor %d looks at output %d, plant %s has %d", k,
                           def->sensor[k].output, plant->name, plant->noutput);
    for (int i = 0; i < plant->nparam; i++)
        if (stn_param_width(&plant->params[i]) != 1)
            return stn_bad(error, NULL, "plant %s: parameter %s must be a scalar or a choice",
                           plant->name, plant->params[i].name);
    return STN_OK;
}

static StnStatus build(StnSystem *S, const StnSystemDef *def, StnError *error)
{
    const StnPlant *plant = def->plant;
    StnStatus status = stn_plant_check(plant, error);
    if (!status)
        status = limits(def, error);
    if (status)
        return status;
    S->plant = S->whole = plant;
    S->nstop = plant->nstop, S->nu = plant->ninput, S->nd = plant->ndisc;
    S->nsensor = def->nsensor, S->seed = def->seed;
    S->p = stn_take(S, (size_t)plant->nparam * sizeof(double));
    S->cp = stn_take(S, (size_t)plant->nparam * sizeof(double _Complex));
    S->given = stn_take(S, (size_t)plant->nparam);
    S->derived = stn_take(S, (size_t)plant->nparam);
    if (!S->p || !S->cp || !S->given || !S->derived)
        return stn_out_of_memory(error);
    status = stn_plant_parameters(S, def, error);
    if (!status)
        status = stn_parts(S, def, error);
    for (int i = 0; !status && i < S->nsite; i++)
        status = stn_friction_site(S, def, i, error);
    if (status)
        return status;
    for (int i = 0; i < plant->nparam; i++)
        S->cp[i] = S->p[i];
    status = stn_twists(S, error);
    if (status)
        return status;
    stops(S);
    S->complex_step = plant->builtin >= 0;
    for (int i = 0; i < S->nsite; i++)
        S->complex_step = S->complex_step && S->law[i]->builtin >= 0;
    layout(S, def);
    if (S->n > STN_STATES_MAX || S->ng > STN_GUARDS_MAX || S->nrel > STN_RELS_MAX)
        return stn_error(error, STN_BAD_INPUT, "the system is too large: %d states (at most %d)",
                         S->n, STN_STATES_MAX);
    memory_map(S);
    S->column = stn_take(S, (size_t)(S->ncolumn + 1) * sizeof *S->column);
    S->y_start = stn_take(S, (size_t)(S->n + STN_VECTOR_MAX) * sizeof(double));
    S->scale = stn_take(S, (size_t)(S->n + STN_VECTOR_MAX) * sizeof(double));
    S->most = stn_take(S, (size_t)(S->n + STN_VECTOR_MAX) * sizeof(double));
    S->floor = stn_take(S, (size_t)(S->n + STN_VECTOR_MAX) * sizeof(double));
    S->speed_of = stn_take(S, (size_t)(S->n + STN_VECTOR_MAX) * sizeof(int));
    S->rough = stn_take(S, (size_t)(S->n + STN_VECTOR_MAX) * sizeof(int));
    S->from_rest = stn_take(S, (size_t)(S->n + STN_VECTOR_MAX) * sizeof(int));
    S->least = stn_take(S, (size_t)(S->n + STN_VECTOR_MAX) * sizeof(double));
    S->range = stn_take(S, (size_t)(S->n + STN_VECTOR_MAX) * sizeof(double));
    if (!S->column || !S->y_start || !S->scale || !S->least || !S->most || !S->from_rest ||
        !S->rough || !S->speed_of || !S->floor || !S->range)
        return stn_out_of_memory(error);
    columns(S);
    status = initial(S, def, error);
    sampling(S, def);
    if (!status)
        status = solver(S, def, error);
    if (!status)
        status = stn_endless(S, def, error);
    if (!status)
        status = inputs(S, def, error);
    if (!status)
        stn_twists_warn(S, def->duration);
    if (!status && S->note_lost) {
        free_own_inputs(S, def, S->nu);
        status = stn_out_of_memory(error);
    }
    return status;
}

StnSystem *stn_system_new(const StnSystemDef *def, StnError *error)
{
    if (def->cookie != COOKIE || !def->plant) {
        stn_error(error, STN_BAD_INPUT, "make the definition with stn_default_system_def(plant)");
        return NULL;
    }
    StnSystem *S = calloc(1, sizeof *S);
    if (!S) {
        stn_out_of_memory(error);
        return NULL;
    }
    if (build(S, def, error)) {
        memset(S->input, 0, sizeof S->input); /* the signals stay the caller's */
        stn_system_free(S);
        return NULL;
    }
    return S;
}

void stn_system_free(StnSystem *system)
{
    if (!system)
        return;
    for (int i = 0; i < STN_INPUTS_MAX; i++)
        if (!system->borrows || !(system->input_given >> i & 1u))
            stn_signal_free(system->input[i]);
    for (Chunk *chunk = system->arena; chunk;) {
        Chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    free(system);
}
