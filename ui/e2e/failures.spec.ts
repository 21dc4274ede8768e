import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binary, expect, runAsOtherUser, test } from './site';

let directory = '';
test.beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-e2e-'));
});
test.afterEach(() => rmSync(directory, { recursive: true, force: true }));

const env = { PATH: process.env.PATH, HOME: '/nonexistent' };

/** Runs the program in the temporary directory, which messages therefore do not name. */
function stoa(...args: string[]) {
  return spawnSync(binary, args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
}

/** Expects an exit code and, on standard error, a message and a hint of one line each. */
function expectFailure(ended: SpawnSyncReturns<string>, code: number, message: RegExp, hint?: RegExp) {
  expect(ended.status, ended.stderr).toBe(code);
  const [said, advice, ...others] = ended.stderr.trimEnd().split('\n');
  expect(said).toMatch(message);
  if (hint) expect(advice).toMatch(hint);
  expect(others).toEqual([]);
}

test('the setup names the next command with the options of this one', () => {
  const { status, stderr } = stoa(
    ...['setup', '--data-dir', 'my site', '--config', 'site.toml', '--base-url', 'https://qa.example'],
    ...['--admin', 'ann', '--generate'],
  );
  expect(status, stderr).toBe(0);
  expect(stderr).toContain("next: stoa serve --config site.toml --data-dir 'my site'\n");
});

test('a backup is written to the named file or into the named directory', () => {
  stoa('migrate', '--data-dir', 'd');
  mkdirSync(join(directory, 'existing'));
  expect(stoa('backup', '--data-dir', 'd', '-o', 'before-upgrade.tar.zst')).toMatchObject({
    status: 0,
    stdout: 'before-upgrade.tar.zst\n',
  });
  expect(stoa('backup', 'verify', 'before-upgrade.tar.zst').status).toBe(0);
  // Pruning finds backups by their names.
  expectFailure(stoa('backup', '--data-dir', 'd', '-o', 'before-upgrade'), 2, /ends with \.tar\.zst/);
  for (const place of ['existing', 'new/']) {
    expect(stoa('backup', '--data-dir', 'd', '-o', place).status).toBe(0);
    expect(readdirSync(join(directory, place))).toEqual([expect.stringMatching(/^stoa-.*\.tar\.zst$/)]);
  }
  expectFailure(
    stoa('backup', '--data-dir', 'd', '-o', 'before-upgrade.tar.zst'),
    5,
    /before-upgrade\.tar\.zst already exists/,
    /name/,
  );
});

test('a file in the place of a directory is named, and the other way round', () => {
  stoa('migrate', '--data-dir', 'd');
  writeFileSync(join(directory, 'file'), 'x');
  mkdirSync(join(directory, 'odd/stoa.db'), { recursive: true });
  for (const command of [['serve'], ['user', 'list'], ['backup'], ['migrate']]) {
    expectFailure(stoa('--data-dir', 'file', ...command), 1, /file is not a directory: .*--data-dir/);
    expectFailure(stoa('--data-dir', 'odd', ...command), 1, /odd\/stoa\.db is a directory, not a database/);
  }
  expectFailure(stoa('backup', '--data-dir', 'd', '-o', 'file/x.tar.zst'), 1, /file is not a directory/);
  expectFailure(stoa('export', '--data-dir', 'd', '-o', 'missing/x'), 1, /missing\/x: there is no directory missing$/);
  expectFailure(stoa('export', '--data-dir', 'd', '-o', 'odd'), 2, /odd is a directory; name a file/);
  expectFailure(stoa('backup', 'verify', 'd'), 4, /d is a directory: name one of the backups/, /backup list/);
  expectFailure(stoa('backup', 'list', 'file'), 4, /file is not a directory/);
  expectFailure(stoa('backup', 'restore', '--data-dir', 'd', 'missing'), 4, /there is no file missing/, /path/);
  expectFailure(stoa('import', 'stackexchange', '--data-dir', 'd', 'missing'), 4, /no directory missing/, /dump/);
});

test('a database that is none is refused with what to do', () => {
  mkdirSync(join(directory, 'd'));
  writeFileSync(join(directory, 'd/stoa.db'), 'something else '.repeat(100));
  for (const command of [['serve'], ['user', 'list'], ['migrate', 'status']])
    expectFailure(
      stoa('--data-dir', 'd', ...command),
      1,
      /cannot open d\/stoa\.db: file is not a database/,
      /stoa backup restore/,
    );
});

test('a full disk is named with its directory', () => {
  test.skip(process.getuid?.() !== 0, 'only root can mount a small disk: run it as root');
  stoa('migrate', '--data-dir', 'd');
  mkdirSync(join(directory, 'full'));
  const mounted = (...args: string[]) =>
    spawnSync(
      'unshare',
      ['--mount', 'sh', '-c', 'mount -t tmpfs -o size=100k none full && exec "$0" "$@"', binary, ...args],
      { cwd: directory, env, encoding: 'utf8' },
    );
  expectFailure(mounted('setup', '--data-dir', 'full/d', '--admin', 'ann', '--generate'), 1, /full/, /make room/);
  expectFailure(mounted('backup', '--data-dir', 'd', '-o', 'full/'), 1, /cannot write in full.*(full|space)/i);
});

test('a limit of open files that is too low is named', () => {
  stoa('migrate', '--data-dir', 'd');
  const limited = (files: number, ...args: string[]) =>
    spawnSync('sh', ['-c', `ulimit -n ${files}; exec "$0" "$@"`, binary, ...args], {
      cwd: directory,
      env,
      encoding: 'utf8',
      timeout: 20_000,
    });
  expectFailure(limited(10, 'user', 'list', '--data-dir', 'd'), 1, /stoa\.db/, /may open only 10 files.*ulimit -n/);
  // Enough for the start.
  const few = limited(64, 'serve', '--data-dir', 'd', '--listen', '127.0.0.1:1x');
  expect(few.status).toBe(78);
});

test('a name with other letters than ASCII is refused with the letter', () => {
  for (const command of [
    ['setup', '--admin'],
    ['user', 'create'],
  ])
    expectFailure(stoa('--data-dir', 'd', ...command, 'jörg', '--generate'), 2, /Usernames are/, /A to Z.*contains ö/);
});

test('a file that the program may not use is named with its mode', () => {
  stoa('migrate', '--data-dir', 'd');
  chmodSync(directory, 0o755);
  for (const name of readdirSync(join(directory, 'd'))) chmodSync(join(directory, 'd', name), 0o644);
  const asNobody = (...args: string[]) => runAsOtherUser(args, { cwd: directory, env });
  chmodSync(join(directory, 'd/stoa.db'), 0o000);
  chmodSync(join(directory, 'd'), 0o755);
  expectFailure(asNobody('export', '--data-dir', 'd'), 1, /cannot open d\/stoa\.db: Permission denied/, /chown|chmod/);
  expectFailure(asNobody('backup', 'verify', 'd/stoa.db'), 1, /cannot read d\/stoa\.db: Permission denied/);
  chmodSync(join(directory, 'd/stoa.db'), 0o600);
});

test('a practice site beside a running one uses nothing of it', async () => {
  const config = join(directory, 'site.toml');
  mkdirSync(join(directory, 'backups'));
  writeFileSync(
    config,
    `[server]\nlisten = "127.0.0.1:0"\nbase_url = "https://qa.example.org"\n[backup]\nschedule = "1m"\ndir = "${directory}/backups"\n[metrics]\nlisten = "unix:${directory}/metrics.sock"\n`,
  );
  const run = (script: string) => spawnSync('bash', ['-ec', script, binary], { cwd: directory, env, encoding: 'utf8' });
  const { status, stdout, stderr } = run(`
    "$0" --config site.toml --data-dir d serve >site.out 2>site.log & site=$!
    trap 'kill $site; wait $site' EXIT
    until ls backups/*.zst >/dev/null 2>&1; do kill -0 $site; sleep 0.1; done
    "$0" backup verify backups/*.zst
    "$0" --config /dev/null --data-dir practice backup restore backups/*.zst
    "$0" --config /dev/null --data-dir practice serve --listen 127.0.0.1:0 >out 2>log & practice=$!
    until grep -o 'http://[^ ]*' out; do kill -0 $practice; sleep 0.1; done
    "$0" healthcheck --url "$(grep -o 'http://[^ ]*' out)"
    "$0" healthcheck --url "$(grep -o 'http://[^ ]*' site.out)"
    kill $practice; wait $practice
  `);
  expect(status, stdout + stderr).toBe(0);
  expect(readdirSync(join(directory, 'practice'))).not.toContain('backups');
  expect(existsSync(join(directory, 'metrics.sock'))).toBe(false);
});
