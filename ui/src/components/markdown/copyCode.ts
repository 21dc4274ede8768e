/** Buttons that copy blocks of code. Made of nodes, after the sanitiser: no text becomes a button. */
import { announce } from '../../lib/announce';
import { copyText } from '../../lib/clipboard';

/** How many blocks of one text get a button. */
const BLOCKS = 200;

/** How long a button says what it did, in milliseconds. */
const SAID = 2_000;

/** Puts a button beside each block of code. */
export function addCopyButtons(nodes: DocumentFragment): void {
  for (const code of [...nodes.querySelectorAll('pre > code')].slice(0, BLOCKS)) {
    const pre = code.parentElement;
    if (!pre) continue;
    const block = document.createElement('div');
    block.className = 'code-block';
    pre.replaceWith(block);
    block.append(pre, copyButton(code));
  }
}

function copyButton(code: Element): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy-code';
  button.textContent = 'Copy';
  let timer = 0;
  button.addEventListener('click', async () => {
    // The renderer ends each block with a line feed of its own.
    const isCopied = await copyText(code.textContent.replace(/\n$/, ''));
    // Where the clipboard is out of reach the keyboard does the rest.
    if (!isCopied) getSelection()?.selectAllChildren(code);
    button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
    announce(button.textContent);
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      button.textContent = 'Copy';
    }, SAID);
  });
  return button;
}
