import { useId, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Pin, Question } from '../../../api/generated';
import { ReasonDialog } from '../../../components/ReasonDialog';
import { isPinned as isPinnedList } from '../keys';
import { setPin } from './api';
import { reasonLabel, useDone } from './dialogs';

type Places = {
  question: Question;
  /** Where it is pinned, of the places about which the viewer decides. */
  pins: Pin[];
  isSiteModerator: boolean;
  isCommunityModerator: boolean;
};

type Props = Places & { isPinning: boolean; close: () => void };

/** Returns where the viewer may pin a question that is not pinned there. */
export function placesToPin({ question, pins, isSiteModerator, isCommunityModerator }: Places): Pin[] {
  const places: Pin[] = [
    ...(isSiteModerator ? [{ place: 'site' } as const] : []),
    ...(isSiteModerator ? question.tags.map(({ name }) => ({ place: 'tag', tag: name }) as const) : []),
    ...(question.communityId && isCommunityModerator ? [{ place: 'community' } as const] : []),
  ];
  return places.filter(({ place, tag }) => !pins.some((pin) => pin.place === place && pin.tag === tag));
}

const labelOf = ({ place, tag }: Pin) =>
  ({ site: 'All Questions', tag: `Questions with the tag ${tag}`, community: 'This community' })[place];

/** Pins a question above a list, or unpins it. */
export function PinDialog(props: Props) {
  const { question, isPinning, pins, close } = props;
  const { _id: qid } = question;
  const { mutate } = useSWRConfig();
  const done = useDone(qid, isPinning ? 'The question is pinned' : 'The question is no longer pinned');
  // The pins from before the dialog: they change before it closes.
  const [places] = useState(isPinning ? placesToPin(props) : pins);
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
        if (place) await setPin(qid, place, isPinning, reason);
      }}
      onDone={async () => {
        await mutate(isPinnedList);
        await done();
      }}
      onClose={close}
    >
      At most three questions stand above a list.
      <span role="radiogroup" aria-label="Above" className="d-block mt-3">
        {places.map((place, index) => (
          <label key={labelOf(place)} className="d-block">
            <input
              type="radio"
              name={name}
              className="form-check-input me-2"
              checked={chosen === index}
              onChange={() => setChosen(index)}
            />
            <bdi>{labelOf(place)}</bdi>
          </label>
        ))}
      </span>
    </ReasonDialog>
  );
}
