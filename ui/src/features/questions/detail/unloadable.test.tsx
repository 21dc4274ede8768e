import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { post, show, user, withPage } from '../../../testing/questionPage';

// Modules that load on demand from a server that is down or runs another version.
vi.mock('./EditText', () => Promise.reject(new TypeError('no network')));
vi.mock('./DuplicatePanel', () => Promise.reject(new TypeError('no network')));

withPage();
beforeEach(async () => void (await show()));

/** Clicks the buttons inside, one after the other. */
const press = async (inside: HTMLElement, ...names: string[]) => {
  for (const name of names) await act(() => user.click(within(inside).getByRole('button', { name })));
};

it.each([
  ['the editor of an answer', () => press(post('two'), 'Edit')],
  [
    'the editor of a comment',
    () => press(screen.getByRole('region', { name: 'Question' }), 'Show Comments', 'Edit comment'),
  ],
  ['the panel for duplicates', () => press(screen.getByRole('region', { name: 'Question' }), 'Mark as duplicate')],
])('leaves the question standing when %s cannot be loaded', async (_, open) => {
  await open();
  expect(await screen.findByText('This part of the site could not be loaded')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Why?' })).toBeVisible();
});
