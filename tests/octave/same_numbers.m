function same_numbers(found, file)
%SAME_NUMBERS  Values and intervals of estimates are those of the program's JSON, all digits.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

% jsondecode may round; the text of a number does not.
text = fileread(file);
names = fieldnames(found.parameters);
assert(numel(names) >= 2);
for i = 1:numel(names)
    for key = {'value', 'low', 'high'}
        number = regexp(text, ['"' strrep(names{i}, '_', '[._]') '": \{[^}]*"' key{1} '": ([^,\s]+)'], 'tokens', 'once');
        theirs = str2double(number{1});
        ours = found.parameters.(names{i}).(key{1});
        assert(theirs == ours || (isnan(ours) && strcmp(number{1}, 'null')), '%s.%s: %.17g, %s', names{i}, key{1}, ours, number{1});
    end
end
end
