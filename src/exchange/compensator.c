/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The terms of a scenario's compensation, written down as expressions by running their kernels on them.  A sample learns
 * first, from the effort that came of the sample before, and acts then: one call per sample. */
#include "exchange/compensator.h"

#include "core/build.h"
#include "exchange/feedforward.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if !STN_HAVE_CXX /* nobody calls them (stn_write_compensator) */
int stn_tape_act(int kind, const int *p, const StnTapeLoop *loop, const StnTapeLaw *law, int *s)
{
    (void)kind, (void)loop, (void)law, (void)s;
    return p[0];
}
bool stn_tape_learn(int kind, const int *p, const StnTapeLoop *loop, int *s)
{
    (void)kind, (void)p, (void)loop, (void)s;
    return false;
}
#endif

enum { NUMBERS_MAX = 256, ROOM = 4 * STN_VECTOR_MAX + 40 };

/* ---- Names ---- */

static int kind_number(const StnCompensation *kind)
{
    int k = 0;
    while (k < stn_compensation_count() && stn_compensation_at(k) != kind)
        k++;
    return k;
}

static int law_number(const StnLaw *law)
{
    for (int k = 0; k < stn_law_count(); k++)
        if (stn_law_at(k) == law)
            return k;
    return -1;
}

/* A state of the program: the expression of what it was. */
static int keep(StnCompensator *c, const char *name, const char *unit)
{
    StnCarried *kept = &c->kept[c->nkept];
    if (c->nkept == STN_KEPT_MAX) {
        c->tape.failed = true;
        return 0;
    }
    snprintf(kept->name, sizeof kept->name, "%s", name);
    snprintf(kept->unit, sizeof kept->unit, "%s", unit);
    kept->before = kept->after = stn_tape_named(STN_OP_STATE, name, 0.0);
    c->nkept++;
    return kept->before;
}

static void becomes(StnCompensator *c, int before, int after)
{
    for (int i = 0; i < c->nkept; i++)
        if (c->kept[i].before == before)
            c->kept[i].after = after;
}

static void give(StnCompensator *c, const char *name, const char *unit, const char *text, int id)
{
    const int rotary = stn_system_plant(c->system)->sites[c->system->model.term_site].rotary;
    if (c->nresult == STN_GIVEN_MAX)
        return;
    StnResultOf *result = &c->result[c->nresult++];
    snprintf(result->name, sizeof result->name, "%s", name);
    stn_unit_text(unit, rotary, result->unit, sizeof result->unit);
    result->text = text;
    result->id = id;
}

/* ---- Numbers of a term ---- */

/* The expressions of one parameter into p; `before`: kind or law with the number of the term.  One number where both
 * directions share it, none where a polynomial has no coefficient. */
static int put_parameter(const char *before, const StnValue *value, int *p)
{
    static const char *const side[] = {"_forward", "_backward"};
    const int width = stn_param_width(value->param);
    const bool pair = width == 2, one = pair && value->value[0] == value->value[1];
    for (int w = 0; w < width; w++) {
        char name[STN_TAPE_NAME];
        if (width > 2)
            snprintf(name, sizeof name, "%s_%s_%d", before, value->param->name, w);
        else
            snprintf(name, sizeof name, "%s_%s%s", before, value->param->name,
                     pair && !one ? side[w] : "");
        p[w] = width > 2 && w >= value->count && value->value[w] == 0.0
                   ? stn_tape_constant(0.0)
                   : stn_tape_named(STN_OP_NUMBER, name, value->value[w]);
    }
    return width;
}

/* All parameters of term k; returns where those of its law begin. */
static int put_numbers(const StnCompensator *c, int k, int *p)
{
    const StnModel *M = &c->system->model;
    const int own = M->term[k]->nparam;
    int at = 0, law_at = 0;
    for (int i = 0; i < stn_system_term_value_count(c->system, k); i++) {
        char before[STN_TAPE_NAME];
        const StnValue value = stn_system_term_value_at(c->system, k, i);
        if (i == own)
            law_at = at;
        snprintf(before, sizeof before, "%s%d", i < own ? M->term[k]->name : M->term_law[k]->name,
                 k + 1);
        at += put_parameter(before, &value, p + at);
    }
    return law_at;
}

/* ---- The program ---- */

static void take_inputs(StnCompensator *c, StnTapeLoop *loop)
{
    const struct {
        const char *name, *unit, *text;
        int *id;
    } all[] = {
        {"e", "$x", "measured less wanted position", &loop->e},
        {"x", "$x", "measured position", &loop->x},
        {"v", "$x/s", "velocity, as the controller has it", &loop->v},
        {"x_ref", "$x", "wanted position", &loop->x_ref},
        {"v_ref", "$x/s", "its first derivative", &loop->v_ref},
        {"a_ref", "$x/s^2", "its second derivative", &loop->a_ref},
        {"load", "$F", "load, against positive motion", &loop->load},
        {"u_last", "$F", "force of the drive after the sample before, within its limit", &loop->u},
    };
    const int rotary = stn_system_plant(c->system)->sites[c->system->model.term_site].rotary;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        StnTaken *taken = &c->taken[c->ntaken++];
        snprintf(taken->name, sizeof taken->name, "%s", all[i].name);
        stn_unit_text(all[i].unit, rotary, taken->unit, sizeof taken->unit);
        taken->text = all[i].text;
        *all[i].id = taken->id = stn_tape_named(STN_OP_INPUT, all[i].name, 0.0);
    }
}

