/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Every number that a system lists can be set in its document, however it is written there. */
#include "build_block.h"
#include "skip.h"

#include "stiction/stiction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static StnScenario *load(const char *name)
{
    StnError error = {0};
    StnScenario *s = stn_scenario_load(name, NULL, &error);
    CHECK(s != NULL, "%s: %s", name, error.text);
    return s;
}

static StnScenario *parse(const char *text)
{
    StnError error = {0};
    StnScenario *s = stn_scenario_parse(text, strlen(text), "test.yaml", NULL, &error);
    CHECK(s != NULL, "%s: %d:%d: %s", text, error.line, error.column, error.text);
    return s;
}

static void set(StnScenario *s, const char *scenario, StnAddress at, double value)
{
    char path[160];
    StnError error = {0};
    stn_address_path(stn_scenario_system(s), at, path, sizeof path);
    const StnStatus status = stn_scenario_set_number(s, at, value);
    stn_scenario_check(s, &error);
    CHECK(status == STN_OK && stn_scenario_system(s), "%s: %s = %g: %s", scenario, path, value,
          error.text);
    const double now = stn_address_info(stn_scenario_system(s), at).value;
    CHECK(now == value, "%s: %s = %.17g, not %.17g", scenario, path, now, value);
}

static void every_listed_number_can_be_set(void **state)
{
    int count = 0;
    for (int b = 0; b < stn_builtin_count(); b++) {
        const char *name = stn_builtin_at(b).name;
        StnScenario *s = load(name);
        for (int k = 0; k < stn_address_count(stn_scenario_system(s)); k++) {
            const StnAddress at = stn_address_at(stn_scenario_system(s), k);
            const StnAddressInfo info = stn_address_info(stn_scenario_system(s), at);
            if (isnan(info.value)) /* neither given nor used */
                continue;
            StnScenario *copy = stn_scenario_copy(s);
            set(copy, name, at, info.value);
            stn_scenario_free(copy);
            count++;
        }
        stn_scenario_free(s);
    }
    print_message("%d numbers\n", count);
    assert_true(count > 2000);
}

/* However a pair or a vector is written, each of its numbers is at its address. */
static void a_number_of_a_pair_or_a_vector_can_be_set_however_it_is_written(void **state)
{
    static const char head[] =
        "plant: block\nparameters: {m: 1 kg}\ninputs: {u: 0 N}\nduration: 1 s\n";
    static const char *const pair[] = {"2 N", "[2 N, 2 N]", "{forward: 2 N, backward: 2 N}"};
    static const char *const place[] = {"forward", "backward", "1", "2"};
    char text[300], path[60];
    for (int i = 0; i < COUNT(pair) * COUNT(place); i++) {
        const char *word = place[i % COUNT(place)];
        const bool back = i % 2 != 0;
        snprintf(text, sizeof text, "%sfriction: {contact: {law: coulomb, Fs: %s, Fc: 1 N}}\n",
                 head, pair[i / COUNT(place)]);
        snprintf(path, sizeof path, "friction.contact.Fs.%s", word);
        for (int way = 0; way < 3; way++) {
            const StnOverride over = {path, "3 N"};
            const StnScenarioOptions options = {.set = &over, .nset = way == 2};
            StnError error = {0};
            StnScenario *s = stn_scenario_parse(text, strlen(text), "test.yaml", &options, &error);
            CHECK(s != NULL, "%s %s: %s", text, path, error.text);
            StnAddress at;
            assert_int_equal(stn_address(stn_scenario_system(s), path, &at, &error), STN_OK);
            if (way == 0)
                stn_scenario_set_number(s, at, 3.0);
            else if (way == 1)
                stn_scenario_set(s, path, "3 N");
            CHECK(stn_scenario_check(s, &error) == STN_OK, "%s %s: %s", text, path, error.text);
            for (int side = 0; side < 2; side++) {
                at.place = (int16_t)side;
                const double now = stn_address_info(stn_scenario_system(s), at).value;
                CHECK(now == (side == back ? 3.0 : 2.0), "%s %s: %g", text, path, now);
            }
            stn_scenario_free(s);
        }
    }
    snprintf(text, sizeof text,
             "%sfriction: {contact: {law: gms, Fs: 3 N, Fc: 2 N, vs: 1 mm/s, k: 100 N/m, "
             "nu: 1, C: 10}}\n",
             head);
    StnScenario *s = parse(text);
    StnAddress at;
    assert_int_equal(stn_address(stn_scenario_system(s), "friction.contact.k.1", &at, NULL),
                     STN_OK);
    set(s, text, at, 120.0);
    stn_scenario_free(s);
}

