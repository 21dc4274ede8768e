import { base } from '../../api/base';
import { getPage, type Page } from '../../api/client';
import type { PictureRecord } from '../../api/generated';

const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const;

/**
 * Downloads all pictures of the viewer, one after the other, each with its id as name. Calls `onProgress` after each with
 * their number. Throws if a picture or the list cannot be fetched.
 */
export async function downloadPictures(onProgress: (done: number, total: number) => void): Promise<void> {
  let done = 0;
  for (let next: string | null = '/picture/getMyPictures?limit=100'; next; ) {
    const page: Page<PictureRecord> = await getPage(next);
    for (const { _id, type } of page.items) {
      const path = `/media/${_id}`;
      const response = await fetch(base + path);
      // One that was deleted meanwhile is none any more.
      if (!response.ok && response.status !== 404) throw new Error(`${response.status}`);
      if (response.ok) save(await response.blob(), `${_id}.${extensions[type]}`);
      done += 1;
      onProgress(done, page.total);
    }
    next = page.next;
  }
}

/** The time after which a browser has begun to store a file, in milliseconds. */
const KEEP_MS = 60_000;

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}
