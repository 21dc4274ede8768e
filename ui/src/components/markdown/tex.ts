/** Rewrites TeX that MathJax knows, and that imported posts contain, for KaTeX. */
import { escapeTexts, groupArguments, groupEnd, rewriteArrays } from './texArguments';

/** The number of commands of one kind to rewrite in a formula. */
const MAX_REWRITES = 50;

/** Rewrites each command that `pattern` matches together with the group in braces after it. */
function rewriteGroups(tex: string, pattern: RegExp, rewrite: (group: string, match: string[]) => string): string {
  let [rest, result] = [tex, ''];
  for (let count = 0; count < MAX_REWRITES; count += 1) {
    const match = pattern.exec(rest);
    const end = match ? groupEnd(rest, match.index + match[0].length) : -1;
    if (!match || end < 0) break;
    const group = rest.slice(match.index + match[0].length + 1, end - 1);
    result += rest.slice(0, match.index);
    rest = rewrite(group, match) + rest.slice(end);
  }
  return result + rest;
}

/** Environments of plain TeX: `\pmatrix{a & b \cr c & d}`. */
const plain: Record<string, string> = { eqalign: 'aligned', displaylines: 'gathered' };

const replacements: readonly [RegExp, string | ((match: string, ...groups: string[]) => string)][] = [
  [/\\require\s*\{[^{}]*\}|\\label\s*\{[^{}]*\}|\\(?:noindent|centering)(?![a-z])|\\vspace\*?\s*\{[^{}]*\}/gi, ''],
  [/\\(eq)?ref\s*\{([^{}]*)\}/g, (_, eq, name) => (eq ? `(\\text{${name}})` : `\\text{${name}}`)],
  [/\\begin\s*\{eqnarray\*?\}/g, '\\begin{darray}{rcl}'],
  [/\\end\s*\{eqnarray\*?\}/g, '\\end{darray}'],
  // KaTeX would number them, through all texts of a page.
  [/\\(begin|end)\s*\{(align|alignat|equation|gather)\}/g, '\\$1{$2*}'],
  [/\\(begin|end)\s*\{flalign\*?\}/g, '\\$1{align*}'],
  // KaTeX refuses to define a command again.
  [
    /\\(?:re)?newcommand\s*\*?\s*(?:\{\s*(\\(?:[a-z]+|.))\s*\}|(\\(?:[a-z]+|.)))/gi,
    (_, braced, bare) => `\\providecommand{${braced ?? bare}}{}\\renewcommand{${braced ?? bare}}`,
  ],
  [/\\root\s*(\{[^{}]*\}|[^\\{}]+?)\s*\\of(?![a-z])/gi, '\\sqrt[$1]'],
  [/\\buildrel\s*([^{}]{1,100}?)\s*\\over(?![a-z])/gi, '\\overset{$1}'],
  [/\\hfill?(?![a-z])/gi, '\\quad '],
  [/\\textsc(?![a-z])/gi, '\\text'],
  [/\^\s*('+)/g, (_, primes) => `^{${'\\prime'.repeat(primes.length)}}`],
  [/'\s+(?=[\^'])/g, "'"],
  // As in MathJax: without braces it colors all that follows.
  [/\\color\s*(\{[^{}]*\})\s*(?=\{)/g, '\\textcolor$1'],
  // KaTeX has these only as symbols.
  [/\\left\s*(\\[ul]lcorner)(?![a-z])/gi, '$1\\left.'],
  [/\\right\s*(\\[ul]rcorner)(?![a-z])/gi, '\\right.$1'],
  [/\\[bB]igg?[lrm]?\s*(\\[ul][lr]corner)(?![a-z])/g, '$1'],
  // Its fonts have no such characters: a double-struck digit, and the script letters of Unicode's first plane.
  [/\\(?:mathbb|Bbb)\s*(?:\{\s*1\s*\}|1)/g, '{\\html@mathml{\\mathrm{1\\mkern-6.5mu1}}{\\Bbb{1}}}'],
  [
    /\\mathcal\s*(?:\{\s*([ego])\s*\}|([ego]))/g,
    (_, braced, bare) => `{\\html@mathml{${scripts[braced ?? bare]}}{\\mathcal{${braced ?? bare}}}}`,
  ],
  [
    /\\unicode\s*\{\s*(?:x([\da-f]{1,5})|(\d{1,6}))\s*\}/gi,
    (match, hex, decimal) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code >= 0x80 && code <= 0x10ffff ? String.fromCodePoint(code) : match;
    },
  ],
];

/** The script letters of Unicode's first plane, which many fonts have. */
const scripts: Record<string, string> = { e: 'ℯ', g: 'ℊ', o: 'ℴ' };

/** Returns a formula in the TeX of KaTeX. */
export function translate(source: string): string {
  if (!source.includes('\\')) return source;
  let tex = source;
  for (const [pattern, replacement] of replacements) tex = tex.replace(pattern, replacement as string);
  tex = rewriteGroups(
    tex,
    /\\(raise|lower)\s*(?:\{\s*([-+]?[\d.]+\s*[a-z]{2})\s*\}|([-+]?[\d.]+\s*[a-z]{2}))\s*(?:\\[hm]?(?:box|text))?\s*(?=\{)/i,
    (group, [command = '', direction = '', braced, bare]) => {
      const height = (braced ?? bare ?? '').replace(/[\s+]/g, '');
      const shift = direction === 'raise' ? height : `-${height}`.replace('--', '');
      const isText = /(?:box|text)\s*$/.test(command);
      return `\\raisebox{${shift}}{${isText ? group : `$${group}$`}}`;
    },
  );
  tex = rewriteGroups(tex, /\\DeclareMathOperator(\*?)\s*\{\s*(\\[a-z]+)\s*\}\s*(?=\{)/i, (group, [, star, name]) => {
    return `\\def${name}{\\operatorname${star}{${group}}}`;
  });
  tex = rewriteGroups(tex, /\\([pb]?matrix|cases|eqalign|displaylines)\s*(?=\{)/, (group, [, name = '']) => {
    const environment = plain[name] ?? name;
    return `\\begin{${environment}}${group}\\end{${environment}}`;
  });
  tex = rewriteGroups(tex, /\\bbox\s*(?:\[([^\]]*)\])?\s*(?=\{)/, (group, [, style]) => {
    return style?.includes('border') ? `\\boxed{${group}}` : `{${group}}`;
  });
  return groupArguments(escapeTexts(rewriteArrays(tex)));
}

const inner: Record<string, string> = {
  align: 'aligned',
  gather: 'gathered',
  multline: 'gathered',
  alignat: 'alignedat',
};

/**
 * Returns a formula without what KaTeX draws only once and on lines of its own: numbers of equations
 * become text, and environments become those for the inside of a formula.
 */
export const translateInside = (tex: string): string =>
  tex
    .replace(/\\tag\*?\s*\{([^{}]*)\}/g, '\\qquad\\text{($1)}')
    .replace(/\\(?:begin|end)\s*\{equation\*?\}/g, '')
    .replace(/\\(begin|end)\s*\{(align|gather|multline|alignat)\*?\}/g, (_, edge, name) => `\\${edge}{${inner[name]}}`);
