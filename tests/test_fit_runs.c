/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* Fits of many runs: a search begins with a few of them.  A block on a spring whose end moves, in each run with a
 * stiffness and a stroke of its own, its position measured with noise. */
#include "identify_support.h"
#include "stiction/fit.h"

enum { RUNS = 12, ROWS = 400, FREE = 3 };
static const double truth[FREE] = {1.0, 5.0, 8.0}; /* m, Fc, sigma2 */

static Block block[RUNS];
static StnSignal *pull[RUNS];
static double t[ROWS], x[RUNS][ROWS];
static StnFitSignal signal[RUNS];
static StnFitRun run[RUNS];
static StnFitResult result;

static void measure(void)
{
    uint64_t draw = 5;
    for (int r = 0; r < RUNS; r++) {
        const double K = 600.0 + 100.0 * ((5 * r) % RUNS);
        const StnSineTerm terms[] = {{0.02 + 0.002 * r, 0.5, 0.0}, {0.006, 1.7, 1.0}};
        Block *b = &block[r];
        block_begin(b, "coulomb");
        block_choose(b, "drive", "spring");
        block_set(b, "m", truth[0]);
        block_set(b, "K", K);
        block_words(b, "Fs=5 Fc=5 sigma2=8");
        pull[r] = stn_signal_multisine(terms, 2);
        block_input(b, "y", pull[r]);
        b->def.borrow = true;
        b->quiet = true;
        block_make(b);
        for (int i = 0; i < ROWS; i++) {
            t[i] = 8e-3 * i;
            block_to(b, t[i]);
            x[r][i] = block_value(b, "x") + 2e-5 * noise_next(&draw);
        }
        signal[r] = (StnFitSignal){"x", x[r], NAN};
        run[r] =
            (StnFitRun){.def = b->def, .t = t, .rows = ROWS, .signal = &signal[r], .nsignal = 1};
    }
}

static void end(void)
{
    for (int r = 0; r < RUNS; r++) {
        block_end(&block[r]);
        stn_signal_free(pull[r]);
    }
}

/* The first `nfree` of m, Fc, sigma2, from `off` times the truth. */
static void fit(double off, int nfree, int starts)
{
    const char *const names[FREE] = {"m", "Fc", "sigma2"};
    StnFreeParameter list[FREE];
    StnError error = {0};
    for (int i = 0; i < nfree; i++) {
        list[i] = stn_free_parameter(names[i]);
        list[i].start = off * truth[i];
    }
    StnFitDef def = stn_default_fit_def(run, RUNS, list, nfree);
    def.starts = starts;
    CHECK(stn_fit(&def, &result, &error) == STN_OK, "%s", error.text);
    stn_fit_result_free(&result);
}

/* The minimum is that of all runs: the one that a search from the truth finds, to a hundredth of a deviation, and with the
 * weights that belong to it (each run by what is left of it: the cost is the number of rows, and 2 % of a deviation is
 * what weights are good for, 4 % of a run's cost at most).  All starts together may take as many simulations as fifteen
 * slopes of all runs; to follow three of them with all runs took 38. */
static void many_runs_are_searched_by_a_few(void **state)
{
    double value[FREE];
    measure();
    fit(1.0, FREE, 1);
    for (int i = 0; i < FREE; i++)
        value[i] = result.param[i].value;
    fit(1.5, FREE, 3);
    for (int i = 0; i < FREE; i++) {
        const StnFitParameter *p = &result.param[i];
        CHECK(fabs(p->value - value[i]) < 0.01 * p->std, "%s: %.9g and %.9g +- %.2g", p->name,
              p->value, value[i], p->std);
        CHECK(p->low <= truth[i] && truth[i] <= p->high, "%s: %.6g ... %.6g", p->name, p->low,
              p->high);
    }
    CHECK(fabs(result.cost / (RUNS * ROWS) - 1.0) < 0.04, "%g of %d rows", result.cost,
          RUNS * ROWS);
    CHECK(result.simulations <= 15 * (FREE + 1) * RUNS, "%ld simulations", result.simulations);
    CHECK(result.same >= 2, "%d starts ended there", result.same);
    end();
}

/* What is missing is looked for in a few runs first, and named as with all. */
static void what_many_runs_lack_is_named(void **state)
{
    measure();
    fit(1.0, FREE, 1);
    assert_null(result.missing);
    for (int r = 0; r < RUNS; r++) {
        block_words(&block[r], "sigma2=0");
        run[r].def = block[r].def;
    }
    fit(1.0, FREE - 1, 1);
    CHECK(result.missing && strcmp(result.missing, "viscous") == 0, "%s",
          result.missing ? result.missing : "nothing");
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_runs_are_searched_by_a_few),
        cmocka_unit_test(what_many_runs_lack_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
