/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Numbers and texts as files have them: with a decimal point in every locale. */
#include "exchange/write.h"

#include "io/number.h"
#include "stiction/io.h"

void stn_put_number(FILE *out, double value)
{
    char text[40], mark;
    double rounded = value;
    const int length = snprintf(text, sizeof text, "%.10g", value);
    (void)stn_number_read(text, text + length, true, &mark, &rounded);
    fputs(stn_number_text(rounded + 0.0, text), out); /* no -0 */
}

void stn_put_attribute(FILE *out, const char *name, const double *value, int count)
{
    fprintf(out, " %s=\"", name);
    for (int i = 0; i < count; i++) {
        fputs(i ? " " : "", out);
        stn_put_number(out, value[i]);
    }
    fputc('"', out);
}

void stn_put_xml_text(FILE *out, const char *text)
{
    for (const char *c = text; *c; c++)
        if (*c == '<' || *c == '>' || *c == '&' || *c == '"')
            fprintf(out, "&#%d;", *c);
        else if (*c == '-' && c[1] == '-')
            fputs("- ", out); /* two would end a comment */
        else
            fputc((unsigned char)*c < 0x20 ? ' ' : *c, out);
}
