/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Models from outside with something missing are refused by the library with a sentence, and so are
 * definitions of systems that make no sense. */
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

static StnFric nothing(const StnSelf *self, const double *p, const double *s, const StnSite *in,
                       StnRel *r, double *rate)
{
    (void)p, (void)s, (void)in, (void)r, (void)rate;
    return (StnFric){0.0, 0.0};
}

static StnShape smooth(const StnSelf *self, const double *p)
{
    (void)p;
    return (StnShape){.affine_above = INFINITY, .t_scale = INFINITY};
}

/* A descriptor of another layout: what stands behind the first two members is no name, no list. */
static void a_model_made_with_other_headers_is_refused_unread(void **state)
{
    StnLaw law = *stn_catalog_law(NULL, "coulomb");
    StnPlant plant = *stn_catalog_plant(NULL, "block");
    StnSystemDef def = stn_default_system_def(&plant);
    StnError error = {0};
    memset((char *)&law + 8, 0xff, sizeof law - 8);
    memset((char *)&plant + 8, 0xff, sizeof plant - 8);
    law.abi++, law_refused(&law, "made with other headers");
    law.abi--, law.size = 8, law_refused(&law, "size 8");
    plant.size += 8, plant_refused(&plant, "made with other headers");
    plant.size -= 8, plant.abi = 0, plant_refused(&plant, "abi 0");
    assert_null(stn_system_new(&def, &error));
    refused(error.status, &error, "made with other headers");
}

static void a_catalogue_names_the_place_of_a_model_that_cannot_be_read(void **state)
{
    const StnLaw *coulomb = stn_catalog_law(NULL, "coulomb");
    StnLaw good = *coulomb, old = *coulomb;
    StnPlant plant = *stn_catalog_plant(NULL, "block");
    const StnLaw *laws[] = {&good, &old};
    const StnPlant *plants[] = {&plant};
    const StnCatalog catalog = {laws, 2, plants, 1};
    StnError error = {0};
    good.name = "mine", old.name = (const char *)-1, old.abi ^= 1;
    refused(stn_catalog_check(&catalog, &error), &error, "law 2 of the catalogue");
    assert_true(stn_catalog_law(&catalog, "mine") == &good);
    assert_true(stn_catalog_law(&catalog, "coulomb") == coulomb); /* not read on the way */
    old = good, plant.size = 0;
    refused(stn_catalog_check(&catalog, &error), &error, "plant 1 of the catalogue");
    assert_true(stn_catalog_plant(&catalog, "block") == stn_catalog_plant(NULL, "block"));
    assert_int_equal(stn_catalog_check(NULL, &error), STN_OK);
}

/* Tables of a built-in model belong to its functions: with another slide() the Jacobian would be that of
 * another law. */
static void back_ends_of_another_model_are_refused(void **state)
{
    StnLaw law = *stn_catalog_law(NULL, "coulomb");
    StnPlant plant = *stn_catalog_plant(NULL, "block");
    Block b;
    law.slide = nothing, law_refused(&law, "back_ends are those of a law with other functions");
    law.back_ends = NULL, law.name = "mine";
    assert_int_equal(stn_law_check(&law, NULL), STN_OK);
    plant.eval = stn_catalog_plant(NULL, "clutch")->eval;
    plant_refused(&plant, "back_ends are those of a plant with other functions");
    block_begin(&b, "none");
    block_input(&b, "u", stn_signal_constant(1.0));
    b.def.site[0].law = &law;
    block_make(&b);
    block_end(&b);
}

