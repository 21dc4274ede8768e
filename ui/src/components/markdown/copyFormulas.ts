/** Copies formulas as their authors wrote them, instead of what screen readers and eyes get, one after the other. */

const formulaAround = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest('.math');

function copy(event: ClipboardEvent): void {
  // A field has a selection of its own.
  if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
  const selection = getSelection();
  if (!selection?.rangeCount || selection.isCollapsed || !event.clipboardData) return;
  const range = selection.getRangeAt(0).cloneRange();
  // A part of a formula has no source of its own.
  const [first, last] = [formulaAround(range.startContainer), formulaAround(range.endContainer)];
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  const copied = document.createElement('div');
  copied.append(range.cloneContents());
  const formulas = [...copied.querySelectorAll('.math')].filter((formula) => formula.querySelector('annotation'));
  if (!formulas.length) return;
  for (const formula of formulas) {
    const signs = formula.classList.contains('math-display') ? '$$' : '$';
    formula.replaceChildren(signs + formula.querySelector('annotation')?.textContent + signs);
  }
  // Only the layout knows the ends of lines.
  document.body.append(copied);
  const text = copied.innerText;
  copied.remove();
  event.clipboardData.setData('text/plain', text);
  event.clipboardData.setData('text/html', copied.innerHTML);
  event.preventDefault();
}

document.addEventListener('copy', copy);
