import { useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { PictureCounts, PictureRecord } from '../../api/generated';
import { EmptyState } from '../../components/EmptyState';
import { ErrorMessage } from '../../components/ErrorMessage';
import { PagedList } from '../../components/PagedList';
import { PictureRow } from '../../components/pictures/PictureRow';
import { ReasonDialog } from '../../components/ReasonDialog';
import { RowList } from '../../components/RowList';
import { announce } from '../../lib/announce';
import { fetchKey } from '../../lib/cacheKeys';
import { momentOf } from '../../lib/dates';
import { formatBytes } from '../../lib/formatBytes';
import { pluralize } from '../../lib/pluralize';
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
      <dt>Not used</dt>
      <dd>{unused && `${pluralize(unused.pictures, 'picture')}, ${formatBytes(unused.bytes)}`}</dd>
      <dt>Most space</dt>
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
        aria-label={`Remove the picture of ${momentOf(picture.uploadedAt)}`}
        onClick={() => setAsking(true)}
      >
        Remove
      </button>
      {isAsking && <RemoveDialog id={picture._id} username={username} close={() => setAsking(false)} />}
    </PictureRow>
  );
}

function RemoveDialog({ id, username, close }: { id: string; username: string; close: () => void }) {
  const refresh = useRefresh();
  return (
    <ReasonDialog
      title="Remove this picture?"
      action="Remove"
      label="Reason (for the log)"
      errorText="Error while removing the picture"
      call={(reason) => removePicture(id, reason)}
      onDone={async () => {
        await refresh();
        announce('The picture is removed');
      }}
      onClose={close}
    >
      It goes away for everybody at once, and cannot be restored. The texts of <bdi>{username}</bdi> stay.
    </ReasonDialog>
  );
}
