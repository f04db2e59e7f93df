/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
#include "team.h"

#include "command.h"
#include "message.h"

#if defined(STN_MPI_PROGRAM)

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TAG = 1 };

/* Every call of MPI returns its errors. */
static bool send_to(void *user, int to, const void *data, size_t size)
{
    (void)user;
    return size <= INT32_MAX &&
           MPI_Send(data, (int)size, MPI_BYTE, to, TAG, MPI_COMM_WORLD) == MPI_SUCCESS;
}

/* Looks now and then: waiting in MPI itself keeps a processor busy. */
static int receive_from(void *user, int *from, void **data, size_t *size, double seconds)
{
    const struct timespec pause = {0, 200000};
    MPI_Status status;
    int there = 0, bytes = 0;
    (void)user;
    for (double waited = 0.0;; waited += 200e-6) {
        if (MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS)
            return -1;
        if (there || waited >= seconds)
            break;
        nanosleep(&pause, NULL);
    }
    if (!there)
        return 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    *data = malloc((size_t)bytes + 1);
    *from = status.MPI_SOURCE;
    *size = (size_t)bytes;
    if (*data == NULL || MPI_Recv(*data, bytes, MPI_BYTE, *from, TAG, MPI_COMM_WORLD,
                                  MPI_STATUS_IGNORE) != MPI_SUCCESS)
        return -1;
    return 1;
}

int team_start(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return EXIT_DONE;
}

bool team_available(void) { return true; }

int team_begin(StnTeam *team)
{
    int given = 0;
    *team = (StnTeam){0, 1, send_to, receive_from, NULL};
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS) {
        message("MPI cannot be started");
        return EXIT_RUN_FAILED;
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &team->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &team->size);
    if (team->rank > 0)
        message_silence(); /* the first process says it */
    return EXIT_DONE;
}

/* Where a process is lost nobody can wait for it. */
int team_end(const StnTeam *team, int code)
{
    if (team->size > 1 && team->rank == 0 &&
        (code == EXIT_RUN_FAILED || code == EXIT_INTERRUPTED)) {
        fflush(NULL);
        MPI_Abort(MPI_COMM_WORLD, code);
    }
    if (team->size > 1 && team->rank == 0)
        stn_team_stop(team);
    MPI_Finalize();
    return team->rank == 0 ? code : EXIT_DONE;
}

#else

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* What Open MPI, MPICH and Slurm tell their processes; 1: alone, or not started by them. */
static long processes(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"};
    const char *text = getenv("PMIX_RANK") ? getenv("SLURM_NTASKS") : NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && text == NULL; i++)
        text = getenv(names[i]);
    return text ? strtol(text, NULL, 10) : 1;
}

static const char *rank_text(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i]))
            return getenv(names[i]);
    return "?";
}

static pid_t child;

static void pass_on(int number) { kill(child, number); }

/* Ends as it does.  mpirun kills all others at once when one is lost, so that nobody else could say it. */
static int wait_for_child(void)
{
    int status = 0;
    signal(SIGTERM, pass_on);
    signal(SIGINT, pass_on);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    message(
        "process %s of the command is lost (signal %d), which ends all of them; a study in a file "
        "keeps the runs that it has, and the same command goes on from there",
        rank_text(), WTERMSIG(status));
    return EXIT_RUN_FAILED;
}

enum { PATH_SIZE = 4096 };

/* The path of stiction-mpi beside this program; false with errno: it cannot be started. */
static bool program_with_mpi(char path[PATH_SIZE])
{
    const char ending[] = "-mpi";
    const ssize_t length = readlink("/proc/self/exe", path, PATH_SIZE - sizeof ending);
    if (length <= 0) {
        strcpy(path, "stiction-mpi");
        return false;
    }
    memcpy(path + length, ending, sizeof ending);
    return access(path, X_OK) == 0;
}

bool team_available(void)
{
    char path[PATH_SIZE];
    return program_with_mpi(path);
}

int team_start(int argc, char **argv)
{
    char path[PATH_SIZE];
    bool takes_them = false;
    for (int i = 1; i < argc; i++)
        takes_them = takes_them || strcmp(argv[i], "sweep") == 0;
    if (!takes_them || processes() <= 1)
        return EXIT_DONE;
    if (!program_with_mpi(path))
        return bad_input("this command was started as %ld processes, but %s cannot be started "
                         "(%s): this build was made without MPI",
                         processes(), path, strerror(errno));
    child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody is left behind */
        execv(path, argv);
        _exit(EXIT_RUN_FAILED);
    }
    exit(child < 0 ? out_of_memory() : wait_for_child());
}

int team_begin(StnTeam *team)
{
    *team = (StnTeam){.rank = 0, .size = 1};
    return EXIT_DONE;
}

int team_end(const StnTeam *team, int code)
{
    (void)team;
    return code;
}

#endif
