import { ask, expect, newName, newUser, openQuestions, signUp, test } from './site';

test('questions, votes, comments and answers appear in a second browser without a reload', async ({
  browser,
  site,
}) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const title = `Why do columns stand? ${newName()}`;

  await test.step('the form reports invalid input and posts the question', async () => {
    await openQuestions(ben);
    await openQuestions(ann);
    await ann.getByRole('link', { name: 'Ask a Question' }).click();
    await ann.getByRole('button', { name: 'Post Question' }).click();
    await expect(ann.getByText('Title cannot be empty')).toBeVisible();
    await expect(ann.getByText('Question text cannot be empty')).toBeVisible();
    await expect(ann.getByText('Should have at least 1 tag')).toBeVisible();
    await expect(ann.getByLabel('Question Title')).toBeFocused();
    // Similar questions shift the layout below them, so a click before they arrive would miss.
    const similar = ann.waitForResponse((response) => response.request().postData()?.includes('"stone"') ?? false);
    await ann.getByLabel('Question Title').fill(title);
    await ann.getByLabel('Question Text').fill('They *carry* a roof. [why](http://insecure)');
    await ann.getByLabel('Tags').fill('greek stone');
    await similar;
    await expect(ann.getByRole('region', { name: 'Preview' }).locator('em')).toHaveText('carry');
    await ann.getByRole('button', { name: 'Post Question' }).click();
    await expect(ann.getByText('Invalid hyperlink format.')).toBeVisible();
    await ann.getByLabel('Question Text').fill('They *carry* a roof. [why](https://example.org)');
    await ann.getByRole('button', { name: 'Post Question' }).click();
    await expect(ann).toHaveURL('/questionPage?showStreakPopup=true');
    await expect(ann.getByText('Play a game of Nim while waiting for an answer!')).toBeVisible();
    await expect(ann.getByRole('link', { name: 'Play Now' })).toHaveAttribute('href', '/games');
    await expect(ann.getByRole('link', { name: title })).toBeVisible();
  });
  await test.step('the question and its views appear in the second browser', async () => {
    await ben.getByRole('link', { name: title }).click();
    await expect(ben.getByRole('heading', { name: title })).toBeVisible();
    await expect(ben).toHaveURL(/\/question\//);
    await ann.getByRole('link', { name: title }).click();
    await expect(ann).toHaveURL(/\/question\//);
    await expect(ann.getByRole('heading', { name: title })).toBeVisible();
    await expect(ann.getByText(/ · 2 views/)).toBeVisible();
    await expect(ben.getByText(/ · 2 views/)).toBeVisible();
  });
  await test.step('votes appear in the other browser', async () => {
    await ben.getByRole('button', { name: 'Upvote' }).click();
    await expect(ben.getByLabel('Score')).toHaveText('1');
    await expect(ben.getByRole('button', { name: 'Upvote' })).toHaveAttribute('aria-pressed', 'true');
    await expect(ann.getByLabel('Score')).toHaveText('1');
    await ann.getByRole('button', { name: 'Downvote' }).click();
    await expect(ben.getByLabel('Score')).toHaveText('0');
  });
  await test.step('comments appear in the other browser', async () => {
    const onQuestion = (page: typeof ann) => page.getByRole('region', { name: 'Question' });
    await onQuestion(ben).getByRole('button', { name: 'Show Comments' }).click();
    await expect(onQuestion(ben).getByText('No comments yet.')).toBeVisible();
    await onQuestion(ben).getByRole('button', { name: 'Add Comment' }).click();
    await expect(onQuestion(ben).getByRole('alert')).toHaveText('Comment text cannot be empty');
    await onQuestion(ann).getByRole('button', { name: 'Show Comments' }).click();
    await onQuestion(ben).getByLabel('Comment').fill('Gravity helps');
    await onQuestion(ben).getByRole('button', { name: 'Add Comment' }).click();
    await expect(onQuestion(ann).getByText('Gravity helps')).toBeVisible();
    await onQuestion(ann).getByRole('button', { name: 'Hide Comments' }).click();
    await expect(onQuestion(ann).getByText('Gravity helps')).toBeHidden();
  });
  await test.step('an answer appears in the other browser', async () => {
    await ben.getByRole('link', { name: 'Answer Question' }).click();
    // The page before has such a form, too.
    await expect(ben.getByText('Show the question')).toBeVisible();
    await ben.getByRole('button', { name: 'Post Answer' }).click();
    await expect(ben.getByText('Answer text cannot be empty')).toBeVisible();
    await ben.getByLabel('Answer Text').fill('Because of the **capital**.');
    await ben.getByRole('button', { name: 'Post Answer' }).click();
    await expect(ben.getByRole('heading', { name: title })).toBeVisible();
    for (const page of [ann, ben]) {
      await expect(page.locator('strong', { hasText: 'capital' })).toBeVisible();
      await expect(page.getByRole('heading', { name: '1 answer' })).toBeVisible();
    }
  });
});

test('related questions are beside a question, and below it on a phone', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const word = `okapi${Date.now()}`;
  const [id, other] = [
    await ask(page, `Where do ${word} sleep?`, `I look for ${word}`, [word]),
    await ask(page, `Where do ${word} eat?`, `I feed ${word}`, [word]),
  ];
  const related = page.getByRole('region', { name: 'Related questions' });
  const question = page.getByRole('region', { name: 'Question', exact: true });
  const bounds = async (part: typeof related) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/question/${id}`);
  await expect(related.getByRole('link', { name: `Where do ${word} eat?` })).toHaveAttribute(
    'href',
    `/question/${other}`,
  );
  await expect(related.getByRole('link', { name: `Where do ${word} sleep?` })).toBeHidden();
  const wide = await bounds(question);
  expect((await bounds(related)).x).toBeGreaterThan(wide.x + wide.width);
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = await bounds(question);
  expect((await bounds(related)).y).toBeGreaterThan(narrow.y + narrow.height);
  await related.getByRole('link', { name: `Where do ${word} eat?` }).click();
  await expect(page).toHaveURL(`/question/${other}`);
  await expect(page.getByRole('heading', { name: `Where do ${word} eat?`, level: 1 })).toBeVisible();
  await expect(related.getByRole('link', { name: `Where do ${word} sleep?` })).toBeVisible();
});

test('a question whose related questions cannot be fetched is shown without them', { tag: '@full' }, async ({
  page,
}) => {
  await signUp(page, newName());
  const title = `Alone ${newName()}`;
  const id = await ask(page, title);
  const calls = '**/question/getRelatedQuestions/*';
  await page.route(calls, (route) => route.fulfill({ status: 503, contentType: 'text/plain', body: 'busy' }));
  await page.goto(`/question/${id}`);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText('Some text')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Related questions' })).toBeHidden();
});

test('a postponed search is repeated without an error', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const word = `again${Date.now()}x`;
  await ask(page, `Found ${word}`);
  await openQuestions(page);
  let refusals = 0;
  await page.route(`**/question/getQuestion?*search=${word}*`, (route) => {
    refusals += 1;
    if (refusals > 2) return route.continue();
    return route.fulfill({ status: 429, contentType: 'text/plain', body: 'Refused', headers: { 'Retry-After': '1' } });
  });
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('main [role=alert]')) Object.assign(window, { sawAlert: true });
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await page.getByPlaceholder('Search Questions...').fill(word);
  await expect.poll(() => refusals).toBeGreaterThanOrEqual(3);
  await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible();
  await expect(page.getByRole('link', { name: `Found ${word}` })).toBeVisible();
  expect(await page.evaluate(() => 'sawAlert' in window)).toBe(false);
});

test('a failed vote is rolled back with an error', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const id = await ask(page, `Vote ${newName()}`);
  await page.goto(`/question/${id}`);
  await page.route('**/question/upvoteQuestion', (route) =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: 'busy' }),
  );
  await page.getByRole('button', { name: 'Upvote' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Error while upvoting the question' })).toBeVisible();
  await expect(page.getByLabel('Score')).toHaveText('0');
  await expect(page.getByRole('button', { name: 'Upvote' })).toHaveAttribute('aria-pressed', 'false');
});

test('a post retried after a lost response is stored once', async ({ page }) => {
  await signUp(page, newName());
  /**
   * Drops the response of the next such request after the server has handled it. Later requests
   * work normally.
   */
  const loseNextReply = (path: string) =>
    page.route(
      path,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  const twice = async (button: string, failed: string, between?: () => Promise<void>) => {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText(failed)).toBeVisible();
    await between?.();
    await page.getByRole('button', { name: button }).click();
  };
  const tag = newName('once');
  await test.step('a question', async () => {
    await page.goto('/new/question');
    await page.getByLabel('Question Title').fill(`Asked ${tag}`);
    await page.getByLabel('Question Text').fill('Once');
    await page.getByLabel('Tags').fill(tag);
    await loseNextReply('**/question/addQuestion');
    await twice('Post Question', 'Error while creating a new question');
    await expect(page).toHaveURL('/questionPage?showStreakPopup=true');
    await page.goto(`/questionPage?tag=${tag}`);
    await expect(page.getByText('1 questions', { exact: true })).toBeVisible();
  });
  await test.step('an answer, with a reload in between', async () => {
    await page.getByRole('link', { name: `Asked ${tag}` }).click();
    await page.getByRole('link', { name: 'Answer Question' }).click();
    await expect(page.getByText('Show the question')).toBeVisible();
    await page.getByLabel('Answer Text').fill('Answered once');
    await loseNextReply('**/answer/addAnswer');
    await twice('Post Answer', 'Error while creating a new answer', async () => {
      await page.reload();
      await expect(page.getByText('Draft restored')).toBeVisible();
    });
    await expect(page.getByRole('heading', { name: '1 answer' })).toBeVisible();
    await expect(page.getByText('Answered once')).toHaveCount(1);
  });
  await test.step('a comment', async () => {
    await page.getByRole('button', { name: 'Show Comments' }).first().click();
    await page.getByRole('textbox', { name: 'Comment' }).fill('Commented once');
    await loseNextReply('**/comment/addComment');
    await twice('Add Comment', 'Error while creating a new comment');
    await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
    await expect(page.getByText('Commented once')).toHaveCount(1);
  });
});

test('the search follows the typing, trimmed and debounced', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const word = `zyx${Date.now()}`;
  await ask(page, `Found ${word}`);
  await openQuestions(page);
  const box = page.getByPlaceholder('Search Questions...');
  await box.pressSequentially(`  ${word} `);
  expect(new URL(page.url()).search, 'not before 400 ms').toBe('');
  await expect(page).toHaveURL(`/questionPage?search=${word}`);
  await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible();
  await expect(page.getByText('1 questions', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: `Found ${word}` })).toBeVisible();
  // Only words that no other test uses, because partial matches are shown.
  await box.fill(`${word} ${word}x -found`);
  await expect(page.getByText('No Questions Found')).toBeVisible();
  await box.fill('   ');
  await expect(page).toHaveURL('/questionPage');
  await expect(page.getByRole('heading', { name: 'All Questions' })).toBeVisible();
  await page.goto('/tags');
  await page.getByPlaceholder('Search Questions...').fill(word);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: `Found ${word}` })).toBeVisible();
});

test("a tag's questions can be ordered", { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const tag = newName('tag');
  for (const number of [1, 2]) await ask(page, `${tag} q${number}`, 'text', [tag]);
  await page.goto('/tags');
  await page.getByRole('link', { name: tag, exact: true }).click();
  await expect(page).toHaveURL(`/questionPage?tag=${tag}`);
  await expect(page.getByRole('heading', { name: tag, exact: true })).toBeVisible();
  await expect(page.getByText('2 questions')).toBeVisible();
  for (const [name, order] of [
    ['Unanswered', 'unanswered'],
    ['Active', 'active'],
    ['Most Viewed', 'mostViewed'],
    ['Newest', 'newest'],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await expect(page).toHaveURL(`/questionPage?tag=${tag}&order=${order}`);
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
  }
  await page.getByRole('link', { name: tag, exact: true }).first().click();
  await expect(page).toHaveURL(`/home?tag=${tag}`);
});

test('old URLs redirect and unknown URLs show a not-found page', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  for (const [from, to] of [
    ['/messages', '/messaging'],
    ['/new/answer', '/questionPage'],
    ['/login', '/home'],
  ] as const) {
    await page.goto(from);
    await expect(page).toHaveURL(to);
  }
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
  await page.goto('/question/0000000000000');
  await expect(page.getByRole('heading', { name: 'Question not found' })).toBeVisible();
});

test('the navigation has the specified order and sub-menus', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  await openQuestions(page);
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link')).toHaveText([
    /Home/,
    /Questions/,
    /Tags/,
    /Messaging/,
    /Users/,
    /Games/,
    /Communities/,
  ]);
  await expect(nav.getByRole('link', { name: 'Questions' })).toHaveAttribute('aria-current', 'page');
  await nav.getByRole('link', { name: 'Messaging' }).click();
  await expect(page).toHaveURL('/messaging');
  await expect(nav.getByRole('link', { name: 'Global Messages' })).toHaveAttribute('aria-current', 'page');
  await nav.getByRole('link', { name: 'Direct Messages' }).click();
  await expect(page).toHaveURL('/messaging/direct-message');
  await nav.getByRole('link', { name: 'Messaging' }).click();
  await expect(nav.getByRole('link', { name: 'Global Messages' })).toBeHidden();
  await nav.getByRole('link', { name: 'Communities' }).click();
  await expect(page).toHaveURL('/communities/all');
  await expect(nav.getByRole('link', { name: 'My Communities' })).toBeVisible();
});
