/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A study by several processes.  The first one hands out pieces, a new one to whoever has done his, since runs differ in what
 * they cost; it alone keeps them.  Every process makes the same plan of the same texts, so that a piece is two
 * numbers, and a result the metrics. */
#define _POSIX_C_SOURCE 200809L
#include "ensemble/study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A piece takes a second or so: what a lost process costs. */
enum { PIECE_FIRST = 16, PIECE_MOST = 1 << 14 };
static const double piece_short = 0.5, piece_long = 1.5; /* s */
static const double farewell = 0.2;  /* s; for pieces that are out after a failure or Ctrl-C */
static const double patience = 0.05; /* s; between looks at the clock and at Ctrl-C */

enum { WORK = 1, RESULT, FAILED, STOP };

typedef struct Head {
    int64_t kind, first, count;
    int64_t reasons; /* bytes behind the numbers: place, text, place, text ... */
    double seconds;  /* that the piece took */
} Head;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The arrays of a piece, all in the message itself: head, outcomes, metrics one after the other. */
static size_t outcome_size(int64_t count) { return ((size_t)count + 7) / 8 * 8; }

static size_t message_size(const StnStudy *s, int64_t count)
{
    return sizeof(Head) + outcome_size(count) + (size_t)s->nmetric * (size_t)count * sizeof(double);
}

static unsigned char *outcomes_of(void *message) { return (unsigned char *)message + sizeof(Head); }

static double *metric_of(void *message, int64_t count, int metric)
{
    return (double *)(void *)(outcomes_of(message) + outcome_size(count)) + metric * count;
}

static bool send_word(const StnTeam *team, int to, int64_t kind)
{
    const Head head = {.kind = kind};
    return team->send(team->user, to, &head, sizeof head);
}

/* ---- The others ------------------------------------------------------------------------------ */

/* A result that grows by the reasons. */
typedef struct Answer {
    void *message;
    size_t size;
    bool lost;
} Answer;

static void add_reason(void *user, int64_t run, const char *text)
{
    Answer *a = user;
    const size_t length = strlen(text) + 1;
    char *more = a->lost ? NULL : realloc(a->message, a->size + sizeof run + length);
    if (more == NULL) {
        a->lost = true;
        return;
    }
    memcpy(more + a->size, &run, sizeof run);
    memcpy(more + a->size + sizeof run, text, length);
    a->message = more;
    a->size += sizeof run + length;
}

/* Reasons come while the arrays are in use: they go into a message of their own first. */
static StnStatus run_piece(const StnStudy *s, const Head *work, const unsigned char *outcome,
                           Answer *answer, StnError *error)
{
    const int64_t count = work->count;
    const size_t size = message_size(s, count);
    Answer reasons = {.message = NULL};
    double *value[STN_VARIES_MAX], *result[STN_METRICS_MAX], one[STN_VARIES_MAX];
    double *drawn = malloc((size_t)s->nvary * (size_t)count * sizeof *drawn);
    const double begin = now();
    answer->message = calloc(1, size); /* of runs that are there nothing is filled in */
    if (drawn == NULL || answer->message == NULL) {
        free(drawn);
        return stn_out_of_memory(error);
    }
    for (int k = 0; k < s->nvary; k++)
        value[k] = drawn + k * count;
    for (int m = 0; m < s->nmetric; m++)
        result[m] = metric_of(answer->message, count, m);
    for (int64_t i = 0; i < count; i++) {
        stn_design_values(s->design, work->first + i, one);
        for (int k = 0; k < s->nvary; k++)
            value[k][i] = one[k];
    }
    memcpy(outcomes_of(answer->message), outcome, outcome_size(count));
    const StnBatch batch = {.count = count,
                            .value = (const double *const *)value,
                            .result = result,
                            .outcome = outcomes_of(answer->message),
                            .reason = add_reason,
                            .user = &reasons};
    StnStatus status = stn_ensemble_run(s->ensemble, &batch, error);
    free(drawn);
    char *whole =
        status == STN_OK && !reasons.lost ? realloc(answer->message, size + reasons.size) : NULL;
    if (whole) {
        const Head head = {RESULT, work->first, count, (int64_t)reasons.size, now() - begin};
        memcpy(whole, &head, sizeof head);
        if (reasons.size > 0)
            memcpy(whole + size, reasons.message, reasons.size);
        answer->message = whole;
        answer->size = size + reasons.size;
    } else if (status == STN_OK)
        status = stn_out_of_memory(error);
    free(reasons.message);
    return status;
}

