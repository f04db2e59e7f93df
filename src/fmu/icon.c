/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The icon of an FMU: a block that a spring pulls over rough ground, as PNG without compression. */
#include "fmu/writer.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, ROW = SIDE + 1, BYTES = SIDE * ROW }; /* a row begins with its filter, 0 */

static void put32(unsigned char **at, uint32_t value)
{
    for (int k = 3; k >= 0; k--)
        *(*at)++ = (unsigned char)(value >> 8 * k);
}

/* A chunk whose data of `size` bytes stand behind *at + 8 already. */
static void end_chunk(unsigned char **at, const char *type, uint32_t size)
{
    unsigned char *begin = *at + 4;
    put32(at, size);
    memcpy(begin, type, 4);
    *at = begin + 4 + size;
    put32(at, stn_crc32(0, begin, size + 4));
}

/* Grey levels: ground with its teeth, block, spring. */
static unsigned char grey(int x, int y)
{
    const int tooth = (x + y) % 8;
    if (y >= 50)
        return y == 50 || (y < 60 && tooth == 0) ? 60 : 255;
    if (x >= 28 && x < 56 && y >= 26 && y < 50)
        return x == 28 || x == 55 || y == 26 || y == 49 ? 40 : 150;
    if (x >= 4 && x < 28) {
        const int swing = (x - 4) % 8 < 4 ? (x - 4) % 4 : 4 - (x - 4) % 4;
        return y >= 35 + 2 * swing && y < 38 + 2 * swing ? 60 : 255;
    }
    return 255;
}

unsigned char *stn_fmu_icon(size_t *size)
{
    static const unsigned char mark[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    unsigned char *png = malloc(BYTES + 128), *at = png;
    uint32_t a = 1, b = 0; /* Adler-32 */
    if (!png)
        return NULL;
    memcpy(at, mark, sizeof mark);
    at += sizeof mark;
    unsigned char *data = at + 8;
    put32(&data, SIDE);
    put32(&data, SIDE);
    memcpy(data, (unsigned char[]){8, 0, 0, 0, 0}, 5);
    end_chunk(&at, "IHDR", 13);
    data = at + 8;
    memcpy(data,
           (unsigned char[]){0x78, 1, 1, BYTES & 255, BYTES >> 8, ~BYTES & 255, ~BYTES >> 8 & 255},
           7); /* zlib, one stored block */
    data += 7;
    for (int y = 0; y < SIDE; y++)
        for (int x = -1; x < SIDE; x++) {
            const unsigned char value = x < 0 ? 0 : grey(x, y);
            *data++ = value;
            a = (a + value) % 65521;
            b = (b + a) % 65521;
        }
    put32(&data, b << 16 | a);
    end_chunk(&at, "IDAT", 7 + BYTES + 4);
    end_chunk(&at, "IEND", 0);
    *size = (size_t)(at - png);
    return png;
}
