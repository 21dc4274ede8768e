/**
 * Draws code blocks in Mermaid as diagrams when they come near the view. Mermaid itself lays out in the page, with markup and
 * styles that the page's policy refuses, and nothing could stop it; this draws in a worker, and shows the result as an image,
 * in which nothing runs. A diagram that cannot be drawn stays code.
 */
import DOMPurify from 'dompurify';
import { trustedScript } from '../../lib/trustedScripts';
import type { DiagramRequest } from './diagramWorker';
import workerAddress from './diagramWorker?worker&url';

const MAX_SOURCE = 10_000;
const MAX_SVG = 500_000;
const MAX_DIAGRAMS = 20;
const TIME_LIMIT_MS = 5_000;
/** How far outside of the view a diagram is drawn. */
const MARGIN = '600px 0px';
/** The diagrams to keep: the preview of an editor shows the same ones again and again. */
const MAX_KEPT = 40;

const KINDS: Record<string, string> = {
  graph: 'Flowchart',
  flowchart: 'Flowchart',
  statediagram: 'State diagram',
  sequencediagram: 'Sequence diagram',
  classdiagram: 'Class diagram',
  erdiagram: 'Entity relationship diagram',
  xychart: 'Chart',
};

/** The colors of the page for those that the library names. */
const COLORS: Record<string, string> = {
  bg: '--bg',
  'group-fill': '--bg',
  text: '--ink',
  'text-sec': '--muted',
  'text-muted': '--muted',
  'text-faint': '--muted',
  line: '--muted',
  arrow: '--muted',
  accent: '--accent',
  'node-fill': '--panel',
  'group-hdr': '--panel',
  'key-badge': '--panel',
  'node-stroke': '--line-strong',
  'inner-stroke': '--line-strong',
};

type Drawing = { address: string; width: number; height: number };

const kept = new Map<string, Drawing | null>();
/** The source of each image on the page. */
const sources = new WeakMap<Element, string>();
let queue: Promise<unknown> = Promise.resolve();
let worker: Promise<Worker> | undefined;

const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      const source = target.textContent;
      void drawn(source).then((drawing) => show(target, source, drawing));
    }
  },
  { rootMargin: MARGIN },
);

// A diagram has the colors of the theme.
new MutationObserver(() => {
  for (const image of document.querySelectorAll<HTMLImageElement>('.diagram > img')) {
    const source = sources.get(image);
    if (source === undefined) continue;
    void drawn(source).then((drawing) => {
      if (drawing) image.src = drawing.address;
    });
  }
}).observe(document.documentElement, { attributeFilter: ['data-theme', 'data-palette'] });

/** Draws code in Mermaid when it comes near the view; what is known already, immediately. */
export function watchDiagrams(blocks: Element[]): void {
  for (const code of blocks) {
    const source = code.textContent;
    if (kindOf(source) === undefined || source.length > MAX_SOURCE) continue;
    const known = kept.get(keyOf(source));
    if (known) show(code, source, known);
    else if (known === undefined) near.observe(code);
  }
}

/** Returns the source without what another program would need: its title, settings and links. */
function plain(source: string): string {
  return source
    .replace(/^\s*---\n.*?\n---\n/s, '')
    .replace(/^[ \t]*(?:%%.*|(?:click|href|accTitle|accDescr)\b.*)$/gim, '')
    .trim();
}

/** Returns the kind of a diagram; undefined if it is of no known one. */
const kindOf = (source: string): string | undefined => KINDS[/^[a-z]+/i.exec(plain(source))?.[0].toLowerCase() ?? ''];

const color = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const keyOf = (source: string): string => `${color('--bg')}${color('--ink')}${color('--accent')} ${source}`;

/** Returns the image of a diagram, drawn after those asked for before; null if it cannot be drawn. */
function drawn(source: string): Promise<Drawing | null> {
  const drawing = queue.then(async () => {
    const key = keyOf(source);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const svg = await svgOf(plain(source));
    const image = svg === null ? null : imageOf(svg);
    kept.set(key, image);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return image;
  });
  queue = drawing.catch(() => null);
  return drawing.catch(() => null);
}

/** Starts a worker, and waits until it is loaded. */
function startWorker(): Promise<Worker> {
  const started = new Worker(trustedScript(workerAddress), { type: 'module' });
  return new Promise((resolve, reject) => {
    started.onmessage = () => resolve(started);
    started.onerror = () => {
      worker = undefined;
      reject(new Error('The script of diagrams cannot be loaded'));
    };
  });
}

/** Returns the SVG that the worker draws within the time limit, or null. */
async function svgOf(source: string): Promise<string | null> {
  worker ??= startWorker();
  const drawing = await worker;
  return new Promise((resolve) => {
    const end = (svg: string | null) => {
      clearTimeout(timer);
      resolve(svg);
    };
    const stop = () => {
      drawing.terminate();
      worker = undefined;
      end(null);
    };
    const timer = setTimeout(stop, TIME_LIMIT_MS);
    drawing.onerror = stop;
    drawing.onmessage = ({ data }) => end(typeof data === 'string' && data.length <= MAX_SVG ? data : null);
    drawing.postMessage({ source } satisfies DiagramRequest);
  });
}

/** Returns the image of some SVG without scripts and without addresses of other files. Its colors are those of the page. */
function imageOf(svg: string): Drawing | null {
  // The page's policy would report styles where they are parsed.
  const unstyled = svg.replace(/<style>.*?<\/style>|\sstyle="[^"]*"/gs, '');
  const own = unstyled.replace(/var\(--_?([\w-]+)(?:,[^()]*)?\)/g, (_, name) => color(COLORS[name] ?? '--ink'));
  const nodes = DOMPurify.sanitize(own, {
    USE_PROFILES: { svg: true },
    FORBID_TAGS: ['a', 'image', 'use', 'foreignObject', 'style'],
    FORBID_ATTR: ['href', 'xlink:href', 'style'],
    RETURN_DOM_FRAGMENT: true,
  });
  const root = nodes.querySelector('svg');
  const [width, height] = ['width', 'height'].map((name) => Math.round(Number(root?.getAttribute(name))));
  if (!root || !width || !height || width > 10_000 || height > 10_000) return null;
  root.setAttribute('font-family', 'system-ui, sans-serif');
  const text = new XMLSerializer().serializeToString(root);
  return { address: `data:image/svg+xml,${encodeURIComponent(text)}`, width, height };
}

/** Shows a diagram in place of its code, which folds away below it. */
function show(code: Element, source: string, drawing: Drawing | null): void {
  const block = code.closest('.code-block') ?? code.parentElement;
  if (!drawing || !block || document.querySelectorAll('.diagram').length >= MAX_DIAGRAMS) return;
  const kind = kindOf(source) ?? 'Diagram';
  const image = new Image(drawing.width, drawing.height);
  image.alt = `${kind}. Its source follows.`;
  image.src = drawing.address;
  sources.set(image, source);
  const figure = document.createElement('figure');
  figure.className = 'diagram';
  figure.tabIndex = 0;
  figure.append(image);
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = 'Source of the diagram';
  block.replaceWith(figure, details);
  details.append(summary, block);
}
