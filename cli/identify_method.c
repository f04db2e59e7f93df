/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "identify_method.h"
#include "identify_problem.h"

#include "files.h"
#include "message.h"
#include "terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const MethodExtra *const extras[] = {&breakaway_extra, &cycles_extra, &inverse_extra,
                                            &check_extra,     &fit_extra,    &select_extra};

static const StnIdentifyMethod *find_method(const char *name)
{
    for (int i = 0; i < stn_identify_method_count(); i++)
        if (strcmp(stn_identify_method_at(i)->name, name) == 0)
            return stn_identify_method_at(i);
    return NULL;
}

static const MethodExtra *find_extra(const char *name)
{
    for (size_t i = 0; i < sizeof extras / sizeof extras[0]; i++)
        if (strcmp(extras[i]->method, name) == 0)
            return extras[i];
    return NULL;
}

/* ---- Options ---- */

static bool simulates(const MethodJob *job) { return job->method->flags & STN_IDENTIFY_SIMULATE; }
static bool takes_several(const MethodJob *job)
{
    return job->method->flags & STN_IDENTIFY_SEVERAL;
}

static int parse(MethodJob *job, int argc, char **argv)
{
    Option options[DATA_OPTIONS + OUT_OPTIONS + 1 + SIMULATE_OPTIONS + 2 * STN_FIELDS_MAX +
                   EXTRA_OPTIONS];
    int n = field_options(&job->own, job->method->fields, options); /* first: its --sample is not
                                                                        * that of the data */
    n += data_options(&job->data, options + n);
    if (job->extra && job->extra->no_output) {
        options[n++] = (Option){"--json", .flag = &job->out.json};
        options[n++] = (Option){"--quiet", .flag = &job->out.quiet};
    } else {
        n += out_options(&job->out, options + n);
    }
    if (job->method->flags & STN_IDENTIFY_ROWS)
        options[n++] = (Option){"--rows", .text = &job->out.rows};
    if (simulates(job))
        n += simulate_options(&job->simulate, options + n);
    if (simulates(job) && takes_several(job))
        options[n++] = (Option){"--vary", .text = &job->vary};
    if (job->extra && job->extra->rig)
        n += field_options(&job->rig, job->extra->rig, options + n);
    if (job->method->validate)
        options[n++] = (Option){"--validate", .text = &job->validate};
    if (job->extra && job->extra->parse)
        n += job->extra->parse(options + n);
    return arguments_parse(argc, argv, options, n, &job->files);
}

static int check_files(const MethodJob *job, bool reads)
{
    char command[64];
    const bool no_output = job->extra && job->extra->no_output;
    snprintf(command, sizeof command, "identify %s", job->method->name);
    if (no_output && job->files.count == 0)
        return EXIT_DONE; /* the options say all */
    if (takes_several(job) && job->files.count == 0)
        return bad_input("%s needs files; see \"stiction help %s\"", command, command);
    if (takes_several(job) && !job->simulate.on)
        return EXIT_DONE;
    const bool scenario = job->simulate.on || (reads && !no_output);
    return arguments_one(&job->files, command, scenario ? "a scenario" : "a file") ? EXIT_DONE
                                                                                   : EXIT_BAD_INPUT;
}

static int check_needs(const MethodJob *job, const StnMethodNeeds *needs)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s%s", job->method->name, needs->with && !needs->also ? " " : "",
             needs->with && !needs->also ? needs->with : "");
    int code = data_need(&job->data, name, needs->all, needs->any);
    if (code == EXIT_DONE && needs->also) {
        snprintf(name, sizeof name, "%s %s", job->method->name, needs->with);
        code = data_need(&job->data, name, 0, needs->also);
    }
    return code;
}

/* Options into the method's struct, and the rules between them. */
static int take_options(MethodJob *job, bool reads)
{
    const StnIdentifyMethod *method = job->method;
    StnError error = {.status = STN_OK};
    StnMethodNeeds needs = {.given = job->own.given,
                            .roles = data_roles(&job->data),
                            .runs = job->data.runs != NULL,
                            .all = method->all,
                            .any = method->any,
                            .may = method->may,
                            .even = (method->flags & STN_IDENTIFY_EVEN) != 0};
    int code = field_options_take(&job->own, method->fields, job->options);
    if (code == EXIT_DONE && method->prepare &&
        method->prepare(job->options, &needs, &error) != STN_OK)
        code = bad_input("%s", error.text);
    if (code == EXIT_DONE && job->extra && job->extra->check)
        code = job->extra->check(job);
    if (code == EXIT_DONE && method->validate)
        code = files_was_read("--validate", job->validate);
    if (code == EXIT_DONE && !reads && !job->simulate.on)
        code = check_needs(job, &needs);
    if (code == EXIT_DONE)
        code = data_refuse(&job->data, method->name,
                           needs.all | needs.any | needs.also | needs.may | 1u << STN_ROLE_TIME);
    job->data.even = needs.even;
    return code;
}

/* ---- Data ---- */

