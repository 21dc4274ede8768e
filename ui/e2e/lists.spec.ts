import type { ElementHandle, Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { ask, expect, holdRequests, newName, newUser, openQuestions, password, signUp, test } from './site';

/** Returns the distance of a card from the top of the viewport, in pixels. */
const distanceFromTop = async (page: Page, title: string) =>
  (await page.getByRole('link', { name: title, exact: true }).boundingBox())?.y ?? Number.NaN;

test('more questions load on scroll and Back restores the scroll position', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  await signUp(page, newName());
  const tag = newName('tag');
  for (let number = 1; number <= 45; number += 1) await ask(page, `${tag} q${number}`, 'text', [tag]);
  await page.goto(`/questionPage?tag=${tag}`);
  const cards = page.getByRole('article');
  await expect(page.getByText('45 questions')).toBeVisible();
  expect(await cards.count(), 'the list is paginated').toBeLessThan(45);
  for (const count of [40, 45]) {
    await cards.last().scrollIntoViewIfNeeded();
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(count);
  }
  await expect(page.getByText('That is all.')).toBeVisible();

  const title = `${tag} q12`;
  await page.getByRole('link', { name: title, exact: true }).scrollIntoViewIfNeeded();
  const distance = await distanceFromTop(page, title);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
  let fetched = 0;
  page.on('request', (request) => {
    if (request.url().includes('/question/getQuestion?')) fetched += 1;
  });
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await test.step('Back shows the cached list at the same position', async () => {
    // New questions do not move the list; a button offers them.
    const other = await newUser(browser, site);
    await ask(other, `${tag} q46`, 'text', [tag]);
    await page.goBack();
    await expect(cards).toHaveCount(45);
    await expect(page.getByRole('button', { name: '1 new question – show' })).toBeAttached();
    expect(Math.abs((await distanceFromTop(page, title)) - distance)).toBeLessThan(2);
    await ask(other, `${tag} q47`, 'text', [tag]);
    await expect(page.getByRole('button', { name: '2 new questions – show' })).toBeAttached();
    expect(Math.abs((await distanceFromTop(page, title)) - distance)).toBeLessThan(2);
    expect(fetched, 'everything comes from the cache').toBe(0);
  });
  await test.step('new questions are shown on request', async () => {
    await page.evaluate(() => scrollTo(0, 0));
    const top = await distanceFromTop(page, `${tag} q45`);
    await page.getByRole('button', { name: '2 new questions – show' }).click();
    await expect(page.getByRole('link', { name: `${tag} q47` })).toBeVisible();
    await expect(page.getByRole('button', { name: /new question/ })).toBeHidden();
    expect(await distanceFromTop(page, `${tag} q47`), 'the new question takes the place of the first one').toBeCloseTo(
      top,
      0,
    );
  });
  await test.step('each history entry keeps its own scroll position', async () => {
    // Another list starts at its top, and each history entry keeps its own scroll position.
    const scrolled = () => page.evaluate(() => scrollY);
    await page.evaluate(() => scrollTo(0, 700));
    await page.getByRole('link', { name: 'Questions', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'All Questions' })).toBeVisible();
    await expect.poll(scrolled).toBe(0);
    // The page is tall enough only with its questions. The scroll event arrives in the next frame.
    await expect(cards.nth(10)).toBeAttached();
    await page.evaluate(() => {
      const told = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
      scrollTo(0, 400);
      return told.then(() => undefined);
    });
    await page.goBack();
    await expect(page.getByRole('heading', { name: tag, exact: true })).toBeVisible();
    await expect.poll(scrolled).toBe(700);
    await page.goForward();
    await expect(page.getByRole('heading', { name: 'All Questions' })).toBeVisible();
    await expect.poll(scrolled).toBe(400);
  });
});

