import { describe, expect, it } from 'vitest';
import { apply, type Format, format } from './formatting';

/** Presses a button on a text whose selection is marked by | at both ends. */
function press(how: Format, shown: string): string {
  const [before = '', selected = '', after] = shown.split('|');
  const area = document.createElement('textarea');
  document.body.append(area);
  area.value = before + selected + (after ?? '');
  const edit = format(how, { text: area.value, start: before.length, end: before.length + selected.length });
  apply(edit, area);
  const { value, selectionStart, selectionEnd } = area;
  area.remove();
  return `${value.slice(0, selectionStart)}|${value.slice(selectionStart, selectionEnd)}|${value.slice(selectionEnd)}`;
}

describe('a formatting button', () => {
  it('wraps the selection, and unwraps it again', () => {
    for (const [how, plain, wrapped] of [
      ['bold', 'a |b| c', 'a **|b|** c'],
      ['italic', 'a |b| c', 'a *|b|* c'],
      ['code', 'a |b| c', 'a `|b|` c'],
      ['math', 'a |b| c', 'a $|b|$ c'],
      ['code', '|a\nb|', '```\n|a\nb|\n```'],
      ['math', '|a\nb|', '$$\n|a\nb|\n$$'],
    ] as const) {
      expect(press(how, plain)).toBe(wrapped);
      expect(press(how, wrapped)).toBe(plain);
    }
  });

  it('does not take half of another mark', () => {
    expect(press('italic', '**|b|**')).toBe('***|b|***');
  });

  it('writes something to replace where nothing is selected', () => {
    expect(press('bold', 'a ||')).toBe('a **|bold text|**');
    expect(press('link', '||')).toBe('[|text of the link|](https://)');
  });

  it('asks for the address of a link', () => {
    expect(press('link', 'see |here| now')).toBe('see [here](https://||) now');
  });

  it('begins whole lines', () => {
    expect(press('quote', 'a\nb|c\nd|e\nf')).toBe('a\n|> bc\n> de|\nf');
    expect(press('quote', 'a\n|> bc\n> de|\nf')).toBe('a\n|bc\nde|\nf');
    expect(press('list', 'one||')).toBe('- one||');
    expect(press('list', '||')).toBe('- ||');
  });
});
