import { base } from '../../api/base';
import { dataPath } from './api';

/** Downloads all data of the viewer's account. */
export function DataExport() {
  return (
    <section>
      <h2>Your Data</h2>
      <p className="muted">One JSON file with your posts, votes, stars, memberships, notifications and sessions.</p>
      <a href={base + dataPath} download className="btn btn-outline-secondary">
        Download your data
      </a>
    </section>
  );
}
