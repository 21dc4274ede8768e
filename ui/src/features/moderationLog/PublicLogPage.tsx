import type { AdminTargetKind, PublicLogEntry } from '../../api/generated';
import { EmptyState } from '../../components/EmptyState';
import { PagedList } from '../../components/PagedList';
import { PageHeader } from '../../components/PageHeader';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { usePageTitle } from '../../components/usePageTitle';
import { isAboutPosts, outcomeOf, Title } from './actions';
import { publicLogKey } from './keys';

/** The page with what moderators did, without names. */
export default function PublicLogPage() {
  usePageTitle('Moderation log');
  return (
    <>
      <PageHeader
        title="Moderation log"
        note={
          <p className="muted mb-0">
            What moderators and administrators did in the last 90 days, newest first, without names. Members read the
            reasons of what concerns them.
          </p>
        }
      />
      <PagedList<PublicLogEntry>
        listKey={publicLogKey}
        errorText="Error when fetching the log"
        empty={<EmptyState title="Nothing was done in the last 90 days" />}
        revalidateOnFocus
      >
        {(entries) => (
          <RowList ordered>
            {entries.map((entry) => (
              <li key={entry._id}>
                <div>
                  <Target entry={entry} /> {outcomeOf(entry.action)}
                  <p className="small muted mb-0">
                    <RelativeTime time={entry.loggedAt} />
                  </p>
                </div>
              </li>
            ))}
          </RowList>
        )}
      </PagedList>
    </>
  );
}

/** What targets are called, alone and before a title. */
const nouns: Partial<Record<AdminTargetKind, [alone: string, before: string]>> = {
  user: ['An account', 'An account'],
  question: ['A question', 'The question'],
  answer: ['An answer', 'An answer to'],
  comment: ['A comment', 'A comment on'],
  message: ['A message', 'A message'],
  picture: ['A picture', 'A picture'],
  community: ['A community', 'The community'],
  tag: ['A tag', 'The tag'],
};

function Target({ entry: { action, targetKind, target, qid, title } }: { entry: PublicLogEntry }) {
  if (isAboutPosts(action)) return 'Posts of an account';
  const [alone, before] = nouns[targetKind] ?? ['Something', 'Something'];
  const name = title ?? target;
  if (name === undefined) return alone;
  return (
    <>
      {before} <Title qid={qid} title={name} />
    </>
  );
}
