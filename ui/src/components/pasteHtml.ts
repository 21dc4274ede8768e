/** Converts pasted HTML to Markdown. Loads with the first pasted text that has formatting. */
import DOMPurify from 'dompurify';

/** How deep elements may nest. The formatting of what is deeper is lost. */
const MAX_DEPTH = 50;

/** Elements that stand between empty lines. Every other one is a part of a line unless such elements are in it. */
const BLOCKS =
  'article, aside, blockquote, div, footer, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, pre, section, table, ul';

/** Returns the Markdown of HTML. */
export function markdownOf(html: string): string {
  const nodes = DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, FORBID_TAGS: ['style', 'title'] });
  return blocksOf(nodes, 0).join('\n\n');
}

/** Returns the blocks in an element. What stands between its blocks is a paragraph. */
function blocksOf(parent: Element | DocumentFragment, depth: number): string[] {
  if (depth > MAX_DEPTH) return [escaped(parent.textContent)];
  const found: string[] = [];
  let line = '';
  const endLine = () => {
    const text = line.trim().replace(/ *\n */g, '\\\n');
    // What begins with the sign of a block is none.
    if (text) found.push(text.replace(/^(?=(?:#{1,6}|[-+>]) )|^(\d+)(?=[.)] )/gm, '$1\\'));
    line = '';
  };
  for (const node of parent.childNodes) {
    if (!(node instanceof Element) || !(node.matches(BLOCKS) || node.querySelector(BLOCKS))) {
      line += inlineOf(node, depth + 1);
    } else {
      endLine();
      found.push(...blockOf(node, depth + 1));
    }
  }
  endLine();
  return found;
}

function blockOf(element: Element, depth: number): string[] {
  const [, level] = /^h([1-6])$/.exec(element.localName) ?? [];
  if (level) return [`${'#'.repeat(Number(level))} ${inLine(element, depth)}`];
  switch (element.localName) {
    case 'hr':
      return ['---'];
    case 'pre':
      return [fenced(element)];
    case 'blockquote':
      return [indented(blocksOf(element, depth).join('\n\n'), '> ')];
    case 'ol':
    case 'ul':
      return [listOf(element, depth)];
    case 'table':
      // Mails are laid out in tables.
      if (!element.querySelector('blockquote, ol, pre, table, ul')) return tableOf(element as HTMLTableElement, depth);
  }
  return blocksOf(element, depth);
}

/** Returns lines with an indentation, the empty ones without spaces at the end. */
const indented = (text: string, by: string): string => text.replace(/^.*$/gm, (line) => (by + line).trimEnd());

function fenced(element: Element): string {
  const [, language = ''] = /\blanguage-([\w+#-]+)/.exec(element.firstElementChild?.className ?? '') ?? [];
  const code = element.textContent.replace(/\n$/, '');
  const fence = code.includes('```') ? '~~~' : '```';
  return `${fence}${language}\n${code}\n${fence}`;
}

function listOf(list: Element, depth: number): string {
  let number = Number(list.getAttribute('start') ?? 1);
  let width = 2;
  const items = [...list.children].map((item) => {
    // Some programs have the inner list beside its item.
    if (item.localName !== 'li') return indented(blockOf(item, depth + 1).join('\n\n'), ' '.repeat(width));
    const sign = list.localName === 'ol' ? `${number++}. ` : '- ';
    width = sign.length;
    const parts = blocksOf(item, depth + 1);
    const text = parts.reduce((text, part) => `${text}${/^(?:- |\d+\. )/.test(part) ? '\n' : '\n\n'}${part}`, '');
    return sign + indented(text.trim(), ' '.repeat(width)).trimStart();
  });
  return items.join('\n');
}

function tableOf({ rows }: HTMLTableElement, depth: number): string[] {
  const texts = [...rows].map(({ cells }) => [...cells].map((cell) => inLine(cell, depth).replaceAll('|', '\\|')));
  const width = Math.max(0, ...texts.map((row) => row.length));
  if (width === 0) return [];
  const lines = texts.map((row) => `| ${[...row, ...Array(width - row.length).fill('')].join(' | ')} |`);
  lines.splice(1, 0, `|${'---|'.repeat(width)}`);
  return [lines.join('\n')];
}

/** Returns what is in an element on one line. */
const inLine = (element: Element, depth: number): string => inside(element, depth).replace(/\s+/g, ' ').trim();

function inside(parent: Element, depth: number): string {
  if (depth > MAX_DEPTH) return escaped(parent.textContent);
  return [...parent.childNodes].map((node) => inlineOf(node, depth + 1)).join('');
}

function inlineOf(node: Node, depth: number): string {
  if (!(node instanceof Element)) return escaped(node.textContent ?? '');
  if (node.localName === 'br') return '\n';
  if (node.localName === 'code') return code(node.textContent);
  const text = inside(node, depth);
  if (node.localName === 'a') return linked(text, node.getAttribute('href') ?? '');
  // A block in a heading or a cell.
  return marksOf(node).reduce(marked, node.matches(BLOCKS) ? `${text} ` : text);
}

/** Returns the marks of an element. Google Docs has bold text in styles, and all of it in an element that is not bold. */
function marksOf({ localName, attributes }: Element): string[] {
  const style = attributes.getNamedItem('style')?.value ?? '';
  const [, weight] = /font-weight: ?(\w+)/.exec(style) ?? [];
  const isBold = weight ? /bold|[6-9]00/.test(weight) : /^(?:b|strong)$/.test(localName);
  const isItalic = /^(?:i|em)$/.test(localName) || /font-style: ?italic/.test(style);
  const isStruck = /^(?:s|del|strike)$/.test(localName);
  return [isItalic && '*', isBold && '**', isStruck && '~~'].filter((mark) => mark !== false);
}

/** Sets marks around a text, without the spaces at its ends, unless they are there. */
function marked(text: string, mark: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  if (!inner || (inner.startsWith(mark) && inner.endsWith(mark))) return text;
  return before + mark + inner + mark + after;
}

function code(text: string): string {
  const said = text.replace(/\s+/g, ' ').trim();
  if (!said) return '';
  return said.includes('`') ? `\`\` ${said} \`\`` : `\`${said}\``;
}

/** Returns a link, or its text alone if posts take no such link. */
function linked(text: string, address: string): string {
  const said = text.replace(/\s+/g, ' ').trim();
  if (!said || !address.startsWith('https://')) return text;
  const target = address.replace(/[\s()<>]/g, (sign) =>
    encodeURIComponent(sign).replace('(', '%28').replace(')', '%29'),
  );
  return said === escaped(address) ? target : `[${said}](${target})`;
}

/** Returns running text whose signs mean nothing in Markdown. */
const escaped = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(
      /\\(?=[!-/:-@[-`{-~])|`|\*(?=\S)|(?<=\S)\*|~(?=~)|\[(?=[^\]]*\]\()|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
      '\\$&',
    );
