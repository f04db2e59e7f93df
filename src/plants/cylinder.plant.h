/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Vertical single-rod hydraulic cylinder that lifts a mass, with an underlapped servovalve (Tran,
 * Khaing, Endo, Yanada 2014):
 *   xv'' = kv*wv^2*u - 2*zv*wv*xv' - wv^2*xv
 *   Q1   = Kv*w*[a*ssqrt(Ps - P1) - b*ssqrt(P1)],   Q2 = Kv*w*[a*ssqrt(P2) - b*ssqrt(Ps - P2)]
 *   a    = max(U + xv, 0),  b = max(U - xv, 0),  Kv = cd*sqrt(2/rho)
 *   (V10 + A1*x)/beta*dP1/dt = Q1 - A1*v,   (V20 + A2*(L - x))/beta*dP2/dt = A2*v - Q2
 *   m*dv/dt = P1*A1 - P2*A2 - Fr - m*g,     stops xmin <= x <= L
 * Both edges are open while |xv| <= U.  The flow equations as printed, read literally for xv < 0, jump
 * at xv = 0; these are the physical ones.  Without current there is no static equilibrium: the flows
 * through the underlap carry the piston down slowly. */
#include "plants/plant.h"

#define STN_PARAMS_cylinder(P, C, O)                                             \
    P(bore, "m", 0.032, 1e-4, 10, "bore of the cylinder (published)")            \
    P(rod, "m", 0.018, 0, 10, "diameter of the rod (published)")                 \
    P(L, "m", 0.2, 1e-4, 100, "stroke, upper stop (published)")                  \
    P(xmin, "m", 0, 0, 100, "lower stop (published)")                            \
    P(m, "kg", 118, 1e-6, 1e7, "moving mass (published)")                        \
    P(g, "m/s^2", 9.81, 0, 100, "gravity against x (published)")                 \
    P(Ps, "Pa", 5e6, 0, 1e9, "supply pressure (published)")                      \
    P(kv, "m/A", 0.0227, 0, 1e3, "spool travel per current (published)")         \
    P(wv, "rad/s", 440, 1e-3, 1e6, "natural frequency of the valve (published)") \
    P(zv, "1", 0.75, 0, 100, "damping ratio of the valve (published)")           \
    P(beta, "Pa", 1e8, 1e3, 1e13, "bulk modulus (published)")                    \
    P(V10, "m^3", 5e-6, 1e-12, 1e3, "dead volume below the piston (published)")  \
    P(V20, "m^3", 1e-6, 1e-12, 1e3, "dead volume above the piston (published)")  \
    P(U, "m", 4e-5, 0, 1, "underlap of the valve (published)")                   \
    P(cd, "1", 0.32, 0, 10, "discharge coefficient (published)")                 \
    P(rho, "kg/m^3", 862, 1e-3, 1e5, "density of the fluid (published)")         \
    P(w, "m", 0.0295, 0, 10, "width of the ports (calibrated: 0.28 m/s swing at 4.5 mA and 1 Hz)")
#define STN_STATES_cylinder(S, X, Q)                         \
    X(x, 0, "m", 0.1, v, "position, upwards", Q)             \
    S(v, VELOCITY, 0, "m/s", 0.1, "velocity")                \
    X(xv, -1, "m", 1e-4, dxv, "spool position", Q)           \
    S(dxv, VELOCITY, -1, "m/s", 1e-2, "spool velocity")      \
    S(P1, OTHER, -1, "Pa", 1e6, "pressure below the piston") \
    S(P2, OTHER, -1, "Pa", 1e6, "pressure above the piston, rod side")
