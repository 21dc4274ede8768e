/** The texts of lists that the server has drawn into this page: they need no parser. */
import { firstData } from '../../api/firstData';

/** A card, or an entry of the inbox. */
type Item = { _id?: string; text?: string; item?: { text?: string; updateText?: string } };

let drawn: Map<string, DocumentFragment> | undefined;

/** Copies the nodes of the texts, before the app takes the place of what the server has drawn. */
function copy(): Map<string, DocumentFragment> {
  const copies = new Map<string, DocumentFragment>();
  const page = document.getElementById('page');
  const { lists = {}, others = {} } = firstData ?? {};
  const items = [...Object.values(lists).flatMap((list) => list.items), ...Object.values(others).flat()] as Item[];
  for (const { _id, item, text = item?.text ?? item?.updateText } of items) {
    if (!_id || !text) continue;
    const id = CSS.escape(_id);
    const place = page?.querySelector(`[aria-labelledby="${id}"], li[id="${id}"]`);
    const element = place?.querySelector('.markdown:not(.markdown-source)');
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
