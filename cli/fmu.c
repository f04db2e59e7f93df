/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction fmu: a scenario for simulation tools. */
#include "arguments.h"
#include "command.h"
#include "experiment.h"
#include "export_options.h"
#include "message.h"
#include "output.h"

static int run_fmu(const StnCatalog *catalog, int argc, char **argv)
{
    Texts others = {.count = 0};
    ExportOptions given = {.file = NULL};
    StnFmuDef def = stn_default_fmu_def();
    StnRemarks remarks = {.count = 0};
    Experiment experiment;
    Option options[EXPORT_OPTIONS];
    const int noption = export_options(&given, &stn_fmu_fields, options);
    int code = arguments_parse(argc, argv, options, noption, &others);
    if (code != EXIT_DONE)
        return code;
    const char *name = arguments_one(&others, argv[0], "a scenario");
    if (!name)
        return EXIT_BAD_INPUT;
    if (!given.file)
        return bad_input("fmu needs a file: -o FILE.fmu");
    code = output_check("-o", given.file, ".fmu");
    if (code == EXIT_DONE)
        code = field_options_take(&given.own, &stn_fmu_fields, &def);
    if (code != EXIT_DONE)
        return code;
    const ExperimentOptions opts = {catalog, &given.set, &given.law};
    code = experiment_load(&experiment, name, &opts);
    if (code == EXIT_DONE) {
        StnError error = {.status = STN_OK};
        if (stn_fmu_write(experiment.scenario, &def, given.file, &remarks, &error))
            code = report_error(&error);
        for (int i = 0; code == EXIT_DONE && !given.quiet && i < remarks.count; i++)
            message("%s", remarks.text[i]);
    }
    experiment_free(&experiment);
    return code;
}

const Command fmu_command = {
    "fmu", run_fmu, "a scenario as an FMU for Simulink, OpenModelica, Dymola, FMPy",
    "usage: stiction fmu SCENARIO -o FILE.fmu [--fmi 2|3] [--kind both|source|binary]\n"
    "           [--platforms native|all] [--set PATH=VALUE]... [--law LAW]... [--quiet]\n"
    "\n"
    "Writes the plant of a scenario with its friction laws as an FMU, which offers Model Exchange\n"
    "and Co-Simulation.  Law, options and lengths of lists are those of the scenario; numbers are\n"
    "parameters by their paths (friction.contact.Fs.forward).\n"
    "\n"
    "  --fmi VERSION     version of FMI, 2 or 3 (3)\n"
    "  --kind KIND       both (sources and binaries), source, or binary (both)\n"
    "  --platforms WHICH native: a binary for this machine, by the C compiler cc or CC;\n"
    "                    all: for Linux, Windows and macOS, by the Python package ziglang\n"
    "                    (native)\n"
    "  --set PATH=VALUE  change a number of the scenario\n"
    "  --law LAW         another friction law\n"
    "  -o FILE           the FMU\n"
    "  --quiet           say nothing of what the FMU does not have\n"
    "\n"
    "examples:\n"
    "  stiction fmu block-stick-slip -o block.fmu\n"
    "  stiction fmu servo-position --law lugre --fmi 2 --platforms all -o servo.fmu\n"};
