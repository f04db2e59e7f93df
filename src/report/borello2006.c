/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Borello, Dalla Vedova 2006: flaps with reversible and irreversible actuators, whose friction depends
 * on the load. */
#include "report/measure.h"

#include <math.h>

#define DEGREE 0.017453292519943295

/* ---- Cases ---- */

static const StnCase cases[] = {
    {"irreversible-deploy", "flap-irreversible-deploy", NULL, {NULL}},
    {"irreversible-retract", "flap-irreversible-retract", NULL, {NULL}},
    {"irreversible-deploy-drop", "flap-irreversible-deploy-drop", NULL, {NULL}},
    {"irreversible-retract-drop", "flap-irreversible-retract-drop", NULL, {NULL}},
    {"reversible-deploy", "flap-reversible-deploy", NULL, {NULL}},
    {"reversible-retract", "flap-reversible-retract", NULL, {NULL}},
    {"reversible-deploy-drop", "flap-reversible-deploy-drop", NULL, {NULL}},
    {"reversible-retract-drop", "flap-reversible-retract-drop", NULL, {NULL}},
    {"stiff-chain",
     "chain-flap",
     NULL,
     {"parameters.K2=1e8", "parameters.K3=1e8", "parameters.play2=0", "parameters.play3=0",
      "initial={th2: 0, th3: 0}"}},
    {"failure-irreversible", "flap-shaft-failure-irreversible", NULL, {NULL}},
    {"failure-wingtip", "flap-shaft-failure-wingtip-brakes", NULL, {NULL}},
    {"failure-brakes", "flap-shaft-failure-irreversibility-brakes", NULL, {NULL}},
    /* speeds chosen so that all three deploy equally fast, 1.42 deg/s */
    {"slow-irreversible",
     "flap-shaft-failure-irreversible",
     NULL,
     {"controller.WM=0.0508rad/s", "duration=2s"}},
    {"slow-wingtip",
     "flap-shaft-failure-wingtip-brakes",
     NULL,
     {"controller.WM=0.04rad/s", "duration=2s"}},
    {"slow-brakes",
     "flap-shaft-failure-irreversibility-brakes",
     NULL,
     {"controller.WM=0.04rad/s", "duration=2s"}},
};

/* ---- Measures ---- */

static const StnWindow drop = {1.0,
                               4.5}; /* from the fall of the supply until it is back half-way */

/* When the command is reached within 0.05 degrees, for good. */
static double reached(const StnPaperRun *paper, const StnFactDef *fact)
{
    const StnCaseRun *run = stn_fact_run(paper, fact);
    return stn_run_settled(run, "TH", stn_run_end(run, "Com"), 0.05 * DEGREE,
                           (StnWindow){0.0, 0.0});
}

/* Friction less load in half of the way of a retraction: positive opposes the motion. */
static double net_load(const StnPaperRun *paper, const StnFactDef *fact)
{
    const StnCaseRun *run = stn_fact_run(paper, fact);
    const double half = 0.5 * reached(paper, fact);
    return -stn_run_at(run, "TFR", half) - stn_run_at(run, "TLD", half);
}

/* The surface stops in the drop of the supply, and starts again: times of these events. */
static double stop_time(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_run_event(stn_fact_run(paper, fact), "surface", STN_EVENT_STICK, drop.from, 0);
}

static double restart_forward(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_run_event(stn_fact_run(paper, fact), "surface", STN_EVENT_SLIP_FORWARD, drop.from,
                         0);
}

static double restart_backward(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_run_event(stn_fact_run(paper, fact), "surface", STN_EVENT_SLIP_BACKWARD, drop.from,
                         0);
}

static double second_stop(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_run_event(stn_fact_run(paper, fact), "surface", STN_EVENT_STICK, drop.from, 1);
}

static double held_for(const StnPaperRun *paper, const StnFactDef *fact)
{
    return restart_forward(paper, fact) - second_stop(paper, fact);
}

/* Way against the commanded sense from the first stop in the drop until the supply is back. */
static double way_back(const StnPaperRun *paper, const StnFactDef *fact)
{
    const StnCaseRun *run = stn_fact_run(paper, fact);
    const double stop = stop_time(paper, fact), at = stn_run_at(run, "TH", stop);
    const bool deploys = stn_run_end(run, "Com") > at;
    const StnWindow after = {stop, 5.0};
    if (isnan(stop) || isnan(at)) /* it never stopped */
        return NAN;
    return fmax(0.0,
                deploys ? at - stn_run_min(run, "TH", after) : stn_run_max(run, "TH", after) - at);
}

