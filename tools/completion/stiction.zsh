#compdef stiction
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# zsh completion for stiction.  Commands, options, names and paths come from the program itself, so that they are
# those of the version that is installed.

_stiction_names() {
    local -a names
    names=(${(f)"$(_call_program names stiction list $1 --names 2>/dev/null)"})
    _describe -t $1 ${1%s} names
}

_stiction_law_list() {
    local -a names
    names=(${(f)"$(_call_program names stiction list laws --names 2>/dev/null)"})
    _values -s , law $names
}

_stiction_scenario() {
    _alternative 'scenarios:scenario:_stiction_names scenarios' 'files:file:_files -g "*.yaml"'
}

_stiction_any() {
    _alternative 'laws:law:_stiction_names laws' 'plants:plant:_stiction_names plants' \
        'scenarios:scenario:_stiction_names scenarios'
}

# The paths of the scenario that stands on the line.
_stiction_path() {
    local word
    local -a paths
    for word in ${words[2,-1]}; do
        [[ $word != -* ]] || continue
        paths+=(${${(f)"$(_call_program paths stiction check $word --paths 2>/dev/null)"}%%=*})
    done
    compadd -S = -a paths
}

# What stands behind an option.
_stiction_value() {
    case $1 in
    --set) _stiction_path ;;
    --law) _stiction_names laws ;;
    --laws) _stiction_law_list ;;
    --with) _stiction_names compensations ;;
    --scenario | --base) _stiction_scenario ;;
    -o | --output | --events | --plot | --data | --overlay | --validate) _files ;;
    *) _message value ;;
    esac
}

_stiction() {
    local curcontext=$curcontext state line option
    local -a commands table specs
    _arguments -C '--help[help]' '--version[version]' '--confine[a scenario reads files of its own folder only]' \
        '*--plugin[laws and plants]:file:_files -g "*.so"' \
        '1:command:->command' '*::argument:->argument'
    case $state in
    command)
        commands=(${${(f)"$(_call_program commands stiction --commands 2>/dev/null)"}/$'\t'/:})
        _describe -t commands command commands
        ;;
    argument)
        table=($words[1])
        [[ $words[1] != identify ]] || table+=($words[2])
        for option in ${(f)"$(_call_program options stiction $table --options 2>/dev/null)"}; do
            if [[ $option == *= ]]; then
                specs+=("*${option%=}:value:_stiction_value ${option%=}")
            elif [[ $option == -* ]]; then
                specs+=("$option")
            fi
        done
        case $words[1] in
        list) specs+=('*:kind:(laws plants scenarios papers measures compensations)') ;;
        describe) specs+=('1:name:_stiction_any') ;;
        new) specs+=('1:plant:_stiction_names plants') ;;
        check | run | compare | compensate | sweep | tune) specs+=('1:scenario:_stiction_scenario') ;;
        help) specs+=("1:command:(${${(f)"$(_call_program commands stiction --commands 2>/dev/null)"}%%$'\t'*})") ;;
        reproduce) specs+=('*:paper:_stiction_names papers') ;;
        characterize) specs+=('*:law:_stiction_names laws') ;;
        identify)
            specs+=("1:method:($(_call_program methods stiction identify --options 2>/dev/null))" '*:file:_files')
            ;;
        esac
        _arguments $specs
        ;;
    esac
}

_stiction "$@"
