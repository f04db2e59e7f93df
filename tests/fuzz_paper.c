/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Any text as a paper, and as the text of one.  No crash and no leak; either a paper whose facts and curves
 * name cases that there are, or a reason. */
#include "report/markdown.h"
#include "report/paper.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool claim)
{
    if (!claim)
        abort();
}

static bool has_case(const StnPaperDef *paper, const char *name)
{
    for (int i = 0; i < paper->ncase; i++)
        if (strcmp(paper->cases[i].name, name) == 0)
            return true;
    return false;
}

static void check(const StnPaperDef *paper)
{
    char command[1400];
    for (int i = 0; i < paper->ncase; i++)
        require(stn_case_command(&paper->cases[i], command, sizeof command)[0] == 's');
    for (int i = 0; i < paper->nfact; i++)
        require(paper->facts[i].claim && paper->facts[i].measure &&
                has_case(paper, paper->facts[i].run));
    for (int f = 0; f < paper->nfigure; f++)
        for (int i = 0; i < paper->figures[f].npanel; i++)
            for (int k = 0; k < paper->figures[f].panel[i].ncurve; k++)
                require(has_case(paper, paper->figures[f].panel[i].curve[k].run));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    StnError error = {0};
    const StnSource source = {.name = "fuzz.yaml"};
    char *text = malloc(size + 1), *html = NULL;
    size_t length = 0;
    if (!text)
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    StnPaperDef *paper = stn_paper_parse(text, size, "fuzz", &source, NULL, &error);
    if (paper)
        check(paper);
    else
        require(error.status < 0 && error.text[0] != '\0');
    stn_paper_free(paper);
    FILE *out = open_memstream(&html, &length);
    if (out) {
        stn_markdown_html(out, text);
        fclose(out);
    }
    free(html);
    free(text);
    return 0;
}
