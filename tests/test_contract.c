/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What every law and every plant owes, by walking the lists: a new one gets these tests by
 * existing. */
#include "build_block.h"

#include <dirent.h>
#include <stdio.h>

/* ---- A law outside an engine ---- */

enum { ROOM = 64 };

typedef struct {
    Block b;
    const StnLaw *law;
    const double *p;
    const StnSelf *self;
    int nstate, n;
    double s[ROOM], rate[ROOM], mode[ROOM], guard[ROOM], next[ROOM];
    StnRel r;
    StnSite in;
} Probe;

static void probe_open(Probe *q)
{
    q->law = q->b.system->model.law[0];
    q->p = q->b.system->law_p[0];
    q->self = &q->b.system->model.law_self[0];
    q->nstate = q->b.system->model.law_nstate[0];
    q->n = q->b.system->model.law_self[0].n;
    assert_true(q->nstate < ROOM - STN_VECTOR_MAX && q->b.system->model.law_nrel[0] < ROOM);
    q->r = (StnRel){.mode = q->mode, .guard = q->guard, .next = q->next};
}

static void probe_make(Probe *q, const char *law, const char *words)
{
    memset(q, 0, sizeof *q);
    block_stick_slip(&q->b, law);
    block_words(&q->b, words);
    block_make(&q->b);
    probe_open(q);
}

/* Decide all modes at (v, s) in the sense dir, then slide with them frozen. */
static StnFric probe_slide(Probe *q, double v, double h, double dir)
{
    q->in = (StnSite){.v = v, .h = h, .m = 1.0, .a = 2.0, .dir = dir};
    for (int i = 0; i < ROOM; i++)
        q->mode[i] = 0.0, q->rate[i] = NAN;
    q->r.live = STN_LIVE;
    q->law->slide(q->self, q->p, q->s, &q->in, &q->r, q->rate);
    if (q->law->decide)
        q->law->decide(q->self, q->p, q->s, &q->in, &q->r);
    q->r.live = 0;
    return q->law->slide(q->self, q->p, q->s, &q->in, &q->r, q->rate);
}

static bool even_state(const char *name)
{
    return strcmp(name, "hf") == 0 || strcmp(name, "rise") == 0 || strcmp(name, "vm") == 0;
}

static const StnVar *state_var(const Probe *q, int i)
{
    return &q->law->states[i < q->law->nstate ? i : q->law->nstate - 1];
}

/* 0 by definition while the site slides. */
static bool rest_state(const char *name)
{
    return strcmp(name, "rise") == 0 || strcmp(name, "w") == 0;
}

/* States of some size, all different. */
static void probe_states(Probe *q, double size)
{
    for (int i = 0; i < q->nstate; i++) {
        const StnVar *var = state_var(q, i);
        double scale = even_state(var->name) ? 0.3 : size * var->scale;
        if (strcmp(var->name, "F") == 0) /* elements within their bounds nu_i*Fc */
            scale = size * stn_system_friction(q->b.system, 0, "nu", i - q->law->nstate + 1);
        q->s[i] = rest_state(var->name) ? 0.0 : scale * (0.4 + 0.1 * (i % 4));
    }
}

/* ---- Descriptors ---- */

static void assert_words(const char *model, const char *field, const char *text)
{
    CHECK(text && *text, "%s has no %s", model, field);
}

static void assert_unit(const char *model, const char *name, const char *unit)
{
    char text[64];
    double factor;
    StnDimension dimension;
    StnError error = {0};
    for (int rotary = 0; rotary < 2; rotary++) {
        stn_unit_text(unit, rotary, text, sizeof text);
        CHECK(!strchr(text, '$'), "%s.%s: \"%s\"", model, name, text);
        if (strcmp(text, "1") == 0)
            continue;
        StnStatus status = stn_unit_factor(text, &factor, &dimension, &error);
        CHECK(status == STN_OK, "%s.%s: \"%s\": %s", model, name, text, error.text);
        CHECK(factor == 1.0, "%s.%s: \"%s\" is not SI", model, name, text);
    }
}

static void assert_param(const char *model, const StnParam *param)
{
    assert_words(model, "parameter name", param->name);
    assert_words(param->name, "text", param->text);
    assert_words(param->name, "unit", param->unit);
    CHECK(param->min < param->max, "%s.%s: %g .. %g", model, param->name, param->min, param->max);
    if (!isnan(param->def))
        CHECK(param->def >= param->min && param->def <= param->max,
              "%s.%s: default %g not in %g .. %g", model, param->name, param->def, param->min,
              param->max);
    if (param->kind == STN_KIND_CHOICE)
        CHECK(param->def == floor(param->def), "%s.%s", model, param->name);
    else
        assert_unit(model, param->name, param->unit);
}

