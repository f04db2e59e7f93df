/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The parameter block: all numbers of a system in one piece of memory, so that systems of the same
 * structure and other numbers (variants) are made without building them anew.
 *
 * The block begins with a copy of StnNumberSet; behind it stand the arrays that the system's pointers lead
 * to, then room for the signals that stn_params_finish looks at. */
#include "core/params.h"

#include "core/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS_MAX = 16 + 6 * STN_SITES_MAX };

/* An array of the block: the pointer to it in a system, and its bytes. */
typedef struct {
    size_t at; /* of the pointer in StnSystem */
    size_t bytes;
} Array;

typedef struct {
    Array array[ARRAYS_MAX];
    int count;
} Arrays;

static void add(Arrays *a, size_t at, size_t bytes)
{
    a->array[a->count++] = (Array){at, (bytes + 7) / 8 * 8};
}

#define MEMBER(name) offsetof(StnSystem, name)
#define ELEMENT(name, i) (offsetof(StnSystem, name) + (size_t)(i) * sizeof(void *))

static int signal_numbers(const StnSignal *signal)
{
    int count = stn_signal_number_count(signal);
    for (int k = 0; k < stn_signal_part_count(signal); k++)
        if (stn_signal_part(signal, k) != signal)
            count += signal_numbers(stn_signal_part(signal, k));
    return count;
}

static void list_arrays(const StnSystem *S, Arrays *a)
{
    const StnModel *M = &S->model;
    const size_t n = (size_t)M->n * sizeof(double), nparam = (size_t)M->plant->nparam;
    int signals = 0;
    for (int i = 0; i < M->ninput; i++)
        signals += signal_numbers(S->input[i]);
    a->count = 0;
    add(a, MEMBER(p), nparam * sizeof(double));
    add(a, MEMBER(signal), (size_t)signals * sizeof(double));
    add(a, MEMBER(initial), n);
    add(a, MEMBER(y_start), n);
    add(a, MEMBER(scale), n);
    add(a, MEMBER(scale_abs), n);
    add(a, MEMBER(scale_min), n);
    add(a, MEMBER(scale_max), n);
    add(a, MEMBER(range), n);
    add(a, MEMBER(given), nparam);
    add(a, MEMBER(derived), nparam);
    if (M->nterm > 0) {
        const size_t terms = (size_t)M->term_param[M->nterm];
        add(a, MEMBER(term_p), (size_t)M->term_numbers * sizeof(double));
        add(a, MEMBER(term_given), terms);
        add(a, MEMBER(term_derived), terms);
        add(a, MEMBER(term_count), terms * sizeof(int));
    }
    for (int i = 0; i < M->nsite; i++) {
        const StnLaw *law = M->law[i];
        const size_t count = (size_t)law->nparam;
        const size_t width = (size_t)stn_law_place(law, law->nparam) * sizeof(double);
        add(a, ELEMENT(law_p, i), width);
        add(a, ELEMENT(other, i), (size_t)S->texts->nother[i] * STN_VECTOR_MAX * sizeof(double));
        add(a, ELEMENT(law_given, i), count);
        add(a, ELEMENT(law_derived, i), count);
        add(a, ELEMENT(law_count, i), count * sizeof(int));
    }
}

static void **pointer(StnSystem *S, const Array *a) { return (void **)((char *)S + a->at); }

static double *put_numbers(const StnSignal *signal, double *out)
{
    const int count = stn_signal_number_count(signal);
    if (count > 0)
        memcpy(out, stn_signal_numbers(signal), (size_t)count * sizeof *out);
    out += count;
    for (int k = 0; k < stn_signal_part_count(signal); k++)
        if (stn_signal_part(signal, k) != signal)
            out = put_numbers(stn_signal_part(signal, k), out);
    return out;
}

StnStatus stn_params_pack(StnSystem *S, StnError *error)
{
    Arrays a;
    list_arrays(S, &a);
    size_t size = sizeof(StnNumberSet);
    for (int k = 0; k < a.count; k++)
        size += a.array[k].bytes;
    S->signals_at = size;
    for (int i = 0; i < S->model.ninput; i++)
        size += stn_signal_variant_size(S->input[i]);
    S->block = stn_system_alloc(S, size);
    S->block_size = size;
    S->at = stn_system_alloc(S, (size_t)a.count * sizeof *S->at);
    if (!S->block || !S->at)
        return stn_out_of_memory(error);
    memcpy(S->block, &S->num, sizeof S->num);
    char *to = (char *)S->block + sizeof(StnNumberSet);
    for (int k = 0; k < a.count; k++) {
        void **from = pointer(S, &a.array[k]);
        if (*from)
            memcpy(to, *from, a.array[k].bytes); /* stn_system_alloc gives whole words */
        *from = to;
        to += a.array[k].bytes;
        S->at[k] = (uint16_t)a.array[k].at;
    }
    S->nat = a.count;
    for (int i = 0; i < S->model.nsite; i++)
        S->law_width[i] = (int16_t)stn_law_place(S->model.law[i], S->model.law[i]->nparam);
    double *signal = S->signal;
    for (int i = 0; i < S->model.ninput; i++)
        signal = put_numbers(S->input[i], signal);
    return stn_address_list(S, error);
}