static bool answer_failure(const StnTeam *team, const char *text)
{
    const size_t size = sizeof(Head) + strlen(text) + 1;
    char *message = malloc(size);
    const Head head = {.kind = FAILED};
    if (message == NULL)
        return send_word(team, 0, FAILED);
    memcpy(message, &head, sizeof head);
    strcpy(message + sizeof head, text);
    const bool sent = team->send(team->user, 0, message, size);
    free(message);
    return sent;
}

static bool is_work(const StnStudy *s, const Head *head, size_t size)
{
    return head->kind == WORK && head->count > 0 && head->count <= PIECE_MOST && head->first >= 0 &&
           head->first <= s->count - head->count &&
           size >= sizeof(Head) + outcome_size(head->count);
}

StnStatus stn_study_serve(const StnStudy *study, const StnTeam *team, const char *failure,
                          StnError *error)
{
    for (;;) {
        int from = 0;
        void *message = NULL;
        size_t size = 0;
        StnStatus status = STN_OK;
        Answer answer = {.message = NULL};
        const int got = team->receive(team->user, &from, &message, &size, patience);
        if (got < 0)
            return stn_error(error, STN_FAILED, "the first process of the study is lost");
        if (got == 0)
            continue;
        const Head *head = message;
        const bool stop = size < sizeof *head || head->kind == STOP;
        bool sent = true;
        if (!stop && study && !failure && is_work(study, head, size)) {
            status = run_piece(study, head, outcomes_of(message), &answer, error);
            sent = status == STN_OK ? team->send(team->user, 0, answer.message, answer.size)
                                    : answer_failure(team, error ? error->text : "");
        } else if (!stop)
            sent = answer_failure(team, failure ? failure : "");
        free(answer.message);
        free(message);
        if (stop)
            return STN_OK;
        if (!sent)
            return stn_error(error, STN_FAILED, "the first process of the study is lost");
    }
}

/* ---- The first ------------------------------------------------------------------------------- */

typedef struct Lead {
    StnStudy *study;
    const StnTeam *team;
    int64_t next, done; /* the first run that is not handed out; runs that are kept */
    int64_t *piece;     /* runs of the next piece, by rank */
    bool *busy;
    int working;
    double *value[STN_STUDY_COLUMNS]; /* of one piece */
    unsigned char *outcome;
    char **reason;
} Lead;

static StnStatus take_lead(Lead *l, StnError *error)
{
    const StnStudy *s = l->study;
    const size_t ranks = (size_t)l->team->size;
    l->piece = malloc(ranks * sizeof *l->piece);
    l->busy = calloc(ranks, sizeof *l->busy);
    l->outcome = calloc(PIECE_MOST + 8, 1);
    l->reason = calloc(PIECE_MOST, sizeof *l->reason);
    bool good = l->piece && l->busy && l->outcome && l->reason;
    for (int i = 0; i < s->nvary + s->nmetric; i++) {
        l->value[i] = malloc(PIECE_MOST * sizeof(double));
        good = good && l->value[i];
    }
    for (size_t i = 0; i < ranks && good; i++)
        l->piece[i] = PIECE_FIRST;
    return good ? STN_OK : stn_out_of_memory(error);
}

static void leave_lead(Lead *l)
{
    for (int i = 0; i < l->study->nvary + l->study->nmetric; i++)
        free(l->value[i]);
    free(l->piece);
    free(l->busy);
    free(l->outcome);
    free(l->reason);
}

