/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Quantities and units: what is read, what is refused, and what the refusal says. */
#include "stiction/scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <locale.h>
#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Exponents of m, kg, s, A, K, undoubled; half ones exist. */
typedef struct Dim {
    double m, kg, s, A, K;
} Dim;

#define NONE          \
    {                 \
        0, 0, 0, 0, 0 \
    }
#define FORCE          \
    {                  \
        1, 1, -2, 0, 0 \
    }
#define TORQUE         \
    {                  \
        2, 1, -2, 0, 0 \
    }
#define PRESSURE        \
    {                   \
        -1, 1, -2, 0, 0 \
    }

/* clang-format off */
static const struct { const char *text; double value; bool bare; Dim dim; } good[] = {
    {"3", 3.0, true, NONE},
    {"-1.5e3", -1500.0, true, NONE},
    {"+.5", 0.5, true, NONE},
    {"5.", 5.0, true, NONE},
    {"  7  ", 7.0, true, NONE},
    {"1E-3", 1e-3, true, NONE},
    {"inf", INFINITY, true, NONE},
    {"-inf", -INFINITY, true, NONE},
    {"inf m", INFINITY, false, {1, 0, 0, 0, 0}},
    {"3kN", 3000.0, false, FORCE},
    {"3 kN", 3000.0, false, FORCE},
    {"3\tkN ", 3000.0, false, FORCE},
    {"0 N", 0.0, false, FORCE},
    {"0.1 mm", 1e-4, false, {1, 0, 0, 0, 0}},
    {"0.7 mm", 7e-4, false, {1, 0, 0, 0, 0}},
    {"29.5 mm", 0.0295, false, {1, 0, 0, 0, 0}},
    {"20.7 MPa", 20.7e6, false, PRESSURE},
    {"12 MPa/s", 12e6, false, {-1, 1, -3, 0, 0}},
    {"3.5e-3 m/(N*m)", 3.5e-3, false, {-1, -1, 2, 0, 0}},
    {"4 N/(m*s)", 4.0, false, {0, 1, -3, 0, 0}},
    {"4 N/m/s", 4.0, false, {0, 1, -3, 0, 0}},
    {"4 N / m * s", 4.0, false, {0, 1, -1, 0, 0}},
    {"1.3e-4 m^2/(s*sqrt(Pa))", 1.3e-4, false, {2.5, -0.5, 0, 0, 0}},
    {"2 Pa^0.5", 2.0, false, {-0.5, 0.5, -1, 0, 0}},
    {"2 m^-1", 2.0, false, {-1, 0, 0, 0, 0}},
    {"2 mm^2", 2e-6, false, {2, 0, 0, 0, 0}},
    {"2 sqrt(mm^2)", 2e-3, false, {1, 0, 0, 0, 0}},
    {"6e-13 m^3/(s*Pa)", 6e-13, false, {4, -1, 1, 0, 0}},
    {"800 1/s", 800.0, false, {0, 0, -1, 0, 0}},
    {"800/s", 800.0, false, {0, 0, -1, 0, 0}},
    {"400 kg", 400.0, false, {0, 1, 0, 0, 0}},
    {"1.32e-5 kg*m^2", 1.32e-5, false, {2, 1, 0, 0, 0}},
    {"3 g", 3e-3, false, {0, 1, 0, 0, 0}},
    {"3 t", 3e3, false, {0, 1, 0, 0, 0}},
    {"180 deg", PI, false, NONE},
    {"360 deg", 2 * PI, false, NONE},
    {"2 mrad", 2e-3, false, NONE},
    {"1 turn", 2 * PI, false, NONE},
    {"30 rpm", 30 * PI / 30, false, {0, 0, -1, 0, 0}},
    {"60 arcmin", 60 * PI / 10800, false, NONE},
    {"5 %", 0.05, false, NONE},
    {"5%", 0.05, false, NONE},
    {"5 1", 5.0, false, NONE},
    {"50 Hz", 50.0, false, {0, 0, -1, 0, 0}},
    {"2 kHz", 2000.0, false, {0, 0, -1, 0, 0}},
    {"1 bar", 1e5, false, PRESSURE},
    {"3 mbar", 300.0, false, PRESSURE},
    {"2 hPa", 200.0, false, PRESSURE},
    {"2 J", 2.0, false, TORQUE},
    {"2 kW", 2000.0, false, {2, 1, -3, 0, 0}},
    {"2 V", 2.0, false, {2, 1, -3, -1, 0}},
    {"4.5 mA", 4.5e-3, false, {0, 0, 0, 1, 0}},
    {"293 K", 293.0, false, {0, 0, 0, 0, 1}},
    {"2 min", 120.0, false, {0, 0, 1, 0, 0}},
    {"2 h", 7200.0, false, {0, 0, 1, 0, 0}},
    {"2 l", 2e-3, false, {3, 0, 0, 0, 0}},
    {"2 ml", 2e-6, false, {3, 0, 0, 0, 0}},
    {"1 in", 0.0254, false, {1, 0, 0, 0, 0}},
    {"10 ft", 3.048, false, {1, 0, 0, 0, 0}},
    {"1 psi", 44482216152605.0 / 6451600000.0, false, PRESSURE},
    {"3 um", 3e-6, false, {1, 0, 0, 0, 0}},
    {"3 nm", 3e-9, false, {1, 0, 0, 0, 0}},
    {"3 pm", 3e-12, false, {1, 0, 0, 0, 0}},
    {"3 fm", 3e-15, false, {1, 0, 0, 0, 0}},
    {"3 dm", 0.3, false, {1, 0, 0, 0, 0}},
    {"3 cm", 0.03, false, {1, 0, 0, 0, 0}},
    {"3 dam", 30.0, false, {1, 0, 0, 0, 0}},
    {"3 GPa", 3e9, false, PRESSURE},
    {"3 TN", 3e12, false, FORCE},
    {"5e6N/m", 5e6, false, {0, 1, -2, 0, 0}},
    {"2 N*m/rad", 2.0, false, TORQUE},
    {"2 N*m*s/rad", 2.0, false, {2, 1, -1, 0, 0}},
    /* As people and our own page write them. */
    {"3 Nm", 3.0, false, TORQUE},
    {"3 kNm", 3000.0, false, TORQUE},
    {"3 mNm", 3e-3, false, TORQUE},
    {"3 Nmm", 3e-3, false, TORQUE},
    {"3 Ncm", 0.03, false, TORQUE},
    {"3 Nm/rad", 3.0, false, TORQUE},
    {"3 Ns/m", 3.0, false, {0, 1, -1, 0, 0}},
    {"3 Nms/rad", 3.0, false, {2, 1, -1, 0, 0}},
    {"3 mNms/rad", 3e-3, false, {2, 1, -1, 0, 0}},
    {"3 N.m.s/rad", 3.0, false, {2, 1, -1, 0, 0}},
    {"3 Nm.s/rad", 3.0, false, {2, 1, -1, 0, 0}},
    {"3 N\xE2\x80\xA2m", 3.0, false, TORQUE},
    {"3 Nms2", 3.0, false, {2, 1, 0, 0, 0}},
    {"3 N m", 3.0, false, TORQUE},
    {"3 kg m^2", 3.0, false, {2, 1, 0, 0, 0}},
    {"3 N\xC2\xB7m", 3.0, false, TORQUE},
    {"3 kN\xC2\xB7m", 3000.0, false, TORQUE},
    {"3 N\xE2\x8B\x85m", 3.0, false, TORQUE},
    {"3 kg\xC2\xB7m\xC2\xB2", 3.0, false, {2, 1, 0, 0, 0}},
    {"3 kgm\xC2\xB2", 3.0, false, {2, 1, 0, 0, 0}},
    {"3 kgm2", 3.0, false, {2, 1, 0, 0, 0}},
    {"3 kg*m2", 3.0, false, {2, 1, 0, 0, 0}},
    {"3 kgcm2", 3e-4, false, {2, 1, 0, 0, 0}},
    {"9.81 m/s2", 9.81, false, {1, 0, -2, 0, 0}},
    {"9.81 m/s\xC2\xB2", 9.81, false, {1, 0, -2, 0, 0}},
    {"9.81 m\xC2\xB7s\xE2\x81\xBB\xC2\xB2", 9.81, false, {1, 0, -2, 0, 0}},
    {"9.81 m s-2", 9.81, false, {1, 0, -2, 0, 0}},
    {"2 m\xC2\xB3", 2.0, false, {3, 0, 0, 0, 0}},
    {"2 Pas", 2.0, false, {-1, 1, -1, 0, 0}},
    {"2 mPas", 2e-3, false, {-1, 1, -1, 0, 0}},
    {"2 kWh", 7.2e6, false, TORQUE},
    {"3 \xC2\xB5m", 3e-6, false, {1, 0, 0, 0, 0}},
    {"3 \xCE\xBCm", 3e-6, false, {1, 0, 0, 0, 0}},
    {"3 \xB5m", 3e-6, false, {1, 0, 0, 0, 0}}, /* Latin-1 */
    {"3\xC2\xB5m/s", 3e-6, false, {1, 0, -1, 0, 0}},
    {"180\xC2\xB0", PI, false, NONE},
    {"180 \xC2\xB0/s", PI, false, {0, 0, -1, 0, 0}},
    {"2 k\xCE\xA9", 2000.0, false, {2, 1, -3, -2, 0}},
    {"2 minutes", 120.0, false, {0, 0, 1, 0, 0}},
    {"1 minute", 60.0, false, {0, 0, 1, 0, 0}},
    {"180 degrees", PI, false, NONE},
    {"2 seconds", 2.0, false, {0, 0, 1, 0, 0}},
    {"2 kilograms", 2.0, false, {0, 1, 0, 0, 0}},
    {"2 mins", 120.0, false, {0, 0, 1, 0, 0}},
    {"2 rev", 4 * PI, false, NONE},
    {"1e-320 m", 1e-320, false, {1, 0, 0, 0, 0}},
};

