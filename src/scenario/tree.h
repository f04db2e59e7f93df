/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A YAML text as a tree whose nodes know their place.  Values stay text until a reader asks. */
#ifndef STICTION_SCENARIO_TREE_H
#define STICTION_SCENARIO_TREE_H

#include "scenario/arena.h"
#include "stiction/core.h"

enum { STN_TREE_DEPTH_MAX = 32, STN_TREE_KEYS_MAX = 512, STN_TREE_NODES_MAX = 300000 };
enum { STN_TREE_BYTES_MAX = 16 << 20 };

/* How a pair is written: {forward: ..., backward: ...}. */
extern const char *const stn_sides[2];

/* Where a node comes from. */
typedef struct StnSource {
    const char *name;   /* stands in messages */
    const char *folder; /* of files named in it, ends with '/' or is ""; NULL: it may name none */
} StnSource;

typedef enum StnNodeKind { STN_NODE_SCALAR, STN_NODE_LIST, STN_NODE_MAP } StnNodeKind;

typedef struct StnNode StnNode;

/* A map's entry; in a list the key is NULL. */
typedef struct StnEntry {
    StnNode *key, *value;
} StnEntry;

struct StnNode {
    StnNodeKind kind;
    const StnSource *source;
    int line, column;
    bool plain;       /* scalar without quotes, so that columns inside it can be told */
    const char *text; /* scalar, without NUL inside */
    StnEntry *entry;
    int count, capacity;
    /* For the resolved text: a comment at the end of the line; and "write as a comment". */
    const char *note;
    bool off;
    bool absent; /* stands for a value that there is not */
};

/* Parses text[0..length); false: see *error.  `shift` is added to the columns of the first line.
 * An empty text gives an empty scalar.  Duplicate keys, aliases, anchors, tags and further
 * documents are errors, and so is more than the limits above. */
bool stn_tree_parse(StnArena *arena, const char *text, size_t length, const StnSource *source,
                    int shift, StnNode **root, StnError *error);

/* New nodes at the place of `at`; NULL when memory is out.  In all these functions a NULL that an earlier
 * one returned makes the result NULL or false too, so that the last one is the one to ask. */
StnNode *stn_node_new(StnArena *arena, StnNodeKind kind, const StnNode *at);
StnNode *stn_node_text(StnArena *arena, const char *text, const StnNode *at);
/* The key of a list's element is NULL. */
bool stn_node_append(StnArena *arena, StnNode *node, StnNode *key, StnNode *value);
/* The same with a key at the place of the value. */
bool stn_node_add(StnArena *arena, StnNode *map, const char *key, StnNode *value);
/* Set map[key] to value, a new entry where there is none. */
bool stn_node_put(StnArena *arena, StnNode *map, StnNode *key, StnNode *value);

/* A deep copy without notes; NULL when memory is out.  The second copies the sources too, for a tree
 * that outlives the arena of the first. */
StnNode *stn_node_copy(StnArena *arena, const StnNode *node);
StnNode *stn_node_copy_whole(StnArena *arena, const StnNode *node);

/* The entry of that key, NULL when `map` is NULL, no map, or has none. */
StnEntry *stn_node_entry(const StnNode *map, const char *key);
StnNode *stn_node_find(const StnNode *map, const char *key);
/* The node at "friction.contact.Fs" below `map`; NULL when there is none. */
StnNode *stn_node_at_path(const StnNode *map, const char *path);
/* An explicit ~ or null: as if the key were not there. */
bool stn_node_is_null(const StnNode *node);
/* A key without a value: an empty section. */
bool stn_node_is_empty(const StnNode *node);
/* "a map", "a list", "text": for messages. */
const char *stn_node_word(const StnNode *node);

/* All functions below that return bool say true when all is well; otherwise *error is filled, which
 * is never NULL in here. */
static inline bool stn_no_memory(StnError *error)
{
    stn_out_of_memory(error);
    return false;
}
/* The place of *error becomes that of the node. */
void stn_node_place(StnError *error, const StnNode *node);
/* Fill *error with the node's place; returns false. */
bool stn_node_error(StnError *error, const StnNode *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* `unknown WHAT "TEXT"; did you mean "NEAR"?` or the list of what there is; returns false. */
bool stn_node_unknown(StnError *error, const StnNode *node, const char *what,
                      const char *const *names, size_t count);

#endif
