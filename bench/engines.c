/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Our engines against well-written peers on the same block, time and error side by side.
 *
 *   engines [--case NAME] [--repeat N] [--counts FILE] [--peers FILE]   tables in Markdown
 *   engines --list                                                      all "case runner"
 *   engines --case NAME --runner NAME [--repeat N]                      only runs it: for callgrind
 *   engines --case NAME --reference                                     true event times
 *
 * --counts: lines "case runner instructions".  --peers: lines of peers measured elsewhere,
 * "case group runner best_us median_us right_hand_sides error".  bench/run.sh does all of it. */
#include "block.h"
#include "chain.h"
#include "measure.h"
#include "mechanism.h"
#include "ours.h"
#include "reference.h"
#include "textbook.h"
#include "textbook_mechanisms.h"

#define DEFAULT_RTOL "event-1e-09"
#define STEP 1e-4

/* ---- The peers ---- */

typedef struct Loop {
    const Block *b;
    double (*walk)(const Block *b, double dt, int64_t steps);
} Loop;

static void loop_run(void *data, Outcome *out)
{
    const Loop *loop = data;
    out->rates = (int64_t)(loop->b->duration / STEP + 0.5);
    out->x_end = loop->walk(loop->b, STEP, out->rates);
    out->nevent = 0;
    out->failed = false;
}

static void add_loop(Case *c, const char *group, const char *name,
                     double (*walk)(const Block *, double, int64_t))
{
    Loop *loop = fresh(sizeof *loop);
    *loop = (Loop){c->b, walk};
    Runner *r = add_runner(c, group, loop_run, loop);
    snprintf(r->name, sizeof r->name, "%s", name);
}

static void add_ours(Case *c, double rtol, double dt)
{
    Ours *ours = fresh(sizeof *ours);
    ours_make(ours, c->b, rtol, dt);
    Runner *r = add_runner(c, "Stiction", ours_run, ours);
    if (dt > 0.0)
        snprintf(r->name, sizeof r->name, "fixed-%.0e", dt);
    else
        snprintf(r->name, sizeof r->name, "event-%.0e", rtol);
}

#if STN_HAVE_SUNDIALS
#include "peer_arkode.h"
#include "peer_cvode.h"

static SUNContext sundials_context(void)
{
    static SUNContext context;
    if (!context)
        SUNContext_Create(NULL, &context);
    return context;
}

/* Three ways to set it up, each at ten tolerances: at every error the best of them counts. */
static void add_arkode(Case *c)
{
    static const struct {
        const char *name;
        double floor;
        int controller;
    } way[] = {{"i-1", 1.0, ARK_ADAPT_I},
               {"i-0.01", 0.01, ARK_ADAPT_I},
               {"pid-0.01", 0.01, ARK_ADAPT_PID}};
    for (size_t k = 0; k < sizeof way / sizeof *way; k++)
        for (int digits = 5; digits <= 14; digits++) {
            double rtol = pow(10.0, -digits);
            Erk *erk = fresh(sizeof *erk);
            ErkSetting set = {rtol, way[k].floor, way[k].controller};
            erk_make(erk, c->b, &set, sundials_context());
            Runner *r = add_runner(c, "ARKODE", erk_run, erk);
            snprintf(r->name, sizeof r->name, "arkode-%s-%.0e", way[k].name, rtol);
        }
}

static void add_cvode(Case *c)
{
    static const struct {
        const char *name;
        double floor;
        bool guard;
    } way[] = {{"1", 1.0, false}, {"0.01", 0.01, false}, {"guard-0.001", 1e-3, true}};
    for (size_t k = 0; k < sizeof way / sizeof *way; k++)
        for (int digits = 4; digits <= 14; digits++) {
            double rtol = pow(10.0, -digits);
            Bdf *bdf = fresh(sizeof *bdf);
            BdfSetting set = {rtol, way[k].floor, way[k].guard};
            bdf_make(bdf, c->b, &set, sundials_context());
            Runner *r = add_runner(c, "CVODE", bdf_run, bdf);
            snprintf(r->name, sizeof r->name, "cvode-%s-%.0e", way[k].name, rtol);
        }
}
#else
static void add_arkode(Case *c) { (void)c; }
static void add_cvode(Case *c) { (void)c; }
#endif