static void a_law_with_a_list_or_a_function_missing_is_refused(void **state)
{
    const StnLaw whole = *stn_catalog_law(NULL, "hybrid");
    static const StnParam *const gap[] = {NULL};
    static const StnVar unnamed[] = {{NULL, "m", 1.0, "", STN_ROLE_OTHER, -1}};
    static const StnVar unscaled[] = {{"z", "m", NAN, "", STN_ROLE_OTHER, -1}};
    StnLaw law;
    (void)state;
    law = whole, law.name = NULL, law_refused(&law, "without a name");
    law = (StnLaw){0}, law_refused(&law, "made with other headers");
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
    static const StnVar unscaled[] = {{"x", "m", 0.0, "position", STN_ROLE_POSITION, 0}};
    StnPlant plant;
    (void)state;
    plant_refused(NULL, "without a name");
    plant = whole, plant.eval = NULL, plant_refused(&plant, "eval()");
    plant = whole, plant.nstate = 0, plant_refused(&plant, "no states");
    StnVar inputs[STN_INPUTS_MAX];
    memcpy(inputs, whole.inputs, (size_t)whole.ninput * sizeof *inputs);
    plant = whole, plant.inputs = inputs;
    inputs[0].site = 1, plant_refused(&plant, "a site that is not there");
    inputs[0].site = 0, inputs[0].role = STN_ROLE_COUNT,
    plant_refused(&plant, "a role that is none");
    plant = whole, plant.effort = NULL, plant_refused(&plant, "needs effort()");
    plant = whole, plant.compensation = whole.ndisc, plant_refused(&plant, "a discrete state");
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

/* One entry of a list at a time. */
static void an_entry_of_a_list_with_something_missing_is_refused(void **state)
{
    const StnLaw whole_law = *stn_catalog_law(NULL, "dahl");
    const StnPlant whole = *stn_catalog_plant(NULL, "block");
    StnParam param = {"a", STN_KIND_SCALAR, "m", 1.0, 0.0, 2.0, "text", NULL, NULL, NULL};
    const StnParam *const params[] = {&param};
    StnVar var = {"z", "m", 1.0, "text", STN_ROLE_OTHER, -1};
    StnLaw law = whole_law;
    StnPlant plant = whole;
    (void)state;
    law.params = params, law.nparam = 1;
    param.name = NULL, law_refused(&law, "a parameter without");
    param.name = "", law_refused(&law, "a parameter without");
    static const char *const odd[] = {"a b", "a.b", "2a",      "a=b",
                                      "é",   "law", "forward", "a_name_of_more_than_31_characters"};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++)
        param.name = odd[i], law_refused(&law, "a name that is none");
    param.name = "a", param.unit = NULL, law_refused(&law, "a parameter without");
    param.unit = "m", param.text = NULL, law_refused(&law, "a parameter without");
    plant.params = &param, plant.nparam = 1, plant_refused(&plant, "a parameter without");
    law = whole_law, law.states = &var, law.nstate = -1, law_refused(&law, "list of states");
    law.nstate = 1;
    var.name = "", law_refused(&law, "list of states");
    var.name = "z", var.unit = NULL, law_refused(&law, "list of states");
    var.unit = "m", var.scale = INFINITY, law_refused(&law, "scale");
    law = whole_law, law.name = "", law_refused(&law, "without a name");
    plant = whole, plant.name = "", plant_refused(&plant, "without a name");
    plant.name = NULL, plant_refused(&plant, "without a name");
    plant = whole, plant.discs = NULL, plant.ndisc = 1, plant_refused(&plant, "discrete states");
    plant = whole, plant.rels = NULL, plant.nrel = 1, plant_refused(&plant, "relations");
    plant = whole, plant.outputs_at = NULL, plant_refused(&plant, "outputs_at()");
    plant = whole, plant.noutput = 0, plant_refused(&plant, "no outputs");
    plant = whole, plant.nparam = -1, plant_refused(&plant, "list of parameters");
    param = (StnParam){"a", STN_KIND_SCALAR, "m", 1.0, 0.0, 2.0, "text", NULL, NULL, NULL};
    const StnParam *const twice[] = {&param, &param}, both[] = {param, param};
    law = whole_law, law.params = twice, law.nparam = 2, law_refused(&law, "of one name");
    plant = whole, plant.params = both, plant.nparam = 2, plant_refused(&plant, "of one name");
}

static void a_site_or_stop_of_something_that_is_not_there_is_refused(void **state)
{
    const StnPlant whole = *stn_catalog_plant(NULL, "block");
    const StnSiteInfo good = whole.sites[0];
    const StnStopInfo stop_good = {"end", 0, 1, 0, 0, 0, 0};
    StnSiteInfo site = good;
    StnStopInfo stop = stop_good;
    StnPlant plant = whole;
    int partner[STN_STATES_MAX] = {0};
    (void)state;
    plant.nsite = -1, plant_refused(&plant, "friction sites");
    plant = whole, plant.sites = &site;
    site.name = NULL, plant_refused(&plant, "friction sites");
    site = good, site.law = NULL, plant_refused(&plant, "friction sites");
    site = good, site.v = -1, plant_refused(&plant, "friction sites");
    site = good, site.v = plant.nstate, plant_refused(&plant, "friction sites");
    plant = whole, plant.nstop = -1, plant_refused(&plant, "stops");
    plant = whole, plant.stops = &stop, plant.nstop = 1;
    assert_int_equal(stn_plant_check(&plant, NULL), STN_OK);
    stop.name = NULL, plant_refused(&plant, "stops");
    stop = stop_good, stop.pos = plant.nstate, plant_refused(&plant, "stops");
    stop = stop_good, stop.vel = plant.nstate, plant_refused(&plant, "stops");
    stop = stop_good, stop.hi = plant.nparam, plant_refused(&plant, "stops");
    stop = stop_good, stop.site = plant.nsite, plant_refused(&plant, "stops");
    stop = stop_good, stop.play = 1;
    assert_int_equal(stn_plant_check(&plant, NULL), STN_OK);
    plant = whole, partner[0] = plant.nstate, plant.partner = partner;
    plant_refused(&plant, "the partner of a state is not a state");
}

