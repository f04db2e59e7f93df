/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* A study by several processes, which talk through sockets: the same rows as one process gives, and a sentence where one is
 * lost, fails or talks nonsense. */
#include "build_block.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RANKS_MAX = 5, RUNS = 300 };

/* The first process has a socket for each other one; the others one, in place 0. */
typedef struct Sockets {
    int fd[RANKS_MAX], count;
} Sockets;

static bool put_all(int fd, const void *data, size_t size)
{
    for (const char *at = data; size > 0;) {
        const ssize_t done = send(fd, at, size, MSG_NOSIGNAL);
        if (done <= 0)
            return false;
        at += done;
        size -= (size_t)done;
    }
    return true;
}

static bool get_all(int fd, void *data, size_t size)
{
    for (char *at = data; size > 0;) {
        const ssize_t done = recv(fd, at, size, 0);
        if (done <= 0)
            return false;
        at += done;
        size -= (size_t)done;
    }
    return true;
}

static bool send_to(void *user, int to, const void *data, size_t size)
{
    const Sockets *s = user;
    return put_all(s->fd[to], &size, sizeof size) && put_all(s->fd[to], data, size);
}

static int receive_from(void *user, int *from, void **data, size_t *size, double seconds)
{
    const Sockets *s = user;
    struct pollfd poll_fd[RANKS_MAX];
    for (int i = 0; i < s->count; i++)
        poll_fd[i] = (struct pollfd){.fd = s->fd[i], .events = POLLIN};
    if (poll(poll_fd, (nfds_t)s->count, (int)(1000 * seconds)) <= 0)
        return 0;
    for (int i = 0; i < s->count; i++) {
        if (poll_fd[i].fd < 0 || !poll_fd[i].revents)
            continue;
        if (!get_all(s->fd[i], size, sizeof *size))
            return -1;
        *data = malloc(*size + 1);
        *from = i;
        return get_all(s->fd[i], *data, *size) ? 1 : -1;
    }
    return 0;
}

static const StnScenario *scenario;

static StnStudy *study_of(const char *store)
{
    static const char *const vary[] = {"Fs=+-50%", "law=list:coulomb,stribeck"};
    static const char *const metric[] = {"period", "end(x)"};
    StnStudyDef def = {.scenario = scenario,
                       .name = "block-stick-slip",
                       .vary = vary,
                       .nvary = 2,
                       .metric = metric,
                       .nmetric = 2,
                       .store = store};
    StnError error = {0};
    stn_fields_default(&stn_study_fields, &def.settings);
    def.settings.samples = RUNS;
    def.settings.threads = 1;
    StnStudy *study = stn_study_new(&def, &error);
    CHECK(study != NULL, "%s", error.text);
    return study;
}

/* What another process does. */
typedef enum Conduct { WORKS, DIES, FAILS, RAVES } Conduct;

static void behave(Conduct conduct, int fd)
{
    Sockets s = {{fd}, 1};
    const StnTeam team = {1, 2, send_to, receive_from, &s};
    void *data = NULL;
    size_t size;
    int from;
    if (conduct == DIES || conduct == RAVES)
        while (receive_from(&s, &from, &data, &size, 1.0) == 0)
            ;
    free(data);
    if (conduct == RAVES)
        send_to(&s, 0, "no result, though long enough for the head of a message", 48);
    if (conduct == FAILS)
        stn_study_serve(NULL, &team, "it has no such file", NULL);
    if (conduct == WORKS) {
        StnStudy *study = study_of(NULL);
        stn_study_serve(study, &team, NULL, NULL);
        stn_study_free(study);
    }
    _exit(0);
}

