import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { ask, expect, newName, newUser, signUp, test } from './site';

type Visibility = 'public' | 'private';

/** Sends a request that must succeed and returns its response. */
async function send<T>(page: Page, method: string, path: string, data: unknown): Promise<T> {
  const response = await page.request.fetch(path, { method, data });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as T;
}

/** Creates a community through the API and returns its id. */
const createCommunity = async (page: Page, name: string, visibility: Visibility = 'public', description = '') =>
  (await send<{ _id: string }>(page, 'POST', '/community/addCommunity', { name, description, visibility }))._id;

/** Requests to join and approves the request, both through the API. */
async function join(page: Page, username: string, id: string, moderator: Page) {
  await send(page, 'POST', `/community/addMemberRequest/${id}`, {});
  await send(moderator, 'POST', `/community/approveMemberRequest/${id}`, { userId: username });
}

const askInCommunity = async (page: Page, communityId: string, title: string, tags = ['test']) =>
  (
    await send<{ _id: string }>(page, 'POST', '/question/addQuestion', {
      title,
      text: 'Some text',
      tags: tags.map((name) => ({ name })),
      communityId,
    })
  )._id;

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The viewer's role as shown in the page header. */
const label = (page: Page, text: string) => page.locator('main header').getByText(text, { exact: true });
const joinRequests = (page: Page) => page.getByRole('region', { name: 'Join Requests' });
const membersPanel = (page: Page) => page.getByRole('region', { name: 'Members and moderators' });
const person = (page: Page, username: string) =>
  membersPanel(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: username, exact: true }) });
const accessRequired = 'Must request access to join this community.';
const membershipRequired = 'Please join the community to ask a question.';

/** Opens the page of a community that the user can read. */
async function open(page: Page, id: string, name: string) {
  await page.goto(`/communities/${id}`);
  await expect(heading(page, name)).toBeVisible();
}