/* ---- Variants ---- */

/* Lead the pointers of V, a copy of S, into `block`, and its signals into `memory`. */
static void bind(const StnSystem *S, StnSystem *V, void *block, char *memory)
{
    for (int k = 0; k < S->nat; k++) {
        void **to = (void **)((char *)V + S->at[k]);
        *to = (char *)block + ((char *)*to - (char *)S->block);
    }
    V->block = block;
    memcpy(&V->num, block, sizeof V->num);
    const double *numbers = V->signal;
    for (int i = 0; i < S->model.ninput; i++) {
        V->input[i] = stn_signal_variant(S->input[i], &numbers, memory);
        memory += stn_signal_variant_size(S->input[i]);
    }
}

size_t stn_params_size(const StnSystem *system) { return system->block_size; }

void stn_params_copy(const StnSystem *system, void *block)
{
    memcpy(block, system->block, system->block_size);
}

static size_t complex_count(const StnSystem *S)
{
    size_t count = (size_t)S->model.plant->nparam;
    for (int i = 0; i < S->model.nsite; i++)
        count += (size_t)stn_law_place(S->model.law[i], S->model.law[i]->nparam);
    return count;
}

size_t stn_variant_size(const StnSystem *system)
{
    return sizeof *system + complex_count(system) * sizeof(double _Complex) +
           (system->block_size - system->signals_at);
}

static double _Complex *widen_numbers(double _Complex *to, const double *from, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = from[i];
    return to + count;
}

const StnSystem *stn_system_variant(const StnSystem *system, void *block, uint64_t seed,
                                    void *memory)
{
    const StnModel *M = &system->model;
    StnSystem *V = memory;
    double _Complex *behind = (double _Complex *)(V + 1);
    *V = *system;
    V->cp = behind;
    behind += M->plant->nparam;
    for (int i = 0; i < M->nsite; i++) {
        V->law_cp[i] = behind;
        behind += system->law_width[i];
    }
    bind(system, V, block, (char *)behind);
    widen_numbers(V->cp, V->p, M->plant->nparam);
    for (int i = 0; i < M->nsite; i++)
        widen_numbers(V->law_cp[i], V->law_p[i], system->law_width[i]);
    V->seed = seed;
    V->arena = NULL;
    V->borrows = true;
    return V;
}

/* ---- Finish ---- */

/* Facts of the structure that numbers may change, and what people call them.  moves: a motion is not the
 * same without it, so stn_state_move wants it, too; the others only say how an engine makes its steps. */
#define FACT(member) offsetof(StnModel, member), sizeof(((StnModel *)NULL)->member)
static const struct {
    size_t at, size;
    bool moves;
    const char *what;
} facts[] = {
    {FACT(affine), false, "whether the plant is linear"},
    {FACT(sampled), true, "whether the controller samples"},
    {FACT(controls), true, "whether the controller samples"},
    {FACT(method), false, "the method that runs"},
    {FACT(imposed), true, "which motions are imposed"},
    {FACT(set_valued), true, "which sites can stand still"},
    {FACT(soft), false, "which sites are held by a bristle"},
    {FACT(nlimited), true, "which stops there are"},
    {FACT(limited), true, "which stops there are"},
    {FACT(nactive), false, "which states move (an integrator that is used)"},
    {FACT(active), false, "which states move (an integrator that is used)"},
    {FACT(slip_of), false, "which motions are imposed"},
    {FACT(rough_of), false, "the exponent of the Stribeck curve (smooth or not)"},
    {FACT(late), false, "which rates depend on accelerations"},
    {FACT(slopes), false, "whether slopes of inputs act"},
    {FACT(single_site), false, "which stops there are"},
    {FACT(ntwist), true, "how many shafts there are"},
};
enum { FACTS = sizeof facts / sizeof facts[0] };

static bool has_lag(const StnSensorDef *sensor) { return sensor->lag > 0.0; }
static bool has_sample(const StnSensorDef *sensor) { return sensor->sample > 0.0; }

