/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Records written: bits survive, other programs read them, and nothing half-written is left. */
#include "io_support.h"
#include "stiction/io.h"
#include "skip.h"

#include <sys/stat.h>

enum { ROWS = 5000, COLUMNS = 4 };
static double values[COLUMNS][ROWS];
static double *columns[COLUMNS] = {values[0], values[1], values[2], values[3]};
static StnColumnInfo column_info[COLUMNS] = {{"t", "s", NULL, STN_ROLE_TIME, -1},
                                             {"XJ", "m", NULL, STN_ROLE_POSITION, 0},
                                             {"piston.z", "", NULL, STN_ROLE_OTHER, 0},
                                             {"odd, \"name\"", "°", NULL, STN_ROLE_OTHER, -1}};
static StnEvent events[] = {{0.0, STN_EVENT_STICK, "piston", "initial"},
                            {0.5, STN_EVENT_SLIP_FORWARD, "pis,ton", ""}};
static const StnProvenance provenance = {"eha-ramp", "Ramp – stick-slip", "eha", "coulomb", "event",
                                         42,         "plant: eha\n"};

static StnRecord make_record(void)
{
    for (int i = 0; i < ROWS; i++) {
        values[0][i] = i * 1e-3;
        values[1][i] = isfinite(random_number(i)) ? random_number(i) : 1.0;
        values[2][i] = i == 3 ? NAN : i == 4 ? INFINITY : i == 5 ? -0.0 : sin(i);
        values[3][i] = from_bits(random_bits() & 0x000fffffffffffffull);
    }
    for (int i = 0; i < ROWS; i++) {
        values[1][i] = isfinite(values[1][i]) ? values[1][i] : 2.0;
    }
    return (StnRecord){.rows = ROWS,
                       .ncolumn = COLUMNS,
                       .column = column_info,
                       .data = columns,
                       .event = events,
                       .nevent = 2,
                       .energy = {.input = 1.0, .stored = 0.25, .friction = 0.75, .impact = NAN},
                       .counters = {.steps = 7}};
}

static void csv_written_is_csv_read(void **state)
{
    const StnRecord record = make_record();
    StnTable table;
    StnError error = {0};
    assert_int_equal(stn_csv_write(in_folder("r.csv"), &record, &error), STN_OK);
    assert_int_equal(stn_csv_read(in_folder("r.csv"), 0, &table, &error), STN_OK);
    assert_int_equal(table.rows, ROWS);
    assert_int_equal(table.ncolumn, COLUMNS);
    for (int c = 0; c < COLUMNS; c++) {
        assert_string_equal(table.column[c].name, column_info[c].name);
        assert_string_equal(table.column[c].unit, column_info[c].unit);
        for (int i = 0; i < ROWS; i++) {
            assert_true(same_bits(table.data[c][i], values[c][i]) || isnan(values[c][i]));
            assert_int_equal(isnan(table.data[c][i]), isnan(values[c][i]));
        }
    }
    stn_table_free(&table);
    size_t length;
    char *text = contents(in_folder("r.csv"), &length);
    assert_memory_equal(text, "t [s],XJ [m],piston.z,\"odd, \"\"name\"\" [°]\"\n0,", 44);
    free(text);
    assert_int_equal(files_in_folder(), 1);
}

static void events_are_a_csv_file(void **state)
{
    const StnRecord record = make_record();
    size_t length;
    assert_int_equal(stn_events_write(in_folder("e.csv"), &record, NULL), STN_OK);
    char *text = contents(in_folder("e.csv"), &length);
    assert_string_equal(text, "t [s],site,event,detail\n0,piston,stick,initial\n"
                              "0.5,\"pis,ton\",slip_forward,\n");
    free(text);
}

