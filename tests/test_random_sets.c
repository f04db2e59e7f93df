/* SPDX-FileCopyrightText: 2026 The Stiction authors
 * SPDX-License-Identifier: MIT */
/* No Stribeck peak is missed, whatever the parameters: tools/random_sets.c on a fixed seed. */
#define RANDOM_SETS_NO_MAIN
#include "../tools/random_sets.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Sanitizers make each set about ten times slower and need not see so many. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
enum { SETS = 12, SEED = 1 };
#else
enum { SETS = 200, SEED = 1 };
#endif

static void no_set_misses_an_event(void **state)
{
    int offenders = 0, ill = 0;
    double worst = 0.0;
    size_t events = 0;
    for (int k = 0; k < SETS; k++) {
        RandomSet set;
        SetResult r;
        if (!random_set_check(SEED, k, &set, &r))
            fail_msg("set %d: no parameters with %d events found", k, EVENTS_LEAST);
        assert_true(r.offender || (r.events >= EVENTS_LEAST && r.events <= EVENTS_MOST));
        events += r.events;
        worst = fmax(worst, r.worst);
        offenders += r.offender;
        ill += r.ill;
        if (r.offender)
            print_set(stderr, k, &set, &r);
    }
    print_message(
        "%d sets, %zu events, times differ by %.2g of the run at most; %d draws put aside\n", SETS,
        events, worst, ill);
    if (offenders)
        fail_msg("%d of %d sets differ from the reference: see above", offenders, SETS);
}

/* n near 0.5.  539: a first step of 13 us from rest passed by chance, where the estimate of fifth order has a zero, and the 92nd
 * event was 19 us late.  1440: after 1000 s more was asked of the last step before a stop than time resolves at 1e-12. */
static void a_rough_law_leaves_rest_and_comes_to_it_at_any_time(void **state)
{
    static const struct {
        uint64_t seed;
        int set;
    } found[] = {{131102, 539}, {131101, 1440}};
    (void)state;
    for (size_t k = 0; k < sizeof found / sizeof *found; k++) {
        RandomSet set;
        SetResult r;
        assert_true(random_set_check(found[k].seed, found[k].set, &set, &r));
        if (r.offender || r.worst > 1e-7)
            print_set(stderr, found[k].set, &set, &r);
        assert_false(r.offender || r.worst > 1e-7);
    }
}

static void a_set_depends_on_its_seed_and_number_only(void **state)
{
    RandomSet a, b, other;
    SetResult ra, rb, r;
    assert_true(random_set_check(7, 3, &a, &ra) && random_set_check(8, 3, &other, &r) &&
                random_set_check(7, 3, &b, &rb));
    assert_true(a.m == b.m && a.Fs == b.Fs && a.omega == b.omega && ra.duration == rb.duration);
    assert_true(ra.events == rb.events && ra.worst == rb.worst);
    assert_true(a.m != other.m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_set_misses_an_event),
        cmocka_unit_test(a_rough_law_leaves_rest_and_comes_to_it_at_any_time),
        cmocka_unit_test(a_set_depends_on_its_seed_and_number_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
