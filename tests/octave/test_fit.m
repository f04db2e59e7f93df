function test_fit
%TEST_FIT  Fits of a model give the numbers of the program, and the friction that made the record.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

fit = @(varargin) stiction.identify('fit', 'shaken.csv', 'scenario', 'shaken.yaml', varargin{:});
f = fit('match', {'x', 'x'}, 'input', {'u', 'u'}, 'free', {'Fc=1.2 N', 'sigma2'}, 'hold_out', 0.3, 'starts', 2);
same_numbers(f, 'fit.json');
found = struct2cell(f.parameters);
assert(cellfun(@(one) one.value, found), [0.9; 0.35], -5e-3); % the input has straight lines between its rows
r = stiction.run(f.scenario);
assert(numel(r.columns.t), 501);

% The same from arrays: what run() gave.
r = stiction.run('shaken.yaml', 'set', {'friction.contact.Fc', 0.9, 'friction.contact.sigma2', 0.35});
g = stiction.identify('fit', r, 'scenario', 'shaken.yaml', 'match', {'x', 'x'}, 'free', 'Fc,sigma2', 'starts', 1);
found = struct2cell(g.parameters);
assert(cellfun(@(one) one.value, found), [0.9; 0.35], -1e-6);

s = stiction.identify('select', 'shaken.csv', 'scenario', 'shaken.yaml', 'match', {'x', 'x'}, 'laws', {'coulomb', 'dahl'}, 'starts', 1);
theirs = regexp(fileread('select.json'), '"recommended": "([^"]*)"', 'tokens', 'once');
assert(strcmp(s.recommended, theirs{1}), '%s / %s', s.recommended, theirs{1});
assert(~isempty(strfind(s.scenario, ['law: ' strtok(s.recommended, ',')])));

% A measured motion without a plant.
file = fullfile(getenv('SOURCE_DIR'), 'docs', 'data', 'tribometer.csv');
motion = @(varargin) stiction.identify('fit', file, 'effort', 'friction_force', 'position', 'x', 'gain', {'friction_force', -1}, varargin{:});
c = motion('law', 'gms', 'elements', 2, 'free', 'Fc,k,nu,offset.FF', 'hold_out', 0.5, 'starts', 3);
same_numbers(c, 'contact.json');
assert(~isempty(strfind(c.scenario, 'law: gms')));
stiction.run(c.scenario, 'duration', 1);
fails(@() motion('law', 'gmss', 'free', 'Fc'), 'did you mean "gms"?');
fails(@() motion('law', 'gms', 'elements', 99, 'free', 'Fc'), 'elements');
fails(@() motion('law', 'dahl', 'free', 'Fc', 'match', {'x', 'x'}), 'no option "match"');

fails(@() fit('match', {'xx', 'x'}), 'did you mean "x"?');
fails(@() fit('free', 'Fc'), 'say what is compared');
fails(@() fit('match', {'x', 'x'}, 'input', {'uu', 'u'}), 'did you mean "u"?');
fails(@() fit('match', {'x', 'x'}, 'free', 'Fcc'), 'Fcc');
fails(@() fit('match', {'x', 'x'}, 'free', 'Fc=1 kg'), 'kg');
fails(@() fit('match', {'x', 'x'}, 'free', 'Fc', 'hold_out', 1), 'hold_out');
fails(@() fit('match', {'x', 'x'}, 'free', 'Fc', 'position', 'x'), 'no roles');
fails(@() fit('match', {'x', 'x'}, 'free', 'Fc', 'strts', 1), 'did you mean "starts"?');
fails(@() stiction.identify('fit', 'shaken.csv', 'match', {'x', 'x'}), 'needs a model');
disp('fit');
end

function fails(f, fragment)
e = [];
try
    f();
catch e
end
assert(~isempty(e), func2str(f));
assert(strcmp(e.identifier, 'stiction:bad_input'), e.message);
assert(~isempty(strfind(e.message, fragment)), e.message);
end
