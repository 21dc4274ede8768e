import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { post } from '../../api/client';
import { type Appeal, appealLimit } from '../../api/generated';
import { appealEmpty, appealTooLong } from '../../api/sentences';

type Props = { username: string; password: string };

/** Lets a suspended member appeal with the name and the password that they have given. */
export default function SuspensionAppeal({ username, password }: Props): ReactNode {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');
  const id = useId();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'busy') return;
    const length = [...text.trim()].length;
    const problem = length === 0 ? appealEmpty : length > appealLimit ? appealTooLong : null;
    setError(problem);
    if (problem) return;
    setState('busy');
    try {
      await post<Appeal>('/moderation/appealSuspension', { username, password, text });
      setState('sent');
    } catch (failure) {
      setError((failure as Error).message);
      setState('open');
    }
  };
  if (state === 'sent')
    return (
      <p role="status" className="success-line">
        The moderators have your appeal. If they approve it, you can log in again.
      </p>
    );
  return (
    <form onSubmit={send} noValidate className="text-start w-100">
      <label htmlFor={id} className="form-label mb-1">
        You can appeal once. Why do you disagree?
      </label>
      <textarea
        id={id}
        className="form-control mb-2"
        rows={4}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p role="alert" className="error-line">
        {error}
      </p>
      <button type="submit" className="btn btn-outline-secondary" aria-disabled={state === 'busy'}>
        Appeal
      </button>
    </form>
  );
}