static void count_outcomes(Lead *l, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        l->study->done[l->outcome[i]] += l->outcome[i] != STN_OUTCOME_NONE;
}

/* The next piece of which a run is missing, with what is there marked; false: none is left. */
static bool next_piece(Lead *l, int rank, Head *head, StnStatus *status, StnError *error)
{
    StnStudy *s = l->study;
    while (l->next < s->count && *status == STN_OK) {
        const int64_t left = s->count - l->next, most = l->piece[rank];
        const StnStoreRows rows = {l->next, left < most ? left : most, l->value, l->outcome, NULL};
        *head = (Head){.kind = WORK, .first = rows.first, .count = rows.count};
        memset(l->outcome, STN_OUTCOME_NONE, (size_t)rows.count + 8);
        if (s->store)
            *status = stn_store_read(s->store, &rows, error);
        l->next += rows.count;
        count_outcomes(l, rows.count);
        const unsigned char *missing = memchr(l->outcome, STN_OUTCOME_NONE, (size_t)rows.count);
        if (missing)
            return *status == STN_OK;
        l->done += rows.count;
    }
    return false;
}

static StnStatus hand_out(Lead *l, int rank, StnError *error)
{
    Head head;
    StnStatus status = STN_OK;
    l->busy[rank] = false;
    if (!next_piece(l, rank, &head, &status, error))
        return status;
    const size_t size = sizeof head + outcome_size(head.count);
    char *message = malloc(size);
    if (message == NULL)
        return stn_out_of_memory(error);
    memcpy(message, &head, sizeof head);
    memcpy(message + sizeof head, l->outcome, outcome_size(head.count));
    const bool sent = l->team->send(l->team->user, rank, message, size);
    free(message);
    if (!sent)
        return stn_error(error, STN_FAILED, "process %d of the study is lost", rank);
    l->busy[rank] = true;
    l->working++;
    return STN_OK;
}

/* The reasons stay within the message. */
static bool take_reasons(Lead *l, const Head *head, char *text)
{
    for (char *end = text + head->reasons; text < end;) {
        int64_t run;
        if ((size_t)(end - text) <= sizeof run)
            return false;
        memcpy(&run, text, sizeof run);
        text += sizeof run;
        const char *stop = memchr(text, '\0', (size_t)(end - text));
        if (stop == NULL || run < 0 || run >= head->count)
            return false;
        l->reason[run] = text;
        text += stop - text + 1;
    }
    return true;
}

/* Into the file, or into the arrays of the study. */
static StnStatus keep(Lead *l, const Head *head, StnError *error)
{
    StnStudy *s = l->study;
    const StnStoreRows rows = {head->first, head->count, l->value, l->outcome, l->reason};
    if (s->store)
        return stn_store_write(s->store, &rows, error);
    for (int64_t i = 0; i < head->count; i++) {
        const int64_t run = head->first + i;
        for (int k = 0; k < s->nvary + s->nmetric; k++)
            s->value[k][run] = l->value[k][i];
        s->outcome[run] = l->outcome[i];
        free(s->reason[run]);
        s->reason[run] = l->reason[i] ? strdup(l->reason[i]) : NULL;
        if (l->reason[i] && s->reason[run] == NULL)
            return stn_out_of_memory(error);
    }
    return STN_OK;
}

