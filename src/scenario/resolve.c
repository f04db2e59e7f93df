/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The resolved scenario: what the file says stays as it was written, what it leaves out is added.
 * Defaults are added as values.  Derived values are added as comments: written as values they would
 * count as given, would no longer follow what they derive from, and can even change the method
 * (hybrid with a given S is a fixed-step algorithm). */
#include "scenario/reader.h"
#include "scenario/tree_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The tree being written; `old` is the tree as it was read. */
typedef struct Resolver {
    StnReader *reader;
    const StnSystem *system;
    const StnNode *old;
    StnNode *root, *comments;
} Resolver;

/* ---- Pieces ---------------------------------------------------------------------------------- */

static StnNode *section(Resolver *r, const char *name)
{
    StnArena *arena = r->reader->arena;
    StnNode *map = stn_node_new(arena, STN_NODE_MAP, NULL);
    return stn_node_add(arena, r->root, name, map) ? map : NULL;
}

/* An empty section is taken back. */
static void close_section(Resolver *r)
{
    if (r->root->entry[r->root->count - 1].value->count == 0)
        r->root->count--;
}

/* The old entry where there is one, else the given text as a default. */
static bool keep_or_add(Resolver *r, StnNode *map, const StnNode *old, const char *key,
                        const char *text)
{
    const StnEntry *entry = stn_node_entry(old, key);
    if (entry != NULL)
        return stn_node_append(r->reader->arena, map, entry->key, entry->value);
    return stn_add_entry(r->reader, map, key, text, "default");
}

static bool add_off(Resolver *r, StnNode *map, const char *key, const char *text, const char *note)
{
    if (!stn_add_entry(r->reader, map, key, text, note))
        return false;
    map->entry[map->count - 1].value->off = true;
    return true;
}

static bool add_absent(Resolver *r, StnNode *map, const char *key, const char *note)
{
    if (!add_off(r, map, key, "not given", note))
        return false;
    map->entry[map->count - 1].value->absent = true;
    return true;
}

static bool comment(Resolver *r, const char *text)
{
    StnArena *arena = r->reader->arena;
    return stn_node_append(arena, r->comments, NULL, stn_node_text(arena, text, NULL));
}

/* ---- Parameters ------------------------------------------------------------------------------ */

static StnNode *value_node(Resolver *r, const StnValue *value, int rotary)
{
    const StnParam *param = value->param;
    char unit[STN_UNIT_TEXT_MAX];
    StnArena *arena = r->reader->arena;
    if (param->kind == STN_KIND_CHOICE)
        return stn_node_text(arena, stn_word_at(arena, param->unit, (int)value->value[0]), NULL);
    stn_unit_text(param->unit, rotary, unit, sizeof unit);
    return stn_numbers_node(arena, param->kind, value->value, value->count, unit, NULL);
}

/* Whether a part of the plant is used with the values that the system has. */
static bool used(const Resolver *r, StnPart part, const char *name)
{
    const double *p = stn_system_value_at(r->system, -1, 0).value;
    return stn_plant_is_active(r->reader->plant, p, part, name);
}

/* A value that the file does not give. */
static bool add_value(Resolver *r, StnNode *map, const StnValue *value, int rotary)
{
    StnArena *arena = r->reader->arena;
    const StnParam *param = value->param;
    const bool none = value->count == 0 || isnan(value->value[0]) ||
                      (param->kind == STN_KIND_PAIR && isnan(value->value[1]));
    if (none)
        return add_absent(r, map, param->name, param->text);
    StnNode *node = value_node(r, value, rotary);
    if (!stn_node_add(arena, map, param->name, node))
        return false;
    node->off = value->derived;
    node->note = "default";
    if (value->derived)
        node->note = param->derived == NULL
                         ? "derived"
                         : stn_arena_format(arena, "derived: %s", param->derived);
    return true;
}

static bool add_plant_section(Resolver *r, const char *name)
{
    const StnNode *own = stn_node_find(r->old, name), *other = stn_node_find(r->old, "controller");
    StnNode *map = section(r, name);
    if (map == NULL)
        return false;
    for (int i = 0; i < stn_system_value_count(r->system, -1); i++) {
        const StnValue value = stn_system_value_at(r->system, -1, i);
        if (strcmp(stn_section_of(value.param), name) != 0)
            continue;
        const StnEntry *entry = stn_node_entry(own, value.param->name);
        if (entry == NULL && value.param->kind == STN_KIND_CHOICE)
            entry = stn_node_entry(other, value.param->name);
        if (entry == NULL && !used(r, STN_PART_PARAMETER, value.param->name))
            continue;
        if (!(entry != NULL ? stn_node_append(r->reader->arena, map, entry->key, entry->value)
                            : add_value(r, map, &value, 0)))
            return false;
    }
    close_section(r);
    return true;
}

/* ---- Friction -------------------------------------------------------------------------------- */

