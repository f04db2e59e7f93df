function about = describe(varargin)
%STICTION.DESCRIBE  All about a law, a plant or a scenario.
%
%   stiction.describe('lugre')          shows title, equation and parameters with unit, default and limits
%   d = stiction.describe('lugre')      the same as a struct: d.parameters(1).name, ...
%
%   See also stiction.list, stiction.options.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

found = jsondecode(stiction_mex('describe', varargin{:}));
if nargout > 0
    about = found;
    return
end
fprintf('%s: %s\n', found.name, found.title);
show(found, 'equation', '');
show(found, 'text', '');
show(found, 'reference', 'Reference: ');
if isfield(found, 'parameters')
    fprintf('\n');
    parameters = found.parameters;
    if ~iscell(parameters)
        parameters = num2cell(parameters);
    end
    cellfun(@show_parameter, parameters);
elseif isfield(found, 'resolved')
    fprintf('%s\n', found.resolved);
end
end

function show(found, name, head)
if isfield(found, name) && ~isempty(found.(name))
    fprintf('%s%s\n', head, found.(name));
end
end

function show_parameter(one)
value = '';
if isfield(one, 'choices')
    value = strjoin(one.choices, '|');
elseif isfield(one, 'default') && ~isempty(one.default)
    value = num2str(one.default);
elseif isfield(one, 'derived') && ~isempty(one.derived)
    value = one.derived;
end
unit = '';
if isfield(one, 'unit') && ~strcmp(one.unit, '1')
    unit = one.unit;
end
fprintf('  %-12s %-10s %-16s %s\n', one.name, unit, value, one.text);
end