static void assert_var(const char *model, const StnVar *var, bool scaled)
{
    assert_words(model, "variable name", var->name);
    assert_words(var->name, "text", var->text);
    assert_unit(model, var->name, var->unit);
    CHECK(!scaled || (var->scale > 0.0 && isfinite(var->scale)), "%s.%s: scale %g", model,
          var->name, var->scale);
}

static void every_law_describes_itself(void **state)
{
    (void)state;
    for (int i = 0; i < stn_law_count(); i++) {
        const StnLaw *law = stn_law_at(i);
        assert_words("a law", "name", law->name);
        assert_words(law->name, "title", law->title);
        assert_words(law->name, "equation", law->equation);
        assert_words(law->name, "text", law->text);
        assert_non_null(law->reference);
        assert_true(law->back_ends && strcmp(law->back_ends[0]->name, "complex") == 0);
        assert_true(stn_catalog_law(NULL, law->name) == law);
        assert_non_null(law->slide);
        assert_non_null(law->shape);
        assert_int_equal(law->rest != NULL, (law->flags & STN_LAW_SET_VALUED) != 0);
        for (int k = 0; k < law->nparam; k++)
            assert_param(law->name, law->params[k]);
        for (int k = 0; k < law->nstate; k++)
            assert_var(law->name, &law->states[k], true);
        for (int k = 0; k < law->nrel; k++)
            assert_words(law->name, "text of a relation", law->rels[k].text);
    }
}

/* A quantity at a site has the unit that its role has there. */
static void assert_role(const StnPlant *plant, const StnVar *var)
{
    if (var->site < 0 || var->role == STN_ROLE_OTHER)
        return;
    assert_in_range(var->site, 0, plant->nsite - 1);
    const char *unit = stn_role_unit(var->role, plant->sites[var->site].rotary != 0);
    CHECK(strcmp(var->unit, unit) == 0, "%s.%s: a %s in %s", plant->name, var->name,
          stn_role_name(var->role), var->unit);
}

static int with_role(const StnVar *vars, int count, StnRole role, int site)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        found += vars[i].role == role && vars[i].site == site;
    return found;
}

/* Metrics, figures and identification find quantities by these. */
static void every_site_has_its_quantities_by_role(void **state)
{
    (void)state;
    for (int i = 0; i < stn_plant_count(); i++) {
        const StnPlant *plant = stn_plant_at(i);
        for (int k = 0; k < plant->nstate; k++)
            assert_role(plant, &plant->states[k]);
        for (int k = 0; k < plant->ninput; k++)
            assert_role(plant, &plant->inputs[k]);
        for (int k = 0; k < plant->noutput; k++)
            assert_role(plant, &plant->outputs[k]);
        for (int k = 0; k < plant->nsite; k++) {
            const StnVar *x = &plant->states[plant->sites[k].x];
            const StnVar *v = &plant->states[plant->sites[k].v];
            CHECK(x->role == STN_ROLE_POSITION && x->site == k, "%s.%s", plant->name, x->name);
            CHECK(v->role == STN_ROLE_VELOCITY && v->site == k, "%s.%s", plant->name, v->name);
            for (StnRole role = STN_ROLE_POSITION; role <= STN_ROLE_VELOCITY; role++)
                CHECK(with_role(plant->outputs, plant->noutput, role, k) == 1, "%s, site %d: %s",
                      plant->name, k, stn_role_name(role));
            CHECK(with_role(plant->outputs, plant->noutput, STN_ROLE_FRICTION, k) == 1,
                  "%s, site %d: friction", plant->name, k);
        }
    }
}

static void every_plant_describes_itself(void **state)
{
    (void)state;
    for (int i = 0; i < stn_plant_count(); i++) {
        const StnPlant *plant = stn_plant_at(i);
        assert_words("a plant", "name", plant->name);
        assert_words(plant->name, "title", plant->title);
        assert_words(plant->name, "equation", plant->equation);
        assert_words(plant->name, "text", plant->text);
        assert_words(plant->name, "reference", plant->reference);
        assert_true(stn_catalog_plant(NULL, plant->name) == plant);
        for (int k = 0; k < plant->nparam; k++)
            assert_param(plant->name, &plant->params[k]);
        for (int k = 0; k < plant->nstate; k++)
            assert_var(plant->name, &plant->states[k], true);
        for (int k = 0; k < plant->ninput; k++)
            assert_var(plant->name, &plant->inputs[k], false);
        for (int k = 0; k < plant->noutput; k++)
            assert_var(plant->name, &plant->outputs[k], false);
        for (int k = 0; k < plant->nsite; k++) {
            const StnSiteInfo *site = &plant->sites[k];
            assert_words(plant->name, "site name", site->name);
            assert_non_null(stn_catalog_law(NULL, site->law));
            assert_int_equal(plant->partner[site->x], site->v);
        }
    }
}

