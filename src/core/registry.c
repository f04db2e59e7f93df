/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The lists of laws.h and plants.h, expanded into descriptors. */
#include "core/back_ends.h"
#include "core/cstep.h"
#include "core/friction_set.h"
#include "laws/numbers.h"
#include "plants/plants.h"

#include <stdio.h>
#include <string.h>

/* ---- Friction parameters ---- */

/* The kinds of a law's new parameter. */
#define KIND_OF_1 STN_KIND_SCALAR
#define KIND_OF_2 STN_KIND_PAIR
#define KIND_OF_V STN_KIND_VECTOR

#define ROW(name, kind, unit, def, min, max, text, derived, above) \
    {#name, kind, unit, def, min, max, text, derived, NULL, above},
#define NEW_ROW(name, width, ...) ROW(name, KIND_OF_##width, __VA_ARGS__, NULL)
#define KNOWN(name)
#define NEW_ROWS(law) STN_PARAMS_##law(KNOWN, KNOWN, KNOWN, NEW_ROW)
const StnParam stn_friction_parameters[] = {STN_FRICTION_PARAMETERS(ROW) STN_LAW_LIST(NEW_ROWS)};

/* The kind that a law's list says must be the kind that the parameter has. */
#define KIND(name, kind, ...) KIND_##name = (kind),
#define NEW_KIND(name, width, ...) KIND_##name = KIND_OF_##width,
#define NEW_KINDS(law) STN_PARAMS_##law(KNOWN, KNOWN, KNOWN, NEW_KIND)
enum { STN_FRICTION_PARAMETERS(KIND) STN_LAW_LIST(NEW_KINDS) };

int stn_friction_parameter_count(void) { return STN_PAR_COUNT; }
const StnParam *stn_friction_parameter_at(int index)
{
    return index >= 0 && index < STN_PAR_COUNT ? &stn_friction_parameters[index] : NULL;
}

/* ---- Laws ---- */

#define IS1(name)        \
    STN_ASSERT_AT_BUILD( \
        (int)KIND_##name == STN_KIND_SCALAR || (int)KIND_##name == STN_KIND_CHOICE, #name);
#define IS2(name) STN_ASSERT_AT_BUILD((int)KIND_##name == STN_KIND_PAIR, #name);
#define ISV(name) STN_ASSERT_AT_BUILD((int)KIND_##name == STN_KIND_VECTOR, #name);
#define ISN(...)
#define PARAM(name) &stn_friction_parameters[STN_PAR_##name],
#define NEW_PARAM(name, ...) PARAM(name)
/* The site of a law's state is known in a system only. */
#define STATE(name, unit, scale, text) {#name, unit, scale, text, STN_ROLE_OTHER, -1},
#define REL(name, word, text) {#name, word, 1.0, text, STN_ROLE_OTHER, -1},
#define NO_VAR                                  \
    {                                           \
        NULL, NULL, 0, NULL, STN_ROLE_OTHER, -1 \
    }
#define COUNT1(...) +1
#define LAW_LISTS(law)                                                                   \
    STN_PARAMS_##law(IS1, IS2, ISV, ISN) static const StnParam *const law##_params[] = { \
        STN_PARAMS_##law(PARAM, PARAM, PARAM, NEW_PARAM) NULL};                          \
    static const StnVar law##_states[] = {STN_STATES_##law(STATE, STATE) NO_VAR};        \
    static const StnVar law##_rels[] = {STN_RELS_##law(REL) NO_VAR};
STN_LAW_LIST(LAW_LISTS)

#define LAW_NUMBER(law) law##_number,
enum { STN_LAW_LIST(LAW_NUMBER) LAW_COUNT };
#define LAW_BACK_ENDS(law) \
    static const StnBackEnd *const law##_back_ends[] = {&stn_complex_laws[law##_number], NULL};
STN_LAW_LIST(LAW_BACK_ENDS)
#define LAW_ROW(law)                                               \
    {.name = #law,                                                 \
     .nparam = 0 STN_PARAMS_##law(COUNT1, COUNT1, COUNT1, COUNT1), \
     .nstate = 0 STN_STATES_##law(COUNT1, COUNT1),                 \
     .nrel = 0 STN_RELS_##law(COUNT1),                             \
     .params = law##_params,                                       \
     .states = law##_states,                                       \
     .rels = law##_rels,                                           \
     .abi = STN_MODEL_ABI,                                         \
     .size = sizeof(StnLaw),                                       \
     .back_ends = law##_back_ends,                                 \
     STN_KERNEL_##law,                                             \
     STN_SETUP_##law},
static const StnLaw laws[] = {STN_LAW_LIST(LAW_ROW)};

int stn_law_count(void) { return LAW_COUNT; }
const StnLaw *stn_law_at(int index)
{
    return index >= 0 && index < LAW_COUNT ? &laws[index] : NULL;
}

/* ---- Plants ---- */

#define P_ROW(name, unit, def, min, max, text) \
    {#name, STN_KIND_SCALAR, unit, def, min, max, text, NULL, NULL, NULL},
#define C_ROW(name, unit, def, min, max, text) \
    {#name, STN_KIND_SCALAR, unit, def, min, max, text, NULL, "controller", NULL},
#define O_ROW(name, words, def, text) \
    {#name, STN_KIND_CHOICE, words, def, 0, INFINITY, text, NULL, "options", NULL},
#define S_ROW(name, role, site, unit, scale, text) \
    {#name, unit, scale, text, STN_ROLE_##role, site},
#define X_ROW(name, site, unit, scale, partner, text, Q) \
    {#name, unit, scale, text, STN_ROLE_POSITION, site},
#define S_PARTNER(name, role, site, unit, scale, text) -1,
#define X_PARTNER(name, site, unit, scale, partner, text, Q) STN_INDEX(Q##_s, partner),
#define I_ROW(name, role, site, unit, def, text) {#name, unit, def, text, STN_ROLE_##role, site},
#define V_ROW(name, role, site, unit, text) {#name, unit, 1.0, text, STN_ROLE_##role, site},
#define D_ROW(name, unit, text) {#name, unit, 1.0, text, STN_ROLE_OTHER, -1},
#define F_ROW(name, v, x, rotary, law, text, Q) \
    {#name, STN_INDEX(Q##_s, v), STN_INDEX(Q##_s, x), rotary, law, text},
#define L_ROW(name, pos, vel, lo, hi, site, Q) \
    {#name,                                    \
     STN_INDEX(Q##_s, pos),                    \
     STN_INDEX(Q##_s, vel),                    \
     STN_INDEX(Q##_p, lo),                     \
     STN_INDEX(Q##_p, hi),                     \
     STN_INDEX(Q##_f, site),                   \
     0},
#define LV_ROW(name, pos, vel, lo, hi, Q) \
    {#name,                               \
     STN_INDEX(Q##_s, pos),               \
     STN_INDEX(Q##_s, vel),               \
     STN_INDEX(Q##_p, lo),                \
     STN_INDEX(Q##_p, hi),                \
     -1,                                  \
     0},
#define LP_ROW(name, pos, lo, hi, Q) \
    {#name, STN_INDEX(Q##_s, pos), -1, STN_INDEX(Q##_p, lo), STN_INDEX(Q##_p, hi), -1, 0},
#define LB_ROW(name, pos, lo, hi, site, Q) \
    {#name,                                \
     STN_INDEX(Q##_s, pos),                \
     -1,                                   \
     STN_INDEX(Q##_p, lo),                 \
     STN_INDEX(Q##_p, hi),                 \
     STN_INDEX(Q##_f, site),               \
     1},

#define PLANT_LISTS(plant)                                                                  \
    static const StnParam plant##_params[] = {STN_PARAMS_##plant(P_ROW, C_ROW, O_ROW)};     \
    static const StnVar plant##_states[] = {STN_STATES_##plant(S_ROW, X_ROW, plant)};       \
    static const int plant##_partner[] = {STN_STATES_##plant(S_PARTNER, X_PARTNER, plant)}; \
    static const StnVar plant##_inputs[] = {STN_INPUTS_##plant(I_ROW) NO_VAR};              \
    static const StnVar plant##_outputs[] = {STN_OUTPUTS_##plant(V_ROW)};                   \
    static const StnVar plant##_discs[] = {STN_DISCS_##plant(D_ROW) NO_VAR};                \
    static const StnVar plant##_rels[] = {STN_RELS_##plant(REL) NO_VAR};                    \
    static const StnSiteInfo plant##_sites[] = {                                            \
        STN_SITES_##plant(F_ROW, plant){NULL, 0, 0, 0, NULL, NULL}};                        \
    static const StnStopInfo plant##_stops[] = {                                            \
        STN_STOPS_##plant(L_ROW, LV_ROW, LP_ROW, LB_ROW, plant){NULL, 0, 0, 0, 0, 0, 0}};
STN_PLANT_LIST(PLANT_LISTS)

#define PLANT_NUMBER(plant) plant##_number,
enum { STN_PLANT_LIST(PLANT_NUMBER) PLANT_COUNT };
#define PLANT_BACK_ENDS(plant)                                                                 \
    static const StnBackEnd *const plant##_back_ends[] = {&stn_complex_plants[plant##_number], \
                                                          NULL};
STN_PLANT_LIST(PLANT_BACK_ENDS)
#define PLANT_ROW(plant)                                                  \
    {.name = #plant,                                                      \
     .nparam = 0 STN_PARAMS_##plant(COUNT1, COUNT1, COUNT1),              \
     .nstate = 0 STN_STATES_##plant(COUNT1, COUNT1, plant),               \
     .ninput = 0 STN_INPUTS_##plant(COUNT1),                              \
     .noutput = 0 STN_OUTPUTS_##plant(COUNT1),                            \
     .ndisc = 0 STN_DISCS_##plant(COUNT1),                                \
     .nrel = 0 STN_RELS_##plant(COUNT1),                                  \
     .nsite = 0 STN_SITES_##plant(COUNT1, plant),                         \
     .nstop = 0 STN_STOPS_##plant(COUNT1, COUNT1, COUNT1, COUNT1, plant), \
     .params = plant##_params,                                            \
     .states = plant##_states,                                            \
     .partner = plant##_partner,                                          \
     .inputs = plant##_inputs,                                            \
     .outputs = plant##_outputs,                                          \
     .discs = plant##_discs,                                              \
     .rels = plant##_rels,                                                \
     .sites = plant##_sites,                                              \
     .stops = plant##_stops,                                              \
     .abi = STN_MODEL_ABI,                                                \
     .size = sizeof(StnPlant),                                            \
     .back_ends = plant##_back_ends,                                      \
     STN_KERNEL_##plant,                                                  \
     STN_SETUP_##plant},
static const StnPlant plants[] = {STN_PLANT_LIST(PLANT_ROW)};

int stn_plant_count(void) { return PLANT_COUNT; }
const StnPlant *stn_plant_at(int index)
{
    return index >= 0 && index < PLANT_COUNT ? &plants[index] : NULL;
}

/* ---- Catalogues ---- */

const StnLaw *stn_catalog_law(const StnCatalog *catalog, const char *name)
{
    for (int i = 0; catalog && i < catalog->nlaw; i++)
        if (stn_law_is_current(catalog->laws[i]) && strcmp(catalog->laws[i]->name, name) == 0)
            return catalog->laws[i];
    for (int i = 0; i < LAW_COUNT; i++)
        if (strcmp(laws[i].name, name) == 0)
            return &laws[i];
    return NULL;
}

const StnPlant *stn_catalog_plant(const StnCatalog *catalog, const char *name)
{
    for (int i = 0; catalog && i < catalog->nplant; i++)
        if (stn_plant_is_current(catalog->plants[i]) && strcmp(catalog->plants[i]->name, name) == 0)
            return catalog->plants[i];
    for (int i = 0; i < PLANT_COUNT; i++)
        if (strcmp(plants[i].name, name) == 0)
            return &plants[i];
    return NULL;
}

int stn_catalog_law_count(const StnCatalog *catalog)
{
    return LAW_COUNT + (catalog ? catalog->nlaw : 0);
}
const StnLaw *stn_catalog_law_at(const StnCatalog *catalog, int index)
{
    if (index < LAW_COUNT)
        return stn_law_at(index);
    return index < stn_catalog_law_count(catalog) ? catalog->laws[index - LAW_COUNT] : NULL;
}
int stn_catalog_plant_count(const StnCatalog *catalog)
{
    return PLANT_COUNT + (catalog ? catalog->nplant : 0);
}
const StnPlant *stn_catalog_plant_at(const StnCatalog *catalog, int index)
{
    if (index < PLANT_COUNT)
        return stn_plant_at(index);
    return index < stn_catalog_plant_count(catalog) ? catalog->plants[index - PLANT_COUNT] : NULL;
}

int stn_param_width(const StnParam *param)
{
    return param->kind == STN_KIND_PAIR ? 2 : param->kind == STN_KIND_VECTOR ? STN_VECTOR_MAX : 1;
}

const char *stn_unit_text(const char *unit, int rotary, char *out, size_t size)
{
    size_t n = 0;
    for (const char *c = unit; *c && n + 4 < size; c++) {
        const char *word = NULL;
        if (c[0] == '$' && c[1] == 'F')
            word = rotary ? "N*m" : "N";
        else if (c[0] == '$' && c[1] == 'x')
            word = rotary ? "rad" : "m";
        if (!word) {
            out[n++] = *c;
            continue;
        }
        for (; *word; word++)
            out[n++] = *word;
        c++;
    }
    out[n] = '\0';
    return out;
}
