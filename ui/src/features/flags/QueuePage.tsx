import { type KeyboardEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { FlagCase, WaitingEdit } from '../../api/generated';
import choices from '../../components/Choices.module.css';
import { CommunityLink } from '../../components/community/CommunityLink';
import { EmptyState } from '../../components/EmptyState';
import { InlineError } from '../../components/InlineError';
import { PagedList } from '../../components/PagedList';
import { PageHeader } from '../../components/PageHeader';
import { RowList } from '../../components/RowList';
import { usePage } from '../../components/usePage';
import { usePageTitle } from '../../components/usePageTitle';
import { announce } from '../../lib/announce';
import { keysOfTypes } from '../../lib/cacheKeys';
import { useAction } from '../../lib/useAction';
import { useFocusRestore } from '../../lib/useFocusRestore';
import { decidedKey, type QueueOrder, queuedEditsKey, queueKey, undoDecision } from './api';
import { CaseFocus } from './CaseFocus';
import { DecidedCase } from './DecidedCase';
import { Manual } from './Manual';
import styles from './Queue.module.css';
import { QueuedCase } from './QueuedCase';
import { QueuedEdits } from './QueuedEdits';

/** Moves the focus to the case before or after the one that has it. */
function moveFocus(list: HTMLElement, step: number) {
  const cases = [...list.querySelectorAll<HTMLElement>('[data-case]')];
  const place = cases.findIndex((item) => item.contains(document.activeElement));
  cases[Math.min(Math.max(place + step, 0), cases.length - 1)]?.focus();
}

/** What waits, as the filter names it. */
const kinds = {
  '': 'Everything',
  reports: 'Reports',
  held: 'Waiting posts',
  signups: 'Sign-ups',
  appeals: 'Appeals',
  edits: 'Suggested edits',
};

const nothing = (
  <EmptyState title="Nothing waits for a decision">
    <p className="muted">Reports, posts that need approval, suggested edits and appeals appear here.</p>
  </EmptyState>
);

/** Shows what members have reported to those who moderate the site or a community, who decide it. */
export default function QueuePage() {
  usePageTitle('Reports');
  const root = useFocusRestore<HTMLDivElement>();
  const [query, setQuery] = useSearchParams();
  const community = query.get('community');
  const wanted = query.get('show');
  const isDecided = wanted === 'decided';
  const only = query.get('only') ?? '';
  const editsKey = queuedEditsKey(community);
  const { page: edits } = usePage<WaitingEdit>(isDecided || only ? null : editsKey);
  const hasEdits = edits !== undefined && edits.items.length > 0;
  const order: QueueOrder = wanted === 'heaviest' ? 'heaviest' : 'oldest';
  const { mutate } = useSWRConfig();
  const refresh = () => mutate(keysOfTypes('flags'));
  const [last, setLast] = useState<string | null>(null);
  const { error, run } = useAction('Error while undoing the decision', refresh);
  const undo = async () => {
    if (last && (await run(() => undoDecision(last)))) {
      setLast(null);
      announce('The decision is undone');
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'j' || key === 'ArrowDown') moveFocus(currentTarget, 1);
    else if (key === 'k' || key === 'ArrowUp') moveFocus(currentTarget, -1);
    else if (key === 'u') void undo();
    else return;
    event.preventDefault();
  };
  const change = (name: 'show' | 'only', value: string) =>
    setQuery((query) => {
      if (value) query.set(name, value);
      else query.delete(name);
      return query;
    });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are shortcuts of the buttons inside
    <div ref={root} onKeyDown={onKeyDown}>
      <PageHeader
        title="Reports"
        note={
          community && (
            <p className="muted mb-0">
              In <CommunityLink id={community} />
            </p>
          )
        }
      />
      <div className={`${choices.choices} mb-3`}>
        {[
          ['', 'Oldest'],
          ['heaviest', 'Most reported'],
          ['decided', 'Decided'],
        ].map(([value = '', text]) => (
          <button
            key={text}
            type="button"
            aria-pressed={(wanted ?? '') === value}
            onClick={() => change('show', value)}
          >
            {text}
          </button>
        ))}
      </div>
      {!isDecided && !community && (
        <label className="d-flex align-items-center gap-2 mb-3">
          <span className="muted">Show</span>
          <select
            className="form-select form-select-sm w-auto"
            value={only}
            onChange={(event) => change('only', event.target.value)}
          >
            {Object.entries(kinds).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      )}
      {!isDecided && (
        <p className={`small muted ${styles.keys}`}>
          <kbd>j</kbd> <kbd>k</kbd> move · <kbd>1</kbd> to <kbd>4</kbd> decide · <kbd>Enter</kbd> chooses the first and
          confirms · <kbd>u</kbd> undoes your last decision
        </p>
      )}
      {last && (
        <p className="d-flex flex-wrap gap-3 align-items-center">
          <span>Decided.</span>
          <button type="button" className="btn btn-sm btn-outline-secondary" onClick={() => void undo()}>
            Undo
          </button>
        </p>
      )}
      <InlineError error={error} />
      <Manual />
      {isDecided ? (
        <PagedList<FlagCase>
          listKey={decidedKey(community)}
          errorText="Error when fetching the decisions"
          empty={
            <EmptyState title="No decisions yet">
              <p className="muted">A decision can be undone for 30 days.</p>
            </EmptyState>
          }
          revalidateOnFocus
        >
          {(cases) => (
            <RowList>
              {cases.map((item) => (
                <DecidedCase key={item._id} item={item} refresh={refresh} />
              ))}
            </RowList>
          )}
        </PagedList>
      ) : only === 'edits' ? (
        <QueuedEdits listKey={editsKey} empty={nothing} />
      ) : (
        <PagedList<FlagCase>
          listKey={queueKey(community, order, only)}
          errorText="Error when fetching the reports"
          empty={!hasEdits && nothing}
          revalidateOnFocus
        >
          {(cases) => (
            <RowList>
              <CaseFocus ids={cases.map(({ _id }) => _id)} />
              {cases.map((item) => (
                <QueuedCase
                  key={item._id}
                  item={item}
                  onDecided={async ({ _id, canUndo }) => {
                    setLast(canUndo ? _id : null);
                    await refresh();
                  }}
                />
              ))}
            </RowList>
          )}
        </PagedList>
      )}
      {!isDecided && !only && <QueuedEdits listKey={editsKey} empty={null} />}
    </div>
  );
}
