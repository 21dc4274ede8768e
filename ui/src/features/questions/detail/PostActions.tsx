import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useHref, useNavigate } from 'react-router-dom';
import { announce } from '../../../lib/announce';
import { copyText } from '../../../lib/clipboard';
import { useReturnFocus } from '../../../lib/useReturnFocus';
import styles from './PostActions.module.css';

/** The actions on a post: unobtrusive links and buttons on one line. */
export function PostActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** How long the link shows that its address was copied, in milliseconds. */
const feedbackMs = 2_000;

type PermalinkProps = {
  to: string;
  className?: string;
  /** The label before the address is copied. */
  children?: ReactNode;
};

/** A link to a post that copies its address. With a modifier key it is an ordinary link. */
export function Permalink({ to, className = styles.action, children = 'Link' }: PermalinkProps) {
  const path = useHref(to);
  const navigate = useNavigate();
  /** The number of copies since the feedback was last reset. */
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), feedbackMs);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Without the clipboard the address is opened, so that it can be copied from the browser.
    if (!(await copyText(new URL(path, location.href).href))) return navigate(to);
    announce('Copied');
    setCopies((copies) => copies + 1);
  };
  return (
    <Link to={to} className={className} title="Copy the address" onClick={copy}>
      {copies > 0 ? 'Copied' : children}
    </Link>
  );
}

type ConfirmProps = {
  /** The label of the button and of the confirming one. */
  label: string;
  /** The question before the action. */
  question: string;
  busy: boolean;
  onConfirm: () => void;
};

/** A button that asks for a confirmation in its place. */
export function ConfirmButton({ label, question, busy, onConfirm }: ConfirmProps) {
  const [isAsking, setAsking] = useState(false);
  const opener = useReturnFocus<HTMLButtonElement>(isAsking);
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) confirm.current?.focus();
  }, [isAsking]);
  if (!isAsking) {
    return (
      <button ref={opener} type="button" className={styles.action} onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  }
  return (
    <fieldset className={styles.question} onKeyDown={(event) => event.key === 'Escape' && setAsking(false)}>
      <legend>{question}</legend>
      <button
        ref={confirm}
        type="button"
        className="btn btn-sm btn-outline-danger"
        aria-disabled={busy}
        onClick={onConfirm}
      >
        {label}
      </button>
      <button type="button" className="btn btn-sm btn-outline-secondary" onClick={() => setAsking(false)}>
        Cancel
      </button>
    </fieldset>
  );
}
