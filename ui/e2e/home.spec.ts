import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { ask, expect, newName, newUser, openQuestions, signUp, test } from './site';

const box = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const notifications = (page: Page) => box(page, 'Notification Catch-up');
const home = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Home/ });

async function answer(page: Page, qid: string, text: string): Promise<string> {
  const response = await page.request.post('/answer/addAnswer', { data: { qid, ans: { text } } });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { _id: string })._id;
}

async function comment(page: Page, type: 'question' | 'answer', id: string, text: string) {
  const response = await page.request.post('/comment/addComment', { data: { id, type, comment: { text } } });
  expect(response.status(), await response.text()).toBe(200);
}

test('the home page of a new user shows empty states', { tag: '@full' }, async ({ page }) => {
  const name = newName();
  await signUp(page, name);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: `${name}'s Home`, exact: true })).toBeVisible();
  await expect(notifications(page).getByText('No notifications yet!')).toBeVisible();
  await expect(box(page, 'Starred Posts').getByText('No starred questions yet!')).toBeVisible();
  await expect(box(page, 'My Communities').getByText('You are not part of any communities.')).toBeVisible();
  await box(page, 'Starred Posts').getByRole('link', { name: 'Find questions to star' }).click();
  await expect(page).toHaveURL('/questionPage');
});

test('notifications appear without a reload and lead to their post', async ({ page, browser, site }) => {
  const ann = newName('ann');
  await signUp(page, ann);
  const qid = await ask(page, `Told of ${ann}`);
  await page.goto('/home');
  await expect(notifications(page).getByText('No notifications yet!')).toBeVisible();
  await expect(home(page)).toHaveAccessibleName('Home');

  const ben = newName('ben');
  const other = await newUser(browser, site, ben);
  await openQuestions(other);
  const aid = await answer(other, qid, 'Because of **columns**.');
  await expect(home(page)).toHaveAccessibleName('Home 1 unread notification');
  const news = notifications(page).getByRole('listitem');
  await expect(news).toHaveCount(1);
  await expect(news).toContainText(`Unread: New answer from ${ben}`);
  await expect(news).toContainText('Because of columns.');
  await comment(other, 'question', qid, 'Which columns?');
  await expect(news).toHaveCount(2);
  await expect(news.first()).toContainText(`New comment from ${ben}`);
  await expect(home(page)).toHaveAccessibleName('Home 2 unread notifications');

  // Users get no notifications of their own posts.
  await answer(page, qid, 'My own answer');
  await comment(page, 'question', qid, 'My own comment');

  await test.step('a notification leads to its answer and is read then', async () => {
    await page.getByRole('link', { name: `New answer from ${ben}` }).click();
    await expect(page).toHaveURL(`/question/${qid}#${aid}`);
    await expect(page.getByRole('article', { name: `Answer by ${ben}` })).toBeInViewport();
    await expect(home(page)).toHaveAccessibleName('Home 1 unread notification');
    await page.goBack();
    await expect(news).toHaveCount(2);
    await expect(news.first()).toContainText('Unread:');
    await expect(news.last()).not.toContainText('Unread:');
  });
  await test.step('the author of an answer is notified of comments on it', async () => {
    // The author of an answer is notified of comments on it, with a link to the comment.
    await comment(page, 'answer', aid, 'Thank you');
    await expect(home(other)).toHaveAccessibleName('Home 1 unread notification');
    await home(other).click();
    await other.getByRole('link', { name: `New comment from ${ann}` }).click();
    await expect(other.getByRole('listitem').filter({ hasText: 'Thank you' })).toBeFocused();
  });
  await test.step('the notification of a deleted post disappears', async () => {
    // The notification of a deleted post disappears.
    await other.request.delete('/answer/deleteAnswer', { data: { aid } });
    await expect(news).toHaveCount(1);
  });
});