/* ---- Definitions of systems ---- */

static StnTwist twist;
static int ntwist;
static int twists(const StnSelf *self, const double *p, StnTwist *out)
{
    (void)p;
    for (int k = 0; k < ntwist && k < STN_TWISTS_MAX; k++)
        out[k] = twist;
    return ntwist;
}

static void system_refused(const StnSystemDef *def, const char *word)
{
    StnError error = {0};
    assert_null(stn_system_new(def, &error));
    refused(error.status, &error, word);
}

static void a_twist_must_join_two_positions(void **state)
{
    StnPlant plant = *stn_catalog_plant(NULL, "chain");
    (void)state;
    plant.back_ends = NULL, plant.twists = twists, plant.affine = NULL;
    const StnSystemDef def = stn_default_system_def(&plant);
    int from = 0, to = plant.nstate - 1; /* the first and the last position */
    while (from < to && plant.partner[from] < 0)
        from++;
    while (to > from && plant.partner[to] < 0)
        to--;
    assert_true(from < to);
    const StnTwist good = {from, to, 1.0, 1.0, 1.0, 0.1, -1, -1};
    ntwist = -1, system_refused(&def, "-1 twists, at most 8");
    ntwist = STN_TWISTS_MAX + 1, system_refused(&def, "9 twists, at most 8");
    ntwist = 1;
#define WRONG(member, value) \
    twist = good, twist.member = (value), system_refused(&def, "twist 1 must join two positions")
    WRONG(from, -1);
    WRONG(from, plant.nstate);
    WRONG(to, -1);
    WRONG(to, plant.nstate);
    WRONG(from, plant.partner[from]); /* a velocity */
    WRONG(to, plant.partner[to]);
    WRONG(stiffness, -2);
    WRONG(stiffness, plant.nparam);
    WRONG(damper, -2);
    WRONG(damper, plant.nparam);
    WRONG(ratio, 0.0);
    WRONG(ratio, NAN);
    WRONG(rate_from, 0.0);
    WRONG(rate_to, -1.0);
#undef WRONG
}

static void settings_of_a_solver_out_of_range_are_refused(void **state)
{
    StnSystemDef def = stn_default_system_def(stn_catalog_plant(NULL, "block"));
    const StnSolverDef good = def.solver;
    (void)state;
    def.solver.rtol = 1e-15, system_refused(&def, "rtol = 1e-15 is out of range");
    def.solver.rtol = 0.5, system_refused(&def, "rtol = 0.5 is out of range");
    def.solver.rtol = NAN, system_refused(&def, "rtol = nan is out of range");
    def.solver = good, def.solver.dt = -1.0, system_refused(&def, "solver dt = -1 is out of range");
    def.solver.dt = INFINITY, system_refused(&def, "dt = inf is out of range");
    def.solver = good, def.solver.h_max = 0.0, system_refused(&def, "h_max = 0 is out of range");
    def.solver = good;
    def.nsensor = -1, system_refused(&def, "-1 sensors, at most 8");
    def.nsensor = STN_SENSORS_MAX + 1, system_refused(&def, "9 sensors, at most 8");
    def.nsensor = 1;
    def.sensor[0].output = -1, system_refused(&def, "sensor 0 looks at output -1");
    def.sensor[0].output = 99, system_refused(&def, "sensor 0 looks at output 99");
    def.cookie = 0, system_refused(&def, "stn_default_system_def");
    def = stn_default_system_def(NULL), system_refused(&def, "stn_default_system_def");
}

