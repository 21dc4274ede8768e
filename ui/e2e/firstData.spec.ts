import { ask, expect, holdRequests, newUser, test } from './site';

test('a question is readable before any call is answered, and its view is counted', async ({ browser, site }) => {
  const [author, reader] = [await newUser(browser, site), await newUser(browser, site)];
  const qid = await ask(author, 'Which ink?', 'One that is **black**.');
  const release = await holdRequests(reader, `**/question/getQuestionById/${qid}`);
  await reader.goto(`/question/${qid}`);
  await expect(reader.getByRole('heading', { level: 1, name: 'Which ink?' })).toBeVisible();
  await expect(reader.locator('strong', { hasText: 'black' })).toBeVisible();
  await expect(reader.getByText('0 views')).toBeVisible();
  release();
  await expect(reader.getByText('1 view ')).toBeVisible();
});

test('the page of a question names all files that its first paint needs', async ({ browser, site }) => {
  const reader = await newUser(browser, site);
  const qid = await ask(reader, 'Which paper?', 'White.');
  const html = await (await reader.request.get(`/question/${qid}`, { headers: { accept: 'text/html' } })).text();
  const loaded: string[] = [];
  reader.on('request', (request) => {
    const [, file] = request.url().match(/\/assets\/([^/]+\.(?:js|css))$/) ?? [];
    if (file) loaded.push(file);
  });
  await reader.goto(`/question/${qid}`);
  await expect(reader.getByText('White.')).toBeVisible();
  const late = loaded.filter((file) => !html.includes(file));
  // What waits for the first paint, or loads when the browser is idle.
  expect(late.filter((file) => !/^(?:math|katex|highlightCode)-/.test(file))).toEqual([]);
});
