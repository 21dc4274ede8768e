import { createHash } from 'node:crypto';

/**
 * Returns the name of a CSS class. All classes of a file end with the same few letters, which
 * compresses better than Vite's default suffix of the line.
 */
export function className(name: string, file: string): string {
  const path = file.replace(/^.*\/src\//, '');
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`;
}
