function c = compensate(varargin)
%STICTION.COMPENSATE  Runs a scenario with a position loop bare and with remedies against friction, measured alike.
%
%   c = stiction.compensate('block-limit-cycle', {'push', 'reset'}, 'set', {'controller.Ts', '1 ms'})
%   c = stiction.compensate('block-hunting')          every compensation and every rule of the integrator
%
%   Options: scale (factors of what a compensation adds), sensor (of the position: 'ideal', 'resolution: 1 mm', or a cell
%   array of such), laws (of friction of the plant), and those of stiction.run.  What a remedy needs and the scenario does not
%   say is derived from its friction and controller.
%
%   c.remedies.hunting, .standing_error, .result, ...   a column for each measure, a row for each run
%   c.settings                                           what was derived, and how
%   c.runs{2}.label, .result, .columns, .units, .error   each run
%   c.runs{2}.scenario                                   the scenario with the remedy, as a document
%   disp(c.text)                                         the table of the program
%
%   See also stiction.export, stiction.compare.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

given = varargin;
if nargin > 1 && isempty(given{2})
    given(2) = [];
elseif nargin > 1
    given = [given(1), {'with'}, given(2:end)];
end
c = stiction_mex('compensate', given{:});
end
