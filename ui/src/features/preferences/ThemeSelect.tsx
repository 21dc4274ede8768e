import { setTheme, type Theme, themes, useTheme } from './theme';

const title = (theme: Theme) => theme[0]?.toUpperCase() + theme.slice(1);

/** Chooses the theme; it changes at once. */
export function ThemeSelect() {
  const theme = useTheme();
  return (
    <label className="d-flex align-items-center gap-2 small muted">
      Theme
      <select
        className="form-select form-select-sm w-auto"
        value={theme}
        onChange={(event) => setTheme(event.target.value as Theme)}
      >
        {themes.map((name) => (
          <option key={name} value={name}>
            {title(name)}
          </option>
        ))}
      </select>
    </label>
  );
}
