/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The YAML text of a paper -> its cases and facts; paper_figures.c reads the figures. */
#include "report/paper_reader.h"

#include "scenario/quote.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { FACTS_MAX = 2000 };

void *stn_paper_take(StnPaperReader *in, int count, size_t size)
{
    void *memory = stn_arena_take(in->reader.arena, ((size_t)count + 1) * size);
    if (!memory)
        stn_no_memory(in->reader.error);
    return memory;
}

bool stn_paper_unknown(StnError *error, const StnNode *place, const char *what, const char *name,
                       const char *const *names, int count)
{
    const StnNode node = {
        .source = place->source, .line = place->line, .column = place->column, .text = name};
    return stn_node_unknown(error, &node, what, names, (size_t)count);
}

bool stn_paper_check_case(StnPaperReader *in, const StnNode *place, const char *name)
{
    for (int i = 0; i < in->paper->ncase; i++)
        if (strcmp(in->case_name[i], name) == 0)
            return true;
    return stn_paper_unknown(in->reader.error, place, "case", name, in->case_name,
                             in->paper->ncase);
}

/* The index of a name in a list of the program's; -1 with the error filled when there is none. */
static int index_of(StnPaperReader *in, const StnNode *node, const char *what, const char *name,
                    const char *(*name_at)(int index), int count)
{
    const char *names[STN_NAMES_MAX];
    count = count < STN_NAMES_MAX ? count : STN_NAMES_MAX;
    for (int i = 0; i < count; i++) {
        names[i] = name_at(i);
        if (strcmp(names[i], name) == 0)
            return i;
    }
    stn_node_unknown(in->reader.error, node, what, names, (size_t)count);
    return -1;
}

static const char *scenario_at(int index) { return stn_builtin_at(index).name; }
static const char *measure_at(int index) { return stn_run_measure_at(index)->name; }

/* ---- Cases ---- */

typedef struct CaseKeys {
    const StnNode *scenario, *law, *set;
} CaseKeys;

static const StnPaperField case_fields[] = {
    {"base", STN_PAPER_BASE, 0, NULL},
    {"scenario", STN_PAPER_NODE, offsetof(CaseKeys, scenario), NULL},
    {"law", STN_PAPER_NODE, offsetof(CaseKeys, law), NULL},
    {"set", STN_PAPER_NODE, offsetof(CaseKeys, set), NULL},
};

/* A built-in scenario, or a file beside the paper: that one has a slash or a dot. */
static bool read_scenario(StnPaperReader *in, const StnNode *node, StnCase *def)
{
    if (!stn_read_text(&in->reader, node, "scenario", &def->scenario))
        return false;
    const bool is_file = node->source->folder && strpbrk(def->scenario, "/.");
    if (index_of(in, node, "scenario", def->scenario, scenario_at, stn_builtin_count()) >= 0)
        return true;
    if (!is_file)
        return false;
    *in->reader.error = (StnError){0};
    def->scenario = stn_node_path(&in->paper->files, node, in->reader.error);
    return def->scenario != NULL;
}

/* "LAW" or "SITE=LAW". */
static bool read_law(StnPaperReader *in, const StnNode *node, StnCase *def)
{
    if (!stn_read_text(&in->reader, node, "law", &def->law))
        return false;
    const char *equals = strchr(def->law, '='), *name = equals ? equals + 1 : def->law;
    const char *names[STN_NAMES_MAX];
    int count = 0;
    if (stn_catalog_law(in->catalog, name))
        return true;
    for (int i = 0; i < stn_law_count() && count < STN_NAMES_MAX; i++)
        names[count++] = stn_law_at(i)->name;
    for (int i = 0; in->catalog && i < in->catalog->nlaw && count < STN_NAMES_MAX; i++)
        names[count++] = in->catalog->laws[i]->name;
    return stn_paper_unknown(in->reader.error, node, "law", name, names, count);
}

static bool read_set(StnPaperReader *in, const StnNode *node, StnCase *def)
{
    if (!stn_paper_section(&in->reader, node, "set"))
        return false;
    StnOverride *set = stn_paper_take(in, node->count, sizeof *set);
    if (!set)
        return false;
    for (int i = 0; i < node->count; i++) {
        set[i].path = node->entry[i].key->text;
        if (!stn_read_text(&in->reader, node->entry[i].value, set[i].path, &set[i].value))
            return false;
    }
    def->set = set;
    def->nset = node->count;
    return true;
}

