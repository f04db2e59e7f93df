# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Scenarios, runs, records and the stepping object."""

import csv
import gc
import os
import resource
import subprocess
import threading

import numpy as np
import pytest

import stiction as st
from stiction._native import ffi

SCENARIOS = [one["name"] for one in st.list("scenarios")["scenarios"]]


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_run_is_that_of_the_program_to_the_last_bit(name, tmp_path):
    data, events = tmp_path / "run.csv", tmp_path / "events.csv"
    subprocess.run([os.environ["STICTION"], "run", name, "--quiet", "-o", data, "--events", events], check=True,
                   stderr=subprocess.DEVNULL)
    r = st.scenario(name).run()
    with open(data) as file:
        rows = list(csv.reader(file))
    assert [head.split(" [")[0] for head in rows[0]] == r.columns
    theirs = np.array(rows[1:], dtype=float).T
    for i, column in enumerate(r.columns):
        assert np.array_equal(theirs[i].view(np.int64), r[column].view(np.int64)), column
    with open(events) as file:
        log = list(csv.reader(file))[1:]
    assert [(float(t), site, kind, detail) for t, site, kind, detail in log] == [
        (e.t, e.site, e.kind, e.detail) for e in r.events]


def test_columns_are_views_of_the_record_that_outlive_it():
    r = st.scenario("block-stick-slip").run()
    c = r._owner.c
    x = r["x"]
    assert x.__array_interface__["data"][0] == int(ffi.cast("uintptr_t", c.data[r.columns.index("x")]))
    assert not x.flags.owndata and not x.flags.writeable
    with pytest.raises(ValueError):
        x[0] = 1.0
    copy, tail, times = x.copy(), x[-3:], r.events.t
    expected = copy[-3:].copy(), times.copy()
    del r, c, x
    gc.collect()
    st.scenario("block-stick-slip").run()  # memory that was freed would be used again
    assert np.array_equal(tail, expected[0]) and np.array_equal(times, expected[1])


def test_events_are_columns_too():
    events = st.scenario("block-stick-slip").run().events
    assert [e.t for e in events] == list(events.t)
    assert [e.kind for e in events] == list(events.kind)
    assert events[-1] == list(events)[-1] and len(events[:3]) == 3
    with pytest.raises(IndexError):
        events[len(events)]
    assert "slip_forward" in repr(events) and "<table>" in events._repr_html_()


def test_many_runs_do_not_grow_memory():
    s = st.scenario("block-stick-slip", set={"duration": "1 s", "record.every": "10 ms"})
    for _ in range(500):
        s.run()["x"]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(10_000):
        s.run()["x"]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096  # KiB; a leak of one record is 50 MiB


def test_settings_of_a_run_are_those_of_a_scenario():
    s = st.scenario("block-stick-slip")
    r = s.run(duration="3 s", every=0.5, columns=["x"])
    assert list(r.t) == [0, 0.5, 1, 1.5, 2, 2.5, 3] and r.columns == ["t", "x"]
    assert s.duration == 100  # the scenario itself stays
    assert r.units["x"] == "m" and r.status == "ok" and r.counters.steps > 0
    assert abs(r.energy.left_over) < 1e-6 * r.energy.moved + 1e-12


def test_a_change_leaves_records_that_were_made_before():
    s = st.scenario("block-stick-slip", law="lugre", set={"friction.contact.Fs": "2 N"})
    r = s.run(duration=1)
    assert s["friction.contact.Fs.forward"] == 2 and s.laws == {"contact": "lugre"}
    s["Fs"] = 1.25
    assert s.number("friction.contact.Fs.forward").value == 1.25
    assert r.events[0].site == "contact"  # its texts belong to the scenario as it was
    other = s.with_(law={"contact": "dahl"}, set={"parameters.m": "2 kg"})
    assert other.laws["contact"] == "dahl" and other["m"] == 2 and s["m"] == 1
    again = st.scenario(text=other.text)
    assert np.array_equal(again.run(duration=1)["x"], other.run(duration=1)["x"])


def test_a_step_by_step_simulation_is_saved_and_restored():
    s = st.scenario("block-stick-slip")
    sim = s.start(events=True)
    sim.advance(5)
    saved = sim.save()
    sim.input("y", 2.0)
    sim.advance(1)
    first = sim.values()
    sim.restore(saved)
    assert sim.t == 5
    sim.input("y", 2.0)
    sim.advance(1)
    assert np.array_equal(sim.values(), first) and sim["x"] == first[sim.columns.index("x")]
    assert sim.events and sim.events[0].kind == "stick"
    with pytest.raises(KeyError, match='no input "z"'):
        sim.input("z", 1)
    with pytest.raises(ValueError):
        sim.input("y", np.nan)
    with pytest.raises(st.Error):
        sim.restore(saved[:-8])


def test_steps_of_any_length_end_where_one_run_ends():
    s = st.scenario("block-stick-slip")
    r, sim = s.run(duration=12), s.start()
    for t in np.linspace(0, 12, 1201)[1:]:
        sim.advance_to(t)
    assert sim["x"] == pytest.approx(r["x"][-1], rel=1e-12)
    sim = s.start()
    assert sim.advance_to_event(100) and sim.t == pytest.approx(7.5, abs=1e-9)


def test_progress_ends_a_run_and_so_does_another_thread():
    s = st.scenario("block-stick-slip", law="lugre", set={"duration": "1e5 s", "record.every": "1 s"})
    seen = []
    r = s.run(progress=lambda share: seen.append(share) or False)
    assert r.status == "cancelled" and len(seen) == 1 and 0 < len(r) < 100_001

    def stop(share):
        thread = threading.Thread(target=s.cancel)
        thread.start()
        thread.join()

    assert s.run(progress=stop).status == "cancelled"
    with pytest.raises(ZeroDivisionError):
        s.run(progress=lambda share: 1 / 0)


