function what = same_run(r, file)
%SAME_RUN  '' where a run and the MATLAB file of the program have the same columns and events to the last bit.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

what = '';
theirs = load(file);
names = fieldnames(r.columns);
listed = setdiff(fieldnames(theirs), {'units', 'info', 'events'});
if ~isequal(sort(names), sort(listed(:)))
    what = ['other columns: ' strjoin(names', ' ') ' / ' strjoin(listed(:)', ' ')];
    return
end
for i = 1:numel(names)
    if ~same_bits(r.columns.(names{i}), theirs.(names{i}))
        what = ['column ' names{i}];
        return
    end
    if isfield(theirs.units, names{i}) && ~strcmp(theirs.units.(names{i}), r.units.(names{i}))
        what = ['unit of ' names{i}];
        return
    end
end
e = theirs.events;
if ~same_bits(r.events.t(:), e.t(:))
    what = 'times of events';
elseif ~isequal(r.events.site(:), texts(e.site)) || ~isequal(r.events.kind(:), texts(e.event)) ...
       || ~isequal(r.events.detail(:), texts(e.detail))
    what = 'events';
end
end

function same = same_bits(a, b)
same = isequal(size(a), size(b)) && (isempty(a) || isequal(typecast(a(:), 'uint64'), typecast(b(:), 'uint64')));
end

function t = texts(t)
if ischar(t)
    t = cellstr(t);
end
t = cellfun(@(one) strtrim(one), t(:), 'UniformOutput', false);
t(cellfun(@isempty, t)) = {''};
end
