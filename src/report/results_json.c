/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* All quantities for machines. */
#include "io/atomic_file.h"
#include "io/json_text.h"
#include "report/page.h"

static void put_fact(StnJsonText *json, const StnFact *fact)
{
    stn_json_open_map(json, NULL);
    stn_json_put_text(json, "paper", fact->paper);
    stn_json_put_text(json, "id", fact->id);
    stn_json_put_text(json, "claim", fact->claim);
    stn_json_put_text(json, "published", fact->published);
    stn_json_put_text(json, "unit", fact->unit);
    stn_json_put_text(json, "kind", stn_fact_kind_text(fact->kind));
    stn_json_put_number(json, "published_number", fact->given);
    stn_json_put_number(json, "value", fact->value);
    stn_json_put_number(json, "at_least", fact->lo);
    stn_json_put_number(json, "at_most", fact->hi);
    stn_json_put_text(json, "obtained", fact->obtained);
    stn_json_put_text(json, "verdict", stn_verdict_text(fact->verdict));
    stn_json_put_text(json, "reason", fact->reason);
    stn_json_put_text(json, "cases", fact->cases);
    stn_json_close(json);
}

static void put_case(StnJsonText *json, const StnCaseRun *run)
{
    char text[1400];
    const StnRecord *record = &run->record;
    stn_json_open_map(json, NULL);
    stn_json_put_text(json, "name", run->def->name);
    stn_json_put_text(json, "scenario", run->def->scenario);
    stn_json_put_text(json, "law", run->def->law);
    stn_json_put_text(json, "command", stn_case_command(run->def, text, sizeof text));
    stn_json_put_text(json, "failure",
                      run->status ? stn_error_format(&run->error, text, sizeof text) : NULL);
    if (run->status == STN_OK) {
        stn_json_put_text(json, "solver", stn_solver_text(run->system, text, sizeof text));
        stn_json_put_number(json, "duration", stn_scenario_duration(run->scenario));
        stn_json_put_count(json, "rows", record->rows);
        stn_json_put_count(json, "events", record->nevent);
        stn_json_put_count(json, "right_hand_sides", (uint64_t)record->counters.rates);
        stn_json_put_number(json, "energy_left_over", stn_energy_left_over(&record->energy));
    }
    stn_json_close(json);
}

static void put_paper(StnJsonText *json, const StnPaperRun *paper)
{
    const StnPaperDef *about = paper->def;
    stn_json_open_map(json, NULL);
    stn_json_put_text(json, "name", about->name);
    stn_json_put_text(json, "authors", about->authors);
    stn_json_put_text(json, "title", about->title);
    stn_json_put_text(json, "where", about->where);
    stn_json_put_count(json, "year", (uint64_t)about->year);
    stn_json_put_count(json, "reproduced",
                       (uint64_t)stn_paper_verdicts(paper, STN_VERDICT_REPRODUCED));
    stn_json_put_count(json, "not_reproduced",
                       (uint64_t)stn_paper_verdicts(paper, STN_VERDICT_NOT_REPRODUCED));
    stn_json_open_list(json, "facts");
    for (int i = 0; i < paper->def->nfact; i++)
        put_fact(json, &paper->fact[i]);
    stn_json_close(json);
    stn_json_open_list(json, "cases");
    for (int i = 0; i < paper->def->ncase; i++)
        put_case(json, &paper->run[i]);
    stn_json_close(json);
    stn_json_close(json);
}

StnStatus stn_report_write_json(const StnReport *report, const char *path, StnError *error)
{
    StnAtomicFile file;
    const StnStatus status = stn_atomic_open(&file, path, error);
    if (status != STN_OK)
        return status;
    StnJsonText json = {.out = file.stream};
    stn_json_open_map(&json, NULL);
    stn_json_put_text(&json, "version", STN_VERSION);
    stn_json_open_list(&json, "papers");
    for (int p = 0; p < report->npaper; p++)
        put_paper(&json, &report->paper[p]);
    stn_json_close(&json);
    stn_json_close(&json);
    return stn_atomic_commit(&file, error);
}