def test_ctrl_c_raises_with_what_was_computed():
    import signal
    s = st.scenario("block-stick-slip", law="lugre", set={"duration": "1e5 s", "record.every": "1 s"})
    with pytest.raises(KeyboardInterrupt) as caught:
        s.run(progress=lambda share: signal.raise_signal(signal.SIGINT))
    assert isinstance(caught.value, st.Interrupted)
    assert caught.value.result.status == "cancelled" and len(caught.value.result) > 1
    # from outside, while the library works
    senders = []

    def send(share):
        if not senders:
            senders.append(threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT)))
            senders[0].start()

    with pytest.raises(st.Interrupted) as caught:
        s.run(progress=send)
    senders[0].join()
    assert len(caught.value.result.t) > 1


def processor_time_to_end(work):
    """Seconds of processor time between an interrupt, after 0.2 s of work, and its exception: a busy machine makes them no more."""
    import signal
    import time
    start, sent = time.process_time(), []

    def send():
        while time.process_time() < start + 0.2:
            time.sleep(0.002)
        sent.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    sender = threading.Thread(target=send)
    with pytest.raises(KeyboardInterrupt):
        sender.start()
        work()
    end = time.process_time()
    sender.join()
    return end - sent[0]


def test_ctrl_c_ends_work_within_a_tenth_of_a_second():
    s = st.scenario("block-stick-slip", law="lugre", set={"duration": "1e5 s", "record.every": "1 s"})
    # its runs take long, for their length and not for their rows
    model = s.with_(set={"duration": "2000 s", "record.every": "1 s", "friction.contact.Fs": 1.7})
    data = s.with_(set={"duration": "2000 s"}).run()
    options = {"position": "x", "threads": 1}
    works = {
        "fit": lambda: st.fit(model, data, free=["Fs", "Fc"], **options),
        "evaluation": lambda: st.fit(model, data, free=["Fs", "Fc"], evaluate=True, **options),
        "select": lambda: st.select(model, data, laws=["lugre"], **options),
        "compare": lambda: st.compare(s, ["lugre", "gms"]),
        "run": s.run,
        "advance": lambda: s.start().advance(1e5),
        "sweep": lambda: s.sweep({"friction.contact.Fs": np.linspace(1, 2, 1000)}, metrics="max(x)", threads=1),
    }
    took = {name: processor_time_to_end(work) for name, work in works.items()}
    print({name: f"{seconds:.3f} s" for name, seconds in took.items()})
    assert all(seconds < 0.1 for seconds in took.values()), took


@pytest.mark.parametrize("events", [False, True])
def test_ctrl_c_ends_an_advance_and_a_saved_state_goes_on(events):
    import signal
    sim = st.scenario("block-stick-slip", law="lugre").start(events=events)
    sim.advance(1)
    saved = sim.save()
    sim._watch.progress = lambda share: signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        sim.advance(1e6)
    assert 1 < sim.t < 1e6 and bool(sim.events) == events
    sim._watch.progress = None
    with pytest.raises(st.Error, match="already failed"):
        sim.advance(1)
    sim.restore(saved)
    sim.advance(1)
    assert sim.t == 2
    sim.cancel()
    with pytest.raises(st.Error, match="interrupted"):
        sim.advance(1e6)


def test_threads_run_at_once_and_get_the_same_bits():
    s = st.scenario("block-stick-slip", law="lugre", set={"duration": "5 s"})
    found = [None] * 4

    def work(i):
        found[i] = s.run()["x"]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert all(np.array_equal(found[0], x) for x in found)


def test_a_law_over_an_array_is_its_closed_form():
    law = st.law("stribeck", Fs=1.5, Fc=1, vs="1 mm/s", sigma2=0.3)
    v = np.linspace(-0.01, 0.01, 101)[np.r_[0:50, 51:101]]
    g = 1 + 0.5 * np.exp(-((v / 1e-3) ** 2))
    assert np.allclose(law(v), np.sign(v) * g + 0.3 * v, rtol=1e-12, atol=0)
    assert law.parameters["vs"] == 1e-3
    assert law([[1.0], [-1.0]]).shape == (2, 1)


def test_help_shows_unit_default_limits_and_reference():
    for one in st.list("laws")["laws"]:
        make, about = getattr(st.laws, one["name"]), st.describe(one["name"])
        for parameter in about["parameters"]:
            assert parameter["name"] in make.__doc__ and parameter["text"] in make.__doc__
        assert about["reference"] in make.__doc__
    assert "in m/s, default 0.001, 1e-09 .. 1e+06" in st.laws.stribeck.__doc__
    with pytest.raises(AttributeError):
        st.laws.stribek


def test_compare_is_a_table_of_laws():
    s = st.scenario("block-stick-slip", set={"duration": "30 s"})
    table = st.compare(s, laws=["coulomb", "stribeck"])
    assert table.laws == ["coulomb", "stribeck"]
    assert table["period"][1] == pytest.approx(6.512, rel=1e-3)  # that of README
    assert np.array_equal(table.runs["stribeck"]["x"], s.run()["x"])
    assert "stribeck" in str(table) and "<table>" in table._repr_html_()


def test_a_summary_is_the_page_of_the_program():
    r = st.scenario("eha-step").run()
    page = subprocess.run([os.environ["STICTION"], "run", "eha-step"], capture_output=True, text=True, check=True).stdout
    ours, theirs = str(r.summary).splitlines(), page.rstrip("\n").splitlines()
    assert [line for line in ours if not line.startswith("Work:")] == [
        line for line in theirs if not line.startswith("Work:")]
    assert r.summary.as_dict()["duration"] == r.t[-1]
