import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useHref, useNavigate } from 'react-router-dom';
import { announce } from '../../../lib/announce';
import { copyText } from '../../../lib/clipboard';
import { useReturnFocus } from '../../../lib/useReturnFocus';
import styles from './PostActions.module.css';

/** What one can do with a post: quiet links and buttons on one line. */
export function PostActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** How long it says so when an address is copied, in milliseconds. */
const said = 2_000;

/** A link to a post that copies its address. With a key held it is like every other link. */
export function CopyLink({ to }: { to: string }) {
  const path = useHref(to);
  const navigate = useNavigate();
  /** How often it was copied since it last said so. */
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), said);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Where the clipboard is out of reach the address goes where it can be copied from.
    if (!(await copyText(new URL(path, location.href).href))) return navigate(to);
    announce('Copied');
    setCopies((copies) => copies + 1);
  };
  return (
    <Link to={to} className={styles.action} title="Copy the address" onClick={copy}>
      {copies > 0 ? 'Copied' : 'Link'}
    </Link>
  );
}

type ConfirmProps = {
  /** What the button says, and the one that confirms. */
  label: string;
  /** What is asked before it is done. */
  question: string;
  busy: boolean;
  onConfirm: () => void;
};

/** A button that asks, in its place, before it does something. */
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
