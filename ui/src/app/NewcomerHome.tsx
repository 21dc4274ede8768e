import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { QuestionCard as Card, CommunityCard as Community } from '../api/generated';
import { CardGrid } from '../components/CardGrid';
import { usePage } from '../components/usePage';
import { CommunityCard } from '../features/communities/CommunityCard';
import { communityListKey } from '../features/communities/keys';
import { questionListKey, topOfWeekKey } from '../features/questions/keys';
import { QuestionCard } from '../features/questions/list/QuestionCard';
import { routes } from '../lib/routes';
import styles from './NewcomerHome.module.css';

/** The number of items of each list. */
const maxEach = 5;

/** Shows newcomers what is on the site: what is new, unanswered and most voted, and communities to join. No question appears twice. */
export default function NewcomerHome({ shownAbove }: { shownAbove: string[] }) {
  const all = { tag: '', search: '' };
  const newest = usePage<Card>(questionListKey({ ...all, order: 'newest' }), { live: true }).page;
  const unanswered = usePage<Card>(questionListKey({ ...all, order: 'unanswered' }), { live: true }).page;
  const voted = usePage<Card>(topOfWeekKey).page;
  const communities = usePage<Community>(communityListKey({ mine: false })).page;
  const shown = new Set(shownAbove);
  const take = (cards: Card[] = []) => {
    const taken = cards.filter(({ _id }) => !shown.has(_id)).slice(0, maxEach);
    for (const { _id } of taken) shown.add(_id);
    return taken.map((card) => <QuestionCard key={card._id} card={card} />);
  };
  const toJoin = (communities?.items ?? []).filter(({ isMember, archived }) => !isMember && !archived);
  return (
    <>
      <Section title="New on this site" to={routes.questions.to()} all="All Questions">
        {take(newest?.items)}
      </Section>
      <Section
        title="Waiting for an answer"
        to={routes.questions.to({ order: 'unanswered' })}
        all="All unanswered questions"
      >
        {take(unanswered?.items)}
      </Section>
      <Section title="Most voted this week" to={routes.questions.to()} all="All Questions">
        {take(voted?.items.filter(({ score }) => score > 0))}
      </Section>
      {toJoin.length > 0 && (
        <section className={styles.section} aria-labelledby="join">
          <div className={styles.header}>
            <h2 id="join">Communities to join</h2>
            <Link to={routes.allCommunities.to()}>All Communities</Link>
          </div>
          <CardGrid>
            {toJoin.slice(0, maxEach).map((community) => (
              <CommunityCard key={community._id} community={community} />
            ))}
          </CardGrid>
        </section>
      )}
    </>
  );
}

type SectionProps = { title: string; to: string; all: string; children: ReactNode[] };

/** A list of questions with a link to all. Renders nothing without any. */
function Section({ title, to, all, children }: SectionProps) {
  if (children.length === 0) return null;
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.header}>
        <h2>{title}</h2>
        <Link to={to}>{all}</Link>
      </div>
      {children}
    </section>
  );
}
