import type { Attribution } from '../api/generated';

/** What the licence of an imported post asks to be shown. */
export function AttributionLine({ attribution }: { attribution: Attribution | undefined }) {
  if (!attribution) return null;
  const { author, url, licence } = attribution;
  return (
    <p className="small muted mb-0">
      Imported from{' '}
      <a href={url} target="_blank" rel="nofollow noopener noreferrer">
        {new URL(url).host}
      </a>
      , by <bdi>{author}</bdi>, {licence}
    </p>
  );
}