static StnStatus lead(StnStudy *study, int ranks, const Conduct *conduct, StnError *error)
{
    Sockets s = {.count = ranks};
    pid_t child[RANKS_MAX];
    const StnTeam team = {0, ranks, send_to, receive_from, &s};
    s.fd[0] = -1;
    for (int i = 1; i < ranks; i++) {
        int pair[2];
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
        child[i] = fork();
        assert_true(child[i] >= 0);
        if (child[i] == 0) {
            close(pair[0]);
            behave(conduct[i - 1], pair[1]);
        }
        close(pair[1]);
        s.fd[i] = pair[0];
    }
    const StnStatus status = stn_study_lead(study, &team, NULL, NULL, error);
    stn_team_stop(&team);
    for (int i = 1; i < ranks; i++) {
        close(s.fd[i]);
        waitpid(child[i], NULL, 0);
    }
    return status;
}

static void columns_of(StnStudy *study, double column[4][RUNS])
{
    for (int i = 0; i < 4; i++)
        assert_int_equal(stn_study_column(study, i, column[i], NULL), STN_OK);
}

static void any_number_of_processes_gives_the_same(void **state)
{
    static double alone[4][RUNS], together[4][RUNS];
    const Conduct all[] = {WORKS, WORKS, WORKS, WORKS};
    StnError error = {0};
    StnStudy *study = study_of(NULL);
    assert_int_equal(stn_study_run(study, NULL, NULL, &error), STN_OK);
    columns_of(study, alone);
    const int64_t invalid = stn_study_done(study, STN_OUTCOME_INVALID);
    assert_true(invalid > 0 && invalid < RUNS);
    stn_study_free(study);
    for (int ranks = 2; ranks <= RANKS_MAX; ranks++) {
        study = study_of(NULL);
        CHECK(lead(study, ranks, all, &error) == STN_OK, "%s", error.text);
        columns_of(study, together);
        assert_memory_equal(alone, together, sizeof alone);
        assert_int_equal(stn_study_done(study, STN_OUTCOME_INVALID), invalid);
        stn_study_free(study);
    }
}

static void a_process_that_is_lost_ends_the_study(void **state)
{
    static const struct {
        Conduct conduct;
        const char *words;
    } row[] = {{DIES, "a process of the study is lost"},
               {FAILS, "process 1 of the study failed: it has no such file"},
               {RAVES, "process 1 of the study failed"}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        StnError error = {0};
        StnStudy *study = study_of(NULL);
        CHECK(lead(study, 3, (const Conduct[]){row[i].conduct, WORKS}, &error) == STN_FAILED, "%s",
              row[i].words);
        CHECK(strstr(error.text, row[i].words) != NULL, "%s", error.text);
        stn_study_free(study);
    }
}

#if defined(STN_HAVE_SQLITE) && STN_HAVE_SQLITE
/* A study in a file that a lost process ended goes on with any number of them. */
static void what_was_kept_is_not_run_again(void **state)
{
    static double alone[4][RUNS], together[4][RUNS];
    char folder[] = "/tmp/stiction-team-XXXXXX", path[64], command[64];
    StnError error = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/study.sqlite", folder);
    StnStudy *study = study_of(path);
    assert_int_equal(lead(study, 3, (const Conduct[]){WORKS, DIES}, &error), STN_FAILED);
    stn_study_free(study);
    study = study_of(path);
    CHECK(lead(study, 4, (const Conduct[]){WORKS, WORKS, WORKS}, &error) == STN_OK, "%s",
          error.text);
    columns_of(study, together);
    stn_study_free(study);
    study = study_of(NULL);
    assert_int_equal(stn_study_run(study, NULL, NULL, &error), STN_OK);
    columns_of(study, alone);
    stn_study_free(study);
    assert_memory_equal(alone, together, sizeof alone);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    assert_int_equal(system(command), 0);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_processes_gives_the_same),
        cmocka_unit_test(a_process_that_is_lost_ends_the_study),
#if defined(STN_HAVE_SQLITE) && STN_HAVE_SQLITE
        cmocka_unit_test(what_was_kept_is_not_run_again),
#endif
    };
    StnError error = {0};
    StnScenario *loaded = stn_scenario_load("block-stick-slip", NULL, &error);
    scenario = loaded;
    if (loaded == NULL)
        return 1;
    const int code = cmocka_run_group_tests(tests, NULL, NULL);
    stn_scenario_free(loaded);
    return code;
}
