import { describe, expect, it } from 'vitest';
import { toHtml } from './parser';

const inline = (source: string) => `<span class="math">${source}</span>`;
const display = (source: string) => `<div class="math math-display">${source}</div>`;
const html = (text: string) => toHtml(text).trim();

describe('formulas', () => {
  it('stand in running text', () => {
    expect(html('$x^2$')).toBe(`<p>${inline('x^2')}</p>`);
    expect(html('($x$), $y$-axis: $\\$5$')).toBe(`<p>(${inline('x')}), ${inline('y')}-axis: ${inline('\\$5')}</p>`);
    expect(html('a $$x$$ b')).toBe('<p>a <span class="math math-display">x</span> b</p>');
  });

  it('are separate from the text, and contain no Markdown', () => {
    expect(html('$$x$$')).toBe(display('x'));
    expect(html('a\n$$\nb\n- c\n= d\n# e\n$$\nf')).toBe(`<p>a</p>\n${display('\nb\n- c\n= d\n# e\n')}<p>f</p>`);
    expect(html('- $$\n  x\n  $$')).toContain(display('\nx\n'));
    expect(html('$a_b$ $c_d$ $*e*$')).not.toContain('<em>');
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

  it.each([
    'it costs $5 and $10',
    '$5-$10',
    'from 5$ to 10$',
    '$HOME and $PATH',
    '$HOME/$PATH',
    'US$5 (AU$7)',
    '\\$x\\$',
    '$ x $',
    '$$$x$$$',
    '$',
    '$$',
    '$$$$',
    '$x\n\ny$',
    `$${'x'.repeat(2_001)}$`,
  ])('are not %j', (text) => {
    expect(html(text)).not.toContain('math');
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
