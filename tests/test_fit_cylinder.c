/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The dynamic parameters of a lubricated seal by output error, after its steady-state characteristic is known
 * (Tran et al. 2012, identification of the new modified LuGre law). */
#include "run_scenario.h"
#include "stiction/fit.h"

static StnFitResult result; /* large */

/* 2 s of the hydraulic cylinder, whose scenario is the truth; stiffness, micro-viscosity, time constants of the
 * film (forward, backward) and of the lead start 20 % to a factor of 2 off, and pressure and velocity lead back. */
static void film_and_lead_of_the_cylinder_are_found_from_pressure_and_velocity(void **state)
{
    static const char *const names[] = {"sigma1", "tau_hp", "tau_hn", "T.forward", "sigma0"};
    static const double off[] = {2.0, 1.4, 0.7, 1.3, 0.8};
    Trial a;
    StnError error = {0};
    RUN(&a, "cylinder-2mA", {"duration", "2 s"}, {"record.every", "4 ms"});
    StnFitSignal signal[] = {{"P1", trial_column(&a, "P1"), NAN},
                             {"v", trial_column(&a, "v"), NAN}};
    StnFitRun run = {.def = stn_scenario_def(a.scenario),
                     .t = trial_column(&a, "t"),
                     .rows = a.record.rows,
                     .signal = signal,
                     .nsignal = COUNT(signal)};
    StnFreeParameter list[COUNT(names)];
    double truth[COUNT(names)];
    for (int i = 0; i < COUNT(names); i++)
        list[i] = stn_free_parameter(names[i]);
    StnFitDef def = stn_default_fit_def(&run, 1, list, COUNT(list));
    StnStatus status = stn_fit_evaluate(&def, &result, &error);
    CHECK(status == STN_OK, "%s", error.text);
    for (int i = 0; i < COUNT(names); i++)
        list[i].start = off[i] * (truth[i] = result.param[i].value);
    stn_fit_result_free(&result);
    def.starts = 1;
    status = stn_fit(&def, &result, &error);
    CHECK(status == STN_OK, "%s", error.text);
    for (int i = 0; i < COUNT(names); i++)
        NEAR(result.param[i].value, truth[i], 2e-2 * truth[i]);
    stn_fit_result_free(&result);
    trial_end(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(film_and_lead_of_the_cylinder_are_found_from_pressure_and_velocity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
