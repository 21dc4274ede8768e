import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadEngine } from '../../components/markdown/rendering';
import { renderApp } from '../../testing/renderApp';
import { Manual } from './Manual';

beforeAll(loadEngine);

it('shows the manual of the documentation when it is opened, without links to other documents', async () => {
  renderApp(<Manual />);
  const details = screen.getByText('How to decide').closest('details') as HTMLDetailsElement;
  expect(details).not.toHaveTextContent('Write a reason');
  details.open = true;
  await act(async () => void details.dispatchEvent(new Event('toggle')));
  await act(() => vi.dynamicImportSettled());
  await waitFor(() => expect(details).toHaveTextContent('Write a reason that helps its reader'));
  expect(details).toHaveTextContent('a wave of new accounts');
  expect(details).not.toHaveTextContent('.md');
  expect(details).not.toHaveTextContent('For moderators: one screen');
});
