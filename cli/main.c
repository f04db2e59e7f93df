/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The program: a table of commands, help, and the options that all commands know. */
#include "arguments.h"
#include "command.h"
#include "experiment.h"
#include "field_options.h"
#include "interrupt.h"
#include "message.h"
#include "output.h"
#include "team.h"
#include "plugin.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* In the order of the help. */
static const Command *const commands[] = {
    &list_command,      &describe_command, &new_command,        &check_command,
    &run_command,       &compare_command,  &compensate_command, &characterize_command,
    &reproduce_command, &identify_command, &export_command,     &import_command,
    &sweep_command,     &tune_command,     &fmu_command,
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const char head[] =
    "stiction " STN_VERSION ": simulation of servomechanisms with dry friction\n"
    "\n"
    "usage: stiction COMMAND [ARGUMENT]...\n"
    "\n";
static const char tail[] =
    "\n"
    "  stiction help COMMAND   all about a command, with examples\n"
    "  --plugin FILE.so        with any command: friction laws and plants from a shared object\n"
    "  --confine               with any command: a scenario may read files (base, tables) of its "
    "own\n"
    "                          folder and below it only\n"
    "  --version               the version, and what this build can do\n"
    "\n"
    "SCENARIO is a YAML file, the name of a built-in scenario, or - for standard input.\n"
    "Exit codes: 0 done, 1 the run failed, 2 bad input, 130 interrupted\n"
    "(by TERM 143, by HUP 129).\n"
    "\n"
    "examples:\n"
    "  stiction list scenarios\n"
    "  stiction run block-stick-slip --plot stick-slip.svg\n"
    "  stiction run block-stick-slip --law lugre --set duration=30 -o lugre.csv\n"
    "  stiction compare block-stick-slip --laws coulomb,stribeck,lugre\n"
    "  stiction reproduce\n"
    "  stiction new block > mine.yaml && stiction check mine.yaml && stiction run mine.yaml\n";

static int put_overview(void)
{
    fputs(head, stdout);
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-13s %s\n", commands[i]->name, commands[i]->help);
    fputs(tail, stdout);
    return EXIT_DONE;
}

/* For completions: name, tab, help. */
static int put_commands(void)
{
    for (int i = 0; i < COMMANDS; i++)
        printf("%s\t%s\n", commands[i]->name, commands[i]->help);
    puts("help\tall about a command");
    return EXIT_DONE;
}

static int put_version(void)
{
    printf("stiction %s\n"
           "reading MATLAB files: %s, SUNDIALS cross-check: %s, identification: %s,\n"
           "studies in SQLite files: %s, on several machines by MPI: %s\n",
           STN_VERSION, STN_HAVE_MATIO ? "yes" : "no", STN_HAVE_SUNDIALS ? "yes" : "no",
           STN_HAVE_CMINPACK ? "yes" : "no", STN_HAVE_SQLITE ? "yes" : "no",
           team_available() ? "yes" : "no (stiction-mpi does not lie beside the program)");
    return EXIT_DONE;
}

/* NULL after a message. */
static const Command *find_command(const char *name)
{
    const char *names[COMMANDS + 1] = {"help"};
    size_t count = 1;
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
        names[count++] = commands[i]->name;
    }
    unknown_word(name[0] == '-' ? "option" : "command", name, names, count);
    message("\"stiction --help\" names all commands");
    return NULL;
}

/* The command within a command, as in "stiction identify check"; NULL when there is none. */
static const Command *find_sub(const Command *command, const char *name)
{
    return command == &identify_command ? identify_method(name) : NULL;
}

/* A line for each column of data that can be named. */
static void put_columns(void)
{
    for (int i = 0; i < stn_data_column_count(); i++) {
        const StnDataColumn *column = stn_data_column_at(i);
        char option[48];
        snprintf(option, sizeof option, "--%s COLUMN", column->name);
        printf("  %-17s  %s\n", option, column->text);
    }
}

static void put_settings(const StnFields *fields)
{
    char text[4096];
    fwrite(text, 1, field_options_usage(fields, text, sizeof text), stdout);
}

/* What stands for words in braces: endings of what the library writes, columns and settings of data, options
 * of a figure or a sweep. */
