/** Texts of about 30,000 characters that cost a careless renderer seconds, by what they repeat. */

const LENGTH = 30_000;

const fill = (pattern: string): string => pattern.repeat(Math.ceil(LENGTH / pattern.length)).slice(0, LENGTH);

/** The same text many times on lines of their own, or what `line` makes of their number. */
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

const nested = (count: number, open: string, inner: string, close: string): string =>
  open.repeat(count) + inner + close.repeat(count);

const table = (columns: number, rows: number): string =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'x\n'.repeat(rows)}`;

/** As much code as is coloured, several times. */
const code = (language: string, pattern: string): string => {
  const text = fill(pattern).slice(0, 4_900);
  const wrapped = text.replace(/\w{200}|[^\n]{400}/g, '$&\n').slice(0, 4_900);
  return fill(`\`\`\`${language}\n${wrapped}\n\`\`\`\n`);
};

/** Name and text of each. */
export const hostile: readonly (readonly [name: string, text: string])[] = [
  ...[
    // Emphasis
    ...[
      '*a_ ',
      'a**b',
      '*',
      '_',
      '**a ',
      '*a ',
      'a* ',
      '_a ',
      '*a **b ',
      '*a_b~~c ',
      '~~a ',
      '~',
      'a~b',
      '***a* ',
      '**a*',
      '_*',
      '*_',
      '***',
      'a***b*',
    ],
    // Links and images
    ...[
      '[',
      ']',
      '![',
      '![[',
      '[a](',
      '[a](b',
      '[a](<b',
      '[a](b "',
      '[a][',
      '[a]: ',
      '[](',
      '[a](b)',
      '[[a](b)](c)',
      '![a](b)',
      '\\[',
      '[a]\n',
      '[^a]: b\n',
    ],
    ...[
      '[a](https://b) ',
      '<a',
      '<https://a',
      '<a@b',
      'https://a.b ',
      'https://a.b(',
      'www.',
      'a@b.c ',
      'a@',
      'http://a.b?',
      'a.b@c.',
      'https://',
    ],
    // Code
    ...['`', '`` ` ', '`a', '`a``b```c', '```\n', '~~~\n', '```a\n', '\\`', '    a\n', '\ta\n'],
    // Markup and entities
    ...[
      '<!--',
      '<!-- ',
      '<',
      '</',
      '<a ',
      '<a b="',
      '<?',
      '<![CDATA[',
      '<!A',
      '<div>\n',
      '<script>',
      '&',
      '&amp;',
      '&#x41;',
      '&#',
      '&a',
      '\\',
      '\\\\',
      '\\a',
    ],
    // Blocks
    ...[
      '>',
      '> ',
      '>\n',
      '> a\n>> b\n',
      '-',
      '- ',
      '- a\n',
      '-\n',
      '+ * ',
      '1. ',
      '1) a\n',
      '* * ',
      '#',
      '# a\n',
      '#\n',
      '-\n-\n\n',
      '=\n',
      'a\n=\n',
      'a\n-\n',
      '---\n',
      '\n',
      ' \n',
      '- [ ] a\n',
    ],
    ...[
      '> - ',
      '- > ',
      '> 1. a\n',
      '- a\n\n',
      '  \n',
      'a  \n',
      'a\\\n',
      '- a\n b\n',
      '> a\nb\n',
      '\t',
      ' ',
      '\u00a0',
      'a ',
    ],
    // Tables
    ...['|', '|\n', '|-', '|-|\n', 'a|b\n-|-\n', '|a|\n|-|\n|b|\n\n', '-|', ':-:|', '|\\|', 'a\n-|'],
    // Formulas
    ...[
      '$',
      '$$',
      '$ ',
      '$a',
      '$a$',
      '$a$ ',
      '$$a$$ ',
      '$$a$',
      '$$\n',
      '$$\na\n$$\n',
      '\\$',
      '$\\',
      '$`',
      '$a$ *',
      '$x^2$ ',
    ],
    // Several at once
    ...['*[`$<', '- *a\n', '> *a_ ', '[*a](', '*a`b', '**[a](', '_[a', '|*a|', '😀*', 'é_a '],
  ].map((pattern) => [`${JSON.stringify(pattern)} repeated`, fill(pattern)] as const),
  ['quotes nested', fill('>'.repeat(500))],
  ['quotes nested, one line', `${'> '.repeat(14_000)}a`],
  ['lists nested by indentation', lines(240, (index) => `${' '.repeat(index)}- a`)],
  ['lists nested, two spaces each', lines(170, (index) => `${'  '.repeat(index)}- a`)],
  ['lists nested within the limit', fill(lines(19, (index) => `${'  '.repeat(index)}- a`).concat('\n'))],
  ['quotes nested within the limit', fill(`${'>'.repeat(19)} a\n`)],
  ['lazy quotes within the limit', fill(`${'>'.repeat(19)} a\nb\n`)],
  ['table, 2,000 columns', table(2000, 1000)],
  ['table, 60 columns, many rows', table(60, 10_000)],
  ['table, 2 columns, many rows', table(2, 10_000)],
  ['table, cells of emphasis', `|a|b|\n|-|-|\n${fill('|*a*|_b_|\n')}`],
  ['fractions nested', `$${nested(280, '\\frac{', '1', '}{2}')}$ `],
  ['fractions nested, often', fill(`$${nested(60, '\\frac{', '1', '}{2}')}$ `)],
  ['exponents nested', `$${nested(900, 'x^{', 'y', '}')}$`],
  ['exponents nested, often', fill(`$${nested(300, 'x^{', 'y', '}')}$ `)],
  ['braces nested', `$${nested(990, '{', 'x', '}')}$`],
  ['roots nested, often', fill(`$${nested(200, '\\sqrt{', 'x', '}')}$ `)],
  ['delimiters nested, often', fill(`$${nested(100, '\\left(', 'x', '\\right)')}$ `)],
  ['accents nested, often', fill(`$${nested(200, '\\hat{', 'x', '}')}$ `)],
  ['stretched nested, often', fill(`$${nested(100, '\\overbrace{', 'x', '}')}$ `)],
  ['matrices nested', fill(`$${nested(40, '\\begin{matrix}', 'x', '\\end{matrix}')}$ `)],
  ['matrices wide', fill(`$$\\begin{matrix}${'a&'.repeat(900)}a\\end{matrix}$$\n`)],
  ['matrices long', fill(`$$\\begin{matrix}${'a\\\\'.repeat(600)}a\\end{matrix}$$\n`)],
  ['formulas as long as allowed', fill(`$${'\\alpha_1^2+'.repeat(180)}1$ `)],
  ['formulas over the limit', fill(`$${'x+'.repeat(1_500)}1$ `)],
  ['macros that double', fill('$\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\d\\d}\\def\\d{xxxxxxxx}\\a\\a\\a$ ')],
  ['macros without end', fill('$\\def\\a{x\\a}\\a$ ')],
  ['emphasis nested', nested(7_500, '*a ', 'b', '*').slice(0, LENGTH)],
  ['strong nested', nested(5_000, '**a ', 'b', '**').slice(0, LENGTH)],
  ['brackets nested', nested(15_000, '[', '', ']')],
  ['links nested', nested(3_000, '[', 'a', '](b)')],
  ['images nested', nested(3_000, '![', 'a', '](b)')],
  ['parentheses nested', `[a](${nested(15_000, '(', '', ')')})`],
  ['a long autolink', `https://${'a'.repeat(LENGTH)}`],
  ['a long autolink of dots', `https://a${'.'.repeat(LENGTH)}`],
  ['a long autolink of closing brackets', `https://a${')'.repeat(LENGTH)}`],
  ['a long autolink of entities', `https://a${fill('&amp;')}`],
  ['a long address', `${'a'.repeat(LENGTH)}@b`],
  ['a long address of dots', `${fill('a.')}@b`],
  ['a long word', 'a'.repeat(LENGTH)],
  ['a long line of spaces', `a${' '.repeat(LENGTH)}b`],
  ['a long run of backticks, unclosed', `\`a${fill('``` ')}`],
  ['backtick runs of every length', lines(240, (index) => '`'.repeat(index)).slice(0, LENGTH)],
  ['definitions', lines(2_500, (index) => `[${index}]: /${index}`)],
  [
    'definitions and references',
    `${lines(1_000, (index) => `[${index}]: /a`)}\n\n${lines(2_000, (index) => `[${index}]`)}`,
  ],
  ['references to one definition', `[a]: /${'b'.repeat(10_000)}\n\n${'[a]'.repeat(6_000)}`],
  ['code of one token each', `\`\`\`json\n${fill('1,')}\n\`\`\``],
  ...'bash c cpp css diff go haskell html java js json python rust sql ts yaml'
    .split(' ')
    .flatMap((language) =>
      ['a', 'a ', 'a(', '"', '/*', '<a ', '\n', '1e'].map(
        (pattern) => [`${language} of ${JSON.stringify(pattern)}`, code(language, pattern)] as const,
      ),
    ),
  ['many small blocks of code', fill('```js\na(1)\n```\n')],
];
