/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A record as JSON.  jansson writes everything but the columns' numbers, which are streamed: as
 * objects they would take six times their memory. */
#include "io/atomic_file.h"
#include "io/error_place.h"
#include "io/number.h"
#include "io/utf8.h"
#include "io/writers.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(STN_HAVE_JANSSON) && STN_HAVE_JANSSON

#include <jansson.h>

/* Stray bytes are made valid first; jansson refuses them. */
static json_t *new_text(const char *text)
{
    char *valid = stn_utf8_duplicate(text);
    json_t *value = valid ? json_string(valid) : NULL;
    free(valid);
    return value;
}

static json_t *new_number(double value) { return isfinite(value) ? json_real(value) : json_null(); }

/* A whole number; beyond what jansson holds, its digits as text. */
static json_t *new_whole(uint64_t value)
{
    char digits[24];
    if (value <= INT64_MAX) {
        return json_integer((json_int_t)value);
    }
    snprintf(digits, sizeof digits, "%" PRIu64, value);
    return json_string(digits);
}

static json_t *new_provenance(const StnProvenance *from)
{
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "version", STN_VERSION, "scenario",
                     new_text(from->scenario), "title", new_text(from->title), "plant",
                     new_text(from->plant), "law", new_text(from->law), "solver",
                     new_text(from->solver), "seed", new_whole(from->seed), "text",
                     from->text ? new_text(from->text) : json_null());
}

static json_t *new_energy(const StnEnergy *e)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "input", new_number(e->input), "stored",
                     new_number(e->stored), "friction", new_number(e->friction), "impact",
                     new_number(e->impact), "moved", new_number(e->moved));
}

static json_t *new_counters(const StnCounters *c)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "steps", (json_int_t)c->steps,
                     "rejected", (json_int_t)c->rejected, "rates", (json_int_t)c->rates,
                     "jacobians", (json_int_t)c->jacobians, "events", (json_int_t)c->events,
                     "exact_steps", (json_int_t)c->exact_steps, "explicit_steps",
                     (json_int_t)c->explicit_steps, "implicit_steps",
                     (json_int_t)c->implicit_steps);
}

static json_t *new_event(const StnEvent *event)
{
    return json_pack("{s:o, s:o, s:s, s:o}", "t", new_number(event->t), "site",
                     new_text(event->site), "event", stn_event_word(event->kind), "detail",
                     new_text(event->detail));
}

/* Writes and releases a value; false when it could not be made or written. */
static bool put_value(FILE *out, json_t *value)
{
    const size_t flags = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17);
    const bool good = value && json_dumpf(value, out, flags) == 0;
    json_decref(value);
    return good;
}

/* Always with a point or an exponent, so that readers keep -0.0 and see one type. */
static void put_number(FILE *out, double value)
{
    char text[STN_NUMBER_SIZE];
    if (!isfinite(value)) {
        fputs("null", out);
        return;
    }
    fputs(stn_number_text(value, text), out);
    if (strpbrk(text, ".e") == NULL) {
        fputs(".0", out);
    }
}

static bool put_columns(FILE *out, const StnRecord *record)
{
    bool good = true;
    for (int c = 0; good && c < record->ncolumn; c++) {
        fputs(c > 0 ? ",\n {\"name\":" : "\n {\"name\":", out);
        good = put_value(out, new_text(record->column[c].name));
        fputs(",\"unit\":", out);
        good = good && put_value(out, new_text(record->column[c].unit));
        fputs(",\"data\":[", out);
        for (size_t row = 0; good && row < record->rows; row++) {
            if (row > 0) {
                putc(',', out);
            }
            put_number(out, record->data[c][row]);
        }
        fputs("]}", out);
    }
    return good;
}

static bool put_events(FILE *out, const StnRecord *record)
{
    bool good = true;
    for (size_t i = 0; good && i < record->nevent; i++) {
        fputs(i > 0 ? ",\n " : "\n ", out);
        good = put_value(out, new_event(&record->event[i]));
    }
    return good;
}

static bool put_record(FILE *out, const StnRecord *record, const StnProvenance *from)
{
    const StnProvenance nowhere = {0};
    fputs("{\"provenance\":", out);
    bool good = put_value(out, new_provenance(from ? from : &nowhere));
    fputs(",\n\"columns\":[", out);
    good = good && put_columns(out, record);
    fputs("],\n\"events\":[", out);
    good = good && put_events(out, record);
    fputs("],\n\"energy\":", out);
    good = good && put_value(out, new_energy(&record->energy));
    fputs(",\n\"counters\":", out);
    good = good && put_value(out, new_counters(&record->counters));
    fputs("}\n", out);
    return good;
}

StnStatus stn_json_write(const char *path, const StnRecord *record, const StnProvenance *from,
                         StnError *error)
{
    StnAtomicFile file;
    const StnStatus status = stn_atomic_open(&file, path, error);
    if (status != STN_OK) {
        return status;
    }
    if (!put_record(file.stream, record, from) && !ferror(file.stream)) {
        stn_atomic_discard(&file);
        return stn_out_of_memory(error);
    }
    return stn_atomic_commit(&file, error);
}

#else

StnStatus stn_json_write(const char *path, const StnRecord *record, const StnProvenance *from,
                         StnError *error)
{
    (void)record, (void)from;
    return stn_error_at(error, STN_UNAVAILABLE, path, 0, 0,
                        "this build writes no JSON: it was made without jansson "
                        "(Debian: libjansson-dev); write .csv");
}

#endif

static StnStatus write_record(const char *path, const StnRecord *record, const StnWriteDef *def,
                              StnError *error)
{
    return stn_json_write(path, record, def->from, error);
}
const StnWriter stn_json_writer = {".json", STN_HAVE_JANSSON ? NULL : "jansson", write_record};
