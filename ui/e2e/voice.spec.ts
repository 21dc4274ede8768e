import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { fakeSpeech, say, startCount } from './fakeSpeech';
import { expect, holdRequests, newName, openQuestions, signUp, test } from './site';

const panel = (page: Page) => page.getByRole('region', { name: 'Voice navigation' });
const listening = (page: Page) => panel(page).getByText('Listening...', { exact: true });
const notListening = (page: Page) => panel(page).getByText('Not listening', { exact: true });
const button = (page: Page, name: string) => panel(page).getByRole('button', { name });

async function signUpListening(page: Page) {
  await fakeSpeech(page);
  const name = newName();
  await signUp(page, name);
  await openQuestions(page);
  await expect(listening(page)).toBeVisible();
  return name;
}

/** The phrases of the specification by page; its `/messages` is served at `/messaging`. */
const phrases: Record<string, string> = {
  '/home': 'go to home, open home, home page',
  '/messaging': 'open chats, go to chats, chat page, chats, messages, go to messages, messages page',
  '/questionPage': 'open questions, go to questions, questions, question page',
  '/tags': 'open tags, go to tags, tags, tags page',
  '/users': 'open users, go to users, users, users page',
  '/games': 'open games, go to games, games, games page',
  '/communities/all': 'open communities, go to communities, communities, communities page',
};

test('every phrase opens its page regardless of case', { tag: '@full' }, async ({ page }) => {
  await signUpListening(page);
  const startsBefore = await startCount(page);
  for (const [path, said] of Object.entries(phrases)) {
    for (const phrase of said.split(', ')) {
      await say(
        page,
        phrase.replace(/^\w/, (letter) => letter.toUpperCase()),
      );
      await expect(page, phrase).toHaveURL(path);
      // Leaves the page, so that the next phrase navigates.
      await say(page, path === '/tags' ? 'USERS' : 'TAGS');
      await expect(page).toHaveURL(path === '/tags' ? '/users' : '/tags');
    }
  }
  await expect(listening(page)).toBeVisible();
  expect(await startCount(page), 'one recognition session across all pages').toBe(startsBefore);
});

test('the back command goes one step back in the history', { tag: '@full' }, async ({ page }) => {
  await signUpListening(page);
  await say(page, 'tags');
  await expect(page).toHaveURL('/tags');
  await say(page, 'users');
  await expect(page).toHaveURL('/users');
  await say(page, 'Users.');
  await say(page, 'Go back');
  await expect(page, 'opening the same page again adds no history entry').toHaveURL('/tags');
  await say(page, 'navigate back');
  await expect(page).toHaveURL('/questionPage');
});

test('partial and interim phrases are not commands', { tag: '@full' }, async ({ page }) => {
  await signUpListening(page);
  await say(page, 'users');
  await expect(page).toHaveURL('/users');
  await say(page, 'go to tags please');
  await say(page, 'tag');
  await say(page, 'go to games', false);
  await expect(panel(page)).toContainText('go to games');
  await expect(page).toHaveURL('/users');
});

test('listening stops on command until it is started again', async ({ page }) => {
  await signUpListening(page);
  await say(page, 'Stop listening');
  await expect(notListening(page)).toBeVisible();
  const before = await startCount(page);
  await page.getByRole('link', { name: 'Tags', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Tags$/ })).toBeVisible();
  await expect(notListening(page)).toBeVisible();
  expect(await startCount(page)).toBe(before);
  await button(page, 'Start Listening').click();
  await expect(listening(page)).toBeVisible();
  await say(page, 'home page');
  await expect(page).toHaveURL('/home');
  await button(page, 'Stop Listening').click();
  await expect(notListening(page)).toBeVisible();
  await expect(page.evaluate(() => globalThis.speech.say('tags'))).rejects.toThrow('No recognition is running.');
});

test('a new recognition session starts after one ends and interim results count', { tag: '@full' }, async ({
  page,
}) => {
  await signUpListening(page);
  const before = await startCount(page);
  await say(page, 'go to users', false);
  await page.evaluate(() => globalThis.speech.end());
  await expect(page).toHaveURL('/users');
  await expect.poll(() => startCount(page)).toBe(before + 1);
  await expect(listening(page)).toBeVisible();
  await say(page, 'tags');
  await expect(page).toHaveURL('/tags');
});

