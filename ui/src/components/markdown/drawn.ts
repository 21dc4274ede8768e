/** The texts of lists that the server has drawn into this page: they need no parser. */
import { firstData } from '../../api/firstData';

type Item = { _id?: string; text?: string };

let drawn: Map<string, DocumentFragment> | undefined;

/** Copies the nodes of the texts, before the app takes the place of what the server has drawn. */
function copy(): Map<string, DocumentFragment> {
  const copies = new Map<string, DocumentFragment>();
  const page = document.getElementById('page');
  const { lists = {}, others = {} } = firstData ?? {};
  const items = [...Object.values(lists).flatMap((list) => list.items), ...Object.values(others).flat()] as Item[];
  for (const { _id, text } of items) {
    if (!_id || !text) continue;
    const card = page?.querySelector(`[aria-labelledby="${CSS.escape(_id)}"]`);
    const element = card?.querySelector('.markdown:not(.markdown-source)');
    if (!element) continue;
    const nodes = document.createDocumentFragment();
    nodes.append(...element.cloneNode(true).childNodes);
    copies.set(text, nodes);
  }
  return copies;
}

/** Returns the nodes of a text that the server has drawn into a list of this page, which are those that the parser makes. */
export function drawnNodes(text: string): DocumentFragment | undefined {
  drawn ??= copy();
  return drawn.get(text);
}
