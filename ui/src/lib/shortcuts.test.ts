import { afterEach, describe, expect, it } from 'vitest';
import { shortcutOf } from './shortcuts';

afterEach(() => {
  document.body.innerHTML = '';
});

/** Returns the shortcut of a key that is pressed in the first element of the page. */
function pressed(init: KeyboardEventInit, html = '<p></p>') {
  document.body.innerHTML = html;
  let found: ReturnType<typeof shortcutOf>;
  const listener = (event: KeyboardEvent) => {
    found = shortcutOf(event);
  };
  document.addEventListener('keydown', listener);
  const target = document.body.querySelector('[data-target]') ?? document.body.firstElementChild;
  target?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
  document.removeEventListener('keydown', listener);
  return found;
}

const ctrl = (key: string, more: KeyboardEventInit = {}) => ({ key, ctrlKey: true, ...more });

describe('a shortcut', () => {
  it.each(['P', 'H', 'Q', 'M', 'K'])('is Ctrl and %s, with Caps Lock or without', (key) => {
    expect(pressed(ctrl(key.toLowerCase()))).toBe(key);
    expect(pressed(ctrl(key))).toBe(key);
  });

  it('is the key’s place where letters are not Latin, and its letter where they are', () => {
    expect(pressed(ctrl('з', { code: 'KeyP' }))).toBe('P');
    expect(pressed(ctrl('r', { code: 'KeyP' })), 'on Dvorak').toBeUndefined();
  });

  it('is ? for the list, but not with Ctrl', () => {
    expect(pressed({ key: '?', shiftKey: true })).toBe('?');
    expect(pressed(ctrl('?'))).toBeUndefined();
  });

  it.each<KeyboardEventInit>([
    ctrl('a'),
    ctrl('F5'),
    { key: 'p' },
    ctrl('p', { altKey: true }),
    ctrl('p', { metaKey: true }),
    ctrl('p', { shiftKey: true }),
    ctrl('p', { isComposing: true }),
    { key: '?', altKey: true },
  ])('is not %j', (init) => {
    expect(pressed(init)).toBeUndefined();
  });

  it.each([
    '<input>',
    '<textarea></textarea>',
    '<select></select>',
    '<div contenteditable><p><b data-target></b></p></div>',
    '<div contenteditable="plaintext-only"></div>',
    '<p></p><dialog open></dialog>',
  ])('is none in %s', (html) => {
    expect(pressed(ctrl('p'), html)).toBeUndefined();
    expect(pressed({ key: '?' }, html)).toBeUndefined();
  });

  it('works in elements that only look like a field', () => {
    expect(pressed(ctrl('p'), '<div contenteditable="false"></div>')).toBe('P');
    expect(pressed(ctrl('p'), '<button></button><dialog></dialog>')).toBe('P');
  });
});
