import { useId } from 'react';
import { setTheme, type Theme, themes, useTheme } from '../themes/themes';

const nameOf = (theme: string) => theme[0]?.toUpperCase() + theme.slice(1);

/** Chooses the theme of this browser; the change shows at once. */
export function ThemeSelect() {
  const id = useId();
  return (
    <div className="d-flex align-items-center gap-2">
      <label className="small" htmlFor={id}>
        Theme
      </label>
      <select
        className="form-select form-select-sm w-auto"
        id={id}
        value={useTheme()}
        onChange={(event) => setTheme(event.target.value as Theme)}
      >
        {Object.keys(themes).map((theme) => (
          <option key={theme} value={theme}>
            {nameOf(theme)}
          </option>
        ))}
      </select>
    </div>
  );
}