test('a new question enters a list at its top at once, and is offered to its readers', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  await signUp(page, newName());
  const other = await newUser(browser, site);
  const tag = newName('tag');
  const title = (number: number) => `${tag} q${number}`;
  const cards = page.getByRole('article');
  const offer = page.getByRole('button', { name: /new question/ });
  let asked = 0;
  const arrive = async () => {
    asked += 1;
    await ask(other, title(asked), 'text', [tag]);
  };
  await test.step('an empty list of any order takes it', async () => {
    await page.goto(`/questionPage?tag=${tag}&order=active`);
    await expect(page.getByRole('heading', { name: 'No Questions Found' })).toBeVisible();
    await arrive();
    await expect(cards).toHaveText([new RegExp(title(1))]);
  });
  await test.step('another order offers it', async () => {
    await arrive();
    await expect(offer).toHaveText('1 new question – show');
    await expect(cards).toHaveCount(1);
    await offer.click();
    await expect(cards).toHaveCount(2);
  });
  await test.step('the newest questions take it at their top', async () => {
    await page.goto(`/questionPage?tag=${tag}`);
    await expect(cards).toHaveCount(2);
    while (asked < 12) {
      await arrive();
      await expect(cards.first()).toContainText(title(asked));
    }
    await expect(page.getByText('12 questions', { exact: true })).toBeVisible();
    await expect(offer).toBeHidden();
  });
  await test.step('the newest questions offer it to a reader who has scrolled', async () => {
    await page.evaluate(() => scrollTo(0, 200));
    await arrive();
    await expect(offer).toBeAttached();
    await expect(cards).toHaveCount(12);
    await page.evaluate(() => scrollTo(0, 0));
    await offer.click();
    await expect(cards).toHaveCount(13);
  });
  await test.step('the newest questions offer it while one of them has the focus', async () => {
    await page.getByRole('link', { name: title(asked), exact: true }).focus();
    await arrive();
    await expect(offer).toBeVisible();
    await expect(cards.first()).toContainText(title(asked - 1));
    await page.getByPlaceholder('Search Questions...').focus();
    await arrive();
    await expect(cards.first()).toContainText(title(asked));
    await expect(cards).toHaveCount(15);
  });
});

