# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Arguments of other kinds than usual, copies, other processes, and what happens amid work."""

import copy
import decimal
import fractions
import os
import pickle
import signal
import sys
import types

import numpy as np
import pytest

import stiction as st


@pytest.fixture(scope="module")
def motion():
    t = np.arange(2000) * 2e-3
    x, v = 0.3 * np.sin(4 * t), 1.2 * np.cos(4 * t)
    return {"t": t, "x": x, "u": -9.6 * np.sin(4 * t) + 0.7 * v + np.where(v > 0, 1.3, -1.3)}


def identify(data, **options):
    return st.identify("inverse", data, effort="u", position="x", **options)


def test_a_method_without_data_is_refused():
    for method in ("inverse", "power", "curve", "breakaway", "ramp", "cycles", "sine"):
        with pytest.raises(st.Error, match="data are needed"):
            st.identify(method)


def test_a_time_is_a_number_or_a_text_with_its_unit():
    s = st.scenario("block-brake").start()
    s.advance("250 ms")
    s.advance_to("0.5 s")
    assert s.t == 0.5
    other = st.scenario("block-brake").start()
    other.advance(0.25)
    other.advance_to(0.5)
    assert s["x"] == other["x"] and s.advance_to_event("10 s") == other.advance_to_event(10)
    for bad, said in (("1 kg", "it must be in s"), ("x", "is not a number"), (np.nan, "finite"), (np.inf, "finite"), (-1, "cannot advance")):
        with pytest.raises(st.Error, match=said):
            s.advance(bad)


def test_a_sentence_names_what_was_given():
    with pytest.raises(st.Error) as caught:
        st.law("stribeck", vs="1 N")
    assert str(caught.value) == 'law: "1 N" is in N, but vs is in m/s' and caught.value.file == "" and caught.value.line == 0
    with pytest.raises(st.Error) as caught:
        st.scenario({"plant": "blok"})
    assert str(caught.value) == 'scenario: unknown plant "blok"; did you mean "block"?'
    with pytest.raises(st.Error, match="^text:1:8: "):
        st.scenario(text="plant: blok")


def test_values_of_a_sweep_are_one_row():
    with pytest.raises(TypeError, match=r"Fs: one row of values is needed, not an array of shape \(2, 2\)"):
        st.sweep("block-brake", {"Fs": np.array([[1.5, 2.0], [2.5, 3.0]])})


# ---- Copies and other processes ----


def test_an_error_is_the_same_in_another_process():
    with pytest.raises(st.Error) as caught:
        st.scenario(text="plant: block\nduration: 1 s\nfriction: {contact: {law: coulomb, Fs: 1 kg}}")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is st.Error and str(again) == str(caught.value) and again.__dict__ == caught.value.__dict__
    assert (again.status, again.file, again.line) == ("bad_input", "text", 3)
    own = pickle.loads(pickle.dumps(st.Interrupted(st.scenario("block-brake").run(duration=0.1))))
    assert isinstance(own, st.Interrupted) and own.result is None


def test_scenarios_and_laws_go_to_other_processes():
    s = st.scenario("block-stick-slip", law="lugre", set={"duration": "9 s", "friction.contact.Fs": "2 N"})
    again = pickle.loads(pickle.dumps(s))
    assert again.name == s.name and repr(again.numbers) == repr(s.numbers)  # NaN, too
    assert np.array_equal(again.run()["x"], s.run()["x"])
    law = st.law("stribeck", Fs=1.5, Fc=[1, 0.9])
    v = np.linspace(-1, 1, 50)
    assert np.array_equal(pickle.loads(pickle.dumps(law))(v), law(v))
    r = s.run()
    for one in (r, st.compare(s, ["coulomb"]), s.start()):
        with pytest.raises(TypeError, match="memory of this process"):
            pickle.dumps(one)


def test_copies_are_independent():
    s = st.scenario("block-stick-slip", set={"duration": "1 s"})
    for other in (copy.copy(s), copy.deepcopy(s)):
        other["Fs"] = 3
        assert s["Fs"] == 1.5 and other._watches is not s._watches
    r = s.run()
    assert copy.deepcopy({"run": r})["run"]["x"] is r["x"]  # nobody can change it
    sim = s.start(events=True)
    sim.advance(5)
    for other in (sim.copy(), copy.copy(sim), copy.deepcopy(sim)):
        other.advance(5)
        assert sim.t == 5 and other.t == 10 and other.events[:len(sim.events)] == sim.events
    assert len(other.events) > len(sim.events)
    sim.advance(5)
    assert np.array_equal(sim.values(), other.values())


