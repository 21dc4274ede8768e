import { useEffect, useState } from 'react';
import styles from './Diff.module.css';
import { type Difference, differencesInTurn } from './differences';

/** A text with what was added and removed since the one before, if there was one. */
export function Diff({ before, after }: { before: string | undefined; after: string }) {
  const found = useDifferences(before ?? after, after);
  if (found === null) {
    return (
      <>
        <p className="small muted mb-2">Too much has changed to show it word by word.</p>
        <del className={styles.whole} dir="auto">
          {before}
        </del>
        <ins className={styles.whole} dir="auto">
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

/** Undefined while they are not known, null if they cannot be told. */
function useDifferences(before: string, after: string): Difference[] | null | undefined {
  const [found, setFound] = useState<Difference[] | null>();
  useEffect(() => {
    let isCurrent = true;
    differencesInTurn(before, after).then(
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

function Words({ differences }: { differences: Difference[] }) {
  let at = 0;
  return differences.map(({ text, kind }) => {
    const Tag = tags[kind];
    const key = at;
    at += text.length + 1;
    return <Tag key={key}>{text}</Tag>;
  });
}
