function c = compare(varargin)
%STICTION.COMPARE  Runs a scenario once with each law and measures the runs.
%
%   c = stiction.compare('block-stick-slip', {'stribeck', 'lugre', 'gms'})
%   c = stiction.compare('block-stick-slip')          every law that there is
%
%   Options: site (that is measured), and those of stiction.run.
%
%   c.laws, c.period, c.standstill, ...   a column for each measure, a row for each law; NaN: it does not apply
%   c.units                               of the measures
%   c.runs.lugre.columns, .units, .events, .error   each run; error: why it failed, '' otherwise
%   disp(c.text)                          the table of the program
%
%   See also stiction.run, stiction.law.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

given = varargin;
if nargin > 1 && isempty(given{2})
    given(2) = [];
elseif nargin > 1
    given = [given(1), {'laws'}, given(2:end)];
end
c = stiction_mex('compare', given{:});
end
