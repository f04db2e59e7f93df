#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# tools/docs.sh          writes docs/laws/*.md, all figures and the options of the man page from what the program
#                        says of itself, and docs/c-reference.md from the headers (tools/reference.py)
# tools/docs.sh --manual writes that part of the man page and of docs/identify.md only; --reference: docs/c-reference.md only
# tools/docs.sh --check  fails where a page differs from what would be written, or where a command of
#                        a ```console block in README.md, docs/*.md or docs/plants/*.md prints
#                        something else than shown
#
# STICTION names the program (build/stiction).  In a console block "$ " starts a command; a line "…"
# stands for any lines and "…" inside a line for any text.  A ```yaml block that opens with "# NAME.yaml"
# is that file.  --check leaves out the figures, which depend on the version of gnuplot, and
# docs/laws/behaviours.md, which takes half a minute.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8
stiction=$(realpath -m "${STICTION:-build/stiction}")

# ---- Pages ----

# pages FOLDER: the list of laws and a page for each, from its own description and the comment that
# opens its file.
pages() {
    python3 - "$stiction" "$1" <<'PY'
import json, re, subprocess, sys

stiction, folder = sys.argv[1:]

def say(*arguments):
    return subprocess.run([stiction, *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout

def table(head, rows):
    rows = [[str(c).replace("|", "\\|").replace("*", "\\*") for c in r] for r in rows]
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(r) + " |\n" for r in lines) + "\n"

def number(x):
    return re.sub(r"e(-?)\+?0*", r"e\1", f"{x:g}") if isinstance(x, (int, float)) else x

def units(x):
    both = [x.get("unit") or "", x.get("unit_rotary") or ""]
    return both[0] if both[0] == both[1] else ", ".join(both)

def default(p):
    if p["derived"]:
        return "derived: " + p["derived"]
    return "not given" if p["default"] is None else number(p["default"])

def bounds(p):
    return ", ".join(p["choices"]) if "choices" in p else f"{number(p['min'])} … {number(p['max'])}"

def kind(law):
    if law["fixed_only"]:
        return "A fixed-step algorithm: a scenario that asks for the event engine runs with `solver.dt`."
    if law["set_valued"]:
        text = "Set-valued at rest: it stands still exactly, and the event engine solves it exactly."
    else:
        text = "Standstill is approached, never exact."
    if law["fixed_when"]:
        given = " or ".join(f"`{w}`" for w in law["fixed_when"].split("|"))
        text += f" With {given} given it is a fixed-step algorithm."
    return text

def source(name):
    comment = re.findall(r"/\*(.*?)\*/", open(f"src/laws/{name}.law.h").read(), re.S)[1]
    return "\n".join(re.sub(r"^ \* ?", "", s).rstrip() for s in comment.strip().split("\n"))

MARK = "<!-- Written by tools/docs.sh; do not edit. -->\n\n"

def page(law):
    name, title = law["name"], law["title"]
    out = f"# `{name}`: {title}\n\n" + MARK
    out += "```text\n" + "\n".join(s.strip() for s in law["equation"].split(";  ")) + "\n```\n\n"
    out += law["text"].replace("  ", " ") + "\n\n" + kind(law) + "\n\n"
    out += f"![{title}](../figures/law-{name}.svg)\n\n## Parameters\n\n"
    if law["parameters"]:
        out += table(["name", "kind", "unit (linear, rotary)", "default", "range", "meaning"],
                     [[f"`{p['name']}`", p["kind"], units(p), default(p), bounds(p), p["text"]]
                      for p in law["parameters"]])
        out += "They stand under `friction.SITE`; a pair has a value per direction of motion.\n\n"
    else:
        out += "None.\n\n"
    if law["states"]:
        out += "## States\n\n" + table(["name", "unit (linear, rotary)", "meaning"],
                                       [[f"`{s['name']}`", units(s), s["text"]] for s in law["states"]])
        out += "They are columns of the output, and can be given under `initial`.\n\n"
    out += f"## In the source\n\n`src/laws/{name}.law.h` opens with:\n\n```text\n{source(name)}\n```\n\n"
    if law["reference"]:
        out += f"Reference: {law['reference']}.\n\n"
    return out + "[All laws](README.md)\n"

INDEX = """# Friction laws

{mark}A friction site takes any of these, and `--law` changes it on the command line. What each can show,
measured: [behaviours.md](behaviours.md).

{table}- *set-valued*: stands still exactly under a load; the event engine solves it exactly
- *static*: a function of the velocity alone
- *dynamic*: has states of its own (bristles, a lubricant film, …)
- *fixed step*: an algorithm tied to a fixed step; the event engine does not take it

The figures come from [stop.yaml](stop.yaml) (numerical treatments of the Coulomb law, with a step and a
band that are coarse on purpose) and [loop.yaml](loop.yaml) (all others).
"""

rows = []
for line in say("list", "laws").splitlines()[1:]:
    name, sort, title = re.split(r"  +", line.strip())
    rows.append([f"[`{name}`]({name}.md)", sort, title])
    with open(f"{folder}/{name}.md", "w") as file:
        file.write(page(json.loads(say("describe", name, "--json"))))
with open(f"{folder}/README.md", "w") as file:
    file.write(INDEX.format(mark=MARK, table=table(["law", "kind", ""], rows)))
PY
}

# What `stiction characterize --all` says, without its numbers.
behaviours() {
    cat <<'MD'
# What the laws show

<!-- Written by tools/docs.sh; do not edit. -->

Measured by `stiction characterize --all` on the block, not typed by hand. The experiments and
thresholds: `stiction help characterize`.

```text
MD
    "$stiction" characterize --all 2>/dev/null | awk '!done { print } /^\(drift/ { done = 1 }'
    cat <<'MD'
```

[All laws](README.md)
MD
}

# ---- Figures ----

# draw FILE ARGUMENT...: a figure without the name of the program that drew it.
draw() {
    "$stiction" "${@:2}" --quiet --plot "docs/figures/$1" 2>/dev/null
    sed -i '/^<desc>/d' "docs/figures/$1"
}

# The experiment that shows a law best: the command after `stiction`.
experiment() {
    local loop=(run docs/laws/loop.yaml --law "$1") site=friction.contact
    case $1 in
    none | sign | hyperviscous | quinn | karnopp | borello | coulomb)
        echo run docs/laws/stop.yaml --law "$1" --y v,FF ;;
    coulomb_load)
        echo "${loop[@]}" --set inputs.load=2N --set $site.eta_din_opp=0.8 --set $site.eta_din_aid=0.95 --x v --y FF ;;
    coulomb_map)
        echo "${loop[@]}" --set "$site.Cs_forward=[1.5,400]" --set "$site.Cs_backward=[1.2,400]" \
            --set $site.sigma2=0 --x x --y FF ;;
    lugre_new_modified) echo "${loop[@]}" --set $site.T=0.1s --x v --y FF ;;
    *) echo "${loop[@]}" --x v --y FF ;;
    esac
}