for (const query of ['', '&search=some&order=relevance'])
  test(`a reload and Back restore the scroll position in a list${query && ' of search results'}`, {
    tag: query ? '@full' : [],
  }, async ({ page }) => {
    await signUp(page, newName());
    const tag = newName('tag');
    for (let number = 1; number <= 45; number += 1) await ask(page, `${tag} q${number}`, '*some* text', [tag]);
    const list = `/questionPage?tag=${tag}${query}`;
    await page.goto(list);
    const cards = page.getByRole('article');
    for (const count of [40, 45]) {
      await cards.last().scrollIntoViewIfNeeded();
      await expect(cards).toHaveCount(count);
    }
    const title = await cards.last().getByRole('heading').innerText();
    const expectPosition = async (distance: number) => {
      const link = page.getByRole('link', { name: title, exact: true });
      await expect(link).toBeVisible();
      await expect.poll(async () => Math.abs((await distanceFromTop(page, title)) - distance)).toBeLessThan(2);
    };
    await page.getByRole('link', { name: title, exact: true }).scrollIntoViewIfNeeded();
    const distance = await distanceFromTop(page, title);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(3_000);
    await page.reload();
    await expectPosition(distance);

    await page.getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await page.goBack();
    await expectPosition(distance);

    // A new visit starts at the top.
    await page.goto(list);
    await expect(page.getByText('45 questions')).toBeVisible();
    await expect(cards.nth(19)).toBeAttached();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

test('a search starts at the top and Back restores the scroll position', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const tag = newName('tag');
  for (let number = 1; number <= 20; number += 1) await ask(page, `${tag} q${number}`, 'text', [tag]);
  const list = `/questionPage?tag=${tag}`;
  const scrolled = () => page.evaluate(() => scrollY);
  await page.goto('/tags');
  await page.goto(list);
  await expect(page.getByText('20 questions')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 700));
  const box = page.getByPlaceholder('Search Questions...');
  // Real mouse and key events: a scripted focus would scroll to the top of the sticky header.
  const type = async (text: string) => {
    const { x, y } = (await box.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.click(x + 100, y + 10);
    await page.keyboard.type(text);
  };
  await type('q');
  await expect(page).toHaveURL(`${list}&search=q`);
  await expect.poll(scrolled).toBe(0);
  await page.evaluate(() => scrollTo(0, 300));
  await type('7');
  await expect(page).toHaveURL(`${list}&search=q7`);
  await expect.poll(scrolled).toBe(0);
  await expect(page.getByText('1 questions', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(list);
  await expect(box).toHaveValue('');
  await expect.poll(scrolled).toBe(700);

  await type('q7');
  await expect(page).toHaveURL(`${list}&search=q7`);
  await box.fill('');
  await expect(page, 'an emptied search box leads back too').toHaveURL(list);
  await expect.poll(scrolled).toBe(700);
  await page.goBack();
  await expect(page).toHaveURL('/tags');
});

test('an unsubmitted search does not apply to the next page', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const tag = newName('tag');
  const title = `Left ${tag}`;
  await ask(page, title, 'text', [tag]);
  const box = page.getByPlaceholder('Search Questions...');
  // Longer than the debounce of the URL.
  const waitForDebounce = () => page.waitForTimeout(600);
  /**
   * Types and leaves in one step: on a busy machine the debounce can end between two. A page that has
   * just been opened may still empty the box.
   */
  const typeAndLeave = async (text: string, link?: Locator) => {
    const target = (await link?.elementHandle()) as ElementHandle<HTMLElement> | undefined;
    const type = () =>
      box.evaluate(
        (input: HTMLInputElement, { text, target }) => {
          input.focus();
          document.execCommand('insertText', false, text);
          const { value } = input;
          if (value === text) target ? target.click() : history.back();
          return value;
        },
        { text, target },
      );
    await expect.poll(type).toBe(text);
  };
  await page.goto(`/questionPage?tag=${tag}`);
  await page.getByRole('link', { name: title }).click();
  // Not the title, which the list shows too.
  await expect(page.getByRole('button', { name: 'Show Comments' })).toBeVisible();
  await typeAndLeave('wallet');
  await waitForDebounce();
  await expect(page).toHaveURL(`/questionPage?tag=${tag}`);
  await expect(box).toHaveValue('');

  // The next page can be slow to load.
  const release = await holdRequests(page, '**/assets/TagsPage*');
  await typeAndLeave('plutus', page.getByRole('link', { name: 'Tags', exact: true }));
  await waitForDebounce();
  release();
  await expect(page.getByPlaceholder('Filter tags ...')).toBeVisible();
  await expect(page).toHaveURL('/tags');
  await expect(box).toHaveValue('');
  await page.getByPlaceholder('Filter tags ...').fill(tag);
  await expect(page).toHaveURL(`/tags?search=${tag}`);
  await typeAndLeave('zzz', page.getByRole('link', { name: tag, exact: true }));
  await waitForDebounce();
  await expect(page).toHaveURL(`/questionPage?tag=${tag}`);
  await expect(page.getByText('1 questions', { exact: true })).toBeVisible();
});

/**
 * Opens a list of 21 questions. Its second page fails with 503 until the routes of the browser page
 * are removed.
 */
async function openListWithFailingPage(page: Page) {
  await signUp(page, newName());
  const tag = newName('tag');
  for (let number = 1; number <= 21; number += 1) await ask(page, `${tag} q${number}`, 'text', [tag]);
  await page.route(/getQuestion\?.*(cursor|after|before)=/, (route) =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: 'The site is busy, please try again' }),
  );
  await page.goto(`/questionPage?tag=${tag}`);
  await page.getByRole('article').last().scrollIntoViewIfNeeded();
}

