import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import type { LinkedQuestion } from '../../../api/generated';
import { AuthorLink } from '../../../components/AuthorLink';
import { InlineError } from '../../../components/InlineError';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import { TitleText } from '../../../components/TitleText';
import { fetchKey } from '../../../lib/cacheKeys';
import { pluralize } from '../../../lib/pluralize';
import { routes } from '../../../lib/routes';
import { useAction } from '../../../lib/useAction';
import { useReturnFocus } from '../../../lib/useReturnFocus';
import { duplicatesKey } from '../keys';
import { removeDuplicate } from './api';
import styles from './Duplicates.module.css';
import actions from './PostActions.module.css';

const DuplicatePanel = lazyWithRetry(() => import('./DuplicatePanel'));

const headings = { original: 'Possible duplicate of:', copy: 'Duplicates of this question:' } as const;

/** Lists the linked duplicates of a question. */
export function Duplicates({ qid }: { qid: string }) {
  // A failed fetch shows none: they are optional.
  const { data = [] } = useSWR<LinkedQuestion[], unknown>(duplicatesKey(qid), fetchKey);
  return (['original', 'copy'] as const).map((which) => {
    const linked = data.filter(({ duplicate }) => duplicate === which);
    if (!linked.length) return null;
    return (
      <section key={which} className={styles.linked} aria-label={headings[which].replace(':', '')}>
        <p className="small muted mb-1">{headings[which]}</p>
        <ul>
          {linked.map((question) => (
            <LinkedItem key={question._id} qid={qid} linked={question} />
          ))}
        </ul>
      </section>
    );
  });
}

function LinkedItem({ qid, linked }: { qid: string; linked: LinkedQuestion }) {
  const { _id: id, title, answerCount, accepted, closed, linkedBy, duplicate, mayUnlink } = linked;
  const { mutate } = useSWRConfig();
  const { busy, error, run } = useAction('Error while removing the link');
  const remove = () =>
    run(async () => {
      await (duplicate === 'original' ? removeDuplicate(qid, id) : removeDuplicate(id, qid));
      await mutate(duplicatesKey(qid));
    });
  return (
    <li>
      <Link to={routes.question.to(id)} dir="auto">
        <TitleText parts={[title]} />
      </Link>
      <span className="small muted">
        {pluralize(answerCount, 'answer')}
        {accepted && ', ✓ accepted'}
        {closed && ', closed'} · linked by {linkedBy ? <AuthorLink name={linkedBy} /> : 'a moderator'}
      </span>
      {mayUnlink && (
        <button
          type="button"
          className={`small ${actions.action}`}
          aria-label={`Remove the link to ${title}`}
          aria-disabled={busy}
          onClick={remove}
        >
          Remove
        </button>
      )}
      <InlineError error={error} />
    </li>
  );
}

type Props = { qid: string; isOpen: boolean; setOpen: (isOpen: boolean) => void };

/** Opens a panel that marks the question as a duplicate. */
export function MarkDuplicate({ qid, isOpen, setOpen }: Props) {
  const opener = useReturnFocus<HTMLButtonElement>(isOpen);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={actions.action}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Mark as duplicate
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <DuplicatePanel qid={qid} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
