import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { OwnLogEntry } from '../../api/generated';
import { EmptyState } from '../../components/EmptyState';
import { isInboxData } from '../../components/inbox/keys';
import { PagedList } from '../../components/PagedList';
import { PageHeader } from '../../components/PageHeader';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { AppealOffer, AppealOutcome } from '../../components/sanctions/AppealState';
import { usePageTitle } from '../../components/usePageTitle';
import { routes } from '../../lib/routes';
import { site } from '../../lib/site';
import { OwnReason, OwnSentence } from './actions';
import { markNoticesSeen, noticesKey, ownLogKey } from './keys';
import { useNotices } from './useNotices';

/** The page with what moderators did to the viewer's content and account. Showing actions marks them as seen. */
export default function OwnLogPage() {
  usePageTitle('Moderation of your posts');
  const { entries, badges, reports } = useNotices();
  // Not while that would mark a badge or a report too, which this page does not show.
  const newest = entries.find((entry) => [...badges, ...reports].every(({ _id }) => _id > entry._id))?._id;
  const { mutate } = useSWRConfig();
  useEffect(() => {
    if (!newest) return;
    markNoticesSeen(newest).then(
      () => Promise.all([mutate(noticesKey), mutate(isInboxData)]),
      // They stay new, and are marked with the next visit.
      () => undefined,
    );
  }, [newest, mutate]);
  return (
    <>
      <PageHeader
        title="Moderation of your posts"
        note={
          <p className="muted mb-0">
            What moderators and administrators did to your posts and your account, and why. Only you and they see it.
            {site.publicLog && (
              <>
                {' '}
                <Link to={routes.log.to()}>What they did on the whole site</Link>
              </>
            )}
          </p>
        }
      />
      <PagedList<OwnLogEntry>
        listKey={ownLogKey}
        errorText="Error when fetching the actions"
        empty={
          <EmptyState title="Nothing of yours was moderated">
            <p className="muted">What moderators do to your posts or your account appears here with its reason.</p>
          </EmptyState>
        }
        revalidateOnFocus
      >
        {(entries) => (
          <RowList ordered>
            {entries.map((entry) => (
              <li key={entry._id}>
                <div>
                  <OwnSentence entry={entry} />
                  <OwnReason entry={entry} />
                  <AppealOutcome logId={entry._id} />
                  <p className="small muted mb-0">
                    <RelativeTime time={entry.loggedAt} />
                  </p>
                </div>
                <AppealOffer
                  logId={entry._id}
                  action={entry.action}
                  loggedAt={entry.loggedAt}
                  isUndone={entry.isUndone}
                />
              </li>
            ))}
          </RowList>
        )}
      </PagedList>
    </>
  );
}
