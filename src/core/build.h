/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Shared by the files that put a system together. */
#ifndef STN_CORE_BUILD_H
#define STN_CORE_BUILD_H

#include "core/system.h"

/* Zeroed memory that lives as long as the system; NULL when there is none. */
void *stn_system_alloc(StnSystem *S, size_t size);
void stn_note(StnSystem *S, StnNoteKind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The error is at the place of `given`, or of a setting such as "solver.dt"; each may be NULL. */
void stn_error_of_given(StnError *error, const StnGiven *given);
void stn_error_of_setting(StnError *error, const char *path);
/* STN_BAD_INPUT there, with a sentence as of printf. */
#define stn_bad(error, given, ...) \
    (stn_error_of_given(error, given), stn_error(error, STN_BAD_INPUT, __VA_ARGS__))
#define stn_bad_setting(error, path, ...) \
    (stn_error_of_setting(error, path), stn_error(error, STN_BAD_INPUT, __VA_ARGS__))

/* Remove unused parts from S->model.plant, and warn about values given for them. */
StnStatus stn_parts(StnSystem *S, const StnSystemDef *def, StnError *error);
/* Whether a definition was filled without a mistake. */
StnStatus stn_def_check(const StnSystemDef *def, StnError *error);
/* The signal came by stn_def_set_input and stays the definition's: systems get copies, or borrow it. */
bool stn_def_owns_input(const StnSystemDef *def, int input);
StnStatus stn_plant_parameters(StnSystem *S, const StnSystemDef *def, StnError *error);
/* Law, parameters, shape and warnings of site i. */
StnStatus stn_friction_site(StnSystem *S, const StnSystemDef *def, int i, StnError *error);

/* The compensation: terms as given, their numbers and memory; behind the sites. */
StnStatus stn_terms(StnSystem *S, const StnSystemDef *def, StnError *error);
/* The loop that the plant closes, at the start, as far as numbers say it; a sentence where it closes none. */
StnStatus stn_loop_find(const StnSystem *S, StnLoop *loop, const StnGiven *place, StnError *error);
/* What follows from the numbers of a term (choice: memory for its law's choices); and the sample time of all. */
StnStatus stn_term_finish(StnSystem *S, int k, int *choice, StnError *error);
StnStatus stn_terms_clock(StnSystem *S, StnError *error);
/* Parameter i of term k, of its kind or its law. */
const StnParam *stn_term_param(const StnModel *M, int k, int i);
static inline int stn_term_params(const StnModel *M, int k)
{
    return M->term[k]->nparam + (M->term_law[k] ? M->term_law[k]->nparam : 0);
}
/* Doubts about the compensation, before the run. */
void stn_terms_warn(StnSystem *S);
/* Columns of the compensation from c on. */
void stn_term_columns(StnSystem *S, int c);
int stn_term_column_count(const StnModel *M);
/* A given value into its place, checked: a single one serves both directions of a pair. */
StnStatus stn_put_value(const StnParam *param, const StnGiven *given, int rotary, double *value,
                        int *count, StnError *error);
/* Every known friction parameter of site i as far as it is given, and what its derivation may use. */
struct StnFrictionSet;
void stn_site_set(const StnSystem *S, int i, struct StnFrictionSet *set);
StnContext stn_site_context(const StnSystem *S, int i);

/* The place of a law's parameter among its numbers. */
int stn_law_place(const StnLaw *law, int param);

/* Places in the state vector, among relations and guards; columns; places in the memory of a state. */
void stn_layout(StnSystem *S, const StnSystemDef *def);
void stn_columns(StnSystem *S);
void stn_memory_map(StnSystem *S);
/* What follows from the numbers given: of the friction at site i (choice: memory for the law's choices), of
 * start values and stops, of the solver's settings, of the inputs. */
StnStatus stn_site_numbers(StnSystem *S, int i, int *choice, StnError *error);
StnStatus stn_start_numbers(StnSystem *S, StnError *error);
StnStatus stn_solver_numbers(StnSystem *S, StnError *error);
void stn_input_numbers(StnSystem *S);
/* The law at site i makes fixed steps only, or with what was given. */
bool stn_site_is_fixed(const StnSystem *S, int i);
/* All numbers of a finished system into one block of memory. */
StnStatus stn_params_pack(StnSystem *S, StnError *error);

/* The plant's twists into S->num.twist, checked; before the layout. */
StnStatus stn_twists(StnSystem *S, StnError *error);
/* They follow from the positions in y_start. */
void stn_twists_start(StnSystem *S);
/* The sizes that their errors are compared with, from those of their velocities. */
void stn_twists_weigh(StnSystem *S);
void stn_twists_warn(StnSystem *S, double duration);
/* Fill in what tells states of this system from others. */
void stn_system_sign(StnSystem *S);
/* The yes/no facts of its structure, those that make a motion another or those that an engine steps by. */
uint64_t stn_facts_hash(const StnSystem *S, bool moves, uint64_t hash);
/* Places of StnSelf.choice; those that are not in use are 0. */
static inline int stn_plant_choices(const StnPlant *plant)
{
    return plant->choose ? plant->nchoice : plant->nparam;
}
static inline int stn_law_choices(const StnLaw *law)
{
    return law->choose ? law->nchoice : law->nparam;
}
/* STN_BAD_INPUT where a signal has numbers that a scenario could not have. */
StnStatus stn_signal_check(const char *input, const StnSignal *signal, StnError *error);
/* The same of a variant of a checked signal, whose points are those of the other. */
StnStatus stn_signal_variant_check(const char *input, const StnSignal *signal, StnError *error);
/* STN_BAD_INPUT where the duration holds more samples, periods or steps than a run can ever do. */
StnStatus stn_endless(const StnSystem *S, StnError *error);

#endif
