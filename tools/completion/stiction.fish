# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# fish completion for stiction.  Commands, options, names and paths come from the program itself, so that they are
# those of the version that is installed.

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

# Command, and for identify its method: the words whose table of options counts.
function __stiction_table
    set -l words (commandline -opc)
    set -e words[1]
    test "$words[1]" = identify; and echo $words[1..2]; or echo $words[1]
end

function __stiction_options
    stiction (__stiction_table | string split ' ') --options 2>/dev/null | string replace '=' ''
end

# The paths of the scenario that stands on the line.
function __stiction_paths
    set -l words (commandline -opc)
    for word in $words[3..]
        string match -q -- '-*' $word; and continue
        stiction check $word --paths 2>/dev/null | string replace -r '=.*' '='
    end
end

function __stiction_in
    __fish_seen_subcommand_from $argv
end

# Whether the word before is one of these options.
function __stiction_after
    set -l words (commandline -opc)
    contains -- $words[-1] $argv
end

complete -c stiction -f
complete -c stiction -n __fish_use_subcommand -a '(stiction --commands 2>/dev/null)'
complete -c stiction -n __fish_use_subcommand -l version -d 'the version'
complete -c stiction -l help -d 'help'
complete -c stiction -l plugin -r -F -d 'laws and plants from a shared object'
complete -c stiction -l confine -d 'a scenario reads files of its own folder only'
complete -c stiction -n 'not __fish_use_subcommand; and string match -q -- "-*" (commandline -ct)' -a '(__stiction_options)'
complete -c stiction -n '__stiction_after --set' -a '(__stiction_paths)'
complete -c stiction -n '__stiction_after --law' -a '(__stiction_names laws)'
complete -c stiction -n '__stiction_after --laws' -a '(__stiction_law_list)'
complete -c stiction -n '__stiction_after --with' -a '(__stiction_names compensations)'
complete -c stiction -n '__stiction_after -o --output --events --plot --data --overlay --validate' -F
complete -c stiction -n '__stiction_after --scenario --base' -F -a '(__stiction_names scenarios)'
complete -c stiction -n '__stiction_in list' -a 'laws plants scenarios papers measures compensations'
complete -c stiction -n '__stiction_in describe' -a '(__stiction_names laws; __stiction_names plants; __stiction_names scenarios)'
complete -c stiction -n '__stiction_in new' -a '(__stiction_names plants)'
complete -c stiction -n '__stiction_in characterize' -a '(__stiction_names laws)'
complete -c stiction -n '__stiction_in identify' -F -a '(stiction identify --options 2>/dev/null)'
complete -c stiction -n '__stiction_in check run compare compensate sweep tune' -F -a '(__stiction_names scenarios)'
complete -c stiction -n '__stiction_in reproduce' -F -a '(__stiction_names papers)'
complete -c stiction -n '__stiction_in help' -a '(stiction --commands 2>/dev/null)'
