import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { site } from '../../../lib/site';
import { asked, load, post, server, show, user, withPage } from '../../../testing/questionPage';

withPage();

let copied: string[];
beforeEach(() => {
  copied = [];
  // jsdom has no popovers: the menu is always in the page.
  HTMLElement.prototype.showPopover = () => undefined;
  HTMLElement.prototype.hidePopover = () => undefined;
  const writeText = async (text: string) => void copied.push(text);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  site.publicReading = site.embedding = false;
});

const question = () => screen.getByRole('region', { name: 'Question' });
const open = async (within_: HTMLElement, name: string) => {
  await load(within(within_).getByRole('button', { name }));
  await within(within_).findByText('Copy link');
};
const choose = (name: string) => user.click(screen.getByText(name));

describe('the menu that shares', () => {
  it('copies the address of a question with the words of its title', async () => {
    server.question = { ...asked, title: 'Größe & weight?' };
    await show();
    await open(question(), 'Share this question');
    await choose('Copy link');
    expect(copied).toEqual([`${location.origin}/question/q/gr%C3%B6%C3%9Fe-weight`]);
    expect(within(question()).getByRole('button', { name: 'Share this question' })).toHaveTextContent('Copied');
  });

  it('copies the address of an answer', async () => {
    await show();
    await open(post('one'), 'Share this answer');
    await choose('Copy link');
    expect(copied).toEqual([`${location.origin}/question/q/why#one`]);
  });

  it('has the focus when it opens, on the button to which it returns', async () => {
    await show();
    await open(question(), 'Share this question');
    expect(within(question()).getByRole('button', { name: 'Share this question' })).toHaveFocus();
  });

  it('has a feed only while everyone may read', async () => {
    await show();
    await open(question(), 'Share this question');
    expect(screen.queryByText('Copy address of the feed')).toBeNull();
  });

  it('copies the address of the feed', async () => {
    site.publicReading = true;
    await show();
    await open(question(), 'Share this question');
    await choose('Copy address of the feed');
    expect(copied).toEqual([`${location.origin}/feeds/question/q.atom`]);
  });

  it('copies the code of a card where other sites may show one, for questions', async () => {
    site.embedding = true;
    await show();
    await open(post('one'), 'Share this answer');
    expect(screen.queryByText('Copy embed code')).toBeNull();
    await open(question(), 'Share this question');
    await choose('Copy embed code');
    expect(copied).toEqual([expect.stringContaining(`<iframe src="${location.origin}/embed/question/q" `)]);
  });

  it('offers the sheet of the system where there is one', async () => {
    await show();
    await open(question(), 'Share this question');
    expect(screen.queryByText('Share with…')).toBeNull();
  });

  it('opens the sheet of the system', async () => {
    const share = vi.fn(async () => undefined);
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    await show();
    await open(question(), 'Share this question');
    await choose('Share with…');
    Reflect.deleteProperty(navigator, 'share');
    expect(share).toHaveBeenCalledWith({ title: 'Why?', url: `${location.origin}/question/q/why` });
  });

  it('says when nothing could be copied', async () => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    await show();
    await open(question(), 'Share this question');
    await choose('Copy link');
    expect(within(question()).getByRole('button', { name: 'Share this question' })).toHaveTextContent('Could not copy');
  });
});

it('an address with words shows its question', async () => {
  await show('ann', '/question/q/some-words');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Why?');
});
