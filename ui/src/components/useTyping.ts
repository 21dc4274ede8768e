import { type ClipboardEvent, type KeyboardEvent, type SyntheticEvent, useRef } from 'react';
import { isComposing } from '../lib/isComposing';
import { apply, type Edit, type Selection } from './formatting';
import { editOfKey, linkOf, mayConvert, pasted } from './typing';

type Area = HTMLTextAreaElement;

const selectionOf = ({ value, selectionStart, selectionEnd }: Area): Selection => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/**
 * Returns the handlers of a text area that formats by keys, and keeps the formatting of what is pasted. Escape, then Tab
 * leaves it from a list or code too.
 */
export function useTyping() {
  const isLeaving = useRef(false);
  const edit = (event: SyntheticEvent<Area>, made: Edit | undefined) => {
    if (!made || event.currentTarget.readOnly) return;
    event.preventDefault();
    apply(made, event.currentTarget);
  };
  return {
    onKeyDown: (event: KeyboardEvent<Area>) => {
      if (event.defaultPrevented || event.key === 'Shift' || isComposing(event.nativeEvent)) return;
      const leaves = isLeaving.current && event.key === 'Tab';
      isLeaving.current = event.key === 'Escape';
      if (!leaves) edit(event, editOfKey(event, selectionOf(event.currentTarget)));
    },
    onPaste: (event: ClipboardEvent<Area>) => {
      // Pictures are uploaded.
      if (event.defaultPrevented) return;
      const { clipboardData, currentTarget: area } = event;
      const [plain, html] = ['text/plain', 'text/html'].map((type) => clipboardData.getData(type)) as [string, string];
      const link = linkOf(plain, selectionOf(area));
      if (link || !mayConvert(html, selectionOf(area)) || area.readOnly) return edit(event, link);
      event.preventDefault();
      void import('./pasteHtml').then(
        ({ markdownOf }) => apply(pasted(markdownOf(html), selectionOf(area)), area),
        () => apply(pasted(plain, selectionOf(area)), area),
      );
    },
  };
}
