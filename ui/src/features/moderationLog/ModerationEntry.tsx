import { Link } from 'react-router-dom';
import type { InboxEntry } from '../../api/generated';
import { EntryLayout } from '../../components/inbox/EntryLayout';
import { routes } from '../../lib/routes';
import { OwnReason, OwnSentence } from './actions';

/** An entry of the inbox about what a moderator did to what is the viewer's. */
export function ModerationEntry({ entry }: { entry: Extract<InboxEntry, { kind: 'moderation' }> }) {
  const { item, isNew, at } = entry;
  return (
    <EntryLayout
      isNew={isNew}
      at={at}
      headline={<OwnSentence entry={item} />}
      text={<OwnReason entry={item} />}
      reason="because it is yours"
    >
      <Link to={routes.settings.to('moderation')}>All actions</Link>
    </EntryLayout>
  );
}
