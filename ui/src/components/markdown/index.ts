export { Markdown } from './Markdown';
export { loadEngine as loadMarkdown } from './rendering';