# ---- Texts and numbers ----


def test_a_nul_does_not_end_a_text():
    s = st.scenario("block-brake")
    for call in (lambda: st.scenario("block-brake\0s"), lambda: st.describe("lugre\0s"), lambda: s["Fs\0s"],
                 lambda: s.set("Fs\0s", 1), lambda: s.set("Fs", "1 N\0s"), lambda: st.law("lugre\0s"),
                 lambda: s.run(duration=0.1).write("run.csv\0s"), lambda: st.list("laws\0s"),
                 lambda: identify({"t": [0], "x": [0], "u\0s": [0]})):
        with pytest.raises(st.Error, match="NUL"):
            call()


def test_a_name_that_is_no_text_is_a_type_error():
    s = st.scenario("block-brake", set={"duration": "0.1 s"})
    r, sim = s.run(), s.start()
    for call in (lambda: r[0], lambda: r["x", "v"], lambda: s[3], lambda: sim[3], lambda: s.set(3, "2 N"),
                 lambda: st.describe(3), lambda: st.list(3), lambda: st.compare(s, [3]), lambda: st.law(3),
                 lambda: st.scenario(text=b"plant: block"), lambda: s.with_(set=[("Fs", 1)]), lambda: sim.restore(None)):
        with pytest.raises(TypeError):
            call()
    assert 3 not in r and "x" in r


def test_numbers_of_any_kind_are_numbers():
    s = st.scenario("block-brake")
    for value in (2, 2.0, np.float32(2), np.int8(2), np.array(2.0), decimal.Decimal(2), fractions.Fraction(2), "2 N", [2, 2],
                  np.array([2, 2]), ["2 N", 2], types.SimpleNamespace(tolist=lambda: [2, 2])):
        assert s.with_(set={"friction.contact.Fs": value})["Fs"] == 2
    for value in (np.nan, -np.inf, [np.nan, 1], np.array([np.inf, 1])):
        with pytest.raises(st.Error, match="is not a number"):
            s.with_(set={"friction.contact.Fs": value})
    with pytest.raises(st.Error, match="is not a number"):
        st.law("coulomb", Fc=np.nan)
    cycle = {}
    cycle["a"] = cycle
    for value in (1 + 2j, cycle):
        with pytest.raises(TypeError):
            s.set("Fs", value)


def test_the_place_of_a_mistake_is_in_words_of_python():
    s = st.scenario("block-brake")
    for call in (lambda: st.scenario("block-brake", set={"Fss": 1}), lambda: s.set("Fss", 1), lambda: s.run(duration="1 N")):
        with pytest.raises(st.Error) as caught:
            call()
        assert str(caught.value) == f"set: {caught.value.text}" and (caught.value.file, caught.value.line) == ("", 0)
    with pytest.raises(st.Error, match="^law: unknown friction law"):
        s.with_(law="stribek")


def test_friction_of_experiments_carries_units():
    def measured(value):
        return repr([row["measured"] for row in st.characterize("coulomb", "dahl", set={"Fs": value}).as_dict()["laws"]])

    plain = measured(1.0)
    for value in ("1 N", "100 cN", np.float64(1), [1, "1 N"]):
        assert measured(value) == plain
    assert measured(1.2) != plain
    for value, words in (("1 kg", "Fs is in N"), (-1, "out of range"), (np.nan, "is not a number")):
        with pytest.raises(st.Error, match=words):
            st.characterize("coulomb", set={"Fs": value})
    with pytest.raises(st.Error, match='no law has a parameter "Fsx"; did you mean "Fs"'):
        st.characterize("coulomb", set={"Fsx": 1})


def test_a_law_takes_a_number_or_an_array():
    law = st.law("stribeck", Fs=1.5, Fc=1, vs="1 mm/s", sigma2=0.3)
    assert type(law(0.01)) is float and law(0.01) == law([0.01])[0]
    v = np.linspace(-0.01, 0.01, 22)
    assert np.array_equal(law(v[::2]), law(v)[::2]) and np.array_equal(law(np.asfortranarray(v.reshape(2, 11))).ravel(), law(v))
    assert np.array_equal(law(x for x in v), law(v)) and law([]).shape == (0,)
    assert np.isnan(law(np.ma.array([1.0, 2.0], mask=[False, True]))[1])
    for wrong in (np.array([1j]), np.array([1], "m8[s]")):
        with pytest.raises(st.Error):
            law(wrong)


