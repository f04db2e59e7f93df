/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The formats of files that this library writes, by the ending of the name: data, then figures. */
#include "io/writers.h"

#include "io/error_place.h"
#include "io/figure_script.h"

#include <stdio.h>
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

static StnStatus unknown_ending(const char *path, StnError *error)
{
    char endings[64] = "";
    size_t used = 0;
    for (int i = 0; i < WRITERS && used < sizeof endings; i++) {
        const StnWriter *one = writers[i];
        if (one && one->write) /* figures are no data */
            used += (size_t)snprintf(endings + used, sizeof endings - used, " %s", one->ending);
    }
    return stn_error(error, STN_BAD_INPUT, "%s: the ending says the format; it can be%s", path,
                     endings);
}

StnStatus stn_record_write(const char *path, const StnRecord *record, const StnWriteDef *def,
                           StnError *error)
{
    const StnWriteDef none = {.digits = 0};
    const StnWriter *writer = stn_writer_of(path);
    StnError why = {.status = STN_OK};
    if (!writer || !writer->write)
        return unknown_ending(path, error);
    if (strcmp(path, "-") != 0 && stn_file_check(path, &why) != STN_OK)
        return stn_error_at(error, why.status == STN_NO_MEMORY ? STN_NO_MEMORY : STN_NO_FILE, path,
                            0, 0, "%s", why.text);
    return writer->write(path, record, def ? def : &none, error);
}
