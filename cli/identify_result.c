/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers in, results out, for all methods. */
#include "identify.h"
#include "io/atomic_file.h"
#include "message.h"
#include "terminal.h"
#include "text_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether a dimension fits one of the units between '|'. */
static bool fits_one(StnDimension given, const char *units)
{
    char copy[128], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", units);
    for (char *unit = strtok_r(copy, "|", &rest); unit; unit = strtok_r(NULL, "|", &rest)) {
        StnDimension wanted;
        double factor;
        if (stn_unit_factor(unit, &factor, &wanted, NULL) == STN_OK &&
            stn_dimension_fits(given, wanted))
            return true;
    }
    return false;
}

int quantity_read(const char *option, const char *text, const char *unit, double *value)
{
    StnError error = {.status = STN_OK};
    StnDimension given;
    bool bare;
    if (!text)
        return EXIT_DONE;
    if (stn_unit_parse(text, value, &given, &bare, &error) != STN_OK)
        return bad_input("%s %s: %s", option, text, error.text);
    if (!bare && !fits_one(given, unit))
        return bad_input("%s %s: a value in %s is needed", option, text, unit);
    if (!isfinite(*value))
        return bad_input("%s %s: a finite value is needed", option, text);
    return EXIT_DONE;
}

int count_read(const char *option, const char *text, long least, long most, long *value)
{
    char *end;
    if (!text)
        return EXIT_DONE;
    *value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || *value < least || *value > most)
        return bad_input("%s %s: a whole number from %ld to %ld is needed", option, text, least,
                         most);
    return EXIT_DONE;
}

void result_put_remarks(const StnRemarks *remarks, const char *heading)
{
    if (remarks->count > 0)
        printf("\n%s\n", heading);
    for (int i = 0; i < remarks->count; i++)
        text_wrap(stdout, remarks->text[i], 2, terminal_text_width(stdout));
}

void result_put_remarks_json(StnJsonText *json, const char *key, const StnRemarks *remarks)
{
    stn_json_open_list(json, key);
    for (int i = 0; i < remarks->count; i++)
        stn_json_put_text(json, NULL, remarks->text[i]);
    stn_json_close(json);
}

int result_write_text(const char *path, const char *text)
{
    StnError error = {.status = STN_OK};
    StnAtomicFile file;
    if (!path)
        return EXIT_DONE;
    StnStatus status = stn_atomic_open(&file, path, &error);
    if (status == STN_OK) {
        fputs(text, file.stream);
        status = stn_atomic_commit(&file, &error);
    }
    return status == STN_OK ? EXIT_DONE : report_error(&error);
}

int result_draw(const char *path, const StnFigure *figure)
{
    StnError error = {.status = STN_OK};
    if (!path || stn_figure_write(path, figure, &error) == STN_OK)
        return EXIT_DONE;
    report_error(&error);
    return EXIT_RUN_FAILED;
}
