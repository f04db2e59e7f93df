/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* The list of papers. */
#include "report/paper.h"

#include <stdio.h>
#include <string.h>

static const StnPaperDef *const papers[] = {
    &stn_paper_borello2014,
    &stn_paper_tran,
    &stn_paper_borello2006,
    &stn_paper_nouailletas2010,
};

int stn_paper_count(void) { return STN_COUNT(papers); }

const StnPaperDef *stn_paper_def(int index) { return papers[index]; }

StnPaper stn_paper_at(int index)
{
    StnPaper paper = papers[index]->about;
    paper.ncase = papers[index]->ncase;
    paper.nfact = papers[index]->nfact;
    paper.nfigure = papers[index]->nfigure;
    return paper;
}

int stn_paper_find(const char *name)
{
    for (int i = 0; i < STN_COUNT(papers); i++)
        if (strcmp(papers[i]->about.name, name) == 0)
            return i;
    int found = -1, count = 0; /* "tran" is enough where one name begins so */
    for (int i = 0; i < STN_COUNT(papers); i++)
        if (name[0] != '\0' && strncmp(papers[i]->about.name, name, strlen(name)) == 0) {
            found = i;
            count++;
        }
    return count == 1 ? found : -1;
}

const StnCaseRun *stn_paper_case(const StnPaperRun *paper, const char *name)
{
    for (int i = 0; i < paper->def->ncase; i++)
        if (strcmp(paper->run[i].def->name, name) == 0)
            return paper->run[i].status == STN_OK ? &paper->run[i] : NULL;
    return NULL;
}

/* Words that a shell would take apart are quoted. */
static bool is_plain(const char *text) { return strpbrk(text, " *()[]{}<>|&;$'\"\\?#~") == NULL; }

const char *stn_case_command(const StnCase *def, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "stiction run %s", def->scenario);
    if (def->law && used < size)
        used += (size_t)snprintf(out + used, size - used, " --law %s", def->law);
    for (int i = 0; i < STN_SETS_MAX && def->set[i] && used < size; i++)
        used += (size_t)snprintf(out + used, size - used,
                                 is_plain(def->set[i]) ? " --set %s" : " --set '%s'", def->set[i]);
    return out;
}