test('clearing notifications marks them as read in all tabs', { tag: '@full' }, async ({
  page,
  browser,
  site,
  context,
}) => {
  await signUp(page, newName());
  const qid = await ask(page, newName('Cleared'));
  const other = await newUser(browser, site);
  for (const text of ['One', 'Two', 'Three']) await answer(other, qid, text);
  await page.goto('/home');
  const second = await context.newPage();
  await second.goto('/home');
  await expect(home(second)).toHaveAccessibleName('Home 3 unread notifications');
  await expect(notifications(second).getByText('Unread:')).toHaveCount(3);
  await page.getByRole('button', { name: 'Clear All' }).click();
  for (const tab of [page, second]) {
    await expect(home(tab)).toHaveAccessibleName('Home');
    await expect(notifications(tab).getByText('Unread:')).toHaveCount(0);
    await expect(notifications(tab).getByRole('listitem')).toHaveCount(3);
  }
  await page.reload();
  await expect(notifications(page).getByRole('listitem')).toHaveCount(3);
  await expect(notifications(page).getByText('Unread:')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Clear All' })).toHaveAttribute('aria-disabled', 'true');
});

test('notifications can be turned off in this browser', { tag: '@full' }, async ({ page, browser, site, context }) => {
  const name = newName();
  await signUp(page, name);
  const qid = await ask(page, newName('Off'));
  const other = await newUser(browser, site);
  await answer(other, qid, 'One');
  await openQuestions(page);
  await expect(home(page)).toHaveAccessibleName('Home 1 unread notification');
  const second = await context.newPage();
  await second.goto('/home');
  await expect(notifications(second).getByRole('listitem')).toHaveCount(1);

  await page.goto(`/user/${name}`);
  await page.getByRole('checkbox', { name: 'Notifications' }).uncheck();
  await expect(home(page)).toHaveAccessibleName('Home');
  await expect(second.getByText('Notifications are turned off.')).toBeVisible();
  await second.reload();
  await expect(second.getByText('Notifications are turned off.')).toBeVisible();
  await expect(second.getByRole('button', { name: 'Clear All' })).toBeHidden();
  await second.getByRole('link', { name: 'Turn them on in your settings' }).click();
  await second.getByRole('checkbox', { name: 'Notifications' }).check();
  await expect(home(page)).toHaveAccessibleName('Home 1 unread notification');
});

test('more notifications load on scroll', { tag: '@full' }, async ({ page, browser, site }) => {
  await signUp(page, newName());
  const qid = await ask(page, newName('Many'));
  const other = await newUser(browser, site);
  for (let number = 1; number <= 25; number += 1) await answer(other, qid, `Number ${number}`);
  await page.goto('/home');
  const news = notifications(page).getByRole('listitem');
  await expect(news.first()).toContainText('Number 25');
  await expect(async () => {
    await news.last().scrollIntoViewIfNeeded();
    expect(await news.count()).toBe(25);
  }).toPass();
  await expect(home(page)).toHaveAccessibleName('Home 25 unread notifications');
});

test('a star set in one tab appears in the other', { tag: '@full' }, async ({ page, context }) => {
  await signUp(page, newName());
  const title = newName('Starred');
  const qid = await ask(page, title);
  await page.goto(`/question/${qid}`);
  const second = await context.newPage();
  await second.goto('/home');
  const starred = box(second, 'Starred Posts');
  // The server has drawn it: the app hears of other tabs when it is there.
  await second.waitForLoadState('networkidle');
  await expect(starred.getByText('No starred questions yet!')).toBeVisible();

  const star = page.getByRole('button', { name: `Star: ${title}` });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(starred.getByRole('link', { name: title })).toBeVisible();
  await second.reload();
  await expect(starred.getByRole('link', { name: title })).toBeVisible();

  await page.goto('/questionPage');
  const onCard = page.getByRole('article', { name: title }).getByRole('button', { name: `Star: ${title}` });
  await expect(onCard).toHaveAttribute('aria-pressed', 'true');
  await starred.getByRole('button', { name: `Star: ${title}` }).press('Enter');
  await expect(starred.getByText('No starred questions yet!')).toBeVisible();
  await expect(starred, 'focus stays in the list').toBeFocused();
  await expect(onCard).toHaveAttribute('aria-pressed', 'false');
  await onCard.press('Enter');
  await expect(onCard).toHaveAttribute('aria-pressed', 'true');
  await expect(starred.getByRole('link', { name: title })).toBeVisible();
  await starred.getByRole('link', { name: title }).click();
  await expect(second).toHaveURL(`/question/${qid}`);
  await expect(second.getByRole('button', { name: `Star: ${title}` })).toHaveAttribute('aria-pressed', 'true');
});

test('a star rejected by the server is rolled back with an error', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const title = newName('Refused');
  await ask(page, title);
  await page.route('**/star/*', (route) =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: 'The site is busy, please try again' }),
  );
  await page.goto('/questionPage');
  const star = page.getByRole('button', { name: `Star: ${title}` });
  await star.click();
  await expect(page.getByText('Error while adding / removing a star')).toBeVisible();
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await page.unrouteAll();
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Error while adding / removing a star')).toBeHidden();
});

