import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { MarkdownEditor } from './MarkdownEditor';

function Form() {
  const [text, setText] = useState('');
  return <MarkdownEditor name="text" label="Text" value={text} onChange={setText} readOnly={false} problem={null} />;
}

/** Renders an editor with a text whose selection is marked by | at both ends, or the caret by one. */
function editor(shown: string): HTMLTextAreaElement {
  const [before = '', selected = '', after] = shown.split('|');
  render(<Form />);
  const area = screen.getByLabelText<HTMLTextAreaElement>('Text');
  const text = after === undefined ? before + selected : before + selected + after;
  fireEvent.change(area, { target: { value: text } });
  area.focus();
  area.setSelectionRange(before.length, after === undefined ? before.length : before.length + selected.length);
  return area;
}

/** Returns the text of an editor with | at the caret, or at both ends of the selection. */
function shown({ value, selectionStart: start, selectionEnd: end }: HTMLTextAreaElement): string {
  const selected = start === end ? '|' : `|${value.slice(start, end)}|`;
  return value.slice(0, start) + selected + value.slice(end);
}

describe('keys in an editor', () => {
  it.each([
    ['b', 'a |b| c', 'a **|b|** c'],
    ['i', 'a |b| c', 'a *|b|* c'],
    ['e', 'a |b| c', 'a `|b|` c'],
    ['k', 'see |here|', 'see [here](https://|)'],
  ])('format: Ctrl+%s', (key, before, after) => {
    const area = editor(before);
    fireEvent.keyDown(area, { key, ctrlKey: true });
    expect(shown(area)).toBe(after);
  });

  it('format where the key is on a Latin keyboard', () => {
    const area = editor('a |b| c');
    fireEvent.keyDown(area, { key: 'и', code: 'KeyB', ctrlKey: true });
    expect(shown(area)).toBe('a **|b|** c');
  });

  it.each([
    ['- one|', '- one\n- |'],
    ['  * one|', '  * one\n  * |'],
    ['9. nine|', '9. nine\n10. |'],
    ['1) a|b', '1) a\n2) |b'],
    ['- [x] done|', '- [x] done\n- [ ] |'],
    ['> said|', '> said\n> |'],
    ['> - one|', '> - one\n> - |'],
  ])('Enter continues %j', (before, after) => {
    const area = editor(before);
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(shown(area)).toBe(after);
  });

  it('Enter ends a list at its empty item', () => {
    const area = editor('- one\n- |');
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(shown(area)).toBe('- one\n|');
  });

  it.each(['plain|', '|- one', '-|', '```\n- one|\n```', '- |one| two'])('leave Enter in %j to the browser', (text) => {
    const area = editor(text);
    expect(fireEvent.keyDown(area, { key: 'Enter' })).toBe(true);
  });

  it.each([
    ['- a\n- b|', '- a\n  - b|'],
    ['1. a|', '   1. a|'],
    ['|- a\n- b|', '  |- a\n  - b|'],
    ['```\na|\n```', '```\na    |\n```'],
    ['```\n|a\n\nb|\n```', '```\n    |a\n\n    b|\n```'],
  ])('Tab indents %j, and Shift+Tab reverts it', (before, after) => {
    const area = editor(before);
    fireEvent.keyDown(area, { key: 'Tab' });
    expect(shown(area)).toBe(after);
    if (!after.includes('a    ')) {
      fireEvent.keyDown(area, { key: 'Tab', shiftKey: true });
      expect(shown(area)).toBe(before);
    }
  });

  it('Tab leaves running text, and a list after Escape', async () => {
    const user = userEvent.setup();
    const area = editor('plain|');
    await user.tab();
    expect(area).not.toHaveFocus();
    fireEvent.change(area, { target: { value: '- item' } });
    area.focus();
    await user.keyboard('{Escape}{Tab}');
    expect(area).not.toHaveFocus();
    expect(area).toHaveValue('- item');
  });
});

const paste = (area: HTMLTextAreaElement, plain: string, html = '') =>
  fireEvent.paste(area, {
    clipboardData: { getData: (type: string) => (type === 'text/html' ? html : plain), types: ['text/plain'] },
  });

describe('an address pasted on selected text', () => {
  it('becomes a link', () => {
    const area = editor('see |here| now');
    paste(area, 'https://example.org/a?b=c\n');
    expect(shown(area)).toBe('see [here](https://example.org/a?b=c)| now');
  });

  it.each([
    ['see here|', 'https://example.org'],
    ['|https://example.com|', 'https://example.org'],
    ['see |here|', 'http://example.org'],
    ['see |here|', 'two words'],
    ['```\n|here|\n```', 'https://example.org'],
  ])('is pasted as it is: %j, %j', (text, pasted) => {
    expect(paste(editor(text), pasted)).toBe(true);
  });
});

describe('formatted text pasted', () => {
  it('keeps its formatting', async () => {
    const area = editor('see |this|');
    expect(paste(area, 'one two', '<meta charset="utf-8"><p>one <b>two</b></p>')).toBe(false);
    await waitFor(() => expect(shown(area)).toBe('see one **two**|'));
  });

  it('begins its blocks on lines of their own', async () => {
    const area = editor('see|');
    paste(area, 'a\nb', '<ul><li>a</li><li>b</li></ul>');
    await waitFor(() => expect(shown(area)).toBe('see\n\n- a\n- b|'));
  });

  it.each([
    ['see|', '<div style="color: red"><span>running text</span></div>'],
    ['```\n|\n```', '<p>in <b>code</b></p>'],
  ])('is left to the browser without formatting or in code: %j, %j', (text, html) => {
    expect(paste(editor(text), 'plain', html)).toBe(true);
  });
});
