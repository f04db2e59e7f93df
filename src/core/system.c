/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A system is put together here: parameters from what is given, by default and by derivation; start values,
 * inputs, solver. */
#include "core/back_ends.h"
#include "core/build.h"
#include "core/names.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COOKIE 0x53746e31u

typedef struct Chunk {
    struct Chunk *next;
} Chunk;

void *stn_system_alloc(StnSystem *S, size_t size)
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
    char *copy = S->texts->nnote < STN_NOTES_MAX ? stn_system_alloc(S, strlen(text) + 1) : NULL;
    S->texts->note_lost = S->texts->note_lost || (!copy && S->texts->nnote < STN_NOTES_MAX);
    if (!copy)
        return;
    strcpy(copy, text);
    S->texts->note_kind[S->texts->nnote] = kind;
    S->texts->note_text[S->texts->nnote++] = copy;
}

StnSystemDef stn_default_system_def(const StnPlant *plant)
{
    StnSystemDef def = {.cookie = COOKIE, .plant = plant, .seed = 1, .duration = NAN};
    def.solver = stn_default_solver_def();
    return def;
}

/* A law that does not know of a play that it has to cross. */
static void note_plays(StnSystem *S)
{
    for (int j = 0; j < S->model.nstop; j++) {
        const StnStopInfo *stop = &S->model.plant->stops[j];
        const StnLaw *law = stop->play ? S->model.law[stop->site] : NULL;
        bool moves = isfinite(S->num.stop_hi[j]) || isfinite(S->num.stop_lo[j]);
        if (law && moves && !(law->flags & STN_LAW_PLAY))
            stn_note(S, STN_NOTE_WARNING,
                     "%s: law %s does not model the play: the same friction applies inside it",
                     S->model.plant->sites[stop->site].name, law->name);
    }
}

/* ---- Initial state ---- */

static int state_index(const StnSystem *S, const char *name)
{
    for (int i = 0; i < S->model.nplant; i++)
        if (strcmp(S->model.plant->states[i].name, name) == 0)
            return i;
    int c = S->model.noutput;
    for (int i = 0; i < S->model.nsite; i++)
        for (int j = 0; j < S->model.law_nstate[i]; j++, c++)
            if (strcmp(S->texts->column[c].name, name) == 0)
                return S->model.law_state[i] + j;
    return -1;
}

/* Start values that were given, by name. */
static StnStatus initial(StnSystem *S, const StnSystemDef *def, StnError *error)
{
    for (int i = 0; i < S->model.n; i++)
        S->initial[i] = NAN;
    for (int g = 0; g < def->ninitial; g++) {
        const char *name = def->initial[g].name;
        int i = state_index(S, name);
        if (i < 0) {
            const char *names[64];
            int count = 0;
            for (; count < S->model.nplant && count < 64; count++)
                names[count] = S->model.plant->states[count].name;
            return stn_bad(error, &def->initial[g], "there is no state \"%s\"%s", name,
                           stn_suggest(name, names, (size_t)count, NULL).text);
        }
        if (!isfinite(def->initial[g].value[0]))
            return stn_bad(error, &def->initial[g], "initial %s must be finite", name);
        S->initial[i] = def->initial[g].value[0];
    }
    return STN_OK;
}

/* Gains that hold at the default of an input, while the input has another value at the start (docs of
 * StnPlant.rated). */
static void warn_of_ratings(StnSystem *S)
{
    const StnModel *M = &S->model;
    const char *list = M->plant->rated;
    int input = 0;
    while (list && input < M->ninput && stn_word_index(list, M->plant->inputs[input].name) != 0)
        input++;
    if (!list || input == M->ninput)
        return;
    const StnVar *info = &M->plant->inputs[input];
    if (!(M->input_given >> input & 1u) || stn_signal_at(S->input[input], 0.0).val == info->scale)
        return;
    for (int k = 0; k < M->plant->nparam; k++)
        if (stn_word_index(list, M->plant->params[k].name) > 0 &&
            S->p[k] != M->plant->params[k].def)
            return;
    stn_note(
        S, STN_NOTE_WARNING,
        "%s is not %g %s, for which the defaults of %s hold: they do not follow it, so it acts "
        "as a limit only; give their values too",
        info->name, info->scale, info->unit, list + strlen(info->name) + 1);
}