static void add_chain(Case *c, StnMethod method, const char *group, const char *name, double rtol)
{
    ChainRun *run = fresh(sizeof *run);
    chain_make(run, c->b, method, rtol);
    Runner *r = add_runner(c, group, chain_run, run);
    snprintf(r->name, sizeof r->name, "%s-%.0e", name, rtol);
}

/* ---- The cases ---- */

static void fill_stribeck(Case *c)
{
    for (int digits = 5; digits <= 11; digits++)
        add_ours(c, pow(10.0, -digits), 0.0);
    add_arkode(c);
}

static void fill_coulomb(Case *c)
{
    add_ours(c, 1e-9, 0.0);
    add_arkode(c);
}

static void fill_lugre(Case *c)
{
    for (int digits = 4; digits <= 10; digits++)
        add_ours(c, pow(10.0, -digits), 0.0);
    add_cvode(c);
}

static void fill_chain(Case *c)
{
    for (int digits = 6; digits <= 10; digits++)
        add_chain(c, STN_METHOD_EVENT, "Stiction", "event", pow(10.0, -digits));
#if STN_HAVE_SUNDIALS
    for (int digits = 6; digits <= 13; digits++)
        add_chain(c, STN_METHOD_SUNDIALS, "SUNDIALS", "sundials", pow(10.0, -digits));
#endif
}

static void fill_fixed(Case *c)
{
    static const struct {
        const Block *b;
        double (*walk)(const Block *b, double dt, int64_t steps);
    } constants[] = {
        {&stribeck_block, stribeck_constants}, {&coulomb_block, coulomb_constants},
        {&sliding_block, sliding_constants},   {&creeping_block, creeping_constants},
        {&shaken_block, shaken_constants},     {&lugre_block, lugre_constants},
    };
    add_ours(c, 1e-9, STEP);
    for (size_t k = 0; k < sizeof constants / sizeof *constants; k++)
        if (constants[k].b == c->b)
            add_loop(c, "constants", "textbook-constants", constants[k].walk);
    add_loop(c, "textbook", "textbook-pointer",
             c->b->law == LUGRE ? bristle_pointer : borello_pointer);
}

static void fill_mechanism(Case *c)
{
    Mechanism *m = fresh(sizeof *m);
    mechanism_make(m, c->hand);
    Runner *ours = add_runner(c, "Stiction", mechanism_run, m);
    snprintf(ours->name, sizeof ours->name, "fixed-%.0e", m->dt);
    Runner *by_hand = add_runner(c, "textbook", mechanism_walk, m);
    snprintf(by_hand->name, sizeof by_hand->name, "textbook-pointer");
}

static struct {
    Case c;
    void (*fill)(Case *c);
} cases[] = {
    {{.name = "stribeck",
      .title = "Stribeck stick-slip; error of event times [s]",
      .b = &stribeck_block,
      .metric = EVENT_TIMES},
     fill_stribeck},
    {{.name = "coulomb",
      .title = "Coulomb and viscous; error of event times [s], 1e-11 s is enough",
      .b = &coulomb_block,
      .metric = EVENT_TIMES,
      .enough = 1e-11},
     fill_coulomb},
    {{.name = "lugre",
      .title = "LuGre, sigma0 1e5 N/m; error of the position along the run [m]",
      .b = &lugre_block,
      .metric = PATH},
     fill_lugre},
#define CHAIN(name_, block, text)                                           \
    {                                                                       \
        {.name = name_,                                                     \
         .title = text " with LuGre, shaken for 10 s; error of events [s]", \
         .b = &block,                                                       \
         .metric = EVENT_TIMES},                                            \
            fill_chain                                                      \
    }
    CHAIN("chain-2", chain_of_2, "Two bodies in a line"),
    CHAIN("chain-4", chain_of_4, "Four bodies in a line"),
    CHAIN("chain-8", chain_of_8, "Eight bodies in a line"),
#undef CHAIN
#define FIXED(name_, block, text)                                       \
    {                                                                   \
        {.name = name_,                                                 \
         .title = text ", step 1e-4 s; error of the last position [m]", \
         .b = &block,                                                   \
         .metric = END},                                                \
            fill_fixed                                                  \
    }
    FIXED("fixed-stribeck", stribeck_block, "Stribeck stick-slip"),
    FIXED("fixed-coulomb", coulomb_block, "Coulomb and viscous, stick-slip"),
    FIXED("fixed-sliding", sliding_block, "Stribeck, sliding without a stop"),
    FIXED("fixed-creeping", creeping_block, "Stribeck, creeping inside the zone"),
    FIXED("fixed-shaken", shaken_block, "Stribeck, shaken by a sine"),
    FIXED("fixed-lugre", lugre_block, "LuGre stick-slip"),
#undef FIXED
#define MECHANISM(name_, hand_, text)                                 \
    {                                                                 \
        {.name = name_,                                               \
         .title = text "; difference of the last position from ours", \
         .hand = &hand_,                                              \
         .metric = END},                                              \
            fill_mechanism                                            \
    }
    MECHANISM("fixed-eha", eha_hand, "Flight control servo, a step"),
    MECHANISM("fixed-cylinder", cylinder_hand, "Hydraulic cylinder, new modified LuGre"),
    MECHANISM("fixed-flap", flap_hand, "Flaps, pressure drop"),
    MECHANISM("fixed-clutch", clutch_hand, "Clutch actuator, sampled loop, hunting"),
    MECHANISM("fixed-joint", joint_hand, "Robot joint, two bodies"),
#undef MECHANISM
};
enum { NCASE = sizeof cases / sizeof *cases };