static const struct { const char *text; int column; const char *fragment; } bad[] = {
    {"", 1, "a number is missing"},
    {"   ", 4, "a number is missing"},
    {"abc", 1, "\"abc\" is not a number"},
    {"nan", 1, "\"nan\" is not a number"},
    {"NaN m", 1, "is not a number"},
    {"infinity", 1, "is not a number"},
    {"- 3", 1, "is not a number"},
    {".", 1, "is not a number"},
    {"1e400", 1, "too large"},
    {"-1e400 N", 1, "too large"},
    {"1e308 kN", 1, "too large"},
    {"1e-400", 1, "too small"},
    {"1e99999999999999999999", 1, "too large"},
    {"3 kX", 3, "unknown unit \"kX\""},
    {"3 Nmms", 3, "did you mean \"N*m*ms\" or \"N*mm*s\"?"},
    {"3 lbft", 3, "did you mean \"lb*ft\"?"},
    {"3 KNm", 3, "did you mean \"kNm\"?"},
    {"3 degres", 3, "did you mean \"degree\"?"},
    {"3 N/m s", 7, "write N/(m*s) or N/m*s"},
    {"3 N-m", 4, "\"-m\" is not part of a unit"},
    {"3 \xC2\xB0""C", 5, "\"C\" is not part of a unit"},
    {"3 m\xC2\xB2\xE2\x81\xBB", 4, "whole or half"},
    {"3 \xE2\x82\xAC", 3, "is not part of a unit"},
    {"3 KN", 3, "did you mean \"kN\"?"},
    {"3 mpa", 3, "did you mean \"mPa\"?"},
    {"3 degr", 3, "did you mean \"deg\"?"},
    {"3 kdeg", 3, "unknown unit \"kdeg\""},
    {"3 krpm", 3, "unknown unit \"krpm\""},
    {"3 mmin", 3, "unknown unit \"mmin\""},
    {"3 k%", 3, "unknown unit \"k\""},
    {"3 N*", 5, "incomplete"},
    {"3 N**m", 5, "\"*m\" is not part of a unit"},
    {"3 N)", 4, "\")\" is not part of a unit"},
    {"3 N/(m*s", 9, "closing bracket"},
    {"3 m^", 5, "a number is missing after ^"},
    {"3 m^x", 5, "a number is missing after ^"},
    {"3 m^0.3", 5, "whole or half"},
    {"3 m^99", 5, "whole or half"},
    {"3 m^31", 7, "whole or half"},
    {"3 sqrt(sqrt(m))", 16, "whole or half"},
    {"3 m^20*m^20", 12, "whole or half"},
    {"3,5 N", 2, "\",5 N\" is not part of a unit"},
    {"0x10", 2, "unknown unit \"x\""},
    {"3 ((((((((((((((((((m))))))))))))))))))", 20, "too many brackets"},
    {"3 5 N", 3, "\"5 N\" is not part of a unit"},
};
/* clang-format on */

