import { Suspense, useState } from 'react';
import { lazyWithRetry } from '../../components/lazyWithRetry';
import styles from './VoicePanel.module.css';

const VoiceCommands = lazyWithRetry(() => import('./VoiceCommands'), { isOptional: true });

type Props = {
  /** Why nothing is recognized. A phone has no room for it beside the buttons. */
  reason: string | null;
  isBlocked: boolean;
};

/** A button that opens the list of voice commands. */
export function VoiceHelp(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.control} aria-label="What can I say?" onClick={() => setOpen(true)}>
        ?
      </button>
      <Suspense>{isOpen && <VoiceCommands {...props} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
