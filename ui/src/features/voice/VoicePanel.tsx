import { Suspense, useState } from 'react';
import { lazyWithRetry } from '../../components/lazyWithRetry';
import { findRecognition } from './recognition';
import styles from './VoicePanel.module.css';

/** Only browsers with speech recognition load it. */
const VoiceControls = lazyWithRetry(() => import('./VoiceControls'), { isOptional: true });

/** Navigates by voice. If it `isAutomatic` it listens without a request. */
export default function VoicePanel({ isAutomatic }: { isAutomatic: boolean }) {
  const [Recognition] = useState(() => findRecognition(window));
  return (
    <section aria-label="Voice navigation" className={styles.panel}>
      {Recognition ? (
        <Suspense>
          <VoiceControls Recognition={Recognition} isAutomatic={isAutomatic} />
        </Suspense>
      ) : (
        <span>Your browser doesn't support speech recognition.</span>
      )}
    </section>
  );
}
