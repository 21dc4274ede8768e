import { useId, useRef, useState } from 'react';
import { base } from '../../../api/base';
import { copyText } from '../../../lib/clipboard';
import { routes } from '../../../lib/routes';
import styles from './GamePage.module.css';

/** The address of a game, for who should come and play. */
export function Invitation({ id }: { id: string }) {
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState('');
  const address = location.origin + base + routes.game.to(id);
  const copy = async () => {
    if (await copyText(address)) setStatus('Copied');
    else {
      input.current?.select();
      setStatus('Press Ctrl+C to copy it');
    }
  };
  return (
    <div className="mb-3">
      <label htmlFor={inputId}>Invite a player with this link</label>
      <div className={styles.invitation}>
        <input
          ref={input}
          id={inputId}
          className="form-control"
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="btn btn-outline-secondary text-nowrap" onClick={() => void copy()}>
          Copy Link
        </button>
      </div>
      <p role="status" className="muted small mb-0">
        {status}
      </p>
    </div>
  );
}
