/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* States that an importer keeps: one piece of plain memory with a checksum, so that it can be written and read by
 * another process.  What was said at instantiation (name, logging, event mode, early return) is not part of it. */
#include "fmu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    double start, stop, time, tolerance, t_next, rtol;
    StnIn input[STN_INPUTS_MAX];
    uint32_t phase;
    uint8_t changed[STN_INPUTS_MAX], internal, retuned, fresh, started, jumped, model_exchange;
} Facts;

struct FmuSaved {
    uint64_t size, checksum; /* of what follows the checksum */
    Facts facts; /* then: parameters wanted, in use; which were touched; motion; lifts */
};

typedef struct {
    size_t block, touched, state, lift;
} Sizes;

static size_t whole(size_t bytes) { return (bytes + 7) / 8 * 8; }

static Sizes sizes(const FmuInstance *I)
{
    return (Sizes){whole(stn_params_size(I->base)), whole((size_t)I->naddress),
                   whole(stn_state_size(I->base)), (size_t)I->nguard * sizeof(double)};
}

size_t fmu_saved_size(const FmuInstance *I)
{
    const Sizes s = sizes(I);
    return sizeof(FmuSaved) + 2 * s.block + s.touched + s.state + s.lift;
}

static uint64_t checksum(const FmuSaved *saved)
{
    const unsigned char *byte = (const unsigned char *)&saved->facts;
    const size_t count = (size_t)saved->size - offsetof(FmuSaved, facts);
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3u;
    return hash;
}

static Facts facts_of(const FmuInstance *I)
{
    Facts facts;
    memset(&facts, 0,
           sizeof facts); /* between the members, too: the same state has the same bytes */
    facts.start = I->start, facts.stop = I->stop, facts.time = I->time;
    facts.tolerance = I->tolerance, facts.t_next = I->t_next, facts.rtol = I->host.rtol;
    memcpy(facts.input, I->input, sizeof facts.input);
    facts.phase = (uint32_t)I->phase;
    for (int i = 0; i < STN_INPUTS_MAX; i++)
        facts.changed[i] = I->changed[i];
    facts.internal = I->internal, facts.retuned = I->retuned, facts.fresh = I->fresh;
    facts.started = I->started, facts.jumped = I->host.jumped;
    facts.model_exchange = I->model_exchange;
    return facts;
}

FmuStatus fmu_save(FmuInstance *I, FmuSaved **saved)
{
    const Sizes s = sizes(I);
    const size_t size = fmu_saved_size(I);
    FmuSaved *own = *saved ? *saved : calloc(1, size);
    if (!own)
        return fmu_say(I, FMU_ERROR, "out of memory");
    if (!I->started && fmu_settle(I) != FMU_OK) { /* so that there is a motion to keep */
        if (!*saved)
            free(own);
        return FMU_ERROR;
    }
    char *at = (char *)(own + 1);
    own->size = size;
    own->facts = facts_of(I);
    memcpy(at, I->wanted, stn_params_size(I->base));
    memcpy(at += s.block, I->use->block, stn_params_size(I->base));
    memcpy(at += s.block, I->touched, (size_t)I->naddress);
    memcpy(at += s.touched, fmu_state(I), stn_state_size(I->base));
    memcpy(at + s.state, I->host.lift, s.lift);
    own->checksum = checksum(own);
    *saved = own;
    return FMU_OK;
}

FmuStatus fmu_restore(FmuInstance *I, const FmuSaved *saved)
{
    const Sizes s = sizes(I);
    if (saved->size != fmu_saved_size(I) || saved->checksum != checksum(saved))
        return fmu_say(I, FMU_ERROR, "this is no state of this FMU, or it is damaged");
    const Facts *facts = &saved->facts;
    const char *at = (const char *)(saved + 1);
    if ((facts->model_exchange != 0) != I->model_exchange)
        return fmu_say(I, FMU_ERROR, "the state is one of %s",
                       I->model_exchange ? "Co-Simulation" : "Model Exchange");
    FmuModel *model = I->spare; /* the one in use stays where the state is refused */
    fmu_clear_error(I);
    memcpy(model->block, at + s.block, stn_params_size(I->base));
    memcpy(model->state, at + 2 * s.block + s.touched, stn_state_size(I->base));
    model->system = stn_system_variant(I->base, model->block, fmu_seed, model->memory);
    if (stn_state_check(model->system, model->state, stn_state_size(I->base), &I->error))
        return fmu_failed(I, "state", STN_BAD_INPUT);
    fmu_use_spare(I);
    memcpy(I->wanted, at, stn_params_size(I->base));
    memcpy(I->touched, at + 2 * s.block, (size_t)I->naddress);
    memcpy(I->host.lift, at + 2 * s.block + s.touched + s.state, s.lift);
    I->start = facts->start, I->stop = facts->stop, I->time = facts->time;
    I->tolerance = facts->tolerance, I->t_next = facts->t_next, I->host.rtol = facts->rtol;
    memcpy(I->input, facts->input, sizeof I->input);
    for (int i = 0; i < STN_INPUTS_MAX; i++)
        I->changed[i] = facts->changed[i] != 0;
    I->internal = facts->internal != 0, I->retuned = facts->retuned != 0;
    I->fresh = facts->fresh != 0, I->started = facts->started != 0;
    I->host.jumped = facts->jumped != 0;
    I->plain_until = -INFINITY;
    I->phase = (FmuPhase)facts->phase;
    if (I->phase == FMU_EVENT && !I->model_exchange && !I->event_mode)
        I->phase = FMU_STEPPING; /* an instance without event mode has no other */
    I->column_known = false;
    return FMU_OK;
}

void fmu_forget(FmuSaved *saved) { free(saved); }

FmuStatus fmu_write(FmuInstance *I, const FmuSaved *saved, void *bytes, size_t size)
{
    if (size < saved->size)
        return fmu_say(I, FMU_ERROR, "a state takes %lu bytes, there is room for %lu",
                       (unsigned long)saved->size, (unsigned long)size);
    memcpy(bytes, saved, (size_t)saved->size);
    return FMU_OK;
}

FmuStatus fmu_read(FmuInstance *I, const void *bytes, size_t size, FmuSaved **saved)
{
    if (size < fmu_saved_size(I))
        return fmu_say(I, FMU_ERROR, "a state takes %lu bytes, these are %lu",
                       (unsigned long)fmu_saved_size(I), (unsigned long)size);
    FmuSaved *own = malloc(fmu_saved_size(I));
    if (!own)
        return fmu_say(I, FMU_ERROR, "out of memory");
    memcpy(own, bytes, fmu_saved_size(I));
    if (own->size != fmu_saved_size(I) || own->checksum != checksum(own)) {
        free(own);
        return fmu_say(I, FMU_ERROR, "this is no state of this FMU, or it is damaged");
    }
    *saved = own;
    return FMU_OK;
}
