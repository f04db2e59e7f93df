#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Stiction authors
# SPDX-License-Identifier: MIT
#
# The page of stiction reproduce in a browser (tests/page.mjs): Debian's chromium, driven by
# playwright-core, which npm puts into build-node once.  $STICTION is the program, $SOURCE_DIR the tree.
set -u
: "${STICTION:?the program to test}" "${SOURCE_DIR:?the tree}"
version=1.65.0

chromium=$(command -v chromium) || chromium=$(command -v chromium-browser) || {
    echo "skipped: chromium: the page is not opened in a browser"
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for program in node npm; do
    command -v $program >/dev/null || {
        echo "skipped: $program: the page is not opened in a browser"
        exit 77
    }
done
node=$SOURCE_DIR/build-node
if [[ ! -f $node/node_modules/playwright-core/package.json ]]; then
    mkdir -p "$node" &&
        PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm install --prefix "$node" --no-audit --no-fund --no-save \
            "playwright-core@$version" >"$work/npm.log" 2>&1 || {
        tail -n 3 "$work/npm.log"
        echo "skipped: playwright-core: npm cannot install version $version"
        exit 77
    }
fi
"$STICTION" reproduce --quiet -o "$work" || exit 1
cp "$SOURCE_DIR/tests/page.mjs" "$work/"
ln -s "$node/node_modules" "$work/node_modules"
exec node "$work/page.mjs" "$chromium" "$work/reproduction.html" "$work/results.json"
