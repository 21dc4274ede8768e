// Compares the server's HTML of Markdown (src/core/text/html) with the UI's over corpora, prints the share of equal texts, and lists the kinds
// of differences. Fails if less than 99.5 % are equal, or if a difference is of no known kind. Not part of the gate: the corpora are large, and
// dumps contain texts of real people. From this folder's parent, with files of any of these forms:
//   npm pack commonmark-spec@0.31.2            and its spec.txt: the examples of CommonMark
//   https://github.com/github/cmark-gfm        and its test/spec.txt, test/extensions.txt: those of GitHub's Markdown
//   PostHistory.xml, Comments.xml              of a dump of Stack Exchange: the posts and comments
//   any .json                                  a list of texts, or of objects with `text` or `markdown`
//   node scripts/markdownParity.mjs FILE... [--list]
// `--cases` instead writes the HTML of html-cases.json again, from its texts.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { JSDOM } from 'jsdom';
import { runnerImport } from 'vite';

const LEAST = 0.995;

const { window } = new JSDOM('');
Object.assign(globalThis, { window, document: window.document });
const from = (path) => new URL(path, import.meta.url).pathname;
const { parse } = (await runnerImport(from('../src/components/markdown/engine.ts'), { configFile: false })).module;

/** Returns the UI's HTML of a text; null if it shows its source. */
function drawn({ text, isInline = false, hasMail = false }) {
  const nodes = parse(text, isInline, hasMail);
  if (!nodes) return null;
  const element = document.createElement('div');
  element.append(nodes);
  return element.innerHTML;
}

