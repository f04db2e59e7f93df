/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Bytes choose a built-in scenario and what differs from it (law, parameters, inputs, start, solver); it is
 * then run with a bounded effort.  A failed run says why; a finished one has finite numbers and time has
 * grown; in the event engine its energy balance closes; a state saved half-way goes on elsewhere to the same
 * bits; the same again gives the same bits, whatever the memory held before. */
#include "core/system.h"
#include "fuzz_support.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PARTS = 8 };

/* The power of what in the active forces follows the speeds: damping, leakage.  At the sum of all forces, which is what
 * works in the balance, nothing of it may be left: a light flap on a motor that leaks little takes up 1.2e7 N*m*s/rad
 * and moves at rest but for 0.01 N*m.  A speed that is wrong by rtol of it is wrong in the balance by rtol of this. */
static double following_power(const StnSystem *system, StnState *state)
{
    const StnModel *m = &system->model;
    const double t = stn_state_time(state);
    double y[STN_ROW], sum = 0.0;
    StnEvaluation at, beside;
    memcpy(y, stn_now(system, state), (size_t)m->n * sizeof *y);
    stn_evaluate(system, state, t, y, 0, &at);
    for (int i = 0; i < m->nsite; i++) {
        const double v = stn_site_v(m, y, i);
        stn_site_set_v(m, y, i, v + 1e-6 * fmax(fabs(v), stn_site_v(m, system->scale, i)));
        stn_evaluate(system, state, t, y, 0, &beside);
        stn_site_set_v(m, y, i, v);
        for (int k = 0; k < m->nsite; k++)
            sum += fabs((beside.site[k].h - at.site[k].h) / 1e-6 * at.site[k].v);
    }
    return sum;
}

/* Advances through the parts [from, PARTS]; saves the state in the middle.  `follows` is the energy of following_power. */
static StnStatus run(Fuzz *f, const StnSystem *system, StnState *state, double duration, int from,
                     void *saved, double *row, double *follows)
{
    const StnObserver observer = {.user = f, .go_on = fuzz_go_on};
    StnError error = {0};
    f->budget = FUZZ_BUDGET;
    for (int k = from; k <= PARTS; k++) {
        const double before = stn_state_time(state);
        const StnStatus status =
            stn_advance(system, state, duration * k / PARTS, &observer, &error);
        require(status == STN_OK || error.text[0], "a failure without a sentence");
        if (status != STN_OK)
            return status;
        require(stn_state_time(state) >= before, "time runs backwards");
        if (follows)
            *follows += following_power(system, state) * duration / PARTS;
        if (saved && k == PARTS / 2)
            memcpy(saved, state, stn_state_size(system));
    }
    stn_state_columns(system, state, row);
    return STN_OK;
}

static bool has_imposed_motion(const StnSystem *system)
{
    for (int i = 0; i < system->model.nsite; i++)
        if (system->model.imposed[i])
            return true;
    return false;
}

/* The kinetic energy if every site went at the natural size of its speed. */
static double natural_energy(const StnSystem *system, StnState *state)
{
    double y[STN_ROW];
    memcpy(y, stn_now(system, state), (size_t)system->model.n * sizeof *y);
    for (int i = 0; i < system->model.nsite; i++)
        stn_site_set_v(&system->model, y, i, stn_site_v(&system->model, system->scale, i));
    return stn_kinetic(system, state, y);
}

/* docs/solver.md: the balance closes to the tolerance.  A speed is wrong by some rtol of its size, or of its natural size
 * where it is smaller: an energy by that times the momentum, hence the root.  Some: 1000, which is the 1e-6 at the
 * default tolerance that random mechanisms are held to.  What `follows` the speeds counts once: built-in scenarios have up
 * to 16 times the energy moved of it, of which 1000 parts would hide errors, and the light flap leaves 4.5e-4.  Below 1e-12
 * rounding counts.  Not under imposed motion, where a jump of the speed is not in the account. */
static void check_energy(const StnSystem *system, StnState *state, double follows)
{
    const double rtol = fmax(stn_system_solver(system)->rtol, 1e-12);
    const StnEnergy e = stn_state_energy(system, state);
    const double size = e.moved + sqrt(e.moved * natural_energy(system, state));
    require(isfinite(e.moved), "an energy that is not finite after a run that ended well");
    if (stn_system_method(system) == STN_METHOD_EVENT && !has_imposed_motion(system))
        require(fabs(stn_energy_left_over(&e)) <= rtol * (1e3 * size + follows),
                "the energy balance does not close");
}

static void check(Fuzz *f, const StnScenario *scenario)
{
    const StnSystem *system = stn_scenario_system(scenario);
    const double duration = stn_scenario_duration(scenario);
    const size_t bytes = stn_state_size(system);
    const int columns = stn_system_column_count(system);
    const size_t wide = (size_t)columns * sizeof(double);
    void *first = malloc(bytes), *saved = malloc(bytes), *second = malloc(bytes);
    double *row = malloc(wide), *again = malloc(wide);
    require(first && saved && second && row && again, "no memory");
    memset(first, 0xa5, bytes);
    memset(second, 0x33, bytes);
    double follows = 0.0;
    const StnStatus status =
        run(f, system, stn_state_init(system, first), duration, 1, saved, row, &follows);
    if (status == STN_OK) {
        for (int i = 0; i < columns; i++)
            require(isfinite(row[i]), "a number that is not finite after a run that ended well");
        check_energy(system, first, follows);
        require(run(f, system, saved, duration, PARTS / 2 + 1, NULL, again, NULL) == STN_OK &&
                    memcmp(row, again, wide) == 0,
                "a saved state goes elsewhere");
    }
    if (status != STN_CANCELLED) {
        const StnStatus other =
            run(f, system, stn_state_init(system, second), duration, 1, NULL, again, NULL);
        require(other == status && (status != STN_OK || memcmp(row, again, wide) == 0),
                "the same run gives other bits");
    }
    free(first), free(saved), free(second), free(row), free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Fuzz f;
    f = (Fuzz){.at = data, .end = data + size};
    StnScenario *scenario = fuzz_scenario(&f);
    if (scenario) {
        check(&f, scenario);
        stn_scenario_free(scenario);
    }
    return 0;
}
