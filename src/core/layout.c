/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Where everything of a system stands: in the state vector, in the memory of a state, among the columns. */
#include "core/build.h"
#include "core/structure.h"

#include <stdio.h>
#include <string.h>

void stn_layout(StnSystem *S, const StnSystemDef *def)
{
    StnModel *M = &S->model;
    const StnPlant *plant = M->plant;
    int n = plant->nstate, rel = plant->nrel;
    M->nplant = n;
    n += M->ntwist;
    for (int i = 0; i < M->nsite; i++)
        M->site_stop[i] = -1;
    for (int j = 0; j < M->nstop; j++)
        if (plant->stops[j].site >= 0 && !plant->stops[j].play)
            M->site_stop[plant->stops[j].site] = j;
    for (int i = 0; i < M->nsite; i++) {
        int more = M->law[i]->vector ? M->law_self[i].n - 1 : 0;
        M->law_state[i] = n;
        M->law_nstate[i] = M->law[i]->nstate + (M->law[i]->nstate ? more : 0);
        M->law_rel[i] = rel;
        M->law_nrel[i] = M->law[i]->nrel + (M->law[i]->nrel ? more : 0);
        if (M->law[i]->unused_rels)
            M->law_nrel[i] -= M->law[i]->unused_rels(&M->law_self[i]);
        n += M->law_nstate[i];
        rel += M->law_nrel[i];
    }
    for (int k = 0; k < M->nsensor; k++) {
        M->sensor_output[k] = def->sensor[k].output;
        M->sensor_lag[k] = def->sensor[k].lag > 0.0 ? n++ : -1;
        M->nlag += M->sensor_lag[k] >= 0;
    }
    M->n = n;
    M->nrel = rel;
    M->g_site = 2 * rel;
    M->g_stop = M->g_site + 2 * M->nsite;
    M->nguard = M->g_stop + 2 * M->nstop;
    M->ncolumn = M->noutput + M->nsensor + stn_term_column_count(M);
    for (int i = 0; i < M->nsite; i++)
        M->ncolumn += M->law_nstate[i];
}

/* Places one behind the other. */
static size_t place(size_t *at, size_t count)
{
    size_t here = *at;
    *at += count;
    return here;
}

enum { MATRICES_FEW = 512 }; /* numbers */
static size_t most(size_t a, size_t b) { return a > b ? a : b; }

/* The matrices of an affine mode (affine.h), of the last few modes where they are small; see solve/recall.c. */
static void map_matrices(StnModel *M, bool steps, bool maps)
{
    const size_t n = (size_t)M->n, ng = (size_t)M->nguard, nu = (size_t)M->ninput;
    const size_t size = n * n + n * nu + n + ng * (n + nu + 1) + n * (size_t)M->nsite;
    const int nkey = 2 * M->nsite + M->nstop + M->nrel + 1 + M->ninput;
    const bool keeps = steps && size <= MATRICES_FEW && nkey <= STN_KEY_MOST &&
                       (M->full_plant->flags & STN_PLANT_AFFINE_HELD);
    M->nkept = maps ? keeps ? STN_KEPT_MOST : 1 : 0;
    M->nkey = keeps ? nkey : 0;
    M->kept_size = size + (size_t)M->nkey;
}

void stn_memory_map(StnSystem *S)
{
    StnModel *M = &S->model;
    const size_t n = (size_t)M->n, na = (size_t)M->nactive, nrel = (size_t)M->nrel,
                 ng = (size_t)M->nguard, nu = (size_t)M->ninput;
    const bool steps = M->method != STN_METHOD_FIXED;
    size_t at = 0;
    map_matrices(M, steps, steps || M->runs_affine);
    M->at_now = place(&at, n);
    M->at_disc = place(&at, (size_t)M->ndisc);
    M->at_mode = place(&at, nrel);
    M->at_held = place(&at, (size_t)M->nsensor);
    M->at_replaced = place(&at, nu * sizeof(StnReplaced) / sizeof(double));
    M->at_term = place(&at, (size_t)M->term_memory);
    M->at_piece = place(&at, nu * sizeof(StnPiece) / sizeof(double));
    M->at_next = place(&at, nrel);
    M->at_since = place(&at, nrel);
    M->at_guard = place(&at, steps ? ng : 0);
    M->at_matrix = place(&at, (size_t)M->nkept * M->kept_size);
    M->at_coef = place(&at, steps ? (STN_DEGREE_MAX + 1) * n : 0);
    M->at_rest = place(&at, steps ? (size_t)M->nsite * sizeof(StnRest) / sizeof(double) : 0);
    M->at_top = place(&at, steps ? n : 0);
    M->at_taylor = place(&at, steps ? nu * (STN_DEGREE_MAX + 1) : 0);
    M->at_structure = place(&at, steps ? stn_structure_size(M) : 0);
    /* implicit: J, one real and three complex factors, stages; exact: what is kept in
     * propagate.c; explicit: 17 rows, J */
    M->at_scratch = place(&at, steps ? most(n * n + 7 * na * na + 15 * na, 6 * n * n + 24 * n) : 0);
    M->state_size = sizeof(StnState) + sizeof(StnWork) + at * sizeof(double);
}

/* What law state j of site i is called: of a vector its number too, and its site where the name is not unique
 * among the first `count` columns. */
static void name_law_state(const StnSystem *S, int i, int j, int count, char *out, size_t size)
{
    const StnLaw *law = S->model.law[i];
    const bool many = law->vector && j >= law->nstate - 1;
    bool clash = S->model.full_plant->nsite > 1;
    char name[32];
    snprintf(name, sizeof name, many ? "%s%d" : "%s", law->states[many ? law->nstate - 1 : j].name,
             j - law->nstate + 2);
    for (int k = 0; k < count; k++)
        clash = clash || strcmp(S->texts->column[k].name, name) == 0;
    snprintf(out, size, clash ? "%s.%s" : "%.0s%s", S->model.plant->sites[i].name, name);
}

/* An output, or what a sensor shows of it. */
static void put_output(StnColumnInfo *info, const StnVar *var, bool measured)
{
    snprintf(info->name, sizeof info->name, "%s%s", var->name, measured ? "_meas" : "");
    snprintf(info->unit, sizeof info->unit, "%s", var->unit);
    info->text = measured ? "as the sensor shows it" : var->text;
    info->role = var->role;
    info->site = var->site;
}

void stn_columns(StnSystem *S)
{
    const StnModel *M = &S->model;
    StnColumnInfo *column = S->texts->column;
    int c = 0;
    for (int i = 0; i < M->noutput; i++)
        put_output(&column[c++], &M->plant->outputs[i], false);
    for (int i = 0; i < M->nsite; i++)
        for (int j = 0; j < M->law_nstate[i]; j++, c++) {
            const StnLaw *law = M->law[i];
            const StnVar *var = &law->states[j < law->nstate ? j : law->nstate - 1];
            name_law_state(S, i, j, c, column[c].name, sizeof column[c].name);
            stn_unit_text(var->unit, M->plant->sites[i].rotary, column[c].unit,
                          sizeof column[c].unit);
            column[c].text = var->text;
            column[c].site = i;
        }
    for (int k = 0; k < M->nsensor; k++)
        put_output(&column[c++], &M->full_plant->outputs[M->sensor_output[k]], true);
    stn_term_columns(S, c);
}