#define STN_INPUTS_cylinder(I) I(u, OTHER, -1, "A", NAN, "valve current")
#define STN_OUTPUTS_cylinder(V)                                   \
    V(u, OTHER, -1, "A", "valve current")                         \
    V(xv, POSITION, -1, "m", "spool position")                    \
    V(P1, OTHER, -1, "Pa", "pressure below the piston")           \
    V(P2, OTHER, -1, "Pa", "pressure above the piston, rod side") \
    V(x, POSITION, 0, "m", "position, upwards")                   \
    V(v, VELOCITY, 0, "m/s", "velocity")                          \
    V(Fr, FRICTION, 0, "N", "friction force")
#define STN_DISCS_cylinder(D)
#define STN_RELS_cylinder(R)                                      \
    R(lap_a, "mode", "edges supply-1 and 2-return open: xv > -U") \
    R(lap_b, "mode", "edges supply-2 and 1-return open: xv < U")  \
    R(supply1, "", "supply above P1")                             \
    R(return1, "", "P1 above return")                             \
    R(supply2, "", "supply above P2")                             \
    R(return2, "", "P2 above return")
#define STN_SITES_cylinder(F, Q) \
    F(piston, v, x, 0, "lugre_new_modified", "seals of piston and rod", Q)
#define STN_STOPS_cylinder(S, SV, SP, SB, Q) S(stroke, x, v, xmin, L, piston, Q)
STN_PLANT_TYPES(cylinder)

#define CYLINDER_REL(name) STN_INDEX(cylinder_r, name)
#define CYLINDER_QUARTER_PI 0.78539816339744830962

/* Below the piston. */
STN_FN real cylinder_A1(const cylinder_p *p) { return CYLINDER_QUARTER_PI * p->bore * p->bore; }
/* Above it, around the rod. */
STN_FN real cylinder_A2(const cylinder_p *p)
{
    return CYLINDER_QUARTER_PI * (p->bore * p->bore - p->rod * p->rod);
}

/* sgn(x)*sqrt(|x|).  A chamber that comes to the supply or return pressure stays there, where the slope of
 * the root has no limit and would turn the rounding of pressures into flow: within the band (1e-12 of the
 * supply pressure) it is a cubic that meets the root smoothly. */
STN_FN real cylinder_root(real band, real inverse, StnRel *r, int k, real x)
{
    real q = x * inverse, root = stn_ssqrt(r, k, x);
    real inside = stn_sqrt(band) * q * (1.25 - 0.25 * q * q);
    r->guard[k] = r->guard[k] + 1e-10 * band; /* signs far below it are rounding, no events */
    return stn_select(stn_lt(stn_abs(x), band), inside, root);
}

/* Flows into chamber 1 and out of chamber 2. */
STN_FN void cylinder_flows(const cylinder_p *p, const cylinder_s *s, StnRel *r, real *Q1, real *Q2)
{
    real zero = stn_splat(0.0), gain = p->cd * stn_sqrt(2.0 / p->rho) * p->w;
    real band = 1e-12 * p->Ps, inverse = 1.0 / band;
    real a = stn_side(r, CYLINDER_REL(lap_a), p->U + s->xv, p->U + s->xv, zero);
    real b = stn_side(r, CYLINDER_REL(lap_b), p->U - s->xv, p->U - s->xv, zero);
    *Q1 = gain * (a * cylinder_root(band, inverse, r, CYLINDER_REL(supply1), p->Ps - s->P1) -
                  b * cylinder_root(band, inverse, r, CYLINDER_REL(return1), s->P1));
    *Q2 = gain * (a * cylinder_root(band, inverse, r, CYLINDER_REL(return2), s->P2) -
                  b * cylinder_root(band, inverse, r, CYLINDER_REL(supply2), p->Ps - s->P2));
}

