/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Models from outside with something missing are refused by the library with a sentence. */
#include "build_block.h"

static void refused(StnStatus status, const StnError *error, const char *word)
{
    assert_int_equal(status, STN_BAD_INPUT);
    CHECK(strstr(error->text, word) != NULL, "\"%s\" in \"%s\"", word, error->text);
}

static void law_refused(const StnLaw *law, const char *word)
{
    StnError error = {0};
    refused(stn_law_check(law, &error), &error, word);
}

static void plant_refused(const StnPlant *plant, const char *word)
{
    StnError error = {0};
    refused(stn_plant_check(plant, &error), &error, word);
}

static void built_in_models_are_complete(void **state)
{
    (void)state;
    for (int i = 0; i < stn_law_count(); i++)
        assert_int_equal(stn_law_check(stn_law_at(i), NULL), STN_OK);
    for (int i = 0; i < stn_plant_count(); i++)
        assert_int_equal(stn_plant_check(stn_plant_at(i), NULL), STN_OK);
}

static StnFric nothing(const double *p, const double *s, const StnSite *in, StnRel *r, double *rate)
{
    (void)p, (void)s, (void)in, (void)r, (void)rate;
    return (StnFric){0.0, 0.0};
}

static StnShape smooth(const double *p)
{
    (void)p;
    return (StnShape){.affine_above = INFINITY, .t_scale = INFINITY};
}

/* Index 0 is that of a built-in law, whose functions on complex numbers the engine would use. */
static void a_law_whose_builtin_was_left_zero_is_refused_by_the_system(void **state)
{
    const StnLaw forgotten = {.name = "mine", .slide = nothing, .shape = smooth};
    StnLaw law = forgotten;
    Block b;
    (void)state;
    block_begin(&b, "none");
    block_input(&b, "u", stn_signal_constant(1.0));
    b.def.site[0].law = &law;
    StnError error = {0};
    assert_null(stn_system_new(&b.def, &error));
    refused(error.status, &error, "builtin must be -1");
    law.builtin = stn_law_count();
    law_refused(&law, "builtin must be -1");
    law.builtin = -1;
    assert_int_equal(stn_law_check(&law, NULL), STN_OK);
    block_make(&b);
    block_end(&b);
}

static void a_plant_whose_builtin_was_left_zero_is_refused_by_the_system(void **state)
{
    StnPlant plant = *stn_catalog_plant(NULL, "block");
    StnSystemDef def = stn_default_system_def(&plant);
    StnError error = {0};
    (void)state;
    plant.builtin = (plant.builtin + 1) % stn_plant_count();
    assert_null(stn_system_new(&def, &error));
    refused(error.status, &error, "builtin must be -1");
}

static void a_law_with_a_list_or_a_function_missing_is_refused(void **state)
{
    const StnLaw whole = *stn_catalog_law(NULL, "hybrid");
    static const StnParam *const gap[] = {NULL};
    static const StnVar unnamed[] = {{NULL, "m", 1.0, ""}};
    static const StnVar unscaled[] = {{"z", "m", NAN, ""}};
    StnLaw law;
    (void)state;
    law = (StnLaw){0}, law_refused(&law, "without a name");
    law_refused(NULL, "without a name");
    law = whole, law.slide = NULL, law_refused(&law, "slide()");
    law = whole, law.shape = NULL, law_refused(&law, "shape()");
    law = whole, law.rest = NULL, law.flags |= STN_LAW_SET_VALUED, law_refused(&law, "rest()");
    law = whole, law.params = NULL, law_refused(&law, "list of parameters");
    law = whole, law.nparam = -1, law_refused(&law, "list of parameters");
    law = whole, law.params = gap, law.nparam = 1, law_refused(&law, "a parameter without");
    law = whole, law.states = NULL, law.nstate = 1, law_refused(&law, "list of states");
    law = whole, law.states = unnamed, law.nstate = 1, law_refused(&law, "list of states");
    law = whole, law.states = unscaled, law.nstate = 1, law_refused(&law, "scale");
    law = whole, law.rels = NULL, law.nrel = 1, law_refused(&law, "list of relations");
}

static void a_plant_with_a_list_or_a_function_missing_is_refused(void **state)
{
    const StnPlant whole = *stn_catalog_plant(NULL, "block");
    static const StnSiteInfo site[] = {{"contact", 0, 99, 0, "coulomb", ""}};
    static const StnStopInfo stop[] = {{"end", 0, 0, 99, 0, -1, 0}};
    static const StnStopInfo play[] = {{"play", 0, 0, 0, 0, -1, 1}};
    static const StnVar unscaled[] = {{"x", "m", 0.0, "position"}};
    StnPlant plant;
    (void)state;
    plant_refused(NULL, "without a name");
    plant = whole, plant.eval = NULL, plant_refused(&plant, "eval()");
    plant = whole, plant.nstate = 0, plant_refused(&plant, "no states");
    plant = whole, plant.params = NULL, plant_refused(&plant, "list of parameters");
    plant = whole, plant.states = NULL, plant_refused(&plant, "states");
    plant = whole, plant.inputs = NULL, plant_refused(&plant, "inputs");
    plant = whole, plant.outputs = NULL, plant_refused(&plant, "outputs");
    plant = whole, plant.partner = NULL, plant_refused(&plant, "partners");
    plant = whole, plant.sites = NULL, plant_refused(&plant, "friction sites");
    plant = whole, plant.sites = site, plant_refused(&plant, "friction sites");
    plant = whole, plant.stops = NULL, plant.nstop = 1, plant_refused(&plant, "stops");
    plant = whole, plant.stops = stop, plant.nstop = 1, plant_refused(&plant, "stops");
    plant = whole, plant.stops = play, plant.nstop = 1, plant_refused(&plant, "stops");
    plant = whole, plant.states = unscaled, plant.nstate = 1, plant_refused(&plant, "scale");
    plant = whole, plant.rated = "u|nothing", plant_refused(&plant, "rated");
    plant = whole, plant.clock = plant.nparam, plant_refused(&plant, "clock");
}

/* What a model from outside sees.  When this fails, a type has changed: give STN_MODEL_ABI another
 * number, so that plugins made before are refused, and note the new sizes here. */
static void the_number_of_the_descriptors_changes_with_their_sizes(void **state)
{
    (void)state;
    const size_t size[] = {sizeof(StnParam),    sizeof(StnVar),      sizeof(StnIn),
                           sizeof(StnSite),     sizeof(StnFric),     sizeof(StnRel),
                           sizeof(StnShape),    sizeof(StnStep),     sizeof(StnContext),
                           sizeof(StnSiteInfo), sizeof(StnStopInfo), sizeof(StnLaw),
                           sizeof(StnPlant),    sizeof(StnTwist)};
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < COUNT(size); i++)
        sum = (sum ^ (uint32_t)size[i]) * 16777619u;
    CHECK(sizeof(void *) != 8 || (STN_MODEL_ABI == 0x53540205u && sum == 0x6f851815u),
          "number %#x, sizes %#x", STN_MODEL_ABI, sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_models_are_complete),
        cmocka_unit_test(a_law_whose_builtin_was_left_zero_is_refused_by_the_system),
        cmocka_unit_test(a_plant_whose_builtin_was_left_zero_is_refused_by_the_system),
        cmocka_unit_test(a_law_with_a_list_or_a_function_missing_is_refused),
        cmocka_unit_test(a_plant_with_a_list_or_a_function_missing_is_refused),
        cmocka_unit_test(the_number_of_the_descriptors_changes_with_their_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
