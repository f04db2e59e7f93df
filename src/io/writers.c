/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The formats of files that this library writes, by the ending of the name: data, then figures. */
#include "io/writers.h"

#include "io/figure_script.h"

#include <string.h>
#include <strings.h>

#define WRITER(name) &stn_##name##_writer,
static const StnWriter svg = {".svg", NULL}, png = {".png", NULL}, pdf = {".pdf", NULL};
/* clang-format off */
static const StnWriter *const writers[] = {STN_WRITER_LIST(WRITER) &svg, &png, &pdf};
/* clang-format on */
#undef WRITER
enum { WRITERS = sizeof writers / sizeof writers[0] };

int stn_writer_count(void) { return WRITERS; }
const StnWriter *stn_writer_at(int index) { return writers[index]; }

const StnWriter *stn_writer_of(const char *path)
{
    const size_t length = strlen(path);
    if (strcmp(path, "-") == 0)
        return writers[0];
    for (int i = 0; i < WRITERS; i++) {
        const size_t own = strlen(writers[i]->ending);
        if (length > own && strcasecmp(path + length - own, writers[i]->ending) == 0 &&
            path[length - own - 1] != '/')
            return writers[i];
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