test('a new question with a tag appears on the home page at once', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  await signUp(page, newName());
  const [tag, other] = [newName('tag'), await newUser(browser, site)];
  await page.goto(`/home?tag=${tag}`);
  await expect(page.getByRole('heading', { name: 'No Questions Found' })).toBeVisible();
  for (const title of ['First', 'Second']) {
    await ask(other, `${title} ${tag}`, 'text', [tag]);
    await expect(
      page
        .getByRole('article')
        .first()
        .getByRole('link', { name: `${title} ${tag}` }),
    ).toBeVisible();
  }
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('a tag leads to its questions on the home page and from there to the list', { tag: '@full' }, async ({ page }) => {
  const name = newName();
  await signUp(page, name);
  const tag = newName('tag');
  for (let number = 1; number <= 4; number += 1) await ask(page, `${tag} q${number}`, 'Some text', [tag]);
  await page.goto('/questionPage');
  await page
    .getByRole('article', { name: `${tag} q4` })
    .getByRole('link', { name: tag, exact: true })
    .click();
  await expect(page).toHaveURL(`/home?tag=${tag}`);
  await expect(page.getByRole('heading', { name: `${name}'s Home` })).toBeVisible();
  const section = page.getByRole('region', { name: tag });
  await expect(section.getByRole('article')).toHaveCount(4);
  await expect(notifications(page)).toBeVisible();
  await section.getByRole('link', { name: '4 questions with this tag' }).click();
  await expect(page).toHaveURL(`/questionPage?tag=${tag}`);
  await expect(page.getByRole('article')).toHaveCount(4);
});

test('a newcomer is led to their first question, and then sees what is new for them', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  await signUp(page, newName());
  const other = await newUser(browser, site);
  const tag = newName('new');
  const title = `Asked for you ${tag}`;
  const qid = await ask(other, title, 'Some text', [tag]);
  await page.goto('/home');
  const steps = box(page, 'First steps');
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await expect(box(page, 'New for you').getByRole('link', { name: 'Browse the tags' })).toBeVisible();
  await expectAccessible(page, 'the home page of a newcomer', ['dark', 'light']);

  await ask(page, `Mine ${tag}`, 'Some text', [tag]);
  await page.reload();
  await expect(steps.getByText('Ask your first question (done)')).toBeVisible();
  const forYou = box(page, 'New for you').getByRole('article');
  await expect(forYou).toHaveCount(1);
  await test.step('a star moves a question to its own box', async () => {
    await forYou.getByRole('button', { name: `Star: ${title}` }).click();
    await expect(box(page, 'Starred Posts').getByRole('link', { name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: title }), 'no title stands twice').toHaveCount(1);
    await box(page, 'Starred Posts')
      .getByRole('button', { name: `Star: ${title}` })
      .click();
    await expect(box(page, 'Starred Posts').getByText('No starred questions yet!')).toBeVisible();
  });
  await test.step('an opened one is unanswered, not new', async () => {
    await page.request.get(`/question/getQuestionById/${qid}`);
    // The server counts views a little later.
    await expect
      .poll(async () => (await (await page.request.get('/question/getForYou')).json()).newQuestions)
      .toEqual([]);
    await page.reload();
    await expect(box(page, 'Unanswered you could answer').getByRole('link', { name: title })).toBeVisible();
    await expect(forYou).toHaveCount(0);
  });
  await test.step('the steps end with the first answer', async () => {
    await answer(page, qid, 'An answer');
    await page.reload();
    await expect(box(page, 'New for you')).toBeVisible();
    await expect(steps).toHaveCount(0);
  });
});
