import type { Attribution } from '../api/generated';

/** The site that an address belongs to; none if a browser should not go there. */
function hostOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url.host : null;
}

/** What the licence of an imported post asks to be shown. */
export function AttributionLine({ attribution }: { attribution: Attribution | undefined }) {
  if (!attribution) return null;
  const { author, url, licence } = attribution;
  const host = hostOf(url);
  return (
    <p className="small muted mt-2 mb-0">
      Imported from{' '}
      {host ? (
        <a href={url} target="_blank" rel="nofollow noopener noreferrer">
          {host}
        </a>
      ) : (
        url
      )}
      , by <bdi>{author}</bdi>, {licence}
    </p>
  );
}
