import { useState } from 'react';
import type { Question } from '../../../api/generated';
import type { Failure } from '../../../lib/failure';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { changeQuestion } from '../cache';
import { acceptAnswer, unacceptAnswer } from './api';
import { usePendingChoice } from './usePendingChoice';

export type Acceptance = {
  /** The accepted answer. It shows as soon as the asker selects it. */
  acceptedId: string | undefined;
  /** Accepts an answer in place of any other, or unaccepts it. */
  press: (answerId: string) => void;
  /** The error of an answer. */
  errorOf: (answerId: string) => Failure | null;
};

/** Returns the accepted answer and the action that changes it. */
export function useAcceptance({ _id: qid, acceptedAnswerId }: Question): Acceptance {
  const edit = useCacheEditor();
  const { choice: acceptedId, choose, error } = usePendingChoice(acceptedAnswerId);
  const [pressed, setPressed] = useState<string>();
  const press = (answerId: string) => {
    const isAccepted = acceptedId === answerId;
    setPressed(answerId);
    void choose(
      answerId,
      isAccepted ? undefined : answerId,
      async () => {
        const { acceptedAnswerId } = await (isAccepted ? unacceptAnswer(qid) : acceptAnswer(qid, answerId));
        changeQuestion(edit, qid, (known) => ({ ...known, acceptedAnswerId }));
      },
      isAccepted ? 'Error while unaccepting the answer' : 'Error while accepting the answer',
    );
  };
  return { acceptedId, press, errorOf: (answerId) => (answerId === pressed ? error : null) };
}