static void find_truth(Case *c)
{
    if (c->hand) {
        run_once(&c->runner[0], &c->truth);
        return;
    }
    if (c->b->A == 0.0) {
        reference(c->b, &c->truth);
        return;
    }
    if (c->b->bodies > 0) {
        ChainRun chain;
        chain_make(&chain, c->b, STN_METHOD_EVENT, 1e-13);
        chain_run(&chain, &c->truth);
        return;
    }
    Ours ours; /* no series for the sine: the event engine, far more exact than a fixed step */
    ours_make(&ours, c->b, 1e-12, 0.0);
    ours_run(&ours, &c->truth);
}

/* ---- What is asked for ---- */

typedef struct Goal {
    const char *name, *runner, *peer;
    double need, aim; /* peer's cost over ours */
} Goal;

static const Goal goals[] = {
    {"stribeck", DEFAULT_RTOL, "ARKODE", 5.0, 10.0},
    {"stribeck", DEFAULT_RTOL, "SciPy", 150.0, 150.0},
    {"coulomb", DEFAULT_RTOL, "ARKODE", 30.0, 200.0},
    {"lugre", DEFAULT_RTOL, "CVODE", 10.0, 15.0},
    {"chain-8", DEFAULT_RTOL, "SUNDIALS", 5.0, 10.0},
    {"fixed-stribeck", "fixed-1e-04", "textbook", 2.1, 3.0},
    {"fixed-coulomb", "fixed-1e-04", "textbook", 1.0, 3.0},
    {"fixed-sliding", "fixed-1e-04", "textbook", 1.0, 3.0},
    {"fixed-creeping", "fixed-1e-04", "textbook", 0.8, 1.0},
    {"fixed-shaken", "fixed-1e-04", "textbook", 0.8, 1.0},
    {"fixed-lugre", "fixed-1e-04", "textbook", 0.9, 1.2},
    {"fixed-eha", "fixed-1e-05", "textbook", 1.2, 2.0},
    {"fixed-cylinder", "fixed-1e-05", "textbook", 0.8, 1.0},
    {"fixed-flap", "fixed-1e-05", "textbook", 0.8, 1.0},
    {"fixed-clutch", "fixed-1e-05", "textbook", 0.8, 1.0},
    {"fixed-joint", "fixed-1e-05", "textbook", 0.8, 1.0},
};

/* A peer's cost at our error over ours.  Loops are all equally right: the fastest counts. */
static double advantage(const Case *c, const Runner *r, const char *peer, Cost kind, bool *reached)
{
    double error = c->metric == END ? DBL_MAX : fmax(r->error, c->enough);
    return cost_at(c, peer, error, kind, reached) / cost_of(r, kind);
}

static const Runner *find_runner(const Case *c, const char *name)
{
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->runner[i].name, name) == 0)
            return &c->runner[i];
    return NULL;
}

static Case *find_case(const char *name)
{
    for (int k = 0; k < NCASE; k++)
        if (strcmp(cases[k].c.name, name) == 0)
            return &cases[k].c;
    return NULL;
}

