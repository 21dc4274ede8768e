/** Marks found words in Markdown: two characters of no meaning stand around them until the text is rendered. */
import { findFormulas } from '../../lib/formula';
import { useMediaQuery } from '../../lib/useMediaQuery';

/** Private characters of Unicode: texts do not contain them, and Markdown treats them as letters. */
const [START, END] = ['\ue000', '\ue001'];

/** Returns the text of parts that are alternately unmarked and marked. Formulas are not marked: they are drawn as a whole. */
export function markedSource(parts: readonly string[]): string {
  const text = parts.join('');
  const formulas = findFormulas(text);
  let marked = '';
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    const end = offset + part.length;
    const isInFormula = formulas.some((formula) => formula.start < end && formula.end > offset);
    marked += index % 2 && part && !isInFormula ? START + part + END : part;
    offset = end;
  }
  return marked;
}

/** Puts the marked words of a rendered text into `mark` elements, and its links as text: a link surrounds it. */
export function showMarks(nodes: DocumentFragment): void {
  for (const link of nodes.querySelectorAll('a')) link.replaceWith(...link.childNodes);
  const walker = document.createTreeWalker(nodes, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  let isMarked = false;
  for (const text of texts) {
    const pieces = text.data.split(/([\ue000\ue001])/);
    if (pieces.length === 1 && !isMarked) continue;
    const shown = pieces.flatMap((piece) => {
      if (piece === START || piece === END) isMarked = piece === START;
      else if (piece && isMarked) {
        const mark = document.createElement('mark');
        mark.textContent = piece;
        return mark;
      } else return piece;
      return [];
    });
    text.replaceWith(...shown);
  }
}

/** Returns whether passages have a single line: the first mark may be beyond its end. */
export const useShortPassages = () => useMediaQuery('(max-width: 999px)');

/** Does what `showMarks` does, and begins the text with the word before the first mark. */
export function beginAtMark(nodes: DocumentFragment): void {
  showMarks(nodes);
  const mark = nodes.querySelector('mark');
  if (!mark) return;
  const range = document.createRange();
  range.setStart(nodes, 0);
  range.setEndBefore(mark);
  const text = mark.previousSibling;
  if (text instanceof Text) {
    const word = text.data.search(/(?<!\S)\S{0,8}\s*$/);
    range.setEnd(text, word < 0 ? text.length : word);
  }
  if (range.toString().length < 3) return;
  range.deleteContents();
  nodes.prepend('… ');
}
