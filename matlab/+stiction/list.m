function found = list(what)
%STICTION.LIST  What there is.
%
%   names = stiction.list('laws')     a cell array of names; also plants, scenarios, papers, methods, measures, formats, signals
%   all = stiction.list()             all lists, as structs with title and text

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

if nargin < 1
    found = jsondecode(stiction_mex('list'));
    return
end
all = jsondecode(stiction_mex('list', what));
entries = all.(what);
if ~iscell(entries)
    entries = num2cell(entries);
end
key = fieldnames(entries{1}); % of formats it is not "name"
found = cellfun(@(one) one.(key{1}), entries, 'UniformOutput', false);
end