static bool read_case(StnPaperReader *in, const StnEntry *entry, CaseKeys *keys, int index)
{
    uint32_t given = 0;
    int base;
    StnCase *def = &in->paper->cases[index];
    if (!stn_paper_name(&in->reader, entry->key, "case", in->case_name, index) ||
        !stn_paper_base(&in->reader, entry, "case", in->case_name, index, &base))
        return false;
    def->name = in->case_name[index] = entry->key->text;
    if (base >= 0)
        keys[index] = keys[base];
    const CaseKeys *own = &keys[index];
    if (!stn_paper_fields(&in->reader, entry->value, "case", case_fields, STN_COUNT(case_fields),
                          &keys[index], &given))
        return false;
    if (!own->scenario)
        return stn_node_error(in->reader.error, entry->value, "the case \"%s\" needs \"scenario\"",
                              stn_quote_all(def->name).text);
    return read_scenario(in, own->scenario, def) && (!own->law || read_law(in, own->law, def)) &&
           (!own->set || read_set(in, own->set, def));
}

static bool read_cases(StnPaperReader *in, const StnNode *node)
{
    if (!stn_paper_section(&in->reader, node, "cases"))
        return false;
    CaseKeys *keys = stn_paper_take(in, node->count, sizeof *keys);
    in->paper->cases = stn_paper_take(in, node->count, sizeof *in->paper->cases);
    in->case_name = stn_paper_take(in, node->count, sizeof *in->case_name);
    if (!keys || !in->paper->cases || !in->case_name)
        return false;
    for (int i = 0; i < node->count; i++)
        if (!read_case(in, &node->entry[i], keys, i))
            return false;
    in->paper->ncase = node->count;
    return true;
}

/* ---- Facts ---- */

#define EVENT_WORD(name, word) "|" word
static const char event_words[] = STN_EVENT_LIST(EVENT_WORD);
#undef EVENT_WORD

#define FACT(name, kind, member, unit)                 \
    {                                                  \
        name, kind, offsetof(StnFactDef, member), unit \
    }
#define ARGUMENT(name, kind, unit) FACT(#name, kind, arguments.name, unit)

enum { NUMBER = 3, TOLERANCE = 4, ACCEPT = 5, ARGUMENTS = 14 };
static const StnPaperField fact_fields[] = {
    {"base", STN_PAPER_BASE, 0, NULL},
    FACT("claim", STN_PAPER_TEXT, claim, NULL),
    FACT("published", STN_PAPER_TEXT, published, NULL),
    [NUMBER] = FACT("number", STN_PAPER_NUMBER, given, "1"),
    [TOLERANCE] = FACT("tolerance", STN_PAPER_NUMBER, tolerance, "1"),
    [ACCEPT] = FACT("accept", STN_PAPER_SPAN, accept, "1"),
    FACT("unit", STN_PAPER_TEXT, unit, NULL),
    FACT("construction", STN_PAPER_FLAG, construction, NULL),
    FACT("reason", STN_PAPER_TEXT, reason, NULL),
    FACT("measure", STN_PAPER_NODE, node, NULL),
    FACT("run", STN_PAPER_TEXT, run, NULL),
    FACT("over", STN_PAPER_TEXT, over, NULL),
    FACT("less", STN_PAPER_TEXT, less, NULL),
    FACT("other_column", STN_PAPER_TEXT, other_column, NULL),
    [ARGUMENTS] = ARGUMENT(column, STN_PAPER_TEXT, NULL),
    ARGUMENT(by, STN_PAPER_TEXT, NULL),
    ARGUMENT(path, STN_PAPER_TEXT, NULL),
    ARGUMENT(target, STN_PAPER_TEXT, NULL),
    ARGUMENT(site, STN_PAPER_TEXT, NULL),
    ARGUMENT(event, STN_PAPER_WORD, event_words + 1),
    ARGUMENT(which, STN_PAPER_COUNT, NULL),
    ARGUMENT(window, STN_PAPER_SPAN, "s"),
    ARGUMENT(range, STN_PAPER_SPAN, NULL),
    ARGUMENT(after, STN_PAPER_NUMBER, "s"),
    ARGUMENT(at, STN_PAPER_NUMBER, "s"),
    ARGUMENT(band, STN_PAPER_NUMBER, NULL),
    ARGUMENT(level, STN_PAPER_NUMBER, NULL),
    ARGUMENT(frequency, STN_PAPER_NUMBER, "Hz"),
};

static bool has(const StnFactDef *fact, int field) { return fact->keys >> field & 1; }

static bool find_measure(StnPaperReader *in, const StnNode *node, const StnRunMeasure **measure)
{
    const char *name;
    if (!stn_read_text(&in->reader, node, "measure", &name))
        return false;
    const int index = index_of(in, node, "measure", name, measure_at, stn_run_measure_count());
    *measure = index < 0 ? NULL : stn_run_measure_at(index);
    return index >= 0;
}

