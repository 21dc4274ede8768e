import type { ReactNode } from 'react';

/** A list or page with nothing on it: what there is not, and what one can do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="text-center py-5">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
