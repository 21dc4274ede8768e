import { ask, expect, newName, signUp, test } from './site';

const body = `$\\newcommand{\\ket}[1]{\\left|#1\\right\\rangle}\\def\\R{\\mathbb{R}}$

For the $n$th state $\\ket{\\psi} \\in \\R$, is P$\\neq$NP and $ a + b $ equal to H$_2$O or $\\ce{2H2 + O2 -> 2H2O}$? It costs $5, not $10, from 5$ to 10$.

A wide matrix $\\begin{pmatrix}a_{1} + b_{1} & a_{2} + b_{2} & a_{3} + b_{3} & a_{4} + b_{4} & a_{5} + b_5 & a_6 + b_6\\end{pmatrix}$ in text, and a long line $x_1 + x_2 + x_3 + x_4 + x_5 + x_6 + x_7 + x_8 + x_9 = \\sum_{i=1}^{9} x_i$ that breaks.

$$E = mc^2 \\tag{1}$$

$$\\begin{align}
x_1 + x_2 + x_3 + x_4 + x_5 + x_6 + x_7 + x_8 &= y \\tag{2} \\\\
z &= w \\tag{energy}
\\end{align}$$

$$
\\begin{eqnarray}
a &=& b
\\\\
&=& \\int_0^1 \\raise{1ex}{x^2} \\, dx
\\end{eqnarray}
$$

- In a list: $\\frac{a}{b}$ and an [old link](https://example.org), [tag:physics]
- Unknown: $\\nonsense{x}$

> Quoted: $$
> a
> = b
> $$
`;
for (const scheme of ['dark', 'light'] as const) {
  test(`shots ${scheme}`, async ({ page }) => {
    await signUp(page, newName());
    await page.evaluate((theme) => localStorage.setItem('theme', theme), scheme);
    const titles = [
      'Why is $E = mc^2$, and P$\\neq$NP?',
      'Is $\\int_0^1 \\frac{1}{1+x^2}\\,dx = \\frac{\\pi}{4}$ known?',
      'Does it cost $5 or $10?',
      'The $n$th root of $\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}$ and $x_1+x_2+x_3+x_4+x_5+x_6$',
    ];
    let id = '';
    for (const title of titles) id = await ask(page, title, body, ['physics', 'math']);
    for (const [name, width] of [
      ['desktop', 1280],
      ['phone', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      for (const [what, path] of [
        ['question', `/question/${id}`],
        ['list', '/questionPage?search=root+of'],
        ['help', '/help/formatting'],
        ['home', '/questionPage'],
      ] as const) {
        await page.goto(path);
        await expect(page.locator('.katex').first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(500);
        await page.screenshot({ path: `/tmp/shots/${what}-${name}-${scheme}.png`, fullPage: true });
      }
    }
  });
}
