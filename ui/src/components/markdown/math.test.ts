import { describe, expect, it, vi } from 'vitest';
import { drawFormula } from './math';

function draw(source: string, className = 'math'): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = source;
  drawFormula(element, 10_000);
  return element;
}

describe('drawFormula', () => {
  it('draws, for screen readers too', () => {
    const element = draw('\\ket{\\psi} = \\frac{1}{2}');
    expect(element.querySelector('.katex-html')).not.toBeNull();
    expect(element.querySelector('math')).not.toBeNull();
    expect(element).not.toHaveAttribute('tabindex');
  });

  it('lets wide formulas scroll', () => {
    const element = draw('x', 'math math-display');
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
    ['deeper than the stack', `${'{'.repeat(5_000)}x${'}'.repeat(5_000)}`],
  ])('shows the source of what is %s', (_, source) => {
    const element = draw(source);
    expect(element.textContent).toBe(source);
    expect(element.childElementCount).toBe(0);
  });

  it.each([
    '\\href{https://example.org}{x}',
    '\\url{https://example.org}',
    '\\includegraphics{https://example.org/x}',
  ])('makes no link or image of %s', (source) => {
    expect(draw(source).querySelector('a, img, [href], [src]')).toBeNull();
  });

  it('shares no macros between formulas', () => {
    draw('\\gdef\\a{secret}\\a');
    expect(draw('\\a').textContent).toBe('\\a');
  });
});
