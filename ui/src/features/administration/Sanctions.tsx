import { useState } from 'react';
import { runningSanctionsKey, sanctionsKey } from '../../components/sanctions/api';
import { SanctionList } from '../../components/sanctions/SanctionList';

/** Lists the sanctions of all members, which can be undone. */
export function Sanctions() {
  const [isAll, setAll] = useState(false);
  return (
    <>
      <p className="muted">The profile of a member has the actions: warn, silence, suspend, and remove their posts.</p>
      <select
        className="form-select w-auto mb-3"
        aria-label="Show"
        value={isAll ? 'all' : ''}
        onChange={(event) => setAll(event.target.value !== '')}
      >
        <option value="">In force</option>
        <option value="all">All</option>
      </select>
      <SanctionList listKey={isAll ? sanctionsKey() : runningSanctionsKey} withNames />
    </>
  );
}
