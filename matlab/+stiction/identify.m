function found = identify(method, data, varargin)
%STICTION.IDENTIFY  Friction from measured data.
%
%   found = stiction.identify('inverse', 'axis.csv', 'effort', 'force', 'position', 'q')
%   found = stiction.identify('inverse', struct('t', t, 'u', u, 'q', q), 'effort', 'u', 'position', 'q', ...
%                             'gain', {'u', '35.15 N/V'})
%   found = stiction.identify('check', [], 'resolution', '0.1 um', 'sample', '1 ms', 'mass', '5 kg', 'effort_max', '50 N')
%
%   method: one of stiction.list('methods'); stiction.options(METHOD) lists its options.
%   data: a file (CSV, .mat), a struct of columns of class double, what stiction.run gave, or a cell array of these
%   for methods that take several records; [] for a method that needs none.
%
%   Columns are named by role: 'effort', 'position', 'velocity', ...; effort takes several.
%     unit, gain, counts, wrap, delay   {'column', value, ...}
%     where     {'column', value}: rows with this value only
%     runs      'column': a change of its value starts a new run
%     kt        torque constant, where the effort is a current
%     validate  another record with the same columns
%     base, site   a scenario that inherits what was found at this friction site
%
%   found.parameters.Fc.value, .low, .high, .unit   estimates with 95 % intervals (some methods call them otherwise)
%   found.remarks, found.data, ...     as in the program's --json
%   found.scenario                     a document that stiction.run takes
%   disp(found.text)                   the report of the program

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

if nargin < 2
    data = [];
end
found = stiction_mex('identify', method, data, varargin{:});
end
