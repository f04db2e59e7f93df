/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Options and arguments of a command, read by a table. */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include <stdbool.h>

enum { TEXTS_MAX = 256 };

typedef struct Texts {
    const char *item[TEXTS_MAX];
    int count;
} Texts;

/* An option: exactly one of the targets is set.  A flag takes no value, a text is given once, a
 * list as often as wanted.  Forms: --name VALUE, --name=VALUE, -o VALUE; "--" ends the options. */
typedef struct Option {
    const char *name;
    bool *flag;
    const char **text;
    Texts *list;
} Option;

/* 0, or EXIT_BAD_INPUT after a message.  argv[0] is the command's name.  With --options alone it prints the
 * names in the table and returns EXIT_BAD_INPUT too, which ends the command; arguments_were_listed is true
 * from then on, and main ends with EXIT_DONE. */
int arguments_parse(int argc, char **argv, const Option *options, int noption, Texts *others);
bool arguments_were_listed(void);
/* The only argument; NULL after a message that names what is wanted. */
const char *arguments_one(const Texts *others, const char *command, const char *what);
/* Splits "a,b,c" into out, which points into the copy *memory (to be freed); 0 or
 * EXIT_BAD_INPUT. */
int arguments_split(const char *text, const char *option, char **memory, Texts *out);

#endif
