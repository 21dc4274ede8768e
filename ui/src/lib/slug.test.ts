import { describe, expect, it } from 'vitest';
import { slug } from './slug';
import cases from './slug-cases.json';

describe('slug', () => {
  it.each(cases as [string, string | null][])('of %j is that of the server', (title, expected) => {
    expect(slug(title)).toBe(expected);
  });

  it('is cut after a word', () => {
    expect(slug('word '.repeat(40))).toHaveLength(79);
    expect(slug('x'.repeat(90))).toHaveLength(80);
  });
});
