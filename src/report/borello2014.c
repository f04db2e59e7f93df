/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Borello, Dalla Vedova 2014: Coulomb friction in seven treatments on a hydraulic position servo. */
#include "report/measure.h"

#include <math.h>

/* ---- Cases ---- */

#define STEP(law)                                             \
    {                                                         \
        "step-" law, "eha-step", law, { "record.every=10us" } \
    }
#define RAMP(law)                                            \
    {                                                        \
        "ramp-" law, "eha-ramp", law, { "record.every=1ms" } \
    }

static const StnCase cases[] = {
    RAMP("sign"),    RAMP("karnopp"), RAMP("borello"), RAMP("coulomb"),      RAMP("hyperviscous"),
    RAMP("quinn"),   STEP("none"),    STEP("sign"),    STEP("hyperviscous"), STEP("quinn"),
    STEP("karnopp"), STEP("borello"), STEP("coulomb"),
};

/* ---- Measures ---- */

/* Share of the position error at fact->from that is gone at fact->to. */
static double error_removed(const StnPaperRun *paper, const StnFactDef *fact)
{
    const StnCaseRun *run = stn_fact_run(paper, fact);
    return 1.0 - fabs(stn_run_at(run, "Err", fact->to) / stn_run_at(run, "Err", fact->from));
}

static double error_ratio(const StnPaperRun *paper, const StnFactDef *fact)
{
    return fabs(stn_run_end(stn_fact_run(paper, fact), "Err") /
                stn_run_end(stn_fact_other(paper, fact), "Err"));
}

static double final_speed(const StnPaperRun *paper, const StnFactDef *fact)
{
    return fabs(stn_run_end(stn_fact_run(paper, fact), "DXJ"));
}

/* What friction has to hold at the end, as a share of the static level. */
static double held_share(const StnPaperRun *paper, const StnFactDef *fact)
{
    const StnCaseRun *run = stn_fact_run(paper, fact);
    return fabs(stn_run_end(run, "h")) / stn_system_friction(run->system, 0, "Fs", 0);
}

static double stop_difference(const StnPaperRun *paper, const StnFactDef *fact)
{
    StnFactDef swapped = *fact;
    swapped.run = fact->other;
    return stn_measure_last_stop(paper, fact) - stn_measure_last_stop(paper, &swapped);
}

/* ---- Facts ---- */

#define S_STEP .group = "Step of 1 mm"
#define S_RAMP .group = "Ramp of 0.25 mm/s"
#define AT_REST .column = "DXJ", .from = 0.1, .to = 0.5 /* after the exact law has stopped */