def test_one_column_of_a_run_is_named_by_a_text():
    s = st.scenario("block-stick-slip")
    assert s.run(duration=1, columns="FF").columns == ["t", "FF"]
    assert s.run(duration=1, columns=(name for name in ["x"])).columns == ["t", "x"]


def test_runs_with_the_same_settings_share_a_system():
    s = st.scenario("block-stick-slip")
    one, same, other = s.run(duration=1), s.run(duration=1), s.run(duration=2)
    assert one._owner.document is same._owner.document is not other._owner.document
    s["Fs"] = 1.2
    assert s.run(duration=2)._owner.document is not other._owner.document


def test_an_xarray_dataset_is_a_copy(monkeypatch):
    monkeypatch.setitem(sys.modules, "xarray", types.SimpleNamespace(Dataset=lambda data, coords: {**data, **coords}))
    r = st.scenario("block-brake").run(duration=0.1)
    found = r.to_xarray()
    found["x"][1][0] = found["t"][1][0] = 7
    assert r["x"][0] == r.t[0] == 0


# ---- Measured data ----


def test_data_in_any_container(motion):
    expected = identify(motion).as_dict()
    arrays = list(motion.values())

    class Dataset:
        data_vars = ["x", "u"]
        variables = {name: types.SimpleNamespace(attrs={"units": unit}, values=motion[name])
                     for name, unit in (("t", "s"), ("x", "m"), ("u", "N"))}

        def __getitem__(self, name):
            return self.variables[name]

    for data in ({name: list(column) for name, column in motion.items()},
                 {name: np.repeat(column, 2)[::2] for name, column in motion.items()},
                 {name: column[:, None].astype(">f8") for name, column in motion.items()},
                 {name: (value for value in column) for name, column in motion.items()},
                 np.rec.fromarrays(arrays, names="t,x,u"), Dataset()):
        assert identify(data).as_dict()["parameters"] == expected["parameters"]
    for data in (None, 3, [1, 2], np.column_stack(arrays)):
        with pytest.raises(TypeError, match="data are a file, a dict"):
            identify(data)


def test_columns_that_are_no_row_of_numbers_are_refused(motion):
    hidden = np.ma.array(motion["u"], mask=np.arange(2000) % 100 == 7)
    long = "q" * 47
    for change, words in [
        ({"u": motion["u"] + 1j}, "complex"),
        ({"u": hidden}, "20 numbers are missing"),
        ({"t": (motion["t"] * 1e9).astype("m8[ns]")}, "dates or times"),
        ({"t": np.datetime64("2026-01-01") + (motion["t"] * 1e9).astype("m8[ns]")}, "dates or times"),
        ({name: column.reshape(-1, 2) for name, column in motion.items()}, "shape"),
        ({name: column[:0] for name, column in motion.items()}, "the data have no rows"),
        ({"u": motion["u"][1:]}, "one length"),
        ({1: motion["x"], "1": motion["x"]}, "differ"),
    ]:
        with pytest.raises(st.Error, match=words):
            identify({**motion, **change})
    with pytest.raises(st.Error, match="no columns"):
        identify({})
    two = {**motion, long + "1": motion["x"], long + "2": motion["u"]}
    assert identify(two)["Fc"] == identify(motion)["Fc"]
    with pytest.raises(st.Error, match="differ in their first 47 bytes"):
        st.identify("inverse", two, effort="u", position=long + "1")
    for option in ({"unit": "N"}, {"where": 3}, {"gain": [2]}):
        with pytest.raises(TypeError, match="is a dict by column"):
            identify(motion, **option)
    with pytest.raises(TypeError, match="effort names a column"):
        st.identify("inverse", motion, effort=3, position="x")
    with pytest.raises(KeyError, match='no estimate "Fcc"; did you mean "Fc"'):
        identify(motion)["Fcc"]


def test_names_may_come_from_a_generator(motion):
    s = st.scenario("block-brake", set={"duration": "4 s", "inputs.u": {"sine": {"amplitude": "2 N", "frequency": "1 Hz"}}})
    data = s.run()
    options = {"position": "x", "starts": 1, "threads": 1}
    once, listed = (st.fit(s, data, free=free, validate=data, **options) for free in ((n for n in ["Fc"]), ["Fc"]))
    assert once["Fc"] == listed["Fc"]
    found = st.select(s, data, laws=(n for n in ["coulomb"]), free=(n for n in ["m"]), **options)
    assert list(found.candidates) == list(st.select(s, data, laws=["coulomb"], free=["m"], **options).candidates)
    assert np.array_equal(s.sweep({"Fs": (v for v in [1.5, 1.6])}, metrics="end(x)")["Fs"], [1.5, 1.6])  # its path ends so
    with pytest.raises(TypeError, match="Fs: the values"):
        s.sweep({"Fs": np.array([1j])})