static bool add_site(Resolver *r, StnNode *friction, int index)
{
    StnArena *arena = r->reader->arena;
    const StnSiteInfo *info = &r->reader->plant->sites[index];
    const StnLaw *law = stn_system_law(r->system, index);
    const StnNode *old = stn_node_find(stn_node_find(r->old, "friction"), info->name);
    StnNode *map = stn_node_new(arena, STN_NODE_MAP, NULL);
    if (!stn_node_add(arena, friction, info->name, map) ||
        !keep_or_add(r, map, old, "law", law->name))
        return false;
    for (int i = 0; i < stn_system_value_count(r->system, index); i++) {
        const StnValue value = stn_system_value_at(r->system, index, i);
        const StnEntry *entry = stn_node_entry(old, value.param->name);
        if (!(entry != NULL ? stn_node_append(arena, map, entry->key, entry->value)
                            : add_value(r, map, &value, info->rotary)))
            return false;
    }
    for (int i = 0; old != NULL && i < old->count; i++) {
        if (stn_node_entry(map, old->entry[i].key->text) != NULL)
            continue;
        old->entry[i].value->note = stn_arena_format(arena, "not used by law %s", law->name);
        if (!stn_node_append(arena, map, old->entry[i].key, old->entry[i].value))
            return false;
    }
    return true;
}

static bool add_friction(Resolver *r)
{
    const StnNode *old = stn_node_find(r->old, "friction");
    const int count = stn_system_plant(r->system)->nsite;
    StnNode *friction = section(r, "friction");
    if (friction == NULL)
        return false;
    for (int i = 0; i < count; i++)
        if (!add_site(r, friction, i))
            return false;
    for (int i = count; i < r->reader->plant->nsite; i++) {
        const StnEntry *entry = stn_node_entry(old, r->reader->plant->sites[i].name);
        if (entry != NULL && !stn_node_append(r->reader->arena, friction, entry->key, entry->value))
            return false;
    }
    close_section(r);
    return true;
}

/* ---- Compensation ---------------------------------------------------------------------------- */

/* The term as it is given, completed. */
static bool add_term(Resolver *r, StnNode *list, const StnNode *old, int k)
{
    StnArena *arena = r->reader->arena;
    const StnLaw *law = stn_system_term_law(r->system, k);
    const int rotary = r->reader->plant->sites[stn_system_term_site(r->system)].rotary;
    StnNode *map = stn_node_new(arena, STN_NODE_MAP, NULL);
    if (!stn_node_append(arena, list, NULL, map) ||
        !keep_or_add(r, map, old, "kind", stn_system_term(r->system, k)->name) ||
        (law != NULL && !keep_or_add(r, map, old, "law", law->name)))
        return false;
    for (int i = 0; i < stn_system_term_value_count(r->system, k); i++) {
        const StnValue value = stn_system_term_value_at(r->system, k, i);
        const StnEntry *entry = stn_node_entry(old, value.param->name);
        if (!(entry != NULL ? stn_node_append(arena, map, entry->key, entry->value)
                            : add_value(r, map, &value, rotary)))
            return false;
    }
    return true;
}

static bool add_compensation(Resolver *r)
{
    StnArena *arena = r->reader->arena;
    const StnNode *old = stn_node_find(r->old, "compensation");
    const int count = stn_system_term_count(r->system);
    StnNode *list = stn_node_new(arena, STN_NODE_LIST, NULL);
    if (count == 0)
        return true;
    if (!stn_node_add(arena, r->root, "compensation", list))
        return false;
    for (int k = 0; k < count; k++)
        if (!add_term(r, list, old->entry[k].value, k))
            return false;
    return true;
}

/* ---- States and inputs ----------------------------------------------------------------------- */

/* The start value of a plant state, where an output shows it; a motion that is imposed has another. */
static bool add_start(Resolver *r, StnNode *map, const StnVar *state, const double *columns)
{
    const StnPlant *plant = stn_system_plant(r->system);
    char path[80];
    StnAddress at;
    snprintf(path, sizeof path, "initial.%s", state->name);
    if (stn_address(r->system, path, &at, NULL) != STN_OK)
        return true;
    const double start = stn_address_info(r->system, at).value;
    for (int c = 0; c < plant->noutput; c++)
        if (strcmp(plant->outputs[c].name, state->name) == 0 && columns[c] == start)
            return add_off(r, map, state->name,
                           stn_quantity_text(r->reader->arena, columns[c], state->unit), "start");
    return true;
}

static bool fill_initial(Resolver *r, StnNode *map, const double *columns)
{
    const StnNode *old = stn_node_find(r->old, "initial");
    for (int i = 0; old != NULL && i < old->count; i++)
        if (!stn_node_append(r->reader->arena, map, old->entry[i].key, old->entry[i].value))
            return false;
    for (int i = 0; i < r->reader->plant->nstate; i++)
        if (stn_node_entry(old, r->reader->plant->states[i].name) == NULL &&
            !add_start(r, map, &r->reader->plant->states[i], columns))
            return false;
    return true;
}

static bool add_initial(Resolver *r)
{
    bool good = false;
    StnNode *map = section(r, "initial");
    const size_t count = (size_t)stn_system_column_count(r->system) + 1;
    double *columns = calloc(count, sizeof *columns);
    void *memory = malloc(stn_state_size(r->system));
    if (map == NULL || columns == NULL || memory == NULL)
        goto done;
    stn_state_columns(r->system, stn_state_init(r->system, memory), columns);
    good = fill_initial(r, map, columns);
    close_section(r);
done:
    free(memory);
    free(columns);
    return good;
}

