import { shortcuts } from '../lib/shortcuts';
import styles from './ShortcutTable.module.css';

type Props = {
  label: string;
  /** Keys that do not open a page. */
  others?: { keys: string[]; text: string }[];
};

/** Lists the keyboard shortcuts. */
export function ShortcutTable({ label, others = [] }: Props) {
  const rows = [...shortcuts.map(({ key, leadsTo }) => ({ keys: ['Ctrl', key], text: leadsTo })), ...others];
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Keys</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ keys, text }) => (
          <tr key={text}>
            <td>
              {keys.map((key, index) => (
                <span key={key}>
                  {index > 0 && '+'}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </td>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
