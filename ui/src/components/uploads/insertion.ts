/** Changes the text of a text area beside its user, who may be typing. */
import { apply } from '../formatting';

/** Replaces a part of the text, if it is still there. Keeps the focus, the selection and the scroll position. */
export function replaceText(area: HTMLTextAreaElement, old: string, insert: string): void {
  const from = area.value.indexOf(old);
  if (from < 0) return;
  const to = from + old.length;
  const { selectionStart, selectionEnd, scrollTop } = area;
  const moved = (at: number) => (at <= from ? at : Math.max(from, at + insert.length - old.length));
  const [start, end] = [moved(selectionStart), moved(selectionEnd)];
  if (document.activeElement === area) {
    apply({ from, to, insert, start, end }, area);
  } else {
    // The browser can undo only what is typed where the focus is.
    area.setRangeText(insert, from, to);
    area.setSelectionRange(start, end);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.scrollTop = scrollTop;
}

/**
 * Replaces a placeholder with a picture. Selects the suggested description, if the user has done nothing since the
 * placeholder was inserted.
 */
export function insertPicture(area: HTMLTextAreaElement, placeholder: string, alt: string, path: string): void {
  const from = area.value.indexOf(placeholder);
  if (from < 0) return;
  const isCursorThere =
    document.activeElement === area &&
    area.selectionStart === area.selectionEnd &&
    area.selectionEnd === from + placeholder.length;
  replaceText(area, placeholder, `![${alt}](${path})`);
  if (isCursorThere) area.setSelectionRange(from + 2, from + 2 + alt.length);
}

/** Inserts placeholders at the cursor, each in a paragraph of its own if there are several. */
export function insertPlaceholders(area: HTMLTextAreaElement, placeholders: string[]): void {
  const insert = placeholders.join('\n\n');
  const { selectionStart: from, selectionEnd: to } = area;
  const end = from + insert.length;
  apply({ from, to, insert, start: end, end }, area);
}
