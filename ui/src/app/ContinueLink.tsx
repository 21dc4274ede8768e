import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ChevronIcon } from '../components/icons';
import { forgetOpenedPage, openedPage } from '../lib/openedPage';

/** Leads to the page that a visitor opened before the login, until they have followed it. */
export function ContinueLink() {
  const [path] = useState(openedPage);
  if (!path) return null;
  return (
    <p>
      <Link to={path} className="btn btn-outline-secondary" onClick={forgetOpenedPage}>
        Continue to the page you opened <ChevronIcon />
      </Link>
    </p>
  );
}
