/** Turns formulas into text, for places that can show nothing else. */
import { findFormulas, sourceOf } from './formula';

const greek =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon phi chi psi omega';

const symbols: Record<string, string> = Object.fromEntries([
  ...greek.split(' ').flatMap((name, index) => [
    [name, String.fromCharCode(0x3b1 + index)],
    [name.charAt(0).toUpperCase() + name.slice(1), String.fromCharCode(0x391 + index)],
  ]),
  ...'neq≠ ne≠ le≤ leq≤ ge≥ geq≥ times× cdot· pm± to→ rightarrow→ Rightarrow⇒ implies⇒ infty∞ in∈ approx≈ sim∼ sum∑ int∫ sqrt√ hbarℏ partial∂ nabla∇ subset⊂ cup∪ cap∩ forall∀ exists∃ equiv≡ circ° ellℓ dots… ldots… cdots…'
    .split(' ')
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)]),
]);

/** Returns the source of a formula as text: symbols for commands, no braces that only group. */
export const plainFormula = (source: string): string =>
  source
    .replace(/\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '$1/$2')
    .replace(/\\(?:text|mathrm|mathbf|mathbb|mathcal|operatorname|left|right|bf|rm)(?![a-z])\s*/gi, '')
    .replace(/\\([a-z]+)\s*/gi, (_, name: string) => symbols[name] ?? `${name} `)
    .replace(/\\[,;:! ]|~/g, ' ')
    .replace(/\\([{}$%&_#|])|[{}]/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

/** Returns a title with its formulas as text. */
export function plainTitle(title: string): string {
  if (!title.includes('$')) return title;
  let plain = '';
  let done = 0;
  for (const { start, end } of findFormulas(title)) {
    plain += title.slice(done, start) + plainFormula(sourceOf(title.slice(start, end)));
    done = end;
  }
  return plain + title.slice(done);
}
