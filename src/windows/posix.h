/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the library asks of POSIX and Windows has otherwise: each file is compiled behind this one, as if it had included
 * it first.  Names of files are UTF-8, with either slash; all files are binary, and other programs do not inherit them. */
#ifndef STN_WINDOWS_POSIX_H
#define STN_WINDOWS_POSIX_H

#define _FILE_OFFSET_BITS 64

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

/* ---- Names; a whole path has at most 260 characters ---- */

#define NAME_MAX 1020 /* 255 characters */

char *stn_windows_real_path(const char *path);
#define realpath(path, out) stn_windows_real_path(path)
/* Links are followed when a file is opened; where one leads to nothing, the file takes its place. */
#define readlink(path, out, size) ((void)(out), (ssize_t)-1)
char *stn_windows_copy(const char *text, size_t most);
#define strndup stn_windows_copy

/* ---- Files ---- */

#define O_CLOEXEC 0
#define O_NONBLOCK 0
#define O_DIRECTORY 0x40000000 /* refused: a rename is brought onto the disk by itself */
int stn_windows_open(const char *path, int flags, ...);
#define open stn_windows_open
/* Modes r, w and a, always binary. */
FILE *stn_windows_stream(const char *path, const char *mode);
#define fopen stn_windows_stream
/* Moves the place of the file, too; size below 2 GiB. */
ssize_t stn_windows_read_at(int file, void *out, size_t size, int64_t at);
#define pread stn_windows_read_at

int stn_windows_access(const char *path, int mode);
#define access stn_windows_access
int stn_windows_remove(const char *path);
#define remove stn_windows_remove
#define unlink stn_windows_remove
/* Over what stands there, too. */
int stn_windows_rename(const char *from, const char *to);
#define rename stn_windows_rename
int stn_windows_link(const char *from, const char *to);
#define link stn_windows_link
#define fsync _commit
#define fchmod(file, mode) ((void)(mode), 0)

/* Nothing of a descriptor can be set. */
enum { F_GETFL, F_SETFL };
#define fcntl(file, ...) (-1)

/* Which file it is takes more bits than the C library has. */
struct stn_windows_stat {
    uint32_t st_dev;
    uint64_t st_ino;
    unsigned st_mode;
    int64_t st_size;
};
int stn_windows_stat(const char *path, struct stn_windows_stat *out);
int stn_windows_file_stat(int file, struct stn_windows_stat *out);
#undef stat
#undef fstat
#define dev_t uint32_t
#define ino_t uint64_t
#define stat stn_windows_stat
#define lstat stn_windows_stat
#define fstat stn_windows_file_stat
#define S_ISSOCK(mode) 0

/* ---- Time, processors, signals ---- */

int stn_windows_clock(struct timespec *out);
#undef clock_gettime
#define clock_gettime(clock, out) stn_windows_clock(out)
void stn_windows_pause(const struct timespec *how_long);
#define nanosleep(how_long, rest) stn_windows_pause(how_long)

long stn_windows_processors(void);
#define _SC_NPROCESSORS_ONLN 0
#define sysconf(what) stn_windows_processors()

/* Signals reach no thread that does not ask for them. */
typedef int StnWindowsSignals;
#define sigset_t StnWindowsSignals
#define SIG_SETMASK 0
#define sigfillset(set) ((void)(*(set) = 0))
#undef pthread_sigmask
#define pthread_sigmask(how, set, before) ((void)(set), stn_windows_mask(before))
static inline void stn_windows_mask(StnWindowsSignals *before)
{
    if (before)
        *before = 0;
}

#endif
