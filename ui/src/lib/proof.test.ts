import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { blockOf, hashBlock, solve } from './proof';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

it.each(['', 'abc', 'x'.repeat(55)])('hashes "%s" as SHA-256 does', (text) => {
  const hash = new Int32Array(8);
  hashBlock(blockOf(text), hash);
  const bytes = Buffer.alloc(32);
  hash.forEach((word, place) => {
    bytes.writeInt32BE(word, place * 4);
  });
  expect(bytes).toEqual(sha256(text));
});

it('finds a number whose hash begins with zeros, and reports its progress', async () => {
  const challenge = 'aChallengeOfFortyCharacters-aChallengeOf';
  const progress: number[] = [];
  const proof = await solve(challenge, 14, (done) => progress.push(done));
  expect(proof).toMatch(/^aChallengeOfFortyCharacters-aChallengeOf\.\d{10}$/);
  expect(sha256(proof).readUInt32BE(0) >>> 18).toBe(0);
  for (const done of progress) expect(done).toBeLessThanOrEqual(1);
});
