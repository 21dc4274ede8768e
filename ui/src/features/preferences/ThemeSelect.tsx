import { useIsOn } from '../../lib/preference';
import { colourBlindMode, theme, themes } from './appearance';
import { Choice } from './Choice';

/** Chooses the theme, unless the colour-blind mode has done so. */
export function ThemeSelect() {
  return <Choice label="Theme" preference={theme} values={themes} disabled={useIsOn(colourBlindMode)} />;
}
