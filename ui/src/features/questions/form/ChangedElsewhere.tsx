import { useState } from 'react';

/** Says that what is being changed has been changed in another tab or browser since one began; `mine` is what one has by now. */
export function ChangedElsewhere({ saved, mine }: { saved: string; mine: string }) {
  const [began] = useState(saved);
  if (saved === began || saved === mine) return null;
  return (
    <p className="small mb-0">
      This was changed elsewhere since you began. Saving replaces that; the history keeps it.
    </p>
  );
}
