/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Tables of settings: they cover their structs, keep their ranges, and the documentation has them all. */
#include "signals/kinds.h"
#include "stiction/fit.h"
#include "stiction/plot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* A member that no person sets. */
typedef struct Other {
    size_t at, size;
} Other;
#define MEMBER(S, m)                        \
    {                                       \
        offsetof(S, m), sizeof(((S *)0)->m) \
    }

/* Every byte of the struct is described once, is a member that no person sets, or fills up. */
static void covers(const StnFields *fields, const Other *other, int nother)
{
    unsigned char *seen = calloc(1, fields->size + 1);
    assert_non_null(seen);
    for (int i = 0; i < fields->count; i++)
        for (size_t k = 0; k < fields->field[i].size; k++)
            if (seen[fields->field[i].at + k]++)
                fail_msg("%s.%s lies over another field", fields->name, fields->field[i].name);
    for (int i = 0; i < nother; i++)
        for (size_t k = 0; k < other[i].size; k++)
            if (seen[other[i].at + k]++)
                fail_msg("%s: a field at %zu that was not to be one", fields->name, other[i].at);
    size_t gap = 0;
    for (size_t k = 0; k <= fields->size; k++) {
        if (k < fields->size && !seen[k]) {
            gap++;
            continue;
        }
        if (gap >= sizeof(double))
            fail_msg("%s: %zu bytes before %zu are no field", fields->name, gap, k);
        gap = 0;
    }
    free(seen);
}

static void tables_cover_their_structs(void **state)
{
    static const Other sensor[] = {MEMBER(StnSensorDef, output)};
    static const Other run[] = {
        MEMBER(StnRunDef, duration), MEMBER(StnRunDef, columns),   MEMBER(StnRunDef, ncolumn),
        MEMBER(StnRunDef, max_rows), MEMBER(StnRunDef, progress),  MEMBER(StnRunDef, user),
        MEMBER(StnRunDef, detail),   MEMBER(StnRunDef, max_bytes), MEMBER(StnRunDef, no_events),
        MEMBER(StnRunDef, clock),
    };
    static const Other rig[] = {MEMBER(StnBreakawayRigDef, Ts), MEMBER(StnBreakawayRigDef, effort),
                                MEMBER(StnBreakawayRigDef, position),
                                MEMBER(StnBreakawayRigDef, progress),
                                MEMBER(StnBreakawayRigDef, user)};
    (void)state;
    covers(&stn_solver_fields, NULL, 0);
    covers(&stn_sensor_fields, sensor, COUNT(sensor));
    covers(&stn_record_fields, run, COUNT(run));
    covers(&stn_plot_fields, NULL, 0);
    covers(&stn_breakaway_rig_fields, rig, COUNT(rig));
    for (int i = 0; i < stn_signal_kind_count(); i++) {
        covers(stn_signal_kinds[i].fields, NULL, 0);
        assert_true(stn_signal_kinds[i].fields->size <= STN_SIGNAL_SETTINGS_MAX);
    }
}

/* Options of methods: those that the table leaves out are set by what the data have. */
static void tables_of_methods_cover_their_structs(void **state)
{
    static const Other inverse[] = {MEMBER(StnInverseDef, load), MEMBER(StnInverseDef, weight)};
    static const Other cycles[] = {MEMBER(StnHuntingDef, against),
                                   MEMBER(StnHuntingDef, against_name)};
    static const Other check[] = {MEMBER(StnCheckDef, source), MEMBER(StnCheckDef, window),
                                  MEMBER(StnCheckDef, window_step),
                                  MEMBER(StnCheckDef, window_error)};
    static const Other fit[] = {MEMBER(StnFitDef, run),      MEMBER(StnFitDef, nrun),
                                MEMBER(StnFitDef, free),     MEMBER(StnFitDef, nfree),
                                MEMBER(StnFitDef, progress), MEMBER(StnFitDef, user)};
    static const Other choice[] = {
        MEMBER(StnSelectDef, fit), MEMBER(StnSelectDef, site), MEMBER(StnSelectDef, candidate),
        MEMBER(StnSelectDef, ncandidate), MEMBER(StnSelectDef, resolution)};
    static const struct {
        const char *method;
        const Other *other;
        int count;
    } others[] = {{"inverse", inverse, COUNT(inverse)},
                  {"check", check, COUNT(check)},
                  {"cycles", cycles, COUNT(cycles)},
                  {"fit", fit, COUNT(fit)},
                  {"select", choice, COUNT(choice)}};
    (void)state;
    assert_true(stn_identify_method_count() >= 10);
    for (int i = 0; i < stn_identify_method_count(); i++) {
        const StnFields *fields = stn_identify_method_at(i)->fields;
        int k = 0;
        while (k < COUNT(others) && strcmp(fields->name, others[k].method) != 0)
            k++;
        covers(fields, k < COUNT(others) ? others[k].other : NULL,
               k < COUNT(others) ? others[k].count : 0);
    }
}

