% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT
% compensator_check(FOLDER): exported MATLAB functions on recorded samples (compensator_record.c), within 1e-12 of the largest
% value of each column.
function compensator_check(folder)
    addpath(folder);
    list = dir(fullfile(folder, '*.names'));
    for k = 1:numel(list)
        [~, name] = fileparts(list(k).name);
        columns = strsplit(strtrim(fileread(fullfile(folder, list(k).name))), ' ');
        file = fopen(fullfile(folder, [name '.bin']), 'r');
        rows = fread(file, [numel(columns), Inf], 'double')';
        fclose(file);
        text = fileread(fullfile(folder, [name '.m']));
        head = regexp(text, '^function \[([^\]]*)\] = (\w+)\(([^)]*)\)', 'tokens', 'once');
        gives = strsplit(head{1}, ', ');
        takes = {};
        if numel(head) == 3 && ~isempty(head{3})
            takes = strsplit(head{3}, ', ');
        end
        [~, from] = ismember(takes, columns);
        [~, to] = ismember(gives, columns);
        if ~strcmp(head{2}, name) || any(from == 0) || ~isequal(to, 9:numel(columns)) || size(rows, 1) < 100
            error('%s: %s', name, text(1:200));
        end
        f = str2func(name);
        got = zeros(size(rows, 1), numel(gives));
        out = cell(1, numel(gives));
        for i = 1:size(rows, 1)
            in = num2cell(rows(i, from));
            [out{:}] = f(in{:});
            got(i, :) = [out{:}];
        end
        most = max(abs(rows(:, to)), [], 1);
        most(most == 0) = 1;
        worst = max(max(abs(got - rows(:, to)) ./ most));
        if ~(worst <= 1e-12)
            error('%s: %g of the largest value apart', name, worst);
        end
        printf('%s: %d samples within %.1e of the largest\n', name, size(rows, 1), worst);
    end
end
