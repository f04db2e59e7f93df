function plugin(varargin)
%STICTION.PLUGIN  Adds the friction laws and plants of a shared object, written in C, to those that there are.
%
%   stiction.plugin('./my_law.so')

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

stiction_mex('plugin', varargin{:});
end
