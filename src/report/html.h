/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Text into HTML and SVG. */
#ifndef STICTION_REPORT_HTML_H
#define STICTION_REPORT_HTML_H

#include <stdio.h>

/* Escapes & < > " and '. */
void stn_html_text(FILE *out, const char *text);
/* The same; `code` in backticks becomes <code>, and numbers as people write them: "-3" with a minus
 * sign, "1.2e-5" as a power of ten. */
void stn_html_rich(FILE *out, const char *text);
/* Paragraphs, separated by blank lines, of rich text. */
void stn_html_paragraphs(FILE *out, const char *text);

#endif
