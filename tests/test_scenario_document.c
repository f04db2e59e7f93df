/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Scenarios as documents: changed, compared, written and read again. */
#define _POSIX_C_SOURCE 200809L
#include "build_block.h"
#include "skip.h"

#include "stiction/stiction.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void need_yaml(void)
{
    StnError error = {0};
    StnScenario *scenario = stn_scenario_load("block-stick-slip", NULL, &error);
    stn_scenario_free(scenario);
}

static StnScenario *parse(const char *text, const char *what)
{
    StnError error = {0};
    StnScenario *scenario = stn_scenario_parse(text, strlen(text), "again.yaml", NULL, &error);
    CHECK(scenario != NULL, "%s: %d:%d: %s\n%s", what, error.line, error.column, error.text, text);
    return scenario;
}

static StnScenario *load(const char *name)
{
    StnError error = {0};
    StnScenario *scenario = stn_scenario_load(name, NULL, &error);
    CHECK(scenario != NULL, "%s: %s", name, error.text);
    return scenario;
}

/* By the address that the path has now. */
static StnStatus set_number(StnScenario *scenario, const char *path, double value)
{
    StnAddress address;
    CHECK(stn_address(stn_scenario_system(scenario), path, &address, NULL) == STN_OK, "%s", path);
    return stn_scenario_set_number(scenario, address, value);
}

/* ---- Random changes -------------------------------------------------------------------------- */

static uint64_t draw(uint64_t *stream)
{
    *stream = *stream * 6364136223846793005u + 1442695040888963407u;
    return *stream >> 33;
}

/* The lines of stn_scenario_paths as paths and values. */
typedef struct Lines {
    char *text, *path[600], *value[600];
    int count;
} Lines;

static Lines lines_of(const StnScenario *scenario)
{
    Lines lines = {.text = stn_scenario_paths(scenario)};
    assert_non_null(lines.text);
    for (char *line = strtok(lines.text, "\n"); line != NULL && lines.count < 600;
         line = strtok(NULL, "\n")) {
        char *equals = strchr(line, '=');
        if (equals == NULL || strncmp(line, "title", 5) == 0 || strncmp(line, "plant", 5) == 0)
            continue;
        *equals = '\0';
        lines.path[lines.count] = line;
        lines.value[lines.count++] = equals + 1;
    }
    return lines;
}

static int accepted, asked;

/* One change that leaves a good scenario; those that do not are taken back. */
static StnScenario *change(StnScenario *now, uint64_t *stream)
{
    static const char *const factors[] = {"*1.25", "*0.8", "120 %", "~"};
    static const char *const laws[] = {"coulomb", "stribeck", "lugre", "dahl", "hyperviscous"};
    Lines lines = lines_of(now);
    StnScenario *next = stn_scenario_copy(now);
    const int at = (int)(draw(stream) % (uint64_t)lines.count);
    const StnPlant *plant = stn_system_plant(stn_scenario_system(now));
    char path[100];
    double value;
    switch (draw(stream) % 6) {
    case 0: stn_scenario_remove(next, lines.path[at]); break;
    case 1:
        snprintf(path, sizeof path, "friction.%s.law",
                 plant->sites[draw(stream) % (uint64_t)plant->nsite].name);
        stn_scenario_set(next, path, laws[draw(stream) % 5]);
        break;
    case 2:
        snprintf(path, sizeof path, "friction.%s.Fc.%s",
                 plant->sites[draw(stream) % (uint64_t)plant->nsite].name,
                 draw(stream) % 2 ? "forward" : "backward");
        value = 0.01 * (double)(draw(stream) % 100);
        stn_scenario_set_numbers(next, path, &value, 1);
        break;
    case 3: stn_scenario_set(next, "title", "a: \"b\" # c\n'd' ~"); break;
    default: stn_scenario_set(next, lines.path[at], factors[draw(stream) % 4]); break;
    }
    stn_text_free(lines.text);
    const bool good = stn_scenario_check(next, NULL) == STN_OK;
    stn_scenario_free(good ? now : next);
    asked++;
    accepted += good;
    return good ? next : now;
}