/* Files of laws end in .law.h, those of plants in .plant.h: as many as there are in the lists. */
static int files_ending(const char *folder, const char *end)
{
    char path[512];
    int count = 0;
    snprintf(path, sizeof path, "%s/%s", STN_SOURCE_DIR, folder);
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        size_t length = strlen(entry->d_name), tail = strlen(end);
        count += length > tail && strcmp(entry->d_name + length - tail, end) == 0;
    }
    closedir(dir);
    return count;
}

static void every_model_file_is_in_the_list(void **state)
{
    (void)state;
    assert_int_equal(files_ending("src/laws", ".law.h"), stn_law_count());
    assert_int_equal(files_ending("src/plants", ".plant.h"), stn_plant_count());
}

/* ---- Finite in, finite out ---- */

static const double speeds[] = {0.0, 5e-324, 1e-300, 1e-12, 1e-6, 1e-3, 1.0, 1e3, 1e6};

static void assert_finite(Probe *q, const char *what)
{
    for (int k = 0; k < 2 * COUNT(speeds); k++) {
        double dir = k % 2 ? -1.0 : 1.0, v = dir * speeds[k / 2];
        for (int size = 0; size < 2; size++) {
            probe_states(q, size);
            StnFric f = probe_slide(q, v, 0.7 * dir, dir);
            CHECK(isfinite(f.F) && isfinite(f.M) && f.M >= -1.0, "%s, %s, v = %g: F = %g, M = %g",
                  q->law->name, what, v, f.F, f.M);
            for (int i = 0; i < q->nstate; i++)
                CHECK(isfinite(q->rate[i]), "%s, %s, v = %g: rate of %s = %g", q->law->name, what,
                      v, state_var(q, i)->name, q->rate[i]);
            if (q->law->rest) {
                double lo = NAN, hi = NAN;
                q->in.dir = 0.0;
                q->law->rest(q->self, q->p, q->s, &q->in, &q->r, &lo, &hi, q->rate);
                CHECK(lo <= hi, "%s, %s: %g .. %g", q->law->name, what, lo, hi);
            }
            if (q->law->advance) {
                q->in = (StnSite){.v = v, .h = 0.7, .m = 1.0, .dir = dir, .dt = 1e-4};
                q->r.live = STN_LIVE;
                StnStep step = q->law->advance(q->self, q->p, q->s, &q->in, &q->r);
                CHECK(isfinite(step.v + step.FF + step.extra), "%s, %s, v = %g: step to %g, FF %g",
                      q->law->name, what, v, step.v, step.FF);
            }
        }
    }
}

static void every_law_is_finite_at_every_speed(void **state)
{
    BlockVariant variant;
    (void)state;
    for (int i = 0; block_variant(i, &variant); i++) {
        Probe q;
        probe_make(&q, variant.law, variant.words);
        assert_finite(&q, variant.words);
        block_end(&q.b);
    }
}

/* Each parameter at its least and largest value, one at a time: refused with a reason or finite. */
static void every_law_is_finite_at_the_bounds_of_its_parameters(void **state)
{
    (void)state;
    for (int i = 0; i < stn_law_count(); i++) {
        const StnLaw *law = stn_law_at(i);
        for (int k = 0; k < 2 * law->nparam; k++) {
            const StnParam *param = law->params[k / 2];
            double bound = k % 2 ? param->max : param->min;
            char what[96];
            Probe q;
            memset(&q, 0, sizeof q);
            block_stick_slip(&q.b, law->name);
            StnGiven *given = q.b.friction;
            int at = 0;
            while (at < q.b.def.site[0].ngiven && strcmp(given[at].name, param->name) != 0)
                at++;
            if (at < q.b.def.site[0].ngiven)
                given[at].value[0] = bound;
            else
                block_friction(&q.b, param->name, bound);
            snprintf(what, sizeof what, "%s = %g", param->name, bound);
            q.b.system = stn_system_new(&q.b.def, &q.b.error);
            if (!q.b.system) {
                CHECK(*q.b.error.text, "%s, %s is refused without a reason", law->name, what);
                stn_signal_free(q.b.def.input[1]);
                continue;
            }
            probe_open(&q);
            assert_finite(&q, what);
            block_end(&q.b);
        }
    }
}

/* ---- Symmetry ---- */

