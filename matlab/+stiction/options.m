function out = options(varargin)
%STICTION.OPTIONS  The options of a method of identification.
%
%   stiction.options('inverse')         shows them with range and meaning
%   o = stiction.options('inverse')     the same as a struct of texts
%
%   See also stiction.identify, stiction.list.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

found = stiction_mex('options', varargin{:});
if nargout > 0
    out = found;
    return
end
fprintf('%s\n\n', found.summary);
names = fieldnames(found);
for i = 2:numel(names)
    fprintf('  %-16s %s\n', names{i}, found.(names{i}));
end
end
