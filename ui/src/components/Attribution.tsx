import type { Attribution as Source } from '../api/generated';

/** Where an imported post comes from, as its licence demands. */
export function Attribution({ source }: { source: Source | undefined }) {
  if (!source) return null;
  const url = URL.canParse(source.url) ? new URL(source.url) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return (
    <p className="small muted mb-0">
      Imported from{' '}
      {isWeb ? (
        <a href={source.url} rel="nofollow noopener noreferrer" target="_blank">
          {url.host}
        </a>
      ) : (
        source.url
      )}
      , by {source.author}, {source.licence}
    </p>
  );
}
