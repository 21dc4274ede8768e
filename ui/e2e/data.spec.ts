import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from '@playwright/test';
import { binary, expect, newName, password, Site, test } from './site';

/** The program refuses STOA_… variables that it does not know: the one that names it is ours alone. */
const env = { ...process.env, STOA_BIN: undefined };

/** Runs the program with closed standard input and returns how it ended. */
function stoa(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(binary, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  return { code: status, stdout: stdout.toString(), stderr: stderr.toString(), bytes: stdout };
}

/** The error that a command told in JSON. */
const errorOf = (ended: { stderr: string }) => JSON.parse(ended.stderr.trim().split('\n').at(-1) ?? '').error;

/** Signs a new user up and returns a client that is signed in as him. */
async function newUser(site: Site) {
  const user = await request.newContext({ baseURL: site.url });
  const response = await user.post('/user/signup', { data: { username: newName(), password } });
  expect(response.status(), await response.text()).toBe(200);
  return user;
}

let directory: string;
test.beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-e2e-'));
});
test.afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A site that is not served, with its schema and nothing else. */
function emptySite(): string {
  const data = join(directory, 'site');
  expect(stoa('migrate', '--data-dir', data)).toMatchObject({ code: 0 });
  return data;
}

test('every command ends without a terminal, and says by its code how', () => {
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

test('errors are JSON where JSON was asked for', () => {
  const nothing = stoa('--data-dir', directory, 'db', 'stats', '--json');
  expect(nothing.stdout).toBe('');
  expect(errorOf(nothing)).toMatchObject({ code: 'not_found', hint: expect.stringContaining('--data-dir') });
  expect(errorOf(stoa('db', 'stats', '--json', '--colour'))).toMatchObject({ code: 'usage' });
  const config = join(directory, 'config.toml');
  writeFileSync(config, '[site]\ntitel = "x"\n');
  const wrong = stoa('--config', config, 'doctor', '--json');
  expect(wrong.code).toBe(78);
  expect(errorOf(wrong)).toMatchObject({ code: 'configuration', message: expect.stringContaining('line 2') });
});

test('manual pages and completions are made', () => {
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

test('a newer schema is refused with the needed version, by whatever reads it', () => {
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

test('the doctor looks at a served site, and mends one that is not', async () => {
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
      stdout: expect.stringContaining('mended'),
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

test('a data directory that cannot be written says whose it is and what to do', () => {
  const data = emptySite();
  const isRoot = process.getuid?.() === 0;
  // Root may write everywhere: he becomes somebody else for it.
  if (!isRoot) chmodSync(data, 0o500);
  const other = spawnSync(binary, ['--data-dir', data, 'doctor', '--fix'], {
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
    cwd: '/',
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  });
  // Whether or not it may look into the directories above, it says so.
  expect(other.status, other.stderr).toBe(1);
  expect(other.stderr).toMatch(/hint: .*(chown -R 65534:65534|chmod)/);
  chmodSync(data, 0o700);
});

test('a backup goes through a pipe, and a rehearsal changes nothing', async () => {
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

    // At a signal the server makes one itself.
    expect(existsSync(join(site.directory, 'backups'))).toBe(false);
    site.signal('SIGUSR1');
    await expect
      .poll(() => (existsSync(join(site.directory, 'backups')) ? readdirSync(join(site.directory, 'backups')) : []))
      .toEqual([expect.stringMatching(/^stoa-.*\.tar\.zst$/)]);
  } finally {
    await site.remove();
  }
});

test('a server makes the backups that are due, and keeps what it shall', async () => {
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
    // One was missed: none was ever made.
    await site.start();
    await expect.poll(() => archives().length).toBe(1);
    const [first] = archives();
    // Nothing is due after a restart.
    await site.stop('SIGTERM');
    await site.start();
    site.signal('SIGUSR1');
    await expect.poll(() => archives()).not.toEqual([first]);
    await expect.poll(() => archives().length).toBe(1);
  } finally {
    await site.remove();
  }
});

test('a full disk and a kill leave no half backup and no half site', async () => {
  const site = new Site();
  try {
    await site.start();
    await newUser(site);
    const one = join(directory, 'one.tar.zst');
    expect(stoa('--data-dir', site.directory, 'backup', '--output', one).code).toBe(0);
    await newUser(site);
    const two = join(directory, 'two.tar.zst');
    expect(stoa('--data-dir', site.directory, 'backup', '--output', two).code).toBe(0);

    // No file may grow over 50 KiB: to the program that is as if the disk were full.
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
    const target = join(directory, 'target');
    expect(stoa('--data-dir', target, 'backup', 'restore', one).code).toBe(0);
    const refused = limited('--data-dir', target, 'backup', 'restore', '--yes', two);
    expect(refused.status, refused.stderr).not.toBe(0);
    const users = () => JSON.parse(stoa('--data-dir', target, 'db', 'stats', '--json').stdout).rows.users;
    expect(users()).toBe(1);

    // Killed at any time: one site or the other, whole.
    const seen = new Set<number>();
    for (let milliseconds = 4; milliseconds <= 400; milliseconds = Math.ceil(milliseconds * 1.4)) {
      const restoring = spawn(binary, ['--data-dir', target, 'backup', 'restore', '--yes', seen.has(2) ? one : two], {
        stdio: 'ignore',
        env,
      });
      const gone = new Promise((resolve) => restoring.once('exit', resolve));
      setTimeout(() => restoring.kill('SIGKILL'), milliseconds);
      await gone;
      expect(stoa('--data-dir', target, 'db', 'check'), `killed after ${milliseconds} ms`).toMatchObject({ code: 0 });
      seen.add(users());
      if (seen.size === 2) break;
    }
    expect([...seen]).toContain(1);
  } finally {
    await site.remove();
  }
});
