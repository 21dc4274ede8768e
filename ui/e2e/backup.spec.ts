import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, binary, expect, newName, Site, signUp, test } from './site';

/** Runs the program without a terminal and returns its exit code and output. */
function stoa(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(binary, args, {
    env: { ...process.env, STOA_BIN: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

test('a backup of a running site restores into an empty and into its own data directory', async ({ browser }) => {
  const [site, other] = [new Site(), new Site()];
  const backups = mkdtempSync(join(tmpdir(), 'stoa-e2e-'));
  try {
    await site.start();
    const page = await (await browser.newContext({ baseURL: site.url })).newPage();
    const name = newName();
    await signUp(page, name);
    await ask(page, 'Will I come back?');
    const created = stoa('--data-dir', site.directory, 'backup', '--output', backups, '--json');
    expect(created.code, created.stderr).toBe(0);
    const { path, rows } = JSON.parse(created.stdout);
    expect(rows.questions).toBe(1);
    await ask(page, 'I came too late');

    expect(stoa('backup', 'verify', path).code).toBe(0);
    expect(stoa('backup', 'list', backups).stdout).toContain('1 users, 1 questions, 0 answers, 0 comments');

    // Restore into an empty data directory.
    expect(stoa('--data-dir', other.directory, 'backup', 'restore', path).code).toBe(0);
    await other.start();
    const there = await (await browser.newContext({ baseURL: other.url })).newPage();
    await there.goto('/');
    await there.getByLabel('Username').fill(name);
    await there.getByLabel('Password', { exact: true }).fill('colonnade at noon');
    await there.getByRole('button', { name: 'Submit' }).click();
    await expect(there).toHaveURL('/home');
    await there.goto('/questionPage');
    await expect(there.getByRole('link', { name: 'Will I come back?' })).toBeVisible();
    await expect(there.getByRole('link', { name: 'I came too late' })).toBeHidden();

    // Restore in place, which requires a stopped server and --yes.
    const restore = (...args: string[]) => stoa('--data-dir', site.directory, 'backup', 'restore', path, ...args);
    expect(restore('--yes')).toMatchObject({ code: 5, stderr: expect.stringContaining('stop it first') });
    await site.stop('SIGTERM');
    expect(restore()).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    expect(restore('--yes')).toMatchObject({ code: 0, stderr: expect.stringContaining('before-restore-') });
    await site.start();
    await page.goto('/questionPage');
    await expect(page.getByRole('link', { name: 'Will I come back?' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'I came too late' })).toBeHidden();
  } finally {
    await site.remove();
    await other.remove();
    rmSync(backups, { recursive: true, force: true });
  }
});

test('failing backup commands report an exit code and a hint', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'stoa-e2e-'));
  try {
    const nothing = stoa('--data-dir', directory, 'backup');
    expect(nothing).toMatchObject({ code: 4, stderr: expect.stringContaining('there is no site in') });
    expect(stoa('backup', 'verify', join(directory, 'no.tar.zst')).code).toBe(4);

    const site = new Site();
    await site.start();
    const created = stoa('--data-dir', site.directory, 'backup', '--output', join(directory, 'a.tar.zst'), '--json');
    await site.remove();
    const { path } = JSON.parse(created.stdout);
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    writeFileSync(path, bytes);
    const broken = { code: 3, stderr: expect.stringContaining('this is not a sound backup') };
    expect(stoa('backup', 'verify', path)).toMatchObject(broken);
    expect(stoa('--data-dir', join(directory, 'new'), 'backup', 'restore', path)).toMatchObject(broken);

    // A site without backups is valid; a missing directory is an error.
    expect(stoa('--data-dir', directory, 'backup', 'list', '--json')).toMatchObject({ code: 0, stdout: '[]\n' });
    const nowhere = { code: 4, stderr: expect.stringContaining('there is no directory /no/such') };
    expect(stoa('backup', 'list', '/no/such')).toMatchObject(nowhere);
    expect(stoa('backup', 'prune', '--keep-last', '1', '/no/such')).toMatchObject(nowhere);

    expect(stoa('backup', 'prune').code).toBe(2);
    expect(stoa('backup', 'restroe').code).toBe(2);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
