import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, binary, expect, newName, password, Site, signUp, test } from './site';

/**
 * Runs the program without a terminal, with `input` to read, and returns its exit code and output.
 */
function stoa(args: string[], input?: string) {
  const { status, stdout, stderr } = spawnSync(binary, args, {
    env: { ...process.env, STOA_BIN: undefined },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: status, stdout, stderr };
}

test('an export of a running site imports as an identical site', async ({ browser }) => {
  const [site, other] = [new Site(), new Site()];
  const files = mkdtempSync(join(tmpdir(), 'stoa-e2e-'));
  try {
    await site.start();
    const page = await (await browser.newContext({ baseURL: site.url })).newPage();
    const name = newName();
    await signUp(page, name);
    await ask(page, 'Will I move along?');

    const file = join(files, 'site.ndjson');
    const at = ['--data-dir', site.directory];
    expect(stoa([...at, 'export', '--with-secrets', '-o', file])).toMatchObject({ code: 0, stdout: '' });
    expect(statSync(file).mode & 0o077, 'the export is private to its owner').toBe(0);
    expect(stoa([...at, 'export', 'json', '-o', file])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('already'),
    });
    const whole = readFileSync(file, 'utf8');
    expect(whole.split('\n')[0]).toBe('{"type":"export","format":1,"secrets":true}');
    const open = stoa([...at, 'export']);
    expect(open.stdout).toContain('Will I move along?');
    expect(open.stdout).not.toContain('argon2');
    const own = stoa([...at, 'export', '--user', name]);
    expect(own.code, own.stderr).toBe(0);
    expect(JSON.parse(own.stdout)).toMatchObject({
      user: { username: name },
      questions: [{ title: 'Will I move along?' }],
    });
    expect(stoa([...at, 'export', '--user', 'nobody-at-all']).code).toBe(4);

    // From standard input, first as a dry run.
    const there = ['--data-dir', other.directory];
    const trial = stoa([...there, 'import', 'json', '-', '--dry-run', '--json'], whole);
    expect(JSON.parse(trial.stdout)).toMatchObject({ rehearsed: true, records: { user: 1, question: 1 } });
    expect(stoa([...there, 'import', 'json', file])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1  question'),
    });
    expect(stoa([...there, 'export', '--with-secrets']).stdout).toBe(whole);
    await other.start();
    const moved = await (await browser.newContext({ baseURL: other.url })).newPage();
    await moved.goto('/');
    await moved.getByLabel('Username').fill(name);
    await moved.getByLabel('Password', { exact: true }).fill(password);
    await moved.getByRole('button', { name: 'Submit' }).click();
    await expect(moved).toHaveURL('/home');
    await moved.goto('/questionPage');
    await expect(moved.getByRole('link', { name: 'Will I move along?' })).toBeVisible();

    // An import is rejected for a running site and for a site with data.
    expect(stoa([...there, 'import', 'json', file])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('stop it'),
    });
    await other.stop('SIGTERM');
    expect(stoa([...there, 'import', 'json', file])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('the site has content'),
    });
    expect(stoa([...there, 'demo'])).toMatchObject({ code: 5, stderr: expect.stringContaining('has content') });
  } finally {
    await site.remove();
    await other.remove();
    rmSync(files, { recursive: true, force: true });
  }
});

test('invalid and truncated exports are rejected with a reason', () => {
  const directory = mkdtempSync(join(tmpdir(), 'stoa-e2e-'));
  try {
    const at = ['--data-dir', join(directory, 'site')];
    expect(stoa([...at, 'export']), 'an export creates no site').toMatchObject({ code: 4 });
    expect(existsSync(join(directory, 'site'))).toBe(false);
    expect(stoa([...at, 'import', 'json', join(directory, 'no.ndjson')]).code).toBe(4);
    const file = join(directory, 'a.ndjson');
    writeFileSync(file, '{"type":"export","format":99}\n');
    expect(stoa([...at, 'import', 'json', file]).code).toBe(78);
    for (const text of [
      '',
      'Dear diary',
      '{"type":"export","format":1}\n{"type":"user"}\n',
      '{"type":"export","format":1}\n',
    ]) {
      const refused = stoa([...at, 'import', 'json', '-'], text);
      expect(refused.code, text).toBe(1);
      expect(refused.stderr).toMatch(/line [12]\b|first line|cut off/);
    }
    // With standard input closed.
    expect(stoa([...at, 'import', 'json', '-']).code).toBe(1);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('a demo site has content and a working login', async ({ browser }) => {
  const site = new Site();
  try {
    const seeded = stoa(['--data-dir', site.directory, 'demo', '--json']);
    expect(seeded.code, seeded.stderr).toBe(0);
    const { username, password, records } = JSON.parse(seeded.stdout);
    expect(records).toMatchObject({ user: 29, question: 60, community: 3 });
    await site.start();
    const page = await (await browser.newContext({ baseURL: site.url })).newPage();
    await page.goto('/');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL('/home');
    await page.goto('/questionPage');
    await expect(page.getByRole('link', { name: /^Hot sauce from fermented chilies/ })).toBeVisible();
  } finally {
    await site.remove();
  }
});