static bool add_inputs(Resolver *r)
{
    const StnPlant *plant = r->reader->plant;
    const StnNode *old = stn_node_find(r->old, "inputs");
    StnNode *map = section(r, "inputs");
    for (int i = 0; map != NULL && i < plant->ninput; i++) {
        const StnVar *input = &plant->inputs[i];
        const bool given = stn_node_entry(old, input->name) != NULL;
        const bool none = isnan(input->scale) && !given;
        if (!given && !used(r, STN_PART_INPUT, input->name))
            continue;
        if (!(none ? add_absent(r, map, input->name, input->text)
                   : keep_or_add(r, map, old, input->name,
                                 stn_quantity_text(r->reader->arena, input->scale, input->unit))))
            return false;
    }
    if (map != NULL)
        close_section(r);
    return map != NULL;
}

/* ---- Run ------------------------------------------------------------------------------------- */

static bool add_fields(Resolver *r, StnNode *map, const StnNode *old, const StnFields *fields,
                       const void *settings)
{
    for (int i = 0; i < fields->count; i++)
        if (fields->field[i].kind != STN_FIELD_OTHER &&
            !keep_or_add(r, map, old, fields->field[i].name,
                         stn_field_value_text(r->reader, &fields->field[i], "1", settings)))
            return false;
    return true;
}

static bool add_solver(Resolver *r)
{
    StnNode *map = section(r, "solver");
    return map != NULL && add_fields(r, map, stn_node_find(r->old, "solver"), &stn_solver_fields,
                                     stn_system_solver(r->system));
}

static bool add_all_columns(Resolver *r, StnNode *map)
{
    StnArena *arena = r->reader->arena;
    StnNode *list = stn_node_new(arena, STN_NODE_LIST, NULL);
    if (!stn_node_add(arena, map, "columns", list))
        return false;
    list->off = true;
    list->note = "all";
    for (int i = 0; i < stn_system_column_count(r->system); i++) {
        const StnColumnInfo column = stn_system_column_at(r->system, i);
        if (!stn_node_append(arena, list, NULL,
                             stn_node_text(arena, stn_arena_text(arena, column.name), NULL)))
            return false;
    }
    return true;
}

static bool add_record(Resolver *r)
{
    const StnNode *old = stn_node_find(r->old, "record");
    const StnEntry *columns = stn_node_entry(old, "columns");
    StnNode *map = section(r, "record");
    return map != NULL && add_fields(r, map, old, &stn_record_fields, &r->reader->run) &&
           (columns != NULL ? stn_node_append(r->reader->arena, map, columns->key, columns->value)
                            : add_all_columns(r, map));
}

/* ---- All ------------------------------------------------------------------------------------- */

static bool keep(Resolver *r, const char *key)
{
    const StnEntry *entry = stn_node_entry(r->old, key);
    return entry == NULL || stn_node_is_empty(entry->value) ||
           stn_node_append(r->reader->arena, r->root, entry->key, entry->value);
}

static bool add_comments(Resolver *r)
{
    StnArena *arena = r->reader->arena;
    if (!comment(r, "Resolved by Stiction " STN_VERSION ": what was left out is written out"))
        return false;
    for (int i = 0; i < stn_system_note_count(r->system); i++) {
        const StnNote note = stn_system_note_at(r->system, i);
        if (note.kind == STN_NOTE_WARNING && /* derived values have notes in their place */
            !comment(r, stn_arena_format(arena, "warning: %s", note.text)))
            return false;
    }
    for (int i = 0; i < r->reader->warnings->count; i++)
        if (!comment(r, stn_arena_format(arena, "warning: %s",
                                         r->reader->warnings->entry[i].value->text)))
            return false;
    return true;
}

const char *stn_resolve(StnReader *reader, const StnSystem *system, const StnNode **tree)
{
    Resolver r = {.reader = reader, .system = system, .old = reader->root};
    r.root = stn_node_new(reader->arena, STN_NODE_MAP, NULL);
    r.comments = stn_node_new(reader->arena, STN_NODE_LIST, NULL);
    if (r.root == NULL || r.comments == NULL)
        return NULL;
    const char *seed =
        stn_arena_format(reader->arena, "%llu", (unsigned long long)reader->def.seed);
    const bool good =
        add_comments(&r) && keep_or_add(&r, r.root, r.old, "title", reader->plant->title) &&
        keep(&r, "description") && keep(&r, "plant") && add_plant_section(&r, "options") &&
        add_plant_section(&r, "parameters") && add_plant_section(&r, "controller") &&
        add_compensation(&r) && add_initial(&r) && add_friction(&r) && add_inputs(&r) &&
        keep(&r, "sensors") && keep_or_add(&r, r.root, r.old, "seed", seed) && add_solver(&r) &&
        keep(&r, "duration") && add_record(&r) && keep(&r, "intervals");
    *tree = r.root;
    return good ? stn_tree_write(reader->arena, r.root, r.comments) : NULL;
}
