/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Memory that is given back all at once: nodes, texts and lists of one scenario. */
#ifndef STICTION_SCENARIO_ARENA_H
#define STICTION_SCENARIO_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct StnArena {
    struct StnBlock *block;
} StnArena;

/* `size` zeroed bytes, aligned for anything; NULL when memory is out. */
void *stn_arena_take(StnArena *arena, size_t size);
char *stn_arena_copy(StnArena *arena, const char *text, size_t length);
/* A whole text; NULL for NULL. */
char *stn_arena_text(StnArena *arena, const char *text);
char *stn_arena_format(StnArena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void stn_arena_free(StnArena *arena);

#endif