/* With equal values on both sides: friction is odd in (v, states, h, dir), its mass even. */
static void every_law_with_equal_sides_is_odd(void **state)
{
    BlockVariant variant;
    (void)state;
    for (int i = 0; block_variant(i, &variant); i++) {
        Probe q, m;
        if (strchr(variant.words, ',') && strncmp(variant.words, "nu", 2) != 0)
            continue; /* sides that differ */
        probe_make(&q, variant.law, variant.words);
        probe_make(&m, variant.law, variant.words);
        for (int k = 0; k < COUNT(speeds); k++) {
            probe_states(&q, 1.0);
            probe_states(&m, 1.0);
            for (int j = 0; j < q.nstate; j++)
                m.s[j] = even_state(state_var(&q, j)->name) ? q.s[j] : -q.s[j];
            StnFric f = probe_slide(&q, speeds[k], 0.7, 1.0),
                    g = probe_slide(&m, -speeds[k], -0.7, -1.0);
            CHECK(f.F == -g.F && f.M == g.M, "%s %s at %g m/s: %.17g and %.17g", variant.law,
                  variant.words, speeds[k], f.F, g.F);
            for (int j = 0; j < q.nstate; j++) {
                double sign = even_state(state_var(&q, j)->name) ? 1.0 : -1.0;
                CHECK(q.rate[j] == sign * m.rate[j], "%s %s at %g m/s, %s: %.17g and %.17g",
                      variant.law, variant.words, speeds[k], state_var(&q, j)->name, q.rate[j],
                      m.rate[j]);
            }
        }
        block_end(&q.b);
        block_end(&m.b);
    }
}

static void every_law_is_a_pure_function(void **state)
{
    BlockVariant variant;
    (void)state;
    for (int i = 0; block_variant(i, &variant); i++) {
        Probe q, again;
        probe_make(&q, variant.law, variant.words);
        probe_states(&q, 1.0);
        probe_slide(&q, 0.003, 0.7, 1.0);
        memcpy(again.s, q.s, sizeof q.s);
        memcpy(again.mode, q.mode, sizeof q.mode);
        for (int k = 0; k < 3; k++) {
            StnFric f = q.law->slide(q.self, q.p, q.s, &q.in, &q.r, q.rate);
            memcpy(again.rate, q.rate, sizeof q.rate);
            StnFric g = q.law->slide(q.self, q.p, q.s, &q.in, &q.r, q.rate);
            assert_true(f.F == g.F && f.M == g.M);
            assert_memory_equal(again.rate, q.rate, (size_t)q.nstate * sizeof(double));
        }
        assert_memory_equal(again.s, q.s, sizeof q.s);
        assert_memory_equal(again.mode, q.mode, sizeof q.mode);
        block_end(&q.b);
    }
}

/* ---- The fixed step ---- */

/* advance() over dt: states and velocity change by dt times what slide() says, to first order. */
static double step_error(Probe *q, const double *s0, double v, double dt)
{
    double h = 2.2, worst = 0.0, rate[ROOM];
    memcpy(q->s, s0, sizeof q->s);
    StnFric f = probe_slide(q, v, h, 1.0);
    memcpy(rate, q->rate, sizeof rate);
    double a = (h - f.F) / (1.0 + f.M);
    q->in.dt = dt;
    q->r.live = STN_LIVE;
    StnStep step = q->law->advance(q->self, q->p, q->s, &q->in, &q->r);
    worst = fabs((step.v - v) / dt - a) / (1.0 + fabs(a));
    for (int j = 0; j < q->nstate; j++) {
        double size = fmax(fabs(rate[j]), state_var(q, j)->scale);
        worst = fmax(worst, fabs((q->s[j] - s0[j]) / dt - rate[j]) / size);
    }
    return worst;
}

static void every_own_fixed_step_converges_to_the_rates(void **state)
{
    BlockVariant variant;
    (void)state;
    for (int i = 0; block_variant(i, &variant); i++) {
        Probe q;
        double s0[ROOM];
        probe_make(&q, variant.law, variant.words);
        for (int k = 0; q.law->advance && k < 2; k++) {
            double v = k ? 0.5 : 0.002, dt = 1e-7;
            probe_states(&q, 1.0);
            memcpy(s0, q.s, sizeof s0);
            double one = step_error(&q, s0, v, dt), half = step_error(&q, s0, v, 0.5 * dt);
            /* rounding of v over dt is 1e-16/1e-7 */
            CHECK(half <= 0.6 * one + 1e-7 && one <= 0.5, "%s %s at %g m/s: errors %g, %g",
                  variant.law, variant.words, v, one, half);
        }
        block_end(&q.b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_describes_itself),
        cmocka_unit_test(every_plant_describes_itself),
        cmocka_unit_test(every_site_has_its_quantities_by_role),
        cmocka_unit_test(every_model_file_is_in_the_list),
        cmocka_unit_test(every_law_is_finite_at_every_speed),
        cmocka_unit_test(every_law_is_finite_at_the_bounds_of_its_parameters),
        cmocka_unit_test(every_law_with_equal_sides_is_odd),
        cmocka_unit_test(every_law_is_a_pure_function),
        cmocka_unit_test(every_own_fixed_step_converges_to_the_rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
