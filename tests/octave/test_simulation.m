function test_simulation
%TEST_SIMULATION  The stepping object: equal to a run, saved and restored bit for bit.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

r = stiction.run('block-stick-slip');
s = stiction.start('block-stick-slip', 'events', true);
for i = 2:numel(r.columns.t)
    s.advance_to(r.columns.t(i));
    if mod(i, 100) == 1
        assert(s.value('x') == r.columns.x(i) && s.value('v') == r.columns.v(i));
    end
end
assert(isequal(s.events(), r.events));
assert(s.t(), 100);

s = stiction.start('block-stick-slip', 'law', 'lugre', 'events', true);
s.advance(8);
saved = s.save();
assert(isa(saved, 'uint8'));
s.input('y', 1.5, 0.1);
s.advance(2);
after = s.value();
log = s.events();
s.restore(saved);
assert(s.t(), 8);
s.input('y', 1.5, 0.1);
s.advance(2);
assert(isequal(typecast(after, 'uint64'), typecast(s.value(), 'uint64')));
assert(isequal(log, s.events()));
other = stiction.start('block-stick-slip', 'law', 'lugre');
other.restore(saved); % of the same scenario, in another object
assert(other.t(), 8);

s = stiction.start('block-stick-slip');
assert(s.advance_to_event(20) && abs(s.t() - 7.5) < 1e-9); % (Fs - 0)/(K*v) = 1.5 N/(0.2 N/s)
assert(any(strcmp(s.columns(), 'FF')));

fails(@() s.input('yy', 1), 'did you mean "y"?');
fails(@() s.input('y', NaN), 'must be finite');
fails(@() s.input('y', 'a'), 'a number is needed');
fails(@() s.value('xx'), 'did you mean "x"?');
fails(@() s.restore(saved), '');
fails(@() s.restore(saved(1:20)), '');
fails(@() s.restore(1), 'what save() gave');
fails(@() stiction.start('block-stick-slp'), 'did you mean');
delete(s);
fails(@() s.advance(1), 'gone');

% An object from before the MEX file was cleared does not find another one.
old = stiction.start('block-stick-slip');
clear stiction_mex
new = stiction.start('block-stick-slip');
fails(@() old.advance(1), 'gone');
delete(old);
new.advance(1);
assert(new.t(), 1);
disp('simulation');
end

function fails(f, fragment)
e = [];
try
    f();
catch e
end
assert(~isempty(e), func2str(f));
assert(strncmp(e.identifier, 'stiction:', 9), e.message);
assert(isempty(fragment) || ~isempty(strfind(e.message, fragment)), e.message);
end
