import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { post } from '../../api/client';
import type { VerifiedAddress } from '../../api/generated';
import { mailLinkInvalid } from '../../api/sentences';
import { site } from '../../lib/site';
import { MailLinkPage } from './MailLinkPage';

/** The page of the link that confirms an address. It works in any browser. */
export default function VerifyAddressPage() {
  // After the #, so that no server on the way sees or logs it.
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token');
  const [answers, setAnswers] = useState(true);
  const confirm = async () => {
    const { address } = await post<VerifiedAddress>('/user/verifyMailAddress', { token, answers });
    return `${address} is confirmed.`;
  };
  return (
    <MailLinkPage title="Confirm your address" button="Confirm" act={token ? confirm : null} invalid={mailLinkInvalid}>
      <p>{site.title} then sends the mails of your account there.</p>
      <label className="form-check">
        <input
          type="checkbox"
          className="form-check-input"
          checked={answers}
          onChange={({ target }) => setAnswers(target.checked)}
        />
        Also send me a mail when someone answers my question
      </label>
    </MailLinkPage>
  );
}
