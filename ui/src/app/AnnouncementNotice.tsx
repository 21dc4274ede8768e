import { useLayoutEffect, useRef, useState } from 'react';
import type { Announcement } from '../api/generated';
import styles from './SecurityNotices.module.css';

type Props = { announcement: Announcement; dismiss: () => void };

/** Shows the first lines of an announcement, and the rest when the reader asks for it. */
export default function AnnouncementNotice({ announcement: { kind, text }, dismiss }: Props) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const { current } = paragraph;
    if (isWhole || !current) return undefined;
    const measure = () => setIsCut(current.scrollHeight > current.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [isWhole]);
  return (
    <section
      aria-label="Announcement"
      className={styles.notice}
      style={kind === 'info' ? { borderLeftColor: 'var(--accent)' } : {}}
    >
      <div>
        <p ref={paragraph} className={isWhole ? 'mb-0' : `mb-0 ${styles.cut}`} dir="auto">
          {kind === 'warning' && <strong>Warning: </strong>}
          {text}
        </p>
      </div>
      <p className={`mb-0 ${styles.controls}`}>
        {(isCut || isWhole) && (
          <button
            type="button"
            className="btn btn-sm btn-link"
            aria-expanded={isWhole}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? 'Show less' : 'Show more'}
          </button>
        )}
        <button type="button" className="btn btn-sm btn-outline-secondary" onClick={dismiss}>
          Dismiss
        </button>
      </p>
    </section>
  );
}
