import { useId, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Question } from '../../../api/generated';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { isPinned } from '../keys';
import { type PinPlace, setPin } from './api';
import { reasonLabel, useDone } from './dialogs';

type Props = {
  question: Question;
  isPinning: boolean;
  isSiteModerator: boolean;
  isCommunityModerator: boolean;
  close: () => void;
};

/** Pins a question above a list, or unpins it. */
export function PinDialog({ question, isPinning, isSiteModerator, isCommunityModerator, close }: Props) {
  const { _id: qid, tags, communityId } = question;
  const { mutate } = useSWRConfig();
  const done = useDone(qid, isPinning ? 'The question is pinned' : 'The question is no longer pinned');
  const places: [string, PinPlace][] = [
    ...(isSiteModerator ? ([['All questions', { place: 'site' }]] as [string, PinPlace][]) : []),
    ...(isSiteModerator
      ? tags.map(({ name }): [string, PinPlace] => [`Questions with the tag ${name}`, { place: 'tag', tag: name }])
      : []),
    ...(communityId && isCommunityModerator
      ? ([['This community', { place: 'community' }]] as [string, PinPlace][])
      : []),
  ];
  const [chosen, setChosen] = useState(0);
  const name = useId();
  return (
    <ReasonDialog
      title={isPinning ? 'Pin this question' : 'Unpin this question'}
      action={isPinning ? 'Pin' : 'Unpin'}
      isHarmless
      label={reasonLabel}
      errorText={`Error while ${isPinning ? 'pinning' : 'unpinning'} the question`}
      call={async (reason) => {
        const place = places[chosen];
        if (place) await setPin(qid, place[1], isPinning, reason);
      }}
      onDone={async () => {
        await mutate(isPinned);
        await done();
      }}
      onClose={close}
    >
      At most three questions stand above a list.
      <span role="radiogroup" aria-label="Above" className="d-block mt-3">
        {places.map(([label], index) => (
          <label key={label} className="d-block">
            <input
              type="radio"
              name={name}
              className="form-check-input me-2"
              checked={chosen === index}
              onChange={() => setChosen(index)}
            />
            <bdi>{label}</bdi>
          </label>
        ))}
      </span>
    </ReasonDialog>
  );
}
