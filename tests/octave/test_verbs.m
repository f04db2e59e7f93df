function test_verbs
%TEST_VERBS  What the verbs give.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

% Options of a run, and the ways to say a scenario.
r = stiction.run('block-stick-slip', 'duration', '3 s', 'every', 0.5, 'columns', {'x'});
assert(r.columns.t', [0 0.5 1 1.5 2 2.5 3]);
assert(fieldnames(r.columns), {'t'; 'x'});
assert(r.units.x, 'm');
assert(strcmp(r.texts.x, 'position'));
assert(r.report.duration, 3);
a = stiction.run('block-stick-slip', 'set', {'friction.contact.Fs', '2 N', 'parameters.m', 1.1}, 'duration', 20);
b = stiction.run('block-stick-slip', 'set', {'friction.contact.Fs=2 N', 'parameters.m=1.1'}, 'duration', 20);
assert(isequal(a.columns, b.columns) && isequal(a.events, b.events));
text = sprintf('base: block-stick-slip\nduration: 20 s\nparameters: {m: 1.1 kg}\nfriction: {contact: {Fs: 2 N}}\n');
c = stiction.run(text);
assert(isequal(a.columns, c.columns));
d = stiction.run(struct('base', 'block-stick-slip', 'duration', 20, 'parameters', struct('m', 1.1), ...
                        'friction', struct('contact', struct('Fs', struct('forward', 2, 'backward', '2 N')))));
assert(isequal(a.columns, d.columns));
left = a.energy.input - a.energy.stored - a.energy.friction - a.energy.impact;
assert(abs(left) < 1e-6 * a.energy.moved + 1e-12);
assert(a.counters.steps > 0 && strcmp(a.events.kind{1}, 'stick'));

% Laws: closed form of Stribeck's curve, to rounding.
v = [-0.01, 0.002; 0.0005, 1];
[F, p] = stiction.law('stribeck', v, 'Fs', 1.5, 'Fc', 1, 'vs', '1 mm/s', 'sigma2', 2);
want = sign(v) .* (1 + 0.5 * exp(-(v / 1e-3) .^ 2)) + 2 * v;
assert(F, want, 4 * eps(3));
assert(p.Fs, [1.5; 1.5]);
F = stiction.law('coulomb', [-1 1], 'Fc', struct('forward', 1, 'backward', 0.5));
assert(F, [-0.5 1]);

% Comparison: the run of a law is that of run().
c = stiction.compare('block-stick-slip', {'stribeck', 'lugre'});
assert(c.laws, {'stribeck'; 'lugre'});
r = stiction.run('block-stick-slip');
assert(isequal(c.runs.stribeck.columns, r.columns));
slips = r.events.t(strcmp(r.events.kind, 'slip_forward'));
assert(c.period(1), median(diff(slips)), 1e-12);
assert(strcmp(c.units.period, 's') && ~isempty(strfind(c.text, 'lugre')));

% Lists and descriptions.
laws = stiction.list('laws');
assert(any(strcmp(laws, 'gms')) && isfield(stiction.list(), 'plants'));
for i = 1:numel(laws)
    about = stiction.describe(laws{i});
    assert(strcmp(about.kind, 'law'));
end
methods_ = stiction.list('methods');
for i = 1:numel(methods_)
    assert(~isempty(getfield(stiction.options(methods_{i}), 'summary')));
end
for kind = fieldnames(stiction.list())'
    if ~strcmp(kind{1}, 'fields')
        assert(iscellstr(stiction.list(kind{1})), kind{1});
    end
end

% Remedies: the table of the program, and a compensator of one of them.
loop = {'set', {'controller.Ts', '1 ms', 'duration', '60 s'}};
cured = stiction.compensate('block-limit-cycle', {'push', 'reset'}, 'scale', [0.8 1], loop{:});
assert(cured.remedies.result{1}, 'hunts');
assert(cured.remedies.hunting(2) == 0 && abs(cured.remedies.standing_error(2) - 0.338) < 0.017);
assert(strcmp(cured.runs{3}.label, 'push, scale 0.8') && strcmp(cured.runs{3}.result, 'stands'));
r = stiction.run(cured.runs{3}.scenario);
assert(r.columns.x(end), cured.runs{3}.columns.x(end));
assert(~isempty(strfind(cured.text, 'push')) && strcmp(cured.settings.setting{1}, 'band'));
text = stiction.export(cured.runs{3}.scenario, 'compensator', 'as', 'simulink-function');
assert(~isempty(strfind(text, 'function')));
[text, remarks] = stiction.export('servo-position', 'mujoco');
assert(~isempty(strfind(text, '<mujoco')) && iscell(remarks));

% Sweep: a row is the run alone.
s = stiction.sweep('block-stick-slip', {'friction.contact.Fs', [1.3 1.5]}, 'metrics', {'period', 'max(x)'}, 'threads', 1);
assert(s.columns.friction_contact_Fs, [1.3; 1.5]);
assert(s.columns.period(2), c.period(1), 1e-9);
assert(s.names, {'friction.contact.Fs'; 'period'; 'max(x)'});

% Identification of a motion whose friction is known: m = 2 kg, Fc = 3 N, sigma2 = 4 N*s/m.
t = (0:1e-3:10)';
q = 0.05 * sin(2 * pi * t) + 0.03 * sin(2 * pi * 0.37 * t);
w = 2 * pi * 0.37;
vel = 0.05 * 2 * pi * cos(2 * pi * t) + 0.03 * w * cos(w * t);
acc = -0.05 * (2 * pi)^2 * sin(2 * pi * t) - 0.03 * w^2 * sin(w * t);
u = 2 * acc + 4 * vel + 3 * sign(vel);
found = stiction.identify('inverse', struct('t', t, 'kraft', u / 1000, 'weg', 1000 * q), 'effort', 'kraft', ...
                          'position', 'weg', 'unit', {'kraft', 'kN', 'weg', 'mm'});
P = found.parameters;
assert([P.M.value, P.Fc.value, P.Fv.value], [2 3 4], -0.01);
assert(strcmp(P.Fc.path, 'friction.contact.Fc') && P.Fc.low <= P.Fc.value && P.Fc.value <= P.Fc.high);
again = stiction.run(found.scenario);
assert(numel(again.columns.t) > 100);
based = stiction.identify('inverse', struct('t', t, 'u', u, 'q', q), 'effort', 'u', 'position', 'q', ...
                          'base', 'block-stick-slip');
assert(~isempty(strfind(based.scenario, 'base: block-stick-slip')));
check = stiction.identify('check', [], 'resolution', '0.1 um', 'sample', '1 ms', 'mass', '5 kg', 'effort_max', '50 N');
assert(~isempty(check.text));

% What run() gave is data, with its units.
r = stiction.run('block-den-hartog', 'every', '1 ms');
found = stiction.identify('inverse', r, 'effort', 'u', 'position', 'x', 'velocity', 'v');
assert(isfield(found.parameters, 'Fc'));
disp('verbs');
end
