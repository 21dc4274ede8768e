import type { ReactNode } from 'react';
import { type Switch, useIsOn } from '../../lib/preference';
import { site } from '../../lib/site';
import { colourBlindMode, textSize, textSizes } from './appearance';
import { Choice } from './Choice';
import { shortcutKeys, voiceMode, voiceModes } from './navigation';
import { notifications } from './notifications';
import styles from './Settings.module.css';
import { ThemeSelect } from './ThemeSelect';

/** What one chooses for this browser. */
export function Settings() {
  return (
    <section>
      <h2>Settings</h2>
      <p className="muted">They hold in this browser, and change at once.</p>
      <ul className={styles.settings}>
        <li>
          <ThemeSelect />
        </li>
        <li>
          <Choice label="Text size" preference={textSize} values={textSizes} />
        </li>
        <OnOff label="Colour-blind mode" choice={colourBlindMode}>
          Colours that are told apart with every kind of sight, in place of the theme's.
        </OnOff>
        <OnOff label="Notifications" choice={notifications}>
          The box on your home page, and the number beside Home.
        </OnOff>
        {site.features.voice && (
          <li>
            <Choice label="Voice navigation" preference={voiceMode} values={voiceModes} />
            <p>Whether this site listens for commands by itself, when you ask it to, or never.</p>
          </li>
        )}
        <OnOff label="Keyboard shortcuts" choice={shortcutKeys}>
          <kbd>?</kbd> shows them on every page.
        </OnOff>
      </ul>
    </section>
  );
}

function OnOff({ label, choice, children }: { label: string; choice: Switch; children: ReactNode }) {
  return (
    <li>
      <label className="form-switch d-flex align-items-center p-0">
        {label}
        <input
          className="form-check-input ms-auto my-0"
          type="checkbox"
          checked={useIsOn(choice)}
          onChange={(event) => choice.set(event.target.checked ? 'true' : 'false')}
        />
      </label>
      <p>{children}</p>
    </li>
  );
}
