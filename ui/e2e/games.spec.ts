import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { expect, newName, newUser, Site, test } from './site';

/** Makes a call that must succeed. */
async function call<T>(page: Page, path: string, data: unknown): Promise<T> {
  const response = await page.request.post(path, { data });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as T;
}

/** Two players and the game that they have begun through the calls, each on its page. */
async function begun(one: Page, other: Page): Promise<string> {
  const gameID = await call<string>(one, '/games/create', { gameType: 'Nim' });
  for (const page of [one, other]) await call(page, '/games/join', { gameID });
  for (const page of [one, other]) await open(page, gameID);
  return gameID;
}

/** Opens a game's page. */
async function open(page: Page, id: string) {
  await page.goto(`/games/${id}`);
  await expect(page.getByRole('heading', { name: 'Nim Game' })).toBeVisible();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const submit = (page: Page) => button(page, 'Submit Move');
const field = (page: Page) => page.getByLabel('Objects to remove');
const status = (page: Page, is: string) => expect(page.getByText('Status:').first()).toHaveText(`Status: ${is}`);
const detail = (page: Page, term: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(`${term}:`, { exact: true }) })
    .locator('dd');

async function move(page: Page, objects: number) {
  await field(page).press(`${objects}`);
  await submit(page).click();
}

/** What is left, in words and as one sees it. */
async function left(pages: Page[], objects: number) {
  for (const page of pages) {
    await expect(detail(page, 'Remaining objects')).toHaveText(`${objects}`);
    await expect(page.getByRole('img', { name: `${objects} of 21 objects are left` })).toBeVisible();
  }
}

