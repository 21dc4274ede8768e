import { useSearchParams } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { ApiError } from '../../../api/client';
import * as sentences from '../../../api/sentences';
import { CommunityLink } from '../../../components/community/CommunityLink';
import { useCommunity } from '../../../components/community/useCommunity';
import { ErrorLine } from '../../../components/ErrorLine';
import { usePageTitle } from '../../../components/usePageTitle';
import { useSendOnce } from '../../../lib/nonce';
import { routes } from '../../../lib/routes';
import { addQuestion } from '../api';
import { isList } from '../cache';
import { QuestionForm } from './QuestionForm';
import { SimilarQuestions } from './SimilarQuestions';

const nothing = { title: '', text: '', tags: '' };

/** Asks a question, inside a community if the address names one. */
export default function NewQuestionPage() {
  usePageTitle('Ask a Question');
  const [query] = useSearchParams();
  const communityId = query.get('communityId') || undefined;
  const { mutate } = useSWRConfig();
  const form = communityId ? `question in ${communityId}` : 'question';
  const sendOnce = useSendOnce(form);
  return (
    <QuestionForm
      key={communityId}
      heading="Ask a Question"
      draftName={form}
      initial={nothing}
      action="Post Question"
      failed="Error while creating a new question"
      belowTitle={(title) => <SimilarQuestions title={title} />}
      submit={async (question) => {
        const asked = { ...question, communityId };
        await sendOnce(JSON.stringify(asked), (nonce, askedBy) => addQuestion({ ...asked, askedBy, nonce }));
        // The list that one comes back to has it, however short ago it was read.
        void mutate(isList);
        return communityId ? routes.community.to(communityId) : routes.questions.to({ showStreakPopup: 'true' });
      }}
    >
      {communityId && <Inside communityId={communityId} />}
    </QuestionForm>
  );
}

/** Where the question is going to be, and who will see it there. */
function Inside({ communityId }: { communityId: string }) {
  const { data: community, error } = useCommunity(communityId);
  if (!community) return <ErrorLine error={error instanceof ApiError ? error.message : null} />;
  const { isMember, visibility, archived } = community;
  return (
    <div>
      <p className="mb-0">
        In <CommunityLink id={communityId} />: {visibility === 'private' ? 'only its members' : 'everyone'} will see
        your question.
      </p>
      <ErrorLine error={archived ? sentences.communityArchived : isMember ? null : sentences.notAMember} />
    </div>
  );
}
