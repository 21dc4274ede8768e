import { expect, it } from 'vitest';
import { formatBytes } from './formatBytes';

it('says how many bytes there are as people do', () => {
  expect([0, 999, 1_000, 1_540_000, 123_456_789, 9_876_543_210, 5e15].map(formatBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '1.5 MB',
    '123 MB',
    '9.9 GB',
    '5000 TB',
  ]);
});