/* The loop of the sample before, for what learns: kept inputs, and the effort that came of them. */
static StnTapeLoop loop_before(StnCompensator *c, const StnTapeLoop *loop)
{
    StnTapeLoop before = *loop;
    const struct {
        const char *name;
        int now, *then;
    } all[] = {{"last_e", loop->e, &before.e},
               {"last_x", loop->x, &before.x},
               {"last_v", loop->v, &before.v},
               {"last_x_ref", loop->x_ref, &before.x_ref},
               {"last_v_ref", loop->v_ref, &before.v_ref},
               {"last_a_ref", loop->a_ref, &before.a_ref},
               {"last_load", loop->load, &before.load},
               {"last_t", loop->t, &before.t}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        *all[i].then = keep(c, all[i].name, "");
        becomes(c, *all[i].then, all[i].now);
    }
    return before;
}

typedef struct {
    StnTapeLoop loop, before;
    int started, sum;
} Sample;

/* The states of a term, after what it has learnt. */
static void take_states(StnCompensator *c, int k, const int *p, const Sample *at, int *was, int *s)
{
    const StnCompensation *kind = c->system->model.term[k];
    int learnt[ROOM];
    for (int j = 0; j < kind->nstate; j++) {
        char name[STN_TAPE_NAME];
        snprintf(name, sizeof name, "%s%d_%s", kind->name, k + 1, kind->states[j].name);
        s[j] = was[j] = learnt[j] = keep(c, name, kind->states[j].unit);
    }
    if (!stn_tape_learn(kind_number(kind), p, &at->before, learnt))
        return;
    const int begun = stn_tape_add(STN_OP_BELOW, stn_tape_constant(0.0), at->started, -1);
    for (int j = 0; j < kind->nstate; j++)
        s[j] = stn_tape_add(STN_OP_SELECT, begun, learnt[j], s[j]);
}

static void put_results(StnCompensator *c, int k, int force, const int *s)
{
    const StnCompensation *kind = c->system->model.term[k];
    char name[STN_TAPE_NAME];
    snprintf(name, sizeof name, "comp%d_%s", k + 1, kind->name);
    give(c, name, "$F", "force that the term adds", force);
    for (int j = 0; j < kind->nestimate; j++) {
        snprintf(name, sizeof name, "comp%d_%s", k + 1, kind->states[j].name);
        give(c, name, kind->states[j].unit, kind->states[j].text, s[j]);
    }
}

static StnStatus put_term(StnCompensator *c, int k, Sample *at, StnError *error)
{
    const StnModel *M = &c->system->model;
    const StnCompensation *kind = M->term[k];
    const StnLaw *law = M->term_law[k];
    int p[NUMBERS_MAX], was[ROOM], s[ROOM], memory[ROOM] = {0}, kept[ROOM], nmemory = 0;
    const int law_p = put_numbers(c, k, p);
    StnTapeLaw own = {law ? law_number(law) : -1, &M->term_self[k], p + law_p, memory};
    if (kind_number(kind) == stn_compensation_count() || (law && own.index < 0))
        return stn_error(
            error, STN_BAD_INPUT,
            "compensation.%d: %s is not built in, so that there is no text to write it from", k + 1,
            law ? law->name : kind->name);
    take_states(c, k, p, at, was, s);
    if (law)
        nmemory = 1 + law->nstate + law->nrel + (law->vector ? 2 * STN_VECTOR_MAX : 0);
    for (int j = 0; j < nmemory; j++) {
        char name[STN_TAPE_NAME];
        snprintf(name, sizeof name, "%s%d_memory%d", law->name, k + 1, j);
        memory[j] = kept[j] = keep(c, name, "");
    }
    int force = stn_tape_act(kind_number(kind), p, &at->loop, &own, s);
    force = stn_tape_add(STN_OP_MULTIPLY, p[0], force, -1);
    for (int j = 0; j < kind->nstate; j++)
        becomes(c, was[j], s[j]);
    for (int j = 0; j < nmemory; j++)
        becomes(c, kept[j], memory[j]);
    at->sum = stn_tape_add(STN_OP_ADD, at->sum, force, -1);
    put_results(c, k, force, s);
    return STN_OK;
}

/* ---- What is needed ---- */

