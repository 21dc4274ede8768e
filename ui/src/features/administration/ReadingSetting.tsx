import { useId, useState } from 'react';
import useSWR from 'swr';
import type { PublicReach } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { LetEveryoneRead, postsOf } from '../../components/LetEveryoneRead';
import { fetchKey } from '../../lib/cacheKeys';
import { publicReachKey } from './keys';
import { type SettingProps, useSave } from './useSave';

const readers = {
  members: 'Members: reading needs an account',
  everyone: 'Everyone: public questions, tags, communities and profiles, also without an account',
};

/** Changes who may read the site. Asks twice before everyone may. */
export function ReadingSetting(props: SettingProps) {
  const { busy, error, store, isFixed, name } = useSave(props);
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="form-label">
        {name}
      </label>
      <select
        id={id}
        className="form-select w-auto mw-100"
        value={`${props.setting.value}`}
        disabled={isFixed}
        aria-disabled={busy}
        onChange={({ target: { value } }) => (value === 'everyone' ? setAsking(true) : void store(value))}
      >
        {Object.entries(readers).map(([reader, text]) => (
          <option key={reader} value={reader}>
            {text}
          </option>
        ))}
      </select>
      {isAsking ? (
        <LetEveryoneRead
          title="Let everyone read this site?"
          reach={<Reach />}
          warning="Others may keep copies, also after you switch it off. The announcement, which this replaces, tells all members."
          busy={busy}
          error={error}
          onConfirm={() => store('everyone')}
          onClose={() => setAsking(false)}
        />
      ) : (
        <InlineError error={error} />
      )}
    </>
  );
}

/** Says what becomes public. */
function Reach() {
  const { data } = useSWR<PublicReach, unknown>(publicReachKey, fetchKey);
  const posts = postsOf(data, 'All posts');
  return (
    <>
      {posts} with their comments and the names of their voters become readable without an account, and so do profiles,
      tags, and the names and descriptions of all communities. What is written in private communities, messages and
      chats stays private.
    </>
  );
}