/* All values of both systems, their settings and their first rows are the same bits. */
static void check_same(const StnScenario *a, const StnScenario *b, const char *what)
{
    const StnSystem *s = stn_scenario_system(a), *t = stn_scenario_system(b);
    assert_string_equal(stn_scenario_title(a), stn_scenario_title(b));
    CHECK(stn_scenario_seed(a) == stn_scenario_seed(b) &&
              stn_scenario_duration(a) == stn_scenario_duration(b),
          "%s: seed or duration", what);
    for (int i = 0; i < stn_solver_fields.count; i++) {
        const StnField *field = &stn_solver_fields.field[i];
        const double u = stn_field_get(field, stn_system_solver(s));
        const double v = stn_field_get(field, stn_system_solver(t));
        CHECK(memcmp(&u, &v, sizeof u) == 0, "%s: solver %s", what, field->name);
    }
    for (int site = -1; site < stn_system_plant(s)->nsite; site++) {
        assert_int_equal(stn_system_value_count(s, site), stn_system_value_count(t, site));
        for (int i = 0; i < stn_system_value_count(s, site); i++) {
            const StnValue u = stn_system_value_at(s, site, i), v = stn_system_value_at(t, site, i);
            CHECK(u.count == v.count && u.given == v.given &&
                      memcmp(u.value, v.value, (size_t)u.count * sizeof(double)) == 0,
                  "%s: %s", what, u.param->name);
        }
    }
    const int columns = stn_system_column_count(s);
    assert_int_equal(columns, stn_system_column_count(t));
    double *row = calloc(2 * (size_t)columns + 1, sizeof *row);
    StnState *p = stn_state_init(s, malloc(stn_state_size(s)));
    StnState *q = stn_state_init(t, malloc(stn_state_size(t)));
    const double end = fmin(stn_scenario_duration(a), 2e-3);
    assert_int_equal(stn_advance(s, p, end, NULL, NULL), stn_advance(t, q, end, NULL, NULL));
    stn_state_columns(s, p, row);
    stn_state_columns(t, q, row + columns);
    CHECK(memcmp(row, row + columns, (size_t)columns * sizeof *row) == 0, "%s: the motion", what);
    free(row);
    free(p);
    free(q);
}

static void a_base_and_the_difference_read_back_as_the_document(void **state)
{
    enum { CHANGES = 6 };
    need_yaml();
    for (int b = 0; b < stn_builtin_count(); b++) {
        const char *name = stn_builtin_at(b).name;
        StnScenario *base = load(name), *now = load(name);
        uint64_t stream = 77 + (uint64_t)b;
        for (int k = 0; k < CHANGES; k++)
            now = change(now, &stream);
        StnScenario *diff = stn_scenario_diff(now, base, NULL);
        assert_non_null(diff);
        char *text = stn_scenario_text(diff);
        StnScenario *again = parse(text, name);
        check_same(now, diff, name);
        check_same(now, again, name);
        char *second = stn_scenario_text(again);
        assert_string_equal(text, second);
        stn_text_free(text);
        stn_text_free(second);
        stn_scenario_free(again);
        stn_scenario_free(diff);
        stn_scenario_free(now);
        stn_scenario_free(base);
    }
    CHECK(2 * accepted > asked, "only %d of %d changes could be made", accepted, asked);
}

static void what_was_written_reads_back_and_is_written_the_same(void **state)
{
    need_yaml();
    for (int b = 0; b < stn_builtin_count(); b++) {
        StnScenario *now = load(stn_builtin_at(b).name);
        uint64_t stream = 1000 + (uint64_t)b;
        for (int k = 0; k < 3; k++)
            now = change(now, &stream);
        char *text = stn_scenario_text(now);
        StnScenario *again = parse(text, stn_builtin_at(b).name);
        char *second = stn_scenario_text(again);
        assert_string_equal(text, second);
        check_same(now, again, stn_builtin_at(b).name);
        stn_text_free(text);
        stn_text_free(second);
        stn_scenario_free(again);
        stn_scenario_free(now);
    }
}

/* ---- From nothing ---------------------------------------------------------------------------- */

