import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from '@playwright/test';
import { binary, expect, isRoot, newName, password, runAsOtherUser, Site, test } from './site';

/** Without STOA_BIN, which only the tests know: the program rejects unknown STOA_… variables. */
const env = { ...process.env, STOA_BIN: undefined };

/** Runs the program with closed standard input and returns its exit code and output. */
function stoa(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(binary, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  return { code: status, stdout: stdout.toString(), stderr: stderr.toString(), bytes: stdout };
}

/** Parses the JSON error on the last line of standard error. */
const parseError = (ended: { stderr: string }) => JSON.parse(ended.stderr.trim().split('\n').at(-1) ?? '').error;

/** Signs a new user up and returns their logged-in API client. */
async function newUser(site: Site) {
  const user = await request.newContext({ baseURL: site.url });
  const response = await user.post('/user/signup', { data: { username: newName(), password } });
  expect(response.status(), await response.text()).toBe(200);
  return user;
}

/** Returns an export with so many questions of one user. */
function exportOf(questions: number): string {
  const id = (number: number) => number.toString().padStart(13, '38cmczm000000');
  const at = { created_at: '2026-11-01T00:00:00.000Z' };
  const lines: object[] = [
    { type: 'export', format: 1 },
    { type: 'user', id: id(1), username: 'ann', ...at },
    { type: 'tag', id: id(2), name: 'bread' },
  ];
  const text = 'This is one of many questions. '.repeat(40);
  for (let number = 10; number < questions + 10; number++) {
    const title = `Question ${number}`;
    lines.push({ type: 'question', id: id(number), author: id(1), title, text, tags: ['bread'], ...at });
  }
  lines.push({ type: 'end', records: lines.length - 1 });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

let directory: string;
test.beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-e2e-'));
});
test.afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Creates a data directory that has a schema and no data, and returns its path. */
function emptySite(): string {
  const data = join(directory, 'site');
  expect(stoa('migrate', '--data-dir', data)).toMatchObject({ code: 0 });
  return data;
}

test('every command exits without a terminal and with its documented code', () => {
  const nowhere = join(directory, 'nowhere');
  const expected: [number, ...string[]][] = [
    [0, '--help'],
    [0, '--version'],
    [0, 'version'],
    [0, 'man'],
    [0, 'completions', 'bash'],
    [0, 'doctor', '--list'],
    [0, 'doctor'],
    [0, 'migrate', 'status'],
    [3, 'migrate', 'status', '--exit-code'],
    [4, 'migrate', 'up', '--dry-run'],
    [4, 'db', 'check'],
    [4, 'db', 'stats'],
    [4, 'db', 'vacuum'],
    [4, 'db', 'optimize'],
    [4, 'db', 'reindex'],
    [4, 'backup'],
    [4, 'backup', '--output', '-'],
    [0, 'backup', 'list'],
    [2, 'backup', 'prune'],
    [3, 'backup', 'restore', '-'],
    [2, 'db'],
    [2, 'doctor', '--only', 'everything'],
    [2, 'completions', 'csh'],
    [2],
  ];
  for (const [code, ...args] of expected) {
    const ended = stoa('--data-dir', nowhere, ...args);
    expect(ended.code, `stoa ${args.join(' ')}: ${ended.stderr}`).toBe(code);
    if (code !== 0 && code !== 2) expect(ended.stderr, args.join(' ')).toContain('hint: ');
  }
});

test('a file that is not a database fails the checks', () => {
  writeFileSync(join(directory, 'stoa.db'), 'no database at all, '.repeat(100));
  for (const args of [['db', 'check'], ['db', 'check', '--quick', '--json'], ['doctor']])
    expect(stoa('--data-dir', directory, ...args), args.join(' ')).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('file is not a database'),
    });
  const looked = stoa('--data-dir', directory, 'doctor').stdout;
  expect(looked.match(/restore a backup/g)).toHaveLength(2);
  expect(looked).not.toMatch(/chmod u|solve the problems of the other checks first/);
});

