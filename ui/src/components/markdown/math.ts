/** Renders formulas with KaTeX, which loads with the first formula. */
import katex, { type KatexOptions } from 'katex';
import 'katex/dist/katex.min.css';

const OPTIONS: KatexOptions = {
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxSize: 10,
  maxExpand: 200,
};

/** A node of KaTeX's own tree, before it becomes a DOM node. */
type VirtualNode = { attributes?: Record<string, string>; children?: VirtualNode[]; toNode(): Node };

const { __renderToDomTree: toTree } = katex as unknown as {
  __renderToDomTree(source: string, options: KatexOptions): VirtualNode;
};

/**
 * The deepest tree to render. Browsers lay out recursively, and a formula nested 200 times crashes
 * the tab.
 */
const MAX_DEPTH = 250;

/**
 * Prepares a tree for the page, throws if it exceeds the budget of nodes, and returns the rest of
 * the budget.
 */
function prepare(node: VirtualNode, nodeBudget: number, depth = 0): number {
  if (depth > MAX_DEPTH || nodeBudget <= 0) throw new RangeError('This formula is too large');
  if (node.attributes?.style) setStyleAsProperties(node, node.attributes.style);
  return (node.children ?? []).reduce((left, child) => prepare(child, left, depth + 1), nodeBudget - 1);
}

/**
 * Replaces the `style` attributes of KaTeX, which our content security policy forbids, with
 * properties, which it allows.
 */
function setStyleAsProperties(node: VirtualNode, style: string): void {
  const toNode = node.toNode.bind(node);
  delete node.attributes?.style;
  node.toNode = () => {
    const element = toNode() as HTMLElement | SVGElement | MathMLElement;
    element.style.cssText = style;
    return element;
  };
}

/**
 * Renders the formula in an element's text, in at most `nodeBudget` nodes. A formula that cannot be
 * rendered stays as it is.
 */
export function drawFormula(element: Element, nodeBudget: number): void {
  const isDisplay = element.classList.contains('math-display');
  try {
    const tree = toTree(element.textContent, { ...OPTIONS, displayMode: isDisplay });
    prepare(tree, nodeBudget);
    element.replaceChildren(tree.toNode());
  } catch {
    return; // not TeX that KaTeX knows, or too large
  }
  if (!isDisplay) return;
  element.setAttribute('tabindex', '0');
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', 'Formula');
}
