/**
 * Adds copy buttons and the names of languages beside code blocks. They are created as nodes after sanitizing: text
 * never becomes a button.
 */
import { announce } from '../../lib/announce';
import { copyText } from '../../lib/clipboard';

/** The number of blocks in a text that get a button. */
const MAX_BUTTONS = 200;

/** How long a button shows its result, in milliseconds. */
const FEEDBACK_MS = 2_000;

/** Adds a button, and the name of its language if it has one, to each code block. */
export function addCopyButtons(nodes: DocumentFragment): void {
  for (const code of [...nodes.querySelectorAll('pre > code')].slice(0, MAX_BUTTONS)) {
    const pre = code.parentElement;
    if (!pre) continue;
    const block = document.createElement('div');
    block.className = 'code-block';
    pre.replaceWith(block);
    const side = document.createElement('div');
    side.className = 'code-side';
    side.append(copyButton(code));
    const language = code.className.replace('language-', '');
    if (language) side.append(languageName(language));
    block.append(pre, side);
  }
}

function languageName(name: string): HTMLElement {
  const element = document.createElement('div');
  element.textContent = name;
  return element;
}

function copyButton(code: Element): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  let timer = 0;
  button.addEventListener('click', async () => {
    // The renderer ends each block with a line feed.
    const isCopied = await copyText(code.textContent.replace(/\n$/, ''));
    // Without the clipboard the user copies with the keyboard.
    if (!isCopied) getSelection()?.selectAllChildren(code);
    button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
    announce(button.textContent);
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      button.textContent = 'Copy';
    }, FEEDBACK_MS);
  });
  return button;
}
