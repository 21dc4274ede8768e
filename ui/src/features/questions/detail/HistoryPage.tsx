import { Link, useParams } from 'react-router-dom';
import useSWR from 'swr';
import type { Question } from '../../../api/generated';
import { Revisions } from '../../../components/history/Revisions';
import { PageHeader } from '../../../components/PageHeader';
import { usePageTitle } from '../../../components/usePageTitle';
import { fetchKey } from '../../../lib/cacheKeys';
import { routes } from '../../../lib/routes';
import { questionKey, revisionsKey } from '../keys';
import { purgeRevision } from './api';

/** Shows the revisions of a post, newest first, with their differences. */
export default function HistoryPage() {
  const { qid = '', postId = '' } = useParams();
  usePageTitle('History');
  const { data: question } = useSWR<Question, unknown>(questionKey(qid), fetchKey);
  const answer = question?.answers.find(({ _id, comments }) =>
    [_id, ...comments.map(({ _id }) => _id)].includes(postId),
  );
  return (
    <>
      <PageHeader title={`History of ${question ? nameOf(question, postId) : 'a post'}`}>
        <Link to={routes.question.to(qid, answer?._id)}>Back to the question</Link>
      </PageHeader>
      <Revisions
        key={postId}
        listKey={revisionsKey(postId)}
        purge={(revisionId) => purgeRevision(postId, revisionId)}
      />
    </>
  );
}

function nameOf({ _id, answers, comments }: Question, id: string): string {
  if (id === _id) return 'the question';
  const answer = answers.find((answer) => answer._id === id);
  if (answer) return `the answer by ${answer.ansBy}`;
  const comment = [comments, ...answers.map(({ comments }) => comments)].flat().find((comment) => comment._id === id);
  return comment ? `a comment by ${comment.commentBy}` : 'a post';
}