/* What is written, with the unit of the number or the word of the choice. */
static void a_number_is_written_with_its_unit_and_a_choice_by_its_word(void **state)
{
    static const struct {
        const char *scenario, *path, *line;
        double value;
    } rows[] = {
        {"block-stick-slip", "inputs.y.ramp.slope", "slope: 0.2 m/s", 0.2},
        {"block-stick-slip", "initial.v", "v: 0.5 m/s", 0.5},
        {"block-stick-slip", "options.motion", "motion: position", 1.0},
        {"block-emps", "friction.contact.sigma2.forward", "sigma2: [200 N*s/m, ", 200.0},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        StnScenario *s = load(rows[i].scenario);
        StnAddress at;
        StnError error = {0};
        CHECK(stn_address(stn_scenario_system(s), rows[i].path, &at, &error) == STN_OK, "%s",
              error.text);
        set(s, rows[i].scenario, at, rows[i].value);
        char *text = stn_scenario_text(s);
        CHECK(strstr(text, rows[i].line) != NULL, "%s is not in\n%s", rows[i].line, text);
        stn_text_free(text);
        stn_scenario_free(s);
    }
}

/* A choice of a controller that stands beside its gains is changed there. */
static void a_choice_is_changed_where_it_stands(void **state)
{
    StnScenario *s = load("block-limit-cycle");
    StnAddress at;
    stn_scenario_set(s, "controller.derivative", "difference");
    assert_non_null(stn_scenario_system(s));
    assert_int_equal(stn_address(stn_scenario_system(s), "derivative", &at, NULL), STN_OK);
    set(s, "block-limit-cycle", at, 2.0);
    stn_scenario_free(s);
}

static void what_is_no_number_and_no_choice_gets_its_sentence(void **state)
{
    static const struct {
        const char *path, *text;
        double value;
    } rows[] = {
        {"parameters.m", "parameters.m = nan is not a number", NAN},
        {"options.drive", "drive = nan is not a number", NAN},
        {"options.drive", "drive = 1.5 is none of its choices; 0 to 3 are force|spring|pid|motion",
         1.5},
        {"options.drive", "drive = -1 is none of its choices; 0 to 3 are force|spring|pid|motion",
         -1.0},
        {"options.drive", "drive = 4 is none of its choices; 0 to 3 are force|spring|pid|motion",
         4.0},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        StnScenario *s = load("block-stick-slip");
        StnAddress at;
        StnError error = {0};
        assert_int_equal(stn_address(stn_scenario_system(s), rows[i].path, &at, &error), STN_OK);
        assert_int_equal(stn_scenario_set_number(s, at, rows[i].value), STN_BAD_INPUT);
        assert_int_equal(stn_scenario_check(s, &error), STN_BAD_INPUT);
        CHECK(strstr(error.text, rows[i].text) != NULL, "%s", error.text);
        stn_scenario_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_listed_number_can_be_set),
        cmocka_unit_test(a_number_of_a_pair_or_a_vector_can_be_set_however_it_is_written),
        cmocka_unit_test(a_number_is_written_with_its_unit_and_a_choice_by_its_word),
        cmocka_unit_test(a_choice_is_changed_where_it_stands),
        cmocka_unit_test(what_is_no_number_and_no_choice_gets_its_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
