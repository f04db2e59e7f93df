/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* What there is, by kind, as JSON. */
#include "core/names.h"
#include "io/json_text.h"
#include "stiction/compare.h"
#include "stiction/describe.h"
#include "stiction/fit.h"
#include "stiction/measured.h"
#include "stiction/plot.h"
#include "stiction/report.h"

#include <math.h>
#include <string.h>

static void put_entry(StnJsonText *json, const char *name, const char *title)
{
    stn_json_open_map(json, NULL);
    stn_json_put_text(json, "name", name);
    stn_json_put_text(json, "title", title);
}

const char *stn_law_kind(const StnLaw *law)
{
    if (law->flags & STN_LAW_FIXED_ONLY)
        return "fixed step";
    return law->flags & STN_LAW_SET_VALUED ? "set-valued" : law->nstate > 0 ? "dynamic" : "static";
}

static void put_laws(StnJsonText *json, const StnCatalog *catalog)
{
    for (int i = 0; i < stn_catalog_law_count(catalog); i++) {
        const StnLaw *law = stn_catalog_law_at(catalog, i);
        put_entry(json, law->name, law->title);
        stn_json_put_text(json, "kind", stn_law_kind(law));
        stn_json_close(json);
    }
}

static void put_plants(StnJsonText *json, const StnCatalog *catalog)
{
    for (int i = 0; i < stn_catalog_plant_count(catalog); i++) {
        const StnPlant *plant = stn_catalog_plant_at(catalog, i);
        put_entry(json, plant->name, plant->title);
        stn_json_close(json);
    }
}

static void put_compensations(StnJsonText *json, const StnCatalog *catalog)
{
    (void)catalog;
    for (int i = 0; i < stn_compensation_count(); i++) {
        put_entry(json, stn_compensation_at(i)->name, stn_compensation_at(i)->title);
        stn_json_close(json);
    }
}

static void put_scenarios(StnJsonText *json, const StnCatalog *catalog)
{
    (void)catalog;
    for (int i = 0; i < stn_builtin_count(); i++) {
        put_entry(json, stn_builtin_at(i).name, stn_builtin_at(i).title);
        stn_json_close(json);
    }
}

static void put_papers(StnJsonText *json, const StnCatalog *catalog)
{
    (void)catalog;
    for (int i = 0; i < stn_paper_count(); i++) {
        put_entry(json, stn_paper_at(i).name, stn_paper_at(i).title);
        stn_json_put_number(json, "year", stn_paper_at(i).year);
        stn_json_close(json);
    }
}

static void put_measures(StnJsonText *json, const StnCatalog *catalog)
{
    (void)catalog;
    for (int i = 0; i < stn_run_measure_count(); i++) {
        const StnRunMeasure *measure = stn_run_measure_at(i);
        stn_json_open_map(json, NULL);
        stn_json_put_text(json, "name", measure->name);
        stn_json_put_text(json, "takes", measure->takes);
        stn_json_put_text(json, "unit", measure->unit);
        stn_json_put_text(json, "text", measure->text);
        stn_json_close(json);
    }
}

static void put_formats(StnJsonText *json, const StnCatalog *catalog)
{
    (void)catalog;
    for (int i = 0; i < stn_writer_count(); i++) {
        const StnWriter *writer = stn_writer_at(i);
        stn_json_open_map(json, NULL);
        stn_json_put_text(json, "ending", writer->ending);
        stn_json_put_text(json, "of", writer->write ? "records" : "figures");
        stn_json_close(json);
    }
}

/* ---- Methods and their settings ---- */

static void put_methods(StnJsonText *json, const StnCatalog *catalog)
{
    (void)catalog;
    for (int i = 0; i < stn_identify_method_count(); i++) {
        stn_json_open_map(json, NULL);
        stn_json_put_text(json, "name", stn_identify_method_at(i)->name);
        stn_json_put_text(json, "text", stn_identify_method_at(i)->summary);
        stn_json_close(json);
    }
}

static void put_words(StnJsonText *json, const StnField *field)
{
    char word[STN_FIELD_TEXT_SIZE];
    stn_json_open_list(json, "words");
    for (int i = 0; stn_field_word_at(field, i, word, sizeof word)[0]; i++)
        stn_json_put_text(json, NULL, word);
    stn_json_close(json);
}