static size_t put_word(const char *text)
{
    char endings[ENDINGS_SIZE];
    if (strncmp(text, "{data}", 6) == 0)
        fputs(output_endings(false, "|", endings, sizeof endings), stdout);
    else if (strncmp(text, "{figures}", 9) == 0)
        fputs(output_endings(true, "|", endings, sizeof endings), stdout);
    else if (strncmp(text, "{columns}", 9) == 0)
        put_columns();
    else if (strncmp(text, "{settings}", 10) == 0)
        put_settings(stn_data_fields());
    else if (strncmp(text, "{plot}", 6) == 0)
        put_settings(&stn_plot_fields);
    else if (strncmp(text, "{sweep}", 7) == 0)
        put_settings(&stn_study_fields);
    else if (strncmp(text, "{tune}", 6) == 0)
        put_settings(&stn_tune_fields);
    else
        return (size_t)printf("%c", text[0]);
    return strcspn(text, "}") + 1;
}

static void put_usage(const char *text)
{
    while (*text) {
        const size_t length = strcspn(text, "{");
        printf("%.*s", (int)length, text);
        text += length;
        text += *text ? put_word(text) : 0;
    }
}

static int put_help(int argc, char **argv)
{
    if (argc == 0)
        return put_overview();
    const Command *command = find_command(argv[0]);
    if (!command)
        return EXIT_BAD_INPUT;
    const Command *sub = argc > 1 ? find_sub(command, argv[1]) : NULL;
    const int known = sub ? 2 : 1;
    if (argc > known)
        return bad_input("help takes one command, but \"%s\" follows \"%s\"", argv[known],
                         argv[known - 1]);
    const Command *shown = sub ? sub : command;
    put_usage(shown->usage ? shown->usage : identify_usage());
    return EXIT_DONE;
}

static bool is_help(const char *argument)
{
    return strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0;
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (is_help(argv[i]))
            return true;
    return false;
}

/* Moves --plugin FILE and --confine out of argv; the new argc, or -1 after a message. */
static int take_common_options(int argc, char **argv, Texts *files)
{
    static const char name[] = "--plugin";
    const size_t length = sizeof name - 1;
    int kept = 1;
    bool ended = false; /* by "--" */
    for (int i = 1; i < argc; i++) {
        const char *value = NULL;
        ended = ended || strcmp(argv[i], "--") == 0;
        if (ended) {
            argv[kept++] = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--confine") == 0) {
            experiment_confine();
            continue;
        }
        if (strncmp(argv[i], name, length) != 0 || (argv[i][length] && argv[i][length] != '=')) {
            argv[kept++] = argv[i];
            continue;
        }
        value = argv[i][length] == '=' ? argv[i] + length + 1 : i + 1 < argc ? argv[++i] : "";
        if (!value[0] || files->count == TEXTS_MAX) {
            bad_input("--plugin needs the name of a shared object, at most %d times", TEXTS_MAX);
            return -1;
        }
        files->item[files->count++] = value;
    }
    return kept;
}

static int dispatch(int argc, char **argv)
{
    Texts plugins = {.count = 0};
    StnCatalog catalog = {.nlaw = 0};
    argc = take_common_options(argc, argv, &plugins);
    if (argc < 0)
        return EXIT_BAD_INPUT;
    if (argc < 2 || is_help(argv[1]))
        return put_overview();
    if (strcmp(argv[1], "--version") == 0)
        return put_version();
    if (strcmp(argv[1], "--commands") == 0)
        return put_commands();
    if (strcmp(argv[1], "help") == 0)
        return put_help(argc - 2, argv + 2);
    const Command *command = find_command(argv[1]);
    if (!command)
        return EXIT_BAD_INPUT;
    if (asks_for_help(argc - 2, argv + 2))
        return put_help(argc > 2 && find_sub(command, argv[2]) ? 2 : 1, argv + 1);
    int code = plugins_load(&plugins, &catalog);
    if (code == EXIT_DONE)
        code = command->run(&catalog, argc - 1, argv + 1);
    stn_plugin_free(&catalog);
    return code;
}

/* A caller may have closed a standard stream.  Its number would then go to the next file that is opened, and
 * messages into that file.  Opened for the wrong direction, its use fails as before. */
static void hold_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    int code = team_start(argc, argv);
    if (code != EXIT_DONE)
        return code;
    interrupt_install();
    hold_standard_streams();
    output_begin();
    code = dispatch(argc, argv);
    if (arguments_were_listed())
        code = EXIT_DONE;
    if (code != EXIT_INTERRUPTED && memory_was_out()) /* commands may take it for bad input */
        code = EXIT_RUN_FAILED;
    code = output_end(code);
    if ((fflush(stdout) != 0 || ferror(stdout)) && code == EXIT_DONE) {
        if (!output_reader_is_gone())
            message("standard output cannot be written");
        code = EXIT_RUN_FAILED;
    }
    return code == EXIT_INTERRUPTED ? interrupt_exit_code() : code;
}
