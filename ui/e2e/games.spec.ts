import type { Page } from '@playwright/test';
import { expectAccessible, setTheme } from './axe';
import { expect, newName, newUser, openQuestions, recordSent, Site, test } from './site';

/** Sends a POST request that must succeed and returns its response. */
async function post<T>(page: Page, path: string, data: unknown): Promise<T> {
  const response = await page.request.post(path, { data });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as T;
}

/** Starts a game between two players through the API, opens it on both pages and returns its id. */
async function startGame(one: Page, other: Page): Promise<string> {
  const gameID = await post<string>(one, '/games/create', { gameType: 'Nim' });
  for (const page of [one, other]) await post(page, '/games/join', { gameID });
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
const expectStatus = (page: Page, is: string) => expect(page.getByText('Status:').first()).toHaveText(`Status: ${is}`);
const detail = (page: Page, term: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(`${term}:`, { exact: true }) })
    .locator('dd');

async function move(page: Page, objects: number) {
  await field(page).press(`${objects}`);
  await submit(page).click();
}

/** Expects the number of remaining objects in the text and in the picture. */
async function expectRemaining(pages: Page[], objects: number) {
  for (const page of pages) {
    await expect(detail(page, 'Remaining objects')).toHaveText(`${objects}`);
    await expect(page.getByRole('img', { name: `${objects} of 21 objects are left` })).toBeVisible();
  }
}

