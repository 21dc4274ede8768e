import { Suspense } from 'react';
import { lazily } from '../components/lazily';
import { voiceMode } from '../features/preferences/navigation';
import { usePreference } from '../lib/preference';
import { site } from '../lib/site';
import styles from './Layout.module.css';

const VoicePanel = lazily(() => import('../features/voice/VoicePanel'), { isExtra: true });

/** The voice panel, unless it is turned off. It comes after the page that is shown, into the place kept for it. */
export function Voice() {
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
