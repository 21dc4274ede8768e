/** Draws formulas with KaTeX, which is loaded with the first text that has one. */
import katex, { type KatexOptions } from 'katex';
import 'katex/dist/katex.min.css';

const OPTIONS: KatexOptions = {
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxSize: 10,
  maxExpand: 200,
};

/** A node of KaTeX's own tree, before it becomes one of the page. */
type VirtualNode = { attributes?: Record<string, string>; children?: VirtualNode[]; toNode(): Node };

const { __renderToDomTree: toTree } = katex as unknown as {
  __renderToDomTree(source: string, options: KatexOptions): VirtualNode;
};

/** Deepest tree that is drawn. Browsers lay out recursively, and a formula nested 200 times crashes the tab. */
const DEPTH = 250;

/** Makes a tree fit for the page, or throws if there is no room for its nodes, and returns how much is left. */
function prepare(node: VirtualNode, room: number, depth = 0): number {
  if (depth > DEPTH || room <= 0) throw new RangeError('This formula is too large');
  if (node.attributes?.style) setStyleAsProperties(node, node.attributes.style);
  return (node.children ?? []).reduce((left, child) => prepare(child, left, depth + 1), room - 1);
}

/** Our policy forbids `style` attributes, of which KaTeX sets a few, and allows the properties that stand for them. */
function setStyleAsProperties(node: VirtualNode, style: string): void {
  const toNode = node.toNode.bind(node);
  delete node.attributes?.style;
  node.toNode = () => {
    const element = toNode() as HTMLElement | SVGElement | MathMLElement;
    element.style.cssText = style;
    return element;
  };
}

/** Draws the formula whose source is the element's text, in at most `room` nodes; what cannot be drawn stays as it is. */
export function drawFormula(element: Element, room: number): void {
  const isDisplay = element.classList.contains('math-display');
  try {
    const tree = toTree(element.textContent, { ...OPTIONS, displayMode: isDisplay });
    prepare(tree, room);
    element.replaceChildren(tree.toNode());
  } catch {
    return; // not TeX that KaTeX knows, or too large
  }
  if (!isDisplay) return;
  element.setAttribute('tabindex', '0');
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', 'Formula');
}