def test_numbers_of_a_fit_are_checked():
    s = st.scenario("block-brake")
    data = s.run(every="0.1 s")
    for options in ({"hold_out": 2}, {"hold_out": -0.1}, {"hold_out": np.nan}, {"hold_out_runs": 1}):
        with pytest.raises(st.Error, match=f"{next(iter(options))}=.* is out of range"):
            st.fit(s, data, position="x", free=["Fc"], **options)
    with pytest.raises(st.Error, match="Fc=nan: the value to start from"):
        st.fit(s, data, position="x", free={"Fc": np.nan})


def test_verbs_take_a_scenario_by_its_name():
    assert st.sweep("block-brake", {"Fc": [1.0]}, metrics="end(x)")["end(x)"] == pytest.approx(2)
    assert "actuator" in st.export("servo-position", "mujoco")
    assert st.fit("block-brake", st.scenario("block-brake").run(), position="x", free={"Fc": 1}, evaluate=True)["Fc"] == 1
    gains = st.tune("block-brake", {"parameters.m": "0.5:2"}, minimise="max(x)", evaluations=4, threads=1)
    assert gains.found


def test_a_file_may_have_any_name(tmp_path):
    s = st.scenario("block-brake", set={"duration": "0.1 s"})
    for name in ("Größe ΔΩ 文.yaml", os.fsdecode(b"\xff.yaml")):
        path = tmp_path / name
        path.write_text(s.text)
        for one in (path, os.fspath(path), os.fsencode(path)):
            r = st.scenario(one).run()
            assert str(r.summary) and np.array_equal(r["x"], s.run()["x"])
        r.write(path.with_suffix(".csv"))
        assert path.with_suffix(".csv").stat().st_size > 0


def test_options_are_in_words_of_python():
    for method in [one["name"] for one in st.list("methods")["methods"]]:
        text = st.options_of(method)
        assert "$" not in text and " --" not in text and ": 0 to 1\n" not in text
    text = st.options_of("inverse")
    assert "vs : more than 0 m/s or rad/s, and finite\n" in text and "stribeck : bool, default False\n" in text
    assert "offset : bool, default True\n    False: no constant term" in text
    with pytest.raises(st.Error, match="vs=-1 is out of range: more than 0 m/s or rad/s"):
        identify({"t": [0, 1], "x": [0, 1], "u": [0, 1]}, vs=-1)


# ---- Amid work ----


def test_progress_must_be_a_function():
    s = st.scenario("block-brake")
    for call in (lambda: s.run(progress=3), lambda: s.sweep({"Fs": [1.5]}, progress=True), lambda: s.compare(["coulomb"], progress=1)):
        with pytest.raises(TypeError, match="progress is a function"):
            call()


@pytest.mark.parametrize("answer, status", [(False, "cancelled"), (np.False_, "cancelled"), (None, "ok"), (0, "ok"), (np.True_, "ok")])
def test_only_false_ends_a_run(answer, status):
    s = st.scenario("block-stick-slip", law="lugre", set={"duration": "2000 s", "record.every": "100 s"})
    assert s.run(progress=lambda share: answer).status == status


def test_work_begins_other_work():
    s = st.scenario("block-stick-slip", law="lugre", set={"duration": "3000 s", "record.every": "1 s"})
    expected, inner = s.run()["x"], []

    def progress(share):
        if len(inner) < 3:
            s["parameters.m"] = 2.0 + len(inner)  # of runs to come
            inner.append(s.run(duration="2 s", progress=progress))

    assert np.array_equal(s.with_(set={}).run(progress=progress)["x"], expected)
    assert len(inner) == 3


