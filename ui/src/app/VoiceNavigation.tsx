import { Suspense } from 'react';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { voiceMode } from '../features/preferences/navigation';
import { usePreference } from '../lib/preference';
import { site } from '../lib/site';
import styles from './Layout.module.css';

const VoicePanel = lazyWithRetry(() => import('../features/voice/VoicePanel'), { isOptional: true });

/**
 * Shows the voice panel, unless it is off. It loads after the page, into space that is reserved for
 * it.
 */
export function VoiceNavigation() {
  const mode = usePreference(voiceMode);
  if (mode === 'off' || !site.features.voice) return null;
  return (
    <div className={styles.voice}>
      <Suspense>
        <VoicePanel isAutomatic={mode === 'automatic'} />
      </Suspense>
    </div>
  );
}