/* The system is not made: given signals stay the caller's, those of its own among the first `count` go. */
static void free_own_inputs(StnSystem *S, const StnSystemDef *def, int count)
{
    for (int k = 0; k < count; k++)
        if (S->input[k] != def->input[k])
            stn_signal_free(S->input[k]);
    memset(S->input, 0, sizeof S->input);
}

/* The given one, a copy where the definition keeps its own, or the input's default; NULL: memory is out. */
static StnSignal *signal_of(const StnSystem *S, const StnSystemDef *def, int i)
{
    const double value = S->model.plant->inputs[i].scale; /* an input's default stands there */
    if (!def->input[i])
        return stn_signal_constant(isnan(value) ? 0.0 : value);
    return stn_def_owns_input(def, i) && !def->borrow ? stn_signal_copy(def->input[i])
                                                      : def->input[i];
}

static StnStatus given_inputs(StnSystem *S, const StnSystemDef *def, StnError *error)
{
    uint32_t needs = S->model.plant->needs ? S->model.plant->needs(&S->model.self, S->p) : 0;
    for (int i = 0; i < S->model.ninput; i++)
        if (!def->input[i] && (needs >> i & 1u))
            return stn_bad(error, NULL, "input \"%s\" is missing: %s (unit %s)",
                           S->model.plant->inputs[i].name, S->model.plant->inputs[i].text,
                           S->model.plant->inputs[i].unit);
    for (int i = 0; i < S->model.ninput; i++) {
        S->input[i] = signal_of(S, def, i);
        S->model.input_given |= def->input[i] ? 1u << i : 0u;
        if (!S->input[i]) {
            free_own_inputs(S, def, i);
            return stn_out_of_memory(error);
        }
    }
    warn_of_ratings(S);
    const char *caution =
        S->model.plant->caution ? S->model.plant->caution(&S->model.self, S->p) : NULL;
    if (caution)
        stn_note(S, STN_NOTE_WARNING, "%s", caution);
    S->borrows = def->borrow;
    stn_input_numbers(S);
    return STN_OK;
}

/* ---- Solver ---- */

/* dt: auto has no step of its own. */
static double longest_step(const StnSolverDef *def)
{
    if (def->dt != 0.0)
        return def->dt;
    return isfinite(def->h_max) ? def->h_max : stn_default_solver_def().dt;
}

static StnStatus solver(StnSystem *S, const StnSystemDef *def, StnError *error)
{
    const StnSolverDef *s = &def->solver;
    StnStatus status = stn_fields_check(&stn_solver_fields, s, error);
    if (status)
        return status;
    S->solver = *s;
    status = stn_solver_numbers(S, error);
    for (int i = 0; !status && i < S->model.nsite; i++) {
        const StnLaw *law = S->model.law[i];
        const bool always = law->flags & STN_LAW_FIXED_ONLY;
        if (s->method != STN_METHOD_FIXED && stn_site_is_fixed(S, i))
            stn_note(S, STN_NOTE_WARNING,
                     "%s: %s%s%s is a fixed-step algorithm: running with dt = %g s",
                     S->model.plant->sites[i].name, law->name, always ? "" : " with given ",
                     always ? "" : law->fixed_when, S->dt);
    }
    return status;
}

