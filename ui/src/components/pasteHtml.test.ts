import { describe, expect, it } from 'vitest';
import { markdownOf } from './pasteHtml';

describe('pasted HTML', () => {
  it.each([
    [
      'marks',
      '<p>a <b>bold</b>, <em>italic</em>, <del>no</del> <code>a  `b`</code></p>',
      'a **bold**, *italic*, ~~no~~ `` a `b` ``',
    ],
    ['spaces at the ends of marks', 'a<b> b </b>c', 'a **b** c'],
    ['marks in marks', '<strong><b>a</b></strong>', '**a**'],
    ['headings', '<h1>One</h1><h3>Two <b>b</b></h3>', '# One\n\n### Two **b**'],
    ['paragraphs and lines', '<p>one<br>two</p><div>three</div>', 'one\\\ntwo\n\nthree'],
    [
      'lists',
      '<ul><li>a</li><li><p>b</p><ol start="9"><li>c</li><li>d</li></ol></li></ul>',
      '- a\n- b\n  9. c\n  10. d',
    ],
    ['an inner list beside its item', '<ol><li>a</li><ul><li>b</li></ul></ol>', '1. a\n   - b'],
    ['paragraphs in an item', '<ul><li><p>a</p><p>b</p></li></ul>', '- a\n\n  b'],
    ['quotations', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    ['code', '<pre><code class="language-rust">fn a() {\n  *b\n}\n</code></pre>', '```rust\nfn a() {\n  *b\n}\n```'],
    ['code with a fence', '<pre>```\na\n```</pre>', '~~~\n```\na\n```\n~~~'],
    ['links', '<a href="https://example.org/a_(b)">a <i>b</i></a>', '[a *b*](https://example.org/a_%28b%29)'],
    ['addresses', '<a href="https://example.org/a_b">https://example.org/a_b</a>', 'https://example.org/a_b'],
    [
      'other links as their text',
      '<a href="http://a.example">a</a> <a href="javascript:b()">b</a> <a href="#c">c</a>',
      'a b c',
    ],
    [
      'tables',
      '<table><tr><th>a</th><th>b|c</th></tr><tr><td>1</td></tr></table>',
      '| a | b\\|c |\n|---|---|\n| 1 |  |',
    ],
    ['tables of a layout', '<table><tr><td><ul><li>a</li></ul></td><td><p>b</p></td></tr></table>', '- a\n\nb'],
    ['a rule', 'a<hr>b', 'a\n\n---\n\nb'],
    ['no pictures, styles or scripts', '<style>a{}</style><img src=x onerror=a() alt=b><script>c()</script>d', 'd'],
    [
      'what Google Docs has',
      '<b style="font-weight:normal"><p><span style="font-weight:700">a</span> <span style="font-style:italic">b</span></p></b>',
      '**a** *b*',
    ],
    [
      'signs as they are',
      '<p>*a* 2 * 3 _b_ c_d `e` [f](g) h[0] \\* ~~i~~</p>',
      '\\*a\\* 2 * 3 \\_b\\_ c_d \\`e\\` \\[f](g) h[0] \\\\\\* \\~~i\\~~',
    ],
    ['no blocks by accident', '<p># a</p><p>- b</p><p>1. c</p><p>1.5 d</p>', '\\# a\n\n\\- b\n\n1\\. c\n\n1.5 d'],
  ])('keeps %s', (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });

  it('does not nest without end', () => {
    expect(markdownOf(`${'<div>'.repeat(500)}a`)).toBe('a');
    expect(markdownOf(`${'<ul><li>'.repeat(200)}a`).endsWith('a')).toBe(true);
  });
});
