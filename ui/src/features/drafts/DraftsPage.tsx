import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../components/EmptyState';
import { PageHeader } from '../../components/PageHeader';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { usePageTitle } from '../../components/usePageTitle';
import { announce } from '../../lib/announce';
import { newText, readDrafts, removeDraft, type StoredDraft, takeDraft } from '../../lib/drafts';
import { useUser } from '../../lib/session';
import { useFocusRestore } from '../../lib/useFocusRestore';

/** What the names of forms begin with, and what their drafts are. The first that fits counts. */
const kinds: readonly (readonly [string, string])[] = [
  ['question', 'New question'],
  ['answer to ', 'Answer'],
  ['comment on ', 'Comment'],
  ['suggestion for ', 'Suggested edit'],
  ['reason for ', 'Reason of a suggested edit'],
  ['edit of message ', 'Edited message'],
  ['edit of ', 'Edit'],
  ['message in ', 'Message'],
  ['description of ', 'Description'],
  ['biography', 'Biography'],
  ['community', 'New community'],
];

const kindOf = (form: string): string => kinds.find(([start]) => form.startsWith(start))?.[1] ?? 'Draft';

/** Returns the drafts of a user that contain a text. */
const withText = (userId: string) => readDrafts(userId).filter((draft) => newText(draft));

/** The page with every unsent text that this browser keeps for the viewer, newest first. */
export default function DraftsPage() {
  usePageTitle('Drafts');
  const { _id: userId } = useUser();
  const root = useFocusRestore<HTMLDivElement>();
  const [drafts, setDrafts] = useState(() => withText(userId));
  useEffect(() => {
    const refresh = () => setDrafts(withText(userId));
    // A form that this page replaces has stored its last words only now.
    refresh();
    window.addEventListener('storage', refresh);
    return () => window.removeEventListener('storage', refresh);
  }, [userId]);
  const remove = ({ key }: StoredDraft) => {
    removeDraft(key);
    setDrafts(withText(userId));
    announce('The draft is deleted');
  };
  return (
    <div ref={root}>
      <PageHeader
        title="Drafts"
        note={<p className="muted mb-0">What you have written in this browser and not sent.</p>}
      />
      {/* Receives the focus of a deleted draft. */}
      <section aria-label="Drafts" tabIndex={-1}>
        {drafts.length > 0 ? (
          <RowList>
            {drafts.map((draft) => (
              <Item key={draft.key} draft={draft} userId={userId} remove={() => remove(draft)} />
            ))}
          </RowList>
        ) : (
          <EmptyState title="No drafts">
            <p className="muted">A text that you write is kept here until you send it.</p>
          </EmptyState>
        )}
      </section>
    </div>
  );
}

type ItemProps = { draft: StoredDraft; userId: string; remove: () => void };

function Item({ draft, userId, remove }: ItemProps) {
  const { key, form, at, place } = draft;
  const kind = kindOf(form);
  const name = place?.title ? `${kind} · ${place.title}` : kind;
  return (
    <li>
      <div className="flex-grow-1">
        {place ? (
          <Link to={place.path} onClick={() => takeDraft(userId, form, key)}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          kind
        )}
        {at > 0 && (
          <p className="small muted mb-1">
            <RelativeTime time={new Date(at).toISOString()} />
          </p>
        )}
        <textarea
          className="form-control form-control-sm"
          aria-label={`Text: ${name}`}
          dir="auto"
          rows={3}
          value={newText(draft)}
          readOnly
        />
      </div>
      <button
        type="button"
        className="btn btn-sm btn-outline-secondary"
        aria-label={`Delete: ${name}`}
        onClick={remove}
      >
        Delete
      </button>
    </li>
  );
}
