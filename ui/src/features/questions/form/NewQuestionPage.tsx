import { useNavigate, useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../../../components/usePageTitle';
import { routes } from '../../../lib/routes';
import { addQuestion } from '../api';
import { QuestionForm } from './QuestionForm';
import { SimilarQuestions } from './SimilarQuestions';

const nothing = { title: '', text: '', tags: '' };

/** Asks a question, inside a community if the address names one. */
export default function NewQuestionPage() {
  usePageTitle('Ask a Question');
  const [query] = useSearchParams();
  const communityId = query.get('communityId') || undefined;
  const navigate = useNavigate();
  return (
    <QuestionForm
      key={communityId}
      heading="Ask a Question"
      draftName={communityId ? `question in ${communityId}` : 'question'}
      initial={nothing}
      action="Post Question"
      failed="Error while creating a new question"
      belowTitle={(title) => <SimilarQuestions title={title} />}
      submit={async (question) => {
        await addQuestion({ ...question, communityId });
        navigate(communityId ? routes.community.to(communityId) : routes.questions.to({ showStreakPopup: 'true' }));
      }}
    />
  );
}
