import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as cache from '../cache';
import { answer, asked, button, event, order, post, server, show, user, withPage } from './testing';

withPage();

describe('answers', () => {
  it('stand still while they are voted on and new ones come, until the reader chooses', async () => {
    await show();
    expect(order()).toEqual(['two', 'one']);
    await event(cache.commented, { qid: 'q', type: 'answer', result: answer('one', 'ben', 9) });
    await event(cache.answered, { qid: 'q', answer: answer('three', 'cleo', 5), answerCount: 3 });
    expect(order()).toEqual(['two', 'one', 'three']);
    await event(cache.updated, {
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
    expect(await within(post('one')).findByText('Error while taking the acceptance back')).toBeVisible();
    server.reply = () => asked;
    await user.click(button('Accept this answer', post('one')));
    expect(screen.queryByText('Accepted answer')).toBeNull();
    expect(server.calls.at(-1)).toBe('POST /question/unacceptAnswer {"qid":"q"}');
  });

  it('keep each its vote while another one is on its way, whatever is heard meanwhile', async () => {
    await show('cleo');
    const answers: ((votes: unknown) => void)[] = [];
    server.reply = () => new Promise((resolve) => answers.push(resolve));
    const section = screen.getByRole('region', { name: 'Question' });
    await user.click(button('Upvote', section));
    await user.click(button('Upvote', post('one')));
    await event(cache.viewed, { ...asked, viewCount: 2 });
    await event(cache.commented, { qid: 'q', type: 'answer', result: answer('one', 'ben', 4) });
    expect(within(section).getByLabelText('Score')).toHaveTextContent('1');
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('5');
    await act(async () => answers[0]?.({ upVotes: ['cleo'], downVotes: [] }));
    expect(within(section).getByLabelText('Score')).toHaveTextContent('1');
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('5');
    // The event comes before the reply: the vote counts once.
    await event(cache.commented, {
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
    await event(cache.voted, { qid: 'q', ...votes });
    await event(cache.commented, { qid: 'q', type: 'answer', result: { ...answer('one', 'ben'), ...votes } });
    for (const reply of answers) await act(async () => reply({ upVotes: ['cleo'], downVotes: [] }));
    expect(within(section).getByLabelText('Score')).toHaveTextContent('2');
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('2');
  });

  it('lose a vote for good, whatever is voted on next and though no event comes', async () => {
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

  it('have the vote that was pressed last, which is sent after the one before', async () => {
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

  it('say nothing of a vote that failed when another one was pressed meanwhile', async () => {
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

  it('are ordered by what the address says, if that is an order', async () => {
    await show('ann', '/question/q?answers=__proto__');
    expect(order()).toEqual(['two', 'one']);
  });

  it('are accepted by nobody else', async () => {
    server.question = { ...asked, acceptedAnswerId: 'one' };
    await show('ben');
    expect(order()).toEqual(['one', 'two']);
    expect(post('one')).toHaveTextContent('Accepted answer');
    expect(screen.queryByRole('button', { name: 'Accept this answer' })).toBeNull();
  });

  it('are gone to, and marked for a while, when the address names one', async () => {
    await show('ann', '/question/q#one');
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
    expect(post('one')).toHaveFocus();
    expect(post('one').className).toMatch(/named/);
    expect(post('two').className).not.toMatch(/named/);
  });

  it('are gone to once by an entry of the history: going back finds the place that was left', async () => {
    const router = await show('ann', '/question/q#one');
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
    await act(() => router.navigate('/user/ben'));
    vi.stubGlobal('scrollY', 900);
    await act(() => router.navigate(-1));
    await screen.findByRole('heading', { level: 1 });
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
    await act(() => router.navigate('/question/q#two'));
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(2);
  });

  it('say so when the address names one that is not there', async () => {
    await show('ann', '/question/q#0123456789abc');
    expect(screen.getByText('The answer that this link leads to is not here any more.')).toBeVisible();
  });

  it('are not said to lack what the address can only mean otherwise', async () => {
    await show('ann', '/question/q#content');
    expect(screen.queryByText(/is not here any more/)).toBeNull();
  });
});
