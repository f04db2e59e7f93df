function test_bad_input
%TEST_BAD_INPUT  Cases of the program's own test raise with its sentence and an identifier.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

cases = dir(fullfile('bad', '*.fragment'));
for i = 1:numel(cases)
    [~, number] = fileparts(cases(i).name);
    from = fullfile('bad', number);
    fragment = fileread([from '.fragment']);
    said = strtrim(fileread([from '.said']));
    if exist([from '.yaml'], 'file')
        copyfile([from '.yaml'], 'bad.yaml');
        e = error_of(@() stiction.run('bad.yaml'));
        assert(strcmp(e.message, said), 'case %s: %s / %s', number, e.message, said);
    else
        e = error_of(@() run_case(from));
        sentence = regexprep(said, '^--', ''); % the option is called set, not --set
        assert(strcmp(e.message, sentence), 'case %s: %s / %s', number, e.message, said);
    end
    assert(~isempty(strfind(e.message, fragment)), 'case %s: no "%s" in %s', number, fragment, e.message);
    assert(any(strcmp(e.identifier, {'stiction:bad_input', 'stiction:no_file'})), e.identifier);
end
printf('%d cases of bad input\n', numel(cases));

% Mistakes of the call itself.
x = 'block-stick-slip';
raises(@() stiction.run(3), 'stiction:bad_input', 'a text is needed');
raises(@() stiction.run(x, 'laww', 'lugre'), 'stiction:bad_input', 'did you mean "law"?');
raises(@() stiction.run(x, 'law'), 'stiction:bad_input', 'needs a value');
raises(@() stiction.run(x, 'law', 'lugre', 'law', 'dahl'), 'stiction:bad_input', 'is given twice');
raises(@() stiction.run(x, 'law', 3), 'stiction:bad_input', 'a text is needed');
raises(@() stiction.run(x, 'set', {'Fs'}), 'stiction:bad_input', 'a value is missing');
raises(@() stiction.run(x, 'set', {'Fs', 1i}), 'stiction:bad_input', 'real numbers');
raises(@() stiction.run(x, 'set', 7), 'stiction:bad_input', 'is needed');
raises(@() stiction.run(x, 'set', 'Fs'), 'stiction:bad_input', 'is not PATH=VALUE');
raises(@() stiction.run(struct('plant', 'blok')), 'stiction:bad_input', 'did you mean "block"?');
raises(@() stiction.run(sprintf('plant: blok\nduration: 1 s\n')), 'stiction:bad_input', 'text:1:8');
raises(@() stiction.compare(x, {'lugra'}), 'stiction:bad_input', 'did you mean "lugre"?');
raises(@() stiction.compare(x, 'lugre', 'site', 'contct'), 'stiction:bad_input', 'did you mean "contact"?');
raises(@() stiction.law('dahll', 1), 'stiction:bad_input', 'did you mean "dahl"?');
raises(@() stiction.law('dahl', 1, 'Fcc', 1), 'stiction:bad_input', 'did you mean "Fc"?');
raises(@() stiction.law('dahl', 1, 'Fc', '1 kg'), 'stiction:bad_input', 'Fc is in N');
raises(@() stiction.law('dahl', 'v'), 'stiction:bad_input', 'velocities');
raises(@() stiction.describe('lugra'), 'stiction:no_file', 'did you mean "lugre"?');
raises(@() stiction.list('law'), 'stiction:bad_input', 'did you mean "laws"?');
raises(@() stiction.plugin('/nowhere.so'), 'stiction:.*', 'nowhere.so');
raises(@() stiction.sweep(x, {'Fss', [1 2]}), 'stiction:bad_input', 'did you mean');
raises(@() stiction.sweep(x, {'Fs', [1 2]}, 'desgn', 'sobol'), 'stiction:bad_input', 'did you mean "design"?');
raises(@() stiction.identify('invers', 'a.csv'), 'stiction:bad_input', 'did you mean "inverse"?');
raises(@() stiction.options('invers'), 'stiction:bad_input', 'did you mean "inverse"?');
d = struct('t', (0:9)', 'u', ones(10, 1), 'q', (0:9)');
raises(@() stiction.identify('inverse', d, 'effort', 'u'), 'stiction:bad_input', '''position'', COLUMN');
raises(@() stiction.identify('inverse', d, 'effort', 'u', 'position', 'qq'), 'stiction:bad_input', 'did you mean "q"?');
raises(@() stiction.identify('inverse', d, 'effort', 'u', 'position', 'q', 'unit', {'x', 'mm'}), 'stiction:bad_input', 'is not used');
raises(@() stiction.identify('inverse', d, 'effort', 'u', 'position', 'q', 'vs', '3 kg'), 'stiction:bad_input', 'm/s or rad/s');
raises(@() stiction.identify('inverse', d, 'effort', 'u', 'position', 'q', 'hold_out', 2), 'stiction:bad_input', 'out of range');
raises(@() stiction.identify('inverse', d, 'effort', 'u', 'position', 'q', 'sign', 'reference_'), 'stiction:bad_input', 'did you mean "reference"?');
raises(@() stiction.identify('inverse', 'nowhere.csv', 'effort', 'u', 'position', 'q'), 'stiction:no_file', 'nowhere.csv');
raises(@() stiction.identify('inverse', {d, d}, 'effort', 'u', 'position', 'q'), 'stiction:bad_input', 'takes one record');
raises(@() stiction.identify('inverse', 3, 'effort', 'u', 'position', 'q'), 'stiction:bad_input', 'struct of columns');
d.q = (0:3)';
raises(@() stiction.identify('inverse', d, 'effort', 'u', 'position', 'q'), 'stiction:bad_input', 'of one length');
d.q = ones(5, 2);
raises(@() stiction.identify('inverse', d, 'effort', 'u', 'position', 'q'), 'stiction:bad_input', 'is a matrix');
raises(@() stiction.identify('inverse', struct(), 'effort', 'u', 'position', 'q'), 'stiction:bad_input', 'no columns');
d = struct('t', [], 'u', [], 'q', []);
raises(@() stiction.identify('inverse', d, 'effort', 'u', 'position', 'q'), 'stiction:bad_input', 'no rows');
long = repmat('q', 1, 47);
d = struct('t', (0:9)', 'u', (0:9)', [long '1'], (0:9)', [long '2'], (0:9)');
raises(@() stiction.identify('inverse', d, 'effort', 'u', 'position', [long '2']), 'stiction:bad_input', 'two columns are called');
raises(@() stiction.run(['block-brake' char(0) 's']), 'stiction:bad_input', 'NUL');
raises(@() stiction.run('block-brake', 'set', {'Fs', ['1 N' char(0) 's']}), 'stiction:bad_input', '');
raises(@() stiction.compensate('block-hunting', 'pusch'), 'stiction:bad_input', 'did you mean "push"?');
raises(@() stiction.compensate('block-hunting', 'push', 'scale', 'x'), 'stiction:bad_input', 'factors are needed');
raises(@() stiction.compensate('block-hunting', 'push', 'scale', -1), 'stiction:bad_input', 'allowed are 0 to 1000');
raises(@() stiction.compensate('block-brake'), 'stiction:bad_input', 'there is no controller');
raises(@() stiction.export('block-hunting', 'compensato'), 'stiction:bad_input', 'did you mean "compensator"?');
raises(@() stiction.export('block-hunting', 'compensator', 'as', 'd'), 'stiction:bad_input', '');
raises(@() stiction_mex('rum', x), 'stiction:bad_input', 'did you mean "run"?');

% Arguments that are missing, or too many.
raises(@() stiction.run(), 'stiction:bad_input', 'run needs a scenario');
raises(@() stiction.start(), 'stiction:bad_input', 'start needs a scenario');
raises(@() stiction.law(), 'stiction:bad_input', 'law needs the name of a law');
raises(@() stiction.law('lugre'), 'stiction:bad_input', 'velocities');
raises(@() stiction.describe(), 'stiction:bad_input', 'describe needs a name');
raises(@() stiction.describe('lugre', 'dahl'), 'stiction:bad_input', 'takes a name and nothing else');
raises(@() stiction.options(), 'stiction:bad_input', 'options needs a method');
raises(@() stiction.plugin(), 'stiction:bad_input', 'plugin needs a file');
raises(@() stiction.sweep(x), 'stiction:bad_input', 'what is varied');
raises(@() stiction.compare(), 'stiction:bad_input', 'compare needs a scenario');
raises(@() stiction.compensate(), 'stiction:bad_input', 'compensate needs a scenario');
raises(@() stiction.export(), 'stiction:bad_input', 'a scenario and a format');
raises(@() stiction.export(x), 'stiction:bad_input', 'a scenario and a format');
raises(@() stiction.list(''), 'stiction:bad_input', '');
assert(isfield(stiction.list(), 'laws'));

% Methods without data.
raises(@() stiction.identify(), 'stiction:bad_input', 'a method and data');
methods = stiction.list('methods');
for method = setdiff(methods(:)', {'check', 'fit', 'select'})
    for data = {{}, {[]}, {{}}, {''}}
        raises(@() stiction.identify(method{1}, data{1}{:}), 'stiction:bad_input', 'data are needed');
    end
end
raises(@() stiction.identify('check'), 'stiction:bad_input', 'resolution');
raises(@() stiction.identify('fit'), 'stiction:bad_input', 'needs a model');

% Empty lists are as not given.
c = stiction.compensate('block-hunting', 'push', 'laws', {}, 'sensor', {});
assert(numel(c.runs) > 1);

% Times.
s = stiction.start('block-brake');
for time = {NaN, Inf, -1, '1 kg', 'x', '', [], [1 2], 1i, {1}, @sin}
    raises(@() s.advance(time{1}), 'stiction:.*', '');
    raises(@() s.advance_to(time{1}), 'stiction:.*', '');
end
raises(@() s.advance(), 'stiction:bad_input', 'advance: seconds are needed');
raises(@() s.advance_to(), 'stiction:bad_input', 'advance_to: seconds are needed');
raises(@() s.advance_to_event(), 'stiction:bad_input', 'seconds are needed');
raises(@() s.advance(1, 2), 'stiction:bad_input', 'too many');
raises(@() s.input(), 'stiction:bad_input', 'a name and a value');
raises(@() s.restore(), 'stiction:bad_input', 'save()');
assert(s.t() == 0);
s.advance('250 ms');
s.advance_to('0.5 s');
assert(s.t() == 0.5);

% A sentence names what was given.
e = error_of(@() stiction.law('stribeck', 1, 'vs', '1 N'));
assert(strcmp(e.message, 'law: "1 N" is in N, but vs is in m/s'), e.message);
e = error_of(@() stiction.run(struct('plant', 'blok')));
assert(strcmp(e.message, 'scenario: unknown plant "blok"; did you mean "block"?'), e.message);
end

function raises(f, identifier, fragment)
e = error_of(f);
assert(~isempty(regexp(e.identifier, ['^(' identifier ')$'], 'once')), '%s: %s', e.identifier, e.message);
assert(isempty(fragment) || ~isempty(strfind(e.message, fragment)), 'no "%s" in: %s', fragment, e.message);
end

function e = error_of(f)
e = [];
try
    f();
catch e
end
assert(~isempty(e), 'no error of %s', func2str(f));
end

function run_case(from)
words = strsplit(strtrim(fileread([from '.case'])), "\n");
laws = words(find(strcmp(words, '--law')) + 1);
settings = words(find(strcmp(words, '--set')) + 1);
options = {};
if ~isempty(laws)
    options = [options, {'law', laws}];
end
stiction.run(words{1}, options{:}, 'set', settings);
end
