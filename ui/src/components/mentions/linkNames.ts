/**
 * Matches `@name` outside words, paths and e-mail addresses, as the server does. Letters without case, as those of Chinese,
 * are no part of such a word.
 */
const MENTION =
  /@(?<![\p{Lowercase}\p{Uppercase}\d_/=@]\p{M}*@)([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)[._-]*(?![\p{Lowercase}\p{Uppercase}\p{M}\w/=@])/giu;

/** Matches what contains no mentions. */
const SKIPPED = 'a, code, pre, .math';

/**
 * Puts an empty element with the name in `data-mention` in the place of each name of `names` in some nodes, without the
 * `@`. Code, formulas and links stay. Returns these elements.
 */
export function placeNames(nodes: ParentNode & Node, names: string[]): HTMLElement[] {
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const walker = document.createTreeWalker(nodes, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.includes('@') && !text.parentElement?.closest(SKIPPED)) texts.push(text);
  }
  return texts.flatMap((text) => placeIn(text, known));
}

function placeIn(text: Text, known: Map<string, string>): HTMLElement[] {
  // From the last one on, so that the earlier ones keep their places.
  const found = [...text.data.matchAll(MENTION)].reverse();
  const places = found.flatMap(({ index, 1: written = '' }) => {
    const name = known.get(written.toLowerCase());
    if (!name) return [];
    const place = document.createElement('span');
    place.dataset.mention = name;
    const rest = text.splitText(index + 1);
    rest.deleteData(0, written.length);
    rest.before(place);
    return [place];
  });
  return places.reverse();
}
