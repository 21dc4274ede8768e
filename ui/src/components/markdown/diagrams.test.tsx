/** The diagrams of a page. The worker is a stub, which answers with the SVG of a real one. */
import { act, render, screen } from '@testing-library/react';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { DiagramRequest } from './diagramWorker';
import { Markdown } from './Markdown';
import { loadEngine } from './rendering';

vi.mock('./diagramWorker?worker&url', () => ({ default: '/assets/diagramWorker-a.js' }));

type Answer = (request: DiagramRequest) => string | null | undefined;

let answer: Answer = ({ source }) => renderMermaidSVG(source);
const workers: FakeWorker[] = [];

class FakeWorker {
  onmessage: ((event: { data: unknown }) => void) | undefined;
  isEnded = false;
  requests: DiagramRequest[] = [];
  constructor() {
    workers.push(this);
    setTimeout(() => this.onmessage?.({ data: null }));
  }
  postMessage(request: DiagramRequest) {
    this.requests.push(request);
    const data = answer(request);
    if (data !== undefined) setTimeout(() => this.onmessage?.({ data }));
  }
  terminate() {
    this.isEnded = true;
  }
}

/** Reports that everything is near the view. */
class FakeObserver {
  report: (entries: object[]) => void;
  constructor(report: (entries: object[]) => void) {
    this.report = report;
  }
  observe(target: Element) {
    setTimeout(() => this.report([{ target, isIntersecting: true }]));
  }
  unobserve() {}
}

vi.stubGlobal('Worker', FakeWorker);
vi.stubGlobal('IntersectionObserver', FakeObserver);
beforeAll(loadEngine);
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  answer = ({ source }) => renderMermaidSVG(source);
});

const diagram = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\`\n\n`;

async function show(text: string) {
  const view = render(<Markdown text={text} />);
  await act(() => vi.advanceTimersByTimeAsync(100));
  return view;
}

it('is an image with a label, and its source folds away below', async () => {
  const { container } = await show(diagram('sequenceDiagram\n  Ann->>Ben: Hello'));
  const image = await screen.findByRole('img', { name: 'Sequence diagram. Its source follows.' });
  expect(image).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/));
  expect(container.querySelector('.diagram + details:not([open]) code')).toHaveTextContent('Ann->>Ben: Hello');
});

it('contains no script, no link and no address of another file', async () => {
  answer = () =>
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="pwn()"><style>@import url(https://a.example/b);' +
    'text{fill:red}</style><script>pwn()</script><a href="javascript:pwn()"><text>kept</text></a>' +
    '<image href="https://a.example/c.png"/><foreignObject><img src="x" onerror="pwn()"></foreignObject></svg>';
  await show(diagram('graph TD\n  hostile --> A'));
  const svg = decodeURIComponent((await screen.findByRole('img')).getAttribute('src') ?? '');
  expect(svg).toContain('kept');
  for (const part of ['pwn', 'a.example', '<script', '<a', '<image', 'foreignObject']) expect(svg).not.toContain(part);
});

it('stays code if it cannot be drawn', async () => {
  await show(
    diagram('gantt\n  title A') + diagram(`graph TD\n${'  A --> B\n'.repeat(1_001)}`) + diagram('graph TD\n  -->'),
  );
  answer = () => null;
  await show(diagram('graph TD\n  refused --> A'));
  expect(screen.queryByRole('img', { name: /refused/ })).not.toBeInTheDocument();
  expect(document.querySelector('.diagram img[alt^="Chart"]')).toBeNull();
  expect(screen.getByText(/refused --> A/)).toBeVisible();
});

it('is given up after five seconds, and the next one is drawn', async () => {
  answer = ({ source }) => (source.includes('endless') ? undefined : renderMermaidSVG(source));
  await show(diagram('graph TD\n  endless --> A') + diagram('graph TD\n  next --> A'));
  const before = workers.length;
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(5_200));
  expect(await screen.findAllByRole('img')).toHaveLength(1);
  expect(workers[before - 1]?.isEnded).toBe(true);
});

it('is drawn 20 times on a page', async () => {
  const text = Array.from({ length: 22 }, (_, index) => diagram(`graph TD\n  A${index} --> B`)).join('');
  const { container } = await show(text);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(container.querySelectorAll('.diagram')).toHaveLength(20);
  expect(container.querySelectorAll('.markdown > .code-block')).toHaveLength(2);
});
