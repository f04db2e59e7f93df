/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The way of every method that takes one record: options, data, work, output. */
#include "identify_method.h"

#include "message.h"

#include <string.h>

enum { OWN_MOST = 32 };

int method_parse(MethodWish *wish, const Option *own, size_t count, int argc, char **argv)
{
    Option options[DATA_OPTIONS + OUT_OPTIONS + OWN_MOST];
    int n = data_options(&wish->data, options);
    n += out_options(&wish->out, options + n);
    if (count > OWN_MOST)
        return bad_input("more than %d options of a method", OWN_MOST);
    memcpy(options + n, own, count * sizeof *own);
    return arguments_parse(argc, argv, options, n + (int)count, &wish->files);
}

static int put_result(const Method *method, const MethodWish *job, const StnData *data)
{
    const OutWish *out = &job->out;
    int code = result_write_scenario(out, job->identified, method->title, job->comment);
    if (code == EXIT_DONE && out->figure)
        code = method->draw(out->figure, job, data);
    if (out->json)
        method->put_json(job, data);
    else if (!out->quiet)
        method->put_text(job, data);
    return code;
}

int method_run(const Method *method, MethodWish *job, const StnCatalog *catalog, int argc,
               char **argv)
{
    StnData data = {.rows = 0};
    int code = method->parse(job, argc, argv);
    const char *file = code == EXIT_DONE ? arguments_one(&job->files, method->name,
                                                         job->what ? job->what : "a file")
                                         : NULL;
    if (!file)
        return EXIT_BAD_INPUT;
    code = method->take(job);
    if (code == EXIT_DONE)
        code = out_check(&job->out, catalog);
    if (code == EXIT_DONE)
        code = method->read ? method->read(job, catalog, file, &data)
                            : data_read(&job->data, file, method->least_rows, &data);
    if (code == EXIT_DONE)
        code = kind_check(data.rotary, data.kind_known);
    if (code == EXIT_DONE)
        code = method->work(job, &data);
    if (code == EXIT_DONE)
        code = put_result(method, job, &data);
    method->release(job);
    stn_data_free(&data);
    return code;
}
