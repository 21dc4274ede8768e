import { useState } from 'react';
import type { Setting, SiteMail } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { announce } from '../../lib/announce';
import { useAction } from '../../lib/useAction';
import { setMail } from './api';
import { MailForm } from './MailForm';
import { TestMail } from './TestMail';

type Props = { setting: Setting; onSaved: (settings: Setting[]) => Promise<unknown> };

/** Sets and tries the mail server of the site. */
export function MailSetting({ setting, onSaved }: Props) {
  const server = setting.value as SiteMail | null;
  /** The setting when editing began: another administrator may change it meanwhile. */
  const [seen, setSeen] = useState<Setting | null>(null);
  const { busy, error, run } = useAction('Error while removing the mail server');
  const isFixed = setting.fixedBy !== undefined;
  const remove = async () => {
    if (await run(async () => onSaved(await setMail(server, null, '')))) announce('The mail server is removed');
  };
  if (seen)
    return (
      <MailForm
        server={seen.value as SiteMail | null}
        onSaved={async (settings) => {
          await onSaved(settings);
          setSeen(null);
        }}
        onCancel={() => setSeen(null)}
      />
    );
  return (
    <>
      <div className="d-flex flex-wrap align-items-center justify-content-between gap-2">
        <div>
          Mail server
          <p className="small muted mb-0">{server ? <bdi>{described(server)}</bdi> : 'None: the site sends no mail'}</p>
        </div>
        {!isFixed && (
          <div className="d-flex gap-2">
            <button
              type="button"
              className="btn btn-sm btn-outline-secondary"
              aria-label={server ? 'Edit: Mail server' : 'Set: Mail server'}
              onClick={() => setSeen(setting)}
            >
              {server ? 'Edit' : 'Set'}
            </button>
            {server && (
              <button
                type="button"
                className="btn btn-sm btn-outline-secondary"
                aria-label="Remove: Mail server"
                aria-disabled={busy}
                onClick={remove}
              >
                Remove
              </button>
            )}
          </div>
        )}
      </div>
      <InlineError error={error} />
      {server && <TestMail />}
    </>
  );
}

function described({ host, port, from, username }: SiteMail): string {
  const at = port ? `${host}, port ${port}` : host;
  return `${at} · from ${from}${username && ` · username ${username}`}`;
}