/* 'r': a measure needs the argument, 'o': it may have it, 0: it does not take it. */
static char takes(const StnRunMeasure *measure, const char *argument)
{
    const size_t length = strlen(argument);
    for (const char *word = measure->takes; *word; word += strspn(word, " ")) {
        const size_t own = strcspn(word, " ?");
        if (own == length && strncmp(word, argument, own) == 0)
            return word[own] == '?' ? 'o' : 'r';
        word += strcspn(word, " ");
    }
    return 0;
}

static bool check_arguments(StnPaperReader *in, const StnFactDef *fact)
{
    const StnRunMeasure *measure = fact->measure;
    for (int i = ARGUMENTS; i < STN_COUNT(fact_fields); i++) {
        const char *name = fact_fields[i].name;
        const StnEntry *entry = stn_node_entry(fact->node, name);
        const char want = takes(measure, name);
        if (has(fact, i) && !want)
            return stn_node_error(in->reader.error, entry ? entry->key : fact->node,
                                  "the measure \"%s\" does not take \"%s\"; it takes: %s",
                                  measure->name, name,
                                  *measure->takes ? measure->takes : "nothing");
        if (!has(fact, i) && want == 'r')
            return stn_node_error(in->reader.error, fact->node, "the measure \"%s\" needs \"%s\"",
                                  measure->name, name);
    }
    return true;
}

/* What is published and what counts as agreement. */
static bool complete_interval(StnPaperReader *in, StnFactDef *fact)
{
    if (!has(fact, NUMBER))
        fact->given = NAN;
    if (has(fact, ACCEPT) && has(fact, TOLERANCE))
        return stn_node_error(in->reader.error, fact->node, "accept or tolerance, not both");
    if (has(fact, TOLERANCE)) {
        if (!has(fact, NUMBER) || !(fact->tolerance >= 0.0))
            return stn_node_error(in->reader.error, fact->node,
                                  "tolerance is a share, 0 or more, of a published \"number\"");
        const double low = (1.0 - fact->tolerance) * fact->given;
        const double high = (1.0 + fact->tolerance) * fact->given;
        fact->accept = (StnWindow){fmin(low, high), fmax(low, high)};
    } else if (!has(fact, ACCEPT)) {
        fact->accept = (StnWindow){NAN, NAN};
        return true;
    }
    return fact->published ||
           stn_node_error(in->reader.error, fact->node, "what is accepted has to be \"published\"");
}

bool stn_paper_scale(StnPaperReader *in, const StnNode *node, const char *unit, double *scale)
{
    StnError inner = {0};
    StnDimension dimension;
    double factor = 1.0;
    if (stn_unit_factor(unit, &factor, &dimension, &inner) != STN_OK)
        return stn_node_error(in->reader.error, node, "%s", inner.text);
    *scale = 1.0 / factor;
    return true;
}

static bool needs(StnPaperReader *in, const StnFactDef *fact, const char *name, const void *value)
{
    return value || stn_node_error(in->reader.error, fact->node, "the fact \"%s\" needs \"%s\"",
                                   stn_quote_all(fact->id).text, name);
}

/* A key of the fact, or the whole fact where it was inherited. */
static const StnNode *place_of(const StnFactDef *fact, const char *key)
{
    const StnNode *node = stn_node_find(fact->node, key);
    return node ? node : fact->node;
}

static bool complete_fact(StnPaperReader *in, StnFactDef *fact)
{
    if (!needs(in, fact, "claim", fact->claim) || !needs(in, fact, "measure", fact->measure) ||
        !needs(in, fact, "run", fact->run) ||
        !stn_paper_check_case(in, place_of(fact, "run"), fact->run))
        return false;
    if (fact->over && fact->less)
        return stn_node_error(in->reader.error, fact->node, "over or less, not both");
    if (fact->over && !stn_paper_check_case(in, place_of(fact, "over"), fact->over))
        return false;
    if (fact->less && !stn_paper_check_case(in, place_of(fact, "less"), fact->less))
        return false;
    if (fact->unit && !stn_paper_scale(in, place_of(fact, "unit"), fact->unit, &fact->scale))
        return false;
    if (!fact->unit)
        fact->scale = 1.0;
    return check_arguments(in, fact) && complete_interval(in, fact);
}

static bool read_fact(StnPaperReader *in, const StnEntry *entry, const char *group,
                      const char **names)
{
    int base;
    const int index = in->paper->nfact;
    StnFactDef *fact = &in->paper->facts[index];
    if (!stn_paper_name(&in->reader, entry->key, "fact", names, index) ||
        !stn_paper_base(&in->reader, entry, "fact", names, index, &base))
        return false;
    if (base >= 0)
        *fact = in->paper->facts[base];
    fact->id = names[index] = entry->key->text;
    fact->group = group;
    fact->node = NULL;
    if (!stn_paper_fields(&in->reader, entry->value, "fact", fact_fields, STN_COUNT(fact_fields),
                          fact, &fact->keys))
        return false;
    if (fact->node && !find_measure(in, fact->node, &fact->measure))
        return false;
    fact->node = entry->value;
    in->paper->nfact++;
    return complete_fact(in, fact);
}

