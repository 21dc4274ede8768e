import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { FollowedObject, InboxItem } from '../../api/generated';
import { followError, setFollow } from '../../components/following/api';
import { inboxKey, isInbox } from '../../components/following/keys';
import { InlineError } from '../../components/InlineError';
import { PagedList } from '../../components/PagedList';
import { PanelItem } from '../../components/Panel';
import { RelativeTime } from '../../components/RelativeTime';
import { SeenPanel } from '../../components/SeenPanel';
import { TitleText } from '../../components/TitleText';
import { usePage } from '../../components/usePage';
import { markSeen } from '../../lib/markSeen';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import { useAction } from '../../lib/useAction';
import { addressOf } from './address';
import styles from './Watched.module.css';

/** Lists what is new in what the viewer watches, newest first. Renders nothing if nothing is. */
export default function Watched({ title }: { title: string }) {
  const { page } = usePage<InboxItem>(inboxKey);
  const { mutate } = useSWRConfig();
  const newest = page?.items[0];
  if (!newest) return null;
  return (
    <SeenPanel
      title={title}
      markAll={() => markSeen('/following/markInboxSeen', { upTo: newest._id }, 'inbox')}
      refresh={() => mutate(isInbox)}
    >
      <PagedList<InboxItem> listKey={inboxKey} empty={null}>
        {(items) => (
          <ul>
            {items.map((item) => (
              <Item key={item._id} item={item} />
            ))}
          </ul>
        )}
      </PagedList>
    </SeenPanel>
  );
}

/** One question, with why it is here and a button that mutes it. */
function Item({ item }: { item: InboxItem }) {
  const { qid, title, newAnswers, firstNewAnswer, author, createdAt, reason } = item;
  const { mutate } = useSWRConfig();
  const { busy, error, run } = useAction(followError);
  return (
    <PanelItem>
      <div className={styles.item}>
        <Link to={routes.question.to(qid, firstNewAnswer)}>
          <bdi>
            <TitleText parts={[title]} />
          </bdi>
        </Link>
        <p className="small muted mb-0">
          {newAnswers > 0 ? pluralize(newAnswers, 'new answer') : 'New question'} from <bdi>{author}</bdi> ·{' '}
          <RelativeTime time={createdAt} />
        </p>
        <p className="small muted mb-0">
          <Reason reason={reason} />
        </p>
        <InlineError error={error} />
      </div>
      <button
        type="button"
        className="btn btn-sm btn-link"
        aria-label={`Mute: ${title}`}
        aria-disabled={busy}
        onClick={() => run(() => setFollow(mutate, 'question', qid, 'muted'))}
      >
        Mute
      </button>
    </PanelItem>
  );
}

/** Says what the viewer watches, with a link to it. */
function Reason({ reason }: { reason: FollowedObject }) {
  if (reason.kind === 'question') return 'because you watch this question';
  return (
    <>
      because you watch{' '}
      <Link to={addressOf(reason)}>
        <bdi>{reason.name}</bdi>
      </Link>
    </>
  );
}
