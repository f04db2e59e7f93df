/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "io/page.h"

#include <stddef.h>
#include <string.h>

enum { A4_WIDTH = 190, LETTER_HEIGHT = 259 };

static const StnSheet sheets[] = {
    {"A4", A4_WIDTH, 277}, {"A5", 128, 190}, {"A3", 277, 400}, {"letter", 195, LETTER_HEIGHT}};
/* The part that both have. */
static const StnSheet a4_and_letter = {"A4 and letter", A4_WIDTH, LETTER_HEIGHT};

const StnSheet *stn_sheet(const char *name)
{
    for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++) {
        if (strcmp(name, sheets[i].name) == 0) {
            return &sheets[i];
        }
    }
    return NULL;
}

const StnSheet *stn_sheet_default(void) { return &a4_and_letter; }

int stn_figure_least_width(int columns) { return STN_PANEL_WIDTH * columns; }

int stn_figure_least_height(int rows, bool title)
{
    return STN_PANEL_HEIGHT * rows + (title ? STN_TITLE_HEIGHT : 0);
}
