/** Draws Mermaid diagrams as SVG. It runs beside the page, which stops it after a time limit. */
import './documentStub';
import { renderMermaidSVG } from 'beautiful-mermaid';

export type DiagramRequest = { source: string };

self.onmessage = ({ data }: MessageEvent<DiagramRequest>) => {
  try {
    self.postMessage(renderMermaidSVG(data.source, { transparent: true }));
  } catch {
    self.postMessage(null); // not a diagram that the library knows
  }
};

// The first layout takes a second: it does not count.
renderMermaidSVG('graph TD\n  A --> B');
self.postMessage(null);