test('the whole list is reachable with the keyboard', { tag: '@full' }, async ({ page }) => {
  await openListWithFailingPage(page);
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.focus();
  await page.unrouteAll();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(21);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('article').last().getByRole('link').first()).toBeFocused();

  await page.getByPlaceholder('Search Questions...').fill('is:answered');
  await page.getByRole('link', { name: 'Clear the search' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a page of results that failed to load can be retried', { tag: '@full' }, async ({ page }) => {
  await openListWithFailingPage(page);
  await expect(page.getByText('The site is busy, please try again')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article')).toHaveCount(21);
});

test('search results are highlighted and ordered by relevance', async ({ page }) => {
  await signUp(page, newName());
  const word = `qua${Date.now()}x`;
  await ask(page, `Validators of ${word}`, `Some *validating* café, \`validated\`, $validator$ ${word}`);
  await ask(page, `Older ${word}`, 'Silence');
  await page.goto('/questionPage');
  await page.getByPlaceholder('Search Questions...').fill(`cafe validator ${word}`);
  const card = page.getByRole('article', { name: `Validators of ${word}` });
  await expect(card.getByRole('heading').locator('mark')).toHaveText(['Validators', word]);
  for (const found of ['validating', 'café', 'validated', word])
    await expect(card.getByRole('link', { name: /^Some/ }).locator('mark', { hasText: found })).toBeVisible();
  await expect(page.getByText('*validating*'), 'the passage is plain text').toBeHidden();
  await page.getByPlaceholder('Search Questions...').fill(word);
  await expect(page).toHaveURL(`/questionPage?search=${word}`);
  await expect(page.getByText('2 questions', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Relevance' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Relevance' }).click();
  await expect(page).toHaveURL(`/questionPage?search=${word}&order=relevance`);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Relevance' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByText('Search help').click();
  await page.getByRole('link', { name: 'is:answered' }).click();
  await expect(page.getByText('No Questions Found')).toBeVisible();
  await page.goBack();
  await page.getByPlaceholder('Search Questions...').fill('');
  await expect(page, 'relevance needs a search').toHaveURL('/questionPage');
  await expect(page.getByRole('button', { name: 'Relevance' })).toBeHidden();
});

test('a search is ordered by relevance until another order is chosen', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const word = `rel${Date.now()}x`;
  await ask(page, `All about ${word}`, `${word} is ${word}`);
  await ask(page, `Newer ${newName()}`, `A long text about many other things that mentions ${word} once, near its end`);
  const first = page.getByRole('article').first().getByRole('heading');
  await page.goto('/tags');
  await page.getByPlaceholder('Search Questions...').fill(word);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/questionPage?search=${word}`);
  await expect(first).toHaveText(`All about ${word}`);
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect(page).toHaveURL(`/questionPage?search=${word}&order=newest`);
  await expect(first).toHaveText(/^Newer/);
  await page.getByPlaceholder('Search Questions...').fill(`${word} about`);
  await expect(page, 'the chosen order does not stick').toHaveURL(`/questionPage?search=${word}+about`);
  await expect(first).toHaveText(`All about ${word}`);
});

test('a search result shows the passage of an answer and links to the answer', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const word = `passage${Date.now()}x`;
  const title = `Long thread ${newName()}`;
  const id = await ask(page, title, 'Silence\n\n'.repeat(30));
  const answer = async (text: string) => {
    const reply = await page.request.post('/answer/addAnswer', { data: { qid: id, ans: { text } } });
    return ((await reply.json()) as { _id: string })._id;
  };
  await answer('Another answer\n\n'.repeat(30));
  const found = await answer(`<b>Columns</b> carry the **${word}** & more`);
  await page.goto(`/questionPage?search=${word}`);
  const card = page.getByRole('article', { name: title });
  const passage = card.getByRole('link', { name: /^Answer by / });
  await expect(passage).toHaveAttribute('href', `/question/${id}#${found}`);
  await expect(passage.locator('mark')).toHaveText([word]);
  await expect(card.getByText('Silence')).toBeHidden();
  await passage.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/question/${id}#${found}`);
  const post = page.getByRole('article').filter({ hasText: word });
  await expect(post).toBeInViewport();
  await expect(post).toBeFocused();
});

test('search results report partial matches and corrected spelling', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  // Only letters, and long enough for spelling correction.
  const word = `columbarium${[...String(Date.now())].map((digit) => 'klmnopqrst'[Number(digit)]).join('')}`;
  await ask(page, `A ${word} of doves`);
  await page.goto(`/questionPage?search=${word}+4x9z4`);
  await expect(page.getByText('No result has all words; showing partial matches.')).toBeVisible();
  await expect(page.locator('mark')).toHaveText([word]);
  const mistyped = word.replace('mba', 'mab');
  await page.goto(`/questionPage?search=${mistyped}`);
  await expect(page.getByText(`No question contains “${mistyped}”. Showing results for “${word}”.`)).toBeVisible();
  await expect(page.getByRole('link', { name: `Search for “${mistyped}” instead` })).toBeVisible();
  await expect(page.locator('mark')).toHaveText([word]);
});

