import { describe, expect, it } from 'vitest';
import cases from '../../lib/formula-cases.json';
import { toHtml } from './parser';

const inline = (source: string) => `<span class="math">$${source}$</span>`;
const display = (source: string) => `<div class="math math-display">$$${source}$$</div>`;
const html = (text: string) => toHtml(text).trim();

describe('formulas', () => {
  it('stand in running text', () => {
    expect(html('$x^2$')).toBe(`<p>${inline('x^2')}</p>`);
    expect(html('($x$), $y$-axis: $\\$5$')).toBe(`<p>(${inline('x')}), ${inline('y')}-axis: ${inline('\\$5')}</p>`);
    expect(html('a $$x$$ b')).toBe('<p>a <span class="math math-display">$$x$$</span> b</p>');
  });

  it('are separate from the text, and contain no Markdown', () => {
    expect(html('$$x$$')).toBe(display('x'));
    expect(html('a\n$$\nb\n- c\n= d\n# e\n$$\nf')).toBe(`<p>a</p>\n${display('\nb\n- c\n= d\n# e\n')}<p>f</p>`);
    expect(html('- $$\n  x\n  $$')).toContain(display('\n  x\n  '));
    expect(html('$a_b$ $c_d$ $*e*$')).not.toContain('<em>');
  });

  it.each([
    ['so $$\na\n= b\n- c\n$$ holds', 'so <span class="math math-display">$$\na\n= b\n- c\n$$</span> holds'],
    ['$x^2\n+ y\n- z$', inline('x^2\n+ y\n- z')],
    ['$x^2\n1. y$', inline('x^2\n1. y')],
    ['a\n$$\nb\n=\nc\n$$.', 'a\n<span class="math math-display">$$\nb\n=\nc\n$$</span>.'],
  ])('are not cut by the rules of blocks: %j', (text, shown) => {
    expect(html(text)).toBe(`<p>${shown}</p>`);
  });

  it('leave out the signs of a quote around them', () => {
    expect(html('> $$\n> a\n> - b\n> $$')).toBe(`<blockquote>\n${display('\na\n- b\n')}</blockquote>`);
    expect(html('> x $a\n> > b$')).toContain(inline('a\n&gt; b'));
  });

  it('end no cell of a table', () => {
    const row = (cells: string) => html(`| $1$ | $2$ |\n|---|---|\n${cells}`);
    const cells = (formulas: string[]) =>
      formulas
        .map((formula) => `<td>${formula}</td>`)
        .join('\n')
        .concat('\n</tr>');
    expect(row('| $|3| = 3$ | $|4| = 4$ |')).toContain(cells([inline('|3| = 3'), inline('|4| = 4')]));
    expect(row('$P(A|B)$ | x')).toContain(cells([inline('P(A|B)'), 'x']));
    // As before, and as on other sites, an escaped line is a line in a table, and a norm outside.
    expect(row('| $\\|3\\|$ | x |')).toContain(cells([inline('|3|'), 'x']));
    expect(html('$\\|3\\|$ and $a|b$ | c')).toBe(`<p>${inline('\\|3\\|')} and ${inline('a|b')} | c</p>`);
    expect(row('| $5 | $6 |')).toContain(cells(['$5', '$6']));
  });

  it('know the letter before them', () => {
    expect(html('P$\\neq$NP')).toBe(`<p>P${inline('\\neq')}NP</p>`);
    expect(html("It's 5$, not 6$")).not.toContain('math');
    expect(html('**5**$, not **6**$')).not.toContain('math');
  });

  it('stand in emphasis', () => {
    expect(html('*the dual $V^*$ of* $V$')).toBe(`<p><em>the dual ${inline('V^*')} of</em> ${inline('V')}</p>`);
    expect(html('**a $$*$$ b** $5 *c* $6')).toContain('<strong>a ');
    expect(html('**a $$*$$ b** $5 *c* $6')).toContain('$5 <em>c</em> $6');
    expect(html('$a$_b_ $$$*c*')).toBe(`<p>${inline('a')}<em>b</em> $$$<em>c</em></p>`);
  });

  it('keep their markup as text', () => {
    expect(html('$a<b&c$')).toBe(`<p>${inline('a&lt;b&amp;c')}</p>`);
  });

  it.each(
    cases.filter(({ text }) => !text.includes('`') && !text.startsWith('  ')),
  )('are those of the grammar: $text', ({ text, formulas }) => {
    const root = document.createElement('div');
    root.innerHTML = toHtml(text);
    expect([...root.querySelectorAll('.math')].map((element) => element.textContent)).toEqual(formulas);
  });

  it('stay text in code', () => {
    expect(html('`$x$`')).toBe('<p><code>$x$</code></p>');
    expect(html('```\n$x$\n```')).not.toContain('math');
  });

  it('are drawn 200 times', () => {
    const shown = html('$x$ '.repeat(201));
    expect(shown.split(inline('x'))).toHaveLength(201);
    expect(shown.endsWith(' $x$ </p>')).toBe(true);
  });
});
