import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns a PNG file of a size in pixels: waves of color that differ with `seed`, with noise that is hard to compress. */
export function png(width: number, height: number, { seed = 1, noise = 0 } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + 3 * width));
  let random = seed;
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    at += 1;
    for (let x = 0; x < width; x += 1) {
      for (let color = 0; color < 3; color += 1) {
        random = (random * 48_271) % 2_147_483_647;
        const wave = Math.sin((x / width) * 3 + seed * color) + Math.cos((y / height) * 4 + color + seed);
        rows[at] = Math.round(127 + 50 * wave + noise * ((random % 256) / 128 - 1));
        at += 1;
      }
    }
  }
  const parts = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat(parts);
}
