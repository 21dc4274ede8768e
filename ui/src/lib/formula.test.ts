import { describe, expect, it } from 'vitest';
import { codeOf } from '../components/markdown/parser';
import { findFormulas } from './formula';
import cases from './formula-cases.json';

describe('formulas', () => {
  it('have enough cases', () => expect(cases.length).toBeGreaterThanOrEqual(150));

  it.each(cases)('in $text', ({ text, formulas }) => {
    expect(findFormulas(text, codeOf(text)).map(({ start, end }) => text.slice(start, end))).toEqual(formulas);
  });
});
