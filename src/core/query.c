/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Questions to a finished system. */
#include "core/system.h"

#include <math.h>
#include <string.h>

const StnPlant *stn_system_plant(const StnSystem *system) { return system->model.plant; }
const StnLaw *stn_system_law(const StnSystem *system, int site)
{
    return site >= 0 && site < system->model.nsite ? system->model.law[site] : NULL;
}
const StnSolverDef *stn_system_solver(const StnSystem *system) { return &system->solver; }
double stn_system_step(const StnSystem *system) { return system->dt; }
StnMethod stn_system_method(const StnSystem *system) { return system->model.method; }
int stn_system_note_count(const StnSystem *system) { return system->texts->nnote; }
int stn_system_column_count(const StnSystem *system) { return system->model.ncolumn; }

static bool is_within(int index, int count) { return index >= 0 && index < count; }

StnColumnInfo stn_system_column_at(const StnSystem *system, int index)
{
    if (!is_within(index, system->model.ncolumn))
        return (StnColumnInfo){.text = "", .role = STN_ROLE_OTHER, .site = -1};
    return system->texts->column[index];
}

StnNote stn_system_note_at(const StnSystem *system, int index)
{
    if (!is_within(index, system->texts->nnote))
        return (StnNote){STN_NOTE_DERIVED, ""};
    return (StnNote){system->texts->note_kind[index], system->texts->note_text[index]};
}

int stn_system_value_count(const StnSystem *system, int site)
{
    if (site < 0)
        return system->model.plant->nparam;
    return site < system->model.nsite ? system->model.law[site]->nparam : 0;
}

StnValue stn_system_value_at(const StnSystem *S, int site, int index)
{
    if (!is_within(index, stn_system_value_count(S, site)))
        return (StnValue){NULL, NULL, 0, false, false};
    if (site < 0)
        return (StnValue){&S->model.plant->params[index], &S->p[index], 1, S->derived[index],
                          S->given[index]};
    const double *value = S->law_p[site];
    for (int k = 0; k < index; k++)
        value += stn_param_width(S->model.law[site]->params[k]);
    return (StnValue){S->model.law[site]->params[index], value, S->law_count[site][index],
                      S->law_derived[site][index], S->law_given[site][index]};
}

double stn_system_friction(const StnSystem *system, int site, const char *name, int place)
{
    const StnLaw *law = stn_system_law(system, site);
    const int k = law ? stn_law_parameter(law, name) : -1;
    if (k < 0)
        return NAN;
    const StnValue v = stn_system_value_at(system, site, k);
    return v.value && is_within(place, stn_param_width(v.param)) ? v.value[place] : NAN;
}

double stn_system_parameter(const StnSystem *system, const char *name)
{
    const int i = stn_plant_parameter(system->model.plant, name);
    return i < 0 ? NAN : system->p[i];
}

bool stn_system_combination(const StnSystem *system, int index, StnCombination *out)
{
    const StnPlant *plant = system->model.plant;
    return plant->combination && plant->combination(&system->model.self, system->p, index, out);
}

int stn_system_commanded(const StnSystem *system)
{
    return system->model.plant->commanded
               ? system->model.plant->commanded(&system->model.self, system->p)
               : -1;
}

StnIn stn_system_input(const StnSystem *system, int input, double t)
{
    if (input < 0 || input >= system->model.ninput || !(system->model.input_given >> input & 1u))
        return (StnIn){NAN, NAN, NAN};
    return stn_signal_at(system->input[input], t);
}

const char *stn_event_word(StnEventKind kind)
{
#define WORD(name, word) word,
    static const char *const words[] = {STN_EVENT_LIST(WORD)};
#undef WORD
    return kind >= 0 && kind < STN_EVENT_COUNT ? words[kind] : "unknown";
}