test('a denied microphone is requested again only by the button', { tag: '@full' }, async ({ page }) => {
  await fakeSpeech(page, 'denied');
  await signUp(page, newName());
  await openQuestions(page);
  await expect(panel(page).getByText('The microphone is blocked.')).toBeVisible();
  await expect(notListening(page)).toBeVisible();
  expect(await startCount(page)).toBe(1);
  await page.reload();
  await expect(panel(page).getByText('The microphone is blocked.')).toBeVisible();
  expect(await startCount(page), 'the denial is remembered').toBe(0);
  await button(page, 'What can I say?').click();
  await expect(page.getByRole('dialog')).toContainText('Allow this site to use the microphone');
  await page.keyboard.press('Escape');
  // The user grants the permission.
  await page.evaluate(() => {
    globalThis.speech.permission = 'granted';
  });
  await button(page, 'Start Listening').click();
  await expect(listening(page)).toBeVisible();
  await say(page, 'tags');
  await expect(page).toHaveURL('/tags');
  await page.addInitScript(() => {
    globalThis.speech.permission = 'granted';
  });
  await page.reload();
  await expect(listening(page), 'the permission is remembered too').toBeVisible();
});

test('a browser without speech recognition shows a notice', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) {
      Object.defineProperty(window, name, { value: undefined });
    }
  });
  await signUp(page, newName());
  await openQuestions(page);
  await expect(panel(page)).toHaveText("Your browser doesn't support speech recognition.");
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'Users List' })).toBeVisible();
  await expect(panel(page), 'on every page').toBeVisible();
});

test('a hidden page stops listening until it is visible again', { tag: '@full' }, async ({ page }) => {
  await signUpListening(page);
  const show = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  const before = await startCount(page);
  await show(true);
  await expect(notListening(page)).toBeVisible();
  await expect(page.evaluate(() => globalThis.speech.say('tags'))).rejects.toThrow('No recognition is running.');
  await show(false);
  await expect(listening(page)).toBeVisible();
  expect(await startCount(page)).toBe(before + 1);
  await button(page, 'Stop Listening').click();
  await show(true);
  await show(false);
  await expect(notListening(page)).toBeVisible();
  expect(await startCount(page)).toBe(before + 1);
});

test('a microphone that keeps failing stops listening with the reason', { tag: '@full' }, async ({ page }) => {
  await signUpListening(page);
  const before = await startCount(page);
  for (let failures = 0; failures < 5; failures += 1) {
    await expect.poll(() => startCount(page)).toBe(before + failures);
    await page.evaluate(() => globalThis.speech.fail('audio-capture'));
  }
  await expect(panel(page).getByText('No microphone was found.')).toBeVisible();
  await expect(notListening(page)).toBeVisible();
});

test('the setting chooses between automatic, on click and off', { tag: '@full' }, async ({ page, context }) => {
  const name = await signUpListening(page);
  await page.goto(`/user/${name}`);
  const choice = page.getByRole('combobox', { name: 'Voice navigation' });
  await choice.selectOption('On click');
  await page.reload();
  await expect(notListening(page)).toBeVisible();
  expect(await startCount(page)).toBe(0);
  await button(page, 'Start Listening').click();
  await expect(listening(page)).toBeVisible();
  const other = await context.newPage();
  await fakeSpeech(other);
  await other.goto('/tags');
  await expect(notListening(other)).toBeVisible();
  await choice.selectOption('Off');
  await expect(panel(page)).toBeHidden();
  await expect(panel(other), 'other tabs follow').toBeHidden();
  await page.goto('/tags');
  await expect(page.getByRole('heading', { name: /Tags$/ })).toBeVisible();
  await expect(panel(page)).toBeHidden();
  await page.goto(`/user/${name}`);
  await choice.selectOption('Automatic');
  await expect(listening(page)).toBeVisible();
});

test('the panel causes no layout shift and its help is accessible', { tag: '@full' }, async ({ page }) => {
  await fakeSpeech(page);
  const release = await holdRequests(page, '**/later-*.js');
  await signUp(page, newName());
  await openQuestions(page);
  const heading = page.getByRole('heading', { name: 'All Questions' });
  const before = await heading.boundingBox();
  release();
  await expect(listening(page)).toBeVisible();
  await say(page, 'something very long that is no command at all '.repeat(10));
  await expect(panel(page)).toContainText('something very long');
  expect(await heading.boundingBox()).toEqual(before);
  await expectAccessible(page, 'the panel');
  await button(page, 'What can I say?').click();
  await expect(page.getByRole('dialog', { name: 'What you can say' })).toBeVisible();
  await expectAccessible(page, 'its help');
  await page.keyboard.press('Escape');
  await expect(button(page, 'What can I say?')).toBeFocused();
});
