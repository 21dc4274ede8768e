import { useParams } from 'react-router-dom';
import { post } from '../../api/client';
import type { Unsubscribed } from '../../api/generated';
import { unsubscribeLinkInvalid } from '../../api/sentences';
import { MailLinkPage } from './MailLinkPage';

/** The page of the link that ends mails of one kind. It needs no login. */
export default function UnsubscribePage() {
  const { token = '' } = useParams();
  const unsubscribe = async () => {
    const { kind } = await post<Unsubscribed>(`/mail/unsubscribe/${encodeURIComponent(token)}`, {});
    return kind === 'answer' ? 'You get no more mails about answers.' : 'You get no more mails about comments.';
  };
  return (
    <MailLinkPage
      title="No more mails?"
      button="Unsubscribe"
      act={token ? unsubscribe : null}
      invalid={unsubscribeLinkInvalid}
    >
      You get no more mails of this kind. In your profile you can choose them again.
    </MailLinkPage>
  );
}
