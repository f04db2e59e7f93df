/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A report: papers, their runs and their facts. */
#include "report/facts.h"
#include "report/runner.h"

#include <stdio.h>
#include <stdlib.h>

static StnStatus allocate(StnReport *report, const StnReportDef *def)
{
    report->npaper = def->npaper > 0 ? def->npaper : stn_paper_count();
    report->paper = calloc((size_t)report->npaper, sizeof *report->paper);
    if (!report->paper)
        return STN_NO_MEMORY;
    for (int p = 0; p < report->npaper; p++) {
        StnPaperRun *paper = &report->paper[p];
        paper->def = stn_paper_def(def->npaper > 0 ? def->paper[p] : p);
        paper->run = calloc((size_t)paper->def->ncase + 1, sizeof *paper->run);
        paper->fact = calloc((size_t)paper->def->nfact + 1, sizeof *paper->fact);
        if (!paper->run || !paper->fact)
            return STN_NO_MEMORY;
    }
    return STN_OK;
}

static StnStatus measure(StnReport *report)
{
    StnStatus status = STN_OK;
    for (int p = 0; p < report->npaper; p++) {
        StnPaperRun *paper = &report->paper[p];
        for (int i = 0; i < paper->def->nfact && status == STN_OK; i++)
            status = stn_fact_measure(paper, &paper->def->facts[i], &paper->fact[i]);
    }
    return status;
}

StnReport *stn_report_run(const StnReportDef *def, StnError *error)
{
    StnReport *report = calloc(1, sizeof *report);
    StnStatus status = report ? allocate(report, def) : STN_NO_MEMORY;
    if (status == STN_NO_MEMORY)
        stn_out_of_memory(error);
    else
        status = stn_runner_run(report->paper, report->npaper, def, error);
    if (status == STN_OK && (status = measure(report)) != STN_OK)
        stn_error(error, status, "%s", stn_status_text(status));
    if (status == STN_OK)
        return report;
    stn_report_free(report);
    return NULL;
}

static void free_paper(StnPaperRun *paper)
{
    for (int i = 0; paper->run && i < paper->def->ncase; i++) {
        stn_record_free(&paper->run[i].record);
        stn_scenario_free(paper->run[i].scenario);
    }
    for (int i = 0; paper->fact && i < paper->def->nfact; i++) {
        free((char *)paper->fact[i].obtained);
        free((char *)paper->fact[i].cases);
    }
    free(paper->run);
    free(paper->fact);
}

void stn_report_free(StnReport *report)
{
    if (!report)
        return;
    for (int p = 0; report->paper && p < report->npaper; p++)
        free_paper(&report->paper[p]);
    free(report->paper);
    free(report);
}

int stn_report_fact_count(const StnReport *report)
{
    int count = 0;
    for (int p = 0; p < report->npaper; p++)
        count += report->paper[p].def->nfact;
    return count;
}

StnFact stn_report_fact_at(const StnReport *report, int index)
{
    int p = 0;
    while (index >= report->paper[p].def->nfact)
        index -= report->paper[p++].def->nfact;
    return report->paper[p].fact[index];
}

/* The index-th run that failed; NULL when there is none. */
static const StnCaseRun *failed_run(const StnReport *report, int index, const char **paper)
{
    for (int p = 0; p < report->npaper; p++)
        for (int i = 0; i < report->paper[p].def->ncase; i++)
            if (report->paper[p].run[i].status != STN_OK && index-- == 0) {
                *paper = report->paper[p].def->about.name;
                return &report->paper[p].run[i];
            }
    return NULL;
}

int stn_report_failure_count(const StnReport *report)
{
    const char *paper;
    int count = 0;
    while (failed_run(report, count, &paper))
        count++;
    return count;
}

const char *stn_report_failure_at(const StnReport *report, int index, char *out, size_t size)
{
    const char *paper;
    char text[1400];
    const StnCaseRun *run = failed_run(report, index, &paper);
    if (run)
        snprintf(out, size, "%s, %s: %s", paper, run->def->name,
                 stn_error_format(&run->error, text, sizeof text));
    return out;
}
