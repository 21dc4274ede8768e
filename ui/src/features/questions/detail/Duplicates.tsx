import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { get } from '../../../api/client';
import type { LinkedQuestion } from '../../../api/generated';
import { AuthorLink } from '../../../components/AuthorLink';
import { ErrorLine } from '../../../components/ErrorLine';
import { lazily } from '../../../components/lazily';
import { counted } from '../../../lib/counted';
import { routes } from '../../../lib/routes';
import { useAction } from '../../../lib/useAction';
import { useReturnFocus } from '../../../lib/useReturnFocus';
import { duplicatesPath } from '../api';
import { removeDuplicate } from './api';
import styles from './Duplicates.module.css';
import actions from './PostActions.module.css';

const DuplicatePanel = lazily(() => import('./DuplicatePanel'));

const headings = { original: 'Possible duplicate of:', copy: 'Duplicates of this question:' } as const;

/** The questions that ask the same as this one. */
export function Duplicates({ qid }: { qid: string }) {
  // Without an answer there are none to show: nobody waits for them.
  const { data = [] } = useSWR<LinkedQuestion[], unknown>(duplicatesPath(qid), get);
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
      await mutate(duplicatesPath(qid));
    });
  return (
    <li>
      <Link to={routes.question.to(id)} dir="auto">
        {title}
      </Link>
      <span className="small muted">
        {counted(answerCount, 'answer')}
        {accepted && ', ✓ accepted'}
        {closed && ', closed'} · linked by <AuthorLink name={linkedBy} />
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
      <ErrorLine error={error} />
    </li>
  );
}

type Props = { qid: string; isOpen: boolean; setOpen: (isOpen: boolean) => void };

/** Opens a panel in which one says which question was there before. */
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
