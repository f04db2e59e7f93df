function test_runs
%TEST_RUNS  Every built-in scenario with its own law is that of the program to the last bit, events too.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

names = stiction.list('scenarios');
assert(numel(names) > 30);
for i = 1:numel(names)
    what = same_run(stiction.run(names{i}), fullfile('runs', [names{i} '.mat']));
    assert(isempty(what), '%s: %s', names{i}, what);
end
printf('%d scenarios equal the program\n', numel(names));
end
