import { useState } from 'react';
import { InfoDialog } from '../../components/InfoDialog';
import { commands } from './phrases';
import styles from './VoicePanel.module.css';

/** What can be said. */
export function VoiceHelp({ isBlocked }: { isBlocked: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`btn btn-sm btn-link ${styles.help}`}
        aria-label="What can I say?"
        onClick={() => setOpen(true)}
      >
        ?
      </button>
      {isOpen && (
        <InfoDialog title="What you can say" onClose={() => setOpen(false)}>
          {isBlocked && (
            <p>Allow this site to use the microphone in your browser's settings, then press Start Listening.</p>
          )}
          <table className={styles.phrases}>
            <tbody>
              {commands.map(({ title, phrases }) => (
                <tr key={title}>
                  <th scope="row">{title}</th>
                  <td>{phrases.map((phrase) => `“${phrase}”`).join(', ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="small muted">
            Only while this page is seen. Many browsers, Chrome among them, send what you say to their maker to be
            recognised. In your profile's settings you choose whether this site listens by itself, when you ask it to,
            or never.
          </p>
        </InfoDialog>
      )}
    </>
  );
}
