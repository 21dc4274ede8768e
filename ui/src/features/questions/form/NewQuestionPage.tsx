import { useSearchParams } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import * as sentences from '../../../api/sentences';
import { CommunityLink } from '../../../components/community/CommunityLink';
import { communityError, useCommunity } from '../../../components/community/useCommunity';
import { InlineError } from '../../../components/InlineError';
import { usePageTitle } from '../../../components/usePageTitle';
import { failureOf } from '../../../lib/failure';
import { useIdempotentSend } from '../../../lib/idempotency';
import { routes } from '../../../lib/routes';
import { addQuestion, addQuestionError } from '../api';
import { isQuestionList } from '../keys';
import { QuestionForm } from './QuestionForm';
import { SimilarQuestions } from './SimilarQuestions';

const nothing = { title: '', text: '', tags: '' };

/** A form that asks a question, in a community if the address names one, with the title that the address proposes. */
export default function NewQuestionPage() {
  usePageTitle('Ask a Question');
  const [query] = useSearchParams();
  const communityId = query.get('communityId') || undefined;
  const { mutate } = useSWRConfig();
  const form = communityId ? `question in ${communityId}` : 'question';
  const sendIdempotent = useIdempotentSend(form);
  return (
    <QuestionForm
      key={communityId}
      heading="Ask a Question"
      draftName={form}
      initial={nothing}
      proposedTitle={query.get('title')?.trim() ?? ''}
      action="Post Question"
      errorText={addQuestionError}
      belowTitle={(fields) => <SimilarQuestions {...fields} />}
      submit={async (question) => {
        const asked = { ...question, communityId };
        const { _id: qid, waiting } = await sendIdempotent(JSON.stringify(asked), (nonce, askedBy) =>
          addQuestion({ ...asked, askedBy, nonce }),
        );
        if (waiting) return routes.question.to(qid);
        // The list that follows shows the question, even if it was read just before.
        void mutate(isQuestionList);
        return communityId ? routes.community.to(communityId) : routes.questions.to({ showStreakPopup: 'true' });
      }}
    >
      {communityId && <CommunityNotice communityId={communityId} />}
    </QuestionForm>
  );
}

/** Shows the community of the new question, and who will see the question. */
function CommunityNotice({ communityId }: { communityId: string }) {
  const { data: community, error } = useCommunity(communityId);
  if (!community) return <InlineError error={error ? failureOf(communityError, error) : null} />;
  const { isMember, visibility, archived } = community;
  return (
    <div>
      <p className="mb-0">
        In <CommunityLink id={communityId} />: {visibility === 'private' ? 'only its members' : 'everyone'} will see
        your question.
      </p>
      <InlineError error={archived ? sentences.communityArchived : isMember ? null : sentences.notAMember} />
    </div>
  );
}