const entities = {
  quot: '"',
  '#39': "'",
  lt: '<',
  gt: '>',
  amp: '&',
  '#xD': '',
  '#xA': '\n',
  '#xa': '\n',
  '#10': '\n',
  '#9': '\t',
};
const decode = (text) => text.replace(/&(#?\w+);/g, (entity, name) => entities[name] ?? entity);

/** Returns the texts of a file. */
function textsOf(file) {
  const source = readFileSync(file, 'utf8');
  if (file.endsWith('.json')) return JSON.parse(source).map((entry) => entry.text ?? entry.markdown ?? entry);
  if (file.endsWith('.txt'))
    return [...source.matchAll(/^`{32} example[^\n]*\n(.*?)^\.\n/gms)].map(([, text]) => text.replaceAll('→', '\t'));
  const rows = source.match(/<row [^>]*>/g) ?? [];
  // First versions and edits of texts; titles and tags are other types.
  const isText = (row) => !file.includes('PostHistory') || / PostHistoryTypeId="[25]"/.test(row);
  return rows.filter(isText).map((row) => decode(/ (?:Text|Body)="([^"]*)"/.exec(row)?.[1] ?? ''));
}

/** Returns a text as it is stored. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the server removes
const clean = (text) => text.replace(/\r\n?/g, '\n').replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '');

/** Returns the server's HTML of texts. */
function drawnByServer(texts) {
  const folder = mkdtempSync(join(tmpdir(), 'markdown-parity-'));
  try {
    writeFileSync(join(folder, 'texts.json'), JSON.stringify(texts));
    execFileSync('cargo', ['test', '--lib', '--', '--ignored', '--exact', 'core::text::html::tests::draws_a_corpus'], {
      cwd: from('../..'),
      env: { ...process.env, STOA_CORPUS: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return JSON.parse(readFileSync(join(folder, 'html.json'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const BLOCKS = 'blockquote|br|div|h[3-6]|hr|li|ol|p|pre|table|tbody|td|th|thead|tr|ul';

/** Returns HTML without the white space that browsers do not show. */
const shown = (html) =>
  html
    ?.split(/(<pre.*?<\/pre>)/s)
    .map((part, index) =>
      index % 2
        ? part
        : part.replace(/[ \t\r\n]+/g, ' ').replace(new RegExp(` ?(</?(?:${BLOCKS})\\b[^>]*>) ?`, 'g'), '$1'),
    )
    .join('')
    .trim();

/** Returns the text of HTML. */
const plain = (html) => html.replace(/<[^>]*>|\s+/g, '');

/** Returns HTML without emphasis, its tags and its signs. */
const withoutMarks = (html) => shown(html).replace(/<\/?(?:em|strong|del)>|[*_~]/g, '');

/** Returns HTML whose addresses have no entities and are encoded. */
const encodedLinks = (html) =>
  shown(html).replace(/ href="([^"]*)"/g, (_, href) => ` href="${encodeURI(decode(href)).replaceAll('%25', '%')}"`);

/** The kinds of differences: how each is recognized in a text, and why it is harmless. */
const KINDS = [
  {
    kind: 'the UI shows the source',
    why: 'its parser would take too long; the server draws what the text means, and the UI replaces it by the source',
    matches: (_, ui, server) => ui === null && server !== null,
  },
  {
    kind: 'an entity in the address of a reference to a path',
    why: 'the server decodes it, so the link leads where CommonMark says; both links stay on this site',
    matches: (text) => /^ {0,3}\[[^\]]+\]:\s*<?\/\S*&#?\w+;/m.test(text),
  },
  {
    kind: 'a definition whose address in angle brackets is on the next line',
    why: 'the server shows the definition as text: nothing is hidden',
    matches: (text) => /\]:[ \t]*\n[ \t]*</.test(text),
  },
  {
    kind: 'what looks like HTML begins in the text of a link and ends after it',
    why: 'marked looks for HTML before links, the server reads the link; the address is checked all the same',
    matches: (text) => /\[[^\]]*<[^>]*\][[(]/.test(text),
  },
  {
    kind: 'emphasis begins or ends in what looks like HTML',
    why: 'marked skips it, the server does not: the words are the same',
    matches: (text, ui, server) => /<[a-z!/]/i.test(text) && withoutMarks(ui) === withoutMarks(server),
  },
  {
    kind: 'an entity in the address of another site',
    why: 'the UI leaves the character, and the browser encodes it as the server does',
    matches: (_, ui, server) => encodedLinks(ui) === encodedLinks(server),
  },
  {
    kind: 'an underlined heading of more than four lines',
    why: 'marked draws a paragraph: its search for the underline is limited',
    matches: (text) => /^(?:[^\n]+\n){5,} {0,3}(?:=+|-+)[ \t]*$/m.test(text),
  },
  {
    kind: 'a line that looks like HTML after an item of a list or the rows of a table',
    why: 'marked begins a paragraph, the server continues the item or the rows: the words are the same',
    matches: (text, ui, server) => /<[a-z!/]/i.test(text) && plain(ui) === plain(server),
  },
];

function compare() {
  const isList = process.argv.includes('--list');
  const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const texts = files.flatMap((file) => {
    const all = textsOf(file).map((text) => ({ file: basename(file), text: clean(text) }));
    // Some of them as messages too.
    const inline = all.filter((_, index) => index % 4 === 0).map((entry) => ({ ...entry, isInline: true }));
    return [...all, ...inline].filter(({ text }) => text.trim() !== '');
  });
  const html = drawnByServer(texts.map(({ text, isInline }) => ({ text, isInline })));
  const equal = new Map();
  const found = new Map();
  for (const [index, entry] of texts.entries()) {
    const [ui, server] = [drawn(entry), html[index]];
    // A message shows its spaces.
    const isEqual = entry.isInline ? ui === server : shown(ui) === shown(server);
    const name = entry.isInline ? `${entry.file}, inline` : entry.file;
    const [all, same] = equal.get(name) ?? [0, 0];
    equal.set(name, [all + 1, same + Number(isEqual)]);
    if (isEqual) continue;
    const known = server === null ? undefined : KINDS.find(({ matches }) => matches(entry.text, ui, server));
    const { kind, why } = known ?? { kind: 'unknown' };
    found.set(kind, [...(found.get(kind) ?? []), { ...entry, why, ui, server }]);
  }
  const percent = ([all, same]) => `${((100 * same) / all).toFixed(2)} % of ${all}`;
  for (const [name, counts] of equal) console.log(`${name}: ${percent(counts)}`);
  const total = [...equal.values()].reduce(([all, same], [more, moreSame]) => [all + more, same + moreSame], [0, 0]);
  console.log(`all: ${percent(total)}`);
  for (const [kind, entries] of found) {
    console.log(`${entries.length}\t${kind}${entries[0].why ? `: ${entries[0].why}` : ''}`);
    if (isList || kind === 'unknown')
      for (const { text, ui, server } of entries) console.log(JSON.stringify({ text, ui, server }, null, 2));
  }
  if (found.has('unknown') || total[1] < LEAST * total[0]) process.exitCode = 1;
}

const cases = from('../src/components/markdown/html-cases.json');
if (process.argv.includes('--cases')) {
  const texts = JSON.parse(readFileSync(cases, 'utf8'));
  const written = texts.map((entry) => ({ ...entry, html: drawn(entry) }));
  writeFileSync(cases, `${JSON.stringify(written, null, 2)}\n`);
} else {
  compare();
}
