/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A plant of your own, outside the tree: an arm with a mass at its end, in a bearing with friction,
 *   J*dw/dt = u - m*g*l*sin(th) - FF,   J = m*l^2.
 * Laws, scenarios, engines, columns, figures, identification and exports take it as one of their own.
 *
 * As a program: cc own_plant.c $(pkg-config --cflags --libs stiction) -lm
 * For the command line, without its main(): cc -shared -fPIC own_plant.c -o own_plant.so -lm
 *                           $(pkg-config --cflags stiction) -fvisibility=hidden -ffunction-sections -Wl,--gc-sections
 *                       stiction --plugin ./own_plant.so new arm > arm.yaml */
#include <stiction/stiction.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The orders of these lists are those of the arrays that the functions below get. */
enum { MASS, LENGTH };
enum { TH, W };
static const StnParam params[] = {
    {"m", STN_KIND_SCALAR, "kg", 1.0, 1e-6, 1e6, "mass at the end of the arm", NULL, NULL, NULL},
    {"l", STN_KIND_SCALAR, "m", 0.5, 1e-6, 1e3, "length of the arm", NULL, NULL, NULL},
};
static const StnVar states[] = {{"th", "rad", 1.0, "angle from hanging down", STN_ROLE_POSITION, 0},
                                {"w", "rad/s", 1.0, "speed", STN_ROLE_VELOCITY, 0}};
static const int partner[] = {W, -1}; /* th is the integral of w */
static const StnVar inputs[] = {{"u", "N*m", 0.0, "torque", STN_ROLE_EFFORT, 0}};
static const StnVar outputs[] = {
    {"th", "rad", 1.0, "angle from hanging down", STN_ROLE_POSITION, 0},
    {"w", "rad/s", 1.0, "speed", STN_ROLE_VELOCITY, 0},
    {"FF", "N*m", 1.0, "friction torque", STN_ROLE_FRICTION, 0}};
static const StnSiteInfo sites[] = {{"bearing", W, TH, 1, "coulomb", "bearing of the arm"}};

static const double g = 9.81;

/* Everything but the friction: h is the torque that friction has to answer. */
static void eval(const StnSelf *self, const double *p, const double *s, const StnIn *u,
                 const double *d, StnRel *r, StnSite *site, double *rate)
{
    (void)self, (void)d, (void)r;
    rate[TH] = s[W];
    rate[W] = 0.0; /* the engine puts (h - FF)/m there */
    site->x = s[TH];
    site->v = s[W];
    site->m = p[MASS] * p[LENGTH] * p[LENGTH];
    site->load = p[MASS] * g * p[LENGTH] * sin(s[TH]); /* for laws that depend on load and drive */
    site->drive = u[0].val;
    site->h = site->drive - site->load;
}

static void outputs_at(const StnSelf *self, const double *p, const double *s, const StnIn *u,
                       const double *d, StnRel *r, const StnSite *site, const double *FF,
                       double *out)
{
    (void)self, (void)p, (void)u, (void)d, (void)r, (void)site;
    out[0] = s[TH], out[1] = s[W], out[2] = FF[0];
}

static void start(const StnSelf *self, const double *p, double *s)
{
    (void)self, (void)p;
    for (int i = 0; i < 2; i++)
        s[i] = isnan(s[i]) ? 0.0 : s[i];
}

/* No input must be given. */
static uint32_t needs(const StnSelf *self, const double *p) { return (void)self, (void)p, 0u; }

static void context(const StnSelf *self, const double *p, int site, StnContext *c)
{
    (void)self, (void)site;
    c->m = p[MASS] * p[LENGTH] * p[LENGTH];
}

/* Optional: the plant is one joint, for `stiction export mujoco` and others. */
static const char *joint(const StnSelf *self, const double *p, const StnIn *u, StnJointInfo *out)
{
    (void)self, (void)u;
    *out = (StnJointInfo){.inertia = p[MASS] * p[LENGTH] * p[LENGTH],
                          .G = p[MASS] * g * p[LENGTH],
                          .low = -INFINITY,
                          .high = INFINITY,
                          .drive = STN_JOINT_FORCE,
                          .gain = 1.0,
                          .most = INFINITY,
                          .kt = NAN,
                          .R = NAN};
    return NULL;
}

#define COUNT(list) (int)(sizeof(list) / sizeof(list)[0])
static const StnPlant arm = {
    .abi = STN_MODEL_ABI, /* made with these headers */
    .size = sizeof(StnPlant),
    .name = "arm",
    .title = "An arm under gravity",
    .equation = "m*l^2*dw/dt = u - m*g*l*sin(th) - FF",
    .text = "An example of a plant from outside the tree.",
    .reference = "",
    .nparam = COUNT(params),
    .nstate = COUNT(states),
    .ninput = COUNT(inputs),
    .noutput = COUNT(outputs),
    .nsite = COUNT(sites),
    .params = params,
    .states = states,
    .inputs = inputs,
    .outputs = outputs,
    .partner = partner,
    .sites = sites,
    .clock = -1,
    .eval = eval,
    .outputs_at = outputs_at,
    .start = start,
    .needs = needs,
    .context = context,
    .joint = joint,
};
static const StnPlant *const plants[] = {&arm};

/* What `stiction --plugin` looks for. */
__attribute__((visibility("default"))) const StnPlant *const *stn_plugin_plants(int *count);
const StnPlant *const *stn_plugin_plants(int *count)
{
    *count = 1;
    return plants;
}

/* The first angle at which the arm comes to rest, from the event log. */
static int first_rest(const StnScenario *scenario, double *angle)
{
    const StnSystem *system = stn_scenario_system(scenario);
    StnRunDef def = stn_scenario_run_def(scenario);
    StnError error = {0};
    StnRecord record;
    StnState *state = stn_state_init(system, malloc(stn_state_size(system)));
    def.at_events = true;
    const int status = stn_run(system, state, &def, &record, &error);
    *angle = NAN;
    for (size_t k = 0; !status && k < record.nevent && isnan(*angle); k++)
        for (size_t i = 0; record.event[k].t > 0.0 && i < record.rows; i++)
            if (record.data[0][i] == record.event[k].t)
                *angle = record.data[1][i];
    stn_record_free(&record);
    free(state);
    return status;
}

int main(void)
{
    static const char text[] =
        "plant: arm\nfriction: {bearing: {law: coulomb, Fs: 0.3 Nm, Fc: 0.2 Nm}}\n"
        "initial: {th: 60 deg}\nduration: 2 s\n";
    StnError error = {0};
    StnCatalog catalog = {.plants = plants, .nplant = 1};
    StnScenarioOptions options = {.catalog = &catalog};
    StnScenario *scenario = stn_scenario_parse(text, strlen(text), "own_plant.c", &options, &error);
    if (!scenario) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    double angle = NAN;
    const int status = first_rest(scenario, &angle);
    /* From rest to rest gravity gives what friction takes: m*g*l*(cos a - cos a0) = Fc*(a0 - a). */
    const double a0 = acos(-1.0) / 3.0;
    const double left = 9.81 * 0.5 * (cos(angle) - cos(a0)) - 0.2 * (a0 - angle);
    printf("first rest at %.6f deg, energy left over %.1e J\n", angle * 180.0 / acos(-1.0), left);
    stn_scenario_free(scenario);
    return status || !(fabs(left) < 1e-6);
}
