import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  localStorage.clear();
  vi.resetModules();
});

/** Imports the module as after a reload, with the stored values. */
async function show() {
  const { Settings } = await import('./Settings');
  render(<Settings />);
}

/** Simulates a change in another tab of this browser. */
function elsewhere(key: string, newValue: string) {
  localStorage.setItem(key, newValue);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
}

const { dataset } = document.documentElement;

it.each([
  ['Notifications', 'notificationsEnabled', true],
  ['Keyboard shortcuts', 'shortcuts', true],
  ['Color-blind mode', 'colorblind-mode', false],
])('%s are switched, which is remembered and holds in other tabs', async (name, key, defaultValue) => {
  await show();
  const toggle = screen.getByRole('checkbox', { name });
  expect((toggle as HTMLInputElement).checked).toBe(defaultValue);
  await userEvent.click(toggle);
  expect((toggle as HTMLInputElement).checked).toBe(!defaultValue);
  expect(localStorage.getItem(key)).toBe(String(!defaultValue));
  elsewhere(key, String(defaultValue));
  expect((toggle as HTMLInputElement).checked).toBe(defaultValue);
});

it.each([
  ['notificationsEnabled', 'false', 'Notifications', false],
  ['notificationsEnabled', 'what?', 'Notifications', true],
  ['shortcuts', 'false', 'Keyboard shortcuts', false],
  ['colorblind-mode', 'true', 'Color-blind mode', true],
])('what was stored as %s %s is found again', async (key, value, name, isOn) => {
  localStorage.setItem(key, value);
  await show();
  expect((screen.getByRole('checkbox', { name }) as HTMLInputElement).checked).toBe(isOn);
});

it('themes, text sizes and voice modes are those of the specification, and the theme of the system', async () => {
  await show();
  const options = (name: string) =>
    [...(screen.getByRole('combobox', { name }) as HTMLSelectElement).options].map(({ text }) => text);
  expect(options('Theme')).toEqual(['Flatly', 'Darkly', 'Minty', 'Quartz', 'Light', 'Dark', 'System']);
  expect(options('Text size')).toEqual(['Small', 'Medium', 'Large']);
  expect(options('Voice navigation')).toEqual(['Automatic', 'On click', 'Off']);
  expect(screen.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
  expect(screen.getByRole('combobox', { name: 'Text size' })).toHaveValue('medium');
  expect(screen.getByRole('combobox', { name: 'Voice navigation' })).toHaveValue('automatic');
});

it('the theme and the text size show at once, also when another tab chooses them', async () => {
  await show();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'Minty');
  expect(dataset).toMatchObject({ theme: 'minty', bsTheme: 'light', palette: 'own' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Text size' }), 'Large');
  expect(dataset).toMatchObject({ textSize: 'large' });
  elsewhere('theme', 'quartz');
  expect(dataset).toMatchObject({ theme: 'quartz', bsTheme: 'dark' });
  expect(screen.getByRole('combobox', { name: 'Theme' })).toHaveValue('quartz');
  elsewhere('theme', 'nonsense');
  expect(dataset).toMatchObject({ theme: 'dark' });
});

it('the color-blind mode chooses the colors in place of the theme, which comes back after it', async () => {
  await show();
  const select = screen.getByRole('combobox', { name: 'Theme' });
  await userEvent.selectOptions(select, 'Flatly');
  const toggle = screen.getByRole('checkbox', { name: 'Color-blind mode' });
  await userEvent.click(toggle);
  expect(select).toBeDisabled();
  expect(dataset).toMatchObject({ theme: 'light', bsTheme: 'light', palette: 'safe' });
  await userEvent.click(toggle);
  expect(select).toBeEnabled();
  expect(dataset).toMatchObject({ theme: 'flatly', bsTheme: 'light', palette: 'own' });
});