static void values_that_make_no_sense_are_refused(void **state)
{
    StnSystemDef def = stn_default_system_def(stn_catalog_plant(NULL, "block"));
    StnGiven given = {.name = "mm", .count = 1, .value = {1.0}};
    (void)state;
    def.given = &given, def.ngiven = 1;
    system_refused(&def, "has no parameter \"mm\"; did you mean \"m\"?");
    strcpy(given.name, "completely_else"), system_refused(&def, "has no parameter");
    strcpy(given.name, "m");
    given.count = 0, system_refused(&def, "m takes one value, not 0 values");
    given.count = 2, system_refused(&def, "m takes one value, not 2 values");
    given.count = 1, given.value[0] = -1.0, system_refused(&def, "m = -1 is out of range");
    strcpy(given.name, "drive");
    given.value[0] = 0.5, system_refused(&def, "drive must be one of");
    given.value[0] = -1.0, system_refused(&def, "drive must be one of");
    given.value[0] = 99.0, system_refused(&def, "drive must be one of");
    def.ngiven = 0, def.initial = &given, def.ninitial = 1, given.value[0] = 1.0;
    strcpy(given.name, "vv"), system_refused(&def, "no state \"vv\"; did you mean \"v\"?");
    strcpy(given.name, "nothing_of_it"), system_refused(&def, "no state \"nothing_of_it\"");
    strcpy(given.name, "v"), given.value[0] = NAN, system_refused(&def, "must be finite");
    def.ninitial = 0, def.site[0].given = &given, def.site[0].ngiven = 1, given.value[0] = 1.0;
    strcpy(given.name, "Fcc"), system_refused(&def, "did you mean \"Fc\"?");
    strcpy(given.name, "nothing_of_it"), system_refused(&def, "no law knows a parameter");
    strcpy(given.name, "Fc"), given.count = 3;
    system_refused(&def, "Fc takes one or two values, not 3 values");
}

/* Parameters that only one law from outside has: read like those of the tree. */
static void a_law_may_have_parameters_of_its_own(void **state)
{
    static const StnParam own = {"grip", STN_KIND_PAIR, "$F", 2.0,  0.0,
                                 10.0,   "own level",   NULL, NULL, NULL};
    static const StnParam many = {"parts", STN_KIND_VECTOR, "1",  0.0,  0.0,
                                  1.0,     "own parts",     NULL, NULL, NULL};
    static const StnParam *const params[] = {&own, &many};
    const StnLaw law = {.abi = STN_MODEL_ABI,
                        .size = sizeof(StnLaw),
                        .name = "mine",
                        .slide = nothing,
                        .shape = smooth,
                        .params = params,
                        .nparam = 2};
    const double pair[] = {3.0, 4.0}, parts[] = {0.5, 0.25, 0.25}, high[] = {11.0};
    Block b;
    (void)state;
    block_begin(&b, "none");
    block_input(&b, "u", stn_signal_constant(1.0));
    b.def.site[0].law = &law;
    block_make(&b);
    NEAR(stn_system_friction(b.system, 0, "grip", 1), 2.0, 0.0);
    assert_true(isnan(stn_system_friction(b.system, 0, "grip", 2)));
    assert_true(isnan(stn_system_friction(b.system, 0, "nothing", 0)));
    block_end(&b);
    block_begin(&b, "none");
    block_input(&b, "u", stn_signal_constant(1.0));
    b.def.site[0].law = &law;
    block_give(b.friction, &b.def.site[0].ngiven, COUNT(b.friction), "grip", 2, pair);
    block_give(b.friction, &b.def.site[0].ngiven, COUNT(b.friction), "parts", 3, parts);
    block_make(&b);
    NEAR(stn_system_friction(b.system, 0, "grip", 1), 4.0, 0.0);
    assert_int_equal(stn_system_value_at(b.system, 0, 1).count, 3);
    block_end(&b);
    block_begin(&b, "none");
    StnSignal *u = stn_signal_constant(1.0);
    block_input(&b, "u", u);
    b.def.site[0].law = &law;
    block_give(b.friction, &b.def.site[0].ngiven, COUNT(b.friction), "grip", 1, high);
    system_refused(&b.def, "grip = 11 is out of range");
    stn_signal_free(u);
}

/* ---- Words ---- */

static void every_status_and_event_has_a_text(void **state)
{
    (void)state;
#define SAYS(name, value, text) assert_string_equal(stn_status_text(name), text);
    STN_STATUS_LIST(SAYS)
#undef SAYS
    assert_string_equal(stn_status_text((StnStatus)77), "unknown status");
    assert_string_equal(stn_event_word((StnEventKind)-1), "unknown");
    assert_string_equal(stn_event_word(STN_EVENT_COUNT), "unknown");
    char text[200];
    StnError error = {.file = "a.yaml", .text = "why"};
    assert_string_equal(stn_error_format(&error, text, sizeof text), "a.yaml: why");
    error.line = 3, error.column = 4;
    assert_string_equal(stn_error_format(&error, text, sizeof text), "a.yaml:3:4: why");
    error.file[0] = '\0';
    assert_string_equal(stn_error_format(&error, text, sizeof text), "why");
}

