import { Follows } from '../features/following/Follows';
import { Settings } from '../features/preferences/Settings';
import { Profile } from '../features/users/Profile';

/** Shows a user's profile. The viewer's own profile includes the settings of this browser, and what they watch. */
export default function ProfilePage() {
  return (
    <Profile
      settings={
        <>
          <Settings />
          <Follows />
        </>
      }
    />
  );
}
