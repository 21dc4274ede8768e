import 'katex/dist/katex.css';
import katex from 'katex';

/** How long formulas may be drawn at a stretch before the page gets its turn, in ms. */
const slice = 30;

const pause = () => new Promise((resume) => setTimeout(resume));

/** Draws formulas in place of their TeX source; a source that KaTeX cannot read stays. */
export async function drawFormulas(nodes: readonly HTMLElement[]): Promise<void> {
  let start = performance.now();
  for (const node of nodes) {
    if (performance.now() - start > slice) {
      await pause();
      start = performance.now();
    }
    draw(node);
  }
}

function draw(node: HTMLElement): void {
  const source = node.textContent ?? '';
  try {
    // Into the node: as a string a formula would carry inline styles, which the page's policy forbids.
    katex.render(source, node, {
      displayMode: node.classList.contains('math-display'),
      throwOnError: false,
      trust: false,
      strict: 'ignore',
      maxSize: 10,
      maxExpand: 200,
    });
  } catch {
    node.textContent = source;
  }
}
