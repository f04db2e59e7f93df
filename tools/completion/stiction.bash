# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# bash completion for stiction.  Commands, options, names and paths come from the program itself, so that they
# are those of the version that is installed.

_stiction_names()
{
    "${COMP_WORDS[0]}" list "$1" --names 2>/dev/null
}

# Completes the last entry of a list separated by commas.
_stiction_list()
{
    local head=""
    [[ $cur == *,* ]] && head=${cur%,*},
    compopt -o nospace
    mapfile -t COMPREPLY < <(compgen -P "$head" -W "$(_stiction_names "$1")" -- "${cur##*,}")
}

_stiction_scenarios()
{
    compopt -o filenames
    mapfile -t COMPREPLY < <(
        compgen -W "$(_stiction_names scenarios)" -- "$cur"
        compgen -f -X '!*.yaml' -- "$cur"
        compgen -d -- "$cur"
    )
}

_stiction_files()
{
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}

# The paths of the scenario that stands on the line.
_stiction_paths()
{
    local word
    compopt -o nospace
    for word in "${COMP_WORDS[@]:2:COMP_CWORD-3}"; do
        [[ $word != -* ]] || continue
        mapfile -t COMPREPLY < <(compgen -S = \
            -W "$("${COMP_WORDS[0]}" check "$word" --paths 2>/dev/null | cut -d= -f1)" -- "$cur")
        [[ ${#COMPREPLY[@]} -eq 0 ]] || return
    done
}

_stiction()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} program=${COMP_WORDS[0]}
    local -a words=("$command")
    # bash makes words of SITE, = and LAW
    if [[ $cur == "=" ]]; then
        cur="" prev=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $prev == "=" ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 3]}
        [[ $prev != --set ]] || return
    fi

    if [[ $COMP_CWORD -eq 1 ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$program" --commands 2>/dev/null | cut -f1) \
            --help --version --plugin --confine" -- "$cur")
        return
    fi
    case $prev in
    --law | --laws) _stiction_list laws; return ;;
    --with) _stiction_list compensations; return ;;
    --set) _stiction_paths; return ;;
    --scenario | --base) _stiction_scenarios; return ;;
    -o | --output | --events | --plot | --data | --overlay | --plugin | --validate) _stiction_files; return ;;
    esac
    if [[ $cur == -* ]]; then
        [[ $command != identify ]] || words+=("${COMP_WORDS[2]}")
        mapfile -t COMPREPLY < <(compgen -W "--help --plugin --confine \
            $("$program" "${words[@]}" --options 2>/dev/null | tr -d =)" -- "$cur")
        return
    fi
    case $command in
    list) mapfile -t COMPREPLY < <(compgen -W "laws plants scenarios papers measures compensations" -- "$cur") ;;
    describe)
        mapfile -t COMPREPLY < <(compgen -W "$(_stiction_names laws) $(_stiction_names plants) \
            $(_stiction_names scenarios)" -- "$cur")
        ;;
    new) mapfile -t COMPREPLY < <(compgen -W "$(_stiction_names plants)" -- "$cur") ;;
    reproduce) mapfile -t COMPREPLY < <(compgen -W "$(_stiction_names papers)" -- "$cur") ;;
    characterize) mapfile -t COMPREPLY < <(compgen -W "$(_stiction_names laws)" -- "$cur") ;;
    identify)
        if [[ $COMP_CWORD -eq 2 ]]; then
            mapfile -t COMPREPLY < <(compgen -W "$("$program" identify --options 2>/dev/null)" -- "$cur")
        else
            _stiction_files
        fi
        ;;
    check | run | compare | compensate | sweep | tune) _stiction_scenarios ;;
    help) mapfile -t COMPREPLY < <(compgen -W "$("$program" --commands 2>/dev/null | cut -f1)" -- "$cur") ;;
    esac
}

complete -F _stiction stiction