test('a whole game from the lobby to the leaderboard, with somebody looking on', async ({ browser, site }) => {
  test.setTimeout(180_000);
  const [annName, benName, cemName] = [newName('ann'), newName('ben'), newName('cem')];
  const ann = await newUser(browser, site, annName);
  const ben = await newUser(browser, site, benName);
  const cem = await newUser(browser, site, cemName);

  // Found by the navigation; created in a chooser, which can be left.
  await ann.getByRole('link', { name: 'Games' }).click();
  await expect(ann.getByText('Daily streak: 0 days')).toBeVisible();
  await button(ann, 'Create Game').click();
  await ann.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(ann.getByRole('dialog')).toBeHidden();
  await ben.goto('/games');
  const games = (page: Page) => page.getByRole('region', { name: 'Available Games' });
  await expect(games(ben)).toBeVisible();
  await button(ann, 'Create Game').click();
  await ann.getByRole('dialog').getByRole('button', { name: 'Nim' }).click();
  await expect(ann.getByRole('dialog')).toBeHidden();
  const mine = games(ann).getByRole('listitem').first();
  await expect(mine).toContainText('WAITING_TO_START');
  await expect(mine).toContainText('nobody yet');
  const id = (await mine.getByRole('link').first().textContent()) ?? '';
  await mine.getByRole('button', { name: 'Join Game', exact: true }).click();
  await expect(ann).toHaveURL(`/games/${id}`);
  await status(ann, 'WAITING_TO_START');
  await expect(detail(ann, 'Player 1')).toHaveText(annName);
  await expect(detail(ann, 'Player 2')).toHaveText('Waiting...');
  await expect(ann.getByText('The player who removes the last object loses.')).toBeVisible();
  await expect(ann.getByLabel('Invite a player with this link')).toHaveValue(`${site.url}/games/${id}`);
  await expect(submit(ann)).toBeHidden();

  // The other one finds it in the list, or sees it come within a few seconds.
  await button(ben, 'Refresh List').click();
  const seen = games(ben).getByRole('listitem').filter({ hasText: id });
  await expect(seen).toContainText(annName);
  await seen.getByRole('button').click();
  await expect(ben).toHaveURL(`/games/${id}`);
  await open(cem, id);
  for (const page of [ann, ben, cem]) {
    await status(page, 'IN_PROGRESS');
    await expect(detail(page, 'Player 2')).toHaveText(benName);
    await expect(detail(page, 'Current player to move')).toHaveText(annName);
  }
  await expect(ann.getByText('It is your turn')).toBeVisible();
  await expect(ben.getByText(`It is ${annName}’s turn`)).toBeVisible();

  // Out of turn there is nothing to click, and a client that says it all the same is told alone.
  await expect(submit(ben)).toBeDisabled();
  await expect(submit(cem)).toBeHidden();
  await expect(cem.getByText('You are looking on.')).toBeVisible();

  // The form keeps the last digit, and nothing but 1 to 3.
  await expect(field(ann)).toHaveValue('1');
  for (const [key, value] of [
    ['2', '2'],
    ['3', '3'],
    ['7', '3'],
    ['0', '3'],
    ['1', '1'],
    ['3', '3'],
    ['Backspace', '1'],
  ] as const) {
    await field(ann).press(key);
    await expect(field(ann), key).toHaveValue(value);
  }

  const turns = [3, 2, 1, 3, 3, 3, 3, 2];
  let objects = 21;
  for (const [turn, taken] of turns.entries()) {
    const page = turn % 2 === 0 ? ann : ben;
    await expect(submit(page)).toBeEnabled();
    await move(page, taken);
    objects -= taken;
    await left([ann, ben, cem], objects);
  }
  // One object is left, and it is ann's turn: she loses.
  await move(ann, 2);
  await expect(ann.getByRole('alert')).toHaveText('Invalid move: cannot remove more objects than are left');
  for (const page of [ben, cem]) await expect(page.getByRole('alert')).toHaveCount(0);
  await cem.goto('/games');
  const board = (page: Page) => page.getByRole('region', { name: 'Nim Leaderboard' }).getByRole('listitem');
  await expect(board(cem).filter({ hasText: benName })).toHaveCount(0);
  await move(ann, 1);
  for (const page of [ann, ben]) {
    await status(page, 'OVER');
    await expect(detail(page, 'Winner')).toHaveText(benName);
    await expect(submit(page)).toBeHidden();
    await expect(page.getByRole('region', { name: 'Moves' }).getByRole('listitem')).toHaveCount(9);
  }
  await expect(ann.getByText('You have lost')).toBeVisible();
  await expect(ben.getByText('You have won!')).toBeVisible();
  // The leaderboard, which cem looks at, has changed by itself.
  await expect(board(cem).filter({ hasText: benName })).toHaveText(/^\d+\. ben-.*1 win$/);
  await button(ben, 'Leave Game').click();
  await expect(ben).toHaveURL('/games');
  await expect(ben.getByText('Daily streak: 1 day', { exact: true })).toBeVisible();
});

test('a refused move is told to who made it, and two clicks are one move', async ({ browser, site }) => {
  const [annName, benName] = [newName('ann'), newName('ben')];
  const [ann, ben] = [await newUser(browser, site, annName), await newUser(browser, site, benName)];
  await begun(ann, ben);
  await submit(ann).dblclick();
  await left([ann, ben], 20);
  await expect(submit(ann)).toBeDisabled();
  await expect(ann.getByRole('alert')).toHaveCount(0);
  // Somebody takes the lock off the button: the server keeps it.
  await submit(ann).evaluate((element) => {
    element.removeAttribute('disabled');
  });
  await submit(ann).click({ force: true });
  await left([ann, ben], 20);
  // A second tab moves first: what the first one still sends is too late.
  const tab = await ben.context().newPage();
  await tab.goto(ben.url());
  await move(tab, 3);
  await left([ann, ben, tab], 17);
  await expect(submit(tab)).toBeDisabled();
});