STN_EVAL(cylinder)
{
    STN_PLANT_USE(cylinder);
    (void)d_;
    cylinder_s *rate = (cylinder_s *)rate_;
    real A1 = cylinder_A1(p), A2 = cylinder_A2(p), weight = p->m * p->g, Q1, Q2;
    cylinder_flows(p, s, r, &Q1, &Q2);
    rate->x = s->v;
    rate->v = stn_splat(0.0);
    rate->xv = s->dxv;
    rate->dxv = p->wv * (p->wv * (p->kv * u->u.val - s->xv) - 2.0 * p->zv * s->dxv);
    rate->P1 = p->beta * (Q1 - A1 * s->v) / (p->V10 + A1 * s->x);
    rate->P2 = p->beta * (A2 * s->v - Q2) / (p->V20 + A2 * (p->L - s->x));
    site->v = s->v;
    site->x = s->x;
    site->a = stn_splat(0.0);
    site->m = p->m;
    site->load = weight;
    site->drive = s->P1 * A1 - s->P2 * A2;
    site->h = site->drive - weight;
}

STN_OUTPUTS_AT(cylinder)
{
    STN_PLANT_USE(cylinder);
    (void)d_, (void)r, (void)site;
    cylinder_y *out = (cylinder_y *)out_;
    out->u = u->u.val;
    out->xv = s->xv;
    out->P1 = s->P1;
    out->P2 = s->P2;
    out->x = s->x;
    out->v = s->v;
    out->Fr = FF[0];
}

#define STN_KERNEL_cylinder .eval = cylinder_eval, .outputs_at = cylinder_outputs_at
#ifdef STN_SETUP
/* Published start values; P1 so that the piston is in balance without friction. */
STN_FN void cylinder_start(STN_SELF, const double *p_, double *s_)
{
    const cylinder_p *p = (const cylinder_p *)p_;
    cylinder_s *s = (cylinder_s *)s_;
    double *rest[] = {&s->v, &s->xv, &s->dxv};
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
        *rest[i] = isnan(*rest[i]) ? 0.0 : *rest[i];
    s->x = isnan(s->x) ? stn_bound(0.1, p->xmin, p->L) : s->x;
    s->P2 = isnan(s->P2) ? 2.5e6 : s->P2;
    s->P1 = isnan(s->P1) ? (p->m * p->g + s->P2 * cylinder_A2(p)) / cylinder_A1(p) : s->P1;
}
STN_FN uint32_t cylinder_needs(STN_SELF, const double *p_)
{
    (void)p_;
    return 1u;
}
STN_FN void cylinder_context(STN_SELF, const double *p_, int site, StnContext *context)
{
    const cylinder_p *p = (const cylinder_p *)p_;
    (void)site;
    context->m = p->m;
    context->load = p->m * p->g;
}
STN_FN const char *cylinder_check(STN_SELF, const double *p_)
{
    const cylinder_p *p = (const cylinder_p *)p_;
    if (!(p->rod < p->bore))
        return "the rod must be thinner than the bore";
    return p->xmin < p->L ? NULL : "the lower stop xmin must lie below the stroke L";
}
#define STN_SETUP_cylinder                                                                     \
    .title = "Vertical hydraulic cylinder with an underlapped servovalve",                     \
    .equation = "m*dv/dt = P1*A1 - P2*A2 - Fr - m*g;  (V10 + A1*x)/beta*dP1/dt = Q1 - A1*v;  " \
                "(V20 + A2*(L - x))/beta*dP2/dt = A2*v - Q2;  "                                \
                "Q1 = Kv*w*[a*ssqrt(Ps - P1) - b*ssqrt(P1)];  "                                \
                "Q2 = Kv*w*[a*ssqrt(P2) - b*ssqrt(Ps - P2)];  "                                \
                "a = max(U + xv, 0), b = max(U - xv, 0), Kv = cd*sqrt(2/rho);  "               \
                "xv'' = kv*wv^2*u - 2*zv*wv*xv' - wv^2*xv",                                    \
    .text = "A single-rod cylinder lifts a mass; the current moves the spool.  Its seals rub " \
            "differently up and down: give the friction as pairs.",                            \
    .reference = "Tran, Khaing, Endo, Yanada 2014", .clock = -1, .start = cylinder_start,      \
    .needs = cylinder_needs, .context = cylinder_context, .check = cylinder_check
#endif
