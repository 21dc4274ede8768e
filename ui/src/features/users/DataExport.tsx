import { useState } from 'react';
import { Link } from 'react-router-dom';
import { base } from '../../api/base';
import { InlineError } from '../../components/InlineError';
import { routes } from '../../lib/routes';
import { useAction } from '../../lib/useAction';
import { dataPath } from './api';

/** Downloads all data of the viewer's account. */
export function DataExport() {
  const { busy, error, run } = useAction('Error while downloading your pictures');
  const [status, setStatus] = useState('');
  const download = () =>
    run(async () => {
      setStatus('');
      const { downloadPictures } = await import('../../components/pictures/downloadPictures');
      setStatus('You have no pictures.');
      await downloadPictures((done, total) => setStatus(`${done} of ${total} pictures`));
    });
  return (
    <section>
      <h2>Your data</h2>
      <p className="muted">
        One JSON file with your posts, votes, stars, memberships, notifications and sessions. It names your pictures by
        their ids, which are the names of the downloaded files. <Link to={routes.settings.to('files')}>My files</Link>{' '}
        shows them.
      </p>
      <div className="d-flex flex-wrap gap-2">
        <a href={base + dataPath} download className="btn btn-outline-secondary">
          Download your data
        </a>
        <button type="button" className="btn btn-outline-secondary" aria-disabled={busy} onClick={download}>
          Download your pictures
        </button>
      </div>
      <p role="status" className="small muted mb-0">
        {status}
      </p>
      <InlineError error={error} />
    </section>
  );
}
