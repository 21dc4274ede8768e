import { type Find, pieces } from '../../lib/marks';

/** How much text of one document is looked through, in UTF-16 units, and how many nodes may be changed. */
const [LENGTH, CHANGED] = [20_000, 300];

/** Marks what is found in the texts of some nodes. Formulas are left alone: they are drawings, and their source. */
export function mark(nodes: Node, find: Find): void {
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
    if (found.length) changes.push([node, pieces(node.data, found).map(toNode)]);
  }
  for (const [node, replacement] of changes) node.replaceWith(...replacement);
}

function toNode({ text, isFound }: { text: string; isFound: boolean }): Node {
  const node = document.createTextNode(text);
  if (!isFound) return node;
  const mark = document.createElement('mark');
  mark.append(node);
  return mark;
}
