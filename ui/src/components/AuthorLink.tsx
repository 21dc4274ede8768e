import { Link } from 'react-router-dom';
import { routes } from '../lib/routes';

/** Who wrote something: a link to his profile, unless he is gone. */
export function AuthorLink({ name }: { name: string }) {
  if (name === '[deleted]') return <span className="muted">{name}</span>;
  return (
    <Link to={routes.user.to(name)}>
      <bdi>{name}</bdi>
    </Link>
  );
}
