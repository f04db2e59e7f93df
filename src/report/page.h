/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The parts of the page. */
#ifndef STICTION_REPORT_PAGE_H
#define STICTION_REPORT_PAGE_H

#include "report/paper.h"

#include <stdio.h>

void stn_page_style(FILE *out);
/* The head of the document with the style sheet; the body is open. */
void stn_page_head(FILE *out, const char *title);
/* A figure with its panels, legend and caption. */
StnStatus stn_page_figure(FILE *out, const StnPaperRun *paper, const StnFigureDef *figure);
/* Statements with what the paper says, what came out, and the verdict. */
void stn_page_facts(FILE *out, const StnPaperRun *paper);
/* The runs, each as a command. */
void stn_page_runs(FILE *out, const StnPaperRun *paper);
/* The whole page. */
StnStatus stn_page_write(FILE *out, const StnReport *report);

/* How many facts of a paper have this kind and this verdict. */
int stn_paper_count_kind(const StnPaperRun *paper, StnFactKind kind, StnVerdict verdict);
/* How many facts of a paper have this verdict. */
int stn_paper_verdicts(const StnPaperRun *paper, StnVerdict verdict);

#endif
