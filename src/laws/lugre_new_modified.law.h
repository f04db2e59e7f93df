/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* New modified LuGre (Tran, Hafizah, Yanada): the modified LuGre with a lead in the viscous term.
 *   dz/dt = v - sigma0*|v|*z/g(v,hf),   FF = sigma0*z + sigma1*dz/dt + sigma2*(v + T*dv/dt)
 * g, hf: see film.h.  Friction contains the acceleration, so it adds the mass M = sigma2*T; with pairs
 * by direction the apparent mass jumps at every reversal.  Steady state:
 *   Fc + [(1 - hss)*Fs - Fc]*exp(-(|v|/vs)^n) + sigma2*v. */
#include "laws/film.h"

#define STN_PARAMS_lugre_new_modified(P, P2, PV, N) STN_FILM_PARAMS(P, P2) P2(T)
#define STN_STATES_lugre_new_modified(S, SV) STN_FILM_STATES(S)
#define STN_RELS_lugre_new_modified(R) STN_FILM_RELS(R)
STN_LAW_TYPES(lugre_new_modified)
#define STN_CHOICES_lugre_new_modified(K) STN_LOADED_CHOICES(K)
STN_CHOICE_TYPES(lugre_new_modified)

STN_SLIDE(lugre_new_modified)
{
    STN_USE(lugre_new_modified);
    StnFilm f = STN_FILM_OF(lugre_new_modified, in->dir, stn_pick(in->dir, p->T));
    return stn_film_slide(&f, in, r, s->z, s->hf, &rate->z, &rate->hf);
}

STN_ADVANCE(lugre_new_modified)
{
    STN_USE_STATE(lugre_new_modified);
    StnFilm f = STN_FILM_OF(lugre_new_modified, in->dir, stn_pick(in->dir, p->T));
    return stn_film_step(&f, in, r, &s->z, &s->hf);
}

#define STN_KERNEL_lugre_new_modified \
    .slide = lugre_new_modified_slide, .advance = lugre_new_modified_advance
#ifdef STN_SETUP
STN_SHAPE(lugre_new_modified)
{
    STN_USE_P(lugre_new_modified);
    return stn_film_shape(p->vs, p->n, p->tau_hp, p->tau_hn, stn_stroke(p->Fc, p->sigma0));
}
STN_DERIVE(lugre_new_modified) { stn_film_derive(derive, context); }
STN_CHECK(lugre_new_modified)
{
    STN_USE_P(lugre_new_modified);
    (void)context;
    return stn_bristle_check(p->Fs, p->Fc);
}
STN_WARN(lugre_new_modified)
{
    STN_USE_P(lugre_new_modified);
    (void)context;
    return stn_warn_loaded(p->eta_opp, p->eta_aid, p->Fc, index, text, size);
}
STN_LOADED_UNUSED(lugre_new_modified)
#define STN_SETUP_lugre_new_modified                                                       \
    .title = "New modified LuGre (film and viscous lead)",                                 \
    .equation = "modified LuGre with FF = sigma0*z + sigma1*dz/dt + sigma2*(v + T*dv/dt)", \
    .text = "The lag of friction behind velocity also in the fluid regime.",               \
    .reference = "Tran, Hafizah, Yanada 2012", .shape = lugre_new_modified_shape,          \
    STN_CHOOSES(lugre_new_modified), .check = lugre_new_modified_check,                    \
    .warn = lugre_new_modified_warn, .unused_rels = lugre_new_modified_unused_rels,        \
    .derive = lugre_new_modified_derive
#endif
