import { pluralize } from '../../lib/pluralize';

type Props = { answerCount: number; accepted: boolean; closed: boolean };

/** Summarizes the answers of a question on the line of its title. */
export function AnswerSummary({ answerCount, accepted, closed }: Props) {
  return (
    <>
      {pluralize(answerCount, 'answer')}
      {accepted && ', ✓ accepted'}
      {closed && ', closed'}
    </>
  );
}
