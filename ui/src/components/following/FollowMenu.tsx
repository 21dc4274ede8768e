import type { ReactNode } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { FollowKind, FollowReply, FollowState } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { pluralize } from '../../lib/pluralize';
import { useAction } from '../../lib/useAction';
import { InlineError } from '../InlineError';
import { BellIcon } from '../icons';
import { Menu } from '../Menu';
import { followError, followKey, setFollow } from './api';
import { UnknownFollow } from './UnknownFollow';

/** What the button says about each state, and what the menu says that it does. */
const states: Record<FollowState, { shown: string; choice: string }> = {
  watching: { shown: 'Watching', choice: 'Watch: show me what is new' },
  normal: { shown: 'Watch', choice: 'Neither' },
  muted: { shown: 'Muted', choice: 'Mute: show me nothing of it' },
};

type StateProps = {
  kind: FollowKind;
  object: string;
  state: FollowState;
  /** The accessible name of the object. */
  name: string;
  /** What follows the state in the button. */
  count?: ReactNode;
};

/** A menu that watches or mutes an object whose state is known. Its button shows the state. */
export function StateMenu({ kind, object, state, name, count }: StateProps) {
  const { mutate } = useSWRConfig();
  const { error, run } = useAction(followError);
  return (
    <>
      <Menu
        label={`${states[state].shown} ${name}`}
        items={(['watching', 'normal', 'muted'] as const).map((choice) => ({
          label: states[choice].choice,
          isCurrent: choice === state,
          choose: () => void run(() => setFollow(mutate, kind, object, choice)),
        }))}
      >
        <BellIcon /> {states[state].shown}
        {count}
      </Menu>
      <InlineError error={error} />
    </>
  );
}

type Props = { kind: FollowKind; object: string };

/** A menu that watches or mutes a question, a tag or a community. Its button shows the state and counts the watchers. */
export default function FollowMenu({ kind, object }: Props) {
  const { data } = useSWR<FollowReply, unknown>(followKey(kind, object), fetchKey);
  if (!data) return <UnknownFollow />;
  const { state, watchers } = data;
  return (
    <StateMenu
      {...{ kind, object, state }}
      name={`this ${kind}: ${pluralize(watchers, 'watcher')}`}
      count={watchers > 0 && ` · ${watchers}`}
    />
  );
}
