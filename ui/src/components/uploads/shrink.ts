/** Makes pictures smaller before they are sent, which spares mobile data. The server trusts nothing of it. */
import { pictureTypes } from '../../api/upload';

/** The longest side that the server keeps, in pixels. Of a long page it keeps as many pixels as a square of this side has. */
const MAX_SIDE = 2_560;

/** The first bytes of a file, among which it says whether it moves. */
const HEAD_BYTES = 64 * 1024;

/** Photographs of fewer bytes are sent as they are, if they are not too large in pixels. */
const ENOUGH_BYTES = 1024 * 1024;

const QUALITY = 0.88;

/** The type of the smaller picture. Others are photographs, or what the server cannot read. */
const OUTPUT: Record<string, string> = { 'image/png': 'image/png', 'image/webp': 'image/webp' };

/**
 * Returns a smaller picture with the same content, upright as the camera was held; the picture itself if it is small, moves,
 * or cannot be read here.
 */
export async function shrink(file: Blob): Promise<Blob> {
  // A canvas would drop all but the first image.
  if (!window.createImageBitmap || (await mayMove(file))) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    try {
      return await drawn(bitmap, file);
    } finally {
      bitmap.close();
    }
  } catch {
    return file;
  }
}

/** Returns whether a picture may move: a GIF, an extended WebP with the flag of animations, or a PNG with their chunk. */
async function mayMove(file: Blob): Promise<boolean> {
  if (file.type === 'image/gif') return true;
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const head = new TextDecoder('latin1').decode(bytes);
  return (head.startsWith('VP8X', 12) && ((bytes[20] ?? 0) & 2) !== 0) || /^.PNG.*acTL.*IDAT/s.test(head);
}

async function drawn(bitmap: ImageBitmap, file: Blob): Promise<Blob> {
  const { width, height } = bitmap;
  const isLong = height > 2 * width;
  const scale = Math.min(1, MAX_SIDE / (isLong ? Math.sqrt(width * height) : Math.max(width, height)));
  const isKnown = pictureTypes.includes(file.type);
  // A drawing of the same size would not become smaller without loss.
  if (isKnown && scale === 1 && (file.size <= ENOUGH_BYTES || file.type === 'image/png')) return file;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) return file;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const type = OUTPUT[file.type] ?? 'image/jpeg';
  const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
  // Frees the memory at once.
  canvas.width = canvas.height = 0;
  return smaller && (!isKnown || smaller.size < file.size) ? smaller : file;
}
