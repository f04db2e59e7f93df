# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Identification, fits, studies and the other verbs: the numbers of the program."""

import csv
import json
import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import stiction as st


def program(*arguments):
    found = subprocess.run([os.environ["STICTION"], *map(str, arguments)], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.fixture(scope="module")
def motion():
    """Mass 2 kg, Fv 0.7, Fc 1.3, position of two sines, 1 kHz: as in the tests of the program."""
    t = np.arange(6000) / 1000
    a, b = np.pi, 8.1
    x = 0.3 * np.sin(a * t) + 0.1 * np.sin(b * t)
    v = 0.3 * a * np.cos(a * t) + 0.1 * b * np.cos(b * t)
    u = 2 * (-0.3 * a * a * np.sin(a * t) - 0.1 * b * b * np.sin(b * t)) + 0.7 * v + np.where(v > 0, 1.3, -1.3)
    return {"t": t, "x": x, "v": v, "u": u}


@pytest.fixture(scope="module")
def file(motion, tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "motion.csv"
    with open(path, "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["t [s]", "x [m]", "v [m/s]", "u [N]"])
        writer.writerows(zip(*[[repr(float(n)) for n in column] for column in motion.values()]))
    return path


def flat(value, path=""):
    if isinstance(value, dict):
        return {k: v for key, entry in value.items() for k, v in flat(entry, f"{path}.{key}").items()}
    if isinstance(value, list):
        return {k: v for i, entry in enumerate(value) for k, v in flat(entry, f"{path}.{i}").items()}
    return {path: value}


@pytest.mark.parametrize("method, options", [
    ("inverse", {"effort": "u", "position": "x"}), ("power", {"effort": "u", "velocity": "v"}),
    ("curve", {"effort": "u", "velocity": "v", "mass": "2 kg"}),
    ("inverse", {"effort": "u", "position": "x", "mass": 2, "stribeck": True}),
])
def test_a_method_finds_what_the_program_finds(method, options, motion, file):
    own = st.identify(method, file, **options)
    words = [w for key, value in options.items()
             for w in ([f"--{key}"] if value is True else [f"--{key}", value])]
    theirs = flat(json.loads(program("identify", method, file, "--json", *words)))
    ours = flat(own.as_dict())
    assert len(ours) > 10
    for key, value in ours.items():
        assert theirs[key] == value, key
    arrays = st.identify(method, motion, unit={"u": "N", options.get("position", "v"): "m" if "position" in options
                                               else "m/s"}, **options)
    assert repr(arrays.estimates) == repr(own.estimates)  # NaN too
    assert "<table>" in own._repr_html_() and str(own)


def test_a_unit_of_a_column_called_t_is_that_of_the_time(motion):
    options = {"effort": "u", "position": "x"}
    plain = st.identify("inverse", motion, unit={"x": "m", "u": "N"}, **options)
    named = st.identify("inverse", {**motion, "t": 1e3*np.asarray(motion["t"])}, unit={"x": "m", "u": "N", "t": "ms"}, **options)
    assert named.estimates["M"].value == pytest.approx(plain.estimates["M"].value, rel=1e-6)


def test_a_matlab_file_read_by_scipy_has_the_columns_of_the_library(motion, tmp_path):
    from scipy.io import savemat
    from stiction._data import mat_table
    path, structs = tmp_path / "motion.mat", tmp_path / "log.mat"
    savemat(path, {**motion, "units": {"x": "m", "u": "N", "v": "m/s"}, "one": 1.0, "word": "text"})
    columns = mat_table(path)
    assert list(columns.arrays) == list(motion) and all(np.array_equal(columns.arrays[n], motion[n]) for n in motion)
    by_scipy = st.identify("inverse", columns.arrays, effort="u", position="x", unit={"x": "m", "u": "N"})
    by_library = st.identify("inverse", path, effort="u", position="x")
    assert repr(by_scipy.estimates) == repr(by_library.estimates)
    savemat(structs, {"log": {"t": motion["t"], "both": np.column_stack([motion["x"], motion["u"]])}})
    assert list(mat_table(structs).arrays) == ["log.t", "log.both(:,1)", "log.both(:,2)"]
    again = st.identify("inverse", structs, time="log.t", effort="log.both(:,2)", position="log.both(:,1)",
                        unit={"log.both(:,1)": "m", "log.both(:,2)": "N"})
    assert repr(again.estimates) == repr(by_library.estimates)
    path.write_bytes(path.read_bytes()[:900])
    with pytest.raises(st.Error):
        mat_table(path)


def test_an_identified_scenario_runs(motion):
    found = st.identify("inverse", motion, effort="u", position="x")
    assert found["Fc"] == pytest.approx(1.3, rel=1e-3)
    assert found.interval("Fc")[0] < 1.3 < found.interval("Fc")[1]
    s = found.scenario()
    assert s["parameters.m"] == pytest.approx(2, rel=1e-3)
    assert len(s.run(duration=1)) > 1


def test_identify_refuses_with_a_sentence(motion):
    for call, words in [
        (lambda: st.identify("invers", motion), 'did you mean "inverse"'),
        (lambda: st.identify("inverse", motion, position="x"), "needs the effort"),
        (lambda: st.identify("inverse", motion, effort="u"), "position=COLUMN or velocity=COLUMN"),
        (lambda: st.identify("inverse", motion, effort="uu", position="x"), 'did you mean "u"'),
        (lambda: st.identify("inverse", motion, effort="u", position="x", orde=3), 'did you mean "order"'),
        (lambda: st.identify("inverse", motion, effort="u", position="x", mass="2 N"), "must be in kg"),
        (lambda: st.identify("inverse", motion, effort="u", position="x", mass=-1), "out of range"),
        (lambda: st.identify("inverse", motion, effort="u", position="x", unit={"w": "N"}), "is not used"),
        (lambda: st.identify("fit", motion), "simulates a model"),
        (lambda: st.identify("inverse", "nowhere.csv", effort="u", position="x"), "nowhere.csv"),
    ]:
        with pytest.raises(st.Error) as caught:
            call()
        assert words in str(caught.value)


@pytest.fixture(scope="module")
def pushed(tmp_path_factory):
    """A block pushed by a sine, recorded every 10 ms, by the program."""
    s = st.scenario({"plant": "block", "duration": "4 s", "friction": {"contact": {"law": "coulomb", "Fs": "2 N", "Fc": "2 N"}},
                     "inputs": {"u": {"sine": {"amplitude": "5 N", "frequency": "0.7 Hz"}}}, "record": {"every": "10 ms"}})
    path = tmp_path_factory.mktemp("fit") / "pushed.csv"
    s.run().write(path)
    other = s.with_(set={"friction.contact.Fs": 1.4, "friction.contact.Fc": 1.4, "parameters.m": 1.2})
    model = path.with_suffix(".yaml")
    other.write(model)
    return other, path, model


def test_a_fit_finds_what_the_program_finds(pushed):
    s, data, model = pushed
    fit = st.fit(s, data, position="x", free=["Fc", "m"], starts=2, threads=1)
    assert fit["Fc"] == pytest.approx(2, rel=1e-6) and fit["m"] == pytest.approx(1, rel=1e-6)
    theirs = json.loads(program("identify", "fit", data, "--scenario", model, "--match", "x=x", "--free",
                                "Fc,m", "--starts", 2, "--threads", 1, "--json"))
    values = {name: one["value"] for name, one in theirs["parameters"].items() if isinstance(one, dict)}
    assert len(values) == 2 and [fit[name] for name in values] == [*values.values()]
    assert fit.scenario()["m"] == fit["m"] and "Fc" in str(fit)
    record = st.fit(s, s.run(), match={"x": "x"}, free={"Fc": "1.3 N"}, evaluate=True)
    assert record["Fc"] == 1.3
    with pytest.raises(st.Error, match='unknown column of the model: "xx"'):
        st.fit(s, data, match={"xx": "x"}, free=["Fc"])


def found_by_program(method, *arguments):
    theirs = json.loads(program("identify", method, *arguments, "--threads", 1, "--json"))
    return {key: value for key, value in flat(theirs).items() if "seconds" not in key}


def assert_same(ours, theirs):
    ours = {key: value for key, value in flat(ours.as_dict()).items() if "seconds" not in key}
    assert len(ours) > 20
    assert [key for key in ours if theirs.get(key) != ours[key]] == []


def test_a_selection_is_that_of_the_program(pushed):
    s, data, model = pushed
    found = st.select(s, data, position="x", laws=["coulomb"], free=["m"], starts=1, threads=1, validate=data)
    assert found.recommended == "coulomb" and found.scenario().laws == {"contact": "coulomb"}
    assert_same(found, found_by_program("select", data, "--scenario", model, "--match", "x=x", "--laws", "coulomb",
                                        "--free", "m", "--starts", 1, "--validate", data))


def test_a_fit_without_a_plant_is_that_of_the_program(motion, file):
    options = {"effort": "u", "position": "x", "threads": 1, "starts": 2}
    fit = st.fit(st.law("stribeck", vs="20 mm/s"), file, free=["Fc", "sigma2", "m"], hold_out=0.25, validate=file, **options)
    assert fit["m"] == pytest.approx(2, rel=1e-6) and fit["Fc"] == pytest.approx(1.3, rel=1e-6)
    words = [file, "--effort", "u", "--position", "x", "--starts", 2]
    assert_same(fit, found_by_program("fit", *words, "--law", "stribeck", "--set", "vs=20mm/s", "--free", "Fc,sigma2,m",
                                      "--hold-out", 0.25, "--validate", file))
    body = fit.scenario()
    assert body["parameters.m"] == pytest.approx(fit["m"], rel=1e-9) and body.laws == {"contact": "stribeck"}
    choice = st.select(None, file, laws=["coulomb"], free=["m"], **options)
    assert_same(choice, found_by_program("select", *words, "--laws", "coulomb", "--free", "m"))
    assert choice.scenario()["sigma2"] == pytest.approx(0.7, rel=1e-6)
    known = st.fit(st.law("coulomb"), file, free=["Fc"], mass="2 kg", cutoff="40 Hz", **options)
    assert_same(known, found_by_program("fit", *words, "--free", "Fc", "--mass", "2 kg", "--cutoff", "40Hz"))


def test_means_of_runs_are_fitted_without_a_plant(tmp_path):
    speed = np.repeat(np.linspace(0.01, 0.1, 6), 50)
    data = {"t": np.tile(np.arange(50) * 0.01, 6), "v": speed, "F": 1.2 + 3.0 * speed, "run": np.repeat(np.arange(6.0), 50)}
    fit = st.fit(st.law("coulomb"), data, effort="F", velocity="v", runs="run", means=True, free=["Fc", "sigma2"],
                 unit={"F": "N", "v": "m/s"}, threads=1)
    assert fit["Fc"] == pytest.approx(1.2, rel=1e-9) and fit["sigma2"] == pytest.approx(3, rel=1e-9)
    assert fit.scenario().run(duration=0.1).status == "ok"  # the law under an imposed motion


def test_a_fit_without_a_plant_refuses_with_a_sentence(file):
    law = st.law("coulomb")
    for call, words in [
        (lambda: st.fit(law, file, effort="u", free=["Fc"]), "without a plant the friction force and the motion are needed"),
        (lambda: st.fit(law, file, effort="u", velocity="v", means=True, free=["Fc"]), "at least 4 runs"),
        (lambda: st.fit(law, file, effort="u", position="x", cutoff="1 MHz", free=["Fc"]), "half of the sampling rate"),
        (lambda: st.fit(law, file, effort="u", position="x", elements=99, free=["Fc"]), "elements to start from"),
        (lambda: st.fit(law, file, effort="u", position="x", match={"x": "x"}, free=["Fc"]), "goes with a scenario"),
        (lambda: st.select(None, file, effort="u", position="x", laws="ladder"), "needs a plant"),
    ]:
        with pytest.raises(st.Error) as caught:
            call()
        assert words in str(caught.value)


def test_a_sweep_has_the_columns_of_the_program(tmp_path):
    s = st.scenario("block-stick-slip", set={"duration": "30 s"})
    values = np.linspace(1.2, 1.8, 4)
    study = s.sweep({"friction.contact.Fs": values}, metrics=["period", "max(x)"], threads=2)
    assert len(study) == 4 and np.array_equal(study["friction.contact.Fs"], values)
    for i, value in enumerate(values):
        one = s.with_(set={"friction.contact.Fs": value})
        assert study["max(x)"][i] == one.run()["x"].max()
    study.write(tmp_path / "study.csv")
    assert (tmp_path / "study.csv").read_text().count("\n") == 5
    with pytest.raises(st.Error):
        s.sweep({"friction.contact.Fss": values})
    with pytest.raises(st.Error, match='no option "thread"'):
        s.sweep({"friction.contact.Fs": values}, thread=2)


def test_gains_are_those_of_the_program():
    s = st.scenario("block-limit-cycle", set={"duration": "2 s"})
    tuned = s.tune({"controller.Kp": "+-30 %"}, minimise="max(x)", evaluations=8, threads=1)
    theirs = flat(json.loads(program("tune", "block-limit-cycle", "--set", "duration=2 s", "--tune", "controller.Kp=+-30 %",
                                     "--minimise", "max(x)", "--evaluations", 8, "--threads", 1, "--json")))
    assert tuned.found and tuned.values["controller.Kp"] in theirs.values()
    assert tuned.scenario()["controller.Kp"] == tuned.values["controller.Kp"]


def test_ctrl_c_ends_a_sweep_and_keeps_what_is_done():
    s = st.scenario("block-stick-slip", law="lugre", set={"duration": "1000 s"})

    def interrupt(share):
        if not senders:
            senders.append(threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT)))
            senders[0].start()

    senders = []
    with pytest.raises(st.Interrupted) as caught:
        s.sweep({"friction.contact.Fs": np.linspace(1, 2, 100_000)}, metrics="max(x)", threads=1, progress=interrupt)
    senders[0].join()
    done = np.isfinite(caught.value.result["max(x)"])
    assert done.sum() < 100_000


def test_ctrl_c_keeps_the_laws_that_are_characterized(monkeypatch):
    from stiction import _compare
    asked = []

    class Watch(_compare.Watch):
        def __init__(self, progress):
            super().__init__(progress)
            self.c.every = 0.0  # it asks as often as it can

    def interrupt(share):
        asked.append(share)
        if share < asked[-2:][0]:  # the next law
            raise KeyboardInterrupt

    monkeypatch.setattr(_compare, "Watch", Watch)
    with pytest.raises(st.Interrupted) as caught:
        st.characterize("coulomb", "lugre", progress=interrupt)
    assert "coulomb" in str(caught.value.result)
    assert "lugre " not in str(caught.value.result)
    with pytest.raises(st.Interrupted) as caught:
        st.characterize("lugre", progress=lambda share: (_ for _ in ()).throw(KeyboardInterrupt))
    assert caught.value.result is None


def test_the_other_verbs(tmp_path):
    s = st.scenario("block-stick-slip")
    assert all(note.kind in ("derived", "warning") and note.text for note in st.check("eha-step"))
    table = st.characterize("coulomb")
    assert "coulomb" in str(table)
    text = s.export("feedforward", as_="python")
    assert "def " in text
    with pytest.raises(st.Error):
        s.export("nonsense")
    assert st.describe("block")["kind"] == "plant" and "parameters" in str(st.describe("block"))[:5000].lower()
    assert "cutoff" in st.options_of("inverse")


def test_a_law_written_in_c_is_loaded(tmp_path):
    source, library = os.environ["SOURCE_DIR"], tmp_path / "own_law.so"
    subprocess.run(["cc", "-shared", "-fPIC", f"-I{source}/include", f"{source}/docs/examples/own_law.c", "-o", library,
                    "-fvisibility=hidden", "-ffunction-sections", "-Wl,--gc-sections"], check=True)
    with pytest.raises(st.Error):
        st.scenario("block-brake", law="wearing")
    # in a process of its own: what was loaded stays
    own = subprocess.run([sys.executable, "-c", f"""if True:
        import stiction as st
        st.plugin({str(library)!r})
        assert st.describe("wearing")["kind"] == "law"
        print(repr(float(st.scenario("block-brake", law="wearing").run()["x"][-1])))
        """], capture_output=True, text=True, check=True).stdout
    data = tmp_path / "run.csv"
    program("--plugin", library, "run", "block-brake", "--law", "wearing", "--quiet", "-o", data)
    with open(data) as file:
        rows = list(csv.reader(file))
    assert float(own) == float(rows[-1][rows[0].index("x [m]")])


def test_a_package_that_is_missing_is_named(monkeypatch):
    import importlib
    from stiction._result import needs

    def none(module):
        raise ImportError(module)

    monkeypatch.setattr(importlib, "import_module", none)
    with pytest.raises(ImportError, match="pip install pandas"):
        needs("pandas")


EMPS = os.path.join(os.environ["SOURCE_DIR"], "..", "shared", "data", "emps_id.csv")


@pytest.mark.parametrize("method, options, words", [
    ("inverse", {"effort": "force_N"}, ["--effort", "force_N"]),
    ("power", {"effort": "u_V", "gain": {"u_V": "35.15 N/V"}}, ["--effort", "u_V", "--gain", "u_V=35.15 N/V"]),
])
def test_emps_gives_the_numbers_of_the_program(method, options, words, capsys):
    if not os.path.exists(EMPS):
        with capsys.disabled():
            print("skipped: shared: EMPS was not identified in Python")
        pytest.skip("no data")
    own = st.identify(method, EMPS, position="q_m", **options)
    assert_same(own, flat(json.loads(program("identify", method, EMPS, "--position", "q_m", *words, "--json"))))
    assert own["m" if method == "power" else "M"] == pytest.approx(95, rel=0.05)


def test_the_tribometer_gives_the_numbers_of_the_program():
    data = os.path.join(os.environ["SOURCE_DIR"], "docs", "data", "tribometer.csv")
    fit = st.fit(st.law("gms"), data, effort="friction_force", position="x", gain={"friction_force": -1}, elements=2,
                 free=["Fc", "k", "nu", "offset.FF"], hold_out=0.5, starts=3, threads=1)
    assert_same(fit, found_by_program("fit", data, "--effort", "friction_force", "--position", "x", "--gain", "friction_force=-1",
                                      "--law", "gms", "--elements", 2, "--free", "Fc,k,nu,offset.FF", "--hold-out", 0.5,
                                      "--starts", 3))
