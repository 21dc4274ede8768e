import { type ReactNode, useSyncExternalStore } from 'react';
import { InlineError } from '../../components/InlineError';
import { type BooleanPreference, useIsOn } from '../../lib/preference';
import { site } from '../../lib/site';
import { onSavingChange, savingError } from './account';
import { colorBlindMode, densities, density, textSize, textSizes } from './appearance';
import { Choice } from './Choice';
import { shortcutKeys, voiceMode, voiceModes } from './navigation';
import { notifications } from './notifications';
import styles from './Settings.module.css';
import { ThemeSelect } from './ThemeSelect';

/** Shows the settings that follow the account, below a heading unless the page has it. */
export function Settings({ heading }: { heading?: ReactNode }) {
  const error = useSyncExternalStore(onSavingChange, savingError);
  return (
    <section>
      {heading}
      <p className="muted">They apply immediately, in every browser in which you are logged in.</p>
      <InlineError error={error} />
      <ul className={styles.settings}>
        <li>
          <ThemeSelect />
        </li>
        <li>
          <Choice label="Text size" preference={textSize} values={textSizes} />
        </li>
        <li>
          <Choice label="Lists of questions" preference={density} values={densities} />
        </li>
        <BooleanSetting label="Color-blind mode" choice={colorBlindMode}>
          Replaces the theme with colors that are easier to distinguish.
        </BooleanSetting>
        <BooleanSetting label="Notifications" choice={notifications}>
          The panel on your home page and the count next to Home.
        </BooleanSetting>
        {site.features.voice && (
          <li>
            <Choice label="Voice navigation" preference={voiceMode} values={voiceModes} />
            <p>When this site listens for commands: always, when you start it, or never.</p>
          </li>
        )}
        <BooleanSetting label="Keyboard shortcuts" choice={shortcutKeys}>
          <kbd>?</kbd> shows them on every page.
        </BooleanSetting>
      </ul>
    </section>
  );
}

function BooleanSetting({
  label,
  choice,
  children,
}: {
  label: string;
  choice: BooleanPreference;
  children: ReactNode;
}) {
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