async function choose(page: Page, menu: string, action: string, confirm: string) {
  await button(page, menu).click();
  await button(page, action).click();
  await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a private community is joined on request and its questions stay hidden from outsiders', async ({
  browser,
  site,
}) => {
  const [benName, zoeName] = [newName('ben'), newName('zoe')];
  const [ann, ben, zoe] = [
    await newUser(browser, site),
    await newUser(browser, site, benName),
    await newUser(browser, site, zoeName),
  ];
  const name = newName('Secret');
  const [secret, tag] = [`Secret ${newName()}`, newName('tag')];
  for (const page of [ben, zoe]) {
    await page.goto(`/communities/all?search=${name}`);
    await expect(page.getByText('No Communities Found')).toBeVisible();
  }

  await test.step('create a private community', async () => {
    await ann.goto('/communities/all');
    await button(ann, 'Create Community').click();
    await expect(ann.getByLabel('Name*')).toBeFocused();
    await ann.getByLabel('Name*').fill(name);
    await ann.getByLabel('Description').fill('For *few*');
    await ann.getByLabel('Private').check();
    await button(ann, 'Create').click();
    await ann.getByRole('link', { name: 'Go there' }).click();
    await expect(heading(ann, name)).toBeVisible();
    await expect(label(ann, 'Owner')).toBeVisible();
    await expect(joinRequests(ann).getByText('No pending requests')).toBeVisible();
  });
  await test.step('request to join it', async () => {
    // The new community appears live in an open list.
    await expect(card(ben, name).getByText('Private')).toBeAttached();
    await card(ben, name).getByRole('button', { name: 'Request to Join' }).click();
    await expect(card(ben, name).getByRole('button', { name: 'Request Sent' })).toBeDisabled();
    await ben.getByRole('link', { name }).click();
    await expect(heading(ben, accessRequired)).toBeVisible();
    await expect(button(ben, 'Request Sent')).toBeDisabled();
    await expect(ben.getByRole('tablist')).toBeHidden();
  });
  await test.step('a moderator accepts the request live', async () => {
    const request = joinRequests(ann).getByRole('listitem').filter({ hasText: benName });
    await request.getByRole('button', { name: 'Accept' }).click();
    await expect(joinRequests(ann).getByText('No pending requests')).toBeVisible();
    await expect(ann.getByRole('tab', { name: 'Members (2)' })).toBeVisible();
    await expect(person(ann, benName)).toBeVisible();
    await expect(label(ben, 'Joined')).toBeVisible();
    await expect(ben.getByRole('tab', { name: 'Members (2)' })).toBeVisible();
    await expect(heading(ben, accessRequired)).toBeHidden();
  });
  // Everything pushed to the outsider from here on, over either transport.
  const pushed: string[] = [];
  zoe.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => pushed.push(String(payload))));
  zoe.on('response', (response) => {
    if (response.url().includes('/socket.io/'))
      void response
        .text()
        .then((text) => pushed.push(text))
        .catch(() => {});
  });
  await test.step('an outsider has a live connection', async () => {
    await zoe.goto('/questionPage');
    await expect(heading(zoe, 'All Questions')).toBeVisible();
    await expect.poll(() => pushed.length).toBeGreaterThan(0);
  });
  await test.step('a member asks a question that other members see live', async () => {
    await ben.getByRole('link', { name: 'Ask a Question' }).click();
    await expect(ben).toHaveURL(/\/new\/question\?communityId=/);
    await expect(ben.getByRole('main').getByText(`In ${name}`)).toContainText(
      'only its members will see your question',
    );
    await ben.getByLabel('Question Title').fill(secret);
    await ben.getByLabel('Question Text').fill('Whisper');
    await ben.getByLabel('Tags').fill(tag);
    await button(ben, 'Post Question').click();
    await expect(ben).toHaveURL(/\/communities\/[^/?]+$/);
    await expect(ben.getByRole('link', { name: secret })).toBeVisible();
    await ann.getByRole('link', { name: secret }).click();
    // The list has this heading too.
    await expect(ann).toHaveURL(/\/question\//);
    await expect(heading(ann, secret)).toBeVisible();
    await expect(ann.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      /^\/communities\//,
    );
    await expect(ann.getByRole('main').getByRole('link', { name: 'Ask a Question' })).toHaveAttribute(
      'href',
      /communityId=/,
    );
  });
  const [question, community] = [new URL(ann.url()).pathname, new URL(ben.url()).pathname];

  await test.step('outsiders do not receive the question live', async () => {
    // Live: the outsider receives only the public question, which is asked after the private one.
    const open = `Open ${newName()}`;
    await ask(ben, open);
    await expect.poll(() => pushed.some((frame) => frame.includes(open))).toBe(true);
    expect(pushed.filter((frame) => frame.includes(secret) || frame.includes(tag))).toEqual([]);
    await expect(zoe.getByRole('link', { name: open })).toBeVisible();
    await expect(zoe.getByRole('link', { name: secret })).toHaveCount(0);
  });
  await test.step('outsiders do not find it by search, tag or URL', async () => {
    // Search, tags and addresses.
    await zoe.goto(`/questionPage?search=${encodeURIComponent(`"${secret}"`)}`);
    // Other questions have some of the words.
    await expect(zoe.getByText(/No Questions Found|Nobody wrote these words in this order/).first()).toBeVisible();
    await expect(zoe.getByRole('article').getByRole('link', { name: secret })).toBeHidden();
    await zoe.goto(`/tags?search=${tag}`);
    await expect(heading(zoe, 'No Tags Found')).toBeVisible();
    await zoe.goto(question);
    await expect(heading(zoe, 'Question not found')).toBeVisible();
    await zoe.goto(community);
    await expect(heading(zoe, accessRequired)).toBeVisible();
    await expect(zoe.getByText(benName)).toHaveCount(0);
    await zoe.goto(`/new/question?communityId=${community.split('/').at(-1)}`);
    await expect(zoe.getByText(membershipRequired)).toBeVisible();
  });
  await test.step('a member who leaves is an outsider in every tab', async () => {
    // A user who leaves is an outsider in every tab.
    const tab = await ben.context().newPage();
    await tab.goto(question);
    await expect(heading(tab, secret)).toBeVisible();
    await choose(ben, 'More actions', 'Leave community', 'Leave');
    await expect(heading(ben, accessRequired)).toBeVisible();
    await expect(button(ben, 'Request to Join')).toBeEnabled();
    await expect(heading(tab, 'Question not found')).toBeVisible();
    await expect(heading(tab, secret)).toHaveCount(0);
  });
});

