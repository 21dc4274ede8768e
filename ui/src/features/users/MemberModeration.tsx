import { Suspense, useState } from 'react';
import { lazyWithRetry } from '../../components/lazyWithRetry';
import { Menu } from '../../components/Menu';
import { sanctionsKey } from '../../components/sanctions/api';
import type { SanctionChoice } from '../../components/sanctions/SanctionDialog';
import { ContentRemovals, SanctionList } from '../../components/sanctions/SanctionList';

const SanctionDialog = lazyWithRetry(() => import('../../components/sanctions/SanctionDialog'), { isOptional: true });

const actions: [SanctionChoice, string][] = [
  ['warn', 'Warn…'],
  ['clear', 'Clear the profile…'],
  ['silence', 'Silence…'],
  ['suspend', 'Suspend…'],
  ['remove', 'Remove posts…'],
];

/** What moderators of the site do to a member and have done. Only they see it. */
export default function MemberModeration({ username }: { username: string }) {
  const [choice, setChoice] = useState<SanctionChoice | null>(null);
  return (
    <section aria-labelledby="moderation">
      <div className="d-flex flex-wrap gap-2 align-items-center justify-content-between">
        <h2 id="moderation" className="mb-0">
          Moderation
        </h2>
        <Menu
          label={`Moderate ${username}`}
          items={actions.map(([value, label]) => ({ label, choose: () => setChoice(value) }))}
        >
          Moderate
        </Menu>
      </div>
      <p className="small muted">Only moderators and administrators see this part.</p>
      <SanctionList listKey={sanctionsKey(username)} />
      <ContentRemovals username={username} />
      {choice && (
        <Suspense fallback={null}>
          <SanctionDialog choice={choice} username={username} close={() => setChoice(null)} />
        </Suspense>
      )}
    </section>
  );
}
