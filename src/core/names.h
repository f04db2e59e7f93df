/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Paths such as friction.contact.Fs.forward, word by word. */
#ifndef STN_CORE_NAMES_H
#define STN_CORE_NAMES_H

#include "stiction/system.h"

enum { STN_PATH_WORDS = 6 };
typedef struct StnPathWords {
    char word[STN_PATH_WORDS][48];
    int count;
} StnPathWords;

/* No words where one is empty or too long, or there are too many. */
StnPathWords stn_path_words(const char *path);
/* The index that the last word of a path means: forward 0, backward 1, elements counted from 1 in the
 * path and from 0 here; -1 for every other word. */
int stn_path_place(const char *word);

/* Words in "a|b|c": how many, where the index-th begins and its length ("" beyond the last), and the
 * index of one; -1: it is none of them. */
int stn_word_count(const char *words);
const char *stn_word_span(const char *words, int index, size_t *length);
int stn_word_index(const char *words, const char *word);

/* The entry of names[0..count) nearest to `name` by edit distance, or NULL when none is near. */
const char *stn_nearest(const char *name, const char *const *names, size_t count);
/* How many letters must change to make one name of the other. */
int stn_name_distance(const char *a, const char *b);
/* `; did you mean "NEAR"?`, nothing for NULL: what stn_suggest() says of a name that is known. */
StnSuggestion stn_did_you_mean(const char *near);

#endif
