/** The sizes of pictures, which reserve their place until they are loaded. They never change. */

import { firstData } from '../../api/firstData';
import type { PictureSize } from '../../api/generated';

export type Size = { readonly width: number; readonly height: number };

/** The number of sizes to keep. The oldest ones go first. */
const MAX_SIZES = 5_000;

const sizes = new Map<string, Size>();

/** Remembers the sizes of pictures. */
export function learnSizes(pictures: readonly PictureSize[] = []): void {
  for (const { _id, width, height } of pictures) sizes.set(_id, { width, height });
  for (const oldest of sizes.keys()) {
    if (sizes.size <= MAX_SIZES) break;
    sizes.delete(oldest);
  }
}

/** Returns the size of the picture with an id, if it is known. */
export const sizeOf = (id: string): Size | undefined => sizes.get(id);

learnSizes(firstData?.question?.pictures);
