function [text, remarks] = export(varargin)
%STICTION.EXPORT  A scenario as another tool reads it.
%
%   text = stiction.export(c.runs{3}.scenario, 'compensator', 'as', 'simulink-function')
%   [text, remarks] = stiction.export('servo-position', 'mujoco', 'timestep', '1 ms')
%
%   Formats and options are those of `stiction export`: mujoco, urdf, bam, feedforward, compensator; timestep, joint, as, real,
%   name, site, speed, load, and those of stiction.run.  remarks: what the format does not hold.
%
%   See also stiction.compensate.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

[text, remarks] = stiction_mex('export', varargin{:});
end