static void note_sensors(StnSystem *S)
{
    for (int k = 0; k < S->model.nsensor && !S->model.sampled; k++) {
        const char *name = S->model.full_plant->outputs[S->model.sensor_output[k]].name;
        stn_note(S, STN_NOTE_WARNING,
                 "the sensor of %s adds the column %s_meas and nothing else: without a sample time "
                 "Ts no controller reads it",
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

static StnStatus given_signals(const StnSystemDef *def, StnError *error)
{
    StnStatus status = STN_OK;
    for (int i = 0; !status && i < def->plant->ninput; i++)
        if (def->input[i])
            status = stn_signal_check(def->plant->inputs[i].name, def->input[i], error);
    return status;
}

static void complex_tables(StnSystem *S)
{
    S->model.complex_plant = stn_back_end(S->model.plant->back_ends, "complex");
    S->model.complex_step = S->model.complex_plant != NULL;
    for (int i = 0; i < S->model.nsite; i++) {
        S->model.complex_law[i] = stn_back_end(S->model.law[i]->back_ends, "complex");
        S->model.complex_step = S->model.complex_step && S->model.complex_law[i];
    }
}

/* Structure that only plant and definition say. */
static StnStatus begin_system(StnSystem *S, const StnSystemDef *def, StnError *error)
{
    const StnPlant *plant = def->plant;
    const size_t nparam = (size_t)plant->nparam;
    S->texts = stn_system_alloc(S, sizeof *S->texts);
    S->p = stn_system_alloc(S, nparam * sizeof(double));
    S->cp = stn_system_alloc(S, nparam * sizeof(double _Complex));
    S->given = stn_system_alloc(S, nparam);
    S->derived = stn_system_alloc(S, nparam);
    S->choice = stn_system_alloc(S, ((size_t)plant->nchoice + nparam) * sizeof(int));
    if (!S->texts || !S->choice || !S->p || !S->cp || !S->given || !S->derived)
        return stn_out_of_memory(error);
    S->model.plant = S->model.full_plant = plant;
    S->model.nstop = plant->nstop, S->model.ninput = plant->ninput, S->model.ndisc = plant->ndisc;
    S->model.nsensor = def->nsensor, S->seed = def->seed;
    S->dt = longest_step(&def->solver);
    S->duration = def->duration;
    memcpy(S->input, def->input, sizeof S->input); /* derivations look at the load at the start */
    memcpy(S->num.sensor, def->sensor, (size_t)def->nsensor * sizeof *def->sensor);
    return STN_OK;
}

/* Memory for what has one number per state or column. */
static bool take_states(StnSystem *S)
{
    double **list[] = {&S->initial,   &S->y_start,   &S->scale, &S->scale_abs,
                       &S->scale_min, &S->scale_max, &S->range};
    bool done = true;
    for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
        *list[k] = stn_system_alloc(S, (size_t)(S->model.n + STN_VECTOR_MAX) * sizeof(double));
        done = done && *list[k];
    }
    S->texts->column =
        stn_system_alloc(S, (size_t)(S->model.ncolumn + 1) * sizeof *S->texts->column);
    return done && S->texts->column;
}

/* Plant, laws and layout. */
static StnStatus build_model(StnSystem *S, const StnSystemDef *def, StnError *error)
{
    StnModel *M = &S->model;
    StnStatus status = stn_plant_parameters(S, def, error);
    if (!status)
        status = stn_parts(S, def, error);
    for (int i = 0; !status && i < M->nsite; i++)
        status = stn_friction_site(S, def, i, error);
    if (!status)
        status = stn_terms(S, def, error);
    if (!status)
        status = stn_twists(S, error);
    if (status)
        return status;
    for (int i = 0; i < M->plant->nparam; i++)
        S->cp[i] = S->p[i];
    complex_tables(S);
    stn_layout(S, def);
    if (M->n > STN_STATES_MAX || M->nguard > STN_GUARDS_MAX || M->nrel > STN_RELS_MAX)
        return stn_error(error, STN_BAD_INPUT, "the system is too large: %d states (at most %d)",
                         M->n, STN_STATES_MAX);
    if (!take_states(S))
        return stn_out_of_memory(error);
    stn_columns(S);
    return STN_OK;
}

static StnStatus build(StnSystem *S, const StnSystemDef *def, StnError *error)
{
    StnStatus status;
    if ((status = stn_plant_check(def->plant, error)) || (status = limits(def, error)) ||
        (status = given_signals(def, error)) || (status = begin_system(S, def, error)) ||
        (status = build_model(S, def, error)) || (status = initial(S, def, error)) ||
        (status = stn_start_numbers(S, error)))
        return status;
    note_plays(S);
    note_sensors(S);
    if ((status = solver(S, def, error)) || (status = stn_endless(S, error)) ||
        (status = given_inputs(S, def, error)))
        return status;
    stn_terms_warn(S);
    stn_memory_map(S);
    stn_system_sign(S);
    stn_twists_warn(S, def->duration);
    status = stn_params_pack(S, error);
    if (!status && S->texts->note_lost)
        status = stn_out_of_memory(error);
    if (status)
        free_own_inputs(S, def, S->model.ninput);
    return status;
}

StnSystem *stn_system_new(const StnSystemDef *def, StnError *error)
{
    if (def->cookie == COOKIE && stn_def_check(def, error))
        return NULL;
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
        if (!system->borrows || !(system->model.input_given >> i & 1u))
            stn_signal_free(system->input[i]);
    for (Chunk *chunk = system->arena; chunk;) {
        Chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    free(system);
}