static void put_field(StnJsonText *json, const StnField *field)
{
    static const char *const kind_words[] = {
        [STN_FIELD_NUMBER] = "number",   [STN_FIELD_OR_AUTO] = "number or auto",
        [STN_FIELD_INTEGER] = "integer", [STN_FIELD_FLAG] = "flag",
        [STN_FIELD_WORD] = "word",       [STN_FIELD_TEXT] = "text",
        [STN_FIELD_PAIR] = "pair",       [STN_FIELD_NUMBERS] = "numbers",
        [STN_FIELD_TEXTS] = "texts",     [STN_FIELD_OTHER] = "other",
    };
    const bool number = field->kind == STN_FIELD_NUMBER || field->kind == STN_FIELD_OR_AUTO ||
                        field->kind == STN_FIELD_INTEGER || field->kind == STN_FIELD_PAIR ||
                        field->kind == STN_FIELD_NUMBERS;
    stn_json_open_map(json, NULL);
    stn_json_put_text(json, "name", field->name);
    stn_json_put_text(json, "kind", kind_words[field->kind]);
    stn_json_put_flag(json, "needed", field->def == STN_NEEDED);
    if (number) {
        stn_json_put_text(json, "unit", field->unit);
        stn_json_put_number(json, "default", field->def == STN_NEEDED ? NAN : field->def);
        stn_json_put_number(json, "min", field->least);
        stn_json_put_number(json, "max", field->most);
    } else if (field->kind == STN_FIELD_WORD) {
        char word[STN_FIELD_TEXT_SIZE] = "";
        if (field->def >= 0.0)
            stn_field_word_at(field, (int)field->def, word, sizeof word);
        stn_json_put_text(json, "default", word[0] ? word : NULL);
        put_words(json, field);
    } else if (field->kind == STN_FIELD_FLAG) {
        stn_json_put_flag(json, "default", field->def == 1.0);
    }
    stn_json_put_text(json, "text", field->text);
    stn_json_close(json);
}

static void put_table(StnJsonText *json, const char *name, const StnFields *fields)
{
    stn_json_open_map(json, NULL);
    stn_json_put_text(json, "name", name);
    stn_json_open_list(json, "fields");
    for (int i = 0; i < fields->count; i++)
        put_field(json, &fields->field[i]);
    stn_json_close(json);
    stn_json_close(json);
}

static void put_fields(StnJsonText *json, const StnCatalog *catalog)
{
    (void)catalog;
    put_table(json, "solver", &stn_solver_fields);
    put_table(json, "record", &stn_record_fields);
    put_table(json, "plot", &stn_plot_fields);
    put_table(json, "sensor", &stn_sensor_fields);
    put_table(json, "data", stn_data_fields());
    for (int i = 0; i < stn_identify_method_count(); i++)
        put_table(json, stn_identify_method_at(i)->name, stn_identify_method_at(i)->fields);
}

static void put_signals(StnJsonText *json, const StnCatalog *catalog)
{
    (void)catalog;
    for (int i = 0; i < stn_signal_fields_count(); i++)
        put_table(json, stn_signal_fields_at(i)->name, stn_signal_fields_at(i));
}

/* ---- The kinds ---- */

static const struct {
    const char *name;
    void (*put)(StnJsonText *json, const StnCatalog *catalog);
} kinds[] = {
    {"laws", put_laws},           {"plants", put_plants},
    {"scenarios", put_scenarios}, {"papers", put_papers},
    {"methods", put_methods},     {"measures", put_measures},
    {"formats", put_formats},     {"fields", put_fields},
    {"signals", put_signals},     {"compensations", put_compensations},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* The kinds that `what` names, bit by bit; 0 after a mistake. */
static unsigned wanted_kinds(const char *what, StnError *error)
{
    unsigned wanted = 0;
    const char *names[KINDS];
    for (int k = 0; k < KINDS; k++)
        names[k] = kinds[k].name;
    for (what += strspn(what, " "); *what; what += strspn(what, " ")) {
        char word[32] = "";
        const size_t length = strcspn(what, " ");
        int k = KINDS;
        if (length < sizeof word)
            memcpy(word, what, length);
        while (k > 0 && strcmp(kinds[k - 1].name, word) != 0)
            k--;
        if (k == 0) {
            stn_error(error, STN_BAD_INPUT, "unknown kind \"%.*s\"%s", (int)length, what,
                      stn_suggest(word, names, KINDS, NULL).text);
            return 0;
        }
        wanted |= 1u << (k - 1);
        what += length;
    }
    if (wanted == 0)
        stn_error(error, STN_BAD_INPUT, "no kind is named");
    return wanted;
}

char *stn_list_json(const StnCatalog *catalog, const char *what, StnError *error)
{
    StnJsonMemory memory;
    const unsigned wanted = what ? wanted_kinds(what, error) : ~0u;
    if (wanted == 0)
        return NULL;
    if (stn_json_memory_open(&memory)) {
        stn_json_open_map(&memory.json, NULL);
        for (int k = 0; k < KINDS; k++)
            if (wanted >> k & 1u) {
                stn_json_open_list(&memory.json, kinds[k].name);
                kinds[k].put(&memory.json, catalog);
                stn_json_close(&memory.json);
            }
        stn_json_close(&memory.json);
    }
    return stn_json_memory_close(&memory, error);
}
