/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Characters, lines and comments of a YAML text.  Line breaks are LF, CR LF and CR. */
#include "scenario/yaml_text.h"

#include <string.h>

void stn_yaml_skip(StnYamlText *y)
{
    const unsigned char c = (unsigned char)*y->at;
    if (c == '\n' || c == '\r') {
        y->at += c == '\r' && stn_yaml_peek(y, 1) == '\n' ? 2 : 1;
        y->line++;
        y->column = 0;
        return;
    }
    y->at += c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4; /* checked: it is whole */
    y->column++;
}

void stn_yaml_skip_blanks(StnYamlText *y)
{
    while (stn_yaml_is_blank(stn_yaml_peek(y, 0)))
        stn_yaml_skip(y);
}

bool stn_yaml_skip_line(StnYamlText *y)
{
    if (stn_yaml_peek(y, 0) == '#')
        while (!stn_yaml_is_break(stn_yaml_peek(y, 0)))
            stn_yaml_skip(y);
    if (!stn_yaml_is_break(stn_yaml_peek(y, 0)))
        return false;
    if (y->at < y->end)
        stn_yaml_skip(y);
    return true;
}

bool stn_yaml_skip_empty(StnYamlText *y)
{
    while (y->at < y->end) {
        bool tab = false;
        for (; stn_yaml_is_blank(stn_yaml_peek(y, 0)); stn_yaml_skip(y))
            tab = tab || *y->at == '\t';
        if (y->at == y->end || !stn_yaml_skip_line(y))
            return !tab || y->flow > 0 || y->at == y->end || stn_yaml_tab_error(y);
    }
    return true;
}

bool stn_yaml_is_border(const StnYamlText *y, const char *border)
{
    return y->column == 0 && y->end - y->at >= 3 && memcmp(y->at, border, 3) == 0 &&
           stn_yaml_is_space(stn_yaml_peek(y, 3));
}

bool stn_yaml_ended(const StnYamlText *y)
{
    return y->at == y->end || stn_yaml_is_border(y, "---") || stn_yaml_is_border(y, "...");
}

StnNode stn_yaml_place(const StnYamlText *y)
{
    return (StnNode){.source = y->source,
                     .line = y->line + 1,
                     .column = y->column + 1 + (y->line == 0 ? y->shift : 0)};
}

bool stn_yaml_error(const StnYamlText *y, const char *words)
{
    const StnNode at = stn_yaml_place(y);
    return stn_node_error(y->error, &at, "not valid YAML: %s", words);
}

bool stn_yaml_tab_error(const StnYamlText *y)
{
    StnNode at = stn_yaml_place(y);
    at.column = 1; /* the whole line has to be indented otherwise */
    return stn_node_error(y->error, &at,
                          "a tab stands where YAML wants blanks: indent with spaces only");
}

/* The character here as a number, and how many bytes it has; 0 bytes: it is not UTF-8. */
static int decode(const StnYamlText *y, uint32_t *value)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char c = (unsigned char)*y->at;
    const int bytes = c < 0x80 ? 1 : c < 0xC2 ? 0 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : c < 0xF5 ? 4 : 0;
    if (bytes == 0 || y->end - y->at < bytes)
        return 0;
    *value = bytes == 1 ? c : c & (0x7Fu >> bytes);
    for (int i = 1; i < bytes; i++) {
        const unsigned char next = (unsigned char)y->at[i];
        if ((next & 0xC0) != 0x80)
            return 0;
        *value = *value << 6 | (next & 0x3Fu);
    }
    return *value >= least[bytes] && *value <= 0x10FFFF ? bytes : 0;
}

/* Those that YAML 1.2 lets a text have (5.1). */
static bool is_printable(uint32_t c)
{
    if (c < 0x20)
        return c == '\t' || c == '\n' || c == '\r';
    return c != 0x7F && (c < 0x80 || c > 0x9F || c == 0x85) && (c < 0xD800 || c > 0xDFFF) &&
           c != 0xFFFE && c != 0xFFFF;
}

bool stn_yaml_check_bytes(const StnYamlText *y)
{
    StnYamlText here = *y;
    while (here.at < here.end) {
        uint32_t c = 0;
        if (decode(&here, &c) == 0)
            return stn_yaml_error(&here, "this is not UTF-8");
        if (!is_printable(c))
            return stn_yaml_error(&here, "a control character is not allowed");
        stn_yaml_skip(&here);
    }
    return true;
}
