import { useParams } from 'react-router-dom';
import { post } from '../../api/client';
import type { DeliveryKind, Unsubscribed } from '../../api/generated';
import { unsubscribeLinkInvalid } from '../../api/sentences';
import { MailLinkPage } from './MailLinkPage';

const names: Partial<Record<DeliveryKind, string>> = {
  answer: 'mails about answers',
  comment: 'mails about comments',
  mention: 'mails about texts that name you',
  watched: 'mails about what you watch',
  reminder: 'mails with reminders',
  dailyDigest: 'digests',
  weeklyDigest: 'digests',
};

/** The page of the link that ends mails of one kind. It needs no login. */
export default function UnsubscribePage() {
  const { token = '' } = useParams();
  const unsubscribe = async () => {
    const { kind } = await post<Unsubscribed>(`/u/${encodeURIComponent(token)}`, {});
    return `You get no more ${names[kind] ?? 'mails of this kind'}.`;
  };
  return (
    <MailLinkPage
      title="No more mails?"
      button="Unsubscribe"
      act={token ? unsubscribe : null}
      invalid={unsubscribeLinkInvalid}
    >
      You get no more mails of this kind. In your settings you can choose them again.
    </MailLinkPage>
  );
}
