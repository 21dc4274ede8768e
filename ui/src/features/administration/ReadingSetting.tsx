import { useId, useState } from 'react';
import useSWR from 'swr';
import type { PublicReach } from '../../api/generated';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { InlineError } from '../../components/InlineError';
import { fetchKey } from '../../lib/cacheKeys';
import { pluralize } from '../../lib/pluralize';
import { publicReachKey } from './keys';
import { type SettingProps, useSave } from './useSave';

const readers = {
  members: 'Members: reading needs an account',
  everyone: 'Everyone: public questions, tags, communities and profiles, also without an account',
};

/** Changes who may read the site. Asks twice before everyone may. */
export function ReadingSetting(props: SettingProps) {
  const { busy, error, store, isFixed, name } = useSave(props);
  const [question, setQuestion] = useState<'first' | 'second' | null>(null);
  const id = useId();
  const close = () => setQuestion(null);
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
        onChange={({ target: { value } }) => (value === 'everyone' ? setQuestion('first') : void store(value))}
      >
        {Object.entries(readers).map(([reader, text]) => (
          <option key={reader} value={reader}>
            {text}
          </option>
        ))}
      </select>
      {!question && <InlineError error={error} />}
      {question === 'first' && (
        <ConfirmDialog
          key="first"
          title="Let everyone read this site?"
          action="Continue…"
          busy={false}
          error={null}
          onConfirm={async () => {
            setQuestion('second');
            return false;
          }}
          onClose={close}
        >
          <Reach />
        </ConfirmDialog>
      )}
      {question === 'second' && (
        <ConfirmDialog
          key="second"
          title="Are you sure?"
          action="Let everyone read"
          busy={busy}
          error={error}
          onConfirm={() => store('everyone')}
          onClose={close}
        >
          Their authors wrote for members. Others may keep copies, also after you switch it off. The announcement, which
          this replaces, tells all members.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Says what becomes public. */
function Reach() {
  const { data } = useSWR<PublicReach, unknown>(publicReachKey, fetchKey);
  const posts = data
    ? `${pluralize(data.posts, 'post')} of ${pluralize(data.authors, 'person', 'people')}`
    : 'All posts';
  return (
    <>
      {posts} with their comments and the names of their voters become readable without an account, and so do profiles,
      tags, and the names and descriptions of all communities. What is written in private communities, messages and
      chats stays private.
    </>
  );
}
