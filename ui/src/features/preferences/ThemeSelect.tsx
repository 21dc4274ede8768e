import { useIsOn } from '../../lib/preference';
import { colourBlindMode, theme, themes } from './appearance';
import { Choice } from './Choice';

/** Selects the theme. Disabled in colour-blind mode. */
export function ThemeSelect() {
  return <Choice label="Theme" preference={theme} values={themes} disabled={useIsOn(colourBlindMode)} />;
}
