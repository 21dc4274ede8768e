import { useIsOn } from '../../lib/preference';
import { themes } from '../../lib/themes';
import { colorBlindMode, theme } from './appearance';
import { Choice } from './Choice';

/** Selects the theme. Disabled in color-blind mode. */
export function ThemeSelect() {
  return <Choice label="Theme" preference={theme} values={themes} disabled={useIsOn(colorBlindMode)} />;
}
