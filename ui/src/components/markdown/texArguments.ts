/**
 * Rewrites TeX where KaTeX reads arguments more strictly than LaTeX and MathJax: in texts, after `^` and `_`, in fractions,
 * and in the columns of arrays.
 */

/** Returns the index after the group in braces at `open`; -1 if it does not end. */
export function groupEnd(tex: string, open: number): number {
  let depth = 0;
  for (let at = open; at < tex.length; at += 1) {
    if (tex[at] === '\\') at += 1;
    else if (tex[at] === '{') depth += 1;
    else if (tex[at] === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Matches a command, at a place. */
const COMMAND = /\\(?:[a-z@]+|[^a-z@]|$)/iy;

/** Matches white space, at a place. */
const SPACE = /\s*/y;

function matchAt(pattern: RegExp, tex: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(tex)?.[0] ?? '';
}

const TEXT_COMMANDS = new Set('text textrm textit textbf texttt textsf textup textnormal mbox hbox'.split(' '));

/** Characters that stand for themselves in a text, where KaTeX expects math, and that no command precedes. */
const LITERAL: Record<string, string> = { _: '\\_', '&': '\\&', '#': '\\#', '^': '\\textasciicircum{}' };

/** Lets `_`, `&`, `#` and `^` stand for themselves in texts, as in `\text{max_value}`, except in formulas inside. */
export function escapeTexts(tex: string): string {
  let result = '';
  let done = 0;
  for (let at = tex.indexOf('\\'); at >= 0; at = tex.indexOf('\\', at)) {
    const command = matchAt(COMMAND, tex, at);
    const open = at + command.length + matchAt(SPACE, tex, at + command.length).length;
    at += Math.max(1, command.length);
    if (!TEXT_COMMANDS.has(command.slice(1)) || tex[open] !== '{') continue;
    const end = groupEnd(tex, open);
    if (end < 0) break;
    result += tex.slice(done, open) + escapeText(tex.slice(open, end));
    done = at = end;
  }
  return result + tex.slice(done);
}

function escapeText(text: string): string {
  let isMath = false;
  return text.replace(/\\.|\$|[_&#^]/gs, (found) => {
    if (found === '$') isMath = !isMath;
    return isMath ? found : (LITERAL[found] ?? found);
  });
}

const named = (names: string, count: number) => names.split(' ').map((name) => [name, count] as const);

/** Commands that KaTeX refuses as an argument without braces, by the number of their own arguments. */
const REFUSED = new Map<string, number>([
  ...named(
    'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf injlim int iint iiint ker lg lim liminf limsup ln log max ' +
      'min oint Pr projlim prod sec sin sinh sum sup tan tanh bigcap bigcup bigodot bigoplus bigotimes biguplus bigvee bigwedge bigsqcup coprod',
    0,
  ),
  ...named(
    'acute bar breve check ddot dot grave hat tilde vec mathring widehat widetilde widecheck overline underline overleftarrow ' +
      'overrightarrow overleftrightarrow overbrace underbrace sqrt cancel bcancel xcancel boxed fbox hbox mbox mathop mathrel mathbin mathord ' +
      'mathopen mathclose mathpunct mathinner operatorname phantom hphantom vphantom smash pmod bmod mod substack xrightarrow ' +
      'xleftarrow llap rlap mathllap mathrlap boldsymbol bm text textrm textit textbf texttt textsf mathrm mathbf mathit mathsf mathtt mathbb ' +
      'mathcal mathfrak mathscr bold',
    1,
  ),
  ...named('overset underset stackrel textcolor frac dfrac tfrac cfrac binom', 2),
]);

/** Commands whose arguments may be commands without braces in MathJax. */
const HOLDERS = new Map(named('frac dfrac tfrac cfrac binom overset underset stackrel', 2));

/**
 * Puts a command into braces, with its arguments, where it is an argument itself: `x_\max`, `s_\bar x`, `x^\sqrt 2`,
 * `e^\left(x\right)`, `\frac\pi\sqrt 2`.
 */
export function groupArguments(tex: string): string {
  /** The braces to insert, by their places. */
  const braces = new Map<number, string>();
  const insert = (at: number, brace: string) => braces.set(at, (braces.get(at) ?? '') + brace);
  for (let at = 0; at < tex.length; at += 1) {
    const isScript = tex[at] === '^' || tex[at] === '_';
    const holder = isScript ? '' : matchAt(COMMAND, tex, at);
    let start = at + Math.max(1, holder.length);
    for (let left = isScript ? 1 : (HOLDERS.get(holder.slice(1)) ?? 0); left > 0; left -= 1) {
      start += matchAt(SPACE, tex, start).length;
      const end = argumentEnd(tex, start);
      if (end < 0) break;
      const command = matchAt(COMMAND, tex, start);
      if (command === '\\left' || REFUSED.has(command.slice(1))) {
        insert(start, '{');
        insert(end, '}');
      }
      start = end;
    }
    if (holder) at += holder.length - 1;
  }
  let result = '';
  let done = 0;
  for (const [at, brace] of [...braces].sort(([one], [other]) => one - other)) {
    result += tex.slice(done, at) + brace;
    done = at;
  }
  return result + tex.slice(done);
}

/** Returns the index after the argument at a place, with the arguments of a command; -1 without one. */
function argumentEnd(tex: string, start: number): number {
  if (tex[start] === '{') return groupEnd(tex, start);
  const command = matchAt(COMMAND, tex, start);
  if (!command) return start < tex.length && tex[start] !== '}' ? start + 1 : -1;
  let at = start + command.length;
  if (command === '\\left') return rightEnd(tex, at);
  const count = REFUSED.get(command.slice(1)) ?? 0;
  if (count > 0 && tex[at] === '[') at = tex.indexOf(']', at) + 1 || at;
  for (let left = count; left > 0; left -= 1) {
    at += matchAt(SPACE, tex, at).length;
    const inner = tex[at] === '{' ? groupEnd(tex, at) : at + (matchAt(COMMAND, tex, at).length || 1);
    if (inner < 0 || inner > tex.length || tex[at] === '}') return -1;
    at = inner;
  }
  return at;
}

/** Returns the index after the delimiter of the `\right` that belongs to a `\left` before a place; -1 without one. */
function rightEnd(tex: string, start: number): number {
  let depth = 1;
  for (const match of tex.slice(start).matchAll(/\\(left|right)(?![a-z])\s*(?:\\(?:[a-z]+|.)|.)/gi)) {
    depth += match[1] === 'left' ? 1 : -1;
    if (depth === 0) return start + match.index + match[0].length;
  }
  return -1;
}

/** Matches the beginning of an array up to its columns. */
const ARRAY = /\\begin\s*\{(d?array)\}\s*(?:\[[^\]]*\])?\s*(?=\{)/g;

/** Writes the columns of arrays as KaTeX knows them, and drops their vertical place, as in `[c]`. */
export function rewriteArrays(tex: string): string {
  let result = '';
  let done = 0;
  for (const { index, 0: start, 1: name } of tex.matchAll(ARRAY)) {
    const open = index + start.length;
    const end = groupEnd(tex, open);
    if (index < done || end < 0) continue;
    result += `${tex.slice(done, index)}\\begin{${name}}{${columnsOf(tex.slice(open + 1, end - 1))}}`;
    done = end;
  }
  return result + tex.slice(done);
}

/** The number of columns of an array to write. */
const MAX_COLUMNS = 60;

/** Returns columns: `*{20}{c}` repeats, and what is neither an alignment nor a line goes. */
function columnsOf(source: string): string {
  let columns = source;
  for (let count = 0; count < MAX_COLUMNS && columns.length < source.length + MAX_COLUMNS; count += 1) {
    const repeated = columns.replace(
      /\*\s*(?:\{\s*(\d+)\s*\}|(\d))\s*(?:\{([^{}]*)\}|(\S))/,
      (_, many, one, group, single) => (group ?? single).repeat(Math.min(MAX_COLUMNS, Number(many ?? one))),
    );
    if (repeated === columns) break;
    columns = repeated;
  }
  const known = withoutGroups(columns.replace(/[@!<>]\s*(?=\{)/g, '')).replace(/[pmbX]/g, 'l');
  return (
    known
      .toLowerCase()
      .replace(/[^lcr|:]/g, '')
      .slice(0, MAX_COLUMNS) || 'c'
  );
}

/** Returns a text without its groups in braces. */
function withoutGroups(text: string): string {
  let [flat, depth] = ['', 0];
  for (const char of text) {
    if (char === '{') depth += 1;
    if (depth === 0) flat += char;
    if (char === '}') depth -= 1;
  }
  return flat;
}
