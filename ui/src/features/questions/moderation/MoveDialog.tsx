import { useId, useState } from 'react';
import useSWR from 'swr';
import type { Page } from '../../../api/client';
import type { CommunityCard, Question } from '../../../api/generated';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { fetchPage } from '../../../lib/cacheKeys';
import { moveTargetsKey } from '../keys';
import { moveQuestion } from './api';
import { reasonLabel, useDone } from './dialogs';

type Props = { question: Question; isSiteModerator: boolean; close: () => void };

/** Moves a question to another community that the viewer moderates, or out of its community. */
export function MoveDialog({ question, isSiteModerator, close }: Props) {
  const { _id: qid, communityId = '' } = question;
  const mine = useSWR<Page<CommunityCard>, unknown>(moveTargetsKey(true), fetchPage).data?.items ?? [];
  const all =
    useSWR<Page<CommunityCard>, unknown>(isSiteModerator ? moveTargetsKey(false) : null, fetchPage).data?.items ?? [];
  const targets = [
    ...mine.filter(({ isModerator }) => isModerator),
    ...all.filter(
      ({ _id, visibility, isModerator }) =>
        visibility === 'public' && !(isModerator && mine.some((other) => other._id === _id)),
    ),
  ].filter(({ _id, archived }) => _id !== communityId && !archived);
  const [chosen, setChosen] = useState<string | null>(null);
  const isOutOffered = isSiteModerator && communityId !== '';
  const to = chosen ?? (isOutOffered ? '' : targets[0]?._id);
  const isPrivate = targets.find(({ _id }) => _id === to)?.visibility === 'private';
  const fieldId = useId();
  return (
    <ReasonDialog
      title="Move this question"
      action="Move"
      isHarmless
      label={reasonLabel}
      errorText="Error while moving the question"
      call={(reason) =>
        to === undefined ? Promise.reject(new Error('There is no place to move it to')) : moveQuestion(qid, to, reason)
      }
      onDone={useDone(qid, 'The question is moved')}
      onClose={close}
    >
      Its answers and comments move with it.{' '}
      {isPrivate &&
        'Afterwards only the members of this community can read it, and it can become public again only by undoing this.'}
      <label htmlFor={fieldId} className="form-label d-block mt-3 mb-1">
        To
      </label>
      <select id={fieldId} className="form-select" value={to ?? ''} onChange={(event) => setChosen(event.target.value)}>
        {isOutOffered && <option value="">No community</option>}
        {targets.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    </ReasonDialog>
  );
}
