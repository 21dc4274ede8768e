import { act, renderHook } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UserContext } from './session';
import { useDraft } from './useDraft';

const empty = { title: '', text: '' };

/** A form of a user, in a tab of its own. */
function open(userId: string, form = 'question', saved = empty) {
  const user = { _id: userId, username: userId, dateJoined: '', biography: '' };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <UserContext value={user}>{children}</UserContext>
    </StrictMode>
  );
  const { result, rerender, unmount } = renderHook((saved) => useDraft(form, saved), { wrapper, initialProps: saved });
  return {
    draft: () => result.current,
    fields: () => result.current.fields,
    type: (fields: Partial<typeof empty>) => act(() => result.current.change(fields)),
    pause: () => act(() => vi.advanceTimersByTime(500)),
    discard: () => act(() => result.current.discard()),
    finish: () => act(() => result.current.finish()),
    changeElsewhere: rerender,
    close: unmount,
  };
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a draft', () => {
  it('is there again after a pause, when the page goes, and when the form goes', () => {
    const first = open('ann');
    expect(first.draft().isRestored).toBe(false);
    first.type({ title: 'Why' });
    expect(localStorage).toHaveLength(0);
    first.pause();
    expect(open('ann').fields()).toEqual({ title: 'Why', text: '' });
    first.type({ text: 'so?' });
    window.dispatchEvent(new Event('pagehide'));
    expect(open('ann').fields()).toEqual({ title: 'Why', text: 'so?' });
    first.type({ text: 'so!' });
    first.close();
    expect(open('ann').draft()).toMatchObject({ isRestored: true, fields: { title: 'Why', text: 'so!' } });
  });

  it('is of one user and one form', () => {
    const ann = open('ann');
    ann.type({ text: 'secret' });
    ann.pause();
    expect(open('ben').fields()).toEqual(empty);
    expect(open('ann', 'answer').fields()).toEqual(empty);
  });

  it('is gone when it is discarded, posted, or empty again', () => {
    for (const end of ['discard', 'finish'] as const) {
      const form = open('ann');
      form.type({ text: 'typed' });
      form.pause();
      form.type({ text: 'typed on' });
      form[end]();
      form.close();
      expect(localStorage, end).toHaveLength(0);
    }
    const form = open('ann');
    form.type({ text: 'typed' });
    form.pause();
    form.type({ text: '' });
    form.pause();
    expect(localStorage).toHaveLength(0);
  });

  it('begins again, when it is discarded, with what the form began with', () => {
    const saved = { title: 'Why?', text: 'Because' };
    const form = open('ann', 'edit', saved);
    form.type({ text: 'Because of' });
    form.close();
    const again = open('ann', 'edit', saved);
    expect(again.fields()).toEqual({ title: 'Why?', text: 'Because of' });
    again.discard();
    expect(again.draft()).toMatchObject({ isRestored: false, fields: saved });
  });

  it('knows what it began with when it is restored, and begins again with what is saved by then', () => {
    const [saved, newer, newest] = ['one', 'two', 'three'].map((text) => ({ title: 'Why?', text }));
    const form = open('ann', 'edit', saved);
    form.type({ text: 'one and more' });
    form.close();
    const again = open('ann', 'edit', newer);
    expect(again.draft()).toMatchObject({ isRestored: true, began: saved, fields: { text: 'one and more' } });
    again.type({ text: 'one and even more' });
    again.close();
    const third = open('ann', 'edit', newer);
    expect(third.draft()).toMatchObject({ began: saved, fields: { text: 'one and even more' } });
    third.changeElsewhere(newest);
    expect(third.draft().began).toEqual(saved);
    third.discard();
    expect(third.draft()).toMatchObject({ isRestored: false, began: newest, fields: newest });
    third.pause();
    third.close();
    expect(localStorage).toHaveLength(0);
  });

  it('stored before it knew what it began with is read all the same', () => {
    localStorage.setItem('draft ann edit', '{"title":"Why?","text":"mine"}');
    const saved = { title: 'Why?', text: 'saved' };
    expect(open('ann', 'edit', saved).draft()).toMatchObject({ began: saved, fields: { title: 'Why?', text: 'mine' } });
  });

  it('does not come back when the form goes in the step that discards it', () => {
    const form = open('ann');
    form.type({ text: 'typed' });
    act(() => {
      form.draft().discard();
      form.close();
    });
    expect(localStorage).toHaveLength(0);
  });

  it('of another tab is not taken away by a tab that does not type, or posts', () => {
    const [one, other] = [open('ann'), open('ann')];
    one.type({ text: 'of one' });
    one.pause();
    other.type({ text: 'of the other' });
    other.pause();
    window.dispatchEvent(new Event('pagehide'));
    one.finish();
    one.close();
    expect(open('ann').fields().text).toBe('of the other');
  });

  it('that another tab replaced, and does not need any more, is stored again when its page goes', () => {
    const key = 'draft ann question';
    /** What the browser tells all tabs but the one that changes something. */
    const changing = (change: () => void) => {
      const oldValue = localStorage.getItem(key);
      change();
      const newValue = localStorage.getItem(key);
      window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }));
    };
    const [one, other] = [open('ann'), open('ann')];
    one.type({ text: 'of one' });
    one.pause();
    other.type({ text: 'of the other' });
    other.pause();
    one.type({ text: 'of one and more' });
    changing(one.pause);
    window.dispatchEvent(new Event('pagehide'));
    expect(open('ann').fields().text).toBe('of one and more');
    changing(one.finish);
    window.dispatchEvent(new Event('pagehide'));
    expect(open('ann').fields().text).toBe('of the other');

    // What the third posts is what the other says.
    const third = open('ann');
    changing(third.finish);
    other.close();
    expect(localStorage).toHaveLength(0);
  });

  it('is not needed: the form works where nothing can be stored, or something odd is', () => {
    localStorage.setItem('draft ann question', '{"title":7,"text":"kept","else":"x"}');
    expect(open('ann').fields()).toEqual({ title: '', text: 'kept' });
    for (const odd of ['{', '7', 'null', '[]', '"x"']) {
      localStorage.setItem('draft ann question', odd);
      expect(open('ann').fields(), odd).toEqual(empty);
    }
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
    }
    const form = open('ann');
    form.type({ text: 'typed' });
    form.pause();
    form.discard();
    form.type({ text: 'typed again' });
    form.finish();
    expect(form.fields().text).toBe('typed again');
  });
});
