/** Finds code in a Markdown text, as the server (`src/text/mask.rs`) does. */

/** Marks code blocks and code spans with 1. */
export function maskCode(text: string): Uint8Array {
  const masked = new Uint8Array(text.length);
  maskCodeBlocks(text, masked);
  maskCodeSpans(text, masked);
  return masked;
}

/**
 * Masks fenced and indented code. An indented line after an empty line is code, except in a list,
 * where it continues an item.
 */
function maskCodeBlocks(text: string, masked: Uint8Array): void {
  let fence = '';
  let isCode = false;
  let afterEmpty = true;
  let inList = false;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed + 1;
    const line = text.slice(start, end);
    const [, mark = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)/s.exec(line) ?? [];
    if (fence !== '') {
      masked.fill(1, start, end);
      if (mark.startsWith(fence) && /^[ \t\n\f\r]*$/.test(info)) fence = '';
    } else if (/^[ \t\n\f\r]*$/.test(line)) {
      afterEmpty = true;
    } else {
      const isIndented = /^( {4}| {0,3}\t)/.test(line);
      isCode = isIndented && !inList && (isCode || afterEmpty);
      if (mark !== '' && !(mark.startsWith('`') && info.includes('`'))) fence = mark;
      if (isCode || fence !== '') masked.fill(1, start, end);
      if (!isIndented) inList = listItem.test(line) || (inList && (line.startsWith(' ') || !afterEmpty));
      afterEmpty = false;
    }
    start = end;
  }
}

/** A line that begins with `- `, `* `, `+ `, `1. ` or `1) `. */
const listItem = /^ {0,3}([-*+]|\d{1,9}[.)])([ \t\n]|$)/;

/** A run of equal characters. */
type Run = { at: number; length: number; isEscaped: boolean };

function unmaskedRuns(text: string, masked: Uint8Array, mark: string): Run[] {
  const runs: Run[] = [];
  let isEscaped = false;
  for (let at = 0; at < text.length; ) {
    if (masked[at] || text[at] !== mark) {
      isEscaped = !isEscaped && !masked[at] && text[at] === '\\';
      at += 1;
      continue;
    }
    const start = at;
    while (text[at] === mark && !masked[at]) at += 1;
    runs.push({ at: start, length: at - start, isEscaped });
    isEscaped = false;
  }
  return runs;
}

/**
 * Masks code spans: from each run of backticks to the next run of the same length. A backslash
 * prevents a run from opening only.
 */
function maskCodeSpans(text: string, masked: Uint8Array): void {
  const runs = unmaskedRuns(text, masked, '`');
  const opening = (run: Run): number => run.length - (run.isEscaped ? 1 : 0);
  // The next closing run of each run, computed from the end.
  const closing: (number | undefined)[] = [];
  const latest = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const run = runs[index] as Run;
    closing[index] = latest.get(opening(run));
    latest.set(run.length, index);
  }
  for (let index = 0; index < runs.length; index += 1) {
    const close = closing[index];
    if (close === undefined) continue;
    const first = runs[index] as Run;
    const last = runs[close] as Run;
    masked.fill(1, first.at, last.at + last.length);
    index = close;
  }
}
