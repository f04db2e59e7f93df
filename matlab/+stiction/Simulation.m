classdef Simulation < handle
    %STICTION.SIMULATION  A simulation that is advanced step by step; stiction.start makes one.
    %
    %   t = s.t()                        time, s
    %   s.input(NAME, VALUE)             replaces an input from now on
    %   s.input(NAME, VALUE, SLOPE, CURVATURE)
    %   s.advance(TIME)                  goes on for so many seconds, or '1 ms'
    %   s.advance_to(T)                  goes on to a time; results do not depend on how often this is called
    %   came = s.advance_to_event(T)     goes on to just after the next event, or to T
    %   x = s.value(NAME)                a column at the present time; all of them without a name
    %   names = s.columns()              their names
    %   saved = s.save()                 the whole state, as bytes
    %   s.restore(saved)                 goes back to it, bit for bit
    %   e = s.events()                   the event log, with the option 'events', true
    %   delete(s)                        frees it

    % SPDX-FileCopyrightText: 2026 The Stiction authors
    % SPDX-License-Identifier: MIT

    properties (SetAccess = private)
        id = 0; % of the state in the MEX file
    end

    methods
        function self = Simulation(id)
            self.id = id;
        end

        function delete(self)
            if self.id > 0
                stiction_mex('simulation', self.id, 'delete');
                self.id = 0;
            end
        end

        function t = t(self)
            t = stiction_mex('simulation', self.id, 'time');
        end

        function input(self, varargin)
            stiction_mex('simulation', self.id, 'input', varargin{:});
        end

        function advance(self, varargin)
            stiction_mex('simulation', self.id, 'advance', varargin{:});
        end

        function advance_to(self, varargin)
            stiction_mex('simulation', self.id, 'advance_to', varargin{:});
        end

        function came = advance_to_event(self, varargin)
            came = stiction_mex('simulation', self.id, 'advance_to_event', varargin{:});
        end

        function x = value(self, varargin)
            x = stiction_mex('simulation', self.id, 'value', varargin{:});
        end

        function names = columns(self)
            names = stiction_mex('simulation', self.id, 'columns');
        end

        function saved = save(self)
            saved = stiction_mex('simulation', self.id, 'save');
        end

        function restore(self, varargin)
            stiction_mex('simulation', self.id, 'restore', varargin{:});
        end

        function e = events(self)
            e = stiction_mex('simulation', self.id, 'events');
        end
    end
end
