import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { readDrafts } from '../../lib/drafts';
import { useDraft } from '../../lib/useDraft';
import { renderApp } from '../../testing/renderApp';
import DraftsPage from './DraftsPage';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const minute = 60_000;

function store(form: string, text: string, minutesAgo: number, more: object = {}) {
  const draft = { fields: { text }, base: { text: '' }, at: Date.now() - minutesAgo * minute, ...more };
  localStorage.setItem(`draft u ${form}\n${text}`, JSON.stringify(draft));
}

it('lists the unsent texts with time and place, newest first, and deletes them', async () => {
  store('answer to q', 'An answer', 3, { place: { path: '/question/q', title: 'Why?' } });
  store('question', 'A question', 2);
  store('edit of p', 'Same', 1, { base: { text: 'Same' } });
  localStorage.setItem('draft u biography', JSON.stringify({ text: 'Of an earlier version' }));
  localStorage.setItem('draft v question', JSON.stringify({ text: 'Of another user' }));
  renderApp(<DraftsPage />);
  const items = screen.getAllByRole('listitem');
  expect(items.map((item) => within(item).getByRole<HTMLTextAreaElement>('textbox').value)).toEqual([
    'A question',
    'An answer',
    'Of an earlier version',
  ]);
  expect(items[0]).toHaveTextContent(/^New question2 minutes ago/);
  expect(items[1]).toHaveTextContent(/^Answer · Why\?3 minutes ago/);
  expect(within(items[1] as HTMLElement).getByRole('link')).toHaveAttribute('href', '/question/q');
  await userEvent.click(screen.getByRole('button', { name: 'Delete: Answer · Why?' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(readDrafts('u', 'answer to q')).toEqual([]);
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  expect(screen.getByRole('heading', { name: 'No drafts' })).toBeInTheDocument();
});

it('opens the form with the chosen draft, not the newest', async () => {
  store('answer to q', 'Old', 2, { place: { path: '/question/q', title: 'Why?' } });
  store('answer to q', 'New', 1, { place: { path: '/question/q', title: 'Why?' } });
  function Form() {
    return <output>{useDraft('answer to q', { text: '' }).fields.text}</output>;
  }
  renderApp([
    { path: '/', element: <DraftsPage /> },
    { path: '/question/q', element: <Form /> },
  ]);
  await userEvent.click(screen.getAllByRole('link')[1] as HTMLElement);
  expect(screen.getByText('Old')).toBeVisible();
});
