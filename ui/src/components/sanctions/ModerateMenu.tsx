import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { routes } from '../../lib/routes';
import { lazyWithRetry } from '../lazyWithRetry';
import { Menu } from '../Menu';
import type { SanctionChoice } from './SanctionDialog';

const SanctionDialog = lazyWithRetry(() => import('./SanctionDialog'), { isOptional: true });

/** What site moderators do to a member. */
export const sanctionItems: [SanctionChoice, string][] = [
  ['warn', 'Warn…'],
  ['clear', 'Clear the profile…'],
  ['silence', 'Silence…'],
  ['suspend', 'Suspend…'],
  ['remove', 'Remove posts…'],
];

/** The sanctions of a member in a menu. */
export function ModerateMenu({ username }: { username: string }) {
  const navigate = useNavigate();
  const [choice, setChoice] = useState<SanctionChoice | null>(null);
  return (
    <>
      <Menu
        label={`Moderate ${username}`}
        items={[
          { label: 'All about this account', choose: () => navigate(routes.administration.toMember(username)) },
          ...sanctionItems.map(([value, label]) => ({ label, choose: () => setChoice(value) })),
        ]}
      >
        Moderate
      </Menu>
      <ChosenSanction choice={choice} username={username} close={() => setChoice(null)} />
    </>
  );
}

/** The dialog of a chosen sanction. */
export function ChosenSanction(props: { choice: SanctionChoice | null; username: string; close: () => void }) {
  const { choice } = props;
  return <Suspense fallback={null}>{choice && <SanctionDialog {...props} choice={choice} />}</Suspense>;
}
