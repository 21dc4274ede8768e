import { Link } from 'react-router-dom';
import type { QuestionCard } from '../../../api/generated';
import { Box, BoxItem, BoxNote } from '../../../components/Box';
import { PagedList } from '../../../components/PagedList';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { AnswerState } from '../AnswerState';
import { starsPath } from './api';
import { StarButton } from './StarButton';

/** What one has starred, the newest star first. */
export function StarredBox() {
  const { username } = useUser();
  return (
    <Box title="Starred Posts">
      <PagedList<QuestionCard>
        path={starsPath(username)}
        failed="Failed to fetch starred questions"
        empty={<NoStars />}
      >
        {(cards) => (
          <ul>
            {cards.map((card) => (
              <BoxItem key={card._id}>
                <div>
                  <Link to={routes.question.to(card._id)} dir="auto">
                    {card.title}
                  </Link>
                  <p className="small muted mb-0">
                    <AnswerState {...card} /> · asked by <bdi>{card.askedBy}</bdi>
                  </p>
                </div>
                <StarButton qid={card._id} title={card.title} starred={card.starred} />
              </BoxItem>
            ))}
          </ul>
        )}
      </PagedList>
    </Box>
  );
}

function NoStars() {
  return (
    <BoxNote>
      <p className="muted mb-1">No starred questions yet!</p>
      <Link to={routes.questions.to()}>Find questions to star</Link>
    </BoxNote>
  );
}
