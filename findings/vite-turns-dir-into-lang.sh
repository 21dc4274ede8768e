#!/usr/bin/env bash
# Vite 8 (Lightning CSS) replaces `:dir(rtl)` by a list of languages in a build with the default target. What is read from
# right to left by `dir="rtl"` alone, or is set to `ltr` inside a Hebrew page, then gets the rule of the wrong direction.
# `[dir=rtl] .arrow`, or a target that knows `:dir()`, keeps the meaning.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund vite@8.4.0 lightningcss@1.33.0
npm ls --depth 0 | tail -n +2
echo 'input: a style sheet with the rule `.arrow:dir(rtl) { transform: scaleX(-1) }`, built with the default target'
echo 'good guess: the rule keeps its selector, which all engines know since 2023, or one of the same meaning'
echo '<link rel="stylesheet" href="./a.css"><p class="arrow" dir="rtl" lang="en">x</p>' >index.html
echo '.arrow:dir(rtl) { transform: scaleX(-1) }' >a.css
npx vite build --logLevel warn
built=$(cat dist/assets/*.css)
echo "seen: $built"
npx vite build --logLevel warn --target chrome120
modern=$(cat dist/assets/*.css)
echo "seen with --target chrome120: $modern"
[[ $built != *:dir* && $built == *':lang(ar)'* && $modern == *':dir(rtl)'* ]]
