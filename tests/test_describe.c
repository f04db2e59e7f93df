/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Lists and descriptions as JSON text in memory. */
#include "skip.h"
#include "stiction/describe.h"
#include "stiction/identify.h"
#include "stiction/io.h"
#include "stiction/report.h"

#include <string.h>

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

/* Braces and brackets close what was opened, outside of strings. */
static void is_whole(const char *text)
{
    char open[64];
    int depth = 0;
    bool quoted = false;
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            quoted = !quoted;
        else if (quoted && *c == '\\')
            c++;
        else if (!quoted && (*c == '{' || *c == '['))
            open[depth++] = *c == '{' ? '}' : ']';
        else if (!quoted && (*c == '}' || *c == ']'))
            assert_int_equal(open[--depth], *c);
        assert_true(depth >= 0 && depth < 64);
    }
    assert_int_equal(depth, 0);
    assert_false(quoted);
}

static void a_list_has_every_law_once(void **state)
{
    char *text = stn_list_json(NULL, "laws", NULL), name[64];
    assert_non_null(text);
    is_whole(text);
    assert_int_equal(count_of(text, "\"name\""), stn_law_count());
    for (int i = 0; i < stn_law_count(); i++) {
        snprintf(name, sizeof name, "\"name\": \"%s\"", stn_law_at(i)->name);
        assert_int_equal(count_of(text, name), 1);
    }
    stn_text_free(text);
}

static void a_list_has_the_laws_of_the_catalogue(void **state)
{
    StnLaw own = *stn_law_at(0);
    const StnLaw *laws[] = {&own};
    const StnCatalog catalog = {.laws = laws, .nlaw = 1};
    own.name = "of-mine";
    char *text = stn_list_json(&catalog, "laws", NULL);
    assert_non_null(text);
    assert_int_equal(count_of(text, "\"of-mine\""), 1);
    stn_text_free(text);
}

static void a_list_of_all_has_every_kind(void **state)
{
    static const char *const kinds[] = {"laws",     "plants",  "scenarios", "papers", "methods",
                                        "measures", "formats", "fields",    "signals"};
    char *text = stn_list_json(NULL, NULL, NULL), key[32];
    assert_non_null(text);
    is_whole(text);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        snprintf(key, sizeof key, "\n  \"%s\": [", kinds[i]);
        assert_int_equal(count_of(text, key), 1);
    }
    stn_text_free(text);
    text = stn_list_json(NULL, "plants methods", NULL);
    assert_non_null(strstr(text, "\"plants\""));
    assert_int_equal(count_of(strstr(text, "\"methods\""), "\"name\""),
                     stn_identify_method_count());
    assert_null(strstr(text, "\"laws\""));
    stn_text_free(text);
}

static void fields_have_defaults_and_ranges(void **state)
{
    char *text = stn_list_json(NULL, "fields", NULL);
    assert_non_null(text);
    const char *rtol = strstr(text, "\"rtol\"");
    assert_non_null(rtol);
    assert_non_null(strstr(rtol, "\"default\": 1e-9"));
    assert_non_null(strstr(text, "\"name\": \"sensor\""));
    stn_text_free(text);
}

/* Every table that a scenario or a command reads settings by. */
static void signals_and_data_have_their_fields(void **state)
{
    static const char *const signals[] = {"step", "ramp", "sine", "multisine", "table"};
    char *text = stn_list_json(NULL, "signals", NULL), key[40];
    assert_non_null(text);
    is_whole(text);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        snprintf(key, sizeof key, "\n      \"name\": \"%s\"", signals[i]);
        assert_int_equal(count_of(text, key), 1);
    }
    assert_int_equal(count_of(text, "\"fields\": ["), stn_signal_fields_count());
    stn_text_free(text);
    assert_null(stn_signal_fields_at(-1));
    assert_null(stn_signal_fields_at(stn_signal_fields_count()));
    text = stn_list_json(NULL, "fields", NULL);
    assert_int_equal(count_of(text, "\n      \"name\": \"data\""), 1);
    assert_int_equal(count_of(text, "\n      \"fields\": ["), 5 + stn_identify_method_count());
    stn_text_free(text);
}

static void an_unknown_kind_is_refused_with_the_nearest(void **state)
{
    StnError error = {.status = STN_OK};
    assert_null(stn_list_json(NULL, "plants lawss", &error));
    assert_int_equal(error.status, STN_BAD_INPUT);
    assert_string_equal(error.text, "unknown kind \"lawss\"; did you mean \"laws\"?");
    assert_null(stn_list_json(NULL, "", &error));
    assert_null(stn_list_json(NULL, "a-kind-with-a-name-of-more-than-32-letters", NULL));
}

static void laws_and_plants_are_described(void **state)
{
    char *text = stn_describe_json(NULL, "lugre", NULL);
    assert_non_null(text);
    is_whole(text);
    assert_non_null(strstr(text, "\"kind\": \"law\""));
    assert_non_null(strstr(text, "\"sigma0\""));
    stn_text_free(text);
    text = stn_describe_json(NULL, "block", NULL);
    assert_non_null(text);
    is_whole(text);
    assert_non_null(strstr(text, "\"kind\": \"plant\""));
    assert_non_null(strstr(text, "\"contact\""));
    stn_text_free(text);
}

static void a_name_that_nothing_has_is_refused_with_the_nearest_of_all(void **state)
{
    StnError error = {0};
    assert_null(stn_describe_json(NULL, "lugrr", &error));
    assert_non_null(strstr(error.text, "did you mean \"lugre\"?"));
    assert_null(stn_describe_json(NULL, "blok", &error));
    assert_non_null(strstr(error.text, "did you mean \"block\"?"));
    error = (StnError){0};
    assert_null(stn_describe_scenario_json(NULL, "x", &error));
    assert_int_equal(error.status, STN_NO_MEMORY);
}

static void a_scenario_is_described_with_its_text(void **state)
{
    StnError error = {.status = STN_OK};
    char *text = stn_describe_json(NULL, "block-brake", NULL);
    assert_non_null(text);
    is_whole(text);
    assert_non_null(strstr(text, "\"kind\": \"scenario\""));
    assert_null(strstr(text, "\"source\": null"));
    assert_non_null(strstr(text, "\"resolved\": \""));
    stn_text_free(text);
    assert_null(stn_describe_json(NULL, "no-such-thing", &error));
    assert_int_not_equal(error.status, STN_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_has_every_law_once),
        cmocka_unit_test(a_list_has_the_laws_of_the_catalogue),
        cmocka_unit_test(a_list_of_all_has_every_kind),
        cmocka_unit_test(fields_have_defaults_and_ranges),
        cmocka_unit_test(signals_and_data_have_their_fields),
        cmocka_unit_test(an_unknown_kind_is_refused_with_the_nearest),
        cmocka_unit_test(laws_and_plants_are_described),
        cmocka_unit_test(a_name_that_nothing_has_is_refused_with_the_nearest_of_all),
        cmocka_unit_test(a_scenario_is_described_with_its_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
