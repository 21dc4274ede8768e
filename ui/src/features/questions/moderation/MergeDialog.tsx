import { useId, useState } from 'react';
import useSWR from 'swr';
import type { Question } from '../../../api/generated';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { TitleText } from '../../../components/TitleText';
import { fetchKey } from '../../../lib/cacheKeys';
import { parseQuestionId } from '../detail/parseQuestionId';
import { questionKey } from '../keys';
import { mergeQuestions } from './api';
import { useDone } from './dialogs';

type Props = { question: Question; close: () => void };

/** Moves the answers of a question to another one, and closes it as its duplicate. */
export function MergeDialog({ question, close }: Props) {
  const { _id: qid, title } = question;
  const [text, setText] = useState('');
  const given = parseQuestionId(text.trim());
  const into = given === qid ? null : given;
  const { data: target, error } = useSWR<Question, unknown>(into && questionKey(into), fetchKey);
  const [fieldId, targetId] = [useId(), useId()];
  return (
    <ReasonDialog
      title="Merge this question"
      action="Merge"
      isHarmless
      label="Reason (readers of the question see it)"
      errorText="Error while merging the questions"
      check={() => (target ? null : 'Please paste the link to another question')}
      call={(reason) => mergeQuestions(qid, given ?? '', reason)}
      onDone={useDone(qid, 'The questions are merged')}
      onClose={close}
    >
      The answers move to another question of the same place, with their comments and votes. This question is closed as
      its duplicate, keeps its text and its comments, and links to it. This can be undone for 30 days.
      <label htmlFor={fieldId} className="form-label d-block mt-3 mb-1">
        Into
      </label>
      <input
        id={fieldId}
        className="form-control"
        placeholder="The link to the other question"
        autoComplete="off"
        value={text}
        aria-describedby={targetId}
        onChange={(event) => setText(event.target.value)}
      />
      <span id={targetId} role="status" className="d-block mt-2 text-break">
        {into && target && (
          <>
            The answers of “
            <bdi>
              <TitleText parts={[title]} />
            </bdi>
            ” move to “
            <bdi>
              <TitleText parts={[target.title]} />
            </bdi>
            ”.
          </>
        )}
        {into && !target && error !== undefined && 'There is no such question.'}
      </span>
    </ReasonDialog>
  );
}