test('errors are JSON with --json', () => {
  const nothing = stoa('--data-dir', directory, 'db', 'stats', '--json');
  expect(nothing.stdout).toBe('');
  expect(parseError(nothing)).toMatchObject({ code: 'not_found', hint: expect.stringContaining('--data-dir') });
  expect(parseError(stoa('db', 'stats', '--json', '--hue'))).toMatchObject({ code: 'usage' });
  const config = join(directory, 'config.toml');
  writeFileSync(config, '[site]\ntitel = "x"\n');
  const wrong = stoa('--config', config, 'doctor', '--json');
  expect(wrong.code).toBe(78);
  expect(parseError(wrong)).toMatchObject({ code: 'configuration', message: expect.stringContaining('line 2') });
});

test('manual pages and shell completions are generated', () => {
  const pages = join(directory, 'man');
  expect(stoa('man', '--dir', pages).code).toBe(0);
  const names = readdirSync(pages);
  for (const name of ['stoa.1', 'stoa-serve.1', 'stoa-backup-restore.1', 'stoa-doctor.1', 'stoa-migrate-up.1'])
    expect(names).toContain(name);
  expect(readFileSync(join(pages, 'stoa.1'), 'utf8')).toContain('Exit codes');
  for (const shell of ['bash', 'zsh', 'fish', 'powershell', 'elvish'])
    expect(stoa('completions', shell).stdout, shell).toContain('restore');
  expect(JSON.parse(stoa('version', '--json').stdout)).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    sqlite: expect.stringMatching(/^3\./),
    schema: expect.any(Number),
  });
});

test('every command rejects a newer schema and names its version', () => {
  const data = emptySite();
  const newer =
    "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (9999, 'x', 'x', '0')";
  const python = 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()';
  expect(spawnSync('python3', ['-c', python, join(data, 'stoa.db'), newer]).status).toBe(0);
  for (const args of [
    ['serve', '--listen', '127.0.0.1:0'],
    ['migrate'],
    ['migrate', 'status'],
    ['db', 'stats'],
    ['db', 'vacuum'],
  ]) {
    const ended = stoa('--data-dir', data, ...args);
    expect(ended, args.join(' ')).toMatchObject({ code: 78, stderr: expect.stringContaining('9999') });
    expect(ended.stderr).toContain('hint: ');
  }
  expect(stoa('--data-dir', data, 'doctor', '--json').code).toBe(3);
});

test('a failed migration changes nothing and names its backup', () => {
  const data = emptySite();
  // The migration fails because its objects exist already.
  const older = 'DELETE FROM refinery_schema_history WHERE version >= 10';
  const python = 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()';
  expect(spawnSync('python3', ['-c', python, join(data, 'stoa.db'), older]).status).toBe(0);
  for (const args of [['migrate'], ['serve', '--listen', '127.0.0.1:0']]) {
    const failed = stoa('--data-dir', data, ...args);
    expect(failed.code, failed.stderr).toBe(1);
    expect(failed.stderr).toContain('the migration failed and was rolled back: ');
    const backup = failed.stderr.match(/stoa backup restore (\S+\.tar\.zst)/)?.[1] ?? '';
    expect(stoa('backup', 'verify', backup).code, failed.stderr).toBe(0);
    expect(stoa('--data-dir', data, 'migrate', 'status', '--exit-code').code).toBe(3);
  }
});

