import { createHash } from 'node:crypto';

/** A class's name for all pages: the same few letters end all of a file. (By default its lines do, which compress badly.) */
export function className(name: string, file: string): string {
  const path = file.replace(/^.*\/src\//, '');
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`;
}
