// @vitest-environment node
import { expect, it } from 'vitest';
import lists from './list-cases.json';
import { plainText } from './plainText';

it.each([
  ['For **all** who `cargo` and [read](https://doc.rust-lang.org)', 'For all who cargo and read'],
  ['# Greek\n\n- columns\n- roofs\n\n1. one\n> two', 'Greek columns · roofs · one two'],
  ['```rust\nlet x;\n```\nafter', 'let x; after'],
  ['2 * 3 * 4, snake_case and 5 > 4', '2 * 3 * 4, snake_case and 5 > 4'],
  ['*all* of it, (_really_) **all** of it, 2*3*4', 'all of it, (really) all of it, 2*3*4'],
  ['the *price* is $5 to $6, not $x_1$', 'the price is $5 to $6, not x_1'],
  ['[a] and [b](', '[a] and [b]('],
  ['', ''],
])('%j becomes %j', (markdown, words) => expect(plainText(markdown)).toBe(words));

it.each(lists as [string, string][])('%j is one line as the server has it', (markdown, line) =>
  expect(plainText(markdown)).toBe(line));

it.each(['[', '**a', ' *a', ' _a', '`a ', '# ', '- ', '![a]('])('takes linear time for %j repeated', (pattern) => {
  const start = performance.now();
  plainText(pattern.repeat(2_000 / pattern.length));
  expect(performance.now() - start).toBeLessThan(500);
});
