import { useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { PictureRecord, PictureUsage } from '../../api/generated';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { EmptyState } from '../../components/EmptyState';
import { ErrorMessage } from '../../components/ErrorMessage';
import { PagedList } from '../../components/PagedList';
import { PageHeader } from '../../components/PageHeader';
import { PictureRow } from '../../components/pictures/PictureRow';
import { PictureUses } from '../../components/pictures/PictureUses';
import { RowList } from '../../components/RowList';
import { usePageTitle } from '../../components/usePageTitle';
import { announce } from '../../lib/announce';
import { fetchKey } from '../../lib/cacheKeys';
import { momentOf } from '../../lib/dates';
import { formatBytes } from '../../lib/formatBytes';
import { pluralize } from '../../lib/pluralize';
import { useAction } from '../../lib/useAction';
import { useFocusRestore } from '../../lib/useFocusRestore';
import { deletePicture } from './api';
import { isPictures, myPicturesKey, pictureUsageKey } from './keys';

/** The page with the viewer's uploaded pictures, which they can delete. */
export default function MyFilesPage() {
  usePageTitle('My files');
  const root = useFocusRestore<HTMLDivElement>();
  return (
    <div ref={root}>
      <PageHeader title="My files" />
      <Usage />
      {/* Receives the focus of a deleted picture. */}
      <section aria-label="Pictures" tabIndex={-1}>
        <PagedList<PictureRecord>
          listKey={myPicturesKey}
          errorText="Error when fetching your files"
          revalidateOnFocus
          empty={
            <EmptyState title="No pictures yet">
              <p className="muted">Paste or drop a picture into a question, an answer or a message.</p>
            </EmptyState>
          }
        >
          {(pictures) => (
            <RowList>
              {pictures.map((picture) => (
                <Item key={picture._id} picture={picture} />
              ))}
            </RowList>
          )}
        </PagedList>
      </section>
    </div>
  );
}

/** Browsers draw their own bars differently in dark themes. */
const bar = { height: '0.375rem', borderRadius: '0.375rem', maxWidth: '100%' } as const;

function Usage() {
  const { data, error, mutate } = useSWR<PictureUsage, unknown>(pictureUsageKey, fetchKey, { revalidateOnFocus: true });
  if (error && !data) return <ErrorMessage error={error} retry={() => void mutate()} />;
  const { bytes = 0, limit = 1, count = 0, today } = data ?? {};
  return (
    <section aria-label="Space" aria-busy={!data} className={data ? 'mb-3' : 'mb-3 invisible'}>
      <div
        role="progressbar"
        aria-label="Space that is used"
        aria-valuemax={limit}
        aria-valuenow={bytes}
        className="mb-2"
        style={{ ...bar, background: 'var(--line)' }}
      >
        <div style={{ ...bar, width: `${(100 * bytes) / limit}%`, background: 'var(--primary)' }} />
      </div>
      <p className="mb-0">
        {formatBytes(bytes)} of {formatBytes(limit)} in {pluralize(count, 'picture')}
      </p>
      <p className="small muted mb-0">
        Today: {today?.count} of {today?.limit} pictures, {formatBytes(today?.bytes ?? 0)} of{' '}
        {formatBytes(today?.byteLimit ?? 0)}. A picture that is not used is removed after 30 days.
      </p>
    </section>
  );
}

function Item({ picture }: { picture: PictureRecord }) {
  const { _id: id, uploadedAt, useCount } = picture;
  const { mutate } = useSWRConfig();
  const [isAsking, setAsking] = useState(false);
  const { busy, error, run } = useAction('Error while deleting the picture', () => mutate(isPictures));
  const confirm = async () => {
    const isDone = await run(() => deletePicture(id));
    if (isDone) announce('The picture is deleted');
    return isDone;
  };
  return (
    <PictureRow picture={picture} error={null}>
      <button
        type="button"
        className="btn btn-sm btn-outline-secondary"
        aria-label={`Delete the picture of ${momentOf(uploadedAt)}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this picture?"
          action="Delete"
          busy={busy}
          error={error}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          {useCount > 0 ? (
            <>
              It is shown here: <PictureUses picture={picture} />. There it will say that the picture was removed.
            </>
          ) : (
            'No text shows it.'
          )}{' '}
          This cannot be undone.
        </ConfirmDialog>
      )}
    </PictureRow>
  );
}
