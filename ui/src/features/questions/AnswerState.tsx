import { counted } from '../../lib/counted';

type Props = { answerCount: number; accepted: boolean; closed: boolean };

/** How far a question got, in words, where it stands in a line with its title. */
export function AnswerState({ answerCount, accepted, closed }: Props) {
  return (
    <>
      {counted(answerCount, 'answer')}
      {accepted && ', ✓ accepted'}
      {closed && ', closed'}
    </>
  );
}