static void quantities_are_read(void **state)
{
    for (size_t i = 0; i < COUNT(good); i++) {
        StnError error = {0};
        StnDimension d;
        double value = NAN;
        bool bare = !good[i].bare;
        if (stn_unit_parse(good[i].text, &value, &d, &bare, &error) != STN_OK)
            fail_msg("\"%s\": %s", good[i].text, error.text);
        const Dim want = good[i].dim;
        if (value != good[i].value || bare != good[i].bare)
            fail_msg("\"%s\": %.17g, bare %d", good[i].text, value, bare);
        if (d.m != 2 * want.m || d.kg != 2 * want.kg || d.s != 2 * want.s || d.A != 2 * want.A ||
            d.K != 2 * want.K)
            fail_msg("\"%s\": dimension %d %d %d %d %d", good[i].text, d.m, d.kg, d.s, d.A, d.K);
    }
}

static void bad_quantities_are_refused(void **state)
{
    for (size_t i = 0; i < COUNT(bad); i++) {
        StnError error = {0};
        StnDimension d;
        double value = 0.0;
        bool bare;
        if (stn_unit_parse(bad[i].text, &value, &d, &bare, &error) != STN_BAD_INPUT)
            fail_msg("\"%s\" was accepted", bad[i].text);
        if (strstr(error.text, bad[i].fragment) == NULL || error.column != bad[i].column)
            fail_msg("\"%s\": column %d: %s", bad[i].text, error.column, error.text);
        assert_true(isnan(value));
        assert_int_equal(stn_unit_parse(bad[i].text, &value, &d, &bare, NULL), STN_BAD_INPUT);
    }
}