test('a public community is joined with one click from its page or its card', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site)];
  const name = newName('Open');
  const id = await createCommunity(ann, name, 'public', 'For **all**');
  const qid = await askInCommunity(ann, id, `Inside ${name}`);

  await ben.goto(`/question/${qid}`);
  await expect(heading(ben, `Inside ${name}`)).toBeVisible();
  await expect(ben.getByRole('main').getByText(membershipRequired)).toBeVisible();
  await expect(ben.getByRole('main').getByRole('link', { name: 'Ask a Question' })).toHaveCount(0);
  await ben.getByRole('main').getByRole('link', { name, exact: true }).click();
  await expect(heading(ben, name)).toBeVisible();
  await expect(ben.getByText(membershipRequired)).toBeVisible();
  await expect(ben.getByRole('link', { name: `Inside ${name}` })).toBeVisible();
  await button(ben, 'Join').click();
  await expect(label(ben, 'Joined')).toBeVisible();
  await expect(ben.getByRole('link', { name: 'Ask a Question' })).toBeVisible();
  await expect(ben.getByRole('tab', { name: 'Members (2)' })).toBeVisible();
  const nav = ben.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link', { name: 'Communities', exact: true })).toHaveAttribute('aria-expanded', 'true');
  await nav.getByRole('link', { name: 'All Communities' }).click();
  await expect(heading(ben, 'All Communities')).toBeVisible();
  await nav.getByRole('link', { name: 'My Communities' }).click();
  await expect(heading(ben, 'My Communities')).toBeVisible();
  await expect(card(ben, name).getByRole('button', { name: 'Joined' })).toBeDisabled();
  await expect(card(ben, name)).toContainText('For all');

  await ben.getByRole('link', { name }).click();
  await choose(ben, 'More actions', 'Leave community', 'Leave');
  await expect(button(ben, 'Join')).toBeVisible();
  await ben.goto('/communities/my');
  await expect(ben.getByText('You are not part of any communities.')).toBeVisible();
  await ben.goto(`/communities/all?search=${name}`);
  await card(ben, name).getByRole('button', { name: 'Join', exact: true }).click();
  await expect(card(ben, name).getByRole('button', { name: 'Joined' })).toBeDisabled();
  await expect(card(ben, name)).toContainText('2 members');
});

test('a failed join and a failed approval are rolled back', { tag: '@full' }, async ({ browser, site }) => {
  const benName = newName('ben');
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site, benName)];
  const [name, other] = [newName('Open'), newName('Closed')];
  await createCommunity(ann, name);
  const id = await createCommunity(ann, other, 'private');
  await ben.goto(`/communities/all?search=${name}`);
  await ben.route('**/community/addMember/**', (route) =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: 'The site is busy' }),
  );
  await card(ben, name).getByRole('button', { name: 'Join', exact: true }).click();
  await expect(card(ben, name).getByRole('alert').getByRole('paragraph')).toHaveText([
    'Error when adding member to community',
    'The site is busy',
  ]);
  await expect(card(ben, name).getByRole('button', { name: 'Join', exact: true })).toBeEnabled();

  await send(ben, 'POST', `/community/addMemberRequest/${id}`, {});
  await open(ann, id, other);
  await ann.route('**/community/approveMemberRequest/**', (route) => route.abort());
  await joinRequests(ann).getByRole('button', { name: 'Accept' }).click();
  await expect(joinRequests(ann).getByRole('alert')).toContainText('Error while approving member request');
  await expect(joinRequests(ann).getByRole('button', { name: 'Accept' })).toBeFocused();
  await ann.route('**/community/rejectMemberRequest/**', (route) => route.abort());
  await joinRequests(ann).getByRole('button', { name: 'Deny' }).click();
  await expect(joinRequests(ann).getByRole('alert')).toContainText('Error while rejecting member request');
  await ann.unroute('**/community/rejectMemberRequest/**');
  await joinRequests(ann).getByRole('button', { name: 'Deny' }).click();
  await expect(joinRequests(ann).getByText('No pending requests')).toBeVisible();
  await ben.goto(`/communities/${id}`);
  await expect(button(ben, 'Request to Join')).toBeEnabled();
});

