import { useEffect, useState } from 'react';
import styles from './Diff.module.css';
import { type DiffPart, queueDiff } from './diffWords';

/** Shows a text with the words added and removed since the previous one, if there is one. */
export function Diff({ before, after }: { before: string | undefined; after: string }) {
  const found = useDifferences(before ?? after, after);
  if (found === null) {
    return (
      <>
        <p className="small muted mb-2">Too much has changed to show it word by word.</p>
        <del className={styles.full} dir="auto">
          {before}
        </del>
        <ins className={styles.full} dir="auto">
          {after}
        </ins>
      </>
    );
  }
  return (
    <div className={styles.text} dir="auto">
      {found ? <Words differences={found} /> : after}
    </div>
  );
}

/** Returns undefined while the diff is computed, and null if it takes too long. */
function useDifferences(before: string, after: string): DiffPart[] | null | undefined {
  const [found, setFound] = useState<DiffPart[] | null>();
  useEffect(() => {
    let isCurrent = true;
    queueDiff(before, after).then(
      (found) => isCurrent && setFound(found),
      () => isCurrent && setFound(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [before, after]);
  return found;
}

const tags = { added: 'ins', removed: 'del', same: 'span' } as const;

function Words({ differences }: { differences: DiffPart[] }) {
  let at = 0;
  return differences.map(({ text, kind }) => {
    const Tag = tags[kind];
    const key = at;
    at += text.length + 1;
    return <Tag key={key}>{text}</Tag>;
  });
}