/* Names are words, texts are there, and a default lies in its range. */
static void is_sane(const StnFields *fields)
{
    assert_true(fields->count <= STN_FIELDS_MAX);
    for (int i = 0; i < fields->count; i++) {
        const StnField *field = &fields->field[i];
        assert_true(field->name[0] != '\0' && field->text[0] != '\0' && field->unit != NULL);
        assert_true(field->text[strlen(field->text) - 1] != '.');
        assert_ptr_equal(stn_fields_find(fields, field->name, NULL), field);
        const bool automatic = field->kind == STN_FIELD_INTEGER && field->def < field->least;
        if (!isnan(field->def) && field->def != STN_NEEDED && !automatic &&
            !stn_field_allows(field, field->def))
            fail_msg("%s.%s: the default %g is not allowed", fields->name, field->name, field->def);
    }
}

static void entries_are_sane(void **state)
{
    (void)state;
    is_sane(&stn_solver_fields);
    is_sane(&stn_sensor_fields);
    is_sane(&stn_record_fields);
    is_sane(&stn_plot_fields);
    is_sane(&stn_breakaway_rig_fields);
    for (int i = 0; i < stn_signal_kind_count(); i++)
        is_sane(stn_signal_kinds[i].fields);
    for (int i = 0; i < stn_identify_method_count(); i++)
        is_sane(stn_identify_method_at(i)->fields);
}

static void what_is_set_can_be_got(void **state)
{
    StnSolverDef def = stn_default_solver_def();
    StnError error = {0};
    (void)state;
    assert_true(def.rtol == 1e-9 && def.dt == 1e-5 && def.energy && def.max_events == 10000000);
    for (int i = 0; i < stn_solver_fields.count; i++) {
        const StnField *field = &stn_solver_fields.field[i];
        const double one = stn_field_allows(field, 1.0) ? 1.0 : field->most;
        const double value = stn_field_allows(field, 2.0) ? 2.0 : one;
        assert_int_equal(stn_field_set(field, &def, value, &error), STN_OK);
        assert_true(stn_field_get(field, &def) == value);
    }
    assert_true(def.method == STN_METHOD_SUNDIALS && def.dt == 2.0 && def.max_events == 2);
}

static void refused(const char *name, double value, const char *sentence)
{
    StnSolverDef def = stn_default_solver_def();
    const StnSolverDef before = def;
    StnError error = {0};
    const StnField *field = stn_fields_find(&stn_solver_fields, name, NULL);
    assert_int_equal(stn_field_set(field, &def, value, &error), STN_BAD_INPUT);
    if (!strstr(error.text, sentence))
        fail_msg("\"%s\" is not in \"%s\"", sentence, error.text);
    assert_memory_equal(&def, &before, sizeof def);
}

static void what_is_out_of_range_is_refused_with_the_range(void **state)
{
    StnError error = {0};
    (void)state;
    refused("rtol", 0.5, "rtol = 0.5 is out of range; allowed: 1e-14 to 0.1");
    refused("rtol", NAN, "rtol = nan is out of range");
    refused("dt", -1.0, "dt = -1 is out of range; allowed: 0 (auto), or more than 0 s, and finite");
    refused("dt", INFINITY, "and finite");
    refused("h_max", 0.0, "allowed: more than 0 s");
    refused("method", 3.0, "one of event|fixed|sundials");
    refused("zone_guard", 0.5, "0 or 1");
    refused("max_events", 1.5, "not a whole number");
    assert_null(stn_fields_find(&stn_solver_fields, "rtoll", &error));
    assert_string_equal(error.text, "solver has no setting \"rtoll\"; did you mean \"rtol\"?");
}

static void words_have_an_index(void **state)
{
    const StnField *method = stn_fields_find(&stn_solver_fields, "method", NULL);
    char word[32];
    (void)state;
    assert_int_equal(stn_field_word(method, "fixed"), 1);
    assert_int_equal(stn_field_word(method, "fix"), -1);
    assert_int_equal(stn_field_word(method, ""), -1);
    assert_string_equal(stn_field_word_at(method, 2, word, sizeof word), "sundials");
    assert_string_equal(stn_field_word_at(method, 3, word, sizeof word), "");
}