test('member role changes and removals appear live for everyone', { tag: '@full' }, async ({ browser, site }) => {
  const [benName, cleoName] = [newName('ben'), newName('cleo')];
  const [ann, ben, cleo] = [
    await newUser(browser, site),
    await newUser(browser, site, benName),
    await newUser(browser, site, cleoName),
  ];
  const name = newName('Guild');
  const id = await createCommunity(ann, name, 'private');
  await join(ben, benName, id, ann);
  await join(cleo, cleoName, id, ann);
  for (const page of [ann, ben, cleo]) await open(page, id, name);
  await expect(joinRequests(ben)).toBeHidden();
  await expect(ben.getByRole('tab', { name: 'Members (3)' })).toBeVisible();
  await expect(button(ben, 'Promote to Moderator')).toHaveCount(0);

  await test.step('a member is promoted to moderator', async () => {
    await person(ann, benName).getByRole('button', { name: 'Promote to Moderator' }).click();
    await expect(ann.getByRole('tab', { name: 'Moderators (2)' })).toBeVisible();
    await expect(joinRequests(ben).getByText('No pending requests')).toBeVisible();
    await expect(person(cleo, benName)).toContainText('Moderator');
    await cleo.getByRole('tab', { name: 'Moderators (2)' }).click();
    await expect(membersPanel(cleo).getByRole('listitem')).toHaveCount(2);
  });
  await test.step('a moderator removes a member', async () => {
    await choose(ben, `More actions for ${cleoName}`, 'Remove from community', 'Remove');
    await expect(heading(cleo, accessRequired)).toBeVisible();
    await expect(ann.getByRole('tab', { name: 'Members (2)' })).toBeVisible();
  });
  await test.step('the owner hands the community over and leaves', async () => {
    await choose(ann, `More actions for ${benName}`, 'Hand over community', 'Hand over');
    await expect(label(ben, 'Owner')).toBeVisible();
    await expect(label(ann, 'Joined')).toBeVisible();
    await choose(ann, 'More actions', 'Leave community', 'Leave');
    await expect(heading(ann, accessRequired)).toBeVisible();
    await expect(ben.getByRole('tab', { name: 'Members (1)' })).toBeVisible();
  });
});

test('an archived community is read-only until its owner unarchives it', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const benName = newName('ben');
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site, benName)];
  const name = newName('Old');
  const id = await createCommunity(ann, name);
  await askInCommunity(ann, id, `Asked in ${name}`);
  await ben.goto(`/communities/all?search=${name}`);
  await expect(card(ben, name)).toBeVisible();
  await open(ann, id, name);
  await choose(ann, 'More actions', 'Archive community', 'Archive');
  await expect(ann.getByText('This community is archived')).toBeVisible();
  await expect(ann.getByRole('link', { name: 'Ask a Question' })).toHaveCount(0);
  await expect(ann.getByRole('link', { name: `Asked in ${name}` })).toBeVisible();
  await expect(ben.getByText('No Communities Found')).toBeVisible();
  await open(ben, id, name);
  await expect(ben.getByText('This community is archived')).toBeVisible();
  await expect(button(ben, 'Join')).toHaveCount(0);
  await ann.goto('/communities/my');
  await expect(card(ann, name)).toContainText('archived');
  await open(ann, id, name);
  await button(ann, 'Unarchive').click();
  await expect(ann.getByRole('link', { name: 'Ask a Question' })).toBeVisible();
  await expect(button(ben, 'Join')).toBeVisible();
});

