import type { User } from '../api/generated';
import { pluralize } from '../lib/pluralize';

/** `3 questions · 5 answers` */
export const UserCounts = ({ user: { questionCount, answerCount } }: { user: User }) => (
  <>
    {pluralize(questionCount, 'question')} · {pluralize(answerCount, 'answer')}
  </>
);
