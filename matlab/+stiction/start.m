function s = start(varargin)
%STICTION.START  A simulation that is advanced step by step.
%
%   s = stiction.start('block-stick-slip', 'law', 'lugre')
%   s.input('y', 0.01);       % from now on; also with slope and curvature
%   s.advance(1e-3);          % s, or '1 ms'
%   s.value('x')
%   saved = s.save();         % bytes (uint8)
%   s.restore(saved);         % continues bit for bit
%
%   Options: those of stiction.run, and 'events', true to keep the event log (s.events()).
%
%   See also stiction.Simulation.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

s = stiction.Simulation(stiction_mex('start', varargin{:}));
end