test("the search and order of a community's questions are kept in the URL", { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const name = newName('Library');
  const id = await createCommunity(page, name);
  const word = `papyrus${Date.now()}`;
  await askInCommunity(page, id, `Read ${word}`);
  await askInCommunity(page, id, `Other ${name}`);
  await ask(page, `Outside ${word}`);
  await open(page, id, name);
  await expect(page.getByText('2 questions', { exact: true })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search this community' }).fill(` ${word} `);
  await expect(page).toHaveURL(`/communities/${id}?search=${word}`);
  await expect(heading(page, 'Search Results')).toBeVisible();
  await expect(page.getByText('1 questions', { exact: true })).toBeVisible();
  await button(page, 'Most Viewed').click();
  await expect(page).toHaveURL(`/communities/${id}?search=${word}&order=mostViewed`);
  await page.reload();
  await expect(page.getByRole('link', { name: `Read ${word}` })).toBeVisible();
  await expect(button(page, 'Most Viewed')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('link', { name: `Outside ${word}` })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search this community' }).fill(`${word} -read`);
  await expect(heading(page, 'No Questions Found')).toBeVisible();
  await page.getByRole('link', { name: 'Clear the search' }).click();
  await expect(page).toHaveURL(`/communities/${id}`);
  await expect(page.getByText('2 questions', { exact: true })).toBeVisible();
});

test('unknown communities and invalid names show an error', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  const name = newName('Taken');
  await createCommunity(page, name);
  await page.goto('/communities/0000000000000');
  await expect(page.getByText('error', { exact: true })).toBeVisible();
  await expect(button(page, 'Try again')).toBeVisible();
  await page.goto('/communities/all');
  await button(page, 'Create Community').click();
  await button(page, 'Create').click();
  await expect(page.getByText('Community name cannot be empty')).toBeVisible();
  await page.getByLabel('Name*').fill(`  ${name.toUpperCase()} `);
  await button(page, 'Create').click();
  await expect(page.getByText('Community name already exists.')).toBeVisible();
  await expect(page.getByLabel('Name*')).toBeFocused();
  await page.reload();
  await button(page, 'Create Community').click();
  await expect(page.getByText('Draft restored')).toBeVisible();
});

test('communities are created and managed with the keyboard alone', { tag: '@full' }, async ({ browser, site }) => {
  const benName = newName('ben');
  const [ann, ben] = [await newUser(browser, site), await newUser(browser, site, benName)];
  const name = newName('Keys');
  /** Presses Tab until the element with this name has focus. */
  const tabTo = async (name: string | RegExp) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await ann.keyboard.press('Tab');
      const focused = ann.locator('*:focus');
      const label = (await focused.getAttribute('aria-label')) ?? (await focused.textContent()) ?? '';
      if (typeof name === 'string' ? label.trim() === name : name.test(label)) return;
    }
    throw new Error(`Tab does not lead to ${name}`);
  };
  await test.step('create a private community', async () => {
    await ann.goto('/communities/all');
    await expect(heading(ann, 'All Communities')).toBeVisible();
    await tabTo('Create Community');
    await ann.keyboard.press('Enter');
    await expect(ann.getByLabel('Name*')).toBeFocused();
    await ann.keyboard.type(name);
    // The description, and the button that adds pictures to it.
    for (let presses = 0; presses < 3; presses += 1) await ann.keyboard.press('Tab');
    await expect(ann.getByLabel('Public')).toBeFocused();
    await ann.keyboard.press('ArrowDown');
    await expect(ann.getByLabel('Private')).toBeChecked();
    await ann.keyboard.press('Control+Enter');
    await expect(ann.getByRole('link', { name: 'Go there' })).toBeVisible();
    await expect(button(ann, 'Create Community')).toBeFocused();
    await tabTo('Go there');
    await ann.keyboard.press('Enter');
    await expect(heading(ann, name)).toBeVisible();
  });
  const id = new URL(ann.url()).pathname.split('/').at(-1) ?? '';

  await test.step('accept a request', async () => {
    await send(ben, 'POST', `/community/addMemberRequest/${id}`, {});
    await expect(joinRequests(ann).getByRole('button', { name: 'Accept' })).toBeVisible();
    await tabTo('Accept');
    await ann.keyboard.press('Enter');
    await expect(joinRequests(ann).getByText('No pending requests')).toBeVisible();
    await expect(joinRequests(ann)).toBeFocused();
    await expect(person(ann, benName)).toBeVisible();
  });
  await test.step('switch between the tabs', async () => {
    await tabTo(/^Members/);
    await ann.keyboard.press('ArrowRight');
    await expect(ann.getByRole('tab', { name: 'Moderators (1)' })).toBeFocused();
    await ann.keyboard.press('ArrowLeft');
    await expect(person(ann, benName)).toBeVisible();
  });
  await test.step('open and close the menu of a member', async () => {
    await tabTo(`More actions for ${benName}`);
    await ann.keyboard.press('Enter');
    await expect(button(ann, 'Hand over community')).toBeFocused();
    await ann.keyboard.press('Escape');
    await expect(button(ann, `More actions for ${benName}`)).toBeFocused();
  });
  await test.step('cancel and confirm the removal of the member', async () => {
    await ann.keyboard.press('Enter');
    await tabTo('Remove from community');
    await ann.keyboard.press('Enter');
    const dialog = ann.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await ann.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button(ann, `More actions for ${benName}`)).toBeFocused();
    await ann.keyboard.press('Enter');
    await tabTo('Remove from community');
    await ann.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await ann.keyboard.press('Tab');
    await ann.keyboard.press('Enter');
    await expect(ann.getByRole('tab', { name: 'Members (1)' })).toBeVisible();
    await expect(membersPanel(ann)).toBeFocused();
  });
});

