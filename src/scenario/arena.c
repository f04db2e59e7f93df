/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "scenario/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where memory errors or failing allocations are looked for, every piece is an allocation of its own. */
#ifdef STN_SMALL_BLOCKS
enum { BLOCK_SIZE = 1 };
#else
enum { BLOCK_SIZE = 16384 };
#endif

typedef struct StnBlock {
    struct StnBlock *next;
    size_t used, size;
    alignas(max_align_t) unsigned char data[];
} StnBlock;

static StnBlock *add_block(StnArena *arena, size_t size)
{
    const size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    StnBlock *block = calloc(1, sizeof *block + room);
    if (block == NULL)
        return NULL;
    block->size = room;
    block->next = arena->block;
    arena->block = block;
    return block;
}

void *stn_arena_take(StnArena *arena, size_t size)
{
    const size_t step = alignof(max_align_t);
    if (size > SIZE_MAX / 2)
        return NULL;
    const size_t whole = (size + step - 1) / step * step;
    StnBlock *block = arena->block;
    if (block == NULL || block->size - block->used < whole)
        block = add_block(arena, whole);
    if (block == NULL)
        return NULL;
    void *memory = block->data + block->used;
    block->used += whole;
    return memory;
}

char *stn_arena_copy(StnArena *arena, const char *text, size_t length)
{
    char *copy = stn_arena_take(arena, length + 1);
    if (copy != NULL)
        memcpy(copy, text, length);
    return copy;
}

char *stn_arena_text(StnArena *arena, const char *text)
{
    return text == NULL ? NULL : stn_arena_copy(arena, text, strlen(text));
}

char *stn_arena_format(StnArena *arena, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = length < 0 ? NULL : stn_arena_take(arena, (size_t)length + 1);
    if (text != NULL)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

void stn_arena_free(StnArena *arena)
{
    while (arena->block != NULL) {
        StnBlock *next = arena->block->next;
        free(arena->block);
        arena->block = next;
    }
}
