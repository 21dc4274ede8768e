import { useState } from 'react';
import useSWR from 'swr';
import type { Webhook } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { momentOf } from '../../lib/dates';
import { useAction } from '../../lib/useAction';
import { ActionMenu } from '../ActionMenu';
import { Badge } from '../Badge';
import { CopyText } from '../CopyLink';
import { ErrorMessage } from '../ErrorMessage';
import { InlineError } from '../InlineError';
import { RelativeTime } from '../RelativeTime';
import { RowList } from '../RowList';
import { Skeleton } from '../Skeleton';
import { addWebhook, changeWebhook, removeWebhook, renewSecret, testWebhook, webhooksKey } from './api';
import { Deliveries } from './Deliveries';
import { formNames } from './names';
import { SettingsForm } from './SettingsForm';

/** The interval between two fetches, in milliseconds: whether one fails is seen without reloading. */
const refreshMs = 10_000;

/** Lists the webhooks of a community for its moderators, or of the site for administrators; adds, changes and removes them. */
export default function Webhooks({ communityId }: { communityId?: string }) {
  const key = webhooksKey(communityId);
  const { data, error, mutate } = useSWR<Webhook[], unknown>(key, fetchKey, { refreshInterval: refreshMs });
  const { busy, error: failed, setError, run } = useAction('Error while adding a webhook');
  const [secret, setSecret] = useState<{ of: string; text: string } | null>(null);
  if (!data) return error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={2} />;
  const show = (webhooks: Webhook[]) => mutate(webhooks, { revalidate: false });
  return (
    <>
      <p className="muted">
        {communityId
          ? 'What is posted in this community is sent to these addresses, with its texts. Its members see their names.'
          : 'What everyone may read is sent to these addresses, with its texts. What is in a private community, or needs an account there, is not.'}
      </p>
      {data.length > 0 && (
        <RowList>
          {data.map((webhook) => (
            <Item
              key={webhook._id}
              webhook={webhook}
              show={show}
              setSecret={(text) => setSecret({ of: webhook.name, text })}
            />
          ))}
        </RowList>
      )}
      {secret && (
        <div role="alert" className="mt-3">
          <p className="mb-2">
            Copy the secret of <bdi>{secret.of}</bdi> now: it is not shown again. The receiver checks signatures with
            it.
          </p>
          <CopyText label="Secret" text={secret.text} action="Copy" />
        </div>
      )}
      <InlineError error={failed} />
      <details open={data.length === 0} className="mt-3">
        <summary className="mb-3">Add a webhook</summary>
        <SettingsForm
          action="Add"
          busy={busy}
          setError={setError}
          save={(settings) =>
            run(async () => {
              const added = await addWebhook(communityId, settings);
              setSecret({ of: settings.name, text: added.secret });
              await show(added.webhooks);
            })
          }
        />
      </details>
    </>
  );
}

type ItemProps = {
  webhook: Webhook;
  show: (webhooks: Webhook[]) => Promise<unknown>;
  setSecret: (secret: string) => void;
};

function Item({ webhook, show, setSecret }: ItemProps) {
  const { _id: id, name, address, form, offAt, formerSecretUntil } = webhook;
  const isOn = offAt === undefined;
  const { busy, error, setError, run } = useAction('Error while changing the webhook');
  const [open, setOpen] = useState<'settings' | 'messages' | null>(null);
  const turn = () => run(async () => show(await changeWebhook(id, settingsOf(webhook), !isOn)));
  const test = () =>
    run(async () => {
      await testWebhook(id);
      setOpen('messages');
    });
  return (
    <li className="d-block">
      <div className="d-flex gap-2 justify-content-between align-items-start">
        <div>
          <bdi>{name}</bdi> {!isOn && <Badge>off</Badge>}
          <p className="small muted mb-0">
            {formNames[form]} · <bdi>{hostOf(address)}</bdi> · managed by <bdi>{webhook.managedBy}</bdi>
          </p>
          <State webhook={webhook} />
          {formerSecretUntil && (
            <p className="small muted mb-0">The former secret signs too until {momentOf(formerSecretUntil)}.</p>
          )}
        </div>
        <ActionMenu
          label={`Actions: ${name}`}
          first={[
            { label: open === 'settings' ? 'Hide settings' : 'Settings', choose: () => toggle('settings') },
            { label: open === 'messages' ? 'Hide messages' : 'Messages', choose: () => toggle('messages') },
            ...(isOn ? [{ label: 'Send a test', choose: () => void test() }] : []),
            { label: isOn ? 'Turn off' : 'Turn on', choose: () => void turn() },
          ]}
          actions={[
            {
              label: 'New secret…',
              title: 'Give it a new secret?',
              consequence: 'The former secret signs beside it for a day. Enter the new one at the receiver until then.',
              confirm: 'New secret',
              isHarmless: true,
              errorText: 'Error while renewing the secret',
              call: async () => setSecret((await renewSecret(id)).secret),
            },
            {
              label: 'Remove…',
              title: 'Remove this webhook?',
              consequence: 'Its messages are removed too, also those that wait.',
              confirm: 'Remove',
              isDangerous: true,
              errorText: 'Error while removing the webhook',
              call: async () => show(await removeWebhook(id)),
            },
          ]}
          onDone={() => undefined}
        />
      </div>
      <InlineError error={error} />
      {open === 'settings' && (
        <SettingsForm
          webhook={webhook}
          action="Save"
          busy={busy}
          setError={setError}
          save={async (settings) => {
            const isSaved = await run(async () => show(await changeWebhook(id, settings, isOn)));
            if (isSaved) setOpen(null);
            return isSaved;
          }}
        />
      )}
      {open === 'messages' && (
        <div className="mt-3">
          <Deliveries id={id} />
        </div>
      )}
    </li>
  );

  function toggle(part: 'settings' | 'messages') {
    setOpen((now) => (now === part ? null : part));
  }
}

function State({ webhook: { offAt, offReason, failingSince, waiting } }: { webhook: Webhook }) {
  if (offAt !== undefined)
    return (
      <p className="small mb-0">
        Off <RelativeTime time={offAt} />
        {offReason && `. ${offReason}.`}
      </p>
    );
  const count = waiting === 1 ? '1 message waits' : `${waiting} messages wait`;
  if (failingSince !== undefined)
    return (
      <p className="small mb-0">
        Has failed since {momentOf(failingSince)}; {count}. After a day it is turned off.
      </p>
    );
  return waiting > 0 ? <p className="small muted mb-0">{count}.</p> : null;
}

/** Returns the host of an address: the rest is often a secret. */
function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}

const settingsOf = ({ name, address, form, events }: Webhook) => ({ name, address, form, events });