/* An index that a model has not got is answered, not read. */
static void an_input_that_is_not_there_is_no_number(void **state)
{
    Block b;
    (void)state;
    block_begin(&b, "coulomb");
    block_input(&b, "u", stn_signal_constant(1.0));
    block_make(&b);
    assert_true(isnan(stn_system_input(b.system, -1, 0.0).val));
    assert_true(isnan(stn_system_input(b.system, 99, 0.0).val));
    assert_true(isnan(stn_state_input(b.system, b.state, -1).val));
    assert_true(isnan(stn_state_input(b.system, b.state, 99).val));
    NEAR(stn_state_input(b.system, b.state, 0).val, 1.0, 0.0);
    stn_state_set_input(b.system, b.state, -1, (StnIn){.val = 5.0}); /* nothing happens */
    stn_state_set_input(b.system, b.state, 99, (StnIn){.val = 5.0});
    NEAR(stn_state_input(b.system, b.state, 0).val, 1.0, 0.0);
    stn_state_set_input(b.system, b.state, 0, (StnIn){.val = 5.0});
    NEAR(stn_state_input(b.system, b.state, 0).val, 5.0, 0.0);
    assert_true(isnan(stn_system_parameter(b.system, "nothing")));
    block_end(&b);
}

static void a_static_level_names_a_sliding_one_of_its_kind(void **state)
{
    (void)state;
    int pairs = 0;
    for (int k = 0; k < stn_friction_parameter_count(); k++) {
        const StnParam *high = stn_friction_parameter_at(k), *low = NULL;
        for (int i = 0; high->above && i < stn_friction_parameter_count(); i++)
            if (strcmp(stn_friction_parameter_at(i)->name, high->above) == 0)
                low = stn_friction_parameter_at(i);
        if (!high->above)
            continue;
        CHECK(low && low->kind == high->kind && strcmp(low->unit, high->unit) == 0, "%s above %s",
              high->name, high->above);
        pairs++;
    }
    assert_int_equal(pairs, 2);
}

/* What a model from outside sees.  When this fails, a type or a largest count has changed: give STN_MODEL_ABI another
 * number, so that plugins made before are refused, and note the new sizes here. */
static void the_number_of_the_descriptors_changes_with_their_sizes(void **state)
{
    (void)state;
    const size_t size[] = {sizeof(StnParam),    sizeof(StnVar),      sizeof(StnIn),
                           sizeof(StnSite),     sizeof(StnFric),     sizeof(StnRel),
                           sizeof(StnShape),    sizeof(StnStep),     sizeof(StnContext),
                           sizeof(StnSiteInfo), sizeof(StnStopInfo), sizeof(StnLaw),
                           sizeof(StnPlant),    sizeof(StnTwist),    sizeof(StnSelf),
                           sizeof(StnDerive),   sizeof(StnLoop),     sizeof(StnBackEnd),
                           STN_VECTOR_MAX,      STN_TWISTS_MAX,      STN_CHOICES_MAX};
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < COUNT(size); i++)
        sum = (sum ^ (uint32_t)size[i]) * 16777619u;
    CHECK(sizeof(void *) != 8 || (STN_MODEL_ABI == 0x53540221u && sum == 0xff13da1du),
          "number %#x, sizes %#x", STN_MODEL_ABI, sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_models_are_complete),
        cmocka_unit_test(a_static_level_names_a_sliding_one_of_its_kind),
        cmocka_unit_test(a_model_made_with_other_headers_is_refused_unread),
        cmocka_unit_test(a_catalogue_names_the_place_of_a_model_that_cannot_be_read),
        cmocka_unit_test(back_ends_of_another_model_are_refused),
        cmocka_unit_test(a_law_with_a_list_or_a_function_missing_is_refused),
        cmocka_unit_test(a_plant_with_a_list_or_a_function_missing_is_refused),
        cmocka_unit_test(an_entry_of_a_list_with_something_missing_is_refused),
        cmocka_unit_test(a_site_or_stop_of_something_that_is_not_there_is_refused),
        cmocka_unit_test(a_twist_must_join_two_positions),
        cmocka_unit_test(settings_of_a_solver_out_of_range_are_refused),
        cmocka_unit_test(values_that_make_no_sense_are_refused),
        cmocka_unit_test(a_law_may_have_parameters_of_its_own),
        cmocka_unit_test(every_status_and_event_has_a_text),
        cmocka_unit_test(an_input_that_is_not_there_is_no_number),
        cmocka_unit_test(the_number_of_the_descriptors_changes_with_their_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
