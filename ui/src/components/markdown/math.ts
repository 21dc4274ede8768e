/** Renders formulas with KaTeX, which loads with the first formula. */
import 'katex/dist/katex.min.css';
import './copyFormulas';
import './formulas.css';
import { formulaTree, type Macros, newMacros } from './formulaTree';
import { joinWords } from './joinWords';

/**
 * Renders the formula in an element's text, in at most `nodeBudget` nodes, with the macros of the
 * formulas before it. A formula that cannot be rendered stays as it is.
 */
export function drawFormula(element: Element, nodeBudget: number, macros: Macros): void {
  if (element.firstElementChild) return; // drawn before
  const isDisplay = element.classList.contains('math-display');
  try {
    const size = isDisplay ? 2 : 1;
    const source = element.textContent.slice(size, -size);
    const drawn = formulaTree(source, isDisplay, macros, nodeBudget).toNode() as Element;
    // What is copied is what the author wrote.
    drawn.querySelector('annotation')?.replaceChildren(source);
    joinWords(drawn);
    element.replaceChildren(drawn);
  } catch {
    return; // not TeX that KaTeX knows, or too large
  }
  if (!element.querySelector('.katex-base')) {
    hide(element as HTMLElement);
  } else if (isDisplay) {
    element.setAttribute('tabindex', '0');
    element.setAttribute('role', 'group');
    element.setAttribute('aria-label', 'Formula');
  }
}

/** Hides a formula that only defines macros, and its paragraph if it contains nothing else. */
function hide(element: HTMLElement): void {
  element.hidden = true;
  const parent = element.parentElement;
  const isHidden = (node: Node) => (node instanceof HTMLElement ? node.hidden : !node.textContent?.trim());
  if (parent?.localName === 'p' && [...parent.childNodes].every(isHidden)) parent.hidden = true;
}

/** Returns a function that draws the formulas of one text in order. They share their macros. */
export function startDrawing(): (element: Element, nodeBudget: number) => void {
  const macros = newMacros();
  return (element, nodeBudget) => drawFormula(element, nodeBudget, macros);
}
