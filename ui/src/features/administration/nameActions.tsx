import { useId } from 'react';
import type { AdminUserView } from '../../api/generated';
import type { Action } from '../../components/ActionMenu';
import { announce } from '../../lib/announce';
import { mergeUser, renameUser } from './api';

/** Returns the actions on an account that need a name. */
export function nameActions({ username }: AdminUserView): Action[] {
  const typed = { name: '' };
  const type = (name: string) => {
    typed.name = name.trim();
  };
  const ask = (label: string) => <NameInput label={label} onChange={type} />;
  return [
    {
      label: 'Rename',
      title: `Rename ${username}?`,
      consequence: (
        <>
          {`The name ${username} stays reserved and leads to the new one on pages and in texts. Nobody can log in with it any more: ${username} is told and must use the new name.`}
          {ask('New name')}
        </>
      ),
      confirm: 'Rename',
      isHarmless: true,
      errorText: 'Error while renaming the user',
      call: async () => {
        const user = await renameUser(username, typed.name);
        announce(`${username} is now ${user.username}`);
      },
    },
    {
      label: 'Merge into another account',
      title: `Merge ${username} into another account?`,
      consequence: (
        <>
          {`Everything of ${username} goes to the other account: posts, votes, stars, messages, games, pictures and memberships. ${username} is logged out, the password and the address end, and the name leads to the other account. This cannot be undone.`}
          {ask('Name of the other account')}
        </>
      ),
      confirm: 'Merge for good',
      errorText: 'Error while merging the accounts',
      call: async () => {
        const user = await mergeUser(username, typed.name);
        announce(`${username} is merged into ${user.username}`);
      },
    },
  ];
}

function NameInput({ label, onChange }: { label: string; onChange: (name: string) => void }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="form-label d-block mt-3 mb-1">
        {label}
      </label>
      <input
        id={id}
        className="form-control"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={32}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}