static const StnFactDef facts[] = {
    STN_FACT("step-none-still", "No friction: exact standstill, share of 0.1 … 0.5 s",
             "never stops (figure 2)", "%", 100.0, 0.0, 0.0, stn_measure_still, "step-none", NULL,
             S_STEP, AT_REST),
    STN_FACT("step-sign-still", "Sign function: exact standstill, share of 0.1 … 0.5 s",
             "never stops (figure 3)", "%", 100.0, 0.0, 0.0, stn_measure_still, "step-sign", NULL,
             S_STEP, AT_REST),
    STN_FACT("step-sign-chatter", "Sign function: changes of the direction of motion, 0.1 … 0.5 s",
             "velocity oscillates", "1/s", 1.0, 1000.0, INFINITY, stn_measure_sign_changes,
             "step-sign", NULL, S_STEP, AT_REST),
    STN_FACT("step-sign-creep", "Sign function: mean velocity, 0.1 … 0.5 s",
             "a mean that removes the error", "µm/s", 1e6, -INFINITY, -1.0, stn_measure_mean,
             "step-sign", NULL, S_STEP, AT_REST),
    STN_FACT("step-sign-removed", "Sign function: share of the error at 0.1 s gone at 0.5 s",
             "slowly", "%", 100.0, 5.0, 95.0, error_removed, "step-sign", NULL, S_STEP, .from = 0.1,
             .to = 0.5),
    STN_FACT("step-hyperviscous-still", "Hyperviscous: exact standstill, share of 0.1 … 0.5 s",
             "never stops (figure 4)", "%", 100.0, 0.0, 0.0, stn_measure_still, "step-hyperviscous",
             NULL, S_STEP, AT_REST),
    STN_FACT("step-hyperviscous-chatter",
             "Hyperviscous: changes of the direction of motion, 0.1 … 0.5 s", "without oscillation",
             "1/s", 1.0, 0.0, 0.0, stn_measure_sign_changes, "step-hyperviscous", NULL, S_STEP,
             AT_REST),
    STN_FACT("step-hyperviscous-creep", "Hyperviscous: mean velocity, 0.1 … 0.5 s",
             "a mean that removes the error", "µm/s", 1e6, -INFINITY, -1.0, stn_measure_mean,
             "step-hyperviscous", NULL, S_STEP, AT_REST),
    STN_FACT("step-hyperviscous-error", "Hyperviscous: error left at 0.5 s over that of sign",
             "slightly quicker than sign", "", 1.0, 0.9, 0.9999, error_ratio, "step-hyperviscous",
             "step-sign", S_STEP),
    STN_FACT("step-quinn-still", "Quinn: exact standstill, share of 0.1 … 0.5 s",
             "stops asymptotically (figure 5)", "%", 100.0, 0.0, 0.0, stn_measure_still,
             "step-quinn", NULL, S_STEP, AT_REST),
    STN_FACT("step-quinn-speed", "Quinn: speed at 0.5 s", "stops asymptotically", "m/s", 1.0, 0.0,
             1e-12, final_speed, "step-quinn", NULL, S_STEP),
    STN_FACT("step-quinn-error", "Quinn: position error at 0.5 s", NULL, "µm", 1e6, NAN, NAN,
             stn_measure_end, "step-quinn", NULL, S_STEP, .column = "Err"),
    STN_FACT("step-karnopp-still", "Karnopp: exact standstill, share of 0.1 … 0.5 s",
             "stops (figure 6)", "%", 100.0, 100.0, 100.0, stn_measure_still, "step-karnopp", NULL,
             S_STEP, AT_REST),
    STN_FACT("step-karnopp-late", "Karnopp: breakaway after that of the exact law",
             "breaks away late", "ms", 1e3, 0.01, 1.0, stn_measure_breakaway_delay, "step-karnopp",
             "step-coulomb", S_STEP),
    STN_FACT("step-karnopp-early", "Karnopp: last stop after that of the exact law", NULL, "ms",
             1e3, NAN, NAN, stop_difference, "step-karnopp", "step-coulomb", S_STEP),
    STN_FACT("step-borello-still", "Borello–Dalla Vedova: exact standstill, share of 0.1 … 0.5 s",
             "stops completely (figure 7)", "%", 100.0, 100.0, 100.0, stn_measure_still,
             "step-borello", NULL, S_STEP, AT_REST),
    STN_FACT("step-borello-error", "Borello–Dalla Vedova: position error at rest",
             "small and negative", "µm", 1e6, -100.0, -1.0, stn_measure_end, "step-borello", NULL,
             S_STEP, .column = "Err"),
    STN_FACT("step-borello-held", "Borello–Dalla Vedova: force to be held over the static level",
             "held by friction", "", 1.0, 0.0, 1.0, held_share, "step-borello", NULL, S_STEP),
    STN_FACT("step-borello-stop", "Borello–Dalla Vedova: last stop after that of the exact law",
             NULL, "ms", 1e3, NAN, NAN, stop_difference, "step-borello", "step-coulomb", S_STEP),
    STN_FACT("step-exact-breakaway", "Exact law: breakaway", NULL, "ms", 1e3, NAN, NAN,
             stn_measure_breakaway, "step-coulomb", NULL, S_STEP),
    STN_FACT("step-exact-stop", "Exact law: last stop", NULL, "ms", 1e3, NAN, NAN,
             stn_measure_last_stop, "step-coulomb", NULL, S_STEP),
    STN_FACT("step-exact-still", "Exact law: exact standstill, share of 0.1 … 0.5 s",
             "stops completely", "%", 100.0, 100.0, 100.0, stn_measure_still, "step-coulomb", NULL,
             S_STEP, AT_REST),
    STN_FACT("step-exact-error", "Exact law: position error at rest", "small and negative", "µm",
             1e6, -100.0, -1.0, stn_measure_end, "step-coulomb", NULL, S_STEP, .column = "Err"),

    STN_FACT("ramp-sign-slowest", "Sign function: lowest velocity after 2 s",
             "no stick–slip (figure 8)", "mm/s", 1e3, 0.2, 0.3, stn_measure_min, "ramp-sign", NULL,
             S_RAMP, .column = "DXJ", .from = 2.0, .to = 10.0),
    STN_FACT("ramp-hyperviscous-slowest", "Hyperviscous: lowest velocity after 2 s",
             "no stick–slip (figure 8a)", "mm/s", 1e3, 0.24, 0.26, stn_measure_min,
             "ramp-hyperviscous", NULL, S_RAMP, .column = "DXJ", .from = 2.0, .to = 10.0),
    STN_FACT("ramp-quinn-slowest", "Quinn: lowest velocity after 2 s", "no stick–slip (figure 8b)",
             "mm/s", 1e3, 0.24, 0.26, stn_measure_min, "ramp-quinn", NULL, S_RAMP, .column = "DXJ",
             .from = 2.0, .to = 10.0),
    STN_FACT("ramp-karnopp-delay", "Karnopp: time until it first moves",
             "resolution delay (figure 9a)", "s", 1.0, 0.1, 1.0, stn_measure_breakaway,
             "ramp-karnopp", NULL, S_RAMP),
    STN_FACT("ramp-karnopp-regular",
             "Karnopp: largest departure of a step's period from the median",
             "regular staircase (figure 9a)", "%", 100.0, 0.0, 2.0, stn_measure_irregularity,
             "ramp-karnopp", NULL, S_RAMP),
    STN_FACT("ramp-karnopp-height", "Karnopp: height of a step over that of the exact law", NULL,
             "", 1.0, NAN, NAN, stn_measure_height_ratio, "ramp-karnopp", "ramp-coulomb", S_RAMP),
    STN_FACT("ramp-borello-delay", "Borello–Dalla Vedova: time until it first moves",
             "resolution delay (figure 9b)", "s", 1.0, 0.1, 1.0, stn_measure_breakaway,
             "ramp-borello", NULL, S_RAMP),
    STN_FACT("ramp-borello-regular",
             "Borello–Dalla Vedova: largest departure of a step's period from the median",
             "regular staircase (figure 9b)", "%", 100.0, 0.0, 2.0, stn_measure_irregularity,
             "ramp-borello", NULL, S_RAMP),
    STN_FACT("ramp-exact-delay", "Exact law: time until it first moves", "resolution delay", "s",
             1.0, 0.1, 1.0, stn_measure_breakaway, "ramp-coulomb", NULL, S_RAMP),
    STN_FACT("ramp-exact-steps", "Exact law: steps in 10 s", "staircase", "", 1.0, 10.0, INFINITY,
             stn_measure_slips, "ramp-coulomb", NULL, S_RAMP),
    STN_FACT("ramp-exact-regular",
             "Exact law: largest departure of a step's period from the median", "regular staircase",
             "%", 100.0, 0.0, 0.1, stn_measure_irregularity, "ramp-coulomb", NULL, S_RAMP),
    STN_FACT("ramp-exact-height", "Exact law: height of a step", NULL, "µm", 1e6, NAN, NAN,
             stn_measure_height, "ramp-coulomb", NULL, S_RAMP),
    STN_FACT("ramp-exact-period", "Exact law: period of the steps", NULL, "ms", 1e3, NAN, NAN,
             stn_measure_period, "ramp-coulomb", NULL, S_RAMP),
};

