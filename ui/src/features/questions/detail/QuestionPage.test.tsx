import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { SWRConfig, useSWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer, DeletedPost, LinkedQuestion, Question } from '../../../api/generated';
import { routes } from '../../../lib/routes';
import { UserContext } from '../../../lib/session';
import { type CacheEditor, useCacheEditor } from '../../../lib/useCacheEditor';
import * as cache from '../cache';
import QuestionPage from './QuestionPage';

const time = '2026-11-21T00:00:00.000Z';
const answer = (_id: string, ansBy: string, score = 0): Answer => ({
  _id,
  text: `Text of ${_id}`,
  ansBy,
  ansDateTime: time,
  comments: [],
  upVotes: [],
  downVotes: [],
  score,
});
const asked: Question = {
  _id: 'q',
  title: 'Why?',
  text: 'Because.',
  tags: [],
  answers: [answer('one', 'ben'), answer('two', 'ann', 3)],
  askedBy: 'ann',
  askDateTime: time,
  views: [],
  upVotes: [],
  downVotes: [],
  comments: [{ _id: 'c', text: 'A remark', commentBy: 'ann', commentDateTime: time }],
  viewCount: 1,
  answerCount: 2,
  score: 0,
};

/** What the server has, and how it answers calls that change something; without an answer it refuses. */
let question: Question | null;
let community: Record<string, unknown>;
let deleted: DeletedPost[];
let linked: LinkedQuestion[];
let calls: string[];
let reply: ((path: string, body: Record<string, string>) => unknown) | null;

beforeEach(() => {
  localStorage.clear();
  [question, deleted, linked, calls] = [asked, [], [], []];
  community = { _id: 'c1', name: 'Columns', visibility: 'private', isMember: true, archived: false };
  reply = () => ({});
  Element.prototype.scrollIntoView = vi.fn();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const json = (data: unknown) =>
      data === null ? new Response('Question not found', { status: 404 }) : new Response(JSON.stringify(data));
    if (path.startsWith('/question/getQuestionById/')) return json(question);
    if (path.startsWith('/post/getDeletedPosts')) return json(deleted);
    if (path.startsWith('/community/getCommunity/')) return json(community);
    if (path.startsWith('/question/getDuplicates/')) return json(linked);
    if (path.startsWith('/star/getStar/')) return json({ qid: 'q', starred: false });
    calls.push(`${method} ${path} ${body}`);
    if (!reply) return new Response('The site is busy, please try again', { status: 503 });
    return json(await reply(path, JSON.parse(String(body)) as Record<string, string>));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

let edit: CacheEditor;
let refetch: () => Promise<unknown>;
function Editor() {
  edit = useCacheEditor();
  const { mutate } = useSWRConfig();
  refetch = () => act(() => mutate(() => true));
  return null;
}

async function show(username = 'ann', address = '/question/q', isAdministrator = false) {
  const router = createMemoryRouter([{ path: routes.question.pattern, element: <QuestionPage /> }, { path: '*' }], {
    initialEntries: [address],
  });
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false, dedupingInterval: 0 }}>
      <UserContext value={{ _id: 'u', username, dateJoined: '', biography: '', isAdministrator }}>
        <Editor />
        <RouterProvider router={router} />
      </UserContext>
    </SWRConfig>,
  );
  await screen.findByRole('heading', { level: 1 });
  return router;
}

const event = <Args extends unknown[]>(handler: (edit: CacheEditor, ...args: Args) => void, ...args: Args) =>
  act(async () => handler(edit, ...args));

const post = (name: string) => screen.getByText(`Text of ${name}`).closest('article') as HTMLElement;
const order = () => screen.queryAllByText(/^Text of/).map((element) => element.textContent?.slice(8));
const button = (name: string | RegExp, within_ = document.body) => within(within_).getByRole('button', { name });
const user = userEvent.setup();
/** Clicks what shows a part that is loaded first: React goes on with it only within an `act` that is awaited. */
const load = (element: HTMLElement) => act(() => user.click(element));

