import { act, render, renderHook } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UserContext } from './session';
import { useDraft } from './useDraft';

const empty = { title: '', text: '' };

/** A user's form in its own tab. */
function open(userId: string, form = 'question', saved = empty) {
  const user = { _id: userId, username: userId, dateJoined: '', biography: '', questionCount: 0, answerCount: 0 };
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

  it('passes its last words to the form that replaces it', () => {
    const user = { _id: 'ann', username: 'ann', dateJoined: '', biography: '', questionCount: 0, answerCount: 0 };
    let typed: ReturnType<typeof useDraft<typeof empty>>;
    function Form() {
      typed = useDraft('question', empty);
      return typed.fields.text;
    }
    const page = (key: string) => (
      <UserContext value={user}>
        <Form key={key} />
      </UserContext>
    );
    const { container, rerender } = render(page('first'));
    act(() => typed.change({ text: 'so?' }));
    rerender(page('second'));
    expect(container).toHaveTextContent('so?');
  });

  it('belongs to one user and one form', () => {
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

  it('resets to the initial fields when it is discarded', () => {
    const saved = { title: 'Why?', text: 'Because' };
    const form = open('ann', 'edit', saved);
    form.type({ text: 'Because of' });
    form.close();
    const again = open('ann', 'edit', saved);
    expect(again.fields()).toEqual({ title: 'Why?', text: 'Because of' });
    again.discard();
    expect(again.draft()).toMatchObject({ isRestored: false, fields: saved });
  });

  it('keeps its base when it is restored, and discards to the currently saved text', () => {
    const [saved, newer, newest] = ['one', 'two', 'three'].map((text) => ({ title: 'Why?', text }));
    const form = open('ann', 'edit', saved);
    form.type({ text: 'one and more' });
    form.close();
    const again = open('ann', 'edit', newer);
    expect(again.draft()).toMatchObject({ isRestored: true, base: saved, fields: { text: 'one and more' } });
    again.type({ text: 'one and even more' });
    again.close();
    const third = open('ann', 'edit', newer);
    expect(third.draft()).toMatchObject({ base: saved, fields: { text: 'one and even more' } });
    third.changeElsewhere(newest);
    expect(third.draft().base).toEqual(saved);
    third.discard();
    expect(third.draft()).toMatchObject({ isRestored: false, base: newest, fields: newest });
    third.pause();
    third.close();
    expect(localStorage).toHaveLength(0);
  });

  it('is read without a stored base', () => {
    localStorage.setItem('draft ann edit', '{"title":"Why?","text":"mine"}');
    const saved = { title: 'Why?', text: 'saved' };
    expect(open('ann', 'edit', saved).draft()).toMatchObject({ base: saved, fields: { title: 'Why?', text: 'mine' } });
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

  it('that another tab replaced and no longer needs is stored again when its page closes', () => {
    const key = 'draft ann question';
    /** Storage events reach all tabs except the one that makes the change. */
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

    // The third tab posts the same text as the other one.
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
