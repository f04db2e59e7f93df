/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Modified LuGre (Yanada, Sekikawa): LuGre whose static level falls with the lubricant film hf.
 *   dz/dt = v - sigma0*|v|*z/g(v,hf),   FF = sigma0*z + sigma1*dz/dt + sigma2*v
 * g, hf: see film.h.  Shows the lag of friction behind velocity in the negative-resistance regime
 * only; drifts below breakaway, as LuGre. */
#include "laws/film.h"

#define STN_PARAMS_lugre_modified(P, P2, PV, N) STN_FILM_PARAMS(P, P2)
#define STN_STATES_lugre_modified(S, SV) STN_FILM_STATES(S)
#define STN_RELS_lugre_modified(R) STN_FILM_RELS(R)
STN_LAW_TYPES(lugre_modified)
#define STN_CHOICES_lugre_modified(K) STN_LOADED_CHOICES(K)
STN_CHOICE_TYPES(lugre_modified)

STN_SLIDE(lugre_modified)
{
    STN_USE(lugre_modified);
    StnFilm f = STN_FILM_OF(lugre_modified, in->dir, stn_splat(0.0));
    return stn_film_slide(&f, in, r, s->z, s->hf, &rate->z, &rate->hf);
}

STN_ADVANCE(lugre_modified)
{
    STN_USE_STATE(lugre_modified);
    StnFilm f = STN_FILM_OF(lugre_modified, in->dir, stn_splat(0.0));
    return stn_film_step(&f, in, r, &s->z, &s->hf);
}

#define STN_KERNEL_lugre_modified .slide = lugre_modified_slide, .advance = lugre_modified_advance
#ifdef STN_SETUP
STN_SHAPE(lugre_modified)
{
    STN_USE_P(lugre_modified);
    return stn_film_shape(p->vs, p->n, p->tau_hp, p->tau_hn, stn_stroke(p->Fc, p->sigma0));
}
STN_DERIVE(lugre_modified) { stn_film_derive(derive, context); }
STN_CHECK(lugre_modified)
{
    STN_USE_P(lugre_modified);
    (void)context;
    return stn_bristle_check(p->Fs, p->Fc);
}
STN_WARN(lugre_modified)
{
    STN_USE_P(lugre_modified);
    (void)context;
    return stn_warn_loaded(p->eta_opp, p->eta_aid, p->Fc, index, text, size);
}
STN_LOADED_UNUSED(lugre_modified)
#define STN_SETUP_lugre_modified                                                                  \
    .title = "Modified LuGre (lubricant film)",                                                   \
    .equation =                                                                                   \
        "LuGre with g = Fc + [(1 - hf)*Fs - Fc]*exp(-(|v|/vs)^n),  dhf/dt = (hss - hf)/tau_h",    \
    .text = "A film that grows and shrinks with its own time constants lowers the static level.", \
    .reference = "Yanada, Sekikawa 2008", .shape = lugre_modified_shape,                          \
    STN_CHOOSES(lugre_modified), .check = lugre_modified_check, .warn = lugre_modified_warn,      \
    .unused_rels = lugre_modified_unused_rels, .derive = lugre_modified_derive
#endif
