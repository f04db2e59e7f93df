/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The part of Markdown that the text of a paper needs. */
#ifndef STICTION_REPORT_MARKDOWN_H
#define STICTION_REPORT_MARKDOWN_H

#include <stdio.h>

/* Paragraphs, headings with #, which become <h3> and below, lists with -, and within them `code`,
 * *emphasis*, **strong** and [text](address).  All else is text, escaped; numbers as stn_html_rich
 * writes them. */
void stn_markdown_html(FILE *out, const char *text);

#endif
