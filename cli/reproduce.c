/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction reproduce: published cases run again, as one page. */
#include "arguments.h"
#include "command.h"
#include "experiment.h"
#include "files.h"
#include "interrupt.h"
#include "message.h"
#include "output.h"
#include "progress.h"
#include "stiction/report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = 4096 };
static const char page_name[] = "reproduction.html", json_name[] = "results.json";

typedef struct ReproduceOptions {
    const char *folder;
    Texts papers; /* none: all */
    bool json, quiet;
} ReproduceOptions;

/* ---- What is wanted ---- */

static int parse(ReproduceOptions *opts, int argc, char **argv)
{
    const Option options[] = {
        {"-o", .text = &opts->folder},
        {"--output", .text = &opts->folder},
        {"--json", .flag = &opts->json},
        {"--quiet", .flag = &opts->quiet},
    };
    if (arguments_parse(argc, argv, options, sizeof options / sizeof options[0], &opts->papers) !=
        EXIT_DONE)
        return EXIT_BAD_INPUT;
    if (!opts->folder)
        opts->folder = "results";
    if (!opts->folder[0] || strcmp(opts->folder, "-") == 0)
        return bad_input("-o names a folder; --json prints the quantities");
    return EXIT_DONE;
}

/* ---- What came out ---- */

/* "9 of 10" of the facts of a kind, of a paper (NULL: of all). */
static const char *count_text(const StnReport *report, const char *paper, StnFactKind kind,
                              char out[32])
{
    int count[STN_VERDICT_NOT_PUBLISHED + 1] = {0};
    for (int i = 0; i < stn_report_fact_count(report); i++) {
        const StnFact fact = stn_report_fact_at(report, i);
        if (fact.kind == kind && (!paper || strcmp(paper, fact.paper) == 0))
            count[fact.verdict]++;
    }
    const int good = count[STN_VERDICT_REPRODUCED], all = good + count[STN_VERDICT_NOT_REPRODUCED];
    snprintf(out, 32, "%d of %d", good, all);
    return all > 0 ? out : "-";
}

static void put_row(StnResult *out, const StnReport *report, const char *paper)
{
    char text[3][32];
    stn_result_text_row(
        out,
        (const char *[]){paper ? paper : "all", count_text(report, paper, STN_FACT_NUMBER, text[0]),
                         count_text(report, paper, STN_FACT_STATEMENT, text[1]),
                         count_text(report, paper, STN_FACT_CONSTRUCTION, text[2])});
}

/* The counts of the page. */
static void put_counts(StnResult *out, const StnReport *report)
{
    stn_result_text_table(out, "", "reproduced|>published numbers|>statements|>by construction");
    stn_result_flush(out);
    for (int i = 0; i < stn_report_paper_count(report); i++)
        put_row(out, report, stn_report_paper_at(report, i).name);
    if (stn_report_paper_count(report) != 1)
        put_row(out, report, NULL);
}

static void put_misses(StnResult *out, const StnReport *report)
{
    for (int i = 0; i < stn_report_fact_count(report); i++) {
        const StnFact fact = stn_report_fact_at(report, i);
        char reason[2048];
        if (fact.verdict != STN_VERDICT_NOT_REPRODUCED)
            continue;
        stn_result_line(out, "\nnot reproduced: %s, %s", fact.paper, fact.claim);
        stn_result_line(out, "  published: %s\n  obtained:  %s",
                        fact.published ? fact.published : "-", fact.obtained);
        snprintf(reason, sizeof reason, "  %s", fact.reason ? fact.reason : "(no reason is known)");
        stn_result_paragraph(out, NULL, reason);
    }
}

static int put_failures(const StnReport *report)
{
    char text[1600];
    const int count = stn_report_failure_count(report);
    for (int i = 0; i < count; i++)
        message("%s", stn_report_failure_at(report, i, text, sizeof text));
    return count > 0 ? EXIT_RUN_FAILED : EXIT_DONE;
}

/* ---- Files ---- */

static void name_files(const ReproduceOptions *opts, char page[PATH_SIZE], char json[PATH_SIZE])
{
    snprintf(page, PATH_SIZE, "%s/%s", opts->folder, page_name);
    snprintf(json, PATH_SIZE, "%s/%s", opts->folder, json_name);
}

/* Before the work. */
static int check_files(const ReproduceOptions *opts)
{
    char page[PATH_SIZE], json[PATH_SIZE];
    struct stat info;
    int code = output_check_folder("-o", opts->folder);
    if (code != EXIT_DONE || (stat(opts->folder, &info) != 0 && errno == ENOENT))
        return code; /* in a folder that is yet to be made there is nothing to spoil */
    name_files(opts, page, json);
    code = output_check("-o", page, ".html");
    return code == EXIT_DONE ? output_check("-o", json, ".json") : code;
}

