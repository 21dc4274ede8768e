/** The number of formulas to fit in one text. */
const MAX_FORMULAS = 200;

/**
 * Lets inline formulas scroll that are wider than their paragraph and that no line break can split,
 * also after a change of its width. Returns a function that ends this.
 */
export function fitFormulas(root: HTMLElement): (() => void) | undefined {
  const formulas = [...root.querySelectorAll<HTMLElement>('.math:not(.math-display):has(.katex)')].slice(
    0,
    MAX_FORMULAS,
  );
  if (!formulas.length || !window.ResizeObserver) return undefined;
  let width = 0;
  const measure = () => {
    // All are measured before any changes, so that the page is laid out once.
    const changed = formulas.filter((formula) => isTooWide(formula) !== formula.classList.contains('math-wide'));
    for (const formula of changed) setWide(formula, !formula.classList.contains('math-wide'));
  };
  const observer = new ResizeObserver(() => {
    if (root.clientWidth === width) return;
    width = root.clientWidth;
    measure();
  });
  observer.observe(root);
  // The fonts of formulas load later and have other widths.
  if (document.fonts?.status === 'loading') void document.fonts.ready.then(measure);
  return () => observer.disconnect();
}

function isTooWide(formula: HTMLElement): boolean {
  const width = formula.closest('p, li, td, th, blockquote, h3, h4, h5, h6')?.clientWidth ?? 0;
  return [...formula.querySelectorAll<HTMLElement>('.katex-base')].some(({ offsetWidth }) => offsetWidth > width);
}

/** Sets whether a formula scrolls, also with the keyboard. */
function setWide(formula: HTMLElement, isWide: boolean): void {
  formula.classList.toggle('math-wide', isWide);
  for (const [name, value] of [
    ['tabindex', '0'],
    ['role', 'group'],
    ['aria-label', 'Formula'],
  ] as const) {
    if (isWide) formula.setAttribute(name, value);
    else formula.removeAttribute(name);
  }
}
