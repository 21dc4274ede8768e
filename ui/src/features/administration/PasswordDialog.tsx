import { useState } from 'react';
import type { NewPassword } from '../../api/generated';
import { InfoDialog } from '../../components/InfoDialog';
import { copyText } from '../../lib/clipboard';
import styles from './Administration.module.css';

/** Shows a generated password once. */
export function PasswordDialog({ username, password, close }: NewPassword & { close: () => void }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <InfoDialog title={`The new password of ${username}`} isOnce onClose={close}>
      <p>It is shown only once. Send it in a safe way. {username} can change it in the profile.</p>
      <p className={styles.password}>
        <code translate="no">{password}</code>
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary"
          onClick={async () => setCopied(await copyText(password))}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </p>
    </InfoDialog>
  );
}