test('leaving a running game gives the other one the win, live', async ({ browser, site }) => {
  const [annName, benName] = [newName('ann'), newName('ben')];
  const [ann, ben] = [await newUser(browser, site, annName), await newUser(browser, site, benName)];
  const id = await begun(ann, ben);
  await move(ann, 2);
  await left([ann, ben], 19);
  await expect(ben.getByText('Who leaves a running game loses it.')).toBeVisible();
  await button(ben, 'Leave Game').click();
  await expect(ben).toHaveURL('/games');
  await status(ann, 'OVER');
  await expect(detail(ann, 'Winner')).toHaveText(annName);
  // To leave what is over changes nothing.
  await button(ann, 'Leave Game').click();
  await expect(ann).toHaveURL('/games');
  await open(ben, id);
  await expect(detail(ben, 'Winner')).toHaveText(annName);
});

test('leaving a waiting game makes room for another', async ({ browser, site }) => {
  const annName = newName('ann');
  const [ann, ben] = [await newUser(browser, site, annName), await newUser(browser, site)];
  const id = await call<string>(ann, '/games/create', { gameType: 'Nim' });
  await open(ann, id);
  await button(ann, 'Join Game').click();
  await expect(detail(ann, 'Player 1')).toHaveText(annName);
  await open(ben, id);
  await button(ann, 'Leave Game').click();
  await expect(ann).toHaveURL('/games');
  await expect(detail(ben, 'Player 1')).toHaveText('Waiting...');
  await status(ben, 'WAITING_TO_START');
});

test('a reload and a second tab are in the same game', async ({ browser, site }) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  await begun(ann, ben);
  await move(ann, 3);
  await left([ann, ben], 18);
  await ann.reload();
  const tab = await ann.context().newPage();
  await tab.goto(ann.url());
  await left([ann, tab, ben], 18);
  await move(ben, 1);
  await left([ann, tab, ben], 17);
  await move(tab, 2);
  await left([ann, tab, ben], 15);
  await expect(submit(ann)).toBeDisabled();
  // The lobby leads back to it.
  await ann.goto('/games');
  await ann.getByRole('link', { name: 'Back to it' }).first().click();
  await left([ann], 15);
});

test('a game goes on after the server was killed in the middle of it', async ({ browser }) => {
  test.setTimeout(150_000);
  const site = new Site();
  try {
    await site.start();
    const [ann, ben, cem] = [await newUser(browser, site), await newUser(browser, site), await newUser(browser, site)];
    const id = await begun(ann, ben);
    await open(cem, id);
    await move(ann, 3);
    await left([ann, ben, cem], 18);
    await site.stop('SIGKILL');
    await expect(ann.getByText('The connection is lost.')).toBeVisible({ timeout: 30_000 });
    await site.start();
    for (const page of [ann, ben, cem])
      await expect(page.getByText('The connection is lost.')).toBeHidden({ timeout: 30_000 });
    // Nobody has reloaded: players and spectators are in the room again.
    await move(ben, 2);
    await left([ann, ben, cem], 16);
    await move(ann, 1);
    await left([ann, ben, cem], 15);
  } finally {
    await site.remove();
  }
});

test('both go on to the same rematch', async ({ browser, site }) => {
  const [annName, benName] = [newName('ann'), newName('ben')];
  const [ann, ben] = [await newUser(browser, site, annName), await newUser(browser, site, benName)];
  const cem = await newUser(browser, site);
  const first = await begun(ann, ben);
  await open(cem, first);
  await call(ben, '/games/leave', { gameID: first });
  await button(ann, 'Play Again').click();
  await expect(ann).not.toHaveURL(`/games/${first}`);
  await status(ann, 'IN_PROGRESS');
  await expect(detail(ann, 'Player 1')).toHaveText(benName);
  await expect(cem.getByText('They play again.')).toBeVisible();
  await ben.getByRole('link', { name: 'Go to the next game' }).click();
  await expect(ben).toHaveURL(ann.url());
  await move(ben, 3);
  await left([ann, ben], 18);
});