static int simulate_one(MethodJob *job, const SimulateOptions *simulate)
{
    StnSimulated found;
    const int code = simulate_data(simulate, &job->data, job->catalog, job->files.item[0],
                                   &job->record[job->nrecord++], &found);
    if (code == EXIT_DONE && job->method->take_simulated)
        job->method->take_simulated(job->options, &found);
    return code;
}

/* One run of the scenario for each value of "PATH=A,B,C". */
static int simulate_values(MethodJob *job)
{
    const char *equals = job->vary ? strchr(job->vary, '=') : NULL;
    char *memory = NULL;
    Texts values = {.count = 0};
    if (!equals || equals == job->vary)
        return bad_input("--simulate needs several amplitudes: --vary PATH=A,B,C, as in --vary "
                         "inputs.u.sine.amplitude=1,2,3");
    SimulateOptions one = job->simulate;
    const size_t size = strlen(job->vary) + 1; /* one value is not longer than all */
    char *set = malloc(size);
    int code = set ? EXIT_DONE : out_of_memory();
    if (code == EXIT_DONE)
        code = arguments_split(equals + 1, "--vary", &memory, &values);
    if (code == EXIT_DONE && one.set.count == TEXTS_MAX)
        code = bad_input("more than %d times --set", TEXTS_MAX - 1);
    for (int i = 0; i < values.count && code == EXIT_DONE; i++) {
        snprintf(set, size, "%.*s=%s", (int)(equals - job->vary), job->vary, values.item[i]);
        one.set = job->simulate.set;
        one.set.item[one.set.count++] = set;
        code = simulate_one(job, &one);
        snprintf(job->record[i].file, sizeof job->record[i].file, "%s, %s", job->files.item[0],
                 set);
    }
    free(set);
    free(memory);
    return code;
}

static int read_data(MethodJob *job, bool reads)
{
    int code = EXIT_DONE;
    if (reads)
        code = job->extra->read(job);
    else if (job->simulate.on && takes_several(job))
        code = simulate_values(job);
    else if (job->simulate.on)
        code = simulate_one(job, &job->simulate);
    else
        for (int i = 0; i < job->files.count && code == EXIT_DONE; i++)
            code = data_read(&job->data, job->files.item[i], job->method->least_rows,
                             &job->record[job->nrecord++]);
    for (int i = 0; i < job->nrecord; i++)
        job->all[i] = &job->record[i];
    if (code == EXIT_DONE && job->nrecord > 0 && !(job->extra && job->extra->no_output))
        code = kind_check(job->record[0].rotary, job->record[0].kind_known);
    return code;
}

/* ---- Output ---- */

static StnFindings *findings_of(const MethodJob *job)
{
    return (StnFindings *)((char *)job->result + job->method->findings_at);
}

static int put_files(const MethodJob *job, const StnResult *out)
{
    char comment[1024];
    const bool caveat = out->caveat && !job->out.base;
    if (job->extra && job->extra->no_output)
        return EXIT_DONE;
    snprintf(comment, sizeof comment, "Identified by stiction %s: %s.%s%s", STN_VERSION,
             out->summary, caveat ? "\n" : "", caveat ? out->caveat : "");
    int code =
        result_write_scenario(&job->out, job->catalog, findings_of(job),
                              job->method->flags & STN_IDENTIFY_PART, job->method->title, comment);
    if (code == EXIT_DONE)
        code = result_draw(job->out.figure, &out->figure);
    if (code == EXIT_DONE)
        code = result_write_rows(job->out.rows, out);
    return code;
}

static int put_result(const MethodJob *job)
{
    StnResult out = {.method = job->method->name, .site = job->out.site};
    StnError error = {.status = STN_OK};
    job->method->report(job->options, job->result, job->all, job->nrecord, &out);
    StnStatus status = stn_result_check(&out, &error);
    int code = status ? report_error(&error) : put_files(job, &out);
    if (!status && job->out.json)
        status = stn_result_write_json(&out, job->method->fields, job->options, stdout, &error);
    else if (!status && !job->out.quiet)
        status = stn_result_write_text(&out, stdout, terminal_text_width(stdout), &error);
    if (status && code == EXIT_DONE)
        code = report_error(&error);
    stn_result_free(&out);
    return code;
}

/* The result on another file with the same columns. */
static int validate(MethodJob *job)
{
    StnData other;
    StnError error = {.status = STN_OK};
    int code = data_read(&job->data, job->validate, 2, &other);
    if (code == EXIT_DONE &&
        job->method->validate(job->options, job->result, &other, &error) != STN_OK)
        code = report_error(&error);
    stn_data_free(&other);
    return code;
}

