import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, newName, newUser, password, Site, test } from './site';

const run = promisify(execFile);
const page = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8');

/** How each kind of recipe is run. */
const commands = {
  sh: (code: string): [string, string[]] => ['sh', ['-eu', '-c', code]],
  python: (code: string): [string, string[]] => ['python3', ['-c', code]],
  js: (code: string): [string, string[]] => ['node', ['--input-type=module', '-e', code]],
};

/** What the recipes print, in the order of the page. */
const printed = (name: string) => [
  name,
  'Why did the build fail?\nWhy did the build fail?',
  'Why did the build fail?',
  '1 pages of one question',
  'done',
  'The next build was fine.',
  'Why did the build fail?',
  'builds 1',
  'The build is green again.',
  'QuestionNotFound',
];

test('the recipes for programs run as they stand, and print the same in each language', async ({ browser }) => {
  // One on which nobody else asks.
  const site = new Site();
  try {
    await site.start();
    const name = newName();
    const { request } = await newUser(browser, site, name);
    const created = await request.post('/user/addApiToken', {
      data: { name: 'recipes', scopes: ['read', 'write'], password },
    });
    expect(created.status(), await created.text()).toBe(200);
    const { token } = (await created.json()) as { token: string };
    const recipes = page.split(/^## \d+\. /m).slice(1);
    expect(recipes).toHaveLength(10);
    for (const [index, recipe] of recipes.entries()) {
      const blocks = [...recipe.matchAll(/^```(sh|python|js)\n(.*?)^```$/gms)];
      expect(blocks.map(([, kind]) => kind)).toEqual(['sh', 'python', 'js']);
      for (const [, kind, code] of blocks) {
        const [program, options] = commands[kind as keyof typeof commands](code as string);
        const env = { PATH: process.env.PATH, STOA_URL: site.url, STOA_TOKEN: token };
        const { stdout } = await run(program, options, { env });
        expect(stdout.trim(), `${kind}: ${recipe.split('\n')[0]}`).toBe(printed(name)[index]);
      }
    }
  } finally {
    await site.remove();
  }
});
