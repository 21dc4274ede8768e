/** Builds the trees of formulas with KaTeX, within limits. */
import katex, { type KatexOptions } from 'katex';
import { MACROS } from './macros';
import { translate, translateInside } from './tex';

const OPTIONS: KatexOptions = {
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxSize: 10,
  maxExpand: 1_000,
  // Definitions hold for the following formulas of the same text.
  globalGroup: true,
};

/** The number of tokens to which the macros of one formula may expand. */
const MAX_TOKENS = 10_000;

/** The part of KaTeX's expander that writes the tokens of a macro. */
type Expander = { pushTokens(tokens: unknown[]): void };

/**
 * A macro before each formula. It limits what macros write: `maxExpand` counts expansions of any
 * size.
 */
function limitTokens(expander: Expander): string {
  const pushTokens = expander.pushTokens.bind(expander);
  let left = MAX_TOKENS;
  expander.pushTokens = (tokens) => {
    left -= tokens.length;
    if (left < 0) throw new RangeError('The macros of this formula are too large');
    pushTokens(tokens);
  };
  return '';
}

const LIMITS = '\\stoa@limits';

export type Macros = NonNullable<KatexOptions['macros']>;

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

function build(tex: string, isDisplay: boolean, macros: Macros, nodeBudget: number): VirtualNode {
  // A definition must not replace the limits.
  macros[LIMITS] = limitTokens as unknown as string;
  const tree = toTree(`${LIMITS} ${tex}`, { ...OPTIONS, displayMode: isDisplay, macros });
  prepare(tree, nodeBudget);
  return tree;
}

/** Returns the tree of a formula, or of a variant without numbers of equations. Throws if KaTeX can draw neither. */
export function formulaTree(source: string, isDisplay: boolean, macros: Macros, nodeBudget: number): VirtualNode {
  const tex = translate(source);
  try {
    return build(tex, isDisplay, macros, nodeBudget);
  } catch (error) {
    const variant = translateInside(tex);
    if (variant === tex) throw error;
    return build(variant, isDisplay, macros, nodeBudget);
  }
}

/** Returns the macros of a text before its first formula. */
export const newMacros = (): Macros => ({ ...MACROS });
