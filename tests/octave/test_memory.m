function test_memory
%TEST_MEMORY  1,000 runs, failures and simulations do not grow memory.

% SPDX-FileCopyrightText: 2026 The Stiction authors
% SPDX-License-Identifier: MIT

% A run here holds 7 columns of 1,001 rows: a leak of it would be 56 MB, of a scenario with its system far more.
work(200);
before = resident();
work(1000);
grown = resident() - before;
assert(grown < 6000, 'memory grew by %d KiB', grown);
printf('1,000 runs: %d KiB\n', grown);
end

function work(count)
t = (0:0.01:5)';
d = struct('t', t, 'u', -sin(3 * t) + sign(cos(3 * t)), 'q', sin(3 * t) / 9);
for i = 1:count
    stiction.run('block-stick-slip', 'duration', 1, 'every', '1 ms');
    s = stiction.start('block-stick-slip');
    s.advance(0.1);
    delete(s);
    try
        stiction.run('block-stick-slip', 'set', {'Fs', '1 kg'});
    catch
    end
    try
        stiction.identify('inverse', d, 'effort', 'u', 'position', 'qq');
    catch
    end
    if mod(i, 20) == 0
        stiction.compare('block-stick-slip', {'stribeck'}, 'duration', 1);
        stiction.identify('inverse', d, 'effort', 'u', 'position', 'q');
    end
end
end

function kib = resident()
found = regexp(fileread('/proc/self/status'), 'VmRSS:\s*(\d+)', 'tokens', 'once');
kib = str2double(found{1});
end
