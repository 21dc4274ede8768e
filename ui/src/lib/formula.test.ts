// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { findFormulas } from './formula';
import cases from './formula-cases.json';
import { maskCode } from './maskCode';

describe('formulas', () => {
  it('have enough cases', () => expect(cases.length).toBeGreaterThanOrEqual(150));

  it.each(cases)('in $text', ({ text, formulas }) => {
    expect(findFormulas(text, maskCode(text)).map(({ start, end }) => text.slice(start, end))).toEqual(formulas);
  });
});
