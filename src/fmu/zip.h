/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* ZIP archives, stored without compression; no times, so that the same files give the same bytes. */
#ifndef STN_FMU_ZIP_H
#define STN_FMU_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { STN_ZIP_FILES = 512 };
typedef struct StnZip {
    FILE *out;
    uint32_t at; /* bytes written */
    struct {
        char name[160];
        uint32_t crc, size, at;
    } file[STN_ZIP_FILES];
    int count;
    bool full; /* more files, or longer names or contents, than there is room for */
} StnZip;

/* CRC-32 of bytes, after those that gave `crc` (0 at first). */
uint32_t stn_crc32(uint32_t crc, const void *bytes, size_t size);
/* Adds a file to the archive, which is written to zip->out. */
void stn_zip_add(StnZip *zip, const char *name, const void *bytes, size_t size);
/* The same of a text. */
void stn_zip_text(StnZip *zip, const char *name, const char *text);
/* Ends the archive; false where it was full. */
bool stn_zip_end(StnZip *zip);

#endif
