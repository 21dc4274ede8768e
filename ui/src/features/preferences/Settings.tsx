import { setNotificationsEnabled, useNotificationsEnabled } from './notifications';
import { ThemeSelect } from './ThemeSelect';

/** What one chooses for this browser. */
export function Settings() {
  const notificationsEnabled = useNotificationsEnabled();
  return (
    <section>
      <h2>Settings</h2>
      <p className="muted">They hold in this browser, and change at once.</p>
      <ThemeSelect />
      <label className="form-check form-switch mt-3">
        <input
          className="form-check-input"
          type="checkbox"
          checked={notificationsEnabled}
          onChange={(event) => setNotificationsEnabled(event.target.checked)}
        />
        Notifications
      </label>
      <p className="small muted mb-0">The box on your home page, and the number beside Home.</p>
    </section>
  );
}
