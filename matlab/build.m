function build(library, into)
%BUILD  Builds the MEX file of +stiction, in Octave (mkoctfile) and MATLAB (mex).
%
%   build                     with the library of ../build, which ./run makes
%   build(LIBRARY)            with libstiction in this folder, as '/usr/local/lib'
%   build(LIBRARY, FOLDER)    puts the MEX file there, in place of beside this file
%
%   Afterwards addpath(FOLDER) makes stiction.run and its like known.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

here = fileparts(mfilename('fullpath'));
root = fileparts(here);
if nargin < 1 || isempty(library)
    library = fullfile(root, 'build');
end
if nargin < 2
    into = here;
end
if isempty(dir(fullfile(library, 'libstiction.*')))
    error('stiction:no_file', ['%s: there is no libstiction; ./run builds it in the folder build, ', ...
          'or name the folder that has it: build(FOLDER)'], library);
end
library = whole(library); % the MEX file looks for it there later, wherever it is used
into = whole(into);
listed = dir(fullfile(here, 'src', '*.c'));
sources = cellfun(@(name) fullfile(here, 'src', name), {listed.name}, 'UniformOutput', false);
include = ['-I', fullfile(root, 'include')];
if exist('OCTAVE_VERSION', 'builtin')
    [text, status] = mkoctfile('--mex', '-O2', include, '-o', fullfile(into, 'stiction_mex.mex'), sources{:}, ...
                               ['-L', library], '-lstiction', ['-Wl,-rpath,', library]);
    if status ~= 0
        error('stiction:failed', 'mkoctfile failed (Debian has it in octave-dev, and it needs a C compiler): %s', text);
    end
else
    mex('-outdir', into, '-output', 'stiction_mex', include, sources{:}, ['-L', library], '-lstiction', ...
        'CFLAGS=$CFLAGS -std=c17', ['LDFLAGS=$LDFLAGS -Wl,-rpath,', library]);
end
end

function path = whole(path)
before = cd(path);
path = cd(before);
end