static bool read_facts(StnPaperReader *in, const StnNode *node)
{
    int count = 0;
    if (!stn_paper_section(&in->reader, node, "facts"))
        return false;
    for (int g = 0; g < node->count; g++) {
        if (!stn_paper_section(&in->reader, node->entry[g].value, "a group of facts"))
            return false;
        count += node->entry[g].value->count;
    }
    if (count > FACTS_MAX)
        return stn_node_error(in->reader.error, node, "more than %d facts", FACTS_MAX);
    const char **names = stn_paper_take(in, count, sizeof *names);
    in->paper->facts = stn_paper_take(in, count, sizeof *in->paper->facts);
    if (!names || !in->paper->facts)
        return false;
    for (int g = 0; g < node->count; g++)
        for (int i = 0; i < node->entry[g].value->count; i++)
            if (!read_fact(in, &node->entry[g].value->entry[i], node->entry[g].key->text, names))
                return false;
    return true;
}

/* ---- The paper ---- */

#define PAPER(name, kind)                              \
    {                                                  \
#name, kind, offsetof(StnPaperDef, name), NULL \
    }
#define SECTION(name, member)                                     \
    {                                                             \
        name, STN_PAPER_NODE, offsetof(StnPaperDef, member), NULL \
    }

enum { NEEDED = 6 };
static const StnPaperField paper_fields[] = {
    PAPER(title, STN_PAPER_TEXT),
    PAPER(authors, STN_PAPER_TEXT),
    PAPER(where, STN_PAPER_TEXT),
    PAPER(year, STN_PAPER_COUNT),
    PAPER(mechanism, STN_PAPER_TEXT),
    SECTION("cases", case_nodes),
    [NEEDED] = SECTION("facts", fact_nodes),
    SECTION("figures", figure_nodes),
};

static bool read_paper(StnPaperReader *in, const StnNode *root)
{
    uint32_t given = 0;
    StnPaperDef *paper = in->paper;
    if (root->kind != STN_NODE_MAP)
        return stn_node_error(in->reader.error, root,
                              "a paper is a map (title:, cases:, facts:, ...), not %s",
                              stn_node_word(root));
    if (!stn_paper_fields(&in->reader, root, "paper", paper_fields, STN_COUNT(paper_fields), paper,
                          &given))
        return false;
    for (int i = 0; i < NEEDED; i++)
        if (!(given >> i & 1))
            return stn_node_error(in->reader.error, root, "the paper needs \"%s\"",
                                  paper_fields[i].name);
    return read_cases(in, paper->case_nodes) &&
           (!paper->fact_nodes || read_facts(in, paper->fact_nodes)) &&
           (!paper->figure_nodes || stn_paper_figures(in, paper->figure_nodes));
}

/* What lives as long as the paper: its name, and where its nodes come from; NULL when memory is out. */
static const StnSource *keep(StnPaperDef *paper, const char *name, const StnSource *source)
{
    StnSource *own = stn_arena_take(&paper->arena, sizeof *own);
    paper->text = "";
    paper->name = stn_arena_copy(&paper->arena, name, strlen(name));
    if (!own || !paper->name)
        return NULL;
    own->name = stn_arena_copy(&paper->arena, source->name, strlen(source->name));
    if (source->folder)
        own->folder = stn_arena_copy(&paper->arena, source->folder, strlen(source->folder));
    return own->name && !own->folder == !source->folder ? own : NULL;
}

StnPaperDef *stn_paper_parse(const char *yaml, size_t length, const char *name,
                             const StnSource *source, const StnReportDef *how, StnError *error)
{
    StnError unused = {0};
    StnNode *root = NULL;
    StnPaperDef *paper = calloc(1, sizeof *paper);
    StnPaperReader in = {.paper = paper, .catalog = how ? how->catalog : NULL};
    if (!paper) {
        stn_out_of_memory(error);
        return NULL;
    }
    in.reader.arena = &paper->arena;
    in.reader.error = error ? error : &unused;
    const StnSource *own = keep(paper, name, source);
    bool good = own && stn_files_init(&paper->files, &paper->arena, how && how->confine);
    if (!good)
        stn_no_memory(in.reader.error);
    paper->files.what = "paper";
    good = good && stn_files_confine(&paper->files, source->folder, in.reader.error) &&
           stn_tree_parse(&paper->arena, yaml, length, own, 0, &root, in.reader.error) &&
           read_paper(&in, root);
    if (good)
        return paper;
    stn_paper_free(paper);
    return NULL;
}

void stn_paper_free(StnPaperDef *paper)
{
    if (!paper)
        return;
    stn_arena_free(&paper->arena);
    free(paper);
}
