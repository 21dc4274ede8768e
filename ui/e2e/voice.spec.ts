import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { expect, hold, newName, signUp, test } from './site';
import { fakeSpeech, say, starts } from './speech';

const panel = (page: Page) => page.getByRole('region', { name: 'Voice navigation' });
const listening = (page: Page) => panel(page).getByText('Listening...', { exact: true });
const notListening = (page: Page) => panel(page).getByText('Not listening', { exact: true });
const button = (page: Page, name: string) => panel(page).getByRole('button', { name });

async function signUpListening(page: Page) {
  await fakeSpeech(page);
  const name = newName();
  await signUp(page, name);
  await expect(listening(page)).toBeVisible();
  return name;
}

/** As the specification has them, but that what it calls /messages is at /messaging. */
const phrases: Record<string, string> = {
  '/home': 'go to home, open home, home page',
  '/messaging': 'open chats, go to chats, chat page, chats, messages, go to messages, messages page',
  '/questionPage': 'open questions, go to questions, questions, question page',
  '/tags': 'open tags, go to tags, tags, tags page',
  '/users': 'open users, go to users, users, users page',
  '/games': 'open games, go to games, games, games page',
  '/communities/all': 'open communities, go to communities, communities, communities page',
};

test('every phrase leads to its page, in any case, and on from there', async ({ page }) => {
  await signUpListening(page);
  const startsBefore = await starts(page);
  for (const [path, said] of Object.entries(phrases)) {
    for (const phrase of said.split(', ')) {
      await say(
        page,
        phrase.replace(/^\w/, (letter) => letter.toUpperCase()),
      );
      await expect(page, phrase).toHaveURL(path);
      // Elsewhere, so that the next phrase has somewhere to lead.
      await say(page, path === '/tags' ? 'USERS' : 'TAGS');
      await expect(page).toHaveURL(path === '/tags' ? '/users' : '/tags');
    }
  }
  await expect(listening(page)).toBeVisible();
  expect(await starts(page), 'one session, over all the pages').toBe(startsBefore);
});

test('back is one step of the history, and no part of a phrase is a command', async ({ page }) => {
  await signUpListening(page);
  await say(page, 'tags');
  await expect(page).toHaveURL('/tags');
  await say(page, 'users');
  await expect(page).toHaveURL('/users');
  await say(page, 'Users.');
  await say(page, 'go to tags please');
  await say(page, 'tag');
  await say(page, 'go to games', false);
  await expect(panel(page)).toContainText('go to games');
  await expect(page).toHaveURL('/users');
  await say(page, 'Go back');
  await expect(page, 'the same page again was no step').toHaveURL('/tags');
  await say(page, 'navigate back');
  await expect(page).toHaveURL('/questionPage');
});

test('it stops when told to, and stays so until started', async ({ page }) => {
  await signUpListening(page);
  await say(page, 'Stop listening');
  await expect(notListening(page)).toBeVisible();
  const before = await starts(page);
  await page.getByRole('link', { name: 'Tags', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Tags$/ })).toBeVisible();
  await expect(notListening(page)).toBeVisible();
  expect(await starts(page)).toBe(before);
  await button(page, 'Start Listening').click();
  await expect(listening(page)).toBeVisible();
  await say(page, 'home page');
  await expect(page).toHaveURL('/home');
  await button(page, 'Stop Listening').click();
  await expect(notListening(page)).toBeVisible();
  await expect(page.evaluate(() => globalThis.speech.say('tags'))).rejects.toThrow('Nobody listens.');
});

test('it goes on when a session ends, and hears what its end cut off', async ({ page }) => {
  await signUpListening(page);
  const before = await starts(page);
  await say(page, 'go to users', false);
  await page.evaluate(() => globalThis.speech.end());
  await expect(page).toHaveURL('/users');
  await expect.poll(() => starts(page)).toBe(before + 1);
  await expect(listening(page)).toBeVisible();
  await say(page, 'tags');
  await expect(page).toHaveURL('/tags');
});

test('a denied microphone is asked for once, and again by the button alone', async ({ page }) => {
  await fakeSpeech(page, 'denied');
  await signUp(page, newName());
  await expect(panel(page).getByText('The microphone is blocked.')).toBeVisible();
  await expect(notListening(page)).toBeVisible();
  expect(await starts(page)).toBe(1);
  await page.reload();
  await expect(panel(page).getByText('The microphone is blocked.')).toBeVisible();
  expect(await starts(page), 'it is remembered').toBe(0);
  await button(page, 'What can I say?').click();
  await expect(page.getByRole('dialog')).toContainText('Allow this site to use the microphone');
  await page.keyboard.press('Escape');
  // The user changes his mind.
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
  await expect(listening(page), 'that is remembered too').toBeVisible();
});

test('a browser without recognition says so', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) {
      Object.defineProperty(window, name, { value: undefined });
    }
  });
  await signUp(page, newName());
  await expect(panel(page)).toHaveText("Your browser doesn't support speech recognition.");
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'Users List' })).toBeVisible();
  await expect(panel(page), 'on every page').toBeVisible();
});

test('a page that is hidden does not listen, and goes on when it is seen', async ({ page }) => {
  await signUpListening(page);
  const show = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  const before = await starts(page);
  await show(true);
  await expect(notListening(page)).toBeVisible();
  await expect(page.evaluate(() => globalThis.speech.say('tags'))).rejects.toThrow('Nobody listens.');
  await show(false);
  await expect(listening(page)).toBeVisible();
  expect(await starts(page)).toBe(before + 1);
  await button(page, 'Stop Listening').click();
  await show(true);
  await show(false);
  await expect(notListening(page)).toBeVisible();
  expect(await starts(page)).toBe(before + 1);
});

test('a microphone that does not work is given up, with the reason', async ({ page }) => {
  await signUpListening(page);
  const before = await starts(page);
  for (let failures = 0; failures < 5; failures += 1) {
    await expect.poll(() => starts(page)).toBe(before + failures);
    await page.evaluate(() => globalThis.speech.fail('audio-capture'));
  }
  await expect(panel(page).getByText('No microphone was found.')).toBeVisible();
  await expect(notListening(page)).toBeVisible();
});

test('one chooses whether it listens by itself, on a click or never', async ({ page, context }) => {
  const name = await signUpListening(page);
  await page.goto(`/user/${name}`);
  const choice = page.getByRole('combobox', { name: 'Voice navigation' });
  await choice.selectOption('On click');
  await page.reload();
  await expect(notListening(page)).toBeVisible();
  expect(await starts(page)).toBe(0);
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

test('the panel is as high before it comes as after, and its help is accessible', async ({ page }) => {
  await fakeSpeech(page);
  const come = await hold(page, '**/later-*.js');
  await signUp(page, newName());
  const heading = page.getByRole('heading', { name: 'All Questions' });
  const before = await heading.boundingBox();
  come();
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
