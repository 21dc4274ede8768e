import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import useSWR from 'swr';
import { limits, type TagPage, type TagUse } from '../../api/generated';
import { tagTaken } from '../../api/sentences';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { announce } from '../../lib/announce';
import { fetchKey } from '../../lib/cacheKeys';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import { useAction } from '../../lib/useAction';
import { addTagSynonym, deleteTag, renameTag, tagUseKey } from './api';

type Props = {
  tag: TagPage;
  /** Fetches the tag again. */
  refresh: () => Promise<unknown>;
};

/** Renames and deletes a tag, for staff. */
export default function TagTools({ tag: { name, questionCount }, refresh }: Props) {
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <button type="button" className="btn btn-outline-secondary btn-sm" onClick={() => setDialog('rename')}>
        Rename tag
      </button>
      <button type="button" className="btn btn-outline-danger btn-sm" onClick={() => setDialog('delete')}>
        Delete tag
      </button>
      {dialog === 'rename' && <RenameDialog name={name} close={close} />}
      {dialog === 'delete' && (
        <DeleteDialog name={name} questionCount={questionCount} refresh={refresh} close={close} />
      )}
    </>
  );
}

/** Asks for the new name, and offers to merge the tags if there is one with that name. */
function RenameDialog({ name, close }: { name: string; close: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const { busy, error, setError, run } = useAction('Error while renaming the tag');
  const [text, setText] = useState(name);
  const newName = text.trim();
  const isTaken = error?.detail === tagTaken;
  const confirm = async () => {
    const isDone = await run(() => (isTaken ? addTagSynonym(newName, name) : renameTag(name, newName)));
    if (isDone) {
      announce(isTaken ? `Merged ${name} into ${newName}` : `Renamed ${name} to ${newName}`);
      navigate(routes.tag.to({ tag: newName }), { replace: true });
    }
    return isDone;
  };
  return (
    <ConfirmDialog
      title={
        <>
          Rename <bdi>{name}</bdi>?
        </>
      }
      action={isTaken ? `Merge into ${newName}` : 'Rename'}
      isHarmless
      busy={busy}
      error={error}
      onConfirm={confirm}
      onClose={close}
    >
      Questions, watchers and the description move to the new name. <bdi>{name}</bdi> becomes a synonym, so links and
      searches with it keep working.
      <label htmlFor={id} className="form-label d-block mt-3 mb-1">
        New name
      </label>
      <input
        id={id}
        className="form-control"
        dir="auto"
        autoCapitalize="none"
        autoComplete="off"
        maxLength={limits.tag}
        value={text}
        onChange={(event) => {
          setError(null);
          setText(event.target.value);
        }}
      />
    </ConfirmDialog>
  );
}

type DeleteProps = { name: string; questionCount: number; refresh: () => Promise<unknown>; close: () => void };

/** Says what deleting changes, and asks for a confirmation. */
function DeleteDialog({ name, questionCount, refresh, close }: DeleteProps) {
  const { data: use, error: unknown, mutate } = useSWR<TagUse, unknown>(tagUseKey(name), fetchKey);
  const { busy, error, run } = useAction('Error while deleting the tag', refresh);
  const confirm = async () => {
    const isDeleted = await run(async () => {
      await deleteTag(name);
      // The page that follows asks for the same, which would not be fetched again so soon.
      await mutate({ name, isDeleted: true, questionCount: 0, onlyTagCount: 0 }, false);
    });
    if (isDeleted) announce(`Deleted ${name}`);
    return isDeleted;
  };
  return (
    <ConfirmDialog
      title={
        <>
          Delete <bdi>{name}</bdi>?
        </>
      }
      action="Delete"
      busy={busy}
      error={error}
      onConfirm={confirm}
      onClose={close}
    >
      {pluralize(use?.questionCount ?? questionCount, 'question')} will no longer show this tag or its synonyms, and new
      questions cannot have it. You can restore it at this address.
      <span role="status" className="d-block mt-2">
        {use && use.onlyTagCount > 0 && (
          <strong>
            {pluralize(use.onlyTagCount, 'question')} {use.onlyTagCount === 1 ? 'has' : 'have'} no other tag, and will
            show none until someone edits {use.onlyTagCount === 1 ? 'it' : 'them'}.
          </strong>
        )}
        {use?.onlyTagCount === 0 && 'All of them have other tags.'}
        {!use && (unknown ? 'How many of them have no other tag is unknown.' : 'Counting those without another tag…')}
      </span>
    </ConfirmDialog>
  );
}