test('what is not there, or not known here, is said', async ({ browser, site }) => {
  const ann = await newUser(browser, site);
  await ann.goto('/games/0000000000001');
  await expect(ann.getByText('Game not found')).toBeVisible();
  await ann.getByRole('link', { name: 'Go to the games' }).click();
  await expect(ann.getByRole('heading', { name: 'Games', exact: true })).toBeVisible();

  const id = await call<string>(ann, '/games/create', { gameType: 'Nim' });
  await ann.route(`**/games/getGame/${id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), gameType: 'Chess' } });
  });
  await ann.goto(`/games/${id}`);
  await expect(ann.getByText('Unknown game type')).toBeVisible();

  await ann.route(/\/games\/(games|getUnfinishedGames)\?/, (route) => route.abort());
  await ann.route('**/gamer/getLeaderboard', (route) => route.abort());
  await ann.route('**/games/create', (route) => route.abort());
  await ann.goto('/games');
  await expect(ann.getByText('Error fetching games')).toBeVisible();
  await expect(ann.getByText('Error fetching gamers')).toBeVisible();
  await button(ann, 'Create Game').click();
  await ann.getByRole('dialog').getByRole('button', { name: 'Nim' }).click();
  await expect(ann.getByRole('dialog').getByText('Error creating game')).toBeVisible();
});

test('nobody has played yet', async ({ browser }) => {
  const site = new Site();
  try {
    await site.start();
    const ann = await newUser(browser, site);
    await ann.goto('/games');
    await expect(ann.getByText('No gamers yet')).toBeVisible();
    await expect(ann.getByText('No game waits for players.')).toBeVisible();
  } finally {
    await site.remove();
  }
});

test('who does not come back can be claimed against', async ({ browser, site }) => {
  const [annName, benName] = [newName('ann'), newName('ben')];
  const [ann, ben] = [await newUser(browser, site, annName), await newUser(browser, site, benName)];
  await ann.clock.install();
  const id = await begun(ann, ben);
  await move(ann, 1);
  await left([ann, ben], 20);
  await expect(button(ann, 'Claim the Win')).toBeHidden();
  await ann.clock.fastForward(121_000);
  await button(ann, 'Claim the Win').click();
  // Only ann's clock has gone on: the server knows better.
  await expect(ann.getByRole('alert')).toHaveText(
    'Cannot claim the win: the other player was here within the last two minutes',
  );
  await status(ben, 'IN_PROGRESS');
  expect(id).toBeTruthy();
});

for (const theme of ['dark', 'light', 'quartz']) {
  test(`lobby and game are accessible, and fit on a phone, in ${theme}`, async ({ browser, site }) => {
    test.setTimeout(120_000);
    const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
    await ann.evaluate((theme) => localStorage.setItem('theme', theme), theme);
    const waiting = await call<string>(ann, '/games/create', { gameType: 'Nim' });
    const over = await begun(ann, ben);
    await call(ben, '/games/leave', { gameID: over });
    const running = await begun(ann, ben);
    await move(ann, 3);
    await left([ann], 18);
    for (const path of ['/games', `/games/${waiting}`, `/games/${running}`, `/games/${over}`]) {
      await ann.goto(path);
      await ann.waitForLoadState('networkidle');
      await ann.setViewportSize({ width: 1280, height: 850 });
      await expectAccessible(ann, path);
      await ann.setViewportSize({ width: 390, height: 844 });
      const width = await ann.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(390);
      await expectAccessible(ann, `${path} on a phone`);
    }
    await ann.goto('/games');
    await button(ann, 'Create Game').click();
    await expectAccessible(ann, 'the chooser');
  });
}

test('a game can be played by keyboard alone', async ({ browser, site }) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  await ann.goto('/games');
  await button(ann, 'Create Game').focus();
  await ann.keyboard.press('Enter');
  await expect(ann.getByRole('dialog').getByRole('button', { name: 'Nim' })).toBeFocused();
  await ann.keyboard.press('Escape');
  await expect(button(ann, 'Create Game')).toBeFocused();
  await begun(ann, ben);
  await field(ann).focus();
  await ann.keyboard.press('3');
  await ann.keyboard.press('Enter');
  await left([ann, ben], 18);
  await expect(field(ann)).toBeFocused();
});
