import { Suspense } from 'react';
import { lazyWithRetry } from '../../components/lazyWithRetry';
import { PageHeader } from '../../components/PageHeader';
import { Identities } from '../../components/providers/Identities';
import { Skeleton } from '../../components/Skeleton';
import { usePageTitle } from '../../components/usePageTitle';
import { useUser } from '../../lib/session';
import { site } from '../../lib/site';
import { DeleteUser } from './DeleteUser';
import { Mail } from './Mail';
import { Passkeys } from './Passkeys';
import { ResetPassword } from './ResetPassword';
import { Sessions } from './Sessions';
import { TwoFactor } from './TwoFactor';

const ApiTokens = lazyWithRetry(() => import('./ApiTokens'));

/** How the viewer signs in: address, password, passkeys, second factor, API tokens, sessions; and the end of the account. */
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
      <Suspense fallback={<Skeleton rows={1} />}>
        <ApiTokens />
      </Suspense>
      <Sessions />
      <DeleteUser username={username} />
    </>
  );
}
