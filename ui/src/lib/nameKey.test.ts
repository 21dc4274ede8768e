import { expect, test } from 'vitest';
import { nameKey } from './nameKey';

test.each([
  ['Caf\u00e9', 'cafe\u0301'],
  ['caf\u00e9', 'ca\u200bf\u00e9'],
  ['straße', 'STRASSE'],
  ['ẞ', 'ss'],
  ['ΣΑΣ', 'σας'],
  ['σασ', 'σας'],
  ['ＪＡＶＡ', 'java'],
  ['\uff76\uff9e', 'ガ'],
])('%s and %s are one name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test.each([
  ['é', 'e'],
  ['ё', 'е'],
])('%s and %s are two names', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});
