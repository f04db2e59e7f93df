# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
"""Wrong names, values and files raise stiction.Error with the sentence of the program."""

import os
import re
import shlex
import subprocess

import pytest

import stiction as st

# The cases of the program's own test: bad_file FRAGMENT TEXT, and bad FRAGMENT run SCENARIO --set ... --law ....
with open(os.path.join(os.environ["SOURCE_DIR"], "tests", "test_cli_bad_input.sh"), encoding="utf-8") as file:
    LINES = file.read().splitlines()
HEAD = next(shlex.split(line)[0].removeprefix("head=") for line in LINES if line.startswith("head="))
LISTS = {f"${{{name}[@]}}": shlex.split(words) for name, words in
         (found.groups() for found in (re.fullmatch(r"(\w+)=\((.*)\)", line) for line in LINES) if found)}
WORDS = [[word for written in shlex.split(line) for word in LISTS.get(written, [written])]
         for line in LINES if re.match(r"bad(_file)? '", line) and not line.endswith("\\")]
FILES = [(w[1], w[2].replace("${head}", HEAD)) for w in WORDS if w[0] == "bad_file"]


def settings_of(words):
    """(scenario, laws, settings) of a command line that says nothing else; otherwise None."""
    laws, settings = [], {}
    if len(words) < 2 or words[0] not in ("run", "check") or words[1].startswith("-"):
        return None
    rest = words[2:-2] if words[-2] == "-o" else words[2:]  # the file is not reached
    while len(rest) >= 2 and rest[0] in ("--set", "--law"):
        if rest[0] == "--law":
            laws.append(rest[1])
        elif rest[1].find("=") > 0:
            settings.update([rest[1].split("=", 1)])
        else:
            return None
        rest = rest[2:]
    return None if rest or not (laws or settings) else (words[1], laws, settings)


LINES_OF_RUNS = [(w[1], *settings_of(w[2:])) for w in WORDS if w[0] == "bad" and settings_of(w[2:])]


def call_of(words):
    """What a command line asks for, as a call; None where only a command line can be so wrong (options, completion)."""
    verb, rest = words[0], words[1:]
    plain = not any(word.startswith("-") for word in rest)
    if verb == "describe" and plain and len(rest) == 1:
        return lambda: st.describe(rest[0])
    if verb == "list" and plain and rest:
        return lambda: st.list(rest[0])
    if verb == "list" and rest[0] == "--plugin" and len(rest) == 2:
        return lambda: st.plugin(rest[1])
    if verb in ("run", "check") and plain and len(rest) == 1:
        return lambda: st.scenario(rest[0])
    if verb == "run" and len(rest) == 3 and rest[1] == "-o" and rest[2]:
        return lambda: st.scenario(rest[0]).run(duration=1e-3).write(rest[2])
    if verb == "compare" and rest[0] != "-" and rest[1:2] == ["--laws"] and rest[2][-1] != "," and rest[3:4] in ([], ["--site"]):
        return lambda: st.compare(rest[0], rest[2].split(","), site=rest[4] if len(rest) > 3 else None)
    return None


CALLS = [(w[1], w[2:]) for w in WORDS if w[0] == "bad" and call_of(w[2:])]


def sentence(*arguments):
    found = subprocess.run([os.environ["STICTION"], *arguments], capture_output=True, text=True)
    assert found.returncode == 2
    return found.stderr.removeprefix("stiction: ").splitlines()[0]


def test_there_are_cases():
    assert len(FILES) > 20 and len(LINES_OF_RUNS) > 10 and len(CALLS) > 15


@pytest.mark.parametrize("fragment, words", CALLS)
def test_a_bad_command_is_refused_with_the_sentence_of_the_program(fragment, words, tmp_path, monkeypatch):
    (tmp_path / "work").mkdir()
    (tmp_path / "in" / "folder.csv").mkdir(parents=True)
    (tmp_path / "in" / "folder.yaml").mkdir()
    (tmp_path / "in" / "text.so").write_text("no library")
    monkeypatch.chdir(tmp_path / "work")
    with pytest.raises(st.Error) as caught:
        call_of(words)()
    assert fragment in str(caught.value)
    assert os.listdir() == []


@pytest.mark.parametrize("fragment, name, laws, settings", LINES_OF_RUNS)
def test_a_bad_command_line_is_refused_with_the_sentence_of_the_program(fragment, name, laws, settings):
    with pytest.raises(st.Error) as caught:
        st.scenario(name, law=laws, set=settings).run(duration=1e-3)
    assert fragment in str(caught.value)


@pytest.mark.parametrize("fragment, text", FILES)
def test_a_bad_file_is_refused_with_the_sentence_of_the_program(fragment, text, tmp_path):
    file = tmp_path / "bad.yaml"
    file.write_bytes(subprocess.run(["printf", "%b", text], capture_output=True, check=True).stdout)
    with pytest.raises(st.Error) as caught:
        st.scenario(file)
    assert fragment in str(caught.value)
    assert caught.value.status in ("bad_input", "no_file")
    if caught.value.line:
        assert f":{caught.value.line}:" in str(caught.value)


@pytest.mark.parametrize("settings", [
    {"friction.contact.Fss": "1 N"}, {"friction.contact.Fs": "1 kg"}, {"parameters.m": -1}, {"duration": "0 s"},
    {"solver.method": "evnt"}, {"record.columns": ["x", "y2"]}, {"inputs.y.ramp.slop": 1}, {"nonsense": 1},
])
def test_a_bad_setting_is_refused_with_the_sentence_of_the_program(settings):
    with pytest.raises(st.Error) as caught:
        st.scenario("block-stick-slip", set=settings)
    from stiction._library import value_text
    options = [f"--set={path}={value_text(value)}" for path, value in settings.items()]
    assert f"--set: {caught.value.text}" == sentence("run", "block-stick-slip", "--quiet", *options)


@pytest.mark.parametrize("law", ["stribek", "contact=lugra", "contct=lugre"])
def test_a_bad_law_is_refused_with_the_sentence_of_the_program(law):
    with pytest.raises(st.Error) as caught:
        st.scenario("block-stick-slip", law=law)
    assert f"--law: {caught.value.text}" == sentence("run", "block-stick-slip", "--quiet", "--law", law)


def test_names_that_nothing_has():
    for call in (lambda: st.scenario("block-stick-slp"), lambda: st.describe("lugra"), lambda: st.law("dahll"),
                 lambda: st.law("dahl", Fcc=1), lambda: st.list("law"), lambda: st.compare("block-brake", ["lugra"]),
                 lambda: st.plugin("/nowhere.so"), lambda: st.scenario("block-brake").set("Fss", 1),
                 lambda: st.scenario("block-brake")["Fss"]):
        with pytest.raises(st.Error):
            call()
    with pytest.raises(KeyError, match='did you mean "x"'):
        st.scenario("block-brake").run(duration=1)["xx"]