figures() {
    local name arguments
    mkdir -p docs/figures
    for name in $("$stiction" list laws --names); do
        read -ra arguments < <(experiment "$name")
        draw "law-$name.svg" "${arguments[@]}"
    done
    draw stick-slip.svg compare block-stick-slip --laws stribeck,lugre,hyperviscous \
        --set duration=30 --set record.every=25ms --y x,FF
    draw drift.svg compare block-no-drift --laws lugre,elastoplastic,hybrid \
        --set duration=20 --set record.every=20ms --y x
    draw identify-curve.svg identify curve docs/data/screw_steady.csv --effort torque --velocity speed \
        --runs set_speed --where drive=3 --per-side
    draw chain-two-mass.svg run chain-two-mass --set record.every=10ms --y Com,th1,th2,w1,w2,T2,FF2
    draw flap-shaft-failure.svg run flap-shaft-failure-wingtip-brakes \
        --set record.every=5ms --y th2,th3,w2,w3,P12,PSR
    draw clutch-step-play.svg run clutch-step-play --set duration=2 --set record.every=1ms \
        --y theta,theta_rack,b,u
    draw compensate-hunting.svg compensate block-hunting --set duration=60s --with push,feedback,reset
    draw compensate-staircase.svg compensate eha-ramp --with push,feedforward,dither
    draw compensate-reversals.svg compensate block-reversals --set duration=8s \
        --with feedforward,disturbance_observer,observer
    draw cylinder-2mA.svg compare cylinder-2mA --laws stribeck,lugre,lugre_new_modified \
        --set record.every=4ms --y v,Fr
}

# ---- Checks ----

