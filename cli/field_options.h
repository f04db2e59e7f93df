/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Options of the command line from a table of settings: --NAME VALUE, for a flag --NAME, or --no-NAME
 * where it is on by default. */
#ifndef CLI_FIELD_OPTIONS_H
#define CLI_FIELD_OPTIONS_H

#include "arguments.h"

#include "stiction/fields.h"

enum { FIELD_LISTS = 2 };

/* What the command line gives.  Start from {0}; it points into itself: do not copy it. */
typedef struct FieldOptions {
    char name[STN_FIELDS_MAX][40];
    const char *text[STN_FIELDS_MAX];
    bool flag[STN_FIELDS_MAX], given[STN_FIELDS_MAX];
    Texts list[FIELD_LISTS]; /* of the fields that take several texts, in their order */
} FieldOptions;

/* Fills options[]; returns how many. */
int field_options(FieldOptions *own, const StnFields *fields, Option *options);
/* The first option that was given; NULL: none. */
const char *field_options_first(const FieldOptions *own);
/* A message that tells the option of a setting, where there is one of this name. */
void field_options_hint(const StnFields *fields, const char *name);
/* Puts what was given into the settings; 0, or EXIT_BAD_INPUT after a message. */
int field_options_take(FieldOptions *own, const StnFields *fields, void *settings);
/* Lines for the help; returns the number of characters, at most `size`. */
size_t field_options_usage(const StnFields *fields, char *out, size_t size);

#endif