test('a full game runs live from the lobby to the leaderboard with a spectator', async ({ browser, site }) => {
  const [annName, benName, cemName] = [newName('ann'), newName('ben'), newName('cem')];
  const ann = await newUser(browser, site, annName);
  const ben = await newUser(browser, site, benName);
  const cem = await newUser(browser, site, cemName);

  const games = (page: Page) => page.getByRole('region', { name: 'Available Games' });
  let id = '';

  await test.step('create a game in the lobby and join it', async () => {
    // Ann creates a game in the lobby; the dialog can be cancelled.
    await openQuestions(ann);
    await ann.getByRole('link', { name: 'Games' }).click();
    await expect(ann.getByText('Daily streak: 0 days')).toBeVisible();
    await button(ann, 'Create Game').click();
    await ann.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(ann.getByRole('dialog')).toBeHidden();
    await ben.goto('/games');
    await expect(games(ben)).toBeVisible();
    await button(ann, 'Create Game').click();
    await ann.getByRole('dialog').getByRole('button', { name: 'Nim' }).click();
    await expect(ann.getByRole('dialog')).toBeHidden();
    const mine = games(ann).getByRole('listitem').first();
    await expect(mine).toContainText('WAITING_TO_START');
    await expect(mine).toContainText('none yet');
    id = (await mine.getByRole('link').first().textContent()) ?? '';
    await mine.getByRole('button', { name: 'Join Game', exact: true }).click();
    await expect(ann).toHaveURL(`/games/${id}`);
    await expectStatus(ann, 'WAITING_TO_START');
    await expect(detail(ann, 'Player 1')).toHaveText(annName);
    await expect(detail(ann, 'Player 2')).toHaveText('Waiting...');
    await expect(ann.getByText('The player who removes the last object loses.')).toBeVisible();
    await expect(ann.getByLabel('Invite a player with this link')).toHaveValue(`${site.url}/games/${id}`);
    await expect(submit(ann)).toBeHidden();
  });
  await test.step('a second player joins from the list and a spectator watches', async () => {
    // Ben joins it from the list.
    await button(ben, 'Refresh List').click();
    const seen = games(ben).getByRole('listitem').filter({ hasText: id });
    await expect(seen).toContainText(annName);
    await seen.getByRole('button').click();
    await expect(ben).toHaveURL(`/games/${id}`);
    await open(cem, id);
    for (const page of [ann, ben, cem]) {
      await expectStatus(page, 'IN_PROGRESS');
      await expect(detail(page, 'Player 2')).toHaveText(benName);
      await expect(detail(page, 'Current player to move')).toHaveText(annName);
    }
    await expect(ann.getByText('It is your turn')).toBeVisible();
    await expect(ben.getByText(`It is ${annName}’s turn`)).toBeVisible();
  });
  await test.step('only the player whose turn it is can submit', async () => {
    // Only the player whose turn it is can submit.
    await expect(submit(ben)).toBeDisabled();
    await expect(submit(cem)).toBeHidden();
    await expect(cem.getByText('You are watching this game.')).toBeVisible();
  });
  await test.step('the field accepts only digits from 1 to 3', async () => {
    // The field keeps only the last digit from 1 to 3.
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
  });
  await test.step('moves appear live for both players and the spectator', async () => {
    const turns = [3, 2, 1, 3, 3, 3, 3, 2];
    let objects = 21;
    for (const [turn, taken] of turns.entries()) {
      const page = turn % 2 === 0 ? ann : ben;
      await expect(submit(page)).toBeEnabled();
      await move(page, taken);
      objects -= taken;
      await expectRemaining([ann, ben, cem], objects);
    }
  });
  await test.step('a move with too many objects is rejected', async () => {
    // One object is left and it is Ann's turn, so Ann loses.
    await move(ann, 2);
    await expect(ann.getByRole('alert')).toHaveText('Invalid move: cannot remove more objects than are left');
    for (const page of [ben, cem]) await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await test.step('the last move ends the game and updates the leaderboard', async () => {
    await cem.goto('/games');
    const board = (page: Page) => page.getByRole('region', { name: 'Nim Leaderboard' }).getByRole('listitem');
    await expect(board(cem).filter({ hasText: benName })).toHaveCount(0);
    await move(ann, 1);
    for (const page of [ann, ben]) {
      await expectStatus(page, 'OVER');
      await expect(detail(page, 'Winner')).toHaveText(benName);
      await expect(submit(page)).toBeHidden();
      await expect(page.getByRole('region', { name: 'Moves' }).getByRole('listitem')).toHaveCount(9);
    }
    await expect(ann.getByText('You have lost')).toBeVisible();
    await expect(ben.getByText('You have won!')).toBeVisible();
    // The leaderboard on Cem's page updates live.
    await expect(board(cem).filter({ hasText: benName })).toHaveText(/^\d+\. ben-.*1 win$/);
    await button(ben, 'Leave Game').click();
    await expect(ben).toHaveURL('/games');
    await expect(ben.getByText('Daily streak: 1 day', { exact: true })).toBeVisible();
  });
});

test('moves out of turn are rejected and a double click is one move', { tag: '@full' }, async ({ browser, site }) => {
  const [annName, benName] = [newName('ann'), newName('ben')];
  const [ann, ben] = [await newUser(browser, site, annName), await newUser(browser, site, benName)];
  await startGame(ann, ben);
  await submit(ann).dblclick();
  await expectRemaining([ann, ben], 20);
  await expect(submit(ann)).toBeDisabled();
  await expect(ann.getByRole('alert')).toHaveCount(0);
  // The server rejects the move even if the button is enabled by hand.
  await submit(ann).evaluate((element) => {
    element.removeAttribute('disabled');
  });
  await submit(ann).click({ force: true });
  await expectRemaining([ann, ben], 20);
  // A second tab of the same player can move too.
  const tab = await ben.context().newPage();
  await tab.goto(ben.url());
  await move(tab, 3);
  await expectRemaining([ann, ben, tab], 17);
  await expect(submit(tab)).toBeDisabled();
});

test('leaving a running game gives the other player the win live', { tag: '@full' }, async ({ browser, site }) => {
  const [annName, benName] = [newName('ann'), newName('ben')];
  const [ann, ben] = [await newUser(browser, site, annName), await newUser(browser, site, benName)];
  const id = await startGame(ann, ben);
  await move(ann, 2);
  await expectRemaining([ann, ben], 19);
  await expect(ben.getByText('If you leave a running game, you lose it.')).toBeVisible();
  await button(ben, 'Leave Game').click();
  await expect(ben).toHaveURL('/games');
  await expectStatus(ann, 'OVER');
  await expect(detail(ann, 'Winner')).toHaveText(annName);
  // Leaving a finished game changes nothing.
  await button(ann, 'Leave Game').click();
  await expect(ann).toHaveURL('/games');
  await open(ben, id);
  await expect(detail(ben, 'Winner')).toHaveText(annName);
});

test('a player leaves the page even if the call fails', { tag: '@full' }, async ({ browser, site }) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const sent = recordSent(ben);
  const logged: string[] = [];
  ben.on('console', (message) => logged.push(message.text()));
  const id = await startGame(ann, ben);
  await ben.route('**/games/leave', (route) =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: 'The site is busy' }),
  );
  await button(ben, 'Leave Game').click();
  await expect(ben).toHaveURL('/games');
  await expect(ben.getByRole('alert').getByRole('paragraph')).toHaveText([
    'Error while leaving a game',
    'The site is busy',
  ]);
  expect(logged.some((text) => text.startsWith('Error while leaving a game'))).toBe(true);
  await expect.poll(() => sent.some((packet) => packet.includes(`["leaveGame","${id}"]`))).toBe(true);
  await ben.reload();
  await expect(ben.getByRole('region', { name: 'Available Games' }).getByText(id)).toBeVisible();
  await expect(ben.getByRole('alert')).toHaveCount(0);
});

