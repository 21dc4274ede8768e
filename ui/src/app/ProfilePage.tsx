import { Settings } from '../features/preferences/Settings';
import { Profile } from '../features/users/Profile';

/** A user's profile, with the settings of this browser if it is one's own. */
export default function ProfilePage() {
  return <Profile settings={<Settings />} />;
}