/* ---- Figures ---- */

/* The layout of figures 2 to 7: position, velocity and forces, and the same around the stop. */
#define STEP_PANEL(title_, ylabel_, yscale_, from_, to_, ...)                       \
    {                                                                               \
        .title = (title_), .ylabel = (ylabel_), .xscale = 1e3, .yscale = (yscale_), \
        .xmin = (from_), .xmax = (to_), .curve = {                                  \
            __VA_ARGS__                                                             \
        }                                                                           \
    }
#define POSITION STN_CURVE(NULL, "XJ", "piston"), STN_DASHED(NULL, "Com", "command")
#define FORCES STN_CURVE(NULL, "h", "active force h"), STN_CURVE(NULL, "FF", "friction FF")

static const StnPanelDef step_panels[] = {
    STEP_PANEL("Position", "XJ [mm]", 1e3, 0.0, 200.0, POSITION),
    STEP_PANEL("Velocity", "DXJ [mm/s]", 1e3, 0.0, 200.0, STN_CURVE(NULL, "DXJ", NULL)),
    STEP_PANEL("Forces", "force [kN]", 1e-3, 0.0, 200.0, FORCES),
    STEP_PANEL("Position around the stop", "XJ [mm]", 1e3, 80.0, 160.0, POSITION),
    STEP_PANEL("Velocity around the stop", "DXJ [mm/s]", 1e3, 90.0, 96.0,
               STN_CURVE(NULL, "DXJ", NULL)),
    STEP_PANEL("Forces around the stop", "force [kN]", 1e-3, 90.0, 96.0, FORCES),
};

