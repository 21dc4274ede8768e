import { shortcuts } from '../../lib/shortcuts';
import styles from './Shortcuts.module.css';

/** What the keys do. */
export function Shortcuts() {
  return (
    <section>
      <h2 id="shortcuts">Keyboard Shortcuts</h2>
      <table className={styles.table} aria-labelledby="shortcuts">
        <thead>
          <tr>
            <th scope="col">Keys</th>
            <th scope="col">Leads to</th>
          </tr>
        </thead>
        <tbody>
          {shortcuts.map(({ key, leadsTo }) => (
            <tr key={key}>
              <td>
                <kbd>Ctrl</kbd>+<kbd>{key}</kbd>
              </td>
              <td>{leadsTo}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
