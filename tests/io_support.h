/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the tests of src/io share: a folder of their own, and numbers of all kinds. */
#ifndef STICTION_TEST_IO_SUPPORT_H
#define STICTION_TEST_IO_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* No test may leave anything but what it was asked for. */
static char folder[] = "/tmp/stiction-io-XXXXXX";

static inline const char *in_folder(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static inline int files_in_folder(void)
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        count += e->d_name[0] != '.';
    }
    closedir(dir);
    return count;
}

static inline void empty_folder(void)
{
    DIR *dir = opendir(folder);
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        if (e->d_name[0] != '.') {
            (void)remove(in_folder(e->d_name));
        }
    }
    closedir(dir);
}

static inline int make_folder(void **state) { return mkdtemp(folder) == NULL; }

static inline int remove_folder(void **state)
{
    empty_folder();
    return rmdir(folder);
}

static inline int clean_up(void **state)
{
    empty_folder();
    return 0;
}

static inline char *contents(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 22);
    *length = fread(text, 1, (1 << 22) - 1, file);
    fclose(file);
    return text;
}

static inline uint64_t random_bits(void)
{
    static uint64_t s = 88172645463325252ull; /* xorshift: the same numbers in every run */
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return s;
}

static inline bool same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

static inline double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Bit patterns of all kinds: any, subnormal, powers of two, everyday sizes. */
static inline double random_number(int kind)
{
    const uint64_t bits = random_bits();
    switch (kind % 4) {
    case 0: return from_bits(bits);
    case 1: return from_bits(bits & 0x800fffffffffffffull);
    case 2: return from_bits(bits & 0xfff0000000000000ull);
    default: return (double)(bits >> 11) * 0x1p-53 * pow(10.0, (double)(bits % 12) - 8.0);
    }
}

#endif