static const StnPanelDef ramp_panels[] = {
    STN_PANEL("Position", "XJ [mm]", 1e3, 0.0, 10.0, POSITION),
    STN_PANEL("Position at the start", "XJ [mm]", 1e3, 0.0, 1.5, POSITION),
    STN_PANEL("Velocity at the start", "DXJ [mm/s]", 1e3, 0.0, 1.5, STN_CURVE(NULL, "DXJ", NULL)),
    STN_PANEL("Forces at the start", "force [kN]", 1e-3, 0.0, 1.5, FORCES),
};

#define ALL(case, column)                                                                       \
    STN_CURVE(case "coulomb", column, "exact"), STN_CURVE(case "sign", column, "sign"),         \
        STN_CURVE(case "hyperviscous", column, "hyperviscous"),                                 \
        STN_CURVE(case "quinn", column, "Quinn"), STN_CURVE(case "karnopp", column, "Karnopp"), \
        STN_CURVE(case "borello", column, "Borello–Dalla Vedova")

static const StnPanelDef step_all[] = {
    STN_PANEL("Position error after the stop", "Err [µm]", 1e6, 0.09, 0.5, ALL("step-", "Err")),
    STN_PANEL("Position error, ramp", "Err [µm]", 1e6, 0.0, 2.0, ALL("ramp-", "Err")),
};

#define STEP_FIGURE(id, title, caption, run)                         \
    {                                                                \
        id, title, caption, run, step_panels, STN_COUNT(step_panels) \
    }
#define RAMP_FIGURE(id, title, caption, run)                         \
    {                                                                \
        id, title, caption, run, ramp_panels, STN_COUNT(ramp_panels) \
    }

