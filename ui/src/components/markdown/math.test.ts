import { describe, expect, it, vi } from 'vitest';
import { startDrawing } from './math';

function draw(source: string, className = 'math', drawFormula = startDrawing()): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = `$${source}$`;
  drawFormula(element, 10_000);
  return element;
}

/** Draws display formulas that share their macros. */
function drawAll(...sources: string[]): HTMLElement[] {
  const drawFormula = startDrawing();
  return sources.map((source) => draw(`$${source}$`, 'math math-display', drawFormula));
}

const isDrawn = (element: HTMLElement) => element.querySelector('.katex-html') !== null;

describe('drawFormula', () => {
  it('draws, for screen readers too', () => {
    const element = draw('\\ket{\\psi} = \\frac{1}{2}');
    expect(element.querySelector('.katex-html')).not.toBeNull();
    expect(element.querySelector('math')).not.toBeNull();
    expect(element).not.toHaveAttribute('tabindex');
  });

  it('lets wide formulas scroll', () => {
    const element = draw('$x$', 'math math-display');
    expect(element).toHaveAttribute('tabindex', '0');
    expect(element).toHaveAccessibleName('Formula');
    expect(element.getAttribute('role')).toBe('group');
  });

  it('sets no style attribute, which the policy would refuse', () => {
    const setAttribute = vi.spyOn(Element.prototype, 'setAttribute');
    const element = draw('\\vec{x} \\left(\\frac{\\frac12}{\\frac34}\\right)');
    expect(setAttribute.mock.calls.map(([name]) => name)).not.toContain('style');
    expect(element.querySelector('svg')?.style.width).toBe('0.471em');
    setAttribute.mockRestore();
  });

  it.each([
    ['nonsense', '\\nonsense'],
    ['unfinished', '\\frac{1}'],
    ['too deep', `${'x^{'.repeat(200)}y${'}'.repeat(200)}`],
    ['too wide', `\\begin{matrix}${'a&'.repeat(900)}a\\end{matrix}`],
    ['without end', '\\def\\a{x\\a}\\a'],
    ['of macros that double', `\\def\\a#1{#1#1#1#1#1#1#1#1#1#1}${'\\a{'.repeat(5)}x${'}'.repeat(5)}`],
    ['of a long macro', `\\def\\a{${'x'.repeat(900)}}${'\\a'.repeat(300)}`],
    ['an attack on the limits', `\\def\\stoa@limits{}\\def\\a{${'x'.repeat(900)}}${'\\a'.repeat(300)}`],
    ['edited without end', '\\def\\a{x}\\loop\\edef\\a{\\a\\a}\\a'],
    ['deeper than the stack', `${'{'.repeat(5_000)}x${'}'.repeat(5_000)}`],
  ])('shows the source of what is %s', (_, source) => {
    const element = draw(source);
    expect(element.textContent).toBe(`$${source}$`);
    expect(element.childElementCount).toBe(0);
  });

  it.each([
    '\\href{https://example.org}{x}',
    '\\url{https://example.org}',
    '\\includegraphics{https://example.org/x}',
  ])('makes no link or image of %s', (source) => {
    expect(draw(source).querySelector('a, img, [href], [src]')).toBeNull();
  });

  it('shares macros within a text and not between texts', () => {
    expect(drawAll('\\newcommand{\\a}[1]{|#1\\rangle}', '\\a{x}').map(isDrawn)).toEqual([true, true]);
    expect(drawAll('\\def\\a{x}\\a', '\\gdef\\b{x}\\b', '\\a\\b').map(isDrawn)).toEqual([true, true, true]);
    expect(drawAll('\\a').map(isDrawn)).toEqual([false]);
  });

  it('lets a later definition replace an earlier one', () => {
    const [, , last] = drawAll('\\newcommand{\\a}{x}', '\\newcommand{\\a}{y}\\newcommand\\vec[1]{#1}', '\\a');
    expect(last?.querySelector('.katex-html')).toHaveTextContent(/^y$/);
  });

  it('doubles macros over several formulas only up to a limit', () => {
    const steps = Array.from(
      { length: 12 },
      (_, index) => `\\def\\${'abcdefghijklm'[index + 1]}{${`\\${'abcdefghijklm'[index]}`.repeat(20)}}`,
    );
    const shown = drawAll('\\def\\a{x}', ...steps, '\\m');
    expect(isDrawn(shown.at(-1) as HTMLElement)).toBe(false);
  });

  it('hides what only defines macros, with its paragraph', () => {
    const [definition] = drawAll('\\newcommand{\\a}{x} \\def\\b{y}');
    expect(definition).not.toBeVisible();
    expect(drawAll('\\def\\a{x}\\a')[0]).not.toHaveAttribute('hidden');
    const paragraph = document.createElement('p');
    paragraph.innerHTML = '<span class="math">$\\def\\a{x}$</span>\n<span class="math">$\\def\\b{x}$</span>';
    const drawFormula = startDrawing();
    for (const element of paragraph.children) drawFormula(element, 10_000);
    expect(paragraph).not.toBeVisible();
  });

  it.each([
    '\\require{cancel}\\cancel{x}',
    '\\begin{eqnarray} a &=& b \\nonumber \\\\ &=& c \\label{x} \\end{eqnarray}',
    '\\raise{1ex}{x^2}',
    '\\lower 2pt {\\rm x}',
    '\\raise.5ex\\hbox{$x$ and y}',
    '\\text{if $x$ is odd}',
    '\\pmatrix{a & b \\cr c & d}',
    '\\begin{equation}\\begin{align} a &= b \\tag{1} \\end{align}\\end{equation}',
    'a \\tag{1} \\tag{2}',
    '\\begin{align} a &= b \\tag{1} \\\\ &= c \\tag{2} \\end{align}',
    'a \\buildrel \\rm def \\over = b',
    '\\DeclareMathOperator{\\tr}{tr} \\tr A',
    '\\unicode{x3b1} \\root 3 \\of x',
    '\\newcommand\\vec[1]{\\mathbf{#1}} \\vec{x}',
    'x_\\mbox{max} \\mbox{if $x_1$}',
    '\\sideset{_a^b}{_c^d}\\sum_{i}^n \\sideset{}{^\\prime}\\sum',
    '\\cancelto{0}{x}',
    '\\iiiint_V f',
    '\\idotsint f',
    '\\begin{flalign} a &= b \\end{flalign}',
    '\\left\\ulcorner a \\right\\urcorner',
    '\\begin{array}[c]{*{20}{c}} a & b \\end{array}',
    '\\begin{array}{*{2}{c}} a & \\begin{array}{*{2}{c}} b \\end{array} \\end{array}',
    'x_\\max + s_\\bar x + x^\\sqrt 2',
    '\\text{max_value} + \\text{R&D}',
    'p \\and q \\or \\sgn x',
  ])('draws the TeX of imported posts: %s', (source) => {
    expect(isDrawn(draw(`$${source}$`, 'math math-display'))).toBe(true);
  });

  it.each([
    'x \\tag{1}',
    '\\begin{align} a &= b \\end{align}',
    '\\begin{equation} a \\end{equation}',
  ])('draws in a line what needs one of its own: %s', (source) => expect(isDrawn(draw(source))).toBe(true));

  it('colors the argument of a color alone, and without one all that follows', () => {
    const colored = (source: string) =>
      [...draw(source).querySelectorAll<HTMLElement>('.katex-html .mord')].map(
        (part) => part.style.color && part.textContent,
      );
    expect(colored('\\color{red}{x}y')).toEqual(['x', '']);
    expect(colored('\\color{red} xy')).toEqual(['x', 'y']);
  });

  it('distinguishes double-struck digits and script letters', () => {
    for (const [source, plain] of [
      ['\\mathbb{1}', '1'],
      ['\\mathbb 1_A', '1'],
      ['\\mathcal{o}', 'o'],
    ] as const) {
      const element = draw(source);
      expect(element.querySelector('.katex-html')?.textContent).not.toBe(plain);
      expect(element.querySelector('[mathvariant="double-struck"], [mathvariant="script"]')).toHaveTextContent(plain);
    }
  });

  it('lets screen readers read the words of a text whole', () => {
    const read = (source: string) =>
      [...draw(source).querySelectorAll('math mtext')].map((text) => text.textContent.replaceAll('\u00a0', ' '));
    expect(read('x = \\text{größter Wert, wenn naïve}')).toEqual(['größter Wert, wenn naïve']);
    expect(read('\\text{\\"a und max_value} + \\textbf{two words}')).toEqual(['ä und max_value', 'two words']);
    expect(read('\\hat{x} \\text{a}\\quad\\text{b}')).toEqual(['a', 'b']);
  });

  it('draws a formula once', () => {
    const element = draw('x');
    startDrawing()(element, 10_000);
    expect(element.querySelectorAll('.katex')).toHaveLength(1);
  });
});
