// @vitest-environment node
import { expect, it } from 'vitest';
import { plainTitle } from './plainFormula';

it.each([
  ['Why is $E = mc^2$?', 'Why is E = mc^2?'],
  ['Is P$\\neq$NP for the $n$th $\\Omega_{max}$?', 'Is P≠NP for the nth Ω_max?'],
  ['$\\frac{1}{2} \\hbar\\omega$ and $\\mathrm{d}x\\,\\sin x$', '1/2 ℏω and dx sin x'],
  ['From {$5} to $10', 'From {$5} to $10'],
  ['$\\{a\\}$ costs \\$5', '{a} costs \\$5'],
  ['No formula', 'No formula'],
])('%j becomes %j', (title, plain) => expect(plainTitle(title)).toBe(plain));