static double stops_in_drop(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_run_event_count(stn_fact_run(paper, fact), "surface", STN_EVENT_STICK, drop);
}

/* Lowest speed while the supply is low, as a magnitude. */
static double slowest(const StnPaperRun *paper, const StnFactDef *fact)
{
    const StnCaseRun *run = stn_fact_run(paper, fact);
    return -stn_run_max(run, "W", (StnWindow){1.0, 4.0});
}

/* ---- Measures of the transmission ---- */

/* When the drive reaches the command, over that of the lumped model. */
static double lumped_time_ratio(const StnPaperRun *paper, const StnFactDef *fact)
{
    const StnCaseRun *chain = stn_fact_run(paper, fact), *lumped = stn_fact_other(paper, fact);
    const double target = stn_run_end(lumped, "Com");
    const StnWindow whole = {0.0, 0.0};
    return stn_run_settled(chain, "th1", target, 0.05 * DEGREE, whole) /
           stn_run_settled(lumped, "TH", target, 0.05 * DEGREE, whole);
}

static double asymmetry(const StnCaseRun *run)
{
    const StnWindow whole = {0.0, 0.0};
    return fmax(stn_run_max(run, "asym", whole), -stn_run_min(run, "asym", whole));
}

static double largest_asymmetry(const StnPaperRun *paper, const StnFactDef *fact)
{
    return asymmetry(stn_fact_run(paper, fact));
}

static double asymmetry_ratio(const StnPaperRun *paper, const StnFactDef *fact)
{
    return asymmetry(stn_fact_run(paper, fact)) / asymmetry(stn_fact_other(paper, fact));
}

/* A column in steady deployment, before anything fails. */
static const double steady_time = 1.9;

static double steady_ratio(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_run_at(stn_fact_run(paper, fact), fact->column, steady_time) /
           stn_run_at(stn_fact_other(paper, fact), fact->column, steady_time);
}

static double steady_value(const StnPaperRun *paper, const StnFactDef *fact)
{
    return stn_run_at(stn_fact_run(paper, fact), fact->column, steady_time);
}

/* ---- Facts ---- */

#define G_IRREVERSIBLE .group = "Irreversible actuators"
#define G_REVERSIBLE .group = "Reversible actuators"
#define G_CHAIN .group = "Transmission with two surfaces: a shaft breaks at 2 s of a deployment"