test('the doctor inspects a running site and repairs a stopped one', async () => {
  const site = new Site();
  try {
    await site.start();
    const user = await newUser(site);
    const question = { title: 'Am I well?', text: 'Some text', tags: [{ name: 'test' }] };
    expect((await user.post('/question/addQuestion', { data: question })).status()).toBe(200);
    const healthy = stoa('--data-dir', site.directory, 'doctor', '--json');
    expect(healthy.code, healthy.stdout).toBe(0);
    const findings = JSON.parse(healthy.stdout) as { id: string; status: string; message: string }[];
    expect(findings.find(({ id }) => id === 'counters')).toMatchObject({ status: 'ok' });
    expect(findings.find(({ id }) => id === 'lock')?.message).toMatch(/^process \d+ is using/);
    for (const args of [
      ['doctor', '--fix'],
      ['db', 'vacuum'],
      ['db', 'reindex'],
    ])
      expect(stoa('--data-dir', site.directory, ...args), args.join(' ')).toMatchObject({
        code: 5,
        stderr: expect.stringContaining('stop it first'),
      });
    for (const args of [['check'], ['check', '--quick'], ['stats'], ['optimize']])
      expect(stoa('--data-dir', site.directory, 'db', ...args), args.join(' ')).toMatchObject({ code: 0 });

    await site.stop('SIGTERM');
    const python =
      'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute("UPDATE posts SET score = 77"); c.commit()';
    expect(spawnSync('python3', ['-c', python, join(site.directory, 'stoa.db')]).status).toBe(0);
    expect(stoa('--data-dir', site.directory, 'doctor')).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('posts.score: 1'),
    });
    expect(stoa('--data-dir', site.directory, 'doctor', '--fix')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('repaired'),
    });
    expect(stoa('--data-dir', site.directory, 'doctor').code).toBe(0);
    const report = stoa('--data-dir', site.directory, 'doctor', '--report');
    expect(report).toMatchObject({ code: 0, stdout: expect.stringContaining('SQLite') });
    expect(report.stdout).not.toContain(site.directory);
    expect(stoa('--data-dir', site.directory, 'db', 'reindex').code).toBe(0);
    const vacuumed = stoa('--data-dir', site.directory, 'db', 'vacuum', '--json');
    expect(JSON.parse(vacuumed.stdout)).toMatchObject({
      bytes_before: expect.any(Number),
      bytes_after: expect.any(Number),
    });
    expect(stoa('--data-dir', site.directory, 'db', 'check').code).toBe(0);
  } finally {
    await site.remove();
  }
});

/** Runs the program as another user. */
function stoaAsOtherUser(...args: string[]) {
  const { status, stdout, stderr } = runAsOtherUser(args, { cwd: '/', env: { PATH: process.env.PATH } });
  return { code: status, stdout, stderr };
}

test('a read-only data directory is reported with its owner and a fix', () => {
  const data = emptySite();
  chmodSync(directory, 0o755);
  chmodSync(data, 0o555);
  const other = stoaAsOtherUser('--data-dir', data, 'doctor', '--fix');
  expect(other.code, other.stderr).toBe(1);
  expect(other.stderr).toMatch(/hint: .*(chown -R 65534:65534|chmod)/);
  // SQLite cannot read the database either, but it is not damaged.
  chmodSync(join(data, 'stoa.db'), 0o644);
  const checked = stoaAsOtherUser('--data-dir', data, 'db', 'check');
  expect(checked).toMatchObject({ code: 3, stdout: expect.stringContaining(`${data} is not writable`) });
  expect(checked.stdout).not.toContain('backup');
  const elsewhere = join(directory, 'elsewhere');
  mkdirSync(elsewhere);
  chmodSync(elsewhere, 0o777);
  for (const args of [
    ['backup', '-o', elsewhere],
    ['export', '-o', join(elsewhere, 'site.ndjson')],
    ['db', 'stats'],
  ])
    expect(stoaAsOtherUser('--data-dir', data, ...args), args.join(' ')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${data} is not writable`),
    });
  // The hint for a missing directory creates it and changes no other permissions.
  const missing = stoaAsOtherUser('--data-dir', join(data, 'new'), 'doctor', '--fix');
  expect(missing.stderr).toMatch(/hint: .*install -d -o \d+ -g \d+ -m 0700 \S+\/new`/);
  expect(missing.stderr).not.toMatch(/chown|chmod/);
  chmodSync(data, 0o700);
});