# Every command of the console blocks, in a folder that looks like a clone after ./run.
check_console() {
    local folder=$1 name
    mkdir "$folder/build"
    ln -s "$stiction" "$folder/build/stiction"
    for name in docs include scenarios tools; do ln -s "$PWD/$name" "$folder/$name"; done
    python3 - "$folder" README.md docs/*.md docs/plants/*.md <<'PY'
import re, subprocess, sys

def matches(shown, printed):
    parts = [".*".join(map(re.escape, s.split("…"))) if s != "…" else "\0" for s in shown]
    pattern = "\n".join(parts)
    pattern = pattern.replace("\n\0\n", "\n(?:.*\n)*").replace("\n\0", "(?:\n.*)*").replace("\0\n", "(?:.*\n)*")
    return re.fullmatch(pattern, "\n".join(printed)) is not None

bad = 0
for path in sys.argv[2:]:
    text = open(path).read()
    for name, yaml in re.findall(r"^```yaml\n# (\w+\.yaml)\n(.*?)^```", text, re.S | re.M):
        with open(f"{sys.argv[1]}/{name}", "w") as file:
            file.write(f"# {name}\n{yaml}")
    for block in re.findall(r"^```console\n(.*?)^```", text, re.S | re.M):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, *shown = part.rstrip("\n").split("\n")
            while command.endswith("\\"):
                command += "\n" + shown.pop(0)
            run = subprocess.run(["bash", "-c", command], cwd=sys.argv[1], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            printed = [s.rstrip() for s in run.stdout.rstrip("\n").split("\n")]
            if not matches([s.rstrip() for s in shown] or [""], printed):
                bad += 1
                print(f"{path}: $ {command}\n  prints something else than shown:")
                print("\n".join("    " + s for s in printed))
sys.exit(bad > 0)
PY
}

# manual: the man page with the help of every command and method in its generated part.
manual() {
    python3 - "$stiction" <<'PY'
import re, subprocess, sys

def say(*arguments):
    return subprocess.run([sys.argv[1], *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout

def verbatim(text):
    lines = text.rstrip("\n").replace("\\", "\\e").replace("-", "\\-").split("\n")
    return "".join(("\\&" if re.match(r"[.']", s) else "") + s + "\n" for s in lines)

page = open("docs/man/stiction.1").read()
commands = [[s.split("\t")[0]] for s in say("--commands").split("\n") if s and not s.startswith("help\t")]
commands += [["identify", m] for m in say("identify", "--options").split()]
text = ".SH COMMANDS AND OPTIONS IN DETAIL\nAs \n.B stiction help\n.I COMMAND\nsays it.\n"
for words in commands:
    text += f'.SS "stiction {" ".join(words)}"\n.nf\n{verbatim(say("help", *words))}.fi\n'
head, rest = page.split('.\\" Generated by tools/docs.sh from here\n')
tail = rest.split('.\\" to here\n')[1]
sys.stdout.write(f'{head}.\\" Generated by tools/docs.sh from here\n{text}.\\" to here\n{tail}')
PY
}

# identify_page: docs/identify.md with the table of every method's own options in its generated part.
identify_page() {
    python3 - "$stiction" <<'PY'
import json, subprocess, sys

def say(*arguments):
    return subprocess.run([sys.argv[1], *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout

def option(field):
    if field["kind"] == "flag":
        return ("--no-" if field["default"] else "--") + field["name"].replace("_", "-")
    return "--" + field["name"].replace("_", "-")

def default(field):
    if field["kind"] == "flag" or field["default"] is None:
        return ""
    return str(field["default"])

def unit(field):
    if field["kind"] == "word":
        return " ".join(f"`{word}`" for word in field["words"])
    names = {"$x": "m or rad", "$F": "N or N·m", "$m": "kg or kg·m²", "$x/s": "m/s or rad/s", "1": ""}
    return names.get(field.get("unit", ""), field.get("unit", ""))

begin, end = "<!-- Written by tools/docs.sh --manual from here -->\n", "<!-- to here -->\n"
page = open("docs/identify.md").read()
methods = [m["name"] for m in json.loads(say("list", "methods", "--json"))["methods"]]
tables = {t["name"]: t["fields"] for t in json.loads(say("list", "fields", "--json"))["fields"]}
text = ""
for method in methods:
    text += f"\n### Options of {method}\n\n| option | unit | default | |\n|---|---|---|---|\n"
    for field in tables[method]:
        words = field["text"].replace("|", "\\|").replace("*", "\\*")
        text += f"| `{option(field)}` | {unit(field)} | {default(field)} | {words} |\n"
head, rest = page.split(begin)
sys.stdout.write(head + begin + text + "\n" + end + rest.split(end)[1])
PY
}

reference() { python3 tools/reference.py; }

# write COMMAND FILE: what the command prints, once it is complete.
write() { "$1" >"$2.new" && mv "$2.new" "$2"; }

check() {
    local work rc=0 name
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    mkdir "$work/laws" "$work/clone"
    pages "$work/laws"
    for name in "$work"/laws/*.md; do
        diff -u "docs/laws/${name##*/}" "$name" || rc=1
        name=${name##*/}
        [[ $name == README.md || -s docs/figures/law-${name%.md}.svg ]] || { echo "no figure for $name"; rc=1; }
    done
    manual | diff -u docs/man/stiction.1 - || rc=1
    identify_page | diff -u docs/identify.md - || rc=1
    reference | diff -u docs/c-reference.md - || rc=1
    check_console "$work/clone" || rc=1
    exit "$rc"
}

case ${1:-} in
--check) check ;;
--manual)
    write manual docs/man/stiction.1
    write identify_page docs/identify.md
    ;;
--reference) write reference docs/c-reference.md ;;
"")
    pages docs/laws
    write manual docs/man/stiction.1
    write identify_page docs/identify.md
    write reference docs/c-reference.md
    figures
    behaviours >docs/laws/behaviours.md
    ;;
*) echo "usage: tools/docs.sh [--manual|--reference|--check]" >&2; exit 2 ;;
esac
