import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ask, binary, expect, newName, newUser, openQuestions, password, Site, signUp, test } from './site';

/** Runs the program without a terminal and with `input` as its standard input. */
function stoa(args: string[], { input, env }: { input?: string; env?: Record<string, string> } = {}) {
  const { status, stdout, stderr } = spawnSync(binary, args, {
    env: { ...process.env, STOA_BIN: undefined, ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: 20_000,
    ...(input === undefined ? {} : { input }),
  });
  return { code: status, stdout, stderr };
}

/** Calls `body` with a temporary directory. */
const withDirectory = async (body: (directory: string) => Promise<void> | void) => {
  const directory = mkdtempSync(join(tmpdir(), 'stoa-e2e-'));
  try {
    await body(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Returns a function that runs `stoa user` on a data directory. */
const userCommand = (directory: string) => (args: string[], input?: string) =>
  stoa(['--data-dir', directory, 'user', ...args], input === undefined ? {} : { input });

/** Creates the users `Ann` and `ben`, and the administrator `admin`. */
function createUsers(directory: string) {
  const user = userCommand(directory);
  for (const name of ['Ann', 'ben']) expect(user(['create', name, '--password-stdin'], password).code, name).toBe(0);
  expect(user(['create', 'admin', '--role', 'administrator', '--generate']).code).toBe(0);
  return user;
}

test('user commands create nothing in a directory without a site', async () => {
  await withDirectory((directory) => {
    const user = userCommand(directory);
    for (const args of [['list'], ['show', 'ann'], ['disable', 'ann']]) expect(user(args).code, args[0]).toBe(4);
    expect(stoa(['--data-dir', directory, 'session', 'revoke', '--all']).code).toBe(4);
    expect(existsSync(join(directory, 'stoa.db'))).toBe(false);
  });
});

test('users are created with a password from a file, from standard input or generated', async () => {
  await withDirectory((directory) => {
    const user = userCommand(directory);
    const file = join(directory, 'password');
    writeFileSync(file, `${password}\n`);
    // An empty directory gets its database.
    expect(user(['create', 'Ann', '--password-file', file]), 'create').toMatchObject({ code: 0, stdout: '' });
    expect(existsSync(join(directory, 'stoa.db'))).toBe(true);
    expect(user(['create', 'ben', '--password-stdin'], `${password}\n`).code).toBe(0);
    const made = user(['create', 'admin', '--role', 'administrator', '--generate']);
    expect(made.stdout).toMatch(/^[A-Za-z0-9]{20}\n$/);

    // An alias at the top level.
    expect(stoa(['--data-dir', directory, 'create-user', 'cem', '--generate', '--json']).code).toBe(0);
  });
});

test('failing user commands report an exit code and a hint', async () => {
  await withDirectory((directory) => {
    const user = createUsers(directory);
    const file = join(directory, 'password');
    writeFileSync(file, `${password}\n`);
    expect(user(['create', 'ANN', '--generate'])).toMatchObject({ code: 5, stdout: '' });
    expect(user(['create', 'ANN', '--generate', '--if-not-exists'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('Ann already exists'),
    });
    expect(JSON.parse(user(['create', 'ANN', '--generate', '--if-not-exists', '--json']).stdout)).toEqual({
      username: 'Ann',
      created: false,
    });
    expect(user(['create', 'gone', '--generate']).code).toBe(0);
    expect(user(['delete', 'gone', '--yes']).code).toBe(0);
    expect(user(['create', 'gone', '--generate', '--if-not-exists'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('was deleted'),
    });
    expect(user(['create', 'endless', '--password-file', '/dev/zero']).code).toBe(2);
    expect(user(['create', 'cem'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--password-stdin') });
    expect(user(['create', 'cem', '--password-stdin'], '')).toMatchObject({ code: 2 });
    expect(user(['create', 'cem', '--password-stdin'], 'password1')).toMatchObject({ code: 2 });
    expect(user(['create', '-x-', '--generate']).code).toBe(2);
    expect(user(['create', 'login', '--generate'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('reserved'),
    });
    expect(user(['create', 'cem', '--generate', '--password-file', file]).code).toBe(2);
    expect(user(['create', 'cem', '--password-file', join(directory, 'none')]).code).toBe(1);
    expect(user(['show', 'nobody'])).toMatchObject({ code: 4, stderr: expect.stringContaining('stoa user list') });
    for (const verb of ['promote', 'demote', 'disable', 'enable']) expect(user([verb, 'nobody']).code, verb).toBe(4);
    for (const verb of [['demote'], ['disable'], ['delete', '--yes']]) {
      expect(user([...verb, 'admin']), verb[0]).toMatchObject({ code: 5, stderr: expect.stringContaining('promote') });
    }
  });
});

test('users are listed, promoted, demoted and disabled', async () => {
  await withDirectory((directory) => {
    const user = createUsers(directory);
    const listed = JSON.parse(user(['list', '--json']).stdout);
    expect(listed.map(({ username, role }: { username: string; role: string }) => [username, role])).toEqual([
      ['admin', 'administrator'],
      ['Ann', 'user'],
      ['ben', 'user'],
    ]);
    expect(user(['promote', 'ann']).code).toBe(0);
    expect(JSON.parse(user(['list', '--json', '--role', 'administrator']).stdout)).toHaveLength(2);
    expect(user(['demote', 'admin']).code).toBe(0);
    expect(user(['disable', 'ben']).code).toBe(0);
    expect(JSON.parse(user(['show', 'ben', '--json']).stdout)).toMatchObject({
      username: 'ben',
      disabled_at: expect.stringMatching(/Z$/),
      questions: 0,
    });
    expect(user(['list']).stdout).toMatch(/^\s*NAME +ROLE/);
    const [heads, ...lines] = user(['list', '--csv']).stdout.trimEnd().split('\n');
    expect(heads).toBe('id,username,role,created_at,disabled_at,suspended_until,silenced_until,last_seen_at,sessions');
    expect(lines.map((line) => line.split(',').length)).toEqual([9, 9, 9]);
    expect(lines[2]).toMatch(/^\w{13},ben,user,[^,]+Z,[^,]+Z,,,,0$/);
    expect(user(['list', '--csv', '--json']).code).toBe(2);
  });
});

test('a user is deleted only with --yes and their name is never reused', async () => {
  await withDirectory((directory) => {
    const user = createUsers(directory);
    expect(user(['delete', 'ben'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    expect(JSON.parse(user(['delete', 'ben', '--yes', '--json']).stdout)).toMatchObject({
      username: 'ben',
      deleted: true,
    });
    expect(user(['show', 'ben']).code).toBe(4);
    expect(user(['create', 'ben', '--generate']).code).toBe(5);
  });
});

test('user commands take effect on a running server at once', async ({ browser }) => {
  const site = new Site();
  try {
    await site.start();
    const run = (...args: string[]) => stoa(['--data-dir', site.directory, ...args]);
    const name = newName();
    const page = await newUser(browser, site, name);
    await openQuestions(page);

    expect(JSON.parse(run('session', 'list', name, '--json').stdout)).toHaveLength(1);
    expect(run('session', 'revoke', 'nobody').code).toBe(4);
    expect(run('session', 'revoke').code).toBe(2);
    // An open page redirects to the login when its session ends.
    expect(JSON.parse(run('session', 'revoke', name, '--json').stdout)).toEqual({ revoked: 1 });
    await expect(page).toHaveURL('/', { timeout: 10_000 });

    const changed = run('user', 'set-password', name, '--generate');
    expect(changed).toMatchObject({ code: 0, stderr: expect.stringContaining('changed the password of') });
    const enter = (secret: string) => page.request.post('/user/login', { data: { username: name, password: secret } });
    expect((await enter(password)).status()).toBe(401);
    expect((await enter(changed.stdout.trim())).status()).toBe(200);
    const again = run('user', 'set-password', name, '--generate', '--keep-sessions');
    expect(again.code).toBe(0);
    expect((await page.request.get('/user/me')).status()).toBe(200);

    await page.goto('/questionPage');
    await expect(page.getByRole('heading', { name: 'All Questions' })).toBeVisible();
    expect(run('user', 'disable', name).code).toBe(0);
    await expect(page).toHaveURL('/', { timeout: 10_000 });
    const refused = await enter(again.stdout.trim());
    expect([refused.status(), await refused.text()]).toEqual([403, 'This account is disabled']);

    // A new administrator is visible at once.
    const other = await newUser(browser, site);
    expect(run('user', 'create', 'admin', '--generate', '--role', 'administrator').code).toBe(0);
    const created = await other.request.get('/user/getUser/admin');
    expect(await created.json()).toMatchObject({ isAdministrator: true });
  } finally {
    await site.remove();
  }
});

test('the setup link creates the first administrator once', async ({ browser }) => {
  await withDirectory(async (directory) => {
    const start = async () => {
      const server = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--data-dir', directory], {
        env: { ...process.env, STOA_BIN: undefined, STOA_LOG_LEVEL: 'warn' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      createInterface({ input: server.stderr }).on('line', (line) => {
        said += `${line}\n`;
      });
      const lines = createInterface({ input: server.stdout });
      await new Promise<void>((ready, failed) => {
        lines.on('line', (line) => line.includes('http://') && ready());
        server.once('exit', failed);
      });
      const stop = () =>
        new Promise<void>((gone) => {
          server.once('exit', () => gone());
          server.kill('SIGTERM');
        });
      return { said: () => said, stop };
    };
    const first = await start();
    await expect.poll(first.said).toMatch(/http:\/\/127\.0\.0\.1:\d+\/setup#token=\S+/);
    const link = first.said().match(/http:\/\/\S+/)?.[0] ?? '';

    const page = await (await browser.newContext()).newPage();
    await page.goto(link.replace(/token=.*/, 'token=wrong'));
    const fill = async (name: string) => {
      await page.getByLabel('Username').fill(name);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Confirm Password').fill(password);
      await page.getByRole('button', { name: 'Submit' }).click();
    };
    await fill('admin');
    await expect(page.getByRole('alert')).toContainText('This link is no longer valid');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Set up Stoa' })).toBeVisible();
    await fill('admin');
    await expect(page.getByRole('heading', { name: "admin's Home" })).toBeVisible();
    expect(await (await page.request.get(new URL('/user/me', link).href)).json()).toMatchObject({
      isAdministrator: true,
    });

    // The link works once, and a restart prints no new one.
    await page.goto(link);
    await fill('another');
    await expect(page.getByRole('alert')).toContainText('This link is no longer valid');
    await first.stop();
    const second = await start();
    await second.stop();
    expect(second.said()).not.toContain('/setup#token=');
  });
});

test('the setup command sets a site up without a browser', async () => {
  await withDirectory(async (directory) => {
    const data = join(directory, 'data');
    const config = join(directory, 'config.toml');
    const setUp = (...args: string[]) => stoa(['--data-dir', data, 'setup', ...args]);
    expect(setUp('--no-input')).toMatchObject({ code: 2, stderr: expect.stringContaining('--admin') });
    expect(setUp('--admin', 'ann')).toMatchObject({ code: 2, stderr: expect.stringContaining('--generate') });
    expect(setUp('--admin', 'ann', '--generate', '--base-url', 'https://qa.example.org').code).toBe(2);
    expect(setUp('--config', config, '--base-url', 'nonsense', '--admin', 'ann', '--generate').code).toBe(2);
    // A failed setup leaves no files behind.
    expect(setUp('--config', config, '--base-url', 'https://qa.example.org', '--admin', 'ann').code).toBe(2);
    expect(existsSync(config)).toBe(false);
    const done = setUp('--config', config, '--base-url', 'https://qa.example.org', '--admin', 'ann', '--generate');
    expect(done).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S{20}\n$/) });
    expect(readFileSync(config, 'utf8')).toContain('\nbase_url = "https://qa.example.org"\n');
    expect(setUp('--config', config, '--base-url', 'https://x.example', '--admin', 'ann').code).toBe(5);
    // Repeating the setup succeeds without changes.
    expect(setUp('--admin', 'ann', '--no-input')).toMatchObject({ code: 0, stdout: '' });
    expect(setUp('--admin', 'ben', '--generate')).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('there is an administrator already'),
    });
    expect(stoa(['--data-dir', data, 'create-user', 'ben', '--generate']).code).toBe(0);
    expect(setUp('--admin', 'ben', '--no-input').code).toBe(5);
    // If no administrator can log in, the error names a fix. An import can leave an administrator
    // without a password.
    const database = join(data, 'stoa.db');
    execFileSync('python3', [
      '-c',
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('UPDATE users SET password_hash = NULL'); c.commit()",
      database,
    ]);
    expect(setUp('--admin', 'ann', '--no-input')).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/ann is an administrator, but has no password[\s\S]*stoa user set-password ann/),
    });
    const locked = setUp('--admin', 'ben', '--no-input');
    expect(locked).toMatchObject({ code: 5, stderr: expect.stringContaining('stoa user promote') });
    expect(statSync(join(data, 'stoa.db')).isFile()).toBe(true);
  });
});

test('a secret that cannot be printed is a failure', async () => {
  await withDirectory((directory) => {
    const lost = (args: string) => {
      const { status, stderr } = spawnSync(
        'bash',
        ['-c', `exec "$0" --data-dir "$1" ${args} > /dev/full`, binary, directory],
        {
          env: { ...process.env, STOA_BIN: undefined },
          encoding: 'utf8',
          timeout: 20_000,
        },
      );
      return { code: status, stderr };
    };
    const another = { code: 1, stderr: expect.stringContaining('stoa user set-password') };
    for (const [name, json] of [
      ['ann', ''],
      ['ben', '--json'],
    ])
      expect(lost(`user create ${name} --generate ${json}`)).toMatchObject(another);
    expect(lost('user set-password ann --generate')).toMatchObject(another);
    for (const json of ['', '--json'])
      expect(lost(`user invite ${json}`)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('stoa invitation revoke'),
      });
  });
});

test('the administrator from the environment is created once', async ({ browser }) => {
  const settings = { STOA_ADMIN_USERNAME: 'admin', STOA_ADMIN_PASSWORD: 'a stoa for all of us' };
  const site = new Site(settings);
  try {
    await site.start();
    const context = await browser.newContext({ baseURL: site.url });
    const logIn = (secret: string) =>
      context.request.post('/user/login', { data: { username: 'admin', password: secret } });
    expect(await (await logIn(settings.STOA_ADMIN_PASSWORD)).json()).toMatchObject({ isAdministrator: true });
    // A restart changes nothing, even if the password was changed in between.
    const changed = stoa(['--data-dir', site.directory, 'user', 'set-password', 'admin', '--generate']).stdout.trim();
    await site.stop('SIGTERM');
    await site.start();
    expect((await logIn(settings.STOA_ADMIN_PASSWORD)).status()).toBe(401);
    expect((await logIn(changed)).status()).toBe(200);
    await signUp(await context.newPage(), newName());
  } finally {
    await site.remove();
  }
});

test('an invalid administrator in the environment is rejected', async () => {
  await withDirectory((directory) => {
    const env = { STOA_ADMIN_USERNAME: 'admin', STOA_ADMIN_PASSWORD: 'short' };
    expect(stoa(['--data-dir', directory, 'setup'], { env })).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('admin.password'),
    });
    // `config check` rejects the same values as `serve`.
    expect(stoa(['config', 'check'], { env })).toMatchObject({ code: 78 });
    expect(stoa(['config', 'check'], { env: { STOA_ADMIN_USERNAME: 'login' } })).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('admin.username'),
    });
    expect(stoa(['config', 'check'], { env: { STOA_ADMIN_USERNAME: 'ann' } })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('admin.password is not set here'),
    });
  });
});

test('users who have written most come first', { tag: '@full' }, async ({ page, browser, site }) => {
  const name = newName('Writer');
  const writer = await newUser(browser, site, name);
  await ask(writer, newName('Written'));
  await signUp(page, newName('Silent'));
  await openQuestions(page);
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('button', { name: 'Most posts' })).toHaveAttribute('aria-pressed', 'true');
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards.first()).not.toContainText('0 questions · 0 answers');
  await page.getByPlaceholder('Search Usernames ...').fill(name);
  await expect(cards).toHaveCount(1);
});
