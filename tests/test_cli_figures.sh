#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Figures of identify: each method that draws one writes a whole SVG with the curves that it promises.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
. "$(dirname "${BASH_SOURCE[0]}")/motion_data.sh"
command=(identify) patience=$((120 * ${SLOWER:-1}))
have gnuplot || exit 77

# draws CURVE ARGUMENT...: the method writes a figure that names CURVE.
draws() {
    good "" "${@:2}" --plot figure.svg
    ok grep -q '</svg>' figure.svg
    ok grep -qF -- "$1" figure.svg
    rm -f figure.svg
}

spring_block '2 s' '2 ms' >../in/bench.yaml
"$STICTION" run ../in/bench.yaml --quiet -o ../in/data.csv || exit 1
for K in 900 1100; do # two runs with springs of their own
    "$STICTION" run ../in/bench.yaml --set parameters.K=$K -o ../in/run.csv --quiet || exit 1
    awk -v K=$K -v OFS=, 'NR == 1 { print "K,"$0 } NR > 1 { print K, $0 }' ../in/run.csv
done | awk 'NR == 1 || !/^K/' >../in/runs.csv

fit=(fit ../in/data.csv --scenario ../in/bench.yaml --match x=x --free Fc)
draws "model" "${fit[@]}"
draws "measured" "${fit[@]}" --match v=v
draws "held out from here" "${fit[@]}" --hold-out 25%
# Measured motion without a plant, over the position.
draws "position" fit ../in/data.csv --law coulomb --effort FF --position x --velocity v --free Fc
tribometer=$SOURCE_DIR/docs/data/tribometer.csv
draws "dahl" select "$tribometer" --effort friction_force --position x --gain friction_force=-1 \
    --free offset.FF --laws coulomb,dahl
summary
