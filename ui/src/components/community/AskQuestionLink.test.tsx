import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { installFakeServer } from '../../testing/fakeServer';
import { renderApp } from '../../testing/renderApp';
import { AskQuestionLink } from './AskQuestionLink';

const fakeServer = installFakeServer();

const asked = vi.fn();

function show(communityId: string | undefined, community?: { isMember: boolean; archived: boolean }) {
  asked.mockReset();
  fakeServer.on('GET /community/getCommunity/*', async ({ url: path }) => {
    asked(path);
    return new Response(JSON.stringify({ _id: communityId, name: 'Columns', ...community }));
  });
  renderApp(<AskQuestionLink communityId={communityId} />);
}

it('leads members to the form for their community', async () => {
  show('c', { isMember: true, archived: false });
  const link = await screen.findByRole('link', { name: 'Ask a Question' });
  expect(link).toHaveAttribute('href', '/new/question?communityId=c');
  expect(screen.queryByText(/Please join/)).toBeNull();
});

it('tells outsiders to join first', async () => {
  show('c', { isMember: false, archived: false });
  expect(await screen.findByText('Please join the community to ask a question.')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

it('shows nothing in an archived community', async () => {
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
