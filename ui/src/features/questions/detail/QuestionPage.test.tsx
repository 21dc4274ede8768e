import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { asked, button, refetch, server, show, time, user, withPage } from '../../../testing/questionPage';

withPage();

describe('a question in a community', () => {
  it('says in which, and lets its members ask there', async () => {
    server.question = { ...asked, communityId: 'c1' };
    await show('ben');
    expect(await screen.findByRole('link', { name: 'Columns' })).toHaveAttribute('href', '/communities/c1');
    expect(screen.getByText('Private')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ask a Question' })).toHaveAttribute(
      'href',
      '/new/question?communityId=c1',
    );
  });

  it('asks others to join', async () => {
    server.question = { ...asked, communityId: 'c1' };
    server.community = { ...server.community, visibility: 'public', isMember: false };
    await show('ben');
    expect(await screen.findByText('Please join the community to ask a question.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Ask a Question' })).toBeNull();
    expect(screen.queryByText('Private')).toBeNull();
  });

  it('disappears from the screen when the viewer loses access to it', async () => {
    await show('ben');
    server.question = null;
    await refetch();
    expect(await screen.findByRole('heading', { name: 'Question not found' })).toBeVisible();
    expect(screen.queryByText('Because.')).toBeNull();
  });
});

describe('a reader without a session', () => {
  it('is offered the login in place of what needs an account', async () => {
    await show('');
    expect(await screen.findByRole('button', { name: 'Log in to answer' })).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Show Comments' })[0] as HTMLElement);
    expect(screen.getByText('A remark')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    for (const vote of screen.getAllByRole('button', { name: /vote$/ })) expect(vote).toBeDisabled();
    for (const name of [/^Report/, /^Star/, 'Mark as duplicate', /Watch/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(server.calls).toEqual([]);
  });

  it('offers a stranger no answer to a locked question', async () => {
    server.question = { ...asked, lockedAt: time };
    await show('');
    expect(screen.queryByRole('button', { name: 'Log in to answer' })).toBeNull();
  });
});

describe('closing', () => {
  it('replaces deleting for a question with answers', async () => {
    await show();
    expect(screen.getByRole('link', { name: 'Answer Question' })).toBeVisible();
    await user.click(button('Close'));
    expect(screen.getByRole('group', { name: /takes no new answers/ })).toBeVisible();
    server.reply = () => {
      server.question = { ...asked, closedAt: time };
      return server.question;
    };
    await user.click(button('Close'));
    expect(await screen.findByText('This question is closed: it takes no new answers.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Answer Question' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Why?' })).toHaveFocus();
    server.reply = () => {
      server.question = asked;
      return asked;
    };
    await user.click(button('Reopen'));
    expect(await screen.findByRole('link', { name: 'Answer Question' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Why?' })).toHaveFocus();
  });

  it('is only for the asker', async () => {
    server.question = { ...asked, closedAt: time };
    await show('ben');
    expect(screen.getByText('This question is closed: it takes no new answers.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Close|Reopen|Delete/ })).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull();
  });
});
