import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installFakeServer, rejection } from '../../testing/fakeServer';

const fakeServer = installFakeServer();

let sent: string[];
let stop: () => void;

/** Imports the modules as after a reload. */
async function load() {
  vi.resetModules();
  const account = await import('./account');
  const { theme } = await import('./appearance');
  const { shortcutKeys } = await import('./navigation');
  stop = account.keepInAccount();
  return { ...account, theme, shortcutKeys };
}

beforeEach(() => {
  sent = [];
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeServer.on('PATCH /user/setPreferences', ({ body }) => {
    sent.push(String(body));
    return {};
  });
});
afterEach(() => {
  stop();
  localStorage.clear();
  vi.restoreAllMocks();
});

it('shows what the account has chosen, under the keys of the specification, and sends nothing back', async () => {
  const { adoptPreferences, theme, shortcutKeys } = await load();
  adoptPreferences({ theme: 'minty', shortcuts: false });
  expect([theme.get(), shortcutKeys.get()]).toEqual(['minty', 'false']);
  expect(document.documentElement.dataset.theme).toBe('minty');
  expect(localStorage.getItem('theme')).toBe('minty');
  adoptPreferences({});
  adoptPreferences(undefined);
  expect(theme.get(), 'what the account has not chosen is the browser’s').toBe('minty');
  expect(sent).toEqual([]);
});

it('saves what the user chooses, one after the other, and shows nothing older meanwhile', async () => {
  let answer = () => {};
  fakeServer.on('PATCH /user/setPreferences', async ({ body }) => {
    sent.push(String(body));
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return {};
  });
  const { adoptPreferences, theme, shortcutKeys } = await load();
  theme.set('light');
  shortcutKeys.set('false');
  theme.set('quartz');
  await vi.waitFor(() => expect(sent).toEqual(['{"theme":"light"}']));
  adoptPreferences({ theme: 'light' });
  expect(theme.get()).toBe('quartz');
  for (const next of ['{"shortcuts":false}', '{"theme":"quartz"}']) {
    answer();
    await vi.waitFor(() => expect(sent.at(-1)).toBe(next));
  }
  answer();
  await vi.waitFor(() => {
    adoptPreferences({ theme: 'darkly' });
    expect(theme.get(), 'from another device').toBe('darkly');
  });
});

it('says that the account could not be reached, until it can', async () => {
  fakeServer.on('PATCH /user/setPreferences', () => rejection(503));
  const { onSavingChange, savingError, theme } = await load();
  const changed = vi.fn();
  const end = onSavingChange(changed);
  theme.set('light');
  await vi.waitFor(() => expect(savingError()).toMatch(/could not be reached/));
  fakeServer.on('PATCH /user/setPreferences', () => ({}));
  theme.set('dark');
  await vi.waitFor(() => expect(savingError()).toBeNull());
  expect(changed).toHaveBeenCalledTimes(2);
  end();
});
