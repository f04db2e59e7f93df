function s = sweep(varargin)
%STICTION.SWEEP  Many runs of a scenario with other numbers, on all processors.
%
%   s = stiction.sweep('block-stick-slip', {'friction.contact.Fs', linspace(1, 2, 101)}, 'metrics', {'period', 'max(x)'})
%   s = stiction.sweep('block-stick-slip', {'Fs', 'normal:1.5 N:0.1 N', 'Fc', '+-20 %'}, 'samples', 1024, 'design', 'sobol')
%
%   vary: {'path', values, ...}; values are an array in SI, or a text as the program's --vary takes it.
%   Options: metrics, expect, correlate, trajectories, store (a file that keeps the runs), design, samples, seed, threads,
%   lanes, and those of stiction.run.
%
%   s.columns.period, ...    a row for each run, in their order; s.names has the names as they were given
%   s.units                  of the columns
%   disp(s.report.text)      the summary of the program

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

s = stiction_mex('sweep', varargin{:});
end
