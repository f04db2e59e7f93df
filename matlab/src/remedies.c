/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Compensation: remedies compared, and scenarios as other tools read them. */
#include "call.h"

#include <string.h>

/* ---- compensate ---- */

static StnStatus give_remedies(Call *call, mxArray **out)
{
    const int count = stn_remedies_count(call->remedies);
    mxArray *runs = new_texts((size_t)count);
    stn_report_remedies(call->remedies, 0, &call->result);
    const StnStatus status = new_result(call, &call->result, NULL, out);
    if (status)
        return status;
    for (int i = 0; i < count; i++) {
        const StnRemedy *row = stn_remedies_at(call->remedies, i);
        char label[160];
        mxArray *run = new_struct();
        put(run, "label", mxCreateString(stn_remedy_label(row, label, sizeof label)));
        put(run, "result", mxCreateString(stn_remedy_word(row)));
        put(run, "error", mxCreateString(row->status ? row->error.text : ""));
        put_record(run, &row->record);
        stn_text_free(call->text);
        call->text = row->scenario ? stn_scenario_text(row->scenario) : NULL;
        if (row->scenario && !call->text)
            return STN_NO_MEMORY;
        put(run, "scenario", mxCreateString(call->text ? call->text : ""));
        mxSetCell(runs, (mwIndex)i, run);
    }
    put(*out, "runs", runs);
    return STN_OK;
}

/* Factors of what a compensation adds. */
static StnStatus take_scale(Call *call, StnRemediesDef *def)
{
    const mxArray *scale = option(call, "scale");
    if (!scale)
        return STN_OK;
    if (!is_numbers(scale) || mxGetNumberOfElements(scale) == 0)
        return bad_input(call, "scale: factors are needed, as in [0.8 1]");
    def->scale = mxGetPr(scale);
    def->nscale = (int)mxGetNumberOfElements(scale);
    return STN_OK;
}

StnStatus verb_compensate(Call *call, int nout, mxArray **out, int nin, const mxArray **in)
{
    StnRemediesDef def = {.options = {.catalog = catalog()}, .keep = true};
    const char *name = "", **with = NULL, **sensors = NULL, **laws = NULL;
    (void)nout;
    StnStatus status = begin(call, nin, in, NULL, &name);
    if (!status)
        status = option_texts(call, "with", &with, &def.nremedy);
    if (!status)
        status = option_texts(call, "sensor", &sensors, &def.nsensor);
    if (!status)
        status = option_texts(call, "laws", &laws, &def.nlaw);
    if (!status)
        status = take_scale(call, &def);
    if (!status)
        status = options_end(call);
    if (status)
        return status;
    def.scenario = name;
    def.document = call->scenario;
    def.remedy = with;
    def.sensor = sensors;
    def.law = laws;
    call->remedies = stn_remedies_new(&def, &call->error);
    if (!call->remedies)
        return call->error.status;
    work_begin(call);
    status = stn_remedies_run(call->remedies, stn_watch_progress, &call->watch, &call->error);
    work_end();
    return status ? status : give_remedies(call, out);
}

/* ---- export ---- */

StnStatus verb_export(Call *call, int nout, mxArray **out, int nin, const mxArray **in)
{
    StnExportDef def = stn_default_export_def();
    StnRemarks *remarks = mxCalloc(1, sizeof *remarks);
    const char *name = "", *format = NULL;
    StnStatus status = begin(call, nin, in, "a scenario and a format", &name);
    if (!status)
        status = option_fields(call, &stn_export_fields, &def, NULL);
    if (!status)
        status = options_end(call);
    if (!status)
        status = (format = plain_text(call, in[1], "the format")) ? STN_OK : STN_BAD_INPUT;
    if (status)
        return status;
    call->text = stn_export(call->scenario, format, &def, remarks, &call->error);
    if (!call->text)
        return call->error.status;
    out[0] = mxCreateString(call->text);
    if (nout > 1) {
        out[1] = new_texts((size_t)remarks->count);
        for (int i = 0; i < remarks->count; i++)
            put_text(out[1], (size_t)i, remarks->text[i]);
    }
    return STN_OK;
}
