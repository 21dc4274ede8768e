import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answer, asked, button, event, order, post, server, show, user, withPage } from '../../../testing/questionPage';
import * as cache from '../cache';

withPage();

describe('answers', () => {
  it('keep their order during votes and new answers, until the reader sorts them', async () => {
    await show();
    expect(order()).toEqual(['two', 'one']);
    await event(cache.commentUpdated, { qid: 'q', type: 'answer', result: answer('one', 'ben', 9) });
    await event(cache.answerUpdated, { qid: 'q', answer: answer('three', 'cleo', 5), answerCount: 3 });
    expect(order()).toEqual(['two', 'one', 'three']);
    await event(cache.questionUpdated, {
      ...asked,
      answers: [answer('one', 'ben', 9), answer('two', 'ann', 3), answer('three', 'cleo', 5)],
      acceptedAnswerId: 'three',
      answerCount: 3,
    });
    expect(order()).toEqual(['two', 'one', 'three']);
    expect(post('three')).toHaveTextContent('Accepted answer');
    await user.selectOptions(screen.getByLabelText('Sort answers'), 'Oldest');
    expect(order()).toEqual(['three', 'one', 'two']);
    await user.selectOptions(screen.getByLabelText('Sort answers'), 'Highest score');
    expect(order()).toEqual(['three', 'one', 'two']);
  });

  it('are voted on at once, and not if the server refuses', async () => {
    await show();
    let answerNow = (_: unknown) => {};
    server.reply = () => new Promise((resolve) => (answerNow = resolve));
    await user.click(button('Upvote', post('one')));
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('1');
    expect(button('Upvote', post('one'))).toHaveAttribute('aria-pressed', 'true');
    expect(server.calls).toEqual(['POST /answer/upvoteAnswer {"aid":"one"}']);
    await act(async () => answerNow({ msg: '', upVotes: ['ann', 'ben'], downVotes: [] }));
    server.reply = null;
    await user.click(button('Downvote', post('two')));
    expect(await within(post('two')).findByText('Error while downvoting the answer')).toBeVisible();
    expect(within(post('two')).getByLabelText('Score')).toHaveTextContent('3');
  });

  it('are accepted by the asker, at once, and not if the server refuses', async () => {
    await show();
    let refuse = (_: unknown) => {};
    server.reply = () => new Promise((_, reject) => (refuse = reject));
    await user.click(button('Accept this answer', post('one')));
    expect(button('Accept this answer', post('one'))).toHaveAttribute('aria-pressed', 'true');
    expect(post('one')).toHaveTextContent('Accepted answer');
    await act(async () => refuse(new TypeError('no network')));
    expect(button('Accept this answer', post('one'))).toHaveAttribute('aria-pressed', 'false');
    expect(within(post('one')).getByRole('alert')).toHaveTextContent('Error while accepting the answer');
    expect(within(post('two')).queryByRole('alert')).toBeNull();
    server.reply = () => ({ ...asked, acceptedAnswerId: 'one' });
    await user.click(button('Accept this answer', post('one')));
    await waitFor(() => expect(within(post('one')).queryByRole('alert')).toBeNull());
    server.reply = null;
    await user.click(button('Accept this answer', post('one')));
    expect(await within(post('one')).findByText('Error while unaccepting the answer')).toBeVisible();
    server.reply = () => asked;
    await user.click(button('Accept this answer', post('one')));
    expect(screen.queryByText('Accepted answer')).toBeNull();
    expect(server.calls.at(-1)).toBe('POST /question/unacceptAnswer {"qid":"q"}');
  });

  it('show the error of each action', async () => {
    await show();
    server.reply = null;
    await user.click(button('Upvote', post('one')));
    expect(await within(post('one')).findByText('Error while upvoting the answer')).toBeVisible();
    await user.click(button('Accept this answer', post('one')));
    expect(await within(post('one')).findByText('Error while accepting the answer')).toBeVisible();
    server.reply = () => ({ msg: '', upVotes: ['ann'], downVotes: [] });
    await user.click(button('Upvote', post('one')));
    await waitFor(() => expect(within(post('one')).queryByText('Error while upvoting the answer')).toBeNull());
    expect(within(post('one')).getByText('Error while accepting the answer')).toBeVisible();
  });

  it('keep their votes while another vote is pending, whatever events arrive', async () => {
    await show('cleo');
    const answers: ((votes: unknown) => void)[] = [];
    server.reply = () => new Promise((resolve) => answers.push(resolve));
    const section = screen.getByRole('region', { name: 'Question' });
    await user.click(button('Upvote', section));
    await user.click(button('Upvote', post('one')));
    await event(cache.viewsUpdated, { ...asked, viewCount: 2 });
    await event(cache.commentUpdated, { qid: 'q', type: 'answer', result: answer('one', 'ben', 4) });
    expect(within(section).getByLabelText('Score')).toHaveTextContent('1');
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('5');
    await act(async () => answers[0]?.({ upVotes: ['cleo'], downVotes: [] }));
    expect(within(section).getByLabelText('Score')).toHaveTextContent('1');
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('5');
    // The event arrives before the reply: the vote counts once.
    await event(cache.commentUpdated, {
      qid: 'q',
      type: 'answer',
      result: { ...answer('one', 'ben', 1), upVotes: ['cleo'] },
    });
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('1');
    await act(async () => answers[1]?.({ upVotes: ['cleo'], downVotes: [] }));
    expect(button('Upvote', section)).toHaveAttribute('aria-pressed', 'true');
    expect(button('Upvote', post('one'))).toHaveAttribute('aria-pressed', 'true');
  });

  it('keep the vote of another that was heard before the reply to the own', async () => {
    await show('cleo');
    const answers: ((votes: unknown) => void)[] = [];
    server.reply = () => new Promise((resolve) => answers.push(resolve));
    const section = screen.getByRole('region', { name: 'Question' });
    await user.click(button('Upvote', section));
    await user.click(button('Upvote', post('one')));
    const votes = { upVotes: ['cleo', 'dan'], downVotes: [], score: 2 };
    await event(cache.votesUpdated, { qid: 'q', ...votes });
    await event(cache.commentUpdated, { qid: 'q', type: 'answer', result: { ...answer('one', 'ben'), ...votes } });
    for (const reply of answers) await act(async () => reply({ upVotes: ['cleo'], downVotes: [] }));
    expect(within(section).getByLabelText('Score')).toHaveTextContent('2');
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('2');
  });

  it('lose a removed vote permanently, without an event too', async () => {
    server.question = { ...asked, answers: [{ ...answer('one', 'ben', 1), upVotes: ['cleo'] }, answer('two', 'ann')] };
    await show('cleo');
    const answers: ((votes: unknown) => void)[] = [];
    server.reply = () => new Promise((resolve) => answers.push(resolve));
    await user.click(button('Upvote', post('one')));
    await user.click(button('Upvote', post('two')));
    await act(async () => answers[0]?.({ upVotes: [], downVotes: [] }));
    await act(async () => answers[1]?.({ upVotes: ['cleo'], downVotes: [] }));
    expect(button('Upvote', post('one'))).toHaveAttribute('aria-pressed', 'false');
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('0');
    expect(button('Upvote', post('two'))).toHaveAttribute('aria-pressed', 'true');
  });

  it('are voted on once by a double click', async () => {
    server.question = { ...asked, answers: [{ ...answer('one', 'ben', 1), upVotes: ['ann'] }] };
    await show();
    server.reply = () => new Promise(() => undefined);
    await user.dblClick(button('Upvote', post('one')));
    expect(server.calls).toHaveLength(1);
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('0');
    expect(button('Upvote', post('one'))).toHaveAttribute('aria-pressed', 'false');
  });

  it('have the vote that was pressed last, which is sent after the previous one', async () => {
    await show();
    const answers: ((votes: unknown) => void)[] = [];
    server.reply = () => new Promise((resolve) => answers.push(resolve));
    await user.click(button('Upvote', post('one')));
    await user.click(button('Downvote', post('one')));
    expect(button('Downvote', post('one'))).toHaveAttribute('aria-pressed', 'true');
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('-1');
    expect(server.calls).toHaveLength(1);
    await act(async () => answers[0]?.({ upVotes: ['ann'], downVotes: [] }));
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('-1');
    expect(server.calls.at(-1)).toBe('POST /answer/downvoteAnswer {"aid":"one"}');
    await act(async () => answers[1]?.({ upVotes: [], downVotes: ['ann'] }));
    expect(button('Downvote', post('one'))).toHaveAttribute('aria-pressed', 'true');
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('-1');
  });

  it('show no error of a failed vote if another vote followed', async () => {
    await show();
    let refuse = (_: unknown) => {};
    server.reply = () => new Promise((_, reject) => (refuse = reject));
    await user.click(button('Upvote', post('one')));
    await user.click(button('Downvote', post('one')));
    server.reply = () => ({ upVotes: [], downVotes: ['ann'] });
    await act(async () => refuse(new TypeError('no network')));
    await waitFor(() => expect(server.calls).toHaveLength(2));
    expect(button('Downvote', post('one'))).toHaveAttribute('aria-pressed', 'true');
    expect(within(post('one')).queryByRole('alert')).toBeNull();
  });

  it('are ordered by the address, if its order is valid', async () => {
    await show('ann', '/question/q?answers=__proto__');
    expect(order()).toEqual(['two', 'one']);
  });

  it('can be accepted only by the asker', async () => {
    server.question = { ...asked, acceptedAnswerId: 'one' };
    await show('ben');
    expect(order()).toEqual(['one', 'two']);
    expect(post('one')).toHaveTextContent('Accepted answer');
    expect(screen.queryByRole('button', { name: 'Accept this answer' })).toBeNull();
  });

  it('are scrolled to and highlighted for a while if the address names one', async () => {
    await show('ann', '/question/q#one');
    await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1));
    expect(post('one')).toHaveFocus();
    expect(post('one').className).toMatch(/highlighted/);
    expect(post('two').className).not.toMatch(/highlighted/);
  });

  it('are gone to once by an entry of the history: going back finds the place that was left', async () => {
    const router = await show('ann', '/question/q#one');
    await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1));
    await act(() => router.navigate('/user/ben'));
    vi.stubGlobal('scrollY', 900);
    await act(() => router.navigate(-1));
    await screen.findByRole('heading', { level: 1 });
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
    await act(() => router.navigate('/question/q#two'));
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(2);
  });

  it('show a message if the address names a missing one', async () => {
    await show('ann', '/question/q#0123456789abc');
    expect(screen.getByText('The answer or comment that you followed a link to no longer exists.')).toBeVisible();
  });

  it('show no message if the address cannot mean an answer', async () => {
    await show('ann', '/question/q#content');
    expect(screen.queryByText(/no longer exists/)).toBeNull();
  });
});
