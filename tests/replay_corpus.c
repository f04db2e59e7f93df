/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Gives files to a fuzz target without libFuzzer, so that every build replays the inputs that were kept.
 * usage: replay_NAME FOLDER...   A target that finds a claim broken aborts; the file is named before. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path)
{
    struct stat info;
    FILE *file = fopen(path, "rb");
    if (!file || fstat(fileno(file), &info) != 0)
        return perror(path), 1;
    uint8_t *data = malloc((size_t)info.st_size + 1);
    const size_t size = data ? fread(data, 1, (size_t)info.st_size, file) : 0;
    fclose(file);
    printf("%s\n", path);
    fflush(stdout);
    const int code = data && size == (size_t)info.st_size ? LLVMFuzzerTestOneInput(data, size) : 1;
    free(data);
    return code;
}

static int replay_folder(const char *folder, int *count)
{
    struct dirent **entry;
    const int n = scandir(folder, &entry, NULL, alphasort);
    int code = n < 0;
    for (int i = 0; i < n; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        if (entry[i]->d_name[0] != '.') {
            code |= replay(path);
            ++*count;
        }
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
    return code;
}

int main(int argc, char **argv)
{
    int code = 0, count = 0;
    for (int i = 1; i < argc; i++)
        code |= replay_folder(argv[i], &count);
    printf("%d inputs\n", count);
    return code || count == 0;
}