static const StnFactDef facts[] = {
    STN_FACT("irreversible-deploy-time", "Deployment 0 → 17°: command reached", "about 6 s", "s",
             1.0, 5.4, 6.6, reached, "irreversible-deploy", NULL, G_IRREVERSIBLE, .given = 6.0,
             .construction = true),
    STN_FACT("irreversible-retract-time", "Retraction 17 → 0°: command reached", "about 2 s", "s",
             1.0, 1.8, 2.2, reached, "irreversible-retract", NULL, G_IRREVERSIBLE, .given = 2.0,
             .construction = true),
    STN_FACT("irreversible-retract-load", "Retraction: friction less the aiding load",
             "a small net load against the motion", "kN·m", 1e-3, 0.1, 20.0, net_load,
             "irreversible-retract", NULL, G_IRREVERSIBLE),
    STN_FACT("irreversible-deploy-drop-stop", "Deployment, supply drops: full stop",
             "stops completely", "s", 1.0, 1.0, 4.0, stop_time, "irreversible-deploy-drop", NULL,
             G_IRREVERSIBLE),
    STN_FACT("irreversible-deploy-drop-back", "Deployment, supply drops: way back",
             "no back movement", "°", 1.0 / DEGREE, 0.0, 0.0, way_back, "irreversible-deploy-drop",
             NULL, G_IRREVERSIBLE),
    STN_FACT("irreversible-deploy-drop-restart", "Deployment, supply drops: restart",
             "restarts when the supply is back", "s", 1.0, 4.0, 5.0, restart_forward,
             "irreversible-deploy-drop", NULL, G_IRREVERSIBLE),
    STN_FACT("irreversible-deploy-drop-time", "Deployment, supply drops: command reached",
             "about 10 s", "s", 1.0, 9.0, 11.0, reached, "irreversible-deploy-drop", NULL,
             G_IRREVERSIBLE, .given = 10.0, .construction = true),
    STN_FACT("irreversible-retract-drop-stop", "Retraction 35 → 0°, supply drops: full stop",
             "stops completely", "s", 1.0, 1.0, 4.0, stop_time, "irreversible-retract-drop", NULL,
             G_IRREVERSIBLE),
    STN_FACT("irreversible-retract-drop-back", "Retraction, supply drops: way against the command",
             "no forward movement", "°", 1.0 / DEGREE, 0.0, 0.0, way_back,
             "irreversible-retract-drop", NULL, G_IRREVERSIBLE),
    STN_FACT("irreversible-retract-drop-restart", "Retraction, supply drops: restart", "restarts",
             "s", 1.0, 4.0, 5.0, restart_backward, "irreversible-retract-drop", NULL,
             G_IRREVERSIBLE),
    STN_FACT("reversible-deploy-time", "Deployment 0 → 17°: command reached", "about 3.5 s", "s",
             1.0, 3.15, 3.85, reached, "reversible-deploy", NULL, G_REVERSIBLE, .given = 3.5,
             .construction = true),
    STN_FACT("reversible-retract-time", "Retraction 17 → 0°: command reached", "about 1.6 s", "s",
             1.0, 1.44, 1.76, reached, "reversible-retract", NULL, G_REVERSIBLE, .given = 1.6,
             .construction = true),
    STN_FACT("reversible-retract-load", "Retraction: friction less the aiding load",
             "a net load that aids", "kN·m", 1e-3, -35.0, -0.1, net_load, "reversible-retract",
             NULL, G_REVERSIBLE),
    STN_FACT("reversible-deploy-drop-stop", "Deployment, supply drops: stop", "stops", "s", 1.0,
             1.0, 4.0, stop_time, "reversible-deploy-drop", NULL, G_REVERSIBLE),
    STN_FACT("reversible-deploy-drop-backward", "Deployment, supply drops: begins to move back",
             "then moves back", "s", 1.0, 1.0, 4.0, restart_backward, "reversible-deploy-drop",
             NULL, G_REVERSIBLE),
    STN_FACT("reversible-deploy-drop-back", "Deployment, supply drops: way back", "moves back", "°",
             1.0 / DEGREE, 0.1, 17.0, way_back, "reversible-deploy-drop", NULL, G_REVERSIBLE),
    STN_FACT("reversible-deploy-drop-second", "Deployment, supply drops: second stop",
             "a temporary stop", "s", 1.0, 3.0, 5.0, second_stop, "reversible-deploy-drop", NULL,
             G_REVERSIBLE),
    STN_FACT("reversible-deploy-drop-held", "Deployment, supply drops: time it stands then",
             "held by friction", "s", 1.0, 0.01, 2.0, held_for, "reversible-deploy-drop", NULL,
             G_REVERSIBLE),
    STN_FACT("reversible-deploy-drop-restart", "Deployment, supply drops: goes on",
             "then forward again", "s", 1.0, 4.0, 5.0, restart_forward, "reversible-deploy-drop",
             NULL, G_REVERSIBLE),
    STN_FACT("reversible-deploy-drop-time", "Deployment, supply drops: command reached", NULL, "s",
             1.0, NAN, NAN, reached, "reversible-deploy-drop", NULL, G_REVERSIBLE),
    STN_FACT("reversible-retract-drop-stops", "Retraction 35 → 0°, supply drops: number of stops",
             "slows without stopping", "", 1.0, 0.0, 0.0, stops_in_drop, "reversible-retract-drop",
             NULL, G_REVERSIBLE,
             .reason =
                 "The paper prints 17 → 0° for this case, but by its own 1.6 s the flap would "
                 "arrive before the supply is low; the case runs from 35°."),
    STN_FACT("reversible-retract-drop-slowest", "Retraction, supply drops: lowest speed",
             "slows without stopping", "°/s", 1.0 / DEGREE, 0.1, 10.0, slowest,
             "reversible-retract-drop", NULL, G_REVERSIBLE),
    STN_FACT(
        "chain-lumped", "Stiff shafts, no play: time of a deployment over that of the lumped model",
        NULL, "", 1.0, NAN, NAN, lumped_time_ratio, "stiff-chain", "irreversible-deploy", G_CHAIN,
        .reason = "The transmission is calibrated, not published; this row checks that it is the "
                  "same drive."),
    STN_FACT("chain-asymmetry-irreversible", "Irreversible actuators: largest asymmetry", NULL, "°",
             1.0 / DEGREE, NAN, NAN, largest_asymmetry, "failure-irreversible", NULL, G_CHAIN),
    STN_FACT("chain-asymmetry-brakes", "Irreversibility brakes: largest asymmetry", NULL, "°",
             1.0 / DEGREE, NAN, NAN, largest_asymmetry, "failure-brakes", NULL, G_CHAIN),
    STN_FACT("chain-asymmetry-wingtip", "Wingtip brakes: largest asymmetry", NULL, "°",
             1.0 / DEGREE, NAN, NAN, largest_asymmetry, "failure-wingtip", NULL, G_CHAIN),
    STN_FACT("chain-wingtip-largest",
             "That with wingtip brakes over that with irreversible actuators",
             "largest with wingtip brakes", "", 1.0, 1.01, INFINITY, asymmetry_ratio,
             "failure-wingtip", "failure-irreversible", G_CHAIN),
    STN_FACT("chain-wingtip-larger",
             "That with wingtip brakes over that with irreversibility brakes",
             "largest with wingtip brakes", "", 1.0, 1.01, INFINITY, asymmetry_ratio,
             "failure-wingtip", "failure-brakes", G_CHAIN),
    STN_FACT("chain-pressure", "Irreversible actuators: pressure P12 at 1.42°/s", NULL, "MPa", 1e-6,
             NAN, NAN, steady_value, "slow-irreversible", NULL, G_CHAIN, .column = "P12"),
    STN_FACT("chain-pressure-wingtip", "That over P12 with wingtip brakes, at the same speed",
             "highest with irreversible actuators", "", 1.0, 1.01, INFINITY, steady_ratio,
             "slow-irreversible", "slow-wingtip", G_CHAIN, .column = "P12"),
    STN_FACT("chain-pressure-brakes",
             "That over P12 with irreversibility brakes, at the same speed",
             "highest with irreversible actuators", "", 1.0, 1.01, INFINITY, steady_ratio,
             "slow-irreversible", "slow-brakes", G_CHAIN, .column = "P12"),
    STN_FACT("chain-speed", "Speeds compared: irreversible actuators over wingtip brakes", NULL, "",
             1.0, NAN, NAN, steady_ratio, "slow-irreversible", "slow-wingtip", G_CHAIN,
             .column = "w1"),
};

