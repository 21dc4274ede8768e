import type { ReactNode } from 'react';
import { base } from '../../api/base';
import type { PictureRecord } from '../../api/generated';
import { momentOf } from '../../lib/dates';
import { formatBytes } from '../../lib/formatBytes';
import { RelativeTime } from '../RelativeTime';
import styles from './PictureRow.module.css';
import { PictureUses } from './PictureUses';

type Props = {
  picture: PictureRecord;
  /** The error of what was done with it. */
  error: ReactNode;
  /** What can be done with it. */
  children: ReactNode;
};

const types = { 'image/png': 'PNG', 'image/jpeg': 'JPEG' } as const;

/** A row of a list of pictures: the picture, its size and date, and the texts that show it. */
export function PictureRow({ picture, error, children }: Props) {
  const { _id: id, width, height, bytes, type, uploadedAt } = picture;
  const path = `${base}/media/${id}`;
  return (
    <li>
      <div className={styles.picture}>
        <a
          href={path}
          target="_blank"
          rel="noopener"
          aria-label={`Open the picture of ${momentOf(uploadedAt)} in a new tab`}
        >
          <img src={`${path}?size=thumbnail`} alt="" loading="lazy" decoding="async" />
        </a>
        <div>
          <PictureUses picture={picture} />
          <p className="small muted mb-0">
            {types[type]} · {width} × {height} · {formatBytes(bytes)} · <RelativeTime time={uploadedAt} />
          </p>
          {error}
        </div>
      </div>
      {children}
    </li>
  );
}