/* ---- Tables ---- */

static void print_ratio(double ratio, bool reached)
{
    if (ratio > 0.0 && ratio < INFINITY)
        printf(" %s%.*f |", reached ? "" : "> ", ratio < 10.0 ? 2 : 0, ratio);
    else
        printf(" - |");
}

static void print_runners(const Case *c)
{
    printf("\n### %s: %s\n\n", c->name, c->title);
    printf("| runner | best [us] | median [us] | %s | ns each | error | instructions [k] |\n",
           c->metric == END ? "steps" : "right-hand sides");
    printf("|---|---:|---:|---:|---:|---:|---:|\n");
    for (int i = 0; i < c->count; i++) {
        const Runner *r = &c->runner[i];
        printf("| %s | %.1f | %.1f | %lld | %.1f | %.1e |", r->name, 1e6 * r->best, 1e6 * r->median,
               (long long)r->rates, 1e9 * r->best / (double)r->rates, r->error);
        if (r->instructions > 0.0)
            printf(" %.1f |\n", 1e-3 * r->instructions);
        else
            printf(" - |\n");
    }
}

/* Every setting of ours against a group of peers at equal error. */
static void print_ratios(const Case *c, const char *peer)
{
    bool any = false, reached;
    for (int i = 0; i < c->count; i++)
        any = any || strcmp(c->runner[i].group, peer) == 0;
    if (!any)
        return;
    printf("\n| ours | error | %s at that error [us] | time ratio | instruction ratio |\n", peer);
    printf("|---|---:|---:|---:|---:|\n");
    for (int i = 0; i < c->count; i++) {
        const Runner *r = &c->runner[i];
        if (strcmp(r->group, "Stiction") != 0)
            continue;
        double ratio = advantage(c, r, peer, TIME, &reached);
        printf("| %s | %.1e | %.1f |", r->name, r->error, 1e6 * ratio * r->best);
        print_ratio(ratio, reached);
        print_ratio(advantage(c, r, peer, INSTRUCTIONS, &reached), reached);
        printf("\n");
    }
}

static void print_goals(void)
{
    printf("\n### Figures asked for: cost of the peer over ours at equal error\n\n");
    printf("| case | runner | peer | at least | aim | time ratio | instruction ratio | met |\n");
    printf("|---|---|---|---:|---:|---:|---:|---|\n");
    for (size_t k = 0; k < sizeof goals / sizeof *goals; k++) {
        const Goal *g = &goals[k];
        const Case *c = find_case(g->name);
        const Runner *r = c->count ? find_runner(c, g->runner) : NULL;
        bool reached;
        if (!r)
            continue;
        printf("| %s | %s | %s | %.2f | %.1f |", g->name, g->runner, g->peer, g->need, g->aim);
        double ratio = advantage(c, r, g->peer, TIME, &reached);
        print_ratio(ratio, reached);
        print_ratio(advantage(c, r, g->peer, INSTRUCTIONS, &reached), reached);
        printf(" %s |\n", ratio >= g->aim ? "aim" : ratio >= g->need ? "yes" : "no");
    }
}

/* How the cost of an event grows with the bodies of a chain: at most as their number. */
static void print_growth(void)
{
    static const struct {
        const char *name;
        int bodies;
    } chain[] = {{"chain-2", 2}, {"chain-4", 4}, {"chain-8", 8}};
    double first = 0.0;
    printf("\n### Cost of an event in a chain with LuGre, %s\n\n", DEFAULT_RTOL);
    printf("| bodies | events | us per event | instructions per event [k] | over that of 2 | at "
           "most |\n");
    printf("|---:|---:|---:|---:|---:|---:|\n");
    for (size_t k = 0; k < sizeof chain / sizeof *chain; k++) {
        const Case *c = find_case(chain[k].name);
        const Runner *r = c->count ? find_runner(c, DEFAULT_RTOL) : NULL;
        if (!r || c->truth.nevent == 0)
            continue;
        const double each = r->best / c->truth.nevent;
        first = first > 0.0 ? first : each;
        printf("| %d | %d | %.0f | %.0f | %.2f | %d |\n", chain[k].bodies, c->truth.nevent,
               1e6 * each, 1e-3 * r->instructions / c->truth.nevent, each / first,
               chain[k].bodies / 2);
    }
}