test('an unreadable data directory is not reported as missing', () => {
  const data = emptySite();
  chmodSync(directory, 0o755);
  chmodSync(data, 0o000);
  const refused = { code: 1, stderr: expect.stringContaining('Permission denied') };
  for (const args of [
    ['db', 'check'],
    ['backup', '-o', directory],
    ['migrate', 'status'],
    ['export'],
    ['user', 'list'],
  ])
    expect(stoaAsOtherUser('--data-dir', data, ...args), args.join(' ')).toMatchObject(refused);
  expect(stoaAsOtherUser('--data-dir', data, 'migrate', 'up', '--dry-run')).toMatchObject(refused);
  expect(stoaAsOtherUser('--data-dir', join(data, 'site'), 'doctor')).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/ERROR {2}data-dir +cannot look for .*Permission denied/),
  });
  chmodSync(data, 0o700);
});

test('created files are private to their owner even with an open umask', () => {
  const data = join(directory, 'open');
  mkdirSync(data);
  chmodSync(data, 0o777);
  const made = spawnSync('sh', ['-c', 'umask 000; exec "$0" "$@"', binary, 'migrate', '--data-dir', data], { env });
  expect(made.status, made.stderr.toString()).toBe(0);
  const files = readdirSync(data);
  expect(files).toContain('stoa.db');
  for (const file of files) expect(statSync(join(data, file)).mode & 0o077, file).toBe(0);
});

test('commands run as root create no files that lock out the service user', () => {
  test.skip(!isRoot, 'only root can make files in the name of another: run it as root');
  const data = join(directory, 'data');
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, 65_534, 65_534);
  chmodSync(directory, 0o755);
  const refused = { code: 1, stderr: expect.stringMatching(/hint: sudo -u \S+ stoa/) };
  expect(stoa('--data-dir', data, 'setup', '--admin', 'ann', '--generate')).toMatchObject(refused);
  expect(readdirSync(data)).toEqual([]);
  expect(stoaAsOtherUser('--data-dir', data, 'setup', '--admin', 'ann', '--generate').code).toBe(0);
  const made = readdirSync(data);
  for (const args of [['backup'], ['user', 'list'], ['migrate'], ['backup', 'restore', '--yes', '-']])
    expect(stoa('--data-dir', data, ...args), args.join(' ')).toMatchObject(refused);
  expect(readdirSync(data)).toEqual(made);
  // Read-only commands work as root and leave no files.
  for (const args of [['doctor'], ['db', 'check'], ['db', 'stats'], ['backup', '-o', directory]])
    expect(stoa('--data-dir', data, ...args), args.join(' ')).toMatchObject({ code: 0 });
  expect(stoaAsOtherUser('--data-dir', data, 'doctor', '--fix').code).toBe(0);
  // A file that root created is reported with the command that fixes its owner.
  chownSync(join(data, 'stoa.lock'), 0, 0);
  const command = `chown 65534:65534 ${join(data, 'stoa.lock')}`;
  expect(stoaAsOtherUser('--data-dir', data, 'doctor')).toMatchObject({
    code: 3,
    stdout: expect.stringContaining(command),
  });
  expect(stoa('--data-dir', data, 'doctor').stdout).toContain(command);
  expect(stoaAsOtherUser('--data-dir', data, 'user', 'list').stderr).toContain(command);
});

test('a site on a read-only file system can be checked, exported and backed up', () => {
  const data = emptySite();
  const mount = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 99; cd "$2"';
  const commands = ['db check', 'db stats', 'export -o site.ndjson', 'backup -o .'];
  const script = [mount, ...commands.map((args) => `"$0" --data-dir "$1" ${args} || exit 1`)].join('; ');
  const namespaces = isRoot ? '-m' : '-rm';
  const run = spawnSync('unshare', [namespaces, 'sh', '-c', script, binary, data, directory], {
    env,
    encoding: 'utf8',
  });
  test.skip(run.error !== undefined || run.status === 99, 'the system lets us mount nothing: run it as root');
  expect(run.status, run.stdout + run.stderr).toBe(0);
  expect(run.stdout).toContain('SQLite finds no damage');
  expect(readdirSync(directory).some((name) => name.endsWith('.tar.zst'))).toBe(true);
});