test('the players ask for new leaderboards once when a game is over, and spectators do not', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const pages = [await newUser(browser, site), await newUser(browser, site), await newUser(browser, site)] as const;
  const [ann, ben, cem] = pages;
  const requests = pages
    .map(recordSent)
    .map((sent) => () => sent.filter((packet) => packet.includes('requestLeaderboardUpdate')).length);
  const id = await startGame(ann, ben);
  await open(cem, id);
  await button(ben, 'Leave Game').click();
  for (const page of [ann, cem]) await expectStatus(page, 'OVER');
  await expect.poll(() => requests.map((count) => count())).toEqual([1, 1, 0]);
  await open(ann, id);
  await expectStatus(ann, 'OVER');
  await button(ann, 'Leave Game').click();
  await expect(ann).toHaveURL('/games');
  expect(requests.map((count) => count())).toEqual([1, 1, 0]);
});

test('leaving a waiting game frees the seat live', { tag: '@full' }, async ({ browser, site }) => {
  const annName = newName('ann');
  const [ann, ben] = [await newUser(browser, site, annName), await newUser(browser, site)];
  const id = await post<string>(ann, '/games/create', { gameType: 'Nim' });
  await open(ann, id);
  await button(ann, 'Join Game').click();
  await expect(detail(ann, 'Player 1')).toHaveText(annName);
  await open(ben, id);
  await button(ann, 'Leave Game').click();
  await expect(ann).toHaveURL('/games');
  await expect(detail(ben, 'Player 1')).toHaveText('Waiting...');
  await expectStatus(ben, 'WAITING_TO_START');
});

test('a reload and a second tab stay in the same game', { tag: '@full' }, async ({ browser, site }) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  await startGame(ann, ben);
  await move(ann, 3);
  await expectRemaining([ann, ben], 18);
  await ann.reload();
  const tab = await ann.context().newPage();
  await tab.goto(ann.url());
  await expectRemaining([ann, tab, ben], 18);
  await move(ben, 1);
  await expectRemaining([ann, tab, ben], 17);
  await move(tab, 2);
  await expectRemaining([ann, tab, ben], 15);
  await expect(submit(ann)).toBeDisabled();
  // The lobby links back to the game.
  await ann.goto('/games');
  await ann.getByRole('link', { name: 'Resume' }).first().click();
  await expectRemaining([ann], 15);
});

test('a game continues after the server is killed', { tag: '@full' }, async ({ browser }) => {
  const site = new Site();
  try {
    await site.start();
    const [ann, ben, cem] = [await newUser(browser, site), await newUser(browser, site), await newUser(browser, site)];
    const id = await startGame(ann, ben);
    await open(cem, id);
    await move(ann, 3);
    await expectRemaining([ann, ben, cem], 18);
    await site.stop('SIGKILL');
    await expect(ann.getByText('The connection is lost.')).toBeVisible({ timeout: 30_000 });
    await site.start();
    for (const page of [ann, ben, cem])
      await expect(page.getByText('The connection is lost.')).toBeHidden({ timeout: 30_000 });
    // Players and spectators rejoined the room without a reload.
    await move(ben, 2);
    await expectRemaining([ann, ben, cem], 16);
    await move(ann, 1);
    await expectRemaining([ann, ben, cem], 15);
  } finally {
    await site.remove();
  }
});

