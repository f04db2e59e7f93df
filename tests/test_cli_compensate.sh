#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# stiction compensate: the table, what it derives and refuses, its figure and JSON, and wrong command lines.
source_dir=$(cd "${BASH_SOURCE%/*}/.." && pwd)
. "$source_dir/tests/cli_support.sh"
. "$source_dir/tests/cli_commands.sh"

begin "the loop that hunts, bare and with two remedies"
short=(block-limit-cycle --set controller.Ts=1ms --set duration=60s)
stiction 0 compensate "${short[@]}" --with push,reset
for words in 'none  *hunts' 'none, Ki = 0  *stands' 'push  *stands' 'reset  *stands' 'error at which the push Fs' \
    'staircase and quadrant glitch do not exist' 'A standing error does not exist'; do
    ok grep -q -- "$words" out
done
ok lines out -lt 40

begin "JSON has every number, and null where there is none"
stiction 0 compensate "${short[@]}" --with push,feedback --scale 0.8,1 --quiet --json
ok json out '.remedies | length == 10'
ok json out '.remedies[0] | .remedy == "none" and .result == "hunts" and .integrator and .standing_error == null'
ok json out '.remedies[0].hunting > 0.1 and .remedies[0].hunting < 0.2'
# 0.338 m: the specification's figure for Ki = 0, to 5 %
ok json out '.remedies[1] | (.integrator | not) and (.standing_error - 0.338 | fabs) < 0.017'
ok json out '[.remedies[2:][].scale] | unique == [0.8, 1]'
ok json out '[.remedies[].quadrant_glitch] | unique == [null]'
ok json out '[.settings[].setting] == ["band", "fade", "eps"] and .units.remedies.hunting == "m"'

begin "what cannot be used is said"
stiction 0 compensate block-limit-cycle --set duration=5s --with reset,push
ok says out 'a rule of the integrator needs a sampled'

if have gnuplot; then
    begin "the figure"
    stiction 0 compensate "${short[@]}" --with push --plot hunting.svg --quiet
    for words in 'none: hunts' 'push: stands' 'error' 'effort' 'friction' 'compensation' 'Ki = 0'; do
        ok says hunting.svg "$words"
    done
fi
rm -f ./*

begin "one remedy, tuned, with wrong friction and other sensors beside it"
stiction 0 compensate block-reversals --set duration=4s --tune feedforward --minimise quadrant_glitch --evaluations 8 --json \
    --quiet -o cured.yaml
# the first candidate is the derived one, so that a search cannot end with less
ok json out '.scores[0].value <= .scores[0].given and (.sensitivity | length) == 5'
ok json out '[.sensitivity[].friction] == [0.8, 1, 1.2, 1, 1] and .sensitivity[0].bare < .sensitivity[1].bare'
ok json out '.cures and (.sensitivity[1].value == .scores[0].value)'
ok says cured.yaml 'base: block-reversals'
ok says cured.yaml 'kind: feedforward'
stiction 0 check cured.yaml
rm -f ./*

begin "a metric that no run has"
# A step has no reversals of its command.
stiction 1 compensate block-hunting --set duration=5s --tune push --minimise quadrant_glitch --evaluations 3 -o none.yaml
ok grep -q 'no candidate has the metric that is minimised: nothing is written' err
ok test ! -e none.yaml
rm -f ./*

begin "wrong command lines"
bad 'needs --minimise METRIC'                compensate block-hunting --tune push
bad 'belong to --tune'                       compensate block-hunting --minimise hunting
bad 'exclude it'                             compensate block-hunting --tune push --minimise hunting --with push
bad 'did you mean "push"?'                   compensate block-hunting --tune pusch --minimise hunting
bad 'did you mean "hunting"?'                compensate block-hunting --tune push --minimise huntin
bad 'has no number that could be tuned'      compensate block-hunting --tune hold_at_rest --minimise hunting
bad 'allowed are 1 to 1000000'               compensate block-hunting --tune push --minimise hunting --evaluations 0
bad 'compensate needs a scenario'            compensate
bad 'did you mean "push"?'                   compensate block-limit-cycle --with pusch
bad 'allowed: feedforward'                   compensate block-limit-cycle --with q
bad '"push" appears twice'                   compensate block-limit-cycle --with push,push
bad 'has an empty entry'                     compensate block-limit-cycle --with push,
bad 'exclude each other'                     compensate block-limit-cycle --with push --all
bad '"x" is no factor'                       compensate block-limit-cycle --scale 1,x
bad '"1 mm" is no factor'                    compensate block-limit-cycle --scale '1 mm'
bad '--scale: -1: allowed are 0 to 1000'     compensate block-limit-cycle --scale=-1
bad 'did you mean "resolution"?'             compensate block-limit-cycle --sensor 'resolutoin: 1 mm'
tuned=(compensate block-hunting --tune push --minimise tracking_error)
bad '--sensor: resolution: "nan" is not'     compensate block-hunting --sensor 'resolution: nan'
bad '--sensor: resolution: "nan" is not'     "${tuned[@]}" --sensor ideal --sensor 'resolution: nan'
bad '--sensor: "1 kg" is in kg'              "${tuned[@]}" --sensor 'resolution: 1 kg'
echo 'base: block-hunting' >../in/base.yaml && echo 'base: base.yaml' >../in/own.yaml
for file in own base; do
    bad 'by the scenario' compensate ../in/own.yaml --tune push --minimise tracking_error --evaluations 1 -o "../in/$file.yaml"
    ok test "$(wc -l <"../in/$file.yaml")" -eq 1
done
bad '--tune: unknown remedy "none"'          compensate block-hunting --tune none --minimise tracking_error
bad 'did you mean "lugre"?'                  compensate block-limit-cycle --law lugra
bad 'name a file'                            compensate -
bad 'there is no controller'                 compensate block-brake
bad 'there is no controller'                 compensate cylinder-2mA
bad 'the ending says the format'             compensate block-limit-cycle --plot a.txt
bad 'did you mean "block-limit-cycle"?'      compensate block-limit-cicle

summary
