function r = run(varargin)
%STICTION.RUN  Runs a scenario and gives what it recorded.
%
%   r = stiction.run('block-stick-slip')
%   r = stiction.run('block-stick-slip', 'law', 'lugre', 'set', {'friction.contact.Fs', '2 N'})
%   r = stiction.run('press.yaml', 'duration', 5, 'every', '10 ms', 'columns', {'x', 'FF'})
%
%   scenario: the name of a built-in one (stiction.list('scenarios')), a file, the text of a document in YAML (of several
%   lines), or a struct that says the same.
%
%   Options, as name and value:
%     law       for every friction site, or {'SITE=LAW', ...}
%     set       {'path', value, ...} or 'path=value': as --set of the program.  A text carries its unit, a number is in SI,
%               [] takes a value away
%     duration, every (time between rows), columns   in place of what the scenario says
%
%   r is a struct:
%     r.columns.t, r.columns.x, ...   columns, in SI
%     r.units.x, r.texts.x            unit and meaning of each
%     r.events.t, .site, .kind, .detail   the event log
%     r.energy, r.counters            balance of energy in J, work that the run took
%     r.report                        what the program's summary has; disp(r.report.text) shows it
%
%   Example:
%     r = stiction.run('block-stick-slip');
%     plot(r.columns.t, r.columns.x), ylabel(['x [' r.units.x ']'])
%
%   Errors have identifiers such as stiction:bad_input, stiction:diverged.  Ctrl-C ends a run in Octave
%   (stiction:cancelled).
%
%   See also stiction.start, stiction.compare, stiction.sweep, stiction.list.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

r = stiction_mex('run', varargin{:});
end