test('community pages have no accessibility violations in dark and light', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  test.setTimeout(240_000);
  const [benName, danName] = [newName('ben'), newName('dan')];
  const [ann, ben, dan] = [
    await newUser(browser, site),
    await newUser(browser, site, benName),
    await newUser(browser, site, danName),
  ];
  const expectBoth = (page: Page, where: string) => expectAccessible(page, where, ['dark', 'light']);
  const name = newName('Axe');
  const id = await createCommunity(
    ann,
    `${name} private`,
    'private',
    'For *few*, with `code` and [a link](https://x.y)',
  );
  const publicId = await createCommunity(ann, `${name} public`, 'public', 'For all');
  await join(ben, benName, id, ann);
  const qid = await askInCommunity(ben, id, `Inside ${name}`);
  await askInCommunity(ann, publicId, `In the open ${name}`);
  await dan.goto(`/communities/all?search=${name}`);
  await card(dan, `${name} private`).getByRole('button', { name: 'Request to Join' }).click();
  await card(dan, `${name} public`).getByRole('button', { name: 'Join', exact: true }).click();
  await expect(card(dan, `${name} public`).getByRole('button', { name: 'Joined' })).toBeVisible();
  await expectBoth(dan, 'all communities');
  await dan.goto(`/communities/${id}`);
  await expect(button(dan, 'Withdraw request')).toBeVisible();
  await expectBoth(dan, 'a private community, as one who has asked to join');

  await ann.goto('/communities/my');
  await button(ann, 'Create Community').click();
  await button(ann, 'Create').click();
  await expect(ann.getByText('Community name cannot be empty')).toBeVisible();
  await expectBoth(ann, 'my communities and the form');
  await open(ann, id, `${name} private`);
  await expect(joinRequests(ann).getByRole('button', { name: 'Accept' })).toBeVisible();
  await expect(person(ann, benName)).toBeVisible();
  await expectBoth(ann, 'a private community, as its owner');
  await button(ann, `More actions for ${benName}`).click();
  await expect(button(ann, 'Hand over community')).toBeFocused();
  await expectBoth(ann, 'its menu');
  await button(ann, 'Hand over community').click();
  await expect(ann.getByRole('dialog')).toBeVisible();
  await expectBoth(ann, 'its dialog');

  await open(ben, publicId, `${name} public`);
  await expect(ben.getByText(membershipRequired)).toBeVisible();
  await expectBoth(ben, 'a public community, as an outsider');
  await ben.goto(`/question/${qid}`);
  await expect(heading(ben, `Inside ${name}`)).toBeVisible();
  await expect(ben.getByRole('main').getByRole('link', { name: `${name} private` })).toBeVisible();
  await expectBoth(ben, 'a question in a community');
  await ben.goto(`/new/question?communityId=${publicId}`);
  await expect(ben.getByText(membershipRequired)).toBeVisible();
  await expectBoth(ben, 'asking where one may not');
  await send(ann, 'POST', `/community/archiveCommunity/${publicId}`, {});
  await open(ben, publicId, `${name} public`);
  await expect(ben.getByText('This community is archived')).toBeVisible();
  await expectBoth(ben, 'an archived community');
  await ben.goto('/communities/0000000000000');
  await expect(button(ben, 'Try again')).toBeVisible();
  await expectBoth(ben, 'no community');
});

test('a moderator removes a post of the community, and restores it', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  const owner = newName('owner');
  await signUp(page, owner);
  const id = await createCommunity(page, newName('Columns'));
  const author = await newUser(browser, site);
  await send(author, 'POST', `/community/addMember/${id}`, {});
  const title = newName('Buy my columns');
  const qid = await askInCommunity(author, id, title);
  const elsewhere = await ask(author, newName('Outside'));

  await page.goto(`/question/${elsewhere}`);
  await expect(page.getByRole('button', { name: 'Upvote' }).first()).toBeVisible();
  await expect(button(page, 'Remove question')).toHaveCount(0);
  await author.goto(`/question/${qid}`);
  await expect(heading(author, title)).toBeVisible();
  await expect(button(author, 'Remove question')).toHaveCount(0);

  await page.goto(`/question/${qid}`);
  await button(page, 'Remove question').click();
  const dialog = page.getByRole('dialog', { name: 'Remove this question?' });
  await dialog.getByRole('textbox').fill('Advertising');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(author.getByText('A moderator removed this question: Advertising')).toBeVisible();

  await page.goto(`/communities/${id}`);
  await page.getByText('Removed posts').click();
  await expect(page.getByText('Reason: Advertising')).toBeVisible();
  await expectAccessible(page, 'the removed posts of a community');
  await page.getByRole('button', { name: /^Restore the question/ }).click();
  await expect(page.getByRole('heading', { name: 'No removed posts' })).toBeVisible();
  await expect(heading(author, title)).toBeVisible();
});