/* Of runs that the file had the outcome comes back as it was sent: they are not written again. */
static StnStatus take_result(Lead *l, void *message, size_t size, StnError *error)
{
    const StnStudy *s = l->study;
    const Head *head = message;
    double one[STN_VARIES_MAX];
    if (head->count < 1 || head->count > PIECE_MOST || head->first < 0 ||
        head->first > s->count - head->count || head->reasons < 0 ||
        size != message_size(s, head->count) + (size_t)head->reasons)
        return stn_error(error, STN_FAILED, "a process of the study sent what is no result");
    memset(l->reason, 0, PIECE_MOST * sizeof *l->reason);
    if (!take_reasons(l, head, (char *)message + message_size(s, head->count)))
        return stn_error(error, STN_FAILED, "a process of the study sent what is no result");
    memcpy(l->outcome, outcomes_of(message), (size_t)head->count);
    for (int m = 0; m < s->nmetric; m++)
        memcpy(l->value[s->nvary + m], metric_of(message, head->count, m),
               (size_t)head->count * sizeof(double));
    for (int64_t i = 0; i < head->count; i++) {
        stn_design_values(s->design, head->first + i, one);
        for (int k = 0; k < s->nvary; k++)
            l->value[k][i] = one[k];
    }
    l->done += head->count;
    return keep(l, head, error);
}

static StnStatus take_message(Lead *l, int from, void *message, size_t size, StnError *error)
{
    const Head *head = message;
    if (size < sizeof *head || from < 1 || from >= l->team->size || !l->busy[from])
        return stn_error(error, STN_FAILED, "a process of the study sent what is no result");
    l->working--;
    l->busy[from] = false;
    if (head->kind != RESULT) {
        return stn_error(error, STN_FAILED, "process %d of the study failed: %.*s", from,
                         (int)(size - sizeof *head), (const char *)message + sizeof *head);
    }
    l->piece[from] = head->seconds < piece_short && l->piece[from] < PIECE_MOST ? 2 * l->piece[from]
                     : head->seconds > piece_long && l->piece[from] > 1         ? l->piece[from] / 2
                                                                                : l->piece[from];
    return take_result(l, message, size, error);
}

/* Whoever is idle gets a piece; after a failure or Ctrl-C pieces that come back soon are still kept. */
static StnStatus lead_all(Lead *l, bool (*progress)(void *user, double fraction), void *user,
                          StnError *error)
{
    StnStatus status = STN_OK;
    StnError later;
    double ended = INFINITY;
    for (int rank = 1; rank < l->team->size && status == STN_OK; rank++)
        status = hand_out(l, rank, error);
    while (l->working > 0 && now() < ended + farewell) {
        int from = 0;
        void *message = NULL;
        size_t size = 0;
        const int got = l->team->receive(l->team->user, &from, &message, &size, patience);
        if (got < 0)
            return status != STN_OK
                       ? status
                       : stn_error(error, STN_FAILED, "a process of the study is lost");
        if (got > 0) {
            const StnStatus taken =
                take_message(l, from, message, size, status == STN_OK ? error : &later);
            status = status == STN_OK ? taken : status;
            free(message);
            if (status == STN_OK)
                status = hand_out(l, from, error);
        }
        if (progress && !progress(user, (double)l->done / (double)l->study->count) &&
            status == STN_OK)
            status = STN_CANCELLED;
        if (status != STN_OK && isinf(ended))
            ended = now();
    }
    return status;
}

StnStatus stn_study_lead(StnStudy *study, const StnTeam *team,
                         bool (*progress)(void *user, double fraction), void *user, StnError *error)
{
    StnError own = {.status = STN_OK};
    Lead lead = {.study = study, .team = team};
    StnStatus status = stn_study_take_memory(study, &own);
    if (status == STN_OK)
        status = take_lead(&lead, &own);
    memset(study->done, 0, sizeof study->done);
    if (status == STN_OK)
        status = lead_all(&lead, progress, user, &own);
    leave_lead(&lead);
    if (study->store)
        stn_store_counts(study->store, study->done, NULL);
    else
        for (int64_t i = 0; i < study->count && study->outcome; i++)
            study->done[study->outcome[i]] += study->outcome[i] != STN_OUTCOME_NONE;
    if (status == STN_OK)
        status = stn_traces_run(study, progress, user, &own);
    if (error)
        *error = own;
    return status;
}

void stn_team_stop(const StnTeam *team)
{
    for (int rank = 1; rank < team->size; rank++)
        send_word(team, rank, STOP);
}
