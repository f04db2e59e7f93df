/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The scenario of a fit.  The model that was fitted is the scenario with --set, --law, --each and the values
 * found; it is loaded as such, which proves that it is valid, and written as the difference to its base. */
#include "identify_problem.h"

#include "message.h"
#include "scenario_heir.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A static level never lies below the sliding one: the fit lifts it, and so must the file. */
static const char *const levels[][2] = {{"Fs", "Fc"}, {"T0_stat", "T0_din"}};
enum { LEVELS = sizeof levels / sizeof levels[0] };

/* Measured motion: the law on a block that is led by hand. */
static const char motion_text[] = "plant: block\noptions: {drive: motion}\ninputs:\n"
                                  "  vd: {sine: {amplitude: 1 mm/s, frequency: 1 Hz}}\n"
                                  "duration: 3 s\n";

typedef struct {
    const Problem *problem;
    const StnFitResult *result;
    const StnCandidate *candidate; /* NULL: the scenario's own laws */
    int site;                      /* of the candidate */
    Texts set, law;                /* all on the heap */
    int code;
} Writer;

/* ---- Texts ---- */

static char *format_text(const char *format, va_list arguments)
    __attribute__((format(printf, 1, 0)));
static char *format_text(const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

static void add(Writer *w, Texts *list, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add(Writer *w, Texts *list, const char *format, ...)
{
    va_list arguments;
    if (w->code != EXIT_DONE)
        return;
    if (list->count == TEXTS_MAX) {
        w->code = bad_input("-o: more than %d changes of the scenario", TEXTS_MAX);
        return;
    }
    va_start(arguments, format);
    char *text = format_text(format, arguments);
    va_end(arguments);
    if (text)
        list->item[list->count++] = text;
    else
        w->code = out_of_memory();
}

static void free_texts(Texts *list)
{
    for (int i = 0; i < list->count; i++)
        free((char *)list->item[i]);
}

/* A line that stays one, whatever a file's name holds. */
static void comment(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void comment(FILE *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = format_text(format, arguments);
    va_end(arguments);
    fputs("# ", out);
    for (const char *c = text; c && *c; c++)
        fputc((unsigned char)*c < ' ' ? ' ' : *c, out);
    fputc('\n', out);
    free(text);
}

/* "3.5 N"; a number alone where the unit is not an SI one. */
static const char *quantity(double value, const char *unit, char *out, size_t size)
{
    char number[32];
    double factor;
    StnDimension dimension;
    const bool plain = !*unit || strcmp(unit, "1") == 0 ||
                       stn_unit_factor(unit, &factor, &dimension, NULL) != STN_OK || factor != 1.0;
    snprintf(out, size, "%s%s%s", stn_number_text(value, number), plain ? "" : " ",
             plain ? "" : unit);
    return out;
}

/* ---- Friction ---- */

/* A parameter of a law with the values found in it. */
typedef struct {
    const StnParam *param;
    double value[STN_VECTOR_MAX];
    int count;
    char unit[32];
    bool found, at_bound;
} Number;

static Number *find_number(Number *number, int count, const char *name, size_t length)
{
    for (int i = 0; i < count; i++)
        if (strlen(number[i].param->name) == length &&
            strncmp(number[i].param->name, name, length) == 0)
            return &number[i];
    return NULL;
}

/* suffix: "", ".forward", ".2". */
static void take_value(const Writer *w, int site, Number *number, const char *suffix,
                       const StnFitParameter *found)
{
    int first = 0, last = number->param->kind == STN_PAIR ? 1 : 0;
    if (strcmp(suffix, ".forward") == 0)
        last = 0;
    else if (strcmp(suffix, ".backward") == 0)
        first = last = 1;
    else if (suffix[0] == '.')
        first = last = (int)strtol(suffix + 1, NULL, 10) - 1;
    if (first < 0 || last >= STN_VECTOR_MAX)
        return;
    if (number->param->kind == STN_VECTOR && w->candidate && w->site == site)
        number->count = w->candidate->elements;
    for (int i = first; i <= last; i++)
        number->value[i] = found->value;
    number->at_bound = found->at_bound;
    number->found = true;
}

static void hold_levels(const Writer *w, int site, Number *number, int count)
{
    for (int k = 0; k < LEVELS; k++) {
        Number *high = find_number(number, count, levels[k][0], strlen(levels[k][0]));
        const Number *low = find_number(number, count, levels[k][1], strlen(levels[k][1]));
        if (!high || !low || !(high->found || low->found))
            continue;
        /* Pressed onto the sliding levels, the static one is told as the higher of them. */
        const bool pressed = high->at_bound && high->value[0] == high->value[1] &&
                             high->value[0] == fmax(low->value[0], low->value[1]);
        const bool follows = high->found ? pressed : w->result->follows >> site & 1u;
        for (int i = 0; i < 2; i++)
            high->value[i] = follows ? low->value[i] : fmax(high->value[i], low->value[i]);
        high->found = true;
    }
}

static void put_number(Writer *w, const char *site, const Number *number)
{
    char text[64 * STN_VECTOR_MAX], one[64];
    size_t n = 0;
    const bool pair = number->param->kind == STN_PAIR;
    const bool list = number->param->kind == STN_VECTOR;
    if (!list && !(pair && number->value[0] != number->value[1])) {
        add(w, &w->set, "friction.%s.%s=%s", site, number->param->name,
            quantity(number->value[0], number->unit, one, sizeof one));
        return;
    }
    for (int i = 0; i < (pair ? 2 : number->count); i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s%s", i > 0 ? ", " : "",
                              !pair    ? ""
                              : i == 0 ? "forward: "
                                       : "backward: ",
                              quantity(number->value[i], number->unit, one, sizeof one));
    add(w, &w->set, "friction.%s.%s=%s%s%s", site, number->param->name, pair ? "{" : "[", text,
        pair ? "}" : "]");
}

/* model: the system without the values found. */
static void add_site(Writer *w, const StnSystem *model, int site)
{
    const StnSiteInfo *info = &stn_system_plant(model)->sites[site];
    const int count = stn_system_value_count(model, site);
    Number *number = calloc((size_t)count + 1, sizeof *number);
    char prefix[80];
    if (!number) {
        w->code = out_of_memory();
        return;
    }
    for (int i = 0; i < count; i++) {
        const StnValue value = stn_system_value_at(model, site, i);
        number[i].param = value.param;
        number[i].count = value.param->kind == STN_PAIR ? 2 : value.count;
        memcpy(number[i].value, value.value, (size_t)number[i].count * sizeof(double));
        if (!(w->problem->motion && w->problem->run[0].rotary)) /* the block is not */
            stn_unit_text(value.param->unit, info->rotary, number[i].unit, sizeof number[i].unit);
    }
    snprintf(prefix, sizeof prefix, "friction.%s.", info->name);
    for (int i = 0; i < w->result->nparam; i++) {
        const char *item = w->result->param[i].name;
        if (strncmp(item, prefix, strlen(prefix)) != 0)
            continue;
        item += strlen(prefix);
        const size_t length = strcspn(item, ".");
        Number *one = find_number(number, count, item, length);
        if (one)
            take_value(w, site, one, item + length, &w->result->param[i]);
    }
    hold_levels(w, site, number, count);
    for (int i = 0; i < count; i++)
        if (number[i].found)
            put_number(w, info->name, &number[i]);
    free(number);
}

/* ---- The model ---- */

static bool is_correction(const StnFitParameter *p)
{
    return strncmp(p->name, "offset.", 7) == 0 || strncmp(p->name, "gain.", 5) == 0;
}

static void add_guesses(Writer *w, const StnLaw *law)
{
    const StnFitRun *run = &w->problem->run[0];
    const char *site = run->def.plant->sites[0].name;
    for (int i = 0; i < w->problem->nguess; i++) {
        const StnGiven *g = &w->problem->guess[i];
        Number number = {.count = g->count};
        for (int k = 0; k < law->nparam; k++)
            if (strcmp(law->params[k]->name, g->name) == 0)
                number.param = law->params[k];
        if (!number.param)
            continue;
        memcpy(number.value, g->value, (size_t)g->count * sizeof(double));
        number.value[1] = g->count == 1 ? number.value[0] : number.value[1];
        if (!run->rotary)
            stn_unit_text(number.param->unit, 0, number.unit, sizeof number.unit);
        put_number(w, site, &number);
    }
}

/* What the command line changed. */
static void add_wishes(Writer *w)
{
    const Problem *problem = w->problem;
    const ProblemWish *wish = problem->wish;
    const StnLaw *law = w->candidate ? w->candidate->law : problem->run[0].def.site[0].law;
    const char *site = problem->run[0].def.plant->sites[w->site].name;
    add(w, &w->set, "title=Fitted to measured data");
    if (problem->motion) {
        add_guesses(w, law);
    } else if (strcmp(wish->scenario, "-") != 0) { /* there, all that was changed is in the text */
        for (int i = 0; i < wish->set.count; i++)
            add(w, &w->set, "%s", wish->set.item[i]);
        for (int i = 0; i < wish->each.count; i++) {
            char number[32];
            add(w, &w->set, "%s=%s", strchr(wish->each.item[i], '=') + 1,
                stn_number_text(problem_each_value(problem, i, 0), number));
        }
        for (int i = 0; i < wish->law.count; i++)
            add(w, &w->law, "%s", wish->law.item[i]);
    }
    if (problem->motion || w->candidate)
        add(w, &w->law, "%s=%s", site, law->name);
    for (int k = 0; w->candidate && k < 2;
         k++) /* candidates do without them unless they are free */
        add(w, &w->set, "friction.%s.%s=~", site, k == 0 ? "Fs" : "sigma2");
}

static int load(Writer *w, Experiment *experiment)
{
    const Problem *problem = w->problem;
    const char *text = NULL, *name = problem->wish->scenario;
    const ExperimentWish wish = {problem->catalog, &w->set, &w->law};
    if (problem->motion)
        text = motion_text, name = "the fitted model";
    else if (strcmp(name, "-") == 0)
        text = stn_scenario_resolved(problem->experiment[0].scenario);
    return w->code == EXIT_DONE ? experiment_parse(experiment, name, text, &wish) : w->code;
}

/* The values found, in the model that the wishes make. */
static int add_values(Writer *w)
{
    Experiment model = {.name = NULL};
    w->code = load(w, &model);
    for (int i = 0; w->code == EXIT_DONE && i < w->result->nparam; i++) {
        const StnFitParameter *p = &w->result->param[i];
        char text[80];
        if (strncmp(p->name, "friction.", 9) != 0 && !is_correction(p))
            add(w, &w->set, "%s=%s", p->name, quantity(p->value, p->unit, text, sizeof text));
    }
    for (int s = 0; w->code == EXIT_DONE && s < stn_system_plant(model.system)->nsite; s++)
        add_site(w, model.system, s);
    experiment_free(&model);
    return w->code;
}

/* ---- The file ---- */

static void put_head(FILE *out, const Writer *w)
{
    const Problem *problem = w->problem;
    const ProblemWish *wish = problem->wish;
    char end[160] = "", text[80];
    if (!wish->cycles)
        snprintf(end, sizeof end, ": relative error %.4g %% of %s",
                 w->result->fitted[0][0].relative, problem->run[0].signal[0].column);
    comment(out, "Fitted by stiction %s to %s%s.", STN_VERSION, problem->data.file, end);
    for (int i = 0; i < wish->input.count; i++)
        comment(out, "The input %.*s came from the data, column %s; the signal here is another.",
                (int)strcspn(wish->input.item[i], "="), wish->input.item[i],
                strchr(wish->input.item[i], '=') + 1);
    for (int r = 0; r < problem->nrun; r++)
        for (int i = 0; i < wish->each.count; i++)
            comment(out, "Run %d%s: %s = %s", r + 1, r == 0 ? ", which stands here" : "",
                    strchr(wish->each.item[i], '=') + 1,
                    stn_number_text(problem_each_value(problem, i, r), text));
    for (int i = 0; i < w->result->nparam; i++)
        if (is_correction(&w->result->param[i]))
            comment(
                out, "Of the sensor, not of the model: %s = %s", w->result->param[i].name,
                quantity(w->result->param[i].value, w->result->param[i].unit, text, sizeof text));
    if (problem->motion && problem->run[0].rotary)
        comment(out, "The motion was rotary: read N*m for N, rad for m.");
}

/* `base:` of the scenario, wherever the file will lie. */
static void put_base(FILE *out, const char *name)
{
    bool builtin = false;
    for (int i = 0; i < stn_builtin_count(); i++)
        builtin = builtin || strcmp(stn_builtin_at(i).name, name) == 0;
    char *path = builtin ? NULL : realpath(name, NULL);
    fputs("base: \"", out);
    for (const char *c = path ? path : name; *c; c++) {
        if ((unsigned char)*c < ' ')
            fprintf(out, "\\x%02X", (unsigned)*c);
        else
            fprintf(out, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
    }
    fputs("\"\n", out);
    free(path);
}

/* What the file inherits from; NULL: nothing, as there is no file, or it is complete with --set only. */
static StnScenario *load_base(const Problem *problem)
{
    const StnScenarioOptions options = experiment_options(problem->catalog);
    if (problem->motion || strcmp(problem->wish->scenario, "-") == 0)
        return NULL;
    return stn_scenario_load(problem->wish->scenario, &options, NULL);
}

static int put_file(const Writer *w, const char *path, const Experiment *fitted)
{
    StnScenario *base = load_base(w->problem);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    bool good = out != NULL;
    if (good) {
        put_head(out, w);
        if (base)
            put_base(out, w->problem->wish->scenario);
        good = scenario_heir_write(out, stn_scenario_resolved(fitted->scenario),
                                   base ? stn_scenario_resolved(base) : "");
        good = !ferror(out) && good;
        good = fclose(out) == 0 && good;
    }
    const int code = good ? result_write_text(path, text) : out_of_memory();
    free(text);
    stn_scenario_free(base);
    return code;
}

int problem_write(const Problem *problem, const char *path, const StnCandidate *candidate, int site,
                  const StnFitResult *result)
{
    Writer w = {.problem = problem, .result = result, .candidate = candidate, .site = site};
    Experiment fitted = {.name = NULL};
    if (!path)
        return EXIT_DONE;
    add_wishes(&w);
    int code = add_values(&w);
    if (code == EXIT_DONE)
        code = load(&w, &fitted);
    if (code == EXIT_DONE)
        code = put_file(&w, path, &fitted);
    experiment_free(&fitted);
    free_texts(&w.set);
    free_texts(&w.law);
    return code == EXIT_DONE ? EXIT_DONE
                             : EXIT_RUN_FAILED; /* the input was good: there is a result */
}