static const char *changed_fact(const StnSystem *S, const StnSystem *V)
{
    for (int k = 0; k < FACTS; k++)
        if (memcmp((const char *)&S->model + facts[k].at, (const char *)&V->model + facts[k].at,
                   facts[k].size) != 0)
            return facts[k].what;
    for (int k = 0; k < S->model.nsensor; k++) {
        const StnSensorDef *was = &S->num.sensor[k], *is = &V->num.sensor[k];
        if (has_lag(was) != has_lag(is) || has_sample(was) != has_sample(is))
            return "whether a sensor has a lag, or samples";
    }
    return NULL;
}

uint64_t stn_facts_hash(const StnSystem *S, bool moves, uint64_t hash)
{
    for (int k = 0; k < FACTS; k++)
        if (facts[k].moves == moves)
            hash = stn_hash(hash, (const char *)&S->model + facts[k].at, facts[k].size);
    for (int k = 0; moves && k < S->model.nsensor; k++) {
        const int sensor[] = {S->model.sensor_output[k], has_lag(&S->num.sensor[k]),
                              has_sample(&S->num.sensor[k])};
        hash = stn_hash(hash, sensor, sizeof sensor);
    }
    return hash;
}

static StnStatus another_structure(StnError *error, const char *what)
{
    return stn_error(error, STN_BAD_INPUT,
                     "these values change the structure of the system (%s): make a new system",
                     what);
}

/* Choices of a model as its parameters say now, against those of the system. */
static bool same_choices(const StnSelf *was, const int *is, int count)
{
    return memcmp(was->choice, is, (size_t)count * sizeof *is) == 0;
}

static StnStatus finish_plant(StnSystem *V, StnError *error)
{
    const StnPlant *plant = V->model.plant;
    int choice[STN_CHOICES_MAX] = {0};
    stn_plant_self(plant, V->p, choice);
    if (!same_choices(&V->model.self, choice, stn_plant_choices(plant)))
        return another_structure(error, "a choice of the plant");
    const char *doubt = plant->check ? plant->check(&V->model.self, V->p) : NULL;
    if (doubt)
        return stn_error(error, STN_BAD_INPUT, "plant %s: %s", plant->name, doubt);
    V->model.affine = (V->model.full_plant->flags & STN_PLANT_AFFINE) &&
                      (!plant->affine || plant->affine(&V->model.self, V->p));
    uint32_t needs = plant->needs ? plant->needs(&V->model.self, V->p) : 0;
    if (needs & ~V->model.input_given)
        return another_structure(error, "an input that is not given is needed");
    return STN_OK;
}

static StnStatus finish_site(StnSystem *V, int i, StnError *error)
{
    int choice[STN_CHOICES_MAX] = {0};
    const StnLaw *law = V->model.law[i];
    const StnSelf was = V->model.law_self[i];
    StnStatus status = stn_site_numbers(V, i, choice, error);
    if (status)
        return status;
    if (V->model.law_self[i].n != was.n || !same_choices(&was, choice, stn_law_choices(law)))
        return another_structure(error, "a choice or the number of elements of a law");
    V->model.law_self[i] = was;
    return STN_OK;
}

static StnStatus finish_term(StnSystem *V, int k, StnError *error)
{
    int choice[STN_CHOICES_MAX] = {0};
    const StnLaw *law = V->model.term_law[k];
    const StnSelf was = V->model.term_self[k];
    StnStatus status = stn_term_finish(V, k, choice, error);
    if (status || !law)
        return status;
    if (V->model.term_self[k].n != was.n || !same_choices(&was, choice, stn_law_choices(law)))
        return another_structure(error, "a choice or the number of elements of a law");
    V->model.term_self[k] = was;
    return STN_OK;
}

StnStatus stn_params_finish(const StnSystem *system, void *block, StnError *error)
{
    StnSystem V = *system;
    bind(system, &V, block, (char *)block + system->signals_at);
    StnStatus status = finish_plant(&V, error);
    V.model.nsoft = V.model.nelastic = 0;
    for (int i = 0; !status && i < V.model.nsite; i++)
        status = finish_site(&V, i, error);
    for (int k = 0; !status && k < V.model.nterm; k++)
        status = finish_term(&V, k, error);
    if (!status)
        status = stn_twists(&V, error);
    if (!status && V.model.ntwist == system->model.ntwist)
        status = stn_start_numbers(&V, error);
    if (!status)
        status = stn_solver_numbers(&V, error);
    if (status)
        return status;
    stn_input_numbers(&V);
    for (int i = 0; !status && i < V.model.ninput; i++)
        if (stn_signal_shape(V.input[i]) != STN_SIGNAL_CONSTANT)
            status = stn_signal_variant_check(V.model.plant->inputs[i].name, V.input[i], error);
    if (!status)
        status = stn_endless(&V, error);
    if (status)
        return status;
    const char *fact = changed_fact(system, &V);
    if (fact)
        return another_structure(error, fact);
    memcpy(block, &V.num, sizeof V.num);
    return STN_OK;
}