/* ---- Figures ---- */

static const StnPanelDef move_panels[] = {
    STN_PANEL("Angle", "TH [°]", 1.0 / DEGREE, 0.0, 0.0, STN_CURVE(NULL, "TH", "surface"),
              STN_DASHED(NULL, "Com", "command")),
    STN_PANEL("Speed", "W [°/s]", 1.0 / DEGREE, 0.0, 0.0, STN_CURVE(NULL, "W", NULL)),
    STN_PANEL("Active torque and load", "torque [kN·m]", 1e-3, 0.0, 0.0,
              STN_CURVE(NULL, "Act", "active Act"), STN_DASHED(NULL, "TLD", "load TLD")),
    STN_PANEL("Friction torque", "TFR [kN·m]", 1e-3, 0.0, 0.0, STN_CURVE(NULL, "TFR", NULL)),
    STN_PANEL("Flapper", "XF [µm]", 1e6, 0.0, 0.0, STN_CURVE(NULL, "XF", NULL)),
    STN_PANEL("Spool", "XS [mm]", 1e3, 0.0, 0.0, STN_CURVE(NULL, "XS", NULL)),
    STN_PANEL("Pressures", "pressure [MPa]", 1e-6, 0.0, 0.0,
              STN_CURVE(NULL, "P12", "across the motor, P12"),
              STN_DASHED(NULL, "PSR", "supply PSR")),
};

#define MOVE(title, caption, run)                                     \
    {                                                                 \
        run, title, caption, run, move_panels, STN_COUNT(move_panels) \
    }

#define PROTECTIONS(case, column)                                      \
    STN_CURVE(case "-irreversible", column, "irreversible actuators"), \
        STN_CURVE(case "-wingtip", column, "wingtip brakes"),          \
        STN_CURVE(case "-brakes", column, "irreversibility brakes")

