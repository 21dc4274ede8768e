/** The proof of work of a sign-up: SHA-256 on the page itself, because `crypto.subtle` needs https. */

import { get } from '../api/client';
import type { SignupChallenge } from '../api/generated';

/** The number of digits of a solution. All have the same, so that the message keeps its layout. */
const digits = 10;
/** How long the page computes before it handles input again, in milliseconds. */
const sliceMs = 20;

/** Returns the first `count` primes. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let next = 2; found.length < count; next++) if (found.every((prime) => next % prime)) found.push(next);
  return found;
}

/** Returns the first 32 bits of the fraction of a number. */
const fraction = (value: number) => ((value % 1) * 2 ** 32) | 0;

const roundConstants = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const initialState = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
const schedule = new Int32Array(64);

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** Computes the SHA-256 of one padded block of 16 words. Writes it to `hash`. */
export function hashBlock(block: Int32Array, hash: Int32Array): void {
  const w = schedule;
  w.set(block);
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15] as number;
    const b = w[i - 2] as number;
    const mixedA = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const mixedB = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[i] = ((w[i - 16] as number) + mixedA + (w[i - 7] as number) + mixedB) | 0;
  }
  let [a, b, c, d, e, f, g, h] = initialState as unknown as Eight;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const first =
      (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (roundConstants[i] as number) + (w[i] as number)) |
      0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  hash[0] = a + (initialState[0] as number);
  hash[1] = b + (initialState[1] as number);
  hash[2] = c + (initialState[2] as number);
  hash[3] = d + (initialState[3] as number);
  hash[4] = e + (initialState[4] as number);
  hash[5] = f + (initialState[5] as number);
  hash[6] = g + (initialState[6] as number);
  hash[7] = h + (initialState[7] as number);
}

type Eight = [number, number, number, number, number, number, number, number];

/** Returns the padded block of an ASCII text of at most 55 characters. */
export function blockOf(text: string): Int32Array {
  const bytes = new Uint8Array(64);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  bytes[text.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(60, text.length * 8);
  return Int32Array.from({ length: 16 }, (_, word) => view.getInt32(word * 4));
}

/** Lets the browser handle input and paint. Unlike a timer, this is not delayed in a hidden tab. */
const pause = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/**
 * Returns `{challenge}.{number}` whose SHA-256 begins with `bits` zero bits, at most 32. Calls
 * `onProgress` with a number that grows from 0 to 1: how probable it was to be done by then.
 */
export async function solve(challenge: string, bits: number, onProgress: (done: number) => void): Promise<string> {
  const prefix = `${challenge}.`;
  const first = 10 ** (digits - 1);
  const block = blockOf(prefix + first);
  const hash = new Int32Array(8);
  let pausedAt = performance.now();
  for (let number = first; number < first * 10; number++) {
    let rest = number;
    for (let at = prefix.length + digits - 1; at >= prefix.length; at--) {
      const shift = (3 - (at & 3)) * 8;
      const word = at >> 2;
      const next = Math.floor(rest / 10);
      block[word] = ((block[word] as number) & ~(0xff << shift)) | ((48 + rest - next * 10) << shift);
      // The digits before it are as they were.
      if (rest - next * 10 !== 0) break;
      rest = next;
    }
    hashBlock(block, hash);
    if (Math.clz32(hash[0] as number) >= bits) return prefix + number;
    if (number % 512 === 0 && performance.now() - pausedAt > sliceMs) {
      onProgress(1 - Math.exp(-(number - first) / 2 ** bits));
      await pause();
      pausedAt = performance.now();
    }
  }
  throw new Error('The task has no solution');
}

/** Fetches a task of the server and returns its solution. Calls `onProgress` as `solve` does. */
export async function prove(onProgress: (done: number) => void): Promise<string> {
  const { challenge, bits } = await get<SignupChallenge>('/user/getSignupChallenge');
  return solve(challenge, bits, onProgress);
}
