/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The methods, and what their reports share. */
#include "identify/method.h"

#define ADDRESS(name) &stn_##name##_method,
static const StnIdentifyMethod *const methods[] = {STN_METHODS(ADDRESS)};

int stn_identify_method_count(void) { return STN_COUNT_OF(methods); }
const StnIdentifyMethod *stn_identify_method_at(int index) { return methods[index]; }

void stn_report_data(StnResult *out, const StnData *data)
{
    char runs[32] = "";
    if (data->nrun > 1)
        snprintf(runs, sizeof runs, " in %d runs", data->nrun);
    stn_result_open(out, "data");
    stn_result_fact(out, "file", NULL, stn_cell_text(data->file), "%s: %zu samples%s, %s %.6g s",
                    data->file, data->rows, runs, data->uniform ? "every" : "on average every",
                    data->Ts);
    stn_result_count(out, "rows", data->rows);
    stn_result_count(out, "runs", (uint64_t)data->nrun);
    stn_result_number(out, "sample_time", "s", data->Ts);
    stn_result_flag(out, "uniform", data->uniform);
    stn_result_text(out, "kind", data->rotary ? "rotary" : "linear");
    stn_result_remarks(out, "remarks", &data->remarks, NULL);
    stn_result_close(out);
}

void stn_report_remarks(StnResult *out, const StnRemarks *remarks, const StnData *data)
{
    stn_result_remarks(out, "remarks", remarks, "What was done, and what to know:");
    stn_result_remarks(out, NULL, &data->remarks, "About the data:");
}

void stn_report_figure(StnResult *out, const char *title, const StnPanel *panel, int npanel)
{
    StnPanel shown[STN_REPORT_PANELS];
    for (int i = 0; i < npanel; i++) {
        shown[i] = panel[i];
        stn_panel_keep_radians(&shown[i]); /* as the numbers of the report */
    }
    stn_result_figure(out,
                      &(StnFigure){.title = title, .panel = shown, .npanel = npanel, .columns = 1});
}
