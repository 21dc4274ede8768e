import type { ReactNode } from 'react';
import { Markdown } from '../../components/markdown/Markdown';
import { PageHeader } from '../../components/PageHeader';
import { usePageTitle } from '../../components/usePageTitle';
import styles from './FormattingPage.module.css';

const text = [
  '**bold**, *italic*, ~~deleted~~, `code`',
  'Press <kbd>Ctrl</kbd>+<kbd>C</kbd>',
  'x<sup>2</sup> and H<sub>2</sub>O',
  '[text](https://example.org)',
  '[tag:rust]',
  '> quoted\n> lines',
  '- one\n- two\n  1. nested',
  '- [x] done\n- [ ] to do',
  '| a | b |\n|---|--:|\n| 1 | 2 |',
  'A claim[^1]\n\n[^1]: Its source, at the end of the text.',
  '> [!NOTE]\n> Also TIP, IMPORTANT, WARNING and CAUTION.',
  '>! The butler did it.',
  '<details>\n<summary>The whole log</summary>\n\nIt may contain any Markdown.\n\n</details>',
  '```python\nprint(1 + 1)\n```',
  '```mermaid\ngraph LR\n  Question --> Answer\n```',
];

const formulas = [
  'The $n$th root of $x^2 + 1$',
  '$$\\int_0^1 x^2 \\, dx = \\frac{1}{3}$$',
  '$$\n\\begin{align}\na &= b + c \\tag{1} \\\\\n  &= d\n\\end{align}\n$$',
  '$\\text{if $x$ is odd}$',
  'P$\\neq$NP, H$_2$O and $ a + b $',
  '$\\ce{2H2 + O2 -> 2H2O}$',
  '$\\newcommand{\\ket}[1]{\\left|#1\\right\\rangle}$\n\nThe state $\\ket{\\psi}$',
];

const texts = ['It costs $5, not $10.', 'from 5$ to 10$', '$HOME and $PATH', 'Use \\$x\\$ or `$x$` for the signs.'];

/** Explains how texts are written: Markdown, formulas, and what is no formula. */
export default function FormattingPage() {
  usePageTitle('Formatting');
  return (
    <div className="markdown">
      <PageHeader title="Formatting" />
      <p>Questions and answers are written in Markdown. An empty line begins a new paragraph.</p>
      <Examples caption="Text" sources={text} />
      <p>
        Of HTML, texts may contain these elements, without attributes and closed; <Code>{'<details open>'}</Code> is
        unfolded. All other HTML is shown as it is written. Titles, comments and messages contain no blocks, such as
        lists and quotations.
      </p>
      <p>
        Diagrams are drawn from Mermaid: flowcharts, sequence, state, class and entity relationship diagrams, and XY
        charts, with at most 10,000 characters each and 20 on a page. Others stay code.
      </p>
      <p>
        <Code>@name</Code> in a question, an answer, a comment or a message tells the member of that name, if they may
        read it. A text tells at most five members. Code, formulas and links tell nobody.
      </p>
      <h2 className="mt-3">Formulas</h2>
      <p>
        A formula is written in TeX, between <Code>$</Code> in a line or between <Code>$$</Code> on lines of its own.
        Titles can contain formulas too.
      </p>
      <Examples caption="Formulas" sources={formulas} />
      <ul>
        <li>A formula contains no empty line and has at most 2,000 characters. Its braces are balanced.</li>
        <li>
          A dollar sign in braces belongs to the formula. <Code>\$</Code> is always a dollar sign, and code contains no
          formulas.
        </li>
        <li>
          White space may stand inside the signs, and a letter or digit may touch them from outside, if the text between
          them contains a TeX command (<Code>\neq</Code>), a sub- or superscript (<Code>x_1</Code>, <Code>x^2</Code>) or
          an operator between two terms (<Code>a + b</Code>, <Code>f(x)</Code>). A single letter or number needs none of
          these: <Code>$n$th</Code>, <Code>$3$D</Code>.
        </li>
        <li>
          <Code>\newcommand</Code> and <Code>\def</Code> hold for the rest of the same text. A formula that only defines
          commands is not shown.
        </li>
        <li>
          <Code>\ce</Code> and <Code>\pu</Code> write chemistry. A formula that cannot be drawn shows its source.
        </li>
      </ul>
      <h2 className="mt-3">Money and variables stay text</h2>
      <p>
        Words outside of commands and braces make a text between two dollar signs prose. Where the closing sign could
        open an amount, as in <Code>$5 + 1 and $6</Code>, beside other currency signs, and for a placeholder such as{' '}
        <Code>$SITE_NAME$</Code>, only a TeX command makes a formula.
      </p>
      <Examples caption="Texts" sources={texts} />
    </div>
  );
}

const Code = ({ children }: { children: ReactNode }) => <code>{children}</code>;

/** Shows texts as they are written and as they appear. */
function Examples({ caption, sources }: { caption: string; sources: readonly string[] }) {
  return (
    <table className={styles.examples} aria-label={caption}>
      <thead>
        <tr>
          <th scope="col">You write</th>
          <th scope="col">It appears as</th>
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source}>
            <td>
              <pre>{source}</pre>
            </td>
            <td>
              <Markdown text={source} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
