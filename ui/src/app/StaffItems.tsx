import { AdministrationIcon, Icon } from '../components/icons';
import { QueueBadge } from '../features/flags/QueueBadge';
import { routes } from '../lib/routes';
import { useUser } from '../lib/session';
import { Item } from './SideNavItem';

/** Shows the links of administrators and of moderators of the site. */
export default function StaffItems() {
  const part = useUser().isAdministrator ? undefined : 'removed';
  return (
    <>
      <Item isSeparate to={routes.administration.to(part)} text="Administration" icon={<AdministrationIcon />} />
      <Item to={routes.queue.to()} text="Reports" icon={<Icon d="M5 21V4M5 4.5h13l-3 4 3 4H5" />}>
        <QueueBadge />
      </Item>
    </>
  );
}
