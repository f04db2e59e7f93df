# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Compensation of friction: terms of a scenario, remedies compared and tuned, compensators written as code."""

import json
import os
import subprocess

import numpy as np
import pytest

import stiction as st

SETTINGS = {"controller.Ts": "1 ms", "duration": "60 s"}
TERM = {"kind": "push", "Fs": "1.5 N", "band": "10 mm", "fade": "20 mm/s"}


def program(*arguments):
    found = subprocess.run([os.environ["STICTION"], *map(str, arguments)], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.fixture(scope="module")
def loop():
    return st.scenario("block-limit-cycle", set=SETTINGS)


@pytest.fixture(scope="module")
def compared(loop):
    return st.compensate(loop, ["push", "reset"], scale=[0.8, 1])


def test_a_term_is_set_and_its_numbers_have_addresses(loop):
    s = loop.with_(set={"compensation": [TERM]})
    assert s["compensation.1.band"] == 0.01
    s.set("compensation.1.band", "12 mm")
    r = s.run(duration=1)
    assert s["compensation.1.band"] == 0.012 and r["u_comp"][0] == 1.5 and r.units["u_comp"] == "N"
    words = [f"--set={path}={value}" for path, value in SETTINGS.items()]
    page = program("run", "block-limit-cycle", *words, "--set", "compensation=" + json.dumps([TERM]), "--set",
                   "compensation.1.band=12 mm", "--set", "duration=1s", "-o", "-")
    assert float(page.splitlines()[-1].split(",")[page.splitlines()[0].split(",").index("x [m]")]) == r["x"][-1]
    off = loop.with_(set={"compensation": [{**TERM, "scale": 0}]}).run()
    assert np.array_equal(off["x"], loop.run()["x"])
    study = s.sweep({"compensation.1.band": [0.005, 0.02]}, metrics="tracking_error", threads=1)
    assert study["tracking_error"][0] != study["tracking_error"][1]
    with pytest.raises(st.Error, match='did you mean "band"'):
        loop.with_(set={"compensation": [{**TERM, "bnad": 1}]})


def test_remedies_are_those_of_the_program(compared):
    words = [f"--set={path}={value}" for path, value in SETTINGS.items()]
    theirs = json.loads(program("compensate", "block-limit-cycle", *words, "--with", "push,reset", "--scale", "0.8,1", "--json",
                                "--quiet"))
    ours = compared.as_dict()
    assert ours["remedies"] == theirs["remedies"] and ours["settings"] == theirs["settings"]
    assert list(compared["result"][:2]) == ["hunts", "stands"] and len(compared) == len(theirs["remedies"])
    assert compared["hunting"][0] == theirs["remedies"][0]["hunting"]
    assert "push, scale 0.8" in compared.runs and "<table>" in compared._repr_html_() and "hunts" in str(compared)
    with pytest.raises(KeyError, match='did you mean "hunting"'):
        compared["huntin"]


def test_a_remedy_is_a_scenario_that_runs_alike(compared):
    run = compared.runs["push, scale 0.8"]
    assert run.result == "stands" and run.settings["band"] == 0.0093 and run.error == ""
    s = run.scenario()
    again = s.run(columns=["x"])
    assert s["compensation.1.scale"] == 0.8 and again["x"][-1] == run["x"][-1]
    assert not run["x"].flags.owndata and "u_comp" in run.columns
    assert "double compensator_step(" in s.export("compensator")
    assert "FUNCTION_BLOCK" in s.export("compensator", as_="structured-text", real="real", name="against")


def test_a_figure_is_drawn(compared, tmp_path):
    import shutil
    if shutil.which("gnuplot"):
        compared.write_figure(tmp_path / "hunting.svg")
        assert "push: stands" in (tmp_path / "hunting.svg").read_text()
    try:
        import matplotlib
    except ImportError:
        with pytest.raises(ImportError, match="pip install matplotlib"):
            compared.plot()
        return
    matplotlib.use("agg")
    axes = compared.plot()
    assert len(axes) == compared.c.figure.npanel and axes[0].get_lines() and axes[0].get_title() == "none: hunts"
    with pytest.raises(st.Error, match="has no figure"):
        st.Result().plot()


def test_one_remedy_is_tuned_as_by_the_program(tmp_path):
    s = st.scenario("block-reversals", set={"duration": "4 s"})
    found = st.tune_compensation(s, "feedforward", minimise="quadrant_glitch", evaluations=6)
    theirs = json.loads(program("compensate", "block-reversals", "--set", "duration=4s", "--tune", "feedforward", "--minimise",
                                "quadrant_glitch", "--evaluations", 6, "--json", "--quiet"))
    assert [trial.value for trial in found.trials] == [trial["value"] for trial in theirs["sensitivity"]]
    assert [trial.friction for trial in found.trials] == [0.8, 1, 1.2, 1, 1] and found.trials[3].sensor == "ideal"
    assert found.scenario().run(duration=0.1).status == "ok" and "feedforward" in found.scenario().text


@pytest.mark.parametrize("call, words", [
    (lambda s: s.compensate("pusch"), 'with_: unknown remedy "pusch"; did you mean "push"?'),
    (lambda s: s.compensate("push", scale=-1), "scale: -1: allowed are 0 to 1000"),
    (lambda s: s.compensate("push", sensor={"resolutoin": "1 mm"}), 'did you mean "resolution"?'),
    (lambda s: s.compensate("push", law="lugra"), 'did you mean "lugre"?'),
    (lambda s: st.compensate("block-brake"), "there is no controller"),
    (lambda s: s.tune_compensation("push", minimise="huntin"), 'minimise: "huntin": there is no metric'),
    (lambda s: s.tune_compensation("hold_at_rest", minimise="hunting"), "has no number that could be tuned"),
])
def test_what_is_wrong_is_said(loop, call, words):
    with pytest.raises(st.Error) as caught:
        call(loop)
    assert words in str(caught.value)


def test_ctrl_c_keeps_the_runs_that_are_done(loop):
    long = loop.with_(set={"duration": "2000 s"})
    with pytest.raises(st.Interrupted) as caught:
        long.compensate("push", threads=1, progress=lambda share: (_ for _ in ()).throw(KeyboardInterrupt))
    found = caught.value.result
    assert len(found) == 4 and found.runs["push, Ki = 0"].result != "stands"
