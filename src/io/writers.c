/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The formats of files that this library writes, by the ending of the name.  A new one is its own file and a
 * line here. */
#include "io/figure_script.h"

#include <string.h>
#include <strings.h>

static StnStatus write_csv(const char *path, const StnRecord *record, const StnWriteDef *def,
                           StnError *error)
{
    return stn_csv_write_digits(path, record, def->digits, error);
}

static StnStatus write_mat(const char *path, const StnRecord *record, const StnWriteDef *def,
                           StnError *error)
{
    return stn_mat_write(path, record, def->from, error);
}

static StnStatus write_json(const char *path, const StnRecord *record, const StnWriteDef *def,
                            StnError *error)
{
    return stn_json_write(path, record, def->from, error);
}

/* The first is that of standard output. */
static const StnWriter writers[] = {
    {".csv", NULL, write_csv},
    {".mat", NULL, write_mat},
    {".json", STN_HAVE_JANSSON ? NULL : "jansson", write_json},
    {".svg", NULL, NULL},
    {".png", NULL, NULL},
    {".pdf", NULL, NULL},
};
enum { WRITERS = sizeof writers / sizeof writers[0] };

int stn_writer_count(void) { return WRITERS; }
const StnWriter *stn_writer_at(int index) { return &writers[index]; }

const StnWriter *stn_writer_of(const char *path)
{
    const size_t length = strlen(path);
    if (strcmp(path, "-") == 0)
        return &writers[0];
    for (int i = 0; i < WRITERS; i++) {
        const size_t own = strlen(writers[i].ending);
        if (length > own && strcasecmp(path + length - own, writers[i].ending) == 0 &&
            path[length - own - 1] != '/')
            return &writers[i];
    }
    return NULL;
}

StnStatus stn_record_write(const char *path, const StnRecord *record, const StnWriteDef *def,
                           StnError *error)
{
    const StnWriteDef none = {.digits = 0};
    const StnWriter *writer = stn_writer_of(path);
    if (!writer || !writer->write)
        return stn_error(error, STN_BAD_INPUT, "%s: no format of data has this ending", path);
    return writer->write(path, record, def ? def : &none, error);
}
