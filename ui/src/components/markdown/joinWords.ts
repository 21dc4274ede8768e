/** The accents that KaTeX writes as symbols of their own, and the characters that join their letter. */
const combining: Record<string, string> = {
  ˊ: '\u0301',
  ˋ: '\u0300',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  ˉ: '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030a',
  '˝': '\u030b',
  ˇ: '\u030c',
  '¸': '\u0327',
};

/**
 * Joins the words of texts in a formula, which KaTeX divides at accents and at changes of the font: a screen reader reads
 * each element apart.
 */
export function joinWords(math: ParentNode): void {
  for (const accent of math.querySelectorAll('mover[accent="true"]')) {
    const [letter, mark] = accent.children;
    const joining = combining[mark?.textContent ?? ''];
    if (letter?.localName !== 'mtext' || joining === undefined) continue;
    const base = letter.textContent.replace('ı', 'i').replace('ȷ', 'j');
    letter.textContent = `${base}${joining}`.normalize('NFC');
    accent.replaceWith(letter);
  }
  for (const text of math.querySelectorAll('mtext')) {
    for (let next = text.nextSibling; next instanceof Element && next.localName === 'mtext'; next = text.nextSibling) {
      text.append(...next.childNodes);
      next.remove();
    }
    text.normalize();
  }
}