test('typing filters the tags and Back restores the filter', async ({ page }) => {
  await signUp(page, newName());
  const tag = `f${Date.now()}`;
  await ask(page, `Tagged ${tag}`, 'text', [`${tag}-one`, `${tag}-two`, 'other']);
  await page.goto('/tags');
  await page.getByPlaceholder('Filter tags ...').fill(` ${tag.toUpperCase()}- `);
  await expect(page.getByRole('heading', { name: '2 Tags' })).toBeVisible();
  await expect(page).toHaveURL(`/tags?search=${tag.toUpperCase()}-`);
  await expect(page.locator('mark')).toHaveText([`${tag}-`, `${tag}-`]);
  await page.getByRole('link', { name: `${tag}-two` }).click();
  await expect(page).toHaveURL(`/questionPage?tag=${tag}-two`);
  await expect(page.getByRole('link', { name: `Tagged ${tag}` })).toBeVisible();
  await page.goBack();
  await expect(page.getByPlaceholder('Filter tags ...')).toHaveValue(`${tag.toUpperCase()}-`);
  await expect(page.getByRole('heading', { name: '2 Tags' })).toBeVisible();
  await page.getByPlaceholder('Filter tags ...').fill(`${tag}-three`);
  await expect(page.getByRole('heading', { name: 'No Tags Found' })).toBeVisible();
});

test('a draft survives a reload, a logout and a lost session, and is private to its author', async ({ page }) => {
  const [ann, ben] = [newName(), newName()];
  await signUp(page, ann);
  await test.step('a reload restores the draft', async () => {
    await page.goto('/new/question');
    await page.getByLabel('Question Title').fill('A half-written title');
    await page.getByLabel('Question Text').fill('Half a text');
    await page.reload();
    await expect(page.getByText('Draft restored')).toBeVisible();
    await expect(page.getByLabel('Question Text')).toHaveValue('Half a text');
    await page.getByLabel('Tags').fill('greek');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByText('Please login to continue.')).toBeVisible();
  });
  await test.step('another user in the same browser does not see it', async () => {
    await signUp(page, ben);
    await page.goto('/new/question');
    await expect(page.getByLabel('Question Title')).toHaveValue('');
    await expect(page.getByText('Draft restored')).toBeHidden();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByText('Please login to continue.')).toBeVisible();
  });
  await test.step('a new login restores it', async () => {
    await page.getByLabel('Username').fill(ann);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL('/home');
    await page.goto('/new/question');
    await expect(page.getByLabel('Question Title')).toHaveValue('A half-written title');
    await expect(page.getByLabel('Tags')).toHaveValue('greek');
  });
  await test.step('a lost session keeps it', async () => {
    // A session lost while writing loses no text.
    await page.getByLabel('Question Text').fill('The whole text');
    await page.context().clearCookies();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Your session has ended. Your drafts are kept.')).toBeVisible();
    const login = await page.request.post('/user/login', { data: { username: ann, password } });
    expect(login.status()).toBe(200);
    await page.goto('/new/question');
    await expect(page.getByLabel('Question Text')).toHaveValue('The whole text');
  });
  await test.step('posting sends the question once and removes the draft', async () => {
    let posted = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/question/addQuestion')) posted += 1;
    });
    await page.getByRole('button', { name: 'Post Question' }).dblclick();
    await expect(page).toHaveURL('/questionPage?showStreakPopup=true');
    await expect(page.getByRole('link', { name: 'A half-written title' }).first()).toBeVisible();
    expect(posted).toBe(1);
    await page.goto('/new/question');
    await expect(page.getByLabel('Question Title')).toHaveValue('');
  });
});

