import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, expect, it, vi } from 'vitest';
import { AskLink } from './AskLink';

afterEach(() => vi.unstubAllGlobals());

const asked = vi.fn();

function show(communityId: string | undefined, community?: { isMember: boolean; archived: boolean }) {
  asked.mockReset();
  vi.stubGlobal('fetch', async (path: string) => {
    asked(path);
    return new Response(JSON.stringify({ _id: communityId, name: 'Columns', ...community }));
  });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        <AskLink communityId={communityId} />
      </MemoryRouter>
    </SWRConfig>,
  );
}

it('leads members to the form for their community', async () => {
  show('c', { isMember: true, archived: false });
  const link = await screen.findByRole('link', { name: 'Ask a Question' });
  expect(link).toHaveAttribute('href', '/new/question?communityId=c');
  expect(screen.queryByText(/Please join/)).toBeNull();
});

it('tells others what to do first', async () => {
  show('c', { isMember: false, archived: false });
  expect(await screen.findByText('Please join the community to ask a question.')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

it('asks of nobody to join what is archived', async () => {
  show('c', { isMember: false, archived: true });
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.body).toHaveTextContent(/^$/);
});

it('is for everybody outside of communities', () => {
  show(undefined);
  expect(screen.getByRole('link', { name: 'Ask a Question' })).toHaveAttribute('href', '/new/question');
  expect(asked).not.toHaveBeenCalled();
});
