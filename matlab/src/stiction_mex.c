/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What the interpreter calls: verbs by name, errors with identifiers, Ctrl-C. */
#include "call.h"

#include <ctype.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    Verb *work;
} verbs[] = {
    {"list", verb_list},
    {"describe", verb_describe},
    {"plugin", verb_plugin},
    {"run", verb_run},
    {"law", verb_law},
    {"compare", verb_compare},
    {"sweep", verb_sweep},
    {"compensate", verb_compensate},
    {"export", verb_export},
    {"identify", verb_identify},
    {"options", verb_options},
    {"start", verb_start},
    {"simulation", verb_simulation},
};

static Call call; /* what a jump left is found here by the next call */

StnCatalog *catalog(void)
{
    static StnCatalog all; /* lasts as long as the MEX file, as its models do */
    return &all;
}

StnStatus bad_input(Call *to, const char *format, ...)
{
    char text[sizeof to->error.text];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return stn_error(&to->error, STN_BAD_INPUT, "%s", text);
}

/* ---- Ctrl-C ---- */

static StnWatch *working;
static void (*handler_before)(int);

static void interrupt(int number)
{
    (void)number;
    if (working)
        stn_watch_cancel(working);
}

void work_begin(Call *to)
{
    to->watch = stn_watch(NULL, NULL);
    working = &to->watch;
    handler_before = signal(SIGINT, interrupt);
}

void work_end(void)
{
    if (working && handler_before != SIG_ERR)
        signal(SIGINT, handler_before);
    working = NULL;
}

/* ---- Memory ---- */

static void call_free(Call *from)
{
    work_end();
    stn_record_free(&from->record);
    stn_result_free(&from->result);
    stn_comparison_free(from->comparison);
    stn_remedies_free(from->remedies);
    stn_study_free(from->study);
    stn_scenario_free(from->scenario);
    stn_scenario_free(from->other);
    if (from->found) {
        from->method->release(from->found);
        free(from->found);
    }
    free(from->options);
    for (int i = 0; i < from->nsignal; i++)
        stn_signal_free(from->signal[i]);
    if (from->measured)
        stn_measured_free(from->measured);
    free(from->measured);
    if (from->fit)
        stn_fit_result_free(from->fit);
    free(from->fit);
    stn_selection_free(&from->selection);
    for (int i = 0; i < from->ndata; i++)
        stn_data_free(&from->data[i]);
    stn_text_free(from->text);
    memset(from, 0, sizeof *from);
}

static void at_exit(void)
{
    call_free(&call);
    free_simulations();
}

/* ---- Errors ---- */

/* "stiction:bad_input", of the name of the status. */
static void identifier(StnStatus status, char *out, size_t size)
{
#define STATUS_NAME(name, value, text) {#name, value},
    static const struct {
        const char *name;
        int value;
    } names[] = {STN_STATUS_LIST(STATUS_NAME)};
#undef STATUS_NAME
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].value == (int)status)
            snprintf(out, size, "stiction:%s", names[i].name + strlen("STN_"));
    for (char *c = strchr(out, ':'); *c; c++)
        *c = (char)tolower((unsigned char)*c);
}

/* "file:line:column: text"; of what was no text of lines, the argument: "set: text", without the program's dashes. */
static void sentence(const StnError *error, char *out, size_t size)
{
    const char *const argument = strncmp(error->file, "--", 2) == 0             ? error->file + 2
                                 : strcmp(error->file, STRUCT_SOURCE) == 0      ? "scenario"
                                 : strcmp(error->file, "stn_scenario_set") == 0 ? call.verb
                                                                                : NULL;
    if (argument)
        snprintf(out, size, "%s: %s", argument, error->text);
    else
        stn_error_format(error, out, size);
}

static StnStatus do_verb(int nout, mxArray **out, int nin, const mxArray **in)
{
    const char *names[sizeof verbs / sizeof verbs[0]];
    const size_t count = sizeof verbs / sizeof verbs[0];
    call.verb = nin > 0 ? plain_text(&call, in[0], "the verb") : "";
    if (!call.verb)
        return STN_BAD_INPUT;
    for (size_t i = 0; i < count; i++) {
        names[i] = verbs[i].name;
        if (strcmp(names[i], call.verb) == 0)
            return verbs[i].work(&call, nout > 0 ? nout : 1, out, nin - 1, in + 1);
    }
    return bad_input(&call, "unknown verb \"%s\"%s", call.verb,
                     stn_suggest(call.verb, names, count, "; allowed: ").text);
}

/* Does not return.  error() of the interpreter keeps the sentence as it is; mexErrMsgIdAndTxt of Octave puts the name of
 * the MEX file before it. */
static void raise_error(const char *id, const char *text)
{
    mxArray *words[] = {mxCreateString(id), mxCreateString("%s"), mxCreateString(text)};
    mexCallMATLAB(0, NULL, 3, words, "error");
    mexErrMsgIdAndTxt(id, "%s", text);
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[])
{
    static bool begun;
    char text[1600], id[48] = "stiction:failed";
    if (!begun)
        begun = mexAtExit(at_exit) == 0;
    call_free(&call);
    const StnStatus status = do_verb(nlhs, plhs, nrhs, prhs);
    work_end();
    if (status) {
        call.error.status = status;
        if (!call.error.text[0])
            stn_error(&call.error, status, "%s", stn_status_text(status));
        sentence(&call.error, text, sizeof text);
        identifier(status, id, sizeof id);
    }
    call_free(&call);
    if (status)
        raise_error(id, text);
}
