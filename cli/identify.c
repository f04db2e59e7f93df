/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify: a table of methods, one file each. */
#include "identify.h"

#include "message.h"

#include <string.h>

static const Command *const methods[] = {
    &identify_check_command,  &identify_breakaway_command, &identify_sine_command,
    &identify_cycles_command, &identify_ramp_command,      &identify_curve_command,
    &identify_power_command,  &identify_inverse_command,   &identify_fit_command,
    &identify_select_command,
};
enum { METHODS = sizeof methods / sizeof methods[0] };

const Command *identify_method(const char *name)
{
    for (int i = 0; i < METHODS; i++)
        if (methods[i] && strcmp(methods[i]->name, name) == 0)
            return methods[i];
    return NULL;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    const char *names[METHODS];
    size_t count = 0;
    if (argc < 2)
        return bad_input("identify needs a method; \"stiction identify --help\" names them");
    if (strcmp(argv[1], "--options") == 0) { /* for completions */
        for (int i = 0; i < METHODS; i++)
            if (methods[i])
                puts(methods[i]->name);
        return EXIT_DONE;
    }
    const Command *method = identify_method(argv[1]);
    if (method) {
        char whole[64]; /* what messages call it */
        snprintf(whole, sizeof whole, "identify %s", method->name);
        argv[1] = whole;
        return method->run(catalog, argc - 1, argv + 1);
    }
    for (int i = 0; i < METHODS; i++)
        if (methods[i])
            names[count++] = methods[i]->name;
    const int code = unknown_word("method", argv[1], names, count);
    message("\"stiction identify --help\" names all methods");
    return code;
}

static const char usage[] =
    "usage: stiction identify METHOD FILE.csv|.mat [OPTION]...\n"
    "\n"
    "From measured or simulated data to friction parameters.\n"
    "\n"
    "  check       what the sensor can tell: error bounds before anything else\n"
    "  breakaway   static level per direction and position, from slow ramps of effort\n"
    "  sine        sliding and viscous level from sinusoidal speed\n"
    "  cycles      static and sliding level, also inside a play, from the hunting of a position "
    "loop\n"
    "  ramp        pre-sliding: stiffness and range, from a slow ramp there and back\n"
    "  curve       friction over speed: from forces, or from constant-speed runs (Stribeck)\n"
    "  power       mass, sliding and viscous level from the balance of power\n"
    "  inverse     the same and more by least squares on the inverse model\n"
    "  fit         any law by simulation (output error)\n"
    "  select      which law is enough\n"
    "\n"
    "\"stiction help identify METHOD\" tells all about a method.  Files: CSV with a header (units "
    "as\n"
    "in \"t [s]\"; `;` and decimal commas are understood) or MATLAB .mat.\n"
    "\n"
    "examples:\n"
    "  stiction identify check --resolution 0.1um --sample 1ms --mass 5kg --effort-max 50N\n"
    "  stiction identify inverse axis.csv --effort force --position q --plot fit.svg -o "
    "axis.yaml\n";

const Command identify_command = {
    "identify",
    run,
    "friction parameters from measured data",
    usage,
};
