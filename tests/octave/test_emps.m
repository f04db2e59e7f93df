function test_emps
%TEST_EMPS  The measured axis EMPS gives the numbers of the program, all digits, and its report.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

file = getenv('EMPS');
found = stiction.identify('inverse', file, 'effort', 'force_N', 'position', 'q_m');
same(found, 'emps.json');
assert(strcmp(strtrim(found.text), strtrim(fileread('emps.txt'))));

% The same from arrays, with the drive's gain.
theirs = dlmread(file, ',', 1, 0);
data = struct('t', theirs(:, 1), 'q', theirs(:, 3), 'u', theirs(:, 4));
power = stiction.identify('power', data, 'effort', 'u', 'position', 'q', 'gain', {'u', '35.15 N/V'});
same(power, 'power.json');
disp('EMPS');
end

function same(found, file)
% jsondecode may round; the text of a number does not.
text = fileread(file);
names = fieldnames(found.parameters);
assert(numel(names) >= 3);
for i = 1:numel(names)
    for key = {'value', 'low', 'high'}
        number = regexp(text, ['"' names{i} '": \{[^}]*"' key{1} '": ([^,\s]+)'], 'tokens', 'once');
        theirs = str2double(number{1});
        ours = found.parameters.(names{i}).(key{1});
        assert(theirs == ours || (isnan(ours) && strcmp(number{1}, 'null')), '%s.%s: %.17g, %s', names{i}, key{1}, ours, number{1});
    end
end
end
