import { afterEach, beforeEach, expect, it } from 'vitest';
import { startDrawing } from './math';

/** What jsdom does not know: the text as it is laid out. */
beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, 'innerText', {
    configurable: true,
    get(this: HTMLElement) {
      return this.textContent;
    },
  });
});
afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'innerText');
  document.body.replaceChildren();
});

/** Shows a text with its formulas drawn. */
function show(html: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  const draw = startDrawing();
  for (const element of root.querySelectorAll('.math')) draw(element, 10_000);
  document.body.append(root);
  return root;
}

/** Returns what is copied from one node to another; null if the browser copies by itself. */
function copied(from: Node, to: Node, target: EventTarget = document.body): Record<string, string> | null {
  const range = document.createRange();
  range.setStart(from, 0);
  range.setEnd(to, to.nodeType === Node.TEXT_NODE ? (to.textContent?.length ?? 0) : to.childNodes.length);
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
  const data = new Map<string, string>();
  const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
    clipboardData: { setData: (type: string, text: string) => data.set(type, text) },
  });
  target.dispatchEvent(event);
  return event.defaultPrevented ? Object.fromEntries(data) : null;
}

const text =
  '<p>so <span class="math">$x_\\max^2$</span> and</p><div class="math math-display">$$a &lt; b$$</div><p>end</p>';

it('copies the source of each formula once, with its signs', () => {
  const root = show(text);
  const data = copied(root, root);
  expect(data?.['text/plain']).toBe('so $x_\\max^2$ and$$a < b$$end');
  expect(data?.['text/html']).toBe(
    '<p>so <span class="math">$x_\\max^2$</span> and</p><div class="math math-display" tabindex="0" role="group" aria-label="Formula">$$a &lt; b$$</div><p>end</p>',
  );
  expect(document.body.childElementCount, 'leaves nothing behind').toBe(1);
});

it('copies the whole formula if a part is selected', () => {
  const root = show(text);
  const inside = root.querySelector('.katex-html .mord') as Element;
  expect(copied(inside, root.querySelector('p')?.lastChild as Node)?.['text/plain']).toBe('$x_\\max^2$ and');
});

it('leaves texts without formulas, and fields, to the browser', () => {
  const root = show(`${text}<textarea>mine</textarea>`);
  const end = root.querySelector('p:last-of-type') as Element;
  expect(copied(end, end)).toBeNull();
  expect(copied(root, root, root.querySelector('textarea') as Element)).toBeNull();
});