static void a_failed_write_leaves_nothing(void **state)
{
    const StnRecord record = make_record();
    StnError error = {0};
    char sub[256];
    snprintf(sub, sizeof sub, "%s", in_folder("missing/r.csv"));
    assert_int_equal(stn_csv_write(sub, &record, &error), STN_NO_FILE);
    assert_non_null(strstr(error.file, "missing/r.csv"));
    assert_int_equal(stn_record_write(in_folder("missing/r.json"), &record, NULL, NULL),
                     STN_NO_FILE);
    assert_int_equal(stn_record_write(in_folder("missing/r.mat"), &record, NULL, NULL),
                     STN_NO_FILE);
    assert_int_equal(stn_record_write(folder, &record, NULL, NULL), STN_BAD_INPUT);
    assert_int_equal(files_in_folder(), 0);
    if (access("/dev/full", W_OK) == 0) {
        assert_int_equal(stn_csv_write("/dev/full", &record, &error), STN_NO_FILE);
        assert_non_null(strstr(error.text, "the disk may be full"));
        StnRecord small = record;
        small.rows = 2;
        assert_int_equal(stn_csv_write("/dev/full", &small, &error), STN_NO_FILE);
        assert_non_null(strstr(error.text, "space"));
    }
}

static void a_file_that_is_there_keeps_mode_and_links(void **state)
{
    const StnRecord record = make_record();
    char file[256], link[256];
    struct stat info;
    snprintf(file, sizeof file, "%s", in_folder("real.csv"));
    snprintf(link, sizeof link, "%s", in_folder("link.csv"));
    fclose(fopen(file, "w"));
    assert_int_equal(chmod(file, 0640), 0);
    assert_int_equal(symlink(file, link), 0);
    assert_int_equal(stn_csv_write(link, &record, NULL), STN_OK);
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(file, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_true(info.st_size > 1000);
    assert_int_equal(files_in_folder(), 2);
}

static void json_round_trips(void **state)
{
    static char text[2000000];
    const StnRecord record = make_record();
    assert_int_equal(
        stn_record_write(in_folder("r.json"), &record, &(StnWriteDef){.from = &provenance}, NULL),
        STN_OK);
    FILE *file = fopen(in_folder("r.json"), "r");
    assert_non_null(file);
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    assert_in_range(length, 1000, sizeof text - 2);
    char *at = text;
    for (size_t c = 0; c < COLUMNS; c++) {
        at = strstr(at, "\"data\": [");
        assert_non_null(at);
        at += strlen("\"data\": [");
        for (size_t i = 0; i < ROWS; i++) {
            if (isfinite(values[c][i]))
                assert_true(same_bits(strtod(at, &at), values[c][i]));
            else
                assert_memory_equal(at, "null", 4), at += 4;
            assert_true(*at++ == (i + 1 < ROWS ? ',' : ']'));
        }
    }
    assert_non_null(strstr(text, "\"version\": \"" STN_VERSION "\""));
    assert_non_null(strstr(text, provenance.title));
    assert_non_null(strstr(at, "\"event\": \"slip_forward\""));
    assert_non_null(strstr(at, "\"impact\": null"));
    assert_non_null(strstr(at, "\"steps\": 7,"));
}

static void mat_round_trips(void **state)
{
    const StnRecord record = make_record();
    StnError error = {0};
    assert_int_equal(
        stn_record_write(in_folder("r.mat"), &record, &(StnWriteDef){.from = &provenance}, &error),
        STN_OK);
    StnTable table;
    const StnStatus status = stn_mat_read(in_folder("r.mat"), 0, &table, &error);
    if (status == STN_UNAVAILABLE) {
        SKIP("matio", "MATLAB files are not read");
    }
    assert_int_equal(status, STN_OK);
    assert_int_equal(table.ncolumn, COLUMNS + 1); /* and the times of the events */
    assert_string_equal(table.column[COLUMNS].name, "events.t");
    assert_string_equal(table.column[2].name, "piston_z");
    assert_string_equal(table.column[3].name, "odd___name_");
    assert_string_equal(table.column[3].unit, "°");
    assert_string_equal(table.column[1].unit, "m");
    for (int c = 0; c < COLUMNS; c++) {
        assert_memory_equal(table.data[c], values[c], sizeof values[c]);
    }
    stn_table_free(&table);
    assert_int_equal(stn_mat_read(in_folder("none.mat"), 0, &table, &error), STN_NO_FILE);
    assert_int_equal(stn_csv_write(in_folder("r.csv"), &record, &error), STN_OK);
    assert_int_equal(stn_mat_read(in_folder("r.csv"), 0, &table, &error), STN_BAD_INPUT);
    assert_int_equal(files_in_folder(), 2);
}

static void octave_opens_the_mat_file(void **state)
{
    const StnRecord record = make_record();
    StnStatus status =
        stn_record_write(in_folder("o.mat"), &record, &(StnWriteDef){.from = &provenance}, NULL);
    assert_int_equal(status, STN_OK);
    if (system("command -v octave-cli >/dev/null 2>&1") != 0) {
        SKIP("octave-cli", "not read with Octave");
    }
    char command[1024];
    snprintf(command, sizeof command,
             "octave-cli --no-init-file --eval \"s = load('%s');"
             "assert(s.t, (0:4999)'*1e-3, eps); assert(size(s.XJ), [5000 1]);"
             "assert(isnan(s.piston_z(4))); assert(s.units.XJ, 'm');"
             "assert(s.events.t, [0; 0.5]); assert(s.events.event, {'stick'; 'slip_forward'});"
             "assert(s.events.detail{1}, 'initial'); assert(isempty(s.events.detail{2}));"
             "assert(s.info.version, '%s'); assert(s.info.seed, uint64(42));"
             "assert(s.info.scenario, 'eha-ramp');\" >/dev/null 2>%s.log",
             in_folder("o.mat"), STN_VERSION, folder);
    status = system(command);
    snprintf(command, sizeof command, "%s.log", folder);
    (void)remove(command);
    assert_int_equal(status, 0);
}

/* A format is known by its ending, whatever its case; "-" is CSV. */
static void a_writer_is_found_by_the_ending(void **state)
{
    StnError error = {0};
    StnRecord record = {.rows = 0};
    int figures = 0;
    (void)state;
    for (int i = 0; i < stn_writer_count(); i++) {
        const StnWriter *writer = stn_writer_at(i);
        char path[64];
        snprintf(path, sizeof path, "a.b/c%s", writer->ending);
        assert_ptr_equal(stn_writer_of(path), writer);
        assert_null(stn_writer_of(writer->ending));
        figures += !writer->write;
    }
    assert_int_equal(figures, 3);
    assert_string_equal(stn_writer_of("-")->ending, ".csv");
    assert_string_equal(stn_writer_of("X.MAT")->ending, ".mat");
    assert_null(stn_writer_of("a.csv/b"));
    assert_null(stn_writer_of("a/.csv"));
    assert_int_equal(stn_record_write("a.svg", &record, NULL, &error), STN_BAD_INPUT);
    assert_int_equal(stn_record_write("a.txt", &record, NULL, &error), STN_BAD_INPUT);
    assert_non_null(strstr(error.text, "the ending says the format; it can be .csv .mat .json"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_writer_is_found_by_the_ending),
        cmocka_unit_test_teardown(csv_written_is_csv_read, clean_up),
        cmocka_unit_test_teardown(events_are_a_csv_file, clean_up),
        cmocka_unit_test_teardown(a_failed_write_leaves_nothing, clean_up),
        cmocka_unit_test_teardown(a_file_that_is_there_keeps_mode_and_links, clean_up),
        cmocka_unit_test_teardown(json_round_trips, clean_up),
        cmocka_unit_test_teardown(mat_round_trips, clean_up),
        cmocka_unit_test_teardown(octave_opens_the_mat_file, clean_up),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