static const StnPanelDef failure_panels[] = {
    STN_PANEL("Left surface", "θ2 [°]", 1.0 / DEGREE, 0.0, 4.0, PROTECTIONS("failure", "th2")),
    STN_PANEL("Right surface, whose shaft breaks", "θ3 [°]", 1.0 / DEGREE, 0.0, 4.0,
              PROTECTIONS("failure", "th3")),
    STN_PANEL("Asymmetry", "θ2 − θ3 [°]", 1.0 / DEGREE, 1.9, 2.6, PROTECTIONS("failure", "asym")),
    STN_PANEL("Speed of the right surface", "w3 [°/s]", 1.0 / DEGREE, 1.9, 2.6,
              PROTECTIONS("failure", "w3")),
    STN_PANEL("Torque of the left shaft", "T2 [kN·m]", 1e-3, 1.9, 2.6,
              PROTECTIONS("failure", "T2")),
    STN_PANEL("Motor pressure at the same speed", "P12 [MPa]", 1e-6, 0.0, 2.0,
              PROTECTIONS("slow", "P12")),
};

static const StnFigureDef figures[] = {
    MOVE("Irreversible, deployment 0 → 17°",
         "The motor works against the load and the friction that it causes.",
         "irreversible-deploy"),
    MOVE("Irreversible, retraction 17 → 0°",
         "The load aids, but friction takes more than that: the motor still has to push.",
         "irreversible-retract"),
    MOVE("Irreversible, deployment with a drop of the supply",
         "A full stop, held by friction alone, until the pressure is back.",
         "irreversible-deploy-drop"),
    MOVE("Irreversible, retraction 35 → 0° with a drop of the supply",
         "It stops although the load aids.", "irreversible-retract-drop"),
    MOVE("Reversible, deployment 0 → 17°", "Less friction: quicker.", "reversible-deploy"),
    MOVE("Reversible, retraction 17 → 0°", "The load drives the surface, the motor brakes.",
         "reversible-retract"),
    MOVE(
        "Reversible, deployment with a drop of the supply",
        "It stops, is driven back by the load, stands once more while the pressure rises, and goes "
        "on.",
        "reversible-deploy-drop"),
    MOVE("Reversible, retraction 35 → 0° with a drop of the supply",
         "It slows down with the supply but never stops.", "reversible-retract-drop"),
    {"failure", "Shaft failure with three protections",
     "The right shaft breaks at 2 s. An asymmetry of more than 2° for 20 ms cuts the current and "
     "brakes the drive. Actuators that cannot be driven by the load stop at once; reversible ones "
     "run "
     "back until the wingtip brakes fall in.",
     NULL, failure_panels, STN_COUNT(failure_panels)},
};

const StnPaperDef stn_paper_borello2006 = {
    .about = {.name = "borello2006",
              .authors = "L. Borello, M. D. L. Dalla Vedova",
              .title =
                  "Load dependent Coulomb friction: a mathematical and computational model for "
                  "dynamic simulation in mechanical and aeronautical fields",
              .where = "International Journal of Mechanics and Control 7(1), 19–30",
              .year = 2006},
    .plant = "flap actuation with reversible or irreversible actuators, `flap`",
    .text =
        "In screws and gears friction grows with the load, and it differs when the load opposes "
        "the "
        "motion and when it aids it. The paper describes this by efficiencies for each sense, at "
        "rest "
        "and in motion, and asks what a flap drive does with it when the hydraulic supply fails "
        "for a "
        "while: with irreversible actuators (the load alone cannot move them) and with reversible "
        "ones.\n\n"
        "Eight moves: deployment and retraction, with a steady supply and with a drop to 2 MPa "
        "from "
        "t = 1 s to t = 5 s, for both kinds. Load and supply pressure are "
        "published; the other numbers of the drive were calibrated on the published times, which "
        "therefore agree by construction. A "
        "command "
        "counts as reached when the surface stays within 0.05° of it. Times of stops and restarts "
        "are "
        "those of the event log.\n\n"
        "Beyond that, the drive as a chain (plant `chain`): power unit, two shafts with play, two "
        "surfaces. One shaft breaks, and three protections are compared.",
    .cases = cases,
    .facts = facts,
    .figures = figures,
    .ncase = STN_COUNT(cases),
    .nfact = STN_COUNT(facts),
    .nfigure = STN_COUNT(figures),
};
