import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { post } from '../../api/client';
import { type Appeal, appealLimit, type SuspensionAppealState } from '../../api/generated';
import { appealEmpty, appealTooLong } from '../../api/sentences';

type Props = { /** That the server has sent with the refusal of the login. */ proof: string };

const waits = 'The moderators have your appeal. If they approve it, you can log in again.';

/** Lets a suspended member appeal, or shows the state of their appeal. */
export default function SuspensionAppeal({ proof }: Props): ReactNode {
  const [state, setState] = useState<SuspensionAppealState | null>(null);
  useEffect(() => {
    post<SuspensionAppealState>('/moderation/getSuspensionAppeal', { proof }).then(setState, () =>
      // Without it, the form says why an appeal is refused.
      setState({ mayAppeal: true }),
    );
  }, [proof]);
  if (!state) return null;
  if (state.mayAppeal) return <AppealForm proof={proof} />;
  return (
    <div role="status" className="text-start w-100">
      <AppealState appeal={state.appeal} />
    </div>
  );
}

function AppealState({ appeal }: { appeal: Appeal | undefined }) {
  if (!appeal) return <p className="muted mb-0">It is too late for an appeal: that was possible for 30 days.</p>;
  const { outcome, reason, text } = appeal;
  return (
    <>
      <p className={outcome ? 'mb-1' : 'success-line mb-1'}>
        {outcome
          ? `A moderator has ${outcome === 'approved' ? 'approved' : 'rejected'} your appeal${reason ? ':' : '.'}`
          : waits}{' '}
        {outcome && <bdi>{reason}</bdi>}
      </p>
      <p className="small muted text-break mb-0">
        You wrote: <bdi>{text}</bdi>
      </p>
    </>
  );
}

function AppealForm({ proof }: Props): ReactNode {
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
      await post<Appeal>('/moderation/appealSuspension', { proof, text });
      setState('sent');
    } catch (failure) {
      setError((failure as Error).message);
      setState('open');
    }
  };
  if (state === 'sent')
    return (
      <p role="status" className="success-line">
        {waits}
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
