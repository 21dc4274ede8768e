import { act, render, renderHook } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDrafts } from './drafts';
import { UserContext } from './session';
import { useDraft } from './useDraft';

const empty = { title: '', text: '' };

/** A user's form in a new tab. */
function open(userId: string, form = 'question', saved = empty) {
  sessionStorage.clear();
  return reload(userId, form, saved);
}

/** The form in a tab that has written in it last. */
function reload(userId: string, form = 'question', saved = empty) {
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

/** Passes the storage events of a change to the forms, as other tabs get them. */
function withEvents(change: () => void) {
  const before = { ...localStorage };
  const changes: [string, string | null][] = [];
  const { setItem, removeItem } = Storage.prototype;
  const spies = [
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      setItem.call(this, key, value);
      if (this === localStorage) changes.push([key, value]);
    }),
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key) {
      removeItem.call(this, key);
      if (this === localStorage) changes.push([key, null]);
    }),
  ];
  change();
  for (const spy of spies) spy.mockRestore();
  act(() => {
    for (const [key, newValue] of changes)
      window.dispatchEvent(new StorageEvent('storage', { key, oldValue: before[key] ?? null, newValue }));
  });
}

/** The texts of all stored drafts of a form, newest first. */
const stored = (form = 'question') => readDrafts('ann', form).map(({ fields }) => fields.text);

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

  it('of two tabs that write in the same form are two, and the newest is restored', () => {
    const [one, other] = [open('ann'), open('ann')];
    one.type({ text: 'of one' });
    withEvents(one.pause);
    other.type({ text: 'of the other' });
    withEvents(other.pause);
    expect(stored()).toEqual(['of the other', 'of one']);
    one.type({ text: 'of one and more' });
    withEvents(one.pause);
    expect(stored()).toEqual(['of one and more', 'of the other']);
    const third = open('ann');
    expect(third.fields().text).toBe('of one and more');
    expect(third.draft().others).toMatchObject([{ fields: { text: 'of the other' } }]);
    withEvents(one.finish);
    window.dispatchEvent(new Event('pagehide'));
    expect(stored()).toEqual(['of the other']);
  });

  it('survives that a tab which opened with it overwrites it', () => {
    const one = open('ann');
    one.type({ text: 'a long answer' });
    one.pause();
    const other = open('ann');
    expect(other.fields().text).toBe('a long answer');
    other.type({ text: 'short' });
    withEvents(other.pause);
    expect(stored()).toEqual(['short', 'a long answer']);
    one.type({ text: 'a longer answer' });
    one.pause();
    expect(stored()).toEqual(['a longer answer', 'short']);
  });

  it('survives that a tab which opened with it discards it, also after a reload', () => {
    const one = open('ann');
    one.type({ text: 'an hour of work' });
    one.pause();
    one.close();
    const again = reload('ann');
    const other = open('ann');
    withEvents(other.discard);
    expect(other.fields()).toEqual(empty);
    other.type({ text: 'another' });
    withEvents(other.pause);
    again.close();
    other.close();
    const last = open('ann');
    expect([last.fields().text, ...last.draft().others.map(({ fields }) => fields.text)]).toEqual([
      'another',
      'an hour of work',
    ]);
  });

  it('survives without events, as in a frozen tab, when the page goes', () => {
    const one = open('ann');
    one.type({ text: 'typed' });
    one.pause();
    open('ann').discard();
    expect(stored()).toEqual([]);
    window.dispatchEvent(new Event('pagehide'));
    expect(stored()).toEqual(['typed']);
  });

  it('does not come back when another tab has sent its text', () => {
    const one = open('ann');
    one.type({ text: 'typed' });
    one.pause();
    withEvents(open('ann').finish);
    one.close();
    expect(localStorage).toHaveLength(0);
  });

  it('comes back when another tab has sent a different text', () => {
    const one = open('ann');
    one.type({ text: 'typed' });
    one.pause();
    const other = open('ann');
    other.type({ text: 'different' });
    withEvents(() => act(() => other.draft().clear()));
    expect(other.fields()).toEqual(empty);
    expect(stored()).toEqual(['typed']);
    one.close();
    expect(stored()).toEqual(['typed']);
  });

  it('of a tab without typing is not stored again', () => {
    const one = open('ann');
    one.type({ text: 'typed' });
    one.pause();
    const other = open('ann');
    withEvents(one.discard);
    other.close();
    expect(localStorage).toHaveLength(0);
  });

  it('can be exchanged for another one, and both stay', () => {
    const [one, other] = [open('ann'), open('ann')];
    one.type({ text: 'of one' });
    one.pause();
    other.type({ text: 'of the other' });
    other.pause();
    const third = open('ann');
    const [first] = third.draft().others;
    act(() => first && third.draft().open(first.key));
    expect(third.draft()).toMatchObject({
      isRestored: true,
      fields: { text: 'of one' },
      others: [{ fields: { text: 'of the other' } }],
    });
    third.type({ text: 'of one, continued' });
    third.pause();
    third.close();
    expect(stored()).toEqual(['of one, continued', 'of the other']);
  });

  it('is not cleared with a text that differs from what was sent', () => {
    const form = open('ann');
    form.type({ text: 'sent' });
    const sent = form.fields();
    form.type({ text: 'sent and more' });
    act(() => form.draft().clear(sent));
    expect(form.fields().text).toBe('sent and more');
    act(() => form.draft().clear(form.fields()));
    expect(form.fields()).toEqual(empty);
  });

  it('says with its place and time where it belongs', () => {
    history.replaceState(null, '', '/question/q?a=b');
    document.title = '(3) Why?';
    const form = open('ann', 'answer to q');
    form.type({ text: 'So' });
    form.pause();
    history.replaceState(null, '', '/elsewhere');
    form.close();
    expect(readDrafts('ann')).toMatchObject([
      { form: 'answer to q', at: Date.now() - 500, place: { path: '/question/q?a=b', title: 'Why?' } },
    ]);
  });

  it('takes the place of the oldest ones, which are at most 100', () => {
    for (let count = 0; count < 101; count += 1) {
      const form = open(count % 2 ? 'ann' : 'ben', `answer to ${count}`);
      form.type({ text: `text ${count}` });
      form.pause();
      form.close();
    }
    expect(localStorage).toHaveLength(100);
    expect(stored('answer to 1')).toEqual(['text 1']);
    expect(readDrafts('ben', 'answer to 0')).toEqual([]);
  });

  it('takes the place of the oldest ones of a total length, and none that is longer', () => {
    const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(400_000));
    for (const [index, text] of texts.entries()) {
      const form = open('ann', `answer to ${index}`);
      form.type({ text });
      form.pause();
    }
    expect(readDrafts('ann').map(({ form }) => form)).toEqual(['answer to 2', 'answer to 1']);
    const form = open('ann');
    form.type({ text: 'x'.repeat(1_000_001) });
    form.pause();
    expect(form.draft().isUnsaved).toBe(true);
    expect(readDrafts('ann')).toHaveLength(2);
    form.type({ text: 'short' });
    form.pause();
    expect(form.draft().isUnsaved).toBe(false);
  });

  it('takes the place of older ones where the storage is full, and is tried again when the page goes', () => {
    const old = open('ann', 'answer to 1');
    old.type({ text: 'old' });
    old.pause();
    old.close();
    let capacity = 1;
    const { setItem } = Storage.prototype;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (this === localStorage && this.length >= capacity) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    });
    const form = open('ann');
    form.type({ text: 'new' });
    form.pause();
    expect(readDrafts('ann').map(({ fields }) => fields.text)).toEqual(['new']);
    expect(form.draft().isUnsaved).toBe(false);
    capacity = 0;
    const other = open('ann', 'answer to 2');
    other.type({ text: 'newer' });
    other.pause();
    expect(other.draft().isUnsaved).toBe(true);
    capacity = 2;
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(readDrafts('ann').map(({ fields }) => fields.text)).toEqual(['newer', 'new']);
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
