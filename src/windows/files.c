/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Files by their names in UTF-8. */
#include "windows/wide.h"

#include <stdarg.h>
#include <windows.h>

#undef open
#undef fopen

/* ---- What there is ---- */

/* What is known of an open file; 0, or -1 with errno. */
static int facts_of(HANDLE file, struct stat *out)
{
    BY_HANDLE_FILE_INFORMATION info;
    const DWORD kind = GetFileType(file);
    *out = (struct stat){.st_mode = kind == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR};
    if (kind != FILE_TYPE_DISK)
        return 0;
    if (!GetFileInformationByHandle(file, &info))
        return stn_windows_failed();
    out->st_mode = info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY  ? S_IFDIR | 0777
                   : info.dwFileAttributes & FILE_ATTRIBUTE_READONLY ? S_IFREG | 0444
                                                                     : S_IFREG | 0666;
    out->st_dev = info.dwVolumeSerialNumber;
    out->st_ino = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow;
    out->st_size = (int64_t)((uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow);
    return 0;
}

/* To be asked about, a folder too; INVALID_HANDLE_VALUE with errno. */
static HANDLE open_to_ask(const char *path)
{
    wchar_t *wide = stn_windows_wide(path);
    HANDLE file = INVALID_HANDLE_VALUE;
    if (!wide)
        return file;
    file = CreateFileW(wide, FILE_READ_ATTRIBUTES,
                       FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                       FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE)
        stn_windows_failed();
    free(wide);
    return file;
}

int stn_windows_stat(const char *path, struct stat *out)
{
    HANDLE file = open_to_ask(path);
    if (file == INVALID_HANDLE_VALUE)
        return -1;
    const int code = facts_of(file, out);
    CloseHandle(file);
    return code;
}

int stn_windows_file_stat(int file, struct stat *out)
{
    const intptr_t handle = _get_osfhandle(file);
    return handle == -1 ? -1 : facts_of((HANDLE)handle, out);
}

/* "\\?\C:\a\b" -> "C:/a/b", "\\?\UNC\machine\a" -> "//machine/a"; in its place. */
static void plain_name(wchar_t *path)
{
    static const wchar_t begin[] = L"\\\\?\\", other[] = L"\\\\?\\UNC\\";
    size_t cut = 0;
    if (wcsncmp(path, other, wcslen(other)) == 0)
        cut = wcslen(other) - 2;
    else if (wcsncmp(path, begin, wcslen(begin)) == 0)
        cut = wcslen(begin);
    memmove(path, path + cut, (wcslen(path + cut) + 1) * sizeof *path);
    if (cut > wcslen(begin))
        path[0] = L'\\';
    for (wchar_t *c = path; *c; c++)
        if (*c == L'\\')
            *c = L'/';
}

char *stn_windows_real_path(const char *path)
{
    HANDLE file = open_to_ask(path);
    if (file == INVALID_HANDLE_VALUE)
        return NULL;
    const DWORD size = GetFinalPathNameByHandleW(file, NULL, 0, FILE_NAME_NORMALIZED);
    wchar_t *wide = size ? malloc(((size_t)size + 1) * sizeof *wide) : NULL;
    const DWORD got =
        wide ? GetFinalPathNameByHandleW(file, wide, size + 1, FILE_NAME_NORMALIZED) : 0;
    char *out = NULL;
    if (size && !wide)
        errno = ENOMEM;
    else if (!got)
        stn_windows_failed();
    else if (got > size) /* a folder above has another name meanwhile */
        errno = ENAMETOOLONG;
    else {
        plain_name(wide);
        out = stn_windows_narrow(wide);
    }
    free(wide);
    CloseHandle(file);
    return out;
}

/* What is only read counts as what cannot be written; who may do what is learned by doing it. */
int stn_windows_access(const char *path, int mode)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return -1;
    if ((mode & W_OK) == 0 || S_ISDIR(info.st_mode) || !S_ISREG(info.st_mode) ||
        (info.st_mode & 0200) != 0)
        return 0;
    errno = EACCES;
    return -1;
}

/* ---- Opening and reading ---- */

int stn_windows_open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const int mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
    va_end(arguments);
    struct stat info;
    if (flags & O_DIRECTORY) {
        errno = EACCES;
        return -1;
    }
    wchar_t *wide = stn_windows_wide(path);
    if (!wide)
        return -1;
    const int file = _wopen(wide, flags | _O_BINARY | _O_NOINHERIT, mode & (_S_IREAD | _S_IWRITE));
    free(wide);
    if (file < 0 && errno == EACCES && stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        errno = EISDIR;
    return file;
}

FILE *stn_windows_stream(const char *path, const char *mode)
{
    if (strchr(mode, '+')) {
        errno = EINVAL;
        return NULL;
    }
    wchar_t *wide = stn_windows_wide(path);
    const wchar_t own[] = {(wchar_t)mode[0], L'b', L'N', L'\0'};
    FILE *file = wide ? _wfopen(wide, own) : NULL;
    free(wide);
    return file;
}

ssize_t stn_windows_read_at(int file, void *out, size_t size, int64_t at)
{
    return _lseeki64(file, at, SEEK_SET) < 0 ? -1 : _read(file, out, (unsigned)size);
}

/* ---- Names ---- */

int stn_windows_remove(const char *path)
{
    wchar_t *wide = stn_windows_wide(path);
    const int code = !wide ? -1 : DeleteFileW(wide) ? 0 : stn_windows_failed();
    free(wide);
    return code;
}

/* Both names for a call of Windows. */
static int with_both(BOOL (*call)(const wchar_t *from, const wchar_t *to), const char *from,
                     const char *to)
{
    wchar_t *one = stn_windows_wide(from), *other = one ? stn_windows_wide(to) : NULL;
    const int code = !other ? -1 : call(one, other) ? 0 : stn_windows_failed();
    free(one);
    free(other);
    return code;
}

/* Onto the disk, as a POSIX rename is once its folder is synchronized. */
static BOOL move(const wchar_t *from, const wchar_t *to)
{
    return MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
}

static BOOL give_name(const wchar_t *from, const wchar_t *to)
{
    return CreateHardLinkW(to, from, NULL);
}

int stn_windows_rename(const char *from, const char *to) { return with_both(move, from, to); }
int stn_windows_link(const char *from, const char *to) { return with_both(give_name, from, to); }

char *stn_windows_copy(const char *text, size_t most)
{
    const size_t length = strnlen(text, most);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}
