import { type ReactNode, useState } from 'react';
import { base } from '../../api/base';
import { useAction } from '../../lib/useAction';
import { CardPage } from './CardPage';

type Props = {
  title: string;
  /** Says what the button does. */
  children: ReactNode;
  button: string;
  /** Does it, and returns what was done. Without it, the link is not valid. */
  act: (() => Promise<string>) | null;
  invalid: string;
};

/**
 * The page of a link in a mail. Programs that check mails open every link, so that only the button does
 * something.
 */
export function MailLinkPage({ title, children, button, act, invalid }: Props) {
  const [done, setDone] = useState<string | null>(null);
  const { busy, error, run } = useAction('That did not work');
  return (
    <CardPage title={title}>
      {act && done === null && (
        <>
          <div className="muted mb-0">{children}</div>
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={busy}
            onClick={() => void run(async () => setDone(await act()))}
          >
            {button}
          </button>
        </>
      )}
      <p role="status" className="success-line">
        {done}
      </p>
      <p role="alert" className="error-line">
        {act ? error && (error.detail ?? error.text) : invalid}
      </p>
      <p className="mb-0">
        <a href={`${base}/`}>Go to the site</a>
      </p>
    </CardPage>
  );
}