static void need(StnCompensator *c, int id)
{
    if (c->uses[id]++ > 0)
        return;
    for (int j = 0; j < 3; j++)
        if (c->tape.list[id].c[j] >= 0)
            need(c, c->tape.list[id].c[j]);
}

/* Results, and what the states become that they need; other states and inputs go. */
static void find_needed(StnCompensator *c)
{
    bool more = true, taken[STN_KEPT_MAX] = {false};
    int n = 0;
    for (int i = 0; i < c->nresult; i++)
        need(c, c->result[i].id);
    while (more) {
        more = false;
        for (int i = 0; i < c->nkept; i++)
            if (!taken[i] && c->uses[c->kept[i].before] > 0) {
                taken[i] = more = true;
                need(c, c->kept[i].after);
            }
    }
    for (int i = 0; i < c->nkept; i++)
        if (taken[i])
            c->kept[n++] = c->kept[i];
    c->nkept = n;
    n = 0;
    for (int i = 0; i < c->ntaken; i++)
        if (c->uses[c->taken[i].id] > 0)
            c->taken[n++] = c->taken[i];
    c->ntaken = n;
}

/* What is used twice, or grows long, gets a variable, and so does all that is a result or a state: nothing is
 * assigned before everything is computed. */
static bool find_variables(StnCompensator *c)
{
    enum { LONG = 10 };
    int *size = calloc((size_t)c->tape.count + 1, sizeof *size);
    if (!size)
        return false;
    for (int i = 0; i < c->nresult; i++)
        c->uses[c->result[i].id]++;
    for (int i = 0; i < c->nkept; i++)
        if (c->kept[i].after != c->kept[i].before)
            c->uses[c->kept[i].after] += 2;
    for (int id = 0; id < c->tape.count; id++) {
        const StnExpression *e = &c->tape.list[id];
        size[id] = 1;
        if (c->uses[id] == 0) /* nobody writes it, and no variable would keep its size small */
            continue;
        for (int j = 0; j < 3; j++)
            if (e->c[j] >= 0)
                size[id] += size[e->c[j]];
        const bool leaf = e->op < STN_OP_NEGATE && !(e->op == STN_OP_STATE && c->uses[id] > 2);
        if (leaf || (c->uses[id] == 1 && size[id] < LONG))
            continue;
        c->variable[id] = ++c->nvariable;
        size[id] = 1;
    }
    free(size);
    return true;
}

/* ---- What the drive takes ---- */

static double effort_of(const StnSystem *S, double force)
{
    StnIn u[STN_INPUTS_MAX] = {0};
    for (int j = 0; j < S->model.plant->ninput; j++)
        u[j].val = S->input[j]                              ? stn_signal_at(S->input[j], 0.0).val
                   : isnan(S->model.plant->inputs[j].scale) ? 0.0
                                                            : S->model.plant->inputs[j].scale;
    return S->model.plant->effort(&S->model.self, S->p, u, force);
}

/* The factor from force to effort where there is one. */
static double per_force(const StnSystem *S)
{
    const double one = effort_of(S, 1.0);
    for (double force = 1e-3; force < 1e9; force *= 10.0)
        if (fabs(effort_of(S, force) - one * force) > 1e-9 * fabs(one * force))
            return NAN;
    return one;
}

StnStatus stn_compensator_make(StnCompensator *c, StnError *error)
{
    Sample at;
    StnStatus status = STN_OK;
    stn_tape_begin(&c->tape);
    const int number = keep(c, "samples", "1");
    at.started = number;
    at.loop.Ts = stn_tape_named(STN_OP_NUMBER, "Ts", c->system->num.Ts);
    at.loop.t = stn_tape_add(STN_OP_MULTIPLY, number, at.loop.Ts, -1);
    becomes(c, number, stn_tape_add(STN_OP_ADD, number, stn_tape_constant(1.0), -1));
    take_inputs(c, &at.loop);
    at.before = loop_before(c, &at.loop);
    at.loop.u = stn_tape_constant(0.0);
    at.sum = stn_tape_constant(0.0);
    give(c, "u_comp", "$F", "force that the compensation adds", 0);
    for (int k = 0; k < c->system->model.nterm && status == STN_OK; k++)
        status = put_term(c, k, &at, error);
    c->result[0].id = at.sum;
    c->time = at.loop.t;
    c->per_force = per_force(c->system);
    if (status == STN_OK && !c->tape.failed) {
        c->uses = calloc((size_t)c->tape.count + 1, sizeof *c->uses);
        c->variable = calloc((size_t)c->tape.count + 1, sizeof *c->variable);
        if (c->uses && c->variable)
            find_needed(c);
    }
    if (status == STN_OK && (c->tape.failed || !c->uses || !c->variable || !find_variables(c)))
        status = stn_out_of_memory(error);
    return status;
}

void stn_compensator_free(StnCompensator *c)
{
    stn_tape_end(&c->tape);
    free(c->uses);
    free(c->variable);
    c->uses = c->variable = NULL;
}