static StnScenario *stick_slip(void)
{
    StnScenario *s = stn_scenario_new("block");
    stn_scenario_set(s, "options.drive", "spring");
    stn_scenario_set(s, "parameters.K", "2 N/m");
    stn_scenario_set(s, "friction.contact", "{law: stribeck, Fs: 1.5 N, Fc: 1 N}");
    stn_scenario_set(s, "inputs.y", "{ramp: {slope: 0.1 m/s}}");
    stn_scenario_set(s, "duration", "20 s");
    return s;
}

static void a_scenario_without_a_file_runs_and_keeps_its_order(void **state)
{
    StnRecord record;
    StnError error = {0};
    need_yaml();
    StnScenario *s = stick_slip();
    assert_int_equal(stn_scenario_run(s, &record, &error), STN_OK);
    assert_true(record.nevent >= 3);
    NEAR(record.event[1].t, 7.5, 1e-9); /* K*0.1*t = Fs */
    stn_record_free(&record);
    char *text = stn_scenario_text(s);
    assert_string_equal(text, "plant: block\noptions:\n  drive: spring\nparameters:\n  K: 2 N/m\n"
                              "friction:\n  contact:\n    law: stribeck\n    Fs: 1.5 N\n"
                              "    Fc: 1 N\ninputs:\n  y:\n    ramp: {slope: 0.1 m/s}\n"
                              "duration: 20 s\n");
    stn_text_free(text);
    stn_scenario_free(s);
}

static void a_change_makes_the_system_anew(void **state)
{
    need_yaml();
    StnScenario *s = load("block-stick-slip");
    assert_int_equal(stn_scenario_set(s, "m", "3 kg"), STN_OK); /* the rest of the path is clear */
    NEAR(stn_system_parameter(stn_scenario_system(s), "m"), 3.0, 0.0);
    assert_int_equal(set_number(s, "parameters.m", 0.1), STN_OK);
    NEAR(stn_system_parameter(stn_scenario_system(s), "m"), 0.1, 0.0);
    stn_scenario_set(s, "friction.contact.Fs", "2 N");
    set_number(s, "friction.contact.Fs.backward", 2.5);
    NEAR(stn_system_friction(stn_scenario_system(s), 0, "Fs", 0), 2.0, 0.0);
    NEAR(stn_system_friction(stn_scenario_system(s), 0, "Fs", 1), 2.5, 0.0);
    stn_scenario_remove(s, "Fs"); /* the default, which a direction is then set beside */
    const double plain = stn_system_friction(stn_scenario_system(s), 0, "Fs", 0);
    set_number(s, "friction.contact.Fs.forward", 7.0);
    NEAR(stn_system_friction(stn_scenario_system(s), 0, "Fs", 0), 7.0, 0.0);
    NEAR(stn_system_friction(stn_scenario_system(s), 0, "Fs", 1), plain, 0.0);
    stn_scenario_set(s, "inputs.y", "[{ramp: {slope: 0.1 m/s}}, {step: {to: 1 m}}]");
    stn_scenario_set(s, "inputs.y.2.step.to", "2 m");
    NEAR(stn_system_input(stn_scenario_system(s), 1, 1.0).val, 2.1, 1e-12);
    assert_int_equal(stn_scenario_check(s, NULL), STN_OK);
    stn_scenario_free(s);
}

/* ---- Mistakes -------------------------------------------------------------------------------- */

/* After the change that `path` and `text` ask for (NULL: to remove it). */
static void check_mistake(const char *path, const char *text, const char *fragment)
{
    StnError error = {0};
    StnRecord record;
    StnScenario *s = stick_slip();
    const StnStatus at_once =
        text == NULL ? stn_scenario_remove(s, path) : stn_scenario_set(s, path, text);
    stn_scenario_set(s, "duration", "10 s"); /* too late to help */
    assert_int_equal(stn_scenario_run(s, &record, &error), STN_BAD_INPUT);
    if (at_once)
        assert_string_equal(error.path, path);
    CHECK(strstr(error.text, fragment) != NULL, "%s: %s", path, error.text);
    stn_scenario_free(s);
}

