# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# fish completion for stiction; names come from the program itself.

function __stiction_names
    stiction list $argv[1] --names 2>/dev/null
end

# The entries given so far, each with one more law behind.
function __stiction_law_list
    set -l head (commandline -ct | string replace -r '[^,]*$' '')
    for law in (__stiction_names laws)
        echo $head$law
    end
end

set -l first __fish_use_subcommand
function __stiction_in
    __fish_seen_subcommand_from $argv
end

complete -c stiction -f
complete -c stiction -n $first -a list -d 'what there is'
complete -c stiction -n $first -a describe -d 'parameters, units, defaults, equations, reference'
complete -c stiction -n $first -a new -d 'a commented scenario to start from'
complete -c stiction -n $first -a check -d 'the resolved scenario'
complete -c stiction -n $first -a run -d 'run a scenario'
complete -c stiction -n $first -a compare -d 'one scenario with several laws'
complete -c stiction -n $first -a characterize -d 'the seven behaviours of a law, measured'
complete -c stiction -n $first -a reproduce -d 'published cases run again, as one page'
complete -c stiction -n $first -a identify -d 'friction parameters from measured data'
complete -c stiction -n $first -a help -d 'all about a command'
complete -c stiction -n $first -l version -d 'the version'
complete -c stiction -l help -d 'help'
complete -c stiction -l plugin -r -F -d 'laws and plants from a shared object'
complete -c stiction -l confine -d 'a scenario reads files of its own folder only'

complete -c stiction -n '__stiction_in list' -a 'laws plants scenarios papers'
complete -c stiction -n '__stiction_in list' -l names -d 'names only'
complete -c stiction -n '__stiction_in describe' -a '(__stiction_names laws; __stiction_names plants; __stiction_names scenarios)'
complete -c stiction -n '__stiction_in describe run compare reproduce identify' -l json -d 'for machines'
complete -c stiction -n '__stiction_in new' -a '(__stiction_names plants)'
complete -c stiction -n '__stiction_in characterize' -a '(__stiction_names laws)'
complete -c stiction -n '__stiction_in identify' -F -a 'check breakaway sine cycles ramp curve power inverse fit select'
complete -c stiction -n '__stiction_in identify' -l effort -x -d 'column of the force or torque'
complete -c stiction -n '__stiction_in identify' -l position -x -d 'column of the position'
complete -c stiction -n '__stiction_in identify' -l velocity -x -d 'column of the velocity'
complete -c stiction -n '__stiction_in identify' -l scenario -x -d 'fit, select: what is simulated'
complete -c stiction -n '__stiction_in identify' -l match -x -d 'fit, select: COLUMN=DATA'
complete -c stiction -n '__stiction_in identify' -l input -x -d 'fit, select: INPUT=DATA'
complete -c stiction -n '__stiction_in identify' -l free -x -d 'fit, select: what is to be found'
complete -c stiction -n '__stiction_in identify' -l hold-out -x -d 'fit, select: part held out'
complete -c stiction -n '__stiction_in identify' -l runs -x -d 'column that tells runs apart'
complete -c stiction -n '__stiction_in check run compare' -F -a '(__stiction_names scenarios)'
complete -c stiction -n '__stiction_in check run compare' -l set -x -d 'PATH=VALUE: override an entry'
complete -c stiction -n '__stiction_in check run' -l law -x -a '(__stiction_names laws)' -d 'friction law'
complete -c stiction -n '__stiction_in run compare identify' -s o -r -F -d 'write columns or the table'
complete -c stiction -n '__stiction_in run' -l events -r -F -d 'write the event log'
complete -c stiction -n '__stiction_in run compare identify' -l plot -r -F -d 'draw a figure: .svg .png .pdf'
complete -c stiction -n '__stiction_in run compare' -l x -x -d 'column of the x axis'
complete -c stiction -n '__stiction_in run compare' -l y -x -d 'columns of the y axis'
complete -c stiction -n '__stiction_in run compare' -l data -r -F -d 'measured data'
complete -c stiction -n '__stiction_in reproduce' -a '(__stiction_names papers)'
complete -c stiction -n '__stiction_in reproduce' -s o -r -F -d 'folder of the page'
complete -c stiction -n '__stiction_in check run compare reproduce identify' -l quiet -d 'nothing but errors'
complete -c stiction -n '__stiction_in compare' -l site -x -d 'friction site'
complete -c stiction -n '__stiction_in help' -a 'list describe new check run compare characterize reproduce identify'
complete -c stiction -n '__stiction_in compare' -l site -x -d 'friction site'
complete -c stiction -n '__stiction_in compare' -l laws -x -a '(__stiction_law_list)' -d 'laws to compare'
