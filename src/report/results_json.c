/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* All quantities for machines. */
#include "io/atomic_file.h"
#include "io/json_text.h"
#include "report/page.h"

static void put_fact(JsonText *json, const StnFact *fact)
{
    json_open_map(json, NULL);
    json_put_text(json, "paper", fact->paper);
    json_put_text(json, "id", fact->id);
    json_put_text(json, "claim", fact->claim);
    json_put_text(json, "published", fact->published);
    json_put_text(json, "unit", fact->unit);
    json_put_number(json, "value", fact->value);
    json_put_number(json, "at_least", fact->lo);
    json_put_number(json, "at_most", fact->hi);
    json_put_text(json, "obtained", fact->obtained);
    json_put_text(json, "verdict", stn_verdict_text(fact->verdict));
    json_put_text(json, "reason", fact->reason);
    json_put_text(json, "cases", fact->cases);
    json_close(json);
}

static void put_case(JsonText *json, const StnCaseRun *run)
{
    char text[1400];
    const StnRecord *record = &run->record;
    json_open_map(json, NULL);
    json_put_text(json, "name", run->def->name);
    json_put_text(json, "scenario", run->def->scenario);
    json_put_text(json, "law", run->def->law);
    json_put_text(json, "command", stn_case_command(run->def, text, sizeof text));
    json_put_text(json, "failure",
                  run->status ? stn_error_format(&run->error, text, sizeof text) : NULL);
    if (run->status == STN_OK) {
        const StnEnergy *energy = &record->energy;
        json_put_text(json, "solver", stn_solver_text(run->system, text, sizeof text));
        json_put_number(json, "duration", stn_scenario_duration(run->scenario));
        json_put_count(json, "rows", record->rows);
        json_put_count(json, "events", record->nevent);
        json_put_count(json, "right_hand_sides", (uint64_t)record->counters.rates);
        json_put_number(json, "energy_left_over",
                        energy->input - energy->stored - energy->friction - energy->impact);
    }
    json_close(json);
}

static void put_paper(JsonText *json, const StnPaperRun *paper)
{
    const StnPaper *about = &paper->def->about;
    json_open_map(json, NULL);
    json_put_text(json, "name", about->name);
    json_put_text(json, "authors", about->authors);
    json_put_text(json, "title", about->title);
    json_put_text(json, "where", about->where);
    json_put_count(json, "year", (uint64_t)about->year);
    json_put_count(json, "reproduced", (uint64_t)stn_paper_verdicts(paper, STN_REPRODUCED));
    json_put_count(json, "not_reproduced", (uint64_t)stn_paper_verdicts(paper, STN_NOT_REPRODUCED));
    json_open_list(json, "facts");
    for (int i = 0; i < paper->def->nfact; i++)
        put_fact(json, &paper->fact[i]);
    json_close(json);
    json_open_list(json, "cases");
    for (int i = 0; i < paper->def->ncase; i++)
        put_case(json, &paper->run[i]);
    json_close(json);
    json_close(json);
}

StnStatus stn_report_write_json(const StnReport *report, const char *path, StnError *error)
{
    StnAtomicFile file;
    const StnStatus status = stn_atomic_open(&file, path, error);
    if (status != STN_OK)
        return status;
    JsonText json = {.out = file.stream};
    json_open_map(&json, NULL);
    json_put_text(&json, "version", STN_VERSION);
    json_open_list(&json, "papers");
    for (int p = 0; p < report->npaper; p++)
        put_paper(&json, &report->paper[p]);
    json_close(&json);
    json_close(&json);
    return stn_atomic_commit(&file, error);
}
