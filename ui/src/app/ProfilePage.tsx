import { Settings } from '../features/preferences/Settings';
import { Profile } from '../features/users/Profile';

/** Shows a user's profile. The viewer's own includes their preferences. */
export default function ProfilePage() {
  return <Profile settings={<Settings heading={<h2>Settings</h2>} />} />;
}
