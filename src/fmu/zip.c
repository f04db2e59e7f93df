/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "fmu/zip.h"

#include <string.h>

enum { LOCAL = 0x04034b50, CENTRAL = 0x02014b50, END = 0x06054b50 };
/* 1980-01-01 00:00, the first time that there is. */
enum { VERSION = 20, UTF8 = 0x800, DAY = 0x21 };

uint32_t stn_crc32(uint32_t crc, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    crc = ~crc;
    for (size_t i = 0; i < size; i++) {
        crc ^= byte[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (crc & 1u ? 0xedb88320u : 0u);
    }
    return ~crc;
}

static void put(StnZip *zip, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        fputc((int)(value >> 8 * i & 0xff), zip->out);
    zip->at += (uint32_t)bytes;
}

static void put_bytes(StnZip *zip, const void *bytes, size_t size)
{
    fwrite(bytes, 1, size, zip->out);
    zip->at += (uint32_t)size;
}

/* What both headers of a file have in common. */
static void put_facts(StnZip *zip, int index)
{
    put(zip, VERSION, 2);
    put(zip, UTF8, 2);
    put(zip, 0, 2); /* stored */
    put(zip, 0, 2);
    put(zip, DAY, 2);
    put(zip, zip->file[index].crc, 4);
    put(zip, zip->file[index].size, 4);
    put(zip, zip->file[index].size, 4);
    put(zip, (uint32_t)strlen(zip->file[index].name), 2);
    put(zip, 0, 2); /* no extra field */
}

void stn_zip_add(StnZip *zip, const char *name, const void *bytes, size_t size)
{
    const int k = zip->count;
    if (k == STN_ZIP_FILES || strlen(name) >= sizeof zip->file[0].name || size > 0x7fffffff ||
        zip->at > 0x7fffffff) {
        zip->full = true;
        return;
    }
    strcpy(zip->file[k].name, name);
    zip->file[k].crc = stn_crc32(0, bytes, size);
    zip->file[k].size = (uint32_t)size;
    zip->file[k].at = zip->at;
    zip->count++;
    put(zip, LOCAL, 4);
    put_facts(zip, k);
    put_bytes(zip, name, strlen(name));
    put_bytes(zip, bytes, size);
}

void stn_zip_text(StnZip *zip, const char *name, const char *text)
{
    stn_zip_add(zip, name, text, strlen(text));
}

bool stn_zip_end(StnZip *zip)
{
    const uint32_t begin = zip->at;
    for (int k = 0; k < zip->count; k++) {
        put(zip, CENTRAL, 4);
        put(zip, VERSION, 2);
        put_facts(zip, k);
        put(zip, 0, 2); /* no comment, the first disk, no attributes */
        put(zip, 0, 2);
        put(zip, 0, 2);
        put(zip, 0, 4);
        put(zip, zip->file[k].at, 4);
        put_bytes(zip, zip->file[k].name, strlen(zip->file[k].name));
    }
    const uint32_t size = zip->at - begin;
    put(zip, END, 4);
    put(zip, 0, 4);
    put(zip, (uint32_t)zip->count, 2);
    put(zip, (uint32_t)zip->count, 2);
    put(zip, size, 4);
    put(zip, begin, 4);
    put(zip, 0, 2);
    return !zip->full;
}
