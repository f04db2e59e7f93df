/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* stiction identify power: least squares on the balance of power. */
#include "identify_method.h"
#include "message.h"

#include <math.h>

typedef struct PowerJob {
    MethodWish wish;
    const char *window, *mass, *resolution;
    bool asymmetric, no_offset, no_viscous;
    StnPowerDef def;
    StnPower result;
} PowerJob;

static int parse(MethodWish *wish, int argc, char **argv)
{
    PowerJob *job = (PowerJob *)wish;
    const Option own[] = {
        {"--window", .text = &job->window},         {"--mass", .text = &job->mass},
        {"--resolution", .text = &job->resolution}, {"--asymmetric", .flag = &job->asymmetric},
        {"--no-offset", .flag = &job->no_offset},   {"--no-viscous", .flag = &job->no_viscous},
    };
    return method_parse(wish, own, sizeof own / sizeof own[0], argc, argv);
}

static int take_def(MethodWish *wish)
{
    PowerJob *w = (PowerJob *)wish;
    StnPowerDef *def = &w->def;
    def->asymmetric = w->asymmetric;
    def->offset = !w->no_offset;
    def->no_viscous = w->no_viscous;
    def->no_mass = w->mass != NULL;
    int code = positive_read("--window", w->window, "s", &def->window);
    if (code == EXIT_DONE)
        code = unsigned_read("--mass", w->mass, "kg|kg*m^2", &def->m);
    if (code == EXIT_DONE)
        code = positive_read("--resolution", w->resolution, "m|rad", &def->dx);
    if (code == EXIT_DONE)
        code = data_need(&wish->data, "power", 1u << STN_ROLE_EFFORT,
                         1u << STN_ROLE_POSITION | 1u << STN_ROLE_VELOCITY);
    return code;
}

static void put_text(const MethodWish *wish, const StnData *data)
{
    const StnPower *r = &((const PowerJob *)wish)->result;
    printf("Balance of power, least squares on %d windows of %.4g s\n", r->windows, r->window);
    result_put_data(data);
    putchar('\n');
    result_put_estimates(&r->parameters);
    printf("\nRelative error of the work: %.3f %%\n", r->fit.relative_error);
    result_put_remarks(&r->remarks, "What was done, and what to know:");
    result_put_remarks(&data->remarks, "About the data:");
}

static void put_json(const MethodWish *wish, const StnData *data)
{
    const StnPower *r = &((const PowerJob *)wish)->result;
    StnJsonText json = {.out = stdout};
    stn_json_open_map(&json, NULL);
    stn_json_put_text(&json, "version", STN_VERSION);
    stn_json_put_text(&json, "method", "power");
    result_put_data_json(&json, data);
    result_put_estimates_json(&json, "parameters", &r->parameters);
    stn_json_put_count(&json, "windows", (uint64_t)r->windows);
    stn_json_put_count(&json, "left_out", (uint64_t)r->left_out);
    stn_json_put_number(&json, "window", r->window);
    stn_json_put_number(&json, "relative_error_percent", r->fit.relative_error);
    stn_json_put_number(&json, "condition", r->fit.condition);
    result_put_remarks_json(&json, "remarks", &r->remarks);
    stn_json_close(&json);
}

static int draw(const char *path, const MethodWish *wish, const StnData *data)
{
    const StnPower *r = &((const PowerJob *)wish)->result;
    const size_t n = (size_t)r->windows;
    (void)data;
    const StnCurve curve[] = {{r->t, r->work, n, "measured", STN_MARKS},
                              {r->t, r->fitted, n, "balance", STN_HAIRLINE}};
    const StnPanel panel = {.title = "Work of the effort per window",
                            .xlabel = "t [s]",
                            .ylabel = "work [J]",
                            .curve = curve,
                            .ncurve = 2};
    const StnFigure figure = {
        .title = "Balance of power", .panel = &panel, .npanel = 1, .columns = 1};
    return result_draw(path, &figure);
}

static int work(MethodWish *wish, const StnData *data)
{
    PowerJob *job = (PowerJob *)wish;
    StnPower *r = &job->result;
    StnError error = {.status = STN_OK};
    if (stn_identify_power(&job->def, data, r, &error) != STN_OK)
        return report_error(&error);
    result_hint_sign(&r->identified, data, &r->remarks);
    wish->identified = &r->identified;
    snprintf(
        wish->comment, sizeof wish->comment,
        "Identified by stiction %s: balance of power, %d windows of %s,\nrelative error of the "
        "work %.3f %%.",
        STN_VERSION, r->windows, data->file, r->fit.relative_error);
    return EXIT_DONE;
}

static void release(MethodWish *wish) { stn_power_free(&((PowerJob *)wish)->result); }

static int run(const StnCatalog *catalog, int argc, char **argv)
{
    static const Method method =
        METHOD("identify power", "Identified by the balance of power", 40, NULL);
    PowerJob job = {.def = stn_default_power_def()};
    return method_run(&method, &job.wish, catalog, argc, argv);
}

/* clang-format off */
static const char usage[] =
    "usage: stiction identify power FILE --effort COLUMN --position COLUMN [OPTION]...\n"
    "\n"
    "Over windows of time, the work of the effort = change of kinetic energy + viscous and dry losses:\n"
    "  sum(u*dx) = m*d(v^2/2) + fv*int(v^2)dt + fc*int|v|dt + offset*dx,\n"
    "by least squares.  No filter to tune, and no acceleration; a play costs nothing.\n"
    "\n"
    "  --window TIME      length of a window (about 60 windows)\n"
    "  --mass MASS        the mass is known and not estimated\n"
    "  --asymmetric       fc for each direction (instead of the offset)\n"
    "  --no-offset        no constant effort\n"
    "  --no-viscous       no viscous term\n"
    "  --resolution X     step of the position sensor (from the data)\n"
    "\n"
    DATA_USAGE "\n" OUT_USAGE
    "\n"
    "examples:\n"
    "  stiction identify power axis.csv --effort force --position q --plot power.svg\n";
/* clang-format on */

const Command identify_power_command = {
    "power",
    run,
    "mass, sliding and viscous level from the balance of power",
    usage,
};