test('an empty database file next to backups is not treated as a new site', () => {
  const data = emptySite();
  expect(stoa('--data-dir', data, 'backup').code).toBe(0);
  writeFileSync(join(data, 'stoa.db'), '');
  for (const args of [['serve', '--listen', '127.0.0.1:0'], ['migrate'], ['setup', '--admin', 'ann', '--generate']])
    expect(stoa('--data-dir', data, ...args), args.join(' ')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is empty, but there are traces of a site: .*\nhint: .*stoa backup restore/),
    });
  expect(stoa('--data-dir', data, 'doctor', '--only', 'schema').stdout).toContain('stoa backup restore');
  const [backup = ''] = readdirSync(join(data, 'backups'));
  expect(stoa('--data-dir', data, 'backup', 'restore', '--yes', join(data, 'backups', backup)).code).toBe(0);
  // A first start that was killed leaves an empty file too; there are no backups then.
  const early = join(directory, 'early');
  mkdirSync(early);
  writeFileSync(join(early, 'stoa.db'), '');
  expect(stoa('--data-dir', early, 'setup', '--admin', 'ann', '--generate').code).toBe(0);
});

test('a backup that cannot be written names its target', () => {
  const data = emptySite();
  const file = join(directory, 'file.tar.zst');
  writeFileSync(file, '');
  expect(stoa('--data-dir', data, 'backup', '-o', file)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining(file),
  });
  const locked = join(directory, 'locked');
  mkdirSync(locked, { mode: 0o500 });
  chmodSync(directory, 0o755);
  if (isRoot)
    for (const path of [data, ...readdirSync(data).map((name) => join(data, name))]) chownSync(path, 65_534, 65_534);
  expect(stoaAsOtherUser('--data-dir', data, 'backup', '-o', locked)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/\/locked: Permission denied/),
  });
});

test('a doctor report hides only the data directory', () => {
  const run = (...args: string[]) => spawnSync(binary, args, { cwd: directory, env, encoding: 'utf8' });
  expect(run('--data-dir', 'imp', 'migrate').status).toBe(0);
  const report = run('--data-dir', 'imp', 'doctor', '--report').stdout;
  expect(report).toMatch(/data-dir +DATA belongs/);
  expect(report).toContain('after an import, run stoa');
  expect(report).not.toContain(directory);
});

test('a backup restores from a pipe and a dry run changes nothing', async () => {
  const site = new Site();
  try {
    await site.start();
    await newUser(site);
    const archive = stoa('--data-dir', site.directory, 'backup', '--output', '-');
    expect(archive.code, archive.stderr).toBe(0);
    const other = join(directory, 'other');
    const restore = (...args: string[]) =>
      spawnSync(binary, ['--data-dir', other, 'backup', 'restore', ...args, '-'], {
        input: archive.bytes,
        encoding: 'utf8',
        env,
      });
    const rehearsed = restore('--dry-run');
    expect(rehearsed.status, rehearsed.stderr).toBe(0);
    expect(rehearsed.stdout).toContain('1 users');
    expect(existsSync(join(other, 'stoa.db'))).toBe(false);
    expect(restore().status).toBe(0);
    expect(JSON.parse(stoa('--data-dir', other, 'db', 'stats', '--json').stdout).rows.users).toBe(1);
    expect(restore().status, 'there is a site already').toBe(2);
    const cut = spawnSync(binary, ['--data-dir', other, 'backup', 'restore', '--yes', '-'], {
      input: archive.bytes.subarray(0, -9),
      env,
    });
    expect(cut.status).toBe(3);
    expect(readdirSync(other).filter((name) => name.startsWith('.stoa-') || name.startsWith('before'))).toEqual([]);

    // The server creates a backup on SIGUSR1.
    expect(existsSync(join(site.directory, 'backups'))).toBe(false);
    site.signal('SIGUSR1');
    await expect
      .poll(() => (existsSync(join(site.directory, 'backups')) ? readdirSync(join(site.directory, 'backups')) : []))
      .toEqual([expect.stringMatching(/^stoa-.*\.tar\.zst$/)]);
  } finally {
    await site.remove();
  }
});

