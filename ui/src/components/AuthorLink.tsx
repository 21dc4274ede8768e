import { Link } from 'react-router-dom';
import { routes } from '../lib/routes';

/** Links to the profile of an author, unless the account is deleted. */
export function AuthorLink({ name }: { name: string }) {
  if (name === '[deleted]') return <span className="muted">{name}</span>;
  return (
    <Link to={routes.user.to(name)}>
      <bdi>{name}</bdi>
    </Link>
  );
}