describe('a question in a community', () => {
  it('says in which, and lets its members ask there', async () => {
    question = { ...asked, communityId: 'c1' };
    await show('ben');
    expect(await screen.findByRole('link', { name: 'Columns' })).toHaveAttribute('href', '/communities/c1');
    expect(screen.getByText('Private')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ask a Question' })).toHaveAttribute(
      'href',
      '/new/question?communityId=c1',
    );
  });

  it('asks others to join', async () => {
    question = { ...asked, communityId: 'c1' };
    community = { ...community, visibility: 'public', isMember: false };
    await show('ben');
    expect(await screen.findByText('Please join the community to ask a question.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Ask a Question' })).toBeNull();
    expect(screen.queryByText('Private')).toBeNull();
  });

  it('is gone from the screen once one may not read it any more', async () => {
    await show('ben');
    question = null;
    await refetch();
    expect(await screen.findByRole('heading', { name: 'Question not found' })).toBeVisible();
    expect(screen.queryByText('Because.')).toBeNull();
  });
});

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
    reply = () => new Promise((resolve) => (answerNow = resolve));
    await user.click(button('Upvote', post('one')));
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('1');
    expect(button('Upvote', post('one'))).toHaveAttribute('aria-pressed', 'true');
    expect(calls).toEqual(['POST /answer/upvoteAnswer {"aid":"one"}']);
    await act(async () => answerNow({ msg: '', upVotes: ['ann', 'ben'], downVotes: [] }));
    reply = null;
    await user.click(button('Downvote', post('two')));
    expect(await within(post('two')).findByText('Error while downvoting the answer')).toBeVisible();
    expect(within(post('two')).getByLabelText('Score')).toHaveTextContent('3');
  });

  it('are accepted by the asker, at once, and not if the server refuses', async () => {
    await show();
    let refuse = (_: unknown) => {};
    reply = () => new Promise((_, reject) => (refuse = reject));
    await user.click(button('Accept this answer', post('one')));
    expect(button('Accept this answer', post('one'))).toHaveAttribute('aria-pressed', 'true');
    expect(post('one')).toHaveTextContent('Accepted answer');
    await act(async () => refuse(new TypeError('no network')));
    expect(button('Accept this answer', post('one'))).toHaveAttribute('aria-pressed', 'false');
    expect(within(post('one')).getByRole('alert')).toHaveTextContent('Error while accepting the answer');
    expect(within(post('two')).queryByRole('alert')).toBeNull();
    reply = () => ({ ...asked, acceptedAnswerId: 'one' });
    await user.click(button('Accept this answer', post('one')));
    await waitFor(() => expect(within(post('one')).queryByRole('alert')).toBeNull());
    reply = null;
    await user.click(button('Accept this answer', post('one')));
    expect(await within(post('one')).findByText('Error while taking the acceptance back')).toBeVisible();
    reply = () => asked;
    await user.click(button('Accept this answer', post('one')));
    expect(screen.queryByText('Accepted answer')).toBeNull();
    expect(calls.at(-1)).toBe('POST /question/unacceptAnswer {"qid":"q"}');
  });

  it('keep each its vote while another one is on its way, whatever is heard meanwhile', async () => {
    await show('cleo');
    const answers: ((votes: unknown) => void)[] = [];
    reply = () => new Promise((resolve) => answers.push(resolve));
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

  it('lose a vote for good, whatever is voted on next and though no event comes', async () => {
    question = { ...asked, answers: [{ ...answer('one', 'ben', 1), upVotes: ['cleo'] }, answer('two', 'ann')] };
    await show('cleo');
    const answers: ((votes: unknown) => void)[] = [];
    reply = () => new Promise((resolve) => answers.push(resolve));
    await user.click(button('Upvote', post('one')));
    await user.click(button('Upvote', post('two')));
    await act(async () => answers[0]?.({ upVotes: [], downVotes: [] }));
    await act(async () => answers[1]?.({ upVotes: ['cleo'], downVotes: [] }));
    expect(button('Upvote', post('one'))).toHaveAttribute('aria-pressed', 'false');
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('0');
    expect(button('Upvote', post('two'))).toHaveAttribute('aria-pressed', 'true');
  });

  it('are voted on once by a double click', async () => {
    question = { ...asked, answers: [{ ...answer('one', 'ben', 1), upVotes: ['ann'] }] };
    await show();
    reply = () => new Promise(() => undefined);
    await user.dblClick(button('Upvote', post('one')));
    expect(calls).toHaveLength(1);
    expect(within(post('one')).getByLabelText('Score')).toHaveTextContent('0');
    expect(button('Upvote', post('one'))).toHaveAttribute('aria-pressed', 'false');
  });

  it('are ordered by what the address says, if that is an order', async () => {
    await show('ann', '/question/q?answers=__proto__');
    expect(order()).toEqual(['two', 'one']);
  });

  it('are accepted by nobody else', async () => {
    question = { ...asked, acceptedAnswerId: 'one' };
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
});

describe('deleting', () => {
  it('asks, leaves the way back in its place, and keeps the focus', async () => {
    await show();
    await user.click(button('Delete', post('two')));
    expect(button('Delete', post('two'))).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(button('Delete', post('two'))).toHaveFocus();
    expect(calls).toEqual([]);
    await user.click(button('Delete', post('two')));
    reply = () => {
      question = { ...asked, answers: asked.answers.filter(({ _id }) => _id !== 'two'), answerCount: 1 };
      return answer('two', 'ann');
    };
    await user.click(button('Delete', post('two')));
    await waitFor(() => expect(button('Undo')).toHaveFocus());
    expect(screen.getByText(/You deleted this answer/)).toBeVisible();
    expect(calls).toEqual(['DELETE /answer/deleteAnswer {"aid":"two"}']);
    reply = () => {
      question = asked;
      return answer('two', 'ann');
    };
    await user.click(button('Undo'));
    expect(await screen.findByText('Text of two')).toBeVisible();
    expect(order()).toEqual(['two', 'one']);
    expect(calls.at(-1)).toBe('POST /answer/undeleteAnswer {"aid":"two"}');
  });

  it('of comments can be undone too, and says what went wrong', async () => {
    await show();
    await user.click(screen.getAllByRole('button', { name: 'Show Comments' })[0] as HTMLElement);
    reply = null;
    await user.click(button('Delete comment'));
    expect(await screen.findByText('The site is busy, please try again')).toBeVisible();
    reply = () => {
      question = { ...asked, comments: [] };
      return {};
    };
    await user.click(button('Delete comment'));
    await waitFor(() => expect(button('Undo')).toHaveFocus());
    expect(screen.getByText(/You deleted this comment/)).toBeVisible();
  });

  it('by others says so to the reader', async () => {
    await show();
    await event(cache.updated, { ...asked, answers: [asked.answers[1] as Answer], answerCount: 1 });
    expect(screen.getByText('This answer was deleted.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('of a question says so to who reads it', async () => {
    await show('ben');
    await event(cache.updated, { ...asked, title: '[deleted]', text: '', answers: [], comments: [], deletedAt: time });
    expect(screen.getByRole('heading', { name: 'This question was deleted.' })).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    await event(cache.updated, asked);
    expect(screen.getByRole('heading', { name: 'Why?' })).toBeVisible();
  });

  it('of a question can be taken back by its asker, later too', async () => {
    question = null;
    deleted = [{ _id: 'q', type: 'question', qid: 'q', title: 'Why?', text: '', deletedAt: time }];
    await show();
    expect(screen.getByRole('heading', { name: 'You deleted this question.' })).toBeVisible();
    reply = () => {
      question = asked;
      return asked;
    };
    await user.click(button('Undelete'));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Why?' })).toHaveFocus());
  });

  it('of a question is as if it had never been, to others', async () => {
    question = null;
    await show();
    expect(screen.getByRole('heading', { name: 'Question not found' })).toBeVisible();
  });

  it('of a question is over as soon as that is heard', async () => {
    question = null;
    await show('ben');
    expect(await screen.findByRole('heading', { name: 'Question not found' })).toBeVisible();
    question = asked;
    await event(cache.updated, asked);
    expect(await screen.findByRole('heading', { name: 'Why?' })).toBeVisible();
  });

  it('is remembered below the answers', async () => {
    deleted = [{ _id: 'x', type: 'answer', qid: 'q', title: 'Why?', text: 'Text of old', deletedAt: time }];
    await show();
    await user.click(await screen.findByText('You deleted 1 post here'));
    await user.click(button('Undelete'));
    expect(await screen.findByRole('link', { name: 'Show it' })).toHaveFocus();
    expect(calls).toEqual(['POST /answer/undeleteAnswer {"aid":"x"}']);
  });
});

describe('removing', () => {
  const removalReason = 'Nothing but advertising';

  it('is for administrators, who say why', async () => {
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    };
    await show('root1', undefined, true);
    await user.click(await screen.findByRole('button', { name: 'Remove question' }));
    const dialog = screen.getByRole('dialog', { name: 'Remove this question?' });
    await user.click(button('Remove', dialog));
    expect(screen.getByText('Reason cannot be empty')).toBeVisible();
    const reason = within(dialog).getByRole('textbox');
    expect(reason).toHaveFocus();
    expect(calls).toEqual([]);
    await user.type(reason, removalReason);
    await user.click(button('Remove', dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toEqual([`POST /administration/removePost {"id":"q","reason":"${removalReason}"}`]);
    expect(screen.getAllByRole('button', { name: 'Remove answer' })).toHaveLength(2);
  });

  it('is not offered to others', async () => {
    await show();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  it('of an answer tells its author why, and others that it is gone', async () => {
    await show();
    deleted = [{ _id: 'two', type: 'answer', qid: 'q', title: 'Why?', text: '', deletedAt: time, removalReason }];
    await event(cache.updated, { ...asked, answers: [asked.answers[0] as Answer], answerCount: 1 });
    expect(await screen.findByText(removalReason)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(screen.queryByText('This answer was deleted.')).toBeNull();
  });

  it('of a question tells its asker why, at once and later', async () => {
    await show();
    deleted = [{ _id: 'q', type: 'question', qid: 'q', title: 'Why?', text: '', deletedAt: time, removalReason }];
    await event(cache.updated, { ...asked, title: '[deleted]', text: '', answers: [], comments: [], deletedAt: time });
    expect(await screen.findByRole('heading', { name: 'This question was removed.' })).toBeVisible();
    expect(screen.getByText(removalReason)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undelete' })).toBeNull();
    question = null;
    await refetch();
    expect(screen.getByText(removalReason)).toBeVisible();
  });

  it('is listed among what is deleted, without a way back', async () => {
    deleted = [{ _id: 'x', type: 'answer', qid: 'q', title: 'Why?', text: 'Old', deletedAt: time, removalReason }];
    await show();
    await user.click(await screen.findByText('1 post of yours here is deleted'));
    expect(screen.getByText(removalReason)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undelete' })).toBeNull();
  });
});

describe('closing', () => {
  it('is what happens to a question with answers', async () => {
    await show();
    expect(screen.getByRole('link', { name: 'Answer Question' })).toBeVisible();
    await user.click(button('Close'));
    expect(screen.getByRole('group', { name: /it takes no new answers/ })).toBeVisible();
    reply = () => {
      question = { ...asked, closedAt: time };
      return question;
    };
    await user.click(button('Close'));
    expect(await screen.findByText('This question is closed: it takes no new answers.')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Answer Question' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Why?' })).toHaveFocus();
    reply = () => {
      question = asked;
      return asked;
    };
    await user.click(button('Reopen'));
    expect(await screen.findByRole('link', { name: 'Answer Question' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Why?' })).toHaveFocus();
  });

  it('is for the asker alone', async () => {
    question = { ...asked, closedAt: time };
    await show('ben');
    expect(screen.getByText('This question is closed: it takes no new answers.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Close|Reopen|Delete/ })).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull();
  });
});

describe('editing', () => {
  const openEditor = async () => {
    await show();
    await load(button('Edit', post('two')));
    return screen.findByLabelText<HTMLTextAreaElement>('Answer Text');
  };

  it('goes on whatever events bring, and returns the focus', async () => {
    const field = await openEditor();
    expect(field).toHaveFocus();
    await user.type(field, ' and more');
    await event(cache.commented, { qid: 'q', type: 'answer', result: { ...answer('two', 'ann'), text: 'Other' } });
    expect(field).toHaveValue('Text of two and more');
    await user.keyboard('{Escape}');
    expect(field).toBeInTheDocument();
    reply = (_, { text = '' }) => {
      question = { ...asked, answers: [{ ...answer('two', 'ann'), text, editedAt: time }] };
      return {};
    };
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Text of two and more')).toBeVisible();
    expect(calls).toEqual(['PATCH /answer/editAnswer {"aid":"two","text":"Text of two and more"}']);
    expect(screen.getByRole('link', { name: /^edited/ })).toHaveAttribute('href', '/question/q/history/two');
    expect(button('Edit', post('two and more'))).toHaveFocus();
  });

  it('ends where the answer stood when it is deleted meanwhile', async () => {
    await openEditor();
    deleted = [{ _id: 'two', type: 'answer', qid: 'q', title: 'Why?', text: '', deletedAt: time }];
    await event(cache.updated, { ...asked, answers: [asked.answers[0] as Answer], answerCount: 1 });
    expect(screen.queryByLabelText('Answer Text')).toBeNull();
    expect((await screen.findByText(/You deleted this answer/)).parentElement).toHaveFocus();
  });

  it('ends with Escape if nothing is changed, and keeps what the server refuses', async () => {
    const field = await openEditor();
    reply = null;
    await user.clear(field);
    await user.click(button('Save'));
    expect(await screen.findByText('Answer text cannot be empty')).toBeVisible();
    await user.type(field, 'Changed');
    await user.click(button('Save'));
    expect(await screen.findByText('The site is busy, please try again')).toBeVisible();
    expect(field).toHaveValue('Changed');
    await user.click(button('Cancel'));
    await load(button('Edit', post('two')));
    const again = await screen.findByLabelText('Answer Text');
    expect(again).toHaveValue('Text of two');
    await user.keyboard('{Escape}');
    expect(screen.queryByLabelText('Answer Text')).toBeNull();
  });
});

describe('comments', () => {
  it('are added with Ctrl+Enter, one after the other', async () => {
    await show();
    await user.click(screen.getAllByRole('button', { name: 'Show Comments' })[0] as HTMLElement);
    const field = screen.getByLabelText('Comment');
    expect(field).not.toHaveFocus();
    reply = null;
    await user.type(field, 'Thanks{Control>}{Enter}{/Control}');
    expect(await screen.findByText('The site is busy, please try again')).toBeVisible();
    expect(field).toHaveValue('Thanks');
    reply = (_, { comment }) => {
      const { text } = comment as unknown as { text: string };
      question = {
        ...asked,
        comments: [...asked.comments, { _id: 'd', text, commentBy: 'ann', commentDateTime: time }],
      };
      return {};
    };
    await user.click(button('Add Comment'));
    expect(await screen.findByText('Thanks')).toBeVisible();
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
    expect(screen.getByText('(2)')).toBeVisible();
  });
});

describe('duplicates', () => {
  const original: LinkedQuestion = {
    _id: 'o',
    title: 'Why, then?',
    answerCount: 1,
    score: 0,
    accepted: true,
    closed: false,
    linkedBy: 'ben',
    duplicate: 'original',
    mayUnlink: true,
  };

  it('are shown, and removed by who may', async () => {
    linked = [original, { ...original, _id: 'p', title: 'Why again?', duplicate: 'copy', mayUnlink: false }];
    await show();
    expect(await screen.findByRole('link', { name: 'Why, then?' })).toHaveAttribute('href', '/question/o');
    expect(screen.getByText('Possible duplicate of:')).toBeVisible();
    expect(screen.getByText('Duplicates of this question:')).toBeVisible();
    reply = () => {
      linked = [];
      return [];
    };
    await user.click(button(/^Remove/));
    await waitFor(() => expect(screen.queryByText('Possible duplicate of:')).toBeNull());
    expect(screen.getByRole('heading', { name: 'Why?' })).toHaveFocus();
    expect(calls).toEqual(['DELETE /question/removeDuplicate {"qid":"q","duplicateOf":"o"}']);
  });

  it('are linked by an address or an id', async () => {
    await show();
    for (const text of ['https://elsewhere.example/question/0123456789abc#x', '0123456789abc']) {
      await load(button('Mark as duplicate'));
      await user.type(await screen.findByLabelText('Which question was asked before?'), text);
      reply = () => [original];
      await user.click(button('Link to this question'));
      expect(calls.at(-1)).toBe('POST /question/addDuplicate {"qid":"q","duplicateOf":"0123456789abc"}');
      await waitFor(() => expect(button('Mark as duplicate')).toHaveFocus());
    }
    expect(screen.getByRole('link', { name: 'Why, then?' })).toBeVisible();
  });
});
