/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Settings as tables.  Whatever a person can set is a field: name, kind, unit, default, range,
 * text.  The struct is written out in its header; one table beside its code describes it, and
 * scenario keys, options of the command line with their help, JSON and documentation are read
 * from that. */
#ifndef STICTION_FIELDS_H
#define STICTION_FIELDS_H

#include "stiction/core.h"

#include <float.h>
#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kind says which C type the member has. */
typedef enum StnFieldKind {
    STN_FIELD_NUMBER,  /* double; NaN: not given, where the default is NaN */
    STN_FIELD_OR_AUTO, /* double; 0 stands for the word "auto" */
    STN_FIELD_INTEGER, /* int, long or uint64_t */
    STN_FIELD_FLAG,    /* bool */
    STN_FIELD_WORD,    /* an enumeration: the index of one of the words in `unit` */
    STN_FIELD_TEXT,    /* const char *; NULL: not given */
    STN_FIELD_PAIR,    /* double[2]: forward and backward; NaN: not given */
    STN_FIELD_NUMBERS, /* StnNumbers */
    STN_FIELD_TEXTS,   /* StnTextList: given several times */
    STN_FIELD_OTHER,   /* no member: code of its own reads it */
} StnFieldKind;

/* A list of numbers that belongs to somebody else. */
typedef struct StnNumbers {
    const double *value;
    int count;
} StnNumbers;
/* A list of texts that belongs to somebody else. */
typedef struct StnTextList {
    const char *const *item;
    int count;
} StnTextList;

/* unit: of the numbers ("1": none).  $F and $x are N or N*m, m or rad; $m is kg or kg*m^2; $u the
 * unit of the input or output that the settings belong to.  Of a WORD: the words, '|' between them.
 * Of a TEXT and TEXTS: what stands for the value in a help, as COLUMN; "": TEXT.  def: STN_NEEDED
 * where it must be given.  least, most: what is allowed, both included; an infinite bound admits
 * infinity, DBL_MAX does not. */
typedef struct StnField {
    const char *name;
    StnFieldKind kind;
    unsigned short at, size; /* of the member in the struct */
    const char *unit;
    double def, least, most;
    const char *text; /* for people: what it is, one line without a full stop */
} StnField;

/* Bounds and defaults that no number stands for: STN_NEEDED as `def`, where there is none. */
#define STN_NEEDED (-HUGE_VAL)
#define STN_ABOVE_0 4.9406564584124654e-324 /* as `least`: more than 0 */
#define STN_BELOW_1 0.99999999999999989     /* as `most`: less than 1 */

/* The table of a struct.  name: what messages call the settings. */
typedef struct StnFields {
    const char *name;
    const StnField *field;
    int count;
    size_t size; /* of the struct */
} StnFields;

enum { STN_FIELDS_MAX = 32, STN_FIELD_TEXT_SIZE = 160 };

/* Puts the defaults into the members that the table describes; others are left alone. */
STN_API void stn_fields_default(const StnFields *fields, void *settings);
/* Are all numbers within their ranges?  The sentence names the first that is not. */
STN_API StnStatus stn_fields_check(const StnFields *fields, const void *settings, StnError *error);
/* NULL when there is no such field; with `error` the sentence has the nearest name. */
STN_API const StnField *stn_fields_find(const StnFields *fields, const char *name, StnError *error);

/* The number in a field: of a FLAG 0 or 1, of a WORD its index, of a PAIR the first; NaN of
 * others. */
STN_API double stn_field_get(const StnField *field, const void *settings);
/* The size of the whole number in an INTEGER, all digits of it, and whether it is negative. */
STN_API uint64_t stn_field_get_integer(const StnField *field, const void *settings, bool *negative);
/* Sets it after a check of its range; a PAIR gets it twice. */
STN_API StnStatus stn_field_set(const StnField *field, void *settings, double value,
                                StnError *error);
/* The same for a whole number that a double cannot hold; without a check. */
STN_API void stn_field_set_integer(const StnField *field, void *settings, uint64_t value);
/* The index of a word, -1 when the field has no such word. */
STN_API int stn_field_word(const StnField *field, const char *text);
/* The index-th word into out; "" beyond the last. */
STN_API const char *stn_field_word_at(const StnField *field, int index, char *out, size_t size);
/* Whether a value lies within the range. */
STN_API bool stn_field_allows(const StnField *field, double value);
/* "more than 0 s, and finite": what is allowed, with this unit; returns out. */
STN_API const char *stn_range_text(double least, double most, const char *unit, char *out,
                                   size_t size);

#ifndef __cplusplus
/* Entries of a table: struct, member, what is left of StnField.  The member gives the name; the
 * type of the member is checked. */