def test_threads_share_a_scenario_that_changes():
    """What was read of one document is not looked for in the next, and none is freed below a reader (the sanitizer sees it)."""
    import threading
    s, failed = st.scenario("block-stick-slip", set={"duration": "0.1 s"}), []

    def read():
        try:
            for _ in range(12):
                assert s.numbers and s.text and s.resolved and s.columns and s.laws and s.plant and s.title and s.inputs
                assert s["m"] > 0 and s.paths and s.run(duration="0.2 s").status == "ok" and isinstance(s.notes, list)
                s.compare(["coulomb"])
        except BaseException as error:
            failed.append(error)

    def change(law):
        for i in range(100):
            s["parameters.m"] = 1.0 + i
            s.set("friction.contact.law", law)

    threads = [threading.Thread(target=read) for _ in range(3)] + [
        threading.Thread(target=change, args=(law,)) for law in ("stribeck", "lugre")]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert failed == []


def test_work_goes_on_with_the_scenario_that_it_began_with():
    s = st.scenario("block-stick-slip", law="lugre", set={"duration": "200 s", "record.every": "1 s"})
    data = s.run()
    options = {"position": "x", "free": {"Fs": 1.5}, "evaluate": True, "threads": 1}
    plain = st.fit(s, data, **options)
    fit = st.fit(s, data, progress=lambda share: bool(s.set("friction.contact.law", "coulomb")), **options)
    assert s.laws == {"contact": "coulomb"}
    assert fit.error == plain.error and fit.scenario().laws == {"contact": "lugre"}
    table = st.compare(s, ["coulomb"])
    del s
    assert len(table.runs["coulomb"]["x"]) == 201 and "coulomb" in str(table)


def test_a_simulation_at_work_refuses_other_calls():
    sim = st.scenario("block-stick-slip", law="lugre").start()
    calls = [lambda: sim.advance(1), lambda: sim.advance_to_event(1e6), lambda: sim.input("y", 1), lambda: sim["x"], sim.save,
             sim.copy, sim.values, lambda: sim.restore(saved), lambda: sim.energy, lambda: sim.counters]
    saved, refused = sim.save(), []

    def meanwhile(share):
        assert sim.t < 1e6
        for call in calls:
            with pytest.raises(RuntimeError, match="at work"):
                call()
            refused.append(call)
        return False

    sim._watch.progress = meanwhile
    with pytest.raises(st.Error, match="interrupted"):
        sim.advance(1e6)
    assert refused == calls
    sim._watch.progress = None
    sim.restore(saved)
    sim.advance(1)
    assert sim.t == 1


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals of a timer")
@pytest.mark.skipif(sys.version_info < (3, 11), reason="CPython 3.10 handles signals between nearly all instructions")
def test_a_signal_amid_a_loop_leaves_a_simulation_free():
    """It stayed "at work" for ever after every fifth: the signal came between taking its turn and the `try` behind that."""
    class Stop(Exception):
        pass

    def stop(*_):
        raise Stop

    sim, before = st.scenario("block-brake").start(), signal.signal(signal.SIGALRM, stop)
    try:
        for k in range(100):
            with pytest.raises(Stop):
                signal.setitimer(signal.ITIMER_REAL, 3e-4 + 1e-6 * k)
                while True:
                    sim.advance(1e-6)
            sim.save()
    finally:
        signal.signal(signal.SIGALRM, before)


def test_ctrl_c_at_an_event_ends_an_advance():
    class Log(list):
        def append(self, event):
            raise KeyboardInterrupt  # where a signal is raised while Python keeps the event

    sim = st.scenario("block-stick-slip").start(events=True)
    sim.events = Log()
    with pytest.raises(KeyboardInterrupt):
        sim.advance(1e6)
    assert sim.t < 1e6


def test_a_second_ctrl_c_leaves_nothing_behind():
    """However the caller is interrupted, the thread that works keeps what it points to, and ends."""
    import gc
    import threading
    import weakref

    from stiction._watch import Watch, in_thread
    begun, end, alive = threading.Event(), threading.Event(), []

    class Impatient(Watch):
        def cancel(self):
            super().cancel()
            raise KeyboardInterrupt  # the second one, while the first is dealt with

    class Kept:
        pass

    def call():
        watch, kept = Impatient(), Kept()
        alive.extend([weakref.ref(watch), weakref.ref(kept)])

        def work():
            begun.set()
            end.wait()

        in_thread(watch, work, kept)

    sender = threading.Thread(target=lambda: (begun.wait(), os.kill(os.getpid(), signal.SIGINT)))
    sender.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    sender.join()
    gc.collect()
    assert all(one() is not None for one in alive)
    end.set()
    for thread in threading.enumerate():
        if thread.name == "stiction":
            thread.join()
    gc.collect()
    assert all(one() is None for one in alive)
