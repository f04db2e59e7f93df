/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Versions 5 to 7 (MathWorks, "MAT-File Format", chapter 1): a header of 128 bytes that ends with the
 * version (0x0100; 7.3 is HDF5 and has 0x0200) and the byte order ("IM": little-endian), then variables:
 * 4 bytes type (14 matrix, 15 compressed matrix), 4 bytes length, and that many bytes. */
#include "io/mat_layout.h"
#include "io/error_place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER = 128, TAG = 8, MATRIX = 14, COMPRESSED = 15 };

typedef struct Layout {
    int file;
    size_t size;
    const char *path;
    StnError *error;
} Layout;

static bool read_at(const Layout *l, size_t at, unsigned char *out, size_t size)
{
    return at + size <= l->size && pread(l->file, out, size, (off_t)at) == (ssize_t)size;
}

static uint32_t number(const unsigned char *b, bool little)
{
    return little
               ? (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24
               : (uint32_t)b[3] | (uint32_t)b[2] << 8 | (uint32_t)b[1] << 16 | (uint32_t)b[0] << 24;
}

static StnStatus damaged(const Layout *l, size_t at)
{
    return stn_error_at(l->error, STN_BAD_INPUT, l->path, 0, 0,
                        "the file is damaged or not complete: no whole variable begins at byte %zu "
                        "of %zu",
                        at, l->size);
}

static StnStatus walk(const Layout *l)
{
    unsigned char header[HEADER], tag[TAG];
    if (!read_at(l, 0, header, HEADER)) {
        return STN_OK; /* not of these versions */
    }
    const bool little = header[126] == 'I' && header[127] == 'M';
    const bool big = header[126] == 'M' && header[127] == 'I';
    const unsigned version =
        little ? header[124] | header[125] << 8u : header[125] | header[124] << 8u;
    if ((!little && !big) || version != 0x0100) {
        return STN_OK;
    }
    for (size_t at = HEADER; at < l->size;) {
        if (!read_at(l, at, tag, TAG)) {
            return damaged(l, at);
        }
        const uint32_t type = number(tag, little), length = number(tag + 4, little);
        if ((type != MATRIX && type != COMPRESSED) || length == 0 || length > l->size - at - TAG) {
            return damaged(l, at);
        }
        at += TAG + length;
    }
    return STN_OK;
}

/* O_NONBLOCK: a pipe without a writer must not stop us. */
StnStatus stn_mat_layout(const char *path, size_t limit, size_t *size, StnError *error)
{
    struct stat info = {0};
    Layout layout = {
        .file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), .path = path, .error = error};
    int why = layout.file < 0 || fstat(layout.file, &info) != 0 ? errno : 0;
    if (why == 0 && S_ISDIR(info.st_mode)) {
        why = EISDIR;
    }
    if (why != 0) {
        if (layout.file >= 0) {
            close(layout.file);
        }
        return stn_error_file(error, path, "cannot read the file", why);
    }
    StnStatus status = STN_OK;
    if (!S_ISREG(info.st_mode)) {
        status = stn_error_at(error, STN_BAD_INPUT, path, 0, 0, "a .mat file must be a plain file");
    } else if ((uintmax_t)info.st_size > limit) {
        status = stn_error_at(error, STN_BAD_INPUT, path, 0, 0,
                              "the file is larger than the limit of %zu bytes", limit);
    } else {
        *size = layout.size = (size_t)info.st_size;
        status = walk(&layout);
    }
    close(layout.file);
    return status;
}
