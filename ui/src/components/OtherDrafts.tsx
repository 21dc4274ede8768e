import { Link } from 'react-router-dom';
import { newText } from '../lib/drafts';
import { routes } from '../lib/routes';
import type { Draft } from '../lib/useDraft';
import { RelativeTime } from './RelativeTime';

type Props = { draft: Pick<Draft<Record<string, string>>, 'others' | 'open'> };

/** The number of drafts to show. The list of all drafts has the rest. */
const MAX_SHOWN = 3;

/** Offers to continue the drafts that other tabs have written in the same form, if there are any. */
export function OtherDrafts({ draft: { others, open } }: Props) {
  if (others.length === 0) return null;
  return (
    <div className="small muted">
      Also unsent here (<Link to={routes.settings.to('drafts')}>all drafts</Link>):
      <ul className="mb-0">
        {others.slice(0, MAX_SHOWN).map((draft) => (
          <li key={draft.key}>
            <bdi>{shorten(newText(draft))}</bdi>
            {draft.at > 0 && (
              <>
                {' · '}
                <RelativeTime time={new Date(draft.at).toISOString()} />
              </>
            )}{' '}
            <button type="button" className="btn btn-link btn-sm p-0 align-baseline" onClick={() => open(draft.key)}>
              Continue
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The length of the text that stands for a draft, in characters. */
const MAX_EXCERPT = 100;

const shorten = (text: string): string => {
  const line = [...text.replace(/\s+/g, ' ').trim()];
  return line.length > MAX_EXCERPT ? `${line.slice(0, MAX_EXCERPT).join('')}…` : line.join('');
};
