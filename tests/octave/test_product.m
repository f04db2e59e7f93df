function test_product
%TEST_PRODUCT  Every scenario with every law, at most 2 s of each; where the program refuses, Octave does with its sentence.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

names = stiction.list('scenarios');
laws = stiction.list('laws');
ran = 0;
failed = 0;
for i = 1:numel(names)
    full = stiction.run(names{i}, 'every', 'inf');
    duration = sprintf('%.17g', min(2, full.report.duration));
    for k = 1:numel(laws)
        what = same(names{i}, laws{k}, duration);
        ran = ran + 1;
        if ~isempty(what)
            failed = failed + 1;
            printf('%s, %s: %s\n', names{i}, laws{k}, what);
        end
    end
end
printf('%d runs, %d differ\n', ran, failed);
assert(failed == 0 && ran > 600);
end

function what = same(name, law, duration)
file = 'one.mat';
command = sprintf('%s run %s --law %s --set duration=%s --quiet -o %s 2>said.txt', getenv('STICTION'), name, law, duration, file);
status = system(command);
what = '';
try
    r = stiction.run(name, 'law', law, 'duration', duration);
catch e
    said = fileread('said.txt');
    if status == 0 || isempty(strfind(said, e.message(max([1, strfind(e.message, ': ') + 2]):end)))
        what = [e.message ' / ' said];
    end
    return
end
if status ~= 0
    what = fileread('said.txt');
else
    what = same_run(r, file);
end
end
