/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Linear or rotary: the options are read before the data, which say what is meant. */
#include "identify.h"
#include "message.h"

#include <string.h>

enum { NOTED_MOST = 32 };

/* What the units of options say.  A process runs one command. */
static struct {
    const char *option, *units;
    char text[64];
    bool rotary;
} noted[NOTED_MOST];
static int nnoted;

void kind_note(const char *option, const char *text, const char *units, bool rotary)
{
    if (nnoted == NOTED_MOST)
        return;
    noted[nnoted].option = option;
    noted[nnoted].units = units;
    noted[nnoted].rotary = rotary;
    snprintf(noted[nnoted++].text, sizeof noted[0].text, "%s", text);
}

/* The site of --base: "": none. */
static struct {
    char base[64], site[64];
    bool rotary;
} base_site;

void kind_note_base(const char *base, const char *site, bool rotary)
{
    snprintf(base_site.base, sizeof base_site.base, "%s", base);
    snprintf(base_site.site, sizeof base_site.site, "%s", site);
    base_site.rotary = rotary;
}

bool kind_is_rotary(void)
{
    for (int i = 0; i < nnoted; i++)
        if (noted[i].rotary)
            return true;
    return false;
}

int kind_check(bool rotary, bool known)
{
    for (int i = 0; i < nnoted; i++) {
        const char *bar = strchr(noted[i].units, '|');
        if (noted[i].rotary == rotary)
            continue;
        return bad_input("%s %s: the system is %s, a value in %.*s is needed%s", noted[i].option,
                         noted[i].text, rotary ? "rotary" : "linear",
                         rotary ? (int)strlen(bar + 1) : (int)(bar - noted[i].units),
                         rotary ? bar + 1 : noted[i].units,
                         known ? "" : "; --unit COLUMN=rad says that it is rotary");
    }
    if (base_site.base[0] && known && base_site.rotary != rotary)
        return bad_input("--base %s: its site %s is %s, but the data are %s", base_site.base,
                         base_site.site, base_site.rotary ? "rotary" : "linear",
                         rotary ? "rotary" : "linear");
    return EXIT_DONE;
}