test('both players reach the same rematch', { tag: '@full' }, async ({ browser, site }) => {
  const [annName, benName] = [newName('ann'), newName('ben')];
  const [ann, ben] = [await newUser(browser, site, annName), await newUser(browser, site, benName)];
  const cem = await newUser(browser, site);
  const first = await startGame(ann, ben);
  await open(cem, first);
  await post(ben, '/games/leave', { gameID: first });
  await button(ann, 'Play Again').click();
  await expect(ann).not.toHaveURL(`/games/${first}`);
  await expectStatus(ann, 'IN_PROGRESS');
  await expect(detail(ann, 'Player 1')).toHaveText(benName);
  await expect(cem.getByText('The players started a rematch.')).toBeVisible();
  await ben.getByRole('link', { name: 'Go to the next game' }).click();
  await expect(ben).toHaveURL(ann.url());
  await move(ben, 3);
  await expectRemaining([ann, ben], 18);
});

test('the lobby and unknown games show their errors', { tag: '@full' }, async ({ browser, site }) => {
  const ann = await newUser(browser, site);
  await ann.goto('/games/0000000000001');
  await expect(ann.getByText('Game not found')).toBeVisible();
  await ann.getByRole('link', { name: 'Go to the games' }).click();
  await expect(ann.getByRole('heading', { name: 'Games', exact: true })).toBeVisible();

  const id = await post<string>(ann, '/games/create', { gameType: 'Nim' });
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

test('an empty lobby and leaderboard say so', { tag: '@full' }, async ({ browser }) => {
  const site = new Site();
  try {
    await site.start();
    const ann = await newUser(browser, site);
    await ann.goto('/games');
    await expect(ann.getByText('No gamers yet')).toBeVisible();
    await expect(ann.getByText('No open games.')).toBeVisible();
  } finally {
    await site.remove();
  }
});

test('the server rejects a claim against a player who was here recently', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const [annName, benName] = [newName('ann'), newName('ben')];
  const [ann, ben] = [await newUser(browser, site, annName), await newUser(browser, site, benName)];
  await ann.clock.install();
  const id = await startGame(ann, ben);
  await move(ann, 1);
  await expectRemaining([ann, ben], 20);
  await expect(button(ann, 'Claim the Win')).toBeHidden();
  await ann.clock.fastForward(121_000);
  await button(ann, 'Claim the Win').click();
  // Only the clock of Ann's browser is ahead, so the server rejects the claim.
  await expect(ann.getByRole('alert').getByRole('paragraph')).toHaveText([
    'Error while claiming the win',
    'Cannot claim the win: the other player was here within the last two minutes',
  ]);
  await expectStatus(ben, 'IN_PROGRESS');
  expect(id).toBeTruthy();
});

test('the lobby and games are accessible and fit on a phone in dark, light and quartz', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const inThemes = ['dark', 'light', 'quartz'];
  const waiting = await post<string>(ann, '/games/create', { gameType: 'Nim' });
  const over = await startGame(ann, ben);
  await post(ben, '/games/leave', { gameID: over });
  const running = await startGame(ann, ben);
  await move(ann, 3);
  await expectRemaining([ann], 18);
  for (const path of ['/games', `/games/${waiting}`, `/games/${running}`, `/games/${over}`]) {
    await ann.goto(path);
    await ann.waitForLoadState('networkidle');
    await ann.setViewportSize({ width: 1280, height: 850 });
    await expectAccessible(ann, path, inThemes);
    await ann.setViewportSize({ width: 390, height: 844 });
    for (const theme of inThemes) {
      await setTheme(ann, theme);
      const width = await ann.evaluate(() => document.documentElement.scrollWidth);
      expect(width, `${path} in ${theme}`).toBeLessThanOrEqual(390);
    }
    await expectAccessible(ann, `${path} on a phone`, inThemes);
  }
  await ann.goto('/games');
  await button(ann, 'Create Game').click();
  await expectAccessible(ann, 'the chooser', inThemes);
});

test('a game can be played with the keyboard alone', { tag: '@full' }, async ({ browser, site }) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  await ann.goto('/games');
  await button(ann, 'Create Game').focus();
  await ann.keyboard.press('Enter');
  await expect(ann.getByRole('dialog').getByRole('button', { name: 'Nim' })).toBeFocused();
  await ann.keyboard.press('Escape');
  await expect(button(ann, 'Create Game')).toBeFocused();
  await startGame(ann, ben);
  await field(ann).focus();
  await ann.keyboard.press('3');
  await ann.keyboard.press('Enter');
  await expectRemaining([ann, ben], 18);
  await expect(field(ann)).toBeFocused();
});