static void units_alone_have_a_factor(void **state)
{
    double factor = 0.0;
    StnDimension d;
    assert_int_equal(stn_unit_factor("N*s/m", &factor, &d, NULL), STN_OK);
    assert_true(factor == 1.0 && d.kg == 2 && d.s == -2 && d.m == 0);
    assert_int_equal(stn_unit_factor("mm", &factor, &d, NULL), STN_OK);
    assert_true(factor == 1e-3);
    assert_int_equal(stn_unit_factor("rpm", &factor, &d, NULL), STN_OK);
    assert_true(factor == PI / 30);
    assert_int_equal(stn_unit_factor("1", &factor, &d, NULL), STN_OK);
    assert_true(factor == 1.0);
    assert_int_equal(stn_unit_factor("", &factor, &d, NULL), STN_BAD_INPUT);
    assert_int_equal(stn_unit_factor("3 m", &factor, &d, NULL), STN_BAD_INPUT);
}

static bool fits(const char *given, const char *wanted)
{
    StnDimension a, b;
    double factor;
    assert_int_equal(stn_unit_factor(given, &factor, &a, NULL), STN_OK);
    assert_int_equal(stn_unit_factor(wanted, &factor, &b, NULL), STN_OK);
    return stn_dimension_fits(a, b);
}

/* Angles are pure numbers; cycles per second and radians per second differ by 2*pi and are kept
 * apart. */
static void angles_fit_and_cycles_do_not(void **state)
{
    assert_true(fits("N*m", "N*m/rad"));
    assert_true(fits("N*m/rad", "N*m"));
    assert_true(fits("deg", "rad"));
    assert_true(fits("1", "rad"));
    assert_true(fits("rpm", "rad/s"));
    assert_true(fits("1/s", "rad/s"));
    assert_true(fits("1/s", "Hz"));
    assert_true(fits("Hz", "1/s"));
    assert_true(fits("kHz", "Hz"));
    assert_true(fits("J", "N*m"));
    assert_true(fits("m^2/(s*sqrt(Pa))", "m^2*Pa^-0.5/s"));
    assert_false(fits("Hz", "rad/s"));
    assert_false(fits("rpm", "Hz"));
    assert_false(fits("deg", "m"));
    assert_false(fits("N", "N*m"));
    assert_false(fits("m", "s"));
}

/* Whatever the locale's decimal mark. */
static void numbers_do_not_depend_on_the_locale(void **state)
{
    static const char *const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "C"};
    for (size_t i = 0; i < COUNT(locales); i++) {
        StnDimension d;
        double value;
        bool bare;
        setlocale(LC_ALL, locales[i]);
        assert_int_equal(stn_unit_parse("1.5 kN", &value, &d, &bare, NULL), STN_OK);
        assert_true(value == 1500.0);
    }
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantities_are_read),
        cmocka_unit_test(bad_quantities_are_refused),
        cmocka_unit_test(units_alone_have_a_factor),
        cmocka_unit_test(angles_fit_and_cycles_do_not),
        cmocka_unit_test(numbers_do_not_depend_on_the_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
