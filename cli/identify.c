/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify: the methods of the library. */
#include "identify.h"

#include "message.h"

#include <string.h>

enum { METHODS_MOST = 64 };

/* Names of all methods; returns how many. */
static size_t list_methods(const char *names[METHODS_MOST])
{
    size_t count = 0;
    for (int i = 0; i < stn_identify_method_count() && count < METHODS_MOST; i++)
        names[count++] = stn_identify_method_at(i)->name;
    return count;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    const char *names[METHODS_MOST];
    const size_t count = list_methods(names);
    if (argc < 2)
        return bad_input("identify needs a method; \"stiction identify --help\" names them");
    if (strcmp(argv[1], "--options") == 0) { /* for completions */
        for (size_t i = 0; i < count; i++)
            puts(names[i]);
        return EXIT_DONE;
    }
    const Command *method = identify_method(argv[1]);
    if (method) {
        char whole[64]; /* what messages call it */
        snprintf(whole, sizeof whole, "identify %s", method->name);
        argv[1] = whole;
        return method->run(catalog, argc - 1, argv + 1);
    }
    const int code = unknown_word("method", argv[1], names, count);
    message("\"stiction identify --help\" names all methods");
    return code;
}

const char *identify_usage(void)
{
    static char text[4096];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "usage: stiction identify METHOD FILE.csv|.mat [OPTION]...\n\n"
                                   "From measured or simulated data to friction parameters.\n\n");
    for (int i = 0; i < stn_identify_method_count() && used < sizeof text; i++)
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "  %-11s %s\n",
                             stn_identify_method_at(i)->name, stn_identify_method_at(i)->summary);
    if (used < sizeof text)
        snprintf(
            text + used, sizeof text - used,
            "\n\"stiction help identify METHOD\" tells all about a method.  Files: CSV with a "
            "header (units as\n"
            "in \"t [s]\"; `;` and decimal commas are understood) or MATLAB .mat.\n\n"
            "examples:\n"
            "  stiction identify check --resolution 0.1um --sample 1ms --mass 5kg --effort-max "
            "50N\n"
            "  stiction identify inverse axis.csv --effort force --position q --plot fit.svg -o "
            "axis.yaml\n");
    return text;
}

const Command identify_command = {"identify", run, "friction parameters from measured data", NULL};
