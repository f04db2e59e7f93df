function found = identify(varargin)
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
%   'fit' and 'select' simulate a model, closed loop included:
%     found = stiction.identify('fit', data, 'scenario', 'axis.yaml', 'match', {'x', 'position'}, 'input', {'u', 'force'}, ...
%                               'free', {'Fc=20 N', 'sigma2'}, 'hold_out', 0.3)
%     found = stiction.identify('select', data, ..., 'laws', {'coulomb', 'stribeck'}, 'site', 'contact')
%     scenario, law, set   the model; time of the data is its time
%     match, input         {'column of the model', 'column of the data', ...}; an input is measured
%     free                 what is to be found, 'NAME' or 'NAME=START'
%     hold_out             last part of each run that only judges: 0; of select 0.5
%     hold, lines          the input is held between rows, or goes in straight lines
%     from_zero            time counts from the first row of each run
%     cycles               compare stick-slip by regime, period, height and mean
%     evaluate             no search: the values of the scenario are judged
%   Without scenario the friction force was measured: 'law', 'effort', 'position' (or 'velocity'), 'elements', 'means'.
%
%   found.parameters.Fc.value, .low, .high, .unit   estimates with 95 % intervals (some methods call them otherwise)
%   found.remarks, found.data, ...     as in the program's --json
%   found.scenario                     a document that stiction.run takes
%   disp(found.text)                   the report of the program

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

found = stiction_mex('identify', varargin{:});
end
