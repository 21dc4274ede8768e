import { PageHeader } from '../../components/PageHeader';
import { usePageTitle } from '../../components/usePageTitle';
import { useUser } from '../../lib/session';
import { site } from '../../lib/site';
import { Identities } from '../providers/Identities';
import { DeleteUser } from './DeleteUser';
import { Mail } from './Mail';
import { ResetPassword } from './ResetPassword';
import { Sessions } from './Sessions';

/** The settings of the viewer's login: address, password, sessions, and the end of the account. */
export function AccountSettings() {
  const { username } = useUser();
  usePageTitle('Account and sessions');
  return (
    <>
      <PageHeader title="Account and sessions" />
      {site.features.mail && <Mail />}
      <ResetPassword username={username} />
      <Identities />
      <Sessions />
      <DeleteUser username={username} />
    </>
  );
}
