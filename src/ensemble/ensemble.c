/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* An ensemble: a system for each combination of laws, of which runs are variants. */
#include "core/system.h"
#include "ensemble/ensemble_bases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BASES_MAX = 1024 }; /* combinations of laws */

const char *stn_outcome_word(StnOutcome outcome)
{
    static const char *const words[STN_OUTCOMES] = {"none", "done", "invalid", "failed"};
    return words[outcome];
}

/* ---- Combinations of laws -------------------------------------------------------------------- */

static bool is_law(const StnVary *vary) { return vary->site >= 0; }

/* The laws of the index-th combination, the last one changing fastest. */
static StnStatus set_laws(const StnEnsemble *ensemble, int index, StnScenario *scenario)
{
    StnStatus status = STN_OK;
    for (int i = ensemble->def.nvary - 1; i >= 0 && status == STN_OK; i--) {
        const StnVary *v = &ensemble->def.vary[i];
        if (!is_law(v))
            continue;
        status = stn_scenario_set_text(scenario, v->path, v->law[index % v->levels]->name);
        index /= v->levels;
    }
    return status;
}

const StnEnsembleBase *stn_ensemble_base(const StnEnsemble *ensemble, const double *value)
{
    int index = 0;
    for (int i = 0; i < ensemble->def.nvary; i++)
        if (is_law(&ensemble->def.vary[i]))
            index = index * ensemble->def.vary[i].levels + (int)value[i];
    return &ensemble->base[index];
}

/* A number that only other laws have is not set; its name was found with the laws of the scenario. */
static void find_addresses(const StnEnsemble *ensemble, StnEnsembleBase *base)
{
    for (int i = 0; i < ensemble->def.nvary; i++) {
        base->address[i] = (StnAddress){-1, -1};
        if (!is_law(&ensemble->def.vary[i]) && stn_address(base->system, ensemble->def.vary[i].path,
                                                           &base->address[i], NULL) != STN_OK)
            base->address[i] = (StnAddress){-1, -1};
    }
}

/* Whether a run has the same bits without its account of energy, which costs an event run a third of its time.  Fixed
 * steps of several sites are summed in another order then. */
static bool may_lack_energy(const StnSystem *system)
{
    return system->model.method == STN_METHOD_EVENT ||
           (system->model.method == STN_METHOD_FIXED && system->model.fused);
}

/* The scenario of a base: the given one, or a copy with other laws, and without an account of energy where nobody asks
 * for it. */
static StnStatus make_scenario(const StnEnsemble *ensemble, int index, StnEnsembleBase *base)
{
    const StnScenario *given = ensemble->def.scenario;
    base->scenario = given;
    StnStatus status = stn_scenario_check(given, &base->error);
    const bool accounts = status == STN_OK && stn_scenario_system(given)->solver.energy;
    if (ensemble->nbase == 1 && (ensemble->energy || !accounts))
        return status;
    base->own = stn_scenario_copy(given);
    if (base->own == NULL)
        return STN_NO_MEMORY;
    base->scenario = base->own;
    if (ensemble->nbase > 1)
        set_laws(ensemble, index, base->own);
    status = stn_scenario_check(base->own, &base->error);
    if (status == STN_OK && !ensemble->energy && may_lack_energy(stn_scenario_system(base->own))) {
        status = stn_scenario_set_text(base->own, "solver.energy", "false");
        if (status == STN_OK)
            status = stn_scenario_check(base->own, &base->error);
    }
    return status;
}

static StnStatus make_base(const StnEnsemble *ensemble, int index, StnEnsembleBase *base,
                           StnError *error)
{
    const StnStatus status = make_scenario(ensemble, index, base);
    if (status == STN_NO_MEMORY)
        return stn_out_of_memory(error);
    if (status != STN_OK) { /* these laws do not fit: what is run with them is invalid */
        base->scenario = NULL;
        return STN_OK;
    }
    base->system = stn_scenario_system(base->scenario);
    for (int i = 0; i < ensemble->def.nmetric; i++)
        base->rows = base->rows || stn_metric_needs_rows(ensemble->def.metric[i], base->system);
    find_addresses(ensemble, base);
    return STN_OK;
}

/* Which combinations are run in lanes.  The event engine has none, of which nothing is said. */
static void find_loops(StnEnsemble *ensemble)
{
    int with = 0;
    ensemble->width = stn_lanes_width(ensemble->def.lanes);
    for (int i = 0; i < ensemble->nbase; i++) {
        StnEnsembleBase *base = &ensemble->base[i];
        const char *why = "the processor, or the setting, has no lanes";
        if (base->scenario == NULL || base->system->model.method != STN_METHOD_FIXED)
            continue;
        if (ensemble->width > 1)
            base->loop = stn_lanes_loop(base->system, ensemble->width, &why);
        with += base->loop != NULL;
        if (base->loop == NULL)
            snprintf(ensemble->alone, sizeof ensemble->alone, "%s", why);
    }
    if (with == 0)
        ensemble->width = 1;
}

int stn_ensemble_lanes(const StnEnsemble *ensemble, const char **why)
{
    if (why != NULL)
        *why = ensemble->alone;
    return ensemble->width;
}

static StnStatus count_bases(StnEnsemble *ensemble, StnError *error)
{
    int64_t count = 1;
    for (int i = 0; i < ensemble->def.nvary; i++) {
        if (is_law(&ensemble->def.vary[i]))
            count *= ensemble->def.vary[i].levels;
        if (count > BASES_MAX)
            return stn_error(error, STN_BAD_INPUT, "more than %d combinations of laws", BASES_MAX);
    }
    ensemble->nbase = (int)count;
    return STN_OK;
}

StnEnsemble *stn_ensemble_new(const StnEnsembleDef *def, StnError *error)
{
    StnEnsemble *ensemble = calloc(1, sizeof *ensemble);
    if (ensemble == NULL) {
        stn_out_of_memory(error);
        return NULL;
    }
    ensemble->def = *def;
    for (int i = 0; i < def->nmetric; i++)
        ensemble->energy = ensemble->energy || stn_metric_needs_energy(def->metric[i]);
    StnStatus status = count_bases(ensemble, error);
    if (status == STN_OK) {
        ensemble->base = calloc((size_t)ensemble->nbase, sizeof *ensemble->base);
        status = ensemble->base ? STN_OK : stn_out_of_memory(error);
    }
    for (int i = 0; i < ensemble->nbase && ensemble->base && status == STN_OK; i++)
        status = make_base(ensemble, i, &ensemble->base[i], error);
    if (status == STN_OK) {
        find_loops(ensemble);
        return ensemble;
    }
    stn_ensemble_free(ensemble);
    return NULL;
}

void stn_ensemble_free(StnEnsemble *ensemble)
{
    if (ensemble == NULL)
        return;
    for (int i = 0; i < ensemble->nbase && ensemble->base; i++)
        stn_scenario_free(ensemble->base[i].own);
    free(ensemble->base);
    free(ensemble);
}