test('two tabs that write in the same form lose no text', async ({ page }) => {
  await signUp(page, newName());
  const context = page.context();
  const title = (tab: Page) => tab.getByLabel('Question Title');
  const storedDrafts = () => page.evaluate(() => Object.values({ ...localStorage }).join());
  await page.goto('/new/question');
  await title(page).fill('Of the first tab');
  await expect.poll(storedDrafts).toContain('Of the first tab');
  const second = await context.newPage();
  await second.goto('/new/question');
  await second.getByRole('button', { name: 'Discard' }).click();
  await title(second).fill('Of the second tab');
  await expect.poll(storedDrafts).toContain('Of the second tab');
  await expect.poll(storedDrafts).toContain('Of the first tab');
  const third = await context.newPage();
  await second.close();
  await page.close();

  await third.goto('/new/question');
  await expect(title(third)).toHaveValue('Of the second tab');
  await expectAccessible(third, 'a form with two drafts', ['dark', 'light']);
  await third.getByRole('listitem').filter({ hasText: 'Of the first tab' }).getByRole('button').click();
  await expect(title(third)).toHaveValue('Of the first tab');
  await third.getByRole('link', { name: 'all drafts' }).click();
  const drafts = third.getByRole('region', { name: 'Drafts' });
  await expect(drafts.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(third, 'the drafts', ['dark', 'light']);
  await drafts.getByRole('listitem').filter({ hasText: 'Of the second tab' }).getByRole('link').click();
  await expect(title(third)).toHaveValue('Of the second tab');
  await third.getByLabel('Question Text').fill('Text');
  await third.getByLabel('Tags').fill('drafts');
  await third.getByRole('button', { name: 'Post Question' }).click();
  await expect(third).toHaveURL('/questionPage?showStreakPopup=true');
  await third.goto('/settings/drafts');
  await expect(drafts.getByRole('listitem')).toHaveCount(1);
  await expect(drafts.getByRole('textbox')).toHaveValue('Of the first tab');
});

test('a draft can be discarded', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  await page.goto('/new/question');
  await page.getByLabel('Question Title').fill('Not this');
  await page.getByRole('link', { name: 'Tags', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Tags/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Question Title')).toHaveValue('Not this');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Question Title')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('Question Title')).toHaveValue('');
});

test('suggested tags are accepted with the keyboard', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const tag = `s${Date.now()}`;
  await ask(page, `Tagged ${tag}`, 'text', [`${tag}-one`, `${tag}-two`]);
  await page.goto('/new/question');
  const tags = page.getByLabel('Tags');
  await tags.pressSequentially(`greek ${tag}`);
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect(options).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  const first = await options.first().locator('span').first().textContent();
  await page.keyboard.press('Tab');
  await expect(tags).toHaveValue(`greek ${first} `);
  await expect(tags).toBeFocused();
  await page.keyboard.type('sto');
  await expect(tags, 'the caret is after the accepted tag').toHaveValue(`greek ${first} sto`);
});

