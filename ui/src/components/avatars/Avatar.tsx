import { type CSSProperties, useState } from 'react';
import { base } from '../../api/base';
import type { AvatarOf } from '../../api/generated';
import styles from './Avatar.module.css';
import { useAvatar } from './avatars';

type Props = {
  /** What never changes about the user or community: the username, or an id. */
  seed: string;
  of?: AvatarOf;
  /** The width and height in units of the root's text. */
  size?: number;
};

/** The picture that a user or a community has chosen, or else a pattern. */
export function Avatar({ seed, of = 'users', size = 1.75 }: Props) {
  const picture = useAvatar(of, seed);
  const [missing, setMissing] = useState('');
  if (!picture || picture === missing) return <Pattern seed={seed} size={size} />;
  return (
    <img
      src={`${base}/media/${picture}`}
      style={{ width: `${size}rem`, height: `${size}rem` }}
      className={styles.avatar}
      alt=""
      loading="lazy"
      onError={() => setMissing(picture)}
    />
  );
}

/** A mirrored pattern and a hue, both from the seed. */
function Pattern({ seed, size }: { seed: string; size: number }) {
  const hash = hashOf(seed.toLowerCase());
  let cells = '';
  for (let bit = 0; bit < 15; bit += 1) {
    const [x, y] = [bit % 3, Math.floor(bit / 3)];
    if ((hash >>> bit) & 1) for (const column of new Set([x, 4 - x])) cells += `M${column} ${y}h1v1h-1z`;
  }
  return (
    <svg
      viewBox="-1 -1 7 7"
      width={`${size}rem`}
      height={`${size}rem`}
      className={styles.avatar}
      style={{ '--hue': (hash >>> 15) % 360 } as CSSProperties}
      aria-hidden="true"
    >
      <path d={cells} />
    </svg>
  );
}

/** Returns 32 bits that differ for similar texts (FNV-1a, and one more round of mixing). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
