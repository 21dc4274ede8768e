import { useId, useRef, useState } from 'react';
import { base } from '../api/base';
import { copyText } from '../lib/clipboard';
import styles from './CopyLink.module.css';

/** Shows the full address of a path of this site, with a button that copies it. */
export function CopyLink({ label, path }: { label: string; path: string }) {
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState('');
  const address = location.origin + base + path;
  const copy = async () => {
    if (await copyText(address)) setStatus('Copied');
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
          value={address}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="btn btn-outline-secondary text-nowrap" onClick={() => void copy()}>
          Copy link
        </button>
      </div>
      <p role="status" className="muted small mb-0">
        {status}
      </p>
    </div>
  );
}
