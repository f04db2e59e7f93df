/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700

#include "io/file_identity.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINKS_MAX = 40, LINK_LENGTH = 4096 }; /* as many as the kernel follows */

char *stn_path_folder(const char *path)
{
    const size_t length = (size_t)(stn_path_name(path) - path);
    if (length == 0) {
        return strdup(".");
    }
    return strndup(path, length > 1 ? length - 1 : 1);
}

/* Where the link at `path` leads; NULL when it is no link (errno 0) or cannot be followed. */
static char *next_of(const char *path)
{
    char link[LINK_LENGTH];
    const ssize_t length = readlink(path, link, sizeof link - 1);
    if (length < 0) {
        errno = 0; /* no link, or nothing there: whoever opens it learns more */
        return NULL;
    }
    if (length == (ssize_t)sizeof link - 1) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    link[length] = '\0';
    const size_t folder = stn_path_is_absolute(link) ? 0 : (size_t)(stn_path_name(path) - path);
    char *next = malloc(folder + (size_t)length + 1);
    if (!next) {
        errno = ENOMEM;
        return NULL;
    }
    memcpy(next, path, folder);
    memcpy(next + folder, link, (size_t)length + 1);
    return next;
}

char *stn_path_follow(const char *path)
{
    char *at = strdup(path);
    for (int i = 0; at && i <= LINKS_MAX; i++) {
        errno = 0;
        char *next = next_of(at);
        if (!next && errno == 0) {
            return at;
        }
        free(at);
        at = next;
    }
    if (at) {
        free(at);
        errno = ELOOP;
    }
    return NULL;
}

static StnStatus not_known(int why) { return why == ENOMEM ? STN_NO_MEMORY : STN_NO_FILE; }

/* Folder and name of a file that does not exist. */
static StnStatus identify_new(const char *path, StnFileIdentity *identity)
{
    struct stat info;
    StnStatus status = STN_OK;
    char *target = stn_path_follow(path);
    char *folder = target ? stn_path_folder(target) : NULL;
    if (!folder || stat(folder, &info) != 0) {
        status = not_known(errno);
    } else {
        identity->regular = true;
        identity->device = info.st_dev;
        identity->inode = info.st_ino;
        snprintf(identity->name, sizeof identity->name, "%s", stn_path_name(target));
    }
    free(folder);
    free(target);
    return status;
}

/* Of a standard stream, -1: it is none. */
static int descriptor_of(const char *path)
{
    static const char *const names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(path, names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

StnStatus stn_file_identify(const char *path, StnFileIdentity *identity)
{
    struct stat info;
    const int descriptor = descriptor_of(path);
    *identity = (StnFileIdentity){.exists = false};
    if ((descriptor >= 0 ? fstat(descriptor, &info) : stat(path, &info)) == 0) {
        *identity = (StnFileIdentity){true, S_ISREG(info.st_mode), info.st_dev, info.st_ino, ""};
        return STN_OK;
    }
    return errno == ENOMEM ? STN_NO_MEMORY : identify_new(path, identity);
}

bool stn_identity_same(const StnFileIdentity *a, const StnFileIdentity *b)
{
    return a->regular && b->regular && a->exists == b->exists && a->device == b->device &&
           a->inode == b->inode && strcmp(a->name, b->name) == 0;
}
