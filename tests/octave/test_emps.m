function test_emps
%TEST_EMPS  The measured axis EMPS gives the numbers of the program, all digits, and its report.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

file = getenv('EMPS');
found = stiction.identify('inverse', file, 'effort', 'force_N', 'position', 'q_m');
same_numbers(found, 'emps.json');
assert(strcmp(strtrim(found.text), strtrim(fileread('emps.txt'))));

% The same from arrays, with the drive's gain.
theirs = dlmread(file, ',', 1, 0);
data = struct('t', theirs(:, 1), 'q', theirs(:, 3), 'u', theirs(:, 4));
power = stiction.identify('power', data, 'effort', 'u', 'position', 'q', 'gain', {'u', '35.15 N/V'});
same_numbers(power, 'power.json');
disp('EMPS');
end
