/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* identify check: options and report. */
#include "identify/method.h"

#include <math.h>

#define S StnCheckDef
/* clang-format off */
static const StnField entries[] = {
    STN_NUMBER_AS("resolution", S, dx, "$x", NAN, STN_ABOVE_0, DBL_MAX,
                  "step of the position sensor, as 0.1um or 0.1122rad"),
    STN_NUMBER_AS("sample", S, Ts, "s", NAN, STN_ABOVE_0, DBL_MAX, "sampling time"),
    STN_NUMBER_AS("mass", S, m, "$m", NAN, STN_ABOVE_0, DBL_MAX, "moving mass, or moment of inertia"),
    STN_NUMBER_AS("mass_error", S, m_error, "$m", NAN, 0.0, DBL_MAX, "how well it is known already"),
    STN_NUMBER_AS("effort_max", S, umax, "$F", NAN, STN_ABOVE_0, DBL_MAX, "largest force or torque"),
    STN_NUMBER_AS("speed_max", S, vmax, "$x/s", NAN, STN_ABOVE_0, DBL_MAX, "largest speed"),
    STN_NUMBER   (S, duration, "s", NAN, STN_ABOVE_0, DBL_MAX, "length of the record"),
    STN_FLAG     (S, rotary, false,
                  "units are those of a rotary system (resolution in rad says so too)"),
};
/* clang-format on */
#undef S
STN_METHOD_FIELDS("check", StnCheckDef, stn_default_check_def)

static StnStatus identify(const void *options, const StnData *const *data, int ndata, void *result,
                          StnError *error)
{
    (void)data, (void)ndata;
    return stn_identify_check(options, result, error);
}

static void row(StnResult *out, const char *what, double value, const char *unit,
                const char *source)
{
    const StnCell cells[] = {stn_cell_text(what), stn_cell_number(value), stn_cell_text(unit),
                             stn_cell_text(source)};
    stn_result_row(out, !isnan(value), cells);
}

static void report_table(const StnCheckDef *def, const StnCheck *c, StnResult *out)
{
    const bool rotary = def->rotary;
    const char *mass = rotary ? "kg*m^2" : "kg", *x = stn_role_unit(STN_ROLE_POSITION, rotary);
    const char *v = stn_role_unit(STN_ROLE_VELOCITY, rotary);
    const StnResultColumn columns[] = {{NULL, "", NULL, NULL},
                                       {NULL, "", NULL, "%.4g"},
                                       {NULL, "", NULL, NULL},
                                       {NULL, "", NULL, NULL}};
    const struct {
        const char *key, *what, *unit, *source;
        double value;
    } all[] = {
        {"resolution", "resolution dx", x, def->source[0], def->dx},
        {"sample_time", "sampling time Ts", "s", def->source[1], def->Ts},
        {"mass", "mass m", mass, def->source[2], def->m},
        {"mass_error", "mass known to +-", mass, NULL, def->m_error},
        {"effort_max", "largest effort umax", stn_role_unit(STN_ROLE_EFFORT, rotary),
         def->source[3], def->umax},
        {"speed_max", "largest speed", v, def->source[4], def->vmax},
        {"duration", "length of the record", "s", NULL, def->duration},
        {"velocity_error", "error of a velocity, dx/Ts", v, NULL, c->velocity_error},
        {"acceleration_error", "error of an acceleration, 2*dx/Ts^2",
         stn_role_unit(STN_ROLE_ACCELERATION, rotary), NULL, c->acceleration_error},
        {"acceleration_signal_to_noise", "acceleration, signal to noise, Ts^2*umax/(2*m*dx)", "",
         NULL, c->signal_to_noise},
        {"mass_uncertainty", "uncertainty of the mass, 2*m^2*dx/(Ts^2*umax)", mass, NULL,
         c->mass_uncertainty},
        {"window", def->window > 0.0 ? "windows of inverse" : "windows of inverse, about", "s",
         NULL, c->window},
        {"mass_of_record", "mass from the whole record, about +-", mass, NULL, c->mass_of_record},
    };
    for (int i = 0; i < STN_COUNT_OF(all); i++)
        stn_result_number(out, all[i].key, all[i].unit, all[i].value);
    stn_result_table(out, NULL, "", columns, STN_COUNT_OF(columns));
    for (int i = 0; i < STN_COUNT_OF(all); i++)
        row(out, all[i].what, all[i].value, all[i].unit, all[i].source);
}

static void report(const void *options, const void *result, const StnData *const *data, int ndata,
                   StnResult *out)
{
    const StnCheckDef *def = options;
    const StnCheck *c = result;
    if (ndata > 0)
        stn_result_line(out, "%s: %zu samples, %s %.6g s", data[0]->file, data[0]->rows,
                        data[0]->uniform ? "every" : "on average every", data[0]->Ts);
    stn_result_line(out, "What the sensor can tell\n");
    stn_result_text(out, "kind", def->rotary ? "rotary" : "linear");
    report_table(def, c, out);
    stn_result_flag(out, "mass_identifiable", c->mass_identifiable);
    stn_result_remarks(out, "recommendation", &c->remarks, "Recommendation:");
    if (ndata > 0)
        stn_result_remarks(out, "data_remarks", &data[0]->remarks, "About the data:");
}

static void release(void *result) { (void)result; }

/* clang-format off */
const StnIdentifyMethod stn_check_method = {
    .name = "check",
    .summary = "what the sensor can tell, before anything else",
    .about =
        "[FILE.csv|.mat | SCENARIO]\n"
        "\n"
        "What the sensor can tell, before anything is identified: error bounds of velocity and\n"
        "acceleration, the signal-to-noise ratio of the acceleration, the uncertainty of the mass, and\n"
        "what to do.  Values come from the options, otherwise from the file (resolution, sampling time,\n"
        "largest effort and speed) or from the scenario (sensor, controller or record, mass, effort limit\n"
        "or largest input); the report says which.  A data file knows no mass: give --mass.\n",
    .examples =
        "  stiction identify check --resolution 0.1122rad --sample 1ms --mass 1.32e-5kg*m^2 \\\n"
        "      --mass-error 2.1e-6kg*m^2 --effort-max 2N*m\n"
        "  stiction identify check axis.csv --effort force --position q --mass 95kg\n",
    .fields = &fields,
    .result_size = sizeof(StnCheck),
    .remarks_at = offsetof(StnCheck, remarks),
    .least_rows = 2,
    .may = STN_BIT(EFFORT) | STN_BIT(POSITION) | STN_BIT(VELOCITY) | STN_BIT(ACCELERATION),
    .identify = identify,
    .report = report,
    .release = release,
};
/* clang-format on */
