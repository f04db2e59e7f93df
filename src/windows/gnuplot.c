/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/gnuplot.h"
#include "io/error_place.h"

StnStatus stn_gnuplot_run(const char *path, const char *ending, StnGoOn go_on, FILE *script,
                          FILE *picture, StnError *error)
{
    (void)ending, (void)go_on, (void)script, (void)picture;
    return stn_error_at(error, STN_UNAVAILABLE, path, 0, 0,
                        "figures are not drawn by gnuplot on Windows: plot() of the Python package "
                        "draws them by matplotlib");
}
