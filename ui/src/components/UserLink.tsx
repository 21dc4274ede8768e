import { Link } from 'react-router-dom';
import { paths } from '../lib/paths';

/** What stands for a deleted user, in brackets as no username can be. */
const deleted = '[deleted]';

/** A username that leads to the profile. */
export function UserLink({ username }: { username: string }) {
  if (username === deleted) return <span>{username}</span>;
  return <Link to={paths.user.to(username)}>{username}</Link>;
}
