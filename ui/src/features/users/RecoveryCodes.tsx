import { site } from '../../lib/site';
import styles from './RecoveryCodes.module.css';

/** Shows new recovery codes, which the server does not show again, and prints them. */
export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  return (
    <section className={styles.codes} aria-labelledby="recovery-codes">
      <h3 id="recovery-codes">Recovery codes for {site.title}</h3>
      <p>
        If you lose your phone, each of these codes logs you in once, or turns two-factor login off. They are shown only
        now: print them, or keep them where you keep your passwords.
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="d-flex gap-2">
        <button type="button" className="btn btn-outline-secondary" onClick={() => print()}>
          Print
        </button>
        <button type="button" className="btn btn-primary" onClick={close}>
          I have kept them
        </button>
      </div>
    </section>
  );
}