test('formatting shows in the preview and can be undone', async ({ page }) => {
  await signUp(page, newName());
  await page.goto('/new/question');
  const text = page.getByLabel('Question Text');
  await text.fill('columns');
  await text.selectText();
  await page.getByRole('button', { name: 'Bold' }).click();
  await expect(text).toHaveValue('**columns**');
  await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('columns');
  await page.keyboard.press('Control+z');
  await expect(text).toHaveValue('columns');
  await page.getByRole('button', { name: 'Bold' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused();
});

test('similar questions are those of the whole draft: its title, text and tags', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const word = `gnu${Date.now()}`;
  const id = await ask(page, `Herds of ${word} at the river`, `Where do ${word} drink?`, ['herds']);
  await page.goto('/new/question');
  const sent = () => page.waitForRequest(/getSimilarQuestions/);
  const title = sent();
  await page.getByLabel('Question Title').fill('Please help me');
  expect((await title).postDataJSON()).toEqual({ title: 'Please help me', tags: [], text: '' });
  const similar = page.getByRole('region', { name: 'Similar questions' }).getByRole('link', { name: new RegExp(word) });
  await expect(similar).toBeHidden();
  await page.getByLabel('Question Text').fill(`I have seen ${word} drink there`);
  await expect(similar).toHaveAttribute('href', `/question/${id}`);
  const tags = sent();
  await page.getByLabel('Tags').fill('herds');
  expect((await tags).postDataJSON()).toMatchObject({ tags: ['herds'], text: `I have seen ${word} drink there` });
  await expect(similar).toBeVisible();
});

test('similar questions appear while a title is typed', async ({ page }) => {
  await signUp(page, newName());
  const word = `zeb${Date.now()}`;
  const id = await ask(page, `How do ${word} columns carry roofs?`);
  await page.request.post('/answer/addAnswer', { data: { qid: id, ans: { text: 'They do' } } });
  await page.goto('/new/question');
  await page.getByLabel('Question Title').fill(`What do ${word} columns carry?`);
  const similar = page.getByRole('region', { name: 'Similar questions' });
  const link = similar.getByRole('link', { name: new RegExp(word) });
  await expect(link).toHaveAttribute('href', `/question/${id}`);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(similar.getByRole('listitem').filter({ hasText: word }).getByText('1 answer')).toBeVisible();
  await page.getByLabel('Question Title').fill('Wh');
  await expect(similar).toBeHidden();
});

test('only its author can edit a question', async ({ page, browser, site }) => {
  await signUp(page, newName());
  const title = `Edited ${newName()}`;
  const id = await ask(page, title, 'Before', ['one', 'two']);
  await page.goto(`/edit/question/${id}`);
  await expect(page.getByLabel('Question Title')).toHaveValue(title);
  await expect(page.getByLabel('Tags')).toHaveValue('one two');
  await page.getByLabel('Question Text').fill('');
  await page.getByRole('button', { name: 'Save Question' }).click();
  await expect(page.getByText('Question text cannot be empty')).toBeVisible();
  await page.getByLabel('Question Text').fill('After');
  await page.reload();
  await expect(page.getByText('Draft restored')).toBeVisible();
  await page.getByLabel('Tags').fill('two three');
  await page.getByRole('button', { name: 'Save Question' }).click();
  await expect(page).toHaveURL(`/question/${id}`);
  // The form stays until the question has loaded, and its preview has the same text.
  await expect(page.getByRole('region', { name: 'Preview' })).toBeHidden();
  await expect(page.getByText('After', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'three' })).toBeVisible();

  const other = await newUser(browser, site);
  await other.goto(`/edit/question/${id}`);
  await expect(other.getByRole('heading', { name: 'You can only change your own posts' })).toBeVisible();
  await other.goto('/edit/question/0000000000000');
  await expect(other.getByRole('heading', { name: 'Question not found' })).toBeVisible();
});

test('a new answer is scrolled into view once', { tag: '@full' }, async ({ page, browser, site }) => {
  await signUp(page, newName());
  const title = `Answered ${newName()}`;
  const id = await ask(page, title);
  for (let number = 0; number < 8; number += 1) {
    await page.request.post('/answer/addAnswer', { data: { qid: id, ans: { text: 'Long\n\n'.repeat(10) } } });
  }
  const other = await newUser(browser, site);
  await other.goto(`/new/answer/${id}`);
  await other.getByLabel('Answer Text').fill('The last one');
  await other.reload();
  await expect(other.getByText('Draft restored')).toBeVisible();
  await other.getByLabel('Answer Text').press('Control+Enter');
  await expect(other).toHaveURL(new RegExp(`/question/${id}#.+`));
  await expect(other.getByRole('article').getByText('The last one')).toBeInViewport();

  // A history entry scrolls to its anchor only once.
  const address = other.url();
  await other.goto('about:blank');
  await other.goto(address);
  const last = other.getByRole('article').filter({ hasText: 'The last one' });
  await expect(last).toBeInViewport();
  await expect(last).toBeFocused();
  await other.evaluate(() => scrollTo(0, 300));
  await expect(last).not.toBeInViewport();
  await other.getByRole('link', { name: 'Tags', exact: true }).click();
  await expect(other.getByRole('heading', { name: /Tags$/ })).toBeVisible();
  await other.goBack();
  await expect(other.getByRole('heading', { name: title })).toBeVisible();
  await expect.poll(() => other.evaluate(() => scrollY)).toBe(300);
});

test('a closed question takes no answers', { tag: '@full' }, async ({ page, browser, site }) => {
  await signUp(page, newName());
  const title = `Settled ${newName()}`;
  const id = await ask(page, title);
  await page.request.post('/answer/addAnswer', { data: { qid: id, ans: { text: 'An answer' } } });
  const other = await newUser(browser, site);
  const reply = await page.request.delete('/question/deleteQuestion', { data: { qid: id } });
  expect((await reply.json()).closedAt).toBeTruthy();
  await other.goto(`/new/answer/${id}`);
  await expect(other.getByRole('heading', { name: 'This question is closed' })).toBeVisible();
  await expect(other.getByLabel('Answer Text')).toBeHidden();
  await other.goto('/questionPage');
  await expect(other.getByRole('article', { name: new RegExp(title) }).getByText('closed')).toBeVisible();
});

