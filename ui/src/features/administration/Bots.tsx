import { type FormEvent, useState } from 'react';
import useSWR from 'swr';
import { base } from '../../api/base';
import type { BotView } from '../../api/generated';
import { ActionMenu } from '../../components/ActionMenu';
import { AuthorLink } from '../../components/AuthorLink';
import { type Scope, TokenForm, TokenItem } from '../../components/apiTokens';
import { Badge } from '../../components/Badge';
import { CopyText } from '../../components/CopyLink';
import { ErrorMessage } from '../../components/ErrorMessage';
import { InlineError } from '../../components/InlineError';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { Skeleton } from '../../components/Skeleton';
import { Field } from '../../components/TextField';
import { fetchKey } from '../../lib/cacheKeys';
import { useUser } from '../../lib/session';
import { useAction } from '../../lib/useAction';
import { addBot, addBotToken, addIncomingHook, removeIncomingHook, revokeBotToken, takeOverBot } from './api';
import { botsKey } from './keys';

/** What is shown once: an API token, or the address of an incoming hook. */
type Secret = { of: string; label: string; text: string };

type ShowBots = (bots: BotView[]) => Promise<unknown>;

/** Lists the bots; adds them, their API tokens and their incoming hooks. */
export function Bots() {
  const { data, error, mutate } = useSWR<BotView[], unknown>(botsKey, fetchKey);
  const [secret, setSecret] = useState<Secret | null>(null);
  if (!data) return error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={2} />;
  const show: ShowBots = (bots) => mutate(bots, { revalidate: false });
  return (
    <>
      <p className="muted">
        Programs act as a bot with an API token. What a program sends to the incoming hook of a bot becomes a question
        of the bot. Pages mark what bots write. A bot cannot log in, vote, send messages or moderate.
      </p>
      {data.length > 0 && (
        <RowList>
          {data.map((bot) => (
            <Item key={bot._id} bot={bot} show={show} setSecret={setSecret} />
          ))}
        </RowList>
      )}
      {secret && (
        <div role="alert" className="mt-3">
          <p className="mb-2">
            Copy this for <bdi>{secret.of}</bdi> now: it is not shown again.
          </p>
          <CopyText label={secret.label} text={secret.text} action="Copy" />
        </div>
      )}
      <details open={data.length === 0} className="mt-3">
        <summary className="mb-3">Add a bot</summary>
        <AddForm show={show} />
      </details>
    </>
  );
}

const rights: [Scope, string][] = [
  ['read', 'Read what the bot can read'],
  ['write', 'Ask, answer and comment as the bot'],
];

const narrow = { maxWidth: '36rem' };

function AddForm({ show }: { show: ShowBots }) {
  const { busy, error, setError, run } = useAction('Error while adding a bot');
  const [username, setUsername] = useState('');
  const [community, setCommunity] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!username.trim()) return setError('Please enter a name for the bot.');
    if (await run(async () => show(await addBot(username.trim(), community.trim())))) {
      setUsername('');
      setCommunity('');
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="vstack gap-3" style={narrow}>
      <Field label="Name" value={username} onChange={setUsername} autoComplete="off" />
      <Field
        label="Community"
        hint="The only community in which it posts. Empty: it posts on the whole site. The moderators of a private community let it in."
        value={community}
        onChange={setCommunity}
        autoComplete="off"
      />
      <InlineError error={error} />
      <div>
        <button type="submit" className="btn btn-primary" aria-disabled={busy}>
          Add
        </button>
      </div>
    </form>
  );
}

type ItemProps = { bot: BotView; show: ShowBots; setSecret: (secret: Secret | null) => void };