static int work(MethodJob *job)
{
    const StnIdentifyMethod *method = job->method;
    StnError error = {.status = STN_OK};
    if (method->identify(job->options, job->all, job->nrecord, job->result, &error) != STN_OK) {
        const int code = report_error(&error);
        for (int i = 0; i < job->nrecord; i++)
            for (int k = 0; k < job->record[i].remarks.count; k++)
                message("about the data: %s", job->record[i].remarks.text[k]);
        return code;
    }
    if (method->findings_at)
        result_hint_sign(findings_of(job), &job->data, job->all[0],
                         (StnRemarks *)((char *)job->result + method->remarks_at));
    int code = job->extra && job->extra->found ? job->extra->found(job) : EXIT_DONE;
    if (code == EXIT_DONE && job->validate)
        code = validate(job);
    return code == EXIT_DONE ? put_result(job) : code;
}

/* ---- The command ---- */

static int run_job(MethodJob *job, int argc, char **argv)
{
    int code = parse(job, argc, argv);
    const bool reads = job->extra && job->extra->reads && job->extra->reads(job);
    if (code == EXIT_DONE)
        code = check_files(job, reads);
    const char *idle = job->simulate.on ? NULL
                       : job->vary      ? "--vary"
                                        : field_options_first(&job->rig);
    if (code == EXIT_DONE && idle)
        code = bad_input("%s is for a simulated test: it goes with --simulate", idle);
    if (code == EXIT_DONE && simulates(job) && !(job->extra && job->extra->checks_set))
        code = simulate_check(&job->simulate, "--simulate");
    if (code == EXIT_DONE)
        code = take_options(job, reads);
    if (code == EXIT_DONE)
        code = out_check(&job->out, job->catalog);
    if (code == EXIT_DONE)
        code = read_data(job, reads);
    return code == EXIT_DONE ? work(job) : code;
}

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    MethodJob *job = calloc(1, sizeof *job);
    if (!job)
        return out_of_memory();
    job->method = find_method(strrchr(argv[0], ' ') + 1); /* "identify NAME" */
    job->extra = find_extra(job->method->name);
    job->catalog = catalog;
    job->options = calloc(1, job->method->fields->size);
    job->result = calloc(1, job->method->result_size);
    job->record = calloc(TEXTS_MAX, sizeof *job->record);
    int code = EXIT_RUN_FAILED;
    if (job->options && job->result && job->record) {
        stn_fields_default(job->method->fields, job->options);
        code = run_job(job, argc, argv);
        job->method->release(job->result);
        if (job->extra && job->extra->release)
            job->extra->release();
    } else {
        code = out_of_memory();
    }
    for (int i = 0; job->record && i < TEXTS_MAX; i++)
        stn_data_free(&job->record[i]);
    free(job->record);
    free(job->result);
    free(job->options);
    free(job);
    return code;
}

/* ---- Help ---- */

/* What its model, its simulated data and its output take. */
static const char *out_usage(const StnIdentifyMethod *method, const MethodExtra *extra)
{
    if (method->flags & STN_IDENTIFY_MODEL)
        return PROBLEM_OUT_USAGE;
    return extra && extra->no_output ? "" : OUT_USAGE;
}

/* All of it, made from the description. */
static const char *usage_of(const StnIdentifyMethod *method, const MethodExtra *extra)
{
    static char text[16384]; /* a process shows the help of one method */
    size_t used = 0;
    const char *line = method->about;
    for (bool first = true; *line && *line != '\n'; first = false) {
        const size_t length = strcspn(line, "\n");
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%s stiction identify %s %.*s [OPTION]...\n",
                                 first ? "usage:" : "      ", method->name, (int)length, line);
        line += length + 1;
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "%s\n", line);
    if (method->fields != &stn_fit_fields) /* which stand with the search */
        used += field_options_usage(method->fields, text + used, sizeof text - used);
    used += (size_t)snprintf(
        text + used, sizeof text - used, "%s%s%s%s", extra && extra->usage ? extra->usage : "",
        method->validate
            ? "  --validate FILE    relative error on another file with the same columns\n"
            : "",
        method->flags & STN_IDENTIFY_SIMULATE ? "\n" SIMULATE_USAGE : "",
        (method->flags & STN_IDENTIFY_SIMULATE) && (method->flags & STN_IDENTIFY_SEVERAL)
            ? "  --vary PATH=A,B,C  one run for each of these values: the "
              "amplitudes\n"
            : "");
    if (extra && extra->rig)
        used += field_options_usage(extra->rig, text + used, sizeof text - used);
    if (method->flags & STN_IDENTIFY_MODEL)
        used += problem_usage(text + used, sizeof text - used);
    const char *output = out_usage(method, extra);
    snprintf(text + used, sizeof text - used, "\n%s\n%s%s%sexamples:\n%s", DATA_USAGE, output,
             method->flags & STN_IDENTIFY_ROWS ? ROWS_USAGE : "", output[0] ? "\n" : "",
             method->examples);
    return text;
}

const Command *identify_method(const char *name)
{
    static Command command;
    const StnIdentifyMethod *method = find_method(name);
    const MethodExtra *extra = find_extra(name);
    if (!method)
        return NULL;
    command = (Command){method->name, extra && extra->run ? extra->run : run, method->summary,
                        usage_of(method, extra)};
    return &command;
}
