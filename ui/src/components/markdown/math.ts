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

/** Our policy forbids `style` attributes. Those of KaTeX's tree repeat what its classes say; the rest is set as properties. */
function dropStyleAttributes(node: VirtualNode): void {
  delete node.attributes?.style;
  node.children?.forEach(dropStyleAttributes);
}

/** Draws the formula whose source is the element's text; what cannot be drawn stays as it is. */
export function drawFormula(element: Element): void {
  const isDisplay = element.classList.contains('math-display');
  try {
    const tree = toTree(element.textContent, { ...OPTIONS, displayMode: isDisplay });
    dropStyleAttributes(tree);
    element.replaceChildren(tree.toNode());
  } catch {
    return; // not TeX that KaTeX knows, or nested deeper than the stack
  }
  if (!isDisplay) return;
  element.setAttribute('tabindex', '0');
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', 'Formula');
}