function Item({ bot, show, setSecret }: ItemProps) {
  const {
    _id: id,
    username,
    owner,
    isActive,
    communityName,
    isMember,
    hasRequested,
    apiTokens,
    incomingHook,
    createdAt,
  } = bot;
  const viewer = useUser();
  const [open, setOpen] = useState<'token' | 'hook' | null>(null);
  const { busy, error, setError, run } = useAction('Error while changing the bot');
  const toggle = (part: 'token' | 'hook') => setOpen((now) => (now === part ? null : part));
  return (
    <li className="d-block">
      <div className="d-flex justify-content-between gap-2">
        <div>
          <AuthorLink name={username} /> {!isActive && <Badge>inactive</Badge>}
          <p className="small muted mb-0">
            owned by <bdi>{owner}</bdi> · posts {communityName ? <bdi>in {communityName}</bdi> : 'on the whole site'} ·
            added <RelativeTime time={createdAt} />
          </p>
          {!isActive && (
            <p className="small mb-0">
              It cannot act: it is disabled or suspended, or its owner is no administrator who may log in.
            </p>
          )}
          {hasRequested && <p className="small mb-0">It waits for the moderators of the community to let it in.</p>}
          {communityName && !isMember && !hasRequested && (
            <p className="small mb-0">
              It is not in its community. On the server, <code>stoa bot join {username}</code> lets it ask again.
            </p>
          )}
          {incomingHook && (
            <p className="small muted mb-0">
              Incoming hook · tags: {incomingHook.tags.join(', ')} ·{' '}
              {incomingHook.lastUsedAt ? (
                <>
                  last used <RelativeTime time={incomingHook.lastUsedAt} />
                </>
              ) : (
                'not used yet'
              )}
            </p>
          )}
        </div>
        <ActionMenu
          label={`Actions: ${username}`}
          first={[
            { label: open === 'token' ? 'Hide the form' : 'New API token', choose: () => toggle('token') },
            {
              label: open === 'hook' ? 'Hide the form' : incomingHook ? 'New address of the hook' : 'New incoming hook',
              choose: () => toggle('hook'),
            },
          ]}
          actions={[
            ...(incomingHook
              ? [
                  {
                    label: 'Remove the incoming hook…',
                    title: 'Remove the incoming hook?',
                    consequence: 'What is sent to its address is refused from then on.',
                    confirm: 'Remove',
                    isDangerous: true,
                    errorText: 'Error while removing the incoming hook',
                    call: () => removeIncomingHook(id),
                  },
                ]
              : []),
            ...(owner === viewer.username
              ? []
              : [
                  {
                    label: 'Take over…',
                    title: 'Become its owner?',
                    consequence:
                      'It acts as long as you are an administrator. The former owner may know its API tokens and the address of its hook: revoke and replace them.',
                    confirm: 'Take over',
                    isHarmless: true,
                    errorText: 'Error while taking over the bot',
                    call: () => takeOverBot(id),
                  },
                ]),
          ]}
          onDone={show}
        />
      </div>
      <InlineError error={error} />
      {apiTokens.length > 0 && (
        <div className="mt-2">
          <RowList>
            {apiTokens.map((token) => (
              <TokenItem
                key={token._id}
                token={token}
                revoke={() => void run(async () => show(await revokeBotToken(token._id)))}
              />
            ))}
          </RowList>
        </div>
      )}
      {open === 'token' && (
        <div className="mt-3">
          <TokenForm
            busy={busy}
            offered={rights}
            setError={setError}
            create={(wanted) =>
              run(async () => {
                const { token, bots } = await addBotToken(id, wanted);
                setSecret({ of: username, label: 'New token', text: token });
                setOpen(null);
                await show(bots);
              })
            }
          />
        </div>
      )}
      {open === 'hook' && (
        <HookForm
          tags={incomingHook?.tags ?? []}
          busy={busy}
          setError={setError}
          save={(tags) =>
            run(async () => {
              const { path, bots } = await addIncomingHook(id, tags);
              setSecret({ of: username, label: 'Address', text: location.origin + base + path });
              setOpen(null);
              await show(bots);
            })
          }
        />
      )}
    </li>
  );
}

type HookFormProps = {
  tags: string[];
  busy: boolean;
  setError: (error: string | null) => void;
  save: (tags: string[]) => Promise<unknown>;
};

function HookForm({ tags, busy, setError, save }: HookFormProps) {
  const [names, setNames] = useState(tags.join(', '));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = names.split(',').map((name) => name.trim());
    const filled = chosen.filter((name) => name !== '');
    if (filled.length === 0) return setError('Please enter at least one tag.');
    void save(filled);
  };
  return (
    <form onSubmit={submit} noValidate className="vstack gap-3 mt-3" style={narrow}>
      <Field
        label="Tags"
        hint="Of questions that come in without any, separated by commas."
        value={names}
        onChange={setNames}
        autoComplete="off"
      />
      <div>
        <button type="submit" className="btn btn-primary" aria-disabled={busy}>
          {tags.length > 0 ? 'Replace the address' : 'Make an address'}
        </button>
      </div>
    </form>
  );
}