#if __STDC_VERSION__ >= 201112L
#define STN_FIELD_IS(of, ...) (0 * sizeof(char[_Generic(of, __VA_ARGS__)]))
#else /* C99 cannot ask for a type */
#define STN_FIELD_IS(of, ...) 0
#endif
#define STN_FIELD_AT(S, m, type) \
    (unsigned short)(offsetof(S, m) + STN_FIELD_IS(&((S *)0)->m, type : 1))
#define STN_FIELD_ENTRY(label, kind, at, bytes, unit, def, least, most, text)  \
    {                                                                          \
        label, kind, at, (unsigned short)(bytes), unit, def, least, most, text \
    }
#define STN_SIZE_OF(S, m) sizeof(((S *)0)->m)

#define STN_NUMBER_AS(label, S, m, unit, def, least, most, text)                                 \
    STN_FIELD_ENTRY(label, STN_FIELD_NUMBER, STN_FIELD_AT(S, m, double *), sizeof(double), unit, \
                    def, least, most, text)
#define STN_OR_AUTO_AS(label, S, m, unit, def, least, most, text)                                 \
    STN_FIELD_ENTRY(label, STN_FIELD_OR_AUTO, STN_FIELD_AT(S, m, double *), sizeof(double), unit, \
                    def, least, most, text)
#define STN_INTEGER_AS(label, S, m, def, least, most, text)                                       \
    STN_FIELD_ENTRY(label, STN_FIELD_INTEGER,                                                     \
                    (unsigned short)(offsetof(S, m) +                                             \
                                     STN_FIELD_IS(((S *)0)->m, int : 1, long : 1, uint64_t : 1)), \
                    STN_SIZE_OF(S, m), "1", def, least, most, text)
#define STN_FLAG_AS(label, S, m, def, text)                                                        \
    STN_FIELD_ENTRY(label, STN_FIELD_FLAG, STN_FIELD_AT(S, m, bool *), sizeof(bool), "", def, 0.0, \
                    1.0, text)
#define STN_WORD_AS(label, S, m, words, def, text)                                           \
    STN_FIELD_ENTRY(                                                                         \
        label, STN_FIELD_WORD,                                                               \
        (unsigned short)(offsetof(S, m) + STN_FIELD_IS(((S *)0)->m, int : 1, unsigned : 1)), \
        STN_SIZE_OF(S, m), words, def, 0.0, DBL_MAX, text)
#define STN_TEXT(S, m, word, def, text)                                                          \
    STN_FIELD_ENTRY(#m, STN_FIELD_TEXT, STN_FIELD_AT(S, m, const char **), sizeof(const char *), \
                    word, def, 0.0, 0.0, text)
#define STN_TEXTS(S, m, word, text)                                                              \
    STN_FIELD_ENTRY(#m, STN_FIELD_TEXTS, STN_FIELD_AT(S, m, StnTextList *), sizeof(StnTextList), \
                    word, NAN, 0.0, 0.0, text)
#define STN_PAIR_AS(label, S, m, unit, def, least, most, text)                                   \
    STN_FIELD_ENTRY(label, STN_FIELD_PAIR, STN_FIELD_AT(S, m, double(*)[2]), 2 * sizeof(double), \
                    unit, def, least, most, text)
#define STN_NUMBERS_AS(label, S, m, unit, def, least, most, text)               \
    STN_FIELD_ENTRY(label, STN_FIELD_NUMBERS, STN_FIELD_AT(S, m, StnNumbers *), \
                    sizeof(StnNumbers), unit, def, least, most, text)

#define STN_NUMBER(S, m, unit, def, least, most, text) \
    STN_NUMBER_AS(#m, S, m, unit, def, least, most, text)
#define STN_OR_AUTO(S, m, unit, def, least, most, text) \
    STN_OR_AUTO_AS(#m, S, m, unit, def, least, most, text)
#define STN_INTEGER(S, m, def, least, most, text) STN_INTEGER_AS(#m, S, m, def, least, most, text)
#define STN_FLAG(S, m, def, text) STN_FLAG_AS(#m, S, m, def, text)
#define STN_WORD(S, m, words, def, text) STN_WORD_AS(#m, S, m, words, def, text)
#define STN_PAIR_OF(S, m, unit, def, least, most, text) \
    STN_PAIR_AS(#m, S, m, unit, def, least, most, text)
#define STN_NUMBERS(S, m, unit, def, least, most, text) \
    STN_NUMBERS_AS(#m, S, m, unit, def, least, most, text)
/* What only code of its own can read; `def` is NAN or STN_NEEDED. */
#define STN_OTHER(label, def, text) \
    STN_FIELD_ENTRY(label, STN_FIELD_OTHER, 0, 0, "", def, 0.0, 0.0, text)

/* The initialiser of a StnFields: what messages call the settings, their struct, the entries. */
#define STN_TABLE(label, S, entries)                                           \
    {                                                                          \
        label, entries, (int)(sizeof(entries) / sizeof(entries)[0]), sizeof(S) \
    }
#endif

#ifdef __cplusplus
}
#endif
#endif
