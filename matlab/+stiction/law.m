function [friction, parameters] = law(varargin)
%STICTION.LAW  The steady friction of a law over velocities.
%
%   F = stiction.law('stribeck', v, 'Fs', 1.5, 'Fc', 1, 'vs', '1 mm/s')
%   [F, p] = stiction.law('lugre', linspace(-0.01, 0.01, 201))
%
%   v: an array in m/s; F has its shape, N, at velocities held for ever; at v = 0 that of the direction of the velocity
%   before it.  Parameters by name: texts with units, or numbers in SI; [A B] is one for each direction, forward
%   and backward; 'load' is that of the site.  p: all parameters, derived ones too.
%
%   stiction.describe('stribeck') lists the parameters with units, defaults and limits.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

if nargout > 1
    [friction, parameters] = stiction_mex('law', varargin{:});
else
    friction = stiction_mex('law', varargin{:});
end
end