static const StnFigureDef figures[] = {
    {"laws", "All treatments together",
     "Left: after a step of 1 mm, sign and hyperviscous creep towards the command for as long as "
     "one "
     "looks; the others hold their error. Right: on a ramp, three of them slide from the start "
     "with "
     "a constant error, and three wait and then follow in steps.",
     NULL, step_all, STN_COUNT(step_all)},
    STEP_FIGURE("2", "Figure 2: step, no friction",
                "The servo settles by its own damping alone and never stands still.", "step-none"),
    STEP_FIGURE(
        "3", "Figure 3: step, sign function",
        "Once it has arrived the friction force jumps from one side to the other, about every "
        "second step of 0.01 ms; the curve shows the recorded rows, 0.5 ms apart, and so only "
        "some of the jumps. The piston creeps.",
        "step-sign"),
    STEP_FIGURE("4", "Figure 4: step, hyperviscous",
                "A steep viscous line instead of the jump: the same creep without the oscillation.",
                "step-hyperviscous"),
    STEP_FIGURE(
        "5", "Figure 5: step, Quinn",
        "Friction takes up the active force, and the velocity dies out without ever being 0.",
        "step-quinn"),
    STEP_FIGURE("6", "Figure 6: step, Karnopp",
                "Inside the dead band the velocity counts as 0: it stops a little early and breaks "
                "away a little late.",
                "step-karnopp"),
    STEP_FIGURE(
        "7", "Figure 7: step, Borello–Dalla Vedova",
        "The velocity is set to 0 in the step in which it would change its sign, and friction "
        "then holds what is applied.",
        "step-borello"),
    STEP_FIGURE("exact", "Step, Coulomb's law solved exactly",
                "Not in the paper: the set-valued law in the event engine, the limit of the step "
                "above.",
                "step-coulomb"),
    RAMP_FIGURE("8-sign", "Ramp, sign function", "No stick–slip.", "ramp-sign"),
    RAMP_FIGURE("8a", "Figure 8a: ramp, hyperviscous", "No stick–slip.", "ramp-hyperviscous"),
    RAMP_FIGURE("8b", "Figure 8b: ramp, Quinn", "No stick–slip: the law has no static level.",
                "ramp-quinn"),
    RAMP_FIGURE("9a", "Figure 9a: ramp, Karnopp", "A delay, then a staircase.", "ramp-karnopp"),
    RAMP_FIGURE("9b", "Figure 9b: ramp, Borello–Dalla Vedova", "A delay, then a staircase.",
                "ramp-borello"),
    RAMP_FIGURE("9-exact", "Ramp, Coulomb's law solved exactly",
                "Not in the paper: what a vanishing step leads to.", "ramp-coulomb"),
};

const StnPaperDef stn_paper_borello2014 = {
    .about = {.name = "borello2014",
              .authors = "L. Borello, M. D. L. Dalla Vedova",
              .title = "Dry friction discontinuous computational algorithms",
              .where = "International Journal of Engineering and Innovative Technology 3(8)",
              .year = 2014},
    .plant = "electro-hydraulic position servo of a flight control, `eha`",
    .text =
        "How should a computer treat Coulomb friction when the velocity is zero? The paper puts "
        "five "
        "treatments into one servo (a proportional position loop, a two-stage servovalve and a "
        "piston) and looks at what becomes of a small step and of a slow ramp. The "
        "question each time: does the piston really stop, does it stay where it stopped, and does "
        "it break away at the right moment?\n\n"
        "The paper prints figures but hardly any number of its servo, so all parameters were "
        "calibrated to show the reported behaviour; what can be compared is therefore what "
        "happens, "
        "not when to the millisecond. Fixed-step treatments run with a step of 10 µs and, where "
        "they "
        "have a width, with the default ε = 1.1·Fc·dt/MJ, just above its lower bound. "
        "Beside them stands the set-valued law itself, `coulomb`, which the event engine solves "
        "without a step or a width.",
    .cases = cases,
    .facts = facts,
    .figures = figures,
    .ncase = STN_COUNT(cases),
    .nfact = STN_COUNT(facts),
    .nfigure = STN_COUNT(figures),
};
