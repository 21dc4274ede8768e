import { describe, expect, it } from 'vitest';
import type { RangeFinder } from '../../lib/highlightRanges';
import { highlightMatches } from './highlightMatches';

const word: RangeFinder = (text) =>
  Array.from(text.matchAll(/x+/g), ({ 0: found, index }) => [index, index + found.length]);

function marked(html: string): string {
  const template = document.createElement('template');
  template.innerHTML = html;
  highlightMatches(template.content, word);
  return template.innerHTML;
}

describe('marking', () => {
  it('marks the matches, and changes nothing else', () => {
    expect(marked('<p>a x, <em>xx</em> &lt;b&gt;</p>')).toBe(
      '<p>a <mark>x</mark>, <em><mark>xx</mark></em> &lt;b&gt;</p>',
    );
    expect(marked('<pre><code><span class="hljs-string">x y</span></code></pre>')).toBe(
      '<pre><code><span class="hljs-string"><mark>x</mark> y</span></code></pre>',
    );
  });

  it('leaves formulas alone', () => {
    expect(marked('x <span class="math"><span class="katex">x</span></span>')).toBe(
      '<mark>x</mark> <span class="math"><span class="katex">x</span></span>',
    );
  });

  it('changes only so many nodes', () => {
    expect(marked('<p>x</p>'.repeat(2_000)).match(/<mark>/g)).toHaveLength(300);
  });
});
