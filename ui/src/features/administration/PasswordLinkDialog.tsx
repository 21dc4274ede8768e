import type { PasswordLink } from '../../api/generated';
import { CopyLink } from '../../components/CopyLink';
import { InfoDialog } from '../../components/InfoDialog';
import { momentOf } from '../../lib/dates';

/** Shows the link of a reset login once. */
export function PasswordLinkDialog({ username, token, expiresAt, close }: PasswordLink & { close: () => void }) {
  return (
    <InfoDialog title={`The login of ${username} is reset`} isOnce onClose={close}>
      <p>
        This link is shown only once. Send it to {username} in a safe way: the first person to use it chooses the
        password of the account, until {momentOf(expiresAt)}. At the next login {username} is told that you have reset
        the login.
      </p>
      <CopyLink label={`Link for ${username}`} path={`/reset#token=${encodeURIComponent(token)}`} />
    </InfoDialog>
  );
}
