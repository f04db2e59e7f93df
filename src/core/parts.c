/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Which parts of a plant are used: a plant with many bodies or drives has lists for all of them, and its
 * parameters say which are there. */
#include "core/build.h"

#include <string.h>

bool stn_plant_is_active(const StnPlant *plant, const double *p, StnPart part, const char *name)
{
    int choice[STN_CHOICES_MAX];
    if (!plant->inactive)
        return true;
    StnSelf self = stn_plant_self(plant, p, choice);
    return !plant->inactive(&self, p, part, name);
}

/* The outputs that are used, and where they stand among all of them. */
static StnStatus used_outputs(StnSystem *S, StnPlant *view, StnError *error)
{
    const StnPlant *full = S->model.full_plant;
    StnVar *list = stn_system_alloc(S, (size_t)(full->noutput + 1) * sizeof *list);
    if (!list)
        return stn_out_of_memory(error);
    view->noutput = 0;
    view->outputs = list;
    for (int i = 0; i < full->noutput; i++)
        if (stn_plant_is_active(full, S->p, STN_PART_OUTPUT, full->outputs[i].name)) {
            S->model.visible[view->noutput] = i;
            list[view->noutput++] = full->outputs[i];
        }
    return STN_OK;
}

typedef struct {
    char text[320];
    int used, count;
} Names;

static void add_name(Names *names, const char *name)
{
    if (names->used < (int)sizeof names->text - 40)
        names->used += stn_format(names->text + names->used, sizeof names->text - names->used,
                                  "%s%s", names->count ? ", " : "", name);
    else if (strcmp(names->text + names->used - 3, "...") != 0)
        names->used +=
            stn_format(names->text + names->used, sizeof names->text - names->used, ", ...");
    names->count++;
}

static void note_idle(StnSystem *S, const StnSystemDef *def)
{
    const StnPlant *full = S->model.full_plant;
    Names idle = {.count = 0};
    for (int i = 0; i < def->ngiven; i++)
        if (!stn_plant_is_active(full, S->p, STN_PART_PARAMETER, def->given[i].name))
            add_name(&idle, def->given[i].name);
    for (int i = 0; i < def->ninitial; i++)
        if (!stn_plant_is_active(full, S->p, STN_PART_STATE, def->initial[i].name))
            add_name(&idle, def->initial[i].name);
    for (int i = 0; i < full->ninput; i++)
        if (def->input[i] && !stn_plant_is_active(full, S->p, STN_PART_INPUT, full->inputs[i].name))
            add_name(&idle, full->inputs[i].name);
    for (int i = S->model.nsite; i < full->nsite; i++)
        if (def->site[i].ngiven > 0)
            add_name(&idle, full->sites[i].name);
    if (idle.count > 0)
        stn_note(S, STN_NOTE_WARNING, "unused in this system: %s", idle.text);
}

StnStatus stn_parts(StnSystem *S, const StnSystemDef *def, StnError *error)
{
    const StnPlant *full = S->model.full_plant;
    S->model.affine =
        (full->flags & STN_PLANT_AFFINE) && (!full->affine || full->affine(&S->model.self, S->p));
    for (int i = 0; i < full->noutput; i++)
        S->model.visible[i] = i;
    if (full->inactive) {
        StnPlant *view = stn_system_alloc(S, sizeof *view);
        if (!view)
            return stn_out_of_memory(error);
        memcpy(view, full, sizeof *view);
        if (used_outputs(S, view, error))
            return STN_NO_MEMORY;
        view->nsite = 0;
        while (view->nsite < full->nsite &&
               stn_plant_is_active(full, S->p, STN_PART_SITE, full->sites[view->nsite].name))
            view->nsite++;
        S->model.plant = view;
    }
    S->model.nsite = S->model.plant->nsite;
    S->model.noutput = S->model.plant->noutput;
    for (int k = 0; k < def->nsensor; k++) {
        const char *name = full->outputs[def->sensor[k].output].name;
        if (!stn_plant_is_active(full, S->p, STN_PART_OUTPUT, name))
            return stn_bad(error, NULL, "a sensor looks at %s, which is inactive in this system",
                           name);
    }
    note_idle(S, def);
    return STN_OK;
}
