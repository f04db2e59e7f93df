#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# Options of figures: ranges, units, sizes, measured data and other runs; wrong ones are refused before the run.
. "$(dirname "${BASH_SOURCE[0]}")/cli_support.sh"
have gnuplot || exit 77
command=(run block-brake --quiet --plot figure.svg)

# draws TEXT ARGUMENT...: a figure with that text in it.
draws() {
    local text=$1
    shift
    ok limited "$patience" "$STICTION" "${command[@]}" "$@" >../stdout 2>../stderr </dev/null
    ok grep -qF -- "$text" figure.svg
    rm -f figure.svg
}

bad "give two ends as FROM:TO"                  --xrange 1
bad "the range is empty"                        --xrange 2:1
bad "t is in s"                                 --xrange 0:1N
bad "no panel of the figure has that unit"      --yrange 0:1kg
bad '"wurst" is not a number'                   --yrange 0:wurst
bad "nothing to draw; t goes from 0 s to "      --xrange 1e6:2e6
bad "nothing to draw; t goes from 0 s to "      --xrange :-1s
draws "<svg"                                    --xrange 0:
draws "<svg"                                    --xrange 0s:1s --yrange :1mm

bad "write COLUMN=UNIT"                         --unit x
bad "write COLUMN=UNIT"                         --unit =mm
bad "write COLUMN=UNIT"                         --unit x=
bad 'no column "nothing"; it has t, x'          --unit nothing=mm
bad "--unit x=wurst"                            --unit x=wurst
bad "which is no multiple of it"                --unit x=N
draws "[um]"                                    --unit x=um --unit t=ms
draws "[m]"                                     --unit si

bad "write A4"                                  --size 1
bad "write A4"                                  --size wurst
bad '"kg" is no unit of length'                 --size 100x100kg
bad "3 panels need 200x370 to"                  --size 10x10
bad "without a unit is in pixels"               --size 160x100
bad "3 panels need 200x370 to"                  --size 0x0
bad "3 panels need 200x370 to"                  --size 1000x1e9
bad "1 panel needs 200x150 to"                  --size 199x200 --y x
draws 'width="400" height="370"'                --size 400x370
draws 'width="384" height="192"'                --size 4x2in --y x
draws 'width="605" height="378"'                --size 160x100mm

# Titles are broken in two lines, and shortened.
long="a title of a scenario that goes on and on about a block which is pulled over a rough table until it sticks and slips"
draws ">a title of a scenario that goes on and on about a block which is pulled over<" --set "title=$long"
draws "sticks and slips (coulomb)<" --set "title=$long"
draws "…<" --set "title=$long $long"
draws "<svg"                                    --size A5

printf 't [s],x [s]\n0,0\n1,1\n' >../in/seconds.csv
printf 't [s],x [wurst]\n0,0\n1,1\n' >../in/unknown.csv
printf 'time [ms],x [mm]\n0,0\n1000,1\n' >../in/other.csv
printf 't [s],temperature [K]\n0,0\n1,1\n' >../in/foreign.csv
printf 'a,x [m]\n0,0\n1,1\n' >../in/timeless.csv
for option in --data --overlay; do
    bad "is in s, which does not fit m"         $option ../in/seconds.csv
    bad 'unknown unit "wurst"'                  $option ../in/unknown.csv
    bad "cannot read the file"                  $option ../in/nothing.csv
done
draws "<svg"                                    --data ../in/other.csv
draws "other"                                   --overlay ../in/other.csv
# A longer run that lacks the column of a panel: all panels have its time axis.
printf 't [s],x [m]\n0,0\n977,1\n' >../in/longer.csv
for words in run "compare --laws coulomb,dahl"; do
    read -ra command <<<"$words block-brake --quiet --plot figure.svg"
    ok limited "$patience" "$STICTION" "${command[@]}" --y x,v --overlay ../in/longer.csv
    ok test "$(grep -c '>800<' figure.svg)" -eq 2
    rm -f figure.svg
done
command=(run block-brake --quiet --plot figure.svg)
bad '"x" is named twice'                        --y x,v,x
bad "none of its columns is in the figure"      --overlay ../in/foreign.csv
bad 'no column "t" for the x axis'              --overlay ../in/timeless.csv
bad '--y nothing: unknown column; columns'          --y nothing
bad '--x nothing: unknown column; columns'          --x nothing

summary
