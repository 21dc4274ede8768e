#!/usr/bin/env bash
# The Event Timing API measures an interaction until the next picture. A handler that calls history.pushState and then works in
# small tasks, as a router does that draws the next page in a React transition, leaves room for pictures. But Chromium often
# makes none until something changes, so all of that work counts as the wait of the click. A handler that also changes a
# color, or one without pushState, counts for a fraction of that.
#
# Needs Debian's Chromium, or another one that CHROMIUM names.
set -euo pipefail
chromium=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium)}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
node --version
"$chromium" --version
npm install --silent --no-audit --no-fund playwright-core@1.64.1
echo 'input: a click whose handler calls history.pushState and begins tasks of 5 ms, which draw their result after 600 ms;'
echo '       the same with a handler that also changes a color; and the same without pushState; eight times each'
echo 'good guess: all take a few pictures, because each task gives way to the browser'
cat >page.mjs <<'JS'
import { chromium } from 'playwright-core';

const page = (pushes, changes) => `<!doctype html><p id="press" style="margin:0;font-size:40px">Press</p><p id="result"></p><script>
  globalThis.durations = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) durations.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 });
  const { port1, port2 } = new MessageChannel();
  let end;
  port1.onmessage = () => {
    const pause = performance.now() + 5;
    while (performance.now() < pause);
    if (performance.now() < end) port2.postMessage(null);
    else result.textContent = 'Done';
  };
  press.onclick = ({ target }) => {
    ${changes ? "target.style.color = 'red';" : ''}
    ${pushes ? "history.pushState(null, '');" : ''}
    end = performance.now() + 600;
    port2.postMessage(null);
  };
</script>`;
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox', '--disable-gpu'] });
const longest = [];
for (const kind of [[true, false], [true, true], [false, false]]) {
  const all = [];
  for (let run = 0; run < 8; run += 1) {
    const tab = await browser.newPage();
    await tab.setContent(page(...kind));
    await tab.waitForTimeout(500);
    await tab.mouse.click(60, 30);
    await tab.getByText('Done').waitFor();
    await tab.waitForTimeout(500);
    all.push(await tab.evaluate(() => Math.max(0, ...durations)));
    await tab.close();
  }
  longest.push(all);
}
await browser.close();
const [alone, changed, without] = longest;
console.log(`seen, in ms: ${alone} with pushState alone, ${changed} with a change, ${without} without pushState`);
process.exit(Math.max(...alone) >= 500 && Math.max(...changed, ...without) < 300 ? 0 : 1);
JS
node page.mjs "$chromium"
