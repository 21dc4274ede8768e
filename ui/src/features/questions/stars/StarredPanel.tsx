import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { QuestionCard, StarNote } from '../../../api/generated';
import { PagedList } from '../../../components/PagedList';
import { Panel, PanelItem, PanelNote } from '../../../components/Panel';
import { TitleText } from '../../../components/TitleText';
import { fetchKey } from '../../../lib/cacheKeys';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { AnswerSummary } from '../AnswerSummary';
import { starredListKey } from '../keys';
import { starNotesKey } from '../reminders/keys';
import { OwnNote } from '../reminders/OwnNote';
import { UnreadMark } from '../unread/UnreadMark';
import { StarButton } from './StarButton';

/** Lists the starred questions, newest star first. */
export function StarredPanel() {
  const { username } = useUser();
  return (
    <Panel title="Starred Posts">
      <PagedList<QuestionCard> listKey={starredListKey(username)} empty={<NoStars />}>
        {(cards) => <Cards cards={cards} />}
      </PagedList>
    </Panel>
  );
}

/** One page of the list, with the viewer's notes and reminders. */
function Cards({ cards }: { cards: QuestionCard[] }) {
  const { data: notes } = useSWR<StarNote[], unknown>(starNotesKey(cards.map(({ _id }) => _id)), fetchKey);
  return (
    <ul>
      {cards.map((card) => (
        <PanelItem key={card._id}>
          <div>
            <Link to={routes.question.to(card._id)} dir="auto">
              <TitleText parts={[card.title]} />
            </Link>
            <p className="small muted mb-0">
              <AnswerSummary {...card} /> · asked by <bdi>{card.askedBy}</bdi>
              <Suspense>
                <UnreadMark qid={card._id} />
              </Suspense>
            </p>
            {notes && (
              <OwnNote qid={card._id} title={card.title} starNote={notes.find(({ qid }) => qid === card._id)} />
            )}
          </div>
          <StarButton qid={card._id} title={card.title} starred={card.starred} />
        </PanelItem>
      ))}
    </ul>
  );
}

function NoStars() {
  return (
    <PanelNote>
      <p className="muted mb-1">No starred questions yet!</p>
      <Link to={routes.questions.to()}>Find questions to star</Link>
    </PanelNote>
  );
}