/* ---- Figures from elsewhere ---- */

static void read_counts(const char *path)
{
    char name[64], runner[64];
    double count;
    FILE *file = fopen(path, "r");
    while (file && fscanf(file, "%63s %63s %lf", name, runner, &count) == 3) {
        Case *c = find_case(name);
        Runner *r = c ? (Runner *)find_runner(c, runner) : NULL;
        if (r)
            r->instructions = count;
    }
    if (file)
        fclose(file);
}

static void read_peers(const char *path)
{
    char name[64], group[32], runner[40];
    double best, median, rates, error;
    FILE *file = fopen(path, "r");
    while (file && fscanf(file, "%63s %31s %39s %lf %lf %lf %lf", name, group, runner, &best,
                          &median, &rates, &error) == 7) {
        Case *c = find_case(name);
        if (!c || !c->count)
            continue;
        Runner *r = add_runner(c, group, NULL, NULL);
        snprintf(r->name, sizeof r->name, "%s", runner);
        r->best = 1e-6 * best, r->median = 1e-6 * median;
        r->rates = (int64_t)rates, r->error = error;
    }
    if (file)
        fclose(file);
}

/* ---- Program ---- */

typedef struct Options {
    const char *name, *runner, *counts, *peers;
    int repeat;
    bool list, reference;
} Options;

static bool parse(int argc, char **argv, Options *o)
{
    *o = (Options){.repeat = 20};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        bool used = value != NULL;
        if (strcmp(argv[i], "--list") == 0)
            o->list = true, used = false;
        else if (strcmp(argv[i], "--reference") == 0)
            o->reference = true, used = false;
        else if (!value)
            return false;
        else if (strcmp(argv[i], "--case") == 0)
            o->name = value;
        else if (strcmp(argv[i], "--runner") == 0)
            o->runner = value;
        else if (strcmp(argv[i], "--repeat") == 0)
            o->repeat = atoi(value);
        else if (strcmp(argv[i], "--counts") == 0)
            o->counts = value;
        else if (strcmp(argv[i], "--peers") == 0)
            o->peers = value;
        else
            return false;
        i += used;
    }
    return o->repeat > 0 && (!o->name || find_case(o->name)) &&
           (o->name || !(o->runner || o->reference));
}

static int run_one(const Case *c, const char *name, int repeat)
{
    static Outcome out;
    const Runner *r = find_runner(c, name);
    if (!r) {
        fprintf(stderr, "engines: no runner %s in %s\n", name, c->name);
        return 2;
    }
    for (int i = 0; i < repeat; i++)
        run_once(r, &out);
    return 0;
}

static void print_tables(const Options *o)
{
    if (o->counts)
        read_counts(o->counts);
    if (o->peers)
        read_peers(o->peers);
    for (int k = 0; k < NCASE; k++) {
        Case *c = &cases[k].c;
        if (!c->count)
            continue;
        find_truth(c);
        measure(c, o->repeat);
        print_runners(c);
        print_ratios(c, "ARKODE");
        print_ratios(c, "CVODE");
        print_ratios(c, "SUNDIALS");
        print_ratios(c, "SciPy");
        print_ratios(c, "textbook");
        fflush(stdout);
    }
    print_growth();
    print_goals();
}

int main(int argc, char **argv)
{
    Options o;
    if (!parse(argc, argv, &o)) {
        fprintf(stderr, "usage: engines [--case NAME] [--runner NAME] [--repeat N] [--counts FILE] "
                        "[--peers FILE] [--list] [--reference]\n");
        return 2;
    }
    for (int k = 0; k < NCASE; k++)
        if (!o.name || strcmp(cases[k].c.name, o.name) == 0)
            cases[k].fill(&cases[k].c);
    if (o.runner)
        return run_one(find_case(o.name), o.runner, o.repeat);
    if (o.reference) {
        Case *c = find_case(o.name);
        find_truth(c);
        for (int i = 0; i < c->truth.nevent; i++)
            printf("%.17g\n", c->truth.event[i]);
        return 0;
    }
    for (int k = 0; o.list && k < NCASE; k++)
        for (int i = 0; i < cases[k].c.count; i++)
            printf("%s %s\n", cases[k].c.name, cases[k].c.runner[i].name);
    if (!o.list)
        print_tables(&o);
    return 0;
}
