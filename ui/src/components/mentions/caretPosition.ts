/** The properties that decide where a character of a text area is. */
const copied = [
  'boxSizing',
  'width',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'textIndent',
  'tabSize',
  'direction',
] as const;

/**
 * Returns the place of a character of a text area in the window. Text areas do not tell, so a copy of the text is laid out
 * for a moment.
 */
export function caretPosition(area: HTMLTextAreaElement, index: number): { top: number; bottom: number; left: number } {
  const style = getComputedStyle(area);
  const copy = document.createElement('div');
  for (const name of copied) copy.style[name] = style[name];
  copy.style.position = 'absolute';
  copy.style.visibility = 'hidden';
  copy.style.borderStyle = 'solid';
  copy.style.whiteSpace = 'pre-wrap';
  copy.style.overflowWrap = 'break-word';
  const mark = document.createElement('span');
  mark.textContent = '@';
  copy.append(area.value.slice(0, index), mark);
  document.body.append(copy);
  const [inCopy, start, field] = [mark, copy, area].map((element) => element.getBoundingClientRect()) as [
    DOMRect,
    DOMRect,
    DOMRect,
  ];
  copy.remove();
  const top = field.top + inCopy.top - start.top - area.scrollTop;
  return { top, bottom: top + inCopy.height, left: field.left + inCopy.left - start.left };
}
