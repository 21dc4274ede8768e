import { useState } from 'react';
import { newPasswordRequired } from '../api/sentences';
import { Field, ShowPasswordCheckbox } from './TextField';

/** The fields of a form for a new password, which is typed twice, and their state. */
export function useNewPassword() {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [visible, setVisible] = useState(false);
  const type = visible ? 'text' : 'password';
  /** Returns what is wrong with the input, or null. */
  const problem = () => {
    if (!password || !confirmation) return newPasswordRequired;
    return password === confirmation ? null : 'Passwords do not match.';
  };
  const clear = () => {
    setPassword('');
    setConfirmation('');
  };
  const fields = (
    <>
      <Field label="New Password" type={type} autoComplete="new-password" value={password} onChange={setPassword} />
      <Field
        label="Confirm New Password"
        type={type}
        autoComplete="new-password"
        value={confirmation}
        onChange={setConfirmation}
      />
      <ShowPasswordCheckbox label="Show Passwords" shown={visible} onChange={setVisible} />
    </>
  );
  return { password, problem, clear, fields, /** The type of the inputs. */ type };
}