test('the streak popup stays open while it has focus', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  await page.clock.install();
  await page.goto('/questionPage?showStreakPopup=true');
  const link = page.getByRole('link', { name: 'Play Now' });
  await link.focus();
  await page.clock.runFor(6_000);
  await expect(link).toBeVisible();
  await link.blur();
  await page.clock.runFor(5_100);
  await expect(link).toBeHidden();
  await expect(page).toHaveURL('/questionPage');
});

test('a page whose code fails to load can be retried while other pages keep working', { tag: '@full' }, async ({
  page,
}) => {
  await signUp(page, newName());
  await openQuestions(page);
  await page.route('**/assets/TagsPage*', (route) => route.abort());
  await page.getByRole('link', { name: 'Tags', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This part of the site could not be loaded');
  await page.getByRole('link', { name: 'Questions', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'All Questions' })).toBeVisible();
  await page.getByRole('link', { name: 'Tags', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute('**/assets/TagsPage*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: /Tags$/ })).toBeVisible();
});

test('a page whose code loads slowly shows a progress bar', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  await openQuestions(page);
  const release = await holdRequests(page, '**/assets/TagsPage*');
  const bar = page.getByRole('progressbar', { name: 'Loading the page' });
  await page.getByRole('link', { name: 'Tags', exact: true }).click();
  await expect(bar).toBeVisible();
  await expect(page.getByRole('heading', { name: 'All Questions' }), 'the previous page stays visible').toBeVisible();
  await expectAccessible(page, 'while it is coming');
  release();
  await expect(page.getByRole('heading', { name: /Tags$/ })).toBeVisible();
  await expect(bar).toBeHidden();
});

test('focus moves to the page that a link opened', async ({ page }) => {
  await signUp(page, newName());
  const title = newName('focus');
  await ask(page, title);
  await page.goto('/questionPage');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('combobox', { name: 'Search Questions' }).fill(title);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/questionPage\?search=/);
  await expect(page.getByRole('combobox', { name: 'Search Questions' })).toBeFocused();
});

test('suggested tags scroll into view on a small screen', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const tag = newName('sight');
  for (const end of ['a', 'b', 'c', 'd']) await ask(page, `${tag} ${end}`, 'text', [`${tag}${end}`]);
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/new/question');
  await page.getByLabel('Tags').pressSequentially(tag);
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('option')).toHaveCount(4);
  await expect(list.getByRole('option').last()).toBeInViewport({ ratio: 1 });
});

test('right-to-left text is right-aligned and code is not', async ({ page }) => {
  await signUp(page, newName());
  const id = await ask(page, newName('rtl'), 'שלום עולם\n\nLatin words\n\n    code()');
  await page.goto(`/question/${id}`);
  const body = page.locator('.markdown').first();
  await expect(body.locator('p').first()).toHaveCSS('unicode-bidi', 'plaintext');
  const startsAt = (selector: string) =>
    body
      .locator(selector)
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [words, block] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
        return words.left - block.left < block.right - words.right ? 'left' : 'right';
      });
  expect(await startsAt('p')).toBe('right');
  expect(await startsAt('p:nth-of-type(2)')).toBe('left');
  expect(await startsAt('pre')).toBe('left');

  const fill = async (field: Locator) => {
    await field.fill('שלום');
    await expect(field).toHaveCSS('direction', 'rtl');
  };
  await fill(page.getByLabel('Search Questions'));
  await page.getByRole('button', { name: 'Show Comments' }).click();
  await fill(page.getByRole('textbox', { name: 'Comment' }));
  await page.getByRole('button', { name: 'Add Comment' }).click();
  await page.getByRole('button', { name: 'Edit comment' }).click();
  await fill(page.getByRole('textbox', { name: 'Edit comment' }));
  await page.goto('/new/question');
  await fill(page.getByLabel('Tags'));
});
