import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { binary, expect, test } from './site';

const bench = join(dirname(binary), 'stoa-bench');

const routes = [
  'list_newest',
  'list_unanswered',
  'list_active',
  'list_mostviewed',
  'list_tag',
  'detail',
  'page',
  'page_unchanged',
  'page_of_member',
  'search',
  'search_newest',
  'answer',
];

test('a benchmark of a small site reports all metrics and leaves no files', { tag: '@full' }, () => {
  test.slow();
  const temporary = mkdtempSync(join(tmpdir(), 'stoa-e2e-bench-'));
  const options = ['--questions', '200', '--seconds', '0.1', '--sockets', '5', '--json'];
  const env = { ...process.env, STOA_BIN: undefined, TMPDIR: temporary };
  const report = JSON.parse(execFileSync(bench, options, { env, encoding: 'utf8' }));

  expect(report.questions).toBe(200);
  expect(report.routes.map((route: { name: string; connections: number }) => [route.name, route.connections])).toEqual(
    routes.flatMap((name) => [1, 32].map((connections) => [name, connections])),
  );
  for (const route of report.routes) {
    for (const key of ['rps', 'p50_ms', 'p99_ms', 'ratio', 'bare_rps', 'bytes']) {
      // A reply that says that nothing has changed has no body.
      const least = key === 'bytes' && route.name === 'page_unchanged' ? -1 : 0;
      expect(route[key], `${key} of ${route.name}`).toBeGreaterThan(least);
    }
    expect(route.p50_ms).toBeLessThanOrEqual(route.p99_ms);
  }
  for (const key of ['answer_speedup', 'ready_ms', 'binary_bytes', 'fanout_p99_ms', 'fanout_max_ms']) {
    expect(report[key], key).toBeGreaterThan(0);
  }
  // Memory figures exist only where /proc does.
  if (existsSync('/proc/self/status')) {
    expect(report.idle_rss_bytes).toBeGreaterThan(0);
    expect(report.peak_rss_bytes).toBeGreaterThanOrEqual(report.idle_rss_bytes);
    expect(report.socket_bytes).toBeGreaterThanOrEqual(0);
  }
  expect(report.sockets).toBe(5);
  expect(readdirSync(temporary)).toEqual([]);
  rmSync(temporary, { recursive: true });
});
