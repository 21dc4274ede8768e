import { PageHeader } from '../../components/PageHeader';
import { Identities } from '../../components/providers/Identities';
import { usePageTitle } from '../../components/usePageTitle';
import { useUser } from '../../lib/session';
import { site } from '../../lib/site';
import { DeleteUser } from './DeleteUser';
import { Mail } from './Mail';
import { Passkeys } from './Passkeys';
import { ResetPassword } from './ResetPassword';
import { Sessions } from './Sessions';
import { TwoFactor } from './TwoFactor';

/** How the viewer signs in: address, password, passkeys, second factor, sessions; and the end of the account. */
export function AccountSettings() {
  const { username } = useUser();
  usePageTitle('Login and security');
  return (
    <>
      <PageHeader title="Login and security" />
      {site.features.mail && <Mail />}
      <ResetPassword username={username} />
      <Passkeys />
      <TwoFactor />
      <Identities />
      <Sessions />
      <DeleteUser username={username} />
    </>
  );
}
