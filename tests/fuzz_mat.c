/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Any bytes as a .mat file: read or refused with a sentence, whatever matio and HDF5 do with them.  What
 * is read has names, and as many numbers as it says. */
#include "stiction/io.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* In place of the child's limit of address space, which the address sanitizer does not allow: more is refused
 * as by malloc() then.  Without this libFuzzer ends the child with a report, for which it takes 20 ms. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1:max_allocation_size_mb=256";
}

/* In memory where that can be had: on a disk each input waits until the one before has been written. */
static char path[] = "/dev/shm/stiction-fuzz-XXXXXX";
static const char path_on_disk[] = "/tmp/stiction-fuzz-XXXXXX";

static void remove_file(void) { unlink(path); }

static void require(bool claim)
{
    if (!claim)
        abort();
}

/* One file for all inputs, since matio reads files only. */
static void write_file(const uint8_t *data, size_t size)
{
    static int file = -1;
    if (file < 0) {
        file = mkstemp(path);
        if (file < 0)
            file = mkstemp(memcpy(path, path_on_disk, sizeof path_on_disk));
        require(file >= 0);
        atexit(remove_file);
    }
    require(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == (ssize_t)size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    StnTable table;
    StnError error = {0};
    double sum = 0.0;
    write_file(data, size);
    const StnStatus status = stn_mat_read(path, 1 << 24, &table, &error);
    if (status != STN_OK) {
        require(status == STN_UNAVAILABLE || status == STN_BAD_INPUT);
        require(error.text[0] && error.status == status && !table.data && !table.column);
        return 0;
    }
    require(table.rows > 1 && table.ncolumn > 0);
    for (int c = 0; c < table.ncolumn; c++) {
        require(stn_table_column(&table, table.column[c].name) >= 0);
        for (size_t row = 0; row < table.rows; row++)
            sum += table.data[c][row];
    }
    stn_table_free(&table);
    volatile double keep = sum;
    (void)keep;
    return 0;
}
