import { useState } from 'react';
import choices from '../../components/Choices.module.css';
import { runningSanctionsKey, sanctionsKey } from '../../components/sanctions/api';
import { SanctionList } from '../../components/sanctions/SanctionList';

/** Lists the sanctions of all members, which can be undone. */
export function Sanctions() {
  const [isAll, setAll] = useState(false);
  return (
    <>
      <p className="muted">The profile of a member has the actions: warn, silence, suspend, and remove their posts.</p>
      <div className={`${choices.choices} mb-3`}>
        <button type="button" aria-pressed={!isAll} onClick={() => setAll(false)}>
          In force
        </button>
        <button type="button" aria-pressed={isAll} onClick={() => setAll(true)}>
          All
        </button>
      </div>
      <SanctionList listKey={isAll ? sanctionsKey() : runningSanctionsKey} withNames />
    </>
  );
}