/* A struct of every kind that a text can set. */
typedef struct Mixed {
    double speed, step, part[2];
    uint64_t seed;
    bool on;
    int way;
    const char *label;
} Mixed;
static const StnField mixed_fields[] = {
    STN_NUMBER(Mixed, speed, "$x/s", NAN, STN_ABOVE_0, DBL_MAX, ""),
    STN_OR_AUTO(Mixed, step, "s", 0.0, STN_ABOVE_0, DBL_MAX, ""),
    STN_PAIR_OF(Mixed, part, "$F", NAN, 0.0, DBL_MAX, ""),
    STN_INTEGER(Mixed, seed, 1.0, 0.0, 18446744073709551615.0, ""),
    STN_FLAG(Mixed, on, 0.0, ""),
    STN_WORD(Mixed, way, "up|down", 0.0, ""),
    STN_TEXT(Mixed, label, "COLUMN", NAN, ""),
};
static const StnFields mixed = STN_TABLE("mixed", Mixed, mixed_fields);

static void takes(Mixed *to, const char *name, const char *text, const char *sentence)
{
    StnError error = {.status = STN_OK};
    const StnField *field = stn_fields_find(&mixed, name, NULL);
    const StnStatus status = stn_field_set_text(field, to, text, &error);
    assert_int_equal(status, sentence ? STN_BAD_INPUT : STN_OK);
    if (sentence && !strstr(error.text, sentence))
        fail_msg("%s=%s: no \"%s\" in: %s", name, text, sentence, error.text);
    assert_int_equal(stn_field_set_text(field, &(Mixed){.speed = 0.0}, text, NULL), status);
}

static void texts_of_people_set_fields(void **state)
{
    Mixed to = {.speed = 0.0};
    (void)state;
    takes(&to, "speed", "2.5 mm/s", NULL);
    assert_true(to.speed == 2.5e-3);
    takes(&to, "speed", "3 rad/s", NULL);
    assert_true(to.speed == 3.0);
    takes(&to, "speed", "0.1", NULL);
    assert_true(to.speed == 0.1);
    takes(&to, "speed", "3 kg", "a value in m/s or rad/s is needed");
    takes(&to, "speed", "-1", "out of range");
    takes(&to, "speed", "3 mmm/s", "mmm");
    takes(&to, "speed", "fast", "not a number");
    takes(&to, "step", "2 ms", NULL);
    assert_true(to.step == 2e-3);
    takes(&to, "step", "2 m", "is in");
    takes(&to, "step", "auto", NULL);
    assert_true(to.step == 0.0);
    takes(&to, "part", "3 N", NULL);
    assert_true(to.part[0] == 3.0 && to.part[1] == 3.0);
    takes(&to, "part", "1 kN, 2 N", NULL);
    assert_true(to.part[0] == 1000.0 && to.part[1] == 2.0);
    takes(&to, "part", "1,2,3", "one value or two");
    takes(&to, "part", "1,-2", "out of range");
    takes(&to, "seed", "18446744073709551615", NULL);
    assert_true(to.seed == UINT64_MAX);
    takes(&to, "seed", "1.5", "whole number");
    takes(&to, "seed", "-1", "out of range");
    takes(&to, "on", "true", NULL);
    assert_true(to.on);
    takes(&to, "on", "tru", "did you mean \"true\"?");
    takes(&to, "way", "down", NULL);
    assert_int_equal(to.way, 1);
    takes(&to, "way", "dwn", "did you mean \"down\"?");
    takes(&to, "way", "left", "allowed: ");
    takes(&to, "label", "any text", NULL);
    assert_string_equal(to.label, "any text");
}

/* docs/scenarios.md names every key as `key`, and every default of the solver beside it. */
static void the_page_on_scenarios_has_every_key(void **state)
{
    FILE *file = fopen(STN_SOURCE_DIR "/docs/scenarios.md", "r");
    static char page[100000];
    (void)state;
    assert_non_null(file);
    const size_t length = fread(page, 1, sizeof page - 1, file);
    fclose(file);
    assert_in_range(length, 1000, sizeof page - 2);
    const StnFields *all[32] = {&stn_solver_fields, &stn_sensor_fields, &stn_record_fields};
    int count = 3;
    for (int i = 0; i < stn_signal_kind_count(); i++)
        all[count++] = stn_signal_kinds[i].fields;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < all[k]->count; i++) {
            char key[64];
            snprintf(key, sizeof key, "`%s`", all[k]->field[i].name);
            if (!strstr(page, key))
                fail_msg("docs/scenarios.md has no %s of %s", key, all[k]->name);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_cover_their_structs),
        cmocka_unit_test(tables_of_methods_cover_their_structs),
        cmocka_unit_test(entries_are_sane),
        cmocka_unit_test(what_is_set_can_be_got),
        cmocka_unit_test(what_is_out_of_range_is_refused_with_the_range),
        cmocka_unit_test(words_have_an_index),
        cmocka_unit_test(texts_of_people_set_fields),
        cmocka_unit_test(the_page_on_scenarios_has_every_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
