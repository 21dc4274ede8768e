import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { PictureCounts, PictureRecord } from '../../api/generated';
import { limits } from '../../api/generated';
import { reasonEmpty, reasonTooLong } from '../../api/sentences';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { EmptyState } from '../../components/EmptyState';
import { ErrorMessage } from '../../components/ErrorMessage';
import { PagedList } from '../../components/PagedList';
import { dateOf, PictureRow } from '../../components/pictures/PictureRow';
import { RowList } from '../../components/RowList';
import { announce } from '../../lib/announce';
import { fetchKey } from '../../lib/cacheKeys';
import { formatBytes } from '../../lib/formatBytes';
import { pluralize } from '../../lib/pluralize';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { removePicture } from './api';
import { pictureCountsKey, picturesKey } from './keys';
import { SearchInput, useSearch } from './SearchInput';
import { useRefresh } from './useRefresh';

/** Shows what the pictures of the site take, and the pictures of one user, which can be removed. */
export function Pictures() {
  const username = useSearch();
  return (
    <>
      <Counts />
      <div className={styles.bar}>
        <SearchInput label="Pictures of a user" />
      </div>
      {username && (
        <PagedList<PictureRecord>
          listKey={picturesKey(username)}
          errorText="Error when fetching the pictures"
          empty={<EmptyState title="No pictures" />}
        >
          {(pictures) => (
            <RowList>
              {pictures.map((picture) => (
                <Item key={picture._id} picture={picture} username={username} />
              ))}
            </RowList>
          )}
        </PagedList>
      )}
    </>
  );
}

function Counts() {
  const { data, error, mutate } = useSWR<PictureCounts, unknown>(pictureCountsKey, fetchKey);
  if (error !== undefined) return <ErrorMessage error={error} retry={() => void mutate()} />;
  const { pictures = 0, bytes = 0, files = 0, unused, largest = [] } = data ?? {};
  return (
    <dl className={styles.facts}>
      <dt>Pictures</dt>
      <dd>{data && `${pluralize(pictures, 'picture')}, ${formatBytes(bytes)} in ${pluralize(files, 'file')}`}</dd>
      <dt>In no text</dt>
      <dd>{unused && `${pluralize(unused.pictures, 'picture')}, ${formatBytes(unused.bytes)}`}</dd>
      <dt>Largest</dt>
      <dd>
        <ul className="list-unstyled mb-0">
          {largest.map((member) => (
            <li key={member.username}>
              <Link to={{ search: `?${new URLSearchParams({ search: member.username })}` }}>
                <bdi>{member.username}</bdi>
              </Link>{' '}
              <span className="muted">
                {pluralize(member.pictures, 'picture')}, {formatBytes(member.bytes)}
              </span>
            </li>
          ))}
        </ul>
      </dd>
    </dl>
  );
}

function Item({ picture, username }: { picture: PictureRecord; username: string }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <PictureRow picture={picture} error={null}>
      <button
        type="button"
        className="btn btn-sm btn-outline-danger"
        aria-label={`Remove the picture of ${dateOf(picture.uploadedAt)}`}
        onClick={() => setAsking(true)}
      >
        Remove
      </button>
      {isAsking && <RemoveDialog id={picture._id} username={username} close={() => setAsking(false)} />}
    </PictureRow>
  );
}

function RemoveDialog({ id, username, close }: { id: string; username: string; close: () => void }) {
  const { busy, error, setError, run } = useAction('Error while removing the picture', useRefresh());
  const [reason, setReason] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldId = useId();
  const remove = async () => {
    const length = [...reason.trim()].length;
    const problem = length === 0 ? reasonEmpty : length > limits.reason ? reasonTooLong : null;
    if (problem) {
      setError(problem);
      field.current?.focus();
      return false;
    }
    const isDone = await run(() => removePicture(id, reason));
    if (isDone) announce('The picture is removed');
    return isDone;
  };
  return (
    <ConfirmDialog
      title="Remove this picture?"
      action="Remove"
      busy={busy}
      error={error}
      onConfirm={remove}
      onClose={close}
    >
      It goes away for everybody at once, and cannot be restored. The texts of <bdi>{username}</bdi> stay.
      <label htmlFor={fieldId} className="form-label d-block mt-3 mb-1">
        Reason (for the log)
      </label>
      <textarea
        ref={field}
        id={fieldId}
        className="form-control"
        rows={3}
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
