import QueueBadge from '../components/flags/QueueBadge';
import { AdministrationIcon, Icon } from '../components/icons';
import { routes } from '../lib/routes';
import { moderatesSite, useUser } from '../lib/session';
import { Item } from './SideNavItem';

/** Shows the links of administrators and of moderators: those of communities have only the queue. */
export default function StaffItems() {
  const user = useUser();
  const isStaff = moderatesSite(user) ?? false;
  const part = user.isAdministrator ? undefined : 'removed';
  return (
    <>
      {isStaff && (
        <Item isSeparate to={routes.administration.to(part)} text="Administration" icon={<AdministrationIcon />} />
      )}
      <Item isSeparate={!isStaff} to={routes.queue.to()} text="Reports" icon={<Icon d="M5 21V4M5 4.5h13l-3 4 3 4H5" />}>
        <QueueBadge />
      </Item>
    </>
  );
}
