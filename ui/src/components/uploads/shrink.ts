/** Makes pictures smaller before they are sent, which spares mobile data. The server trusts nothing of it. */
import { pictureTypes } from '../../api/upload';

/** The longest side that the server keeps, in pixels. */
const MAX_SIDE = 2_560;

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
  // A canvas would drop all but the first image, and the server does so anyway.
  if (file.type === 'image/gif' || !window.createImageBitmap) return file;
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

async function drawn(bitmap: ImageBitmap, file: Blob): Promise<Blob> {
  const { width, height } = bitmap;
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
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
