import type { Attribution } from '../api/generated';

/** Returns the host of an address; null if a browser should not open the address. */
function linkableHost(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url.host : null;
}

/** Shows the attribution that the licence of an imported post requires. */
export function AttributionLine({ attribution }: { attribution: Attribution | undefined }) {
  if (!attribution) return null;
  const { author, url, licence } = attribution;
  const host = linkableHost(url);
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
