import { AdministrationIcon } from '../components/icons';
import { routes } from '../lib/routes';
import { useUser } from '../lib/session';
import { Item } from './SideNavItem';

/** Shows the links of administrators and of moderators of the site. */
export default function StaffItems() {
  const part = useUser().isAdministrator ? undefined : 'removed';
  return <Item isSeparate to={routes.administration.to(part)} text="Administration" icon={<AdministrationIcon />} />;
}
