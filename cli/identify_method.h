/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the methods that take one record share: the way from the options to the output. */
#ifndef CLI_IDENTIFY_METHOD_H
#define CLI_IDENTIFY_METHOD_H

#include "identify.h"

/* The first member of a method's job, which goes on with its own options, definition and result. */
typedef struct MethodWish {
    DataWish data;
    OutWish out;
    Texts files;
    const char *what;                /* the argument, for a message; NULL: "a file" */
    const StnIdentified *identified; /* by work(), with a comment for the scenario */
    char comment[512];
} MethodWish;

/* Functions that return int: 0, or the exit code after a message. */
typedef struct Method {
    const char *name, *title; /* "identify curve"; the title of its scenario */
    size_t least_rows;
    int (*parse)(MethodWish *job, int argc, char **argv);
    int (*take)(MethodWish *job); /* options into the definition */
    /* Data that do not come from a file; NULL: they do. */
    int (*read)(MethodWish *job, const StnCatalog *catalog, const char *name, StnData *data);
    int (*work)(MethodWish *job, const StnData *data);
    int (*draw)(const char *path, const MethodWish *job, const StnData *data);
    void (*put_text)(const MethodWish *job, const StnData *data);
    void (*put_json)(const MethodWish *job, const StnData *data);
    void (*release)(MethodWish *job);
} Method;

/* clang-format off */
/* A method whose functions bear the usual names in its file. */
#define METHOD(name, title, rows, read) \
    {name, title, rows, parse, take_def, read, work, draw, put_text, put_json, release}
/* clang-format on */

/* Data, output and `count` options of its own. */
int method_parse(MethodWish *wish, const Option *own, size_t count, int argc, char **argv);
int method_run(const Method *method, MethodWish *job, const StnCatalog *catalog, int argc,
               char **argv);

#endif
