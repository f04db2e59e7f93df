/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "arguments.h"

#include "command.h"
#include "message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int texts_add(Texts *texts, const char *text, const char *what)
{
    if (texts->count == TEXTS_MAX)
        return bad_input("more than %d times %s", TEXTS_MAX, what);
    texts->item[texts->count++] = text;
    return EXIT_DONE;
}

/* The option that an argument names, up to its '='; NULL when there is none. */
static const Option *find_option(const char *argument, const Option *options, int noption)
{
    const size_t length = strcspn(argument, "=");
    for (int i = 0; i < noption; i++)
        if (strncmp(options[i].name, argument, length) == 0 && options[i].name[length] == '\0')
            return &options[i];
    return NULL;
}

static int unknown_option(const char *command, const char *argument, const Option *options,
                          int noption)
{
    const char *names[TEXTS_MAX] = {"--help", "--plugin"};
    char name[64];
    size_t count = 2;
    for (int i = 0; i < noption; i++)
        names[count++] = options[i].name;
    strncpy(name, argument, sizeof name - 1);
    name[sizeof name - 1] = '\0';
    name[strcspn(name, "=")] = '\0';
    const char *longer = NULL; /* --out is the beginning of --output */
    for (size_t i = 0; i < count && !longer; i++)
        if (strlen(name) > 2 && strncmp(names[i], name, strlen(name)) == 0)
            longer = names[i];
    const int code = bad_input("unknown option \"%s\"%s", name,
                               stn_suggest(longer ? longer : name, names, count, NULL).text);
    message("\"stiction %s --help\" names all options", command);
    return code;
}

/* Stores a value; flags have none. */
static int store(const Option *option, const char *value)
{
    if (option->list)
        return texts_add(option->list, value, option->name);
    if (*option->text)
        return bad_input("%s is given twice: \"%s\" and \"%s\"", option->name, *option->text,
                         value);
    *option->text = value;
    return EXIT_DONE;
}

/* Reads the option at argv[*at] and, where it stands apart, its value. */
static int take_option(int argc, char **argv, int *at, const Option *option)
{
    const char *equals = strchr(argv[*at], '=');
    if (option->flag) {
        *option->flag = true;
        return equals ? bad_input("%s takes no value", option->name) : EXIT_DONE;
    }
    if (equals)
        return store(option, equals + 1);
    if (*at + 1 >= argc)
        return bad_input("%s needs a value", option->name);
    return store(option, argv[++*at]);
}

/* For completions and the test of the man page: the names of a command's own table, "=" behind those that take
 * a value. */
static void put_options(const Option *options, int noption)
{
    for (int i = 0; i < noption; i++)
        printf("%s%s\n", options[i].name, options[i].flag ? "" : "=");
}

static bool listed; /* of the one command that a process runs */

bool arguments_were_listed(void) { return listed; }

int arguments_parse(int argc, char **argv, const Option *options, int noption, Texts *others)
{
    if (argc == 2 && strcmp(argv[1], "--options") == 0) {
        put_options(options, noption);
        listed = true;
        return EXIT_BAD_INPUT; /* the command ends here */
    }
    bool only_others = false;
    int code = EXIT_DONE;
    for (int i = 1; i < argc && code == EXIT_DONE; i++) {
        const char *argument = argv[i];
        if (only_others || argument[0] != '-' || strcmp(argument, "-") == 0) {
            code = texts_add(others, argument, "an argument");
        } else if (strcmp(argument, "--") == 0) {
            only_others = true;
        } else {
            const Option *option = find_option(argument, options, noption);
            code = option ? take_option(argc, argv, &i, option)
                          : unknown_option(argv[0], argument, options, noption);
        }
    }
    return code;
}

const char *arguments_one(const Texts *others, const char *command, const char *what)
{
    if (others->count == 1)
        return others->item[0];
    if (others->count == 0)
        bad_input("%s needs %s; see \"stiction %s --help\"", command, what, command);
    else
        bad_input("%s takes %s only, but \"%s\" follows \"%s\"", command, what, others->item[1],
                  others->item[0]);
    return NULL;
}

int arguments_split(const char *text, const char *option, char **memory, Texts *out)
{
    int code = EXIT_DONE;
    *memory = strdup(text);
    if (!*memory)
        return out_of_memory();
    for (char *part = *memory; part && code == EXIT_DONE;) {
        char *comma = strchr(part, ',');
        if (comma)
            *comma++ = '\0';
        code = part[0] ? texts_add(out, part, option)
                       : bad_input("%s %s has an empty entry", option, text);
        part = comma;
    }
    return code;
}
