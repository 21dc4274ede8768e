import { useId, useRef, useState } from 'react';
import { base } from '../api/base';
import { copyText } from '../lib/clipboard';
import styles from './CopyLink.module.css';

/** Shows the full address of a path of this site, with a button that copies it. */
export const CopyLink = ({ label, path }: { label: string; path: string }) => (
  <CopyText label={label} text={location.origin + base + path} action="Copy link" />
);

/** Shows a line of text with a button that copies it. */
export function CopyText({ label, text, action }: { label: string; text: string; action: string }) {
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState('');
  const copy = async () => {
    if (await copyText(text)) setStatus('Copied');
    else {
      input.current?.select();
      setStatus('Press Ctrl+C to copy it');
    }
  };
  return (
    <div className="mb-3">
      <label htmlFor={inputId}>{label}</label>
      <div className={styles.link}>
        <input
          ref={input}
          id={inputId}
          className="form-control"
          readOnly
          value={text}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="btn btn-outline-secondary text-nowrap" onClick={() => void copy()}>
          {action}
        </button>
      </div>
      <p role="status" className="muted small mb-0">
        {status}
      </p>
    </div>
  );
}