static void a_mistake_is_kept_and_has_its_sentence(void **state)
{
    need_yaml();
    check_mistake("parameters.KK", "2 N/m", "\"KK\"; did you mean \"K\"?");
    check_mistake("parameters.K", "2 kg", "\"2 kg\" is in kg, but K is in N/m");
    check_mistake("parameters.K", "{", "not valid YAML");
    check_mistake("parameters..K", "2", "\"parameters..K\" is not a path");
    check_mistake("duration.x", "2", "\"duration\" is text and has no parts");
    check_mistake("base", "eha-step", "base cannot be set");
    check_mistake("plant", "eha", "the plant is \"block\"");
    check_mistake("slop", "0.2 m/s", "did you mean \"inputs.y.ramp.slope\"?");
    check_mistake("friction.contact.Fs.3", "2 N",
                  "unknown direction \"3\"; allowed: forward, backward");
    check_mistake("friction.contact.Fcc", NULL,
                  "there is no \"friction.contact.Fcc\" in this scenario; did you mean "
                  "\"friction.contact.Fc\"?");
    check_mistake("xyzzy.plugh", NULL, "there is no \"xyzzy.plugh\" in this scenario");
}

static void an_incomplete_scenario_asks_for_whole_paths(void **state)
{
    StnError error = {0};
    need_yaml();
    StnScenario *s = stn_scenario_new("block");
    assert_int_equal(stn_scenario_set(s, "K", "2 N/m"), STN_BAD_INPUT);
    assert_int_equal(stn_scenario_check(s, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "\"K\" needs its whole path"));
    assert_null(stn_scenario_system(s));
    assert_null(stn_scenario_resolved(s));
    assert_int_equal(stn_scenario_file_count(s), 0);
    stn_scenario_free(s);
    s = stn_scenario_new("blok");
    assert_int_equal(stn_scenario_check(s, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "unknown plant \"blok\"; did you mean \"block\"?"));
    StnScenario *other = stn_scenario_new("block");
    assert_null(stn_scenario_diff(s, other, &error));
    assert_non_null(strstr(error.text, "cannot be inherited from"));
    assert_null(stn_scenario_diff(s, NULL, &error));
    assert_int_equal(error.status, STN_BAD_INPUT);
    assert_string_equal(error.text, "there is no base to write the difference to");
    assert_null(stn_scenario_diff(NULL, other, &error));
    assert_int_equal(error.status, STN_NO_MEMORY);
    stn_scenario_free(other);
    stn_scenario_free(s);
    assert_int_equal(stn_scenario_set(NULL, "a", "b"), STN_NO_MEMORY);
    assert_int_equal(stn_scenario_check(NULL, &error), STN_NO_MEMORY);
}

/* Its text would name another plant than the base, and could not be read. */
static void a_difference_to_another_plant_is_refused(void **state)
{
    StnError error = {0};
    need_yaml();
    StnScenario *s = load("block-stick-slip"), *base = load("eha-step");
    assert_null(stn_scenario_diff(s, base, &error));
    assert_int_equal(error.status, STN_BAD_INPUT);
    assert_string_equal(error.text,
                        "the plant is \"block\" and that of the base \"eha-step\" is \"eha\": a "
                        "scenario inherits from one with the same plant");
    stn_scenario_free(base);
    stn_scenario_free(s);
}