static int write_files(const ReproduceOptions *opts, const StnReport *report)
{
    char page[PATH_SIZE], json[PATH_SIZE];
    StnError error = {.status = STN_OK};
    name_files(opts, page, json);
    if (output_make_folder(opts->folder) != EXIT_DONE)
        return EXIT_RUN_FAILED;
    StnStatus status = stn_report_write_json(report, json, &error);
    if (status == STN_OK)
        status = stn_report_write_page(report, page, &error);
    if (status != STN_OK) {
        report_error(&error);
        return EXIT_RUN_FAILED;
    }
    if (output_keep(EXIT_DONE) != EXIT_DONE) /* also where runs failed */
        return EXIT_RUN_FAILED;
    if (opts->json) {
        if (stn_report_write_json(report, "-", &error) != STN_OK) {
            report_error(&error);
            return EXIT_RUN_FAILED;
        }
    } else if (!opts->quiet) {
        StnResult out = {.method = "reproduce"};
        put_counts(&out, report);
        put_misses(&out, report);
        if (output_put_page(&out) != EXIT_DONE)
            return EXIT_RUN_FAILED;
        printf("\npage:       %s\nquantities: %s\n", page, json);
    }
    return EXIT_DONE;
}

/* While papers are read and run. */
typedef struct Work {
    Progress progress;
    int code; /* of what is read and would be overwritten */
} Work;

static bool show_progress(void *user, double fraction)
{
    return progress_show(&((Work *)user)->progress, fraction);
}

static bool note_read(void *user, const char *path)
{
    Work *work = user;
    work->code = files_was_read("by the papers", path);
    return work->code == EXIT_DONE;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    ReproduceOptions opts = {.folder = NULL};
    StnError error = {.status = STN_OK};
    Work work = {.code = EXIT_DONE};
    int code = parse(&opts, argc, argv);
    if (code == EXIT_DONE)
        code = check_files(&opts);
    if (code != EXIT_DONE)
        return code;
    interrupt_defer();
    progress_begin(&work.progress, "reproduce", opts.quiet);
    const StnReportDef def = {.paper = opts.papers.item,
                              .npaper = opts.papers.count,
                              .catalog = catalog,
                              .confine = experiment_options(catalog).confine,
                              .reads = note_read,
                              .progress = show_progress,
                              .user = &work};
    StnReport *report = stn_report_run(&def, &error);
    progress_end(&work.progress);
    if (work.code != EXIT_DONE)
        return work.code;
    if (!report || interrupt_asked()) {
        char text[sizeof error.file + sizeof error.text + 32];
        message("%s; nothing was written",
                report ? "interrupted" : stn_error_format(&error, text, sizeof text));
        stn_report_free(report);
        return report ? EXIT_INTERRUPTED : exit_code_of(error.status);
    }
    code = write_files(&opts, report);
    const int failures = put_failures(report);
    stn_report_free(report);
    return code == EXIT_DONE ? failures : code;
}

const Command reproduce_command = {
    "reproduce",
    run,
    "published cases run again: one page of figures, published and obtained",
    "usage: stiction reproduce [PAPER]... [-o DIR] [--json] [--quiet]\n"
    "\n"
    "Runs every case that these papers publish, with every friction law they compare, measures "
    "what\n"
    "the papers state, and writes one page (DIR/reproduction.html) and all quantities\n"
    "(DIR/results.json).  The page needs no network: figures in the papers' layout, a table\n"
    "\"published / obtained / verdict\", the reason where a statement does not come out, and each "
    "run\n"
    "as a command.\n"
    "\n"
    "All built-in papers are run when none is named; \"stiction list papers\" names them.  A paper "
    "of\n"
    "your own is a file, or a folder with a paper.yaml: docs/papers.md has the format, \"stiction "
    "list\n"
    "measures\" what its facts can measure.\n"
    "\n"
    "  -o DIR   where the page goes; made when it is not there.  Default: results\n"
    "  --json   print the quantities instead of the summary\n"
    "  --quiet  print nothing but errors\n"
    "\n"
    "All processors are used.  After Ctrl-C nothing is written (exit code 130).  A statement that\n"
    "does not come out is no failure; a run that fails is (exit code 1).\n"
    "\n"
    "examples:\n"
    "  stiction reproduce\n"
    "  stiction reproduce borello2014 -o servo\n"
    "  stiction reproduce mine/paper.yaml -o mine\n"
    "  stiction reproduce --json | jq '.papers[].facts[] | select(.verdict != \"reproduced\")'\n",
};
