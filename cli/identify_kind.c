/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Linear or rotary: the options are read before the data, which say what is meant. */
#include "identify.h"
#include "message.h"

#include <string.h>

enum { SAID_MOST = 32 };

/* What options said by their units.  A process runs one command. */
static struct {
    const char *option, *units;
    char text[64];
    bool rotary;
} said[SAID_MOST];
static int nsaid;

void kind_note(const char *option, const char *text, const char *units, bool rotary)
{
    if (nsaid == SAID_MOST)
        return;
    said[nsaid].option = option;
    said[nsaid].units = units;
    said[nsaid].rotary = rotary;
    snprintf(said[nsaid++].text, sizeof said[0].text, "%s", text);
}

bool kind_is_rotary(void)
{
    for (int i = 0; i < nsaid; i++)
        if (said[i].rotary)
            return true;
    return false;
}

int kind_check(bool rotary, bool known)
{
    for (int i = 0; i < nsaid; i++) {
        const char *bar = strchr(said[i].units, '|');
        if (said[i].rotary == rotary)
            continue;
        return bad_input("%s %s: the system is %s, a value in %.*s is needed%s", said[i].option,
                         said[i].text, rotary ? "rotary" : "linear",
                         rotary ? (int)strlen(bar + 1) : (int)(bar - said[i].units),
                         rotary ? bar + 1 : said[i].units,
                         known ? "" : "; --unit COLUMN=rad says that it is rotary");
    }
    return EXIT_DONE;
}
