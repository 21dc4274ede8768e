import { base } from '../../api/base';
import { dataPath } from './api';

/** All that the site knows of oneself, to keep. */
export function OwnData() {
  return (
    <section>
      <h2>Your Data</h2>
      <p className="muted">
        What you wrote, voted for, starred and joined, your notifications and sessions: one JSON file.
      </p>
      <a href={base + dataPath} download className="btn btn-outline-secondary">
        Download your data
      </a>
    </section>
  );
}
