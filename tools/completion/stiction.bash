# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# bash completion for stiction; names come from the program itself.

_stiction_names()
{
    "${COMP_WORDS[0]}" list "$1" --names 2>/dev/null
}

# Completes the last entry of a list separated by commas.
_stiction_laws()
{
    local head=""
    [[ $cur == *,* ]] && head=${cur%,*},
    compopt -o nospace
    mapfile -t COMPREPLY < <(compgen -P "$head" -W "$(_stiction_names laws)" -- "${cur##*,}")
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

_stiction()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} options="--help --plugin --confine"
    # bash makes words of SITE, = and LAW
    if [[ $cur == "=" ]]; then
        cur="" prev=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $prev == "=" ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 3]}
    fi

    if [[ $COMP_CWORD -eq 1 ]]; then
        mapfile -t COMPREPLY < <(compgen -W "list describe new check run compare characterize \
            reproduce identify help --help --version --plugin --confine" -- "$cur")
        return
    fi
    case $prev in
    --law | --laws) _stiction_laws; return ;;
    -o | --output | --events | --plot | --data | --plugin | --validate) _stiction_files; return ;;
    --set | --x | --y | --site) return ;;
    esac
    case $command in
    list) options+=" --names" ;;
    describe) options+=" --json" ;;
    check) options+=" --set --law --quiet" ;;
    run) options+=" --set --law -o --events --plot --x --xrange --y --yrange --data --json --quiet" ;;
    reproduce) options+=" -o --json --quiet" ;;
    identify) options+=" --time --effort --position --velocity --reference --speed-reference --load --unit \
        --gain --where --runs --from --to --every --missing --plot -o --base --site --json --quiet"
        [[ ${COMP_WORDS[2]:-} != fit && ${COMP_WORDS[2]:-} != select ]] || options+=" --scenario --set --law --match \
            --input --hold --each --free --means --elements --hold-out --starts --spread --seed --threads"
        [[ ${COMP_WORDS[2]:-} != fit ]] || options+=" --cycles --evaluations --evaluate"
        [[ ${COMP_WORDS[2]:-} != select ]] || options+=" --laws --folds --worthwhile --all"
        ;;
    compare) options+=" --laws --set --site -o --plot --x --xrange --y --yrange --data --json --quiet" ;;
    esac
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        return
    fi
    case $command in
    list) mapfile -t COMPREPLY < <(compgen -W "laws plants scenarios papers" -- "$cur") ;;
    describe)
        mapfile -t COMPREPLY < <(compgen -W "$(_stiction_names laws) $(_stiction_names plants) \
            $(_stiction_names scenarios)" -- "$cur")
        ;;
    new) mapfile -t COMPREPLY < <(compgen -W "$(_stiction_names plants)" -- "$cur") ;;
    reproduce) mapfile -t COMPREPLY < <(compgen -W "$(_stiction_names papers)" -- "$cur") ;;
    characterize) mapfile -t COMPREPLY < <(compgen -W "$(_stiction_names laws)" -- "$cur") ;;
    identify)
        if [[ $COMP_CWORD -eq 2 ]]; then
            mapfile -t COMPREPLY < <(compgen -W "check breakaway sine cycles ramp curve power inverse fit select" -- "$cur")
        else
            _stiction_files
        fi
        ;;
    check | run | compare) _stiction_scenarios ;;
    help)
        mapfile -t COMPREPLY < <(compgen -W "list describe new check run compare characterize \
            reproduce identify" -- "$cur")
        ;;
    esac
}

complete -F _stiction stiction
