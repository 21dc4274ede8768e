import { type RangeFinder, splitByRanges } from '../../lib/highlightRanges';

/**
 * The length of text to search in one document, in UTF-16 units, and the number of nodes to change.
 */
const [LENGTH, CHANGED] = [20_000, 300];

/**
 * Marks the matches in the texts of some nodes. Formulas are skipped: they contain both a drawing
 * and its source.
 */
export function highlightMatches(nodes: Node, find: RangeFinder): void {
  const filter = (node: Node) => {
    if (!(node instanceof Element)) return NodeFilter.FILTER_ACCEPT;
    return node.matches('.math') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  };
  const walker = document.createTreeWalker(nodes, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, filter);
  const changes: [Text, Node[]][] = [];
  for (let read = 0; read < LENGTH && changes.length < CHANGED && walker.nextNode(); ) {
    const node = walker.currentNode as Text;
    read += node.length;
    const found = find(node.data);
    if (found.length) changes.push([node, splitByRanges(node.data, found).map(toNode)]);
  }
  for (const [node, replacement] of changes) node.replaceWith(...replacement);
}

function toNode({ text, isMatch }: { text: string; isMatch: boolean }): Node {
  const node = document.createTextNode(text);
  if (!isMatch) return node;
  const highlightMatches = document.createElement('mark');
  highlightMatches.append(node);
  return highlightMatches;
}
