import useSWR, { useSWRConfig } from 'swr';
import type { FollowKind, FollowReply, FollowState } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { pluralize } from '../../lib/pluralize';
import { useAction } from '../../lib/useAction';
import { InlineError } from '../InlineError';
import { BellIcon } from '../icons';
import { Menu } from '../Menu';
import { followError, followKey, setFollow } from './api';
import { UnknownFollow } from './FollowButton';

/** What the button says about each state, and what the menu says that it does. */
const states: Record<FollowState, { shown: string; choice: string }> = {
  watching: { shown: 'Watching', choice: 'Watch: show me what is new' },
  normal: { shown: 'Watch', choice: 'Neither' },
  muted: { shown: 'Muted', choice: 'Mute: show me nothing of it' },
};

type Props = { kind: FollowKind; object: string };

/** A menu that watches or mutes a question, a tag or a community. Its button shows the state and counts the watchers. */
export default function FollowMenu({ kind, object }: Props) {
  const { data } = useSWR<FollowReply, unknown>(followKey(kind, object), fetchKey);
  const { mutate } = useSWRConfig();
  const { error, run } = useAction(followError);
  if (!data) return <UnknownFollow />;
  const { state, watchers } = data;
  return (
    <>
      <Menu
        label={`${states[state].shown} this ${kind}: ${pluralize(watchers, 'watcher')}`}
        items={(['watching', 'normal', 'muted'] as const).map((choice) => ({
          label: states[choice].choice,
          isCurrent: choice === state,
          choose: () => void run(() => setFollow(mutate, kind, object, choice)),
        }))}
      >
        <BellIcon /> {states[state].shown}
        {watchers > 0 && ` · ${watchers}`}
      </Menu>
      <InlineError error={error} />
    </>
  );
}