static void a_setting_is_split_at_its_first_sign(void **state)
{
    static const struct {
        const char *text, *path, *value;
    } cases[] = {{"m=2 kg", "m", "2 kg"}, {" parameters.m \t=  2 kg", "parameters.m", "2 kg"},
                 {"a=b=c", "a", "b=c"},   {"a=", "a", ""},
                 {"=2", NULL, NULL},      {"  =2", NULL, NULL},
                 {"m", NULL, NULL},       {"", NULL, NULL}};
    for (int i = 0; i < COUNT(cases); i++) {
        StnOverride set;
        StnError error = {0};
        const StnStatus status = stn_override_split(cases[i].text, &set, &error);
        assert_int_equal(status, cases[i].path ? STN_OK : STN_BAD_INPUT);
        if (cases[i].path) {
            assert_string_equal(set.path, cases[i].path);
            assert_string_equal(set.value, cases[i].value);
        } else {
            assert_non_null(strstr(error.text, "is not PATH=VALUE"));
        }
        stn_override_free(&set);
    }
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void a_written_file_names_its_base_from_its_own_folder(void **state)
{
    char folder[] = "/tmp/stiction_document_XXXXXX", path[100], command[140];
    StnError error = {0};
    need_yaml();
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command, "mkdir %s/sub", folder);
    assert_int_equal(system(command), 0);
    StnScenario *s = stick_slip();
    snprintf(path, sizeof path, "%s/own base.yaml", folder);
    assert_int_equal(stn_scenario_write(s, path, &error), STN_OK);
    StnScenario *base = load(path), *now = load(path);
    stn_scenario_comment(now, "made by a test");
    stn_scenario_set(now, "friction.contact.Fs", "~");
    StnScenario *diff = stn_scenario_diff(now, base, &error);
    snprintf(path, sizeof path, "%s/sub/a.yaml", folder);
    assert_int_equal(stn_scenario_write(diff, path, &error), STN_OK);
    FILE *file = fopen(path, "r");
    char text[400] = "";
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_string_equal(text, "# made by a test\nbase: ../own base.yaml\nfriction:\n  contact:\n"
                              "    Fs: ~\n");
    StnScenario *again = load(path);
    check_same(now, again, "the written file");
    stn_scenario_free(again);
    stn_scenario_free(diff);
    stn_scenario_free(now);
    stn_scenario_free(base);
    stn_scenario_free(s);
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    assert_int_equal(system(command), 0);
}

static void a_new_document_is_blamed_by_its_own_name(void **state)
{
    need_yaml();
    StnError error = {0};
    StnScenario *s = stn_scenario_new("blok");
    assert_int_equal(stn_scenario_check(s, &error), STN_BAD_INPUT);
    assert_string_equal(error.file, "stn_scenario_new");
    stn_scenario_free(s);
}

static void what_is_not_utf8_is_refused(void **state)
{
    need_yaml();
    static const char *const wrong[] = {"\xff", "a\xc3", "\xed\xa0\x80", "\xc0\xaf"};
    StnError error = {0};
    for (int k = 0; k < COUNT(wrong); k++) {
        StnScenario *s = load("block-stick-slip");
        assert_int_equal(stn_scenario_set_text(s, "title", wrong[k]), STN_BAD_INPUT);
        assert_int_equal(stn_scenario_check(s, &error), STN_BAD_INPUT);
        assert_non_null(strstr(error.text, "the text for title is not UTF-8"));
        stn_scenario_free(s);
        s = load("block-stick-slip");
        assert_int_equal(stn_scenario_comment(s, wrong[k]), STN_OK);
        assert_int_equal(stn_scenario_write(s, "/dev/null", &error), STN_BAD_INPUT);
        assert_non_null(strstr(error.text, "is not UTF-8"));
        stn_scenario_free(s);
    }
    StnScenario *s = load("block-stick-slip");
    assert_int_equal(stn_scenario_set_text(s, "title", "\xc2\xb5 \xef\xbf\xbd"), STN_OK);
    char *text = stn_scenario_text(s);
    StnScenario *again = parse(text, "whole characters");
    assert_string_equal(stn_scenario_title(again), "\xc2\xb5 \xef\xbf\xbd");
    stn_scenario_free(again);
    stn_scenario_free(s);
    stn_text_free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_base_and_the_difference_read_back_as_the_document),
        cmocka_unit_test(what_was_written_reads_back_and_is_written_the_same),
        cmocka_unit_test(a_scenario_without_a_file_runs_and_keeps_its_order),
        cmocka_unit_test(a_change_makes_the_system_anew),
        cmocka_unit_test(a_mistake_is_kept_and_has_its_sentence),
        cmocka_unit_test(an_incomplete_scenario_asks_for_whole_paths),
        cmocka_unit_test(a_difference_to_another_plant_is_refused),
        cmocka_unit_test(a_setting_is_split_at_its_first_sign),
        cmocka_unit_test(a_written_file_names_its_base_from_its_own_folder),
        cmocka_unit_test(a_new_document_is_blamed_by_its_own_name),
        cmocka_unit_test(what_is_not_utf8_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
