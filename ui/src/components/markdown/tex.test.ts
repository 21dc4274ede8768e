// @vitest-environment node
import { expect, it } from 'vitest';
import { translate, translateInside } from './tex';

it.each([
  ['\\require{mhchem} \\alpha', ' \\alpha'],
  ['\\begin{eqnarray*}a &=& b\\end{eqnarray*}', '\\begin{darray}{rcl}a &=& b\\end{darray}'],
  ['\\begin{align}a\\end{align} \\begin{aligned}b', '\\begin{align*}a\\end{align*} \\begin{aligned}b'],
  ['x\\label{eq:1} see \\eqref{eq:1} and \\ref{2}', 'x see (\\text{eq:1}) and \\text{2}'],
  ['\\raise{1ex}{x^{2}}', '\\raisebox{1ex}{$x^{2}$}'],
  ['\\raise 2pt {y}', '\\raisebox{2pt}{$y$}'],
  ['\\lower.5ex\\hbox{a $b$}', '\\raisebox{-.5ex}{a $b$}'],
  ['\\lower-1pt{a}', '\\raisebox{1pt}{$a$}'],
  ['\\raise{1ex}', '\\raise{1ex}'],
  ['\\raisebox{1ex}{a}', '\\raisebox{1ex}{a}'],
  ['\\newcommand{\\a}[1]{#1}', '\\providecommand{\\a}{}\\renewcommand{\\a}[1]{#1}'],
  ['\\renewcommand\\a{b}', '\\providecommand{\\a}{}\\renewcommand{\\a}{b}'],
  ['\\DeclareMathOperator*{\\tr}{tr}', '\\def\\tr{\\operatorname*{tr}}'],
  ['\\pmatrix{a & \\pmatrix{b} \\cr c}', '\\begin{pmatrix}a & \\begin{pmatrix}b\\end{pmatrix} \\cr c\\end{pmatrix}'],
  ['\\eqalign{a &= b}', '\\begin{aligned}a &= b\\end{aligned}'],
  ['\\cases{a', '\\cases{a'],
  ['\\bbox[5px,border:1px solid]{a} \\bbox{b}', '\\boxed{a} {b}'],
  ['\\root 3 \\of x', '\\sqrt[3] x'],
  ['a \\buildrel \\rm def \\over = b', 'a \\overset{\\rm def} = b'],
  ['\\unicode{x3b1}\\unicode{945}\\unicode{x22}', 'αα\\unicode{x22}'],
  ['\\hfil a \\hfilx', '\\quad  a \\hfilx'],
])('%j becomes %j', (source, tex) => expect(translate(source)).toBe(tex));

it.each([
  ['x \\tag{1}', 'x \\qquad\\text{(1)}'],
  ['\\begin{align*}a\\end{align*}', '\\begin{aligned}a\\end{aligned}'],
  ['\\begin{equation}a\\end{equation}', 'a'],
])('%j becomes %j inside', (source, tex) => expect(translateInside(source)).toBe(tex));

it.each([
  '\\raise{1ex}{',
  '\\pmatrix{',
  '\\newcommand',
  '\\buildrel ',
  '\\root ',
  '\\unicode{',
  '{',
  '\\tag{',
])('takes little time for %j repeated', (pattern) =>
  expect(translate(pattern.repeat(2_000 / pattern.length)).length).toBeLessThan(20_000));
