/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Whether files and folders can be written, before there is anything to write. */
#define _XOPEN_SOURCE 700

#include "io/file_identity.h"
#include "stiction/io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static StnStatus check_folder(const char *folder, StnError *error)
{
    struct stat info;
    if (stat(folder, &info) != 0)
        return stn_error(error, STN_BAD_INPUT, "the folder \"%s\" cannot be used: %s", folder,
                         strerror(errno));
    if (!S_ISDIR(info.st_mode))
        return stn_error(error, STN_BAD_INPUT, "\"%s\" is not a folder", folder);
    if (access(folder, W_OK | X_OK) != 0)
        return stn_error(error, STN_BAD_INPUT, "the folder \"%s\" cannot be written: %s", folder,
                         strerror(errno));
    return STN_OK;
}

StnStatus stn_file_check(const char *path, StnError *error)
{
    struct stat info;
    if (stat(path, &info) == 0) {
        if (S_ISDIR(info.st_mode))
            return stn_error(error, STN_BAD_INPUT, "is a folder");
        if (access(path, W_OK) != 0)
            return stn_error(error, STN_BAD_INPUT, "cannot be written: %s", strerror(errno));
        if (!S_ISREG(info.st_mode))
            return STN_OK; /* a device or a pipe is written directly */
    } else if (errno == ENAMETOOLONG) {
        return stn_error(error, STN_BAD_INPUT, "cannot be written: %s", strerror(errno));
    }
    char *target = stn_path_follow(path);
    if (!target && errno != ENOMEM)
        return stn_error(error, STN_BAD_INPUT, "the link cannot be followed: %s", strerror(errno));
    char *folder = target ? stn_path_folder(target) : NULL;
    const StnStatus status = folder ? check_folder(folder, error) : stn_out_of_memory(error);
    free(folder);
    free(target);
    return status;
}

/* Cuts "a/b/c" to "a/b", "a" to ".", "/a" to "/". */
static void cut_to_parent(char *path)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        path[--length] = '\0';
    char *slash = strrchr(path, '/');
    if (!slash)
        strcpy(path, ".");
    else
        slash[slash == path] = '\0';
}

StnStatus stn_folder_check(const char *path, StnError *error)
{
    struct stat info;
    char *folder = strdup(path);
    while (folder && stat(folder, &info) != 0 && errno == ENOENT && strcmp(folder, ".") != 0)
        cut_to_parent(folder);
    const StnStatus status = folder ? check_folder(folder, error) : stn_out_of_memory(error);
    free(folder);
    return status;
}

StnStatus stn_file_same(const char *a, const char *b, bool *same, StnError *error)
{
    StnFileIdentity one, two;
    StnStatus status = stn_file_identify(a, &one);
    if (status == STN_OK)
        status = stn_file_identify(b, &two);
    *same = status == STN_OK && stn_identity_same(&one, &two);
    return status == STN_NO_MEMORY ? stn_out_of_memory(error) : STN_OK;
}
