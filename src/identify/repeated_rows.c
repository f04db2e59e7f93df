/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A logger that polls a bus writes the last row again where no new one has come: every measured column repeats, and in the row
 * behind it the motion has made up for it.  A body at rest repeats its position, too, but makes up for nothing; a
 * coarse encoder repeats it while the effort goes on.  Such rows pass for a body that stands and jumps: of 15 % of the rows a
 * mass was 0.7 % too large with an interval of 0.2 %. */
#include "identify/repeated_rows.h"
#include "identify/failure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST = 5 };
#define GOES_ON 0.7 /* of those in motion */
#define PARTLY 0.1  /* of them: rows in which some columns repeat and some do not */
#define AS_FAST 0.7 /* of the speeds beside it */

/* Measured and not constant. */
static int changing_columns(const StnData *data, const double **column)
{
    static const StnRole roles[] = {STN_ROLE_POSITION, STN_ROLE_VELOCITY, STN_ROLE_ACCELERATION,
                                    STN_ROLE_EFFORT, STN_ROLE_LOAD};
    int count = 0;
    for (size_t k = 0; k < sizeof roles / sizeof roles[0]; k++) {
        const double *x = data->value[roles[k]];
        bool same = true;
        for (size_t i = 1; x && same && i < data->rows; i++)
            same = x[i] == x[0];
        if (x && !same)
            column[count++] = x;
    }
    return count;
}

/* Rows that repeat the one before; *partly: in some columns only. */
static size_t mark(const StnData *data, char *repeated, size_t *partly)
{
    const double *column[5];
    const int columns = changing_columns(data, column);
    size_t count = 0;
    *partly = 0;
    for (int r = 0; r < data->nrun && columns > 1; r++)
        for (size_t i = data->run[r] + 1; i < data->run[r + 1]; i++) {
            int same = 0;
            for (int c = 0; c < columns; c++)
                same += column[c][i] == column[c][i - 1];
            repeated[i] = same == columns;
            count += same == columns;
            *partly += same > 0 && same < columns;
        }
    return count;
}

/* The speed from one row to the next that is no repetition. */
static double speed_to(const StnData *data, size_t from, size_t to)
{
    const double *x = data->value[STN_ROLE_POSITION], *t = data->value[STN_ROLE_TIME];
    return (x[to] - x[from]) / (t[to] - t[from]);
}

/* Of groups of repeated rows with motion before and behind, those over which it goes on as fast: a rest does not. */
static bool goes_on(const StnData *data, const char *repeated)
{
    size_t moving = 0, same = 0;
    for (int r = 0; r < data->nrun; r++) {
        size_t row[3] = {0}, known = 0; /* the latest that are no repetitions, in their order */
        for (size_t i = data->run[r]; i < data->run[r + 1]; i++) {
            if (repeated[i])
                continue;
            if (known == 3 && row[2] - row[1] > 1) {
                const double over = speed_to(data, row[1], row[2]);
                const double before = speed_to(data, row[0], row[1]),
                             behind = speed_to(data, row[2], i);
                moving += before * behind > 0.0;
                same += before * behind > 0.0 && over / (before + behind) > 0.5 * AS_FAST;
            }
            row[0] = row[1], row[1] = row[2], row[2] = i;
            known = known < 3 ? known + 1 : 3;
        }
    }
    return same >= FEWEST && (double)same > GOES_ON * (double)moving;
}

static void leave_out_rows(StnData *data, const char *repeated)
{
    size_t kept = 0;
    for (int r = 0; r < data->nrun; r++) {
        const size_t begin = data->run[r], end = data->run[r + 1];
        data->run[r] = kept;
        for (size_t i = begin; i < end; i++) {
            if (repeated[i])
                continue;
            for (int role = 0; role < STN_DATA_COLUMNS; role++)
                if (data->value[role])
                    data->value[role][kept] = data->value[role][i];
            kept++;
        }
    }
    data->run[data->nrun] = data->rows = kept;
}

StnStatus stn_data_treat_repeated_rows(StnData *data, bool leave_out, StnError *error)
{
    if (!data->value[STN_ROLE_POSITION])
        return STN_OK;
    size_t partly = 0;
    char *repeated = calloc(data->rows + 1, 1);
    if (!repeated)
        return stn_no_memory(error);
    const size_t count = mark(data, repeated, &partly);
    if (count >= FEWEST && (double)partly < PARTLY * (double)count && goes_on(data, repeated)) {
        stn_remark(&data->remarks,
                   "%zu rows repeat the one before them in every measured column, and the motion "
                   "makes up for it in the next: samples that were lost, or a sensor that is "
                   "slower than the log.  %s",
                   count,
                   leave_out ? "They are left out (--glitches keep: they stay)."
                             : "They stay, as asked for (--glitches).");
        if (leave_out)
            leave_out_rows(data, repeated);
    }
    free(repeated);
    return STN_OK;
}
