/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Text into HTML and SVG. */
#ifndef STICTION_REPORT_HTML_H
#define STICTION_REPORT_HTML_H

#include <stdio.h>

/* Escapes & < > " and '. */
void stn_html_text(FILE *out, const char *text);
/* The same of [text, end). */
void stn_html_text_range(FILE *out, const char *text, const char *end);
/* The same; `code` in backticks becomes <code>, and numbers as people write them: "-3" with a minus
 * sign, "1.2e-5" as a power of ten. */
void stn_html_rich(FILE *out, const char *text);
/* The same of [text, end); a new line counts as a blank. */
void stn_html_rich_range(FILE *out, const char *text, const char *end);

#endif
