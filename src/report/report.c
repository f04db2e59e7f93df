/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A report: papers, their runs and their facts. */
#include "report/facts.h"
#include "report/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads one paper, which no other of the report may be called like. */
static StnStatus read_paper(StnReport *report, int index, const char *name, const StnReportDef *def,
                            StnError *error)
{
    StnPaperRun *paper = &report->paper[index];
    paper->def = stn_paper_load(name, def, error);
    if (!paper->def)
        return error->status;
    for (int p = 0; p < index; p++)
        if (strcmp(report->paper[p].def->name, paper->def->name) == 0)
            return stn_error(error, STN_BAD_INPUT, "the paper \"%s\" appears twice", name);
    paper->run = calloc((size_t)paper->def->ncase + 1, sizeof *paper->run);
    paper->fact = calloc((size_t)paper->def->nfact + 1, sizeof *paper->fact);
    return paper->run && paper->fact ? STN_OK : stn_out_of_memory(error);
}

static StnStatus read_papers(StnReport *report, const StnReportDef *def, StnError *error)
{
    const int count = def->npaper > 0 ? def->npaper : stn_paper_count();
    StnStatus status = STN_OK;
    report->paper = calloc((size_t)count + 1, sizeof *report->paper);
    if (!report->paper)
        return stn_out_of_memory(error);
    report->npaper = count;
    for (int p = 0; p < count && status == STN_OK; p++)
        status = read_paper(report, p, def->npaper > 0 ? def->paper[p] : stn_paper_at(p).name, def,
                            error);
    return status;
}

static StnStatus measure(StnReport *report, StnError *error)
{
    StnStatus status = STN_OK;
    for (int p = 0; p < report->npaper; p++) {
        StnPaperRun *paper = &report->paper[p];
        if (status == STN_OK && !stn_paper_check(paper, error))
            status = error->status;
        for (int i = 0; i < paper->def->nfact && status == STN_OK; i++)
            if (stn_fact_measure(paper, &paper->def->facts[i], &paper->fact[i]) != STN_OK)
                status = stn_out_of_memory(error);
    }
    return status;
}

StnReport *stn_report_run(const StnReportDef *def, StnError *error)
{
    StnError unused = {0};
    StnReport *report = calloc(1, sizeof *report);
    error = error ? error : &unused;
    if (!report) {
        stn_out_of_memory(error);
        return NULL;
    }
    StnStatus status = read_papers(report, def, error);
    if (status == STN_OK)
        status = stn_runner_run(report->paper, report->npaper, def, error);
    if (status == STN_OK)
        status = measure(report, error);
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
    stn_paper_free(paper->def);
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

int stn_report_paper_count(const StnReport *report) { return report->npaper; }

StnPaper stn_report_paper_at(const StnReport *report, int index)
{
    const StnPaperDef *def = report->paper[index].def;
    return (StnPaper){def->name, def->title, def->year};
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
                *paper = report->paper[p].def->name;
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
