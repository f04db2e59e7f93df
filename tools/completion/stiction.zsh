#compdef stiction
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
# zsh completion for stiction; names come from the program itself.

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

_stiction() {
    local curcontext=$curcontext state line
    local -a commands
    commands=(
        'list:what there is'
        'describe:parameters, units, defaults, equations, reference'
        'new:a commented scenario to start from'
        'check:the resolved scenario'
        'run:run a scenario'
        'compare:one scenario with several laws'
        'characterize:the seven behaviours of a law, measured'
        'reproduce:published cases run again, as one page'
        'identify:friction parameters from measured data'
        'help:all about a command'
    )
    _arguments -C '--help[help]' '--version[version]' '--confine[a scenario reads files of its own folder only]' \
        '*--plugin[laws and plants]:file:_files -g "*.so"' \
        '1:command:->command' '*::argument:->argument'
    case $state in
    command) _describe -t commands command commands ;;
    argument)
        case $words[1] in
        list) _arguments '--names[names only]' '1:kind:(laws plants scenarios papers)' ;;
        describe) _arguments '--json[for machines]' '1:name:_stiction_any' ;;
        new) _arguments '1:plant:_stiction_names plants' ;;
        check)
            _arguments '*--set[override an entry]:path=value:' \
                '*--law[friction law]:law:_stiction_names laws' '--quiet[errors and warnings only]' \
                '1:scenario:_stiction_scenario'
            ;;
        run)
            _arguments '*--set[override an entry]:path=value:' \
                '*--law[friction law]:law:_stiction_names laws' \
                '-o[write columns]:file:_files -g "*.(csv|mat|json)"' \
                '--events[write the event log]:file:_files -g "*.csv"' \
                '--plot[draw a figure]:file:_files -g "*.(svg|png|pdf)"' \
                '--x[column of the x axis]:column:' '--y[columns of the y axis]:columns:' \
                '--data[measured data]:file:_files -g "*.csv"' \
                '--json[summary for machines]' '--quiet[nothing but errors]' \
                '1:scenario:_stiction_scenario'
            ;;
        compare)
            _arguments '--laws[laws to compare]:laws:_stiction_law_list' \
                '*--set[override an entry]:path=value:' '--site[friction site]:site:' \
                '-o[write the table]:file:_files -g "*.csv"' \
                '--plot[draw a figure]:file:_files -g "*.(svg|png|pdf)"' \
                '--x[column of the x axis]:column:' '--y[columns of the y axis]:columns:' \
                '--data[measured data]:file:_files -g "*.csv"' \
                '--json[table for machines]' '--quiet[nothing but errors]' \
                '1:scenario:_stiction_scenario'
            ;;
        help) _arguments '1:command:(list describe new check run compare characterize reproduce identify)' ;;
        reproduce)
            _arguments '-o[folder of the page]:folder:_files -/' '--json[quantities for machines]' \
                '--quiet[nothing but errors]' '*:paper:_stiction_names papers'
            ;;
        identify)
            _arguments '1:method:(check breakaway sine cycles ramp curve power inverse fit select)' '*:file:_files -g "*.(csv|mat|yaml)"' \
                '*--effort[force or torque]:column:' '--position[position]:column:' \
                '--velocity[velocity]:column:' '--runs[what tells runs apart]:column:' \
                '--scenario[fit, select: what is simulated]:scenario:_stiction_names scenarios' \
                '*--match[fit, select: COLUMN=DATA]:pair:' '*--input[fit, select: INPUT=DATA]:pair:' \
                '*--free[fit, select: what is to be found]:names:' '--hold-out[fit, select: part]:part:' \
                '--laws[select: candidates]:laws:' '--starts[fit, select: local searches]:number:' \
                '--plot[draw a figure]:file:_files -g "*.(svg|png|pdf)"' \
                '-o[write a scenario]:file:_files -g "*.yaml"' \
                '--json[for machines]' '--quiet[nothing but errors]'
            ;;
        characterize) _arguments '*:law:_stiction_names laws' ;;
        esac
        ;;
    esac
}

_stiction "$@"