test('the server creates due backups and prunes old ones', async () => {
  const backups = join(directory, 'backups');
  mkdirSync(backups);
  const settings = {
    STOA_BACKUP_SCHEDULE: '03:30',
    STOA_BACKUP_DIR: backups,
    STOA_BACKUP_KEEP_LAST: '1',
    STOA_BACKUP_KEEP_DAILY: '0',
  };
  const site = new Site({ ...settings, STOA_BACKUP_KEEP_WEEKLY: '0' });
  const archives = () => readdirSync(backups).filter((name) => name.endsWith('.tar.zst'));
  try {
    // The first backup is overdue, because none exists.
    await site.start();
    await expect.poll(() => archives().length).toBe(1);
    const [first] = archives();
    // No backup is due after a restart.
    await site.stop('SIGTERM');
    await site.start();
    site.signal('SIGUSR1');
    await expect.poll(() => archives()).not.toEqual([first]);
    await expect.poll(() => archives().length).toBe(1);
  } finally {
    await site.remove();
  }
});

test('a full disk or a kill leaves no partial backup and no partial site', { tag: '@full' }, async () => {
  const site = new Site();
  try {
    await site.start();
    await newUser(site);
    const one = join(directory, 'one.tar.zst');
    expect(stoa('--data-dir', site.directory, 'backup', '--output', one).code).toBe(0);
    await newUser(site);
    const two = join(directory, 'two.tar.zst');
    expect(stoa('--data-dir', site.directory, 'backup', '--output', two).code).toBe(0);

    // Files are limited to 50 KiB, which fails like a full disk.
    const small = join(directory, 'small');
    mkdirSync(small);
    const limited = (...args: string[]) =>
      spawnSync('sh', ['-c', `trap '' XFSZ; ulimit -f 100; exec "$0" "$@"`, binary, ...args], {
        encoding: 'utf8',
        env,
      });
    const full = limited('--data-dir', site.directory, 'backup', '--output', small);
    expect(full.status, full.stderr).toBe(1);
    expect(readdirSync(small)).toEqual([]);
    // SQLite spills a larger database to disk before the end, with a journal.
    const large = join(directory, 'large');
    const file = join(directory, 'large.ndjson');
    writeFileSync(file, exportOf(1_000));
    expect(stoa('--data-dir', large, 'import', 'json', file).code).toBe(0);
    expect(limited('--data-dir', large, 'backup', '--output', small).status).toBe(1);
    expect(readdirSync(small)).toEqual([]);
    const target = join(directory, 'target');
    expect(stoa('--data-dir', target, 'backup', 'restore', one).code).toBe(0);
    const refused = limited('--data-dir', target, 'backup', 'restore', '--yes', two);
    expect(refused.status, refused.stderr).not.toBe(0);
    const users = () => JSON.parse(stoa('--data-dir', target, 'db', 'stats', '--json').stdout).rows.users;
    expect(users()).toBe(1);

    // A kill at any time leaves either the old or the new site, complete.
    const seen = new Set<number>();
    for (let milliseconds = 4; milliseconds <= 400; milliseconds = Math.ceil(milliseconds * 1.4)) {
      const restoring = spawn(binary, ['--data-dir', target, 'backup', 'restore', '--yes', seen.has(2) ? one : two], {
        stdio: 'ignore',
        env,
      });
      const exited = new Promise((resolve) => restoring.once('exit', resolve));
      setTimeout(() => restoring.kill('SIGKILL'), milliseconds);
      await exited;
      expect(stoa('--data-dir', target, 'db', 'check'), `killed after ${milliseconds} ms`).toMatchObject({ code: 0 });
      seen.add(users());
      if (seen.size === 2) break;
    }
    expect([...seen]).toContain(1);
  } finally {
    await site.remove();
  }
});
